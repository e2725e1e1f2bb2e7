// What the page knows of the lobby it is in: the last snapshot and every update after it. Called by `main.js` for each
// message, read by the screens. Law kept here: everything is as the server told it; the page knows no rules.

import { REACTIONS } from "./reactions.js";
import { choicesOf } from "./shown.js";
import { settle } from "./waiting.js";

/** The most lines of the log and of the talk that are kept. */
const LINES_MAX = 400;
/** The name beside what whoever operates the server says; no person may be called so. */
const SERVER = "Dicehall";

/**
 * @typedef {{revision: number, round: number, event: Wire.EventView, seat?: number, gained?: number}} Line with the seat that acted, and how many dice its action brought it
 * @typedef {{revision: number, player: number, name: string, text: string, whisper?: string}} Said
 * @typedef {Wire.AnyView["view"]} View
 * @typedef {{config: Wire.AnyConfig, layout?: Wire.Layout | null, ply: number, resigned: number[], view: View | null, outcome?: Wire.Outcome | null}} Match
 * @typedef {Extract<Wire.EventView, {acted: object}>["acted"]} Acted
 * @typedef {{revision: number, seat: number, defender: number | null, action: Wire.AnyAction["action"]} & Wire.Roll} Battle
 * @typedef {Extract<Wire.ServerMessage, {type: "snapshot"}>} Snapshot
 * @typedef {Extract<Wire.ServerMessage, {type: "update"}>} Update
 * @typedef {ReturnType<typeof choicesOf>} Choices
 * @typedef {Extract<Wire.ServerMessage, {type: "clocks"}>} Clocks
 */

/** How many dice more a seat has on the board. @param {number} seat @param {View | null} [before] @param {View | null} [after] */
const gained = (seat, before, after) => (before && after && "standings" in before && "standings" in after ? after.standings[seat].dice - before.standings[seat].dice : 0);

/**
 * What a seat is called; bots of one kind are numbered.
 * @param {{human?: {player: number}, bot?: {bot: string}}[]} holders of all seats @param {number} seat
 * @param {(player: number) => string | undefined} personName @param {(bot: string) => string} botName
 */
export function seatName(holders, seat, personName, botName) {
  const { human, bot } = holders[seat] ?? {};
  if (human) return personName(human.player) ?? "?";
  if (!bot) return `${seat + 1}`;
  const same = holders.flatMap((it, at) => (it.bot?.bot === bot.bot ? [at] : []));
  return same.length > 1 ? `${botName(bot.bot)} ${same.indexOf(seat) + 1}` : botName(bot.bot);
}

/** Whose place an attack goes to; null where that cannot be told. @param {View | null | undefined} view before it @param {Wire.AnyAction["action"]} action */
export function ownerAt(view, action) {
  if (!view || !("standings" in view) || !Array.isArray(action)) return null;
  return view.board.charCodeAt(2 * action[1]) - 97;
}

/**
 * What whoever operates the server says with an update, as a line of the talk.
 * @param {Wire.PastUpdate | Update} update
 * @returns {Said[]}
 */
function announced(update) {
  const text = "notice" in update ? update.notice?.text : undefined;
  return text ? [{ revision: update.revision, player: -1, name: SERVER, text }] : [];
}

export class Lobby {
  constructor() {
    this.revision = 0;
    /** The person's number in the lobby. */
    this.you = -1;
    /** Who sits where, as the server tells it. @type {Wire.LobbyView | null} */
    this.view = null;
    /** The match that runs or ran last: config, view, ply, outcome. @type {Match | null} */
    this.match = null;
    /** What the person may do: ply and choices. @type {Choices | null} */
    this.choices = null;
    /** @type {Clocks | null} */
    this.clocks = null;
    this.clocksAt = 0;
    this.frozen = false;
    /** When a bot acts for somebody who is gone. @type {Map<number, number>} */
    this.botAt = new Map();
    /** Whether an expert may be asked at this table, by whoever can. */
    this.hints = false;
    /** What happened, the oldest first. @type {Line[]} */
    this.log = [];
    /** @type {Said[]} */
    this.talk = [];
    /** What others said that was not read yet; whoever shows the talk empties it. @type {Said[]} */
    this.unread = [];
    /** Whom this page does not listen to. @type {Set<number>} */
    this.muted = new Set();
    /** Who has whispered to the person last. @type {number | null} */
    this.whisperer = null;
    /** The names of all who were ever here, by number. @type {Map<number, string>} */
    this.names = new Map();
    /** Each seat's dice, round by round. @type {number[][]} */
    this.shares = [];
    /** The last battle: from, to and both sides' faces. @type {Battle | null} */
    this.battle = null;
    /** The last action. @type {Acted | null} */
    this.last = null;
    /** The reactions that are shown, by the seat at which they are made. @type {Map<number, string>} */
    this.reactions = new Map();
    this.recalledTo = 0;
    /** The revision that was known before the last snapshot; 0 if none was. */
    this.knownTo = 0;
  }

