// What a browser keeps: for which server, for which tab, and what happens where it keeps nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Kept } from "../kept.js";

/** A storage as browsers have it. */
function storage() {
  const all = new Map();
  return { all, getItem: (key) => all.get(key) ?? null, setItem: (key, it) => all.set(key, String(it)), removeItem: (key) => all.delete(key) };
}

/** Tabs of one browser at these addresses. */
function tabs(...addresses) {
  const browser = storage();
  return addresses.map((it) => new Kept(new URL(it), () => browser, ((tab) => () => tab)(storage())));
}

const seat = (lobby, token = `token of ${lobby}`) => ({ lobby, token });

test("two halls under paths of one address know nothing of each other", () => {
  const [one, other, root] = tabs("http://a.example/one/", "http://a.example/other/", "http://a.example/");
  one.seat = seat("AAAAA");
  one.preferences = { name: "Aki" };
  assert.deepEqual([other.seat, root.seat, other.preferences, root.preferences], [null, null, null, null]);
  assert.deepEqual(one.seat, seat("AAAAA"));
});

test("a token is shown to nobody but the server that gave it", () => {
  const browser = storage();
  browser.setItem("dicehall.seat/one/", JSON.stringify({ ...seat("AAAAA"), at: "http://b.example/one/" }));
  assert.equal(new Kept(new URL("http://a.example/one/"), () => browser, storage).seat, null);
  assert.deepEqual(new Kept(new URL("http://b.example/one/"), () => browser, storage).seat, seat("AAAAA"));
});

test("a new tab begins with the last seat, and each tab keeps its own", () => {
  const [first, second] = tabs("http://a.example/", "http://a.example/");
  first.seat = seat("AAAAA");
  assert.deepEqual(second.seat, seat("AAAAA"));
  second.seat = seat("BBBBB");
  assert.deepEqual([first.seat, second.seat], [seat("AAAAA"), seat("BBBBB")]);
});

test("of two tabs with one seat the last token counts in both", () => {
  const [first, second] = tabs("http://a.example/", "http://a.example/");
  first.seat = seat("AAAAA", "old");
  second.seat = seat("AAAAA", "new");
  assert.deepEqual(first.seat, seat("AAAAA", "new"));
});

test("a tab that has left takes no other tab's seat, and takes none away", () => {
  const [first, second, third] = tabs("http://a.example/", "http://a.example/", "http://a.example/");
  first.seat = seat("AAAAA");
  second.seat = seat("BBBBB");
  first.seat = null;
  assert.deepEqual([first.seat, second.seat, third.seat], [null, seat("BBBBB"), seat("BBBBB")]);
  second.seat = null;
  assert.deepEqual([second.seat, third.seat], [null, null]);
});

test("where the browser forbids to keep anything the page remembers by itself", () => {
  const forbidden = () => { throw new Error("SecurityError"); };
  const kept = new Kept(new URL("http://a.example/"), forbidden, forbidden);
  assert.deepEqual([kept.preferences, kept.seat, kept.dice], [null, null, null]);
  kept.seat = seat("AAAAA");
  kept.preferences = { name: "Aki" };
  assert.deepEqual([kept.seat, kept.preferences], [seat("AAAAA"), { name: "Aki" }]);
  kept.seat = null;
  assert.equal(kept.seat, null);
});

test("what is typed at one table is not found at another", () => {
  const [kept] = tabs("http://a.example/");
  kept.keepDraft("AAAAA", "hello");
  assert.deepEqual([kept.draft("AAAAA"), kept.draft("BBBBB")], ["hello", ""]);
  kept.keepDraft("AAAAA", "");
  assert.equal(kept.draft("AAAAA"), "");
});
