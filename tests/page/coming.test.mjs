// Coming in: how soon the page is there, what happens where a part of it is missing, which table one comes to, and under which name.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, Server, begin, first, playOn } from "./stage.mjs";

/** The most requests until one can play, that of the websocket included, and the most waves: requests that wait for others. */
const REQUESTS_MAX = 12;
const WAVES_MAX = 3;
/** Chromium's "fast 3G": milliseconds, and bytes a second. */
const FAST_3G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), Browser.start()]); });
after(async () => { await browser.stop(); server.stop(); });

const home = () => `http://${server.address}/`;
const press = (page, text) => page.locator("button", { hasText: text }).first().click();
const codeOf = (page) => new URL(page.url()).pathname.slice(1);

/** A table of this person, who sits at it. */
async function tableOf(name, game = "tic-tac-toe", options = {}) {
  const page = await browser.open(await browser.person(name, options), home());
  await begin(page, game, "Open a table");
  await page.waitForSelector(".seats .held");
  return page;
}

test("the page comes in few requests and waves, and says on a slow link how soon it was painted", async () => {
  // The first who asks waits for the server, which prepares the files.
  await fetch(home());
  const context = await browser.person("anton");
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", FAST_3G);
  const asked = [];
  page.on("request", (it) => { if (it.url().startsWith("http")) asked.push(it.url()); });
  page.on("websocket", (it) => asked.push(it.url()));
  await page.goto(home());
  await page.waitForSelector("body[data-link=outside] .play .primary");
  const found = await page.evaluate(() => {
    const [start] = performance.getEntriesByType("navigation");
    const loads = [start, ...performance.getEntriesByType("resource")].sort((one, other) => one.startTime - other.startTime);
    const waves = [];
    for (const it of loads) waves.push(1 + Math.max(0, ...waves.filter((_, at) => loads[at].responseEnd <= it.startTime)));
    return { paint: performance.getEntriesByName("first-contentful-paint")[0].startTime, waves: Math.max(...waves), ready: performance.now() };
  });
  console.log(`fast 3G: ${asked.length} requests in ${found.waves} waves, first paint after ${Math.round(found.paint)} ms, ready before ${Math.round(found.ready)} ms`);
  assert.ok(asked.length <= REQUESTS_MAX, asked.join("\n"));
  assert.ok(found.waves <= WAVES_MAX, `${found.waves} waves`);
  await context.close();
});

test("a browser that keeps nothing still plays", async () => {
  const context = await browser.chromium.newContext({ reducedMotion: "reduce" });
  await context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { get() { throw new DOMException("forbidden", "SecurityError"); } });
    }
  });
  const page = await browser.open(context, home());
  await begin(page, "tic-tac-toe", "Play against bots");
  await page.waitForSelector(".board svg");
  assert.ok(await playOn(page));
  await context.close();
});

for (const [name, what] of [["its modules", "**/page.js"], ["its words", "**/*.ftl"], ["its games", "**/games.json"]]) {
  test(`a page that cannot load ${name} says so, and how to try again`, async () => {
    const context = await browser.person("bea");
    await context.route(what, (route) => route.abort("connectionreset"));
    const page = await context.newPage();
    await page.goto(home());
    await page.waitForSelector(".late:visible");
    assert.match(await page.locator(".late").innerText(), /has not been loaded.*\u9875\u9762/s);
    await context.unroute(what);
    await page.locator(".late a").click();
    await page.waitForSelector("body[data-link=outside] .play");
    assert.equal(await page.locator(".late").count(), 0);
    await context.close();
  });
}

test("a browser without scripts is told what is missing", async () => {
  const context = await browser.chromium.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(home());
  assert.match(await page.locator("noscript").innerText(), /needs JavaScript/);
  await context.close();
});

test("an address wins over the table where one sits alone with bots, which ends", async () => {
  const host = await tableOf("cora");
  const page = await browser.open(await browser.person("dirk"), home());
  await begin(page, "dice-of-doom", "Play against bots");
  await page.waitForSelector(".board svg");
  const own = codeOf(page);
  await page.goto(host.url());
  await page.waitForSelector(".seats .held:nth-of-type(2)");
  assert.equal(codeOf(page), codeOf(host));
  await page.locator(".table-head button").first().click();
  await page.waitForSelector("body[data-link=outside] .home");
  await page.locator(".join input").first().fill(own);
  await press(page, "Join");
  await page.locator(".join .why", { hasText: /no such lobby|has ended/i }).waitFor();
  for (const it of [host, page]) await it.context().close();
});

