// The page's words: what the reader understands of Fluent, and whether every language says everything.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { LANGUAGES, endsIn, loadWords, parseWords, pickLanguage, wordsOf } from "../words.js";

const LANG = new URL("../../lang/", import.meta.url);
const WEB = new URL("../", import.meta.url);
/** The files that only the page reads, only its big screen, and only its dialog of devices. */
const OWN = ["page", "tv", "devices"];
const read = (/** @type {string} */ path) => readFileSync(new URL(path, LANG), "utf8");

/** The gaps that a sentence names. @returns {Set<string>} */
const gaps = (/** @type {any} */ pattern) => new Set(pattern.flatMap((/** @type {any} */ it) => {
  if (typeof it === "string") return [];
  if (it.arg) return [it.arg];
  const named = it.variants.flatMap((/** @type {any} */ [, variant]) => [...gaps(variant)]);
  return [...(it.by ? [it.by] : []), ...named];
}));

test("every file of every language can be read", () => {
  const names = readdirSync(new URL("en/", LANG));
  assert.ok(names.includes("page.ftl") && names.length > 10);
  for (const language of LANGUAGES) {
    for (const name of names) {
      const text = read(`${language}/${name}`);
      const ids = text.split("\n").flatMap((it) => it.match(/^[a-z]\w*(?= =)/) ?? []);
      assert.deepEqual([...parseWords(text).keys()], ids, `${language}/${name}`);
    }
  }
});

test("every language says what English says, with the same gaps", () => {
  for (const [language, file] of LANGUAGES.flatMap((it) => OWN.map((file) => [it, file]))) {
    const [english, other] = ["en", language].map((it) => parseWords(read(`${it}/${file}.ftl`)));
    assert.deepEqual([...other.keys()], [...english.keys()], language);
    for (const [id, pattern] of english) {
      assert.deepEqual([...gaps(other.get(id))].sort(), [...gaps(pattern)].sort(), `${language} ${id}`);
    }
  }
});

