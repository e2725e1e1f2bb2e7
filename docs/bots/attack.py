#!/usr/bin/env python3
"""Attacks while the odds are good, passes otherwise; any move in games without dice.

dicehall bot --join 192.0.2.7 --lobby K7WQ2 --exec python3 attack.py
"""

import json
import random
import sys

GOOD_ODDS = 0.6


def seat_of(me, lobby):
    """The number of the seat that a player holds, or None."""
    for number, seat in enumerate(lobby["seats"]):
        holder = seat["holder"]
        if isinstance(holder, dict) and holder.get("human", {}).get("player") == me:
            return number
    return None


def choose(choices):
    """The best attack that is good enough, or else one of the choices without odds: to pass, or to move."""
    attacks = [it for it in choices if it.get("odds", 0) >= GOOD_ODDS]
    if attacks:
        return max(attacks, key=lambda it: it["odds"])
    return random.choice([it for it in choices if "odds" not in it] or choices)


def main():
    me = seat = None
    told = False
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "snapshot":
            me = message["you"]
        if message["type"] in ("snapshot", "update"):
            if message.get("lobby"):
                seat = seat_of(me, message["lobby"])
            outcome = message.get("outcome")
            if outcome and not told:
                result = "won" if seat in outcome["winners"] else "lost"
                print(f"attack.py: {result}", file=sys.stderr, flush=True)
            told = bool(outcome)
        elif message["type"] == "choices":
            action = choose(message["choices"])["action"]
            print(json.dumps({"action": action}), flush=True)


main()
