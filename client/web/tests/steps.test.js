// The steps of a match in little memory: whatever is put in comes out again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { STEPS_MAX, Steps } from "../fair/steps.js";

const acted = (action, seat = 0, game = "dice-of-doom") => ({ acted: { seat, action: { game, action } } });
const rolled = (chance, game = "dice-of-doom") => ({ rolled: { chance: { game, chance } } });

/** Steps that have a short form, and some that look much like them. */
const SOME = [
  acted("pass"), acted("pass", 3, "dice-wars"), acted([0, 63]), acted([17, 4], 2, "dice-wars"),
  rolled({ battle: { attack: [6, 1, 2], defense: [5] } }), rolled({ reinforce: 40 }), rolled({ reinforce: 0 }, "dice-wars"),
  acted("b2", 1, "tic-tac-toe"), acted("b1*", 1, "animal-shogi"), acted([1, 2, 3]), acted([1]), acted("p"), acted("pass", 12),
  rolled({ battle: { attack: [10, 1], defense: [5] } }), rolled({ battle: { attack: [], defense: [] } }),
  rolled({ battle: { attack: [1], defense: [2], more: 1 } }), rolled({ battle: { defense: [2], attack: [1] } }),
  rolled({ reinforce: "7" }), rolled({ reinforce: 1.5 }), rolled({ other: 1 }), { acted: { ...acted("pass").acted, by: "bot" } },
];

test("whatever is put in comes out again, also over a reload", () => {
  const steps = new Steps();
  const all = Array.from({ length: 40 }, () => SOME).flat();
  all.forEach((it, at) => steps.set(2 * at + 5, it));
  assert.equal(JSON.stringify(steps.list()), JSON.stringify(all));
  const again = Steps.fromJSON(JSON.parse(JSON.stringify(steps)));
  assert.equal(JSON.stringify(again.list()), JSON.stringify(all));
  assert.deepEqual(Steps.fromJSON(undefined).list(), []);
  assert.deepEqual(Steps.fromJSON([[1, SOME[0]]]).list(), [], "as it was kept before");
});

test("steps come in any order, and of one that comes twice the later counts", () => {
  const steps = new Steps();
  const numbers = Array.from({ length: 300 }, (_, at) => (at * 7) % 300);
  for (const at of [...numbers, ...numbers]) steps.set(at, acted([at, at + 1]));
  steps.set(5, acted("pass"));
  const expected = Array.from({ length: 300 }, (_, at) => acted(at === 5 ? "pass" : [at, at + 1]));
  assert.deepEqual(steps.list(), expected);
});

test("a long match takes some ten bytes for each step, and an endless one stops", () => {
  const steps = new Steps();
  for (let at = 0; at < 4_000; at += 2) {
    steps.set(at, acted([at % 64, (at + 1) % 64]));
    steps.set(at + 1, rolled({ battle: { attack: [1, 2, 3, 4, 5], defense: [6, 5, 4] } }));
  }
  const size = JSON.stringify(steps).length / 4_000;
  assert.ok(size < 20, `${size} bytes`);
  for (let at = 0; at < STEPS_MAX; at++) steps.set(10_000 + at, SOME[0]);
  assert.equal(steps.list().length, STEPS_MAX);
});
