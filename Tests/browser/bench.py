# SPDX-License-Identifier: MIT
"""The bench of every test: opens pages of the site and collects the browser's errors and warnings."""

import base64
import json
import os
import subprocess
import tempfile
from pathlib import Path

from hand import Hand, squiggle
from static_site import POLICY

ROOT = Path(__file__).resolve().parents[2]

PAGE = """<!doctype html><meta charset="utf-8"><html lang="en">
<script type="module" src="/src/ink-signature.js"></script>
{body}</html>"""


MOTION = {"reduced_motion": "no-preference"}
# `scripts/test --thorough`, which tries every case.
THOROUGH = "INKLOCK_THOROUGH" in os.environ
# The pixels per point of phones and tablets. Without a graphics processor, each frame of twice as many is four times
# the work.
DENSITY = 2 if THOROUGH else 1


def some(cases, count=1):
    """Returns all cases in the thorough tier, and only the first `count` otherwise."""
    return list(cases)[: None if THOROUGH else count]


def thorough(test):
    """Leaves a test to the thorough tier: one of a special case, where another test walks the path."""
    test.is_thorough = True
    return test


class Skipped(Exception):
    """A component that the test needs has not been built."""


class Bench:
    def __init__(self, launch, browser, address, inklock):
        self.launch = launch
        self.browser = browser
        self.address = address
        self.inklock_command = inklock
        self.folder = Path(tempfile.mkdtemp(prefix="inklock-browser-"))
        self.contexts = []
        self.browsers = []
        self.view = {"viewport": {"width": 1000, "height": 800}}
        self.complaints = []
        self.expected = ["Multiple readback operations"]  # The tests read pixels back, pages do not.

    def open(self, path="/index.html", body=None, before=None, element="ink-signature", **options):
        """Opens a page of the site, or a page with `body`, and waits until the first `element` on it, if any, is ready.

        Browsers without a graphics processor render motion slowly, so only tests of motion have it: with `**MOTION`.
        """
        options = {**self.view, "has_touch": True, "locale": "en-GB", "timezone_id": "UTC", "reduced_motion": "reduce", **options}
        context = self.browser.new_context(**options)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and self.complain(message.text))
        page.on("pageerror", lambda error: self.complain(str(error)))
        if before:
            before(page)
        if body is not None:
            path = "/a-page-of-the-test.html"
            headers = {"Content-Type": "text/html", "Content-Security-Policy": POLICY}
            html = PAGE.format(body=body)
            page.route(f"**{path}", lambda route: route.fulfill(headers=headers, body=html))
        page.goto(self.address + path)
        if element:
            page.evaluate("(name) => customElements.whenDefined(name).then(() => {})", element)
            page.evaluate("(name) => document.querySelector(name)?.ready", element)
        settle(page)
        return page

    def on_screen(self, density):
        """Opens subsequent pages in a browser whose screen has `density` pixels per point."""
        self.browser = self.launch(f"--force-device-scale-factor={density}", "--window-size=1000,800")
        self.browsers.append(self.browser)
        # With a viewport of its own, the browser would only emulate the screen.
        self.view = {"no_viewport": True}

    def with_windows(self):
        """Opens subsequent pages in a browser with windows, one of which has the focus."""
        self.browser = self.launch(windows=True)
        self.browsers.append(self.browser)

    def with_transparency(self):
        """Opens subsequent pages in a browser that shows translucent backgrounds."""
        self.browser = self.launch(transparency=True)
        self.browsers.append(self.browser)

    def pad(self, attributes="", **options):
        """Opens a page that contains only a pad."""
        return self.open(body=f"<ink-signature {attributes}></ink-signature>", **options)

    def complain(self, text):
        self.complaints.append(text)

    def expect_complaint(self, part):
        self.expected.append(part)

    def unexpected_complaints(self):
        return [text for text in self.complaints if not any(part in text for part in self.expected)]

    def inklock(self, *arguments):
        """Runs the native command."""
        if not self.inklock_command:
            raise Skipped("the native command has not been built")
        done = subprocess.run([*self.inklock_command, *map(str, arguments)], capture_output=True, cwd=ROOT)
        assert done.returncode == 0, done.stderr.decode(errors="replace")[-400:]
        return done.stdout

    def close(self):
        for opened in self.contexts + self.browsers:
            opened.close()


