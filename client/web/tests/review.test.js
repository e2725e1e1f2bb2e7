// The review of a match: it is asked for until it is there, and shows what the server has computed.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { fakeDocument } from "./fake_document.js";

const page = /** @type {any} */ (globalThis);
page.document = fakeDocument();
page.Node = page.document.createElement("i").constructor;
const { fetchReview, reviewed } = await import("../screens/review.js");

const words = (/** @type {string} */ id, /** @type {any} */ args) => [id, ...Object.values(args ?? {})].join(" ");
const seat = (/** @type {number} */ luck, /** @type {number} */ error, /** @type {string} */ grade) => ({ luck, error, error_se: 0, decisions: 3, grade });
const step = (/** @type {number[] | null} */ after) => ({ step: 1, seat: 0, ...(after && { after }) });
const tic = (/** @type {string} */ action) => ({ game: "tic-tac-toe", action });
const review = {
  nodes: 9, start: [0.5, 0.5], seats: [seat(-0.11, 0.36, "B+"), seat(0.11, 0, "A+")], steps: [step([0.25, 0.75]), step(null), step([0, 1])],
  costliest: [{ step: 31, seat: 1, view: {}, action: tic("b2"), best: tic("a1"), why: "judged", error: 0.14 }],
};

/** A server that gives these answers, one after the other. @param {any[]} answers */
function server(answers) {
  /** @type {any[]} */
  const asked = [];
  const send = async (/** @type {any} */ command) => {
    asked.push(command);
    return answers.shift();
  };
  return { asked, app: /** @type {any} */ ({ send, fairness: { witness: { agreement: { match_id: "K7WQ2-1-00", begun_at: 7 } } } }) };
}

test("the server is asked again each second until the review is there", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const coming = { reply: { reviewing: { done: 1, steps: 9 } } };
  const { asked, app } = server([coming, coming, { reply: { review } }]);
  const found = fetchReview(app, () => true);
  for (const count of [1, 2, 3]) {
    await new Promise((done) => setImmediate(done));
    assert.equal(asked.length, count);
    mock.timers.tick(999);
    await new Promise((done) => setImmediate(done));
    assert.equal(asked.length, count);
    mock.timers.tick(1);
  }
  assert.equal(await found, review);
  assert.deepEqual(asked[0], { review: { match_id: "K7WQ2-1-00", begun_at: 7 } });
  mock.timers.reset();
});

test("what nobody wants any more is not asked for again, and a refusal is none", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { asked, app } = server([{ reply: { reviewing: { done: 1, steps: 9 } } }]);
  const found = fetchReview(app, () => false);
  await new Promise((done) => setImmediate(done));
  mock.timers.tick(1_000);
  assert.equal(await found, null);
  assert.equal(asked.length, 1);
  assert.equal(await fetchReview(server([{ type: "rejected" }]).app, () => true), undefined);
  mock.timers.reset();
});

test("seats, chances and costly choices are those of the server", () => {
  const told = reviewed({ words, names: ["Ann", "Ben"] }, /** @type {any} */ (review), /** @type {any} */ ({ game: "tic-tac-toe", config: {} }));
  const [, graph, seats, costly] = told;
  assert.ok(seats.textContent.includes("page_worth_of Ann −11.0 36.0"), seats.textContent);
  assert.ok(seats.textContent.includes("B+") && seats.textContent.includes("page_worth_of Ben 11.0 0.0"), seats.textContent);
  assert.ok(costly.textContent.includes("page_costly 31 page_told_marks Ben b2 page_told_marks Ben a1"), costly.textContent);
  assert.ok(costly.textContent.includes("−14.0"), costly.textContent);
  // Three chances are known: the start, and two of three steps.
  assert.ok(graph.textContent.includes("Ann 50% → 0%, Ben 50% → 100%"), graph.textContent);
});
