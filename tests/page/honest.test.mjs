// A server that cheats, and secrets that stay secret: what the page must find out, and what it must not tell.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, Server, playOn } from "./stage.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), Browser.start()]); });
after(async () => { await browser.stop(); server.stop(); });

/** A page on which a match of Dice Wars against bots has begun. */
async function against(context) {
  const page = await browser.open(context, `http://${server.address}/`);
  await page.waitForSelector("body[data-link=outside]");
  await page.locator(".game-card input[value=dice-wars]").check();
  await page.locator(".rung input").first().check();
  await page.locator(".play .primary").click();
  await page.waitForSelector(".board svg");
  return page;
}

/** A die of the first battle that one tells shows one eye more or less. */
function forged(message, seen) {
  const battle = message.step?.chances?.find(Array.isArray);
  if (!battle || seen.isForged) return message;
  const [attack] = battle;
  attack[0] += attack[0] < 6 ? 1 : -1;
  seen.isForged = true;
  return message;
}

test("a die that shows something else than was agreed on is found out at the end", async () => {
  const context = await browser.person("pia");
  const seen = { isForged: false };
  await context.routeWebSocket(/\/ws$/, (socket) => {
    const far = socket.connectToServer();
    far.onMessage((text) => socket.send(JSON.stringify(forged(JSON.parse(text), seen))));
  });
  const page = await against(context);
  assert.ok(await playOn(page));
  await page.waitForSelector(".outcome .bad, .outcome .good, .outcome .quiet");
  assert.ok(seen.isForged);
  assert.equal(await page.locator(".outcome .bad").count(), 1, await page.locator(".outcome").innerText());
  await context.close();
});

test("what proves a seat is kept in this browser, and in no address", async () => {
  const context = await browser.person("quinn");
  const addresses = [];
  context.on("request", (it) => addresses.push(it.url()));
  context.on("page", (page) => page.on("websocket", (it) => addresses.push(it.url())));
  const page = await against(context);
  await page.reload();
  await page.waitForSelector("body[data-link=inside] .board svg");
  addresses.push(page.url());
  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem("dicehall.seat")));
  assert.ok(token.length >= 20);
  assert.ok(addresses.some((it) => it.startsWith("ws:")));
  const told = addresses.filter((it) => /[?#]|token/.test(it.replace(/^data:.*/, "")) || it.includes(token));
  assert.deepEqual(told, []);
  await context.close();
});