test("whoever plays with others is asked before a match is left for an address", async () => {
  const [other, host] = [await tableOf("emma"), await tableOf("falk")];
  const guest = await browser.open(await browser.person("gerd"), host.url());
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  await press(guest, "Ready");
  await press(host, "Start");
  for (const it of [host, guest]) await it.waitForSelector(".board svg");
  await guest.goto(other.url());
  await guest.waitForSelector(".question");
  assert.match(await guest.locator("h1").innerText(), new RegExp(`falk.*${codeOf(other)}`, "i"));
  await press(guest, "Stay");
  await guest.waitForSelector(".board svg");
  assert.equal(codeOf(guest), codeOf(host));
  await guest.goto(other.url());
  await press(guest, "Leave and go there");
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  assert.equal(codeOf(guest), codeOf(other));
  await host.locator(".log li", { hasText: "gerd" }).first().waitFor();
  for (const it of [other, host, guest]) await it.context().close();
});

test("a name that the server does not take is mended in its field, and nothing that was pressed is done before", async () => {
  const context = await browser.person("hugo");
  const page = await browser.open(context, home());
  await page.waitForSelector("body[data-link=outside]");
  await page.locator(".play .field input").fill("Host");
  // The press takes the name over, and comes before the server has refused it.
  await press(page, "Play against bots");
  await page.waitForSelector(".play .why:visible");
  assert.equal(await page.locator(".play .field input").getAttribute("aria-invalid"), "true");
  assert.equal(await page.evaluate(() => document.activeElement?.matches(".play input")), true);
  await press(page, "Open a table");
  await page.waitForSelector("body[data-link=outside] .home");
  const kept = await page.evaluate(() => localStorage.getItem("dicehall.preferences"));
  assert.match(kept, /"hugo"/);
  await page.locator(".play .field input").fill("Hugo B");
  await press(page, "Open a table");
  await page.locator(".seats .held", { hasText: "Hugo B" }).waitFor();
  await context.close();
});

test("a bad name that an earlier page has kept opens its field, by an address too", async () => {
  const host = await tableOf("ilse");
  const page = await browser.open(await browser.person("Admin"), host.url());
  await page.waitForSelector(".play .why:visible");
  assert.equal(await page.locator(".join input").first().inputValue(), codeOf(host));
  assert.equal(await host.locator(".seats .held").count(), 1, "nobody comes in before the name is mended");
  await page.locator(".play .field input").fill("Ina");
  await press(page, "Join");
  await host.locator(".seats .held", { hasText: "Ina" }).waitFor();
  for (const it of [host, page]) await it.context().close();
});

test("a name that somebody at the table has is mended where names are", async () => {
  const host = await tableOf("jana");
  const page = await browser.open(await browser.person("Jana"), host.url());
  await page.waitForSelector(".play .why:visible");
  await page.locator(".play .field input").fill("Jana K");
  await page.locator(".play .field input").press("Enter");
  await press(page, "Join");
  await host.locator(".seats .held", { hasText: "Jana K" }).waitFor();
  for (const it of [host, page]) await it.context().close();
});

test("a code that is none, and a whole address in its field", async () => {
  const host = await tableOf("karl");
  const page = await browser.open(await browser.person("lara"), home());
  await page.waitForSelector("body[data-link=outside]");
  await page.locator(".join input").first().fill("K0I");
  await press(page, "Join");
  await page.locator(".join .why", { hasText: "five letters" }).waitFor();
  await page.locator(".join input").first().fill(host.url());
  await press(page, "Join");
  await page.waitForSelector(".seats .held:nth-of-type(2)");
  for (const it of [host, page]) await it.context().close();
});

test("a double press opens one table", async () => {
  const page = await browser.open(await browser.person("mona"), home());
  await page.waitForSelector("body[data-link=outside]");
  await page.locator(".play button", { hasText: "Open a table" }).dblclick();
  await page.waitForSelector(".seats .held");
  assert.equal(await page.locator(".warning").count(), 0, "nothing is refused");
  assert.equal(await first(page, [".seats .held"]), 0);
  await page.context().close();
});

