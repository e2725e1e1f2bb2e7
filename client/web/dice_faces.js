/**
 * Dice with real faces, and their roll.
 *
 * Called by the match screen and the replay. Law: a roll never decides anything: the faces that land are those that were
 * told; when it begins and ends, `show.js` says.
 */
import { circles, make, put } from "./games/svg.js";

const [LOW, HIGH] = [-13, 13];
const CORNERS = [
  [LOW, LOW],
  [HIGH, HIGH],
];
const OTHERS = [
  [HIGH, LOW],
  [LOW, HIGH],
];
const SIDES = [
  [LOW, 0],
  [HIGH, 0],
];
const MIDDLE = [[0, 0]];
const PIPS = [[], MIDDLE, CORNERS, [...CORNERS, ...MIDDLE], [...CORNERS, ...OTHERS], [...CORNERS, ...OTHERS, ...MIDDLE], [...CORNERS, ...OTHERS, ...SIDES]];
const BODY = "M-15-24H15Q24-24 24-15V15Q24 24 15 24H-15Q-24 24-24 15V-15Q-24-24-15-24Z";
/** Faces change every so many milliseconds; after this part of the time the first die may land. */
const [STEP, FIRST] = [60, 0.3];

const pips = (/** @type {number} */ face) => circles(PIPS[face], face === 1 ? 6 : 4.8);

/**
 * Dice of one side, with their sum.
 * @param {number[]} faces 1 to 6
 * @param {number} sum
 * @param {string|number} side a class for the style sheet, or a seat
 * @returns {HTMLElement}
 */
export function dice(faces, sum, side) {
  const element = document.createElement("span");
  element.className = `dice ${typeof side === "number" ? `s${side}` : side}`;
  element.setAttribute("role", "img");
  element.append(document.createElement("b"));
  showFaces(element, faces, sum);
  return element;
}

/**
 * Other faces on the dice of one side: the dice that are there stay, some come or go.
 * @param {HTMLElement} element made by `dice`
 * @param {number[]} faces 1 to 6
 * @param {number} sum
 */
export function showFaces(element, faces, sum) {
  const total = /** @type {HTMLElement} */ (element.lastElementChild);
  while (element.children.length - 1 < faces.length) total.before(die());
  while (element.children.length - 1 > faces.length) element.firstElementChild?.remove();
  faces.forEach((face, at) => {
    const eyes = /** @type {Element} */ (element.children[at].lastElementChild);
    put(eyes, "data-face", face);
    put(eyes, "d", pips(face));
  });
  total.textContent = String(sum);
  element.setAttribute("aria-label", `${faces.join(" + ")} = ${sum}`);
}

function die() {
  return make(
    "svg",
    { class: "die", viewBox: "-26 -26 52 60" },
    make("path", { class: "edge", d: BODY, transform: "translate(0 7)" }),
    make("path", { class: "body", d: BODY }),
    make("path", { class: "eyes" }),
  );
}

/**
 * Throws the dice of some sides: they land from left to right, those of the first side first, and then show what they show now.
 * Gives back what makes all of them lie at once.
 * @param {HTMLElement[]} sides each made by `dice`
 * @param {number} ms how long the last one is in the air
 * @param {number} aloneMs how long of that it is in the air alone
 * @param {() => void} [alone] called again and again while it is
 * @returns {() => void}
 */
export function roll(sides, ms, aloneMs = 0, alone) {
  const all = sides.flatMap((it) => /** @type {SVGElement[]} */ ([...it.querySelectorAll(".die")]));
  const begun = performance.now();
  const lands = (/** @type {number} */ at) => (at + 1 < all.length ? (ms - aloneMs) * (FIRST + ((1 - FIRST) * (at + 1)) / all.length) : ms);
  const show = (/** @type {number} */ past) => {
    all.forEach((it, at) => turn(it, past >= lands(at)));
    for (const it of sides) it.classList.toggle("rolling", it.querySelector(".tumbling") !== null);
  };
  const timer = setInterval(() => {
    const past = performance.now() - begun;
    show(past);
    if (past >= lands(all.length - 2)) alone?.();
    if (past >= ms) clearInterval(timer);
  }, STEP);
  show(0);
  return () => {
    clearInterval(timer);
    show(Infinity);
  };
}

/** Shows a face that is passed by, or the one that was thrown. @param {SVGElement} one @param {boolean} landed */
function turn(one, landed) {
  const eyes = one.querySelector(".eyes");
  if (!eyes) return;
  const face = landed ? Number(eyes.getAttribute("data-face")) : 1 + Math.floor(Math.random() * 6);
  put(eyes, "d", pips(face));
  one.classList.toggle("tumbling", !landed);
  one.style.transform = landed ? "" : `rotate(${Math.round(Math.random() * 60 - 30)}deg) translateY(${-Math.round(Math.random() * 6)}px)`;
}
