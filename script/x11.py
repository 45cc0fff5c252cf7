"""Presses keys and watches the screen through one connection to the X server.

Key presses use the XTEST extension and pictures use MIT-SHM. The DAMAGE extension
reports when something was drawn, so nothing has to poll the screen. All times
come from `time.perf_counter`.

Needs xcffib (Debian: python3-xcffib).
"""

import ctypes
import select
import struct
import time

import xcffib
import xcffib.damage
import xcffib.shm
import xcffib.xproto
import xcffib.xtest

from desktop import Picture

KEYSYMS = {"Left": 0xFF51, "Up": 0xFF52, "Right": 0xFF53, "Down": 0xFF54}
KEYSYMS |= {"Return": 0xFF0D, "Control": 0xFFE3}

# Constants of the X protocol.
KEY_PRESS, KEY_RELEASE, BUTTON_PRESS, BUTTON_RELEASE, MOTION = 2, 3, 4, 5, 6
WHEEL_DOWN = 5
CLIENT_MESSAGE = 33

# Bytes in a pixel: blue, green, red and padding.
PIXEL = 4

# `difference` and `colours` look at every seventh pixel, which is fast and enough.
SAMPLE = 7 * PIXEL


class SharedMemory:
    """A segment of System V shared memory, `size` bytes long."""

    IPC_PRIVATE, IPC_RMID = 0, 0

    def __init__(self, size):
        libc = ctypes.CDLL(None, use_errno=True)
        libc.shmat.restype = ctypes.c_void_p
        libc.shmat.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int]
        self.identifier = libc.shmget(self.IPC_PRIVATE, ctypes.c_size_t(size), 0o600)
        address = libc.shmat(self.identifier, None, 0) if self.identifier >= 0 else None
        if address in (None, ctypes.c_void_p(-1).value):
            raise OSError(ctypes.get_errno(), "the system provides no shared memory for pictures")
        self.bytes = (ctypes.c_char * size).from_address(address)
        self.libc = libc

    def remove(self):
        """Marks the segment for removal once no process is attached to it."""
        self.libc.shmctl(self.identifier, self.IPC_RMID, None)


