//! Servers, and ways to them, that hang: no connection ends, and nothing answers. The programs notice it by themselves and
//! go on, by another address if they know one.

use dicehall_tests::line_client::LineClient;
use dicehall_tests::player::Player;
use dicehall_tests::programs::ServerProcess;
use dicehall_tests::proxy::Proxy;
use dicehall_tests::terminal::Terminal;
use tempfile::TempDir;

const USUAL: (u16, u16) = (80, 24);

/// A server as a process, with a lobby on it.
struct Open {
    server: ServerProcess,
    code: String,
    _home: TempDir,
}

impl Open {
    async fn begin() -> Self {
        let home = TempDir::new().unwrap();
        let server = ServerProcess::start(&home, "127.0.0.1:0", &[]).await;
        // Whoever has made the lobby says nothing more, and counts as gone after a while.
        let mut founder = Player::connect(server.address(), "Founder").await;
        let code = founder.create("size=3").await.to_string();
        Self {
            server,
            code,
            _home: home,
        }
    }

    /// Somebody who sits down in the lobby, by these addresses.
    async fn guest(&self, addresses: &str, name: &str, seat: u8) -> LineClient {
        let arguments = [
            "join", addresses, "--lobby", &self.code, "--name", name, "--plain",
        ];
        let mut client = LineClient::start(&arguments);
        client.until(&format!("You sit on seat {seat}.")).await;
        client
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_hangs_is_noticed_and_what_was_said_meanwhile_is_said_once() {
    let open = Open::begin().await;
    let address = open.server.address();
    let mut aki = open.guest(address, "Aki", 1).await;
    let mut ben = open.guest(address, "Ben", 2).await;
    open.server.freeze();
    aki.types("say are you there").await;
    aki.until("The server has not answered for ").await;
    aki.until("No connection: the server was silent for 9 s.")
        .await;
    open.server.thaw();
    aki.until("Back in the lobby.").await;
    aki.types("say good").await;
    ben.until("good").await;
    let asked = ben.told.iter().filter(|it| it.contains("are you there"));
    assert_eq!(asked.count(), 1, "{:#?}", ben.told);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_knows_two_addresses_goes_on_by_the_other_when_one_hangs() {
    let open = Open::begin().await;
    let address = open.server.address();
    let port = address.rsplit(':').next().unwrap().parse().unwrap();
    let (one, other) = (Proxy::start(&[port]).await, Proxy::start(&[port]).await);
    let addresses = [&one, &other].map(|it| format!("127.0.0.1:{}", it.ports()[0]));
    let mut aki = open.guest(&addresses.join(","), "Aki", 1).await;
    let mut ben = open.guest(address, "Ben", 2).await;
    // It stays cut until the end.
    let _cut = one.cut().await;
    aki.until("No connection: ").await;
    aki.until("Back in the lobby.").await;
    aki.types("say good").await;
    ben.until("good").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_heading_says_that_the_server_does_not_answer_until_it_does() {
    let open = Open::begin().await;
    let address = open.server.address();
    let mut ben = open.guest(address, "Ben", 1).await;
    let arguments = ["join", address, "--lobby", &open.code, "--name", "Aki"];
    let mut terminal = Terminal::start("dicehall", &arguments, USUAL);
    // Only whoever has a seat is asked to be ready: until the seat is on the screen, the key does nothing.
    ben.until("Aki sits on seat 2.").await;
    terminal.until_text("r  ready");
    open.server.freeze();
    terminal.keys("r");
    terminal.until_text("no answer from the server for ");
    let screen = terminal.until_text("the server was silent for 9 s");
    assert!(!screen.contains("os error"), "{screen}");
    open.server.thaw();
    terminal.until_text("back in the lobby");
    ben.until("Aki is ready to start.").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_address_stays_in_its_line_with_the_reason() {
    let mut terminal = Terminal::start("dicehall", &[], USUAL);
    terminal.until_text("quit");
    terminal.keys("a");
    terminal.keys("127.0.0.1:1\r");
    let screen = terminal.until_text("no server listens there");
    assert!(!screen.contains("os error"), "{screen}");
    terminal.until_text("127.0.0.1:1");
}
