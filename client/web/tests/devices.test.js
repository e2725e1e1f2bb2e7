// The dialog with a person's devices, codes on paper and data, against a server that answers what the test wants.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fakeDocument } from "./fake_document.js";

const page = /** @type {any} */ (globalThis);
page.document = fakeDocument();
page.Node = page.document.createElement("i").constructor;
page.document.body = page.document.createElement("body");
Object.assign(page.Node.prototype, {
  showModal() { this.open = true; },
  close() {
    this.open = false;
    this.fire("close");
  },
  click() { page.clicked = this; },
  querySelector(/** @type {string} */ wanted) {
    const [, name] = /data-name="(.*)"/.exec(wanted) ?? [];
    return this.all((/** @type {any} */ it) => (name ? it.getAttribute("data-name") === name : it.tagName === wanted))[0] ?? null;
  },
});
const { Devices } = await import("../screens/devices.js");

const OWN = "d75a980182b10ab7d54bfed3c964073a";
const OTHER = "5555aaaa82b10ab7d54bfed3c964073a";
const key = (/** @type {string} */ it) => ({ key: it, added_at: 1_800_000_000, yours: it === OWN, ...(it === OWN && { kind: "secret" }) });
const account = (/** @type {string[]} */ keys, codes = 0) => ({ account: "21fe31dfa154a261", name: "Aki", created_at: 1, keys: keys.map(key), ...(codes && { rescue_codes: codes }) });
const told = (/** @type {any} */ it) => ({ type: "accepted", id: 1, reply: { account: it } });
const rejected = (/** @type {string} */ code) => ({ type: "rejected", id: 1, code, message: "" });
const CODES = ["BCDE-FGHJ", "CDEF-GHJK", "DEFG-HJKM"];

/** The dialog, opened, at a server with these answers: one for each command, in order. */
async function opened(/** @type {any[]} */ ...answers) {
  /** @type {any[]} */
  const asked = [];
  const ask = async (/** @type {any} */ command) => {
    asked.push(command);
    return answers.shift();
  };
  const words = (/** @type {string} */ id, /** @type {any} */ args) => [id, ...Object.values(args ?? {})].join(" ");
  const somebody = { account: /** @type {any} */ (null), secret: /** @type {any} */ ({ secret: "s" }), drop() { this.secret = null; } };
  const app = { words, language: "en", ask, send: ask, refusal: (/** @type {any} */ it) => it.code, draw() {}, somebody };
  const devices = new Devices(/** @type {any} */ (app), words, () => {});
  await devices.open();
  const { element } = devices;
  const buttons = () => element.all((/** @type {any} */ it) => it.tagName === "button");
  const press = async (/** @type {string} */ text) => {
    const found = buttons().find((/** @type {any} */ it) => [it.textContent, it.getAttribute("aria-label")].includes(text));
    assert.ok(found, `${text} is not among ${buttons().map((/** @type {any} */ it) => it.textContent)}`);
    found.fire("click");
    await new Promise((done) => { setImmediate(done); });
  };
  const focused = () => page.document.focused?.textContent;
  return { element: /** @type {any} */ (element), asked, press, buttons, focused, somebody, body: () => devices.body.textContent, said: () => devices.status.textContent };
}

const REVOKE = { revoke_key: { key: OTHER } };

test("each device has its beginning, kind and date, and which is this one; the only one cannot be taken away", async () => {
  const two = await opened(told(account([OWN, OTHER], 2)));
  for (const it of ["d75a9801 devices_kind secret (devices_here)", "5555aaaa devices_kind signature", "devices_since Jan 15, 2027", "devices_paper_left 2"]) assert.ok(two.body().includes(it), it);
  assert.equal(two.buttons().filter((/** @type {any} */ it) => it.textContent === "devices_take").length, 2);
  assert.ok(!two.body().includes("devices_only"));
  const one = await opened(told(account([OWN])));
  assert.equal(one.buttons().filter((/** @type {any} */ it) => it.textContent === "devices_take").length, 0);
  assert.ok(one.body().includes("devices_only"));
});

test("whom the server does not know sees no dialog", async () => {
  const { element } = await opened(rejected("not_signed_in"));
  assert.ok(!element.open);
});

test("a device is taken away after a question, whose way back has the focus", async () => {
  const it = await opened(told(account([OWN, OTHER])), { type: "accepted" }, told(account([OWN])));
  await it.press("devices_take_of 5555aaaa");
  assert.ok(it.body().includes("devices_sure 5555aaaa"));
  assert.equal(it.focused(), "page_back");
  await it.press("page_back");
  assert.deepEqual(it.asked, ["my_account"], "nothing was taken away");
  assert.equal(page.document.focused.getAttribute("data-name"), OTHER);
  await it.press("devices_take_of 5555aaaa");
  await it.press("devices_take");
  assert.deepEqual(it.asked, ["my_account", REVOKE, "my_account"]);
  assert.equal(it.said(), "devices_taken 5555aaaa");
  assert.equal(it.somebody.account.keys.length, 1, "the first screen knows it, too");
  assert.ok(it.somebody.secret);
});

