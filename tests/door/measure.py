"""Measures the door for ssh from outside, with a client that is not ours, and tries hostile clients on it.

Called by `run.sh`, with the path of `dicehall`. It hosts a table, at first one at which a guest and three bots play, opens a door that
leads to it, and starts beside them `dicehall guest` in a terminal of its own, as the local client to compare with. Everything listens
on 127.0.0.1, has a limit, and ends with the script.
"""

import asyncio
import os
import pty
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

try:
    import asyncssh
except ImportError:
    sys.exit("asyncssh is missing: python3 -m pip install asyncssh")

# How many guests sit idle at once: nearly all that a door lets in.
GUESTS = 250
# How long they have pressed no key by then, in seconds: so long that a list is asked for less often.
IDLE_S = 45
# How many watch the match at once.
WATCHERS = 16
# How long each of these is watched, and how long a match has gone on by then, in seconds.
WATCH_S = 20
WARM_S = 10
# How often a key is pressed, and how often a client comes and goes.
KEYS = 60
COMINGS = 200
# How many connections say nothing.
SILENT = 1_000
# How many modes a terminal claims to have; there are about sixty.
MODES = 5_000
# How often a window changes its size in a second, and for how long, in seconds.
CHANGES, CHANGES_S = 1_000, 3
# The agreements in which an all-zero share of X25519 would make the secret known to everybody.
AGREEMENTS = ["curve25519-sha256", "mlkem768x25519-sha256"]
# How much is pasted, in bytes.
PASTE = 10_000_000
TICKS = os.sysconf("SC_CLK_TCK")


def free_port():
    """A port that nobody listens on."""
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return it.getsockname()[1]


def cpu_s(pid):
    """The processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def anonymous_kib(pid):
    """The memory of a process that is its own, in KiB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(r"^Anonymous: *(\d+) kB", text, re.M).group(1))


class Table:
    """A hosted table, and a door that leads to it."""

    def __init__(self, program, folder, seats):
        self.program = program
        self.seats = seats
        self.home = folder
        self.environment = {
            "HOME": folder,
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
        }
        self.game_port, self.port = free_port(), free_port()
        self.processes = []

    def start(self):
        address = f"127.0.0.1:{self.game_port}"
        host = ["host", "--no-lan", "--no-page", "--seats", self.seats, "--listen", address]
        line = self.begin(host)
        self.code = re.search(r"--lobby (\w+)", line).group(1)
        join = f"{address}/{self.code}"
        key = ["--key", f"{self.home}/key"]
        line = self.begin(["door", "--listen", f"127.0.0.1:{self.port}", "--join", join, *key])
        assert line.startswith("listening on ssh://"), line
        self.door = self.processes[-1].pid

    def begin(self, arguments):
        """Starts the program and returns the first line that it prints."""
        command = [self.program, *arguments]
        process = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.processes.append(process)
        return process.stdout.readline().decode()

    def end(self):
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


class Guest(asyncssh.SSHClientSession):
    """A guest's window, which counts what comes."""

    def __init__(self):
        self.bytes = 0
        self.fresh = asyncio.Event()
        self.end = asyncio.get_running_loop().create_future()

    def connection_made(self, chan):
        self.channel = chan

    def data_received(self, data, datatype):
        self.bytes += len(data)
        self.fresh.set()

    def connection_lost(self, exc):
        if not self.end.done():
            self.end.set_result(exc)

    async def settle(self, quiet_s=1.0, most_s=20):
        """Waits until something has come and then nothing for a while, or for so long that it is a match that goes on."""
        end = time.monotonic() + most_s
        if not self.bytes:
            await asyncio.wait_for(self.fresh.wait(), 20)
        while time.monotonic() < end:
            self.fresh.clear()
            try:
                await asyncio.wait_for(self.fresh.wait(), quiet_s)
            except asyncio.TimeoutError:
                return


async def connect(table, key, name="guest"):
    return await asyncssh.connect(
        "127.0.0.1", table.port, username=name, client_keys=[key], known_hosts=None, config=None, agent_path=None,
    )


async def visit(table, key, name="guest", **more):
    """A guest with a window of the usual size."""
    connection = await connect(table, key, name)
    options = {"term_type": "xterm-256color", "term_size": (80, 24), "encoding": None, "env": {"LANG": "C.UTF-8"}, **more}
    _, guest = await connection.create_session(Guest, **options)
    guest.connection = connection
    return guest


