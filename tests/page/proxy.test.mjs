// The page behind a reverse proxy, under a path of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Proxy } from "./proxy.mjs";
import { Browser, Server, playOn } from "./stage.mjs";

test("under a path of its own behind a proxy the page plays a match, and finds its table again", async () => {
  const [server, browser] = await Promise.all([Server.start(), Browser.start()]);
  const proxy = new Proxy({ "/dice/": server.address });
  const home = `${await proxy.start()}/dice/`;
  try {
    const page = await browser.open(await browser.person("nora"), home);
    await page.waitForSelector("body[data-link=outside]");
    await page.locator(".game-card input[value=tic-tac-toe]").check();
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

test("two servers under paths of one address keep apart what a browser keeps for each", async () => {
  const [one, other, browser] = await Promise.all([Server.start(), Server.start(), Browser.start()]);
  const proxy = new Proxy({ "/one/": one.address, "/other/": other.address });
  const root = await proxy.start();
  try {
    const context = await browser.person("petra");
    const first = await browser.open(context, `${root}/one/`);
    await first.waitForSelector("body[data-link=outside]");
    await first.locator(".play button", { hasText: "Open a table" }).click();
    await first.waitForSelector(".seats .held");
    const { token } = await first.evaluate(() => JSON.parse(localStorage.getItem("dicehall.seat/one/")));
    await first.close();
    const said = [];
    context.on("page", (page) => page.on("websocket", (it) => it.on("framesent", ({ payload }) => said.push(payload))));
    const second = await browser.open(context, `${root}/other/`);
    await second.waitForSelector("body[data-link=outside] .home");
    assert.ok(said.some((it) => it.includes("hello")) && !said.some((it) => it.includes(token)), said.join("\n"));
    const again = await browser.open(context, `${root}/one/`);
    await again.waitForSelector("body[data-link=inside] .seats .held");
  } finally {
    proxy.stop();
    for (const it of [one, other]) it.stop();
    await browser.stop();
  }
});

test("behind a proxy that leaves the port out of its address the page says what its operator has to do", async () => {
  const [server, browser] = await Promise.all([Server.start(), Browser.start()]);
  const proxy = new Proxy({ "/": server.address }, { dropsPort: true });
  const home = await proxy.start();
  try {
    const page = await browser.open(await browser.person("nora"), home);
    await page.locator(".banner", { hasText: `--allow-origin ${home.slice(0, -1)}` }).waitFor();
  } finally {
    proxy.stop();
    server.stop();
    await browser.stop();
  }
});
