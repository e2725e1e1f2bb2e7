//! The page in the browser: a client that needs no installation, served by the server that it talks to.
//!
//! The files are in `client/web` and `client/lang`, as a browser reads them, and are part of the program. They are
//! prepared when somebody first asks for them: the modules are joined into one file, without their comments, and all is
//! compressed. The big screen is a page of its own, with a file of modules of its own; the replay and the dialog with somebody's devices have
//! such files, too, so that whoever plays loads nothing of them. The routes of `web` serve them. Laws kept here: the page names no other host, nobody may put it into a frame, and a
//! file's address changes with its content, so that browsers may keep it for ever.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{Extension, Path, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base16ct::lower::encode_string;
use dicehall_engine::games::dice_wars::MapChoice;
use dicehall_engine::{BotKind, BotSpec, GameKind, Rung};
use dicehall_protocol::LobbyCode;
use libdeflater::{CompressionError, CompressionLvl, Compressor};
use sha2::{Digest, Sha256};

use super::bundle::{Module, bundled};
use super::comments::{without_comments, without_style_comments};
use super::origin::Origins;
use super::preview::{self, Preview};
use super::replay::{PublicMatches, is_match_name};
use crate::net::http::coding::{Coding, chosen};
use crate::net::http::conditions::{Outcome, compare};

/// The folder in the files' addresses; the text of the page has it too.
const FOLDER: &str = "page/VERSION/";

/// The page, in which [`FOLDER`] stands for the folder of its files.
const INDEX: &str = include_str!("../../../../client/web/index.html");

/// The page that a television shows, which watches and never sits.
const SCREEN: &str = include_str!("../../../../client/web/tv/index.html");

/// The files by their names below `client`, as the build finds them there.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// The module that begins the page, and the file that it is joined into with all that it needs.
const MAIN: &str = "web/main.js";
const BUNDLE: &str = "web/page.js";

/// The same of the big screen.
const SCREEN_MAIN: &str = "web/tv/main.js";
const SCREEN_BUNDLE: &str = "web/tv.js";

/// The module that begins the replay, which is loaded when somebody wants to see a match again, by this name.
const REPLAY_MAIN: &str = "web/replay/main.js";

/// The same of the dialog with somebody's devices.
const DEVICES_MAIN: &str = "web/devices/main.js";

/// The place in the page for a sentence in every language: this, the name of the sentence, and a brace.
const SENTENCE: &str = "{SENTENCE ";

/// The picture of a link to a table, and the place for its words, which stand there for the page as such.
const PICTURE: &str = "web/preview.png";
const PREVIEW: &str = "<meta property=\"og:title\" content=\"Dicehall\">";

/// The file that tells the page what the engine knows: games, their rules, and the bots on each rung.
const GAMES_FILE: &str = "web/games.json";

/// The files, prepared once.
static PAGE: LazyLock<Page> = LazyLock::new(Page::new);

/// The routes of the page, and of the files of matches where they are public.
pub(super) fn routes(matches: Option<PublicMatches>) -> Router {
    let folder = FOLDER.trim_end_matches("VERSION/");
    let routes = match matches {
        Some(matches) => Router::new()
            .route("/replay/{name}", get(replay))
            .route("/replay/{name}/", get(without_slash))
            .layer(Extension(Arc::new(matches))),
        None => Router::new(),
    };
    routes
        .route("/", get(index))
        .route("/game.html", get(index))
        .route("/{code}", get(index))
        .route("/{code}/", get(without_slash))
        .route("/tv", get(screen))
        .route("/{code}/tv", get(screen_of))
        .route(&format!("/{folder}{{version}}/{{*name}}"), get(file))
}

/// The page and its files.
#[derive(Debug)]
struct Page {
    /// The hash of all files together, which is part of their addresses.
    version: String,
    index: File,
    /// Its text, in which a lobby's words take the place of [`PREVIEW`].
    text: String,
    /// The same for addresses that are a folder deeper.
    deep_index: File,
    /// The big screen for all tables in turn, and for one of them.
    screen: File,
    deep_screen: File,
    files: Vec<(String, File)>,
}

/// A file as it is served.
#[derive(Debug)]
struct File {
    kind: &'static str,
    plain: Form,
    /// `None` if it could not be compressed.
    packed: Option<Form>,
}

/// A form of a file, with a tag of its own.
#[derive(Debug)]
struct Form {
    tag: HeaderValue,
    bytes: Arc<[u8]>,
}