def told(name, value, bar=""):
    print(f"{name:<64} {value:>16}{'   bar: ' + bar if bar else ''}", flush=True)


async def first_screen(table, key):
    guest = await visit(table, key)
    await guest.settle()
    told("first screen, bytes", guest.bytes)
    return guest


async def comings(table, key):
    before = cpu_s(table.door)
    for _ in range(COMINGS):
        (await connect(table, key)).close()
    each = (cpu_s(table.door) - before) / COMINGS
    told("handshakes a second of one core, with the proof of a key", f"{1 / each:.0f}")


async def key_to_byte(press, fresh):
    """Milliseconds from a key, which opens and closes the help, to the first byte that answers it: the median, and a high one."""
    times = []
    for _ in range(KEYS):
        await asyncio.sleep(0.05)
        fresh.clear()
        start = time.perf_counter()
        press(b"?")
        await asyncio.wait_for(fresh.wait(), 10)
        times.append((time.perf_counter() - start) * 1_000)
    return statistics.median(times), sorted(times)[-2]


async def local_key_to_byte(table):
    """The same for `dicehall guest` in a terminal of this machine."""
    pid, terminal = pty.fork()
    if pid == 0:
        termios.tcsetwinsize(0, (24, 80))
        join = f"127.0.0.1:{table.game_port}/{table.code}"
        os.execve(table.program, [table.program, "guest", "--join", join], table.environment)
    fresh = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(terminal, lambda: (os.read(terminal, 65_536), fresh.set()))
    await asyncio.sleep(3)
    times = await key_to_byte(lambda it: os.write(terminal, it), fresh)
    loop.remove_reader(terminal)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(terminal)
    return times


async def keys(table, guest):
    median, high = await key_to_byte(guest.channel.write, guest.fresh)
    local, local_high = await local_key_to_byte(table)
    told("key to byte by the door, median and last but one of 60, ms", f"{median:.1f} {high:.1f}")
    told("key to byte in a terminal here, the same", f"{local:.1f} {local_high:.1f}")


async def crowd(table, key, count, name):
    guests = []
    for at in range(count):
        guests.append(await visit(table, key, f"{name}{at}"))
    for guest in guests:
        await guest.settle(0.5, 5)
    return guests


async def leave(guests):
    for guest in guests:
        guest.connection.close()
    for guest in guests:
        await guest.connection.wait_closed()


async def idle(table, key):
    before = anonymous_kib(table.door)
    guests = await crowd(table, key, GUESTS, "idle")
    await asyncio.sleep(IDLE_S)
    memory, spent = anonymous_kib(table.door), cpu_s(table.door)
    count = sum(guest.bytes for guest in guests)
    await asyncio.sleep(WATCH_S)
    spent = cpu_s(table.door) - spent
    told(f"{GUESTS} idle guests: memory, MiB", f"{(memory - before) / 1024:.0f}", "128")
    told(f"{GUESTS} idle guests: percent of a core", f"{100 * spent / WATCH_S:.2f}", "1")
    told(f"{GUESTS} idle guests: bytes in {WATCH_S} s", sum(guest.bytes for guest in guests) - count, "0")
    await leave(guests)


async def turns(sitting, seconds):
    """Whoever sits ends each turn, and says yes if that is asked, so that the bots play."""
    for _ in range(seconds):
        for pressed in [b"e", b"\r"]:
            sitting.channel.write(pressed)
            await asyncio.sleep(0.5)


async def playing(table, key):
    before = anonymous_kib(table.door)
    sitting = await visit(table, key, "sitting")
    await sitting.settle(2)
    for pressed in [b"\r", b"r"]:
        sitting.channel.write(pressed)
        await sitting.settle(1, 5)
    guests = await crowd(table, key, WATCHERS, "watching")
    memory = anonymous_kib(table.door)
    # The pictures of boards that the door keeps come once, whoever reads.
    await turns(sitting, WARM_S)
    spent, count = cpu_s(table.door), sum(guest.bytes for guest in guests)
    stuck, all_read = guests[0], anonymous_kib(table.door)
    stuck.channel.pause_reading()
    await turns(sitting, WATCH_S)
    spent = cpu_s(table.door) - spent
    count = sum(guest.bytes for guest in guests[1:]) - count + stuck.bytes
    each = 1_000 * spent / WATCH_S / (WATCHERS + 1)
    told("a guest at a match: millicores", f"{each:.1f}", "2")
    told("a guest at a match: MiB", f"{(memory - before) / 1024 / (WATCHERS + 1):.2f}", "0.5")
    told("a guest at a match: bytes a second", f"{count / WATCH_S / (WATCHERS - 1):.0f}")
    told("one of them who reads nothing: the door's growth, KiB", anonymous_kib(table.door) - all_read, "1024")
    stuck.channel.resume_reading()
    await leave([*guests, sitting])


