// What calls for attention: told by what it does to a browser that only remembers.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Attention } from "../attention.js";

/** What was asked of the browser, in order. */
let asked;
/** Answers the wish for a lit screen, when the test wants. */
let grant;

const lock = { release: () => asked.push("dark") };

/** A browser that lets a screen stay lit, unless told otherwise. */
function browser({ isActive = true, mayKeepLit = true } = {}) {
  asked = [];
  const request = () => {
    asked.push("lit?");
    return mayKeepLit ? new Promise((done) => { grant = () => done(lock); }) : Promise.reject(new Error("refused"));
  };
  const navigator = { userActivation: { hasBeenActive: isActive }, vibrate: (ms) => asked.push(`shake ${ms}`), wakeLock: { request } };
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
}

/** Lets what was promised happen. */
const settled = () => new Promise((done) => setImmediate(done));

beforeEach(() => browser());

test("a telephone shakes once and stays lit while it is one's turn, and no longer", async () => {
  const attention = new Attention();
  attention.turn(true, false);
  attention.turn(true, false);
  grant();
  await settled();
  assert.deepEqual(asked, ["shake 40", "lit?"]);
  attention.turn(false, false);
  assert.deepEqual(asked, ["shake 40", "lit?", "dark"]);
  attention.turn(false, false);
  assert.equal(asked.length, 3);
});

test("a lock that comes after the turn is given back", async () => {
  const attention = new Attention();
  attention.turn(true, false);
  attention.turn(false, false);
  grant();
  await settled();
  assert.deepEqual(asked, ["shake 40", "lit?", "dark"]);
});

test("whoever has touched nothing is not shaken, and a refused lock is no fault", async () => {
  browser({ isActive: false, mayKeepLit: false });
  const attention = new Attention();
  attention.turn(true, false);
  await settled();
  attention.turn(false, false);
  assert.deepEqual(asked, ["lit?"]);
});

test("there is a tone only if it was wished", () => {
  const attention = new Attention();
  let tones = 0;
  attention.sound = () => { tones++; };
  attention.turn(true, false);
  attention.turn(false, false);
  assert.equal(tones, 0);
  attention.turn(true, true);
  assert.equal(tones, 1);
});
