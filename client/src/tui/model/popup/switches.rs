//! The rows of a lobby's settings, whose values can be changed step by step.
//!
//! The rows of each game are the switches of its rules; a value is set by its text, exactly as
//! `--rules` and `:rules` do.

use dicehall_engine::games::NoSuchGame;
use dicehall_engine::lobby::{BOT_PACE_MS_MAX, NotAClock, Settings};
use dicehall_engine::{AnyRules, GameKind};

use crate::games::words;
use crate::lang::{Language, Sentence};
use crate::tui::model::popup::way::Way;

/// A setting of a lobby that can be changed step by step.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The name of the setting in `--rules`.
    pub name: &'static str,
    /// The values to step through, as text.
    pub values: &'static [&'static str],
    help: Help,
}

/// The effect of a setting: in the catalogue, or in the English of the game's rules.
#[derive(Clone, Copy, Debug)]
enum Help {
    Catalogue(Sentence),
    English(&'static str),
}

impl Switch {
    /// The name of the setting, as people read it.
    pub fn label(&self, language: Language) -> String {
        language.switch_label(self.name)
    }

    /// The effect of the setting.
    pub fn help(&self, language: Language) -> String {
        match self.help {
            Help::Catalogue(sentence) => sentence(language),
            Help::English(text) => text.to_owned(),
        }
    }
}

/// The rows of a lobby's settings.
#[derive(Debug)]
pub struct Switches;

const GAMES: &[&str] = &{
    let mut names = [""; GameKind::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = GameKind::ALL[at].name();
        at += 1;
    }
    names
};
const GAME: Switch = Switch {
    name: "game",
    values: GAMES,
    help: Help::Catalogue(Language::switch_game),
};

const BOT_PACES: &[&str] = &[
    "0", "75", "150", "300", "600", "1000", "1500", "2000", "3000", "5000",
];
const PACE: Switch = Switch {
    name: "pace",
    values: BOT_PACES,
    help: Help::Catalogue(Language::switch_pace),
};

const CLOCKS: &[&str] = &[
    "off",
    "15s/action",
    "30s/action",
    "1m/turn",
    "2m/turn",
    "3m+5s",
    "5m+10s",
    "10m+10s",
];
const CLOCK: Switch = Switch {
    name: "clock",
    values: CLOCKS,
    help: Help::Catalogue(Language::switch_clock),
};

/// The value shown for a map without a name.
const OF_A_FILE: &str = "of a file";

impl Switches {
    /// The rows of a game's settings: its own, then the time control and the bots' pause.
    pub fn of(game: GameKind) -> impl ExactSizeIterator<Item = Switch> {
        let known = words(game).switches;
        let own = game.switches().map(|it| Switch {
            name: it.name,
            values: it.values,
            help: match known.iter().find(|(name, _)| *name == it.name) {
                Some((_, sentence)) => Help::Catalogue(*sentence),
                None => Help::English(it.help),
            },
        });
        let rows = std::iter::once(GAME).chain(own).chain([CLOCK, PACE]);
        rows.collect::<Vec<_>>().into_iter()
    }

    /// The value of a switch, as text.
    pub fn value(settings: &Settings, switch: &Switch) -> String {
        match switch.name {
            "game" => settings.rules.kind().name().to_owned(),
            "pace" => settings.bot_pace_ms.to_string(),
            "clock" => settings.clock.to_string(),
            "preset" => preset(&settings.rules).to_owned(),
            name => field(&settings.rules, name),
        }
    }

    /// The value of a switch in words, which are not those that are typed.
    pub fn shown(settings: &Settings, switch: &Switch, language: Language) -> String {
        let value = Self::value(settings, switch);
        if value == OF_A_FILE {
            return language.value_of_file();
        }
        if switch.name == GAME.name {
            let game = settings.rules.kind();
            return language.game_title(game.name(), game.title());
        }
        language.switch_value(value)
    }

    /// Changes a switch to the next or previous value.
    pub fn step(settings: &mut Settings, switch: &Switch, way: Way) {
        let value = Self::value(settings, switch);
        let values = switch.values;
        let at = values.iter().position(|it| *it == value);
        let next = match at {
            None => nearest(values, &value, way),
            Some(at) => way.beside(at, values.len()),
        };
        if let Some(value) = values.get(next) {
            Self::set(settings, switch.name, value).ok();
        }
    }

