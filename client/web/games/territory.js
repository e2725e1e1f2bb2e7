/**
 * The board of both dice games: realms as connected shapes, dice as numbers or cubes.
 *
 * Called by `dice_of_doom.js` and `dice_wars.js`, which say where the territories are. Law: elements are made once for a
 * look; an update touches only the realms, places and signs that differ from the update before.
 *
 * @typedef {{
 *   kind: string,
 *   box: number[],
 *   shapes: import('./outline.js').Loop[][],
 *   spots: number[][],
 *   gap: number,
 *   round: number,
 *   depth: number,
 *   stacks: boolean,
 *   label: {number: number[], mark: number[], pips: number[]|null, pill: number[]},
 *   back: SVGElement[],
 * }} Layout
 */
import { border, contours, inset, rounded, softened } from "./outline.js";
import { PlacesBoard, percent } from "./places.js";
import { ARROW, MARKS, circles, classes, make, put, say, turned } from "./svg.js";

const SEATS = [0, 1, 2, 3];
/** One die of the book: top, left and right face with pips, drawn once and used by all. */
const CUBE = [
  ["top", "M0-40-24-30 0-20 24-30Z"],
  ["left", "M0-20-24-30V0L0 10Z"],
  ["right", "M0-20 24-30V0L0 10Z"],
  [
    "spots",
    circles(
      [
        [-18, -20],
        [-6, -3],
        [6, -13],
        [18, -9],
        [12, -11],
        [6, -3],
        [18, -19],
        [-12, -30],
        [12, -30],
        [0, -30],
      ],
      2.4,
    ),
  ],
];
let boards = 0;

/**
 * From where to where an attack goes; null for a pass.
 * @param {Wire.TerritoryAction} action
 * @returns {{from: number, to: number}|null}
 */
export const endsOfAttack = (action) => (Array.isArray(action) ? { from: action[0], to: action[1] } : null);

/**
 * Owner and dice of each territory.
 * @param {string} board two characters a territory
 * @returns {{owner: number, dice: number}[]}
 */
export function read(board) {
  return Array.from({ length: board.length / 2 }, (_, at) => ({ owner: board.charCodeAt(2 * at) - 97, dice: Number.parseInt(board[2 * at + 1], 17) }));
}

/**
 * Which territories touch, and the line between them.
 * @param {Layout} layout
 * @returns {{a: number, b: number, lines: import('./outline.js').Loop[]}[]}
 */
export function touching({ shapes, spots }) {
  /** @type {ReturnType<typeof touching>} */
  const pairs = [];
  const corners = shapes.map((cells) => new Set(cells.flat().map((point) => point.map(Math.round).join())));
  for (let a = 0; a < spots.length; a++) {
    for (let b = a + 1; b < spots.length; b++) {
      if (![...corners[a]].some((it) => corners[b].has(it))) continue;
      const lines = border(shapes[a], shapes[b]);
      if (lines.length) pairs.push({ a, b, lines });
    }
  }
  return pairs;
}

/** @typedef {import('./index.js').InputOf<Wire.View>} Input */
/** @typedef {{owner: number, dice: number}} Cell */
/** The elements of a place. @typedef {ReturnType<TerritoryBoard["place"]>} Parts */
/**
 * What an update is about: the attack that is chosen or fought, its targets with their chances, and where one can begin.
 * @typedef {{source: number|null, target: number|null, targets: Map<number, number|null|undefined>, can: Set<number>}} Seen
 */

export class TerritoryBoard extends PlacesBoard {
  /** Which of the two looks is drawn. */
  look = false;
  /** The last input. @type {Input|null} */
  input = null;
  /** @type {{owner: number, dice: number}[]} */
  cells = [];
  /** The places of each owner as they were drawn. @type {string[]} */
  owned = [];
  /** @type {ReturnType<typeof touching>} */
  pairs = [];
  /** @type {SVGGElement[]} */
  walls = [];
  /** @type {SVGGElement[]} */
  realms = [];
  /** @type {Parts[]} */
  places = [];
  /** The signs over places that can be attacked. @type {Map<number, SVGGElement>} */
  pills = new Map();
  arrow = make("path", { class: "arrow", d: ARROW });
  trail = make("path", { class: "trail", d: ARROW });
  over = make("g", { class: "over", "aria-hidden": "true" });

