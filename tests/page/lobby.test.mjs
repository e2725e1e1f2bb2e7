// A table before its match: who sits where, what a start waits for, how others come; and what people do at each other at any time.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, Server, begin } from "./stage.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), Browser.start()]); });
after(async () => { await browser.stop(); server.stop(); });

const home = () => `http://${server.address}/`;
const close = async (pages) => { for (const it of pages) await it.context().close(); };

/** A table of somebody who sits at it; the context may change what the server says. */
async function opened(context, game = "dice-of-doom") {
  const page = await browser.open(context, home());
  await begin(page, game, "Open a table");
  await page.waitForSelector(".seats .held");
  return page;
}

/** A connection to which one may add messages and updates of one's own. @param change gets each message of the server */
async function heard(context, change) {
  await context.routeWebSocket(/\/ws$/, (socket) => {
    const far = socket.connectToServer();
    far.onMessage((text) => change(text, (it) => socket.send(it)));
  });
}

test("a host seats a bot by one press, takes another, frees the seat, and starts by the next", async () => {
  const host = await opened(await browser.person("anna"));
  const guest = await browser.open(await browser.person("ben"), host.url());
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  assert.equal(await host.locator(".about-table .picture svg.board").count(), 1, "the board is seen before it is played");
  assert.match(await host.locator(".played p").innerText(), /5 × 5 hexes.*no clock/);
  await host.locator(".seats li").nth(2).locator(".head", { hasText: "Heron" }).click();
  await guest.locator(".seats .held", { hasText: "Heron" }).waitFor();
  await host.locator(".seats li").nth(2).locator("button", { hasText: "Change" }).click();
  await host.locator(".seats li").nth(2).locator(".head", { hasText: "Tiger" }).click();
  await guest.locator(".seats .held", { hasText: "Tiger" }).waitFor();
  await host.locator(".seats button[aria-label='Free the seat of Tiger']").click();
  await guest.locator(".seats li").nth(2).locator("b", { hasText: "open" }).waitFor();
  assert.equal(await guest.locator(".heads").count(), 0, "guests seat no bots");
  await host.locator(".waits", { hasText: "Start waits for ● ben" }).waitFor();
  await guest.locator(".start .primary").click();
  await guest.locator(".waits", { hasText: "anna starts the match" }).waitFor();
  await host.waitForFunction(() => /can start/.test(document.getElementById("told").textContent));
  assert.match(await host.locator(".start-match.primary").innerText(), /Start\s+2 people/);
  await host.locator(".start-match").click();
  for (const it of [host, guest]) await it.waitForSelector(".game .board svg");
  await close([host, guest]);
});

test("others come by a code of squares, or by a link of which is said that it was copied", async () => {
  const host = await opened(await browser.person("cleo"));
  assert.ok(await host.locator(".qr path").evaluate((it) => it.getAttribute("d").length > 1_000));
  await host.evaluate(() => document.addEventListener("copy", () => { window.copied = document.activeElement.value; }));
  await host.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await host.locator(".invite button").first().click();
  await host.locator(".warning", { hasText: "is copied" }).waitFor();
  assert.equal(await host.evaluate(() => window.copied), host.url());
  await host.locator(".settings summary").click();
  await host.locator(".settings button", { hasText: "Let nobody new in" }).click();
  await host.waitForSelector(".invite", { state: "hidden" });
  await close([host]);
});

test("the evening's standings are shown where the server tells them, and nothing where it does not", async () => {
  const context = await browser.person("dora");
  let evening;
  await heard(context, (text, send) => {
    const message = JSON.parse(text);
    if (message.lobby) Object.assign(message.lobby, evening ? { evening } : { evening: undefined });
    send(JSON.stringify(message));
  });
  const host = await opened(context);
  assert.equal(await host.locator(".evening table").count(), 0);
  evening = { matches: 3, rows: [{ who: { human: { name: "dora" } }, played: 3, won: 2, drawn: 0 }, { who: { rung: { rung: 3, number: 2 } }, played: 3, won: 1, drawn: 0 }] };
  await host.locator(".head").first().click();
  await host.waitForSelector(".evening table");
  assert.deepEqual((await host.locator(".evening tbody tr").allInnerTexts()).map((it) => it.replace("\n", "")), ["dora\t2\t0\t3", "Heron 2\t1\t0\t3"]);
  assert.match(await host.locator(".evening h2").innerText(), /3 matches/);
  await host.locator(".seats li", { hasText: "dora" }).filter({ hasText: "2 won" }).waitFor();
  await close([host]);
});

