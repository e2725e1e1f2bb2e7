// A server that hangs, that is stopped, or that is gone: what the page says, what becomes of a move, and how one gets away.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Browser, Server, begin, playOn } from "./stage.mjs";

/** What the tests share is killed and stopped, so each has its own. */
let server;
let browser;
beforeEach(async () => { [server, browser] = await Promise.all([Server.start(), Browser.start()]); });
afterEach(async () => { await browser.stop(); server.stop(); });

/** A person in a match of tic-tac-toe against a bot, whose turn it is. */
async function playing(name) {
  const page = await browser.open(await browser.person(name), `http://${server.address}/`);
  await begin(page, "tic-tac-toe", "Play against bots");
  await page.waitForSelector(".turn.mine");
  return page;
}

/** Presses the first free cell. */
const press = (page) => page.locator(".board [role=button].can").first().dispatchEvent("click");
const button = (page, text) => page.locator("button", { hasText: text }).first();

test("a server that hangs is noticed, a move is under way until it is back, and is made once", async () => {
  const page = await playing("anna");
  const cells = () => page.locator(".board .taken").count();
  const before = await cells();
  server.hang();
  await press(page);
  await page.locator(".turn", { hasText: "on its way" }).waitFor();
  await page.locator(".banner", { hasText: "No answer for" }).waitFor();
  assert.equal(await page.locator(".turn.mine").count(), 0, "nobody is told that it is their turn");
  await page.waitForSelector("body[data-link=broken]");
  server.wake();
  await page.waitForSelector("body[data-link=inside] .turn.mine");
  assert.equal(await page.locator(".banner").count(), 0);
  assert.equal(await cells(), before + 2, "the move and the bot's");
  assert.ok(await playOn(page));
});

test("what is pressed without a connection is said not to be sent, and is not done later", async () => {
  const page = await playing("bela");
  const before = await page.locator(".board .taken").count();
  await server.end();
  await page.waitForSelector("body[data-link=broken]");
  await press(page);
  await page.locator(".warning", { hasText: "was not sent" }).waitFor();
  await page.waitForSelector(".board [role=button].can");
  await server.run(server.address);
  await page.waitForSelector("body[data-link=inside] .turn.mine");
  assert.equal(await page.locator(".board .taken").count(), before);
  assert.ok(await playOn(page), "the same cell may be pressed again");
});

test("a server that is stopped says farewell, and leaving works without it", async () => {
  const page = await playing("cora");
  await server.end();
  await page.locator(".banner", { hasText: "The server was stopped" }).waitFor();
  await button(page, "Leave").click();
  await page.waitForSelector(".home");
  await page.locator(".banner", { hasText: /lost|stopped/ }).waitFor();
  await server.run(server.address);
  await page.waitForSelector("body[data-link=outside] .home");
  await begin(page, "tic-tac-toe", "Play against bots");
  await page.waitForSelector("body[data-link=inside] .board svg");
});

test("a table whose server does not come back is said to be closed, with two ways on", async () => {
  const page = await playing("dora");
  await server.end();
  await page.locator(".banner", { hasText: "may be closed" }).waitFor();
  assert.equal(await page.locator(".banner button").count(), 2);
  await button(page, "Try again").click();
  await page.waitForSelector("body[data-link=broken]");
  await page.locator(".banner button", { hasText: "Leave" }).click();
  await page.waitForSelector(".home");
});

test("a table that is gone when the server comes back is said to be closed", async () => {
  const page = await playing("emil");
  await server.end();
  await page.waitForSelector("body[data-link=broken]");
  const { address } = server;
  server.stop();
  server = new Server();
  await server.begin(address);
  await page.locator(".farewell", { hasText: "was stopped" }).waitFor();
  await page.waitForSelector("body[data-link=outside] .home");
  await button(page, "OK").click();
  await page.waitForSelector(".farewell", { state: "detached" });
});

test("a hidden tab is called by its title when it is one's turn, without a frame", async () => {
  const host = await browser.open(await browser.person("fina"), `http://${server.address}/`);
  await begin(host, "tic-tac-toe", "Open a table");
  await host.waitForSelector(".seats .held");
  const guest = await browser.open(await browser.person("gert"), host.url());
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  await button(guest, "Ready").click();
  await button(host, "Start").click();
  for (const it of [host, guest]) await it.waitForSelector(".board svg");
  const [mover, other] = (await host.locator(".turn.mine").count()) ? [host, guest] : [guest, host];
  await other.evaluate(() => new Promise((done) => requestAnimationFrame(() => { window.requestAnimationFrame = () => 0; done(); })));
  assert.doesNotMatch(await other.title(), /Your turn/);
  await press(mover);
  await other.waitForFunction(() => /Your turn/.test(document.title), null, { polling: 50 });
});
