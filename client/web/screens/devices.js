// A person's account on this server, in a dialog over the page: the devices, the codes on paper, all that the server keeps, and the way to be
// forgotten. Called by `devices/main.js`. Laws kept here: nothing is taken away or forgotten without a question that says what happens; a code on
// paper is shown once and kept nowhere; what the server refuses is said in the dialog, because what lies below is neither seen nor read out.

import { button, h, show } from "../elements.js";

/** The digits of a key that are shown, as in a terminal: enough to tell one's own devices apart. */
const KEY_DIGITS = 8;
/** The name of the file with the person's data. */
const FILE = "dicehall-account.json";
/** How long that file is at hand for whoever saves it, in milliseconds. */
const AT_HAND_MS = 60_000;

/** @typedef {Wire.AccountView["keys"][number]} Device */

export class Devices {
  /** @param {import("../main.js").App} app @param {import("../words.js").Words} words the sentences of this dialog
   * @param {() => void} closed gives the focus back */
  constructor(app, words, closed) {
    this.app = app;
    this.words = words;
    this.title = h("h2", { id: "menu_title" });
    this.body = h("div", { class: "people" });
    this.status = h("p", { role: "status" });
    const close = button("×", () => this.element.close(), { class: "plain", "aria-label": app.words("page_close") });
    /** @type {HTMLDialogElement} */
    this.element = h("dialog", { class: "menu devices", "aria-labelledby": "menu_title", onclose: () => { this.element.remove(); closed(); } },
      h("header", {}, this.title, close), this.body, this.status);
  }

  /** Opens, if the server still knows the person. */
  async open() {
    const account = (await this.app.send(/** @type {Wire.ClientCommand} */ ("my_account"))).reply?.account;
    if (!account) return;
    this.know(account);
    this.list();
    this.present();
  }

  /** Lies over the page, also if somebody has closed it while the server was asked. */
  present() {
    if (this.element.open) return;
    document.body.append(this.element);
    this.element.showModal();
  }

