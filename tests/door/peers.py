"""Plays whole matches of every game through the door, by five clients for ssh that are not ours.

Called by hand, with the path of `dicehall`: `python3 tests/door/peers.py target/release/dicehall [GAME...]`. It needs OpenSSH, plink (putty-tools),
dbclient (dropbear-bin), and the packages asyncssh, paramiko and pyte for python3. Each client sits down at a table with bots, plays to the
end, and in the middle of it changes the size of its window, is cut off and comes again to the same seat. Those that can say so ask for
Japanese or Chinese. Everything listens on 127.0.0.1, has a limit, and ends with the script.
"""

import asyncio
import os
import pty
import subprocess
import sys
import tempfile
import termios
import threading
import time

import asyncssh
import paramiko
import pyte
from measure import Table, told

# How long a match may last, in seconds.
MATCH_S = 300
# The seats of a table of each game: one for the client.
GAMES = {
    "dice-of-doom": "open,hard,easy,easy",
    "dice-wars": "open,hard,easy",
    "animal-shogi": "open,easy",
    "tic-tac-toe": "open,easy",
}
# The words at the end of a match, and in a lobby in which one has ended, in each language.
END = {"en": ["rematch", "TONIGHT"], "ja": ["再戦", "今夜"], "zh": ["再来一局", "今晚"]}
LANGUAGES = {"en": "C.UTF-8", "ja": "ja_JP.UTF-8", "zh": "zh_CN.UTF-8"}


class Screen:
    """What a client's window shows."""

    def __init__(self):
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.lock = threading.Lock()
        self.is_open = True

    def take(self, data):
        with self.lock:
            self.stream.feed(data)

    def text(self):
        with self.lock:
            rows = [self.screen.buffer[row] for row in range(self.screen.lines)]
            # A wide character takes two cells, of which the second is empty.
            return "\n".join("".join(row[at].data for at in range(self.screen.columns)) for row in rows)

    def resized(self, columns, rows):
        with self.lock:
            self.screen.resize(rows, columns)


class Program(Screen):
    """A program in a terminal of its own."""

    def __init__(self, command, environment):
        super().__init__()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            termios.tcsetwinsize(0, (24, 80))
            os.execvpe(command[0], command, environment)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            try:
                data = os.read(self.terminal, 65_536)
            except OSError:
                break
            self.take(data)
        self.is_open = False

    def press(self, keys):
        os.write(self.terminal, keys)

    def resize(self, columns, rows):
        termios.tcsetwinsize(self.terminal, (rows, columns))
        self.resized(columns, rows)

    def cut(self):
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


class Paramiko(Screen):
    def __init__(self, table, name, language):
        super().__init__()
        self.transport = paramiko.Transport(("127.0.0.1", table.port))
        key = paramiko.Ed25519Key.from_private_key_file(table.identity)
        self.transport.connect(username=name, pkey=key)
        self.channel = self.transport.open_session()
        self.channel.set_environment_variable("LANG", LANGUAGES[language])
        self.channel.get_pty("xterm-256color", 80, 24)
        self.channel.invoke_shell()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while data := self.channel.recv(65_536):
            self.take(data)
        self.is_open = False

    def press(self, keys):
        self.channel.sendall(keys)

    def resize(self, columns, rows):
        self.channel.resize_pty(columns, rows)
        self.resized(columns, rows)

    def cut(self):
        self.transport.sock.close()
        self.transport.close()


class Asyncssh(Screen):
    loop = asyncio.new_event_loop()

    def __init__(self, table, name, language):
        super().__init__()
        self.run(self.connect(table, name, language))

    @classmethod
    def run(cls, what):
        return asyncio.run_coroutine_threadsafe(what, cls.loop).result(30)

    async def connect(self, table, name, language):
        self.connection = await asyncssh.connect(
            "127.0.0.1", table.port, username=name, client_keys=[table.identity], known_hosts=None, config=None, agent_path=None,
        )
        self.process = await self.connection.create_process(
            term_type="xterm-256color", term_size=(80, 24), encoding=None, env={"LANG": LANGUAGES[language]},
        )
        self.reader = asyncio.ensure_future(self.read())

    async def read(self):
        while data := await self.process.stdout.read(65_536):
            self.take(data)
        self.is_open = False

    def press(self, keys):
        self.loop.call_soon_threadsafe(self.process.stdin.write, keys)

    def resize(self, columns, rows):
        self.loop.call_soon_threadsafe(self.process.change_terminal_size, columns, rows)
        self.resized(columns, rows)

    def cut(self):
        self.loop.call_soon_threadsafe(self.connection.abort)


