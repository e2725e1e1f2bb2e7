// A match step by step: what is seen at the start and after each step, and what was told in between.
//
// Pure; called by `screens/replay.js`. Law kept here: steps are cut as `dicehall replay` cuts them, so that a number means the
// same step in both.

import { gameOf } from "../games/index.js";
import { positionOf } from "./positions.js";

/**
 * @typedef {import("./positions.js").Seen & {to_move: number | null, round: number}} View
 * @typedef {{view: View, events: Wire.EventView[], last: {from: number, to: number} | null, resigned: number[], happened: number,
 *   battle: {seat: number, from: number, to: number, attack: number[], defense: number[]} | null}} Frame
 */

/** What the log tells of, besides actions and rolls: each is a step of its own. */
const TOLD = ["resigned", "timed_out", "paused", "continued", "handed_to_bot", "taken_back"];

/** @param {Wire.EventView} event @returns {string} */
const kindOf = (event) => (typeof event === "string" ? event : Object.keys(event)[0]);

/**
 * Cuts what happened into steps: an action has the rolls that it caused, and the end has the opened dice.
 * @param {Wire.EventView[]} events
 * @returns {Wire.EventView[][]}
 */
export function cut(events) {
  /** @type {Wire.EventView[][]} */
  const steps = [];
  /** @type {Wire.EventView[]} */
  let step = [];
  events.forEach((event, at) => {
    step.push(event);
    const hasLine = event.acted || event.rolled || TOLD.includes(kindOf(event));
    if (!hasLine || events[at + 1]?.rolled) return;
    steps.push(step);
    step = [];
  });
  const last = steps[steps.length - 1];
  if (last && step.every((it) => it.dice_opened)) last.push(...step);
  else if (step.length) steps.push(step);
  return steps;
}

/**
 * All that is seen of a match, the start first.
 * @param {import("./match_file.js").Match} match
 * @returns {Frame[]}
 */
export function framesOf({ header, config, before, events }) {
  const after = events.slice(events.findIndex((it) => it.match_started) + 1);
  const steps = cut([...before, ...after]);
  const movers = moversOf(steps, orderOf(config, header.seats.length));
  const position = positionOf(config, header.seats.length);
  /** @type {Frame[]} */
  const frames = [{ view: { ...position.view(), ...movers[0] }, events: [], last: null, battle: null, resigned: [], happened: 0 }];
  steps.forEach((step, at) => {
    const { last, battle, resigned, happened } = frames[at];
    /** @type {Untold} */
    const frame = { events: step, last, battle, resigned, happened: happened + step.filter((it) => it.acted || it.rolled).length };
    for (const event of step) take(frame, event, position, config.game);
    frames.push({ ...frame, view: { ...position.view(), ...movers[at + 1] } });
  });
  return frames;
}

/**
 * The number of the frame before which an action or a roll happened, by its number from 1, as reviews count.
 * @param {Frame[]} frames @param {number} step
 */
export function frameBefore(frames, step) {
  const at = frames.findIndex((it) => it.happened >= step);
  return at < 0 ? frames.length - 1 : Math.max(0, at - 1);
}

/**
 * Takes an event into a frame.
 * @typedef {Omit<Frame, "view">} Untold
 * @param {Untold} frame @param {Wire.EventView} event @param {import("./positions.js").Position} position @param {string} game
 */
function take(frame, event, position, game) {
  if (event.resigned) frame.resigned = [...frame.resigned, event.resigned.seat];
  if (event.acted) {
    const { seat, action } = event.acted;
    position.act(seat, action.action);
    frame.last = gameOf(game)?.ends(action.action) ?? null;
    frame.battle = null;
  }
  if (event.rolled) {
    const { chance } = event.rolled.chance;
    position.roll(chance);
    if (chance.battle && frame.last) frame.battle = { seat: frame.events.find((it) => it.acted)?.acted?.seat ?? 0, ...frame.last, ...chance.battle };
  }
}

/**
 * Before each step and after the last, whose turn it is, and in which round: another begins when the order of the seats starts again.
 * @param {Wire.EventView[][]} steps
 * @param {(seat: number) => number} order
 * @returns {{to_move: number | null, round: number}[]}
 */
function moversOf(steps, order) {
  /** @type {(number | null)[]} */
  const movers = [null];
  for (const step of [...steps].reverse()) movers.push(step.find((it) => it.acted)?.acted?.seat ?? movers[movers.length - 1]);
  movers.reverse();
  let round = 1;
  return movers.map((to_move, at) => {
    const [passed] = (steps[at - 1] ?? []).flatMap(({ acted }) => (acted?.action.action === "pass" ? [acted] : []));
    if (passed && to_move !== null && order(to_move) <= order(passed.seat)) round++;
    return { to_move, round };
  });
}

/**
 * The place of each seat in the order of a round, which the seat begins that moves first in the match.
 * @param {Wire.AnyConfig} all @param {number} seats @returns {(seat: number) => number}
 */
function orderOf({ config }, seats) {
  const first = "first" in config ? config.first ?? 0 : 0;
  return (seat) => (seat - first + seats) % seats;
}

/**
 * The dice of each seat at the end of each round, as far as the match had come. A step belongs to the round in which it began: the last
 * new dice of a round come with the step that ends it.
 * @param {Frame[]} frames
 * @returns {number[][]}
 */
export function sharesOf(frames) {
  /** @type {number[][]} */
  const rounds = [];
  frames.forEach(({ view }, at) => {
    const begun = frames[at - 1]?.view ?? view;
    if ("standings" in view && "round" in begun) rounds[begun.round - 1] = view.standings.map((it) => it.dice);
  });
  return rounds;
}
