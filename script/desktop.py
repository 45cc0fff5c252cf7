"""Runs the game on a virtual screen with real key presses, for the scripts beside
this file.

Needs only the standard library, Xvfb, xdotool and ImageMagick (Debian: xvfb
xdotool imagemagick).
"""

import contextlib
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Seconds after which a script stops waiting and fails.
LIMIT = 60


def wait_for(what, look, pause=0.01):
    """Calls `look` until its result is true, and returns that result.

    Ends the script after LIMIT seconds. `what` names the missing thing in the
    error message; `pause` is in seconds.
    """
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(pause)
    sys.exit(f"timed out after {LIMIT} s waiting for {what}")


def binary():
    """Returns the path of the game to run: $BIN, or a release build of this checkout."""
    if "BIN" in os.environ:
        return os.environ["BIN"]
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    target = os.environ.get("CARGO_TARGET_DIR") or f"{cache}/bevy_2048/target"
    environment = os.environ | {"CARGO_TARGET_DIR": os.path.abspath(target)}
    command = ["cargo", "build", "--release"]
    if subprocess.run(command, cwd=ROOT, env=environment).returncode:
        sys.exit("cargo build --release failed; fix the errors above or set $BIN to a built game")
    return f"{os.path.abspath(target)}/release/bevy_2048"


# Size in bytes of each of the two halves of a `.recent` file. A crash can leave
# either half torn.
HALF = 32 << 10


def read_save(data):
    """Returns the body of a save, or None if it breaks the format in docs/SAVES.md."""
    header, _, rest = data.partition(b"\n")
    words = header.split()
    body = rest[: int(words[-1])] if words and words[-1].isdigit() else b""
    checked = f"crc32 {zlib.crc32(body):08x} bytes {len(body)}"
    known = [f"bevy_2048 save {version} {checked}".encode() for version in (1, 2)]
    return json.loads(body) if header in known else None


def read_newest(folder, slot):
    """Returns the newest body in a slot's two files, or None if the synced file is
    damaged or nothing is saved."""
    synced, recent = [
        file.read_bytes() if (file := folder / f"{slot}.{end}").exists() else b""
        for end in ("save", "recent")
    ]
    if synced and read_save(synced) is None:
        return None
    bodies = [read_save(data) for data in (synced, recent[:HALF], recent[HALF:])]
    return max(filter(None, bodies), key=lambda body: body["serial"], default=None)


def write_save(folder, board, score=0, best=0, moves=0, seed=0):
    """Writes a save whose game has the original rules and the given position.

    `board` is a list of rows of tile values, 0 for an empty cell.
    """
    rules = {"width": len(board[0]), "height": len(board), "four_chance": 0.1, "win_tile": 2048}
    game = {"rules": rules, "seed": seed, "kept_going": False}
    game["oldest"] = {"board": board, "score": score, "moves": moves, "spawns": 0, "won": False}
    game |= {"directions": "", "played": 0, "board": board, "score": score}
    body = json.dumps({"serial": 1, "best": max(best, score), "game": game}).encode() + b"\n"
    header = f"bevy_2048 save 1 crc32 {zlib.crc32(body):08x} bytes {len(body)}\n"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{len(board[0])}x{len(board)}.save"
    file.write_bytes(header.encode() + body)


