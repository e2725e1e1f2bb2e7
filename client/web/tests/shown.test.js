// What the server tells in short is what happened: recorded matches of every game, and messages that do not follow.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Shown, choicesOf, patched } from '../shown.js';

const FOLDER = new URL('../../../protocol/golden/matches/', import.meta.url);
const matches = readdirSync(FOLDER).map((name) => [name, JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))]);

/** The choices of an offer, without their ends. */
const offered = (message) => ({ ...choicesOf(message), choices: choicesOf(message).choices.map(({ ends: _, ...it }) => it) });

/** The message as it is written: what is not there has no field. */
const plain = (message) => JSON.parse(JSON.stringify(message, (_, it) => (it === null ? undefined : it)));

test('every message of a recorded match is unfolded to what happened', () => {
  assert.equal(matches.length, 4);
  for (const [name, told] of matches) {
    const shown = new Shown();
    shown.revision = 20;
    let short = 0;
    for (const { sent, full } of told) {
      const read = shown.unfold(structuredClone(sent));
      const whole = sent.type === 'offered' ? { type: sent.type, ...offered(read) } : read;
      assert.deepEqual(plain(whole), plain(full), name);
      short += sent.type === 'played' || sent.type === 'offered';
    }
    assert.ok(short > 10, `${name}: ${short} of ${told.length}`);
  }
});

test('what luck chose in a game without short forms stays as it is told', () => {
  const shown = new Shown();
  const view = { to_move: 0, marks: [] };
  shown.note(4, { game: 'race', view });
  const { events } = shown.unfold({ type: 'played', revision: 6, ply: 2, seat: 0, step: { game: 'race', action: { from: 'a1', to: 'e1' }, chances: [4], view } });
  assert.deepEqual(events[1], { rolled: { chance: { game: 'race', chance: 4 } } });
});

test('a step that does not follow from what was shown is not applied', () => {
  for (const [name, told] of matches) {
    const [start, , first, , second] = told.map((it) => it.sent);
    const shown = new Shown();
    assert.equal(shown.unfold(first), null, name);
    assert.ok(shown.unfold(start));
    assert.equal(shown.unfold(second), null, `${name}: a step was left out`);
    assert.equal(shown.unfold(first), null, `${name}: the view is not known any more`);
    assert.ok(shown.unfold(start) && shown.unfold(first) && shown.unfold(second));
    assert.equal(shown.unfold(second), null, `${name}: a step came twice`);
  }
});

test('a field of a later server, in every step, changes no step', () => {
  for (const [name, told] of matches) {
    const [shown, later] = [new Shown(), new Shown()];
    shown.revision = later.revision = 20;
    for (const { sent } of told) {
      const more = structuredClone(sent);
      for (const it of [more, more.step, more.step?.change, more.step?.view, more.offer]) if (it) it.of_a_later_server = { a: 1 };
      const whole = (message) => (message.type === 'offered' ? choicesOf(message) : message);
      const known = JSON.stringify(whole(later.unfold(more)), (key, it) => (key === 'of_a_later_server' ? undefined : it));
      assert.deepEqual(plain(JSON.parse(known)), plain(whole(shown.unfold(structuredClone(sent)))), name);
    }
  }
});

test('an update without a view after a gap leaves no view to which a step may add', () => {
  const [start, , first, , second] = matches.find(([name]) => name === 'dice-of-doom.json')[1].map((it) => it.sent);
  const shown = new Shown();
  assert.ok(shown.unfold(start) && shown.unfold(first));
  const before = second.revision - 1 - second.step.chances.length;
  assert.ok(shown.unfold({ type: 'update', revision: before, events: Array(before).fill('paused'), ply: 1 }));
  assert.equal(shown.unfold(second), null);
});

test('texts and lists change at places, objects in fields, and what was told before stays as it was', () => {
  const before = { board: 'a1b2c3', seats: [{ dice: 1, link: 2 }, { dice: 3, link: 4 }], round: 1, last: null };
  const copy = structuredClone(before);
  const after = patched(before, { board: [[0, 'b4'], [4, 'd9']], seats: [[1, { dice: 5 }]], round: 2, last: { a: 1 } });
  assert.deepEqual(after, { board: 'b4b2d9', seats: [{ dice: 1, link: 2 }, { dice: 5, link: 4 }], round: 2, last: { a: 1 } });
  assert.deepEqual(before, copy);
  assert.deepEqual(patched(before, {}), before);
});
