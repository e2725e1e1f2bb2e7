/**
 * Any game as its server describes it: a grid of squares or hexes, or regions, and what lies on them and in hands.
 *
 * Called by `index.js` for a game that has no board of its own. Law: everything follows from the layout, the view in plain terms and
 * the ends of the choices; no game is known here. Places after those of the board are the rooms of a hand.
 */
import { territories } from "./dice_wars.js";
import { contours, inset, rounded } from "./outline.js";
import { PlacesBoard } from "./places.js";
import { MARKS, circles, classes, make, put, say } from "./svg.js";

/**
 * @typedef {Wire.Layout} Layout
 * @typedef {[number, number|null, string|null, number|null]} Mark where, whose, of which kind, how many
 * @typedef {{to_move?: number|null, marks: Mark[], text?: string, outcome?: Wire.Outcome|null}} PlainView
 * @typedef {{seat: number|null, glyph: string|null, count: number|null}} Lying
 * @typedef {import('./index.js').InputOf<PlainView>} Input
 * @typedef {{shapes: import('./outline.js').Loop[][], spots: number[][], names: string[], box: number[]}} Drawing
 */

/** A place of a grid is a hundred units wide. */
const WIDE = 100;
/** @type {import('./outline.js').Loop} */
const SQUARE = [[-50, -50], [50, -50], [50, 50], [-50, 50]];
/** @type {import('./outline.js').Loop} */
const HEX = [[0, -57.7], [50, -28.9], [50, 28.9], [0, 57.7], [-50, 28.9], [-50, -28.9]];
/** How far rows of hexes are apart, and how far each is shifted. */
const PITCH = 86.6;
/** @type {Record<string, number>} */
const SHIFTS = { hex_left: -50, hex_right: 50 };
/** How many rooms of a hand stand in a row. */
const ROOMS = 8;

/** The place of a column and a row. @param {Extract<Layout, {kind: "grid"}>} grid @param {number} at */
const spotOf = ({ columns, rows, order }, at) => (order === "columns" ? [Math.floor(at / rows), at % rows] : [at % columns, Math.floor(at / columns)]);

/** @param {Extract<Layout, {kind: "grid"}>} grid @returns {Drawing} */
function gridOf(grid) {
  const { columns, rows, cells = "square" } = grid;
  const shift = SHIFTS[cells] ?? 0;
  const [corners, pitch] = shift ? [HEX, PITCH] : [SQUARE, WIDE];
  const at = Array.from({ length: columns * rows }, (_, place) => spotOf(grid, place));
  const spots = at.map(([column, row]) => [column * WIDE + row * shift, row * pitch]);
  const lefts = spots.map((it) => it[0]);
  const [left, right] = [Math.min(...lefts) - 60, Math.max(...lefts) + 60];
  return {
    shapes: spots.map(([x, y]) => [corners.map(([dx, dy]) => [x + dx, y + dy])]),
    spots,
    names: at.map(([column, row]) => String.fromCharCode(97 + column) + (row + 1)),
    box: [left, -70, right - left, (rows - 1) * pitch + 140],
  };
}

/** How the places of a layout are drawn. @param {Layout} layout @returns {Drawing} */
export function drawingOf(layout) {
  if (layout.kind === "grid") return gridOf(layout);
  if (layout.kind !== "regions") return { shapes: [], spots: [], names: [], box: [0, 0, 700, 60] };
  const { shapes, spots, box } = territories(layout.rows);
  return { shapes, spots, names: spots.map((_, place) => `#${place}`), box };
}

/** What lies where, by place; in a hand only what is this seat's. @param {Mark[]} marks @param {number} places @param {number} seat */
function lyingAt(marks, places, seat) {
  /** @type {Map<number, Lying[]>} */
  const lying = new Map();
  for (const [place, owner, glyph, count] of marks) {
    if (place < places || owner === seat) lying.set(place, [...(lying.get(place) ?? []), { seat: owner, glyph, count }]);
  }
  return lying;
}

/** How one of several things at a place is moved and made smaller, so that all are seen. @param {number} at @param {number} count */
function beside(at, count) {
  const across = Math.ceil(Math.sqrt(count));
  const down = Math.ceil(count / across);
  const x = (at % across - (across - 1) / 2) * (84 / across);
  const y = (Math.floor(at / across) - (down - 1) / 2) * (84 / across);
  return count > 1 ? `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(1.15 / across).toFixed(2)})` : null;
}

/** Something that lies at a place: its stone, its owner's mark, its kind and number. */
const thing = () =>
  make("g", {}, make("path", { class: "stone", d: circles([[0, 0]], 34) }), make("path", { class: "owner" }), make("text", { class: "glyph", y: 12 }));

/** A kind and a number in writing. @param {Lying} it */
const written = ({ glyph, count }) => [glyph, count !== null && (glyph ? `×${count}` : count)].filter(Boolean).join("");

class DescribedBoard extends PlacesBoard {
  /** What lies at each place, and what lay there before the person's last turn; for who watches, before the last change. @type {string[]} */
  now = [];
  /** @type {string[]} */
  before = [];
  /** Whether the person had something to choose since the last change. */
  wasMine = false;

  /** @param {Layout} layout */
  constructor(layout) {
    super({ class: "board described" });
    const drawing = drawingOf(layout);
    this.drawing = drawing;
    this.spots = [...drawing.spots];
    this.names = [...drawing.names];
    this.groups = drawing.shapes.map((shape, place) => this.place(place, contours(shape).map((it) => rounded(inset(it, 3), 12)).join("")));
    this.line = make("text", { class: "sign" });
    this.element.append(...this.groups, this.line);
    this.frame();
  }

