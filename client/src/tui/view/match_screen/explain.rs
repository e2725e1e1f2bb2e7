//! The line below the board: the place under the cursor, and the results of an attack.

use dicehall_engine::Seat;
use dicehall_protocol::HolderView;
use ratatui::text::{Line, Span};

use crate::games::act::battle::Battle;
use crate::games::act::incident::Incident;
use crate::games::board::PlaceContent;
use crate::games::place::{Move, Place};
use crate::games::words::hints::gain_words;
use crate::graphics::text::{cut, mark, percent, plain, styled};
use crate::graphics::theme::Glyphs;
use crate::lang::Language;
use crate::tui::keymap::abilities::can;
use crate::tui::keymap::{Context, KeyAction, key_name, key_of, name};
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::Popup;
use crate::tui::view::log;

/// The width of a name in this line.
const NAME_WIDTH: usize = 16;

/// The line: the place under the cursor or what the match waits for, in full or in short; once a
/// match is over, the last event.
pub fn line(model: &Model, lobby: &Lobby, game_match: &GameMatch, width: u16) -> Line<'static> {
    if model.replay.is_some() {
        return happened(model, width);
    }
    let lengths = [Length::WithGain, Length::Full, Length::Short];
    let mut lines = lengths
        .map(|it| written(model, lobby, game_match, it))
        .into_iter();
    let fits = |it: &Line<'static>| it.width() <= usize::from(width);
    let fitting = lines.find(fits);
    fitting.unwrap_or_else(|| match incident(model, lobby, game_match) {
        Some(told) => Line::from(vec![plain(" "), told]),
        None => written(model, lobby, game_match, Length::Short),
    })
}

/// The change that the last battle has made, as a sentence; `None` while its dice roll, and if there is nothing to tell.
fn incident(model: &Model, lobby: &Lobby, game_match: &GameMatch) -> Option<Span<'static>> {
    let told = game_match
        .incident
        .filter(|_| game_match.rolling.is_none())?;
    let (look, language) = (model.look, model.look.language);
    let seat = told.what.seat();
    let name = cut(look, &lobby.seat_name(seat), NAME_WIDTH);
    let is_mine = lobby.my_seat() == Some(seat);
    let change = |[before, after]: [u8; 2]| format!("{before} {} {after}", look.symbols().arrow);
    let text = match told.what {
        Incident::Cut { link, .. } if is_mine => language.cut_mine(change(link)),
        Incident::Cut { link, .. } => language.cut_other(name, change(link)),
        Incident::Joined { link, .. } if is_mine => language.joined_mine(change(link)),
        Incident::Joined { link, .. } => language.joined_other(name, change(link)),
        Incident::MatchPoint { .. } if is_mine => language.match_point_mine(),
        Incident::MatchPoint { .. } => language.match_point_other(name),
        Incident::NextWins { .. } if is_mine => language.next_wins_mine(),
        Incident::NextWins { .. } => language.next_wins_other(name),
    };
    let text = format!(" {} {text} ", look.owner(seat));
    Some(styled(text, look.chosen()))
}

fn happened(model: &Model, width: u16) -> Line<'static> {
    let mut line = log::last(model, usize::from(width).saturating_sub(1)).unwrap_or_default();
    line.spans.insert(0, plain(" "));
    line
}

/// The length of the explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    WithGain,
    Full,
    Short,
}

fn written(model: &Model, lobby: &Lobby, game_match: &GameMatch, length: Length) -> Line<'static> {
    let mut spans = vec![plain(" ")];
    let cursor = game_match.cursor;
    if let Some(told) = incident(model, lobby, game_match) {
        spans.extend([told, plain("  ")]);
    }
    if game_match.outcome.is_some() {
        spans.push(plain(over(model)));
    } else if let Some(battle) = rolling(game_match) {
        rolls(model, lobby, battle, &mut spans);
    } else if game_match.fought.is_some() {
        fight(model, lobby, game_match, length, &mut spans);
    } else if game_match.cell(cursor).is_none() {
        step(model, lobby, game_match, &mut spans);
    } else if let Some(attack) = game_match.move_to(cursor) {
        this_attack(model, lobby, game_match, (attack, length), &mut spans);
    } else if game_match.may_choose() {
        spans.extend(hex(model, game_match, cursor));
        my_turn(model, (lobby, game_match), length, &mut spans);
    } else {
        spans.extend(hex(model, game_match, cursor));
        spans.push(plain("  "));
        waiting(model, lobby, game_match, &mut spans);
    }
    Line::from(spans)
}

