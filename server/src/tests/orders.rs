//! The orders of operators: what they do to lobbies and people, who may give them, and what is written down of them.

use std::fs;

use super::operators::AdminServer;
use super::*;

/// The path to which orders are sent.
const ORDERS: &str = "/orders";

impl AdminServer {
    /// Gives an order; returns the status and the answer.
    async fn order(&self, order: &str) -> String {
        let body = format!(r#"{{"by":"anna","order":{order}}}"#);
        self.order_by(&body, &self.token()).await
    }

    async fn order_by(&self, body: &str, token: &str) -> String {
        let head = format!(
            "POST {ORDERS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all((head + body).as_bytes()).await.unwrap();
        let mut answer = String::new();
        timeout(TEST_TIMEOUT, stream.read_to_string(&mut answer))
            .await
            .expect("an answer")
            .unwrap();
        let status = answer.split(' ').nth(1).unwrap().to_owned();
        let told = answer.split_once("\r\n\r\n").unwrap().1;
        format!("{status} {told}")
    }

    fn log(&self) -> Vec<serde_json::Value> {
        let log = fs::read_to_string(self.data.path().join("moderation.jsonl"));
        let log = log.unwrap_or_default();
        let lines = log.lines();
        lines.map(|it| serde_json::from_str(it).unwrap()).collect()
    }
}

/// Somebody at a server.
struct Person {
    websocket: WebSocketStream<TcpStream>,
    lobby: String,
}

impl Person {
    async fn come(server: &Running, name: &str) -> (Self, serde_json::Value) {
        let mut person = Self {
            websocket: server.websocket().await,
            lobby: String::new(),
        };
        person
            .say(serde_json::json!({"type": "hello", "version": VERSION, "name": name}))
            .await;
        let greeting = person.hear("").await;
        (person, greeting)
    }

    async fn say(&mut self, message: serde_json::Value) {
        let frame = Message::text(message.to_string());
        self.websocket.send(frame).await.unwrap();
    }

    /// The next message of this type, or any.
    async fn hear(&mut self, kind: &str) -> serde_json::Value {
        loop {
            let heard = timeout(TEST_TIMEOUT, self.websocket.next()).await;
            if let Message::Text(text) = heard.expect("something comes").unwrap().unwrap() {
                let message: serde_json::Value = serde_json::from_str(&text).unwrap();
                if kind.is_empty() || message["type"] == kind {
                    return message;
                }
            }
        }
    }

    async fn ask(&mut self, id: u64, command: serde_json::Value) {
        self.say(serde_json::json!({"type": "command", "id": id, "command": command}))
            .await;
    }

    /// Gives a command, which must be accepted.
    async fn done(&mut self, id: u64, command: serde_json::Value) {
        self.ask(id, command).await;
        assert_eq!(self.hear("accepted").await["id"], id);
    }

    async fn make_lobby(&mut self) {
        let settings = session::tests::harness::settings();
        let make = serde_json::json!({"create_lobby": {"title": "T", "settings": settings}});
        self.ask(1, make).await;
        let joined = self.hear("accepted").await;
        self.lobby = joined["reply"]["joined"]["lobby"]
            .as_str()
            .unwrap()
            .to_owned();
        self.hear("snapshot").await;
    }

    async fn join(&mut self, lobby: &str) {
        self.ask(1, serde_json::json!({"join_lobby": {"lobby": lobby}}))
            .await;
        self.hear("snapshot").await;
        lobby.clone_into(&mut self.lobby);
    }
}

/// A host and a guest in a lobby.
async fn two_people(admin: &AdminServer) -> (Person, Person) {
    let (mut aki, _) = Person::come(&admin.server, "Aki").await;
    aki.make_lobby().await;
    let (mut ben, _) = Person::come(&admin.server, "Ben").await;
    ben.join(&aki.lobby).await;
    aki.hear("update").await;
    (aki, ben)
}

#[tokio::test]
async fn only_whoever_shows_the_token_gives_orders() {
    let admin = AdminServer::open().await;
    let motd = r#"{"by":"anna","order":{"words":{"text":"hello"}}}"#;
    for token in ["", "wrong"] {
        let answer = admin.order_by(motd, token).await;
        assert!(answer.starts_with("401 "), "{answer}");
    }
    let huge = format!(r#"{{"by":"{}"}}"#, "x".repeat(10_000));
    let answer = admin.order_by(&huge, &admin.token()).await;
    assert!(answer.starts_with("413 "), "{answer}");
    let answer = admin.order(r#""fly""#).await;
    assert!(answer.starts_with("409 not an order"), "{answer}");
    let nobody = motd.replace("anna", " ");
    let answer = admin.order_by(&nobody, &admin.token()).await;
    assert!(
        answer.starts_with("409 an order needs the name"),
        "{answer}"
    );
    let (_, greeting) = Person::come(&admin.server, "Aki").await;
    assert!(greeting.get("notice").is_none(), "{greeting}");
    assert_eq!(admin.log(), Vec::<serde_json::Value>::new());
    admin.server.stop().await;
}

#[tokio::test]
async fn an_operator_sees_the_lobbies_and_sends_somebody_away() {
    let admin = AdminServer::open().await;
    let (mut aki, mut ben) = two_people(&admin).await;
    aki.ask(2, serde_json::json!({"take_seat": {}})).await;
    aki.hear("update").await;
    let listed = admin.order(r#""lobbies""#).await;
    let listed: serde_json::Value =
        serde_json::from_str(listed.trim_start_matches("200 ")).unwrap();
    let lobby = &listed["lobbies"][0];
    assert_eq!(lobby["lobby"], aki.lobby.as_str());
    assert_eq!(lobby["seated"], serde_json::json!(["Aki"]));
    assert_eq!(lobby["watching"], serde_json::json!(["Ben"]));
    assert_eq!(lobby["state"], "waiting");
    assert!(admin.log().is_empty(), "a look is not written down");
    let kick = |name: &str| {
        let code = &aki.lobby;
        format!(r#"{{"kick":{{"lobby":"{code}","name":"{name}","why":"be kind"}}}}"#)
    };
    let answer = admin.order(&kick("Cyd")).await;
    assert_eq!(
        answer,
        format!("409 nobody called Cyd is in {}, only: Aki, Ben", aki.lobby)
    );
    // The host as well, whom nobody in the lobby can send away.
    let answer = admin.order(&kick("aki")).await;
    assert_eq!(
        answer,
        format!("200 {{\"done\":\"Aki was sent away from {}\"}}", aki.lobby)
    );
    for person in [&mut aki, &mut ben] {
        let told = loop {
            let update = person.hear("update").await;
            if update.get("notice").is_some() {
                break update;
            }
        };
        assert_eq!(told["notice"]["text"], "be kind");
        assert_eq!(told["events"][0]["kicked"]["player"], 0);
        assert_eq!(told["events"][1]["host_changed"]["player"], 1);
    }
    aki.ask(3, serde_json::json!({"chat": {"text": "why"}}))
        .await;
    assert_eq!(aki.hear("rejected").await["code"], "not_in_lobby");
    let log = admin.log();
    assert_eq!(log.len(), 1, "{log:?}");
    assert_eq!(
        (&log[0]["by"], &log[0]["what"]),
        (&"anna".into(), &"kick".into())
    );
    admin.server.stop().await;
}

#[tokio::test]
async fn what_an_operator_says_is_heard_by_everybody_in_the_lobby() {
    let admin = AdminServer::open().await;
    let (mut aki, mut ben) = two_people(&admin).await;
    let answer = admin.order(r#"{"say":{"text":"supper at eight"}}"#).await;
    assert_eq!(answer, "200 {\"done\":\"said in 1 of 1 lobbies\"}");
    let mut revision = 0;
    for person in [&mut aki, &mut ben] {
        let told = person.hear("update").await;
        assert_eq!(told["notice"]["text"], "supper at eight");
        assert_eq!(told["events"], serde_json::json!([]));
        revision = told["revision"].as_u64().unwrap();
    }
    // What is said is no event that people count: the next one follows the last.
    ben.ask(2, serde_json::json!({"chat": {"text": "thanks"}}))
        .await;
    assert_eq!(aki.hear("update").await["revision"], revision + 1);
    let answer = admin.order(r#"{"say":{"lobby":"AAAAA","text":"x"}}"#).await;
    assert_eq!(answer, "409 AAAAA: there is no such lobby on this server");
    assert_eq!(
        admin.log().len(),
        1,
        "a lobby that is not there hears nothing"
    );
    admin.server.stop().await;
}

#[tokio::test]
async fn a_lobby_that_an_operator_closes_is_gone_and_says_why() {
    let admin = AdminServer::open().await;
    let (mut aki, mut ben) = two_people(&admin).await;
    let close = format!(r#"{{"close":{{"lobby":"{}","why":"spam"}}}}"#, aki.lobby);
    let answer = admin.order(&close).await;
    assert_eq!(
        answer,
        format!("200 {{\"done\":\"{} is closed\"}}", aki.lobby)
    );
    for person in [&mut aki, &mut ben] {
        let told = person.hear("update").await;
        assert_eq!(told["notice"]["text"], "spam");
        assert_eq!(told["events"][0]["ended"]["reason"], "abandoned");
    }
    let again = serde_json::json!({"join_lobby": {"lobby": aki.lobby}});
    ben.ask(3, again).await;
    assert_eq!(ben.hear("rejected").await["code"], "no_such_lobby");
    let answer = admin.order(&close).await;
    assert!(answer.starts_with("409 "), "{answer}");
    admin.server.stop().await;
}

#[tokio::test]
async fn whoever_comes_is_greeted_with_the_words_of_the_operator() {
    let admin = AdminServer::open().await;
    admin.order(r#"{"words":{"text":"Sunday at six"}}"#).await;
    let (_, greeting) = Person::come(&admin.server, "Aki").await;
    assert_eq!(greeting["notice"]["text"], "Sunday at six");
    let answer = admin.order(r#"{"words":{}}"#).await;
    assert_eq!(answer, "200 {\"done\":\"whoever comes is told nothing\"}");
    let (_, greeting) = Person::come(&admin.server, "Ben").await;
    assert!(greeting.get("notice").is_none(), "{greeting}");
    assert_eq!(admin.log().len(), 2);
    admin.server.stop().await;
}

#[tokio::test]
async fn nothing_is_done_that_cannot_be_written_down() {
    let admin = AdminServer::open().await;
    fs::create_dir(admin.data.path().join("moderation.jsonl")).unwrap();
    let (mut aki, _ben) = two_people(&admin).await;
    for order in [
        r#"{"words":{"text":"x"}}"#.to_owned(),
        format!(r#"{{"close":{{"lobby":"{}","why":"x"}}}}"#, aki.lobby),
    ] {
        let answer = admin.order(&order).await;
        assert!(
            answer.starts_with("409 nothing was done, because the log of orders cannot be written"),
            "{answer}"
        );
    }
    aki.ask(2, serde_json::json!({"take_seat": {}})).await;
    assert_eq!(aki.hear("accepted").await["id"], 2, "the lobby is there");
    let (_, greeting) = Person::come(&admin.server, "Cyd").await;
    assert!(greeting.get("notice").is_none(), "{greeting}");
    admin.server.stop().await;
}

#[tokio::test]
async fn whoever_is_banned_is_sent_away_and_kept_out_until_the_ban_is_lifted() {
    let admin = AdminServer::open().await;
    let (_aki, mut ben) = two_people(&admin).await;
    let ban = r#"{"ban":{"name":"ben","why":"spam","for_s":172800}}"#;
    let answer = admin.order(ban).await;
    assert!(
        answer.starts_with(r#"200 {"done":"ban 1 holds until 2"#),
        "{answer}"
    );
    assert!(
        answer.ends_with("people sent away from lobbies: 1\"}"),
        "{answer}"
    );
    let told = ben.hear("update").await;
    assert_eq!(told["events"][0]["kicked"]["player"], 1);
    ben.ask(2, serde_json::json!({"join_lobby": {"lobby": ben.lobby}}))
        .await;
    let closing = ben.hear("closing").await;
    assert_eq!(closing["code"], "server_banned");
    let (_, greeting) = Person::come(&admin.server, "BEN").await;
    assert_eq!(greeting["type"], "closing");
    let why = greeting["message"].as_str().unwrap();
    assert!(why.starts_with("spam (until 2"), "{why}");
    let bans = admin.order(r#""bans""#).await;
    assert!(
        bans.contains(r#"{"ban":1,"name":"Ben","why":"spam","until":"2"#)
            || bans.contains(r#""name":"ben""#),
        "{bans}"
    );
    for wrong in [
        r#"{"unban":{"ban":2}}"#,
        r#"{"ban":{"why":"x"}}"#,
        r#"{"ban":{"address":"127.0.0.1","why":"x"}}"#,
        r#"{"ban":{"address":"home","why":"x"}}"#,
        r#"{"ban":{"name":"x","why":"x","for_s":400000000}}"#,
    ] {
        let answer = admin.order(wrong).await;
        assert!(answer.starts_with("409 "), "{wrong}: {answer}");
    }
    assert_eq!(admin.log().len(), 1, "what is refused is not done");
    let answer = admin
        .order(r#"{"ban":{"address":"192.0.2.7","why":"x"}}"#)
        .await;
    assert!(answer.starts_with("200 "), "{answer}");
    let log = serde_json::to_string(&admin.log()).unwrap();
    assert!(
        !log.contains("192.0.2.7"),
        "no address is written down: {log}"
    );
    let answer = admin.order(r#"{"unban":{"ban":1}}"#).await;
    assert_eq!(answer, "200 {\"done\":\"ban 1 is lifted\"}");
    let (_, greeting) = Person::come(&admin.server, "Ben").await;
    assert_eq!(greeting["type"], "welcome");
    admin.server.stop().await;
}

#[tokio::test]
async fn a_server_that_drains_says_so_and_ends_when_nobody_plays() {
    let mut admin = AdminServer::open().await;
    let (mut aki, mut ben) = two_people(&admin).await;
    aki.done(9, serde_json::json!({"take_seat": {}})).await;
    ben.done(9, serde_json::json!({"take_seat": {}})).await;
    aki.done(10, serde_json::json!({"start": {"force": true}}))
        .await;
    let answer = admin.order(r#"{"drain":{"for_s":600}}"#).await;
    assert!(
        answer.starts_with("200 {\"done\":\"nothing new begins"),
        "{answer}"
    );
    let left = loop {
        let update = ben.hear("update").await;
        if let Some(left) = update["notice"]["ends_in_ms"].as_u64() {
            break left;
        }
    };
    assert!((500_000..=600_000).contains(&left), "{left}");
    let ready = admin.get("/readyz", None).await;
    assert!(ready.starts_with("HTTP/1.1 503 "), "{ready}");
    assert!(
        ready.contains("not ready: the server drains and ends in "),
        "{ready}"
    );
    let (_, greeting) = Person::come(&admin.server, "Cyd").await;
    assert!(greeting["notice"]["ends_in_ms"].as_u64().unwrap() <= 600_000);
    let answer = admin.order(r#""go_on""#).await;
    assert_eq!(answer, "200 {\"done\":\"the server goes on\"}");
    assert!(admin.get("/readyz", None).await.ends_with("\r\n\r\nready"));
    assert!(admin.order(r#""go_on""#).await.starts_with("409 "));
    admin.order(r#"{"drain":{"for_s":600}}"#).await;
    assert!(
        admin.server.task.try_join_next().is_none(),
        "a match is played"
    );
    // Whoever plays leaves, so that nobody plays any more.
    let close = format!(r#"{{"close":{{"lobby":"{}","why":"x"}}}}"#, aki.lobby);
    admin.order(&close).await;
    let ended = timeout(TEST_TIMEOUT, admin.server.task.join_next()).await;
    ended.expect("it ends").unwrap().unwrap().unwrap();
}
