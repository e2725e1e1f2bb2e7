/**
 * Dice of Doom: hexes in rows that lean to the left, seen from above or as in the book.
 *
 * Called by `index.js`; drawn by `territory.js`.
 */
import { make } from "./svg.js";
import { TerritoryBoard, endsOfAttack } from "./territory.js";

/** A hex from above: a hundred units wide. */
const ABOVE = [
  [0, -57.7],
  [50, -28.9],
  [50, 28.9],
  [0, 57.7],
  [-50, 28.9],
  [-50, -28.9],
];
/** A hex of the book: flat, so that the dice can stand on it. */
const BOOK = [
  [0, -34],
  [64, -14],
  [64, 14],
  [0, 34],
  [-64, 14],
  [-64, -14],
];

/**
 * The hexes of a board.
 * @param {number} size
 * @param {number} most dice on a hex
 * @param {boolean} classic as in the book
 * @returns {import('./territory.js').Layout}
 */
export function hexes(size, most, classic) {
  const corners = classic ? BOOK : ABOVE;
  const [half, pitch] = [corners[1][0], corners[2][1] - corners[0][1]];
  const spots = Array.from({ length: size * size }, (_, at) => {
    const [row, column] = [Math.floor(at / size), at % size];
    return [half * (2 * column - row), row * pitch];
  });
  // Corners are computed in whole steps first, so that corners shared by neighbors are exactly equal.
  const shapes = spots.map(([x, y]) => [corners.map(([dx, dy]) => [x + dx, y + dy])]);
  const [left, top] = [-half * size - 34, corners[0][1] - (classic ? 40 + 24 * Math.min(6, most) : 40)];
  return {
    kind: classic ? "hexes classic" : "hexes",
    box: [left, top, half * (3 * size - 1) + 48, (size - 1) * pitch + corners[3][1] - top + 20],
    shapes,
    spots,
    gap: classic ? 2.5 : 3,
    round: classic ? 8 : 15,
    depth: classic ? 12 : 10,
    stacks: classic,
    label: classic
      ? { number: [45, 1, 25], mark: [-46, 1, 7], pips: null, pill: [0, 20, 24] }
      : { number: [11, -5, 52], mark: [-27, -5, 9.5], pips: [0, 32, 3.7], pill: [0, 34, 25] },
    back: signs(size, spots, half, classic),
  };
}

/** The letters above the columns and the numbers beside the rows.
 * @param {number} size @param {number[][]} spots @param {number} half @param {boolean} classic */
function signs(size, spots, half, classic) {
  const sign = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => make("text", { x, y, class: "sign", "aria-hidden": "true" }, text);
  const numbers = Array.from({ length: size }, (_, row) => sign(spots[row * size][0] - half - 16, spots[row * size][1] + 7, String(row + 1)));
  const letters = Array.from({ length: size }, (_, column) => sign(spots[column][0], -68, String.fromCharCode(97 + column)));
  return classic ? numbers : [...numbers, ...letters];
}

/** @type {import('./index.js').GameOf<Wire.TerritoryAction, Wire.Config, Wire.View>} */
export const diceOfDoom = {
  ends: endsOfAttack,
  name: (config, place) => {
    const size = config?.rules.size ?? 1;
    return String.fromCharCode(97 + (place % size)) + (Math.floor(place / size) + 1);
  },
  board(config) {
    const { size, max_dice: most } = config.rules;
    const name = (/** @type {number} */ place) => diceOfDoom.name(config, place);
    return new TerritoryBoard(
      name,
      (classic) => hexes(size, most, classic),
      (element) => element.classList.contains("classic"),
    );
  },
};
