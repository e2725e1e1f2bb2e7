//! Whether what was shown is what the journal holds. Called by the tests that kill servers and by the simulation.

use dicehall_engine::lobby::{Event, Revision};
use dicehall_protocol::EventView;
use serde_json::Value;

/// The event is in the journal as it was shown.
///
/// # Panics
/// If it is not.
#[track_caller]
pub fn check_shown(revision: Revision, shown: &EventView, event: &Event) {
    let (shown, event) = (serde_json::to_value(shown).unwrap(), serde_json::to_value(event).unwrap());
    match (&shown, &event) {
        // A view leaves out what not everyone may see, and adds nothing.
        (Value::Object(shown), Value::Object(event)) => {
            for (name, fields) in shown {
                let full = event.get(name);
                let full = full.unwrap_or_else(|| panic!("{revision:?}: {name} was shown, not {event:?}"));
                for (field, value) in fields.as_object().unwrap() {
                    assert_eq!(full.get(field), Some(value), "{revision:?}: {name}.{field}");
                }
            }
        }
        _ => assert!(
            event.get(shown.as_str().unwrap()).is_some(),
            "{revision:?}: {shown} was shown, not {event}"
        ),
    }
}
