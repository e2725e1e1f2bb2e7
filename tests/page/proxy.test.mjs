// The page behind a reverse proxy, under a path of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Proxy } from "./proxy.mjs";
import { Browser, Server, playOn } from "./stage.mjs";

test("under a path of its own behind a proxy the page plays a match, and finds its table again", async () => {
  const [server, browser] = await Promise.all([Server.start(), Browser.start()]);
  const proxy = new Proxy(server.address, "/dice/");
  const home = await proxy.start();
  try {
    const page = await browser.open(await browser.person("nora"), home);
    await page.waitForSelector("body[data-link=outside]");
    await page.locator(".play select").first().selectOption("tic-tac-toe");
    await page.locator(".play .primary").click();
    await page.waitForSelector(".board svg");
    assert.match(page.url().slice(home.length), /^[A-Z0-9]{5}$/);
    await page.reload();
    await page.waitForSelector("body[data-link=inside] .board svg");
    assert.ok(await playOn(page));
    const guest = await browser.open(await browser.person("olaf"), page.url());
    await guest.waitForSelector("body[data-link=inside]");
    assert.ok(proxy.asked.includes("/dice/ws"), "the websocket goes through the proxy");
    assert.deepEqual(proxy.strays, [], "everything is asked for below the path");
  } finally {
    proxy.stop();
    server.stop();
    await browser.stop();
  }
});
