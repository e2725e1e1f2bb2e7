//! The files that browsers and search engines ask of every server.
//!
//! `web` gives them out with and without the page.

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;

/// The sign of the program, for programs that show an address without having opened it. The page has the same in its text.
const ICON: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='3' \
    fill='#DD5A70'/><circle cx='5' cy='5' r='1.7' fill='#fff'/><circle cx='11' cy='11' r='1.7' fill='#fff'/></svg>";
/// Nothing here is to be found by searching: an address with a code lets people in.
const ROBOTS: &str = "User-agent: *\nDisallow: /\n";
/// Both may be kept for a day.
const KEPT: &str = "public, max-age=86400";

/// Their routes.
pub(super) fn routes() -> Router {
    let text = |kind, text| ([(CONTENT_TYPE, kind), (CACHE_CONTROL, KEPT)], text).into_response();
    let icon = move || async move { text("image/svg+xml", ICON) };
    let robots = move || async move { text("text/plain; charset=utf-8", ROBOTS) };
    Router::new()
        .route("/favicon.ico", get(icon))
        .route("/robots.txt", get(robots))
}
