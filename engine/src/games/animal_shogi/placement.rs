//! A placement: where the pieces stand, what is in hand and who is to move, without the history that a match has.
//!
//! One `u64`, so that searchers copy, compare and hash it for nothing: four planes of twelve squares (three bits of the
//! kind's code, one for gote's pieces), two bits for each of the six counts in hand, one for the side to move. All pieces
//! step one square, so a table of steps answers every question about moves and attacks. Everything but repetition is
//! decided here; [`super::Position`] adds that.

use super::action::{Action, Ending};
use super::board::{Square, Squares};
use super::kinds::Kinds;
use super::pieces::{
    CHICK, ELEPHANT, GIRAFFE, GOTE, HEN, Hand, HandPiece, Kind, LION, Piece, STEPS, coded, other,
};
use crate::game::{Outcome, Seat};

/// A placement: the pieces on the board and in hand, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(u64);

/// Squares of a plane.
const PLANE: usize = 12;
/// The first bit of the hands.
const HANDS: usize = 4 * PLANE;
/// Bits of one seat's hand.
const HAND: usize = 6;
/// Set if gote is to move.
const GOTE_TO_MOVE: u64 = 1 << 60;

/// A piece's code with each of its bits in the plane it belongs to, for square 0.
static SPREAD: [u64; 16] = spread();
/// One captured piece of each code in sente's hand; nothing for a lion and an empty square.
static CAPTURED: [u64; 16] = captured();

impl Placement {
    /// The start of every match.
    pub const START: &'static str = "gle/1c1/1C1/ELG b -";

    /// The placement of these pieces. Unchecked: a caller that does not use [`Placement::parse`] keeps the pieces
    /// complete and each square single.
    pub(super) fn build(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        hands: [Hand; 2],
        to_move: Seat,
    ) -> Self {
        let mut bits = if to_move.idx() == 0 { 0 } else { GOTE_TO_MOVE };
        for (square, Piece { owner, kind }) in pieces {
            bits |= SPREAD[coded(owner.idx(), kind.code())] << square.idx();
        }
        for (seat, hand) in hands.into_iter().enumerate() {
            for held in HandPiece::ALL {
                bits |= u64::from(hand.count(held) & 3) << hand_shift(seat, held);
            }
        }
        Self(bits)
    }

    /// The placement as a number; equal exactly for equal placements.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Applies an action. Precondition: it is legal here.
    pub fn act(&mut self, action: Action) {
        debug_assert!(self.is_legal(action), "{action} in {self}");
        let side = self.side();
        match action {
            Action::Drop { piece, to } => {
                self.0 -= 1 << hand_shift(side, piece);
                self.0 |= SPREAD[coded(side, piece.kind().code())] << to.idx();
            }
            Action::Move { from, to, promotes } => {
                let (moved, taken) = (self.code(from), self.code(to));
                self.0 ^= SPREAD[moved] << from.idx() | SPREAD[taken] << to.idx();
                self.0 |= SPREAD[moved | usize::from(promotes)] << to.idx();
                self.0 += CAPTURED[taken] << (HAND * side);
            }
        }
        self.0 ^= GOTE_TO_MOVE;
    }

    /// Replaces `out` by the legal actions in the order of their texts: drops by piece and square, then moves by square
    /// of origin and of arrival.
    pub fn actions_into(self, out: &mut Vec<Action>) {
        out.clear();
        if self.ending().is_none() {
            self.visit_actions(|it| out.push(it));
        }
    }

    /// The same with the other side to move.
    #[must_use]
    pub(super) fn passed(self) -> Self {
        Self(self.0 ^ GOTE_TO_MOVE)
    }

    /// Whether the seat to move may choose this.
    pub fn is_legal(self, action: Action) -> bool {
        let seat = self.to_move();
        let possible = match action {
            Action::Drop { piece, to } => {
                self.hand(seat).count(piece) > 0 && self.empty().contains(to)
            }
            Action::Move { from, to, promotes } => {
                self.pieces(seat).contains(from)
                    && self.targets(from, seat).contains(to)
                    && promotes == self.promotes(from, to)
            }
        };
        possible && self.ending().is_none()
    }

    /// Why the match is over here, repetition aside; `None` if it goes on.
    ///
    /// The side to move without its lion was caught. A lion on its far rank came there with the last move or with the
    /// one before: in the first case it must be capturable for the match to go on, in the second it has won.
    pub fn ending(self) -> Option<Ending> {
        let (mover, waiting) = (self.to_move(), self.to_move_next());
        let Some(own) = self.lion(mover) else {
            return Some(Ending::Catch);
        };
        if Squares::far_rank(mover).contains(own) {
            return Some(Ending::LateTry);
        }
        let tries = self
            .lion(waiting)
            .filter(|it| Squares::far_rank(waiting).contains(*it));
        if tries.is_some_and(|it| self.attackers(it, mover).is_empty()) {
            return Some(Ending::Try);
        }
        (self.has_empty_hand(mover) && !self.has_targets(mover, 1)).then_some(Ending::NoMove)
    }

