// Tests of the coach: when it says what, when it is silent, and what is kept of it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { fakeDocument } from "./fake_document.js";
import { Coach, TIPS } from "../screens/coach.js";
import { LANGUAGES, parseWords, wordsOf } from "../words.js";

beforeEach(() => {
  globalThis.document = fakeDocument();
  globalThis.Node = document.createElement("i").constructor;
});

/** A coach at a table at which the person has seat 0. */
function coached(game, preferred = {}) {
  const config = { game, config: {} };
  const lobby = { seat: 0, isMyTurn: true, isToMove: true, view: { phase: "playing" }, match: { config }, last: null };
  const app = { lobby, preferences: preferred, words: (id, args) => (args ? `${id} ${args.client}` : id), draw: () => undefined,
    prefer: (it) => Object.assign(preferred, it) };
  return { lobby, app, coach: new Coach(app), act: (seat, action) => { lobby.last = { seat, action: { action } }; },
    turn: (isMine) => { lobby.isMyTurn = lobby.isToMove = isMine; } };
}

const text = ({ coach }) => coach.text.textContent;

test("in a first fight each sentence is said at its moment, and all of it once", () => {
  const it = coached("dice-of-doom");
  const { coach } = it;
  coach.draw(false, true);
  assert.equal(text(it), "tip_hex page");
  coach.draw(true, true);
  assert.equal(text(it), "tip_target page");
  coach.draw(false, true);
  assert.equal(text(it), "tip_hex page", "let go");
  coach.draw(true, true);
  it.act(0, [1, 2]);
  coach.draw(false, true);
  assert.equal(text(it), "tip_roll page");
  it.act(0, [2, 3]);
  coach.draw(false, true);
  assert.equal(text(it), "tip_end page");
  it.act(0, "pass");
  it.turn(false);
  coach.draw(false, false);
  assert.equal(text(it), "tip_others page");
  it.turn(true);
  coach.draw(false, true);
  assert.equal(text(it), "tip_again page");
  it.turn(false);
  assert.equal(coach.draw(false, false), false);
  assert.equal(text(it), "");
  assert.deepEqual(it.app.preferences.coached, ["dice-of-doom"]);
  it.turn(true);
  assert.equal(coach.draw(false, true), false, "not once more");
});

test("a turn without attacks, and a turn that ends by itself, leave no sentence behind", () => {
  const passed = coached("dice-wars");
  passed.coach.draw(false, true);
  passed.act(0, "pass");
  passed.turn(false);
  passed.coach.draw(false, false);
  assert.equal(text(passed), "tip_others page");
  const stuck = coached("dice-wars");
  stuck.coach.draw(true, true);
  stuck.act(0, [1, 2]);
  stuck.coach.draw(false, false);
  assert.equal(text(stuck), "tip_end page", "nothing is left to attack");
});

test("a match that ends ends the coach, and the next one has none", () => {
  const it = coached("tic-tac-toe");
  it.coach.draw(false, true);
  assert.equal(text(it), "tip_mark page");
  it.lobby.view.phase = "over";
  assert.equal(it.coach.draw(false, false), false);
  assert.deepEqual(it.app.preferences.coached, ["tic-tac-toe"]);
  it.lobby.view.phase = "playing";
  it.lobby.match = { config: { game: "tic-tac-toe", config: {} } };
  assert.equal(it.coach.draw(false, true), false);
});

test("it is silent for whoever knows, for whoever watches, and in games that it does not know", () => {
  const away = coached("animal-shogi");
  away.coach.draw(false, true);
  assert.equal(text(away), "tip_lift page");
  away.coach.away();
  assert.equal(away.app.preferences.knows, true);
  assert.equal(away.coach.draw(false, true), false);
  const watching = coached("animal-shogi");
  watching.lobby.seat = null;
  assert.equal(watching.coach.draw(false, true), false);
  assert.equal(watching.app.preferences.coached, undefined);
  assert.equal(coached("hex").coach.draw(false, true), false);
});

test("a sentence that stays is not said again", () => {
  const it = coached("dice-of-doom");
  it.coach.draw(false, true);
  const before = document.changes;
  it.coach.draw(false, true);
  assert.equal(document.changes, before);
});

test("every sentence is there in every language, and none on the page speaks of keys", () => {
  for (const language of LANGUAGES) {
    const words = wordsOf(parseWords(readFileSync(new URL(`../../lang/${language}/games.ftl`, import.meta.url), "utf8")), language);
    for (const [, name] of Object.values(TIPS).flat()) {
      const said = words(`tip_${name}`, { client: "page" });
      assert.doesNotMatch(said, /tip_|Enter|Esc|Tab|1 2 3|\{/, language);
    }
  }
});
