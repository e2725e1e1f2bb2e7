// What whoever hears the page is told of a match, and when.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Summary } from "../summary.js";

const words = (/** @type {string} */ id, args = {}) => [id.replace("page_", ""), ...Object.values(args)].join(" ");
const where = /** @type {any} */ ({ words, seat: (/** @type {number} */ it) => `seat ${it}`, person: () => "somebody" });
const game = "dice-of-doom";
const attack = (/** @type {number} */ seat, isWon = true) => [{ acted: { seat, action: { game, action: [0, 1] } } },
  { rolled: { chance: { game, chance: { battle: { attack: [isWon ? 6 : 1], defense: [3] } } } } }];
const pass = (/** @type {number} */ seat) => [{ acted: { seat, action: { game, action: "pass" } } }];
/** A match of a person, two bots, and another person. @param {number | null} to_move @param {string} [phase] */
const lobby = (to_move, phase = "playing") => ({ seat: 0, match: { view: { to_move } }, view: { phase, seats: [{ human: {} }, { bot: {} }, { bot: {} }, { human: {} }].map((holder) => ({ holder })) } });

/** What is told after each of these. @param {Summary} summary @param {[object[], object][]} steps */
const told = (summary, ...steps) => steps.map(([events, after]) => summary.hear(/** @type {any} */ (events), where, /** @type {any} */ (after), []));

test("of the turns of others one summary is told, and with it that it is one's own turn", () => {
  const summary = new Summary();
  assert.deepEqual(told(summary, [attack(1), lobby(1)], [attack(1, false), lobby(1)], [pass(1), lobby(2)], [attack(2), lobby(2)], [pass(2), lobby(0)]), ["", "", "", "", ""]);
  assert.equal(summary.take(where), "summary seat 1 2 1 summary seat 2 1 1");
  assert.equal(summary.take(where), "", "nothing is told twice");
});

test("another person's turn is told when it is over, what came before it when it begins", () => {
  const summary = new Summary();
  assert.deepEqual(told(summary, [attack(2), lobby(2)], [pass(2), lobby(3)], [attack(3), lobby(3)], [attack(3), lobby(3)]), ["", "summary seat 2 1 1", "", ""]);
  assert.deepEqual(told(summary, [pass(3), lobby(0)]), [""]);
  assert.equal(summary.take(where), "summary seat 3 2 2");
});

test("what one does oneself, and the end of a match, is told at once", () => {
  const summary = new Summary();
  assert.deepEqual(told(summary, [attack(0), lobby(0)]), ["told_attacks seat 0 a1 a2 told_won 6 3"]);
  assert.deepEqual(told(summary, [attack(1), lobby(null, "over")]), ["summary seat 1 1 1"]);
  assert.deepEqual(told(summary, [["paused"], lobby(1)]), [""], "while a bot moves it waits");
  assert.deepEqual(told(summary, [[{ left: { player: 4 } }], { ...lobby(null, "waiting"), match: null }]), ["told_paused told_left somebody"]);
});
