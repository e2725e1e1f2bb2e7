/**
 * Animal shogi: twelve squares, two hands, animals on wooden tiles.
 *
 * Called by `index.js`. Law: places are numbered: first the squares, by files from a1, then the kinds of pieces in the hand
 * of the player who is drawn below, which is the person at this page.
 */
import { piece } from "./animals.js";
import { PlacesBoard } from "./places.js";
import { ARROW, circles, classes, make, put, say, square, turned } from "./svg.js";

const SQUARES = 12;
/** @type {(keyof Wire.Hand)[]} */
const HAND = ["chick", "elephant", "giraffe"];
/** @type {Record<string, string[]>} */
const HAND_DOTS = { chick: ["n"], elephant: ["ne", "se", "sw", "nw"], giraffe: ["n", "e", "s", "w"] };
const AROUND = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const NAMES = Array.from({ length: SQUARES }, (_, at) => "abc"[at >> 2] + ((at & 3) + 1));

/** Where squares and places of the hand are drawn; the other side's hand after them.
 * @param {number} place @param {boolean} flipped */
const spotOf = (place, flipped) => {
  const at = flipped && place < SQUARES ? SQUARES - 1 - place : place;
  if (at < SQUARES) return [(at >> 2) * 100 + 50, (at & 3) * 100 + 50];
  return at < 15 ? [358, 236 + (at - SQUARES) * 66] : [358, 164 - (at - 15) * 66];
};

/**
 * What lies at a place: whose, which animal, where it can go, whether it points up, and how many there are.
 * @typedef {{owner: number, kind: string, dots: string[], up: boolean, count: number}} Lying
 * @typedef {import('./index.js').InputOf<Wire.View2>} Input
 * @typedef {{below: number, targets: Set<number>, can: Set<number>}} Seen
 * @typedef {{element: SVGGElement, key: string, owner: number, kind: string}} Piece
 */

class ShogiBoard extends PlacesBoard {
  flipped = false;
  /** The pieces that are shown, by place. @type {Map<number, Piece>} */
  pieces = new Map();

  constructor() {
    super({ class: "board shogi", viewBox: "-30 -8 430 434" });
    this.groups = Array.from({ length: 18 }, (_, place) => this.place(place));
    this.counts = HAND.concat(HAND).map((_, at) => this.count(at));
    this.tiles = make("g", { class: "tiles", "aria-hidden": "true" });
    this.arrow = make("path", { class: "arrow", d: ARROW });
    const names = [..."abc1234"].map((it) => make("text", { class: "sign", "aria-hidden": "true" }, it));
    this.names = names;
    this.element.append(
      make("rect", { class: "deck", x: -6, y: -6, width: 312, height: 412, rx: 14 }),
      ...names,
      ...this.groups,
      this.tiles,
      ...this.counts,
      this.arrow,
    );
    this.turn(false);
  }

  /** A square, or a room of a hand. @param {number} place */
  place(place) {
    const half = place < SQUARES ? 48 : 32;
    const goal = make("path", { class: "goal", d: circles([[0, 0]], 15) });
    /** @type {Record<string, string|number>} */
    const button = place < 15 ? { role: "button", tabindex: place ? -1 : 0, "data-place": place } : { "aria-hidden": "true" };
    return make("g", button, square("hit", half), goal, square("ring", half - 3));
  }

  /** How many of a kind are in a hand. @param {number} at */
  count(at) {
    const [x, y] = spotOf(SQUARES + at, false);
    return make(
      "g",
      { class: "count", "aria-hidden": "true", transform: `translate(${x + 24} ${y + 24})` },
      make("path", { d: circles([[0, 0]], 12) }),
      make("text", { y: 6.5, "font-size": 18 }),
    );
  }

  /** Puts every square where it is seen from one's own side. @param {boolean} flipped */
  turn(flipped) {
    this.flipped = flipped;
    this.spots = Array.from({ length: 15 }, (_, at) => spotOf(at, flipped));
    const to = (/** @type {Element} */ it, /** @type {number[]} */ [x, y]) => put(it, "transform", `translate(${x} ${y})`);
    this.groups.forEach((group, place) => to(group, spotOf(place, flipped)));
    this.names.forEach((name, at) => {
      const [x, y] = spotOf(at < 3 ? at * 4 : at - 3, flipped);
      to(name, at < 3 ? [x, 424] : [-18, y + 7]);
    });
    for (const it of this.pieces.values()) it.element.remove();
    this.pieces.clear();
  }

  /** @param {Input} input */
  update(input) {
    const { view, mine, source, moves, target } = input;
    const below = mine ?? 0;
    if (this.flipped !== (below === 1)) this.turn(below === 1);
    const wanted = this.wanted(view, below);
    this.showPieces(wanted);
    const targets = new Set(moves.filter((it) => it.from === source).map((it) => it.to));
    const seen = { below, targets, can: source === null ? new Set(moves.map((it) => it.from)) : targets };
    put(this.element, "class", classes("board shogi", source !== null && "dim"));
    this.groups.forEach((_, place) => this.showPlace(place, wanted.get(place), input, seen));
    this.pieces.forEach((it, place) => this.showTile(place, it, source, seen));
    this.showArrow(source, target !== null && targets.has(target) ? target : null);
  }

