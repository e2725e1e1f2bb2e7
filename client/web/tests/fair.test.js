// The page's dice: the hash against published vectors, the share against its laws, the audit against whole matches.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { follow, takesBack } from "../fair/agreement.js";
import { audit } from "../fair/audit.js";
import { Board, dealHexes } from "../fair/board.js";
import { MatchDice, commitment } from "../fair/dice.js";
import { fromHex, hmac, sha256, toHex } from "../fair/sha256.js";
import { Sharer } from "../fair/shares.js";
import { Witness } from "../fair/witness.js";

const file = (/** @type {string} */ name) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const utf8 = (/** @type {string} */ text) => new TextEncoder().encode(text);
const bytes = (/** @type {number} */ value, /** @type {number} */ count) => new Uint8Array(count).fill(value);
const secretOf = (/** @type {number} */ value) => toHex(bytes(value, 32));

test("the hash is that of FIPS 180-4", () => {
  const vectors = [
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ];
  for (const [text, expect] of vectors) assert.equal(toHex(sha256(utf8(text))), expect);
  for (let size = 0; size < 200; size++) {
    const expect = createHash("sha256").update(bytes(size, size)).digest("hex");
    assert.equal(toHex(sha256(bytes(size, size))), expect, `${size} bytes`);
  }
});

