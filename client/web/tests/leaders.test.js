// How well people play: what stands beside names, whether the next match is rated, and the leaders that are asked for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fakeDocument } from "./fake_document.js";

const page = /** @type {any} */ (globalThis);
page.document = fakeDocument();
page.Node = page.document.createElement("i").constructor;
const { changes, openLeaders, outlook, rating } = await import("../screens/leaders.js");

const words = (/** @type {string} */ id, /** @type {any} */ args) => [id, ...Object.values(args ?? {})].join(" ");

test("a person's rating has a margin, and a bot's has none", () => {
  assert.equal(rating({ mean: 1564, margin: 421 }), "1564 ±421");
  assert.equal(rating({ mean: 1700 }), "1700");
});

test("whether the next match is rated is told only where matches are", () => {
  const told = (/** @type {any} */ view) => outlook(/** @type {any} */ ({ lobby: { view }, words }));
  assert.equal(told({}), "");
  assert.equal(told({ rated: true }), "page_rated ");
  assert.equal(told({ unrated: "guest", players: [{}, { account: "0101010101010101" }] }), "page_rated guest");
  assert.equal(told({ unrated: "guest", players: [{}, {}] }), "");
  assert.equal(told({ unrated: "hints" }), "page_rated hints");
});

test("the end tells of those whose rating has changed", () => {
  const seats = [{ rating: { mean: 1564, margin: 421, before: 1541 } }, { rating: { mean: 1700 } }, {}];
  assert.deepEqual(changes(/** @type {any} */ ({ view: { seats } }), (seat) => ["Aki", "Heron", ""][seat]), ["Aki 1541 → 1564"]);
});

test("leaders are asked for by game, and whoever is far behind is told besides", async () => {
  /** @type {any[]} */
  const asked = [];
  const row = (/** @type {number} */ place, /** @type {string} */ name) => ({ place, name, mean: 1500, margin: 400, matches: 3, won: 1 });
  const skill = { mean: 1640, margin: 60, luck: 1424, matches: 28 };
  const leaders = { matches: 3, people: 40, rows: [{ ...row(1, "Aki"), skill }, row(2, "Bo")], yours: row(17, "Cleo") };
  const send = async (/** @type {any} */ command) => {
    asked.push(command);
    return { reply: { leaders } };
  };
  const app = { words, send, games: [], lobby: { view: { settings: { rules: { game: "dice-wars" } } } } };
  page.document.body = { append: (/** @type {any} */ it) => { page.shown = it; } };
  const { prototype } = page.Node;
  prototype.showModal = () => {};
  prototype.querySelector = () => null;
  await openLeaders(/** @type {any} */ (app), true);
  assert.deepEqual(asked, [{ leaders: { game: "dice-wars", month: "this", limit: 20 } }]);
  for (const told of ["1. Aki", "2. Bo", "17. Cleo (page_you)", "page_leaders false"]) assert.ok(page.shown.textContent.includes(told), told);
  // How somebody has played without luck is told where it is known.
  assert.equal(page.shown.textContent.split("page_skill 1640 60 1424 28").length, 2);
});
