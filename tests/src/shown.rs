//! Whether the events that people are shown are those of the journal. Used by the tests that kill servers and by the
//! simulation.

use dicehall_engine::fair::{MatchId, Party, Secret, commitment};
use dicehall_engine::lobby::{Event, Revision};
use dicehall_protocol::EventView;

/// Checks that an event is in the journal as it was shown.
///
/// # Panics
/// If it is not.
#[track_caller]
pub fn check_shown(revision: Revision, shown: &EventView, event: &Event) {
    let json = |it: serde_json::Result<serde_json::Value>| it.unwrap();
    let (shown, event) = (
        json(serde_json::to_value(shown)),
        json(serde_json::to_value(event)),
    );
    match (&shown, &event) {
        // A view leaves out what not everyone may see, and adds nothing.
        (serde_json::Value::Object(shown), serde_json::Value::Object(event)) => {
            for (name, fields) in shown {
                let full = event
                    .get(name)
                    .unwrap_or_else(|| panic!("{revision:?}: {name} was shown, not {event:?}"));
                for (field, value) in fields.as_object().unwrap() {
                    if (name.as_str(), field.as_str()) == ("dice_sealed", "commitment") {
                        let seal = |it: &str| full[it].as_str().unwrap().to_owned();
                        let match_id = MatchId::try_from(seal("match_id")).unwrap();
                        let secret = Secret::try_from(seal("secret")).unwrap();
                        let bound = commitment(&match_id, Party::Server, &secret);
                        assert_eq!(*value, String::from(bound), "{revision:?}: {name}.{field}");
                        continue;
                    }
                    assert_eq!(full.get(field), Some(value), "{revision:?}: {name}.{field}");
                }
            }
        }
        // Events without fields, and the one that shows a field which the journal has elsewhere: the secret of the
        // dice.
        (_, serde_json::Value::String(event)) => {
            let name = shown
                .as_str()
                .or_else(|| shown.as_object()?.keys().next().map(String::as_str));
            assert_eq!(name, Some(event.as_str()), "{revision:?}");
        }
        _ => assert!(
            event.get(shown.as_str().unwrap()).is_some(),
            "{revision:?}: {shown} was shown, not {event}"
        ),
    }
}