  /**
   * @param {(place: number) => string} name
   * @param {(look: boolean) => Layout} layoutOf
   * @param {(element: SVGSVGElement) => boolean} lookNow which of the two looks is wished now
   */
  constructor(name, layoutOf, lookNow) {
    super({ class: "board" });
    this.name = name;
    this.layoutOf = layoutOf;
    this.lookNow = lookNow;
    this.element.addEventListener("animationend", ({ target }) => this.landed(/** @type {Element} */ (target).closest(".place")));
    this.layout = layoutOf(false);
    this.build();
  }

  /** Makes every element of the look. */
  build() {
    const { layout } = this;
    [this.cells, this.owned, this.pairs] = [[], [], touching(layout)];
    const layer = (/** @type {string} */ name, /** @type {SVGElement[]} */ ...children) => make("g", { class: name }, ...children);
    const realm = (/** @type {string[]} */ ...names) => layer("realm", ...names.map((it) => make("path", { class: it })));
    this.walls = SEATS.map(() => realm("wall"));
    this.realms = SEATS.map(() => realm("fill", "lines", "front"));
    this.places = layout.spots.map((_, place) => this.place(place));
    this.groups = this.places.map((it) => it.group);
    this.spots = layout.spots;
    this.current = 0;
    this.pills.clear();
    this.over.replaceChildren(this.trail, this.arrow);
    this.cube = `cube${(boards += 1)}`;
    const cube = make("defs", {}, make("g", { id: this.cube }, ...CUBE.map(([name, d]) => make("path", { class: name, d }))));
    SEATS.forEach((seat) => [this.walls, this.realms].forEach((it) => it[seat].classList.add(`s${seat}`)));
    this.walls.forEach((it) => put(it, "transform", `translate(0 ${layout.depth})`));
    this.element.replaceChildren(
      ...(layout.stacks ? [cube] : []),
      layer("back", ...layout.back),
      ...this.walls,
      ...this.realms,
      layer("places", ...this.groups),
      this.over,
    );
    put(this.element, "viewBox", layout.box.map(Math.round).join(" "));
  }

  /** The elements of one place. @param {number} place */
  place(place) {
    const { shapes, spots, gap, round, depth, label } = this.layout;
    const loops = contours(shapes[place]);
    const [own, inner, whole] = [gap, gap + 3.5, 0].map((by) => loops.map((loop) => rounded(inset(loop, by), by ? round : 0)).join(""));
    const rise = make("path", { class: "rise", d: own, transform: `translate(0 ${depth})` });
    const [mark, number, pips, stack] = [
      make("path", { class: "mark" }),
      make("text", { class: "number", x: label.number[0], y: label.number[1] + label.number[2] * 0.36 }),
      make("path", { class: "pips" }),
      make("g", { class: "stack" }),
    ];
    put(mark, "transform", `translate(${label.mark[0]} ${label.mark[1]}) scale(${label.mark[2]})`);
    const text = make("g", { class: "label", transform: `translate(${spots[place].map((it) => it.toFixed(1)).join(" ")})` }, stack, mark, number, pips);
    const tile = make("path", { class: "tile", d: own });
    const group = make(
      "g",
      { role: "button", tabindex: place ? -1 : 0, "data-place": place },
      make("path", { class: "hit", d: whole }),
      rise,
      make("path", { class: "well", d: own }),
      tile,
      make("path", { class: "ring", d: inner }),
      text,
    );
    // What it was drawn from last, and whether it turns over or grows.
    return { group, mark, number, pips, stack, told: "", moved: "" };
  }

  /** A territory has turned over, or its number has grown. @param {Element|null} group */
  landed(group) {
    const parts = this.places.find((it) => it.group === group);
    if (!parts) return;
    parts.moved = "";
    parts.group.classList.remove("flip", "more");
  }

  /** Shows the last input again, in a look that may have changed. */
  again() {
    if (this.input) this.update(this.input);
  }

  /** @param {Input} input */
  update(input) {
    this.input = input;
    const look = this.lookNow(this.element);
    if (look !== this.look) {
      [this.look, this.layout] = [look, this.layoutOf(look)];
      this.build();
    }
    const before = this.cells;
    this.cells = read(input.view.board);
    const seen = this.seen(input);
    put(this.element, "class", classes("board territory", this.layout.kind, seen.source !== null && "dim"));
    this.showRealms();
    this.cells.forEach((cell, place) => this.showPlace(place, cell, before[place], input, seen));
    this.showSigns(input, seen);
  }

