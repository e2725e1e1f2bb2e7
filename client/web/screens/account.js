// Who somebody is on this server: a guest, or a person whose name is kept from one evening to the next. Called by `home.js`. Law kept here: nobody
// becomes anybody unasked.

import { button, h, redraw } from "../elements.js";

export class Account {
  /** @param {import("../main.js").App} app @param {() => void} ask leads to the field of the name */
  constructor(app, ask) {
    this.app = app;
    this.ask = ask;
    /** What opens the dialog of the devices. @type {HTMLElement | undefined} */
    this.opener = undefined;
    /** How many devices the person had when the code was told. */
    this.devices = 0;
    /** The code for another device that was told last. */
    this.code = "";
    this.body = h("div", { class: "everybody", role: "status" });
    this.element = h("details", { class: "card settings" }, h("summary", {}, app.words("page_account")), this.body);
  }

  draw() {
    const { account, challenge } = this.app.somebody;
    this.element.hidden = !challenge;
    // A code ends when it was used, and when a device was taken away.
    if (account && account.keys.length !== this.devices) [this.devices, this.code] = [account.keys.length, ""];
    redraw(this.body, [account, this.code], () => (account ? this.person(account) : this.guest()));
  }

  guest() {
    const { somebody, words } = this.app;
    const input = h("input", { maxlength: 60, autocapitalize: "characters", autocomplete: "off", spellcheck: "false" });
    const use = (/** @type {Event} */ event) => { event.preventDefault(); somebody.begin(input.value); };
    return [h("p", { class: "quiet" }, words("page_account_why")), button(words("page_account_new"), () => this.begin()),
      h("form", { class: "field", onsubmit: use }, h("label", {}, h("span", {}, words("page_account_code")), input), h("button", { type: "submit" }, words("page_account_use")))];
  }

  /** @param {Wire.AccountView} account */
  person({ name, keys }) {
    const { words } = this.app;
    this.opener = button(words("page_account_devices"), () => this.manage());
    return [h("p", {}, words("page_account_you", { name, count: keys.length })), this.code && h("p", {}, words("page_account_told"), " ", h("b", {}, this.code)),
      h("div", { class: "row" }, button(words("page_account_link"), () => this.link()), this.opener)];
  }

  /** Nobody is kept without a name. */
  begin() {
    const { app } = this;
    if (app.preferences.name) return app.somebody.begin();
    this.ask();
    return app.warn(app.words("page_account_name"));
  }

  /** Whoever has closed the dialog finds the focus where it was opened: its button, which may be another by then, or what is left of it. */
  manage() {
    const { element } = this;
    return this.app.somebody.manage(() => (this.opener?.isConnected ? this.opener : element.querySelector("summary"))?.focus());
  }

  /** Tells a code. How many devices there are is asked as well, because it ends with the next one. */
  async link() {
    const { app } = this;
    const [known, answer] = await Promise.all(["my_account", "new_link_code"].map((it) => app.send(/** @type {Wire.ClientCommand} */ (it))));
    app.somebody.account = known.reply?.account ?? app.somebody.account;
    this.draw();
    this.code = answer.reply?.link_code?.code ?? "";
    this.draw();
  }
}
