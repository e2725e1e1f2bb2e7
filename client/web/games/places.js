/**
 * Places as buttons: mouse, touch and keys, the same for every board.
 *
 * Called by the boards. Law: one place at a time is in the tab order, and arrow keys go to the nearest place in their
 * direction. The caller decides what it means to choose a place.
 */
import { make, put } from "./svg.js";

/** @type {Record<string, number[]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Of spots, the index of the nearest one ahead; of two that are as near, the one that leads back the same way.
 * @param {number[][]} spots
 * @param {number} from
 * @param {number[]} step right and down, each -1, 0 or 1
 * @returns {number|null}
 */
export function ahead(spots, from, [right, down]) {
  /** @type {number|null} */
  let best = null;
  let least = Infinity;
  spots.forEach(([x, y], at) => {
    const [dx, dy] = [x - spots[from][0], y - spots[from][1]];
    const along = dx * right + dy * down;
    const across = Math.abs(dx * down - dy * right);
    const cost = along + 1.3 * across + 0.01 * down * dx;
    if (along > 1 && across <= 1.6 * along && cost < least) [best, least] = [at, cost];
  });
  return best;
}

/** A board whose places are buttons. */
export class PlacesBoard {
  /** @type {(place: number) => void} */
  onChoose = () => {};
  /** @type {(place: number|null) => void} */
  onPoint = () => {};
  /** The buttons. @type {SVGGElement[]} */
  groups = [];
  /** Where they are. @type {number[][]} */
  spots = [];
  /** Which of them is in the tab order. */
  current = 0;

  /** @param {Record<string, string>} attributes */
  constructor(attributes) {
    /** @type {SVGSVGElement} */
    this.element = make("svg", { role: "group", ...attributes });
    /** @type {<Name extends keyof SVGElementEventMap>(name: Name, call: (place: number|null, event: SVGElementEventMap[Name]) => unknown) => void} */
    const on = (name, call) => this.element.addEventListener(name, (event) => call(placeOf(event), event));
    on("click", (place) => place !== null && this.choose(place));
    on("focusin", (place) => place !== null && this.onPoint(this.rove(place)));
    on("pointerover", (place) => this.onPoint(place));
    on("keydown", (place, event) => place !== null && this.pressed(place, event));
    this.element.addEventListener("pointerleave", () => this.onPoint(null));
  }

  /** @param {number} place */
  focus(place) {
    this.groups[this.rove(place)]?.focus();
  }

  /** @param {number} place */
  choose(place) {
    this.onChoose(this.rove(place));
  }

  /** Brings a place into the tab order. @param {number} place */
  rove(place) {
    if (this.groups[this.current]) put(this.groups[this.current], "tabindex", -1);
    if (this.groups[place]) put(this.groups[(this.current = place)], "tabindex", 0);
    return place;
  }

  /** @param {number} place @param {KeyboardEvent} event */
  pressed(place, event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    const next = step && ahead(this.spots, place, step);
    if (!step && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!step) this.choose(place);
    else if (next !== null) this.focus(next);
  }
}

/** @param {Event} event */
const placeOf = (event) => {
  const found = /** @type {Element} */ (event.target).closest?.("[data-place]");
  return found ? Number(found.getAttribute("data-place")) : null;
};

/**
 * A chance in percent; only what is certain is 0 or 100.
 * @param {number} odds
 * @returns {string}
 */
export function percent(odds) {
  const certain = odds <= 0 || odds >= 1;
  return `${certain ? Math.round(odds) * 100 : Math.max(1, Math.min(99, Math.round(odds * 100)))}%`;
}
