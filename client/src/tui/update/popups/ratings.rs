//! Asks for the pages about how well people play, goes through them, and shows what is told.

use dicehall_engine::GameKind;
use dicehall_protocol::Reply;
use dicehall_protocol::standing::{THIS_MONTH, is_month};

use crate::tui::model::popup::Popup;
use crate::tui::model::popup::ratings::{Ratings, RatingsPage, RatingsTold};
use crate::tui::model::popup::way::Way;
use crate::tui::model::{Model, Pending};
use crate::tui::update::send;

/// Asks for the leaders of the game at hand.
pub(in crate::tui::update) fn open(model: &mut Model) {
    let page = RatingsPage::Leaders {
        game: model.game_at_hand(),
        month: None,
    };
    ask(model, page);
}

/// Asks for leaders as they are typed: a game, a month, both or neither.
pub(in crate::tui::update) fn typed(model: &mut Model, rest: &str) {
    let (mut game, mut month) = (model.game_at_hand(), None);
    for word in rest.split_whitespace() {
        match word.parse::<GameKind>() {
            Ok(named) => game = named,
            Err(_) if word == "month" => month = Some(THIS_MONTH.to_owned()),
            Err(_) if is_month(word) => month = Some(word.to_owned()),
            Err(_) if word.starts_with(|it: char| it.is_ascii_digit()) => {
                return model.warn(model.look.language.month_how());
            }
            Err(why) => return model.warn(why.to_string()),
        }
    }
    ask(model, RatingsPage::Leaders { game, month });
}

/// Asks for the profile of somebody, or for one's own without a name.
pub(in crate::tui::update) fn profile(model: &mut Model, name: &str) {
    let name = (!name.is_empty()).then(|| name.to_owned());
    ask(model, RatingsPage::Profile(name));
}

/// Asks for the page beside the one that is shown.
pub(super) fn sideways(model: &mut Model, way: Way) {
    let me = model.lobby.as_ref().and_then(|it| it.player(it.you));
    let has_account = me.is_some_and(|it| it.account.is_some());
    let all = RatingsPage::all(model.game_at_hand(), has_account);
    let Some(Popup::Ratings(shown)) = model.popups.last() else {
        return;
    };
    if let Some(page) = shown.page.beside(way, &all) {
        ask(model, page);
    }
}

/// Shows the answer to who asked for a page.
pub(in crate::tui::update) fn answered(model: &mut Model, asked: Option<&Pending>, reply: Reply) {
    if let Reply::Leaders(leaders) = reply {
        told(model, asked, RatingsTold::Leaders(leaders));
    } else if let Reply::Profile(profile) = reply {
        told(model, asked, RatingsTold::Profile(profile));
    }
}

/// Shows what was told of a page: in place of another such page, else over everything.
fn told(model: &mut Model, asked: Option<&Pending>, told: RatingsTold) {
    let Some(Pending::Ratings(page)) = asked else {
        return;
    };
    if let Some(Popup::Ratings(_)) = model.popups.last() {
        model.popups.pop();
    }
    let scroll = 0;
    model.popups.push(Popup::Ratings(Box::new(Ratings {
        page: page.clone(),
        told,
        scroll,
    })));
}

fn ask(model: &mut Model, page: RatingsPage) {
    if model.is_connected() {
        send(model, page.asks(), Pending::Ratings(page));
    } else {
        model.warn(model.look.language.not_connected());
    }
}