async def silent(table, key, guest):
    """Connections that say nothing, while somebody plays."""
    calm, _ = await key_to_byte(guest.channel.write, guest.fresh)
    start, streams = time.monotonic(), []
    for _ in range(SILENT):
        streams.append(await asyncio.open_connection("127.0.0.1", table.port))
    busy, _ = await key_to_byte(guest.channel.write, guest.fresh)

    async def cut(reader):
        while await reader.read(4096):
            pass

    gone = [asyncio.wait_for(cut(reader), 30) for reader, _ in streams]
    results = await asyncio.gather(*gone, return_exceptions=True)
    left = sum(isinstance(it, asyncio.TimeoutError) for it in results)
    told(f"{SILENT} connections that say nothing: cut off, s", f"{time.monotonic() - start:.1f}", "10")
    told(f"{SILENT} connections that say nothing: left", left, "0")
    told("key to byte beside them, against before", f"{busy / calm:.2f}", "2")
    for _, writer in streams:
        writer.close()


async def refused(name, attempt):
    try:
        await asyncio.wait_for(attempt, 20)
        told(name, "NOT REFUSED")
    except (asyncssh.Error, asyncssh.ChannelListenError, OSError, EOFError, AssertionError) as error:
        told(name, f"refused: {type(error).__name__}"[:40])
    except asyncio.TimeoutError:
        told(name, "NO ANSWER")


class ManyModes(dict):
    """Modes of a terminal of which one comes again and again, as no dictionary has them."""

    def items(self):
        return [(at % 127 + 1, at) for at in range(MODES)]


async def many_modes(table, key):
    """A window with far more modes than there are: it may be refused, or opened without them."""
    connection = await connect(table, key, "modes")
    try:
        options = {"term_type": "xterm-256color", "term_modes": ManyModes({1: 1}), "encoding": None}
        guest = (await asyncio.wait_for(connection.create_session(Guest, **options), 20))[1]
        await guest.settle(0.5, 3)
        told(f"{MODES} modes of a terminal", "ignored" if guest.bytes > 1_000 else "NO SCREEN")
    except (asyncssh.Error, OSError, EOFError) as error:
        told(f"{MODES} modes of a terminal", f"refused: {type(error).__name__}")
    finally:
        connection.abort()


async def zero_key(table, key, agreement):
    """A share of X25519 that is all zero, which must not be answered."""
    share, answers = asyncssh.kex_dh.Curve25519DH, []
    kinds = [asyncssh.kex_dh._KexECDH, asyncssh.kex_dh._KexHybridECDH]
    before = [share.get_public, *(it._process_reply for it in kinds)]

    def note(self, *_packet):
        answers.append(agreement)
        raise asyncssh.KeyExchangeFailed("the door has answered")

    share.get_public = lambda self: bytes(32)
    for kind in kinds:
        kind._process_reply = note
        kind._packet_handlers = {**kind._packet_handlers, kind._reply_type: note}
    try:
        await asyncio.wait_for(
            asyncssh.connect(
                "127.0.0.1", table.port, username="zero", client_keys=[key], known_hosts=None, config=None, agent_path=None,
                kex_algs=[agreement],
            ),
            20,
        )
        verdict = "AGREED"
    except (asyncssh.Error, OSError, EOFError) as error:
        verdict = "ANSWERED" if answers else f"refused: {type(error).__name__}"
    except ValueError:
        verdict = "not tried"
    share.get_public = before[0]
    for kind, reply in zip(kinds, before[1:]):
        kind._process_reply = reply
        kind._packet_handlers = {**kind._packet_handlers, kind._reply_type: reply}
    told(f"an all-zero share in {agreement}", verdict)


