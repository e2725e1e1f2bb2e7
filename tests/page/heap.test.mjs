// A long match leaves little in the page's memory.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FEW, MANY, fed, feed, heap, record } from "./measure.mjs";
import { Browser, Server } from "./stage.mjs";

test(`after ${MANY} updates of a match the page keeps hardly more than after ${FEW}`, async () => {
  const [server, browser] = await Promise.all([Server.start(), Browser.start()]);
  try {
    const stage = await fed(browser, server, await record(browser, server));
    await feed(stage, FEW);
    const before = await heap(stage.cdp);
    await feed(stage, MANY - FEW);
    const after = await heap(stage.cdp);
    // What the browser compiles is its own affair: it grows until everything that is called often has been compiled.
    assert.ok(after.data <= 1.1 * before.data, `from ${before.data} bytes to ${after.data}`);
  } finally {
    await browser.stop();
    server.stop();
  }
});
