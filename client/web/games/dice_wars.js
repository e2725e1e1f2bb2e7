/**
 * Dice Wars: a map of uneven territories in the sea.
 *
 * Called by `index.js`; drawn by `territory.js`. Law: territories touch exactly where two of their blocks share an edge;
 * corners are only moved, together for all blocks that share them.
 */
import { landNames } from "./lands.js";
import { clearance, contours, rounded } from "./outline.js";
import { make } from "./svg.js";
import { TerritoryBoard, endsOfAttack } from "./territory.js";

const SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
/** How large a block is; on a phone that is held upright the map is turned, and its blocks are flatter. */
const [WIDE, TALL] = [
  [60, 68],
  [60, 54],
];
const UPRIGHT = "(max-width: 640px) and (orientation: portrait)";

/** A number between -1 and 1 that looks random but follows from the arguments alone.
 * @param {number} x @param {number} y @param {number} which */
const uneven = (x, y, which) => {
  const sine = Math.sin(x * 12.99 + y * 78.23 + which * 37.7) * 43758.55;
  return 2 * (sine - Math.floor(sine)) - 1;
};

/** Where a corner of the lattice is drawn: waves, and a little unevenness.
 * @param {number} x @param {number} y @param {number[]} size */
const bent = (x, y, [width, height]) => [
  width * (x + 0.16 * Math.sin(y * 2.7) + 0.15 * uneven(x, y, 0)),
  height * (y + 0.15 * Math.sin(x * 2 + 1) + 0.14 * uneven(x, y, 1)),
];

/** The four bent corners of a block. @param {number[]} at @param {number[]} size */
const block = ([x, y], size) => [bent(x, y, size), bent(x + 1, y, size), bent(x + 1, y + 1, size), bent(x, y + 1, size)];

/**
 * The blocks of each territory as they are drawn in rows of characters, by column and row.
 * @param {string[]} rows
 * @returns {number[][][]}
 */
export function blocksOf(rows) {
  /** @type {number[][][]} */
  const blocks = [];
  rows.forEach((row, y) =>
    [...row].forEach((symbol, x) => {
      const place = SYMBOLS.indexOf(symbol);
      if (place >= 0) (blocks[place] ??= []).push([x, y]);
    }),
  );
  return blocks;
}

/**
 * The territories of a map.
 * @param {string[]} drawn
 * @param {boolean} [upright] whether columns become rows
 * @returns {import('./territory.js').Layout}
 */
export function territories(drawn, upright = false) {
  const rows = upright ? [...drawn[0]].map((_, at) => drawn.map((row) => row[at]).join("")) : drawn;
  const size = upright ? TALL : WIDE;
  const blocks = blocksOf(rows);
  const shapes = blocks.map((own) => own.map((it) => block(it, size)));
  return {
    kind: "map",
    box: [-38, -38, rows[0].length * size[0] + 76, rows.length * size[1] + 84],
    shapes,
    spots: blocks.map((own, place) => roomiest(own, contours(shapes[place]), size)),
    gap: 2.2,
    round: 40,
    depth: 9,
    stacks: false,
    label: { number: [9, -6, 39], mark: [-21, -6, 7.6], pips: [0, 21, 3], pill: [0, 24, 21] },
    back: sea(rows, contours(shapes.flat()), size),
  };
}

/** Where in a territory a label has most room, and then nearest the middle.
 * @param {number[][]} blocks @param {import("./outline.js").Loop[]} loops @param {number[]} size */
function roomiest(blocks, loops, [width, height]) {
  const middle = [0, 1].map((axis) => blocks.reduce((sum, it) => sum + it[axis] + 0.5, 0) / blocks.length);
  const steps = [0.2, 0.4, 0.6, 0.8, 1];
  const spots = blocks.flatMap(([x, y]) => steps.flatMap((right) => steps.map((down) => [x + right, y + down])));
  const has = new Set(blocks.map(([x, y]) => `${x},${y}`));
  const inside = (/** @type {number[]} */ [x, y]) =>
    [x - 0.1, x + 0.1].every((u) => [y - 0.1, y + 0.1].every((v) => has.has(`${Math.floor(u)},${Math.floor(v)}`)));
  const worth = (/** @type {number[]} */ [x, y]) => clearance([x * width, y * height], loops) - 4 * Math.hypot(x - middle[0], y - middle[1]);
  const rated = spots.filter(inside).map((spot) => ({ spot, worth: worth(spot) }));
  const { spot } = rated.reduce((best, it) => (it.worth > best.worth ? it : best));
  return [spot[0] * width, spot[1] * height];
}

/** The sea, lighter near the coast, with a few waves.
 * @param {string[]} rows @param {import("./outline.js").Loop[]} land @param {number[]} size */
function sea(rows, land, [width, height]) {
  const coast = land.map((loop) => rounded(loop, 40)).join("");
  const waves = rows
    .flatMap((row, v) =>
      [...row].map((symbol, u) => {
        const wave = symbol === "~" && uneven(u, v, 2) > 0;
        return wave ? `M${u * width + 14} ${((v + 0.5 + 0.2 * uneven(u, v, 3)) * height).toFixed(1)}q8-9 16 0q8 9 16 0` : "";
      }),
    )
    .join("");
  return [make("path", { d: coast, class: "shallow" }), make("path", { d: coast, class: "coast" }), make("path", { d: waves, class: "waves" })];
}

/** The names of maps that were seen. @type {WeakMap<string[], string[]>} */
const named = new WeakMap();

/** What a territory is called. @param {Wire.Config2} config @param {number} place */
function name({ map }, place) {
  const rows = map?.rows ?? [];
  const names = named.get(rows) ?? landNames(blocksOf(rows), rows.length);
  named.set(rows, names);
  return names[place] ?? `#${place}`;
}

/** @type {import('./index.js').GameOf<Wire.TerritoryAction, Wire.Config2, Wire.View>} */
export const diceWars = {
  ends: endsOfAttack,
  name,
  board(config) {
    const phone = matchMedia(UPRIGHT);
    const board = new TerritoryBoard(
      (place) => name(config, place),
      (upright) => territories(config.map.rows ?? [], upright),
      () => phone.matches,
    );
    const again = () => (board.element.isConnected ? board.again() : phone.removeEventListener("change", again));
    phone.addEventListener("change", again);
    return board;
  },
};
