// The door of a table: whether newcomers are let in, and the password that they need. Called by `screens/people.js` and `screens/settings.js`,
// for the host, at any time.

import { button, h, redraw } from "../elements.js";

export class Door {
  /** @param {import("../main.js").InLobby} app */
  constructor(app) {
    const { words } = app;
    this.app = app;
    /** @type {HTMLInputElement} */
    this.input = h("input", { type: "password", maxlength: 64, autocomplete: "new-password" });
    this.clear = button(words("page_no_password"), () => this.set(null));
    const set = (/** @type {Event} */ event) => { event.preventDefault(); this.set(this.input.value || null); };
    this.form = h("form", { class: "field", onsubmit: set }, h("label", {}, h("span", {}, words("page_password")), this.input),
      h("div", { class: "row" }, h("button", { type: "submit" }, words("page_set_password")), this.clear));
    this.lock = h("div", {});
    this.element = h("div", { class: "door" }, this.form, this.lock);
  }

  /** @param {string | null} password */
  async set(password) {
    const answer = await this.app.send({ set_password: { password } });
    if (answer.type !== "accepted") return;
    this.input.value = "";
    this.app.warn(this.app.words(password ? "page_password_set" : "page_password_gone"));
  }

  draw() {
    const { app } = this;
    const { lobby, words } = app;
    const { locked, has_password: hasPassword } = lobby.view;
    this.element.hidden = !lobby.isHost;
    this.input.placeholder = hasPassword ? "••••" : "";
    this.clear.hidden = !hasPassword;
    redraw(this.lock, [locked], () => button(words(locked ? "page_unlock" : "page_lock"), () => app.send({ lock: { locked: !locked } })));
  }
}
