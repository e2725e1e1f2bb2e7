// What stands beside the board: the log, the talk, and the people at the table. Called by `screens/table.js`.

import { button, h } from "../elements.js";
import { put } from "../games/svg.js";
import { sentence } from "../log.js";
import { People } from "./people.js";
import { Talk } from "./talk.js";

/** The lines of the log that are drawn; the rest would only cost. */
const LOG_SHOWN = 60;

/** @typedef {"log" | "talk" | "people"} Tab */

export class Side {
  /** @param {import("../main.js").InLobby} app @param {import("./seats.js").Meet} meet */
  constructor(app, meet) {
    const { words } = app;
    this.app = app;
    /** What somebody has turned to in this match. @type {Tab | null} */
    this.chosen = null;
    /** The match for which it was. @type {Wire.AnyConfig | undefined} */
    this.begun = undefined;
    /** The last lines that are shown. @type {import("../lobby.js").Line | undefined} */
    this.logged = undefined;
    /** @type {import("../lobby.js").Said | undefined} */
    this.talked = undefined;
    /** How many people were not listened to when the talk was drawn. */
    this.unheard = 0;
    this.log = h("ol", { class: "log" });
    this.said = h("ol", { class: "talk" });
    this.talk = new Talk(app, () => this.turn("talk"));
    this.people = new People(app, meet);
    this.tabs = {
      log: button(words("page_log"), () => this.turn("log")),
      talk: h("button", { type: "button", onclick: () => this.turn("talk") }, words("page_chat"), this.talk.mark),
      people: button(words("page_people_tab"), () => this.turn("people")),
    };
    this.element = h("aside", { class: "side" }, h("nav", { class: "tabs" }, Object.values(this.tabs)), this.log, this.said, this.people.element, this.talk.element);
  }

  /** Before a match people talk, in it they look at what happens. @returns {Tab} */
  get tab() {
    const { view } = this.app.lobby;
    return this.chosen ?? (view?.phase === "waiting" || view?.phase === "starting" ? "talk" : "log");
  }

  /** @param {Tab} tab */
  turn(tab) {
    this.chosen = tab;
    this.app.draw();
  }

  stop() {
    this.talk.stop();
  }

  draw() {
    const { lobby, words, botName } = this.app;
    if (this.begun !== lobby.match?.config) [this.begun, this.chosen] = [lobby.match?.config, null];
    for (const [name, tab] of Object.entries(this.tabs)) put(tab, "aria-pressed", String(name === this.tab));
    this.log.hidden = this.tab !== "log";
    this.said.hidden = this.tab !== "talk";
    this.people.element.hidden = this.tab !== "people";
    this.talk.element.hidden = this.tab === "people";
    const where = lobby.where(words, botName);
    this.logged = grow(this.log, this.logged, lobby.log, (it) => sentence(it.event, where, it.gained));
    if (this.unheard !== lobby.muted.size) this.talked = undefined;
    this.unheard = lobby.muted.size;
    this.talked = grow(this.said, this.talked, lobby.talk.filter((it) => !lobby.muted.has(it.player)), (it) => [h("b", {}, h("bdi", {}, it.whisper ? `${it.name} → ${it.whisper}` : it.name)), " ", h("bdi", {}, it.text)]);
    if (this.tab === "people") this.people.draw();
    this.talk.draw(this.tab === "talk" && (!lobby.unread.length || isInSight(this.said)));
  }
}

/** Whether any of it can be seen without scrolling. @param {Element} it */
function isInSight(it) {
  const { top, bottom } = it.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
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
