# SPDX-License-Identifier: MIT
"""A hand that moves a mouse, a pen or fingers through the DevTools protocol, as a device would."""

import asyncio
import math


def squiggle(box, count=60, left=0.15, right=0.85):
    """A line that curls across a box, as a list of points in the page."""
    points = []
    for index in range(count + 1):
        part = index / count
        x = box["x"] + box["width"] * (left + (right - left) * part) + 12 * math.sin(part * 14)
        y = box["y"] + box["height"] * (0.5 + 0.25 * math.cos(part * 11))
        points.append((x, y))
    return points


class Hand:
    def __init__(self, page):
        self.page = page
        self.protocol = page.context.new_cdp_session(page)

    def _send(self, method, events):
        """Sends events without a wait for the page between them, as a device does. A frame has several of them then."""
        # The public interface of Playwright waits for each answer.
        session = self.protocol._impl_obj
        self.protocol._sync(asyncio.gather(*(session.send(method, event, None) for event in events)))

    def touches(self, events):
        self._send("Input.dispatchTouchEvent", events)

    def _mouse(self, kind, point, **more):
        self.protocol.send("Input.dispatchMouseEvent", mouse_event(kind, point, **more))

    def mouse(self, points, button="left"):
        buttons = 1 if button == "left" else 2
        self._mouse("mousePressed", points[0], buttons=buttons, clickCount=1, button=button)
        moves = [mouse_event("mouseMoved", point, buttons=buttons, button=button) for point in points[1:]]
        self._send("Input.dispatchMouseEvent", moves)
        self._mouse("mouseReleased", points[-1], buttons=0, clickCount=1, button=button)

    def pen_down(self, point, force=0.4, **more):
        self._mouse("mousePressed", point, buttons=1, clickCount=1, pointerType="pen", force=force, **more)

    def pen_move(self, point, force=0.4, **more):
        self.protocol.send("Input.dispatchMouseEvent", pen_move(point, force, **more))

    def pen_up(self, point):
        self._mouse("mouseReleased", point, buttons=0, clickCount=1, pointerType="pen", force=0)

    def pen(self, points, forces, **more):
        self.pen_down(points[0], forces[0], **more)
        moves = [pen_move(point, force, **more) for point, force in zip(points[1:], forces[1:])]
        self._send("Input.dispatchMouseEvent", moves)
        self.pen_up(points[-1])

    def fingers(self, kind, points, **more):
        """`kind` is touchStart, touchMove, touchEnd or touchCancel; `points` are those that touch."""
        self.protocol.send("Input.dispatchTouchEvent", touch_event(kind, points, **more))

    def touch(self, points, at=None):
        """Draws with a finger: now, or at a time in seconds since 1970."""
        more = {"timestamp": at} if at else {}
        self.fingers("touchStart", points[:1], **more)
        self.touches([touch_event("touchMove", [point], **more) for point in points[1:]])
        self.fingers("touchEnd", [], **more)


def mouse_event(kind, point, **more):
    pressed = kind != "mouseMoved" or more.get("buttons")
    return {"type": kind, "x": point[0], "y": point[1], "button": "left" if pressed else "none", **more}


def pen_move(point, force, **more):
    return mouse_event("mouseMoved", point, buttons=1, pointerType="pen", force=force, **more)


def touch_event(kind, points, **more):
    touches = [{"x": x, "y": y, "force": 0.5, "radiusX": 4, "radiusY": 4, "id": index} for index, (x, y) in enumerate(points)]
    return {"type": kind, "touchPoints": touches, **more}
