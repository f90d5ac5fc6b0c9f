# SPDX-License-Identifier: MIT
"""The messages of the desktop's services over D-Bus.

systemd-logind does not run without systemd as the first process, so this process takes its name on the test's system
bus, and the screen saver's on the session bus.
"""

import os
import threading

LOGIND = """<node><interface name='org.freedesktop.login1.Manager'>
<method name='Inhibit'><arg direction='in' type='s'/><arg direction='in' type='s'/><arg direction='in' type='s'/>
<arg direction='in' type='s'/><arg direction='out' type='h'/></method>
<method name='GetSessionByPID'><arg direction='in' type='u'/><arg direction='out' type='o'/></method>
</interface></node>"""
SESSION = "/org/freedesktop/login1/session/_31"
SAVERS = [f"org.{desktop}.ScreenSaver" for desktop in ("freedesktop", "gnome", "cinnamon", "mate", "xfce")]


class Services:
    """The names on the buses, until the process ends."""

    def __init__(self, desktop):
        from gi.repository import Gio, GLib
        self.gio, self.glib = Gio, GLib
        self.inhibitors = []
        self.loop = GLib.MainContext.new()
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.system, self.session = (
            Gio.DBusConnection.new_for_address_sync(desktop.environment[name], flags, None, None)
            for name in ("DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"))
        for bus, name in ((self.system, "org.freedesktop.login1"), *((self.session, saver) for saver in SAVERS)):
            bus.call_sync(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                GLib.Variant("(su)", (name, 0)), None, Gio.DBusCallFlags.NONE, -1, None)
        ready = threading.Event()
        threading.Thread(target=self._serve, args=(ready,), daemon=True).start()
        ready.wait()

    def _serve(self, ready):
        self.loop.push_thread_default()
        interface = self.gio.DBusNodeInfo.new_for_xml(LOGIND).interfaces[0]
        self.system.register_object("/org/freedesktop/login1", interface, self._answer, None, None)
        ready.set()
        while True:
            self.loop.iteration(True)

    def _answer(self, connection, sender, path, interface, method, arguments, invocation):
        if method == "GetSessionByPID":
            invocation.return_value(self.glib.Variant("(o)", (SESSION,)))
            return
        reading, writing = os.pipe()
        self.inhibitors.append((arguments.unpack(), reading))
        # The file that the reply means need not be the first one.
        files = self.gio.UnixFDList.new()
        files.append(reading)
        files.append(writing)
        os.close(writing)
        invocation.return_value_with_unix_fd_list(self.glib.Variant("(h)", (1,)), files)

    def is_released(self, index):
        """Returns whether the app has closed its inhibitor lock."""
        os.set_blocking(self.inhibitors[index][1], False)
        try:
            return os.read(self.inhibitors[index][1], 1) == b""
        except BlockingIOError:
            return False

    def _emit(self, bus, path, interface, signal, arguments):
        bus.emit_signal(None, path, interface, signal, arguments)
        bus.flush_sync(None)

    def sleep(self, starts):
        self._emit(self.system, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep",
                   self.glib.Variant("(b)", (starts,)))

    def lock_session(self, path=SESSION):
        self._emit(self.system, path, "org.freedesktop.login1.Session", "Lock", None)

    def hint_lock(self, path=SESSION, is_locked=True):
        """Says that a session is locked, as desktops do that lock by themselves."""
        changed = {"LockedHint": self.glib.Variant("b", is_locked)}
        self._emit(self.system, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                   self.glib.Variant("(sa{sv}as)", ("org.freedesktop.login1.Session", changed, [])))

    def save_screen(self, saver=SAVERS[0]):
        self._emit(self.session, "/" + saver.replace(".", "/"), saver, "ActiveChanged", self.glib.Variant("(b)", (True,)))


PORTAL, APPEARANCE = "org.freedesktop.portal.Desktop", "org.freedesktop.appearance"
SETTINGS = """<node><interface name='org.freedesktop.portal.Settings'>
<method name='ReadAll'><arg direction='in' type='as'/><arg direction='out' type='a{sa{sv}}'/></method>
<method name='Read'><arg direction='in' type='s'/><arg direction='in' type='s'/><arg direction='out' type='v'/></method>
<signal name='SettingChanged'><arg type='s'/><arg type='s'/><arg type='v'/></signal>
<property name='version' type='u' access='read'/>
</interface></node>"""


class Portal:
    """The desktop's settings, as the portal tells them to apps."""

    def __init__(self, desktop):
        from gi.repository import Gio, GLib
        self.gio, self.glib, self.scheme, self.loop = Gio, GLib, 0, GLib.MainContext.new()
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(
            desktop.environment["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
        ready = threading.Event()
        threading.Thread(target=self._serve, args=(ready,), daemon=True).start()
        ready.wait()

    def _serve(self, ready):
        self.loop.push_thread_default()
        interface = self.gio.DBusNodeInfo.new_for_xml(SETTINGS).interfaces[0]
        self.bus.register_object(
            "/org/freedesktop/portal/desktop", interface, self._answer, lambda *_: self.glib.Variant("u", 1), None)
        self.bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            self.glib.Variant("(su)", (PORTAL, 0)), None, self.gio.DBusCallFlags.NONE, -1, None)
        ready.set()
        while True:
            self.loop.iteration(True)

    def _answer(self, connection, sender, path, interface, method, arguments, invocation):
        value = self.glib.Variant("u", self.scheme)
        if method == "ReadAll":
            invocation.return_value(self.glib.Variant("(a{sa{sv}})", ({APPEARANCE: {"color-scheme": value}},)))
        elif arguments.unpack() == (APPEARANCE, "color-scheme"):
            # Read has two layers of variants.
            invocation.return_value(self.glib.Variant("(v)", (self.glib.Variant("v", value),)))
        else:
            invocation.return_dbus_error("org.freedesktop.portal.Error.NotFound", "no such setting")

    def set_scheme(self, scheme):
        """Asks apps for their default colours (0), dark ones (1) or light ones (2)."""
        self.scheme = scheme
        self.bus.emit_signal(
            None, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged",
            self.glib.Variant("(ssv)", (APPEARANCE, "color-scheme", self.glib.Variant("u", scheme))))
        self.bus.flush_sync(None)