  /** Takes in a message; tells whether anything that is shown may have changed. @param {Wire.ServerMessage} message */
  hear(message) {
    switch (message.type) {
      case "snapshot": this.snapshot(message); return true;
      case "update": this.update(message); return true;
      case "offered": this.choices = choicesOf(message); return true;
      case "clocks": this.clocks = message; this.clocksAt = performance.now(); return true;
      case "presence": this.presence(message); return true;
      case "frozen": this.frozen = message.frozen; return true;
      case "hints": this.hints = message.allowed; return true;
      case "whispered": this.whispered(message.whisper); return true;
      default: return false;
    }
  }

  /** What happened before the page came, from the answer to `history`. @param {Wire.History} history */
  recall(history) {
    const before = (/** @type {{revision: number}} */ it) => it.revision > this.recalledTo;
    const later = { log: this.log.filter(before), talk: this.talk.filter(before) };
    this.log = [];
    this.talk = [];
    /** @type {View | undefined} */
    let shown;
    for (const update of history.updates) {
      this.note(update, shown ?? update.view?.view, update.view?.view);
      shown = update.view?.view ?? shown;
    }
    if (this.knownTo) this.count(this.talk.filter((it) => it.revision > this.knownTo && it.revision <= this.recalledTo));
    const known = this.log.length ? this.log[this.log.length - 1].revision : 0;
    this.log.push(...later.log.filter((it) => it.revision > known));
    this.talk.push(...later.talk.filter((it) => it.revision > known));
  }

  /** The seat that the person holds. @returns {number|null} */
  get seat() {
    const at = this.view?.seats.findIndex((it) => it.holder.human?.player === this.you);
    return at === undefined || at < 0 ? null : at;
  }

  /** How the evening stands, once a match has ended. @returns {Wire.EveningView | null} */
  get evening() {
    return this.view?.evening ?? null;
  }

  /** The sign that somebody has just made at whoever sits there. @param {number} seat */
  reactionAt(seat) {
    return this.reactions.get(seat) ?? "";
  }

  /** Takes a reaction in, unless this page does not listen to whom it comes from; tells whether it is shown. @param {import("./reactions.js").Reacted} told */
  react({ player, seat, reaction }) {
    if (this.muted.has(player) || !Object.hasOwn(REACTIONS, reaction)) return false;
    this.reactions.set(seat, REACTIONS[reaction]);
    return true;
  }

  get isHost() {
    return this.view?.host === this.you;
  }

  /** Whether the person may choose now. */
  get isMyTurn() {
    return Boolean(this.choices && this.match && this.view?.phase === "playing" && this.choices.ply === this.match.ply);
  }

  /** Whether it is the person's turn, with or without choices at the moment. */
  get isToMove() {
    const { seat, match, view } = this;
    return seat !== null && view?.phase === "playing" && match?.view?.to_move === seat;
  }

  /** Whether the person plays in a match in which other people play. */
  get playsWithOthers() {
    const { seat, view } = this;
    if (seat === null || !view || !["playing", "starting"].includes(view.phase) || view.seats[seat].resigned) return false;
    return view.seats.some((it, at) => at !== seat && it.holder.human);
  }

  get game() {
    return this.match && this.view?.phase !== "waiting" ? this.match.config.game : this.view?.settings.rules.game;
  }

  /** What a seat is called. @param {number} seat @param {(bot: string) => string} botName */
  seatName(seat, botName) {
    const holders = (this.view?.seats ?? []).map((it) => it.holder);
    return seatName(holders, seat, (player) => this.names.get(player), botName);
  }

  /** What puts events into words here. @param {import("./words.js").Words} words @param {(bot: string) => string} botName */
  where(words, botName) {
    const seat = (/** @type {number} */ it) => this.seatName(it, botName);
    return { words, config: this.match?.config, seat, person: (/** @type {number} */ it) => this.names.get(it) ?? "?" };
  }

  /** @param {Snapshot} message */
  snapshot(message) {
    this.knownTo = this.revision;
    this.revision = message.revision;
    this.recalledTo = message.revision;
    this.you = message.you;
    this.choices = null;
    this.clocks = null;
    this.look(message.lobby);
    const told = message.game_match;
    this.match = told ? { ...told, view: told.view.view } : null;
    this.battle = null;
    this.last = null;
    this.shares = [];
    if (this.match) this.share(this.match.view);
  }