test("a name of 24 letters and a title of 32 leave a telephone's page as wide as it is", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const host = await tableOf("WWWWWWWWWWWWWWWWWWWWWWWW", "dice-of-doom", phone);
  const guest = await browser.open(await browser.person("MMMMMMMMMMMMMMMMMMMMMMMM", phone), host.url());
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  const wide = async (where) => {
    for (const it of [host, guest]) {
      const [found, wide] = await it.evaluate(() => [document.documentElement.scrollWidth, [...document.querySelectorAll("main *")].filter((one) =>
        one.getBoundingClientRect().right > 391).map((one) => `${one.tagName}.${one.getAttribute("class")}`)]);
      assert.ok(found <= 390, `${where}: ${found}, ${wide.slice(0, 9)}`);
    }
  };
  await wide("seats");
  await host.locator(".tabs button", { hasText: "People" }).click();
  await wide("people");
  await press(guest, "Ready");
  await press(host, "Start");
  for (const it of [host, guest]) await it.waitForSelector(".board svg");
  await wide("match");
  const list = await browser.open(await browser.person("nina", phone), home());
  await list.locator(".lobbies li").first().waitFor();
  assert.ok(await list.evaluate(() => document.documentElement.scrollWidth) <= 390, "list");
  for (const it of [host, guest, list]) await it.context().close();
});

/** A table of a long list. */
const line = (at) => ({ lobby: `AAA${"23456789"[at % 8]}${"ABCDEFGH"[at >> 3 & 7]}`, title: `Table ${at}`, game: at % 2 ? "dice-wars" : "tic-tac-toe", phase: "waiting",
  humans: 1, bots: 0, open: at % 3 ? 1 : 0, has_password: false, locked: false });

test("three hundred tables are narrowed down by game, open seats and people who play alone", async () => {
  const context = await browser.person("olga");
  const asked = [];
  await context.routeWebSocket(/\/ws$/, (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, command } = JSON.parse(text);
      if (!command?.find_lobbies) return far.send(text);
      asked.push(command.find_lobbies);
      const lobbies = Array.from({ length: 60 }, (_, at) => line(at));
      return socket.send(JSON.stringify({ type: "accepted", id, reply: { found: { lobbies, total: 300 } } }));
    });
  });
  const page = await browser.open(context, home());
  await page.locator(".lobbies li").nth(59).waitFor();
  assert.match(await page.locator(".lobbies + p").innerText(), /newest 60 of 300/);
  assert.deepEqual(asked[0], { open: false, shared: true });
  await page.locator(".narrowing select").selectOption("dice-wars");
  await page.locator(".narrowing input").first().check();
  await page.locator(".narrowing input").nth(1).uncheck();
  const told = (it) => JSON.stringify(it) === JSON.stringify({ game: "dice-wars", open: true, shared: false });
  while (!asked.some(told)) await page.waitForTimeout(50);
  await page.reload();
  await page.waitForSelector(".narrowing input:checked");
  assert.equal(await page.locator(".narrowing select").inputValue(), "dice-wars", "the choice is kept");
  const list = await page.locator(".lobbies").boundingBox();
  assert.ok(list.height < 600, "the list scrolls in itself");
  await context.close();
});

test("a server of an earlier release lists all, and the page looks through them", async () => {
  const context = await browser.person("paul");
  await context.routeWebSocket(/\/ws$/, (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, command } = JSON.parse(text);
      const answer = { type: "accepted", id, reply: { lobbies: Array.from({ length: 30 }, (_, at) => line(at)) } };
      if (command === "list_lobbies") socket.send(JSON.stringify(answer));
      else if (command?.find_lobbies) socket.send(JSON.stringify({ type: "rejected", id, code: "not_a_message", message: "" }));
      else far.send(text);
    });
  });
  const page = await browser.open(context, home());
  await page.locator(".lobbies li").nth(19).waitFor();
  assert.equal(await page.locator(".lobbies li").count(), 20, "ten have no open seat and one person");
  await page.locator(".narrowing select").selectOption("dice-wars");
  await page.waitForFunction(() => document.querySelectorAll(".lobbies li").length === 10);
  await context.close();
});
