// The dice as a show, and the end of a match, with a second person at the table.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, Server, begin, playOn } from "./stage.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), Browser.start()]); });
after(async () => { await browser.stop(); server.stop(); });

const button = (page, text) => page.locator("button", { hasText: text }).first();
const close = async (pages) => { for (const it of pages) await it.context().close(); };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Two people in a match, in which things may move. */
async function table(names, game, options = {}) {
  const host = await browser.open(await browser.person(names[0], options), `http://${server.address}/`);
  await begin(host, game, "Open a table");
  await host.waitForSelector(".seats .held");
  const guest = await browser.open(await browser.person(names[1], { ...PHONE, ...options }), host.url());
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  await button(guest, "Ready").click();
  await button(host, "Start").click();
  await Promise.all([host, guest].map((it) => it.waitForSelector(".board svg")));
  return [host, guest];
}

/** Makes the first attack that can be made, by whoever's turn it is; gives back the page of the other. */
async function attack(pages) {
  const isMine = await Promise.all(pages.map((it) => it.locator(".turn.mine").count()));
  const [mine, other] = isMine[0] ? pages : [pages[1], pages[0]];
  await mine.waitForSelector(".turn.mine");
  await mine.evaluate(() => { window.tried = 0; });
  await mine.waitForFunction(() => {
    const press = (it) => it?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const target = document.querySelector(".board .told.can");
    if (target) press(target);
    else press([...document.querySelectorAll(".board .can")][window.tried++]);
    return Boolean(target);
  }, null, { polling: 60 });
  return [mine, other];
}

/** In the page: keeps what was shown while dice were in the air, and what when they lay. */
function watch() {
  window.seen = [];
  const look = () => window.seen.push({ isRolling: Boolean(document.querySelector(".rolling")), lines: document.querySelectorAll(".log li").length,
    sums: [...document.querySelectorAll(".rolled b")].filter((it) => getComputedStyle(it).visibility === "visible").length,
    dim: document.querySelector(".board svg").classList.contains("dim") });
  new MutationObserver(look).observe(document.querySelector(".table"), { subtree: true, childList: true, attributes: true });
}

test("dice roll for whoever looks on, too, and log and sums wait until they lie", async () => {
  const pages = await table(["anna", "ben"], "dice-of-doom", { reducedMotion: "no-preference" });
  for (const it of pages) await it.evaluate(watch);
  for (const it of await attack(pages)) {
    await it.waitForFunction(() => window.seen.some((look) => look.isRolling) && !document.querySelector(".rolling"));
    await it.locator(".log li", { hasText: / to \d+: / }).waitFor();
    const seen = await it.evaluate(() => window.seen);
    const lines = (look) => look.lines;
    const rolling = seen.filter((look) => look.isRolling);
    assert.ok(rolling.every((look) => look.lines === lines(rolling[0]) && look.sums < 2), "nothing is told too early");
    assert.ok(rolling.some((look) => look.dim), "the attack stands out on the board");
    assert.ok(seen.at(-1).lines > rolling[0].lines && !seen.at(-1).dim);
    assert.equal(await it.locator(".rolled .dice.lost").count(), 1);
  }
  await close(pages);
});

test("a press ends a roll and counts; where nothing may move there is none", async () => {
  const pages = await table(["cora", "dirk"], "dice-of-doom", { reducedMotion: "no-preference" });
  const [mine] = await attack(pages);
  await mine.waitForSelector(".rolling");
  await mine.locator(".deck button", { hasText: "End turn" }).click();
  await mine.locator(".log li", { hasText: "ends the turn" }).waitFor();
  await close(pages);
  const still = await table(["emil", "fay"], "dice-of-doom");
  for (const it of still) await it.evaluate(watch);
  for (const it of await attack(still)) {
    await it.locator(".log li", { hasText: / to \d+: / }).waitFor();
    assert.ok((await it.evaluate(() => window.seen)).every((look) => !look.isRolling));
  }
  await close(still);
});