    /// The outcome of the match here, repetition aside; `None` if it goes on.
    pub fn outcome(self) -> Option<Outcome> {
        self.ending().map(|it| it.outcome(self.to_move()))
    }

    /// The number of action sequences of length `depth` that the rules without repetition allow.
    ///
    /// The last ply is counted without being played.
    pub fn perft(self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.ending().is_some() {
            return 0;
        }
        if depth == 1 {
            return self.count_actions().into();
        }
        let mut sum = 0;
        self.visit_actions(|action| {
            let mut next = self;
            next.act(action);
            sum += next.perft(depth - 1);
        });
        sum
    }

    /// The seat whose turn it is, or would be if the match were not over.
    pub fn to_move(self) -> Seat {
        Seat::ALL[self.side()]
    }

    /// The piece on a square.
    pub fn piece(self, square: Square) -> Option<Piece> {
        let code = self.code(square);
        let kind = Kind::ALL.into_iter().find(|it| it.code() == code % GOTE)?;
        Some(Piece {
            owner: Seat::ALL[code / GOTE],
            kind,
        })
    }

    /// The hand of a seat.
    pub fn hand(self, seat: Seat) -> Hand {
        let bits = self.hand_bits(seat);
        Hand {
            giraffe: bits & 3,
            elephant: bits >> 2 & 3,
            chick: bits >> 4 & 3,
        }
    }

    /// The squares of a seat's pieces.
    pub fn pieces(self, seat: Seat) -> Squares {
        let gote = self.plane(3);
        if seat.idx() == 0 {
            self.occupied() & !gote
        } else {
            gote
        }
    }

    /// The squares without a piece.
    pub fn empty(self) -> Squares {
        !self.occupied()
    }

    /// The square of a seat's lion, unless it was caught.
    pub fn lion(self, seat: Seat) -> Option<Square> {
        (self.plane(0) & !self.plane(1) & !self.plane(2) & self.pieces(seat)).first()
    }

    /// The squares to which the piece of `seat` on a square may move; the lion may step into attack.
    pub fn targets(self, from: Square, seat: Seat) -> Squares {
        self.steps(from) & !self.pieces(seat)
    }

    /// The squares of the pieces of `seat` that could move to a square if it were not their own.
    pub fn attackers(self, square: Square, seat: Seat) -> Squares {
        let (low, middle, high) = (self.plane(0), self.plane(1), self.plane(2));
        // Seen from the square itself, the other seat's steps lead to where this seat's attackers stand.
        let back = |kind| Squares::from_bits(STEPS[coded(other(seat).idx(), kind)][square.slot()]);
        let lions = low & !middle & !high & back(LION);
        let elephants = middle & !low & back(ELEPHANT);
        let giraffes = middle & low & back(GIRAFFE);
        let chicks = high & !low & back(CHICK);
        let hens = high & low & back(HEN);
        (lions | elephants | giraffes | chicks | hens) & self.pieces(seat)
    }

    /// Every square that some piece of `seat` could move to if it were not its own.
    pub fn attacked(self, seat: Seat) -> Squares {
        let kinds = self.kinds().of(self.pieces(seat));
        if seat.idx() == 0 {
            kinds.attacked_by_first()
        } else {
            kinds.attacked_by_second()
        }
    }

    /// The squares of each kind of piece, of both sides.
    pub fn kinds(self) -> Kinds {
        let (low, middle, high) = (self.plane(0), self.plane(1), self.plane(2));
        Kinds {
            lions: low & !middle & !high,
            elephants: middle & !low,
            giraffes: middle & low,
            chicks: high & !low,
            hens: high & low,
        }
    }

    /// Whether the seat to move has more than one action, where the match goes on.
    pub fn has_choice(self) -> bool {
        let seat = self.to_move();
        // Of the twelve squares at least four are empty, so a piece in hand has a choice; and so have two squares to go to.
        !self.has_empty_hand(seat) || self.has_targets(seat, 2) || self.count_actions() > 1
    }

    /// Whether a seat has no piece in hand.
    pub fn has_empty_hand(self, seat: Seat) -> bool {
        self.hand_bits(seat) == 0
    }

    /// The squares of the pieces that could capture the lion of `seat` if it were their turn.
    pub fn checkers(self, seat: Seat) -> Squares {
        self.lion(seat)
            .map_or(Squares::EMPTY, |lion| self.attackers(lion, other(seat)))
    }

