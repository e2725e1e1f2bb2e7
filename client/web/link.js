// The connection to the server: says hello, comes back by itself after every break, and sends again what had no answer.
// Called by `main.js` alone. Laws kept here: each command has one answer; nothing is carried out that was asked for while there was no
// connection; the token stays in this browser; a connection that another tab has taken over stays closed until somebody
// wants it back.

import { isForbidden } from "./admitted.js";
import { CLIENT_SILENCE_MS_MAX, Pulse } from "./pulse.js";
import { Shown } from "./shown.js";

/** The protocol's version. */
const VERSION = 4;
/** The first pause before another attempt, and the longest, in milliseconds. */
const PAUSE_MS = 250;
const PAUSE_MS_MAX = 5_000;
/** How long a connection may take to open and to be welcomed, in milliseconds. */
const OPEN_MS_MAX = 5_000;
/** How old a request may be that is made once more outside of a lobby, in milliseconds: after that nobody expects its effect. */
const REQUEST_AGE_MS_MAX = 2 * CLIENT_SILENCE_MS_MAX;
/** What asks the server whether it is there. @type {Wire.ClientCommand} */
const QUESTION = /** @type {Wire.ClientCommand} */ ("ping");
/** The codes of a name that the server does not take. */
const NAME_CODES = ["bad_name", "name_reserved"];
/** The code for a device that was taken away from its person. */
const TAKEN = "key_revoked";

/**
 * @typedef {"connecting"|"outside"|"inside"|"broken"|"replaced"|"closed"} LinkState
 * @typedef {Extract<Wire.ServerMessage, {type: "accepted" | "rejected"}>} Answer
 * @typedef {import("./kept.js").Seat} Seat
 * @typedef {{code: string, message: string}} Told
 * @typedef {{command: Wire.ClientCommand, done: (answer: Answer) => void, at: number, inside: boolean}} Asked when, and whether in a lobby
 * @typedef {{onmessage: (message: Wire.ServerMessage) => void, onstate: (state: LinkState, why?: Told) => void,
 *   onlate: (seconds: number) => void, onname: (why: Told) => string, onaccount?: (answer: Answer) => void}} Ears the last but one gives the name to use instead
 */

export class Link {
  /**
   * @param {{url: string, name: string, load: () => Seat | null, keep: (seat: Seat | null) => void,
   *   proof?: (challenge?: Wire.Challenge | null) => Wire.ClientCommand | null}} where the last proves who the person is
   * @param {Ears} ears
   */
  constructor(where, ears) {
    this.where = where;
    this.ears = ears;
    this.name = where.name;
    /** @type {Seat | null} */
    this.seat = null;
    this.shown = new Shown();
    this.next = 1;
    /** What has no answer yet. @type {Map<number, Asked>} */
    this.waiting = new Map();
    this.attempts = 0;
    /** Whether the server has said that this page may not connect. */
    this.isForbidden = false;
    // The number by which the server knows the newest of several connections.
    this.attempt = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {LinkState} */
    this.state = "connecting";
    /** Whether the person has left, and the server does not know it yet. */
    this.isLeaving = false;
    /** The number of the command that proves who the person is. */
    this.proof = 0;
    /** Why the server closed the connection, as it said. @type {Told | undefined} */
    this.farewell = undefined;
    this.pulse = new Pulse({ ask: () => this.ask(), late: (it) => ears.onlate(it), gone: () => this.redial() });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    for (const event of ["online", "offline", "focus", "pageshow"]) addEventListener(event, () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
  }

  /** Connects; also takes a lobby back from another tab, whose token is the one that counts. @param {Seat | null} [seat] */
  open(seat = this.seat) {
    this.drop();
    const kept = this.where.load();
    this.seat = kept && kept.lobby === seat?.lobby ? kept : seat;
    this.change("connecting");
    const socket = new WebSocket(this.where.url);
    this.socket = socket;
    this.timer = setTimeout(() => this.lost(socket), OPEN_MS_MAX);
    socket.onopen = () => { if (socket === this.socket) this.hello(); };
    socket.onmessage = (event) => this.hear(socket, JSON.parse(event.data));
    socket.onclose = () => this.lost(socket);
  }

  /**
   * Sends a command; the answer is `accepted` or `rejected`. Before the first welcome it waits; later, without a connection, it is
   * refused here.
   * @param {Wire.ClientCommand} command
   * @param {Wire.EarlyCommitment | null} [commits] to a share of the next match's dice; not sent again after a break, because the
   *   server asks for it then
   * @returns {Promise<Answer>}
   */
  send(command, commits) {
    const id = this.next++;
    const isOpen = this.state === "outside" || this.state === "inside";
    if (!isOpen && (this.state !== "connecting" || this.attempts > 0)) return Promise.resolve(refusal(id, "not_connected"));
    return new Promise((done) => {
      this.waiting.set(id, { command, done, at: Date.now(), inside: this.state === "inside" });
      if (isOpen) this.say({ type: "command", id, command, ...(commits && { commits }) });
      this.count();
    });
  }

  /** Leaves the lobby: at once for whoever sits here, and for the server as soon as it can be told. */
  leave() {
    if (this.state === "outside") return;
    this.isLeaving = true;
    this.where.keep(null);
    for (const id of [...this.waiting.keys()]) this.refuse(id, "dropped");
    if (this.state === "inside") this.sayLeave();
    else if (this.state === "replaced") this.forget();
  }

  async sayLeave() {
    const left = this.send("leave");
    this.change("connecting");
    await left;
    if (this.isLeaving) this.forget();
  }

  /** The lobby is left: nothing is to be taken up again. */
  forget() {
    this.isLeaving = false;
    this.keep(null);
    if (this.state === "replaced") return this.open();
    if (!this.socket || this.state === "outside") return undefined;
    this.change("outside");
    return this.repeat();
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
    this.pulse.heard();
    const message = this.shown.unfold(said);
    // Whoever comes back is sent a snapshot.
    if (!message) return this.lost(socket);
    if (message.type === "error" && NAME_CODES.includes(message.code)) return this.rename(message);
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "accepted" || message.type === "rejected") this.answer(message);
    else if (message.type === "closing") this.closing(message);
    if (!this.isLeaving) this.ears.onmessage(message);
  }