test("the end names the winner and the reason, Esc leaves the board alone, and a rematch shows who has agreed", async () => {
  const [host, guest] = await table(["gina", "hugo"], "dice-of-doom");
  await button(guest, "Resign").click();
  await host.locator(".winner", { hasText: "You win!" }).waitFor();
  assert.equal(await host.locator(".reason").innerText(), "hugo resigned.");
  assert.match(await guest.locator(".winner").innerText(), /gina/);
  assert.ok(await host.evaluate(() => document.activeElement?.matches(".winner")), "whoever hears the page is led to the winner");
  await host.keyboard.press("Escape");
  await host.waitForSelector(".end", { state: "hidden" });
  await host.keyboard.press("Escape");
  await host.waitForSelector(".end:visible");
  const download = host.waitForEvent("download");
  await button(host, "Share card").click();
  assert.equal((await download).suggestedFilename(), "dicehall-dice-of-doom.png");
  await guest.locator(".rematch:not([aria-disabled])").click();
  await host.locator(".rematch small", { hasText: "1 of 2 agreed: hugo" }).waitFor();
  await guest.locator(".rematch", { hasText: "Waiting for gina" }).click();
  await host.locator(".agreed .yes").waitFor({ state: "detached" });
  await guest.locator(".rematch").click();
  await host.locator(".agreed .yes").waitFor();
  await host.locator(".rematch").click();
  await host.waitForSelector(".end", { state: "hidden" });
  await host.waitForSelector(".deck button:has-text('End turn')");
  await close([host, guest]);
});

/** A match alone that is over, after one press each. */
async function alone(name, game) {
  const page = await browser.open(await browser.person(name), `http://${server.address}/`);
  await begin(page, game, "Play against bots");
  assert.ok(await playOn(page));
  await page.waitForSelector(".end:visible");
  return page;
}

test("the next rung is one press away, another game two, the replay and home one", async () => {
  const page = await alone("ines", "dice-of-doom");
  assert.match(await page.locator(".reason").innerText(), /last|resigned/);
  const roll = page.locator(".rolls button").first();
  await roll.click();
  await page.waitForSelector(".board .source");
  await page.locator(".rolls button", { hasText: "Back to the end" }).click();
  await page.waitForFunction(() => !document.querySelector(".board .source"));
  await page.locator(".next button", { hasText: "Replay" }).click();
  await page.waitForSelector(".replay .board svg");
  await page.locator(".table-head button").first().click();
  await page.locator(".next button:not([aria-disabled])", { hasText: "Next rung" }).click();
  await page.locator(".players", { hasText: "Fox 1" }).waitFor();
  await button(page, "Resign").click();
  await page.locator(".next button:not([aria-disabled])", { hasText: "Other game" }).click();
  await page.locator(".next button", { hasText: "Tic-tac-toe" }).click();
  await page.waitForSelector(".board svg.marks");
  await page.locator(".players", { hasText: "Fox" }).waitFor();
  assert.ok(await playOn(page));
  await page.locator(".next button:not([aria-disabled])", { hasText: "Home" }).click();
  await page.waitForSelector("body[data-link=outside] .home");
  await page.context().close();
});

test("the help leaves the board in use, closes with Esc and gives the focus back", async () => {
  const page = await browser.open(await browser.person("jana"), `http://${server.address}/`);
  await begin(page, "dice-of-doom", "Play against bots");
  await page.waitForSelector(".turn.mine");
  const ask = page.locator(".table-head .ask");
  await ask.click();
  await page.locator(".help li", { hasText: "after round 100" }).waitFor();
  assert.equal(await page.locator(".help .legend .sample svg").count(), 5);
  assert.equal(await page.locator(".help .odds tbody tr").nth(2).locator("td").nth(2).innerText(), "74", "four dice against three");
  await page.locator(".board .can").first().dispatchEvent("click");
  await page.waitForSelector(".board .source");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".help[open]", { state: "detached" });
  assert.ok(await page.evaluate(() => document.activeElement?.matches(".ask")));
  assert.equal(await page.locator(".board .source").count(), 1, "Esc has closed the help alone");
  await page.context().close();
});

test("the review of a match is there after one press, and leads to its steps on the board", async () => {
  const page = await alone("rita", "dice-of-doom");
  await page.keyboard.press("v");
  await page.keyboard.press("v");
  const title = page.locator(".outcome h2", { hasText: "Chances to win" });
  await title.waitFor();
  assert.equal(await title.count(), 1);
  const costly = page.locator("li", { hasText: "Better:" }).first();
  const [, step] = /^Step (\d+):/m.exec(await costly.innerText());
  assert.match(await costly.innerText(), /\(.+\)/, "with the reason");
  await costly.locator("button").click();
  await page.locator(".controls .step", { hasText: `step ${step - 1} of` }).waitFor();
  await title.waitFor();
  await page.locator("h2", { hasText: "The rolls with the most luck" }).locator("+ ul button").first().click();
  assert.ok(await page.locator(".share .now").count());
  await close([page]);
});