    /// Whether the lion of `seat` could be captured if it were the other's turn.
    pub fn in_check(self, seat: Seat) -> bool {
        !self.checkers(seat).is_empty()
    }

    /// The squares that the lion of `seat` may step to without being capturable there.
    pub fn lion_escapes(self, seat: Seat) -> Squares {
        self.lion(seat).map_or(Squares::EMPTY, |it| {
            self.targets(it, seat) & !self.attacked(other(seat))
        })
    }

    /// The number of squares to which the lion of `seat` can safely step.
    pub fn lion_mobility(self, seat: Seat) -> u32 {
        self.lion_escapes(seat).len()
    }

    /// The number of pieces that a seat has on the board and in hand.
    pub fn material(self, seat: Seat) -> u32 {
        let hand = self.hand(seat);
        self.pieces(seat).len() + u32::from(hand.giraffe + hand.elephant + hand.chick)
    }

    /// Whether a piece that moves so becomes a hen.
    pub fn promotes(self, from: Square, to: Square) -> bool {
        let code = self.code(from);
        code % GOTE == CHICK && Squares::far_rank(Seat::ALL[code / GOTE]).contains(to)
    }

    /// Calls `visit` with every action that obeys the steps of the pieces, whether or not the match is over.
    fn visit_actions(self, mut visit: impl FnMut(Action)) {
        let seat = self.to_move();
        let hand = self.hand(seat);
        for piece in HandPiece::ALL.into_iter().filter(|it| hand.count(*it) > 0) {
            for to in self.empty() {
                visit(Action::Drop { piece, to });
            }
        }
        for from in self.pieces(seat) {
            for to in self.targets(from, seat) {
                visit(Action::Move {
                    from,
                    to,
                    promotes: self.promotes(from, to),
                });
            }
        }
    }

    fn count_actions(self) -> u32 {
        let seat = self.to_move();
        let hand = self.hand(seat);
        let kinds = HandPiece::ALL
            .into_iter()
            .map(|it| u32::from(hand.count(it) > 0))
            .sum::<u32>();
        let moves: u32 = self
            .pieces(seat)
            .into_iter()
            .map(|it| self.targets(it, seat).len())
            .sum();
        kinds * self.empty().len() + moves
    }

    /// Whether a seat's pieces have at least so many squares to go to.
    fn has_targets(self, seat: Seat, count: u32) -> bool {
        (self.attacked(seat) & !self.pieces(seat)).len() >= count
    }

    fn steps(self, from: Square) -> Squares {
        Squares::from_bits(STEPS[self.code(from)][from.slot()])
    }

    fn to_move_next(self) -> Seat {
        other(self.to_move())
    }

    fn side(self) -> usize {
        usize::from(self.0 & GOTE_TO_MOVE != 0)
    }

    fn occupied(self) -> Squares {
        self.plane(0) | self.plane(1) | self.plane(2)
    }

    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "one plane is wanted"
    )]
    fn plane(self, plane: usize) -> Squares {
        Squares::from_bits((self.0 >> (plane * PLANE)) as u16)
    }

    /// The code of what is on a square, 0 for nothing.
    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "at most 15, in the hottest loop"
    )]
    fn code(self, square: Square) -> usize {
        let bits = self.0 >> square.idx();
        let planes = bits & 1
            | bits >> (PLANE - 1) & 2
            | bits >> (2 * PLANE - 2) & 4
            | bits >> (3 * PLANE - 3) & 8;
        planes as usize
    }

    #[expect(clippy::as_conversions, reason = "one hand is wanted")]
    fn hand_bits(self, seat: Seat) -> u8 {
        (self.0 >> (HANDS + HAND * seat.idx()) & 0x3F) as u8
    }
}

fn hand_shift(seat: usize, held: HandPiece) -> usize {
    HANDS + HAND * seat + held_shift(held)
}

const fn held_shift(held: HandPiece) -> usize {
    match held {
        HandPiece::Giraffe => 0,
        HandPiece::Elephant => 2,
        HandPiece::Chick => 4,
    }
}

const fn spread() -> [u64; 16] {
    let mut table = [0; 16];
    let mut code = 0;
    while code < 16 {
        let mut bit = 0;
        while bit < 4 {
            if code >> bit & 1 == 1 {
                table[code] |= 1 << (bit * PLANE);
            }
            bit += 1;
        }
        code += 1;
    }
    table
}

const fn captured() -> [u64; 16] {
    let mut table = [0; 16];
    let mut at = 0;
    while at < Kind::ALL.len() {
        if let Some(held) = Kind::ALL[at].held() {
            let one = 1 << (HANDS + held_shift(held));
            table[Kind::ALL[at].code()] = one;
            table[Kind::ALL[at].code() + GOTE] = one;
        }
        at += 1;
    }
    table
}
