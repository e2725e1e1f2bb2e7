// The connection, against a server that says what the test wants: what is sent again, what is dropped, and how one leaves.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Link } from "../link.js";

/** The sockets that were opened, the newest last. */
let sockets;
/** Who listens to the browser, by the names of the events. */
let listeners;

class Socket {
  static OPEN = 1;
  constructor() {
    Object.assign(this, { readyState: 1, said: [], isClosed: false });
    sockets.push(this);
  }
  send(text) { this.said.push(JSON.parse(text)); }
  close() { this.isClosed = true; }
  tell(message) { this.onmessage({ data: JSON.stringify(message) }); }
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
  sockets = [];
  listeners = new Map();
  const listening = { addEventListener: (name, call) => listeners.set(name, call) };
  Object.assign(globalThis, { WebSocket: Socket, document: { ...listening, visibilityState: "visible" }, ...listening });
});
afterEach(() => mock.timers.reset());

/** Lets what was promised happen. */
const settled = () => new Promise((done) => setImmediate(done));

const SEAT = { lobby: "AAAAA", token: "first" };
const WELCOME = { type: "welcome", version: 4, server: "Dicehall" };
const BACK = { ...WELCOME, resumed: true, renewed: { token: "second", last_id: 7 } };

/** A link that has been welcomed, in a lobby if there is a seat. */
function linked(seat = null, proof = undefined) {
  const noted = { states: [], kept: [], refused: [], accounts: [] };
  const ears = { onmessage() {}, onstate: (state, why) => noted.states.push(why ? `${state} ${why.code}` : state), onlate() {},
    onname: (why) => { noted.refused.push(why.code); return "guest 1"; },
    onaccount: (answer) => noted.accounts.push(answer.type) };
  const link = new Link({ url: "ws://a.example/ws", name: "Aki", load: () => null, keep: (it) => noted.kept.push(it?.token ?? null), proof }, ears);
  link.open(seat);
  const [socket] = sockets;
  socket.onopen();
  const answers = [];
  const send = (command) => link.send(command).then((it) => answers.push(it.code ?? it.type));
  return { link, noted, answers, send, socket, last: () => sockets[sockets.length - 1] };
}

/** Time goes by, in steps in which every timer sees its own moment. */
function pass(ms) {
  for (let gone = 0; gone < ms; gone += 100) mock.timers.tick(100);
}

/** The connection breaks, and another one is open. */
function broken(stage) {
  stage.last().onclose();
  mock.timers.tick(300);
  stage.last().onopen();
}

test("what had no answer is sent again under its number, in order, once the seat is taken up", () => {
  const stage = linked(SEAT);
  stage.socket.tell(BACK);
  stage.send("resign");
  stage.send({ chat: { text: "hi" } });
  broken(stage);
  assert.equal(stage.last().said[0].resume.token, "second");
  stage.last().tell(BACK);
  assert.deepEqual(stage.last().said.slice(1).map((it) => [it.id, it.command]), [[8, "resign"], [9, { chat: { text: "hi" } }]]);
});

test("what was asked for at a table that is gone is not asked for elsewhere", async () => {
  const stage = linked(SEAT);
  stage.socket.tell(BACK);
  stage.send({ take_seat: {} });
  broken(stage);
  stage.last().tell({ ...WELCOME, resumed: false });
  await settled();
  assert.deepEqual([stage.last().said.length, stage.answers], [1, ["dropped"]]);
  assert.equal(stage.noted.states.at(-1), "outside lobby_ended");
  assert.equal(stage.noted.kept.at(-1), null);
});

test("nothing that is pressed without a connection is carried out later", async () => {
  const stage = linked(SEAT);
  stage.socket.tell(BACK);
  stage.last().onclose();
  stage.send("rematch");
  mock.timers.tick(300);
  stage.send("rematch");
  stage.last().onopen();
  stage.last().tell(BACK);
  await settled();
  assert.deepEqual(stage.answers, ["not_connected", "not_connected"]);
  assert.equal(stage.last().said.length, 1, "the hello alone");
});

test("what is pressed before the first welcome waits for it, and is dropped if there is none", async () => {
  const stage = linked();
  stage.send("list_lobbies");
  stage.socket.tell({ ...WELCOME, resumed: false });
  assert.equal(stage.socket.said[1].command, "list_lobbies");
  const other = linked();
  other.send("list_lobbies");
  other.last().onclose();
  await settled();
  assert.deepEqual(other.answers, ["not_connected"]);
});

test("a request to come in that waits too long for another connection is dropped", async () => {
  const stage = linked();
  stage.socket.tell({ ...WELCOME, resumed: false });
  stage.send({ join_lobby: { lobby: "BBBBB" } });
  stage.last().onclose();
  mock.timers.tick(30_000);
  stage.last().onopen();
  stage.last().tell({ ...WELCOME, resumed: false });
  await settled();
  assert.deepEqual([stage.last().said.length, stage.answers], [1, ["dropped"]]);
});

test("a name that is not taken drops what waited, and the page goes on as a guest", async () => {
  const stage = linked();
  stage.send({ create_lobby: {} });
  stage.socket.tell({ type: "error", code: "name_reserved", message: "no" });
  await settled();
  assert.deepEqual([stage.noted.refused, stage.answers], [["name_reserved"], ["dropped"]]);
  assert.equal(stage.socket.said[1].name, "guest 1");
  stage.socket.tell({ ...WELCOME, resumed: false });
  assert.equal(stage.socket.said.length, 2, "nothing that waited is sent");
  const other = linked();
  other.last().tell({ type: "error", code: "bad_name", message: "no" });
  other.last().tell({ type: "error", code: "bad_name", message: "no" });
  assert.equal(other.noted.states.at(-1), "closed bad_name", "nor does it go round in circles");
});

