// The page's sentences, from Fluent files as the terminal has them: a reader of the part of Fluent that they use.
//
// Called by `main.js` once, and by every screen through what it returns. Law kept here: a file that cannot be read whole is
// refused, and whoever asks for a sentence gets one: English if there is no other, its name if there is none at all.

/**
 * @typedef {string | {arg: string} | {by: string, variants: [string, Pattern][], other: Pattern}} Part
 * @typedef {Part[]} Pattern
 * @typedef {(id: string, args?: Record<string, string | number>) => string} Words
 */

/** The languages, English first. */
export const LANGUAGES = /** @type {const} */ (["en", "ja", "zh"]);

/** @typedef {typeof LANGUAGES[number]} Language */

/**
 * The language to speak: the chosen one, else the first that the browser wants and there is.
 * @param {readonly string[]} wanted such as `navigator.languages`
 * @param {string | null} [stored]
 * @returns {Language}
 */
export const pickLanguage = (wanted, stored) => {
  const all = [stored ?? "", ...wanted].map((it) => it.toLowerCase().split("-")[0]);
  const found = all.find((it) => LANGUAGES.some((language) => language === it));
  return /** @type {Language} */ (found ?? "en");
};

/** Reads one file; the place is kept between the calls. */
class Reader {
  #at = 0;

  constructor(/** @type {string} */ text) {
    this.text = text.replaceAll("\r\n", "\n");
  }

  /** Takes what the expression finds here, if it finds anything. */
  #take(/** @type {RegExp} */ what) {
    const found = new RegExp(what, "y");
    found.lastIndex = this.#at;
    const taken = found.exec(this.text);
    if (taken) this.#at = found.lastIndex;
    return taken;
  }

  #need(/** @type {RegExp} */ what) {
    const line = this.text.slice(0, this.#at).split("\n").length;
    return this.#take(what) ?? refuse(`line ${line}: ${what.source} is missing`);
  }

  /** All messages of the file. @returns {Map<string, Pattern>} */
  read() {
    const found = new Map();
    while (this.#at < this.text.length) {
      if (this.#take(/(#.*)?(\n|$)/)) continue;
      const [, id] = this.#need(/([a-z]\w*) *= */);
      if (found.has(id)) refuse(`${id} is there twice`);
      found.set(id, this.#pattern());
    }
    return found;
  }

  /** Text and gaps up to the end of the message, or of the variant. @returns {Pattern} */
  #pattern() {
    /** @type {(Part | {breaks: number, indent: number})[]} */
    const parts = [];
    for (;;) {
      const text = this.#take(/[^{}\n]+/);
      const line = text ? null : this.#take(/((?: *\n)+)( +)(?![ [*}\n])/);
      if (text) parts.push(text[0]);
      else if (line) parts.push({ breaks: line[1].split("\n").length - 1, indent: line[2].length });
      else if (this.#take(/\{\s*/)) parts.push(this.#gap());
      else break;
    }
    if (parts.length === 0) this.#need(/a text/);
    return trimmed(parts);
  }

  /** What stands between braces. @returns {Part} */
  #gap() {
    const literal = this.#take(/"([^"\\\n]*)"\s*\}/);
    if (literal) return { by: "", variants: [], other: [literal[1]] };
    const [, name] = this.#need(/\$(\w+)\s*/);
    if (this.#take(/\}/)) return { arg: name };
    this.#need(/->/);
    /** @type {[string, Pattern][]} */
    const variants = [];
    /** @type {Pattern | null} */
    let other = null;
    for (let key; (key = this.#take(/\s*(\*?)\[([\w-]+)\] */)); ) {
      const pattern = this.#pattern();
      variants.push([key[2], pattern]);
      if (key[1]) other = other ? refuse(`${name} has two defaults`) : pattern;
    }
    this.#need(/\s*\}/);
    return { by: name, variants, other: other ?? refuse(`${name} has no default`) };
  }
}

/** @returns {never} */
const refuse = (/** @type {string} */ why) => {
  throw new Error(`words: ${why}`);
};

/** Lines lose the indentation that all of them have, and the whole the blanks around it. @returns {Pattern} */
const trimmed = (/** @type {(Part | {breaks: number, indent: number})[]} */ parts) => {
  const indents = parts.flatMap((it) => (typeof it === "object" && "breaks" in it ? [it.indent] : []));
  const least = Math.min(...indents);
  const pattern = parts.map((it) =>
    typeof it === "object" && "breaks" in it ? "\n".repeat(it.breaks) + " ".repeat(it.indent - least) : it);
  const last = pattern.length - 1;
  if (typeof pattern[0] === "string") pattern[0] = pattern[0].trimStart();
  if (typeof pattern[last] === "string") pattern[last] = pattern[last].trimEnd();
  return pattern;
};

/**
 * The messages of a Fluent file; a file that is not whole is refused.
 * @param {string} text
 * @returns {Map<string, Pattern>}
 */
export const parseWords = (text) => new Reader(text).read();

/** Letters that are written from right to left. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A text that is written in the other direction turns nothing around it. @param {string} text */
const isolated = (text) => (LEFTWARD.test(text) ? `\u2068${text}\u2069` : text);

/**
 * What says the messages of a language.
 * @param {Map<string, Pattern>} messages
 * @param {Language} language for its plurals
 * @returns {Words}
 */
export const wordsOf = (messages, language) => {
  const plurals = new Intl.PluralRules(language);
  /** @type {(pattern: Pattern, args: Record<string, string | number>) => string} */
  const said = (pattern, args) => pattern.map((part) => {
    if (typeof part === "string") return part;
    if ("arg" in part) return isolated(String(args[part.arg] ?? `{$${part.arg}}`));
    const value = args[part.by];
    const named = (/** @type {string} */ name) => part.variants.find(([key]) => key === name)?.[1];
    const plural = typeof value === "number" ? named(plurals.select(value)) : undefined;
    return said(named(String(value)) ?? plural ?? part.other, args);
  }).join("");
  return (id, args = {}) => {
    const pattern = messages.get(id);
    return pattern ? said(pattern, args) : id;
  };
};

/** How long it is until the server ends. @param {Words} words @param {number} left in milliseconds @returns {string} */
export const endsIn = (words, left) =>
  left < 60_000 ? words("page_server_ends_s", { seconds: Math.ceil(left / 1_000) }) : words("page_server_ends_min", { minutes: Math.ceil(left / 60_000) });

/**
 * What a game is called; one without a sentence has its title.
 * @param {{words: Words, games: {game: string, title: string}[]}} app @param {string} game
 */
export const titleOf = ({ words, games }, game) => {
  const id = `page_game_${game.replaceAll("-", "_")}`;
  const said = words(id);
  return said === id ? games.find((it) => it.game === game)?.title ?? game : said;
};

/**
 * Loads a language; a file of it that cannot be had is taken in English.
 * @param {Language} language
 * @param {(path: string) => Promise<string>} fetchText the text of a file below `lang`, such as `ja/page.ftl`
 * @param {string[]} [files] what is read, later ones over earlier ones
 * @returns {Promise<Words>}
 */
export const loadWords = async (language, fetchText, files = ["page"]) => {
  const read = async (/** @type {string} */ file, /** @type {string} */ from) => parseWords(await fetchText(`${from}/${file}.ftl`));
  const found = await Promise.all(files.map((file) => read(file, language).catch(() => read(file, "en"))));
  return wordsOf(new Map(found.flatMap((it) => [...it])), language);
};
