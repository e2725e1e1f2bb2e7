// The page against a real server, in a real browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { Browser, Server, first, playOn } from "./stage.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GAMES = ["dice-of-doom", "dice-wars", "animal-shogi", "tic-tac-toe"];

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), Browser.start()]); });
after(async () => { await browser.stop(); server.stop(); });

const home = () => `http://${server.address}/`;

/** A page on which a match against bots has begun. */
async function against(name, game, options) {
  const page = await browser.open(await browser.person(name, options), home());
  await page.waitForSelector("body[data-link=outside]");
  await page.locator(`.game-card input[value=${game}]`).check();
  await page.locator(".rung input").first().check();
  await page.locator(".play .primary").click();
  await page.waitForSelector(".board svg");
  return page;
}

/** Presses a button by a part of its text. */
const press = (page, text) => page.locator("button", { hasText: text }).first().click();

for (const game of GAMES) {
  test(`a whole match of ${game} against bots, whose dice are verified`, async () => {
    const page = await against(`solo ${game.slice(-6)}`, game);
    assert.ok(await playOn(page));
    await page.waitForSelector(".outcome .good, .outcome:not(:has(.bad)):not(:has(.quiet))");
    if (game.startsWith("dice")) {
      const verdict = await page.locator(".outcome .good").innerText();
      assert.match(verdict, /^Dice verified: [1-9]\d* rolls/);
      assert.equal(await page.locator(".outcome svg").count(), 1, "a graph of the dice");
    }
    await page.context().close();
  });
}

/** A table with a host, and a guest who came by its address alone. */
async function table(names, options = {}) {
  const host = await browser.open(await browser.person(names[0]), home());
  await host.waitForSelector("body[data-link=outside]");
  await host.locator(`.game-card input[value=${options.game ?? "tic-tac-toe"}]`).check();
  await press(host, "Open a table");
  await host.waitForSelector(".seats .held");
  const guest = await browser.open(await browser.person(names[1], options.guest), host.url());
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  return [host, guest];
}

test("two people play a match at one table, one of them on a phone with a reload, and once more", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const [host, guest] = await table(["anna", "ben"], { guest: phone });
  await press(guest, "Ready");
  await press(host, "Start");
  await Promise.all([playOn(host, 1), guest.waitForSelector(".board svg")]);
  await guest.reload();
  await guest.waitForSelector(".board svg");
  const over = await Promise.all([playOn(host), playOn(guest)]);
  assert.deepEqual(over, [true, true]);
  const wide = await guest.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the phone's page is ${wide} wide`);
  await press(host, "Rematch");
  await press(guest, "Rematch");
  await host.waitForSelector(".panel:not(:has(.outcome)) ");
  for (const page of [host, guest]) await page.context().close();
});

test("the address for others stands above the seats, and after a match the rematch comes before the seats", async () => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  const page = await browser.open(await browser.person("paul", phone), home());
  await page.waitForSelector("body[data-link=outside]");
  await page.locator(".game-card input[value=tic-tac-toe]").check();
  await press(page, "Open a table");
  await page.waitForSelector(".seats .held");
  await page.waitForSelector(".invite:visible");
  assert.equal(await page.locator(".invite .link").innerText(), page.url().replace("http://", ""));
  await page.locator(".seats .head").nth(1).click();
  await page.locator(".seats .held", { hasText: "Fox" }).waitFor();
  await press(page, "Start");
  await page.waitForSelector(".board svg");
  assert.equal(await page.locator(".seating").count(), 0, "no seats during a match");
  assert.ok(await playOn(page));
  await page.waitForSelector(".panel .seating");
  const [again, seats] = [await page.locator(".deck .primary").boundingBox(), await page.locator(".seating").boundingBox()];
  assert.ok(again.y + again.height <= 640 && again.y < seats.y, `the rematch at ${again.y}, the seats at ${seats.y}`);
  assert.match(await page.locator(".outcome").innerText(), /no dice/);
  await page.context().close();
});

test("a list tells no more free seats than a game has", async () => {
  const host = await against("rita", "tic-tac-toe");
  const page = await browser.open(await browser.person("sven"), home());
  await page.waitForSelector("body[data-link=outside]");
  await page.locator(".narrowing input").nth(1).uncheck();
  const row = page.locator(".lobbies li", { hasText: new URL(host.url()).pathname.slice(1) });
  await row.waitFor();
  assert.match(await row.innerText(), /1 person · 1 bot · full/);
  for (const it of [host, page]) await it.context().close();
});

