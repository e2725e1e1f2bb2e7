// The table: its head, the seats before a match, the board during it, what came of it after, and the talk beside. Called by
// `main.js` whenever something has changed. What belongs to each part stands in a file of its own.

import { button, h, redraw, show } from "../elements.js";
import { say } from "../games/svg.js";
import { Game } from "./game.js";
import { Seats } from "./seats.js";
import { Side } from "./side.js";

export class Table {
  /** @param {import("../main.js").InLobby} app */
  constructor(app) {
    this.app = app;
    this.seats = new Seats(app, () => this.copy());
    this.game = new Game(/** @type {import("../main.js").InMatch} */ (app));
    this.head = h("header", { class: "table-head" });
    this.about = h("p", { class: "quiet" });
    this.side = new Side(app);
    this.middle = h("div", { class: "middle" });
    this.element = h("main", { class: "table" }, this.head, this.middle, this.game.panel, this.side.element);
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
    this.side.draw();
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
      h("h1", {}, h("bdi", {}, lobby.view.title)), this.about, this.side.talk.badge,
      hasLooks && button("⬢", () => this.game.classic(), { class: "plain", "aria-pressed": String(classic), "aria-label": words("page_classic_look"), title: words("page_classic_look") }),
      button("♪", () => this.sound(), { class: "plain", "aria-pressed": String(sound), "aria-label": words(sound ? "page_sound_on" : "page_sound_off"), title: words(sound ? "page_sound_on" : "page_sound_off") }),
      button(lobby.view.lobby, () => this.copy(), { class: "code", title: words("page_copy_link") })]);
    say(this.about, told);
  }

  /** The table is left. */
  stop() {
    this.game.stop();
    this.side.stop();
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
    // Browsers give no clipboard to pages without encryption, but copy what is selected; where they do not, the link is shown.
    const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    app.warn(isCopied || selected(link) ? app.words("page_copied") : link);
  }

  /** Leaves, unless the person would rather stay; tells which. */
  leave() {
    const { app } = this;
    const plays = app.lobby.view.phase === "playing" && app.lobby.seat !== null;
    if (plays && !confirm(app.words("page_leave_sure"))) return false;
    app.leave();
    return true;
  }
}

/** Copies a text by selecting it; tells whether the browser did. @param {string} text */
function selected(text) {
  const held = document.activeElement;
  const area = h("textarea", { readonly: true, class: "aside" });
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (held instanceof HTMLElement) held.focus();
  return isCopied;
}
