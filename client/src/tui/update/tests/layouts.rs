//! Tests of keyboards with other scripts, and of keys that mean nothing.

use super::*;

/// Presses a key that types one character and would type another on an American keyboard.
fn press(model: &mut Model, typed: char, base: char, modifiers: KeyModifiers) {
    let event = KeyEvent::new(KeyCode::Char(typed), modifiers);
    update(model, Message::KeyOfLayout { event, base });
}

fn control(letter: char) -> Message {
    Message::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
}

#[test]
fn letters_of_other_scripts_do_what_their_keys_do_on_an_american_keyboard() {
    // Russian, Greek, Hebrew and Arabic, on the key of "t".
    for letter in ['\u{435}', 'τ', 'א', 'ف'] {
        let mut model = playing();
        press(&mut model, letter, 't', KeyModifiers::NONE);
        assert!(model.prompt.is_some(), "{letter} opens the line for talk");
    }
    let (mut model, mut latin) = (playing(), playing());
    press(&mut model, 'с', 'c', KeyModifiers::CONTROL);
    update(&mut latin, control('c'));
    assert_eq!(model.popups, latin.popups);
    assert!(!model.popups.is_empty(), "Ctrl-C asks whether to leave");
}

#[test]
fn where_text_is_typed_the_letters_are_those_of_the_keyboard() {
    let mut model = playing();
    press(&mut model, '\u{435}', 't', KeyModifiers::NONE);
    for (typed, base) in [('п', 'g'), ('р', 'h'), ('q', 'q'), ('5', '5')] {
        press(&mut model, typed, base, KeyModifiers::NONE);
    }
    assert_eq!(model.prompt.as_ref().unwrap().input.value(), "прq5");
}

#[test]
fn latin_letters_and_signs_are_what_they_type_wherever_they_are() {
    // Dvorak has "t" on the key of "k"; a German keyboard has the Euro on the key of "e".
    let mut model = playing();
    press(&mut model, 't', 'k', KeyModifiers::NONE);
    assert!(model.prompt.is_some());
    let mut model = playing();
    for typed in ['€', 'é', 'ł', 'ß', '!'] {
        press(&mut model, typed, 't', KeyModifiers::NONE);
        assert!(model.prompt.is_none(), "{typed}");
    }
}

#[test]
fn a_key_that_means_nothing_says_where_to_look() {
    let notice = |model: &Model| model.notice.as_ref().map(|it| it.text.clone());
    let mut model = playing();
    keys(&mut model, "z");
    let told = "z does nothing here: ? lists the keys, : all that can be done";
    assert_eq!(notice(&model).as_deref(), Some(told));
    keys(&mut model, "<Tab>");
    assert_eq!(notice(&model), None);
    update(&mut model, control('y'));
    assert_eq!(
        notice(&model),
        None,
        "with Ctrl it was meant for something else"
    );
}