class Screen:
    """The top left part of a display, `width` × `height` pixels in size.

    The methods call the bytes of a picture a look: four bytes a pixel, row by row.
    """

    def __init__(self, display, width, height):
        self.width, self.height = width, height
        self.connection = xcffib.connect(display=display)
        self.root = self.connection.get_setup().roots[0].root
        self.xtest = self.connection(xcffib.xtest.key)
        self.shm = self.connection(xcffib.shm.key)
        self.damage = self.connection(xcffib.damage.key)
        self.keycodes = self._read_keycodes()

        self.memory = SharedMemory(width * height * PIXEL)
        self.segment = self.connection.generate_id()
        self.shm.Attach(self.segment, self.memory.identifier, False, is_checked=True).check()
        # The server is attached, so the segment lives as long as it is in use.
        self.memory.remove()

        self.damage.QueryVersion(1, 1).reply()
        self.drawn = self.connection.generate_id()
        level = xcffib.damage.ReportLevel.NonEmpty
        self.damage.Create(self.drawn, self.root, level, is_checked=True).check()

    def _read_keycodes(self):
        setup = self.connection.get_setup()
        first, count = setup.min_keycode, setup.max_keycode - setup.min_keycode + 1
        mapping = self.connection.core.GetKeyboardMapping(first, count).reply()
        width = mapping.keysyms_per_keycode
        plain = list(mapping.keysyms)[::width]
        return {keysym: first + place for place, keysym in enumerate(plain) if keysym}

    def press(self, keys):
        """Presses and releases keys, such as "Left", "r" or "Control+n".

        Returns the time just before the press.
        """
        codes = [self.keycodes[KEYSYMS.get(name) or ord(name)] for name in keys.split("+")]
        began = time.perf_counter()
        for code in codes:
            self._fake(KEY_PRESS, code)
        for code in reversed(codes):
            self._fake(KEY_RELEASE, code)
        self.connection.flush()
        return began

    def turn_wheel_down(self):
        """Turns the mouse wheel by one notch over the middle of the window."""
        self._fake(MOTION, 0, self.width // 2, self.height // 2)
        self._fake(BUTTON_PRESS, WHEEL_DOWN)
        self._fake(BUTTON_RELEASE, WHEEL_DOWN)
        self.connection.flush()

    def put_pointer_away(self):
        """Moves the pointer to the bottom right corner, outside the window."""
        size = self.connection.core.GetGeometry(self.root).reply()
        self._fake(MOTION, 0, size.width - 1, size.height - 1)
        self.connection.flush()

    def _fake(self, kind, detail, x=0, y=0):
        self.xtest.FakeInput(kind, detail, 0, self.root, x, y, 0)

    def look(self):
        """Returns a look at what the window shows now."""
        planes, z_pixmap = 0xFFFFFFFF, xcffib.xproto.ImageFormat.ZPixmap
        part = (0, 0, self.width, self.height)
        self.shm.GetImage(self.root, *part, planes, z_pixmap, self.segment, 0).reply()
        return self.memory.bytes.raw

    def picture(self):
        """Returns what the window shows now as a picture that can be saved."""
        look = self.look()
        pixels = bytearray(3 * self.width * self.height)
        for colour in range(3):
            pixels[colour::3] = look[2 - colour :: PIXEL]
        return Picture(self.width, self.height, bytes(pixels))

    def wait_for_drawing(self, seconds):
        """Waits until something is drawn, at most `seconds`.

        Returns the time of the first drawing since the last call, or None.
        """
        end = time.perf_counter() + seconds
        while True:
            event = self.connection.poll_for_event()
            now = time.perf_counter()
            if isinstance(event, xcffib.damage.NotifyEvent):
                # The server sends no further event until the damage is subtracted.
                self.damage.Subtract(self.drawn, 0, 0)
                self.connection.flush()
                return now
            if event is None:
                if now >= end:
                    return None
                select.select([self.connection.get_file_descriptor()], [], [], end - now)

    def wait_until_still(self, seconds, limit):
        """Waits until the window has not changed for `seconds`, at most `limit` seconds.

        Returns a look at the window, or None if it keeps changing.
        """
        look = self.look()
        changed = time.perf_counter()
        end = changed + limit
        while (now := time.perf_counter()) < end:
            left = changed + seconds - now
            if left <= 0:
                return look
            if self.wait_for_drawing(left) and not same(look, newer := self.look()):
                look, changed = newer, time.perf_counter()
        return None

    def atom(self, name):
        return self.connection.core.InternAtom(False, len(name), name).reply().atom

    def window_property(self, name):
        """Returns a property of the root window whose value is a window, or None."""
        any_type = 0
        reply = self.connection.core.GetProperty(
            False, self.root, self.atom(name), any_type, 0, 1
        ).reply()
        data = reply.value.buf()
        return (struct.unpack("=I", data[:4])[0] or None) if len(data) >= 4 else None

    def active_window(self):
        """Returns the window that has the keyboard focus, or None."""
        return self.window_property("_NET_ACTIVE_WINDOW")

    def place(self, window):
        """Returns a window's x and y on the screen, its width and its height."""
        core = self.connection.core
        size = core.GetGeometry(window).reply()
        corner = core.TranslateCoordinates(window, self.root, 0, 0).reply()
        return corner.dst_x, corner.dst_y, size.width, size.height

    def resize(self, window):
        """Asks the window manager to make a window cover this part of the display."""
        mask = xcffib.xproto.ConfigWindow
        mask = mask.X | mask.Y | mask.Width | mask.Height
        self.connection.core.ConfigureWindow(window, mask, [0, 0, self.width, self.height])
        self.connection.flush()

    def close(self, window):
        """Asks the window manager to close a window, as its close button does."""
        from_user = 2
        data = [0, from_user, 0, 0, 0]
        atom = self.atom("_NET_CLOSE_WINDOW")
        message = struct.pack("=BBHII5I", CLIENT_MESSAGE, 32, 0, window, atom, *data)
        masks = xcffib.xproto.EventMask
        mask = masks.SubstructureRedirect | masks.SubstructureNotify
        self.connection.core.SendEvent(False, self.root, mask, message)
        self.connection.flush()


def same(one, other, first=0):
    """Returns whether two looks are equal in all but the padding.

    Ignores the pixels before `first`.
    """
    one, other = one[first * PIXEL :], other[first * PIXEL :]
    return one == other or all(one[colour::PIXEL] == other[colour::PIXEL] for colour in range(3))


def difference(one, other):
    """Estimates the fraction of pixels that differ, from a sample of the green channel."""
    pairs = list(zip(one[1::SAMPLE], other[1::SAMPLE]))
    return sum(a != b for a, b in pairs) / len(pairs)


def colours(look):
    """Counts the values of the green channel in a sample of the pixels."""
    return len(set(look[1::SAMPLE]))
