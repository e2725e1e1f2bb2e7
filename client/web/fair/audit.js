// The audit of the dice of a match that is over: everything that nature chose is rolled again.
//
// A pure function of a record; called by the witness. Law kept here: whatever follows from the dice is computed
// here and compared with the record. Left to `dicehall verify`: which actions the rules allow, who wins, and the shape of a drawn map.

import { Board, dealHexes, dealMap } from "./board.js";
import { MatchDice, commitment } from "./dice.js";

/**
 * @typedef {{acted: {seat: number, action: Wire.AnyAction}} | {rolled: {chance: Wire.AnyChance}}} Step
 * @typedef {{agreement: import("./agreement.js").Agreement, rules: Wire.AnyRules, seats: number,
 *   config: Wire.AnyConfig, steps: Step[], origin?: Step[]}} Record `origin` are the steps of the earlier match from which
 *   this match went on; that match's own file proves their luck
 * @typedef {{why: "seal" | "share" | "start" | "roll", at?: number}} Fault `at` is a seat's number, or a roll's
 * @typedef {{partial: true, why: "unknown", rolls: 0}} Unknown only the rules tell what the dice of the game mean
 */

/** The games of which it is known that nothing is rolled. @type {string[]} */
const WITHOUT_LUCK = ["animal-shogi", "tic-tac-toe"];

/** @type {(one: unknown, other: unknown) => boolean} */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The dice that the match must have had.
 * @type {(agreement: import("./agreement.js").Agreement) => MatchDice | Fault}
 */
const diceOf = ({ match_id, secret, shares, commitment: bound }) => {
  /** @type {(party: number, it: string | null | undefined, to: string | null | undefined) => boolean} */
  const fits = (party, it, to) => typeof it === "string" && /^[0-9a-f]{64}$/.test(it) && commitment(match_id, party, it) === to;
  if (!fits(0, secret, bound)) return { why: "seal" };
  const given = shares.filter((it) => !it.missed && it.share != null);
  const wrong = given.find((it) => !fits(it.seat + 1, it.share, it.commitment));
  if (wrong) return { why: "share", at: wrong.seat };
  return new MatchDice(match_id, /** @type {string} */ (secret), shares.map((it) => (it.missed ? null : it.share ?? null)));
};

/**
 * Whether the map is the one in the settings. Of a drawn map only the number is checked.
 * @type {(chosen: Wire.MapChoice, map: Wire.Map, dice: MatchDice) => boolean}
 */
const isMap = (chosen, map, dice) => {
  if (chosen === "drawn") return map.name === String(dice.below(1e6));
  return typeof chosen === "object" ? same(chosen, map) : map.name === String(chosen);
};

/**
 * Whether the start of the match is the one that the dice show.
 * @type {(record: Record, dice: MatchDice) => boolean}
 */
const isStart = ({ rules, seats, config: start, origin }, dice) => {
  dice.begin(0);
  if (start.game === "dice-of-doom" && rules.game === "dice-of-doom") {
    const { config } = start;
    return config.seats === seats && same(config.rules, rules.rules) && (origin !== undefined || config.board === dealHexes(config, dice));
  }
  if (start.game === "dice-wars" && rules.game === "dice-wars") {
    const { config } = start;
    const { map, ...rest } = rules.rules;
    const isSet = config.seats === seats && same({ ...config, ...rest }, config);
    return isSet && (origin !== undefined || (isMap(map ?? "drawn", config.map, dice) && config.board === dealMap(config, dice)));
  }
  return start.game === rules.game;
};

/**
 * Whether the board can take the action; without a board (games without dice) every action is taken.
 * @type {(board: Board | null, acted: {seat: number, action: Wire.AnyAction}) => boolean}
 */
const takes = (board, { seat, action: { action } }) => board === null || ((action === "pass" || typeof action !== "string") && board.act(seat, action));

/**
 * Applies the steps of the earlier match to the board.
 * @type {(board: Board | null, steps: Step[]) => void}
 */
const goOn = (board, steps) => {
  for (const step of steps) {
    if ("acted" in step) takes(board, step.acted);
    else board?.resolve(step.rolled.chance.chance);
  }
};

/**
 * Rolls a match again: how many rolls there were and the board at the end (`null` in games without one), or the first fault.
 * @param {Record} record
 * @returns {{rolls: number, board: string | null} | Fault | Unknown}
 */
export const audit = (record) => {
  const dice = diceOf(record.agreement);
  if ("why" in dice) return dice;
  if (!isStart(record, dice)) return { why: "start" };
  const { game, config } = record.config;
  const board = game === "dice-of-doom" || game === "dice-wars" ? new Board(config) : null;
  if (!board && !WITHOUT_LUCK.includes(game) && record.steps.some((it) => "rolled" in it)) return { partial: true, why: "unknown", rolls: 0 };
  goOn(board, record.origin ?? []);
  let rolls = 0;
  for (const step of record.steps) {
    const next = { why: /** @type {const} */ ("roll"), at: rolls + 1 };
    if ("acted" in step) {
      if (!takes(board, step.acted)) return next;
      continue;
    }
    dice.begin(next.at);
    const { chance } = step.rolled.chance;
    if (!board || !same(board.roll(dice), chance)) return next;
    board.resolve(chance);
    rolls++;
  }
  return board?.isFighting ? { why: "roll", at: rolls + 1 } : { rolls, board: board && String(board) };
};
