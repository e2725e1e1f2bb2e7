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
    const changes = ['snapshot', 'update', 'choices', 'clocks', 'presence', 'frozen', 'whispered', 'hints'];
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

test('what an example tells becomes a sentence, or is known to be silent', () => {
  const silent = ['created', 'ban_lifted', 'silence_changed', 'password_changed', 'lock_changed', 'seat_left', 'bot_seated', 'seat_opened',
    'seat_closed', 'ready_changed', 'dice_sealed', 'share_committed', 'share_shown', 'share_missed',
    'dice_opened', 'said', 'ended', 'origin_set', 'origin_extended'];
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
