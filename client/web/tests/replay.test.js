// The replay: files of matches read and doubted, steps cut, positions followed, luck counted.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { luckOf, winChance } from "../luck.js";
import { cut, frameBefore, framesOf, sharesOf } from "../replay/frames.js";
import { readMatch } from "../replay/match_file.js";
import { turningPoint } from "../share_graph.js";

const REPOSITORY = new URL("../../../", import.meta.url);
const text = (/** @type {string} */ name) => readFileSync(new URL(`docs/pictures/matches/${name}.jsonl`, REPOSITORY), "utf8");
const golden = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(`protocol/golden/server/${name}.json`, REPOSITORY), "utf8"));
const parsed = (/** @type {string} */ name) => text(name).trim().split("\n").map((it) => JSON.parse(it));

/** Lines as a file, each with the hash of the line above. @param {any[]} lines */
function chained(lines) {
  const written = [JSON.stringify(lines[0])];
  for (const line of lines.slice(1)) {
    const before = createHash("sha256").update(written[written.length - 1]).digest("hex");
    written.push(JSON.stringify({ ...line, before, ...(line.outcome ? { events: lines.length - 2 } : {}) }));
  }
  return `${written.join("\n")}\n`;
}

test("the files of all games are verified, and cut into the steps of `dicehall replay`", () => {
  const games = { "dice-of-doom": [148, 194], "dice-wars": [378, 136], "animal-shogi": [0, 23], "tic-tac-toe": [0, 7] };
  for (const [name, [rolls, steps]] of Object.entries(games)) {
    const match = readMatch(text(name));
    assert.deepEqual(match.verdict, { ok: true, rolls, own: "none" }, name);
    const frames = framesOf(match);
    assert.equal(frames.length, steps + 1, name);
    // As many as `dicehall review FILE --json` has steps.
    assert.equal(frames[steps].happened, rolls + steps, name);
    assert.deepEqual([1, rolls + steps].map((it) => frameBefore(frames, it)), [0, steps - 1], name);
  }
});

test("a match that was over when it was dealt is verified and shown", () => {
  const match = readMatch(readFileSync(new URL("over_when_dealt.jsonl", import.meta.url), "utf8"));
  assert.deepEqual(match.verdict, { ok: true, rolls: 0, own: "none" });
  const frames = framesOf(match);
  assert.deepEqual(frames.map((it) => it.events.length), [0, 1], "the start, and the end in which the secret is shown");
  assert.ok("standings" in frames[1].view && frames[1].view.standings[1].territories === 9);
});

