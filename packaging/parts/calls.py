"""Tells which calls of the system a program makes that its unit does not allow, and ends with 1 if there are any.

calls.py UNIT SUMMARY: UNIT is a file of systemd, SUMMARY what `strace -f -c` has written of the program. The names behind the sets of
systemd (`@system-service`) come from `systemd-analyze syscall-filter`.
"""

import subprocess
import sys

def sets():
    """The names in each set of systemd, sets among them."""
    listed = subprocess.run(["systemd-analyze", "syscall-filter"], capture_output=True, text=True, check=True).stdout
    found, name = {}, None
    for line in listed.splitlines():
        if line.startswith("@"):
            name = line.strip()
            found[name] = []
        elif line.startswith("    ") and not line.strip().startswith("#") and name:
            found[name].append(line.strip())
    return found


def expanded(word, known):
    """The calls for which a word of a filter stands."""
    if not word.startswith("@"):
        return {word}
    return {call for part in known[word] for call in expanded(part, known)}


def allowed(unit, known):
    """The calls that a unit allows, whose first filter lists what is allowed; `@default` is allowed whatever a unit says."""
    calls = expanded("@default", known)
    for line in open(unit, encoding="utf-8"):
        if line.startswith("SystemCallFilter="):
            words = line.removeprefix("SystemCallFilter=").split()
            denies = words[0].startswith("~")
            words[0] = words[0].removeprefix("~")
            named = {call for word in words for call in expanded(word, known)}
            calls = calls - named if denies else calls | named
    return calls


def made(summary):
    """The calls in a summary of strace: the last word of each line of its table."""
    rows = [line.split() for line in open(summary, encoding="utf-8")]
    return {row[-1] for row in rows if len(row) >= 5 and row[0].replace(".", "").isdigit() and row[-1] != "total"}


def main():
    """Compares the two."""
    unit, summary = sys.argv[1:]
    calls = made(summary)
    denied = sorted(calls - allowed(unit, sets()))
    print(f"{len(calls)} kinds of calls, of which {unit} does not allow: {', '.join(denied) or 'none'}")
    sys.exit(1 if denied or not calls else 0)


main()
