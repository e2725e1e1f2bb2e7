// A position of each game for its card on the first screen, and for the signs that the help explains. Called by `choices.js` and
// `about.js`. Law kept here: a picture is the real board, so that nobody has to learn it twice.

import { gameOf } from "../games/index.js";

/** @typedef {{config: object, view: object, moves?: object[], source?: number, target?: number}} Sample */

/** The same army for both, as the match begins. @param {string} square @param {number} owner @param {string} kind @param {string} dots */
const piece = (square, owner, kind, dots) => ({ square, owner, kind, dots: dots.split(" ") });
const AROUND = "n ne e se s sw w nw";

/** @type {Record<string, Sample>} */
const SAMPLES = {
  "dice-of-doom": {
    config: { rules: { size: 4, max_dice: 5 } },
    view: { board: "d2a5a3b2d3a4c2a3d1d2c4c2b4b2d2c3" },
    moves: [{ from: 5, to: 4, odds: 0.74 }, { from: 5, to: 6, odds: 0.94 }, { from: 5, to: 10, odds: 0.46 }],
    source: 5,
    target: 6,
  },
  "dice-wars": {
    config: { map: { rows: ["~AAABBB~", "AAAABBBC", "DDAEEBCC", "DDDEEECC", "DDFFEGGC", "~FFFGGG~"] } },
    view: { board: "a5b2c4d3a2c3b4" },
  },
  "animal-shogi": {
    config: {},
    view: {
      pieces: [piece("a1", 1, "giraffe", "n e s w"), piece("b1", 1, "lion", AROUND), piece("c1", 1, "elephant", "ne se sw nw"), piece("b2", 1, "chick", "s"),
        piece("b3", 0, "chick", "n"), piece("a4", 0, "elephant", "ne se sw nw"), piece("b4", 0, "lion", AROUND), piece("c4", 0, "giraffe", "n e s w")],
      hands: [{}, {}],
    },
  },
  "tic-tac-toe": { config: {}, view: { board: "xo.ox...x", to_move: null, line: ["a1", "b2", "c3"] } },
};

/** The board of a game with its sample; nothing for a game that has none. @param {string} name @param {Sample | undefined} [sample] */
export function sampleOf(name, sample = SAMPLES[name]) {
  const game = gameOf(name);
  if (!game || !sample) return null;
  const { config, view, moves = [], source = null, target = null } = sample;
  const board = game.board(/** @type {import("../games/index.js").Config} */ (config), 4);
  const input = { view, moves, source, target, players: [], mine: 0, battle: null, last: null, danger: [] };
  board.update(/** @type {import("../games/index.js").Input} */ (/** @type {unknown} */ (input)));
  board.element.setAttribute("aria-hidden", "true");
  return board;
}

/** The board of a table's next match as it may be dealt: of its size, or of its map where the page knows it. @param {import("../main.js").InLobby} app */
export function previewOf({ lobby, games }) {
  const { game, rules } = lobby.view.settings.rules;
  const { size, map, max_dice: most } = /** @type {{size?: number, map?: unknown, max_dice?: number}} */ (rules);
  const info = games.find((it) => it.game === game);
  const seats = info?.seats[1] ?? 2;
  if (size) return sampleOf(game, { config: { rules: { size, max_dice: most } }, view: { board: dealt(size * size, seats, most) } });
  const drawn = typeof map === "object" ? /** @type {{rows?: string[]} | null} */ (map)?.rows : info?.maps?.[String(map)];
  const rows = drawn?.length ? drawn : undefined;
  if (rows) return sampleOf(game, { config: { map: { rows } }, view: { board: dealt(new Set(rows.join("").replaceAll(/[~ .]/g, "")).size, seats, most) } });
  return sampleOf(game, game === "tic-tac-toe" ? { config: {}, view: { board: ".........", to_move: null, line: [] } } : undefined);
}

/** A board that looks as if it were dealt, and is the same each time. @param {number} places @param {number} seats @param {number} [most] dice */
function dealt(places, seats, most = 8) {
  return Array.from({ length: places }, (_, at) => {
    const mixed = Math.imul(at + 3, 0x9e3779b1) >>> 8;
    return String.fromCharCode(97 + ((mixed >> 5) % seats)) + (1 + (mixed % Math.min(4, most)));
  }).join("");
}
