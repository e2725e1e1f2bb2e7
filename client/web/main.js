// The page's beginning: reads what is kept, connects, and shows the screen that fits. Called by the browser. Law kept here:
// messages go into the lobby first and onto the screen after, and the dice are agreed on whatever screen is shown.

import { Attention } from "./attention.js";
import { button, h, show, tell } from "./elements.js";
import { Fairness } from "./fairness.js";
import { LADDER } from "./ladder.js";
import { Link } from "./link.js";
import { Lobby } from "./lobby.js";
import { wear } from "./theme.js";
import { loadWords, pickLanguage } from "./words.js";
import { Home } from "./screens/home.js";
import { Table } from "./screens/table.js";
import { sentence } from "./log.js";

/** Where things are kept in this browser. */
const PREFERENCES = "dicehall.preferences";
const SEAT = "dicehall.seat";
const DICE = "dicehall.dice";
/** Where the server gives out the page, whatever the address names behind it: three folders above this file. */
const ROOT = new URL("../../../", import.meta.url);

/**
 * @typedef {{theme: string, name: string, game: string, level: number, pace: number, sound: boolean, classic: boolean, language?: string}} Preferences
 * @typedef {{game: Wire.GameKind, title: string, seats: [number, number], rules: Wire.AnyRules, bots: string[]}} GameInfo
 * @typedef {import("./lobby.js").Match} Match
 * @typedef {App & {lobby: Lobby & {view: Wire.LobbyView}}} InLobby while a table is drawn
 * @typedef {InLobby & {lobby: {match: Match & {view: object}}}} InMatch while a board is drawn
 */

/** What a browser keeps, or nothing where it keeps nothing. @param {Storage} storage @param {string} key @returns {unknown} */
function stored(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps something, or forgets it with null. @param {Storage} storage @param {string} key @param {unknown} value */
function store(storage, key, value) {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays; only a reload forgets the seat.
  }
}

/** What this browser's person prefers, if that is kept. */
const preferred = () => /** @type {Partial<Preferences> | null} */ (stored(localStorage, PREFERENCES));