  /** The server does not take the name: what was asked for is dropped, and the page goes on with another. @param {Told} why */
  rename(why) {
    for (const id of [...this.waiting.keys()]) this.refuse(id, "dropped");
    const name = this.ears.onname(why);
    if (name === this.name) return this.end("closed", why);
    this.name = name;
    return this.hello();
  }

  /** @param {Extract<Wire.ServerMessage, {type: "welcome"}>} message */
  welcome(message) {
    clearTimeout(this.timer);
    this.attempts = 0;
    this.isForbidden = false;
    const told = this.farewell;
    this.farewell = undefined;
    this.pulse.begin();
    const isBack = Boolean(message.resumed && message.renewed && this.seat);
    if (isBack && this.seat && message.renewed) {
      this.seat = { ...this.seat, token: message.renewed.token };
      if (!this.isLeaving) this.where.keep(this.seat);
      this.next = Math.max(this.next, message.renewed.last_id + 1);
      this.state = "inside";
      this.prove(message);
      if (this.isLeaving) return void this.sayLeave();
      this.change("inside");
    } else {
      const isGone = (this.seat ?? told?.code === TAKEN) && !this.isLeaving;
      if (this.seat) this.keep(null);
      this.isLeaving = false;
      this.prove(message);
      this.change("outside", isGone ? told ?? { code: "lobby_ended", message: "" } : undefined);
    }
    return this.repeat();
  }

  /** Proves who the person is, before anything else is asked. @param {Extract<Wire.ServerMessage, {type: "welcome"}>} message */
  prove({ challenge }) {
    const command = this.where.proof?.(challenge);
    if (!command) return;
    this.proof = this.next++;
    this.say({ type: "command", id: this.proof, command });
  }

  /** Sends again what had no answer, under its old number; what does not fit any more is dropped. */
  repeat() {
    const isInside = this.state === "inside";
    for (const [id, asked] of [...this.waiting]) {
      const isLate = !asked.inside && Date.now() - asked.at > REQUEST_AGE_MS_MAX;
      if (asked.inside !== isInside || isLate) this.refuse(id, "dropped");
      else this.say({ type: "command", id, command: asked.command });
      asked.at = Date.now();
    }
    this.count();
  }

  /** @param {Answer} message */
  answer(message) {
    if (message.id === this.proof) return this.ears.onaccount?.(message);
    const joined = message.reply?.joined;
    if (joined) {
      this.keep({ lobby: joined.lobby, token: joined.token });
      this.change("inside");
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    this.count();
    return waiting?.done(message);
  }

  /** Answers a command here, without the server. @param {number} id @param {string} code */
  refuse(id, code) {
    this.answer(refusal(id, code));
  }

  /** Since when the oldest command waits. */
  count() {
    const [oldest] = this.waiting.values();
    this.pulse.waits(oldest && this.socket ? oldest.at : null);
  }

  /** Asks the server whether it is there. */
  ask() {
    void this.send(QUESTION);
  }

  /** @param {Told} told */
  closing(told) {
    if (told.code === "replaced") this.end("replaced", told);
    else if (told.code === "wrong_version" || told.code === "server_banned") this.end("closed", told);
    else this.farewell = told;
    // No token leads a device back to a seat that was taken away from its person.
    if (told.code === TAKEN) this.keep(null);
  }

  /** @param {LinkState} state @param {Told} why */
  end(state, why) {
    this.drop();
    this.change(state, why);
  }

  /** The server is silent: another connection is made at once. */
  redial() {
    if (this.socket) this.lost(this.socket, 0);
  }

  /** @param {WebSocket} socket @param {number} [wait] milliseconds until the next attempt */
  lost(socket, wait = Math.min(PAUSE_MS * 2 ** this.attempts, PAUSE_MS_MAX) * (0.5 + Math.random() / 2)) {
    if (socket !== this.socket) return;
    this.drop();
    this.attempts++;
    for (const [id, { command, inside }] of [...this.waiting]) {
      if (command === QUESTION || (!inside && this.state === "connecting")) this.refuse(id, "not_connected");
    }
    this.change("broken", this.farewell);
    if (this.attempts === 1) this.askWhy();
    this.timer = setTimeout(() => this.open(), wait);
  }

  async askWhy() {
    this.isForbidden = await isForbidden(this.where.url);
    if (this.isForbidden) this.change(this.state);
  }

  /** Something has changed around the page: it tries again at once, or looks whether the server is still there. */
  hurry() {
    if (document.visibilityState === "hidden") return;
    if (this.state !== "broken") return this.pulse.check();
    this.attempts = 1;
    this.open();
  }

  drop() {
    clearTimeout(this.timer);
    this.pulse.end();
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
    this.where.keep(seat);
  }

  /** @param {LinkState} state @param {Told} [why] */
  change(state, why) {
    this.state = state;
    this.ears.onstate(state, why);
  }
}

/** The refusal of a command that the server was not asked, or did not answer. @param {number} id @param {string} code @returns {Answer} */
function refusal(id, code) {
  return { type: "rejected", id, code, message: "" };
}

/** 128 random bits as a request's key, so that a request whose answer was lost is not carried out twice. */
export function requestKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
}
