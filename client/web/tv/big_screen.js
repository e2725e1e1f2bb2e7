// The big screen: it finds its table, watches it from match to match, and shows the part that fits. Called by `main.js` once. Laws kept here:
// it watches and never sits; messages go into the lobby first and onto the screen after; there is nothing to press.

import { h, redraw, tell } from "../elements.js";
import { Fairness } from "../fairness.js";
import { broughtAbout } from "../happenings.js";
import { Shelf } from "../kept.js";
import { botNameIn } from "../ladder.js";
import { Link, requestKey } from "../link.js";
import { Lobby } from "../lobby.js";
import { Show } from "../show.js";
import { endsIn } from "../words.js";
import { DESERTED_MS, TURNS_MAX, choose, isDeserted } from "./chooser.js";
import { Empty } from "./empty.js";
import { Ending } from "./ending.js";
import { Gathering } from "./gathering.js";
import { heirOf } from "./heir.js";
import { Playing } from "./playing.js";

/** How often the screen looks for a table, and for one whose turn it is, in milliseconds. */
const SEEK_EVERY_MS = 5_000;
/** For how long what has come of an action stands over the board, in milliseconds. */
const HAPPENED_MS = 4_000;
/** Dice that a person throws are in the air for so long, in milliseconds: a room wants to hope. */
const ROLL_MS = 2_000;
/** For how long the end of a match is shown before the table between two matches, in milliseconds. */
export const END_MS = 12_000;
/** What is told beside the turn and not over the board, because it comes often. */
const SMALL = "cut";
/** The name under which the screen keeps its place at a table, for a reload. */
const KEPT = "dicehall.tv";

/**
 * @typedef {BigScreen & {lobby: Lobby & {view: Wire.LobbyView}}} AtTable while a table is shown
 * @typedef {AtTable & {lobby: {match: import("../lobby.js").Match & {view: object}}}} AtMatch while a match is shown
 */

export class BigScreen {
  /** @param {HTMLElement} page @param {import("../main.js").Known} known @param {URL} root */
  constructor(page, { games, words, language }, root) {
    this.page = page;
    this.root = root;
    this.games = games;
    this.words = words;
    this.language = language;
    /** The only table that is wanted; null for all of them in turn. @type {string | null} */
    this.code = null;
    /** @type {Lobby | null} */
    this.lobby = null;
    /** @type {import("../link.js").LinkState} */
    this.state = "connecting";
    /** Why no table is shown, in words. */
    this.complaint = "";
    /** The tables whose hosts do not want this screen. @type {Set<string>} */
    this.unwanted = new Set();
    /** The tables that were shown. @type {import("./chooser.js").Turn[]} */
    this.turns = [];
    /** When nobody was found at a table. @type {Map<string, number>} */
    this.deserted = new Map();
    /** How many names were taken by others at the table. */
    this.taken = 0;
    /** What has just come of an action. @type {import("../happenings.js").Happening[]} */
    this.happened = [];
    this.endsAt = 0;
    this.fairness = new Fairness(null, () => {});
    this.onShow = new Show((message) => this.takeIn(message), () => this.draw(), ROLL_MS);
    const shelf = new Shelf(() => sessionStorage);
    const key = KEPT + root.pathname;
    const url = new URL("ws", root);
    url.protocol = url.protocol.replace("http", "ws");
    this.link = new Link({ url: url.href, name: words("tv_name"), load: () => /** @type {import("../kept.js").Seat | null} */ (shelf.read(key)), keep: (it) => shelf.write(key, it) }, {
      onmessage: (message) => this.hear(message),
      onstate: (state) => this.change(state),
      onlate: () => this.draw(),
      onname: () => this.otherName(),
    });
    this.parts = { empty: new Empty(this), gathering: new Gathering(/** @type {AtTable} */ (this)), playing: new Playing(/** @type {AtMatch} */ (this)), ending: new Ending(/** @type {AtMatch} */ (this)) };
    this.band = h("p", { class: "tv-band" });
    this.news = h("div", { class: "tv-news" });
    this.drawing = 0;
  }

