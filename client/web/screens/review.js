// The review of a match: everybody's chance to win step by step, luck and lost points, and what cost the most. Called by `end.js`. Law kept
// here: the server computes it, and the page adds nothing of its own.

import { h, mark } from "../elements.js";
import { sentence } from "../log.js";
import { shareGraph } from "../share_graph.js";

/** The pause before the server is asked again, in milliseconds. */
const AGAIN_MS = 1_000;

/** The review, once the server has made it; nothing if it refuses, or if nobody wants it any more.
 * @param {import("../main.js").InMatch} app @param {() => boolean} isWanted @returns {Promise<Wire.ReviewView | null | undefined>} */
export async function fetchReview(app, isWanted) {
  const { match_id, begun_at } = app.fairness.witness.agreement ?? { match_id: "", begun_at: 0 };
  const { reply } = await app.send({ review: { match_id, begun_at } });
  if (!reply?.reviewing) return reply?.review;
  await new Promise((done) => { setTimeout(done, AGAIN_MS); });
  return isWanted() ? fetchReview(app, isWanted) : null;
}

/** A share of a win in points. @param {number} share */
const points = (share) => (100 * share).toFixed(1);

/** @param {import("./course.js").Told} told @param {Wire.ReviewView} review @param {Wire.AnyConfig} config */
export function reviewed({ words, names }, { start, steps, seats, costliest }, config) {
  const where = { words, config, seat: (/** @type {number} */ it) => names[it], person: () => "" };
  const chances = [start, ...steps.map((it) => it.after)].flatMap((it) => it ?? []);
  const rounds = Array.from({ length: chances.length / seats.length }, (_, at) => chances.slice(at * seats.length, (at + 1) * seats.length));
  const title = words("page_chances");
  return [h("h2", {}, title), shareGraph(rounds, names.map((name, seat) => ({ seat, name })), { title }),
    h("ul", { class: "fortunes" }, seats.map(({ luck, error, grade }, seat) => h("li", {}, mark(seat),
      h("span", {}, words("page_worth_of", { name: names[seat], luck: points(luck).replace("-", "−"), cost: points(error) })), h("b", {}, grade ?? "")))),
    h("ul", { class: "fortunes" }, costliest.map(({ step, seat, action, best, error }) => h("li", {}, mark(seat),
      h("span", {}, words("page_costly", { step, done: sentence({ acted: { seat, action } }, where), better: sentence({ acted: { seat, action: best } }, where) })),
      h("b", { class: "minus" }, `−${points(error)}`))))];
}
