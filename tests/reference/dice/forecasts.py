#!/usr/bin/env python3
"""Writes forecasts.json: what the fitted numbers make of the boards of boards.json.

A second program for the estimate and the forecast of the engine, written from what their comments say is counted. It shares
with the engine the fitted numbers alone, which it reads from their files. Run it after they were fitted anew:

    python3 tests/reference/dice/forecasts.py
"""

import json
import math
from pathlib import Path

HERE = Path(__file__).parent
TERRITORY = HERE.parents[2] / "engine/src/knowledge/territory"


def rows(name):
    """The rows of a file of fitted numbers, which count in thousandths."""
    numbers = (TERRITORY / name / "weights.txt").read_text().split("\n\n")[1].splitlines()[:-1]
    return [[int(it) / 1000 for it in row.split()] for row in numbers]


FITTED = dict(zip(["STUCK_ENDS", "LAST_OWNER", "SCATTERED"], rows("estimate"), strict=True))
*ROWS, BIAS, OUTPUT, (OUTPUT_BIAS,) = rows("forecast")
# The slope of a hidden unit below zero.
LEAK = 0.05


class Board:
    def __init__(self, entry, neighbors):
        text = entry["board"]
        self.owner = ["abcd".index(it) for it in text[::2]]
        self.dice = [int(it, 16) for it in text[1::2]]
        self.neighbors = neighbors[str(entry["size"])]
        self.seats = entry["players"]
        self.max_dice = entry["max_dice"]
        self.all = range(len(self.owner))
        self.seat = [self.count(seat) for seat in range(4)]

    def rivals(self, at):
        return [it for it in self.neighbors[at] if self.owner[it] != self.owner[at]]

    def largest(self, own):
        best, left = 0, set(own)
        while left:
            region, edge = 0, [left.pop()]
            while edge:
                at = edge.pop()
                region += 1
                near = left.intersection(self.neighbors[at])
                left -= near
                edge += near
            best = max(best, region)
        return best

    def count(self, seat):
        own = [at for at in self.all if self.owner[at] == seat]
        rivals = {at: [self.dice[it] for it in self.rivals(at)] for at in own}
        weaker = {it for at in own for it in self.rivals(at) if self.dice[it] < self.dice[at]}
        return {
            "own": len(own),
            "dice": sum(self.dice[at] for at in own),
            "largest": self.largest(own),
            "threatened": sum(any(it > self.dice[at] for it in rivals[at]) for at in own),
            "superior": sum(any(it < self.dice[at] for it in rivals[at]) for at in own),
            "exposed": sum(bool(rivals[at]) for at in own),
            "sources": sum(bool(rivals[at]) and self.dice[at] > 1 for at in own),
            "targets": len(weaker),
            "full": sum(self.dice[at] >= self.max_dice for at in own),
            "single": sum(self.dice[at] == 1 for at in own),
            "four": sum(self.dice[at] >= 4 for at in own),
        }


def estimate(board, mover, weights):
    """Odds of each seat: the exponentials of weighted sums, scaled to one."""
    territories = len(board.owner)
    all_dice = sum(board.dice)
    strengths = []
    for seat in range(board.seats):
        c = board.seat[seat]
        if c["own"] == 0:
            strengths.append(0.0)
            continue
        turn = [0.0] * 4
        turn[(seat - mover) % board.seats] = 1.0
        land, dice, attack = c["own"] / territories, c["dice"] / all_dice, float(c["sources"] > 0)
        shares = [c[it] / territories for it in ["largest", "threatened", "superior", "exposed"]]
        counted = [land, dice, *shares, attack, *turn, c["full"] / territories, land**2, dice**2, land * attack]
        strengths.append(math.exp(sum(a * b for a, b in zip(counted, weights, strict=True))))
    return [it / sum(strengths) for it in strengths]


def forecast(board, mover, must_attack):
    """The mover's share by the network of one hidden layer."""
    scale = 25 / len(board.owner)
    counted = []
    for away in range(4):
        c = board.seat[(mover + away) % 4]
        counted += [
            c["own"] * scale / 10,
            c["dice"] * scale / 30,
            c["largest"] * scale / 10,
            c["threatened"] * scale / 10,
            c["sources"] * scale / 5,
            c["sources"] == 0,
            c["sources"] == 1,
            (c["own"] - c["full"]) * scale / 10,
            c["single"] * scale / 10,
            c["targets"] * scale / 10,
            c["own"] < 2,
            c["four"] * scale / 10,
        ]
    lead = board.seat[mover]["own"] - max(board.seat[it]["own"] for it in range(4) if it != mover)
    counted += [lead * scale / 10, lead > 0, lead == 0, must_attack]
    total = OUTPUT_BIAS
    for unit in range(len(BIAS)):
        hidden = BIAS[unit] + sum(it * row[unit] for it, row in zip(counted, ROWS, strict=True))
        total += OUTPUT[unit] * (hidden if hidden > 0 else LEAK * hidden)
    return 1 / (1 + math.exp(-total))


def main():
    neighbors = json.loads((HERE / "neighbours.json").read_text())
    lines = []
    for entry in json.loads((HERE / "boards.json").read_text()):
        board, mover = Board(entry, neighbors), entry["to_move"]
        shares = {name.lower(): estimate(board, mover, weights) for name, weights in FITTED.items()}
        if board.seats == 4:
            shares["forecast"] = [forecast(board, mover, it) for it in [False, True]]
        rounded = {name: [round(it, 12) for it in all_of_it] for name, all_of_it in shares.items()}
        lines.append(json.dumps({"id": entry["id"], **rounded}))
    (HERE / "forecasts.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