def openssh(table, name, language):
    options = ["-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "SendEnv=LANG"]
    command = ["ssh", "-q", *options, "-i", table.identity, "-p", str(table.port), f"{name}@127.0.0.1"]
    return Program(command, {**table.environment, "LANG": LANGUAGES[language]})


def plink(table, name, _):
    command = ["plink", "-ssh", "-batch", "-hostkey", table.fingerprint, "-i", f"{table.identity}.ppk", "-P", str(table.port), f"{name}@127.0.0.1"]
    return Program(command, table.environment)


def dbclient(table, name, _):
    command = ["dbclient", "-y", "-i", f"{table.identity}.dropbear", "-p", str(table.port), f"{name}@127.0.0.1"]
    return Program(command, table.environment)


PEERS = {"OpenSSH": openssh, "plink": plink, "dbclient": dbclient, "asyncssh": Asyncssh, "paramiko": Paramiko}


class Guested(Table):
    """A hosted table of one game, whose door any of the clients can use."""

    def __init__(self, program, folder, game):
        super().__init__(program, folder, GAMES[game])
        self.game = game
        self.identity = f"{folder}/identity"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.identity], check=True)
        subprocess.run(["puttygen", self.identity, "-o", f"{self.identity}.ppk"], check=True)
        convert = ["dropbearconvert", "openssh", "dropbear", self.identity, f"{self.identity}.dropbear"]
        subprocess.run(convert, check=True, capture_output=True)

    def begin(self, arguments):
        if arguments[0] == "host":
            arguments = [*arguments, "--game", self.game]
        line = super().begin(arguments)
        self.fingerprint = line.split()[-1]
        return line


def wait_for(window, wanted, most_s=15):
    end = time.monotonic() + most_s
    while time.monotonic() < end:
        if wanted(window.text()):
            return True
        if not window.is_open:
            break
        time.sleep(0.2)
    return False


def over(window, end):
    text = window.text()
    return any(it in text for it in end)


def turn(window, game, end):
    """The keys of a turn, the best that is offered and the end of it, unless the match has ended."""
    for keys in [b"\t", b"\r", b"\t", b"\r"] + ([b"e", b"\r"] if game.startswith("dice") else []):
        if over(window, end):
            return
        window.press(keys)
        time.sleep(0.15)


def match(table, peer, language):
    """Plays a whole match; says what went wrong, or nothing."""
    # Short, so that no list cuts it off.
    name = peer.lower()[:3]
    window = PEERS[peer](table, name, language)
    if not wait_for(window, lambda it: name in it.lower()):
        return f"no lobby: {window.text()}"
    for keys in [b"\r", b"r"]:
        window.press(keys)
        time.sleep(1)
    end = time.monotonic() + MATCH_S
    turns = 0
    while time.monotonic() < end:
        if over(window, END[language]):
            break
        if turns == 2:
            window.resize(120, 40)
        if turns == 3:
            window.cut()
            window = PEERS[peer](table, name, language)
            if not wait_for(window, lambda it: name in it.lower()):
                return f"did not come again: {window.text()}"
        if not window.is_open:
            return f"was cut off: {window.text()}"
        turn(window, table.game, END[language])
        turns += 1
    else:
        return f"did not end: {window.text()}"
    for keys in [b"\x1b", b"q", b"\r", b"y"]:
        if window.is_open:
            window.press(keys)
            time.sleep(0.5)
    window.cut()
    return ""


def play(program, game, faults):
    """Each client in turn at a table of its own."""
    for at, peer in enumerate(PEERS):
        speaks = peer in ("OpenSSH", "asyncssh", "paramiko")
        language = list(END)[(at + list(GAMES).index(game)) % len(END)] if speaks else "en"
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            table = Guested(program, folder, game)
            try:
                table.start()
                fault = match(table, peer, language)
            except (OSError, EOFError, paramiko.SSHException, asyncssh.Error) as error:
                fault = f"{type(error).__name__}: {error}"
            finally:
                table.end()
        faults.extend([fault] if fault else [])
        told(f"{game}, {peer}, {language}: a match in s", fault or f"{time.monotonic() - began:.0f}")


def main():
    program = os.path.realpath(sys.argv[1])
    threading.Thread(target=Asyncssh.loop.run_forever, daemon=True).start()
    faults = []
    players = [threading.Thread(target=play, args=(program, game, faults)) for game in sys.argv[2:] or GAMES]
    for it in players:
        it.start()
    for it in players:
        it.join()
    sys.exit(len(faults))


main()
