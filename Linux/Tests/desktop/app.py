# SPDX-License-Identifier: MIT
"""The app in a window, as a person and as a screen reader meet it."""

import time

from desktop import wait


class App:
    """A running Private Notes."""

    def __init__(self, desktop, program, argument=None, **environment):
        self.desktop = desktop
        command = (program,) if argument is None else (program, argument)
        self.process = desktop.start(*command, environment=environment)
        self.root = wait(self._root, "the app's window")

    def _root(self):
        assert self.process.poll() is None, "the app has ended"
        screen = self.desktop.atspi.get_desktop(0)
        for i in range(screen.get_child_count()):
            app = screen.get_child_at_index(i)
            try:
                if app and app.get_process_id() == self.process.pid and app.get_child_count():
                    return app
            except self.desktop.error:
                continue  # Another app, which has ended.
        return None

    def nodes(self, root=None, hidden=False):
        """Yields everything below a node that assistive technologies can read now, or everything there is."""
        waiting = [root or self.root]
        while waiting:
            node = waiting.pop(0)
            try:
                count = node.get_child_count()
                states = node.get_state_set()
            except self.desktop.error:  # It has vanished meanwhile.
                continue
            if not hidden and node is not self.root and not states.contains(self.desktop.atspi.StateType.VISIBLE):
                continue
            yield node
            for i in range(count):
                try:
                    child = node.get_child_at_index(i)
                except self.desktop.error:
                    break
                if child:
                    waiting.append(child)

    def words(self, root=None, hidden=False):
        """Returns all names and texts."""
        found = []
        for node in self.nodes(root, hidden):
            try:
                found += [node.get_name(), node.get_description()]
                if "Text" in node.get_interfaces():
                    found.append(self.desktop.atspi.Text.get_text(node, 0, -1))
            except self.desktop.error:
                continue  # It has vanished meanwhile.
        return [one for one in found if one]

    def code(self):
        """Returns the recovery code that is shown; None if there is none."""
        return next((one for one in self.words() if one.count("-") == 6), None)

    def find(self, name, role=None, seconds=20):
        """Returns the first widget of a name, as soon as there is one."""
        def look():
            try:
                found = [one for one in self.nodes() if one.get_name() == name]
                return next((one for one in found if role is None or one.get_role_name() == role), None)
            except self.desktop.error:
                return None
        return wait(look, f"the widget “{name}”", seconds)

    def has(self, name):
        return any(name in one for one in self.words())

    def wait_for(self, name, seconds=20):
        return wait(lambda: self.has(name), f"the text “{name}”", seconds)

    def frame(self, node):
        """Returns the place of a widget on the screen: x, y, width, height."""
        area = self._area(node)
        x, y = self.origin(node)
        return x + area.x, y + area.y, area.width, area.height

    def settled_frame(self, node):
        """Returns the place of a widget once the window manager has placed its window."""
        last = None

        def settled():
            nonlocal last
            before, last = last, self.frame(node)
            time.sleep(0.2)
            return last if last == before else None
        return wait(settled, "a window that stays where it is")

    def _area(self, node):
        return self.desktop.atspi.Component.get_extents(node, self.desktop.atspi.CoordType.WINDOW)

    def origin(self, node):
        """Returns the place of the content of a widget's window on the screen."""
        top = node
        while top.get_parent() not in (None, self.root):
            top = top.get_parent()
        content = self._area(top)

        def rim(window):
            # GTK draws a rim around the content.
            size = window.get_geometry()
            return (size.width - content.width) // 2, (size.height - content.height) // 2
        windows = wait(self.windows, "a window of the app")
        window = min(windows, key=lambda one: sum(map(abs, rim(one))))
        place = window.translate_coords(self.desktop.root, 0, 0)
        return -place.x + rim(window)[0], -place.y + rim(window)[1]

    def windows(self):
        from Xlib.error import XError

        def under(window):
            try:
                children = window.query_tree().children
            except XError:
                return  # It has vanished meanwhile.
            for child in children:
                try:
                    if child.get_wm_class() and child.get_attributes().map_state == 2:
                        yield child
                except XError:
                    continue
                yield from under(child)
        return list(under(self.desktop.root))

    def has_passcode_screen(self):
        """Returns whether the cover asks for the passcode. If it offers to, presses its button."""
        words = self.words()
        if "Enter your Private Notes passcode" in words:
            return True
        if "Enter Private Notes passcode" in words:
            self.open_method("Enter Private Notes passcode")
        return False

    def open_method(self, name):
        """Presses the button of an unlock method on the cover, which may be behind that of the other methods."""
        wait(lambda: self.has(name) or self.has("Other ways to unlock"), f"a way to “{name}”")
        if not any(one.get_name() == name for one in self.nodes()):
            self.click("Other ways to unlock", "push button")
        self.click(name, "push button")

    def focus(self, name, role=None):
        """Moves the keyboard's focus to a widget, with Tab."""
        node = self.find(name, role)
        for _ in range(30):
            if node.get_state_set().contains(self.desktop.atspi.StateType.FOCUSED):
                return
            self.desktop.key("Tab")
            time.sleep(0.05)
        raise AssertionError(f"“{name}” takes no focus")

    def resize(self, width, height):
        """Gives the content of the window another size, and returns the size that it gets."""
        window, node = self.windows()[0], self.root.get_child_at_index(0)
        outer, content = window.get_geometry(), self._area(node)
        window.configure(width=outer.width - content.width + width, height=outer.height - content.height + height)
        self.desktop.display.sync()
        time.sleep(0.5)
        content = self._area(node)
        return content.width, content.height

    def click(self, name, role=None, seconds=20):
        node = self.find(name, role, seconds)
        time.sleep(0.3)  # A transition may be under way.
        x, y, width, height = self.frame(node)
        self.desktop.click(x + width / 2, y + height / 2)
