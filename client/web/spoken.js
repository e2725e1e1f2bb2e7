// What a typed line is: something to say to everybody, a whisper, or a command that is never said aloud. Called by `screens/talk.js`.
// Law kept here: a line that begins as the commands of the terminal do goes to nobody but whom it names.

/** @typedef {{player: number, name: string}} Person */
/**
 * @typedef {{command: Wire.ClientCommand, fault?: undefined} | {fault: "command" | "nobody" | "empty", command?: undefined}} Spoken what is sent,
 *   or why nothing is
 */

const WHISPER = ["w", "whisper", "msg", "tell"];
const REPLY = ["r", "re", "reply"];
const SAY = ["say", "chat"];

/**
 * @param {string} line @param {Person[]} people who may be whispered to
 * @param {number | null} last who has whispered to this person last
 * @returns {Spoken}
 */
export function spoken(line, people, last) {
  const found = /^[:/](\p{L}\S*)\s*(.*)$/su.exec(line);
  // One letter behind a colon and nothing else is a face.
  const isFace = found && line.startsWith(":") && found[1].length === 1 && !found[2] && ![...WHISPER, ...REPLY].includes(found[1].toLowerCase());
  if (!found || isFace) return { command: { chat: { text: line } } };
  const [, word, rest] = found;
  const named = word.toLowerCase();
  if (SAY.includes(named)) return rest ? { command: { chat: { text: rest } } } : { fault: "empty" };
  if (REPLY.includes(named)) return last === null ? { fault: "nobody" } : whisper(last, rest);
  return WHISPER.includes(named) ? toNamed(rest, people) : { fault: "command" };
}

/** A whisper to the person whose name the text begins with; the longest name counts. @param {string} text @param {Person[]} people @returns {Spoken} */
function toNamed(text, people) {
  const isFirst = (/** @type {string} */ name) => text.toLowerCase() === name.toLowerCase() || text.toLowerCase().startsWith(`${name.toLowerCase()} `);
  const named = people.filter((it) => isFirst(it.name)).sort((one, other) => other.name.length - one.name.length);
  return named.length ? whisper(named[0].player, text.slice(named[0].name.length).trim()) : { fault: "nobody" };
}

/** @param {number} player @param {string} text @returns {Spoken} */
function whisper(player, text) {
  return text ? { command: { whisper: { player, text } } } : { fault: "empty" };
}
