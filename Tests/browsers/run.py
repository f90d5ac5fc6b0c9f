# SPDX-License-Identifier: MIT
"""Runs the paths of the pages in Firefox and WebKitGTK: `python Tests/browsers/run.py --inklock PROGRAM`.

Chromium has the tests in Tests/browser. These show that the same pages work in the two other engines: that a signature
is drawn and exported with the bytes of the native engine, in every format, and that a note becomes a PDF with text.
"""

import argparse
import base64
import io
import json
import math
import re
import shlex
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from PIL import Image

from drivers import Firefox, WebKit

ROOT = Path(__file__).resolve().parents[2]


def stroke(box):
    """Returns the actions of a stroke across a box."""
    points = [(box["x"] + box["width"] * (0.15 + 0.7 * i / 40), box["y"] + box["height"] * (0.5 + 0.2 * math.sin(i / 4))) for i in range(41)]
    moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 8} for x, y in points]
    down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
    return [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [moves[0], down, *moves[1:], up]}]


def keys(text):
    pressed = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
    return [{"type": "key", "id": "keyboard", "actions": pressed}]


def wait(browser, condition):
    end = time.monotonic() + 30
    while not browser.run(f"return Boolean({condition});"):
        assert time.monotonic() < end, f"not in time: {condition}"
        time.sleep(0.1)


def signed(browser, address):
    browser.go(f"{address}/index.html")
    wait(browser, "customElements.get('ink-signature')")
    browser.run("const pad = document.querySelector('#pad'); await pad.ready; pad.scrollIntoView({ block: 'center' });")
    box = browser.run("const { x, y, width, height } = document.querySelector('#pad').shadowRoot.querySelector('[part=paper]').getBoundingClientRect(); return { x, y, width, height };")
    browser.act(stroke(box))
    wait(browser, "document.querySelector('#pad').strokeCount === 1")
    # The ink is painted with the next frame.
    browser.run("for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));")


def test_signature_has_the_bytes_of_the_native_engine(browser, address, inklock, folder):
    signed(browser, address)
    drawing = browser.run("return document.querySelector('#pad').toJSON();")
    png = browser.run("""
        const blob = await document.querySelector('#pad').toBlob('image/png', { scale: 2 });
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));""")
    (folder / "drawing.json").write_text(json.dumps(drawing))
    subprocess.run([*inklock, "render", folder / "drawing.json", "-o", folder / "native.png", "--scale", "2"], check=True, capture_output=True)
    native = Image.open(folder / "native.png").convert("RGBA")
    here = Image.open(io.BytesIO(base64.b64decode(png))).convert("RGBA")
    assert native.size == here.size and native.tobytes() == here.tobytes(), "the exported pixels differ from the native ones"
    assert here.getchannel("A").getextrema() == (0, 255)


def test_canvas_read_back_has_the_bytes_of_the_engine(browser, address, inklock, folder):
    signed(browser, address)
    found = browser.run("""
        const pad = document.querySelector('#pad');
        const canvas = pad.shadowRoot.querySelector('canvas');
        const { Engine } = await import('/src/engine.js');
        const { numbersFromJSON } = await import('/src/drawing-json-reader.js');
        const engine = await Engine.load();
        const numbers = numbersFromJSON(pad.toJSON());
        engine.open(numbers[0], numbers[1], devicePixelRatio);
        engine.load(numbers);
        const image = engine.render({ scale: canvas.width / numbers[0] });
        const shown = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        if (image.width !== shown.width || image.height !== shown.height) return { size: [image.width, shown.width] };
        let [different, inked] = [0, 0];
        const examples = [];
        for (let at = 0; at < image.data.length; at += 4) {
            const alpha = image.data[at + 3];
            if (alpha) inked += 1;
            // A canvas stores colours multiplied by their alpha, so that only opaque ones come back as they were.
            const parts = alpha === 255 ? 3 : 0;
            const isSame = shown.data[at + 3] === alpha && [0, 1, 2].slice(0, parts).every((part) => shown.data[at + part] === image.data[at + part]);
            if (isSame) continue;
            different += 1;
            if (examples.length < 4) examples.push([Array.from(image.data.slice(at, at + 4)), Array.from(shown.data.slice(at, at + 4))]);
        }
        return { different, inked, examples };""")
    assert found.get("different") == 0 and found["inked"] > 500, found


def test_every_format_is_exported(browser, address, inklock, folder):
    signed(browser, address)
    browser.run("document.querySelector('#pad').setAttribute('background', '#fedcba');")
    for kind, start in (("image/svg+xml", "<svg"), ("application/pdf", "%PDF-1.7"), ("image/jpeg", "JFIF")):
        text = browser.run(f"""
            const blob = await document.querySelector('#pad').toBlob('{kind}', {{ background: true }});
            return blob.type + ' ' + (await blob.text()).slice(0, 400);""")
        assert text.startswith(kind) and start in text, f"{kind}: {text[:80]}"


def test_note_becomes_a_pdf_with_text(browser, address, inklock, folder):
    browser.go(f"{address}/notes.html")
    wait(browser, "customElements.get('ink-lock')")
    data = browser.run("""
        const { pdfOf } = await import('/demo/notes/note-pdf.js');
        const content = { title: 'Agreement', text: 'The boat is yours. Привет, мир!', createdAt: 1700000000000, signature: null };
        const bytes = new Uint8Array(await (await pdfOf(content, { isOlder: false, signer: '' })).arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));""")
    (folder / "note.pdf").write_bytes(base64.b64decode(data))
    text = subprocess.run(["pdftotext", folder / "note.pdf", "-"], check=True, capture_output=True, text=True).stdout
    assert "Agreement" in text and "The boat is yours. Привет, мир!" in text, text


def tests():
    return {name.removeprefix("test_"): test for name, test in globals().items() if name.startswith("test_")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--inklock", default=str(ROOT / "scripts" / "inklock"), help="the command that serves and draws")
    parser.add_argument("--only", default="", help="run the tests whose names contain this")
    options = parser.parse_args()
    inklock = shlex.split(options.inklock)
    server = subprocess.Popen([*inklock, "serve", "--port", "0", "--site", ROOT / "Web"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    try:
        address = next(found.group() for found in (re.search(r"https?://[^\s/]+", line) for line in server.stdout) if found)
        for kind in (Firefox, WebKit):
            why = kind.missing()
            if why:
                print(f"SKIP {kind.name}: {why}", flush=True)
                counts["skipped"] += len(tests())
                continue
            browser = kind()
            try:
                for name, test in tests().items():
                    if options.only in name:
                        counts[attempt(name, test, browser, address, inklock)] += 1
            finally:
                browser.close()
    finally:
        server.terminate()
        server.wait()
    print(f"{counts['passed']} passed, {counts['failed']} failed" + (f", {counts['skipped']} skipped" if counts["skipped"] else ""))
    return 1 if counts["failed"] else 0


def attempt(name, test, browser, address, inklock):
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="inklock-browsers-") as folder:
        try:
            test(browser, address, inklock, Path(folder))
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            print(f"FAIL {browser.name}: {name}: {str(error).strip()[:400] or type(error).__name__} ({Path(place.filename).name}:{place.lineno})", flush=True)
            return "failed"
    print(f"PASS {browser.name}: {name} ({time.monotonic() - start:.1f} s)", flush=True)
    return "passed"


if __name__ == "__main__":
    sys.exit(main())
