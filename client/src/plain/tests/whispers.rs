//! Tests of whispers in the line mode.

use dicehall_protocol::Whisper;

use super::*;

#[test]
fn a_whisper_is_told_apart_and_answered() {
    let mut model = in_lobby();
    model.tells_no_asides = false;
    let mut reader = Reader::of(model);
    let whispered = |number, (player, to)| ServerMessage::Whispered {
        whisper: Whisper {
            number,
            revision: Revision(2),
            player,
            to,
            text: "ps\u{1b}[2Jst".to_owned(),
        },
    };
    assert_eq!(
        reader.is_told(whispered(1, (BO, AKI))),
        "Bo whispers to you: ps[2Jst"
    );
    assert_eq!(
        reader.is_told(whispered(2, (AKI, BO))),
        "You whisper to Bo: ps[2Jst"
    );
    assert_eq!(
        reader.types("r yes"),
        r#"{"whisper":{"player":2,"text":"yes"}}"#
    );
}
