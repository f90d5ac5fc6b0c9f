# SPDX-License-Identifier: MIT
"""Runs the paths of the pages in Firefox and WebKitGTK: `python Tests/browsers/run.py --inklock PROGRAM`.

Chromium has the tests in Tests/browser. These show that the same pages work in the two other engines: that a signature
is drawn and exported with the bytes of the native engine, in every format, that a drawing is enrolled and opens, and
that notes are locked, locked out, recovered, and become a PDF with text.
"""

import argparse
import base64
import contextlib
import io
import json
import math
import os
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
CLOCKED = os.environ.get("INKLOCK_CLOCKED_SERVER") or str(ROOT / "Service" / ".build" / "debug" / "clocked-server")
# One path of each kind, which take half a minute together.
SMOKE = ["signature_has_the_bytes_of_the_native_engine", "canvas_read_back_has_the_bytes_of_the_engine", "notes_lock_out_and_are_recovered"]


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
        assert time.monotonic() < end, f"not in time: {condition[-200:]}"
        time.sleep(0.1)


def box_of(browser, part):
    """Returns the box of a part of the page once it stands still: screens slide in, and windows get their size late."""
    end = time.monotonic() + 30
    while True:
        box, later = browser.run(f"""
            const measured = () => {{ const {{ x, y, width, height }} = {part}.getBoundingClientRect(); return {{ x, y, width, height }}; }};
            const before = measured();
            await new Promise((done) => setTimeout(done, 200));
            return [before, measured()];""")
        if box == later:
            return box
        assert time.monotonic() < end, f"it does not stand still: {part[-200:]}"


# Everything on the page, also inside the elements.
VISIBLE = """((all) => all(all, document).filter((each) => each.checkVisibility()))((all, root) =>
    [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? all(all, each.shadowRoot) : [])]))"""


def said(words):
    """Returns the condition that these words are visible."""
    return f"{VISIBLE}.some((each) => each.childElementCount === 0 && String(each.value || each.textContent).includes({json.dumps(words)}))"


def click(browser, name):
    """Presses the button with this name, once there is one."""
    button = f"{VISIBLE}.find((each) => each.matches('button') && each.textContent.trim() === {json.dumps(name)})"
    wait(browser, button)
    browser.run(f"{button}.click();")


def fill(browser, selector, words):
    browser.run(f"""
        const field = document.querySelector('{selector}');
        field.value = {json.dumps(words)};
        field.dispatchEvent(new Event('input', {{ bubbles: true }}));""")


def enter(browser, passcode):
    """Types a passcode into the screen that takes one."""
    pad = f"{VISIBLE}.findLast((each) => each.localName === 'ink-passcode')"
    key = "shadowRoot.querySelector('[data-digit=\"1\"]:not([aria-disabled=true])')"
    wait(browser, f"{pad}?.{key}")
    browser.run(f"{pad}.focus();")
    browser.act(keys(passcode))


def choose(browser, passcode):
    """Enters a new passcode twice."""
    enter(browser, passcode)
    wait(browser, said("Re-enter your passcode"))
    enter(browser, passcode)


# The screens to draw on: on the page of the picture password, in a dialog of the notes, and on their lock.
PAGE = "document.querySelector('#password')"
DIALOG = "document.querySelector('.picture-stage ink-picture-password')"
LOCK = "document.querySelector('ink-lock')?.shadowRoot?.querySelector('ink-picture-password')"


def draw(browser, aside, *paths, pad=PAGE):
    """Draws a ring, a tap and a wave around the middle of the picture, or these paths, and hands them in."""
    wait(browser, f"{pad}?.shadowRoot.querySelector('.stage:not(.arriving) [part=picture] img')")
    box = box_of(browser, f"{pad}.shadowRoot.querySelector('[part=picture]')")
    side = min(box["width"], box["height"])
    x, y, unit = box["x"] + box["width"] / 2 + aside, box["y"] + box["height"] / 2, side * 0.15
    ring = [(x - 0.6 * unit + unit * math.cos(math.pi * i / 6), y - 0.6 * unit + 1.2 * unit * math.sin(math.pi * i / 6)) for i in range(13)]
    wave = [(x + unit * (0.25 * i - 1.2), y + unit * (1.2 + 0.3 * math.sin(1.6 * i))) for i in range(11)]
    given = [[(box["x"] + across * box["width"], box["y"] + down * box["height"]) for across, down in path] for path in paths]
    for path in given or [ring, [(x + 1.3 * unit, y - 0.4 * unit)], wave]:
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 16} for x, y in path]
        down, up, rest = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}, {"type": "pause", "duration": 450}
        browser.act([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [moves[0], down, *moves[1:], up, rest]}])
    browser.run(f"{pad}.shadowRoot.querySelector('[data-action=submit]').click();")


