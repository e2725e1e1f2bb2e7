// Draws the picture of the page in the README again: a match against bots, with an attack that one looks at before one makes it. Called
// by `run.sh --picture`, in the root of the repository.

import { writeFileSync } from "node:fs";
import { Browser, Server, begin, playOn } from "./stage.mjs";

/** Where it belongs. */
const PATH = "docs/pictures/page.png";
/** So many presses happen before the picture. */
const PRESSES = 8;
/** So many positions are tried until there is one with an attack to look at. */
const TRIES = 40;

/** Looks at the best attack from some place; tells whether there is one. */
async function lookAt(page) {
  await page.waitForSelector(".turn.mine");
  const press = (at) => document.querySelectorAll(".board .can")[at]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const count = await page.locator(".board .can").count();
  for (let at = 0; at < count; at++) {
    await page.evaluate(press, at);
    await page.waitForTimeout(100);
    const target = page.locator(".board .target").first();
    if (await target.count()) {
      await target.hover();
      return true;
    }
    await page.keyboard.press("Escape");
  }
  return false;
}

const server = await Server.start();
const browser = await Browser.start();
try {
  const page = await browser.open(await browser.person("Ann"), `http://${server.address}/`);
  await begin(page, "dice-of-doom", "Play against bots");
  await playOn(page, PRESSES);
  for (let tried = 0; tried < TRIES && !(await lookAt(page)); tried++) await playOn(page, 1);
  await page.waitForTimeout(500);
  writeFileSync(PATH, await page.screenshot());
  console.log(`drawn: ${PATH}`);
} finally {
  await browser.stop();
  server.stop();
}
