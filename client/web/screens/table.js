// The table: its head, the seats before a match, the board during it, what came of it after, and the talk beside. Called by
// `main.js` whenever something has changed. What belongs to each part stands in a file of its own.

import { button, h, redraw, show } from "../elements.js";
import { put, say } from "../games/svg.js";
import { sentence } from "../log.js";
import { Game } from "./game.js";
import { Seats } from "./seats.js";

/** The lines of the log that are drawn; the rest would only cost. */
const LOG_SHOWN = 60;

export class Table {
  /** @param {import("../main.js").InLobby} app */
  constructor(app) {
    this.app = app;
    this.seats = new Seats(app, () => this.copy());
    this.game = new Game(/** @type {import("../main.js").InMatch} */ (app));
    this.head = h("header", { class: "table-head" });
    this.about = h("p", { class: "quiet" });
    this.log = h("ol", { class: "log" });
    this.talk = h("ol", { class: "talk" });
    this.tab = "log";
    /** The last lines that are shown. @type {import("../lobby.js").Line | undefined} */
    this.logged = undefined;
    /** @type {import("../lobby.js").Said | undefined} */
    this.talked = undefined;
    const { words } = app;
    this.tabs = { log: button(words("page_log"), () => this.turn("log")), talk: button(words("page_chat"), () => this.turn("talk")) };
    this.side = h("aside", { class: "side" }, h("nav", { class: "tabs" }, Object.values(this.tabs)), this.log, this.talk, this.speech());
    this.middle = h("div", { class: "middle" });
    this.element = h("main", { class: "table" }, this.head, this.middle, this.game.panel, this.side);
  }

  speech() {
    const { app } = this;
    const text = h("input", { maxlength: 280, "aria-label": app.words("page_chat_hint"), placeholder: app.words("page_chat_hint"), autocomplete: "off" });
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      const line = text.value.trim();
      if (line) app.send({ chat: { text: line } });
      text.value = "";
      this.turn("talk");
    };
    return h("form", { class: "speech", onsubmit: send }, text, h("button", { type: "submit" }, app.words("page_send")));
  }

  /** @param {string} tab */
  turn(tab) {
    this.tab = tab;
    this.draw();
  }

  draw() {
    const { lobby } = this.app;
    if (!lobby?.view) return;
    const isPlaying = lobby.match?.view && (lobby.view.phase === "playing" || lobby.view.phase === "over");
    const part = isPlaying ? this.game : this.seats;
    part.draw();
    this.game.panel.hidden = part !== this.game;
    if (this.middle.firstChild !== part.element) show(this.middle, part.element);
    if (part === this.game) this.drawSeatsAfter(lobby.view.phase === "over");
    this.drawHead();
    this.drawSide();
  }

  /** After a match the seats stand below what came of it, for the match that may follow. @param {boolean} isOver */
  drawSeatsAfter(isOver) {
    const { seats: { element }, game: { panel } } = this;
    if (isOver) this.seats.draw();
    if (isOver && element.parentElement !== panel) panel.append(element);
    else if (!isOver) element.remove();
  }

  drawHead() {
    const { app } = this;
    const { lobby, words } = app;
    const view = lobby.match?.view;
    const round = view && "round" in view && view.round;
    const game = words(`page_game_${(lobby.game ?? "").replaceAll("-", "_")}`);
    const told = [game, round && words("page_round", { round })].filter(Boolean).join(" · ");
    const { sound, classic } = app.preferences;
    const hasLooks = Boolean(view) && lobby.game === "dice-of-doom";
    redraw(this.head, [lobby.view.title, lobby.view.lobby, hasLooks, sound, classic], () => [button("‹", () => this.leave(), { "aria-label": words("page_leave"), class: "plain" }),
      h("h1", {}, lobby.view.title), this.about,
      hasLooks && button("⬢", () => this.game.classic(), { class: "plain", "aria-pressed": String(classic), "aria-label": words("page_classic_look"), title: words("page_classic_look") }),
      button("♪", () => this.sound(), { class: "plain", "aria-pressed": String(sound), "aria-label": words(sound ? "page_sound_on" : "page_sound_off"), title: words(sound ? "page_sound_on" : "page_sound_off") }),
      button(lobby.view.lobby, () => this.copy(), { class: "code", title: words("page_copy_link") })]);
    say(this.about, told);
  }

  /** The table is left. */
  stop() {
    this.game.stop();
  }

  sound() {
    const { app } = this;
    app.prefer({ sound: !app.preferences.sound });
    if (app.preferences.sound) app.attention.sound();
    app.draw();
  }

  async copy() {
    const { app } = this;
    const link = app.linkTo(app.lobby.view.lobby);
    try {
      await navigator.clipboard.writeText(link);
      app.warn(app.words("page_copied"));
    } catch {
      // Browsers give no clipboard to pages without encryption: the link is shown, to be copied by hand.
      app.warn(link);
    }
  }

  async leave() {
    const { app } = this;
    const plays = app.lobby.view.phase === "playing" && app.lobby.seat !== null;
    if (plays && !confirm(app.words("page_leave_sure"))) return;
    await app.link.send("leave");
    app.leave();
  }

  drawSide() {
    const { lobby, words, botName } = this.app;
    for (const [name, tab] of Object.entries(this.tabs)) put(tab, "aria-pressed", String(name === this.tab));
    this.log.hidden = this.tab !== "log";
    this.talk.hidden = this.tab !== "talk";
    const where = lobby.where(words, botName);
    this.logged = grow(this.log, this.logged, lobby.log, (it) => sentence(it.event, where));
    this.talked = grow(this.talk, this.talked, lobby.talk, (it) => [h("b", {}, it.whisper ? `${it.name} → ${it.whisper}` : it.name), " ", it.text]);
  }
}

/**
 * Puts the lines that are new above those that are shown; what has no words is left out. Gives back the last line.
 * @template {{revision: number, seat?: number}} Line
 * @param {HTMLElement} list @param {Line | undefined} last the last line that is shown @param {Line[]} lines
 * @param {(line: Line) => string | import("../elements.js").Children} told
 */
function grow(list, last, lines, told) {
  const known = last ? lines.lastIndexOf(last) : -1;
  if (known < 0) list.replaceChildren();
  for (const line of lines.slice(Math.max(known + 1, lines.length - 2 * LOG_SHOWN))) {
    const text = told(line);
    if (text.length) list.prepend(h("li", { class: line.seat === undefined ? "" : `of s${line.seat}` }, text));
  }
  while (list.children.length > LOG_SHOWN) list.lastElementChild?.remove();
  return lines[lines.length - 1];
}
