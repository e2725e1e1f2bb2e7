/**
 * Outlines of cells that share corners: the contour of a realm, the border of two territories, round corners.
 *
 * Called by the layouts and the board of the dice games. Law: cells run clockwise on the screen, and cells that touch
 * share their corners exactly, so that what is inside is always on the right of an edge.
 *
 * @typedef {number[]} Point x and y
 * @typedef {Point[]} Loop corners in order; the last is joined to the first
 */

/** The corners by where they are, and each by itself: a number is found and compared faster than a text. @type {Map<number, number>} */
const places = new Map();
/** @type {WeakMap<Point, number>} */
const known = new WeakMap();

/** The number of a corner; corners at one place have the same. */
function key(/** @type {Point} */ point) {
  const found = known.get(point);
  if (found !== undefined) return found;
  const place = (Math.round(point[0] * 8) + 2 ** 20) * 2 ** 21 + Math.round(point[1] * 8) + 2 ** 20;
  const number = places.get(place) ?? places.size;
  places.set(place, number);
  known.set(point, number);
  return number;
}

/** The number of an edge. */
const edgeKey = (/** @type {Point} */ from, /** @type {Point} */ to) => key(from) * 2 ** 24 + key(to);

/**
 * The edges of cells that no other of them shares, as loops.
 * @param {Loop[]} cells
 * @returns {Loop[]}
 */
export function contours(cells) {
  /** @type {Map<number, Point[]>} */
  const edges = new Map();
  for (const cell of cells) {
    cell.forEach((from, at) => {
      const to = cell[(at + 1) % cell.length];
      if (!edges.delete(edgeKey(to, from))) edges.set(edgeKey(from, to), [from, to]);
    });
  }
  return chained([...edges.values()]);
}

/**
 * The edges that cells share with others, as open lines in the direction of the first.
 * @param {Loop[]} cells
 * @param {Loop[]} others
 * @returns {Loop[]}
 */
export function border(cells, others) {
  const around = new Set(others.flatMap((cell) => cell.map((from, at) => edgeKey(cell[(at + 1) % cell.length], from))));
  const shared = contours(cells).flatMap((loop) => loop.map((from, at) => [from, loop[(at + 1) % loop.length]]));
  return chained(
    shared.filter(([from, to]) => around.has(edgeKey(from, to))),
    true,
  );
}

/** Edges put together end to end; open lines keep their last point, loops need none. @param {Point[][]} edges */
function chained(edges, open = false) {
  /** @type {Map<number, Point[][]>} */
  const from = new Map();
  for (const edge of edges) {
    const all = from.get(key(edge[0]));
    if (all) all.push(edge);
    else from.set(key(edge[0]), [edge]);
  }
  const ends = new Set(edges.map((edge) => key(edge[1])));
  const starts = open ? edges.filter((edge) => !ends.has(key(edge[0]))) : [];
  const left = new Set(edges);
  const lines = [];
  for (const start of [...starts, ...edges]) {
    if (!left.has(start)) continue;
    const line = [start[0]];
    for (let edge = start; edge && left.delete(edge);) {
      line.push(edge[1]);
      const next = (from.get(key(edge[1])) ?? []).filter((it) => left.has(it));
      const came = edge;
      edge = next.length > 1 ? next.sort((a, b) => turn(came, b) - turn(came, a))[0] : next[0];
    }
    if (!open) line.pop();
    lines.push(line);
  }
  return lines;
}

/** How far one goes to the right from an edge to the next; where cells touch at a corner only, they stay apart.
 * @param {Point[]} one @param {Point[]} next */
function turn([a, b], [, c]) {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]];
  return Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
}

/**
 * A loop drawn inwards by a distance.
 * @param {Loop} loop
 * @param {number} by
 * @returns {Loop}
 */
export function inset(loop, by) {
  const normal = (/** @type {Point} */ a, /** @type {Point} */ b) => {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [(a[1] - b[1]) / length, (b[0] - a[0]) / length];
  };
  return loop.map((point, at) => {
    const before = normal(loop[(at || loop.length) - 1], point);
    const after = normal(point, loop[(at + 1) % loop.length]);
    const by2 = by / Math.max(0.4, 1 + before[0] * after[0] + before[1] * after[1]);
    return [point[0] + (before[0] + after[0]) * by2, point[1] + (before[1] + after[1]) * by2];
  });
}

const text = (/** @type {Point} */ [x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** @param {Point} from @param {Point} to @param {number} radius */
const towards = (from, to, radius) => {
  const part = Math.min(0.5, radius / (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1));
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
};

/**
 * A loop with round corners, as the text of a path.
 * @param {Loop} loop
 * @param {number} radius
 * @returns {string}
 */
export function rounded(loop, radius) {
  const parts = loop.map((point, at) => {
    const [before, after] = [loop[(at || loop.length) - 1], loop[(at + 1) % loop.length]];
    return `${text(towards(point, before, radius))}Q${text(point)} ${text(towards(point, after, radius))}`;
  });
  return `M${parts.join("L")}Z`;
}

/**
 * An open line with round corners, a little short of both its ends.
 * @param {Loop} line
 * @param {number} radius
 * @param {number} short how much is left out at each end
 * @returns {string}
 */
export function softened(line, radius, short) {
  const last = line.length - 1;
  const parts = line
    .slice(1, last)
    .map((point, at) => `L${text(towards(point, line[at], radius))}Q${text(point)} ${text(towards(point, line[at + 2], radius))}`);
  return `M${text(towards(line[0], line[1], short))}${parts.join("")}L${text(towards(line[last], line[last - 1], short))}`;
}

/**
 * How far a point is from the nearest edge of loops; what lies above and below may be nearer than what lies beside.
 * @param {Point} point
 * @param {Loop[]} loops
 * @returns {number}
 */
export function clearance([x, y], loops) {
  const far = (/** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by]) => {
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    return Math.hypot((ax + along * dx - x) * 0.75, ay + along * dy - y);
  };
  return Math.min(...loops.flatMap((loop) => loop.map((from, at) => far(from, loop[(at + 1) % loop.length]))));
}
