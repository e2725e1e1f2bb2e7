//! The prompt: the line that is being typed.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use dicehall_protocol::text::{clean, clean_name};
use dicehall_protocol::{Password, SessionCommand};
use tui_input::InputRequest;

use crate::net::address::Invitation;
use crate::start::Start;
use crate::tui::message::{LastChoice, MachineEffect};
use crate::tui::model::Model;
use crate::tui::model::popup::{Prompt, PromptKind};
use crate::tui::update::{connection, keys::palette, keys::typed, lobby};

/// Handles a key while a line is typed.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the terminal library may name more keys"
)]
pub(in crate::tui::update) fn press(model: &mut Model, event: &KeyEvent) {
    let lists = model.prompt.as_ref().is_some_and(|it| it.kind.has_list());
    match event.code {
        KeyCode::Esc => model.prompt = None,
        KeyCode::Enter if lists => palette::enter(model),
        KeyCode::Up | KeyCode::BackTab if lists => palette::step(model, -1),
        KeyCode::Down | KeyCode::Tab if lists => palette::step(model, 1),
        KeyCode::Enter => {
            if let Some(prompt) = model.prompt.take() {
                submit(model, prompt.kind, prompt.input.value());
            }
        }
        _ => {
            if let Some(request) = request(event) {
                edit(model, request);
            }
        }
    }
}

/// Replaces the text of the line and submits it; an empty text only closes the prompt.
pub(in crate::tui::update) fn answer(model: &mut Model, text: &str) {
    let kind = model.prompt.take().map(|it| it.kind);
    model.prompt = kind.map(Prompt::new);
    paste(model, text);
    if let Some(prompt) = model.prompt.take().filter(|_| !text.is_empty()) {
        submit(model, prompt.kind, prompt.input.value());
    }
}

/// Inserts pasted text into the line; without a line it is dropped.
pub(in crate::tui::update) fn paste(model: &mut Model, text: &str) {
    for character in clean(text).chars() {
        edit(model, InputRequest::InsertChar(character));
    }
}

fn edit(model: &mut Model, request: InputRequest) {
    let Some(prompt) = &mut model.prompt else {
        return;
    };
    if std::mem::take(&mut prompt.is_selected) && replaces(&request) {
        prompt.input.reset();
    }
    let full = prompt.input.value().chars().count() >= prompt.kind.chars_max();
    if full && matches!(request, InputRequest::InsertChar(_)) {
        return;
    }
    prompt.input.handle(request);
    prompt.row = None;
}

/// Whether a change of a line replaces the text that is selected in it; movements keep it.
const fn replaces(request: &InputRequest) -> bool {
    matches!(
        request,
        InputRequest::InsertChar(_)
            | InputRequest::DeletePrevChar
            | InputRequest::DeleteNextChar
            | InputRequest::DeletePrevWord
    )
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the terminal library may name more keys"
)]
fn request(event: &KeyEvent) -> Option<InputRequest> {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    let alt = event.modifiers.contains(KeyModifiers::ALT);
    let request = match event.code {
        KeyCode::Char('a') if control => InputRequest::GoToStart,
        KeyCode::Char('e') if control => InputRequest::GoToEnd,
        KeyCode::Char('w') if control => InputRequest::DeletePrevWord,
        KeyCode::Char('u') if control => InputRequest::DeleteFromStart,
        KeyCode::Char('k') if control => InputRequest::DeleteTillEnd,
        KeyCode::Char(_) if control || alt => return None,
        KeyCode::Char(character) => InputRequest::InsertChar(character),
        KeyCode::Backspace if alt || control => InputRequest::DeletePrevWord,
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        KeyCode::Left if control => InputRequest::GoToPrevWord,
        KeyCode::Right if control => InputRequest::GoToNextWord,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        _ => return None,
    };
    Some(request)
}

fn submit(model: &mut Model, kind: PromptKind, text: &str) {
    match kind {
        PromptKind::Chat => typed::say(model, text),
        PromptKind::LobbyPassword { lobby, purpose, .. } => {
            let password = Some(Password(text.to_owned())).filter(|it| !it.0.is_empty());
            connection::enter_with(model, lobby, purpose, password);
        }
        PromptKind::Password if text.is_empty() => {}
        PromptKind::Password => {
            let password = Some(Password(text.to_owned()));
            lobby::command(model, SessionCommand::SetPassword { password });
        }
        PromptKind::Typed | PromptKind::Search => typed::run(model, text),
        PromptKind::Address => {
            if text.trim().is_empty() {
                return;
            }
            // What is no address is told by whoever is asked to connect there.
            let typed = text.trim().to_owned();
            let (address, lobby) = match text.parse() {
                Ok(Invitation { address, lobby }) if lobby.is_some() => {
                    (address.to_string(), lobby)
                }
                Ok(_) | Err(_) => (typed.clone(), None),
            };
            connection::begin(model, Start::Join { address, lobby });
            model.typed_address = Some(typed);
        }
        PromptKind::Name => match clean_name(text) {
            Some(name) => {
                model.name.clone_from(&name);
                let chosen = LastChoice::Name(name);
                model.on_machine(MachineEffect::Remember(chosen));
            }
            None => model.warn(model.look.language.needs_name()),
        },
    }
}
