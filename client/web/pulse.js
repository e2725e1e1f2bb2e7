// Whether the server is still there: what is heard, what is asked when nothing is, and when to give up. Called by `link.js`.
// Law kept here: the numbers are those of PROTOCOL.md, under "Silence".

/** Nothing was heard for so long: the server is asked. */
export const CLIENT_ASKS_MS = 4_000;
/** Nothing was heard for so long: the connection is given up. */
export const CLIENT_SILENCE_MS_MAX = 9_000;
/** A question is without an answer for so long: people are told. */
export const ANSWER_MS_MAX = 2_000;
/** How often this is looked at. */
export const LOOK_EVERY_MS = 500;
/** A look that comes so late was held up by a sleeping computer or a hidden tab. */
const HELD_UP_MS = 3_000;

/** @typedef {{ask: () => void, late: (seconds: number) => void, gone: () => void}} Ears what is asked, told and ended */

export class Pulse {
  /** @param {Ears} ears @param {() => number} now milliseconds that go on while the computer sleeps */
  constructor(ears, now = Date.now) {
    this.ears = ears;
    this.now = now;
    /** When something was heard last, and when this was looked at last. */
    this.heardAt = this.lookedAt = now();
    /** Since when something waits for its answer. @type {number | null} */
    this.waitsSince = null;
    /** When the server was asked whether it is there, since it was heard last. @type {number | null} */
    this.askedAt = null;
    /** How long it may take for that. */
    this.patience = CLIENT_SILENCE_MS_MAX - CLIENT_ASKS_MS;
    /** For how many seconds an answer is late, as it was told last. */
    this.late = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** A connection is open. */
  begin() {
    this.end();
    this.heard();
    this.lookedAt = this.now();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  /** It is no more. */
  end() {
    clearInterval(this.timer);
    this.waitsSince = this.askedAt = null;
    this.tell(0);
  }

  /** Something was heard: the server is there. */
  heard() {
    this.heardAt = this.now();
    this.askedAt = null;
    this.patience = CLIENT_SILENCE_MS_MAX - CLIENT_ASKS_MS;
  }

  /** The oldest command that has no answer was sent then; null if all have theirs. @param {number | null} since */
  waits(since) {
    this.waitsSince = since;
    if (since === null && this.askedAt === null) this.tell(0);
  }

  /** Asks now, because what was heard before says little: the computer has slept, the network is another, the tab was hidden. */
  check() {
    if (this.timer === undefined || this.now() - this.heardAt < ANSWER_MS_MAX) return;
    this.ask();
    this.patience = ANSWER_MS_MAX;
  }

  look() {
    const now = this.now();
    const isHeldUp = now - this.lookedAt > HELD_UP_MS;
    this.lookedAt = now;
    // What was asked after an earlier delay, and has no answer yet, has had its time: a hidden tab looks once a minute.
    if (isHeldUp && this.patience !== ANSWER_MS_MAX) return this.check();
    if (this.askedAt === null && now - this.heardAt >= CLIENT_ASKS_MS) this.ask();
    const waited = now - Math.min(this.waitsSince ?? now, this.askedAt ?? now);
    this.tell(waited >= ANSWER_MS_MAX ? Math.floor(waited / 1_000) : 0);
    if (this.askedAt !== null && now - this.askedAt >= this.patience) this.ears.gone();
  }

  ask() {
    this.askedAt = this.now();
    this.ears.ask();
  }

  /** @param {number} seconds */
  tell(seconds) {
    if (seconds === this.late) return;
    this.late = seconds;
    this.ears.late(seconds);
  }
}