/// The battle whose dice roll; `None` if none do.
fn rolling(game_match: &GameMatch) -> Option<&Battle> {
    let battle = game_match.trail.battle.as_ref();
    battle.filter(|_| game_match.rolling.is_some())
}

/// Tells who rolls how many dice, and who keeps the place after a tie.
fn rolls(model: &Model, lobby: &Lobby, battle: &Battle, spans: &mut Vec<Span<'static>>) {
    let (look, language) = (model.look, model.look.language);
    let [attack, defense] = battle.counts().unwrap_or_default();
    let name = |seat| cut(look, &lobby.seat_name(seat), NAME_WIDTH);
    let told = language.rolls_against(name(battle.attacker), attack, defense);
    spans.push(mark(look, battle.attacker));
    spans.push(styled(format!(" {told}"), look.strong()));
    let tie = language.tie_stays(name(battle.defender));
    spans.push(styled(format!("   {tie}"), look.quiet()));
}

/// Explains the attack that the person has made: until the dice lie the attack, then its result.
fn fight(
    model: &Model,
    lobby: &Lobby,
    game_match: &GameMatch,
    length: Length,
    spans: &mut Vec<Span<'static>>,
) {
    let lies = !game_match.awaits_dice() && game_match.rolling.is_none();
    let told = game_match.trail.battle.filter(|_| lies);
    let Some(attack) = game_match.fought.as_ref().map(|it| it.attack) else {
        return;
    };
    let Some(battle) = told else {
        return this_attack(model, lobby, game_match, (attack, length), spans);
    };
    let [from, to] = [attack.from, attack.to].map(|it| game_match.name(it));
    let language = model.look.language;
    if battle.won {
        spans.push(styled(language.you_take(to), model.look.strong()));
        spans.push(plain(format!("  {}", language.keeps_one(from))));
    } else {
        spans.push(styled(language.it_holds(to), model.look.strong()));
        spans.push(plain(format!("  {}", language.drops_to_one(from))));
    }
    if game_match.may_choose() {
        let goes_on = format!("   {}", language.tab_goes_on());
        spans.push(styled(goes_on, model.look.quiet()));
        let gain = gain(language, game_match).filter(|_| length == Length::WithGain);
        spans.extend(gain.map(|it| styled(it, model.look.quiet())));
    }
}

/// The keys on a board whose match is over. The summary in front of it shows its own keys.
fn over(model: &Model) -> String {
    let language = model.look.language;
    if model.popups.last() == Some(&Popup::Outcome) {
        return rematch(model).unwrap_or_else(|| language.match_is_over());
    }
    let keys = [
        (KeyAction::Rematch, language.key_rematch()),
        (KeyAction::ToLobby, language.key_lobby()),
    ];
    let keys = keys.into_iter().filter(|(it, _)| can(model, *it));
    let told = keys.map(|(action, does)| {
        let key = key_of(model, Context::Match, action);
        format!("   {} {does}", key.map(name).unwrap_or_default())
    });
    std::iter::once(language.match_is_over())
        .chain(told)
        .collect()
}

