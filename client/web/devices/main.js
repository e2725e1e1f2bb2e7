// The devices of a person, the codes on paper and the data, with all that they need: loaded by `somebody.js` when somebody wants to see them, so
// that whoever only plays loads nothing of them.

import { Devices } from "../screens/devices.js";
import { loadWords } from "../words.js";

/** The dialog, with its sentences loaded. @param {import("../main.js").App} app @param {() => void} closed */
export async function devicesOf(app, closed) {
  return new Devices(app, await loadWords(app.language, read, ["devices"]), closed);
}

/** The text of a file of sentences. @param {string} path below `lang` */
async function read(path) {
  const answer = await fetch(new URL(`../../lang/${path}`, import.meta.url));
  if (!answer.ok) throw new Error(path);
  return answer.text();
}