impl Page {
    fn new() -> Self {
        let (modules, others): (Vec<_>, Vec<_>) =
            FILES.iter().partition(|it| kind(it.0) == kind(MAIN));
        let others = others.iter().map(|(name, text)| (*name, given(name, text)));
        let made = [
            (GAMES_FILE, games().into_bytes()),
            (BUNDLE, bundle(MAIN, &modules).into_bytes()),
            (SCREEN_BUNDLE, bundle(SCREEN_MAIN, &modules).into_bytes()),
            (REPLAY_MAIN, bundle(REPLAY_MAIN, &modules).into_bytes()),
            (DEVICES_MAIN, bundle(DEVICES_MAIN, &modules).into_bytes()),
            (PICTURE, preview::picture().unwrap_or_default()),
        ];
        let all: Vec<(&str, Vec<u8>)> = others.chain(made).collect();
        let mut hash = Sha256::new();
        for (name, text) in &all {
            hash.update(name);
            hash.update(text);
        }
        let version = encode_string(&hash.finalize()[..8]);
        let folder = FOLDER.replace("VERSION", &version);
        let page = |text: &str| with_sentences(&text.replace(FOLDER, &folder));
        let (index, screen) = (page(INDEX), page(SCREEN));
        let files = all
            .iter()
            .map(|(name, text)| ((*name).to_owned(), File::new(name, text)));
        Self {
            deep_index: File::new("index.html", deeper(&index).as_bytes()),
            index: File::new("index.html", index.as_bytes()),
            deep_screen: File::new("index.html", deeper(&screen).as_bytes()),
            screen: File::new("index.html", screen.as_bytes()),
            files: files.collect(),
            text: index,
            version,
        }
    }

    fn file(&self, version: &str, name: &str) -> Option<&File> {
        let named = self.files.iter().find(|it| it.0 == name);
        named.filter(|_| version == self.version).map(|it| &it.1)
    }
}

impl File {
    fn new(name: &str, text: &[u8]) -> Self {
        let hash = encode_string(&Sha256::digest(text)[..8]);
        let form = |tag: String, bytes: &[u8]| Form {
            tag: HeaderValue::try_from(tag).unwrap_or_else(|_| HeaderValue::from_static("\"\"")),
            bytes: bytes.into(),
        };
        let packed = packed(text).ok();
        Self {
            kind: kind(name),
            plain: form(format!("\"{hash}\""), text),
            packed: packed.map(|it| form(format!("\"{hash}-gzip\""), &it)),
        }
    }

