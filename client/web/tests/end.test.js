// The end of a match: why it is over, where it turned, and the matches that may follow.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { again, agreed, rungAfter } from "../again.js";
import { readMatch } from "../replay/match_file.js";
import { storyOf } from "../story.js";
import { whyOver } from "../why_over.js";
import { LANGUAGES, parseWords, wordsOf } from "../words.js";

const root = new URL("../../../", import.meta.url);
const wordsIn = (/** @type {"en" | "ja" | "zh"} */ language) => wordsOf(parseWords(readFileSync(new URL(`client/lang/${language}/page.ftl`, root), "utf8")), language);

const names = ["Mira", "Perry"];
const realms = (/** @type {number[]} */ ...territories) => territories.map((it) => ({ territories: it, dice: 9, link: it, reserve: 0 }));
const doom = { game: "dice-of-doom", config: { rules: { rounds: 100, stuck: "passes" } } };
/** @param {object} match @param {object} [more] */
const why = (match, more) => whyOver(/** @type {any} */ ({ match: { config: doom, ...match }, names, resigned: [], loser: null, place: null, ...more }));
const by = (/** @type {number[]} */ ...winners) => ({ winners });

/** Every reason there is, by the position that shows it. */
const REASONS = {
  conquest: why({ view: { standings: realms(25, 0), round: 31, outcome: by(0) }, outcome: by(0) }, { loser: "Perry", place: "b5" }),
  rounds: why({ view: { standings: realms(15, 10), round: 100, outcome: by(0) }, outcome: by(0) }),
  rounds_dice: why({ view: { standings: realms(12, 12), round: 100, outcome: by(1) }, outcome: by(1) }),
  rounds_shared: why({ view: { standings: realms(12, 12), round: 100, outcome: by(0, 1) }, outcome: by(0, 1) }),
  stuck: why({ config: { ...doom, config: { rules: { rounds: 100, stuck: "ends" } } }, view: { standings: realms(15, 10), round: 4, outcome: by(0) }, outcome: by(0) }),
  resigned: why({ view: { standings: realms(15, 10), round: 4 }, outcome: by(0) }, { resigned: ["Perry"] }),
  given_up: why({ view: { standings: realms(5, 5, 5), round: 4 }, outcome: by(1, 2) }, { resigned: ["Mira"] }),
  ...Object.fromEntries(["catch", "try", "late_try", "no_move", "repetition"].map((ending) => [ending, why({ view: { ending, occurrences: 4, outcome: by(0) }, outcome: by(0) })])),
  line: why({ view: { line: ["a1", "b2", "c3"], outcome: by(0) }, outcome: by(0) }),
  full: why({ view: { line: [], outcome: by() }, outcome: by() }),
  rules: why({ view: { marks: [], outcome: by(0) }, outcome: by(0) }),
};

test("every end has its reason, and every reason a sentence of its own in each language", () => {
  assert.deepEqual(Object.values(REASONS).map((it) => it.why), Object.keys(REASONS));
  for (const language of LANGUAGES) {
    const said = Object.values(REASONS).map((it) => wordsIn(language)("page_why", it));
    assert.equal(new Set(said).size, said.length, language);
    for (const it of said) assert.doesNotMatch(it, /[{}$]|undefined/, language);
  }
  const said = (/** @type {Record<string, string | number>} */ it) => wordsIn("en")("page_why", it);
  assert.equal(said(REASONS.conquest), "Perry lost the last place, b5, in round 31: all 25 are Mira’s.");
  assert.equal(said(why({ view: { standings: realms(25, 0), round: 31, outcome: by(0) }, outcome: by(0) })), "All 25 places are Mira’s, in round 31.");
  assert.equal(said(REASONS.repetition), "The same position came 4 times.");
});

const file = (/** @type {string} */ game) => readMatch(readFileSync(new URL(`docs/pictures/matches/${game}.jsonl`, root), "utf8"));

