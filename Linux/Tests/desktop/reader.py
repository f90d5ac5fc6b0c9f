# SPDX-License-Identifier: MIT
"""A fingerprint reader: real fprintd with libfprint's virtual device, and real polkitd, on the test's system bus."""

import os
import socket

from desktop import wait

PROGRAMS = ("/usr/lib/polkit-1/polkitd", "/usr/libexec/fprintd")
NAME, DEVICE = "net.reactivated.Fprint", "net.reactivated.Fprint.Device"
PATH = "/net/reactivated/Fprint/Device/0"


def missing():
    """Returns why there can be no reader; None if there can be one."""
    if os.geteuid() != 0:
        return "polkitd admits no other user than root to the reader here"
    absent = [one for one in PROGRAMS if not os.access(one, os.X_OK)]
    return f"{', '.join(absent)} not installed" if absent else None


class Reader:
    """The reader. What it is told over a socket takes the place of a finger."""

    def __init__(self, desktop):
        from gi.repository import Gio, GLib
        self.glib, self.socket = GLib, str(desktop.folder / "finger")
        # polkitd runs as a user of its own, who has to reach the bus.
        desktop.folder.chmod(0o711)
        (desktop.folder / "system-bus").chmod(0o777)
        state = desktop.folder / "fingers"
        state.mkdir()
        desktop.start(PROGRAMS[0], "--no-debug")
        desktop.start(PROGRAMS[1], "--no-timeout", environment={
            "STATE_DIRECTORY": str(state), "FP_VIRTUAL_DEVICE_STORAGE": self.socket})
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(
            desktop.environment["DBUS_SYSTEM_BUS_ADDRESS"], flags, None, None)
        wait(lambda: self.names() is not None, "the fingerprint reader")

    def _call(self, method, *texts):
        arguments = self.glib.Variant("(" + "s" * len(texts) + ")", texts)
        return self.bus.call_sync(NAME, PATH, DEVICE, method, arguments, None, 0, -1, None)

    def names(self):
        """Returns the names of the enrolled fingers; None without a reader."""
        try:
            return self._call("ListEnrolledFingers", "").unpack()[0]
        except self.glib.Error as error:
            return [] if "NoEnrolledPrints" in error.message else None

    def is_waiting(self):
        return self.bus.call_sync(
            NAME, PATH, "org.freedesktop.DBus.Properties", "Get", self.glib.Variant("(ss)", (DEVICE, "finger-needed")),
            None, 0, -1, None).unpack()[0]

    def tell(self, text):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.socket)
            connection.sendall(text.encode())

    def touch(self, finger):
        """Places a finger on the reader, as soon as the reader waits."""
        wait(self.is_waiting, "the wait for a finger")
        self.tell(f"SCAN {finger}")

    def enrol(self, name, finger):
        self._call("Claim", "")
        self._call("EnrollStart", name)

        def is_enrolled():
            self.tell(f"SCAN {finger}")
            return name in (self.names() or [])
        wait(is_enrolled, "the enrolment")
        self._call("EnrollStop")
        self._call("Release")
