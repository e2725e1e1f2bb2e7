//! The addresses that `dicehall host` tells others in networks of several kinds, each in a network namespace of its
//! own. Making a namespace needs the system's permission; without it these tests say `SKIPPED` and pass.

use std::process::Stdio;

use dicehall_tests::{bounded, programs, skipped};
use tempfile::TempDir;
use tokio::process::Command;

/// Begins every script: `link NAME ADDRESS ...` makes an interface with these addresses and no others, and its far end.
const LINK: &str = r#"set -e
link() {
    name=$1; shift
    ip link add "$name" type veth peer name "to-$name"
    for end in "$name" "to-$name"; do ip link set "$end" addrgenmode none up; done
    for address; do ip addr add "$address" dev "$name"; done
}
ip link set lo up
"#;
/// Ends every script: a host is started, and what it tells is shown; all lines come at once.
const HOST: &str = r#"
mkfifo told
"$DICEHALL" host --seats open,open --no-lan </dev/null >told & host=$!
{ read -r first; echo "$first"; kill $host; cat; } <told
wait $host || true
"#;

/// The addresses that a host tells when its network was made by these commands; `None` if none can be made.
async fn told(network: &str) -> Option<Vec<String>> {
    let home = TempDir::new().unwrap();
    let script = format!("{LINK}{network}{HOST}");
    let mut command = Command::new("unshare");
    command.args(["--net", "--", "sh", "-c", &script]);
    command.env_clear().envs(programs::environment(&home));
    command.env("DICEHALL", programs::program("dicehall"));
    command
        .current_dir(home.path())
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let output = bounded("what a host tells", command.output()).await.ok()?;
    let text = String::from_utf8(output.stdout).unwrap();
    let why = String::from_utf8(output.stderr).unwrap();
    let lines = text
        .lines()
        .filter_map(|it| it.strip_prefix("dicehall join "));
    let told: Vec<String> = lines
        .filter_map(|it| Some(it.split_once(" --lobby ")?.0.to_owned()))
        .collect();
    let is_forbidden = ["unshare: ", "not permitted", "not found"]
        .iter()
        .any(|it| why.contains(it));
    assert!(is_forbidden || !told.is_empty(), "{text}{why}");
    Some(told).filter(|_| !is_forbidden)
}

async fn check(network: &str, expect: &[&str]) {
    match told(network).await {
        Some(told) => assert_eq!(told, expect, "{network}"),
        None => skipped("no network namespace can be made"),
    }
}

#[tokio::test]
async fn in_a_network_without_a_router_its_address_is_told() {
    check("link lan0 10.1.2.3/24", &["10.1.2.3:4600"]).await;
}

#[tokio::test]
async fn the_network_comes_before_the_tunnel_that_has_the_default_route() {
    let network = "link vpn0 10.8.0.2/24
ip route add default via 10.8.0.1
link docker0 172.17.0.1/16
link lan0 192.168.7.5/24";
    let expect = ["192.168.7.5:4600", "10.8.0.2:4600", "172.17.0.1:4600"];
    check(network, &expect).await;
}

#[tokio::test]
async fn of_two_networks_both_addresses_are_told() {
    let network = "link eth0 192.168.7.5/24 fd00:7::5/64\nlink wlan0 192.168.8.5/24";
    let expect = ["192.168.7.5:4600", "192.168.8.5:4600", "[fd00:7::5]:4600"];
    check(network, &expect).await;
}

#[tokio::test]
async fn with_ipv6_alone_the_addresses_of_ipv6_are_told() {
    check(
        "link eth0 2001:db8::7/64 fe80::7/64",
        &["[2001:db8::7]:4600"],
    )
    .await;
    check("link eth0 fe80::7/64", &["[fe80::7%eth0]:4600"]).await;
}

#[tokio::test]
async fn without_any_network_this_machine_is_told() {
    check("", &["127.0.0.1:4600"]).await;
}
