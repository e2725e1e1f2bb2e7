/**
 * The animals of animal shogi, drawn in a square of 100 around the origin.
 *
 * Called by `animal_shogi.js`. Law: a shape is a class, which `games.css` colours, and a path.
 */
import { circles, make } from "./svg.js";

const eyes = (/** @type {number} */ x, /** @type {number} */ y) => [
  [
    "dark",
    circles(
      [
        [-x, y],
        [x, y],
      ],
      3.4,
    ),
  ],
  [
    "shine",
    circles(
      [
        [-x + 1.2, y - 1.3],
        [x + 1.2, y - 1.3],
      ],
      1.1,
    ),
  ],
];
/** @param {number} count @param {number} far @param {number} radius */
const petals = (count, far, radius) =>
  circles(
    Array.from({ length: count }, (_, at) => [far * Math.cos((at * 2 * Math.PI) / count), 2 + far * Math.sin((at * 2 * Math.PI) / count)]),
    radius,
  );

/** @type {Record<string, string[][]>} */
const ANIMALS = {
  chick: [
    ["yolk", "M-3-23q-1-7 3-11 1 5 6 7-4 1-5 4Z M0-25C16-25 20-12 19-3 27 3 25 24 0 24S-27 3-19-3C-20-12-16-25 0-25Z"],
    ["honey", "M-19 6q-8 1-8 9 9 1 11-4Z M19 6q8 1 8 9-9 1-11-4Z"],
    [
      "blush",
      circles(
        [
          [-13, 0],
          [13, 0],
        ],
        3.6,
      ),
    ],
    ...eyes(9, -7),
    ["beak", "M0-5 6.5 0 0 5-6.5 0Z"],
    ["beak", "M-9 24l-4 4h9v-4Z M9 24l4 4h-9v-4Z"],
  ],
  hen: [
    ["comb", "M-9-22c-5-9 4-12 5-6 0-9 9-9 9-1 4-6 10 0 5 7Z"],
    ["snow", "M0-25C16-25 20-12 19-3 28 3 26 25 0 25S-28 3-19-3C-20-12-16-25 0-25Z"],
    ["cream", "M-20 3q-10 2-8 13 9 0 12-6Z M20 3q10 2 8 13-9 0-12-6Z"],
    ...eyes(9, -8),
    ["comb", "M-4 2h8q1 9-4 10-5-1-4-10Z"],
    ["beak", "M0-7 7.5-1 0 5-7.5-1Z"],
    ["beak", "M-9 25l-4 4h9v-4Z M9 25l4 4h-9v-4Z"],
  ],
  elephant: [
    ["slate", "M-13-16C-34-24-38 8-22 12-16 13-12 8-12 0Z M13-16C34-24 38 8 22 12 16 13 12 8 12 0Z"],
    ["pink", "M-17-10C-28-14-31 4-22 7-18 7-16 2-16-4Z M17-10C28-14 31 4 22 7 18 7 16 2 16-4Z"],
    ["fog", "M0-25C15-25 19-13 18-4 17 6 11 8 8 11V20Q8 28 1 28-5 28-6 22L0 20V12C-10 9-17 6-18-4-19-13-15-25 0-25Z"],
    ["snow", "M-9 9l-4 9q7 0 8-7Z M9 10l4 8q-5 0-6-6Z"],
    ["crease", "M1 12.5h6M2 17h5.5"],
    ...eyes(9, -7),
  ],
  giraffe: [
    ["brown", "M-8-22-10-31a3.5 3.5 0 1 1 5-1L-4-22Z M8-22 10-31a3.5 3.5 0 1 0-5-1L4-22Z"],
    ["honey", "M-13-17-26-20q-1 9 11 10Z M13-17 26-20q1 9-11 10Z"],
    ["yolk", "M0-25C13-25 16-15 15-8 14 0 12 6 12 14 12 24 7 28 0 28S-12 24-12 14C-12 6-14 0-15-8-16-15-13-25 0-25Z"],
    ["brown", "M-4-25h8l-1 7-4 2-3-3Z M-14-4l5 2 0 6-4 2Z M14-4l-5 2 0 6 4 2Z"],
    ["cream", "M0 8C10 8 14 13 13 19 12 26 7 28 0 28S-12 26-13 19C-14 13-10 8 0 8Z"],
    [
      "dark",
      circles(
        [
          [-5, 16],
          [5, 16],
        ],
        1.7,
      ),
    ],
    ["crease", "M-5 22q5 3 10 0"],
    ...eyes(9, -9),
  ],
  lion: [
    ["mane", `${petals(11, 21, 8.5)}M-22 2a22 22 0 1 0 44 0a22 22 0 1 0-44 0Z`],
    [
      "brown",
      circles(
        [
          [-14, -13],
          [14, -13],
        ],
        5,
      ),
    ],
    ["yolk", "M0-15C12-15 17-7 17 3 17 14 10 20 0 20S-17 14-17 3C-17-7-12-15 0-15Z"],
    [
      "cream",
      circles(
        [
          [-5, 11],
          [5, 11],
        ],
        6.5,
      ),
    ],
    ...eyes(8, -1),
    ["dark", "M-5 5Q0 3 5 5 4 9 0 10-4 9-5 5Z"],
    ["crease", "M0 10v3q-4 4-7 0M0 13q4 4 7 0"],
  ],
};

/** Where the dots of a tile are. @type {Record<string, number[]>} */
const DOTS = { n: [0, -38], ne: [33, -31], e: [38, 2], se: [33, 35], s: [0, 39], sw: [-33, 35], w: [-38, 2], nw: [-33, -31] };
const TILE = "M-6-45Q0-47 6-45L35-39Q41-37 41-31L44 37Q44 44 37 44H-37Q-44 44-44 37L-41-31Q-41-37-35-39Z";
const FACE = "M-5-33Q0-35 5-33L27-29Q32-28 32-23L34 29Q34 35 28 35H-28Q-34 35-34 29L-32-23Q-32-28-27-29Z";

/**
 * A piece that points up.
 * @param {string} kind
 * @param {string[]} dots where it can go, as seen by its owner
 * @returns {SVGGElement}
 */
export function piece(kind, dots) {
  const shapes = ANIMALS[kind].map(([name, d]) => make("path", { class: name, d }));
  return make(
    "g",
    {},
    make("path", { class: "rise", d: TILE }),
    make("path", { class: "rim", d: TILE }),
    make("path", { class: "face", d: FACE }),
    make("path", {
      class: "dots",
      d: circles(
        dots.map((it) => DOTS[it]),
        3.8,
      ),
    }),
    make("g", { class: "animal", transform: "translate(0 1) scale(1.1)" }, ...shapes),
  );
}
