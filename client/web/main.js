// The page's beginning: reads what is kept, connects, and shows the screen that fits. Called by the browser. Laws kept here:
// messages go into the lobby first and onto the screen after, the dice are agreed on whatever screen is shown, and whatever
// goes wrong, the page ends in a screen or in a sentence.

import { Attention } from "./attention.js";
import { tell } from "./elements.js";
import { Fairness } from "./fairness.js";
import { broughtAbout } from "./happenings.js";
import { Kept } from "./kept.js";
import { botNameIn } from "./ladder.js";
import { Link } from "./link.js";
import { Lobby } from "./lobby.js";
import { Notice } from "./notice.js";
import { REACTION_MS } from "./reactions.js";
import { Home } from "./screens/home.js";
import { Question } from "./screens/question.js";
import { Table } from "./screens/table.js";
import { Show } from "./show.js";
import { Somebody } from "./somebody.js";
import { Stage } from "./stage.js";
import { Summary } from "./summary.js";
import { Tabs } from "./tabs.js";
import { wear } from "./theme.js";
import { endsIn, loadWords, pickLanguage } from "./words.js";

/** Where the server gives out the page, whatever the address names behind it: three folders above this file. */
const ROOT = new URL("../../../", import.meta.url);
/** For how long a warning is shown, in milliseconds. */
const WARNING_MS = 6_000;
/** For how long everybody sees what has just come of an action, in milliseconds. */
const HAPPENED_MS = 2_400;
/** The mark of a table in the browser's history: the first screen stands before it, also for whoever came by a link. */
const TABLE = "table";
/** The pauses before a file of the page is asked for once more, in milliseconds. */
const AGAIN_MS = [500, 2_000];

/**
 * @typedef {{theme: string, name: string, game: string, level: number, pace: number, sound: boolean, classic: boolean, language?: string, knows?: boolean, coached?: string[],
 *   only?: import("./screens/lobbies.js").Only}} Preferences
 * @typedef {{game: string, title: string, seats: [number, number], rules: Wire.AnyRules, switches: [string, string[]][], rules_text: string, bots: string[], more?: string[],
 *   maps?: Record<string, string[]>}} GameInfo
 * @typedef {import("./lobby.js").Match} Match
 * @typedef {import("./link.js").Told} Told
 * @typedef {App & {lobby: Lobby & {view: Wire.LobbyView}}} InLobby while a table is drawn
 * @typedef {InLobby & {lobby: {match: Match & {view: object}}}} InMatch while a board is drawn
 * @typedef {{games: GameInfo[], words: import("./words.js").Words, language: import("./words.js").Language}} Known what the page has loaded
 */

/** What a person prefers who has said nothing: the pace in milliseconds for each action of a bot, the theme "" for that of the system.
 * @type {Preferences} */
const DEFAULTS = { theme: "", name: "", game: "dice-of-doom", level: 2, pace: 150, sound: false, classic: false };

