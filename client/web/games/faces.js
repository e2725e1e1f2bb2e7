/**
 * Faces: a person is the mark of the seat with eyes and a mouth, a bot is a head of its own with the mark at its foot.
 *
 * Called by the lobby, the end of a match and its card. Laws: a face is never told apart by its color alone; it follows from the name, so
 * that it is the same in every browser.
 */
import { MARKS, circles, make } from "./svg.js";

/** How far below the middle of the mark the eyes are. */
const EYES = [8, -4, -4, -4];
const CROWN = "M-13-34-16-50-7-43 0-53 7-43 16-50 13-34Z";
/** Eyes by their middle, and mouths from the left corner on. @type {((y: number) => string)[]} */
const LOOKS = [(y) => circles([[-9, y], [9, y]], 3.6), (y) => circles([[-10, y], [10, y]], 2.8), (y) => `M-13 ${y + 1}q4-6 8 0zM5 ${y + 1}q4-6 8 0z`, (y) => circles([[-8, y - 2], [-8, y + 2], [8, y - 2], [8, y + 2]], 2.6)];
const MOUTHS = ["q9 9 18 0", "q9 5 18 0", "q6 7 12 2", "q9 14 18 0z"];

/** A number that follows from a text. @param {string} text */
const numberOf = (text) => [...text].reduce((sum, it) => (sum * 31 + (it.codePointAt(0) ?? 0)) % 65_521, 7);

/**
 * @param {number | null} seat nothing for whoever watches @param {string} name
 * @param {boolean} [hasWon] who has won wears a crown
 * @returns {SVGSVGElement}
 */
export function face(seat, name, hasWon = false) {
  const [y, number] = [seat === null ? -4 : EYES[seat] ?? 0, numberOf(name)];
  return make("svg", { class: `face s${seat ?? ""}`, viewBox: hasWon ? "-38 -56 76 98" : "-38 -40 76 80", "aria-hidden": "true" },
    make("path", { class: "skin", d: MARKS[seat ?? 2], transform: "scale(29)" }),
    make("path", { class: "eye", d: LOOKS[number % 4](y) }),
    make("path", { class: "mouth", d: `M-9 ${y + 9}${MOUTHS[(number >> 2) % 4]}` }),
    ...(hasWon ? [make("path", { class: "crown", d: CROWN })] : []));
}

/** The heads of the ladder, each told by its outline alone: pairs of a class and a path. @type {Record<string, string[][]>} */
const HEADS = {
  Pebble: [["slate", "M-30 8c0-22 14-32 30-32s30 12 30 32c0 14-12 20-30 20s-30-6-30-20Z"], ["fog", "M-20-4c2-8 8-13 15-14-2 8-8 11-15 14Z"],
    ["dark", circles([[-9, 4], [9, 4]], 3.4)], ["crease", "M-8 14q8 6 16 0"]],
  Fox: [["beak", "M-32-34-14-22Q0-28 14-22L32-34 28 4 0 32-28 4Z"], ["snow", "M-24 6Q-10 2-3 16L0 32ZM24 6Q10 2 3 16L0 32Z"], ["dark", circles([[-11, 0], [11, 0]], 3.6) + circles([[0, 27]], 4.6)]],
  Heron: [["slate", "M-14-22Q-30-28-34-14-22-16-12-12Z"], ["fog", "M-10 32V6Q-18 0-16-12-12-26 4-28 16-26 18-14L14 0Q10 8 10 32Z"], ["honey", "M16-18 38-6 14-4Z"], ["dark", circles([[6, -14]], 3.6)]],
  Tiger: [["honey", `${circles([[-20, -22], [20, -22]], 10)}M-30 0a30 30 0 1 0 60 0a30 30 0 1 0-60 0Z`], ["cream", circles([[-8, 14], [8, 14]], 10)],
    ["dark", `${circles([[-12, -2], [12, -2]], 3.6)}M-5 7H5L0 13ZM-3-29H3L0-14ZM-14-27-9-28-8-16ZM14-27 9-28 8-16ZM-30 4-17 7-29 10ZM30 4 17 7 29 10Z`]],
  Doom: [["cream", "M-22-14Q-36-20-32-38-20-30-12-22ZM22-14Q36-20 32-38 20-30 12-22Z"], ["violet", "M-16-24H16Q26-24 26-14V20Q26 30 16 30H-16Q-26 30-26 20V-14Q-26-24-16-24Z"],
    ["comb", "M-18-8-4-1Q-8 7-16 3ZM18-8 4-1Q8 7 16 3Z"], ["snow", "M-14 14H14L10 22 6 15 2 22-2 15-6 22-10 15Z"]],
  // Any other: a die.
  "": [["slate", "M-18-24H18Q26-24 26-16V20Q26 28 18 28H-18Q-26 28-26 20V-16Q-26-24-18-24Z"], ["dark", circles([[-11, -8], [11, -8], [-11, 14], [11, 14]], 5)]],
};

/**
 * The head of a bot.
 * @param {string} name of its rung @param {number} [seat] whose mark stands at its foot
 * @returns {SVGSVGElement}
 */
export function head(name, seat) {
  const foot = seat === undefined ? [] : [make("path", { class: "foot", d: MARKS[seat], transform: "translate(24 28) scale(10)" })];
  return make("svg", { class: `face animal s${seat ?? ""}`, viewBox: "-38 -40 76 80", "aria-hidden": "true" }, ...(HEADS[name] ?? HEADS[""]).map(([paint, d]) => make("path", { class: paint, d })), ...foot);
}

/** The mark of a seat where nobody sits. @param {number} seat */
export const vacant = (seat) => make("svg", { class: `face vacant s${seat}`, viewBox: "-38 -40 76 80", "aria-hidden": "true" }, make("path", { d: MARKS[seat], transform: "scale(27)" }));
