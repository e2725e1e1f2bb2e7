// Asks whoever plays with others, and has opened the address of another table, which of the two it shall be. Called by `main.js`.

import { button, h } from "../elements.js";

export class Question {
  /**
   * @param {import("../words.js").Words} words @param {string} title of the table where one sits @param {string} wanted the code of the other
   * @param {{go: () => void, stay: () => void}} ways
   */
  constructor(words, title, wanted, { go, stay }) {
    this.heading = h("h1", { tabindex: -1 }, words("page_move_sure", { title, code: wanted }));
    this.element = h("main", { class: "home question" }, h("section", { class: "card" }, this.heading, h("p", { class: "quiet" }, words("page_move_means")),
      h("div", { class: "row" }, button(words("page_move_stay"), stay), button(words("page_move_go"), go, { class: "primary" }))));
  }

  draw() {
    if (!this.element.contains(document.activeElement)) this.heading.focus();
  }

  stop() {
    // Nothing goes on here.
  }
}
