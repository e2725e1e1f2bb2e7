// The review of a match: everybody's chance to win step by step, luck and lost points, what cost the most, and what the dice did. Called by
// `end.js` and `replay.js`. Law kept here: the server computes it, and the page adds nothing of its own.

import { button, h, mark } from "../elements.js";
import { sentence, sentences } from "../log.js";
import { frameBefore } from "../replay/frames.js";
import { shareGraph } from "../share_graph.js";
import { reasonWords } from "./reason_words.js";

/** The pause before the server is asked again, in milliseconds. */
const AGAIN_MS = 1_000;

/** The review of the match at hand: asked for once, by whoever presses first. */
export class Review {
  /** @param {import("../main.js").InMatch} app */
  constructor(app) {
    this.app = app;
    const { match_id, begun_at } = app.fairness.witness.agreement ?? { match_id: "", begun_at: 0 };
    this.wanted = { match_id, begun_at };
    /** What the server has told. @type {Wire.ReviewView | null} */
    this.view = null;
    /** How far the server has come, in percent; nothing while it is not asked. @type {number | null} */
    this.percent = null;
  }

  /** What its button tells: the question, or how far it has come. */
  get progress() {
    return this.percent === null ? this.app.words("page_worth") : `${this.percent} %`;
  }

  /** Asks the server until the review is there, another match begins, or it refuses. */
  async ask() {
    if (this.view || this.percent !== null) return;
    this.percent = 0;
    this.app.draw();
    this.view = await this.answer();
    this.percent = null;
    this.app.draw();
  }

  /** @returns {Promise<Wire.ReviewView | null>} */
  async answer() {
    const { app, wanted } = this;
    const { reply } = await app.send({ review: wanted });
    if (!reply?.reviewing) return reply?.review ?? null;
    const { done, steps } = reply.reviewing;
    this.percent = steps && Math.floor((100 * done) / steps);
    app.draw();
    await new Promise((go) => { setTimeout(go, AGAIN_MS); });
    return app.fairness?.witness.agreement?.match_id === wanted.match_id ? this.answer() : null;
  }
}

/** A share of a win in points. @param {number} share */
const points = (share) => (100 * share).toFixed(1).replace("-", "−");

/**
 * @typedef {{config: Wire.AnyConfig, frames: import("../replay/frames.js").Frame[], at?: number, go: (at: number) => void}} Course
 *   the match, its frames as far as they are known, which is looked at, and the way to another
 */

/** @typedef {import("./course.js").Told} Told */

/** @param {Told} told @param {Wire.ReviewView} review @param {Course} course */
export function reviewed(told, review, course) {
  const { words, names } = told;
  const seats = review.seats.map(({ luck, error, grade }, seat) => h("li", {}, mark(seat),
    h("span", {}, words("page_worth_of", { name: names[seat], luck: points(luck), cost: points(error) })), h("b", {}, grade ?? "")));
  return [...chances(told, review, course), h("ul", { class: "fortunes" }, seats), ...costly(told, review, course), ...lucky(told, review, course)];
}

/** The graph, with ticks where the steps are that are named below it. @param {Told} told @param {Wire.ReviewView} review @param {Course} course */
function chances({ words, names }, { start, steps, costliest, rolls = [] }, { frames, at }) {
  const known = [{ step: 0, after: start }, ...steps].filter((it) => it.after);
  const before = (/** @type {{step: number}[]} */ all) => all.map((it) => known.filter(({ step }) => step < it.step).length);
  const now = at === undefined ? undefined : known.filter(({ step }) => step <= frames[at].happened).length;
  const title = words("page_chances");
  return [h("h2", {}, title), shareGraph(known.map((it) => it.after ?? []), names.map((name, seat) => ({ seat, name })), { title, now, ticks: { above: before(rolls), below: before(costliest) } }),
    h("p", { class: "quiet" }, words("page_chances_ticks", { rolls: rolls.length }))];
}

/** What cost the most, with what was better. @param {Told} told @param {Wire.ReviewView} review @param {Course} course */
function costly({ words, names }, { costliest }, course) {
  const where = whereOf(words, names, course);
  const acts = (/** @type {number} */ seat, /** @type {Wire.AnyAction} */ action) => sentence({ acted: { seat, action } }, where);
  return lines(words, "page_costliest", course, costliest.map(({ step, seat, action, best, why, error }) =>
    ({ step, seat, gain: -error, say: (told) => words("page_costly", { step: told, done: acts(seat, action), better: acts(seat, best), why: reasonWords(words, why) }) })));
}

/** The rolls with the most luck. @param {Told} told @param {Wire.ReviewView} review @param {Course} course */
function lucky({ words, names }, { rolls = [] }, course) {
  const where = whereOf(words, names, course);
  const done = (/** @type {number} */ at) => sentences(course.frames[at]?.events ?? [], where);
  return lines(words, "page_weighty", course, rolls.map(({ step, seat, luck }) => ({ step, seat, gain: luck, say: (told) => words("page_rolled", { step: told, done: done(told) }) })));
}

/** @param {Told["words"]} words @param {string[]} names @param {Course} course */
const whereOf = (words, names, { config }) => ({ words, config, seat: (/** @type {number} */ it) => names[it], person: () => "" });

/**
 * Steps, each with the way to the board. A step has the number that the replay shows, as far as its frames are known.
 * @param {Told["words"]} words @param {string} title @param {Course} course
 * @param {{step: number, seat: number, gain: number, say: (step: number) => string}[]} all
 */
function lines(words, title, { frames, go }, all) {
  const items = all.map(({ step, seat, gain, say }) => {
    const before = frameBefore(frames, step);
    const show = frames.length ? button(words("page_show_roll"), () => go(before)) : null;
    return h("li", {}, mark(seat), h("span", {}, say(frames.length ? before + 1 : step)), h("b", { class: gain < 0 ? "minus" : "plus" }, `${gain < 0 ? "" : "+"}${points(gain)}`), show);
  });
  return items.length ? [h("h2", {}, words(title)), h("ul", { class: "fortunes" }, items)] : [];
}