test("every word that the page asks for is there", () => {
  const names = /** @type {string[]} */ (readdirSync(WEB, { recursive: true }));
  const sources = names.filter((it) => /\.(js|html)$/.test(it) && !it.startsWith("tests")).map((it) => readFileSync(new URL(it, WEB), "utf8"));
  const asked = new Set(sources.flatMap((it) => it.match(/(?<=["'`]|\{SENTENCE )(page|tv|devices)_[a-z_]+(?=["'`}])/g) ?? []));
  const known = OWN.flatMap((it) => [...parseWords(read(`en/${it}.ftl`)).keys()]);
  const missing = [...asked].filter((it) => !known.includes(it));
  assert.deepEqual(missing, []);
  const unread = known.filter((it) => !asked.has(it) && !/^page_(game|about|rules)_/.test(it));
  assert.deepEqual(unread, [], "sentences that nobody asks for");
});

test("a sentence has its gaps filled, and its variants chosen by word, number and plural", () => {
  const text = [
    "# A comment",
    "",
    "plain = Hello, { $name }!",
    "dice = { $count ->",
    "    [0] none",
    "    [one] 1 die",
    "   *[other] { $count } dice",
    "} left",
    'literal = a{ " " }{ "{" }',
    "nested = { $who ->",
    "    [you] You { $count ->",
    "        [one] win",
    "       *[other] won { $count }",
    "    }",
    "   *[other] { $who }",
    "}.",
    "block =",
    "    first",
    "",
    "      second",
    "    third",
    "",
    "last = x   ",
  ].join("\n");
  for (const written of [text, text.replaceAll("\n", "\r\n")]) {
    const words = wordsOf(parseWords(written), "en");
    assert.equal(words("plain", { name: "<b>{ $x }" }), "Hello, <b>{ $x }!");
    assert.equal(words("plain"), "Hello, {$name}!");
    assert.deepEqual([0, 1, 5].map((count) => words("dice", { count })), ["none left", "1 die left", "5 dice left"]);
    assert.equal(words("dice", { count: "one" }), "1 die left");
    assert.equal(words("dice"), "{$count} dice left");
    assert.equal(words("literal"), "a {");
    assert.equal(words("nested", { who: "you", count: 1 }), "You win.");
    assert.equal(words("nested", { who: "you", count: 3 }), "You won 3.");
    assert.equal(words("nested", { who: "Aki" }), "Aki.");
    assert.equal(words("block"), "first\n\n  second\nthird");
    assert.equal(words("last"), "x");
    assert.equal(words("no_such_word"), "no_such_word");
  }
  const japanese = wordsOf(parseWords(text), "ja");
  assert.equal(japanese("dice", { count: 1 }), "1 dice left", "there is no plural in Japanese");
});

test("the sentences of the terminal read as they do there", () => {
  const say = (/** @type {"en" | "ja" | "zh"} */ language) => wordsOf(parseWords(read(`${language}/plain.ftl`)), language);
  const dice = LANGUAGES.map((language) => [1, 5].map((count) => say(language)("dice", { count })));
  assert.deepEqual(dice, [["1 die", "5 dice"], ["サイコロ1個", "サイコロ5個"], ["1颗骰子", "5颗骰子"]]);
  assert.equal(say("en")("over_why", { why: "So" }), " So.");
});

test("a broken file is refused, with its line", () => {
  const broken = [
    ["a = x\nb = { $count", 2],
    ["a = { $count ->\n    [one] x\n}", null],
    ["a = { $count ->\n   *[one] x\n   *[two] y\n}", null],
    ["a = }", 1],
    ["a =", 1],
    ["a = x\n\nno message", 3],
    ["a = x\na = y", null],
    ["a = { b }", 1],
    ['a = { "x }', 1],
    ["a = x }", 1],
  ];
  for (const [text, line] of broken) {
    assert.throws(() => parseWords(String(text)), line === null ? /^Error: words: / : new RegExp(`^Error: words: line ${line}:`), String(text));
  }
});

test("a language is loaded, and English in the place of what cannot be had or read", async () => {
  /** @type {string[]} */
  const asked = [];
  const fetchText = async (/** @type {string} */ path) => {
    asked.push(path);
    return read(path);
  };
  const words = await loadWords("ja", fetchText);
  assert.equal(words("page_round", { round: 3 }), "第3ラウンド");
  assert.deepEqual(asked, ["ja/page.ftl"]);
  const lost = await loadWords("ja", (path) => (path.startsWith("en") ? fetchText(path) : Promise.reject(new Error(path))));
  assert.equal(lost("page_round", { round: 3 }), "round 3");
  const broken = await loadWords("zh", async (path) => (path.startsWith("en") ? read(path) : "page_round = {"), ["page", "plain"]);
  assert.equal(broken("page_round", { round: 3 }), "round 3");
  assert.equal(broken("you"), "You");
  await assert.rejects(loadWords("en", () => Promise.reject(new Error("none"))));
});

test("the language is the chosen one, else what the browser wants first", () => {
  assert.equal(pickLanguage(["de-DE", "ja-JP", "en"], null), "ja");
  assert.equal(pickLanguage(["ZH-Hans-CN"]), "zh");
  assert.equal(pickLanguage(["ja"], "zh"), "zh");
  assert.equal(pickLanguage(["ja"], "de"), "ja");
  assert.equal(pickLanguage(["de", "fr"]), "en");
  assert.equal(pickLanguage([]), "en");
});

test("the end of the server is told in minutes, and in seconds within the last one", async () => {
  const words = await loadWords("en", async (path) => read(path));
  assert.equal(endsIn(words, 600_000), "The server ends in 10 min, and no new match begins.");
  assert.equal(endsIn(words, 60_001), "The server ends in 2 min, and no new match begins.");
  assert.equal(endsIn(words, 29_500), "The server ends in 30 s, and no new match begins.");
});