@contextlib.contextmanager
def clocked_service(folder):
    """Starts a service with empty data."""
    process = subprocess.Popen([CLOCKED, str(ROOT / "Web"), str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield process.stdout.readline().split()[-1].rstrip("/").replace("127.0.0.1", "localhost")
    finally:
        process.stdin.close()
        process.terminate()
        process.wait()


def signed(browser, address):
    browser.go(f"{address}/index.html")
    wait(browser, "customElements.get('ink-signature')")
    browser.run("const pad = document.querySelector('#pad'); await pad.ready; pad.scrollIntoView({ block: 'center' });")
    box = box_of(browser, "document.querySelector('#pad').shadowRoot.querySelector('[part=paper]')")
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
        const { SignatureEngine } = await import('/src/signature-engine.js');
        const { numbersFromJSON } = await import('/src/drawing-json-reader.js');
        const engine = await SignatureEngine.load();
        const numbers = numbersFromJSON(pad.toJSON());
        engine.resize(numbers[0], numbers[1], devicePixelRatio);
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


def test_names_in_other_scripts_are_whole(browser, address, inklock, folder):
    browser.go(f"{address}/index.html")
    wait(browser, "customElements.get('ink-signature')")
    # Each browser measures text in two directions in its own way, and has its own picture for a missing letter.
    found = browser.run("""
        const { textInk, writablePart } = await import('/src/text-ink.js');
        const brush = { tip: 'pen', color: 255, minimumWidth: 1, maximumWidth: 4 };
        return ['Анна', 'محمد', 'Анна محمد שלום Ελένη'].map((text) => {
            const { kept, missing } = writablePart(`${text} \\u{17000}`);
            const numbers = textInk(kept, { width: 400, height: 200 }, brush, 'fair');
            const places = [];
            for (let at = 4; at < numbers.length; at += 8 + 6 * numbers[at + 7]) places.push(numbers[at + 8]);
            return { text, kept, missing, first: places[0], last: places[places.length - 1], strokes: places.length };
        });""")
    for each in found:
        assert each["kept"] == each["text"] and each["missing"] == 1, each
    cyrillic, arabic, both = found
    assert cyrillic["first"] < 150 < 250 < cyrillic["last"] and arabic["first"] > 200, found
    assert both["strokes"] >= cyrillic["strokes"] + arabic["strokes"] + 12, found


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


def test_drawing_is_enrolled_and_opens(browser, address, inklock, folder):
    browser.go(f"{address}/picture.html")
    wait(browser, "customElements.get('ink-picture-password') && document.querySelector('button.picture')")
    browser.run("document.querySelector('button.picture').click();")
    for aside in (0, 4, -3):
        draw(browser, aside)
    wait(browser, said("Your password is set"))
    click(browser, "Try it")
    draw(browser, 2, [(0.1, 0.1), (0.3, 0.6)])
    wait(browser, said("That didn’t match"))
    draw(browser, 2)
    wait(browser, "document.querySelector('#stage').dataset.state === 'unlocked'")


def begin(browser, address):
    """Writes a note and follows the guide to the picture password. Returns the recovery code."""
    browser.go(f"{address}/notes.html")
    wait(browser, said("Start writing"))
    click(browser, "Start writing")
    fill(browser, "#note-text", "Quittenbrot")
    click(browser, "Lock and save")
    wait(browser, "document.querySelector('#name')")
    fill(browser, "#name", "Eva Quitte")
    click(browser, "Continue")
    wait(browser, "document.querySelector('[data-kind=six-digits]')")
    browser.run("document.querySelector('[data-kind=six-digits]').click();")
    choose(browser, "273946")
    wait(browser, "document.querySelector('#letters')")
    code = browser.run("return document.querySelector('#letters').textContent;")
    browser.run("document.querySelector('#kept').click();")
    click(browser, "Continue")
    wait(browser, said("Unlock by drawing?"))
    return code


def open_notes(browser):
    """Follows the guide from the passkey to the notes."""
    # Not every browser has passkeys.
    wait(browser, f"{said('Add a passkey?')} || {said('You’re all set')}")
    if browser.run(f"return {said('Add a passkey?')};"):
        click(browser, "Not now")
    click(browser, "Open my notes")
    wait(browser, "document.querySelector('#saving')?.dataset.state === 'saved'")


# The browser's dialog of files does not open for a script, so the choice is made for it.
OWN_PHOTO = """
    const canvas = new OffscreenCanvas(900, 900);
    const context = canvas.getContext('2d');
    for (let at = 0; at < 90; at += 1) {
        context.fillStyle = `hsl(${at * 47} 60% 60%)`;
        context.fillRect((at % 10) * 90, Math.floor(at / 10) * 100, 90, 100);
    }
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], 'holiday.png', { type: 'image/png' }));
    document.querySelector('.picture-tile.own').click();
    const field = document.querySelector('#pictures ~ input[type=file]');
    field.files = data.files;
    field.dispatchEvent(new Event('change'));"""


def test_notes_open_by_a_drawing_on_a_photo(browser, address, inklock, folder):
    with clocked_service(folder) as address:
        begin(browser, address)
        browser.run(OWN_PHOTO)
        for aside in (0, 4, -3):
            draw(browser, aside, pad=DIALOG)
        open_notes(browser)
        browser.run("document.querySelector('ink-lock').lock();")
        wait(browser, LOCK)
        draw(browser, 2, pad=LOCK)
        wait(browser, "document.querySelector('ink-lock').isOpen && document.querySelector('.notebook')")
        # The photo is still there after the page was loaded again. A browser without a window has no focus then, and
        # the lock shows no screen.
        browser.go(f"{address}/notes.html?again")
        wait(browser, "document.querySelector('ink-lock')?.methods?.picture?.picture instanceof Blob")


def test_notes_lock_out_and_are_recovered(browser, address, inklock, folder):
    with clocked_service(folder) as address:
        code = begin(browser, address)
        click(browser, "Not now")
        open_notes(browser)
        browser.run("document.querySelector('ink-lock').lock();")
        for wrong in ("111222", "222111", "333111", "444111"):
            wait(browser, "document.querySelector('ink-lock').shadowRoot.querySelector('ink-passcode')")
            enter(browser, wrong)
        wait(browser, said("Try again in"))
        assert browser.run("return !document.querySelector('ink-lock').isOpen && !document.querySelector('#note-text');")
        click(browser, "Forgot your passcode?")
        wait(browser, "document.querySelector('#code')")
        fill(browser, "#code", code)
        click(browser, "Continue")
        choose(browser, "586207")
        wait(browser, f"document.querySelector('#letters') && document.querySelector('#letters').textContent !== '{code}'")
        browser.run("document.querySelector('#kept').click();")
        click(browser, "Continue")
        wait(browser, said("Quittenbrot"))
        browser.run("document.querySelector('ink-lock').lock();")
        wait(browser, "document.querySelector('ink-lock').shadowRoot.querySelector('ink-passcode')")
        enter(browser, "586207")
        wait(browser, "document.querySelector('ink-lock').isOpen && document.querySelector('.notebook')")


def tests():
    return {name.removeprefix("test_"): test for name, test in globals().items() if name.startswith("test_")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--inklock", default=str(ROOT / "scripts" / "inklock"), help="the command that serves and draws")
    parser.add_argument("--only", default="", help="run the tests whose names contain this")
    parser.add_argument("--smoke", action="store_true", help="run one path of each kind")
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
                counts["skipped"] += 1
                continue
            browser = kind()
            try:
                for name, test in tests().items():
                    if options.only not in name or (options.smoke and name not in SMOKE):
                        continue
                    result = attempt(name, test, browser, address, inklock)
                    if result == "failed" and browser.has_crashed:
                        # The page cannot help it. It has a second try, in a new browser, which is printed.
                        print(f"AGAIN {browser.name}: {name}: a process of the browser crashed", flush=True)
                        browser.close()
                        browser = kind()
                        result = attempt(name, test, browser, address, inklock)
                    counts[result] += 1
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
            # Errors of a driver may have no words.
            print(f"FAIL {browser.name}: {name}: {type(error).__name__}: {str(error).strip()[:400]} ({Path(place.filename).name}:{place.lineno})", flush=True)
            return "failed"
    print(f"PASS {browser.name}: {name} ({time.monotonic() - start:.1f} s)", flush=True)
    return "passed"


if __name__ == "__main__":
    sys.exit(main())