export class App {
  /**
   * @param {HTMLElement} page @param {GameInfo[]} games @param {import("./words.js").Words} words
   * @param {import("./words.js").Language} language
   */
  constructor(page, games, words, language) {
    this.page = page;
    this.games = games;
    this.words = words;
    this.language = language;
    // The pace is how long the table looks at each action of a bot, in milliseconds.
    // The theme is "" for that of the system.
    /** @type {Preferences} */
    this.preferences = { theme: "", name: "", game: "dice-of-doom", level: 2, pace: 450, sound: false, classic: false, ...preferred() };
    wear(this.preferences.theme);
    /** @type {Lobby | null} */
    this.lobby = null;
    /** @type {import("./link.js").LinkState} */
    this.state = "connecting";
    /** @type {Home | Table | import("./screens/replay.js").Replay | null} */
    this.screen = null;
    /** What is done when the next snapshot has been taken in. @type {(() => void) | undefined} */
    this.entered = undefined;
    this.drawing = 0;
    /** What the person is called who has given no name. @type {string | undefined} */
    this.drawn = undefined;
    /** The state from which the banner over the screen was drawn. */
    this.told = "";
    const kept = /** @type {import("./fairness.js").Kept | null} */ (stored(sessionStorage, DICE));
    this.fairness = new Fairness(kept, (it) => store(sessionStorage, DICE, it));
    this.attention = new Attention();
    /** The button that was pressed last. @type {Element | null} */
    this.pressed = null;
    const press = (/** @type {Event} */ event) => { this.pressed = event.target instanceof Element ? event.target.closest("button") : null; };
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, press, true);
    this.notice = h("div", { class: "notice" });
    this.wanted = wantedIn(location.pathname, ARCHIVED) ? null : wantedIn(location.pathname, CODE);
    const url = new URL("ws", ROOT);
    url.protocol = url.protocol.replace("http", "ws");
    /** @type {{load: () => import("./link.js").Seat | null, save: (seat: import("./link.js").Seat | null) => void}} */
    const seat = { load: () => /** @type {import("./link.js").Seat | null} */ (stored(localStorage, SEAT)), save: (it) => store(localStorage, SEAT, it) };
    this.link = new Link({ url: url.href, name: this.name, seat }, {
      onmessage: (message) => this.hear(message),
      onstate: (state, why) => this.change(state, why),
    });
  }

  get name() {
    return this.preferences.name || this.guest;
  }

  get guest() {
    this.drawn ??= `guest ${100 + Math.floor(Math.random() * 900)}`;
    return this.drawn;
  }

  /** @param {Partial<Preferences>} what */
  prefer(what) {
    Object.assign(this.preferences, what);
    store(localStorage, PREFERENCES, this.preferences);
  }

  /** Another name: the server learns it from another hello. @param {string} name */
  rename(name) {
    this.prefer({ name });
    this.link.name = this.name;
    if (this.state === "outside") this.link.open();
  }

  /** Sends a command and shows why, if it is refused. @param {Wire.ClientCommand} command */
  async send(command) {
    const answer = await this.link.send(command, this.fairness.commits(command));
    if (answer.type === "rejected") this.warn(this.words("page_refused", { code: answer.code, message: answer.message }));
    return answer;
  }

  /** @param {string} text */
  warn(text) {
    this.warning = text;
    tell(text);
    this.draw();
    clearTimeout(this.warned);
    this.warned = setTimeout(() => { this.warning = ""; this.draw(); }, 6_000);
  }

  /** What a bot is called: by its rung, if it stands on one in that game. @param {string} spec @param {string} [played] */
  botName = (spec, played = this.lobby?.game) => {
    const game = this.games.find((it) => it.game === played);
    const rung = game?.bots.indexOf(spec) ?? -1;
    return rung < 0 ? this.words("page_bot") + ` ${spec}` : LADDER[rung];
  };

  /** @param {Wire.ServerMessage} message */
  hear(message) {
    if (message.type === "welcome" && !message.resumed) this.outside();
    if (message.type === "error") this.warn(message.message);
    if (message.type === "snapshot") this.enter();
    const command = this.fairness.heard(message);
    if (command) this.link.send(command);
    if (!this.lobby) return;
    const changed = this.lobby.hear(message);
    if (message.type === "snapshot") this.recall();
    if (message.type === "update") this.narrate(this.lobby, message.events);
    if (changed) this.draw();
  }

  /** The lobby is there. */
  enter() {
    this.lobby ??= new Lobby();
    if (!(this.screen instanceof Table)) this.turnTo(new Table(/** @type {InLobby} */ (this)));
    queueMicrotask(() => this.entered?.());
  }

  /** Resolves when the next snapshot has been taken in: the server sends it after the answer that one has joined. */
  inside() {
    return new Promise((done) => { this.entered = () => done(undefined); });
  }

  async recall() {
    this.link.send({ listen: {} }).then((answer) => {
      for (const whisper of answer.reply?.listening?.whispers ?? []) this.lobby?.hear({ type: "whispered", whisper });
    });
    /** @type {number | null} */
    let before = null;
    do {
      /** @type {Wire.History | undefined} */
      const history = (await this.link.send({ history: before === null ? {} : { before } })).reply?.history;
      if (!history || !this.lobby) return;
      if (before === null) this.lobby.recall(history);
      before = this.fairness.past(history);
    } while (before !== null);
    this.draw();
  }

  outside() {
    if (this.lobby) this.leave();
    if (this.wanted) this.join(this.wanted);
  }

  /** Leaves the lobby, or has been sent away. */
  leave() {
    this.lobby = null;
    this.fairness.verdict = null;
    this.link.forget();
    this.home();
  }

  /** Shows the first screen; a replay that was shown by its address has not connected yet. */
  home() {
    this.turnTo(new Home(this));
    history.replaceState(null, "", ROOT);
    if (!this.link.socket && this.state === "connecting") this.link.open();
    this.draw();
  }

  /** Another screen takes the place of this one. @param {Home | Table | import("./screens/replay.js").Replay} screen */
  turnTo(screen) {
    this.screen?.stop();
    this.screen = screen;
  }

  /** Shows a match from its file, if its dice are what they must be. What is needed for it is loaded now. @param {string} text */
  async replay(text) {
    try {
      const [{ readMatch }, { Replay }] = await Promise.all([import("./replay/match_file.js"), import("./screens/replay.js")]);
      const match = readMatch(text);
      if ("ok" in match.verdict && !match.verdict.ok) {
        this.warn(this.words("page_replay_wrong"));
        return;
      }
      this.turnTo(new Replay(this, match));
      this.draw();
    } catch {
      this.warn(this.words("page_replay_bad"));
    }
  }

  /** Shows a match of the server's archive. @param {string} name */
  async archived(name) {
    const answer = await fetch(new URL(`replay/${name}.json`, ROOT)).catch(() => null);
    if (answer?.ok) await this.replay(await answer.text());
    else this.warn(this.words("page_replay_missing"));
    if (!this.screen) this.home();
  }

  /** Comes into a lobby by its code, as the first screen does. @param {string} code */
  join(code) {
    this.wanted = null;
    if (this.screen instanceof Home) this.screen.join(code.toUpperCase());
  }

  /** The address names the lobby, so that a reload or a friend finds it. @param {string} code */
  address(code) {
    history.replaceState(null, "", this.linkTo(code));
  }

  /** The address of a lobby. @param {string} code */
  linkTo(code) {
    return new URL(code, ROOT).href;
  }

  /** @param {Lobby} lobby @param {Wire.EventView[]} events */
  narrate(lobby, events) {
    const { words } = this;
    const where = lobby.where(words, this.botName);
    // All of it at once: a second text would take the place of the first before it is read out.
    tell(events.map((it) => sentence(it, where)).filter(Boolean).join(" "));
    for (const event of events) {
      const gone = event.kicked ?? event.banned;
      if (gone?.player === lobby.you) { this.leave(); this.warn(words("page_sent_away")); }
      if (event.ended) { this.leave(); this.warn(words("page_lobby_ended")); }
    }
  }

  /** @param {import("./link.js").LinkState} state @param {string} [why] */
  change(state, why) {
    this.state = state;
    this.why = why;
    document.body.dataset.link = state;
    this.draw();
  }

  /** Draws before the next frame; later while a button is held down, which must be the same one when it is let go. */
  draw() {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      if (this.pressed?.matches(":active")) this.draw();
      else this.paint();
    });
  }

  paint() {
    this.screen ??= new Home(this);
    if (this.page.firstChild !== this.screen.element) show(this.page, this.screen.element, this.notice);
    this.screen.draw();
    this.paintNotice();
    const mine = Boolean(this.lobby?.isMyTurn);
    if (mine && !this.attention.isMine) tell(this.words("page_told_your_turn"));
    this.attention.turn(mine, this.preferences.sound);
    document.title = mine ? `● ${this.words("page_your_turn")} · Dicehall` : "Dicehall";
  }

  /** The banner and the warning over the screen. They are made anew only when they say something else: a button that is being pressed must stay. */
  paintNotice() {
    const told = [this.state, this.why, this.warning, navigator.onLine].join("\n");
    if (told === this.told) return;
    this.told = told;
    show(this.notice, this.overlay(), this.warning ? h("p", { class: "warning" }, this.warning) : null);
  }

  overlay() {
    const { words } = this;
    if (this.state === "broken") return h("p", { class: "banner" }, words(navigator.onLine ? "page_reconnecting" : "page_offline"));
    if (this.state === "replaced") {
      const take = h("button", { type: "button", class: "primary", onclick: () => this.link.open() }, words("page_take_over"));
      return h("div", { class: "banner wide" }, words("page_replaced"), take);
    }
    if (this.state === "closed") {
      return h("div", { class: "banner wide" }, words("page_version"), button(words("page_reload"), () => location.reload(), { class: "primary" }));
    }
    return null;
  }
}

/** How an address ends that names a lobby, and one that names a match of the archive. */
const CODE = /\/([A-Za-z0-9]{5})$/;
const ARCHIVED = /\/replay\/([^/]+)$/;

/** @param {string} path @param {RegExp} what */
const wantedIn = (path, what) => what.exec(path)?.[1] ?? null;

async function begin() {
  const read = async (/** @type {string} */ name) => {
    const answer = await fetch(new URL(name, import.meta.url));
    if (!answer.ok) throw new Error(name);
    return answer.text();
  };
  const language = pickLanguage(navigator.languages, preferred()?.language);
  const [games, words] = await Promise.all([read("games.json"), loadWords(language, (path) => read(`../lang/${path}`))]);
  document.documentElement.lang = language;
  const page = document.getElementById("page") ?? document.body;
  const app = new App(page, JSON.parse(games).games, words, language);
  const archived = wantedIn(location.pathname, ARCHIVED);
  if (archived) {
    await app.archived(archived);
    return;
  }
  app.screen = new Home(app);
  app.link.open();
  app.draw();
}

begin();
