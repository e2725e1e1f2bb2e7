// The person's account: to whom the secret goes, and when it is dropped.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Somebody } from "../somebody.js";

const CHALLENGE = { server: "attic", nonce: "1" };
const ACCOUNT = { account: "21fe31dfa154a261", name: "Aki", created_at: 1, keys: [] };
const accepted = { type: "accepted", id: 1, reply: { account: ACCOUNT } };
const rejected = (code) => ({ type: "rejected", id: 1, code, message: "no" });

/** A person outside of tables, and what the page has done for that person. */
function someone() {
  const app = { preferences: { name: "" }, names: [], called: (it) => app.names.push(it), kept: { secret: null }, state: "outside", opened: 0, warned: [], link: { open: () => { app.opened += 1; } },
    warn: (it) => app.warned.push(it), parted: [], part: (it) => app.parted.push(it), refusal: (it) => it.code, draw() {}, send: async () => ({ type: "accepted" }), words: (it, { code = "" } = {}) => `${it} ${code}`.trim() };
  const somebody = new Somebody(app);
  somebody.proof(CHALLENGE);
  return { app, somebody };
}

test("nobody is anybody unasked, and a secret goes to the server it was made for alone", () => {
  const { app, somebody } = someone();
  assert.equal(somebody.proof(CHALLENGE), null);
  somebody.begin();
  assert.equal(app.opened, 1);
  const { secret } = app.kept.secret;
  assert.match(secret, /^[0-9a-f]{64}$/);
  assert.deepEqual(somebody.proof({ server: "attic", nonce: "2" }), { sign_in_by_secret: { secret, begins: true } });
  assert.equal(somebody.proof({ server: "cellar", nonce: "3" }), null, "another server at the same address");
  assert.equal(somebody.proof(undefined), null);
  const other = someone();
  other.somebody.begin();
  assert.notEqual(other.app.kept.secret.secret, secret);
});

test("a code is said until the server has taken it", () => {
  const { app, somebody } = someone();
  somebody.begin("ABCD-2345");
  const { secret } = app.kept.secret;
  assert.deepEqual(somebody.proof(CHALLENGE), { sign_in_by_secret: { secret, code: "ABCD-2345" } });
  somebody.heard(accepted);
  assert.deepEqual(somebody.account, ACCOUNT);
  assert.deepEqual(app.names, ["Aki"], "the name that is kept is the one of whoever has given none");
  assert.deepEqual(somebody.proof(CHALLENGE), { sign_in_by_secret: { secret } });
  assert.equal(somebody.account, null, "until this connection has signed in");
  somebody.heard(accepted);
  assert.deepEqual(app.names, ["Aki"], "once");
});

test("a secret that is good for nothing is dropped, and one that may be good is kept", () => {
  for (const [code, isKept] of [["bad_code", false], ["key_revoked", false], ["no_such_key", false], ["name_kept", false], ["server_busy", true], ["not_saved", true], ["rate_limited", true]]) {
    const { app, somebody } = someone();
    somebody.begin();
    somebody.heard(rejected(code));
    assert.equal(app.kept.secret !== null, isKept, code);
    const isGone = code === "key_revoked" || code === "no_such_key";
    assert.deepEqual([app.warned, app.parted], isGone ? [[], ["page_farewell key_revoked"]] : [[code], []], `${code} is read, however late, by whoever was somebody`);
  }
});

test("whoever is of no account any more keeps no secret and comes as a guest, and nothing begins at a table", () => {
  const { app, somebody } = someone();
  somebody.begin();
  somebody.drop();
  assert.deepEqual([app.kept.secret, app.opened], [null, 2]);
  assert.equal(somebody.proof(CHALLENGE), null);
  app.state = "inside";
  somebody.begin();
  assert.equal(app.kept.secret, null);
});
