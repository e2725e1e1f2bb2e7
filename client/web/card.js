// The card of a match that is over: a picture that one posts without an explanation. Called by `screens/end.js`. Laws kept here: it is drawn
// in this browser, and neither address nor code nor a secret of the dice stands on it.

import { h } from "./elements.js";
import { face } from "./games/faces.js";
import { paint } from "./paint.js";

/** The card, in pixels; half of it is the board. */
const [WIDTH, HEIGHT, HALF, RIM] = [1200, 630, 620, 48];
/** How far down the names of the players begin. */
const NAMES_Y = 478;
const FONT = 'system-ui, "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", "Microsoft YaHei", sans-serif';
/** How long the file is at hand for whoever saves it, in milliseconds. */
const AT_HAND_MS = 60_000;

/**
 * @typedef {{board: SVGSVGElement, graph: SVGSVGElement | null, seat: number | null, title: string, about: string, sentences: string[],
 *   players: {seat: number, name: string}[], foot: string, verified: string}} Told
 */

/** @param {Told} told */
export function cardOf(told) {
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const winner = told.seat === null ? null : face(told.seat, told.players.find((it) => it.seat === told.seat)?.name ?? "", true);
  const stage = h("div", { class: "aside", "aria-hidden": "true" }, told.board, told.graph, winner);
  document.body.append(stage);
  const style = getComputedStyle(document.documentElement);
  const pen = new Pen(context, (name) => style.getPropertyValue(`--${name}`).trim());
  pen.ground();
  paint(context, told.board, { x: RIM / 2, y: RIM / 2, width: HALF - RIM, height: HEIGHT - 130 });
  if (winner) paint(context, winner, { x: HALF + 20, y: 24, width: 100, height: 116 });
  heading(pen, told, winner ? HALF + 140 : HALF + 20);
  const y = pen.wrapped(told.sentences, HALF + 20, 188);
  if (told.graph && y < NAMES_Y - 90) paint(context, told.graph, { x: HALF + 20, y, width: WIDTH - HALF - RIM, height: NAMES_Y - 40 - y });
  told.players.forEach(({ seat, name }, at) => pen.player(seat, name, { x: HALF + 20 + (at % 2) * 270, y: NAMES_Y + Math.floor(at / 2) * 40 }));
  pen.foot(told);
  stage.remove();
  return canvas;
}

/** Who has won, and what was played. @param {Pen} pen @param {Told} told @param {number} x */
function heading(pen, { title, about }, x) {
  pen.write(title, { x, y: 88, size: 58, bold: true, width: WIDTH - x - RIM });
  pen.write(about, { x, y: 130, size: 25, color: "quiet", width: WIDTH - x - RIM });
}

/** Writes in the page's colors. */
class Pen {
  /** @param {CanvasRenderingContext2D} context @param {(name: string) => string} color */
  constructor(context, color) {
    this.context = context;
    this.color = color;
  }

  ground() {
    this.context.fillStyle = this.color("ground");
    this.context.fillRect(0, 0, WIDTH, HEIGHT);
  }

  /**
   * A line, smaller if it has no room; gives back its size.
   * @param {string} text @param {{x: number, y: number, size: number, color?: string, bold?: boolean, width?: number, right?: boolean}} how
   */
  write(text, { x, y, size, color = "text", bold = false, width = Infinity, right = false }) {
    const { context } = this;
    const font = (/** @type {number} */ it) => { context.font = `${bold ? 700 : 400} ${it}px ${FONT}`; };
    font(size);
    const fits = Math.min(size, (size * width) / Math.max(1, context.measureText(text).width));
    font(fits);
    context.fillStyle = this.color(color);
    context.textAlign = right ? "right" : "left";
    context.fillText(text, x, y);
    return fits;
  }

  /** Sentences in lines that fit; gives back where what follows them begins. @param {string[]} sentences @param {number} x @param {number} y */
  wrapped(sentences, x, y) {
    const { context } = this;
    context.font = `400 25px ${FONT}`;
    let below = y;
    for (const sentence of sentences) {
      /** Words where they are parted by blanks, else signs. */
      const parts = sentence.includes(" ") ? sentence.split(/(?<= )/) : [...sentence];
      let line = "";
      for (const part of parts) {
        if (line && context.measureText(line + part).width > WIDTH - x - RIM) {
          this.write(line, { x, y: below, size: 25 });
          [line, below] = ["", below + 34];
        }
        line += part;
      }
      this.write(line, { x, y: below, size: 25 });
      below += 42;
    }
    return below - 20;
  }

  /** @param {number} seat @param {string} name @param {{x: number, y: number}} at */
  player(seat, name, { x, y }) {
    this.write(["▲", "●", "■", "◆"][seat] ?? "", { x, y, size: 26, color: `t${seat}` });
    this.write(name, { x: x + 38, y, size: 25, width: 215 });
  }

  /** @param {Told} told */
  foot({ foot, verified }) {
    const y = HEIGHT - 42;
    this.context.fillStyle = this.color("line");
    this.context.fillRect(RIM, y - 48, WIDTH - 2 * RIM, 2);
    this.write("Dicehall", { x: RIM, y, size: 32, bold: true, color: "accent" });
    this.write(foot, { x: RIM + 170, y, size: 23, color: "quiet", width: 560 });
    this.write(verified, { x: WIDTH - RIM, y, size: 23, color: "good", right: true, width: 340 });
  }
}

/** Gives the card to what the device shares with, or else saves it as a file; tells which. @param {HTMLCanvasElement} canvas @param {string} name */
export async function share(canvas, name) {
  /** @type {Blob | null} */
  const picture = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  if (!picture) return "failed";
  const files = [new File([picture], name, { type: "image/png" })];
  if (navigator.canShare?.({ files })) return navigator.share({ files }).then(() => "shared", () => "kept");
  const href = URL.createObjectURL(picture);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), AT_HAND_MS);
  return "saved";
}