  /** @param {Update} message */
  update(message) {
    this.revision = message.revision;
    if (message.lobby) this.look(message.lobby);
    for (const event of message.events) {
      if (event.match_started) this.begin(event.match_started.config, message);
    }
    const before = this.match?.view;
    if (this.match) this.follow(this.match, message);
    settle(this);
    const said = this.note(message, before ?? this.match?.view, this.match?.view);
    if (this.battle?.revision === message.revision) this.battle.defender = ownerAt(before, this.battle.action);
    this.count(said);
    if (message.ply !== this.choices?.ply) this.choices = null;
  }

  /** @param {Wire.AnyConfig} config @param {Update} message */
  begin(config, message) {
    this.match = { config, layout: message.layout, ply: message.ply, resigned: [], view: null, outcome: null };
    this.shares = [];
    this.battle = null;
    this.last = null;
  }

  /** @param {Match} match @param {Update} message */
  follow(match, message) {
    const begun = match.view ?? message.view?.view;
    if (message.view) match.view = message.view.view;
    match.ply = message.ply;
    match.outcome = message.outcome ?? (this.view?.phase === "playing" ? null : match.outcome);
    if (message.view) this.share(match.view, begun);
  }

  /** Keeps how the dice are shared, for the graph at the end: in the round in which the step began. @param {View | null} view @param {View | null} [begun] */
  share(view, begun = view) {
    if (view && begun && "standings" in view && "round" in begun) this.shares[begun.round - 1] = view.standings.map((it) => it.dice);
  }

  /** Counts what others said among what was not read. @param {Said[]} said */
  count(said) {
    this.unread.push(...said.filter((it) => it.player !== this.you && !this.muted.has(it.player)));
    this.unread.splice(0, this.unread.length - LINES_MAX);
  }

  /** Gives back what was said. @param {Wire.PastUpdate | Update} update @param {View | null} [view] before it @param {View | null} [after] */
  note(update, view, after) {
    /** @type {Acted | null} */
    let acted = null;
    /** @type {Said[]} */
    const said = [];
    for (const event of update.events) {
      if (event.said) said.push({ revision: update.revision, player: event.said.player, name: this.names.get(event.said.player) ?? "?", text: event.said.text });
      else {
        const seat = event.acted?.seat ?? (event.rolled ? acted?.seat : undefined);
        this.log.push({ revision: update.revision, round: view && "round" in view ? view.round : 0, event, seat, gained: event.acted && gained(event.acted.seat, view, after) });
      }
      if (event.entered) this.names.set(event.entered.player, event.entered.name);
      if (event.acted) acted = event.acted;
      const chance = event.rolled?.chance.chance;
      if (chance?.battle && acted) this.battle = { revision: update.revision, seat: acted.seat, defender: null, action: acted.action.action, ...chance.battle };
    }
    said.push(...announced(update));
    if (acted) this.last = acted;
    this.talk.push(...said);
    for (const lines of [this.log, this.talk]) lines.splice(0, lines.length - LINES_MAX);
    return said;
  }

  /** @param {Wire.LobbyView} view */
  look(view) {
    this.view = view;
    for (const person of view.players) this.names.set(person.player, person.name);
  }

  /** @param {{player: number, connected: boolean, bot_in_ms?: number | null}} told */
  presence({ player, connected, bot_in_ms: left }) {
    const person = this.view?.players.find((it) => it.player === player);
    if (person) person.connected = connected;
    if (typeof left === "number") this.botAt.set(player, performance.now() + left);
    else this.botAt.delete(player);
  }

  /** How many milliseconds are left to a seat, of its clock or until a bot takes it. @param {number} seat @returns {number | null} */
  left(seat) {
    const human = this.view?.seats[seat]?.holder.human;
    const bot = human && !human.held_by_bot && this.view?.phase === "playing" ? this.botAt.get(human.player) : undefined;
    if (bot !== undefined) return Math.max(0, bot - performance.now());
    const left = this.clocks?.left_ms[seat];
    if (left === undefined) return null;
    return Math.max(0, left - (this.clocks?.running === seat ? performance.now() - this.clocksAt : 0));
  }

  /** @param {Wire.Whisper} whisper */
  whispered({ revision, player, to, text }) {
    const name = this.names.get(player) ?? "?";
    const said = { revision, player, name, text, whisper: this.names.get(to) ?? "?" };
    this.talk.push(said);
    this.talk.splice(0, this.talk.length - LINES_MAX);
    if (player !== this.you) this.whisperer = player;
    if (revision > this.recalledTo) this.count([said]);
  }
}
