// What the page knows of the lobby it is in: the last snapshot and every update after it. Called by `main.js` for each
// message, read by the screens. Law kept here: it is told, never worked out; the page knows no rules.

/** The most lines of the log and of the talk that are kept. */
const LINES_MAX = 400;

/** @typedef {{revision: number, round: number, event: any}} Line */

export class Lobby {
  constructor() {
    this.revision = 0;
    /** The person's number in the lobby. */
    this.you = -1;
    /** Who sits where, as the server tells it. @type {any} */
    this.view = null;
    /** The match that runs or ran last: config, view, ply, outcome. @type {any} */
    this.match = null;
    /** What the person may do: ply and choices. @type {any} */
    this.choices = null;
    this.clocks = null;
    this.clocksAt = 0;
    this.frozen = false;
    /** What happened, the oldest first. @type {Line[]} */
    this.log = [];
    /** @type {{revision: number, name: string, text: string, whisper?: string}[]} */
    this.talk = [];
    /** The names of all who were ever here, by number. @type {Map<number, string>} */
    this.names = new Map();
    /** Each seat's dice, round by round. @type {number[][]} */
    this.shares = [];
    /** The last battle: from, to and both sides' faces. @type {any} */
    this.battle = null;
    this.last = null;
  }

  /** Takes in a message; tells whether anything that is shown may have changed. @param {any} message */
  hear(message) {
    switch (message.type) {
      case "snapshot": this.snapshot(message); return true;
      case "update": this.update(message); return true;
      case "choices": this.choices = message; return true;
      case "clocks": this.clocks = message; this.clocksAt = performance.now(); return true;
      case "presence": this.presence(message); return true;
      case "frozen": this.frozen = message.frozen; return true;
      case "whispered": this.whispered(message.whisper); return true;
      default: return false;
    }
  }

  /** What happened before the page came, from the answer to `history`. @param {any} history */
  recall(history) {
    const before = (it) => it.revision > this.recalledTo;
    const later = { log: this.log.filter(before), talk: this.talk.filter(before) };
    this.log = [];
    this.talk = [];
    for (const update of history.updates) this.note(update, update.view?.view);
    const known = this.log.length ? this.log[this.log.length - 1].revision : 0;
    this.log.push(...later.log.filter((it) => it.revision > known));
    this.talk.push(...later.talk.filter((it) => it.revision > known));
  }

  /** The seat that the person holds. @returns {number|null} */
  get seat() {
    const at = this.view?.seats.findIndex((it) => it.holder.human?.player === this.you);
    return at === undefined || at < 0 ? null : at;
  }

  get isHost() {
    return this.view?.host === this.you;
  }

  /** Whether the person may choose now. */
  get isMyTurn() {
    return Boolean(this.choices && this.match && this.view?.phase === "playing" && this.choices.ply === this.match.ply);
  }

  get game() {
    return this.match && this.view?.phase !== "waiting" ? this.match.config.game : this.view?.settings.rules.game;
  }

  /** What a seat is called; bots of one kind are numbered. @param {number} seat @param {(bot: string) => string} botName */
  seatName(seat, botName) {
    const holder = this.view?.seats[seat]?.holder;
    if (holder?.human) return this.names.get(holder.human.player) ?? "?";
    if (!holder?.bot) return `${seat + 1}`;
    const { bot } = holder.bot;
    const same = this.view.seats.flatMap((it, at) => (it.holder.bot?.bot === bot ? [at] : []));
    return same.length > 1 ? `${botName(bot)} ${same.indexOf(seat) + 1}` : botName(bot);
  }

  snapshot(message) {
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
    if (this.match) this.count(this.match.view);
  }

  update(message) {
    this.revision = message.revision;
    if (message.lobby) this.look(message.lobby);
    for (const event of message.events) {
      if (event.match_started) this.begin(event.match_started.config, message);
    }
    if (this.match) this.follow(message);
    this.note(message, this.match?.view);
    if (message.ply !== this.choices?.ply) this.choices = null;
  }

  begin(config, message) {
    this.match = { config, ply: message.ply, resigned: [], view: null, outcome: null };
    this.shares = [];
    this.battle = null;
    this.last = null;
  }

  follow(message) {
    if (message.view) this.match.view = message.view.view;
    this.match.ply = message.ply;
    this.match.outcome = message.outcome ?? (this.view.phase === "playing" ? null : this.match.outcome);
    if (message.view) this.count(this.match.view);
  }

  /** Keeps how the dice are shared, for the graph at the end. */
  count(view) {
    if (!view?.standings) return;
    this.shares[Math.max(0, view.round - 1)] = view.standings.map((it) => it.dice);
  }

  note(update, view) {
    let acted = null;
    for (const event of update.events) {
      if (event.said) this.talk.push({ revision: update.revision, name: this.names.get(event.said.player) ?? "?", text: event.said.text });
      else this.log.push({ revision: update.revision, round: view?.round ?? 0, event });
      if (event.entered) this.names.set(event.entered.player, event.entered.name);
      if (event.acted) acted = event.acted;
      const chance = event.rolled?.chance.chance;
      if (chance?.battle && acted) this.battle = { revision: update.revision, seat: acted.seat, action: acted.action.action, ...chance.battle };
    }
    if (acted) this.last = acted;
    this.log.splice(0, this.log.length - LINES_MAX);
    this.talk.splice(0, this.talk.length - LINES_MAX);
  }

  look(view) {
    this.view = view;
    for (const person of view.players) this.names.set(person.player, person.name);
  }

  presence({ player, connected }) {
    const person = this.view?.players.find((it) => it.player === player);
    if (person) person.connected = connected;
  }

  whispered({ revision, player, to, text }) {
    const name = this.names.get(player) ?? "?";
    this.talk.push({ revision, name, text, whisper: this.names.get(to) ?? "?" });
  }
}
