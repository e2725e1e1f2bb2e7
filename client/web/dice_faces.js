/**
 * Dice with real faces, and their roll.
 *
 * Called by the match screen and the replay. Law: a roll never decides anything: the faces that land are those that were
 * told; any key or click ends it, and it never lasts longer than 700 ms.
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
/** Faces change every so many milliseconds; dice land from left to right until the last. */
const [STEP, FIRST, LAST] = [60, 240, 560];

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
 * Rolls the dice of an element until they show what they show now.
 * @param {HTMLElement} element made by `dice`, or one that holds several of them
 * @param {() => void} done called once, when they have landed
 */
export function roll(element, done) {
  const all = [.../** @type {NodeListOf<SVGElement>} */ (element.querySelectorAll(".die"))];
  if (!all.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return done();
  const begun = performance.now();
  const landing = (/** @type {number} */ at) => FIRST + (all.length > 1 ? ((LAST - FIRST) * at) / (all.length - 1) : 0);
  let timer = 0;
  const show = (/** @type {number} */ past) => all.forEach((it, at) => turn(it, past >= landing(at)));
  // A press ends the roll, and does besides what it does otherwise.
  const end = () => {
    clearInterval(timer);
    ["keydown", "click"].forEach((it) => removeEventListener(it, end, true));
    show(Infinity);
    element.classList.remove("rolling");
    done();
  };
  element.classList.add("rolling");
  ["keydown", "click"].forEach((it) => addEventListener(it, end, true));
  timer = setInterval(() => {
    const past = performance.now() - begun;
    if (past > LAST + STEP) end();
    else show(past);
  }, STEP);
  return show(0);
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
