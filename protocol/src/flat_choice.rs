//! The schema of an enum of groups: one choice between all variants, because messages have no groups.
//!
//! Used by the enums that `grouped!` declares, for `schema.json` alone.

use schemars::Schema;
use serde_json::Value;

/// The variants of all groups, in the order of the document.
pub(crate) fn flat_choice(description: &str, order: &str, groups: &[Schema]) -> Schema {
    let mut variants: Vec<Value> = groups
        .iter()
        .filter_map(|it| it.get("oneOf")?.as_array())
        .flatten()
        .cloned()
        .collect();
    variants.sort_by_key(|it| order.split(' ').position(|name| Some(name) == name_of(it)));
    schemars::json_schema!({ "description": description, "oneOf": variants })
}

fn name_of(variant: &Value) -> Option<&str> {
    variant["const"]
        .as_str()
        .or(variant["required"][0].as_str())
}