export class App {
  /** @param {HTMLElement} page @param {Known} known @param {Kept} kept */
  constructor(page, { games, words, language }, kept) {
    this.games = games;
    this.words = words;
    this.language = language;
    this.kept = kept;
    /** @type {Preferences} */
    this.preferences = { ...DEFAULTS, .../** @type {Partial<Preferences> | null} */ (kept.preferences) };
    wear(this.preferences.theme);
    /** @type {Lobby | null} */
    this.lobby = null;
    /** @type {import("./link.js").LinkState} */
    this.state = "connecting";
    /** For how many seconds an answer of the server is late. */
    this.late = 0;
    /** What is done when the next snapshot has been taken in. @type {(() => void) | undefined} */
    this.entered = undefined;
    /** What the person is called who has given no name. */
    this.guest = `guest ${100 + Math.floor(Math.random() * 900)}`;
    /** The name that the server did not take, and why. @type {{name: string, why: string} | null} */
    this.refused = null;
    this.fairness = new Fairness(/** @type {import("./fairness.js").Kept | null} */ (kept.dice), (it) => { kept.dice = it; });
    this.attention = new Attention();
    this.somebody = new Somebody(this);
    this.notice = new Notice(this);
    this.stage = new Stage(page, this.notice);
    this.onShow = new Show((message) => this.takeIn(message), () => this.draw());
    this.summary = new Summary();
    /** The timers of the reactions that are shown, by seat. @type {Map<number, ReturnType<typeof setTimeout>>} */
    this.reacting = new Map();
    /** What has just come of an action. @type {import("./happenings.js").Happening[]} */
    this.happened = [];
    /** The table that the address names, until the person has come to it. */
    this.wanted = wantedIn(location.pathname, ARCHIVED) ? null : wantedIn(location.pathname, CODE)?.toUpperCase() ?? null;
    this.tabs = new Tabs(ROOT.pathname, () => (this.state === "replaced" ? null : this.link.seat?.lobby ?? null));
    /** The table at which another tab of this browser sits. @type {string | null} */
    this.held = null;
    addEventListener("popstate", () => this.went());
    const url = new URL("ws", ROOT);
    url.protocol = url.protocol.replace("http", "ws");
    this.link = new Link({ url: url.href, name: this.name, load: () => kept.seat, keep: (it) => { kept.seat = it; }, proof: (it) => this.somebody.proof(it) }, {
      onmessage: (message) => this.hear(message),
      onstate: (state, why) => this.change(state, why),
      onlate: (seconds) => { this.notice.isLate(seconds); this.late = seconds; this.draw(); },
      onname: (why) => this.refuseName(why),
      onaccount: (answer) => this.somebody.heard(answer),
    });
  }

  get name() {
    return this.preferences.name || this.guest;
  }

  get screen() {
    return this.stage.screen;
  }

  /** Whether what is shown is what the server shows: connected, and no answer is late. */
  get isLive() {
    return this.state === "inside" && this.late === 0;
  }

  /** Connects; a seat that another tab holds is left to it, until somebody wants it here. */
  async connect() {
    const { seat } = this.kept;
    this.held = seat && (await this.tabs.isHeld(seat.lobby)) ? seat.lobby : null;
    this.link.open(this.held ? null : seat);
  }

  /** Takes the seat over from another tab. */
  takeOver() {
    this.held = null;
    this.link.open(this.kept.seat);
  }

  /** @param {Partial<Preferences>} what */
  prefer(what) {
    Object.assign(this.preferences, what);
    this.kept.preferences = this.preferences;
  }

  /** Another name: the server learns it from another hello, and it is kept when the server has taken it. @param {string} name */
  rename(name) {
    this.refused = null;
    this.chosen = name;
    this.link.name = name || this.guest;
    if (this.state === "outside") this.link.open();
    else if (this.state !== "inside") this.keepName();
    this.draw();
  }

  /** Somebody who has given no name has one elsewhere. @param {string} name */
  called(name) {
    if (this.screen instanceof Home) this.screen.name.input.value = name;
    this.rename(name);
  }

  /** The name was taken. */
  keepName() {
    if (this.chosen === undefined) return;
    this.prefer({ name: this.chosen });
    this.chosen = undefined;
  }

  /** The server does not take the name: it is not kept, and the page goes on as a guest until it is mended. @param {Told} why */
  refuseName(why) {
    this.refused = { name: this.link.name, why: this.refusal(why) };
    if (this.chosen === undefined) this.prefer({ name: "" });
    this.chosen = undefined;
    if (!this.link.seat) queueMicrotask(() => this.mendName());
    return this.guest;
  }

  /** Opens the field of the name that was not taken. */
  mendName() {
    if (!this.screen) this.home();
    if (this.screen instanceof Home && this.refused) this.screen.mend(this.refused, this.wanted);
    this.wanted = null;
  }

  /** Why the server refused something, in words. @param {Told} answer */
  refusal({ code, message }) {
    if (code === "not_connected") return this.words("page_not_sent");
    return this.words("page_refused", { code, message });
  }

  /** Sends a command and shows why, if it is refused. @param {Wire.ClientCommand} command */
  async send(command) {
    const answer = await this.ask(command);
    if (answer.type === "rejected" && answer.code !== "dropped") this.warn(this.refusal(answer));
    return answer;
  }

  /** Sends a command of which the caller shows the refusal. @param {Wire.ClientCommand} command */
  ask(command) {
    return this.link.send(command, this.fairness.commits(command));
  }

