// A position that follows what is told: dice and owners, pieces and hands, marks. It shows what the server would show.
//
// Pure; called by `frames.js`. Law kept here: events are applied as they are told; what is allowed, who wins, and
// whether a lion is in check is not computed.

import { Board } from "../fair/board.js";

/**
 * What is seen of a position, as far as it can be known without the rules.
 * @typedef {{board: string, standings: Pick<Wire.Standing, "territories" | "dice" | "link">[]}} Realms
 * @typedef {Realms | Pick<Wire.View2, "pieces" | "hands" | "check"> | Pick<Wire.View3, "board" | "line"> | {unseen: true}} Seen
 * @typedef {import("../games/index.js").Action} Action
 * @typedef {{act(seat: number, action: Action): void, roll(chance: Wire.Chance): void, view(): Seen}} Position
 * @typedef {{owner: number, letter: string}} Piece
 */

/** @param {Wire.Config | Wire.Config2} config @param {number} seats @returns {Position} */
function territories(config, seats) {
  const board = new Board(config);
  return {
    act(seat, action) {
      const isOfDice = action === "pass" || typeof action !== "string";
      if (!isOfDice || !board.act(seat, action)) throw new Error("an action cannot be");
    },
    roll: (chance) => board.resolve(chance),
    view: () => ({ board: String(board), standings: Array.from({ length: seats }, (_, seat) => board.standing(seat)) }),
  };
}

/** The kinds by their letters, with the directions in which the first seat's are marked. @type {Record<string, [Wire.Kind, Wire.Direction[]]>} */
const KINDS = {
  L: ["lion", ["n", "ne", "e", "se", "s", "sw", "w", "nw"]],
  G: ["giraffe", ["n", "e", "s", "w"]],
  E: ["elephant", ["ne", "se", "sw", "nw"]],
  C: ["chick", ["n"]],
  H: ["hen", ["n", "ne", "e", "s", "w", "nw"]],
};
const AROUND = KINDS.L[1];

/** A piece as the server shows it; the second seat's look the other way.
 * @param {string} square @param {Piece} piece @returns {Wire.PieceView} */
const shown = (square, { owner, letter }) => {
  const [kind, dots] = KINDS[letter];
  return { square, owner, kind, dots: owner ? dots.map((it) => AROUND[(AROUND.indexOf(it) + 4) % 8]) : dots };
};

/** The pieces on their squares. @param {string} position */
function placed(position) {
  /** @type {Map<string, Piece>} */
  const squares = new Map();
  position.split(" ")[0].split("/").forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      const upper = letter.toUpperCase();
      if (KINDS[upper]) squares.set("abc"[file] + (row + 1), { owner: letter === upper ? 0 : 1, letter: upper });
      file += KINDS[upper] ? 1 : Number(letter);
    }
  });
  return squares;
}

/** @param {Wire.Config3} config @returns {Position} */
function shogi({ position }) {
  const squares = placed(position);
  /** @type {[Wire.Hand, Wire.Hand]} */
  const hands = [{ giraffe: 0, elephant: 0, chick: 0 }, { giraffe: 0, elephant: 0, chick: 0 }];
  const hold = (/** @type {number} */ owner, /** @type {string} */ letter, /** @type {number} */ by) => {
    const kind = KINDS[letter === "H" ? "C" : letter][0];
    if (kind !== "lion" && kind !== "hen") hands[owner][kind] += by;
  };
  return {
    act(owner, action) {
      if (typeof action !== "string") throw new Error("it is an action of another game");
      const [from, to] = [action.slice(0, 2), action.slice(2, 4)];
      const piece = from[1] === "*" ? { owner, letter: from[0] } : squares.get(from);
      if (!piece || !KINDS[piece.letter] || !/^[abc][1-4]$/.test(to)) throw new Error("an action cannot be");
      if (from[1] === "*") hold(owner, piece.letter, -1);
      const taken = squares.get(to);
      if (taken) hold(owner, taken.letter, 1);
      squares.delete(from);
      squares.set(to, action.endsWith("+") ? { owner, letter: "H" } : piece);
    },
    roll: nothing,
    view: () => ({ pieces: [...squares].map(([square, it]) => shown(square, it)), hands: [{ ...hands[0] }, { ...hands[1] }], check: false }),
  };
}

/** @returns {Position} */
function marks() {
  const cells = Array.from({ length: 9 }, () => ".");
  return {
    act(seat, action) {
      if (typeof action !== "string") throw new Error("it is an action of another game");
      const at = "abc".indexOf(action[0]) + 3 * (Number(action[1]) - 1);
      if (cells[at] !== ".") throw new Error("an action cannot be");
      cells[at] = "xo"[seat];
    },
    roll: nothing,
    view: () => ({ board: cells.join(""), line: [] }),
  };
}

/** A game that the page does not know: its steps are told, and nothing is seen. @type {Position} */
const UNSEEN = { act() {}, roll() {}, view: () => ({ unseen: true }) };

/** @returns {never} */
function nothing() {
  throw new Error("there is nothing to roll");
}

/**
 * How a match begins.
 * @param {Wire.AnyConfig} start
 * @param {number} seats
 * @returns {Position}
 */
export function positionOf(start, seats) {
  if (start.game === "dice-of-doom" || start.game === "dice-wars") return territories(start.config, seats);
  if (start.game === "animal-shogi") return shogi(start.config);
  if (start.game === "tic-tac-toe") return marks();
  return UNSEEN;
}