  /** @param {string | null} code of the only table that is wanted */
  begin(code) {
    this.code = code;
    const kept = this.link.where.load();
    this.link.open(code === null || kept?.lobby === code ? kept : null);
    setInterval(() => this.seek(), SEEK_EVERY_MS);
  }

  /** What a bot is called. @param {string} spec */
  botName = (spec) => botNameIn(this, spec, this.lobby?.game);

  /** The address of a table; without a code that of the server. @param {string} [code] */
  linkTo = (code = "") => new URL(code, this.root).href;

  /** A name that nobody at the table has. */
  otherName() {
    this.taken += 1;
    return `${this.words("tv_name")} ${this.taken + 1}`;
  }

  /** @param {import("../link.js").LinkState} state */
  change(state) {
    this.state = state;
    document.body.dataset.link = state;
    if (state === "outside") this.leave();
    if (state === "outside") this.seek();
    this.draw();
  }

  /** The table is shown no more. */
  leave() {
    this.onShow.drop();
    this.lobby = null;
    this.fairness.verdict = null;
    this.happened = [];
  }

  /** Looks for a table, or for another whose turn it is. */
  async seek() {
    const { state, lobby } = this;
    if (state !== "outside" && (state !== "inside" || this.code !== null || this.isBusy)) return;
    const code = this.code ?? (await this.next());
    if (this.state !== state) return;
    if (state === "inside" && code !== lobby?.view?.lobby) this.link.leave();
    else if (state === "outside" && code && !this.unwanted.has(code)) await this.join(code);
    else if (state === "outside" && !this.unwanted.size) this.complaint = "";
    this.draw();
  }

  /** Whether something is shown that is not broken off. */
  get isBusy() {
    return this.onShow.scene !== null || Date.now() < this.endsAt;
  }

  /** The table to show now, of all. */
  async next() {
    const view = this.lobby?.view;
    const now = Date.now();
    if (view && isDeserted(view, this.lobby?.you ?? -1)) this.deserted.set(view.lobby, now);
    const answer = await this.link.send({ find_lobbies: { open: false, shared: true } });
    for (const [lobby, since] of this.deserted) if (now - since >= DESERTED_MS) this.deserted.delete(lobby);
    const tables = (answer.reply?.found?.lobbies ?? []).filter((it) => !this.unwanted.has(it.lobby) && !this.deserted.has(it.lobby));
    const code = answer.type === "rejected" ? this.turns.at(-1)?.lobby ?? null : choose(tables, this.turns, now);
    if (code !== null && code !== this.turns.at(-1)?.lobby) this.turns = [...this.turns, { lobby: code, since: now }].slice(-TURNS_MAX);
    return code;
  }

  /** @param {string} code */
  async join(code) {
    const answer = await this.link.send({ join_lobby: { lobby: code, key: requestKey() } });
    if (answer.type !== "rejected") this.complaint = "";
    else if (answer.code === "name_taken") {
      this.link.name = this.otherName();
      this.link.open();
    } else if (answer.code === "wrong_password") this.complaint = this.words("tv_password", { code });
    else if (answer.code === "no_such_lobby") this.complaint = this.words("tv_no_table", { code });
    else if (answer.code !== "dropped" && answer.code !== "not_connected") this.complaint = this.words("page_refused", { code: answer.code, message: answer.message });
  }

  /** @param {Wire.ServerMessage} message */
  hear(message) {
    if (message.type === "welcome") this.ends = "";
    const left = message.type === "welcome" || message.type === "update" ? message.notice?.ends_in_ms : null;
    if (left) this.ends = endsIn(this.words, left);
    if (message.type === "snapshot") this.lobby ??= new Lobby();
    const command = this.fairness.heard(message);
    if (command) this.link.send(command);
    if (this.lobby) this.onShow.hear(message, this.lobby);
  }

