//! The example of animal shogi that the home screen shows.

use dicehall_engine::games::animal_shogi::board::Square;
use dicehall_engine::games::animal_shogi::placement::Placement;
use dicehall_engine::games::animal_shogi::{Config, PieceView, Rules, View};
use dicehall_engine::{AnyConfig, AnyView, Seat};

/// Pieces in mid-match, in the notation of animal shogi.
const PIECES: &str = "g1l/1h1/e1C/GL1 b E";

/// A position in mid-match, with a piece in hand.
pub(in crate::games) fn example() -> (AnyConfig, AnyView) {
    let config = AnyConfig::AnimalShogi(Config {
        rules: Rules::default(),
        position: PIECES.to_owned(),
    });
    let placement = Placement::parse(PIECES).ok();
    let piece = |square: Square| {
        let piece = placement?.piece(square)?;
        Some(PieceView {
            square,
            owner: piece.owner,
            kind: piece.kind,
            dots: piece.dots().collect(),
        })
    };
    let hand = |seat| placement.map(|it| it.hand(seat)).unwrap_or_default();
    let view = View {
        position: PIECES.to_owned(),
        to_move: None,
        pieces: Square::all().filter_map(piece).collect(),
        hands: [hand(Seat::ALL[0]), hand(Seat::ALL[1])],
        check: false,
        occurrences: 1,
        ending: None,
        outcome: None,
        match_point: None,
    };
    (config, AnyView::AnimalShogi(view))
}