class Picture:
    """A screenshot: width and height in pixels, and three bytes (RGB) a pixel."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    @classmethod
    def from_ppm(cls, ppm):
        """Reads a binary PPM file with 8 bits a channel."""
        _, width, height, _ = ppm.split(maxsplit=4)[:4]
        width, height = int(width), int(height)
        # Counts from the end, because the first pixels may look like white space,
        # which `split` would drop with the end of the header.
        return cls(width, height, ppm[-3 * width * height :])

    def difference(self, other):
        """Returns the fraction of pixels that differ, estimated from every 53rd one."""
        starts = range(0, len(self.pixels), 3 * 53)
        different = (self.pixels[at : at + 3] != other.pixels[at : at + 3] for at in starts)
        return sum(different) / len(starts)

    def save(self, path):
        """Writes the picture to a PNG file."""

        def chunk(kind, data):
            crc = zlib.crc32(kind + data)
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)

        row = 3 * self.width
        rows = (self.pixels[start : start + row] for start in range(0, len(self.pixels), row))
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
        png = chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + png)


class Desktop:
    """A virtual screen, and a private folder in place of the user's own folders.

    A context manager: leaving it stops the X server and removes the folder.
    """

    def __init__(self, screen="1600x1440"):
        for tool in ["Xvfb", "xdotool", "import"]:
            if not shutil.which(tool):
                sys.exit(f"{tool} is missing; run: apt-get install xvfb xdotool imagemagick")
        self.home = Path(tempfile.mkdtemp(prefix="bevy_2048-"))
        self.server = None
        try:
            self._start(screen)
        except BaseException:
            self.__exit__()
            raise

    def _start(self, screen):
        options = ["-displayfd", "1", "-screen", "0", f"{screen}x24", "-nolisten", "tcp", "-noreset"]
        self.server = subprocess.Popen(
            ["Xvfb", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            # Ctrl-C must not reach the server before the script has cleaned up.
            start_new_session=True,
        )
        number = self.server.stdout.readline().strip()
        if not number:
            sys.exit("Xvfb ended without opening a display")
        self.display = f":{number}"
        self.environment = os.environ | {
            "DISPLAY": self.display,
            "XDG_RUNTIME_DIR": str(self.home),
            "XDG_CONFIG_HOME": str(self.home),
        }
        for name in ["WAYLAND_DISPLAY", "WINIT_X11_SCALE_FACTOR", "RUST_LOG", "RUST_BACKTRACE"]:
            self.environment.pop(name, None)
        # The pointer starts in the middle of the screen, where it would hover over a
        # button.
        self.xdotool("mousemove 9999 9999")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.server:
            self.server.terminate()
            self.server.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def xdotool(self, words):
        """Runs xdotool with words separated by spaces, and returns its output."""
        command = ["xdotool", *words.split()]
        return subprocess.run(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ).stdout.strip()

    def photograph(self, window):
        """Takes a picture of a window."""
        command = ["import", "-silent", "-window", window, "-depth", "8", "ppm:-"]
        shot = subprocess.run(command, env=self.environment, check=True, stdout=subprocess.PIPE)
        return Picture.from_ppm(shot.stdout)


class Game:
    """A running game, its window and its output.

    A context manager: leaving it kills the game.
    """

    def __init__(self, desktop, program, folder, *options, scale=None):
        self.desktop = desktop
        environment = desktop.environment | ({"WINIT_X11_SCALE_FACTOR": scale} if scale else {})
        self.process = subprocess.Popen(
            [program, "--log-turns", "--data-dir", folder, *options],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines, self.errors = [], []
        self.readers = [
            threading.Thread(target=self._read, args=pipe, daemon=True)
            for pipe in [(self.process.stdout, self.lines), (self.process.stderr, self.errors)]
        ]
        for reader in self.readers:
            reader.start()
        wait_for("the first board", lambda: self.lines or self.process.poll() is not None)
        if self.process.poll() is not None:
            sys.exit(f"the game exited before its first board: {''.join(self.errors)}")
        search = f"search --all --pid {self.process.pid} --name ^2048$"
        self.window = wait_for("the window", lambda: desktop.xdotool(search))
        self.focus()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    @staticmethod
    def _read(pipe, lines):
        for line in pipe:
            lines.append(line)

    def focus(self):
        """Gives the window the keyboard focus, as a window manager would."""

        def focused():
            self.desktop.xdotool(f"windowfocus {self.window}")
            return self.desktop.xdotool("getwindowfocus -f") == self.window

        wait_for("the focus", focused)

    def resize(self, width, height):
        self.desktop.xdotool(f"windowsize --sync {self.window} {width} {height}")

    def press(self, keys, delay=0):
        self.desktop.xdotool(f"key --delay {delay} {keys}")

    def photograph(self):
        return self.desktop.photograph(self.window)

    def processor_seconds(self):
        """Returns the processor time that all threads of the game have used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rest(self):
        """Waits until the game no longer draws frames."""

        def still():
            before = self.processor_seconds()
            time.sleep(0.5)
            return self.processor_seconds() - before < 0.015

        wait_for("rest", still)

    def photograph_at_rest(self):
        """Takes a picture once the game no longer draws frames."""
        self.rest()
        return self.photograph()

    @contextlib.contextmanager
    def frozen(self):
        """Suspends the game for a `with` block, even in the middle of an animation."""
        self.process.send_signal(signal.SIGSTOP)
        yield
        self.process.send_signal(signal.SIGCONT)

    def states(self):
        """Returns the log entries written so far, oldest first."""
        return [json.loads(line) for line in list(self.lines) if line.endswith("\n")]

    def kill(self):
        """Kills the game with SIGKILL, and reads the rest of its output."""
        self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join()