  /** The number of places on the board. */
  get places() {
    return this.drawing.spots.length;
  }

  /** A place with whatever may lie there. @param {number} place @param {string} d its outline */
  place(place, d) {
    const [x, y] = this.spots[place];
    const lying = make("g", { transform: `translate(${x} ${y})`, "aria-hidden": "true" }, thing());
    return make("g", { role: "button", tabindex: place ? -1 : 0, "data-place": place }, make("path", { class: "hit", d }), lying,
      make("path", { class: "ring", d }));
  }

  /** The rooms of the hand that stands below the board: as many as have been seen. @param {number} last place */
  reach(last) {
    const [left, top, , height] = this.drawing.box;
    for (let place = this.spots.length; place <= last; place++) {
      const at = place - this.places;
      const [x, y] = [left + 60 + (at % ROOMS) * 84, top + height + 40 + Math.floor(at / ROOMS) * 84];
      this.spots.push([x, y]);
      this.names.push(`#${place}`);
      this.groups.push(this.place(place, rounded(SQUARE.map(([dx, dy]) => [x + dx * 0.76, y + dy * 0.76]), 12)));
      this.line.before(this.groups[place]);
    }
    this.frame();
  }

  /** Makes room for the board, the hand and the line of text below it. */
  frame() {
    const [left, top, width, height] = this.drawing.box;
    const rooms = Math.ceil((this.spots.length - this.places) / ROOMS);
    const below = top + height + rooms * 84;
    // A wide board is drawn small, but its line is still read.
    const letters = Math.max(22, width / 30);
    put(this.element, "viewBox", `${left} ${top} ${width} ${height + rooms * 84 + 1.8 * letters}`);
    put(this.line, "x", left + width / 2);
    put(this.line, "y", below + 1.1 * letters);
    this.line.style.fontSize = `${letters}px`;
  }

  /** @param {Input} input */
  update(input) {
    const { view, mine, moves, source, target } = input;
    const below = mine ?? view.to_move ?? 0;
    const lying = lyingAt(view.marks, this.places, below);
    this.reach(Math.max(...lying.keys(), ...moves.map((it) => Math.max(it.from, it.to)), -1));
    const open = moves.filter((it) => (source === null ? true : it.from === source));
    const can = new Set(open.map((it) => (source === null ? it.from : it.to)));
    this.follow(lying, mine === null);
    this.wasMine ||= moves.length > 0;
    this.groups.forEach((group, place) => {
      const all = lying.get(place) ?? [];
      const isNew = place < this.before.length && this.before[place] !== this.now[place];
      put(group, "class", classes("place", all.length && "taken", can.has(place) && "can", place === source && "source",
        place === target && can.has(place) && "pointed", isNew && "latest"));
      this.show(group.children[1], all);
      put(group, "aria-label", input.label?.(place) ?? this.named(place, all, input));
      put(group, "aria-pressed", place === source ? "true" : "false");
    });
    say(this.line, [view.text, ...this.otherHands(input, below)].filter(Boolean).join(" · "));
  }

  /** Notes what has changed, so that it is seen until the person has moved again. @param {Map<number, Lying[]>} lying @param {boolean} watches */
  follow(lying, watches) {
    const now = this.spots.map((_, place) => JSON.stringify(lying.get(place) ?? []));
    if (String(now) === String(this.now)) return;
    if (this.wasMine || watches || !this.before.length) this.before = this.now.length ? this.now : now;
    this.now = now;
    this.wasMine = false;
  }

  /** Shows everything that lies at a place. @param {Element} heap @param {Lying[]} all */
  show(heap, all) {
    while (heap.children.length < all.length) heap.append(thing());
    Array.from(heap.children).forEach((element, at) => {
      const it = all[at];
      const [, owner, text] = element.children;
      const told = it ? written(it) : "";
      put(element, "class", it && it.seat !== null ? `s${it.seat}` : null);
      put(element, "visibility", it ? null : "hidden");
      put(element, "transform", beside(at, all.length));
      put(owner, "d", it && it.seat !== null ? MARKS[it.seat] : "");
      put(owner, "transform", told ? "translate(0 -20) scale(7)" : "scale(15)");
      say(text, told);
    });
  }

  /** What a place is called for whoever does not see it. @param {number} place @param {Lying[]} all @param {Input} input */
  named(place, all, { players }) {
    const told = all.flatMap((it) => [players.find((player) => player.seat === it.seat)?.name, written(it)]);
    return [this.names[place], ...told].filter(Boolean).join(", ");
  }

  /** What others have in their hands. @param {Input} input @param {number} below the seat whose hand is drawn */
  otherHands({ view, players }, below) {
    const held = view.marks.filter(([place, owner]) => place >= this.places && owner !== below);
    return players.flatMap(({ seat, name }) => {
      const own = held.filter((it) => it[1] === seat).map(([, owner, glyph, count]) => written({ seat: owner, glyph, count }));
      return own.length ? [`${name}: ${own.join(" ")}`] : [];
    });
  }
}

/**
 * The game of a layout. Its places are named as on the server.
 * @param {Layout} layout
 * @returns {import('./index.js').Game}
 */
export function described(layout) {
  const { names } = drawingOf(layout);
  return {
    ends: () => null,
    name: (_config, place) => names[place] ?? `#${place}`,
    board: () => /** @type {import('./index.js').Board} */ (/** @type {unknown} */ (new DescribedBoard(layout))),
  };
}
