// The show of what luck has decided: dice are in the air, or new dice arrive, before anything else tells what came of it. Called by
// `main.js` with each message for the lobby, read by `screens/game.js`. Laws kept here: what is told waits, in its order, until the dice
// lie; a show ends at any press, which counts besides, at the next action, and after a named time; where nothing may move there is none.

import { ownerAt } from "./lobby.js";

/** How long dice are in the air, and how long the new dice of a turn take to arrive, in milliseconds. */
export const ROLL_MS_MAX = 560;
export const ARRIVAL_MS_MAX = 600;
/** One new die takes at most so long, and so long at least: more of them arrive together. */
const [DIE_MS_MAX, DIE_MS_MIN] = [120, 30];
/** Of the time for which the table looks at an action of a bot, so much is the show; a shorter show is none. */
const PART_OF_PACE = 0.8;
const SHOW_MS_MIN = 150;
/** So many messages wait for the end of a show. */
const WAITING_MAX = 64;
/** Any of these ends a show, and does besides what it does otherwise. */
const PRESSES = ["keydown", "click"];

/**
 * @typedef {import("./lobby.js").Battle} Battle
 * @typedef {{roll: Battle | null, boards: string[], ms: number}} Scene dice in the air, or the board with one new die after the other
 */

export class Show {
  /** @param {(message: Wire.ServerMessage) => void} take @param {() => void} draw @param {number} [rollMs] how long dice are in the air */
  constructor(take, draw, rollMs = ROLL_MS_MAX) {
    this.take = take;
    this.draw = draw;
    this.rollMs = rollMs;
    /** @type {Scene | null} */
    this.scene = null;
    /** How many boards of the scene were shown before this one. */
    this.at = 0;
    /** What is taken in when the dice lie. @type {Wire.ServerMessage[]} */
    this.waiting = [];
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** The dice that are in the air. */
  get roll() {
    return this.scene?.roll ?? null;
  }

  /** The board with the new dice that have arrived, while some still come. */
  get board() {
    return this.scene?.boards[this.at] ?? null;
  }

  /** Takes a message in at once, or after what it is about to show. @param {Wire.ServerMessage} message @param {import("./lobby.js").Lobby} lobby */
  hear(message, lobby) {
    if (message.type === "snapshot") this.drop();
    if (this.scene && (actedIn(message) || this.waiting.length >= WAITING_MAX)) this.end();
    if (this.scene) return void this.waiting.push(message);
    const scene = isStill() ? null : sceneOf(message, lobby, this.rollMs);
    return scene ? this.begin(message, scene) : this.take(message);
  }

  /** @param {Wire.ServerMessage} message @param {Scene} scene */
  begin(message, scene) {
    [this.scene, this.at, this.waiting] = [scene, 0, [message]];
    for (const it of PRESSES) addEventListener(it, this.end, true);
    this.timer = setInterval(this.next, scene.ms / Math.max(1, scene.boards.length));
    this.draw();
  }

  next = () => {
    if (!this.scene || this.at + 1 >= this.scene.boards.length) return this.end();
    this.at += 1;
    return this.draw();
  };

  /** The dice lie: what waited is taken in. */
  end = () => {
    const { waiting } = this;
    this.drop();
    for (const it of waiting) this.take(it);
  };

  /** Nothing is shown any more, and what waited is forgotten. */
  drop() {
    clearInterval(this.timer);
    for (const it of PRESSES) removeEventListener(it, this.end, true);
    [this.scene, this.waiting] = [null, []];
  }
}

/** The wish that nothing moves; asked for once, because every message asks. @type {MediaQueryList | undefined} */
let stillness;

/** Whether nothing may move, or nobody looks. */
function isStill() {
  stillness ??= matchMedia("(prefers-reduced-motion: reduce)");
  return document.visibilityState !== "visible" || stillness.matches;
}

/** The action that a message tells, if it tells one. @param {Wire.ServerMessage} message */
function actedIn(message) {
  return message.type === "update" ? message.events.find((it) => it.acted)?.acted : undefined;
}

/**
 * The show before a message, if there is one: the dice of an attack, or the dice that the end of a turn brings.
 * @param {Wire.ServerMessage} message @param {import("./lobby.js").Lobby} lobby before it
 * @param {number} [rollMs] how long dice are in the air
 * @returns {Scene | null}
 */
export function sceneOf(message, { match, view }, rollMs = ROLL_MS_MAX) {
  const [acted, before] = [actedIn(message), match?.view];
  if (message.type !== "update" || !acted || !view || !before || !("standings" in before)) return null;
  const after = message.view?.view;
  const { seat, action: { action } } = acted;
  const { bot, human } = view.seats[seat].holder;
  const most = bot || human?.held_by_bot ? PART_OF_PACE * view.settings.bot_pace_ms : Infinity;
  const chances = message.events.flatMap(({ rolled }) => (rolled ? [rolled.chance.chance] : []));
  const [battle] = chances.flatMap((it) => it.battle ?? []);
  if (battle) return lasting({ roll: { revision: message.revision, seat, defender: ownerAt(before, action), action, ...battle }, boards: [], ms: Math.min(rollMs, most) });
  if (!after || !("standings" in after) || action !== "pass") return null;
  const boards = arrivals(before.board, after.board, chances.flatMap((it) => it.reinforce ?? []));
  const ms = Math.min(ARRIVAL_MS_MAX, DIE_MS_MAX * boards.length, most);
  return boards.length ? lasting({ roll: null, boards: thinned(boards, Math.floor(ms / DIE_MS_MIN)), ms }) : null;
}

/** @param {Scene} scene */
const lasting = (scene) => (scene.ms >= SHOW_MS_MIN ? scene : null);

/**
 * The board after each new die of a turn, the first one first.
 * @param {string} before @param {string} after two characters a territory
 * @param {number[]} order the places in the order in which the dice fell; without one they arrive from the first place to the last
 */
export function arrivals(before, after, order) {
  let board = before;
  return (order.length ? order : grown(before, after)).map((place) => (board = withOneMore(board, place)));
}

/** The number of dice at a place: a digit, or from "A" on for ten. @param {string} board @param {number} place */
const diceAt = (board, place) => Number.parseInt(board[2 * place + 1], 17);

/** The places that have more dice, each as often as it has. @param {string} before @param {string} after */
function grown(before, after) {
  return Array.from({ length: before.length / 2 }, (_, place) => {
    const more = before[2 * place] === after[2 * place] ? diceAt(after, place) - diceAt(before, place) : 0;
    return Array.from({ length: Math.max(0, more) }, () => place);
  }).flat();
}

/** @param {string} board @param {number} place */
function withOneMore(board, place) {
  const dice = (diceAt(board, place) + 1).toString(17).toUpperCase();
  return board.slice(0, 2 * place + 1) + dice + board.slice(2 * place + 2);
}

/** So many of these at most, the last one among them. @template T @param {T[]} all @param {number} most @returns {T[]} */
function thinned(all, most) {
  const count = Math.max(1, Math.min(all.length, most));
  return Array.from({ length: count }, (_, at) => all[Math.ceil(((at + 1) * all.length) / count) - 1]);
}