    /// The file in the form that the browser prefers, or the answer that it has that already.
    fn answer(&self, wanted: &HeaderMap, keep: &'static str) -> Response {
        let Some(coding) = chosen(wanted, self.packed.is_some()) else {
            return StatusCode::NOT_ACCEPTABLE.into_response();
        };
        let packed = self.packed.as_ref().filter(|_| coding == Coding::Gzip);
        let Form { tag, bytes } = packed.unwrap_or(&self.plain);
        let mut answer = match compare(wanted, tag) {
            Outcome::Send => ([(header::CONTENT_TYPE, self.kind)], bytes.to_vec()).into_response(),
            Outcome::NotModified => StatusCode::NOT_MODIFIED.into_response(),
            Outcome::Failed => return StatusCode::PRECONDITION_FAILED.into_response(),
        };
        let is_sent = answer.status() == StatusCode::OK;
        let headers = answer.headers_mut();
        if packed.is_some() && is_sent {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        headers.insert(header::ETAG, tag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        answer
    }
}

/// The page, for any lobby that its address names; only for a host that nobody can redirect.
async fn index(
    origins: Extension<Arc<Origins>>,
    preview: Extension<Arc<Preview>>,
    request: Request,
) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let code = path.parse::<LobbyCode>().ok();
    let is_page = path.is_empty() || path == "game.html" || code.is_some();
    if !is_page {
        return StatusCode::NOT_FOUND.into_response();
    }
    let headers = request.headers();
    if !origins.is_host_known(headers) {
        return misdirected();
    }
    let told = match code {
        Some(code) => of_table(&preview, code, headers).await,
        None => None,
    };
    told.as_ref()
        .unwrap_or(&PAGE.index)
        .answer(headers, "no-cache")
}

/// The page with the words of a table; `None` if there is none of which anything may be told.
async fn of_table(preview: &Preview, code: LobbyCode, headers: &HeaderMap) -> Option<File> {
    let picture = format!("{}{PICTURE}", FOLDER.replace("VERSION", &PAGE.version));
    let tags = preview.tags(code, &picture, headers).await?;
    let text = PAGE.text.replacen(PREVIEW, &tags, 1);
    Some(File::new("index.html", text.as_bytes()))
}

/// The way to the address without the slash at its end, at which files beside it are found; relative, because a proxy may
/// have taken a part of the path away.
async fn without_slash(request: Request) -> Response {
    let path = request.uri().path().trim_end_matches('/');
    let Some((_, name)) = path.rsplit_once('/') else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if name.parse::<LobbyCode>().is_err() && !is_match_name(name) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let query = request
        .uri()
        .query()
        .map_or_else(String::new, |it| format!("?{it}"));
    let there = [(header::LOCATION, format!("../{name}{query}"))];
    (StatusCode::PERMANENT_REDIRECT, there).into_response()
}

/// The page for a match that is over, or the match's file; told as any page is, only to hosts that cannot be pointed elsewhere.
async fn replay(
    origins: Extension<Arc<Origins>>,
    matches: Extension<Arc<PublicMatches>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    if !origins.is_host_known(&headers) {
        return misdirected();
    }
    match name.strip_suffix(".json") {
        Some(name) => matches.answer(name, &headers).await,
        None if is_match_name(&name) => PAGE.deep_index.answer(&headers, "no-cache"),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The big screen for all tables in turn; told as any page is.
async fn screen(origins: Extension<Arc<Origins>>, headers: HeaderMap) -> Response {
    if !origins.is_host_known(&headers) {
        return misdirected();
    }
    PAGE.screen.answer(&headers, "no-cache")
}

/// The big screen for one table.
async fn screen_of(
    origins: Extension<Arc<Origins>>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Response {
    if code.parse::<LobbyCode>().is_err() {
        return StatusCode::NOT_FOUND.into_response();
    }
    if !origins.is_host_known(&headers) {
        return misdirected();
    }
    PAGE.deep_screen.answer(&headers, "no-cache")
}

fn misdirected() -> Response {
    let why = "This name is not known here. Open the server's number instead, or tell the server of the name: \
        --allow-origin http://NAME:PORT\n";
    (StatusCode::MISDIRECTED_REQUEST, why).into_response()
}

/// The page's text for an address that is a folder deeper.
fn deeper(index: &str) -> String {
    let folder = FOLDER.trim_end_matches("VERSION/");
    index.replace(&format!("\"{folder}"), &format!("\"../{folder}"))
}

/// A file of the page by its address, which always means the same content.
async fn file(Path((version, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    match PAGE.file(&version, &name) {
        Some(file) => file.answer(&headers, "public, max-age=31536000, immutable"),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file as it is given out: style sheets lose their comments.
fn given(name: &str, text: &[u8]) -> Vec<u8> {
    if kind(name) == kind("page.css") {
        without_style_comments(&String::from_utf8_lossy(text)).into_bytes()
    } else {
        text.to_vec()
    }
}

/// A module and all that it needs as one.
fn bundle(main: &'static str, modules: &[(&'static str, &[u8])]) -> String {
    let modules = modules.iter().map(|(name, text)| {
        let text = String::from_utf8_lossy(text);
        (*name, without_comments(&text))
    });
    bundled(main, &modules.collect::<Vec<Module>>())
}

/// The page with its sentences, each in every language, because without its modules it knows nobody's.
fn with_sentences(index: &str) -> String {
    let mut parts = index.split(SENTENCE);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (name, rest) in parts.filter_map(|it| it.split_once('}')) {
        text.push_str(&in_every_language(name));
        text.push_str(rest);
    }
    text
}

/// A sentence of the catalogue in every language, as elements of a text.
fn in_every_language(name: &str) -> String {
    let texts = FILES.iter().filter_map(|(file, text)| {
        let language = file.strip_prefix("lang/")?.split('/').next()?;
        let lines = std::str::from_utf8(text).ok()?.lines();
        let mut said = lines.filter_map(|it| it.strip_prefix(name)?.strip_prefix(" = "));
        let said = said.next()?;
        Some(format!("<span lang=\"{language}\">{said}</span> "))
    });
    texts.collect()
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|it| it.1) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("png") => "image/png",
        Some(_) | None => "text/plain; charset=utf-8",
    }
}

/// A text compressed with gzip. It cannot fail in practice, because there is room for all that it can become.
fn packed(text: &[u8]) -> Result<Vec<u8>, CompressionError> {
    let mut packer = Compressor::new(CompressionLvl::best());
    let mut packed = vec![0; packer.gzip_compress_bound(text.len())];
    let size = packer.gzip_compress(text, &mut packed)?;
    packed.truncate(size);
    Ok(packed)
}

/// The games with their default rules, switches and maps, and the bots: on the rungs of the ladder, and all by their own names.
fn games() -> String {
    let told = GameKind::ALL.iter().map(|game| {
        let bots = Rung::ALL.map(|rung| BotSpec::on_rung(rung, *game).to_string());
        let more = BotKind::ALL.iter().filter(|it| it.plays(*game));
        let (fewest, most) = game.seats();
        serde_json::json!({
            "game": game.name(),
            "title": game.title(),
            "seats": [fewest, most],
            "rules": game.default_rules(),
            "switches": game.switches().map(|it| (it.name, it.values)).collect::<Vec<_>>(),
            "rules_text": game.rules_text(),
            "bots": bots,
            "more": more.map(|it| it.name()).collect::<Vec<_>>(),
            "maps": maps(*game),
        })
    });
    let told: Vec<serde_json::Value> = told.collect();
    serde_json::json!({ "version": dicehall_protocol::VERSION, "games": told }).to_string()
}

/// The maps that can be chosen by name or number, as they are drawn, by these.
fn maps(game: GameKind) -> BTreeMap<&'static str, Vec<String>> {
    let named = game.switches().filter(|it| it.name == "map");
    let values = named.flat_map(|it| it.values.iter().copied());
    let drawn = |it| Some((it, MapChoice::parse(it).ok()?.named()?.rows));
    values.filter_map(drawn).collect()
}
