/**
 * Each seat's share of the dice by round, as stacked areas.
 *
 * Called by the end screen and the panel of a match. Law: the areas of a round fill the whole height; owners are told by
 * mark and percentage as well as by colour.
 */
import { MARKS, make } from "./games/svg.js";

const [WIDTH, HEIGHT, SIDE] = [320, 120, 84];

/** @typedef {{from: number, share: number}} Part */

/**
 * The shares of a round, each with what lies above it, from 0 to 1.
 * @param {number[]} round dice of each seat
 * @returns {Part[]}
 */
export function stacked(round) {
  const all = round.reduce((sum, it) => sum + it, 0) || 1;
  let from = 0;
  return round.map((it) => {
    const part = { from, share: it / all };
    from += part.share;
    return part;
  });
}

/** Rounds that nobody has seen are as the ones before them. @param {number[][]} known */
export function filled(known) {
  /** @type {number[][]} */
  const rounds = [];
  for (let at = 0; at < known.length; at++) rounds.push(known[at] ?? rounds[at - 1] ?? known.find(Boolean));
  return rounds;
}

/**
 * Where a match turned, as far as that can be seen: the round in which the share of one seat changed most.
 * @param {number[][]} rounds of each round the dice of each seat
 * @returns {{round: number, seat: number, before: number, after: number} | null} shares in percent
 */
export function turningPoint(rounds) {
  const shares = rounds.map((round) => stacked(round).map((it) => Math.floor(100 * it.share + 1e-9)));
  const swings = shares.slice(1).flatMap((round, at) => round.map((after, seat) => ({ round: at + 2, seat, before: shares[at][seat], after })));
  const size = (/** @type {{before: number, after: number}} */ it) => Math.abs(it.after - it.before);
  const [first] = swings.filter((it) => size(it) > 0).sort((one, other) => size(other) - size(one));
  return first ?? null;
}

/** The outline of one seat's area: there along its upper edge, back along its lower one.
 * @param {Part[][]} rounds @param {number} seat */
function outline(rounds, seat) {
  const x = (/** @type {number} */ at) => ((at * WIDTH) / Math.max(1, rounds.length - 1)).toFixed(1);
  const line = rounds.length > 1 ? rounds : [rounds[0], rounds[0]];
  const [upper, lower] = [0, 1].map((below) =>
    line.map((round, at) => {
      const { from, share } = round[seat];
      const end = rounds.length > 1 ? x(at) : at * WIDTH;
      return `${end} ${((from + below * share) * HEIGHT).toFixed(1)}`;
    }),
  );
  return `M${upper.join("L")}L${lower.reverse().join("L")}Z`;
}

/**
 * The graph.
 * @param {number[][]} rounds of each round the dice of each seat
 * @param {{seat: number, name: string}[]|number} who the seats, or only how many there are
 * @param {{title?: string, desc?: string, now?: number, ticks?: {above: number[], below: number[]}}} [words] for screen readers, in the reader's
 *   language; a round to mark, from 1; and where ticks stand, from 0
 * @returns {SVGSVGElement}
 */
export function shareGraph(rounds, who, words = {}) {
  const seats = typeof who === "number" ? Array.from({ length: who }, (_, seat) => ({ seat, name: `${seat + 1}:` })) : who;
  const all = (rounds.length ? rounds : [seats.map(() => 1)]).map(stacked);
  const last = all[all.length - 1];
  const told = seats.map(({ name }, at) => `${name} ${Math.round(all[0][at].share * 100)}% → ${Math.round(last[at].share * 100)}%`).join(", ");
  const areas = seats.map(({ seat }, at) => make("path", { class: `s${seat}`, d: outline(all, at) }));
  const grid = [0.25, 0.5, 0.75].map((it) => `M0 ${it * HEIGHT}H${WIDTH}`).join("");
  const x = (/** @type {number} */ at) => ((at * WIDTH) / Math.max(1, rounds.length - 1)).toFixed(1);
  const marks = [...(words.now === undefined ? [] : [`M${x(words.now - 1)} -4V${HEIGHT + 4}`]), ...(words.ticks?.above ?? []).map((it) => `M${x(it)} -4v8`), ...(words.ticks?.below ?? []).map((it) => `M${x(it)} ${HEIGHT + 4}v-8`)];
  return make(
    "svg",
    { class: "share", role: "img", viewBox: `0 -4 ${WIDTH + SIDE} ${HEIGHT + 8}` },
    make("title", {}, words.title ?? told),
    make("desc", {}, words.desc ?? told),
    ...areas,
    make("path", { class: "grid", d: grid }),
    ...(marks.length ? [make("path", { class: "now", d: marks.join("") })] : []),
    ...labels(seats, last),
  );
}

/** Mark and percentage beside each area that is high enough for them, moved apart where they would touch.
 * @param {{seat: number}[]} seats @param {Part[]} last */
function labels(seats, last) {
  const shown = seats.flatMap(({ seat }, at) => (last[at].share > 0.004 ? [{ seat, ...last[at], y: (last[at].from + last[at].share / 2) * HEIGHT }] : []));
  shown.forEach((it, at) => (it.y = Math.max(it.y, at ? shown[at - 1].y + 19 : 9)));
  shown.reverse().forEach((it, at) => (it.y = Math.min(it.y, at ? shown[at - 1].y - 19 : HEIGHT - 9)));
  return shown.map(({ seat, share, y }) =>
    make(
      "g",
      { class: `s${seat}`, transform: `translate(${WIDTH + 16} ${y.toFixed(1)})` },
      make("path", { class: "mark", d: MARKS[seat], transform: "scale(6)" }),
      make("text", { x: 12, y: 6 }, `${Math.round(share * 100)}%`),
    ),
  );
}