  /** Shows something for a while. @param {string} text */
  warn(text) {
    this.warning = text;
    tell(text);
    this.draw();
    clearTimeout(this.warned);
    this.warned = setTimeout(() => { this.warning = ""; this.draw(); }, WARNING_MS);
  }

  /** Shows something until somebody has read it. @param {string} text */
  part(text) {
    this.farewell = text;
    tell(text);
    this.draw();
  }

  /** What a bot is called. @param {string} spec @param {string} [played] */
  botName = (spec, played = this.lobby?.game) => botNameIn(this, spec, played);

  /** The words with which the server has greeted, if any. */
  greeting = "";

  /** What whoever operates the server says; the same words are shown to somebody who comes back only once. @param {Wire.Notice} notice @param {boolean} isGreeting */
  announce({ text, ends_in_ms: left }, isGreeting) {
    if (text && !(isGreeting && text === this.greeting)) this.part(this.words("page_server_says", { text }));
    if (isGreeting) this.greeting = text ?? "";
    if (left) this.warn(endsIn(this.words, left));
  }

  /** @param {Wire.ServerMessage} message */
  hear(message) {
    if ((message.type === "welcome" || message.type === "update") && message.notice) this.announce(message.notice, message.type === "welcome");
    if (message.type === "error") this.warn(this.refusal(message));
    if (message.type === "snapshot") this.lobby ??= new Lobby();
    const command = this.fairness.heard(message);
    if (command) this.link.send(command);
    if (this.lobby) this.onShow.hear(message, this.lobby);
  }

  /** What the lobby is told: at once, or when the dice lie. @param {Wire.ServerMessage} message */
  takeIn(message) {
    const { lobby } = this;
    if (!lobby) return;
    const before = { match: lobby.match, view: lobby.match?.view };
    const changed = lobby.hear(message);
    if (message.type === "snapshot") this.enter(/** @type {InLobby["lobby"]} */ (lobby));
    if (message.type === "update") this.narrate(lobby, message.events, broughtAbout(before, lobby.match));
    if (!changed) return;
    this.call();
    this.draw();
  }

  /** The lobby is there: it is shown, unless the address names another one. @param {InLobby["lobby"]} lobby */
  enter(lobby) {
    if (this.wanted && this.wanted !== lobby.view.lobby) return this.choose(lobby, this.wanted);
    this.wanted = this.held = null;
    this.farewell = "";
    this.address(lobby.view.lobby);
    if (!(this.screen instanceof Table)) this.stage.turnTo(new Table(/** @type {InLobby} */ (this)));
    this.entered?.();
    return void this.recall();
  }

  /** The address wins over the table where one still sits; only whoever plays with others is asked. @param {InLobby["lobby"]} lobby @param {string} wanted */
  choose(lobby, wanted) {
    if (!lobby.playsWithOthers) return this.leave();
    const stay = () => { this.wanted = null; this.enter(lobby); this.draw(); };
    const go = () => this.leave();
    if (!(this.screen instanceof Question)) this.stage.turnTo(new Question(this.words, lobby.view.title, wanted, { go, stay }));
    return undefined;
  }

  /** Resolves when the next snapshot has been taken in: the server sends it after the answer that one has joined. */
  inside() {
    return new Promise((done) => { this.entered = () => done(undefined); });
  }

  async recall() {
    const { lobby } = this;
    this.link.send({ listen: {} }).then((answer) => {
      const listening = answer.reply?.listening;
      for (const whisper of listening?.whispers ?? []) lobby?.hear({ type: "whispered", whisper });
      if (listening) lobby?.hear({ type: "hints", allowed: Boolean(listening.hints) });
      this.draw();
    });
    /** @type {number | null} */
    let before = null;
    do {
      /** @type {Wire.History | undefined} */
      const history = (await this.link.send({ history: before === null ? {} : { before } })).reply?.history;
      if (!history || !lobby || this.lobby !== lobby) return;
      if (before === null) lobby.recall(history);
      before = this.fairness.past(history);
    } while (before !== null);
    this.draw();
  }

