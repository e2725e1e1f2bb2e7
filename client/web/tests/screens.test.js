// What the screens work out by themselves: places in danger, what is drawn anew and what stays, light and dark.

import assert from "node:assert/strict";
import { test } from "node:test";

import { redraw } from "../elements.js";
import { threatened } from "../fair/threats.js";
import { judged } from "../screens/course.js";
import { placeWords } from "../screens/place_words.js";
import { Players } from "../screens/players.js";
import { fakeDocument } from "./fake_document.js";

const doom = (/** @type {number} */ size) => ({ game: "dice-of-doom", config: { rules: { size } } });

test("a territory is in danger where one neighbor would take it with six chances in ten", () => {
  // Row by row: a1 touches b1, a2 and b2; b1 touches a1 and b2, but not a2.
  assert.deepEqual(threatened(doom(2), "a2b3b1a1", 0), [0, 3], "three against two win 78 times in 100, and against one surely");
  assert.deepEqual(threatened(doom(2), "a3b3b1a5", 0), [], "three against three win 45 times in 100");
  assert.deepEqual(threatened(doom(2), "a1b1b1a1", 0), [], "one die attacks nobody");
  assert.deepEqual(threatened(doom(2), "a2b3b1a1", 1), [2], "five neighbors of one's own are none");
  assert.deepEqual(threatened(doom(2), "a1a1b5a1", 0), [0, 3], "a2 does not touch b1");
});

test("maps tell their own neighbors, and other games have no danger", () => {
  const ring = { game: "dice-wars", config: { map: { neighbors: [[1], [0, 2], [1]] } } };
  assert.deepEqual(threatened(ring, "a1b4a1", 0), [0, 2]);
  assert.deepEqual(threatened(ring, "b4a1a1", 0), [1]);
  assert.deepEqual(threatened({ game: "tic-tac-toe", config: {} }, ".........", 0), []);
  assert.deepEqual(threatened(ring, undefined, 0), []);
});

test("a place is called by its owner and dice, as source, and as target with a chance that is certain only if it is", () => {
  const words = (/** @type {string} */ id, /** @type {any} */ args) => [id, ...Object.values(args)].join(" ");
  const where = { words, config: doom(2), view: { board: "a2b3b1aA" }, names: ["Aki", "Ben"] };
  const label = placeWords(where);
  assert.deepEqual([0, 3].map((it) => label?.(it)), ["page_place a1 Aki 2", "page_place b2 Aki 10"]);
  const moves = [{ from: 3, to: 2, odds: 0.9999 }, { from: 3, to: 1 }];
  const aimed = placeWords({ ...where, moves, source: 3 });
  assert.deepEqual([1, 2, 3].map((it) => aimed?.(it)), ["page_place_target b1 Ben 3 100", "page_place_target a2 Ben 1 99", "page_place_source b2 10"]);
  assert.equal(placeWords({ ...where, config: { game: "tic-tac-toe", config: {} } }), undefined);
});

/** A document in which elements can be made. */
function staged() {
  const page = /** @type {any} */ (globalThis);
  page.document = fakeDocument();
  page.Node = page.document.createElement("i").constructor;
  return page.document;
}

test("a part is drawn anew only when what it is drawn from has changed", () => {
  const document = staged();
  const [one, other] = [document.createElement("p"), document.createElement("p")];
  let made = 0;
  const make = () => [`made ${++made}`];
  for (const told of [["a", 1], ["a", 1], ["a", 2], ["a", 2], ["a", 1]]) redraw(one, told, make);
  assert.deepEqual([made, one.textContent], [3, "made 3"]);
  redraw(other, ["a", 1], make);
  assert.deepEqual([made, other.textContent], [4, "made 4"], "each part for itself");
});

test("the rows of the players stay, and only the cells change that differ", () => {
  const document = staged();
  const players = new Players("Players");
  const row = (/** @type {object} */ it) => ({ name: "Aki", signs: [], figures: [3, 5, 2], dice: 5, moves: false, isOut: false, ...it });
  const heads = ["hexes", "dice", "link"];
  players.draw([row({}), row({ name: "Ben", signs: ["away"], moves: true })], heads);
  const rows = players.rows.map((it) => it.row);
  assert.deepEqual(rows.map((it) => it.getAttribute("class")), ["", "moves"]);
  assert.equal(players.rows[1].signs.textContent, " away");
  const before = document.changes;
  players.draw([row({}), row({ name: "Ben", signs: ["away"], moves: true })], heads);
  assert.equal(document.changes, before, "nothing differs");
  players.draw([row({ figures: [3, 6, 2], dice: 6 }), row({ name: "Ben", signs: ["away"], moves: true })], heads);
  assert.equal(document.changes, before + 1, "one cell differs");
  assert.equal(players.rows[0].part.style.flexGrow, "6");
  assert.ok(players.rows.every((it, at) => it.row === rows[at]), "they are the same rows");
  players.draw([row({ isOut: true, figures: [0, 0, 0], dice: 0 })], heads);
  assert.deepEqual(players.rows.map((it) => it.row.getAttribute("class")), ["out"]);
});

test("the theme is that of the system until another is wished", async () => {
  const [light, meta] = [{ media: "" }, { content: "", setAttribute(_, value) { this.content = value; } }];
  const page = /** @type {any} */ (globalThis);
  page.document = { querySelector: (it) => (it.startsWith("link") ? light : meta) };
  page.matchMedia = (it) => ({ matches: it === "all" });
  const { wear } = await import("../theme.js");
  const worn = ["", "light", "dark", "never heard of"].map((it) => (wear(it), [light.media, meta.content]));
  assert.deepEqual(worn, [["(prefers-color-scheme: light)", "#101219"], ["all", "#f4f1ea"], ["not all", "#101219"], ["(prefers-color-scheme: light)", "#101219"]]);
});

test("a verdict says what is known of one's own share, why it is partial, and that a game has no dice", () => {
  staged();
  const words = (/** @type {string} */ id, /** @type {object} */ args) => `${id} ${JSON.stringify(args)}`;
  const said = (/** @type {any} */ verdict, game = "dice-wars") => judged(/** @type {any} */ (words), verdict, game)?.textContent;
  assert.equal(said({ ok: true, rolls: 3, own: "missed" }), 'page_dice_verified {"rolls":3,"own":"missed"}');
  assert.equal(said({ partial: true, why: "late", rolls: 3 }), 'page_dice_partial {"rolls":3,"why":"late"}');
  assert.equal(said({ ok: false, why: "roll", at: 3 }), 'page_dice_wrong_at {"at":3,"why":"roll"}');
  for (const verdict of [{ ok: true, rolls: 0, own: "none" }, { partial: true, why: "gap", rolls: 0 }]) assert.match(String(said(verdict, "tic-tac-toe")), /page_no_dice/);
  assert.match(String(said({ ok: false, why: "seal" }, "animal-shogi")), /page_dice_wrong/);
});
