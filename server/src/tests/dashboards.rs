//! The pictures for operators: every expression of the dashboard and of the alerts names metrics that the server tells.

use std::collections::BTreeSet;

use super::operators::AdminServer;
use crate::metrics::cluster::{self, ClusterMetrics};

const DASHBOARD: &str = include_str!("../../../docs/operations/grafana.json");
const ALERTS: &str = include_str!("../../../docs/operations/alerts.yml");

/// The names of the metrics in an expression.
fn metrics_in(expression: &str) -> BTreeSet<String> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let words = expression.split(|it| !is_part(it));
    let ours = words.filter(|it| it.starts_with("dicehall_"));
    ours.map(str::to_owned).collect()
}

/// All texts in `value` that stand under one of these names.
fn texts_under(value: &serde_json::Value, names: &[&str], found: &mut Vec<String>) {
    if let Some(object) = value.as_object() {
        for (name, value) in object {
            let is_wanted = names.contains(&name.as_str());
            found.extend(value.as_str().filter(|_| is_wanted).map(str::to_owned));
            texts_under(value, names, found);
        }
    }
    for value in value.as_array().into_iter().flatten() {
        texts_under(value, names, found);
    }
}

fn dashboard() -> Vec<String> {
    let mut found = Vec::new();
    let read = serde_json::from_str(DASHBOARD).unwrap();
    texts_under(&read, &["expr"], &mut found);
    found
}

fn alerts() -> Vec<String> {
    let lines = ALERTS.lines().map(str::trim);
    let found = lines.filter_map(|it| it.strip_prefix("expr: "));
    found.map(str::to_owned).collect()
}

/// The names that can be asked for, from the text of all metrics.
fn told(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let ["#", "TYPE", name, kind] = words[..] else {
            continue;
        };
        let ends: &[&str] = match kind {
            "counter" => &["_total"],
            "histogram" => &["_bucket", "_sum", "_count"],
            _ => &[""],
        };
        names.extend(ends.iter().map(|it| format!("{name}{it}")));
    }
    names
}

#[tokio::test]
async fn every_expression_names_metrics_that_there_are() {
    let admin = AdminServer::open().await;
    let answer = admin.get("/metrics", Some(&admin.token())).await;
    let mut known = told(&answer);
    // A server that is alone does not tell those of a cluster.
    known.extend(told(&cluster::text_of(&ClusterMetrics::default())));
    assert!(known.len() > 30, "{known:?}");
    let (dashboard, alerts) = (dashboard(), alerts());
    assert!(dashboard.len() > 20 && alerts.len() > 3);
    for expression in dashboard.iter().chain(&alerts) {
        let named = metrics_in(expression);
        let unknown: Vec<&String> = named.difference(&known).collect();
        assert!(unknown.is_empty(), "{expression}: {unknown:?}");
        assert!(
            !named.is_empty() || expression.starts_with("up{job="),
            "{expression} asks for nothing"
        );
    }
    admin.server.stop().await;
}