  /** What the table is told: at once, or when the dice lie. @param {Wire.ServerMessage} message */
  takeIn(message) {
    const { lobby } = this;
    if (!lobby) return;
    const before = { match: lobby.match, view: lobby.match?.view, isOver: Boolean(lobby.match?.outcome) };
    if (!lobby.hear(message) || !lobby.view) return;
    if (message.type === "snapshot") void this.recall(lobby);
    if (message.type === "update") this.happen(message.events, broughtAbout(before, lobby.match));
    if (message.type === "update" && lobby.match?.outcome && !(before.isOver && before.match === lobby.match)) this.end();
    const heir = lobby.isHost ? heirOf(lobby.view, lobby.you) : null;
    if (heir !== null) void this.link.send({ hand_over_host: { player: heir } });
    this.draw();
  }

  /** What happened before the screen came, so that luck and verdict are those of the whole match. @param {Lobby} lobby */
  async recall(lobby) {
    /** @type {number | null} */
    let before = null;
    do {
      /** @type {Wire.History | undefined} */
      const history = (await this.link.send({ history: before === null ? {} : { before } })).reply?.history;
      if (!history || this.lobby !== lobby) return;
      if (before === null) lobby.recall(history);
      before = this.fairness.past(history);
    } while (before !== null);
    this.draw();
  }

  /** @param {Wire.EventView[]} events @param {import("../happenings.js").Happening[]} happened */
  happen(events, happened) {
    for (const event of events) {
      const isSentAway = (event.kicked ?? event.banned)?.player === this.lobby?.you;
      if (isSentAway) this.unwanted.add(this.lobby?.view?.lobby ?? "");
      if (isSentAway) this.complaint = this.words("tv_sent_away");
      if (isSentAway || event.ended) return this.link.forget();
    }
    if (!happened.length) return undefined;
    this.happened = happened;
    tell(happened.map((it) => this.happening(it)).join(" "));
    clearTimeout(this.passing);
    this.passing = setTimeout(() => { this.happened = []; this.draw(); }, HAPPENED_MS);
    return undefined;
  }

  /** A match has ended: it is looked at for a while. */
  end() {
    this.endsAt = Date.now() + END_MS;
    this.happened = [];
    setTimeout(() => this.draw(), END_MS);
  }

  /** What has just come of an action and is told in passing. */
  get asides() {
    return this.happened.filter((it) => it.kind === SMALL).map((it) => this.happening(it));
  }

  /** The part of the screen that fits. */
  get part() {
    const { lobby, parts } = this;
    if (!lobby?.view) return parts.empty;
    const hasBoard = Boolean(lobby.match?.view);
    if (hasBoard && lobby.view.phase === "playing") return parts.playing;
    return hasBoard && lobby.view.phase === "over" && Date.now() < this.endsAt ? parts.ending : parts.gathering;
  }

  /** When the server ends, in words; empty if nobody has said so. */
  ends = "";

  /** Draws before the next frame. */
  draw() {
    this.drawing ||= requestAnimationFrame(() => {
      this.drawing = 0;
      this.paint();
    });
  }

  paint() {
    const { part, words, link, lobby, band, news } = this;
    if (part.element.parentElement !== this.page) this.page.replaceChildren(part.element, news, band);
    part.draw();
    const isLost = this.state === "broken" || this.state === "replaced" || this.state === "closed";
    const told = this.state === "replaced" ? words("page_replaced") : this.state === "closed" ? words("page_version") : isLost ? words("page_reconnecting", { attempts: link.attempts }) : "";
    const stuck = lobby?.frozen ? words("page_frozen") : lobby?.view?.paused ? words("page_paused") : "";
    const banner = told || stuck || this.ends;
    redraw(band, banner, () => banner);
    const happened = part === this.parts.playing ? this.happened.filter((it) => it.kind !== SMALL) : [];
    redraw(news, happened, () => happened.map((it) => h("p", { class: `s${it.seat}` }, this.happening(it))));
  }

  /** What has come of an action, in words. @param {import("../happenings.js").Happening} it */
  happening({ kind, seat, before, after }) {
    return this.words("page_happened", { kind, name: this.lobby?.seatName(seat, this.botName) ?? "", before, after });
  }
}
