// The table: its head, what will be played, the seats before a match, the board during it, what came of it after, and the talk beside. Called by
// `main.js` whenever something has changed. What belongs to each part stands in a file of its own.

import { button, h, redraw, show } from "../elements.js";
import { put, say } from "../games/svg.js";
import { titleOf } from "../words.js";
import { About } from "./about.js";
import { Game } from "./game.js";
import { Help } from "./help.js";
import { Invite, copyLink } from "./invite.js";
import { openPerson } from "./person.js";
import { Seats } from "./seats.js";
import { Side } from "./side.js";

export class Table {
  /** @param {import("../main.js").InLobby} app */
  constructor(app) {
    this.app = app;
    /** What one can do with somebody. @type {import("./seats.js").Meet} */
    const meet = (whom) => openPerson(app, { ...whom, whisper: (name) => this.side.talk.whisperTo(name) });
    this.about = new About(app);
    this.invite = new Invite(app);
    this.seats = new Seats(app, meet, () => this.side.talk.open());
    this.game = new Game(/** @type {import("../main.js").InMatch} */ (app), meet);
    this.head = h("header", { class: "table-head" });
    this.what = h("p", { class: "quiet" });
    this.side = new Side(app, meet);
    this.help = new Help(app);
    this.middle = h("div", { class: "middle" });
    this.element = h("main", { class: "table" }, this.head, this.about.element, this.invite.element, this.middle, this.game.panel, this.side.element, this.help.element);
    document.addEventListener("keydown", this.onkey);
  }

  /** The place of the focus is gone: it goes to the board, or else to the heading. */
  focus() {
    if (this.middle.contains(this.game.element)) this.game.focus();
    else this.head.querySelector("h1")?.focus();
  }

  onkey = (/** @type {KeyboardEvent} */ event) => {
    const isTyped = event.target instanceof Element && event.target.closest("input, select, textarea");
    if (event.key === "?" && !isTyped && !event.ctrlKey && !event.metaKey) this.help.toggle(this.head.querySelector(".ask"));
  };

  draw() {
    const { lobby } = this.app;
    if (!lobby?.view) return;
    const isPlaying = lobby.match?.view && (lobby.view.phase === "playing" || lobby.view.phase === "over");
    const part = isPlaying ? this.game : this.seats;
    part.draw();
    this.game.panel.hidden = part !== this.game;
    const isBefore = part === this.seats;
    put(this.element, "class", isBefore ? "table gathering" : "table");
    if (isBefore && this.middle.firstChild !== part.element) this.element.insertBefore(this.about.element, this.invite.element);
    if (this.middle.firstChild !== part.element) this.turnTo(part);
    this.invite.draw(isBefore && !lobby.view.locked);
    if (isBefore) this.about.draw(true);
    else this.drawSeatsAfter(lobby.view.phase === "over");
    this.drawHead();
    this.side.draw();
  }

  /** Another part takes the middle; whoever waited at the heading is led to the board. @param {Seats | Game} part */
  turnTo(part) {
    const isWaiting = document.activeElement === this.head.querySelector("h1");
    show(this.middle, part.element);
    if (isWaiting && part === this.game) this.game.focus();
  }

  /** After a match the seats stand below what came of it, for the match that may follow. @param {boolean} isOver */
  drawSeatsAfter(isOver) {
    const { seats, about, game: { panel } } = this;
    if (isOver) this.seats.draw();
    if (isOver) this.about.draw(false);
    if (isOver && seats.element.parentElement !== panel) panel.append(seats.element, about.element);
    else if (!isOver) for (const it of [seats.element, about.element]) it.remove();
  }

  drawHead() {
    const { app } = this;
    const { lobby, words } = app;
    const view = lobby.match?.view;
    const round = view && "round" in view && view.round;
    const game = titleOf(this.app, lobby.game ?? "");
    const told = [game, round && words("page_round", { round })].filter(Boolean).join(" · ");
    const { sound, classic } = app.preferences;
    const hasLooks = Boolean(view) && lobby.game === "dice-of-doom";
    redraw(this.head, [lobby.view.title, lobby.view.lobby, hasLooks, sound, classic], () => [button("‹", () => this.leave(), { "aria-label": words("page_leave"), class: "plain" }),
      h("h1", { tabindex: -1 }, h("bdi", {}, lobby.view.title)), this.what, this.side.talk.badge,
      hasLooks && button("⬢", () => this.game.classic(), { class: "plain", "aria-pressed": String(classic), "aria-label": words("page_classic_look"), title: words("page_classic_look") }),
      button("?", () => this.help.toggle(this.head.querySelector(".ask")), { class: "plain ask", "aria-label": words("page_help"), title: words("page_help") }),
      button("♪", () => this.sound(), { class: "plain", "aria-pressed": String(sound), "aria-label": words(sound ? "page_sound_on" : "page_sound_off"), title: words(sound ? "page_sound_on" : "page_sound_off") }),
      button(lobby.view.lobby, () => copyLink(app), { class: "code", title: words("page_copy_link") })]);
    say(this.what, told);
  }

  /** The table is left. */
  stop() {
    document.removeEventListener("keydown", this.onkey);
    this.game.stop();
    this.side.stop();
  }

  sound() {
    const { app } = this;
    app.prefer({ sound: !app.preferences.sound });
    if (app.preferences.sound) app.attention.sound();
    app.draw();
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