test("a story names the roll on which the match turned and the luckiest one, and none if a step is missing", () => {
  const match = file("dice-of-doom");
  const story = storyOf(match);
  assert.ok(story?.turn && story.turned && story.luckiest);
  assert.equal(story.turned.round, story.turn.round);
  assert.ok([story.turned.seat, story.turned.defender].includes(story.turn.seat));
  const { at, from, to, attack, defense, odds } = story.luckiest;
  const before = story.frames[at - 1].view;
  assert.ok("board" in before && odds < 0.5);
  assert.deepEqual([from, to].map((it) => Number.parseInt(before.board[2 * it + 1], 17)), [attack.length, defense.length], "the position before it");
  for (const frame of story.frames.slice(1)) if (frame.battle) assert.ok(frame.battle.attack.length);
  const [start, ...rest] = match.events.slice(match.events.findIndex((it) => it.match_started));
  assert.equal(storyOf({ ...match, events: [start, ...rest.slice(9)] }), null);
  assert.equal(storyOf(file("tic-tac-toe"))?.turned, null, "no dice, no roll");
});

test("a match turned where the terminal says", () => {
  const told = JSON.parse(readFileSync(new URL("turning.json", import.meta.url), "utf8"));
  const found = told.map((/** @type {{match: string}} */ it) => {
    const story = storyOf(file(it.match));
    return { match: it.match, ...story?.turn, from: story?.turned?.from, to: story?.turned?.to };
  });
  assert.deepEqual(found, told);
});

/** A table after a match, with what is sent to the server. @param {object[]} holders @param {object} [lobby] */
function table(holders, lobby = {}) {
  /** @type {any[]} */
  const sent = [];
  const send = async (/** @type {any} */ it) => { sent.push(it); return { type: "accepted" }; };
  const bots = ["p", "f", "h", "t", "d"];
  const games = [{ game: "dice-of-doom", seats: [2, 4], rules: { game: "dice-of-doom" }, bots }, { game: "tic-tac-toe", seats: [2, 2], rules: { game: "tic-tac-toe" }, bots: bots.map((it) => `${it}3`) }];
  const view = { seats: holders.map((holder) => ({ holder })), settings: { rules: { game: "dice-of-doom" }, bot_pace_ms: 450 } };
  const app = { games, send, ask: send, preferences: { level: 2 }, botName: (/** @type {string} */ it) => it,
    lobby: { view, seat: 0, isHost: true, game: "dice-of-doom", seatName: (/** @type {number} */ it) => `seat ${it}`, ...lobby } };
  return { app: /** @type {any} */ (app), sent };
}
const person = (ready = false) => ({ human: { player: 1, ready, held_by_bot: false } });
const bot = (/** @type {string} */ name) => ({ bot: { bot: name } });

test("alone the next match begins at once, on the next rung if that is wished", async () => {
  const { app, sent } = table([person(), bot("f"), bot("f"), "open"]);
  assert.equal(rungAfter(app), 2);
  await again(app, { rung: 2 });
  assert.deepEqual(sent, [...[1, 2, 3].map((seat) => ({ seat_bot: { seat, bot: "h" } })), { start: { force: true } }]);
  assert.equal(rungAfter(table([person(), bot("d")]).app), null, "nobody is stronger");
  assert.equal(rungAfter(table([person(), person()]).app), null, "people stand on no rung");
  assert.equal(rungAfter(table([person(), bot("f")], { isHost: false }).app), null);
});

test("another game keeps the rung, and others are asked first", async () => {
  const { app, sent } = table([person(), person(true), bot("h"), "open"]);
  await again(app, { game: "tic-tac-toe" });
  const change = { change_settings: { settings: { rules: { game: "tic-tac-toe" }, bot_pace_ms: 450 } } };
  assert.deepEqual(sent, [{ open_seat: { seat: 2 } }, change, "rematch"], "a bot that may not play the other game gets up");
  assert.deepEqual([agreed(app).ready.map((it) => it.name), agreed(app).waiting.map((it) => it.name)], [["seat 1"], ["seat 0"]]);
  const alone = table([person(), bot("h"), bot("h"), bot("h")]);
  await again(alone.app, { game: "tic-tac-toe" });
  assert.deepEqual(alone.sent.slice(4), [{ seat_bot: { seat: 1, bot: "h3" } }, { start: { force: true } }]);
});
