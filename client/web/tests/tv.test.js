// The big screen: which table it shows, who is host in its place, what it tells of a roll, and how it spares the television.

import assert from "node:assert/strict";
import { test } from "node:test";

import { deeds } from "../log.js";
import { shiftAt } from "../tv/awake.js";
import { TURN_MS, choose, isDeserted } from "../tv/chooser.js";
import { isHereOnly } from "../tv/door.js";
import { heirOf } from "../tv/heir.js";
import { holdsWith, rollTold, signed } from "../tv/roll_told.js";

const table = (/** @type {string} */ lobby, /** @type {object} */ more = {}) => /** @type {any} */ ({ lobby, title: lobby, game: "dice-of-doom", phase: "waiting", humans: 1, bots: 0, open: 2, has_password: false, locked: false, ...more });

/** Which tables are shown when it is looked every five seconds for so many turns. @param {any[]} tables @param {number} turns */
function shown(tables, turns) {
  /** @type {{lobby: string, since: number}[]} */
  const past = [];
  for (let now = 0; now < turns * TURN_MS; now += 5_000) {
    const lobby = choose(tables, past, now);
    if (lobby && lobby !== past.at(-1)?.lobby) past.push({ lobby, since: now });
  }
  return past.map((it) => it.lobby).join(" ");
}

test("all tables come in turn, a match before a gathering and many people before few", () => {
  const tables = [table("AAAAA"), table("BBBBB", { humans: 3 }), table("CCCCC", { phase: "playing", humans: 2 })];
  assert.equal(shown(tables, 7), "CCCCC BBBBB AAAAA CCCCC BBBBB AAAAA CCCCC");
  assert.equal(shown([table("AAAAA")], 5), "AAAAA", "one alone stays");
  assert.equal(shown([], 2), "");
});

test("a table is shown for a whole turn, and a new one comes next", () => {
  const past = [{ lobby: "AAAAA", since: 1_000 }];
  const tables = [table("AAAAA"), table("BBBBB", { phase: "playing", humans: 4 })];
  assert.equal(choose(tables, past, 999 + TURN_MS), "AAAAA");
  assert.equal(choose(tables, past, 1_000 + TURN_MS), "BBBBB");
  assert.equal(choose(tables.slice(1), past, 2_000), "BBBBB", "the one that was shown has ended");
  assert.equal(choose([], past, 2_000), null);
});

test("a table that nobody sits at, or that lets no screen in, is passed over", () => {
  for (const more of [{ humans: 0 }, { has_password: true }, { locked: true }]) assert.equal(choose([table("AAAAA", more)], [], 0), null);
});

test("a table is deserted when everybody but the screen is away", () => {
  const view = (/** @type {boolean[]} */ ...there) => /** @type {any} */ ({ players: there.map((connected, player) => ({ player, connected })) });
  assert.deepEqual([view(true, false), view(true), view(true, true), view(true, false, true)].map((it) => isDeserted(it, 0)), [true, true, false, false]);
});

test("who sits becomes host before who watches, and nobody who is away does", () => {
  const person = (/** @type {number} */ player, connected = true) => ({ player, name: `${player}`, connected });
  const seat = (/** @type {number} */ player) => ({ holder: { human: { player, ready: false } } });
  const view = (/** @type {object[]} */ players, /** @type {object[]} */ seats) => /** @type {any} */ ({ players, seats });
  const open = { holder: "open" };
  assert.equal(heirOf(view([person(0), person(1), person(2)], [open, seat(2)]), 0), 2);
  assert.equal(heirOf(view([person(0), person(1), person(2, false)], [seat(2)]), 0), 1);
  assert.equal(heirOf(view([person(0), person(1, false)], [seat(1), open]), 0), null);
});

test("luck is what came less what the odds promised", () => {
  // One die against one wins 15 of 36 times.
  const [won, lost, tie] = [[[6], [1]], [[2], [5]], [[3], [3]]].map(([attack, defense]) => rollTold({ attack, defense }));
  assert.deepEqual([won.odds.toFixed(4), won.isWon, won.by, won.luck.toFixed(4)], ["0.4167", true, 5, "0.5833"]);
  assert.deepEqual([lost.isWon, lost.by, lost.luck.toFixed(4)], [false, 3, "-0.4167"]);
  assert.deepEqual([tie.isWon, tie.by], [false, 0], "a tie stays with whoever defends");
  assert.deepEqual([[0.26, 2], [-0.74, 2], [1.25, 0], [-0.04, 1], [0, 1]].map(([luck, digits]) => signed(luck, digits)), ["+0.26", "−0.74", "+1", "0.0", "0.0"]);
});

test("the last die holds with what the others lack, and with a tie", () => {
  const holds = (/** @type {number[]} */ attack, /** @type {number[]} */ defense) => holdsWith({ attack, defense });
  assert.deepEqual([holds([5, 2], [4, 1]), holds([5, 2], [4, 6])], [3, 3], "whatever it shows");
  assert.deepEqual([holds([6], [1]), holds([1], [6]), holds([6, 1], [1]), holds([1, 1], [5, 5, 1])], [6, 0, 7, 0]);
  assert.equal(holds([3, 4], [6, 6]), 0);
  assert.equal(holds([3, 4], [5, 6]), 2);
});

test("a telephone is sent to no name that means the telephone itself", () => {
  assert.deepEqual(["localhost", "127.0.0.1", "127.1.2.3", "[::1]"].filter((it) => !isHereOnly(it)), []);
  assert.deepEqual(["192.0.2.7", "attic.local", "[fe80::1]", "localhost.example", "127.example"].filter(isHereOnly), []);
});

test("the picture walks slowly around its middle and comes back", () => {
  const walk = Array.from({ length: 65 }, (_, minute) => shiftAt(minute));
  walk.slice(1).forEach(([x, y], at) => assert.equal(Math.abs(x - walk[at][0]) + Math.abs(y - walk[at][1]), 1, `minute ${at + 1}`));
  assert.ok(walk.flat().every((it) => Math.abs(it) <= 4));
  assert.deepEqual(walk[32], walk[0]);
  assert.equal(new Set(walk.slice(0, 32).map(String)).size, 32, "no spot twice");
});

test("beside a board stand the deeds of its own match alone", () => {
  const line = (/** @type {any} */ event, /** @type {number} */ seat) => ({ event, seat });
  const none = /** @type {any} */ (undefined);
  const log = [line({ acted: 1 }, 0), line("match_called", none), line({ match_started: {} }, none), line({ acted: 2 }, 1), line("paused", none), line({ acted: 3 }, 0)];
  assert.deepEqual(deeds(log), [log[3], log[5]]);
  assert.deepEqual(deeds(log.slice(3)), [log[3], log[5]], "whose beginning has left the log");
});
