// The seats of a table before a match: which are shown, and what the host is told about a start that cannot work yet.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fakeDocument } from "./fake_document.js";

/**
 * A table of tic-tac-toe with these holders, drawn for its host, who is person 0, or for another.
 * @param {any[]} holders @param {any} [more] what the lobby is besides
 */
async function drawn(holders, { you = 0, ...more } = {}) {
  const page = /** @type {any} */ (globalThis);
  page.document = fakeDocument();
  page.Node = page.document.createElement("i").constructor;
  const { Seats } = await import("../screens/seats.js");
  const names = ["Aki", "Bo", "Cleo"];
  const view = {
    lobby: "K7WQ2", phase: "waiting", host: 0, locked: false, has_password: false, bans: [],
    settings: { rules: { game: "tic-tac-toe", rules: {} }, bot_pace_ms: 0 },
    players: names.map((name, player) => ({ player, name, connected: true, silenced: false })),
    seats: holders.map((holder) => ({ holder, resigned: false })),
  };
  const seat = holders.findIndex((it) => it.human?.player === you);
  const app = {
    lobby: { view, you, seat: seat < 0 ? null : seat, isHost: you === 0, evening: null, talk: [], unread: [], muted: new Set(), names: new Map(names.map((it, at) => [at, it])),
      seatName: (/** @type {number} */ it) => names[holders[it].human?.player] ?? "bot", reactionAt: () => "", ...more },
    games: [{ game: "tic-tac-toe", title: "", seats: [2, 2], rules: view.settings.rules, bots: ["easy", "hard"], more: [] }],
    words: (/** @type {string} */ id, /** @type {any} */ args) => [id, ...Object.values(args ?? {})].join(" "), send: () => {}, linkTo: () => "", botName: () => "bot",
  };
  const seats = new Seats(/** @type {any} */ (app), () => {}, () => {});
  seats.draw();
  return seats;
}

const sits = (/** @type {number} */ player, ready = false) => ({ human: { player, ready, held_by_bot: false } });

test("a table shows the seats of its game", async () => {
  const seats = await drawn([sits(0), "open", "closed", "closed"]);
  assert.equal(seats.list.children.length, 2);
});

test("whoever sits on a seat that the game does not have is seen, and the host can send them away", async () => {
  const seats = await drawn([sits(0), "open", "closed", sits(1)]);
  assert.equal(seats.list.children.length, 4);
  assert.match(seats.list.children[3].textContent ?? "", /Bo/);
  assert.ok(/** @type {any} */ (seats.list.children[3]).all((/** @type {any} */ it) => it.classList.contains("dots")).length);
});

/** What the bar below the seats says, and its buttons. @param {any} seats */
const bar = (seats) => [seats.start.why, seats.start.actions].map((it) => it.textContent);

test("a start that cannot work says why, and what waits has a name", async () => {
  const [alone] = bar(await drawn([sits(0), "open", "closed", "closed"]));
  assert.match(alone, /page_too_few_play/);
  const [late, anyway] = bar(await drawn([sits(0), sits(1), "closed", "closed"]));
  assert.match(late, /page_start_waits ● Bo$/);
  assert.match(anyway, /page_start_anyway/);
  const [none, start] = bar(await drawn([sits(0), sits(1, true), "closed", "closed"]));
  assert.equal(none, "");
  assert.match(start, /page_startpage_people 2/);
  const [open] = bar(await drawn([sits(0), { bot: { bot: "easy" } }, "open", "closed"]));
  assert.match(open, /page_open_holds_nothing/);
});

test("guests see the same seats, and are asked to get ready, to wait or to sit", async () => {
  const all = [sits(0), sits(1), "open", "closed"];
  assert.deepEqual(bar(await drawn(all, { you: 1 })), ["page_say_ready", "page_ready"]);
  assert.deepEqual(bar(await drawn([sits(0), sits(1, true)], { you: 1 })), ["page_host_starts Aki", "page_not_ready"]);
  assert.deepEqual(bar(await drawn([sits(0), sits(1, true), sits(2)], { you: 1 })), ["page_start_waits ■ Cleo", "page_not_ready"]);
  assert.deepEqual(bar(await drawn(all, { you: 2 })), ["page_watching_open", "page_sit"]);
  assert.deepEqual(bar(await drawn([sits(0), sits(1)], { you: 2 })), ["page_watching_full", ""]);
});

test("an open seat has one button for each rung, for the host alone", async () => {
  const heads = async (/** @type {any} */ more) => {
    const seats = await drawn([sits(0), "open", sits(1), "closed"], more);
    return /** @type {any} */ (seats.list.children[1]).all((/** @type {any} */ it) => it.classList.contains("head")).map((/** @type {any} */ it) => it.textContent);
  };
  assert.deepEqual(await heads({}), ["page_rung 1", "page_rung 2"]);
  assert.deepEqual(await heads({ you: 1 }), []);
});

test("a seat tells what its person has won this evening, and the reaction at it", async () => {
  const evening = { matches: 3, rows: [{ who: { human: { name: "Bo" } }, played: 3, won: 2, drawn: 0 }] };
  const seats = await drawn([sits(0), sits(1)], { evening, reactionAt: (/** @type {number} */ it) => (it === 1 ? "😂" : "") });
  assert.match(seats.list.children[1].textContent ?? "", /Bo😂.*page_has_won 2/);
  assert.doesNotMatch(seats.list.children[0].textContent ?? "", /page_has_won|😂/);
});
