//! The request that turns a connection into a websocket (I. Fette and A. Melnikov, *The WebSocket Protocol*, RFC 6455,
//! 2011, section 4.2, <https://www.rfc-editor.org/rfc/rfc6455>).
//!
//! `web` routes such requests here, and takes the stream when the answer is on its way. Law kept here: no page of
//! another address opens a websocket.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::extract::{Extension, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use hyper::upgrade::OnUpgrade;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use super::origin::Origins;

/// The version of the websocket protocol that is spoken, as it is written in headers.
const VERSION: HeaderValue = HeaderValue::from_static("13");
/// The headers of a handshake of which there may be one each.
const SINGLE: [header::HeaderName; 2] = [header::SEC_WEBSOCKET_KEY, header::SEC_WEBSOCKET_VERSION];
/// The header by which a page asks, without a websocket, whether it may open one: a browser does not tell a page why it
/// could not. Its value is the page's origin, which browsers send along with websockets alone.
const PAGE: &str = "dicehall-page";

/// The slot in which a request leaves the future stream of its connection, and what the stream is for.
#[derive(Clone, Debug, Default)]
pub(super) struct Upgrade(Arc<Mutex<Option<(Purpose, OnUpgrade)>>>);

/// The purpose of a websocket.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Session,
    /// To send back what is received; for conformance suites.
    Echo,
}

impl Upgrade {
    /// Fills the slot. No thread panics while it holds the lock.
    fn put(&self, purpose: Purpose, promise: OnUpgrade) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((purpose, promise));
    }

    pub(super) fn take(&self) -> Option<(Purpose, OnUpgrade)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The route for websockets of a purpose.
pub(super) fn route(purpose: Purpose) -> MethodRouter {
    get(
        move |origins: Extension<Arc<Origins>>, slot: Extension<Upgrade>, request: Request| async move {
            upgrade(purpose, &origins, &slot, request)
        },
    )
}

fn upgrade(purpose: Purpose, origins: &Origins, slot: &Upgrade, mut request: Request) -> Response {
    let headers = request.headers();
    if let Some(page) = headers.get(PAGE) {
        return told(origins, headers, page).into_response();
    }
    if !origins.admit(headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if let Some(refused) = bad_handshake(headers) {
        return refused;
    }
    let Ok(response) = create_response_with_body(&request, Body::empty) else {
        return bad("This is the address of a websocket.\n");
    };
    slot.put(purpose, hyper::upgrade::on(&mut request));
    response
}

/// Whether a page may connect. That is no error in either case, so that browsers log none.
fn told(origins: &Origins, headers: &HeaderMap, page: &HeaderValue) -> &'static str {
    let mut asked = headers.clone();
    asked.insert(header::ORIGIN, page.clone());
    if origins.admit(&asked) {
        "admitted"
    } else {
        "forbidden"
    }
}

/// The refusal of a request that speaks another version, or says something twice that may be said once.
fn bad_handshake(headers: &HeaderMap) -> Option<Response> {
    let twice = SINGLE
        .iter()
        .find(|it| headers.get_all(*it).iter().nth(1).is_some());
    if let Some(name) = twice {
        return Some(bad(format!("A handshake has one {name}.\n")));
    }
    let version = headers.get(header::SEC_WEBSOCKET_VERSION)?;
    (*version != VERSION).then(|| {
        let ours = [(header::SEC_WEBSOCKET_VERSION, VERSION)];
        (
            StatusCode::UPGRADE_REQUIRED,
            ours,
            "The version of the websocket protocol here is 13.\n",
        )
            .into_response()
    })
}

fn bad(why: impl IntoResponse) -> Response {
    (StatusCode::BAD_REQUEST, why).into_response()
}