  /** No table is shown any more; the one that the address names comes next. @param {Told} [why] */
  outside(why) {
    if (this.lobby) this.lookAway();
    if (!this.screen) this.home();
    if (why) this.part(this.words("page_farewell", why));
    const { wanted } = this;
    this.wanted = null;
    if (wanted && wanted !== this.held && this.screen instanceof Home) this.screen.join(wanted);
  }

  /** Leaves the table, whether or not the server can be told at the moment. */
  leave() {
    this.link.leave();
    this.lookAway();
  }

  /** Was sent away, or the table has ended. @param {string} why in words */
  sentAway(why) {
    this.lookAway();
    this.link.forget();
    this.part(this.farewell ? `${why} ${this.farewell}` : why);
  }

  /** The table is shown no more. */
  lookAway() {
    this.onShow.drop();
    this.lobby = null;
    this.fairness.verdict = null;
    this.call();
    this.home();
  }

  /** Shows the first screen; a replay that was shown by its address has not connected yet. */
  home() {
    if (!(this.screen instanceof Home)) this.stage.turnTo(new Home(this));
    if (!this.wanted) history.replaceState(null, "", ROOT);
    if (!this.link.socket && this.state === "connecting") this.connect();
    this.draw();
  }

  /** The way back from a replay: to the table, or else to the first screen. */
  back() {
    if (!this.lobby?.view) return this.home();
    this.stage.turnTo(new Table(/** @type {InLobby} */ (this)));
    return this.draw();
  }

  /** Shows the match that has just ended step by step, with its review. @param {import("./replay/match_file.js").Match} match
   * @param {import("./screens/review.js").Review} review @param {number} at the step that is shown first */
  async review(match, review, at) {
    const { screen, lobby: { match: seen } } = /** @type {InMatch} */ (this);
    const replays = await this.replays();
    if (!replays || this.screen !== screen || this.lobby?.match !== seen) return;
    const replay = new replays.Replay(this, match, review);
    this.stage.turnTo(replay);
    replay.show(at);
  }

  /** Shows a match from its file, if its dice are what they must be. @param {string} text */
  async replay(text) {
    const replays = await this.replays();
    if (!replays) return undefined;
    try {
      const match = replays.readMatch(text);
      if ("ok" in match.verdict && !match.verdict.ok) return this.warn(this.words("page_replay_wrong"));
      this.stage.turnTo(new replays.Replay(this, match));
      return this.draw();
    } catch {
      return this.warn(this.words("page_replay_bad"));
    }
  }

  /** What shows matches again; nothing if the server does not answer. */
  async replays() {
    try {
      return (await import("./replay/main.js")).replays;
    } catch {
      return this.warn(this.words("page_replay_unreached"));
    }
  }

  /** Shows a match of the server's archive. @param {string} name */
  async archived(name) {
    const answer = await fetch(new URL(`replay/${name}.json`, ROOT)).catch(() => null);
    if (answer?.ok) await this.replay(await answer.text());
    else this.warn(this.words(answer ? "page_replay_missing" : "page_replay_unreached"));
    if (!this.screen) this.home();
  }

  /** The address names the lobby, so that a reload or a friend finds it; the browser's way back leads to the first screen. @param {string} code */
  address(code) {
    const link = this.linkTo(code);
    if (history.state !== TABLE) {
      history.replaceState(null, "", ROOT);
      history.pushState(TABLE, "", link);
    } else if (location.href !== link) history.replaceState(TABLE, "", link);
  }

  /** The browser's way back or forward: out of the table, as its own button, or into one. */
  went() {
    const { lobby, screen } = this;
    const code = wantedIn(location.pathname, CODE)?.toUpperCase() ?? null;
    if (lobby?.view && screen instanceof Table && code !== lobby.view.lobby) {
      this.wanted = code;
      if (screen.leave()) return;
      this.wanted = null;
      history.pushState(TABLE, "", this.linkTo(lobby.view.lobby));
    } else if (!lobby && code && screen instanceof Home) screen.join(code);
  }

  /** The address of a lobby. @param {string} code */
  linkTo(code) {
    return new URL(code, ROOT).href;
  }