test("the keyed hash is that of RFC 4231", () => {
  const counted = Uint8Array.from({ length: 25 }, (_, at) => at + 1);
  /** @type {[Uint8Array, Uint8Array, string][]} */
  const vectors = [
    [bytes(0x0b, 20), utf8("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    [utf8("Jefe"), utf8("what do ya want for nothing?"), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
    [bytes(0xaa, 20), bytes(0xdd, 50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"],
    [counted, bytes(0xcd, 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"],
    [
      bytes(0xaa, 131),
      utf8("Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ],
  ];
  for (const [key, message, expect] of vectors) assert.equal(toHex(hmac(key, message)), expect);
});

test("hexadecimal digits go there and back, and nothing else is taken for them", () => {
  assert.deepEqual(fromHex("00ff10"), Uint8Array.of(0, 255, 16));
  assert.equal(toHex(Uint8Array.of(0, 255, 16)), "00ff10");
  for (const wrong of ["0", "0g", "FF", " 00"]) assert.throws(() => fromHex(wrong), wrong);
});

test("the dice are those of the page on the dice", () => {
  const dice = new MatchDice("m-1", secretOf(1), [secretOf(2), secretOf(3)]);
  const told = file("docs/dice.md").match(/`([0-9a-f]{64})`; the first two dice of roll 0 show 3 and 2, those of\s+roll 1 show 6 and 1/);
  assert.equal(toHex(dice.key), told?.[1]);
  assert.deepEqual([dice.begin(0), dice.faces(2), dice.begin(1), dice.faces(2)], [undefined, [3, 2], undefined, [6, 1]]);
});

test("the commitments of the protocol's example fit its shares", () => {
  const text = file("protocol/PROTOCOL.md");
  const match = /** @type {string[]} */ (text.match(/"match_id": "([^"]+)"/))[1];
  for (const seat of [0, 1]) {
    const found = (/** @type {string} */ name) => text.match(new RegExp(`"seat": ${seat},\\s+"${name}": "([0-9a-f]{64})"`))?.[1];
    assert.equal(commitment(match, seat + 1, String(found("share"))), found("commitment"));
  }
  const [, secret] = /** @type {string[]} */ (text.match(/"secret": "([0-9a-f]{64})"/));
  assert.equal(commitment(match, 0, secret), text.match(/"begun_at": \d+,\s+"commitment": "([0-9a-f]{64})"/)?.[1]);
});

test("numbers are drawn evenly, however many bytes they need", () => {
  const dice = new MatchDice("m-1", secretOf(1), []);
  const drawn = (/** @type {number} */ bound) => {
    dice.begin(9);
    return Array.from({ length: 64 }, () => dice.below(bound));
  };
  /** The same as `docs/dice.md` has it, with big numbers. */
  const expected = (/** @type {bigint} */ bound) => {
    const stream = Buffer.concat([...Array(64).keys()].map((block) => blockOf(dice.key, 9, block)));
    let size = 1;
    while (256n ** BigInt(size) < bound) size++;
    const all = 256n ** BigInt(size);
    const numbers = Array.from({ length: stream.length / size }, (_, at) => BigInt(`0x${stream.subarray(at * size, (at + 1) * size).toString("hex")}`));
    return numbers.filter((it) => it < (all / bound) * bound).map((it) => Number(it % bound));
  };
  for (const bound of [1, 2, 6, 7, 200, 256, 257, 1_000_000, 65_537]) {
    assert.deepEqual(drawn(bound), expected(BigInt(bound)).slice(0, 64), `below ${bound}`);
  }
});

// By Node's own hash, so that this module is not its own witness.
const fieldOf = (/** @type {Uint8Array} */ it) => Buffer.concat([Buffer.from([0, 0, 0, it.length]), it]);
const blockOf = (/** @type {Uint8Array} */ key, /** @type {number} */ roll, /** @type {number} */ block) => {
  const [number, part] = [Buffer.alloc(8), Buffer.alloc(4)];
  number.writeBigUInt64BE(BigInt(roll));
  part.writeUInt32BE(block);
  const mac = createHmac("sha256", key);
  return mac.update(Buffer.concat([utf8("dice-v1/roll"), number, part].map(fieldOf))).digest();
};

// A table, as a server shows it.

const RULES = {
  game: "dice-of-doom",
  rules: { size: 2, max_dice: 3, deal: "random", opening: "free", stuck: "passes", combat: "dice", reinforcement: "cluster", rounds: 1 },
};

const lobbyOf = (/** @type {any[]} */ holders, /** @type {any} */ rules, phase = "waiting") => ({
  phase,
  settings: { rules },
  seats: [...holders, "open", "closed"].slice(0, 4).map((holder) => ({ holder, resigned: false })),
});
const human = (/** @type {number} */ player) => ({ human: { player, ready: false, held_by_bot: false } });
const TWO = lobbyOf([human(7), human(8)], RULES);
const snapshotOf = (/** @type {any} */ lobby, rest = {}) => ({ type: "snapshot", revision: 3, you: 7, lobby, ...rest });
const update = (/** @type {any[]} */ ...events) => ({ type: "update", revision: 9, events, ply: 0 });
const sealed = (server = "a".repeat(64), seats = [0, 1]) => ({
  dice_sealed: { match_id: "m-1", begun_at: 0, commitment: server, seats },
});
const committed = (/** @type {number} */ seat, /** @type {string} */ it) => ({ share_committed: { seat, commitment: it } });

/** A sharer on seat 0 that draws bytes of 9, then of 10, and so on. */
const seated = (lobby = TWO) => {
  let drawn = 9;
  const sharer = new Sharer(() => bytes(drawn++, 32));
  assert.equal(sharer.heard(snapshotOf(lobby)), null);
  return sharer;
};
const commits = (/** @type {any} */ command) => {
  assert.ok(command?.commit_share, JSON.stringify(command));
  return command.commit_share.commitment;
};
const FIRST = commitment("m-1", 1, secretOf(9));
const OTHER = "5".repeat(64);

test("a share is committed when it is asked for, and shown when every commitment is known", () => {
  const sharer = seated();
  assert.equal(commits(sharer.heard(update("match_called", sealed()))), FIRST);
  assert.deepEqual(sharer.given, { match_id: "m-1", commitment: FIRST });
  assert.equal(sharer.heard(update(committed(0, FIRST))), null, "the other commitment is missing");
  const shown = sharer.heard(update(committed(1, OTHER)));
  assert.deepEqual(shown, { show_share: { match_id: "m-1", share: secretOf(9) } });
  assert.equal(sharer.heard(update()), null, "nothing is said twice");
});

test("nobody waits for whoever missed, and who missed says nothing", () => {
  const sharer = seated();
  sharer.heard(update(sealed()));
  sharer.heard(update(committed(0, FIRST)));
  assert.ok(sharer.heard(update({ share_missed: { seat: 1 } })));
  const late = seated();
  late.heard(update(sealed()));
  assert.equal(late.heard(update({ share_missed: { seat: 0 } })), null);
  assert.equal(late.heard(update(committed(1, OTHER))), null);
});

test("who has shown a share, or missed, says nothing when the connection comes back", () => {
  for (const last of [{ share_shown: { seat: 0, share: secretOf(9) } }, { share_missed: { seat: 0 } }]) {
    const sharer = seated();
    sharer.heard(update(sealed()));
    sharer.heard(update(committed(0, FIRST), committed(1, OTHER)));
    sharer.begin();
    assert.equal(sharer.heard(update(last)), null, JSON.stringify(last));
  }
});

test("nothing is shown for a commitment of somebody else's, nor by whoever was not asked", () => {
  const sharer = seated();
  sharer.heard(update(sealed()));
  assert.equal(sharer.heard(update(committed(0, OTHER), committed(1, OTHER))), null);
  assert.equal(seated().heard(update(sealed("a".repeat(64), [1]))), null);
  assert.equal(seated(lobbyOf([human(1), human(8)], RULES)).heard(update(sealed())), null);
});

test("a match that is called again asks for nothing until it is sealed", () => {
  const sharer = seated();
  sharer.heard(update(sealed()));
  sharer.begin();
  assert.equal(sharer.heard(update("match_called")), null);
});

test("a server that seals again, with the same words or others, gets another share", () => {
  for (const again of [sealed(), sealed("b".repeat(64))]) {
    const sharer = seated();
    const one = commits(sharer.heard(update(sealed())));
    assert.notEqual(commits(sharer.heard(update("match_called", again))), one);
  }
});

const announced = (server = "a".repeat(64)) => ({ type: "next_match", match_id: "m-1", commitment: server });
const READY = { ready: { ready: true } };

test("a commitment comes with an agreement to start, and its share is shown in the announced match", () => {
  const sharer = seated();
  assert.equal(sharer.commits(READY), null, "no match is announced");
  assert.equal(sharer.heard(announced()), null);
  for (const command of ["resign", { ready: { ready: false } }, { chat: { text: "x" } }]) assert.equal(sharer.commits(command), null);
  const own = { match_id: "m-1", seat: 0, commitment: FIRST };
  for (const command of [READY, { start: { force: true } }, "rematch"]) assert.deepEqual(sharer.commits(command), own);
  const show = { show_share: { match_id: "m-1", share: secretOf(9) } };
  assert.deepEqual(sharer.heard(update("match_called", sealed(), committed(0, FIRST), committed(1, OTHER))), show);
  assert.deepEqual(sharer.given, { match_id: "m-1", commitment: FIRST });
});

test("a commitment that the server did not keep is made again when it is asked for", () => {
  const sharer = seated();
  sharer.heard(announced());
  sharer.commits(READY);
  assert.equal(commits(sharer.heard(update("match_called", sealed()))), FIRST);
});

test("a share that was committed to ahead is shown in one agreement alone, and in no other than the announced", () => {
  for (const seals of [
    [sealed("b".repeat(64))],
    [sealed(), "match_called", sealed()],
    [sealed("b".repeat(64)), "match_called", sealed()],
  ]) {
    const sharer = seated();
    sharer.heard(announced());
    sharer.commits(READY);
    const told = [...seals, committed(0, FIRST), committed(1, OTHER)];
    assert.equal(sharer.heard(update("match_called", ...told)), null, JSON.stringify(seals));
  }
  const sharer = seated();
  sharer.heard(announced());
  sharer.commits(READY);
  sharer.heard(update("match_called", sealed(), committed(0, FIRST), committed(1, OTHER)));
  sharer.heard(announced());
  assert.notEqual(sharer.commits(READY)?.commitment, FIRST, "the same words again get another share");
});

test("what was committed to ahead outlives a reload", () => {
  let sharer = seated();
  sharer.heard(announced());
  sharer.commits(READY);
  sharer = Sharer.fromJSON(JSON.stringify(sharer), () => bytes(77, 32));
  assert.equal(sharer.commits(READY), null, "the server announces it on each connection");
  const all = snapshotOf(TWO, { agreement: agreementWith(FIRST, OTHER) });
  assert.deepEqual(sharer.heard(all), { show_share: { match_id: "m-1", share: secretOf(9) } });
});

/** The agreement after a seal and commitments. */
const agreementWith = (/** @type {(string | undefined)[]} */ ...commitments) => ({
  ...{ match_id: "m-1", begun_at: 0, commitment: "a".repeat(64), actions: 0 },
  shares: commitments.map((it, seat) => ({ seat, ...(it ? { commitment: it } : {}), missed: false })),
});

test("whoever comes back says again what did not arrive, also after a reload", () => {
  for (const comesBack of [
    (/** @type {Sharer} */ it) => (it.begin(), it),
    (/** @type {Sharer} */ it) => Sharer.fromJSON(JSON.stringify(it), () => bytes(77, 32)),
  ]) {
    let sharer = seated();
    sharer.heard(update(sealed()));
    sharer = comesBack(sharer);
    const unheard = snapshotOf(TWO, { agreement: agreementWith(undefined, undefined) });
    assert.equal(commits(sharer.heard(unheard)), FIRST);
    sharer = comesBack(sharer);
    assert.deepEqual(sharer.given?.commitment, FIRST);
    const all = snapshotOf(TWO, { agreement: agreementWith(FIRST, OTHER) });
    const show = { show_share: { match_id: "m-1", share: secretOf(9) } };
    assert.deepEqual(sharer.heard(all), show);
    assert.deepEqual(comesBack(sharer).heard(all), show);
  }
});

test("a server that takes back what it showed gets no share", () => {
  const changes = [
    (/** @type {any} */ it) => ({ ...it, commitment: "9".repeat(64) }),
    (/** @type {any} */ it) => ({ ...it, shares: [it.shares[0], { ...it.shares[1], commitment: "9".repeat(64) }] }),
    (/** @type {any} */ it) => ({ ...it, begun_at: 1 }),
  ];
  for (const change of changes) {
    const sharer = seated();
    sharer.heard(update(sealed()));
    sharer.heard(update(committed(0, FIRST), committed(1, OTHER)));
    sharer.begin();
    const changed = change(agreementWith(FIRST, OTHER));
    assert.equal(sharer.heard(snapshotOf(TWO, { agreement: changed })), null, JSON.stringify(changed));
  }
});

// The agreement.

/** The agreement after a seal and steps such as `1 committed`, and whether the last may happen there; all before it may. */
const after = (/** @type {string} */ script) => {
  let [agreement, isInOrder] = follow(null, sealed());
  for (const step of script.split("; ").filter(Boolean)) {
    assert.ok(isInOrder, `${script}: something before ${step}`);
    const [seat, what] = [Number(step[0]), step.slice(2)];
    const told = { seat, commitment: OTHER, share: secretOf(6) };
    [agreement, isInOrder] = follow(agreement, { [`share_${what}`]: told });
  }
  return { agreement: /** @type {any} */ (agreement), isInOrder };
};

test("commitments come before shares, and each comes once", () => {
  const both = "0 committed; 1 committed; ";
  for (const fine of [`${both}1 shown; 0 shown`, "0 committed; 1 missed; 0 shown", `${both}0 missed; 1 missed`, "0 missed; 1 missed"]) {
    assert.ok(after(fine).isInOrder, fine);
  }
  const wrongs = ["0 committed; 0 committed", "0 committed; 0 shown", "0 committed; 1 missed; 1 committed"];
  wrongs.push("0 committed; 1 missed; 0 shown; 1 shown", `${both}0 shown; 0 shown`, `${both}0 shown; 0 missed`);
  wrongs.push(`${both}0 shown; 1 committed`, "0 committed; 0 missed", "0 missed; 0 missed", "2 committed");
  for (const wrong of wrongs) assert.ok(!after(wrong).isInOrder, wrong);
  const { agreement } = after("");
  assert.ok(!follow(agreement, sealed())[1], "a match is sealed once");
  const [opened, isFirst] = follow(agreement, { dice_opened: { secret: secretOf(1) } });
  assert.ok(isFirst && !follow(opened, { dice_opened: { secret: secretOf(1) } })[1], "and opened once");
  assert.equal(follow(agreement, { acted: {} })[0]?.actions, 1);
  assert.deepEqual(follow(agreement, "match_called"), [null, true]);
  assert.deepEqual(follow(null, { share_shown: { seat: 0 } }), [null, false]);
});

test("what was shown is not taken back", () => {
  const both = "0 committed; 1 committed; 0 shown";
  const takes = (/** @type {string} */ before, /** @type {string} */ now) => takesBack(after(before).agreement, after(now).agreement);
  for (const [before, now] of [["", both], ["0 committed", both], ["0 committed", "0 committed; 1 missed"], [both, both]]) {
    assert.ok(!takes(before, now), `${before} -> ${now}`);
  }
  for (const [before, now] of [[both, "0 committed; 1 committed"], ["0 committed", ""], ["0 missed", ""], ["0 missed", "0 committed"]]) {
    assert.ok(takes(before, now), `${before} -> ${now}`);
  }
  const changes = [
    (/** @type {any} */ it) => (it.match_id = "m-2"),
    (/** @type {any} */ it) => (it.begun_at = 8),
    (/** @type {any} */ it) => (it.commitment = "4".repeat(64)),
    (/** @type {any} */ it) => (it.shares[0].share = null),
    (/** @type {any} */ it) => (it.shares[0].share = secretOf(0)),
    (/** @type {any} */ it) => (it.shares[0].missed = true),
    (/** @type {any} */ it) => (it.shares[1].commitment = "4".repeat(64)),
    (/** @type {any} */ it) => it.shares.pop(),
  ];
  for (const change of changes) {
    const now = after(both).agreement;
    change(now);
    assert.ok(takesBack(after(both).agreement, now), String(change));
  }
});

// Whole matches.

/** What a witness says that hears all of these events from the call on, one in each update. */
const heardAll = (/** @type {any} */ lobby, /** @type {any[]} */ events, /** @type {any} */ given = null, witness = new Witness()) => {
  witness.heard(snapshotOf(lobby), given);
  const verdicts = ["match_called", ...events].map((event, at) =>
    witness.heard({ type: "update", revision: 4 + at, events: [event], ply: 0 }, given));
  assert.ok(verdicts.slice(0, -1).every((it) => it === null), "a verdict before the secret");
  return /** @type {any} */ (verdicts.at(-1));
};

/** A match of bots that a server has kept, and the table it was played at. */
const kept = (/** @type {string} */ name) => {
  const lines = file(`docs/pictures/matches/${name}.jsonl`).trim().split("\n").map((it) => JSON.parse(it));
  const lobby = lobbyOf(lines[0].seats, lines[0].settings.rules);
  return { lobby, events: lines.slice(1, -1).map((it) => it.event) };
};

const MATCHES = ["dice-of-doom", "dice-wars", "animal-shogi", "tic-tac-toe"];

test("every match that a server has kept is verified, with all its rolls", () => {
  for (const name of MATCHES) {
    const { lobby, events } = kept(name);
    const rolls = events.filter((it) => it.rolled).length;
    assert.deepEqual(heardAll(lobby, events), { ok: true, rolls, own: "none" }, name);
  }
});

/** The events with a copy of the one at `at` changed. */
const changed = (/** @type {any[]} */ events, /** @type {number} */ at, /** @type {(event: any) => void} */ change) => {
  const copy = structuredClone(events);
  change(copy[at]);
  assert.notDeepEqual(copy, events, "nothing was changed");
  return copy;
};

test("a roll that is changed, left out or made up is found at its number", () => {
  for (const name of MATCHES.slice(0, 2)) {
    const { lobby, events } = kept(name);
    const rolls = [...events.keys()].filter((at) => events[at].rolled);
    rolls.forEach((at, before) => {
      if (before % 29 > 0 && before < rolls.length - 1) return;
      const wrong = changed(events, at, ({ rolled: { chance: { chance } } }) => {
        if (chance.battle) chance.battle.attack[0] = (chance.battle.attack[0] % 6) + 1;
        else chance.reinforce = (chance.reinforce + 1) % 20;
      });
      assert.deepEqual(heardAll(lobby, wrong), { ok: false, why: "roll", at: before + 1 }, name);
    });
    for (const at of [rolls[0], rolls[5], rolls[90]]) {
      const left = events.filter((_, other) => other !== at);
      const twice = [...events.slice(0, at), events[at], ...events.slice(at)];
      for (const wrong of [left, twice]) assert.equal(heardAll(lobby, wrong).why, "roll", name);
    }
  }
});

test("another secret, board, map, rule or number of seats is found", () => {
  for (const name of MATCHES.slice(0, 2)) {
    const { lobby, events } = kept(name);
    const start = events.findIndex((it) => it.match_started);
    const secret = changed(events, events.length - 1, (it) => (it.dice_opened.secret = secretOf(1)));
    assert.deepEqual(heardAll(lobby, secret), { ok: false, why: "seal" }, name);
    const starts = [
      (/** @type {any} */ it) => (it.board = it.board.replace("a", "b")),
      (/** @type {any} */ it) => ((it.rules ?? it).max_dice = 7),
      (/** @type {any} */ it) => (it.seats = 3),
      ...(name === "dice-wars" ? [(/** @type {any} */ it) => (it.map.name = "1")] : []),
    ];
    for (const change of starts) {
      const wrong = changed(events, start, (it) => change(it.match_started.config.config));
      assert.deepEqual(heardAll(lobby, wrong), { ok: false, why: "start" }, `${name}: ${change}`);
    }
    const witness = new Witness();
    const board = "a1".repeat(20);
    heardAll(lobby, events.slice(0, -1).concat({ said: {} }), null, witness);
    const last = { ...update(events.at(-1)), view: { game: name, view: { board } } };
    assert.deepEqual(witness.heard(last, null), { ok: false, why: "board" });
  }
});

// A match of two humans with dice that Node's own hash has rolled.

const SECRET = secretOf(1);
const SHARES = [secretOf(9), secretOf(3)];
const given = { match_id: "m-1", commitment: FIRST };

/** A short match: seat 0 attacks as long as it can, passes, and so does seat 1. */
const played = (/** @type {(string | null)[]} */ shares, /** @type {any[]} */ agreed, secret = SECRET) => {
  const parts = [utf8("dice-v1/key"), utf8("m-1"), ...shares.map((it) => Buffer.from(it ?? secretOf(0), "hex"))];
  const key = createHmac("sha256", Buffer.from(secret, "hex")).update(Buffer.concat(parts.map(fieldOf))).digest();
  const faces = (/** @type {number} */ roll, /** @type {number} */ count) =>
    [...blockOf(key, roll, 0)].filter((it) => it < 252).map((it) => (it % 6) + 1).slice(0, count);
  const draws = [...blockOf(key, 0, 0)];
  const next = (/** @type {number} */ bound) => {
    for (;;) {
      const byte = /** @type {number} */ (draws.shift());
      if (byte < Math.floor(256 / bound) * bound) return byte % bound;
    }
  };
  const board = Array.from({ length: 4 }, () => "ab"[next(2)] + "123"[next(3)]).join("");
  const config = { rules: RULES.rules, seats: 2, board };
  const act = (/** @type {number} */ seat, /** @type {any} */ action) => ({ acted: { seat, action: { game: RULES.game, action } } });
  /** @type {any[]} */
  const events = [{ match_started: { config: { game: RULES.game, config } } }];
  const followed = new Board(config);
  for (const pair of [[0, 1], [1, 0], [2, 3], [3, 2]]) {
    const held = String(followed).match(/../g)?.map((it) => [it[0], Number(it[1])]) ?? [];
    const [from, to] = pair.map((it) => held[it]);
    const seat = from[0] === "a" ? 0 : 1;
    if (from[0] === to[0] || from[1] === 1) continue;
    const number = events.filter((it) => it.rolled).length + 1;
    const shown = faces(number, Number(from[1]) + Number(to[1]));
    const battle = { attack: shown.slice(0, Number(from[1])), defense: shown.slice(Number(from[1])) };
    events.push(act(seat, pair), { rolled: { chance: { game: RULES.game, chance: { battle } } } });
    followed.act(seat, /** @type {[number, number]} */ (pair));
    followed.resolve({ battle });
  }
  return [...agreed, ...events, act(0, "pass"), act(1, "pass"), { dice_opened: { secret } }];
};

const seal = { dice_sealed: { match_id: "m-1", begun_at: 5, commitment: commitment("m-1", 0, SECRET), seats: [0, 1] } };
const bound = SHARES.map((it, seat) => committed(seat, commitment("m-1", seat + 1, it)));
const showing = SHARES.map((share, seat) => ({ share_shown: { seat, share } }));
const AGREED = [seal, ...bound, ...showing];
const HONEST = played(SHARES, AGREED);
const ROLLS = HONEST.filter((/** @type {any} */ it) => it.rolled).length;

test("a match of two humans is verified, and its own share told", () => {
  assert.ok(ROLLS > 0, "nothing was rolled");
  assert.deepEqual(heardAll(TWO, HONEST, given), { ok: true, rolls: ROLLS, own: "counted" });
  assert.deepEqual(heardAll(TWO, HONEST), { ok: true, rolls: ROLLS, own: "not_given" });
  const missed = played([null, SHARES[1]], [seal, ...bound, { share_missed: { seat: 0 } }, showing[1]]);
  assert.equal(heardAll(TWO, missed, given).own, "missed");
  const unasked = changed([seal, bound[1], showing[1]], 0, (it) => (it.dice_sealed.seats = [1]));
  assert.equal(heardAll(TWO, played([SHARES[1]], unasked)).own, "not_asked");
  const held = { human: { player: 7, ready: false, held_by_bot: true } };
  assert.equal(heardAll(lobbyOf([held, human(8)], RULES), played([SHARES[1]], unasked)).own, "none", "a bot acted");
  assert.equal(heardAll(TWO, HONEST, { ...given, match_id: "m-9" }).own, "not_given");
  const uncalled = new Witness();
  uncalled.heard(snapshotOf({ ...TWO, phase: "starting" }), null);
  const told = played([SHARES[1]], unasked).map((event, at) => uncalled.heard({ ...update(event), revision: 9 + at }, null));
  assert.deepEqual(told.at(-1), { ok: true, rolls: told.filter((_, at) => played([SHARES[1]], unasked)[at].rolled).length, own: "none" });
});

test("a start that is not that of the table is found", () => {
  const bot = { bot: { bot: "random" } };
  const wars = kept("dice-wars");
  /** @type {[any, any[]][]} */
  const tables = [
    [lobbyOf([human(7), human(8), bot], RULES), HONEST],
    [lobbyOf([human(7), human(8)], { ...RULES, rules: { ...RULES.rules, rounds: 2 } }), HONEST],
    [lobbyOf([human(7), human(8)], { ...RULES, game: "dice-wars" }), HONEST],
    [lobbyOf([bot, bot, bot], wars.lobby.settings.rules), wars.events],
    [{ ...wars.lobby, settings: { rules: { game: "dice-wars", rules: { ...wars.lobby.settings.rules.rules, stock: 1 } } } }, wars.events],
    [{ ...wars.lobby, settings: { rules: { game: "dice-wars", rules: { ...wars.lobby.settings.rules.rules, map: 5 } } } }, wars.events],
  ];
  for (const [lobby, events] of tables) {
    assert.deepEqual(heardAll(lobby, events, null), { ok: false, why: "start" }, JSON.stringify(lobby));
  }
});

test("a roll that is due, an action that cannot be, and a roll where there is no luck are found", () => {
  const steps = HONEST.slice(6, -1);
  const attack = steps.findIndex((/** @type {any} */ it) => it.rolled) - 1;
  const record = { agreement: shownAgreement({ secret: SECRET }), rules: RULES, seats: 2, config: HONEST[5].match_started.config };
  assert.deepEqual(audit({ ...record, steps: steps.slice(0, attack + 1) }), { why: "roll", at: 1 });
  const wrong = { acted: { seat: 0, action: { game: RULES.game, action: /** @type {any} */ ([0, 0]) } } };
  assert.deepEqual(audit({ ...record, steps: [...steps, wrong] }), { why: "roll", at: ROLLS + 1 });
  const { lobby, events } = kept("tic-tac-toe");
  const rolled = { rolled: { chance: { game: "tic-tac-toe", chance: { reinforce: 1 } } } };
  assert.deepEqual(heardAll(lobby, [...events.slice(0, 3), rolled, ...events.slice(3)]), { ok: false, why: "roll", at: 1 });
});

test("of a game with rules that only its server knows, secret and shares are checked, and its rolls are not called verified", () => {
  const acted = { acted: { seat: 0, action: { game: "race", action: { from: "a1", to: "e1" } } } };
  const rolled = { rolled: { chance: { game: "race", chance: 4 } } };
  const game = /** @type {any} */ ({ game: "race", config: { seats: 2 } });
  const record = { agreement: shownAgreement({ secret: SECRET }), rules: game, seats: 2, config: game, steps: /** @type {any[]} */ ([rolled, acted, rolled]) };
  assert.deepEqual(audit(record), { partial: true, why: "unknown", rolls: 0 });
  assert.deepEqual(audit({ ...record, steps: /** @type {any[]} */ ([acted]) }), { rolls: 0, board: null }, "without a roll there is nothing to verify");
  assert.deepEqual(audit({ ...record, agreement: shownAgreement({ secret: secretOf(5) }) }), { why: "seal" });
  const lobby = lobbyOf([human(7), human(8)], game);
  const events = [...AGREED, { match_started: { config: game } }, rolled, acted, { dice_opened: { secret: SECRET } }];
  assert.deepEqual(heardAll(lobby, events, given), { partial: true, why: "unknown", rolls: 0 });
});

test("a missed share counts as zero, whatever is told with it", () => {
  const steps = played([null, SHARES[1]], []);
  const agreement = shownAgreement({ secret: SECRET, shares: [{ ...shownAgreement().shares[0], missed: true }, shownAgreement().shares[1]] });
  const record = { agreement, rules: RULES, seats: 2, config: steps[0].match_started.config, steps: steps.slice(1, -1) };
  assert.ok("rolls" in audit(record));
});

test("a share that is changed, or counted in another's place, is found", () => {
  const other = changed(HONEST, 4, (it) => (it.share_shown.share = secretOf(4)));
  assert.deepEqual(heardAll(TWO, other, given), { ok: false, why: "share", at: 1 });
  const mine = { match_id: "m-1", commitment: OTHER };
  assert.deepEqual(heardAll(TWO, HONEST, mine), { ok: false, why: "own_share" });
  const unhashed = changed(HONEST, 3, (it) => (it.share_shown.share = "zz"));
  assert.deepEqual(heardAll(TWO, unhashed, given), { ok: false, why: "share", at: 0 });
});

test("an agreement in another order is found", () => {
  const orders = [
    [seal, bound[0], showing[0], bound[1], showing[1]],
    [seal, ...bound, bound[1], ...showing],
    [seal, ...bound, showing[0], { share_missed: { seat: 0 } }, showing[1]],
    [seal, seal, ...bound, ...showing],
    [changed([seal], 0, (it) => (it.dice_sealed.seats = [0, 1, 2]))[0], ...bound, { share_missed: { seat: 2 } }, ...showing],
  ];
  for (const agreed of orders) assert.deepEqual(heardAll(TWO, played(SHARES, agreed), given), { ok: false, why: "order" });
});

/** The agreement as a snapshot shows it after a whole match, or before it with `actions` 0. */
const shownAgreement = (/** @type {any} */ rest = {}) => ({
  ...{ match_id: "m-1", begun_at: 5, commitment: seal.dice_sealed.commitment, actions: HONEST.filter((/** @type {any} */ it) => it.acted).length },
  shares: SHARES.map((share, seat) => ({ seat, commitment: commitment("m-1", seat + 1, share), share, missed: false })),
  ...rest,
});

test("nobody is bound anew after the shares could be shown, whatever is told between", () => {
  const chosen = secretOf(4);
  const anew = shownAgreement({ actions: 0 });
  anew.shares[1] = { seat: 1, commitment: commitment("m-1", 2, chosen), share: chosen, missed: false };
  const elsewhere = shownAgreement({ match_id: "m-2", actions: 0 });
  for (const between of [[], [elsewhere]]) {
    const witness = new Witness();
    heardAll(TWO, AGREED.slice(0, 4), given, witness);
    for (const agreement of [...between, anew]) witness.heard(snapshotOf({ ...TWO, phase: "starting" }, { agreement }), given);
    const rest = played([SHARES[0], chosen], []);
    const told = rest.map((event, at) => witness.heard({ ...update(event), revision: 20 + at }, given)).at(-1);
    assert.deepEqual(told, { ok: false, why: "taken_back" });
  }
});

test("a match that is called again under the same name is no second chance", () => {
  const witness = new Witness();
  heardAll(TWO, AGREED.slice(0, 4), given, witness);
  const chosen = [SHARES[0], secretOf(4)];
  const again = chosen.map((it, seat) => committed(seat, commitment("m-1", seat + 1, it)));
  const events = ["match_called", ...played(chosen, [seal, ...again, ...chosen.map((share, seat) => ({ share_shown: { seat, share } }))])];
  const told = events.map((event, at) => witness.heard({ ...update(event), revision: 20 + at }, given));
  assert.deepEqual(told.at(-1), { ok: false, why: "taken_back" });
});

/** A witness that kept what it saw of the first events, loaded again at the end of the match. */
const reloaded = (/** @type {number} */ seen) => {
  const witness = new Witness();
  heardAll(TWO, HONEST.slice(0, seen), given, witness);
  return Witness.fromJSON(JSON.stringify(witness));
};
const config = HONEST.find((/** @type {any} */ it) => it.match_started).match_started.config;
/** @type {any} */
const END = snapshotOf({ ...TWO, phase: "playing" }, {
  ...{ revision: 4 + HONEST.length - 1, agreement: shownAgreement() },
  game_match: { config, view: { view: {} }, ply: 9, resigned: [] },
});
const PAST = ["match_called", ...HONEST.slice(0, -1)].map((event, at) => ({ revision: 4 + at, events: [event] }));
const opened = { ...update(HONEST.at(-1)), revision: 4 + HONEST.length };

test("whoever loads the page again in mid-match asks for the rest, and verifies all", () => {
  for (const seen of [3, 6, 7, 8]) {
    const witness = reloaded(seen);
    witness.heard(END, given);
    assert.equal(witness.wants(), END.revision + 1);
    witness.past({ updates: PAST.slice(-3), has_earlier: true }, given);
    witness.past({ updates: PAST.slice(0, -3), has_earlier: true }, given);
    assert.equal(witness.wants(), null);
    assert.deepEqual(witness.heard(opened, given), { ok: true, rolls: ROLLS, own: "counted" });
  }
});

test("whoever came late is told so, and how many rolls fit", () => {
  const late = new Witness();
  late.heard(END, null);
  late.past({ updates: PAST, has_earlier: false }, null);
  assert.deepEqual(late.heard(opened, null), { partial: true, why: "late", rolls: ROLLS });
  const shown = new Witness();
  shown.heard({ ...END, game_match: { ...END.game_match, view: { view: { board: "a1a1a1a1" } } } }, null);
  shown.past({ updates: PAST, has_earlier: false }, null);
  assert.deepEqual(shown.heard(opened, null), { ok: false, why: "board" });
  const blind = new Witness();
  blind.heard(END, null);
  blind.past({ updates: PAST.slice(-2), has_earlier: false }, null);
  assert.equal(blind.wants(), null, "nothing more can be had");
  assert.deepEqual(blind.heard(opened, null), { partial: true, why: "gap", rolls: 0 });
});

test("the past of an earlier match is left alone", () => {
  const earlier = HONEST.slice(5).map((event, at) => ({ revision: 4 + at, events: [event] }));
  const shift = earlier.length;
  const later = PAST.map((it) => ({ ...it, revision: it.revision + shift }));
  const witness = new Witness();
  witness.heard({ ...END, revision: END.revision + shift }, null);
  witness.past({ updates: [...earlier, ...later], has_earlier: true }, null);
  assert.equal(witness.wants(), null);
  const told = witness.heard({ ...opened, revision: opened.revision + shift }, null);
  assert.deepEqual(told, { partial: true, why: "late", rolls: ROLLS });
});

test("a snapshot after the end brings the verdict again", () => {
  const witness = reloaded(HONEST.length - 1);
  const over = { ...END, lobby: { ...TWO, phase: "over" }, agreement: shownAgreement({ secret: SECRET }) };
  assert.deepEqual(witness.heard(over, given), { ok: true, rolls: ROLLS, own: "counted" });
});

test("who comes when the match is over cannot tell from the seats of now", () => {
  const witness = new Witness();
  const over = { ...END, lobby: lobbyOf([human(7)], RULES, "over"), agreement: shownAgreement({ secret: SECRET }) };
  assert.equal(witness.heard(over, null), null, "the past is still to come");
  assert.deepEqual(witness.past({ updates: PAST, has_earlier: false }, null), { partial: true, why: "gap", rolls: 0 });
});

test("boards go on as in the playthroughs of the reference", () => {
  const games = ["doom-book", "doom-certain", "doom-random-reinforcement", "doom-standard", "wars", "wars-small-stock"];
  for (const name of games) {
    const lines = file(`tests/playthroughs/dice-${name.replace("doom", "of-doom")}.txt`).split("\n");
    const parsed = (/** @type {string} */ line) => JSON.parse(line.slice(line.indexOf("{")));
    const board = new Board(parsed(String(lines.find((it) => it.startsWith("config ")))).config);
    let [seat, steps] = [0, 0];
    for (const line of lines) {
      if (line.startsWith("view ")) {
        const { view } = parsed(line);
        assert.equal(String(board), view.board, `${name} after ${steps} steps`);
        seat = view.to_move;
      } else if (line.startsWith("> ")) {
        const { action, chance } = parsed(line);
        if (chance) board.resolve(chance);
        else assert.ok(board.act(seat, action), line);
        steps++;
      }
    }
    assert.ok(steps > 5, name);
  }
});

test("what no board allows is no action", () => {
  const board = new Board({ rules: RULES.rules, seats: 2, board: "a2a1b3b1" });
  for (const wrong of [[0, 1], [1, 2], [2, 0], [2, 3], [0, 9], [9, 2]]) {
    assert.ok(!board.act(0, /** @type {[number, number]} */ (wrong)), String(wrong));
  }
  assert.ok(board.act(0, [0, 2]));
  assert.ok(!board.act(0, "pass"), "an attack is settled first");
  const dice = new MatchDice("m-1", SECRET, []);
  const scattered = new Board({ max_dice: 3, board: "a2a1b3b1" });
  scattered.act(0, "pass");
  assert.ok(scattered.roll(dice));
  scattered.act(1, [2, 0]);
  scattered.resolve({ battle: { attack: [1], defense: [6] } });
  assert.equal(scattered.roll(dice), null, "new dice come after a pass alone");
});

test("hexes touch as the protocol says, and an even deal is even", () => {
  const board = new Board({ rules: RULES.rules, seats: 2, board: "a1b1b1a1" });
  board.act(0, "pass");
  board.act(1, "pass");
  assert.equal(String(board), "a2b2b1a2", "0 and 3 touch, 1 and 2 do not");
  const ring = new Board({ rules: { ...RULES.rules, size: 3 }, seats: 2, board: "b1a1b1a1b1a1b1a1a1" });
  ring.act(0, "pass");
  assert.equal(String(ring), "b1a2b1a2b1a2b1a2a2", "all five are one group");
  const even = { ...RULES.rules, deal: "even", max_dice: 2 };
  const dealt = dealHexes({ rules: even, seats: 3 }, new MatchDice("m-1", SECRET, []));
  const sums = ["a", "b", "c"].map((seat) => [...dealt.matchAll(/(.)(.)/g)].reduce((all, it) => all + (it[1] === seat ? Number(it[2]) : 0), 0));
  assert.deepEqual(sums, [2, 2, 2], dealt);
});
