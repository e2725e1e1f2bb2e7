// No table is shown: why not, and how one begins. Called by `big_screen.js`.

import { h, redraw } from "../elements.js";
import { door } from "./door.js";

export class Empty {
  /** @param {import("./big_screen.js").BigScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.why = h("h1", {});
    this.way = h("div", { class: "tv-door" });
    this.element = h("main", { class: "tv-empty" }, this.why, this.way);
  }

  draw() {
    const { screen } = this;
    const { words, state, complaint, code } = screen;
    const isThere = state === "outside" || state === "inside";
    const why = !isThere ? words("page_connecting") : complaint || (code === null ? words("tv_no_tables") : words("page_connecting"));
    redraw(this.why, why, () => why);
    redraw(this.way, [isThere, code], () => isThere && door(screen, "", words("tv_open_first")));
  }
}
