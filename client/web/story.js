// The story of a match that is over: how it went round by round, the roll at which it turned, and the luckiest roll. Pure; called by
// `screens/end.js` with what this browser has seen. Laws kept here: a story is told whole or not at all; a match turned where the terminal
// says, at the least likely capture of the round by the seat whose share grew most, or of it if its share shrank.

import { winChance } from "./luck.js";
import { sum } from "./log.js";
import { framesOf, sharesOf } from "./replay/frames.js";
import { turningPoint } from "./share_graph.js";

/** An attack is lucky if it was rather expected to fail. */
const LUCKY_MAX = 0.5;

/**
 * @typedef {{at: number, seat: number, from: number, to: number, odds: number, isWon: boolean, defender: number, surprise: number, round: number,
 *   attack: number[], defense: number[]}} Roll of the step `at`
 * @typedef {{match: import("./replay/match_file.js").Match, frames: import("./replay/frames.js").Frame[], rounds: number[][],
 *   turn: ReturnType<typeof turningPoint>, turned: Roll | null, luckiest: Roll | null}} Story
 */

/**
 * @param {import("./replay/match_file.js").Match} match
 * @returns {Story | null} nothing if steps are missing
 */
export function storyOf(match) {
  try {
    const frames = framesOf(match);
    const rounds = sharesOf(frames);
    const rolls = frames.flatMap((_, at) => rollOf(frames, at));
    const turn = rounds.length > 1 ? turningPoint(rounds) : null;
    const near = rolls.filter((it) => it.isWon && it.round === turn?.round && it[turn.after > turn.before ? "seat" : "defender"] === turn.seat);
    const lucky = rolls.filter((it) => it.isWon && it.odds < LUCKY_MAX);
    return { match, frames, rounds, turn, turned: strangest(near), luckiest: strangest(lucky) };
  } catch {
    return null;
  }
}

/** The roll that was expected least, the first of them. @param {Roll[]} rolls */
const strangest = (rolls) => rolls.reduce((/** @type {Roll | null} */ best, it) => (best && best.surprise >= it.surprise ? best : it), null);

/** @param {import("./replay/frames.js").Frame[]} frames @param {number} at @returns {Roll[]} */
function rollOf(frames, at) {
  const { battle, events } = frames[at];
  const before = frames[at - 1]?.view;
  if (!battle || !before || !("standings" in before) || !events.some((it) => it.rolled)) return [];
  const { attack, defense, seat, from, to } = battle;
  const odds = winChance(attack.length, defense.length);
  const isWon = sum(attack) > sum(defense);
  const defender = before.board.charCodeAt(2 * to) - 97;
  return [{ at, seat, from, to, odds, isWon, defender, surprise: isWon ? 1 - odds : odds, round: before.round, attack, defense }];
}