  /** Updates a square, or the room for a kind of piece in a hand.
   * @param {number} place @param {Lying|undefined} it @param {Input} input @param {Seen} seen */
  showPlace(place, it, input, seen) {
    put(this.groups[place], "class", classes("place", ...this.signs(place, it, input, seen)));
    if (place >= SQUARES + HAND.length) return;
    put(this.groups[place], "aria-pressed", place === input.source ? "true" : "false");
    put(this.groups[place], "aria-label", input.label?.(place) ?? this.described(place, it, input));
  }

  /** The classes of a place.
   * @param {number} place @param {Lying|undefined} it @param {Input} input @param {Seen} seen */
  signs(place, it, input, { targets, can }) {
    const { view, source, last, target } = input;
    const isSquare = place < SQUARES;
    return [
      isSquare ? "square" : "room",
      isSquare && ((place >> 2) + place) % 2 && "odd",
      targets.has(place) && (it ? "take" : "goes"),
      place === source && "source",
      place === target && targets.has(place) && "told pointed",
      can.has(place) && "can",
      isSquare && last && source === null && (place === last.to || place === last.from) && "last",
      input.danger.includes(place) && "danger",
      view.check && it?.kind === "lion" && it.owner === view.to_move && "check",
    ];
  }

  /** The classes of a piece: its owner, and whether it is dimmed while another is chosen.
   * @param {number} place @param {Piece} piece @param {number|null} source @param {Seen} seen */
  showTile(place, { element, owner }, source, { below, targets }) {
    const away = source !== null && place !== source && !targets.has(place);
    put(element, "class", classes("piece", `s${owner}`, owner !== below && "down", away && "away"));
  }

  /** What lies where: on the squares, and one of each kind in the hands. @param {Wire.View2} view @param {number} below */
  wanted(view, below) {
    /** @type {Map<number, Lying>} */
    const wanted = new Map();
    for (const { square: name, owner, kind, dots } of view.pieces) {
      wanted.set(NAMES.indexOf(name), {
        owner,
        kind,
        dots: owner ? dots.map((it) => AROUND[(AROUND.indexOf(it) + 4) % 8]) : dots,
        up: owner === below,
        count: 1,
      });
    }
    HAND.forEach((kind, at) =>
      [below, 1 - below].forEach((owner, side) => {
        const count = view.hands[owner]?.[kind] ?? 0;
        if (count) wanted.set(SQUARES + side * 3 + at, { owner, kind, dots: HAND_DOTS[kind], up: !side, count });
        const badge = this.counts[side * 3 + at];
        put(badge, "class", classes("count", count < 2 && "none"));
        say(badge.children[1], count);
      }),
    );
    return wanted;
  }

  /** Moves the piece that went somewhere, makes those that are new, takes away those that are gone. @param {Map<number, Lying>} wanted */
  showPieces(wanted) {
    const keyOf = (/** @type {Lying} */ it) => `${it.owner}${it.kind}`;
    const stays = (/** @type {Lying|undefined} */ there, /** @type {string} */ key) => there !== undefined && keyOf(there) === key;
    const gone = [...this.pieces].filter(([place, it]) => !stays(wanted.get(place), it.key));
    gone.forEach(([place]) => this.pieces.delete(place));
    for (const [place, it] of wanted) {
      if (this.pieces.has(place)) continue;
      const moved = gone.findIndex(
        ([from, old]) => from < SQUARES && place < SQUARES && (old.key === keyOf(it) || (old.owner === it.owner && it.kind === "hen" && old.kind === "chick")),
      );
      const old = moved < 0 ? null : gone.splice(moved, 1)[0][1];
      const element = old?.key === keyOf(it) ? old.element : piece(it.kind, it.dots);
      if (old && element !== old.element) old.element.remove();
      const [x, y] = spotOf(place, this.flipped);
      element.style.transform = `translate(${x}px, ${y}px) rotate(${it.up ? 0 : 180}deg) scale(${place < SQUARES ? 1 : 0.62})`;
      this.tiles.append(element);
      this.pieces.set(place, { element, key: keyOf(it), owner: it.owner, kind: it.kind });
    }
    gone.forEach(([, it]) => it.element.remove());
  }

  /** Draws the arrow from the chosen piece to the place that is pointed at; a piece in hand has none.
   * @param {number|null} source @param {number|null} target */
  showArrow(source, target) {
    if (source === null || target === null || source >= SQUARES) return put(this.arrow, "transform", null);
    const [a, b] = [spotOf(source, this.flipped), spotOf(target, this.flipped)];
    return put(this.arrow, "transform", turned({ x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, dx: b[0] - a[0], dy: b[1] - a[1] }, 1.2));
  }

  /** What is told of a place if the caller has no words of its own.
   * @param {number} place @param {Lying|undefined} it @param {Input} input */
  described(place, it, { players }) {
    const owner = it && (players.find(({ seat }) => seat === it.owner)?.name ?? it.owner + 1);
    return [animalShogi.name(undefined, place), it?.kind, owner, it && it.count > 1 && `×${it.count}`].filter(Boolean).join(", ");
  }
}

/** @type {import('./index.js').GameOf<Wire.Action, Wire.Config3, Wire.View2>} */
export const animalShogi = {
  ends(action) {
    const to = NAMES.indexOf(action.slice(2, 4));
    const from = action[1] === "*" ? SQUARES + HAND.findIndex((it) => it[0] === action[0].toLowerCase()) : NAMES.indexOf(action.slice(0, 2));
    return { from, to };
  },
  name: (_config, place) => (place < SQUARES ? NAMES[place] : `${HAND[place - SQUARES][0].toUpperCase()}*`),
  board: () => new ShogiBoard(),
};
