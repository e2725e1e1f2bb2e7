"""Plays one whole match by the sentences of the line mode, as a person would, and ends with 0 when it was over.

player.py [--pause FOLDER] COMMAND...: COMMAND is `dicehall join ADDRESS --plain`, which opens a table of its own, or `dicehall play`
with a game of tic-tac-toe. With --pause it makes the file `paused` in the folder before its second turn, and goes on when the file
`go` is there, so that a server can be exchanged in the middle of a match.
"""

import pathlib
import re
import signal
import subprocess
import sys
import time

SECONDS_MAX = 180
OVER = ["The match is over"]
SETUP = ["new", "game tic-tac-toe", "bot", "start"]


class Table:
    """The program that plays, by its lines."""

    def __init__(self, command):
        self.program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def types(self, line):
        """Types a line."""
        print(f"> {line}", flush=True)
        self.program.stdin.write(line + "\n")

    def until(self, *parts):
        """The next line that has one of the parts."""
        for line in self.program.stdout:
            print(line, end="", flush=True)
            if any(part in line for part in parts):
                return line
        sys.exit(f"the program ended before it said one of {parts}")

    def free_place(self):
        """The first place where a mark may be made."""
        self.types("targets")
        return re.search(r"\b[abc][123]\b", self.until("You may mark")).group()


def pause(folder):
    """Says that the match stands still, and waits until it may go on."""
    (folder / "paused").touch()
    while not (folder / "go").exists():
        time.sleep(0.1)


def main():
    """Sits down at a table, plays, and leaves."""
    arguments, folder = sys.argv[1:], None
    if arguments[0] == "--pause":
        folder, arguments = pathlib.Path(arguments[1]), arguments[2:]
    signal.alarm(SECONDS_MAX)
    table = Table(arguments)
    if "join" in arguments:
        table.until("new")
        for line in SETUP:
            table.types(line)
    turns = 0
    while "Your turn" in table.until("Your turn", *OVER):
        turns += 1
        if folder and turns == 2:
            pause(folder)
            table.until("Back in the lobby")
        table.types(table.free_place())
    table.types("quit")
    table.program.stdin.close()
    sys.exit(table.program.wait())


main()
