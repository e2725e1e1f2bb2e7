// The review of a match: it is asked for until it is there, shows what the server has computed, and leads to the steps on the board.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mock, test } from "node:test";

import { LANGUAGES } from "../words.js";
import { fakeDocument } from "./fake_document.js";

const page = /** @type {any} */ (globalThis);
page.document = fakeDocument();
page.Node = page.document.createElement("i").constructor;
const { Review, reviewed } = await import("../screens/review.js");
const { reasonWords } = await import("../screens/reason_words.js");

const words = (/** @type {string} */ id, /** @type {any} */ args) => [id, ...Object.values(args ?? {})].join(" ");
const seat = (/** @type {number} */ luck, /** @type {number} */ error, /** @type {string} */ grade) => ({ luck, error, error_se: 0, decisions: 3, grade });
const step = (/** @type {number[] | null} */ after) => ({ step: 1, seat: 0, ...(after && { after }) });
const tic = (/** @type {string} */ action) => ({ game: "tic-tac-toe", action });
const review = {
  nodes: 9, start: [0.5, 0.5], seats: [seat(-0.11, 0.36, "B+"), seat(0.11, 0, "A+")], steps: [step([0.25, 0.75]), step(null), step([0, 1])],
  costliest: [{ step: 31, seat: 1, view: {}, action: tic("b2"), best: tic("a1"), why: "judged", error: 0.14 }],
};
const config = /** @type {any} */ ({ game: "tic-tac-toe", config: {} });

/** A server that gives these answers, one after the other. @param {any[]} answers */
function server(answers) {
  const seen = { asked: /** @type {any[]} */ ([]), drawn: 0 };
  const send = async (/** @type {any} */ command) => {
    seen.asked.push(command);
    return answers.shift();
  };
  const draw = () => { seen.drawn++; };
  return { seen, app: /** @type {any} */ ({ send, draw, fairness: { witness: { agreement: { match_id: "K7WQ2-1-00", begun_at: 7 } } } }) };
}

const settled = () => new Promise((done) => { setImmediate(done); });
const coming = (/** @type {number} */ done) => ({ reply: { reviewing: { done, steps: 9 } } });

test("the server is asked again each second until the review is there, and how far it is is told", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { seen, app } = server([coming(0), coming(3), { reply: { review } }]);
  const made = new Review(app);
  const asking = made.ask();
  made.ask();
  for (const [count, percent] of [[1, 0], [2, 33], [3, null]]) {
    await settled();
    assert.deepEqual([seen.asked.length, made.percent], [count, percent], "a second press asks nothing");
    mock.timers.tick(999);
    await settled();
    assert.equal(seen.asked.length, count);
    mock.timers.tick(1);
  }
  await asking;
  assert.equal(made.view, review);
  assert.equal(seen.drawn, 4, "when it begins, at each answer that it comes, and when it is there");
  await made.ask();
  assert.deepEqual(seen.asked, Array.from({ length: 3 }, () => ({ review: { match_id: "K7WQ2-1-00", begun_at: 7 } })));
  mock.timers.reset();
});

test("after the next match has begun nothing is asked, and after a refusal it may be asked again", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { seen, app } = server([coming(1), { type: "rejected" }, { reply: { review } }]);
  const left = new Review(app).ask();
  await settled();
  app.fairness.witness.agreement = { match_id: "K7WQ2-2-00", begun_at: 9 };
  mock.timers.tick(1_000);
  await left;
  assert.equal(seen.asked.length, 1);
  const refused = new Review(app);
  await refused.ask();
  assert.deepEqual([refused.view, refused.percent], [null, null]);
  await refused.ask();
  assert.equal(refused.view, review);
  mock.timers.reset();
});

test("seats, chances and costly choices are those of the server", () => {
  const told = reviewed({ words, names: ["Ann", "Ben"] }, /** @type {any} */ (review), { config, frames: [], go: () => assert.fail("there is no way") });
  const [, graph, ticks, seats, title, costly, ...rest] = told;
  assert.deepEqual([ticks.textContent, rest], ["page_chances_ticks 0", []], "without luck no roll is told");
  assert.ok(seats.textContent.includes("page_worth_of Ann −11.0 36.0"), seats.textContent);
  assert.ok(seats.textContent.includes("B+") && seats.textContent.includes("page_worth_of Ben 11.0 0.0"), seats.textContent);
  assert.equal(title.textContent, "page_costliest");
  assert.ok(costly.textContent.includes("page_costly 31 page_told_marks Ben b2 page_told_marks Ben a1 hint_judged"), costly.textContent);
  assert.ok(costly.textContent.includes("−14.0"), costly.textContent);
  // Three chances are known: the start, and two of three steps.
  assert.ok(graph.textContent.includes("Ann 50% → 0%, Ben 50% → 100%"), graph.textContent);
});