  /** What an update is about: the attack that is chosen, its targets, and where one can begin.
   * @param {Input} input @returns {Seen} */
  seen({ moves, source, target }) {
    /** @type {Seen["targets"]} */
    const targets = new Map();
    for (const move of moves) if (move.from === source) targets.set(move.to, move.odds);
    return { source, target, targets, can: new Set(source === null ? moves.map((it) => it.from) : targets.keys()) };
  }

  /** Draws the realms of the owners who have won or lost territories. */
  showRealms() {
    const { shapes, gap, round } = this.layout;
    for (const seat of SEATS) {
      const own = this.cells.flatMap((cell, place) => (cell.owner === seat ? [place] : []));
      if (own.join() === this.owned[seat]) continue;
      this.owned[seat] = own.join();
      const loops = contours(own.flatMap((place) => shapes[place]));
      const body = loops.map((loop) => rounded(inset(loop, gap), round)).join("");
      const front = loops.map((loop) => rounded(inset(loop, gap + 1.6), round)).join("");
      const [fill, lines, line] = this.realms[seat].children;
      put(this.walls[seat].children[0], "d", body);
      put(fill, "d", body);
      put(line, "d", front);
      put(lines, "d", this.inner(seat));
    }
  }

  /** The lines between territories of one owner. @param {number} seat */
  inner(seat) {
    const own = this.pairs.filter(({ a, b }) => this.cells[a].owner === seat && this.cells[b].owner === seat);
    return own.map(({ lines }) => lines.map((it) => softened(it, this.layout.round, 9)).join("")).join("");
  }

  /** Updates one place.
   * @param {number} place @param {Cell} cell @param {Cell|undefined} before @param {Input} input @param {Seen} seen */
  showPlace(place, cell, before, input, seen) {
    const parts = this.places[place];
    const { owner, dice } = cell;
    if (before && before.owner !== owner) parts.moved = `flip was${before.owner}`;
    else if (before && before.dice < dice && !parts.moved) parts.moved = "more";
    const name = classes("place", `s${owner}`, ...this.signs(place, input, seen), parts.moved);
    const told = [name, dice, seen.targets.get(place), input.players.find((it) => it.seat === owner)?.name, Boolean(input.label)].join();
    if (told === parts.told) return;
    parts.told = told;
    put(parts.group, "class", name);
    put(parts.group, "aria-pressed", place === seen.source ? "true" : "false");
    put(parts.group, "aria-label", input.label?.(place) ?? this.described(place, input));
    put(parts.mark, "d", MARKS[owner]);
    say(parts.number, dice);
    this.showDice(parts, place, dice, before?.dice);
  }

  /** The classes of a place, but for its owner's.
   * @param {number} place @param {Input} input @param {Seen} seen */
  signs(place, input, seen) {
    const at = (/** @type {number|null} */ it) => it === place;
    const lit = at(seen.source) || seen.targets.has(place);
    const target = this.pillText(place, input, seen) !== null;
    const last = seen.source === null && input.last && (at(input.last.from) || at(input.last.to));
    return [
      lit && "lit",
      at(seen.source) && "source",
      target && "told",
      at(seen.target) && "pointed",
      seen.can.has(place) && "can",
      last && "last",
      input.danger.includes(place) && "danger",
    ];
  }

