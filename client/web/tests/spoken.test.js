// What a typed line is: said to all, whispered, or not said at all.

import assert from "node:assert/strict";
import { test } from "node:test";
import { spoken } from "../spoken.js";

const people = [{ player: 1, name: "Ben" }, { player: 2, name: "Ben Ost" }, { player: 3, name: "guest 123" }];

/** @param {string} line @param {string} expect @param {number | null} [last] */
function check(line, expect, last = null) {
  const { command, fault } = /** @type {any} */ (spoken(line, people, last));
  const { chat, whisper } = command ?? {};
  assert.equal(chat ? `all: ${chat.text}` : whisper ? `${whisper.player}: ${whisper.text}` : fault, expect, line);
}

test("an ordinary line is said to everybody", () => {
  for (const line of ["hello", "w Ben hello", "1:0 for me", ":)", ":D", ":-)", ":p", "/ or \\?", "http://a.example/x", ": well"]) check(line, `all: ${line}`);
});

test("a whisper goes to the longest name that fits, and to nobody else", () => {
  check(":w Ben let us split", "1: let us split");
  check(":w ben ost let us split", "2: let us split");
  check(":whisper guest 123 hi", "3: hi");
  check("/w Ben  hi  there", "1: hi  there");
  check("/tell Ben hi", "1: hi");
  check("/MSG BEN hi", "1: hi");
});

test("a whisper that cannot be sent is not said aloud", () => {
  check(":w Bea let us split", "nobody");
  check(":w Bento let us split", "nobody");
  check(":w", "nobody");
  check(":w Ben", "empty");
});

test("an answer goes to whoever whispered last", () => {
  check(":r yes", "3: yes", 3);
  check("/reply yes", "3: yes", 3);
  check(":r yes", "nobody");
});

test("other commands are not said aloud", () => {
  for (const line of [":kick Ben", "/ban Ben", ":password sesame", "/password sesame", ":wBen hi", "/q", ":quit"]) check(line, "command");
  check(":say hello", "all: hello");
  check("/chat", "empty");
});