async def changing_windows(table, key, beside):
    """A window that changes its size all the time, beside somebody who plays."""
    calm, _ = await key_to_byte(beside.channel.write, beside.fresh)
    # As large as it will ever be, so that what grows is not the picture of it.
    guest = await visit(table, key, "changing", term_size=(440, 190))
    await guest.settle()
    memory = anonymous_kib(table.door)

    async def change():
        start = time.monotonic()
        for at in range(CHANGES * CHANGES_S):
            guest.channel.change_terminal_size(40 + at % 400, 20 + at % 170)
            # As many as are due at this moment, so that they come at that rate.
            await asyncio.sleep(max(0, start + at / CHANGES - time.monotonic()))

    changing = asyncio.create_task(change())
    busy, _ = await key_to_byte(beside.channel.write, beside.fresh)
    await changing
    await guest.settle(0.5, 5)
    told(f"{CHANGES} changes of a window's size a second: growth, KiB", anonymous_kib(table.door) - memory, "1024")
    told("key to byte beside them, against before", f"{busy / calm:.2f}", "2")
    guest.connection.abort()


async def hostile(table, key):
    """Whatever a guest may not do, which is refused, and what is too much, of which the door takes what it needs; and it goes on."""
    before = anonymous_kib(table.door)

    opened = []

    async def connect_hostile():
        opened.append(await connect(table, key, "hostile"))
        return opened[-1]

    async def command():
        connection = await connect_hostile()
        result = await connection.run("id", check=False)
        assert "uid=" in (result.stdout or ""), "no command was carried out"

    async def sftp():
        await (await connect_hostile()).start_sftp_client()

    async def forward():
        connection = await connect_hostile()
        await connection.open_connection("127.0.0.1", table.game_port)

    async def listen():
        await (await connect_hostile()).forward_remote_port("", 0, "127.0.0.1", 1)

    async def windows():
        connection = await connect_hostile()
        for _ in range(1_000):
            await connection.create_session(Guest, term_type="xterm", encoding=None)

    async def modes():
        connection = await connect_hostile()
        many = {at % 127 + 1: at for at in range(127)}
        guest = (await connection.create_session(Guest, term_type="x" * 60_000, term_modes=many, encoding=None))[1]
        await guest.settle(0.5, 2)
        assert guest.bytes > 1_000, "no screen came"

    async def environment():
        connection = await connect_hostile()
        many = {f"VARIABLE_{at}": "x" * 1_000 for at in range(10_000)}
        guest = (await connection.create_session(Guest, term_type="xterm", env=many, encoding=None))[1]
        await guest.settle(0.5, 5)
        assert guest.bytes > 1_000, "no screen came"

    await refused("a command", command())
    await refused("sftp", sftp())
    await refused("forwarding to a port", forward())
    await refused("listening for a port", listen())
    await refused("a thousand windows of one connection", windows())
    await modes()
    await environment()
    guest = await visit(table, key, "pasting")
    await guest.settle(0.5, 3)
    guest.channel.write(b"x" * PASTE)
    await asyncio.sleep(5)
    told("growth by it, 10,000 variables, a long name, a paste of 10 MB, MiB", f"{(anonymous_kib(table.door) - before) / 1024:.1f}")
    guest.connection.abort()
    guest = await visit(table, key, "after")
    await guest.settle(0.5, 3)
    told("the door goes on", "yes" if guest.bytes > 1_000 else "NO", "yes")
    for connection in [*opened, guest.connection]:
        connection.abort()


def opinion(table):
    """The complaints of ssh-audit. The limits by address do not count this machine, so it is not asked about those."""
    if not shutil.which("ssh-audit"):
        return told("ssh-audit", "not installed")
    command = ["ssh-audit", "-n", "--skip-rate-test", "-p", str(table.port), "127.0.0.1"]
    lines = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout.splitlines()
    for line in lines:
        if "[fail]" in line or "[warn]" in line:
            print(f"  ssh-audit: {line}")
    told("ssh-audit: failures", sum("[fail]" in line for line in lines), "0")


async def measure_rest(table, key):
    guest = await first_screen(table, key)
    await keys(table, guest)
    await comings(table, key)
    await hostile(table, key)
    await many_modes(table, key)
    for agreement in AGREEMENTS:
        await zero_key(table, key, agreement)
    await changing_windows(table, key, guest)
    await silent(table, key, guest)
    guest.connection.close()
    opinion(table)
    await idle(table, key)


def main():
    key = asyncssh.generate_private_key("ssh-ed25519")
    for seats, measure in [("open,hard,hard,hard", playing), ("open,open", measure_rest)]:
        with tempfile.TemporaryDirectory() as folder:
            table = Table(os.path.realpath(sys.argv[1]), folder, seats)
            try:
                table.start()
                asyncio.run(measure(table, key))
            finally:
                table.end()


if __name__ == "__main__":
    main()
