// The first screen: a name, a match against bots, a table of one's own, and the tables that there are. Called by `main.js`.

import { button, choice, h } from "../elements.js";
import { say } from "../games/svg.js";
import { requestKey } from "../link.js";
import { wear } from "../theme.js";
import { Account } from "./account.js";
import { gameCards, rungs } from "./choices.js";
import { Lobbies } from "./lobbies.js";

/** The largest file of a match that is read, in bytes; a long match has a tenth of a megabyte. */
const FILE_BYTES_MAX = 16 * 1024 * 1024;

/** @typedef {{input: HTMLInputElement, label: HTMLElement, why: HTMLElement}} Field */

export class Home {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    /** In which state this was drawn last. */
    this.drawn = "";
    /** Whether something is on its way that another press would only double. */
    this.isBusy = false;
    this.name = this.field("page_name", { value: app.preferences.name, placeholder: app.guest, maxlength: 24, autocomplete: "nickname",
      onchange: () => app.rename(this.name.input.value.trim()), onkeydown: (event) => this.enterName(event) });
    this.code = this.field("page_join_code", { maxlength: 200, autocapitalize: "characters", autocomplete: "off", spellcheck: "false" });
    // The field for a table's password is there once one is asked for.
    this.password = this.field("page_password", { type: "password", autocomplete: "off" });
    this.password.label.hidden = true;
    this.lobbies = new Lobbies(app, (code) => { this.code.input.value = code; this.join(code); });
    this.account = new Account(app, () => this.name.input.focus());
    this.element = h("main", { class: "home" }, h("header", {}, h("h1", { tabindex: -1 }, "Dicehall"), h("p", { class: "quiet" }, app.words("page_slogan"))),
      this.playing(), h("div", { class: "others" }, this.joining(), this.lobbies.element, this.account.element, this.replaying()), this.looks());
  }

  /** The language, and light or dark. */
  looks() {
    const { app } = this;
    const languages = [["en", "English"], ["ja", "日本語"], ["zh", "中文"]];
    const language = choice(app.words("page_language"), languages, app.language, (it) => { app.prefer({ language: it }); location.reload(); });
    const themes = [["", app.words("page_theme_auto")], ["light", app.words("page_theme_light")], ["dark", app.words("page_theme_dark")]];
    const theme = choice(app.words("page_theme"), themes, app.preferences.theme, (it) => { app.prefer({ theme: it }); wear(it); });
    return h("footer", { class: "row" }, language, theme);
  }

  playing() {
    const { app } = this;
    const play = () => this.once(() => this.play());
    return h("section", { class: "card play" }, gameCards(app, play), rungs(app), this.name.label, h("div", { class: "row" },
      button(app.words("page_play_bots"), play, { class: "primary" }),
      button(app.words("page_open_table"), () => this.once(() => this.open()))));
  }

  joining() {
    const { app } = this;
    const go = (/** @type {Event} */ event) => { event.preventDefault(); this.join(codeIn(this.code.input.value)); };
    return h("form", { class: "card join", onsubmit: go }, this.code.label, h("button", { type: "submit" }, app.words("page_join")), this.password.label);
  }

  /** Enter in the field of the name takes it over. @param {Event} event */
  enterName(event) {
    if (event instanceof KeyboardEvent && event.key === "Enter" && !event.isComposing) this.name.input.blur();
  }

  /** Does what was pressed, unless the name must be mended first, or the same is on its way. @param {() => Promise<unknown>} what */
  async once(what) {
    if (this.app.refused) return this.name.input.focus();
    if (this.isBusy) return undefined;
    this.isBusy = true;
    try {
      return await what();
    } finally {
      this.isBusy = false;
    }
  }

  /** The server does not take the name: its field says why. @param {{name: string, why: string}} refused @param {string | null} code of the table to come to */
  mend({ name, why }, code) {
    this.name.input.value = name;
    if (code) this.code.input.value = code;
    this.complain(this.name, why);
  }

  /** @param {Field} field @param {string} text why it must be mended; empty if it need not */
  complain({ input, why }, text) {
    say(why, text);
    why.hidden = !text;
    input.setAttribute("aria-invalid", String(Boolean(text)));
    if (!text) return;
    input.focus();
    input.select();
  }

  /** Opens the file of a match, which may also be dropped anywhere on the screen. */
  replaying() {
    const { words } = this.app;
    /** @type {HTMLInputElement} */
    const file = h("input", { type: "file", accept: ".jsonl,.json,application/json", onchange: () => this.read(file.files?.[0]) });
    document.addEventListener("dragover", this.ondrag);
    document.addEventListener("drop", this.ondrop);
    return h("section", { class: "card" }, h("h2", {}, words("page_replay")), h("label", { class: "field" }, h("span", {}, words("page_replay_open")), file));
  }

  ondrag = (/** @type {Event} */ event) => event.preventDefault();

  ondrop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    this.read(event.dataTransfer?.files[0]);
  };

  /** Reads a file and shows the match. @param {File} [file] */
  async read(file) {
    if (!file || !this.element.isConnected) return;
    if (file.size > FILE_BYTES_MAX) this.app.warn(this.app.words("page_replay_bad"));
    else await this.app.replay(await file.text());
  }

  /** Another screen is shown. */
  stop() {
    this.lobbies.stop();
    document.removeEventListener("dragover", this.ondrag);
    document.removeEventListener("drop", this.ondrop);
  }

  /** A field with the place where it says what is wrong with it. @param {string} word @param {Record<string, import("../elements.js").Prop>} props @returns {Field} */
  field(word, props) {
    const why = h("p", { class: "why bad", id: `why_${word}`, hidden: true, role: "alert" });
    const input = h("input", { ...props, "aria-describedby": why.id });
    return { input, why, label: h("label", { class: "field" }, h("span", {}, this.app.words(word)), input, why) };
  }

  /** The place of the focus is gone. */
  focus() {
    this.element.querySelector("h1")?.focus();
  }

  draw() {
    const { app } = this;
    if (this.drawn !== app.state && app.state === "outside") this.lobbies.ask();
    this.drawn = app.state;
    if (!app.refused) this.complain(this.name, "");
    else if (this.name.why.hidden) this.mend(app.refused, null);
    this.lobbies.draw();
    this.account.draw();
  }

  /** Comes into a lobby; asks for its password if it has one. What is wrong is said at the field where it can be mended. @param {string} code */
  join(code) {
    return this.once(() => this.comeIn(code));
  }

  /** @param {string} code */
  async comeIn(code) {
    const { app } = this;
    for (const field of [this.code, this.password]) this.complain(field, "");
    const password = this.password.input.value || undefined;
    const inside = app.inside();
    const answer = await app.ask({ join_lobby: { lobby: code, key: requestKey(), ...(password ? { password } : {}) } });
    if (answer.type === "rejected" && answer.code !== "dropped") this.refuse(code, answer);
    const joined = answer.reply?.joined;
    if (!joined) return;
    await inside;
    await this.sit();
  }

  /** @param {string} code @param {import("../main.js").Told} answer */
  refuse(code, answer) {
    const { app } = this;
    this.code.input.value = code;
    const why = answer.code === "not_a_message" ? app.words("page_no_code") : app.refusal(answer);
    if (answer.code === "name_taken" || answer.code === "name_kept") app.refused = { name: app.name, why };
    if (app.refused) return this.mend(app.refused, code);
    if (answer.code !== "wrong_password") return this.complain(this.code, why);
    const isAsked = this.password.label.hidden;
    this.password.label.hidden = false;
    if (isAsked) this.password.input.focus();
    else this.complain(this.password, why);
    return undefined;
  }

  /** Sits down if a seat is open and no match runs; who comes later watches. */
  async sit() {
    const view = this.app.lobby?.view;
    const isOpen = view?.phase === "waiting" || view?.phase === "over";
    if (isOpen && view.seats.some((it) => it.holder === "open")) await this.app.send({ take_seat: {} });
  }

  /** Makes a table and sits down at it; the game, unless that is refused. */
  async open() {
    const { app } = this;
    const game = app.games.find((it) => it.game === app.preferences.game) ?? app.games[0];
    const settings = { rules: game.rules, bot_pace_ms: app.preferences.pace };
    const create = { title: app.words("page_table_of", { name: app.name }), settings, key: requestKey() };
    const joined = (await app.send({ create_lobby: create })).reply?.joined;
    if (!joined) return null;
    await app.send({ take_seat: {} });
    return game;
  }

  /** A table of one's own whose other seats bots hold, and the match at once. */
  async play() {
    const { app } = this;
    const game = await this.open();
    if (!game) return;
    const bot = game.bots[app.preferences.level - 1];
    for (let seat = 1; seat < game.seats[1]; seat++) await app.send({ seat_bot: { seat, bot } });
    await app.send({ start: { force: true } });
  }
}

/** The code of a table in what somebody has typed or pasted: the code, or the whole address. @param {string} text */
function codeIn(text) {
  return (/([A-Za-z0-9]+)\/?\s*$/.exec(text)?.[1] ?? "").toUpperCase();
}