/** A frame after so many actions and rolls. @param {number} happened @param {any[]} events */
const frame = (happened, events) => /** @type {any} */ ({ happened, events });
const battle = (/** @type {number} */ attack) => ({ rolled: { chance: { chance: { battle: { attack: [attack], defense: [3] } } } } });
const pass = { acted: { seat: 0, action: { game: "dice-wars", action: "pass" } } };
const FRAMES = [frame(0, []), frame(2, [pass, battle(5)]), frame(3, [pass]), frame(5, [pass, battle(1)])];

/** The review of a match with two rolls, in the second and the fifth step. @param {any[]} steps */
const dicey = (steps) => /** @type {any} */ ({ ...review, steps, costliest: [{ ...review.costliest[0], step: 3 }], rolls: [{ step: 5, seat: 0, luck: -0.3 }, { step: 2, seat: 0, luck: 0.02 }] });
const rolled = (/** @type {number} */ number, /** @type {number[] | undefined} */ luck) => ({ step: number, seat: 0, after: [0.4, 0.6], luck });
const STEPS = [rolled(1, undefined), rolled(2, [0.02, -0.02]), rolled(3, undefined), rolled(4, undefined), rolled(5, [-0.3, 0.3])];

test("the rolls with the most luck are told, and each step is shown as it stood before it", () => {
  /** @type {number[]} */
  const gone = [];
  const told = reviewed({ words, names: ["Ann", "Ben"] }, dicey(STEPS), { config, frames: FRAMES, at: 2, go: (at) => gone.push(at) });
  const [graph, ticks, costly, title, rolls] = [1, 2, 5, 6, 7].map((at) => /** @type {any} */ (told[at]));
  assert.equal(ticks.textContent, "page_chances_ticks 2");
  assert.deepEqual([title.textContent, rolls.children.length], ["page_weighty", 2]);
  assert.ok(rolls.children[0].textContent.includes("page_rolled 3 page_told_passes Ann 0 page_told_lost 1 3−30.0"), rolls.textContent);
  assert.ok(costly.textContent.includes("page_costly 2 ") && rolls.children[1].textContent.includes("page_rolled 1 page_told_passes Ann 0 page_told_won 5 3+2.0"), rolls.textContent);
  for (const list of [rolls, costly]) for (const item of list.children) item.children[item.children.length - 1].listeners.click[0]();
  assert.deepEqual(gone, [2, 0, 1]);
  // Six chances are told over 320 points: the start and five steps. After the second frame three steps have happened; a tick is where the step ends.
  const lines = graph.children.find((/** @type {any} */ it) => it.getAttribute("class") === "now").getAttribute("d");
  assert.equal(lines, "M192.0 -4V124M320.0 -4v8M128.0 -4v8M192.0 124v-8");
});

test("every reason has a sentence in each language", () => {
  const all = ["only", "wins", "draws", "judged", { prevents: { losing: 2, others: 2 } }, { prevents: { losing: 1, others: 2 } }, { solved: { win: 5 } }, { solved: "draw" },
    { solved: { loss: 6 } }, { attacks: { chance: 0.756, link: [2, 5], ends: 0, threatens: true } }, { stops: { gain: { placed: 3, kept: 0 }, best: 0.3 } }];
  const ids = all.map((it) => reasonWords(words, /** @type {any} */ (it)));
  assert.deepEqual(ids.slice(4), ["hint_all_lose 2 2", "hint_some_lose 1 2", "hint_solved_win 5", "hint_solved_draw", "hint_solved_loss 6",
    "hint_chance 76% · hint_takes_last · hint_link 2→5 · hint_threatens", "+3 · hint_best 30%"]);
  assert.deepEqual(["attacks", "stops"].map((it) => reasonWords(words, /** @type {any} */ ({ [it]: { chance: 1, link: [3, 3], threatens: false } }))), ["hint_chance 100%", ""]);
  for (const language of LANGUAGES) {
    const said = readFileSync(new URL(`../../lang/${language}/games.ftl`, import.meta.url), "utf8");
    for (const id of ids.flatMap((it) => it.match(/hint_\w+/g) ?? [])) assert.match(said, new RegExp(`^${id} = `, "m"), language);
  }
});
