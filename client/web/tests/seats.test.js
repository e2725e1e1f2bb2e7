// The seats of a table before a match: which are shown, and what the host is told about a start that cannot work yet.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fakeDocument } from "./fake_document.js";

/**
 * A table of tic-tac-toe with these holders, drawn for its host, who is person 0.
 * @param {any[]} holders
 */
async function drawn(holders) {
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
  const seat = holders.findIndex((it) => it.human?.player === 0);
  const app = {
    lobby: { view, you: 0, seat: seat < 0 ? null : seat, isHost: true, seatName: () => "bot" },
    games: [{ game: "tic-tac-toe", title: "", seats: [2, 2], rules: view.settings.rules, bots: [] }],
    words: (/** @type {string} */ id) => id, send: () => {}, linkTo: () => "", botName: () => "bot",
  };
  const seats = new Seats(/** @type {any} */ (app), () => {});
  seats.draw();
  return seats;
}

const sits = (/** @type {number} */ player) => ({ human: { player, ready: false, held_by_bot: false } });

test("a table shows the seats of its game", async () => {
  const seats = await drawn([sits(0), "open", "closed", "closed"]);
  assert.equal(seats.list.children.length, 2);
});

test("whoever sits on a seat that the game does not have is seen, and the host can send them away", async () => {
  const seats = await drawn([sits(0), "open", "closed", sits(1)]);
  assert.equal(seats.list.children.length, 4);
  assert.match(seats.list.children[3].textContent ?? "", /Bo/);
  assert.match(seats.list.children[3].textContent ?? "", /page_kick/);
});

test("a start that cannot work says why", async () => {
  const alone = await drawn([sits(0), "open", "closed", "closed"]);
  assert.match(alone.actions.textContent ?? "", /page_too_few_play/);
  const both = await drawn([sits(0), sits(1), "closed", "closed"]);
  assert.doesNotMatch(both.actions.textContent ?? "", /page_too_few_play/);
});
