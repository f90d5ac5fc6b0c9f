# SPDX-License-Identifier: MIT
"""Walks from an empty browser to a signed PDF on a phone: `python Benchmarks/first_run.py --films FOLDER`.

Each step does what a new user of Private Notes does, with taps and keys. The program prints the time that the page
takes for it and writes a picture of the screen that follows into FOLDER. It fails if a screen is wider than the phone,
has nothing to press, or hides what comes next below something else; if the page has an error; or if the PDF lacks the
words that were written, or its signature. It needs the clocked server (`swift build --package-path Service`, or its
path in INKLOCK_CLOCKED_SERVER), Chromium, and Poppler's `pdftotext` and `pdfsig`.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "browser"))

from bench import Bench, settle  # noqa: E402
from hand import Hand, squiggle  # noqa: E402
from notes import NAME, PASSCODE, heading, service  # noqa: E402

PHONE = {"viewport": {"width": 375, "height": 667}, "is_mobile": True, "device_scale_factor": 2}
TITLE = "Lease of the boat"
WORDS = "The boat is yours until September, with the oars."
# Counts the controls on the screen, also inside the elements, that nothing covers.
PRESSABLE = """() => {
    const all = (root) => [...root.querySelectorAll('button, a[href], input, textarea, summary, [role=button]'),
        ...[...root.querySelectorAll('*')].flatMap((each) => each.shadowRoot ? all(each.shadowRoot) : [])];
    const top = (x, y) => {
        let at = document.elementFromPoint(x, y);
        while (at?.shadowRoot?.elementFromPoint(x, y) && at.shadowRoot.elementFromPoint(x, y) !== at) at = at.shadowRoot.elementFromPoint(x, y);
        return at;
    };
    return all(document).filter((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        const found = width && height && !each.disabled && top(x + width / 2, y + height / 2);
        return found && (each.contains(found) || found.contains(each));
    }).length;
}"""


class Film:
    def __init__(self, page, folder):
        self.page = page
        self.folder = folder
        self.steps = []

    def step(self, name, act, arrived):
        """Acts, and waits until the next screen has arrived."""
        start = time.monotonic()
        act()
        arrived()
        seconds = time.monotonic() - start
        page = self.page
        settle(page)
        self.steps.append(seconds)
        page.screenshot(path=self.folder / f"{len(self.steps):02}-{name.replace(' ', '-')}.png")
        print(f"{len(self.steps):2}  {seconds:5.2f} s  {name}", flush=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}: wider than the phone"
        assert page.evaluate(PRESSABLE) > 0, f"{name}: a dead end"

    def tap(self, name, arrived, button):
        """Taps a button by its name. It must be on the screen without a step back."""
        self.step(name, lambda: self.page.get_by_role("button", name=button, exact=True).first.tap(), arrived)


def walk(bench, folder):
    page = None

    def opened():
        nonlocal page
        page = bench.open("/notes.html", element="ink-lock", **PHONE)
        film.page = page

    film = Film(None, folder)
    shown = lambda name: lambda: heading(page, name)
    film.step("open", opened, lambda: page.get_by_role("button", name="Start writing").wait_for())
    film.tap("start writing", lambda: page.locator("#note-text:focus").wait_for(), "Start writing")

    def words():
        page.locator("#note-title").tap()
        page.keyboard.type(TITLE)
        page.keyboard.press("Enter")
        page.keyboard.type(WORDS)

    film.step("write", words, lambda: page.get_by_text("Not saved yet").wait_for())
    film.tap("lock and save", shown("Choose a user name"), "Lock and save")
    page.get_by_label("User name").tap()
    page.keyboard.type(NAME)
    film.tap("user name", shown("What kind of passcode would you like?"), "Continue")
    keys = page.locator("ink-passcode")
    film.step("kind of passcode", lambda: page.locator("[data-kind=six-digits]").tap(), lambda: keys.locator("[data-digit='1']").wait_for())

    def digits():
        settle(page)
        for digit in PASSCODE:
            keys.locator(f"[data-digit='{digit}']").tap()

    film.step("passcode", digits, lambda: keys.get_by_text("Re-enter your passcode").first.wait_for())
    film.step("passcode again", digits, shown("Save your recovery code"))
    page.get_by_label("I’ve saved it").tap()
    film.tap("recovery code", shown("Unlock by drawing?"), "Continue")
    film.tap("no picture", shown("Add a passkey?"), "Not now")
    film.tap("no passkey", shown("You’re all set"), "Not now")
    film.tap("ready", lambda: page.locator("#note-text").wait_for(), "Open my notes")
    assert page.locator("#note-text").input_value() == WORDS, "the first words are lost"
    film.tap("sign", shown("Sign this note"), "Sign")
    pad = page.locator("ink-signature")
    pad.evaluate("(pad) => pad.ready")
    Hand(page).touch(squiggle(pad.locator("[part=paper]").bounding_box()))
    film.tap("signature", lambda: page.wait_for_function("() => document.getElementById('signature')?.naturalWidth > 20"), "Sign the note")
    film.step("menu", lambda: page.locator(".menu summary").tap(), lambda: page.get_by_role("button", name="Save as PDF").wait_for())
    with page.expect_download() as download:
        film.tap("save as PDF", lambda: page.get_by_text("The PDF is in your downloads.").wait_for(), "Save as PDF")
    path = folder / "note.pdf"
    download.value.save_as(path)
    read = subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True).stdout
    assert TITLE in read and WORDS in " ".join(read.split()) and f"Signed by {NAME}" in read, read
    signed = subprocess.run(["pdfsig", path], capture_output=True, text=True).stdout
    assert "Signature is Valid" in signed and "Total document signed" in signed, signed
    print(f"{len(film.steps)} steps, {sum(film.steps):.1f} s of waiting and typing; {path.stat().st_size} bytes of PDF with text and a signature")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--films", help="the folder for the pictures; by default, they are discarded")
    parser.add_argument("--chromium", default=os.environ.get("CHROMIUM") or shutil.which("chromium"))
    options = parser.parse_args()
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as discarded, sync_playwright() as playwright:
        folder = Path(options.films or discarded)
        folder.mkdir(parents=True, exist_ok=True)
        bench = Bench(None, playwright.chromium.launch(executable_path=options.chromium, args=sandbox), "", [])
        with service(bench):
            walk(bench, folder)
            assert not bench.unexpected_complaints(), bench.unexpected_complaints()
        bench.browser.close()


if __name__ == "__main__":
    main()