  /** @param {Lobby} lobby @param {Wire.EventView[]} events @param {import("./happenings.js").Happening[]} happened */
  narrate(lobby, events, happened) {
    const { words } = this;
    tell(this.summary.hear(events, lobby.where(words, this.botName), lobby, happened.map((it) => this.happening(it))));
    if (happened.length || lobby.match?.outcome) this.happen(happened);
    for (const event of events) {
      const gone = event.kicked ?? event.banned;
      if (gone?.player === lobby.you) this.sentAway(words("page_sent_away"));
      const { reacted } = event;
      if (reacted && lobby.react(reacted)) this.reacted(lobby, reacted);
      if (event.ended) this.sentAway(words("page_lobby_ended"));
      if (event.match_started && this.screen?.isReplay) this.back();
    }
  }

  /** Says a reaction, which is shown for a while. @param {Lobby} lobby @param {import("./reactions.js").Reacted} reacted */
  reacted(lobby, { player, seat, reaction }) {
    tell(this.words("page_reacted", { reaction, name: lobby.names.get(player) ?? "?", at: lobby.seatName(seat, this.botName) }));
    const sign = lobby.reactionAt(seat);
    clearTimeout(this.reacting.get(seat));
    this.reacting.set(seat, setTimeout(() => {
      if (lobby.reactionAt(seat) === sign) lobby.reactions.delete(seat);
      this.draw();
    }, REACTION_MS));
  }

  /** Shows for a while what has come of an action. @param {import("./happenings.js").Happening[]} happened */
  happen(happened) {
    this.happened = happened;
    clearTimeout(this.passing);
    this.passing = setTimeout(() => { this.happened = []; this.draw(); }, HAPPENED_MS);
  }

  /** The same in words. @param {import("./happenings.js").Happening} it */
  happening({ kind, seat, before, after }) {
    return this.words("page_happened", { kind, name: this.lobby?.seatName(seat, this.botName) ?? "", before, after });
  }

  /** @param {import("./link.js").LinkState} state @param {Told} [why] */
  change(state, why) {
    this.state = state;
    this.why = why;
    document.body.dataset.link = state;
    if (state === "outside" || state === "inside") this.keepName();
    if (state === "outside") this.outside(why);
    this.notice.changed();
    this.draw();
  }

  /** Calls for attention, if it is the person's turn; no frame is needed for that, because a hidden tab gets none. */
  call() {
    const { lobby, attention } = this;
    const stays = attention.isMine && lobby?.isToMove;
    const mine = Boolean(lobby?.isMyTurn || stays);
    // All of it at once: a second text would take the place of the first before it is read out.
    if (lobby && mine && !attention.isMine) tell([this.summary.take(lobby.where(this.words, this.botName)), this.words("page_told_your_turn")].filter(Boolean).join(" "));
    attention.turn(mine, this.preferences.sound);
    document.title = mine ? `● ${this.words("page_your_turn")} · Dicehall` : "Dicehall";
  }

  draw() {
    this.stage.draw();
  }
}

/** How an address ends that names a lobby, and one that names a match of the archive. */
const CODE = /\/([A-Za-z0-9]{5})\/?$/;
const ARCHIVED = /\/replay\/([^/]+)$/;

/** @param {string} path @param {RegExp} what */
const wantedIn = (path, what) => what.exec(path)?.[1] ?? null;

/** The text of a file beside this one, asked for again if it does not come. @param {string} name @returns {Promise<string>} */
async function read(name) {
  for (const pause of [...AGAIN_MS, null]) {
    const answer = await fetch(new URL(name, import.meta.url)).catch(() => null);
    if (answer?.ok) return answer.text();
    if (pause !== null) await new Promise((done) => { setTimeout(done, pause); });
  }
  throw new Error(name);
}

async function begin() {
  const kept = new Kept(ROOT);
  const preferred = /** @type {Partial<Preferences> | null} */ (kept.preferences);
  const language = pickLanguage(navigator.languages, preferred?.language);
  const [games, words] = await Promise.all([read("games.json"), loadWords(language, (path) => read(`../lang/${path}`))]);
  document.documentElement.lang = language;
  const page = document.getElementById("page") ?? document.body;
  const app = new App(page, { games: JSON.parse(games).games, words, language }, kept);
  const archived = wantedIn(location.pathname, ARCHIVED);
  if (archived) await app.archived(archived);
  else app.home();
}

// What stands in the page before it begins says how to try again.
begin().catch(() => document.body.classList.add("failed"));
