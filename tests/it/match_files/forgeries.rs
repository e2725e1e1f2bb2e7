//! Forgeries of the file of a match, in every game, and the first fault that `dicehall verify` finds: in the hashes
//! and, once a forger has made all hashes fit, in the audit.

use super::*;

/// A file with one kind of forgery in it, and the faults that must be reported.
struct Forged {
    what: &'static str,
    file: Forgery,
    /// The line whose hash is wrong, counted from 1, while the hashes are not repaired.
    breaks_at: usize,
    /// The line and the message of the first fault once the hashes are repaired; `None` if nothing depends on what was
    /// changed.
    fault: Option<(usize, String)>,
}

impl Forged {
    async fn check(self, game: &str) {
        let Self {
            what,
            file,
            breaks_at,
            fault,
        } = self;
        check_fault(
            &format!("{game}: {what}"),
            &file.text(),
            breaks_at,
            "it does not follow the line before",
        )
        .await;
        match fault {
            Some((line, told)) => {
                check_fault(
                    &format!("{game}: {what}, mended"),
                    &file.repaired(),
                    line,
                    &told,
                )
                .await;
            }
            None => drop(check_honest(&file.repaired()).await),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_changed_in_the_file_of_any_game_is_found_and_where() {
    for (game, switches) in GAMES {
        let text = played(game, switches, true).await;
        let has_luck = check_honest(&text).await["rolls"].as_u64() > Some(0);
        assert_eq!(
            has_luck,
            matches!(game, GameKind::DiceOfDoom | GameKind::DiceWars),
            "{game:?}"
        );
        let honest = Forgery::of(&text);
        let mut forgeries = vec![
            other_order(&honest),
            other_secret(&honest),
            other_nonce(&honest),
            other_match(&honest),
        ];
        forgeries.extend([
            first_removed(&honest, "{\"acted\""),
            shifted_header(&honest),
        ]);
        forgeries.extend([
            grown_secret(&honest, has_luck),
            grown_nonce(&honest, has_luck),
        ]);
        if has_luck {
            forgeries.extend([other_roll(&honest), first_removed(&honest, "{\"battle\"")]);
        }
        if game == GameKind::TicTacToe {
            forgeries.push(taken_twice(&honest));
        }
        for forged in forgeries {
            forged.check(game.name()).await;
        }
    }
}

/// One face of a battle is changed.
fn other_roll(honest: &Forgery) -> Forged {
    let rolled = honest.with("{\"rolled\"");
    let at = *honest.with("{\"battle\"").first().unwrap();
    let number = rolled.iter().position(|it| *it == at).unwrap() + 1;
    let (before, rest) = honest.line(at).split_once("\"attack\":[").unwrap();
    let (face, after) = rest.split_at(1);
    let other = face.parse::<u8>().unwrap() % 6 + 1;
    let changed = format!("{before}\"attack\":[{other}{after}");
    let file = honest.clone().replace(honest.line(at), &changed);
    let told = format!("roll {number} is not what the dice show");
    Forged {
        what: "a roll",
        file,
        breaks_at: at + 2,
        fault: Some((at + 1, told)),
    }
}

/// Two actions of different seats are swapped.
fn other_order(honest: &Forgery) -> Forged {
    let acted = honest.with("{\"acted\"");
    let first = acted[0];
    let second = *acted
        .iter()
        .find(|it| seat_of(honest, **it) != seat_of(honest, first))
        .unwrap();
    let told = format!("seat {} is not to move", seat_of(honest, second));
    let file = honest.clone().swap(first, second);
    Forged {
        what: "the order",
        file,
        breaks_at: first + 2,
        fault: Some((first + 1, told)),
    }
}

/// A seat repeats an action that another seat has chosen before.
fn taken_twice(honest: &Forgery) -> Forged {
    let (first, second) = (honest.with("{\"acted\"")[0], honest.with("{\"acted\"")[1]);
    let action = |at: usize| {
        honest
            .line(at)
            .split_once("\"action\":")
            .unwrap()
            .1
            .to_owned()
    };
    let file = honest.clone().replace(
        honest.line(second),
        &honest.line(second).replace(&action(second), &action(first)),
    );
    let told = "the rules do not allow the action".to_owned();
    Forged {
        what: "an action",
        file,
        breaks_at: second + 2,
        fault: Some((second + 1, told)),
    }
}

/// The first event of a kind is removed.
fn first_removed(honest: &Forgery, kind: &str) -> Forged {
    let at = honest.with(kind)[0];
    let told = if honest.line(at + 1).contains("{\"rolled\"") {
        "nothing is to be rolled".to_owned()
    } else {
        format!("seat {} is not to move", seat_of(honest, at + 1))
    };
    let file = honest.clone().remove(at);
    Forged {
        what: "an event is gone",
        file,
        breaks_at: at + 1,
        fault: Some((at + 1, told)),
    }
}

/// The secret is another one than the server was bound to.
fn other_secret(honest: &Forgery) -> Forged {
    let at = honest.with("\"secret\":\"")[0];
    let told = "the server's secret does not fit its commitment".to_owned();
    let file = other_digits(honest, "\"secret\":\"");
    Forged {
        what: "the secret",
        file,
        breaks_at: at + 2,
        fault: Some((at + 1, told)),
    }
}

/// The share is another one than the human was bound to.
fn other_nonce(honest: &Forgery) -> Forged {
    let at = honest.with("\"share\":\"")[0];
    let told = "the share of seat 0 does not fit its commitment".to_owned();
    let file = other_digits(honest, "\"share\":\"");
    Forged {
        what: "the share",
        file,
        breaks_at: at + 2,
        fault: Some((at + 1, told)),
    }
}

/// The name of the match is changed, which is part of everything that is hashed.
fn other_match(honest: &Forgery) -> Forged {
    let name = word(honest, "\"match_id\":\"");
    let at = honest.with("\"secret\":\"")[0];
    let told = "the server's secret does not fit its commitment".to_owned();
    let file = honest.clone().replace(&name, "AAAAA-1-0123456789abcdef");
    Forged {
        what: "the match",
        file,
        breaks_at: 2,
        fault: Some((at + 1, told)),
    }
}

/// The header has another time.
fn shifted_header(honest: &Forgery) -> Forged {
    let header = honest.line(0);
    let (before, _) = header.split_once("\"begun_at\":").unwrap();
    let (_, after) = header.split_once(",\"settings\"").unwrap();
    let file = honest.clone().replace(
        header,
        &format!("{before}\"begun_at\":7,\"settings\"{after}"),
    );
    let end = honest.with("").len();
    let told = "the header is of another match than the events".to_owned();
    Forged {
        what: "the header",
        file,
        breaks_at: 2,
        fault: Some((end, told)),
    }
}

/// A forger has tried secrets until the dice were good, and has made the commitment fit.
fn grown_secret(honest: &Forgery, has_luck: bool) -> Forged {
    let forged = Secret([5; 32]);
    let bound = String::from(commitment(&id_of(honest), Party::Server, &forged));
    let (secret, before) = (
        word(honest, "\"secret\":\""),
        word(honest, "\"commitment\":\""),
    );
    let file = honest
        .clone()
        .replace(&secret, &String::from(forged))
        .replace(&before, &bound);
    let at = honest.with("{\"dice_sealed\"")[0];
    Forged {
        what: "the secret with its commitment",
        file,
        breaks_at: at + 2,
        fault: start(honest, has_luck),
    }
}

/// The same with a share.
fn grown_nonce(honest: &Forgery, has_luck: bool) -> Forged {
    let forged = Secret([5; 32]);
    let bound = String::from(commitment(
        &id_of(honest),
        Party::Seat(Seat::ALL[0]),
        &forged,
    ));
    let at = honest.with("{\"share_committed\"")[0];
    let (share, before) = (
        word(honest, "\"share\":\""),
        word(&Forgery::of(honest.line(at)), "\"commitment\":\""),
    );
    let file = honest
        .clone()
        .replace(&share, &String::from(forged))
        .replace(&before, &bound);
    Forged {
        what: "the share with its commitment",
        file,
        breaks_at: at + 2,
        fault: start(honest, has_luck),
    }
}

/// The fault of a start that does not follow from the dice; `None` in a game without luck, where the dice have no
/// effect.
fn start(honest: &Forgery, has_luck: bool) -> Option<(usize, String)> {
    let at = honest.with("{\"match_started\"")[0];
    has_luck.then(|| {
        (
            at + 1,
            "the start of the match does not follow from the dice".to_owned(),
        )
    })
}

fn id_of(honest: &Forgery) -> MatchId {
    MatchId::try_from(word(honest, "\"match_id\":\"")).unwrap()
}
