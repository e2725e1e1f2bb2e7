// Where a seat is likely to be attacked with success. Called by the match screen on the person's turn: a warning, which decides
// nothing. The same places are marked in the terminal.

import { winChance } from "../luck.js";
import { beside } from "./board.js";

/** From which chance on a territory is in danger. */
const CHANCE_MIN = 0.6;

/**
 * The territories of a seat that some neighbor would take with that chance.
 * @param {Wire.AnyConfig} start of the match
 * @param {string | undefined} board two characters a territory: owner and dice
 * @param {number | null} seat
 * @returns {number[]}
 */
export function threatened(start, board, seat) {
  if (!board || (start.game !== "dice-of-doom" && start.game !== "dice-wars")) return [];
  const { config } = start;
  const cells = (board.match(/../g) ?? []).map((it) => ({ owner: it.charCodeAt(0) - 97, dice: Number.parseInt(it[1], 17) }));
  const near = (/** @type {number} */ at) => ("map" in config ? config.map.neighbors[at] : beside(config.rules.size, at));
  const strong = (/** @type {{owner: number, dice: number}} */ { owner, dice }, /** @type {number} */ against) => owner !== seat && dice > 1 && winChance(dice, against) >= CHANCE_MIN;
  return cells.flatMap((cell, at) => (cell.owner === seat && near(at).some((it) => strong(cells[it], cell.dice)) ? [at] : []));
}
