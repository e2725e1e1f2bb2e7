#!/usr/bin/env bash
# Draws the pictures of the README again, from matches that bots have played.
set -euo pipefail
cd "$(dirname "$0")"
dicehall=${DICEHALL:-dicehall}
picture() {
    "$dicehall" replay "matches/$1.jsonl" --svg "$1.svg" --force --size 80x24 --steps "$2"
}
picture dice-of-doom 60-71
picture dice-wars 40
picture animal-shogi 12
picture tic-tac-toe 6
