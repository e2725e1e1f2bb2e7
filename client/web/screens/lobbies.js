// The tables of a server as a list, with what narrows it down: the game, open seats, no tables of people who play alone. Called by
// `screens/home.js`. Law kept here: rows stay while they are the same, so that a press meets what it aims at.

import { button, choice, h, redraw } from "../elements.js";
import { titleOf } from "../words.js";

/** How often the list is asked for, in milliseconds. */
const LIST_EVERY_MS = 3_000;

/**
 * @typedef {{game: string, open: boolean, shared: boolean}} Only what is listed: "" for every game
 * @typedef {{lobbies: Wire.LobbyLine[], total: number}} Found
 */

/** What is listed for whoever has chosen nothing. @type {Only} */
const DEFAULT = { game: "", open: false, shared: true };

export class Lobbies {
  /** @param {import("../main.js").App} app @param {(code: string) => void} join */
  constructor(app, join) {
    this.app = app;
    this.join = join;
    /** The tables of this server, once they are known. @type {Found | null} */
    this.found = null;
    /** Whether the server of an earlier release lists all alike, so that the page looks through them itself. */
    this.isOld = false;
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    this.list = h("ul", { class: "lobbies" });
    this.more = h("p", { class: "quiet" });
    this.element = h("section", { class: "card" }, h("h2", {}, app.words("page_lobbies")), this.switches(), this.list, this.more);
    this.every = setInterval(() => this.ask(), LIST_EVERY_MS);
  }

  /** @returns {Only} */
  get only() {
    return { ...DEFAULT, ...this.app.preferences.only };
  }

  /** What narrows the list down. */
  switches() {
    const { words, games } = this.app;
    const named = [["", words("page_every_game")], ...games.map((it) => [it.game, titleOf(this.app, it.game)])];
    const set = (/** @type {Partial<Only>} */ what) => { this.app.prefer({ only: { ...this.only, ...what } }); this.ask(); };
    const check = (/** @type {string} */ word, /** @type {"open" | "shared"} */ key) => {
      /** @type {HTMLInputElement} */
      const box = h("input", { type: "checkbox", checked: this.only[key], onchange: () => set({ [key]: box.checked }) });
      return h("label", { class: "check" }, box, words(word));
    };
    return h("div", { class: "row narrowing" }, choice("", named, this.only.game, (it) => set({ game: it }), { "aria-label": words("page_game") }),
      check("page_only_open", "open"), check("page_only_shared", "shared"));
  }

  stop() {
    clearInterval(this.every);
  }

  async ask() {
    const { app } = this;
    if (app.state !== "outside" || app.late || document.visibilityState === "hidden") return;
    this.found = (await this.find()) ?? this.found;
    app.draw();
  }

  /** What the server finds; nothing if it does not answer. @returns {Promise<Found | null>} */
  async find() {
    const { link } = this.app;
    const { game, open, shared } = this.only;
    if (!this.isOld) {
      const find = { find_lobbies: { ...(game ? { game: /** @type {Wire.GameKind} */ (game) } : {}), open, shared } };
      const answer = await link.send(find);
      this.isOld = answer.type === "rejected" && answer.code === "not_a_message";
      if (!this.isOld) return answer.reply?.found ?? null;
    }
    const lobbies = (await link.send("list_lobbies")).reply?.lobbies;
    const listed = lobbies?.filter((it) => wanted(it, this.only));
    return listed ? { lobbies: listed, total: listed.length } : null;
  }

  draw() {
    const { words } = this.app;
    const { lobbies = [], total = 0 } = this.found ?? {};
    this.keep(new Set(lobbies.map((it) => it.lobby)));
    lobbies.forEach((it, at) => this.row(it, at));
    const empty = this.found ? words("page_no_lobbies") : words("page_connecting");
    const left = total > lobbies.length ? words("page_more_lobbies", { shown: lobbies.length, total }) : "";
    redraw(this.more, [lobbies.length ? left : empty], () => (lobbies.length ? left : empty));
  }

  /** Takes away the rows of tables that are listed no more. @param {Set<string>} listed */
  keep(listed) {
    for (const [code, row] of this.rows) {
      if (listed.has(code)) continue;
      row.remove();
      this.rows.delete(code);
    }
  }

  /** @param {Wire.LobbyLine} lobby @param {number} at which row it is */
  row(lobby, at) {
    const row = this.rows.get(lobby.lobby) ?? h("li", {});
    this.rows.set(lobby.lobby, row);
    if (this.list.children[at] !== row) this.list.insertBefore(row, this.list.children[at] ?? null);
    redraw(row, lobby, () => this.told(lobby));
  }

  /** @param {Wire.LobbyLine} lobby */
  told(lobby) {
    const { words, games } = this.app;
    const open = openSeats(lobby, games);
    const signs = [lobby.has_password && "🔒", lobby.locked && words("page_locked")].filter(Boolean).join(" ");
    const label = open && lobby.phase !== "playing" ? words("page_join") : words("page_watch");
    const game = titleOf(this.app, lobby.game);
    const told = [game, words("page_people", { count: lobby.humans }), lobby.bots && words("page_bots", { count: lobby.bots }),
      words("page_open_seats", { count: open }), lobby.rating && `★ ${lobby.rating}`, lobby.lobby, signs].filter(Boolean).join(" · ");
    return [h("span", { class: "title" }, h("bdi", {}, lobby.title), " ", h("small", {}, told)),
      button(label, () => this.join(lobby.lobby), { disabled: lobby.locked })];
  }
}

/** The seats that are free. @param {Wire.LobbyLine} lobby @param {import("../main.js").GameInfo[]} games */
function openSeats(lobby, games) {
  // A lobby has four seats whatever is played; in a game for two no more than two are used.
  const [, most] = games.find((it) => it.game === lobby.game)?.seats ?? [2, 4];
  return Math.max(0, Math.min(lobby.open, most - lobby.humans - lobby.bots));
}

/** Whether a table is among those that are wanted, as the server would say it. @param {Wire.LobbyLine} lobby @param {Only} only */
function wanted(lobby, { game, open, shared }) {
  const hasSeat = lobby.open > 0 && !lobby.locked;
  const isAlone = lobby.humans <= 1 && !hasSeat;
  return (!game || lobby.game === game) && (!open || hasSeat) && (!shared || !isAlone);
}
