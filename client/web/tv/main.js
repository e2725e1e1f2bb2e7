// The big screen's beginning: which table the address names, the words, and the connection. Called by the browser of a television. Law
// kept here: nothing on it is ever pressed; whatever goes wrong, it tries again by itself.

import { pickLanguage, loadWords } from "../words.js";
import { stayAwake } from "./awake.js";
import { BigScreen } from "./big_screen.js";

/** Where the server gives out the page: three folders above this file. */
const ROOT = new URL("../../../", import.meta.url);
/** The table that the address names, if it names one. */
const CODE = /\/([A-Za-z0-9]{5})\/tv$/;
/** After so many milliseconds a screen that could not begin begins again. */
const AGAIN_MS = 5_000;

/** The text of a file beside this one. @param {string} name */
async function read(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(name);
  return answer.text();
}

async function begin() {
  const language = pickLanguage(navigator.languages);
  const [games, words] = await Promise.all([read("games.json"), loadWords(language, (path) => read(`../lang/${path}`), ["page", "tv"])]);
  document.documentElement.lang = language;
  const page = document.getElementById("page") ?? document.body;
  const screen = new BigScreen(page, { games: JSON.parse(games).games, words, language }, ROOT);
  stayAwake(page);
  screen.begin(CODE.exec(location.pathname)?.[1].toUpperCase() ?? null);
}

begin().catch(() => setTimeout(() => location.reload(), AGAIN_MS));
