// Who plays, with how everybody stands: a table, and a bar of the dice. Called by `game.js` and `replay.js`. Rows stay where they
// are; an update changes the cells that differ.

import { button, h, mark, show } from "../elements.js";
import { put, say } from "../games/svg.js";

/**
 * @typedef {{name: string, signs: string[], figures: number[] | null, dice: number, moves: boolean, isOut: boolean, reaction?: string}} Row of a seat
 * @typedef {{row: HTMLElement, name: HTMLElement, signs: HTMLElement, reaction: HTMLElement, cells: HTMLElement[], clock: HTMLElement, part: HTMLElement}} Parts of a row
 */

export class Players {
  /** @param {string} label what the table is called for whoever hears it @param {(seat: number) => void} [meet] what a press of a name does */
  constructor(label, meet) {
    this.meet = meet;
    this.table = h("table", { "aria-label": label });
    this.bar = h("div", { class: "bar", "aria-hidden": "true" });
    this.element = h("div", { class: "players" }, this.table, this.bar);
    /** @type {Parts[]} */
    this.rows = [];
    /** For how many seats and which figures the rows were made. */
    this.shape = "";
  }

  /**
   * @param {Row[]} rows one for each seat
   * @param {string[]} heads what the figures are
   */
  draw(rows, heads) {
    const shape = `${rows.length} ${heads}`;
    if (shape !== this.shape) this.build(rows.length, heads);
    this.shape = shape;
    rows.forEach((it, seat) => this.drawRow(this.rows[seat], it));
    this.bar.hidden = rows.every((it) => it.dice === 0);
  }

  /** Makes every row. @param {number} seats @param {string[]} heads */
  build(seats, heads) {
    this.rows = Array.from({ length: seats }, (_, seat) => {
      const [name, signs, reaction] = [h("bdi"), h("small"), h("span", { class: "reaction" })];
      const { meet } = this;
      const cells = heads.map(() => h("td"));
      const clock = h("td", { class: "clock" });
      const row = h("tr", {}, h("th", { scope: "row" }, h("div", { class: "named" }, mark(seat), meet ? button(name, () => meet(seat), { class: "plain name", "aria-haspopup": "dialog" }) : name, reaction, signs)), cells, clock);
      return { row, name, signs, reaction, cells, clock, part: h("span", { class: `s${seat}` }) };
    });
    const columns = heads.map((it) => h("th", { scope: "col" }, it));
    show(this.table, heads.length ? h("thead", {}, h("tr", {}, h("td"), columns, h("td"))) : null, h("tbody", {}, this.rows.map((it) => it.row)));
    show(this.bar, this.rows.map((it) => it.part));
  }

  /** @param {Parts} parts @param {Row} it */
  drawRow({ row, name, signs, reaction, cells, part }, it) {
    put(row, "class", [it.moves && "moves", it.isOut && "out"].filter(Boolean).join(" "));
    say(name, it.name);
    say(reaction, it.reaction ?? "");
    say(signs, it.signs.length ? ` ${it.signs.join(" · ")}` : "");
    cells.forEach((cell, at) => say(cell, it.figures?.[at] ?? ""));
    const grow = String(it.dice);
    if (part.style.flexGrow !== grow) part.style.flexGrow = grow;
  }
}