    /// Sets a switch from its text; the error is a sentence about a value that it cannot have.
    pub fn set(settings: &mut Settings, name: &str, value: &str) -> Result<(), String> {
        if name == "game" {
            let game: GameKind = value.parse().map_err(|it: NoSuchGame| it.to_string())?;
            if game != settings.rules.kind() {
                settings.rules = game.default_rules();
            }
            return Ok(());
        }
        if name == "pace" {
            let pace = value.parse().ok().filter(|it| *it <= BOT_PACE_MS_MAX);
            settings.bot_pace_ms =
                pace.ok_or_else(|| format!("pace is 0 to {BOT_PACE_MS_MAX} ms"))?;
            return Ok(());
        }
        if name == "clock" {
            settings.clock = value.parse().map_err(|it: NotAClock| it.to_string())?;
            return Ok(());
        }
        settings
            .rules
            .set_switch(name, value)
            .map_err(|it| it.to_string())
    }
}

/// The name of the preset that the rules equal, whatever the board's size.
fn preset(rules: &AnyRules) -> &'static str {
    let is = |name: &str| {
        let mut same = rules.clone();
        same.set_switch("preset", name).is_ok() && same == *rules
    };
    if is("standard") {
        "standard"
    } else if is("book") {
        "book"
    } else {
        "custom"
    }
}

/// The text of a switch, as the rules are written in JSON.
fn field(rules: &AnyRules, name: &str) -> String {
    let Ok(written) = serde_json::to_value(rules) else {
        unreachable!("rules are plain data, which can always be written")
    };
    // An imported map is called by its name.
    let value = &written["rules"][name];
    let value = value.get("name").unwrap_or(value);
    if value == "" {
        return OF_A_FILE.to_owned();
    }
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// The index of the next value above or below a number that is not in the list; 0 for a word.
fn nearest(values: &[&str], value: &str, way: Way) -> usize {
    let number = |text: &str| text.parse::<u32>().ok();
    let Some(value) = number(value) else { return 0 };
    let above = values
        .iter()
        .position(|it| number(it).is_some_and(|it| it > value))
        .unwrap_or(0);
    match way {
        Way::Forward => above,
        Way::Back => way.beside(above, values.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::model::usual_settings;

    #[test]
    fn every_value_in_the_table_can_be_set_and_read_back() {
        for game in GameKind::ALL {
            for switch in Switches::of(*game) {
                for value in switch.values {
                    let mut settings = usual_settings(*game);
                    Switches::set(&mut settings, switch.name, value).unwrap();
                    assert_eq!(
                        Switches::value(&settings, &switch),
                        *value,
                        "{}",
                        switch.name
                    );
                }
            }
        }
    }

    #[test]
    fn stepping_goes_around_and_finds_its_place_from_other_values() {
        let check = |value: &str, way: Way, expect: &str| {
            let mut settings = usual_settings(GameKind::DiceOfDoom);
            let rounds = Switches::of(GameKind::DiceOfDoom)
                .find(|it| it.name == "rounds")
                .unwrap();
            Switches::set(&mut settings, "rounds", value).unwrap();
            Switches::step(&mut settings, &rounds, way);
            assert_eq!(
                Switches::value(&settings, &rounds),
                expect,
                "{value} {way:?}"
            );
        };
        check("100", Way::Forward, "200");
        check("200", Way::Forward, "0");
        check("0", Way::Back, "200");
        check("60", Way::Forward, "100");
        check("60", Way::Back, "50");
    }

    #[test]
    fn rules_between_the_presets_are_called_custom() {
        let mut settings = usual_settings(GameKind::DiceOfDoom);
        let preset = Switches::of(GameKind::DiceOfDoom).nth(1).unwrap();
        assert_eq!(Switches::value(&settings, &preset), "standard");
        Switches::set(&mut settings, "deal", "random").unwrap();
        assert_eq!(Switches::value(&settings, &preset), "custom");
    }
}
