# SPDX-License-Identifier: MIT
"""A test page with a picture password, and fingers that draw on it."""

import time

from bench import DENSITY, settle, some
from hand import Hand
from static_site import POLICY

WIDTH, HEIGHT = 400, 300

# The test's own picture: hills, a sun and three huts. It has 400 × 300 pixels, so a picture unit is 15/16 of a pixel.
SCENE = """<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300">
<rect width="400" height="300" fill="#cfe6ef"/><circle cx="320" cy="60" r="28" fill="#f6c945"/>
<path d="M0 190 Q90 90 190 180 T400 150 V300 H0Z" fill="#7aa874"/>
<path d="M0 240 Q140 190 260 240 T400 230 V300 H0Z" fill="#4c7a52"/>
<g fill="#b5523b"><path d="M70 200h40v34h-40z"/><path d="M190 214h36v30h-36z"/><path d="M290 196h44v36h-44z"/></g>
<g fill="#6d2f22"><path d="M64 200 90 176 116 200z"/><path d="M184 214 208 192 232 214z"/><path d="M284 196 312 170 340 196z"/></g>
</svg>"""

PAGE = """<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/a-picture-page.css">
<script type="module" src="/src/ink-picture-password.js"></script>{body}</html>"""

STYLE = "html, body { margin: 0; block-size: 100%; color-scheme: light dark } ink-picture-password { block-size: 100% }"

PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": DENSITY, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "device_scale_factor": DENSITY, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}, "has_touch": False}

LISTEN = """
window.told = [];
for (const name of ['part', 'step', 'refuse', 'define', 'attempt', 'accept', 'reject', 'other']) {
    addEventListener(`ink-${name}`, ({ detail }) => told.push([name, detail]));
}
"""


def open_picture(bench, attributes="", body=None, lang="en", pictures=None, **options):
    """Opens a page filled by the element."""
    body = body or f'<ink-picture-password src="/scene.svg" {attributes}></ink-picture-password>'
    pictures = {"/scene.svg": SCENE, **(pictures or {})}

    def before(page):
        page.add_init_script(LISTEN)
        html = PAGE.format(body=body, lang=lang)
        serve(page, "/a-picture.html", "text/html", html, {"Content-Security-Policy": POLICY})
        serve(page, "/a-picture-page.css", "text/css", STYLE)
        for path, svg in {"/scene.svg": SCENE, **(pictures or {})}.items():
            serve(page, path, "image/svg+xml", svg)

    return bench.open("/a-picture.html", before=before, element="ink-picture-password", **options)


def serve(page, path, kind, body, headers=None):
    """Serves `body` at a path of the site."""
    headers = {"Content-Type": kind, **(headers or {})}
    page.route(f"**{path}", lambda route: route.fulfill(headers=headers, body=body))


def tell(page, expression, argument=None):
    """Evaluates an expression about the `lock` element."""
    source = "(given) => { const lock = document.querySelector('ink-picture-password'); return (%s); }" % expression
    return page.evaluate(source, argument)


def told(page, name):
    """Returns the details of all events with this name, with bytes as lists."""
    return page.evaluate(
        """(name) => told.filter(([each]) => each === name).map(([, detail]) => JSON.parse(
            JSON.stringify(detail, (_, value) => (value instanceof Uint8Array ? [...value] : value))))""",
        name,
    )


def text(page, part):
    return page.locator(f"ink-picture-password [part={part}]").inner_text()


class Fingers:
    """Draws on the picture with touches or the mouse. Coordinates are fractions of the picture's width and height."""

    def __init__(self, page, mouse=False, covers=False):
        self.page = page
        self.hand = Hand(page)
        self.uses_mouse = mouse
        self.covers = covers
        # Touch events carry explicit times, so that a slow machine does not split a double tap.
        self.now = 0.0

    def place(self, x, y):
        """Converts a fraction of the picture to page coordinates, independently of the engine."""
        return self.places([(x, y)])[0]

    def places(self, fractions):
        box = self.page.locator("ink-picture-password [part=picture]").bounding_box()
        choose = max if self.covers else min
        scale = choose(box["width"] / WIDTH, box["height"] / HEIGHT)
        left = box["x"] + (box["width"] - WIDTH * scale) / 2
        top = box["y"] + (box["height"] - HEIGHT * scale) / 2
        return [(left + x * WIDTH * scale, top + y * HEIGHT * scale) for x, y in fractions]

    def along(self, corners, steps=4):
        """Returns page coordinates along the lines between corners."""
        return self.places(points_along(corners, steps))

    def path(self, *corners, steps=4):
        self.stroke(self.along(corners, steps))
        settle(self.page)

    def tap(self, x, y, count=1):
        for index in range(count):
            self.stroke([self.place(x, y)], soon=index > 0)
        settle(self.page)

    def stroke(self, places, soon=False):
        """Draws with one finger or the mouse. With `soon`, follows the previous tap quickly enough for a multi-tap."""
        self.now = self.now + 0.1 if soon else max(self.now + 0.6, time.time())
        if self.uses_mouse:
            # Mouse events with explicit times draw nothing.
            return self.hand.mouse(places)
        self.touch([[place] for place in places])

    def touch(self, frames):
        """Draws with several fingers that touch down together. A frame contains the positions of all fingers at one
        time."""
        events = [self.event("touchStart", frames[0])]
        events += [self.event("touchMove", places) for places in frames[1:]]
        self.hand.touches([*events, self.event("touchEnd", [])])

    def fingers(self, kind, places):
        self.hand.touches([self.event(kind, places)])

    def event(self, kind, places):
        touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(places)]
        self.now += 0.016
        return {"type": kind, "touchPoints": touches, "timestamp": self.now}

    def together(self, *paths, steps=4):
        """Draws with several fingers that touch down one after the other."""
        tracks = [self.along(corners, steps) for corners in paths]
        self.now = max(self.now + 0.6, time.time())
        events = [self.event("touchStart", [track[0] for track in tracks[:count]]) for count in range(1, len(tracks) + 1)]
        events += [self.event("touchMove", list(places)) for places in zip(*(track[1:] for track in tracks))]
        self.hand.touches([*events, self.event("touchEnd", [])])
        settle(self.page)


def points_along(corners, steps=4):
    """Returns points along the lines between corners."""
    points = [corners[0]]
    for (ax, ay), (bx, by) in zip(corners, corners[1:]):
        points += [(ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps) for k in range(1, steps + 1)]
    return points


ROOF = [(0.13, 0.68), (0.225, 0.55), (0.34, 0.68)]
HILL = [(0.5, 0.62), (0.62, 0.5), (0.75, 0.42), (0.85, 0.5), (0.92, 0.62)]


def draw_password(fingers, by=0.0):
    """Draws the password, two paths and a tap, with an offset of `by`."""
    fingers.path(*[(x + by, y) for x, y in ROOF])
    fingers.path(*[(x, y + by) for x, y in HILL])
    fingers.tap(0.8 + by, 0.2)


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()
    settle(page)


def define(page, fingers, draw=draw_password, names=("Next", "Next", "Finish")):
    """Draws a password three times."""
    for index, name in enumerate(names):
        draw(fingers, by=0.005 * index)
        press(page, name)


def devices(bench, attributes="", **options):
    """Opens the same page on a phone, a tablet and a desktop with a mouse."""
    for device, mouse in some(((PHONE, False), (TABLET, False), (DESKTOP, True))):
        page = open_picture(bench, attributes, **{**device, **options})
        yield page, Fingers(page, mouse)
