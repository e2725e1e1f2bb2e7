//! Many addresses at one server, each of which takes all that it may: in a network namespace, where the loopback interface
//! has as many addresses as wanted.
//!
//! Only root may make a namespace; for everybody else the test says SKIPPED. It starts this program once more, inside.

use std::net::{IpAddr, Ipv4Addr};
use std::process::Command;

use dicehall_protocol::SessionCommand;
use dicehall_server::{ConnectionLimits, Options};
use dicehall_tests::player::Player;
use dicehall_tests::server::{TestServer, quick_options};
use dicehall_tests::skipped;
use dicehall_tests::table::settings;

/// The variable that is set inside of the namespace.
const INSIDE: &str = "DICEHALL_NAMESPACE";
/// The word of the script that the namespace has its addresses.
const IS_THERE: &str = "the namespace is there";
/// Gives the loopback interface its addresses, and runs a test of this program.
const SCRIPT: &str = r#"
ip link set lo up || exit 1
for last in $(seq 1 50); do ip address add 198.51.100.$last/32 dev lo || exit 1; done
echo "$1"
exec "$0" --exact "$2" --nocapture
"#;

/// One of the addresses of the namespace. The server listens on all of them.
fn address(last: u8) -> IpAddr {
    Ipv4Addr::new(198, 51, 100, last).into()
}

#[test]
fn forty_addresses_that_take_all_they_may_leave_room_for_the_next() {
    if std::env::var_os(INSIDE).is_some() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(forty_addresses_take_lobbies());
        runtime.block_on(an_address_takes_connections());
        return;
    }
    let name = std::thread::current().name().unwrap().to_owned();
    let test = std::env::current_exe().unwrap();
    let inside = Command::new("unshare")
        .args(["--net", "sh", "-c", SCRIPT])
        .arg(test)
        .args([IS_THERE, &name])
        .env(INSIDE, "1")
        .output();
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match inside {
        Ok(it) if said(&it.stdout).contains(IS_THERE) => {
            let (stdout, stderr) = (said(&it.stdout), said(&it.stderr));
            assert!(it.status.success(), "{stdout}\n{stderr}");
            assert!(stdout.contains("1 passed"), "{stdout}");
        }
        Ok(it) => skipped(&format!("no network namespace: {}", said(&it.stderr))),
        Err(error) => skipped(&format!("there is no unshare: {error}")),
    }
}

/// The numbers are those of the table in `docs/operations.md`.
async fn forty_addresses_take_lobbies() {
    let server = TestServer::start_on(address(50), quick_options()).await;
    let mut made = Vec::new();
    for last in 1..=41 {
        made.push(lobbies_made(&server, address(last)).await);
    }
    let by_forty: usize = made[..40].iter().sum();
    assert_eq!((made[0], 1_000 - by_forty, made[40]), (55, 301, 5));
    assert_eq!(
        lobbies_made(&server, address(1)).await,
        0,
        "it has had its share"
    );
    server.stop().await;
}

/// Makes lobbies from an address until that is refused; how many.
async fn lobbies_made(server: &TestServer, from: IpAddr) -> usize {
    for made in 0.. {
        let connection = Player::connect_from(from, &server.address(), "Guest").await;
        let mut guest = connection.expect("one connection at a time is let in");
        let create = SessionCommand::CreateLobby {
            title: "Test".to_owned(),
            settings: settings("size=2"),
            password: None,
            key: None,
        };
        if let Err(refused) = guest.ask(create).await {
            assert_eq!(refused.code, "server_full");
            return made;
        }
        // The lobby remains, with nobody in it.
        guest.vanish();
    }
    unreachable!("there is a limit")
}

/// With 600 places the share of the first is 33, as 567 * 567 / (16 * 600) is; of the second it is the least share.
async fn an_address_takes_connections() {
    let options = Options {
        connections: ConnectionLimits {
            all: 600,
            per_address: None,
            strangers_per_address: 600,
        },
        ..quick_options()
    };
    let server = TestServer::start_on(address(50), options).await;
    let mut inside = Vec::new();
    for (last, share) in [(1, 33), (2, 32), (1, 0)] {
        let before = inside.len();
        while let Some(guest) =
            Player::connect_from(address(last), &server.address(), "Guest").await
        {
            inside.push(guest);
        }
        assert_eq!(inside.len() - before, share);
    }
    drop(inside);
    server.stop().await;
}