def long_drawing():
    """Returns a drawing of a few hundred kilobytes whose ink takes many seconds."""
    points = [[2000 * (step % 2), step % 300, step / 100] for step in range(12_000)]
    brush = {"tip": "pen", "color": "#000000ff", "minimumWidth": 4, "maximumWidth": 40, "seed": 0}
    stroke = {"brush": brush, "model": "fair", "start": 0, "channels": ["x", "y", "time"], "points": points}
    return {"format": "inklock-drawing", "version": 1, "size": {"width": 400, "height": 300}, "strokes": [stroke]}


def settle(page):
    """Waits until two frames have been drawn."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def until(page, condition):
    """Waits until the test itself has noted something, such as a request that it holds, and returns it."""
    # A condition that asks the service must not reach its rate limit.
    for _ in range(600):
        found = condition()
        if found:
            return found
        page.wait_for_timeout(50)
    raise AssertionError("what the test waits for does not come")


# A chain of all kinds of steps that the page's own work is made of. Each is queued behind those that have begun, and
# a task of the background is behind all others.
STEPS = """async () => {
    for (let round = 0; round < 5; round += 1) {
        await fetch(location.pathname, { cache: 'no-store' }).then((response) => response.text());
        await crypto.subtle.digest('SHA-256', new Uint8Array(1));
        await indexedDB.databases();
        await caches.keys();
        await scheduler.postTask(() => {}, { priority: 'background' });
    }
}"""


def idle(page):
    """Waits until the page has done what it had begun, before a check that something has not happened.

    It takes no fixed time: on a slow machine, its steps are as slow as the page's own. The page's timers are no part
    of it, so they may stand still.
    """
    page.evaluate(STEPS)


def recording(page, selector="ink-signature"):
    """Waits until an empty pad whose attribute `evidence` was set late records."""
    recorded = "pad.toEvidence().then(() => true, ({ reason }) => reason !== 'not-recorded')"
    until(page, lambda: ask(page, recorded, selector=selector))


def paper(page, selector="ink-signature"):
    """Returns the bounding box of the drawing area."""
    part = page.locator(selector).locator("[part=paper]")
    part.scroll_into_view_if_needed()
    return part.bounding_box()


def sign(page, selector="ink-signature", **more):
    """Draws one stroke with the mouse."""
    points = squiggle(paper(page, selector), **more)
    Hand(page).mouse(points)
    settle(page)
    return points


def ask(page, expression, argument=None, selector="ink-signature"):
    """Evaluates an expression about the `pad`."""
    source = f"([selector, given]) => {{ const pad = document.querySelector(selector); return ({expression}); }}"
    return page.evaluate(source, [selector, argument])


def drawing(page, selector="ink-signature"):
    return json.loads(ask(page, "JSON.stringify(pad)", selector=selector))


def pixels(page, selector="ink-signature"):
    """Returns the canvas's size, a hash of its pixels, and the number of pixels with ink."""
    return page.evaluate(
        """async (selector) => {
            const canvas = document.querySelector(selector).shadowRoot.querySelector('canvas');
            const { width, height } = canvas;
            if (!width || !height) return { width, height, hash: '', inked: 0 };
            const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
            let inked = 0;
            for (let at = 3; at < data.length; at += 4) if (data[at]) inked += 1;
            let hash = 2166136261;
            for (const byte of data) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
            return { width, height, hash, inked };
        }""",
        selector,
    )


# Turns a blob into base64, which reaches a test in a fraction of the time that an array of numbers takes.
BASE64 = """(async (blob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
})"""


def file_of(page, kind, options=None, selector="ink-signature"):
    """Returns the bytes of the file that the pad exports."""
    text = page.evaluate(
        f"""async ([selector, kind, options]) => {{
            const blob = await document.querySelector(selector).toBlob(kind, options);
            if (blob.type !== kind) throw new Error(`${{blob.type}} instead of ${{kind}}`);
            return {BASE64}(blob);
        }}""",
        [selector, kind, options or {}],
    )
    return base64.b64decode(text)


def takes_enter(field, code=13):
    """Returns whether a script takes the Enter key from a field. Code 229 is that of an input method."""
    init = "{ key: 'Enter', keyCode: code, bubbles: true, cancelable: true, composed: true }"
    return field.evaluate(f"(field, code) => !field.dispatchEvent(new KeyboardEvent('keydown', {init}))", code)