  /** The dice of a place as pips in rows, or as a pile of cubes.
   * @param {Parts} parts @param {number} place @param {number} dice @param {number|undefined} before */
  showDice({ number, pips, stack }, place, dice, before) {
    if (dice === before) return;
    const { label } = this.layout;
    put(number, "font-size", label.number[2] * (dice > 9 ? 0.8 : 1));
    if (label.pips) {
      const row = dice > 6 ? Math.ceil(dice / 2) : dice;
      const [x, y, radius] = [label.pips[0], label.pips[1] - (dice > 6 ? 2 : 0), label.pips[2] * (dice > 10 ? 0.72 : 1)];
      const spot = (/** @type {number} */ at) => [x + radius * 2.8 * ((at % row) - ((at < row ? row : dice - row) - 1) / 2), y + radius * 2.9 * Math.floor(at / row)];
      put(
        pips,
        "d",
        circles(
          Array.from({ length: dice }, (_, at) => spot(at)),
          radius,
        ),
      );
    }
    if (!this.layout.stacks) return;
    const piles = Math.ceil(dice / 6);
    const high = Math.ceil(dice / piles);
    const cubes = Array.from({ length: dice }, (_, at) => {
      const [pile, level] = [Math.floor(at / high), at % high];
      const x = (pile - (piles - 1) / 2) * 46 + ((place + level) % 2 ? -3.5 : 3.5);
      return make("use", { href: `#${this.cube}`, x, y: 8 + (pile % 2) * 4 - level * 30 });
    });
    stack.replaceChildren(...cubes);
  }

  /** What is told of a place if the caller has no words of its own. @param {number} place @param {Input} input */
  described(place, { players }) {
    const { owner, dice } = this.cells[place];
    const name = players.find((it) => it.seat === owner)?.name ?? `${owner + 1}`;
    return `${this.name(place)}, ${name}, ${dice}`;
  }

  /** What the pill of a place says: a chance, or, while nothing is chosen, the sum of a side of the last battle.
   * @param {number} place @param {Input} input @param {Seen} seen */
  pillText(place, { battle }, seen) {
    const sum = (/** @type {number[]} */ faces) => faces.reduce((a, b) => a + b, 0);
    if (battle && seen.source === null) return place === battle.from ? `${sum(battle.attack)}` : place === battle.to ? `${sum(battle.defense)}` : null;
    const odds = seen.targets.get(place);
    return odds === undefined || odds === null ? null : percent(odds);
  }

  /** Shows chances, sums and arrows above the places. @param {Input} input @param {Seen} seen */
  showSigns(input, seen) {
    for (const place of new Set([...this.pills.keys(), ...seen.targets.keys(), ...(input.battle ? [input.battle.from, input.battle.to] : [])])) {
      const text = this.pillText(place, input, seen);
      const pill = this.pills.get(place) ?? (text && this.pill(place));
      if (!pill) continue;
      const odds = seen.targets.get(place);
      put(
        pill,
        "class",
        classes("pill", text === null && "none", seen.target === place && odds !== undefined && "pointed", odds !== undefined && odds !== null && (odds < 0.5 ? "poor" : "fair")),
      );
      if (text !== null) say(pill.children[1], text);
    }
    const { source, target, targets } = seen;
    const shown = source !== null && target !== null && targets.has(target);
    put(this.arrow, "transform", shown ? turned(this.across(source, target)) : null);
    const { last } = input;
    put(this.trail, "transform", last && source === null ? turned(this.across(last.from, last.to), 0.6) : null);
  }

  /** A new pill at a place. @param {number} place */
  pill(place) {
    const { spots, label } = this.layout;
    const [x, y] = [spots[place][0] + label.pill[0], spots[place][1] + label.pill[1]];
    const large = label.pill[2] * (spots.length > 30 ? 1.25 : 1);
    const text = make("text", { y: large * 0.36, "font-size": large });
    const pill = make(
      "g",
      { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      make("rect", { x: -large * 1.32, y: -large * 0.6, width: large * 2.64, height: large * 1.2, rx: large * 0.5 }),
      text,
    );
    this.over.append(pill);
    this.pills.set(place, pill);
    return pill;
  }

  /** Where the line between two places is crossed, and in which direction. @param {number} from @param {number} to */
  across(from, to) {
    const [a, b] = [this.layout.spots[from], this.layout.spots[to]];
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const pair = this.pairs.find((it) => it.a + it.b === from + to && (it.a === from || it.a === to));
    const far = (/** @type {number[]} */ [x, y]) => Math.hypot(x - middle[0], y - middle[1]);
    const halves = (pair?.lines ?? []).flatMap((line) => line.slice(1).map(([x, y], at) => [(x + line[at][0]) / 2, (y + line[at][1]) / 2]));
    const [x, y] = halves.reduce((best, it) => (far(it) < far(best) ? it : best), halves[0] ?? middle);
    return { x, y, dx: b[0] - a[0], dy: b[1] - a[1] };
  }
}
