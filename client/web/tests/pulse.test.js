// When the server is asked, when people are told, and when the connection is given up: on a clock that the test moves.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { LOOK_EVERY_MS, Pulse } from "../pulse.js";

/** @type {Pulse | undefined} */
let running;
afterEach(() => running?.end());

/** A pulse on a clock that stands still; what it does is noted with its time in seconds. */
function stage() {
  const clock = { now: 0, noted: /** @type {string[]} */ ([]) };
  const note = (/** @type {string} */ what) => { clock.noted.push(`${clock.now / 1_000} ${what}`); };
  const pulse = new Pulse({ ask: () => note("ask"), late: (it) => note(`late ${it}`), gone: () => { note("gone"); pulse.end(); } }, () => clock.now);
  pulse.begin();
  running = pulse;
  /** Looks as often as the page does, for so many seconds. */
  const go = (/** @type {number} */ seconds) => {
    for (const end = clock.now + seconds * 1_000; clock.now < end; ) {
      clock.now += LOOK_EVERY_MS;
      if (pulse.timer !== undefined) pulse.look();
      if (clock.noted.some((it) => it.endsWith("gone"))) return;
    }
  };
  return { clock, pulse, go };
}

test("a server that says nothing is asked after 4 s, told of after 6, and given up after 9", () => {
  const { clock, go } = stage();
  go(60);
  assert.deepEqual(clock.noted, ["4 ask", "6 late 2", "7 late 3", "8 late 4", "9 late 5", "9 gone", "9 late 0"]);
});

test("a server that answers is asked again and again, and nobody hears of it", () => {
  const { clock, pulse, go } = stage();
  for (let round = 0; round < 5; round++) {
    go(4);
    pulse.heard();
  }
  assert.deepEqual(clock.noted, ["4 ask", "8 ask", "12 ask", "16 ask", "20 ask"]);
});

test("a command without an answer is told of after 2 s, also while other things are heard", () => {
  const { clock, pulse, go } = stage();
  pulse.waits(0);
  go(1.5);
  pulse.heard();
  assert.deepEqual(clock.noted, []);
  go(1);
  pulse.heard();
  pulse.waits(null);
  assert.deepEqual(clock.noted, ["2 late 2", "2.5 late 0"]);
});

test("a frozen table that answers nothing is no dead server", () => {
  const { clock, pulse, go } = stage();
  pulse.waits(0);
  for (let round = 0; round < 10; round++) {
    go(4);
    pulse.heard();
  }
  assert.ok(!clock.noted.some((it) => it.endsWith("gone")), String(clock.noted));
});

test("after a sleep the server is asked at once, and has 2 s", () => {
  const { clock, pulse, go } = stage();
  go(2);
  clock.now += 3_600_000;
  pulse.look();
  assert.deepEqual(clock.noted, ["3602 ask"]);
  go(60);
  assert.deepEqual(clock.noted.slice(1), ["3604 late 2", "3604 gone", "3604 late 0"]);
});

test("after a sleep a server that answers is kept", () => {
  const { clock, pulse, go } = stage();
  go(2);
  clock.now += 3_600_000;
  pulse.look();
  pulse.heard();
  go(3.5);
  assert.deepEqual(clock.noted, ["3602 ask"]);
});

test("a hidden tab that looks once a minute keeps a server that answers, and gives up one that does not", () => {
  const { clock, pulse } = stage();
  for (let minute = 0; minute < 3; minute++) {
    clock.now += 60_000;
    pulse.look();
    pulse.heard();
  }
  assert.deepEqual(clock.noted, ["60 ask", "120 ask", "180 ask"]);
  for (let minute = 0; minute < 2; minute++) {
    clock.now += 60_000;
    pulse.look();
  }
  assert.deepEqual(clock.noted.slice(3), ["240 ask", "300 late 60", "300 gone", "300 late 0"]);
});

test("a look in between asks at once, unless something was heard just now", () => {
  const { clock, pulse, go } = stage();
  go(1);
  pulse.check();
  assert.deepEqual(clock.noted, []);
  go(1.5);
  pulse.check();
  assert.deepEqual(clock.noted, ["2.5 ask"]);
});