test("a file whose lines or dice do not fit is known by it", () => {
  const lines = parsed("dice-of-doom");
  const torn = text("dice-of-doom").replace('"seat":0,"action"', '"seat":1,"action"');
  assert.deepEqual(readMatch(torn).verdict, { ok: false, why: "chain" });
  const secret = text("dice-of-doom").replace(/"secret":"./, (it) => `${it.slice(0, -1)}${it.endsWith("0") ? 1 : 0}`);
  assert.deepEqual(readMatch(secret).verdict, { ok: false, why: "chain" }, "the last line tells the hash of the one above as well");
  const battle = lines.find((it) => it.event?.rolled?.chance.chance.battle).event.rolled.chance.chance.battle;
  battle.attack[0] = (battle.attack[0] % 6) + 1;
  assert.deepEqual(readMatch(chained(lines)).verdict, { ok: false, why: "roll", at: 1 });
  const mixed = parsed("dice-of-doom");
  [mixed[1], mixed[mixed.length - 2]] = [mixed[mixed.length - 2], mixed[1]];
  assert.deepEqual(readMatch(chained(mixed)).verdict, { ok: false, why: "order" });
  const other = parsed("dice-of-doom");
  other[0].match_id = "another";
  assert.deepEqual(readMatch(chained(other)).verdict, { ok: false, why: "order" });
  const earlier = parsed("dice-of-doom");
  earlier[0].begun_at -= 1;
  assert.deepEqual(readMatch(chained(earlier)).verdict, { ok: false, why: "order" }, "it was called at one moment");
});

test("what is not the file of a match is refused", () => {
  const whole = text("tic-tac-toe");
  const [header] = parsed("tic-tac-toe");
  const count = chained(parsed("tic-tac-toe")).replace('"events":10', '"events":9');
  const newer = chained([{ ...header, dicehall_match: 3 }, ...parsed("tic-tac-toe").slice(1)]);
  const unbegun = chained(parsed("tic-tac-toe").filter((it) => !it.event?.match_started));
  for (const wrong of ["", "{}\n", "hello\n".repeat(9), whole.slice(0, -1), whole.slice(0, whole.lastIndexOf("{")), count, newer, unbegun]) {
    assert.throws(() => readMatch(wrong), undefined, wrong.slice(0, 60));
  }
  readMatch(chained(parsed("tic-tac-toe")));
});

test("dice and owners follow what is told, and everybody's standing fits the board", () => {
  for (const name of ["dice-of-doom", "dice-wars"]) {
    const match = readMatch(text(name));
    const frames = framesOf(match);
    assert.equal(frames[0].view.board, match.config.config.board, name);
    for (const { view } of frames) {
      view.standings.forEach((it, seat) => {
        const own = (view.board.match(/../g) ?? []).filter((cell) => cell.charCodeAt(0) - 97 === seat);
        assert.equal(it.territories, own.length);
        assert.equal(it.dice, own.reduce((all, cell) => all + Number.parseInt(cell[1], 17), 0));
        assert.ok(it.link <= it.territories && (it.link > 0) === (it.territories > 0));
      });
    }
    const { view, battle } = frames[frames.length - 1];
    assert.deepEqual(view.standings.flatMap((it, seat) => (it.territories ? [seat] : [])), match.outcome.winners, name);
    assert.equal(view.to_move, null);
    assert.equal(view.round, 15, "as the terminal says");
    assert.ok(battle && battle.seat === match.outcome.winners[0], "the last attack is shown");
    assert.equal(sharesOf(frames).length, 15);
  }
});

test("a standing is the one that a server tells", () => {
  const { config, view } = golden("snapshot_playing").game_match;
  const held = { ...config, config: { ...config.config, board: view.view.board } };
  const start = framesOf({ header: { seats: [{}, {}] }, config: held, before: [], events: [{ match_started: {} }], outcome: { winners: [] }, verdict: null });
  view.view.standings.forEach(({ reserve, ...told }, seat) => assert.deepEqual(start[0].view.standings[seat], told));
});

test("pieces move, are taken into hands, come back from them, and turn over", () => {
  const { config, view } = golden("snapshot_animal_shogi").game_match;
  const acted = (seat, action) => ({ acted: { seat, action: { game: "animal-shogi", action } } });
  const played = (...actions) => {
    const events = [{ match_started: {} }, ...actions.map((it, at) => acted(at % 2, it))];
    return framesOf({ header: { seats: [{}, {}] }, config, before: [], events, outcome: { winners: [] }, verdict: null });
  };
  const sorted = (pieces) => pieces.map((it) => ({ ...it, dots: [...it.dots].sort() })).sort((one, other) => (one.square < other.square ? -1 : 1));
  assert.deepEqual(sorted(played()[0].view.pieces), sorted(view.view.pieces));
  const frames = played("b3b2", "b1b2", "C*b3", "c1b1", "b3b2+");
  const at = (step, square) => frames[step].view.pieces.find((it) => it.square === square);
  assert.deepEqual(frames[1].view.hands[0], { giraffe: 0, elephant: 0, chick: 1 });
  assert.equal(at(2, "b2").kind, "lion");
  assert.deepEqual(frames[2].view.hands[1], { giraffe: 0, elephant: 0, chick: 1 });
  assert.deepEqual([at(3, "b3").kind, at(3, "b3").owner, frames[3].view.hands[0].chick], ["chick", 0, 0]);
  assert.deepEqual([at(5, "b2").kind, at(5, "b3")], ["hen", undefined]);
  assert.deepEqual(frames[3].last, { from: 12, to: 6 });
  const taken = played("b3b2", "b1b2", "C*b3", "b2a2", "b3b2", "a2a3", "b2b1+", "a1b1");
  assert.deepEqual(taken[8].view.hands[1], { giraffe: 0, elephant: 0, chick: 2 }, "a hen is held as a chick");
  assert.throws(() => played("a2a3"), undefined, "nobody stands there");
});

test("the file of a game that the page does not know is read, and its steps are told without a board", () => {
  const lines = parsed("tic-tac-toe").map((it) => JSON.parse(JSON.stringify(it).replaceAll('"tic-tac-toe"', '"of-a-later-server"')));
  const match = readMatch(chained(lines));
  assert.deepEqual(match.verdict, { ok: true, rolls: 0, own: "none" });
  const frames = framesOf(match);
  assert.deepEqual([frames.length, Object.keys(frames[7].view), frames[7].last], [8, ["unseen", "to_move", "round"], null]);
  const begun = lines.findIndex((it) => it.event?.match_started);
  lines.splice(begun + 1, 0, { event: { rolled: { chance: { game: "of-a-later-server", chance: 4 } } } });
  assert.deepEqual(readMatch(chained(lines)).verdict, { partial: true, why: "unknown", rolls: 0 });
  const origin = { match_id: "earlier", config: match.config, steps: [{ rolled: { game: "of-a-later-server", chance: 4 } }] };
  assert.deepEqual(readMatch(chained([{ ...lines[0], dicehall_match: 2, origin }, ...lines.slice(1)])).before, []);
});

test("marks stay where they are", () => {
  const frames = framesOf(readMatch(text("tic-tac-toe")));
  assert.deepEqual(frames.map((it) => it.view.board), [".........", "....x....", "....xo...", "....xo..x", "..o.xo..x", ".xo.xo..x", ".xooxo..x", "xxooxo..x"]);
  assert.deepEqual(frames.map((it) => it.view.to_move), [0, 1, 0, 1, 0, 1, 0, null]);
});

test("a mark cannot be made twice, and a territory cut off is no link", () => {
  const acted = { acted: { seat: 0, action: { game: "tic-tac-toe", action: "a1" } } };
  const match = { header: { seats: [{}, {}] }, before: [], outcome: { winners: [] }, verdict: null };
  const marks = { ...match, config: { game: "tic-tac-toe", config: {} } };
  assert.throws(() => framesOf({ ...marks, events: [{ match_started: {} }, acted, acted] }));
  const apart = { game: "dice-of-doom", config: { rules: { size: 2, max_dice: 5 }, seats: 2, board: "b1a1a1b1" } };
  const [{ view }] = framesOf({ ...match, config: apart, events: [{ match_started: {} }] });
  assert.deepEqual(view.standings, [{ territories: 2, dice: 2, link: 1 }, { territories: 2, dice: 2, link: 2 }]);
});

test("a round begins when the order starts again, also with the same seat, and a pass leaves no battle on the board", () => {
  const act = (seat, action) => ({ acted: { seat, action: { game: "dice-of-doom", action } } });
  const roll = { rolled: { chance: { chance: { battle: { attack: [6, 6], defense: [1] } } } } };
  const config = { game: "dice-of-doom", config: { rules: { size: 2, max_dice: 5, reinforcement: "cluster" }, seats: 2, board: "a2b1b2a1" } };
  const events = [{ match_started: {} }, act(0, [0, 1]), roll, act(0, "pass"), act(0, "pass"), act(1, "pass"), act(0, "pass")];
  const frames = framesOf({ header: { seats: [{}, {}] }, config, before: [], events, outcome: { winners: [] }, verdict: null });
  assert.deepEqual(frames.map((it) => it.view.round), [1, 1, 2, 2, 3, 3]);
  assert.deepEqual(frames.map((it) => it.battle !== null), [false, true, false, false, false, false]);
});

test("a match that went on from an earlier one shows both, and proves its own part", () => {
  for (const name of ["dice-of-doom", "dice-wars", "animal-shogi", "tic-tac-toe"]) {
    const whole = readMatch(text(name));
    const lines = parsed(name);
    const begun = lines.findIndex((it) => it.event?.match_started) + 1;
    // The origin ends with a step, not between an action and its roll.
    let last = begun + Math.floor((lines.length - begun) / 2);
    while (lines[last].event.rolled) last++;
    const steps = lines.slice(begun, last).map(({ event }) => (event.acted ? { acted: event.acted.action } : { rolled: event.rolled.chance }));
    const header = { ...lines[0], dicehall_match: 2, origin: { match_id: "earlier", config: whole.config, steps } };
    const match = readMatch(chained([header, ...lines.slice(0, begun).slice(1), ...lines.slice(last)]));
    assert.deepEqual(framesOf(match), framesOf(whole), name);
    // The rolls of this file are numbered on from those of the earlier match, which in a true file begin anew.
    const expected = whole.verdict.rolls ? { ok: false, why: "roll", at: 1 } : { partial: true, why: "origin", rolls: 0 };
    assert.deepEqual(match.verdict, expected, name);
  }
});

test("rolls after an origin are rolled again from the first on", () => {
  const [header, ...lines] = parsed("dice-of-doom");
  const { config } = readMatch(text("dice-of-doom"));
  const match = readMatch(chained([{ ...header, dicehall_match: 2, origin: { match_id: "earlier", config, steps: [] } }, ...lines]));
  assert.deepEqual(match.verdict, { partial: true, why: "origin", rolls: 148 });
  const passed = [{ acted: { game: "dice-of-doom", action: "pass" } }];
  const later = readMatch(chained([{ ...header, dicehall_match: 2, origin: { match_id: "earlier", config, steps: passed } }, ...lines]));
  assert.equal(later.verdict.why, "roll", "the pass has changed the board");
});

test("steps are cut behind an action and its rolls; pauses and resignations are steps, shares are not", () => {
  const acted = { acted: { seat: 0, action: { game: "tic-tac-toe", action: "a1" } } };
  const rolled = { rolled: { chance: {} } };
  const opened = { dice_opened: {} };
  assert.deepEqual(cut([acted, rolled, rolled, { pause_wanted: {} }, "paused", "continued", { resigned: { seat: 1 } }, acted, opened]),
    [[acted, rolled, rolled], [{ pause_wanted: {} }, "paused"], ["continued"], [{ resigned: { seat: 1 } }], [acted, opened]]);
  assert.deepEqual(cut([acted, { other: {} }, opened]), [[acted], [{ other: {} }, opened]]);
  assert.deepEqual(cut([]), []);
});

test("the chance of an attack is counted exactly", () => {
  for (const [attack, defense] of [[1, 1], [2, 1], [1, 3], [3, 2]]) {
    let won = 0;
    const throws = (dice) => Array.from({ length: 6 ** dice }, (_, it) => Array.from({ length: dice }, (_, die) => 1 + (Math.floor(it / 6 ** die) % 6)).reduce((a, b) => a + b, 0));
    for (const ours of throws(attack)) for (const theirs of throws(defense)) won += ours > theirs ? 1 : 0;
    assert.ok(Math.abs(winChance(attack, defense) - won / 6 ** (attack + defense)) < 1e-12, `${attack} against ${defense}`);
  }
  assert.ok(winChance(16, 1) > 0.999999 && winChance(1, 16) === 0);
});

test("luck is counted for whoever attacked", () => {
  const acted = (seat) => ({ acted: { seat, action: {} } });
  const rolled = (attack, defense) => ({ rolled: { chance: { chance: { battle: { attack, defense } } } } });
  const luck = luckOf([acted(1), rolled([6], [1]), acted(1), rolled([3, 3], [6]), acted(0), { rolled: { chance: { chance: { reinforce: 3 } } } }], 2);
  assert.deepEqual(luck[0], { count: 0, won: 0, expected: 0 });
  assert.deepEqual([luck[1].count, luck[1].won], [2, 1]);
  assert.ok(Math.abs(luck[1].expected - (15 / 36 + 181 / 216)) < 1e-12);
});

test("the turning point is where a share changed most, and the first of several", () => {
  assert.deepEqual(turningPoint([[6, 4, 5, 5], [6, 3, 5, 6], [12, 1, 1, 6], [14, 0, 0, 6]]), { round: 3, seat: 0, before: 30, after: 60 });
  assert.deepEqual(turningPoint([[1, 1], [2, 2], [3, 3]]), null);
  assert.deepEqual(turningPoint([[1, 1], [3, 1]]), { round: 2, seat: 0, before: 50, after: 75 });
});
