// The file of a match, as a server keeps it: its lines read, their chain of hashes followed, its dice rolled again.
//
// Pure; called when somebody opens a file. Law kept here: hashes and dice are computed anew and compared, and a
// file that cannot be read to its end is refused. `dicehall verify` also checks which actions the rules allow, and who wins.

import { follow } from "../fair/agreement.js";
import { audit } from "../fair/audit.js";
import { sha256, toHex } from "../fair/sha256.js";
import { earlier } from "./origin.js";

/** The formats that are read: 2 is that of a match that went on from an earlier one. */
const FORMATS = [1, 2];

/**
 * @typedef {{why: "chain" | "order" | "seal" | "share" | "start" | "roll", at?: number}} Fault
 * @typedef {{ok: true, rolls: number, own: "none"} | {partial: true, why: "origin" | "unknown", rolls: number} | ({ok: false} & Fault)} Verdict
 * @typedef {{human: {player: number, name: string}, bot?: undefined} | {bot: {bot: string}, human?: undefined}} Holder
 * @typedef {{dicehall_match: number, match_id: string, begun_at: number, settings: Wire.Settings, seats: Holder[],
 *   origin?: Wire.Origin}} Header
 * @typedef {{header: Header, config: Wire.AnyConfig, before: import("../fair/audit.js").Step[], events: Wire.EventView[],
 *   outcome: {winners: number[]}, verdict: Verdict}} Match
 *   `before` happened in the earlier match from which it went on, `events` in the match itself
 */

/**
 * Reads a file; throws if it is not the file of a match.
 * @param {string} text
 * @returns {Match}
 */
export function readMatch(text) {
  const lines = text.split("\n");
  if (lines.pop() !== "" || lines.length < 4) throw new Error("the end is missing");
  const parsed = lines.map((it) => JSON.parse(it));
  const [header, last] = [parsed[0], parsed[parsed.length - 1]];
  /** @type {Wire.EventView[]} */
  const events = parsed.slice(1, -1).map((it) => it.event);
  const config = events.find((it) => it.match_started)?.match_started?.config;
  const isWhole = FORMATS.includes(header.dicehall_match) && Array.isArray(header.seats) && Array.isArray(last.outcome?.winners);
  if (!isWhole || !config || last.events !== events.length) throw new Error("it is not the file of a match");
  const before = header.origin ? earlier(header.origin, header.seats.length) : [];
  const match = { header, config, before, events, outcome: last.outcome };
  return { ...match, verdict: isChained(lines, parsed) ? verdictOf(match) : { ok: false, why: "chain" } };
}

/**
 * Whether every line tells the hash of the line above.
 * @param {string[]} lines @param {{before?: string}[]} parsed
 */
function isChained(lines, parsed) {
  const utf8 = new TextEncoder();
  return lines.slice(1).every((_, at) => parsed[at + 1].before === toHex(sha256(utf8.encode(lines[at]))));
}

/** An event as a step, if it is one. @param {Wire.EventView} event @returns {import("../fair/audit.js").Step[]} */
function stepOf({ acted, rolled }) {
  if (acted) return [{ acted }];
  return rolled ? [{ rolled }] : [];
}

/**
 * What the dice of a match are worth.
 * @param {Omit<Match, "verdict">} match
 * @returns {Verdict}
 */
function verdictOf({ header, config, before, events }) {
  /** @type {import("../fair/agreement.js").Agreement | null} */
  let agreement = null;
  for (const event of events) {
    const [next, isInOrder] = follow(agreement, event);
    if (!isInOrder) return { ok: false, why: "order" };
    agreement = next;
  }
  const isOfHeader = agreement?.match_id === header.match_id && agreement.begun_at === header.begun_at;
  if (!agreement || !isOfHeader) return { ok: false, why: "order" };
  const steps = events.flatMap(stepOf);
  const origin = header.origin ? before : undefined;
  const found = audit({ agreement, rules: header.settings.rules, seats: header.seats.length, config, steps, origin });
  if ("partial" in found) return found;
  if ("why" in found) return { ok: false, ...found };
  return origin ? { partial: true, why: "origin", rolls: found.rolls } : { ok: true, rolls: found.rolls, own: "none" };
}