test("a server that is killed in the middle of a match is found again, and nothing is lost", async () => {
  const page = await against("carla", "dice-of-doom");
  await playOn(page, 3);
  const before = await page.locator(".log li").count();
  await server.crash();
  await page.waitForSelector("body[data-link=inside] .turn");
  assert.ok((await page.locator(".log li").count()) >= before, "the log is there again");
  assert.ok(await playOn(page));
  await page.waitForSelector(".outcome .good");
  await page.context().close();
});

test("a second tab asks before it takes over, and the first can take back", async () => {
  const page = await against("dora", "tic-tac-toe");
  const code = new URL(page.url()).pathname.slice(1);
  for (const address of [home(), page.url()]) {
    const second = await browser.open(page.context(), address);
    await second.locator(".banner", { hasText: code }).waitFor();
    await second.waitForSelector("body[data-link=outside] .home");
    assert.equal(await page.locator("body").getAttribute("data-link"), "inside", "the first is left alone");
    await second.close();
  }
  const second = await browser.open(page.context(), home());
  await press(second, "Play here");
  await second.waitForSelector(".board svg");
  await page.waitForSelector("body[data-link=replaced]");
  // By now the second has used its token, and the one that the first knows is dead.
  await second.waitForSelector(".log li:nth-of-type(2)");
  await press(page, "Play here");
  await second.waitForSelector("body[data-link=replaced]");
  await page.waitForSelector("body[data-link=inside]");
  await page.context().close();
});

test("whoever is offline hears so, and comes back by itself", async () => {
  const page = await against("emil", "tic-tac-toe");
  const context = page.context();
  await context.setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await server.crash();
  await page.waitForSelector(".banner");
  await context.setOffline(false);
  await page.waitForSelector("body[data-link=inside]");
  await page.waitForFunction(() => !document.querySelector(".banner"));
  await context.close();
});

test("a password is asked for, and a kick sends away", async () => {
  const host = await browser.open(await browser.person("fred"), home());
  await host.waitForSelector("body[data-link=outside]");
  await press(host, "Open a table");
  await host.locator(".settings summary").click();
  await host.locator(".settings input[type=password]").fill("sesame");
  await host.locator(".settings input[type=password]").press("Enter");
  await host.waitForFunction(() => document.querySelector(".settings input[type=password]").placeholder !== "");
  const guest = await browser.open(await browser.person("gina"), host.url());
  await guest.waitForSelector(".join input[type=password]:visible");
  await guest.locator(".join input[type=password]").fill("sesame");
  await guest.locator(".join button").click();
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  await host.locator(".seats .dots").click();
  await host.locator(".menu li button", { hasText: "Send away" }).first().click();
  await guest.waitForSelector(".home");
  for (const page of [host, guest]) await page.context().close();
});

test("what others type stays text", async () => {
  const planted = "<img src=x onerror=document.title='X'>";
  const [host, guest] = await table([planted.slice(0, 20), "ida"]);
  await host.locator(".speech input").fill(planted);
  await host.locator(".speech button[type=submit]").click();
  await guest.locator(".tabs button").nth(1).click();
  await guest.waitForSelector(".talk li");
  assert.ok((await guest.locator(".talk li").first().innerText()).includes(planted));
  assert.equal(await guest.locator("main img").count(), 0);
  for (const page of [host, guest]) await page.context().close();
});

test("a match by keyboard alone", async () => {
  const page = await against("kim", "tic-tac-toe");
  const cells = page.locator(".board [role=button]");
  for (let turn = 0; turn < 6; turn++) {
    if ((await first(page, [".outcome", ".turn.mine"])) === 0) break;
    for (let at = 0; at < 9; at++) {
      if (!(await cells.nth(at).getAttribute("class")).includes("can")) continue;
      await cells.nth(at).focus();
      await page.keyboard.press("Enter");
      break;
    }
    await page.waitForTimeout(50);
  }
  await page.waitForSelector(".outcome");
  await page.context().close();
});

