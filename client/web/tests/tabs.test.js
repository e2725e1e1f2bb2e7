// Which of several tabs sits at a table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Tabs } from "../tabs.js";

test("a tab that sits at a table says so, to tabs of the same server alone", async () => {
  const [first, second, elsewhere] = [new Tabs("/", () => "AAAAA"), new Tabs("/", () => null), new Tabs("/other/", () => null)];
  assert.equal(await second.isHeld("AAAAA"), true);
  assert.deepEqual(await Promise.all([second.isHeld("BBBBB"), first.isHeld("AAAAA"), elsewhere.isHeld("AAAAA")]), [false, false, false]);
  for (const it of [first, second, elsewhere]) it.channel?.close();
});
