#!/usr/bin/env node
// Attacks while the odds are good, the attack that links the most territories first; any move in games without dice.
//
// dicehall bot --join 192.0.2.7 --lobby K7WQ2 --exec node attack.js

"use strict";

const readline = require("node:readline");

const GOOD_ODDS = 0.6;

let me = null;
let seat = null;
let told = false;

/** The number of the seat that a player holds, or -1. */
function seatOf(player, lobby) {
  return lobby.seats.findIndex((it) => it.holder.human?.player === player);
}

/** The attack that is good enough and links the most, or else one of the choices without odds: to pass, or to move. */
function choose(choices) {
  const attacks = choices.filter((it) => (it.odds ?? 0) >= GOOD_ODDS);
  if (attacks.length > 0) {
    const worth = (it) => (it.link ?? 0) + it.odds;
    return attacks.reduce((best, it) => (worth(it) > worth(best) ? it : best));
  }
  const others = choices.filter((it) => it.odds === undefined);
  const from = others.length > 0 ? others : choices;
  return from[Math.floor(Math.random() * from.length)];
}

function hear(message) {
  if (message.type === "snapshot") {
    me = message.you;
  }
  if (message.type === "snapshot" || message.type === "update") {
    if (message.lobby) {
      seat = seatOf(me, message.lobby);
    }
    if (message.outcome && !told) {
      const result = message.outcome.winners.includes(seat) ? "won" : "lost";
      console.error(`attack.js: ${result}`);
    }
    told = Boolean(message.outcome);
  } else if (message.type === "choices") {
    console.log(JSON.stringify({ action: choose(message.choices).action }));
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => hear(JSON.parse(line)));
