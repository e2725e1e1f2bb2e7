// When the dice are in the air, for how long, and what waits until they lie.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { broughtAbout, happenings } from "../happenings.js";
import { ARRIVAL_MS_MAX, ROLL_MS_MAX, Show, arrivals, sceneOf } from "../show.js";

const page = /** @type {any} */ (globalThis);

/** Whether nothing may move. */
const stillness = { matches: false };

/** A browser that hears presses. */
function staged(still = false) {
  page.document = { visibilityState: "visible" };
  stillness.matches = still;
  page.matchMedia = () => stillness;
  /** @type {Map<string, Set<() => void>>} */
  const heard = new Map();
  page.addEventListener = (name, call) => heard.set(name, (heard.get(name) ?? new Set()).add(call));
  page.removeEventListener = (name, call) => heard.get(name)?.delete(call);
  return (name) => [...(heard.get(name) ?? [])].forEach((it) => it());
}

const standing = { territories: 2, dice: 4, link: 2, reserve: 0 };
const view = (/** @type {string} */ board) => ({ board, opening: true, round: 1, standings: [standing, standing], to_move: 0 });
const lobby = (pace = 450) => /** @type {any} */ ({
  match: { view: view("a3b2a1b1"), config: { game: "dice-of-doom" } },
  view: { settings: { bot_pace_ms: pace }, seats: [{ holder: { human: { player: 1, held_by_bot: false } } }, { holder: { bot: { bot: "x" } } }] },
});
const told = (/** @type {number} */ seat, /** @type {unknown} */ action, /** @type {object[]} */ chances, /** @type {string} */ board) => /** @type {any} */ ({
  type: "update", revision: 9, ply: 3, view: { game: "dice-of-doom", view: view(board) },
  events: [{ acted: { seat, action: { game: "dice-of-doom", action } } }, ...chances.map((chance) => ({ rolled: { chance: { game: "dice-of-doom", chance } } }))],
});
const attack = (seat = 0) => told(seat, [0, 1], [{ battle: { attack: [6, 5, 4], defense: [1, 2] } }], "a1a2a1b1");

test("dice are in the air before anything tells of them, by a person for longer than by a bot", () => {
  const scene = sceneOf(attack(), lobby());
  assert.deepEqual([scene?.ms, scene?.roll?.seat, scene?.roll?.defender, scene?.roll?.attack], [ROLL_MS_MAX, 0, 1, [6, 5, 4]]);
  assert.equal(sceneOf(attack(1), lobby(450))?.ms, 360);
  assert.equal(sceneOf(attack(1), lobby(5000))?.ms, ROLL_MS_MAX);
  assert.equal(sceneOf(attack(1), lobby(100)), null, "too short to be seen");
  assert.equal(sceneOf(/** @type {any} */ ({ type: "clocks" }), lobby()), null);
});

test("new dice arrive one by one, those of Dice Wars in the order in which they fell, within their time", () => {
  assert.deepEqual(arrivals("a3b2a1b1", "a4b2a3b1", []), ["a4b2a1b1", "a4b2a2b1", "a4b2a3b1"]);
  assert.deepEqual(arrivals("a3b2a9b1", "a4b2aAb1", [2, 0]), ["a3b2aAb1", "a4b2aAb1"]);
  const pass = told(0, "pass", [], "a9b2a9b1");
  const scene = sceneOf(pass, lobby());
  assert.deepEqual([scene?.ms, scene?.boards.at(-1)], [ARRIVAL_MS_MAX, "a9b2a9b1"]);
  assert.ok((scene?.boards.length ?? 99) <= 20, "no more steps than can be seen");
  assert.equal(sceneOf(told(0, "pass", [], "a3b2a1b1"), lobby()), null, "no new dice");
});

/** A show with what it has passed on. */
function heard() {
  /** @type {string[]} */
  const taken = [];
  const show = new Show((it) => taken.push(it.type), () => {});
  return { show, taken };
}

test("what is told waits in its order until the dice lie", () => {
  staged();
  mock.timers.enable({ apis: ["setInterval"] });
  const { show, taken } = heard();
  show.hear(attack(), lobby());
  show.hear(/** @type {any} */ ({ type: "offered" }), lobby());
  mock.timers.tick(ROLL_MS_MAX - 1);
  assert.deepEqual([taken, Boolean(show.roll)], [[], true]);
  mock.timers.tick(1);
  assert.deepEqual([taken, show.roll], [["update", "offered"], null]);
  mock.timers.reset();
});

test("a press ends a show, and so does the next action; a snapshot takes its place", () => {
  for (const kind of ["click", "keydown"]) {
    const press = staged();
    const { show, taken } = heard();
    show.hear(attack(), lobby());
    press(kind);
    assert.deepEqual([taken, show.roll], [["update"], null]);
  }
  staged();
  const { show, taken } = heard();
  show.hear(attack(1), lobby());
  show.hear(attack(1), lobby());
  assert.deepEqual([taken, Boolean(show.roll)], [["update"], true]);
  show.hear(/** @type {any} */ ({ type: "snapshot" }), lobby());
  assert.deepEqual([taken, show.roll], [["update", "snapshot"], null]);
});

test("where nothing may move everything is told at once", () => {
  staged(true);
  const { show, taken } = heard();
  show.hear(attack(), lobby());
  assert.deepEqual(taken, ["update"]);
});

test("who falls, a realm that is cut, a match point and a lion in danger are seen, but nothing of them once the match is over", () => {
  const seats = (/** @type {number[][]} */ ...all) => /** @type {any} */ ({ standings: all.map(([territories, link]) => ({ ...standing, territories, link })) });
  const kinds = (/** @type {any} */ before, /** @type {any} */ after) => happenings(before, after).map(({ kind, seat }) => `${kind} ${seat}`);
  assert.deepEqual(kinds(seats([4, 4], [1, 1], [4, 4]), seats([5, 5], [0, 0], [4, 4])), ["fallen 1"]);
  assert.deepEqual(kinds(seats([4, 4], [6, 6]), seats([5, 5], [5, 3])), ["cut 1"]);
  assert.deepEqual(kinds(seats([4, 4], [6, 6]), seats([5, 5], [5, 5])), [], "one place less is no cut");
  assert.deepEqual(kinds(seats([2, 2], [8, 8]), seats([1, 1], [9, 9])), ["point 1"]);
  assert.deepEqual(kinds(seats([1, 1], [8, 8], [1, 1]), seats([1, 1], [9, 9], [0, 0])), ["fallen 2", "point 1"]);
  assert.deepEqual(kinds(seats([1, 1], [9, 9]), { ...seats([0, 0], [10, 10]), outcome: { winners: [1] } }), []);
  assert.deepEqual(kinds({ check: false }, { check: true, to_move: 1 }), ["check 1"]);
  assert.deepEqual(kinds({ check: true }, { check: true, to_move: 1 }), []);
});

test("a match that has just begun has cut nobody in two, whatever stood on the board before", () => {
  const view = (/** @type {number} */ link) => ({ round: 1, standings: [{ territories: 9, dice: 9, link }, { territories: 9, dice: 9, link }] });
  const match = /** @type {any} */ ({ view: view(2) });
  const before = (/** @type {any} */ it) => ({ match: it, view: /** @type {any} */ (view(7)) });
  assert.equal(broughtAbout(before(match), match).length, 2);
  assert.deepEqual(broughtAbout(before({}), match), []);
  assert.deepEqual(broughtAbout({ match: null, view: undefined }, null), []);
});
