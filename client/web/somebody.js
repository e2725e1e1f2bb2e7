// The person's account on this server, by a secret that this browser keeps for it: a page that was not loaded by https has no keys. Called by
// `main.js` and `screens/account.js`. Laws kept here: the secret goes to the server it was made for and to no other; it is made when somebody
// wants it, and dropped when the server will not have it.

/** The answers to whoever has no account any more. */
const GONE = ["key_revoked", "no_such_key"];
/** The answers after which a secret is good for nothing. */
const USELESS = [...GONE, "bad_code", "keys_full", "too_many_attempts", "name_kept", "accounts_full"];

/** @typedef {{secret: string, server: string, begins?: boolean, code?: string}} Secret with what is still to be said of how it comes to an account */

export class Somebody {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    /** The offer of the server to find out who somebody is. @type {Wire.Challenge | null | undefined} */
    this.challenge = undefined;
    /** @type {Wire.AccountView | null} */
    this.account = null;
  }

  /** What proves who the person is; null for a guest. @param {Wire.Challenge | null} [challenge] @returns {Wire.ClientCommand | null} */
  proof(challenge) {
    this.challenge = challenge;
    this.account = null;
    const kept = this.secret;
    if (!challenge || kept?.server !== challenge.server) return null;
    const { secret, begins, code } = kept;
    return { sign_in_by_secret: { secret, ...(begins && { begins }), ...(code && { code }) } };
  }

  get secret() {
    return /** @type {Secret | null} */ (this.app.kept.secret);
  }

  /** @param {import("./link.js").Answer} answer */
  heard(answer) {
    const { app, secret } = this;
    this.account = answer.reply?.account ?? null;
    if (this.account && secret) {
      app.kept.secret = { secret: secret.secret, server: secret.server };
      if (secret.code && !app.preferences.name) app.called(this.account.name);
    }
    if (answer.type === "rejected") {
      if (USELESS.includes(answer.code)) app.kept.secret = null;
      // Whoever was somebody and is not any more shall read it, however late.
      if (GONE.includes(answer.code)) app.part(app.words("page_farewell", { code: "key_revoked" }));
      else app.warn(app.refusal(answer));
    }
    app.draw();
  }

  /** Begins an account, or comes to the one of which another device has told a code. @param {string} [code] */
  begin(code) {
    const { app, challenge } = this;
    if (!challenge || app.state !== "outside") return;
    const secret = [...crypto.getRandomValues(new Uint8Array(32))].map((it) => it.toString(16).padStart(2, "0")).join("");
    app.kept.secret = { secret, server: challenge.server, ...(code ? { code } : { begins: true }) };
    app.link.open();
  }

  /** This browser is of no account any more. */
  drop() {
    this.app.kept.secret = null;
    this.app.link.open();
  }

  /** Shows the devices, the codes on paper and the data. @param {() => void} closed */
  async manage(closed) {
    const { app } = this;
    const devices = await import("./devices/main.js").then((it) => it.devicesOf(app, closed)).catch(() => app.warn(app.words("page_not_sent")));
    await devices?.open();
  }
}
