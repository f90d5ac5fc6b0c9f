# SPDX-License-Identifier: MIT
"""Measures the signature pad in Chromium: `python Benchmarks/browser_ink.py [--json] [--attributes TEXT]`.

A mouse draws 2,000 points on a pad of 900 × 300 points at two pixels a point, four a frame, as a device at 240 Hz does.
For every frame after the first 1,000 points it adds up what the element does from the pointer's event to the pixels:
the handlers of the frame's events, and the frame's callback until the changed pixels are in the canvas. What the
browser does itself, before the handlers, between them and the frame, and after the upload, does not count. The same
stroke is drawn several times, and each frame has its least time. The program prints percentiles over the frames, and
the least 99th percentile of a single stroke. It serves `Web/`, which `scripts/build-wasm` completes, with headers that
give the page an exact clock.
"""

import argparse
import asyncio
import functools
import http.server
import json
import math
import os
import shutil
import sys
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "browser"))

from static_site import POLICY, Pages  # noqa: E402

PAGE = """<!doctype html><meta charset="utf-8"><html lang="en"><link rel="icon" href="data:,">
<script type="module" src="/src/ink-signature.js"></script>
<ink-signature toolbar="none" {attributes}></ink-signature></html>"""
# The clock starts before the first listener of the element and stops after its last one.
PROBE = """() => {
    const now = () => performance.now();
    window.frames_measured = [];
    let current = null, began = 0;
    const fresh = () => ({ handler: 0, samples: 0 });
    addEventListener('pointermove', (event) => {
        if (!event.buttons) return;
        current ??= fresh();
        current.samples += event.getCoalescedEvents().length || 1;
        began = now();
    }, { capture: true });
    addEventListener('pointermove', () => { if (current) current.handler += now() - began; });
    const put = CanvasRenderingContext2D.prototype.putImageData;
    let uploadBegan = 0, uploadEnded = 0;
    CanvasRenderingContext2D.prototype.putImageData = function (...given) {
        uploadBegan = now();
        put.apply(this, given);
        uploadEnded = now();
    };
    const request = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (body) => request((time) => {
        const start = now();
        body(time);
        if (!current || uploadBegan < start) return;
        frames_measured.push({ ...current, paint: uploadBegan - start, upload: uploadEnded - uploadBegan });
        current = null;
    });
}"""


class Isolated(Pages):
    """Serves with the headers of a page that is isolated, whose clock counts in 5 microseconds."""

    attributes = ""

    def end_headers(self):
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def do_GET(self):
        if self.path != "/":
            return super().do_GET()
        body = PAGE.format(attributes=self.attributes).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def serve(attributes):
    handler = type("Handler", (Isolated,), {"attributes": attributes})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(ROOT / "Web")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/", server.shutdown


def place(index, box):
    """A line of loops that crosses the pad in 1,000 points, and comes back a little lower."""
    part = 1 - abs(1 - index / 1000)
    turn = index / 12
    x = box["x"] + 40 + (box["width"] - 80) * part + 14 * math.cos(turn)
    y = box["y"] + box["height"] * (0.35 + 0.25 * index / 1000) + 30 * math.sin(turn)
    return x, y


def stroke(page, count):
    """Draws a stroke and returns what each of its frames cost."""
    box = page.locator("ink-signature").locator("[part=paper]").bounding_box()
    page.evaluate("frames_measured.length = 0")
    page.mouse.move(*place(0, box))
    page.mouse.down()
    # The public interface of Playwright waits for each answer, so that every point would be a frame of its own.
    session = page.context.new_cdp_session(page)
    began = time.monotonic()
    for first in range(1, count, 4):
        time.sleep(max(0, began + first / 240 - time.monotonic()))
        moves = [place(index, box) for index in range(first, min(first + 4, count))]
        session._sync(asyncio.gather(*(
            session._impl_obj.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1}, None)
            for x, y in moves)))
    session.detach()
    page.mouse.up()
    kept = page.evaluate("document.querySelector('ink-signature').sampleCount")
    frames = page.evaluate("frames_measured")
    page.evaluate("document.querySelector('ink-signature').clear()")
    page.wait_for_timeout(100)
    assert kept >= count * 0.9, f"the pad kept {kept} of {count} points"
    return frames


def late(frames):
    """Returns the frames after the first 1,000 points by the number of points that were drawn before and after each."""
    found = {}
    drawn = 0
    for frame in frames:
        before, drawn = drawn, drawn + frame["samples"]
        if before >= 1_000:
            found[before, drawn] = {**frame, "all": frame["handler"] + frame["paint"] + frame["upload"]}
    return found


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def measure(options):
    address, stop = serve(options.attributes)
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=sandbox)
        page = browser.new_page(viewport={"width": 960, "height": 340}, device_scale_factor=2)
        complaints = []
        page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.add_init_script(f"({PROBE})()")
        page.goto(address)
        page.evaluate("document.querySelector('ink-signature').ready")
        assert page.evaluate("crossOriginIsolated"), "the clock is not exact"
        strokes = [late(stroke(page, 2_000)) for _ in range(options.strokes + 1)][1:]
        version = browser.version
        browser.close()
    stop()
    assert not complaints, complaints[0]

    # A busy machine delays some frames of every stroke, but rarely the same ones.
    seen_at = {}
    for frames in strokes:
        for place, frame in frames.items():
            seen_at.setdefault(place, []).append(frame)
    repeated = [seen for seen in seen_at.values() if len(seen) >= len(strokes) / 2]
    assert len(repeated) >= 200, f"only {len(repeated)} frames had the same points in most of the strokes"

    def percentiles(part):
        costs = [min(frame[part] for frame in seen) for seen in repeated]
        return {"p50": percentile(costs, 0.5), "p99": percentile(costs, 0.99)}

    whole = min(percentile([frame["all"] for frame in frames.values()], 0.99) for frames in strokes)
    parts = {part: percentiles(part) for part in ("handler", "paint", "upload")}
    return {**percentiles("all"), "stroke p99": whole, **parts, "frames": len(repeated), "chromium": version}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--attributes", default="", help="attributes of the element")
    parser.add_argument("--strokes", type=int, default=5)
    parser.add_argument("--chromium", default=os.environ.get("CHROMIUM") or shutil.which("chromium"))
    options = parser.parse_args()
    figures = measure(options)
    if options.json:
        print(json.dumps(figures))
        return
    for name in ("handler", "paint", "upload"):
        print(f"{figures[name]['p50']:.3f}; {figures[name]['p99']:.3f} ms\t{name}: p50; p99")
    print(f"{figures['p50']:.3f}; {figures['p99']:.3f} ms\tpointer event to pixels: p50; p99 over {figures['frames']} frames")
    print(f"{figures['stroke p99']:.3f} ms\tp99 of the best single stroke")


if __name__ == "__main__":
    main()
