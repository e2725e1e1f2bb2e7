// Every message that the protocol has an example of is taken in by the page, and what is to be said of it is said.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Lobby } from '../lobby.js';
import { sentence } from '../log.js';
import { Sharer } from '../fair/shares.js';
import { Witness } from '../fair/witness.js';
import { parseWords, wordsOf } from '../words.js';

const FOLDER = new URL('../../../protocol/golden/server/', import.meta.url);
const words = wordsOf(parseWords(readFileSync(new URL('../../lang/en/page.ftl', import.meta.url), 'utf8')), 'en');
const examples = readdirSync(FOLDER).map((name) => [name, JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))]);
const snapshot = examples.find(([name]) => name === 'snapshot_playing.json')[1];

/** Whether an object is a name with what it names, such as an event: it has one field by its nature. */
const isName = (path) => /\/(events\/\d+|reply|holder|chance\/chance)$/.test(path);

/** The message of a later server: every object in it has a field that the page does not know. */
function later(part, path = '') {
  if (Array.isArray(part)) return part.map((it, at) => later(it, `${path}/${at}`));
  if (typeof part !== 'object' || part === null) return part;
  const fields = Object.entries(part).map(([name, it]) => [name, later(it, `${path}/${name}`)]);
  return { ...Object.fromEntries(fields), ...(isName(path) ? {} : { of_a_later_server: { a: [{ b: null }] } }) };
}

/** The same without those fields. */
function plain(part) {
  return JSON.parse(JSON.stringify(part, (name, it) => (name === 'of_a_later_server' ? undefined : it)));
}

/** A lobby in the middle of a match that has heard one more message. */
function heard(message) {
  const lobby = new Lobby();
  lobby.hear(structuredClone(snapshot));
  return [lobby, lobby.hear(structuredClone(message))];
}

test('every example is taken in by the lobby and by the dice', () => {
  assert.ok(examples.length > 60, `${examples.length} examples`);
  for (const [name, message] of examples) {
    const [lobby, isKnown] = heard(message);
    const changes = ['snapshot', 'update', 'offered', 'clocks', 'presence', 'frozen', 'whispered', 'hints'];
    assert.equal(isKnown, changes.includes(message.type), name);
    assert.ok(lobby.view && lobby.names.size > 0, name);
    if (message.type === 'update') assert.equal(lobby.revision, message.revision, name);
    const [sharer, witness] = [new Sharer(() => new Uint8Array(32)), new Witness()];
    for (const it of [snapshot, message]) {
      sharer.heard(structuredClone(it));
      witness.heard(structuredClone(it), sharer.given);
    }
  }
});

test('what whoever operates the server says is a line of the talk under a name that nobody may have', () => {
  const [lobby] = heard(examples.find(([name]) => name === 'update_notice.json')[1]);
  const { player, name, text } = lobby.talk.at(-1);
  assert.deepEqual({ player, name, text }, { player: -1, name: 'Dicehall', text: 'We install an update.' });
});

test('a field that the page does not know changes nothing', () => {
  for (const [name, message] of examples) {
    assert.deepEqual(plain(later(message)), message, name);
    const [[lobby, isKnown], [other, isKnownToo]] = [heard(message), heard(later(message))];
    assert.equal(isKnownToo, isKnown, name);
    other.clocksAt = lobby.clocksAt;
    assert.deepEqual(plain(other), plain(lobby), name);
    const [sharer, witness] = [new Sharer(() => new Uint8Array(32)), new Witness()];
    for (const it of [snapshot, message].map((it) => later(it))) {
      sharer.heard(it);
      witness.heard(it, sharer.given);
    }
    const where = { words, config: lobby.match?.config, seat: (it) => lobby.seatName(it, (bot) => bot), person: (it) => lobby.names.get(it) ?? '?' };
    const sentences = (events) => (events ?? []).map((it) => sentence(it, where));
    assert.deepEqual(sentences(later(message).events), sentences(message.events), name);
  }
});

test('what an example tells becomes a sentence, or is known to be silent', () => {
  const silent = ['created', 'ban_lifted', 'silence_changed', 'password_changed', 'lock_changed', 'seat_left', 'bot_seated', 'seat_opened',
    'seat_closed', 'ready_changed', 'dice_sealed', 'share_committed', 'share_shown', 'share_missed',
    'dice_opened', 'said', 'ended', 'origin_set', 'origin_extended',
    // A reaction is for the moment: it is said at once, and stands in no log.
    'reacted'];
  for (const [name, message] of examples) {
    const [lobby] = heard(message);
    const where = { words, config: lobby.match?.config, seat: (it) => lobby.seatName(it, (bot) => bot), person: (it) => lobby.names.get(it) ?? '?' };
    for (const event of message.events ?? []) {
      const kind = typeof event === 'string' ? event : Object.keys(event)[0];
      const told = sentence(event, where);
      const isRoll = kind === 'rolled' && !event.rolled.chance.chance.battle;
      assert.equal(told === '', silent.includes(kind) || isRoll, `${name}: ${kind}: ${told}`);
      assert.doesNotMatch(told, /page_|undefined|\{|\}/, name);
    }
  }
});

test('the past of an example is told once, in order', () => {
  const [, message] = examples.find(([name]) => name === 'accepted_history.json');
  const { history } = message.reply;
  const [lobby] = heard({ type: 'frozen', frozen: false });
  lobby.recall(structuredClone(history));
  lobby.recall(structuredClone(history));
  const events = history.updates.flatMap((it) => it.events).length;
  assert.equal(lobby.log.length + lobby.talk.length, events);
});

test('the end of a turn tells how many dice it has brought, also when it is read later', () => {
  const [lobby] = heard(snapshot);
  const step = structuredClone(examples.find(([name]) => name === 'update_acted_pass.json')[1]);
  const told = (lobby) => sentence(lobby.log.at(-1).event, { words, seat: () => 'Aki', person: () => '?' }, lobby.log.at(-1).gained);
  const ends = (dice) => ({ ...structuredClone(step), view: { ...step.view, view: { ...step.view.view, standings: [{ ...step.view.view.standings[0], dice }, step.view.view.standings[1]] } } });
  lobby.hear({ ...ends(7), revision: 43 });
  assert.equal(told(lobby), 'Aki ends the turn: +2 dice.');
  lobby.hear({ ...ends(8), revision: 44 });
  assert.equal(told(lobby), 'Aki ends the turn: +1 die.');
  lobby.hear({ ...ends(8), revision: 45 });
  assert.equal(told(lobby), 'Aki ends the turn.');
  lobby.recall({ updates: [{ ...ends(5), revision: 40 }, { ...ends(9), revision: 41 }] });
  assert.equal(lobby.log.find((it) => it.revision === 41)?.gained, 4);
});

test('an action that is no word is told by its parts', () => {
  const words = (id, args) => `${id} ${args.action}`;
  const where = { words, seat: () => 'Aki', person: () => '?' };
  const told = (action) => sentence({ acted: { seat: 0, action: { game: 'of-a-later-server', action } } }, where);
  assert.deepEqual([told({ from: 'a1', to: 'e1' }), told('d4'), told(3)].map((it) => it.split(' ')[1]), ['a1-e1', 'd4', '3']);
});
