# SPDX-License-Identifier: MIT
"""A desktop of the test's own: an X server without a screen, a window manager, and a message bus.

Input is real: XTEST moves the pointer and presses keys. Widgets are found by the names that assistive technologies read
(AT-SPI), and pictures are taken of the whole screen, from outside the app.
"""

import os
import shutil
import struct
import subprocess
import tempfile
import time
import zlib
from pathlib import Path

PROGRAMS = ("Xvfb", "openbox", "dbus-daemon")
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>{type}</type><listen>unix:path={path}</listen>{more}
<policy context="default"><allow user="*"/><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>
"""


def missing():
    """Returns what has to be installed for these tests."""
    names = [name for name in PROGRAMS if not shutil.which(name)]
    for module, check in (("python3-xlib", "import Xlib"), ("python3-gi", "import gi"),
                          ("gir1.2-atspi-2.0", "import gi; gi.require_version('Atspi', '2.0')")):
        try:
            exec(check, {})
        except (ImportError, ValueError):
            names.append(module)
    return names


def wait(condition, what, seconds=20):
    """Returns the first true value of the condition."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < end, f"{what} did not happen within {seconds} s"
        time.sleep(0.05)


class Desktop:
    """The desktop, until close()."""

    def __init__(self, width=1200, height=860):
        self.width, self.height = width, height
        self.folder = Path(tempfile.mkdtemp(prefix="inklock-desktop-"))
        self.processes, self.buses = [], {}
        for name in ("home", "run", "data", "documents"):
            (self.folder / name).mkdir(mode=0o700)
        self.environment = dict(
            os.environ, HOME=str(self.folder / "home"), XDG_RUNTIME_DIR=str(self.folder / "run"),
            XDG_DATA_HOME=str(self.folder / "data"), XDG_CONFIG_HOME=str(self.folder / "home"),
            XDG_CACHE_HOME=str(self.folder / "home"), GDK_BACKEND="x11", GSK_RENDERER="cairo", GTK_A11Y="atspi",
            GSETTINGS_BACKEND="memory", LANG="C.UTF-8", LANGUAGE="en", NO_AT_BRIDGE="0", GTK_THEME="",
            INKLOCK_TPM="none")
        for name in ("WAYLAND_DISPLAY", "GTK_THEME", "LC_ALL"):
            self.environment.pop(name, None)
        (self.folder / "home" / "user-dirs.dirs").write_text(f'XDG_DOCUMENTS_DIR="{self.folder}/documents"\n')
        self._start_display()
        # The bus starts what reads the names of widgets, and nothing else, such as a keyring with prompts.
        services = self.folder / "services"
        services.mkdir()
        shutil.copy("/usr/share/dbus-1/services/org.a11y.Bus.service", services)
        self._bus("session", f"<servicedir>{services}</servicedir>")
        self._bus("system", "")
        self.start("openbox", "--sm-disable")
        os.environ.update({name: self.environment[name] for name in (
            "DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "XDG_RUNTIME_DIR")})
        from Xlib import display
        self.display = display.Display()
        self.root = self.display.screen().root
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi, GLib
        self.atspi, self.error = Atspi, GLib.Error
        Atspi.init()

    def _start_display(self):
        reading, writing = os.pipe()
        self.start("Xvfb", "-displayfd", str(writing), "-screen", "0", f"{self.width}x{self.height}x24", "-nolisten",
                   "tcp", "-noreset", pass_fds=(writing,))
        os.close(writing)
        with os.fdopen(reading) as file:
            self.environment["DISPLAY"] = f":{file.readline().strip()}"

    def _bus(self, kind, more):
        path = self.folder / f"{kind}-bus"
        configuration = self.folder / f"{kind}.conf"
        configuration.write_text(BUS.format(type=kind, path=path, more=more))
        self.environment[f"DBUS_{kind.upper()}_BUS_ADDRESS"] = f"unix:path={path}"
        self.buses[kind] = self.start("dbus-daemon", f"--config-file={configuration}", "--nofork")
        wait(path.exists, f"the {kind} bus")

    def start(self, *command, environment=None, **options):
        """Starts a program, which ends with the desktop."""
        log = open(self.folder / f"{Path(command[0]).name}.log", "ab")
        process = subprocess.Popen(
            command, env={**self.environment, **(environment or {})}, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            **options)
        log.close()
        self.processes.append(process)
        return process

    def close(self):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Input

    def move(self, x, y):
        from Xlib import X
        self.display.xtest_fake_input(X.MotionNotify, x=round(x), y=round(y))
        self.display.sync()

    def press(self, isDown=True):
        from Xlib import X
        self.display.xtest_fake_input(X.ButtonPress if isDown else X.ButtonRelease, 1)
        self.display.sync()

    def click(self, x, y):
        self.move(x, y)
        time.sleep(0.03)
        self.press()
        time.sleep(0.03)
        self.press(False)
        time.sleep(0.05)

    def stroke(self, points, rate=120):
        """Draws along points, `rate` of them a second."""
        self.move(*points[0])
        time.sleep(0.05)
        self.press()
        begun = time.monotonic()
        for i, point in enumerate(points[1:], 1):
            rest = begun + i / rate - time.monotonic()
            if rest > 0:
                time.sleep(rest)
            self.move(*point)
        self.press(False)
        time.sleep(0.1)

    def key(self, name, *modifiers):
        from Xlib import X, XK
        codes = [self.display.keysym_to_keycode(XK.string_to_keysym(one)) for one in (*modifiers, name)]
        for code in codes:
            self.display.xtest_fake_input(X.KeyPress, code)
        for code in reversed(codes):
            self.display.xtest_fake_input(X.KeyRelease, code)
        self.display.sync()
        time.sleep(0.02)

    def type(self, text):
        names = {" ": "space", ".": "period", ",": "comma", "\n": "Return", "-": "minus", "'": "apostrophe",
                 "*": ("asterisk", "Shift_L"), "~": ("asciitilde", "Shift_L"), "$": ("dollar", "Shift_L"), "=": "equal"}
        for character in text:
            name = names.get(character, character.lower())
            name, *modifiers = (name,) if isinstance(name, str) else name
            self.key(name, *(("Shift_L",) if character.isupper() else modifiers))

    def clipboard(self, selection="CLIPBOARD"):
        """Returns the text in the clipboard, or in another selection; None if there is none."""
        from Xlib import X
        window = self.root.create_window(0, 0, 1, 1, 0, self.display.screen().root_depth)
        name, kind, place = (self.display.intern_atom(one) for one in (selection, "UTF8_STRING", "INKLOCK_TEST"))
        window.convert_selection(name, kind, place, X.CurrentTime)
        self.display.flush()
        end = time.monotonic() + 5
        while time.monotonic() < end:
            while self.display.pending_events():
                event = self.display.next_event()
                if event.type == X.SelectionNotify and event.requestor == window:
                    found = window.get_full_property(place, X.AnyPropertyType) if event.property else None
                    window.destroy()
                    return found and bytes(found.value).decode()
            time.sleep(0.02)
        raise AssertionError("the clipboard does not answer")

    # The content of the screen

    def pixels(self):
        """Returns the screen as rows of RGB bytes."""
        from Xlib import X
        data = self.root.get_image(0, 0, self.width, self.height, X.ZPixmap, 0xFFFFFFFF).data
        rgb = bytearray(self.width * self.height * 3)
        rgb[0::3], rgb[1::3], rgb[2::3] = data[2::4], data[1::4], data[0::4]
        return bytes(rgb)

    def picture(self, path):
        """Writes the screen as a PNG file."""
        rgb, line = self.pixels(), self.width * 3
        rows = b"".join(b"\0" + rgb[y * line:(y + 1) * line] for y in range(self.height))

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        Path(path).write_bytes(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