test("what the server refuses is said, and what it has carried out before its answer was lost is told as done", async () => {
  const kept = await opened(told(account([OWN, OTHER])), rejected("rate_limited"), told(account([OWN, OTHER])));
  await kept.press("devices_take_of 5555aaaa");
  await kept.press("devices_take");
  assert.equal(kept.said(), "rate_limited");
  const done = await opened(told(account([OWN, OTHER])), rejected("no_such_key"), told(account([OWN])));
  await done.press("devices_take_of 5555aaaa");
  await done.press("devices_take");
  assert.equal(done.said(), "devices_taken 5555aaaa");
  const lost = await opened(told(account([OWN, OTHER])), rejected("dropped"), rejected("not_connected"));
  await lost.press("devices_take_of 5555aaaa");
  await lost.press("devices_take");
  assert.equal(lost.said(), "not_connected");
});

test("whoever takes this browser away, or is forgotten, is a guest and is told so", async () => {
  for (const [first, second, command, end] of [["devices_take_of d75a9801", "devices_take", { revoke_key: { key: OWN } }, "devices_taken_own"], ["devices_forget", "devices_forget", "forget_account", "devices_forgotten"]]) {
    const it = await opened(told(account([OWN, OTHER])), { type: "accepted" });
    await it.press(/** @type {string} */ (first));
    assert.equal(it.asked.length, 1, "it asks first");
    await it.press(/** @type {string} */ (second));
    assert.deepEqual(it.asked.slice(1), [command]);
    assert.deepEqual([it.somebody.secret, it.said(), it.focused()], [null, end, "page_close"]);
    const closed = await opened(told(account([OWN, OTHER])), { type: "accepted" });
    await closed.press(/** @type {string} */ (first));
    closed.element.close();
    await closed.press(/** @type {string} */ (second));
    assert.ok(closed.element.open, "who has closed it is told as well");
    const refused = await opened(told(account([OWN, OTHER])), rejected("not_saved"), told(account([OWN, OTHER])));
    await refused.press(/** @type {string} */ (first));
    await refused.press(/** @type {string} */ (second));
    assert.ok(refused.somebody.secret);
    assert.equal(refused.said(), "not_saved");
  }
});

test("whoever is found to have no account any more sees no dialog of it", async () => {
  const it = await opened(told(account([OWN])), rejected("not_signed_in"));
  it.somebody.secret = null;
  await it.press("devices_data_save");
  assert.ok(!it.element.open);
});

test("codes on paper are shown once, those before end only after a question, and the number is told", async () => {
  const it = await opened(told(account([OWN])), { type: "accepted", reply: { rescue_codes: CODES } }, { type: "accepted", reply: { rescue_codes: CODES } });
  await it.press("devices_paper_new");
  assert.deepEqual(it.asked, ["my_account", "new_rescue_codes"], "whoever has none is not asked");
  for (const code of [...CODES, "devices_paper_told"]) assert.ok(it.body().includes(code), code);
  await it.press("devices_paper_done");
  assert.ok(!it.body().includes(CODES[0]) && it.body().includes("devices_paper_left 3"), it.body());
  await it.press("devices_paper_new");
  assert.ok(it.body().includes("devices_paper_sure"));
  assert.equal(it.asked.length, 2);
  // Whoever closes the dialog meanwhile sees the codes all the same: nobody is told them again.
  it.element.open = false;
  it.element.remove();
  await it.press("devices_paper_new");
  assert.ok(it.element.open && it.body().includes(CODES[0]));
});

test("a browser without a clipboard selects the codes", async () => {
  /** @type {string[]} */
  const written = [];
  const clipboard = { writeText: async (/** @type {string} */ it) => { written.push(it); } };
  const selected = /** @type {any[]} */ ([]);
  page.getSelection = () => ({ selectAllChildren: (/** @type {any} */ it) => selected.push(it.textContent) });
  for (const [navigator, isCopied, said] of [[{ clipboard }, false, "devices_copied"], [{}, true, "devices_copied"], [{}, false, "devices_selected"]]) {
    Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
    page.document.execCommand = () => isCopied;
    const it = await opened(told(account([OWN])), { type: "accepted", reply: { rescue_codes: CODES } });
    await it.press("devices_paper_new");
    await it.press("devices_copy");
    assert.equal(it.said(), said);
  }
  assert.deepEqual(written, [CODES.join("\n")]);
  assert.deepEqual(selected, [CODES.join(""), CODES.join("")]);
});

test("all that the server keeps is given as a file", async () => {
  const data = account([OWN, OTHER], 3);
  const it = await opened(told(data), told(data));
  /** @type {any} */
  let given;
  URL.createObjectURL = (/** @type {any} */ blob) => {
    given = blob;
    return "blob:x";
  };
  const kept = page.setTimeout;
  page.setTimeout = () => 0;
  await it.press("devices_data_save");
  page.setTimeout = kept;
  assert.deepEqual(JSON.parse(await given.text()), data);
  assert.deepEqual([page.clicked.getAttribute("download"), page.clicked.getAttribute("href")], ["dicehall-account.json", "blob:x"]);
  assert.equal(it.said(), "devices_data_saved dicehall-account.json");
});