  /** @param {Wire.AccountView} account */
  know(account) {
    this.account = account;
    this.app.somebody.account = account;
    this.app.draw();
    this.title.textContent = this.words("devices_title", { name: account.name });
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  /** Asks the server; why it refuses is said. Whoever has no account any more reads so below. @param {Wire.ClientCommand} command */
  async ask(command) {
    this.say("");
    const answer = await this.app.ask(command);
    if (!this.app.somebody.secret) this.element.close();
    const isDropped = answer.type === "rejected" && answer.code === "dropped";
    if (answer.type === "rejected") this.say(this.app.refusal(isDropped ? { code: "not_connected", message: "" } : answer));
    return answer;
  }

  /** Everything. @param {string} [focused] the name of the button that has the focus */
  list(focused) {
    const { words, account } = this;
    if (!account) return;
    const { keys, rescue_codes: codes = 0 } = account;
    show(this.body, h("section", {}, h("h3", {}, words("devices_list")), h("ul", { class: "everybody" }, keys.map((it) => this.device(it, keys.length === 1))), keys.length === 1 && h("small", {}, words("devices_only"))),
      h("section", {}, h("h3", {}, words("devices_paper")), h("p", {}, words("devices_paper_left", { count: codes })), h("p", { class: "quiet" }, words("devices_paper_why")),
        button(words("devices_paper_new"), () => (codes ? this.sure(words("devices_paper_sure"), "devices_paper_new", () => this.write()) : this.write()), { "data-name": "devices_paper_new" })),
      h("section", {}, h("h3", {}, words("devices_data")), h("p", { class: "quiet" }, words("devices_data_why")), h("div", { class: "row" }, button(words("devices_data_save"), () => this.save()),
        button(words("devices_forget"), () => this.sure(words("devices_forget_sure"), "devices_forget", () => this.forget()), { class: "bad", "data-name": "devices_forget" }))));
    if (focused) /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-name="${focused}"]`) ?? this.body.querySelector("button"))?.focus();
  }

  /** A device and, unless it is the only one, the button that takes it away. @param {Device} device @param {boolean} isOnly */
  device({ key, kind = "signature", added_at: added, yours }, isOnly) {
    const { app, words } = this;
    const digits = key.slice(0, KEY_DIGITS);
    const date = new Date(added * 1_000).toLocaleDateString(app.language, { dateStyle: "medium" });
    const question = yours ? words("devices_sure_own") : words("devices_sure", { key: digits });
    const take = () => this.sure(question, "devices_take", () => this.takeAway(key, yours), key);
    return h("li", {}, h("span", { class: "who" }, h("b", {}, digits), ` ${words("devices_kind", { kind })}${yours ? ` (${words("devices_here")})` : ""}`, h("small", {}, words("devices_since", { date }))),
      !isOnly && button(words("devices_take"), take, { "data-name": key, "aria-label": words("devices_take_of", { key: digits }) }));
  }

  /** Asks first; the way back has the focus. @param {string} question @param {string} word of the button that goes on @param {() => Promise<void>} go
   * @param {string} [from] the name of the button that was pressed */
  sure(question, word, go, from = word) {
    this.say("");
    const back = button(this.app.words("page_back"), () => this.list(from));
    show(this.body, h("p", { id: "menu_question" }, question), h("div", { class: "row", role: "group", "aria-labelledby": "menu_question" }, button(this.words(word), go, { class: "bad" }), back));
    back.focus();
  }

  /** @param {string} key @param {boolean} isOwn */
  async takeAway(key, isOwn) {
    const { app, words } = this;
    const answer = await this.ask({ revoke_key: { key } });
    if (isOwn && answer.type === "accepted") return this.end(words("devices_taken_own"));
    const account = (await app.ask(/** @type {Wire.ClientCommand} */ ("my_account"))).reply?.account;
    if (account) this.know(account);
    this.list("devices_paper_new");
    // The server may have carried out what it could not answer.
    if (account && !account.keys.some((it) => it.key === key)) this.say(words("devices_taken", { key: key.slice(0, KEY_DIGITS) }));
    return undefined;
  }

  /** Asks for new codes, and shows them. */
  async write() {
    const codes = (await this.ask(/** @type {Wire.ClientCommand} */ ("new_rescue_codes"))).reply?.rescue_codes;
    if (!codes || !this.account) return this.list("devices_paper_new");
    this.know({ ...this.account, rescue_codes: codes.length });
    this.paper(codes);
    return this.present();
  }

  /** @param {string[]} codes */
  paper(codes) {
    const { words } = this;
    const list = h("ul", {}, codes.map((it) => h("li", {}, h("code", {}, it))));
    const copy = button(words("devices_copy"), () => this.copy(codes, list), { class: "primary" });
    show(this.body, h("h3", {}, words("devices_paper")), h("p", { id: "menu_told" }, words("devices_paper_told")), list,
      h("div", { class: "row", role: "group", "aria-labelledby": "menu_told" }, copy, button(words("devices_paper_done"), () => this.list("devices_paper_new"))));
    copy.focus();
  }

  /** Browsers give no clipboard to pages without encryption, but copy what is selected. @param {string[]} codes @param {HTMLElement} list */
  async copy(codes, list) {
    let isCopied = await navigator.clipboard?.writeText(codes.join("\n")).then(() => true, () => false);
    if (!isCopied) {
      getSelection()?.selectAllChildren(list);
      isCopied = document.execCommand("copy");
    }
    this.say(this.words(isCopied ? "devices_copied" : "devices_selected"));
  }

  /** Gives all that the server keeps as a file. */
  async save() {
    const account = (await this.ask(/** @type {Wire.ClientCommand} */ ("my_account"))).reply?.account;
    if (!account) return;
    const href = URL.createObjectURL(new Blob([`${JSON.stringify(account, null, 2)}\n`], { type: "application/json" }));
    h("a", { href, download: FILE }).click();
    setTimeout(() => URL.revokeObjectURL(href), AT_HAND_MS);
    this.say(this.words("devices_data_saved", { file: FILE }));
  }

  async forget() {
    const answer = await this.ask(/** @type {Wire.ClientCommand} */ ("forget_account"));
    if (answer.type === "accepted") return this.end(this.words("devices_forgotten"));
    return this.list("devices_forget");
  }

  /** This browser is a guest: there is nothing more to do here. @param {string} text */
  end(text) {
    this.app.somebody.drop();
    const close = button(this.app.words("page_close"), () => this.element.close());
    show(this.body);
    this.say(text);
    this.element.append(h("div", { class: "row" }, close));
    this.present();
    close.focus();
  }
}
