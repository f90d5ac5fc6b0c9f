# SPDX-License-Identifier: MIT
"""A desktop with Private Notes for one test, and what several tests do there."""

import math
import time
from pathlib import Path

from app import App
from desktop import Desktop, wait

PASSCODE = "482957"
FINGER = "Use fingerprint"
TITLE, TEXT = "Boat, from May to September", "Jonas may use the small boat. He looks after it."
GERMAN = {"LANGUAGE": "de"}
DARK = {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"}


class Skipped(Exception):
    pass


class Trial:
    """A desktop with the app, for one test."""

    def __init__(self, options, name):
        self.options, self.name = options, name
        self.desktop = Desktop()
        self.app = None

    def start(self, **environment):
        self.app = App(self.desktop, f"{self.options.programs}/private-notes", **environment)
        return self.app

    def see(self, name):
        if self.options.pictures:
            time.sleep(0.4)  # A transition may be under way.
            self.desktop.picture(Path(self.options.pictures) / f"{self.name}-{name}.png")

    def set_up(self, with_picture=False, **environment):
        """Sets up a lock, and shows the notes."""
        app, desktop = self.start(**environment), self.desktop
        app.find("Start writing")
        self.see("welcome")
        app.click("Start writing")
        app.wait_for("Choose a passcode for Private Notes")
        self.see("passcode")
        desktop.type(PASSCODE)
        app.wait_for("Re-enter your passcode")
        desktop.type(PASSCODE)
        app.wait_for("Save your recovery code")
        self.code = wait(app.code, "the recovery code")
        self.see("code")
        app.click("I’ve saved it")
        app.click("Continue")
        app.wait_for("Unlock by drawing?")
        self.see("pictures")
        if not with_picture:
            app.click("Not now")
            app.wait_for("No notes yet")
            return app
        app.click("The coast", "push button")
        for turn in range(3):
            app.wait_for("0 parts drawn")
            time.sleep(0.5)
            bare, frame = desktop.pixels(), app.frame(app.find("The coast", "image"))
            self.draw()
            app.wait_for("3 parts drawn")
            if turn == 0:
                time.sleep(2)  # The trail fades.
                assert not same_area(desktop, bare, frame), "the parts that were drawn are not on the picture"
                self.see("drawing")
            app.click("Done")
        app.wait_for("No notes yet")
        return app

    def draw(self, angle=0.0):
        """Draws three parts on the picture: a circle, a wave and a tap. The circle starts at an angle."""
        x, y, width, height = self.app.frame(self.app.find("The coast", "image"))
        around = (x + width * 0.4, y + height * 0.35)
        self.desktop.stroke([
            (around[0] + 80 * math.cos(angle + t / 20), around[1] + 80 * math.sin(angle + t / 20)) for t in range(120)])
        self.desktop.stroke([
            (x + width * 0.4 + 1.6 * t, y + height * 0.75 + 40 * math.sin(t / 9)) for t in range(120)])
        self.desktop.click(x + width * 0.66, y + height * 0.3)

    def write(self):
        app, desktop = self.app, self.desktop
        app.click("New note")
        app.find("Title")
        time.sleep(0.3)
        desktop.type(TITLE)
        desktop.key("Tab")
        desktop.type(TEXT)
        app.wait_for("Saved")

    def unlock(self):
        # The passcode's screen is one key away.
        wait(self.app.has_passcode_screen, "the passcode's screen")
        self.desktop.type(PASSCODE)
        self.app.wait_for("Lock now")

    def close(self):
        self.desktop.close()


def leave(desktop):
    """Moves the focus to a window of another app, and returns it."""
    from Xlib import X
    screen = desktop.display.screen()
    other = screen.root.create_window(0, 0, 60, 60, 0, screen.root_depth, background_pixel=screen.white_pixel)
    other.map()
    desktop.display.sync()
    time.sleep(0.3)
    other.set_input_focus(X.RevertToParent, X.CurrentTime)
    desktop.display.sync()
    return other


def minimise(desktop, window):
    """Asks the window manager to minimise a window, as XIconifyWindow does."""
    from Xlib import X
    from Xlib.protocol.event import ClientMessage
    iconic = 3
    kind = desktop.display.intern_atom("WM_CHANGE_STATE")
    desktop.root.send_event(
        ClientMessage(window=window, client_type=kind, data=(32, [iconic, 0, 0, 0, 0])),
        event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
    desktop.display.sync()


def come_back(app, other):
    from Xlib import X
    if other:
        other.destroy()
    app.windows()[0].set_input_focus(X.RevertToParent, X.CurrentTime)
    app.desktop.display.sync()


def brightness(desktop, frame):
    """Returns the mean of the bytes of a part of the screen."""
    x, y, width, height = frame
    pixels, line = desktop.pixels(), desktop.width * 3
    area = b"".join(pixels[row * line + x * 3:row * line + (x + width) * 3] for row in range(y, y + height))
    return sum(area) / len(area)


def same_area(desktop, before, frame):
    """Returns whether a part of the screen looks as before."""
    x, y, width, height = frame
    now, line = desktop.pixels(), desktop.width * 3
    return all(
        before[row * line + x * 3:row * line + (x + width) * 3] == now[row * line + x * 3:row * line + (x + width) * 3]
        for row in range(y, y + height))
