//! Tests of the pages about how well people play.

use dicehall_protocol::standing::{LeadersRow, LeadersView};
use dicehall_protocol::{LobbyView, ProfileView};

use super::*;
use crate::tui::keymap::{Context, context};
use crate::tui::model::popup::Popup;

/// An answer with one row.
pub(super) fn leaders() -> Reply {
    let aki = LeadersRow {
        place: 1,
        name: "Aki".to_owned(),
        mean: 1564,
        margin: 421,
        matches: 3,
        won: 2,
        skill: None,
    };
    Reply::Leaders(LeadersView {
        matches: 3,
        people: 1,
        rows: vec![aki.clone()],
        yours: Some(aki),
    })
}

/// The page that lies over everything, as the command that asks for it.
fn shown(model: &Model) -> String {
    let Some(Popup::Ratings(it)) = model.popups.last() else {
        return "nothing".to_owned();
    };
    serde_json::to_string(&it.page.asks()).unwrap()
}

const ALL_TIME: &str = r#"{"leaders":{"game":"dice-of-doom"}}"#;
const THIS_MONTH: &str = r#"{"leaders":{"game":"dice-of-doom","month":"this"}}"#;

#[test]
fn a_key_asks_who_leads_and_shows_it_when_the_answer_comes() {
    let mut model = in_lobby();
    check(&mut model, "L", &[ALL_TIME]);
    assert_eq!(shown(&model), "nothing");
    accept(&mut model, 1, Some(leaders()));
    assert_eq!(
        (shown(&model).as_str(), context(&model)),
        (ALL_TIME, Context::Help)
    );
    check(&mut model, "l", &[THIS_MONTH]);
    accept(&mut model, 2, Some(leaders()));
    assert_eq!(
        (shown(&model).as_str(), model.popups.len()),
        (THIS_MONTH, 1)
    );
    // A guest has no profile: the next page is that of another game.
    check(&mut model, "l", &[r#"{"leaders":{"game":"dice-wars"}}"#]);
    check(&mut model, "h", &[ALL_TIME]);
    check(&mut model, "q", &[]);
    assert_eq!(shown(&model), "nothing");
}

#[test]
fn whoever_has_an_account_finds_the_own_profile_beside_the_leaders() {
    let mut model = in_lobby();
    let mut view = model.lobby.as_ref().unwrap().view.clone();
    let account = dicehall_engine::lobby::AccountId([1; 8]);
    for it in &mut view.players {
        it.account = Some(account);
    }
    model.lobby.as_mut().unwrap().replace(LobbyView { ..view });
    check(&mut model, ":ratings month<Enter>", &[THIS_MONTH]);
    accept(&mut model, 1, Some(leaders()));
    check(&mut model, "l", &[r#"{"profile":{}}"#]);
    let name = "Aki".to_owned();
    let games = Vec::new();
    accept(
        &mut model,
        2,
        Some(Reply::Profile(ProfileView { name, games })),
    );
    let shown = crate::testing::screen(&mut model, 80, 24);
    assert!(
        shown.contains("Profile of Aki") && shown.contains("No rated match yet."),
        "{shown}"
    );
}

#[test]
fn a_bot_that_nobody_names_is_one_of_the_ladder_in_every_game() {
    use dicehall_engine::GameKind;
    for game in GameKind::ALL.iter().copied() {
        let mut model = in_lobby();
        let mut view = model.lobby.as_ref().unwrap().view.clone();
        view.settings = crate::tui::model::usual_settings(game);
        model.lobby.as_mut().unwrap().replace(view);
        let effects = keys(&mut model, ":bot 2<Enter>");
        let command = short(&effects[0]);
        let bot = command.split('"').nth(7).unwrap().to_owned();
        let bot: dicehall_engine::BotSpec = bot.parse().unwrap();
        assert!(bot.rung(game).is_some(), "{command}");
    }
}

#[test]
fn a_game_a_month_and_a_name_can_be_typed_and_nonsense_is_told() {
    let mut model = in_lobby();
    let wars = r#"{"leaders":{"game":"dice-wars","month":"2027-01"}}"#;
    check(&mut model, ":ratings dice-wars 2027-01<Enter>", &[wars]);
    check(
        &mut model,
        ":profile Bo<Enter>",
        &[r#"{"profile":{"name":"Bo"}}"#],
    );
    check(&mut model, ":ratings chess<Enter>", &[]);
    assert!(
        model.notice.as_ref().is_some_and(|it| it.bad),
        "{:?}",
        model.notice
    );
    // What is refused is told, and nothing is shown.
    reject(&mut model, 2, "no_such_player");
    assert_eq!(shown(&model), "nothing");
}

#[test]
fn a_month_has_a_form_and_an_old_server_is_told_in_a_sentence() {
    let mut model = in_lobby();
    check(&mut model, ":ratings 2027-1<Enter>", &[]);
    let told = |model: &Model| model.notice.as_ref().unwrap().text.clone();
    assert_eq!(told(&model), "A month is written 2027-01.");
    check(&mut model, "L", &[ALL_TIME]);
    reject(&mut model, 1, "not_a_message");
    let sentence = "This server keeps no accounts and no ratings.";
    assert_eq!(told(&model), sentence);
    model.notice = None;
    check(&mut model, ":account<Enter>", &[r#""my_account""#]);
    reject(&mut model, 2, "no_accounts");
    assert_eq!(told(&model), sentence);
}
