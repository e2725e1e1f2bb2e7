//! Carries out the orders of operators: finds whom they mean, writes them down, and lets the lobbies decide. Bans and the
//! end of the server are in `banning`.
//!
//! The operators' port calls this. Laws kept here: every order is answered once, by what was done or by a sentence that
//! says why not; nothing is done that is not written down; a lobby changes only by its own task.

mod banning;

use std::time::Duration;

use dicehall_engine::lobby::{Order, Phase};
use dicehall_protocol::LobbyCode;
use dicehall_protocol::looks::looks;
use dicehall_protocol::text::{clean, clean_chat, clean_name};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::order_log::OrderLog;
use super::orders::{ListedLobby, OrderAnswer, ServerOrder, SignedOrder};
use crate::lobby::task::mail::{LobbyHandle, Mail, OperatorMail, PeopleThere, PersonThere};
use crate::session::ServerContext;
use banning::BanTarget;

/// The longest wait for the answer of one lobby, in milliseconds.
const LOBBY_MS_MAX: u64 = 5_000;
/// The most characters of the name of whoever gives an order.
const BY_CHARS_MAX: usize = 64;

/// The answer to an order: what was done, or a sentence that says why not.
pub(crate) type Answered = Result<OrderAnswer, String>;

/// Carries out an order.
pub(crate) async fn carry_out(
    context: &ServerContext,
    log: &OrderLog,
    mut signed: SignedOrder,
) -> Answered {
    signed.by = clean(&signed.by).chars().take(BY_CHARS_MAX).collect();
    if signed.by.is_empty() {
        return Err("an order needs the name of whoever gives it (--by)".to_owned());
    }
    let operating = RunningOrder {
        context,
        log,
        signed: &signed,
    };
    match &signed.order {
        ServerOrder::Lobbies => operating.lobbies().await,
        ServerOrder::Close { lobby, why } => operating.close(*lobby, why).await,
        ServerOrder::Kick { lobby, name, why } => {
            operating.kick(*lobby, name, why.as_deref()).await
        }
        ServerOrder::Say { lobby, text } => operating.say(*lobby, text).await,
        ServerOrder::Words { text } => operating.set_words(text.as_deref()),
        ServerOrder::Ban {
            name,
            lobby,
            address,
            why,
            for_s,
        } => {
            let whom = BanTarget {
                name: name.as_deref(),
                lobby: *lobby,
                address: address.as_deref(),
            };
            operating.ban(whom, why, *for_s).await
        }
        ServerOrder::LiftBan { ban } => operating.lift(*ban),
        ServerOrder::Bans => Ok(operating.bans()),
        ServerOrder::Drain { for_s } => operating.drain(*for_s),
        ServerOrder::GoOn => operating.go_on(),
    }
}

/// An order that is being carried out.
pub(super) struct RunningOrder<'a> {
    pub(super) context: &'a ServerContext,
    log: &'a OrderLog,
    signed: &'a SignedOrder,
}