test("a silent server is asked, and given up for another connection", () => {
  const stage = linked(SEAT);
  stage.socket.tell(BACK);
  pass(4_000);
  assert.equal(stage.socket.said[1].command, "ping");
  pass(5_100);
  assert.ok(stage.socket.isClosed);
  assert.equal(sockets.length, 2);
  stage.socket.tell({ type: "closing", code: "replaced", message: "" });
  stage.last().onopen();
  stage.last().tell(BACK);
  assert.deepEqual(stage.last().said.map((it) => it.type), ["hello"], "the question is not asked again");
  assert.equal(stage.noted.states.at(-1), "inside", "what the old connection says late is not heard");
});

test("an attempt that hangs is given up", () => {
  const stage = linked(SEAT);
  mock.timers.tick(5_000);
  assert.ok(stage.socket.isClosed);
  assert.equal(stage.noted.states.at(-1), "broken");
});

test("whoever leaves without a connection is out at once, and the server is told when it can be", async () => {
  const stage = linked(SEAT);
  stage.socket.tell(BACK);
  stage.last().onclose();
  stage.link.leave();
  assert.equal(stage.noted.kept.at(-1), null);
  mock.timers.tick(300);
  stage.last().onopen();
  assert.equal(stage.last().said[0].resume.token, "second");
  stage.last().tell(BACK);
  assert.equal(stage.last().said[1].command, "leave");
  assert.notEqual(stage.noted.states.at(-1), "inside");
  stage.last().tell({ type: "accepted", id: stage.last().said[1].id });
  await settled();
  assert.equal(stage.noted.states.at(-1), "outside");
  assert.deepEqual([stage.noted.kept.at(-1), stage.link.seat], [null, null]);
});

test("what is pressed while one leaves is carried out after it", async () => {
  const stage = linked(SEAT);
  stage.socket.tell(BACK);
  stage.link.leave();
  stage.send("list_lobbies");
  assert.deepEqual(stage.socket.said.slice(1).map((it) => it.command), ["leave"]);
  stage.socket.tell({ type: "accepted", id: stage.socket.said[1].id });
  await settled();
  assert.deepEqual(stage.socket.said.slice(1).map((it) => it.command), ["leave", "list_lobbies"]);
});

test("the reason that a server gave before it closed is told", () => {
  const stage = linked(SEAT);
  stage.socket.tell(BACK);
  stage.socket.tell({ type: "closing", code: "shutting_down", message: "the server stops" });
  stage.socket.onclose();
  assert.equal(stage.noted.states.at(-1), "broken shutting_down");
});

for (const event of ["online", "offline", "focus", "pageshow", "visibilitychange"]) {
  test(`the server is looked for at once when the browser tells of ${event}`, () => {
    const stage = linked(SEAT);
    stage.socket.tell(BACK);
    pass(2_500);
    listeners.get(event)();
    assert.equal(stage.socket.said[1].command, "ping");
    pass(2_500);
    assert.ok(stage.socket.isClosed, "and given up sooner than otherwise");
    for (let attempt = 0; attempt < 5; attempt++) pass(5_000);
    const before = sockets.length;
    stage.last().onclose();
    listeners.get(event)();
    assert.equal(sockets.length, before + 1, "without a pause");
  });
}

test("a hidden tab does not hurry", () => {
  const stage = linked(SEAT);
  stage.socket.tell(BACK);
  document.visibilityState = "hidden";
  pass(2_500);
  listeners.get("visibilitychange")();
  assert.equal(stage.socket.said.length, 1);
});

test("who the person is is proved once for each connection, before anything else is asked", async () => {
  const asked = [];
  const { noted, answers, send, socket, last } = linked(SEAT, (challenge) => { asked.push(challenge?.nonce); return challenge ? { proof: challenge.nonce } : null; });
  const list = send("list_lobbies");
  socket.tell({ ...BACK, challenge: { server: "s", nonce: "1" } });
  const commands = () => last().said.filter((it) => it.type === "command").map((it) => it.command.proof ?? it.command);
  assert.equal(commands()[0], "1");
  const [{ id }] = last().said.filter((it) => it.type === "command");
  assert.equal(id, 8, "it is newer than all that the server has seen");
  socket.tell({ type: "accepted", id });
  await settled();
  assert.deepEqual(noted.accounts, ["accepted"]);
  assert.deepEqual(answers.filter((it) => it === "accepted"), [], "it answers nothing that was asked");
  broken({ last });
  last().tell({ ...BACK, challenge: { server: "s", nonce: "2" } });
  assert.equal(commands()[0], "2");
  assert.ok(!commands().includes("1"));
  broken({ last });
  last().tell(BACK);
  assert.ok(commands().every((it) => it !== "1" && it !== "2"), "nothing is proved to a server that does not ask");
  assert.deepEqual(asked, ["1", "2", undefined]);
  void list;
});

test("a device that was taken away keeps no seat, comes back as a guest, and is told why", () => {
  for (const seat of [SEAT, null]) {
    sockets = [];
    const stage = linked(seat);
    stage.socket.tell(seat ? BACK : { ...WELCOME, resumed: false });
    stage.socket.tell({ type: "closing", code: "key_revoked", message: "gone" });
    broken(stage);
    assert.equal(stage.last().said[0].resume, undefined, "it would be refused again and again");
    assert.equal(stage.noted.kept.at(-1), null);
    stage.last().tell({ ...WELCOME, resumed: false });
    assert.equal(stage.noted.states.at(-1), "outside key_revoked");
    broken(stage);
    stage.last().tell({ ...WELCOME, resumed: false });
    assert.equal(stage.noted.states.at(-1), "outside", "once");
  }
});
