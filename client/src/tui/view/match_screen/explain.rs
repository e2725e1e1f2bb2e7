//! The line below the board: the place under the cursor, and the results of an attack.

use dicehall_engine::Seat;
use ratatui::text::{Line, Span};

use crate::games::hints::gain_words;
use crate::games::place::{Move, Place};
use crate::graphics::text::{cut, mark, percent, plain, styled};
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
    fitting.unwrap_or_else(|| written(model, lobby, game_match, Length::Short))
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
    if game_match.fought.is_some() && game_match.outcome.is_none() {
        fight(model, lobby, game_match, length, &mut spans);
    } else if !game_match.has_dice() && game_match.outcome.is_none() {
        without_dice(model, lobby, game_match, &mut spans);
    } else if let Some(attack) = game_match.move_to(cursor) {
        this_attack(model, lobby, game_match, (attack, length), &mut spans);
    } else if game_match.outcome.is_some() {
        spans.push(plain(over(model)));
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

/// Explains the attack that the person has made: until the dice lie the attack, then its result.
fn fight(
    model: &Model,
    lobby: &Lobby,
    game_match: &GameMatch,
    length: Length,
    spans: &mut Vec<Span<'static>>,
) {
    let lies = !game_match.awaits_dice() && game_match.rolling().is_none();
    let told = game_match.battle().filter(|_| lies);
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
        return language.match_is_over();
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

/// Explains the effect of Enter in a game without dice.
fn without_dice(
    model: &Model,
    lobby: &Lobby,
    game_match: &GameMatch,
    spans: &mut Vec<Span<'static>>,
) {
    let cursor = game_match.cursor;
    let here = game_match.name(cursor);
    spans.push(styled(format!("{here}  "), model.look.strong()));
    if !game_match.may_choose() {
        return waiting(model, lobby, game_match, spans);
    }
    let count = game_match.moves_from(cursor).count();
    let language = model.look.language;
    let thing = |at| {
        let piece = game_match.board.piece(at, language);
        piece.unwrap_or_else(|| language.piece("piece"))
    };
    let text = match (game_match.move_to(cursor), game_match.source) {
        (Some(attack), _) if attack.from == attack.to => language.enter_marks(),
        (Some(attack), _) => language.enter_does(game_match.board.told(attack.action, language)),
        (None, Some(source)) if source == cursor => language.piece_lifted(thing(source)),
        (None, Some(source)) => language.piece_cannot(thing(source)),
        (None, None) if count > 0 => language.piece_can(thing(cursor), count),
        (None, None) => language.none_to_choose(),
    };
    spans.push(plain(text));
}

/// The owner's mark, dice and name of a hex.
fn hex(model: &Model, game_match: &GameMatch, at: Place) -> Vec<Span<'static>> {
    let Some(cell) = game_match.board.dice().and_then(|it| it.cell(at)) else {
        return Vec::new();
    };
    let name = game_match.board.full_name(at);
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
    let link = lobby.my_seat().and_then(|it| link(game_match, it));
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
    let cell = game_match.board.dice().and_then(|it| it.cell(cursor));
    let owner = cell.map(|it| it.owner);
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
    let dice = game_match.board.dice()?;
    let gain = gain_words(language, dice.shown_outlook()?.gain?);
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
        }
        None => {}
    }
}

/// The largest group of a seat as the board shows it: while dice roll, the one before them.
fn link(game_match: &GameMatch, seat: Seat) -> Option<u8> {
    let standings = game_match.board.dice()?.shown_standings();
    standings.get(seat.idx()).map(|it| it.link)
}
