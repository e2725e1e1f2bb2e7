// Measures how long somebody waits at a table in the page: from the press of End turn until the board can be used again, with all that
// is shown between. Called by `run.sh --wait`. It plays at the pace that the page has by itself, with what moves on the screen.

import { Browser, Server, begin } from "./stage.mjs";

/** So many turns are measured at each table. */
const TURNS = 15;
/** What must hold, in milliseconds and texts. */
const [MEDIAN_MS_MAX, LONGEST_MS_MAX, TOLD_MAX] = [1_500, 3_500, 3];
const ALIVE = { reducedMotion: "no-preference" };

const newcomer = (browser, name, address) => browser.person(name, ALIVE, {}).then((it) => browser.open(it, address));

/** One with three bots. */
async function alone(browser, home) {
  const page = await newcomer(browser, "anna", home);
  await begin(page, "dice-of-doom", "Play against bots");
  return [page];
}

/** Two, and two bots. */
async function together(browser, home) {
  const host = await newcomer(browser, "ben", home);
  await begin(host, "dice-of-doom", "Open a table");
  await host.waitForSelector(".seats .held");
  const guest = await newcomer(browser, "cora", host.url());
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  for (const seat of [3, 4]) {
    await host.locator(".heads .head").first().click();
    await host.waitForSelector(`.seats .held:nth-of-type(${seat})`);
  }
  await guest.locator("button", { hasText: "Ready" }).first().click();
  await host.locator(".start-match.primary").click();
  return [host, guest];
}

/** In the page: ends a turn when the board can be used, and notes how long it took to come back, with what was read out meanwhile. */
function watch(turns) {
  const usable = () => document.querySelector(".turn.mine") && [...document.querySelectorAll(".deck button")].find((it) => it.title === "e" && !it.matches("[aria-disabled=true]"));
  window.waits = [];
  window.tolds = [];
  let told = 0;
  for (const it of document.querySelectorAll("body > [aria-live]")) new MutationObserver(() => { if (it.textContent) told += 1; }).observe(it, { childList: true, characterData: true, subtree: true });
  let since = null;
  const look = () => {
    const end = usable();
    const now = performance.now();
    window.isOver = Boolean(document.querySelector(".end:not([hidden])")) || window.waits.length >= turns;
    if (window.isOver) return;
    if (end && since !== null && now - since > 60) {
      window.waits.push(now - since);
      window.tolds.push(told);
      since = null;
    }
    if (end && since === null) {
      [since, told] = [now, 0];
      end.click();
    }
    setTimeout(look, 20);
  };
  look();
}

/** @param {string} name @param {(browser: Browser, home: string) => Promise<object[]>} seat */
async function measure(name, seat) {
  const [server, browser] = await Promise.all([Server.start(), Browser.start()]);
  const pages = await seat(browser, `http://${server.address}/`);
  for (const page of pages) {
    await page.waitForSelector(".board svg");
    await page.evaluate(watch, TURNS);
  }
  await pages[0].waitForFunction(() => window.isOver, null, { polling: 200 });
  const [waits, tolds] = await pages[0].evaluate(() => [window.waits, window.tolds]);
  await browser.stop();
  server.stop();
  const sorted = waits.map(Math.round).sort((one, other) => one - other);
  const [median, longest, told] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1), Math.max(...tolds)];
  console.log(`${name}: ${waits.length} turns, wait median ${median} ms, longest ${longest} ms, texts read out in one at most ${told}`);
  return sorted.length > 0 && median <= MEDIAN_MS_MAX && longest <= LONGEST_MS_MAX && told <= TOLD_MAX;
}

const good = [await measure("me and three bots", alone), await measure("two people and two bots", together)];
process.exit(good.every(Boolean) ? 0 : 1);
