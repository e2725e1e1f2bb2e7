/**
 * Tic-tac-toe: nine cells, two marks, the line that won.
 *
 * Called by `index.js`. Law: a cell is numbered by rows from the top.
 */
import { PlacesBoard } from "./places.js";
import { classes, make, put, square } from "./svg.js";

const NAMES = Array.from({ length: 9 }, (_, at) => "abc"[at % 3] + (Math.floor(at / 3) + 1));
const SPOTS = NAMES.map((_, at) => [(at % 3) * 108 + 50, Math.floor(at / 3) * 108 + 50]);
const CROSS = "M-27-27 27 27M27-27-27 27";
const RING = "M0-29A29 29 0 1 1-.1-29Z";

class MarksBoard extends PlacesBoard {
  spots = SPOTS;

  constructor() {
    super({ class: "board marks", viewBox: "-10 -10 336 346" });
    this.groups = SPOTS.map(([x, y], place) =>
      make(
        "g",
        { role: "button", tabindex: place ? -1 : 0, "data-place": place, transform: `translate(${x} ${y})` },
        square("under", 50, 7),
        square("hit", 50),
        make("path", { class: "shade", transform: "translate(0 5)" }),
        make("path", { class: "drawn", pathLength: 1 }),
        square("ring", 46),
      ),
    );
    this.line = make("path", { class: "won", pathLength: 1 });
    this.element.append(...this.groups, this.line);
  }

  /** @param {import('./index.js').InputOf<Wire.View3>} input */
  update({ view, players, moves, target, last, label }) {
    const free = new Set(moves.map((it) => it.to));
    const won = view.line.map((it) => NAMES.indexOf(it));
    this.groups.forEach((group, place) => {
      const owner = "xo".indexOf(view.board[place]);
      const seat = owner < 0 ? view.to_move : owner;
      const name = owner < 0 ? "" : (players.find((it) => it.seat === owner)?.name ?? "xo"[owner]);
      const d = seat === null ? "" : seat ? RING : CROSS;
      put(
        group,
        "class",
        classes(
          "place",
          `s${seat ?? 0}`,
          owner >= 0 && "taken",
          free.has(place) && "can",
          place === target && free.has(place) && "pointed",
          place === last?.to && "latest",
          won.length && !won.includes(place) && "away",
        ),
      );
      put(group.children[2], "d", d);
      put(group.children[3], "d", d);
      put(group, "aria-label", label?.(place) ?? [NAMES[place], name].filter(Boolean).join(", "));
    });
    const [from, to] = [SPOTS[won[0]], SPOTS[won[won.length - 1]]];
    const over = won.length ? [from[0] - to[0], from[1] - to[1]].map((it) => Math.sign(it) * 34) : [];
    put(this.line, "d", won.length ? `M${from[0] + over[0]} ${from[1] + over[1]}L${to[0] - over[0]} ${to[1] - over[1]}` : null);
  }
}

/** @type {import('./index.js').GameOf<Wire.Cell, Wire.Config4, Wire.View3>} */
export const ticTacToe = {
  ends(action) {
    const place = NAMES.indexOf(action);
    return { from: place, to: place };
  },
  name: (_config, place) => NAMES[place],
  board: () => new MarksBoard(),
};