test("a reaction is sent from the menu of a name, and one that is heard stands beside the name for a while", async () => {
  const context = await browser.person("emil");
  let send;
  const sent = [];
  await context.routeWebSocket(/\/ws$/, (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, command } = JSON.parse(text);
      if (!command?.react) return far.send(text);
      sent.push(command.react);
      return socket.send(JSON.stringify({ type: "accepted", id, revision: revision }));
    });
    let revision = 0;
    far.onMessage((text) => { revision = JSON.parse(text).revision ?? revision; socket.send(text); });
    send = (reacted) => socket.send(JSON.stringify({ type: "update", revision, ply: 0, events: [{ reacted }] }));
  });
  const page = await browser.open(context, home());
  await begin(page, "tic-tac-toe", "Play against bots");
  await page.waitForSelector(".game .board svg");
  await page.locator(".players button.name").nth(1).click();
  await page.locator(".reactions button").nth(1).click();
  await page.waitForSelector(".menu", { state: "detached" });
  assert.deepEqual(sent, [{ seat: 1, reaction: "wow" }]);
  send({ player: 0, seat: 1, reaction: "laugh" });
  await page.locator(".players tbody tr").nth(1).locator(".reaction", { hasText: "😂" }).waitFor();
  assert.match(await page.evaluate(() => document.getElementById("told").textContent), /emil laughs at Pebble/);
  await page.locator(".players tbody tr").nth(1).locator(".reaction:empty").waitFor({ state: "attached" });
  await close([page]);
});

test("a lobby is no wider than 320 points, nor than 390 with letters of twice the size", async () => {
  const page = await opened(await browser.person("ida with a name of 24 let", { viewport: { width: 320, height: 640 }, bypassCSP: true }));
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.locator(".heads").first().waitFor();
  assert.ok((await wide()) <= 320, "320 points");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addStyleTag({ content: "html { font-size: 200% !important }" });
  assert.ok((await wide()) <= 390, "letters of twice the size");
  const [bar, seat] = [await page.locator(".start").boundingBox(), await page.locator(".seats li").first().boundingBox()];
  assert.ok(bar.height < 400 && seat.width <= 390, `the bar is ${bar.height} high`);
  await close([page]);
});

/** The moves of the person who is to choose, as pairs of places. */
async function moves(page) {
  return page.evaluate(async () => {
    const frames = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))); });
    const press = (it) => it.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const found = [];
    for (const source of document.querySelectorAll(".game .board .can")) {
      press(source);
      await frames();
      for (const it of document.querySelectorAll(".game .board .can")) found.push([source.dataset.place, it.dataset.place]);
      press(source);
      await frames();
    }
    return found;
  });
}

test("a move that is pressed while another is under way is seen, and carried out after it", async () => {
  const context = await browser.person("fritz");
  let slow = 0;
  await heard(context, (text, send) => setTimeout(() => send(text), slow));
  const page = await browser.open(context, home());
  await begin(page, "dice-wars", "Play against bots");
  await page.waitForSelector(".turn.mine");
  const all = await moves(page);
  const pairs = all.flatMap((one) => all.filter((other) => new Set([...one, ...other]).size === 4).map((other) => [one, other]));
  assert.ok(pairs.length, "there are two attacks that have nothing to do with each other");
  const [[first, second]] = pairs;
  const place = (it) => page.locator(`.game .board [data-place="${it}"]`);
  slow = 1_500;
  for (const it of first) await place(it).dispatchEvent("click");
  await page.waitForSelector(".turn.sent");
  for (const it of second) await place(it).dispatchEvent("click");
  await page.waitForFunction((it) => document.querySelector(`.game .board [data-place="${it}"]`).classList.contains("source"), second[0]);
  await page.locator(".log li", { hasText: "fritz attacks" }).nth(1).waitFor();
  await close([page]);
});

test("a press in vain says why, and a second press of End turn is the first one", async () => {
  const page = await browser.open(await browser.person("gesa"), home());
  await begin(page, "dice-of-doom", "Play against bots");
  await page.waitForSelector(".turn.mine");
  await page.evaluate(async () => {
    // Some places of others can be attacked: pressing one chooses from where.
    for (const it of document.querySelectorAll(".game .board .place:not(.can)")) {
      it.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
      if (/nothing is possible/.test(document.querySelector(".hint").textContent)) break;
    }
  });
  await page.locator(".hint", { hasText: "nothing is possible" }).waitFor();
  const end = page.locator(".deck button", { hasText: "End turn" });
  await page.evaluate(() => { const now = performance.now(); performance.now = () => now; });
  // The log forgets the first of two turns where bots attack much between them; the number of the round does not.
  const about = page.locator(".table-head");
  const round = async () => Number(/round (\d+)/.exec(await about.innerText())[1]);
  const before = await round();
  await end.click();
  await about.filter({ hasText: `round ${before + 1}` }).waitFor();
  await page.waitForSelector(".turn.mine");
  await end.click();
  // The server answers in order, so what is said comes after whatever was pressed.
  await page.locator(".speech input").fill("now");
  await page.locator(".speech input").press("Enter");
  await page.locator(".talk li", { hasText: "now" }).waitFor();
  await page.waitForSelector(".turn.mine");
  assert.equal(await round(), before + 1, "the same moment, the same press");
  // Later, however fast all of this was.
  await page.evaluate(() => {
    delete performance.now;
    const since = performance.now.bind(performance);
    performance.now = () => since() + 1_000;
  });
  await end.click();
  await about.filter({ hasText: `round ${before + 2}` }).waitFor();
  await close([page]);
});