impl RunningOrder<'_> {
    async fn lobbies(&self) -> Answered {
        let all = self.context.directory.all().await;
        let mut listed = Vec::new();
        for known in all.map_err(|refusal| refusal.message.into_owned())? {
            let there = match &known.lobby {
                Some(lobby) => look(lobby).await.ok(),
                None => None,
            };
            let state = match (&known.line, &known.lobby) {
                _ if known.is_quarantined => "quarantined",
                (_, None) => "asleep",
                (None, Some(_)) => "opening",
                (Some(line), Some(_)) => phase_word(line.phase),
            };
            let people = there.as_ref();
            listed.push(ListedLobby {
                lobby: known.code,
                state: state.to_owned(),
                title: known.line.as_ref().map(|it| it.title.clone()),
                game: known.line.as_ref().map(|it| it.game.name().to_owned()),
                seated: names(people, |it| it.is_seated),
                bots: people.map_or_else(Vec::new, |it| it.bots.clone()),
                watching: names(people, |it| !it.is_seated),
                away: names(people, |it| !it.is_connected),
                open_for_s: people.map(|it| it.open_for.as_secs()),
            });
        }
        Ok(OrderAnswer::Lobbies(listed))
    }

    async fn close(&self, code: LobbyCode, why: &str) -> Answered {
        let why = visible(why)?;
        let lobby = self.find(code).await?;
        self.write_down()?;
        self.order(&lobby, Order::Close { why }).await?;
        Ok(OrderAnswer::Done(format!("{code} is closed")))
    }

    async fn kick(&self, code: LobbyCode, name: &str, why: Option<&str>) -> Answered {
        let why = why.map(visible).transpose()?;
        let lobby = self.find(code).await?;
        let person = person(&look(&lobby).await?, code, name)?;
        self.write_down()?;
        let order = Order::Kick {
            player: person.player,
            why,
        };
        self.order(&lobby, order).await?;
        Ok(OrderAnswer::Done(format!(
            "{} was sent away from {code}",
            person.name
        )))
    }

    /// Says something in one lobby, or in every one that is open: in the others nobody is.
    async fn say(&self, code: Option<LobbyCode>, text: &str) -> Answered {
        let text = visible(text)?;
        let lobbies = match code {
            Some(code) => vec![self.find(code).await?],
            None => self.open_lobbies().await?,
        };
        self.write_down()?;
        let mut heard = 0_usize;
        for lobby in &lobbies {
            let text = text.clone();
            let said = self.order(lobby, Order::Announce { text }).await;
            if code.is_some() {
                said?;
                heard += 1;
            } else if said.is_ok() {
                heard += 1;
            }
        }
        Ok(OrderAnswer::Done(format!(
            "said in {heard} of {} lobbies",
            lobbies.len()
        )))
    }

    fn set_words(&self, text: Option<&str>) -> Answered {
        let words = text.map(visible).transpose()?;
        self.write_down()?;
        let told = match &words {
            Some(words) => format!("everybody who comes is told: {words}"),
            None => "whoever comes is told nothing".to_owned(),
        };
        let kept = self.context.door.set_words(words);
        kept.map_err(|error| self.failed(format!("the words cannot be kept: {error}")))?;
        Ok(OrderAnswer::Done(told))
    }

    /// The lobby with this code; one that sleeps is woken.
    async fn find(&self, code: LobbyCode) -> Result<LobbyHandle, String> {
        let found = self.context.directory.find(code).await;
        found.map_err(|refusal| format!("{code}: {}", refusal.message))
    }

    pub(super) async fn open_lobbies(&self) -> Result<Vec<LobbyHandle>, String> {
        let all = self.context.directory.all().await;
        let all = all.map_err(|refusal| refusal.message.into_owned())?;
        Ok(all.into_iter().filter_map(|it| it.lobby).collect())
    }

    /// The present time, in seconds since 1970.
    pub(super) fn now(&self) -> u64 {
        self.context.entropy.unix_seconds()
    }

    /// Writes the order down, so that it may be carried out.
    fn write_down(&self) -> Result<(), String> {
        let now = self.now();
        let written = self.log.write(self.signed, now, None);
        written.map_err(|error| {
            format!("nothing was done, because the log of orders cannot be written: {error}")
        })
    }

    /// Writes down that the order was not carried out after all.
    fn failed(&self, why: String) -> String {
        let now = self.now();
        if let Err(error) = self.log.write(self.signed, now, Some(&why)) {
            tracing::error!(%error, "the log of orders cannot be written");
        }
        why
    }

    /// Lets a lobby decide an order, and waits until that is durable.
    async fn order(&self, lobby: &LobbyHandle, order: Order) -> Result<(), String> {
        let asked = ask(lobby, |done| OperatorMail::Order { order, done }).await;
        let decided = asked.and_then(|it| it.map_err(|refusal| refusal.message.into_owned()));
        decided.map_err(|why| self.failed(format!("{}: {why}", lobby.code)))
    }
}

async fn look(lobby: &LobbyHandle) -> Result<PeopleThere, String> {
    ask(lobby, |done| OperatorMail::Look { done }).await
}

/// Asks a lobby, and waits for its answer.
async fn ask<T>(
    lobby: &LobbyHandle,
    mail: impl FnOnce(oneshot::Sender<T>) -> OperatorMail,
) -> Result<T, String> {
    let (done, answer) = oneshot::channel();
    let mail = Mail::Operator(Box::new(mail(done)));
    let asking = async {
        lobby.mailbox.send(mail).await.ok()?;
        answer.await.ok()
    };
    let answered = timeout(Duration::from_millis(LOBBY_MS_MAX), Box::pin(asking)).await;
    let answered = answered.ok().flatten();
    answered.ok_or_else(|| format!("{} does not answer", lobby.code))
}

/// The person whose name looks like this.
fn person(there: &PeopleThere, code: LobbyCode, name: &str) -> Result<PersonThere, String> {
    let wanted = looks(&clean_name(name).unwrap_or_default());
    let found = there.people.iter().find(|it| it.looks.is_like(&wanted));
    found.cloned().ok_or_else(|| {
        let names = names(Some(there), |_| true).join(", ");
        format!("nobody called {name} is in {code}, only: {names}")
    })
}

fn names(there: Option<&PeopleThere>, which: impl Fn(&PersonThere) -> bool) -> Vec<String> {
    let people = there.iter().flat_map(|it| &it.people);
    let chosen = people.filter(|it| which(it));
    chosen.map(|it| it.name.clone()).collect()
}

/// A text that people can be shown.
fn visible(text: &str) -> Result<String, String> {
    clean_chat(text).ok_or_else(|| "nothing visible is left of the text".to_owned())
}

fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Starting => "starting",
        Phase::Playing => "playing",
        Phase::Over => "over",
        Phase::Ended => "ended",
    }
}