/// Who of the seated people wants a rematch; `None` if nobody else is asked.
fn rematch(model: &Model) -> Option<String> {
    let lobby = model.lobby.as_ref()?;
    let [yes, not_yet] = match model.look.glyphs {
        Glyphs::Ascii => ["yes", "..."],
        Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks => ["✓", "…"],
    };
    let told = Seat::ALL.into_iter().zip(&lobby.view.seats);
    let told = told.filter_map(|(seat, it)| {
        let HolderView::Human { ready, .. } = it.holder else {
            return None;
        };
        let (mark, name) = (model.look.owner(seat), lobby.seat_name(seat));
        let name = cut(model.look, &name, NAME_WIDTH);
        let sign = if ready { yes } else { not_yet };
        Some(format!("  {mark} {name} {sign}"))
    });
    let told: Vec<String> = told.collect();
    let (language, people) = (model.look.language, told.concat());
    let asked = match model.other_game_next() {
        Some(game) => language.next_game_asked(language.game_short(game.name()), people),
        None => language.rematch_asked(people),
    };
    (told.len() > 1).then_some(asked)
}

/// Explains the effect of Enter on a place that is no territory.
fn step(model: &Model, lobby: &Lobby, game_match: &GameMatch, spans: &mut Vec<Span<'static>>) {
    let cursor = game_match.cursor;
    let here = game_match.name(cursor);
    spans.push(styled(format!("{here}  "), model.look.strong()));
    if !game_match.may_choose() {
        return waiting(model, lobby, game_match, spans);
    }
    let count = game_match.moves_from(cursor).count();
    let language = model.look.language;
    let thing = |at| {
        let held = game_match.board.held(at, language);
        let name = held.and_then(PlaceContent::name);
        name.unwrap_or_else(|| language.piece("piece"))
    };
    let names = game_match.names(language);
    let text = match (game_match.move_to(cursor), game_match.source) {
        (None, None) if count == 0 && names.is_some() => {
            language.choose_name(names.unwrap_or_default())
        }
        (Some(attack), _) if attack.from == attack.to => language.enter_marks(),
        (Some(attack), _) => language.enter_does(game_match.board.told(attack.action, language)),
        (None, Some(source)) if source == cursor => language.piece_lifted(thing(source)),
        (None, Some(source)) => language.piece_cannot(thing(source)),
        (None, None) if count > 0 => language.piece_can(thing(cursor), count),
        (None, None) => language.none_to_choose(),
    };
    spans.push(plain(text));
    let odds = game_match.move_to(cursor).and_then(|it| it.odds);
    let chance = odds.map(|it| language.win_chance(percent(Some(it))));
    spans.extend(chance.map(|it| styled(format!("  {it}"), model.look.strong())));
}

/// The owner's mark, dice and name of a hex.
fn hex(model: &Model, game_match: &GameMatch, at: Place) -> Vec<Span<'static>> {
    let Some(cell) = game_match.cell(at) else {
        return Vec::new();
    };
    let name = game_match.board.places().full_name(at);
    vec![
        mark(model.look, cell.owner),
        plain(format!("{} {name}", cell.dice)),
    ]
}

fn this_attack(
    model: &Model,
    lobby: &Lobby,
    game_match: &GameMatch,
    (attack, length): (Move, Length),
    spans: &mut Vec<Span<'static>>,
) {
    spans.extend(hex(model, game_match, attack.from));
    spans.push(plain(format!(" {} ", model.look.symbols().arrow)));
    spans.extend(hex(model, game_match, attack.to));
    let language = model.look.language;
    let wins = attack.odds.map_or_else(
        || language.always_wins(),
        |it| language.win_chance(percent(Some(it))),
    );
    spans.push(styled(format!("  {wins}"), model.look.strong()));
    if let Some(odds) = attack.odds.filter(|_| length != Length::Short) {
        let lose = language.lose_chance(percent(Some(1.0 - odds)));
        spans.push(plain(format!("  {lose}")));
    }
    let link = lobby.my_seat().and_then(|it| game_match.link(it));
    if let (Some(before), Some(after)) = (link, attack.link) {
        let arrow = model.look.symbols().arrow;
        let change = if before == after {
            language.link_stays(after)
        } else {
            format!("{before} {arrow} {after}")
        };
        let told = if length == Length::Short {
            language.link_then(change)
        } else {
            language.link_if_won(change)
        };
        spans.push(plain(format!("  {told}")));
    }
}

