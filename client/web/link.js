// The connection to the server: says hello, comes back by itself after every break, and sends again what had no answer.
// Called by `main.js` alone. Laws kept here: each command has one answer; the token stays in this browser; a connection
// that another tab has taken over stays closed until somebody wants it back.

import { Shown } from "./shown.js";

/** The protocol's version. */
const VERSION = 3;
/** The first pause before another attempt, and the longest, in milliseconds. */
const PAUSE_MS = 250;
const PAUSE_MS_MAX = 15_000;
/** How long a connection may take to open, in milliseconds. */
const OPEN_MS_MAX = 8_000;

/**
 * @typedef {"connecting"|"outside"|"inside"|"broken"|"replaced"|"closed"} LinkState
 * @typedef {Extract<Wire.ServerMessage, {type: "accepted" | "rejected"}>} Answer
 * @typedef {{lobby: string, token: string}} Seat
 */

export class Link {
  /**
   * @param {{url: string, name: string, seat: {load: () => Seat | null, save: (seat: Seat | null) => void}}} where
   * @param {{onmessage: (message: Wire.ServerMessage) => void, onstate: (state: LinkState, why?: string) => void}} ears
   */
  constructor(where, ears) {
    this.where = where;
    this.ears = ears;
    this.name = where.name;
    this.seat = where.seat.load();
    this.shown = new Shown();
    this.next = 1;
    /** @type {Map<number, {command: Wire.ClientCommand, done: (answer: Answer) => void}>} */
    this.waiting = new Map();
    this.attempts = 0;
    // The number by which the server knows the newest of several connections.
    this.attempt = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {LinkState} */
    this.state = "connecting";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    for (const event of ["online", "focus"]) addEventListener(event, () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
  }

  /** Connects; also takes a lobby back from another tab, whose token is the one that counts. */
  open() {
    this.drop();
    this.seat = this.where.seat.load() ?? this.seat;
    this.change("connecting");
    const socket = new WebSocket(this.where.url);
    this.socket = socket;
    this.timer = setTimeout(() => this.lost(socket), OPEN_MS_MAX);
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => this.hear(socket, JSON.parse(event.data));
    socket.onclose = () => this.lost(socket);
  }

  /**
   * Sends a command; the answer is `accepted` or `rejected`.
   * @param {Wire.ClientCommand} command
   * @param {Wire.EarlyCommitment | null} [commits] to a share of the next match's dice; not sent again after a break, because the
   *   server asks for it then
   * @returns {Promise<Answer>}
   */
  send(command, commits) {
    const id = this.next++;
    return new Promise((done) => {
      this.waiting.set(id, { command, done });
      if (this.state === "outside" || this.state === "inside") this.say({ type: "command", id, command, ...(commits && { commits }) });
    });
  }

  /** The lobby is left: nothing is to be taken up again. */
  forget() {
    this.keep(null);
    if (this.state === "inside") this.change("outside");
  }

  hello() {
    /** @type {Extract<Wire.ClientMessage, {type: "hello"}>} */
    const hello = { type: "hello", version: VERSION, name: this.name };
    this.attempt = Math.max(Date.now(), this.attempt + 1);
    if (this.seat) hello.resume = { lobby: this.seat.lobby, token: this.seat.token, attempt: this.attempt };
    this.say(hello);
  }

  /** @param {WebSocket} socket @param {Wire.ServerMessage} said */
  hear(socket, said) {
    if (socket !== this.socket) return;
    const message = this.shown.unfold(said);
    // Whoever comes back is sent a snapshot.
    if (!message) return this.lost(socket);
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "accepted" || message.type === "rejected") this.answer(message);
    else if (message.type === "closing") this.closing(message);
    this.ears.onmessage(message);
  }

  /** @param {Extract<Wire.ServerMessage, {type: "welcome"}>} message */
  welcome(message) {
    clearTimeout(this.timer);
    this.attempts = 0;
    if (message.resumed && message.renewed && this.seat) {
      this.keep({ ...this.seat, token: message.renewed.token });
      this.next = Math.max(this.next, message.renewed.last_id + 1);
    } else {
      this.keep(null);
    }
    this.change(message.resumed ? "inside" : "outside");
    for (const [id, { command }] of this.waiting) this.say({ type: "command", id, command });
  }

  /** @param {Answer} message */
  answer(message) {
    const joined = message.reply?.joined;
    if (joined) {
      this.keep({ lobby: joined.lobby, token: joined.token });
      this.change("inside");
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    waiting?.done(message);
  }

  /** @param {{code: string, message: string}} told */
  closing({ code, message }) {
    if (code === "replaced") this.end("replaced", message);
    else if (code === "wrong_version") this.end("closed", message);
  }

  /** @param {LinkState} state @param {string} why */
  end(state, why) {
    this.drop();
    this.change(state, why);
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (socket !== this.socket) return;
    this.drop();
    this.change("broken");
    const pause = Math.min(PAUSE_MS * 2 ** this.attempts++, PAUSE_MS_MAX);
    this.timer = setTimeout(() => this.open(), pause * (0.5 + Math.random()));
  }

  hurry() {
    if (this.state !== "broken" || document.visibilityState === "hidden") return;
    this.attempts = 0;
    this.open();
  }

  drop() {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** @param {Wire.ClientMessage} message */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {Seat | null} seat */
  keep(seat) {
    this.seat = seat;
    this.where.seat.save(seat);
  }

  /** @param {LinkState} state @param {string} [why] */
  change(state, why) {
    this.state = state;
    this.ears.onstate(state, why);
  }
}

/** 128 random bits as a request's key, so that a request whose answer was lost is not carried out twice. */
export function requestKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
}
