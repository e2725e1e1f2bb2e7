//! The words and the picture that other programs show of a link to a table, as the Open Graph protocol has them
//! (<https://ogp.me>).
//!
//! `page` asks here for a page whose address names a lobby. Laws kept here: nothing is told of a lobby but what its line in the
//! public lists tells, and nothing at all of one that lets nobody in or asks for a password; what people have written is text in the
//! page, never markup; the picture is drawn once, by this program.

use std::io::Write as _;

use axum::http::{HeaderMap, header};
use dicehall_protocol::{LobbyCode, LobbyLine};
use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::lobby::directory::DirectoryHandle;

/// The picture in pixels, as wide as programs want it to show it large.
const WIDTH: u32 = 600;
const HEIGHT: u32 = 315;
/// The ground, and the fills of the four seats.
const COLORS: [[u8; 3]; 5] = [
    [16, 18, 25],
    [218, 90, 112],
    [244, 199, 87],
    [98, 198, 206],
    [70, 88, 198],
];
/// Half the width of a hex in the picture, in pixels.
const HALF: f64 = 30.0;
/// How far a pixel may be from the middle of its hex to be of its color.
const FILLED: f64 = 27.0;

/// Where the previews come from.
#[derive(Debug)]
pub(crate) struct Preview {
    directory: DirectoryHandle,
    /// Whether the server itself encrypts; behind a proxy the proxy says whether it does.
    has_tls: bool,
}

impl Preview {
    /// Those of the lobbies of this directory.
    pub(crate) fn new(directory: DirectoryHandle, has_tls: bool) -> Self {
        Self { directory, has_tls }
    }

    /// The tags of a page that names this lobby, with the picture at this path; `None` if there is nothing to tell.
    pub(super) async fn tags(
        &self,
        code: LobbyCode,
        picture: &str,
        headers: &HeaderMap,
    ) -> Option<String> {
        let line = self.directory.line(code).await.ok()??;
        (!line.has_password && !line.locked).then(|| tags(&line, &self.address(picture, headers)))
    }

    /// The whole address of a path, as whoever asks calls this server.
    pub(super) fn address(&self, path: &str, headers: &HeaderMap) -> String {
        let told = |name| headers.get(name)?.to_str().ok();
        let host = told(header::HOST).unwrap_or_default();
        let is_encrypted = self.has_tls
            || headers
                .get("x-forwarded-proto")
                .is_some_and(|it| it == "https");
        let scheme = if is_encrypted { "https" } else { "http" };
        format!("{scheme}://{host}/{path}")
    }
}

/// A table by its title, its game, and how many seats are held.
fn tags(line: &LobbyLine, picture: &str) -> String {
    let held = line.humans + line.bots;
    let about = format!("{} \u{b7} {held}/{}", line.game.title(), held + line.open);
    let told = [
        ("og:title", line.title.as_str()),
        ("og:description", &about),
        ("og:image", picture),
    ];
    let tags = told.map(|(name, text)| {
        format!(
            "<meta property=\"{name}\" content=\"{}\">",
            as_attribute(text)
        )
    });
    tags.join("\n    ")
}

/// A text as it stands between quotes.
fn as_attribute(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// The picture: realms of hexes, as a file in the format PNG (<https://www.w3.org/TR/png-3/>) with a table of colors.
pub(super) fn picture() -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    head.extend(WIDTH.to_be_bytes());
    head.extend(HEIGHT.to_be_bytes());
    // Eight bits a pixel, each the number of a color; the usual packing, filters and order.
    head.extend([8, 3, 0, 0, 0]);
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::best());
    for y in 0..HEIGHT {
        let row: Vec<u8> = (0..WIDTH).map(|x| color_at(x, y)).collect();
        rows.write_all(&[0])?;
        rows.write_all(&row)?;
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    file.extend(chunk(*b"IHDR", &head));
    file.extend(chunk(*b"PLTE", COLORS.as_flattened()));
    file.extend(chunk(*b"IDAT", &rows.finish()?));
    file.extend(chunk(*b"IEND", &[]));
    Ok(file)
}

/// A part of the file: its length, its name, its content, and a sum of both.
fn chunk(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    let mut sum = flate2::Crc::new();
    sum.update(&name);
    sum.update(content);
    let mut chunk = u32::try_from(content.len())
        .unwrap_or(u32::MAX)
        .to_be_bytes()
        .to_vec();
    chunk.extend(name);
    chunk.extend(content);
    chunk.extend(sum.sum().to_be_bytes());
    chunk
}

/// The number of the color of a pixel: that of the nearest hex, or of the ground between two.
fn color_at(x: u32, y: u32) -> u8 {
    let (x, y) = (f64::from(x), f64::from(y));
    let pitch = HALF * 3_f64.sqrt();
    let near = (y / pitch).floor();
    let spots = [near, near + 1.0].into_iter().flat_map(|row| {
        let shift = if row.rem_euclid(2.0) < 1.0 { 0.0 } else { HALF };
        let column = ((x - shift) / (2.0 * HALF)).round();
        let (dx, dy) = (x - shift - column * 2.0 * HALF, y - row * pitch);
        // The distance to the edge of a hex that stands on its tip.
        let far = dx
            .abs()
            .max(f64::midpoint(dx.abs(), dy.abs() * 3_f64.sqrt()));
        [(far, column, row)]
    });
    let nearest = spots.min_by(|one, other| one.0.total_cmp(&other.0));
    match nearest {
        Some((far, column, row)) if far < FILLED => owner(column, row),
        Some(_) | None => 0,
    }
}

/// Whose hex it is: realms that look grown.
fn owner(column: f64, row: f64) -> u8 {
    let wave = (column * 0.55).sin()
        + (row * 0.8 + column * 0.25).cos()
        + (column * 0.2 - row * 0.5).sin();
    match wave {
        it if it < -0.9 => 1,
        it if it < 0.1 => 2,
        it if it < 1.0 => 3,
        _ => 4,
    }
}
