// Tests of what a match waits for: who may ask to skip bots, or for a bot in the place of somebody who is gone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { absent, settle, skipping } from "../waiting.js";

const human = (player, more = {}) => ({ holder: { human: { player, ready: false, held_by_bot: false } }, resigned: false, ...more });
const bot = () => ({ holder: { bot: { bot: "random" } }, resigned: false });

/** A lobby of these seats, in which seat `mover` is to move and the people in `gone` are not connected. */
const lobby = (seats, { mover = 0, you = 0, gone = [], host = 0 } = {}) => ({
  you,
  match: { view: { to_move: mover } },
  view: { phase: "playing", host, seats, players: [0, 1, 2].map((player) => ({ player, connected: !gone.includes(player) })) },
});

test("whoever plays may ask to skip while a bot is to move", () => {
  const seats = () => [human(0), human(1, { wants_skip: true }), bot()];
  assert.deepEqual(skipping(lobby(seats(), { mover: 2 })), { mine: false, count: 1, all: 2 });
  assert.deepEqual(skipping(lobby(seats(), { mover: 2, you: 1 })), { mine: true, count: 1, all: 2 });
  assert.equal(skipping(lobby(seats(), { mover: 1 })), null, "a person is to choose");
  assert.equal(skipping(lobby(seats(), { mover: 2, you: 2 })), null, "only a spectator");
  assert.deepEqual(skipping(lobby([bot(), bot()], { mover: 1 })), { mine: false, count: 0, all: 1 }, "the host of bots alone");
});

test("votes to skip are over when a person is to choose", () => {
  const seats = [human(0, { wants_skip: true }), bot()];
  settle(lobby(seats, { mover: 1 }));
  assert.equal(seats[0].wants_skip, true);
  settle(lobby(seats, { mover: 0 }));
  assert.equal(seats[0].wants_skip, false);
});

test("a bot may be asked for where somebody is gone, the seat to move first", () => {
  const seats = () => [human(0), human(1, { bot_wanted_by: [2] }), human(2)];
  assert.equal(absent(lobby(seats(), { mover: 1 })), null, "everybody is there");
  assert.deepEqual(absent(lobby(seats(), { mover: 1, gone: [1] })), { seat: 1, mine: false, count: 1, all: 2 });
  assert.deepEqual(absent(lobby(seats(), { mover: 2, gone: [1, 2] })), { seat: 2, mine: false, count: 0, all: 1 });
  assert.equal(absent(lobby(seats(), { gone: [1], you: 9 })), null, "only a spectator");
});
