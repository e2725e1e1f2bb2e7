// The rules and settings of a table in words: what a switch is called, and what its value means. Called by `screens/about.js`,
// `screens/help.js`, `screens/settings.js` and the big screen. Law kept here: a name or value that the page has no words for is shown as the server calls it.

/** @typedef {{words: import("../words.js").Words}} Speaker */

/** These are told always, the others where they are not as usual. */
const TOLD = ["size", "max_dice", "map", "rounds"];

/** @param {Speaker} speaker @param {string} name */
export const ruleName = ({ words }, name) => words("page_switch", { name, plain: name.replaceAll("_", " ") });

/** A map that is drawn cell by cell has no name here. @param {unknown} value */
export const plainValue = (value) => (typeof value === "object" ? "own" : String(value));

/** What a rule with this value means. @param {Speaker} speaker @param {string} name @param {unknown} value */
export function ruleWords({ words }, name, value) {
  const plain = plainValue(value);
  return words("page_rule", { rule: `${name}_${plain}`, name, value: plain, plain: `${name.replaceAll("_", " ")} ${plain}` });
}

/** A clock such as "30s/action" or "5m+10s". @param {Speaker} speaker @param {string} clock */
export function clockWords({ words }, clock) {
  const time = (/** @type {string} */ it) => words("page_time", { unit: it.slice(-1), count: it.slice(0, -1) });
  const [, each, what] = /^(\d+[smh])\/(action|turn)$/.exec(clock) ?? [];
  const [, all, more] = /^(\d+[smh])\+(\d+[smh])$/.exec(clock) ?? [];
  if (each) return words("page_clock_told", { kind: what, time: time(each), more: "" });
  if (all) return words("page_clock_told", { kind: "match", time: time(all), more: time(more) });
  return words("page_clock_told", { kind: clock, time: clock, more: "" });
}

/** How long the table looks at an action of a bot. @param {Speaker} speaker @param {string | number} pace in milliseconds */
export const paceWords = ({ words }, pace) => words("page_seconds", { seconds: Number(pace) / 1_000 });

/** All that a table plays by, as phrases. @param {Pick<import("../main.js").InLobby, "lobby" | "games" | "words">} app */
export function rulesTold(app) {
  const { lobby, games, words } = app;
  const { rules: { game, rules }, clock = "off", bot_pace_ms: pace } = lobby.view.settings;
  const usual = /** @type {Record<string, unknown>} */ (games.find((it) => it.game === game)?.rules.rules ?? {});
  const phrases = Object.entries(rules).filter(([name, value]) => name !== "preset" && (TOLD.includes(name) || value !== usual[name]));
  return [...phrases.map(([name, value]) => ruleWords(app, name, value)), clockWords(app, clock),
    words("page_bots_wait", { time: paceWords(app, pace) }), lobby.hints && words("page_hints_told")].filter((it) => typeof it === "string");
}

/** The rules in a few lines; of a game that the page has no words for, its server's text. @param {Pick<import("../main.js").InLobby, "lobby" | "games" | "words">} app @param {string} game */
export function rulesOf({ words, lobby, games }, game) {
  const rules = /** @type {Record<string, unknown>} */ (lobby.view.settings.rules.rules);
  const id = `page_rules_${game.replaceAll("-", "_")}`;
  const said = words(id, { rounds: Number(rules.rounds ?? 0), most: Number(rules.max_dice ?? 0), times: Number(rules.repetition ?? 0), stuck: String(rules.stuck ?? "") });
  const text = said === id ? games.find((it) => it.game === game)?.rules_text ?? "" : said;
  return text.split("\n").filter((it) => it.trim());
}