for (const colorScheme of ["dark", "light"]) {
  test(`no barrier that axe knows, on any screen (${colorScheme})`, async () => {
    const barriers = async (page) => {
      await page.evaluate(AXE);
      const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }));
      return found.violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(" | ").slice(0, 300)}`);
    };
    const page = await browser.open(await browser.person(`lea ${colorScheme}`, { colorScheme, bypassCSP: true }), home());
    await page.waitForSelector("body[data-link=outside]");
    assert.deepEqual(await barriers(page), [], "home");
    await press(page, "Open a table");
    await page.waitForSelector(".seats .held");
    await page.locator(".settings summary").click();
    assert.deepEqual(await barriers(page), [], "table");
    await page.locator(".tabs button", { hasText: "People" }).click();
    await page.waitForSelector(".everybody li");
    assert.deepEqual(await barriers(page), [], "people");
    await page.context().close();
    for (const game of GAMES) {
      const page = await against(`max ${game.slice(-5)}`, game, { colorScheme, bypassCSP: true });
      await first(page, [".turn.mine", ".outcome"]);
      assert.deepEqual(await barriers(page), [], game);
      await page.context().close();
    }
    for (const game of GAMES) {
      const page = await replayed(`ole ${game.slice(-5)}`, game, { colorScheme, bypassCSP: true });
      await page.waitForSelector(".replay .board svg");
      await page.keyboard.press("End");
      await page.waitForFunction(() => document.querySelector(".turn").textContent.includes("Won by"));
      assert.deepEqual(await barriers(page), [], `replay of ${game}`);
      await page.context().close();
    }
  });
}

/** Opens the file of a match on the first screen. */
async function replayed(name, game, options) {
  const page = await browser.open(await browser.person(name, options), home());
  await page.waitForSelector("body[data-link=outside]");
  await page.locator("input[type=file]").setInputFiles(`docs/pictures/matches/${game}.jsonl`);
  return page;
}

test("a match is shown again from its file, by keys, bar and buttons", async () => {
  const page = await replayed("lena", "dice-of-doom");
  await page.waitForSelector(".replay .board svg");
  assert.match(await page.locator(".replay .good").innerText(), /148 rolls/);
  const at = async () => [Number(await page.locator(".seek").inputValue()), await page.locator("[aria-current=step]").innerText()];
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".seek").value === "1");
  assert.match((await at())[1], /attacks d3 from d2\. 12 to 9: taken\./);
  assert.equal(await page.locator(".rolled .dice").count(), 2);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".turn").textContent.includes("Won by"));
  assert.equal((await at())[0], 194);
  assert.equal(await page.locator(".fortunes li").count(), 4, "everybody's luck");
  await page.keyboard.press("Home");
  await page.locator(".controls select").selectOption("3");
  await page.locator(".controls .primary").click();
  await page.waitForFunction(() => Number(document.querySelector(".seek").value) >= 3);
  await page.locator(".controls .primary").click();
  const [stopped] = await at();
  await page.locator(".log .line").nth(100).click();
  await page.waitForFunction(() => document.querySelector(".seek").value === "100");
  assert.ok(stopped < 100, "it stood still");
  await page.locator(".table-head button").click();
  await page.waitForSelector(".home");
  await page.context().close();
});

for (const game of GAMES.slice(1)) {
  test(`a match of ${game} is shown again on a phone`, async () => {
    const page = await replayed("mara", game, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    await page.waitForSelector(".replay .board svg");
    await page.locator(".controls button").last().tap();
    await page.waitForFunction(() => document.querySelector(".turn").textContent.includes("Won by"));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `the phone's page is ${wide} wide`);
    await page.context().close();
  });
}

for (const game of GAMES) {
  test(`the whole board of a replay of ${game} and its buttons are in sight on a desk`, async () => {
    const page = await replayed("olga", game, { viewport: { width: 1280, height: 800 } });
    await page.waitForSelector(".replay .board svg");
    const board = await page.locator(".replay .board svg").boundingBox();
    const bar = await page.locator(".replay .seek").boundingBox();
    const buttons = await page.locator(".replay .controls button").last().boundingBox();
    assert.ok(board.y + board.height <= bar.y, `the board ends at ${board.y + board.height}, the bar begins at ${bar.y}`);
    assert.ok(buttons.y + buttons.height <= 800, `the buttons end at ${buttons.y + buttons.height}`);
    await page.context().close();
  });
}

test("a file with a fault is not shown, nor one that is no match", async () => {
  const page = await browser.open(await browser.person("nils"), home());
  await page.waitForSelector("body[data-link=outside]");
  const forged = readFileSync("docs/pictures/matches/dice-of-doom.jsonl", "utf8").replace('"attack":[1,', '"attack":[6,');
  for (const [text, told] of [[forged, /do not fit/], ["hello\n", /not the file of a match/]]) {
    await page.locator("input[type=file]").setInputFiles({ name: "match.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.waitForFunction((it) => new RegExp(it).test(document.querySelector(".warning")?.textContent ?? ""), told.source);
    assert.equal(await page.locator(".replay").count(), 0);
  }
  await page.context().close();
});