fn my_turn(
    model: &Model,
    (lobby, game_match): (&Lobby, &GameMatch),
    length: Length,
    spans: &mut Vec<Span<'static>>,
) {
    let (cursor, game) = (game_match.cursor, game_match.game.name());
    let language = model.look.language;
    let count = game_match.moves_from(cursor).count();
    let owner = game_match.cell(cursor).map(|it| it.owner);
    let mine = lobby.my_seat() == owner;
    let none_left = game_match.moves().next().is_none();
    let (full, short) = match (none_left, game_match.source, count, mine) {
        (true, ..) => {
            let key = key_name(model, Context::Match, KeyAction::EndTurn);
            (
                language.nothing_to_attack(&key),
                language.none_left_short(&key),
            )
        }
        (_, Some(source), ..) if source == cursor => {
            (language.source_chosen(), language.source_chosen_short())
        }
        (_, Some(_), ..) => (language.out_of_reach(game), language.out_of_reach_short()),
        (_, None, 0, true) => (language.mine_cannot(), language.mine_cannot_short()),
        (_, None, 0, false) => (language.tab_best(), language.tab_best_short()),
        (_, None, count, _) => (language.can_attack(count, game), language.enter_chooses()),
    };
    let text = if length == Length::Short { short } else { full };
    spans.push(plain(format!("  {text}")));
    if length == Length::WithGain {
        spans.extend(gain(language, game_match).map(plain));
    }
}

/// The dice that the end of the turn would bring now.
fn gain(language: Language, game_match: &GameMatch) -> Option<String> {
    let gain = gain_words(language, game_match.outlook()?.gain?);
    Some(format!("   {}", language.gain_now(gain)))
}

fn waiting(model: &Model, lobby: &Lobby, game_match: &GameMatch, spans: &mut Vec<Span<'static>>) {
    let language = model.look.language;
    if lobby.my_seat().is_none() {
        spans.push(plain(language.you_watch()));
        return;
    }
    let sent = game_match.choices.as_ref().is_some_and(|it| it.sent);
    match game_match.to_move {
        Some(_) if sent => spans.push(plain(language.waits_for_dice())),
        Some(seat) => {
            spans.push(plain(format!("{} ", language.waits_for())));
            spans.push(mark(model.look, seat));
            spans.push(plain(format!(
                " {}",
                cut(model.look, &lobby.seat_name(seat), NAME_WIDTH)
            )));
            spans.extend(votes(model, lobby, seat).map(|it| styled(it, model.look.quiet())));
        }
        None => {}
    }
}

/// The requests that the person can make while a seat is waited for, and how many have asked: a bot in the place of its human who is
/// gone, or that bots do not pause.
fn votes(model: &Model, lobby: &Lobby, seat: Seat) -> Option<String> {
    let language = model.look.language;
    let key = |action| key_name(model, Context::Match, action);
    if lobby.absent_seat() == Some(seat) {
        let (key, voted) = (key(KeyAction::StandIn), lobby.stand_in_votes(seat));
        let time = lobby.bot_in(seat).unwrap_or_default();
        let told = match (voted.by_me, lobby.is_host() || voted.all < 2) {
            (_, true) => language.bot_now(key),
            (false, false) => language.bot_asked(key, voted.count, voted.all),
            (true, false) => language.bot_asked_by_me(voted.count, voted.all),
        };
        return Some(format!("  {time}   {told}"));
    }
    let voted = lobby.skip_votes();
    if !lobby.may_skip_bots() || voted.all < 2 {
        return None;
    }
    let told = if voted.by_me {
        language.skip_asked_by_me(voted.count, voted.all)
    } else {
        language.skip_asked(key(KeyAction::Skip), voted.count, voted.all)
    };
    Some(format!("   {told}"))
}
