# SPDX-License-Identifier: MIT
"""Private Notes on a test service with an adjustable clock, and the steps of its users."""

import contextlib
import math
import os
import re
import secrets
import shutil
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
from pathlib import Path

from bench import DENSITY, ROOT, Skipped, settle, until
from hand import Hand

PROGRAM = Path(os.environ.get("INKLOCK_CLOCKED_SERVER") or ROOT / "Service" / ".build" / "debug" / "clocked-server")
# The bundled site loads in a third less time than the sources.
SITE = Path(os.environ.get("INKLOCK_BROWSER_SITE") or ROOT / "Web")
PASSCODE = "273946"
NAME = "Eva Quitte"
# A word that occurs nowhere else.
WORD = "Quittenbrot"

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "device_scale_factor": DENSITY}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}


class NotesServer:
    """A service with an empty data folder. Its address has a host name, as passkeys require."""

    def __init__(self):
        if not PROGRAM.exists():
            raise Skipped("the clocked server has not been built: swift build --package-path Service")
        self.folder = Path(tempfile.mkdtemp(prefix="inklock-notes-"))
        command = [str(PROGRAM), str(SITE), str(self.folder)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.log = []
        threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True).start()
        line = self.process.stdout.readline()
        assert "http://127.0.0.1:" in line, f"the server did not print its address: {line} {self.log}"
        self.address = line.split()[-1].rstrip("/").replace("127.0.0.1", "localhost")

    def advance(self, seconds):
        self.process.stdin.write(f"advance {seconds}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline().strip() == "advanced"

    def stored(self):
        """Returns all bytes in the data folder."""
        return b"".join(path.read_bytes() for path in self.folder.rglob("*") if path.is_file())

    def close(self):
        self.process.stdin.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def service(bench):
    """Starts a service and serves the tests' pages from it."""
    server = NotesServer()
    bench.address = server.address
    # The browser reports refused requests to the console.
    bench.expect_complaint("the server responded with a status of 4")
    try:
        yield server
        # Pages must not send requests to a stopped service.
        for context in bench.contexts:
            context.close()
        bench.contexts.clear()
    finally:
        server.close()


def open_notes(bench, path="/notes.html", **options):
    return bench.open(path, element="ink-lock", **{**DESKTOP, **options})


def another_tab(bench, page, path="/notes.html"):
    tab = page.context.new_page()
    tab.on("console", lambda message: message.type in ("error", "warning") and bench.complain(message.text))
    tab.on("pageerror", lambda error: bench.complain(str(error)))
    tab.goto(bench.address + path)
    return tab


def press(page, name, **options):
    page.get_by_role("button", name=name, exact=True, **options).click()


def heading(page, name):
    page.get_by_role("heading", name=name, exact=True).wait_for()


def enter(page, passcode=PASSCODE):
    """Types a passcode into the visible passcode screen."""
    page.locator("ink-passcode [data-digit='1']:not([aria-disabled='true'])").first.wait_for()
    settle(page)
    page.locator("ink-passcode").last.evaluate("(pad) => pad.focus()")
    page.keyboard.type(passcode)


def name_account(page, name=NAME):
    """Follows the guide from the first screen to the kinds of passcode."""
    press(page, "Start writing")
    press(page, "Lock and save")
    page.get_by_label("User name").fill(name)
    press(page, "Continue")


def begin(page, name=NAME, passcode=PASSCODE):
    """Follows the guide up to the recovery code, and returns the code."""
    name_account(page, name)
    page.locator("[data-kind=six-digits]").click()
    choose(page, passcode)
    return page.locator("#letters").inner_text()


def keep_code(page):
    page.get_by_label("I’ve saved it").check()
    press(page, "Continue")


def sign_up(page, picture=False, passkey=False, **who):
    """Makes an account with an empty notebook, and returns its recovery code.

    Follows the guide for a picture password or a passkey. Without them, an account over HTTP takes half the time.
    """
    if picture or passkey:
        return follow_guide(page, picture, passkey, **who)
    return make_account(page, **who)


def follow_guide(page, picture=False, passkey=False, **who):
    """Follows the whole guide to an empty notebook, and returns the recovery code."""
    code = begin(page, **who)
    keep_code(page)
    heading(page, "Unlock by drawing?")
    if picture:
        page.locator("[data-picture=harbour]").click()
        for aside in (0, 4, -3):
            draw(page, password(page, aside))
    else:
        press(page, "Not now")
    heading(page, "Add a passkey?")
    press(page, "Add a passkey" if passkey else "Not now")
    press(page, "Open my notes")
    heading(page, "No notes yet")
    return code


def make_account(page, name=NAME, passcode=PASSCODE):
    """Makes an account over HTTP, opens it with its passcode, and returns the recovery code."""
    code = page.evaluate(
        """async ([name, text, operation]) => {
            const body = JSON.stringify({ name, passcode: { kind: 'six-digits', text }, operation });
            const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
            const { account, recoveryCode } = await (await fetch('/api/accounts', request)).json();
            localStorage.setItem('inklock-notes', JSON.stringify({ name, account }));
            return recoveryCode;
        }""",
        [name, passcode, secrets.token_hex(16)],
    )
    page.reload()
    unlock(page, passcode)
    heading(page, "No notes yet")
    return code


def set_picture(page, photo):
    """Sets the picture password in the settings, on a photo of one's own."""
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name=re.compile("^(Set up|Change): Picture password")).click()
    heading(page, "Confirm it’s you")
    enter(page)
    give_photo(page, photo)
    for aside in (0, 4, -3):
        draw(page, password(page, aside))
    page.get_by_text("Changes saved.").wait_for()
    page.locator("#unlock-methods").get_by_text("Your own photo").wait_for()


def give_photo(page, photo):
    """Chooses a photo of one's own as the picture."""
    with page.expect_file_chooser() as chooser:
        page.locator(".picture-tile.own").click()
    chooser.value.set_files({"name": "holiday.jpg", "mimeType": "image/jpeg", "buffer": photo})


def recovery_code(page):
    page.locator("#letters").wait_for()
    return page.locator("#letters").inner_text()


def another_code(code):
    """Returns an invalid recovery code: its last character does not match the rest."""
    return code[:-1] + ("0" if code[-1] != "0" else "1")


def code_field(page):
    return page.get_by_role("textbox", name="Recovery code", exact=True)


def recover(page, code, passcode):
    """Enters the recovery code and sends the recovery with a new passcode."""
    code_field(page).fill(code)
    press(page, "Continue")
    choose(page, passcode)


def choose(page, passcode):
    """Enters a new six-digit passcode twice."""
    enter(page, passcode)
    page.get_by_text("Re-enter your passcode").first.wait_for()
    enter(page, passcode)


def type_twice(page, words):
    """Enters a new alphanumeric passcode twice."""
    for asked in ("Choose a passcode", "Re-enter your passcode"):
        page.locator("ink-passcode").get_by_text(asked).first.wait_for()
        field = page.locator("ink-passcode [part=field]")
        field.fill(words)
        field.press("Enter")
        settle(page)


def sign_in_as(page, name=NAME):
    """Enters the user name and continues to the sign-in options for this device."""
    press(page, "I already have notes")
    page.get_by_label("User name").fill(name)
    press(page, "Continue")


def new_device(bench, name=NAME, **options):
    """Opens a browser that the service does not know, and enters the user name."""
    page = open_notes(bench, **options)
    sign_in_as(page, name)
    heading(page, "New device")
    return page


def sign_in_with_code(page, code):
    press(page, "Use your recovery code")
    code_field(page).fill(code)
    press(page, "Sign in")
    opened(page)


def known_device(bench, code, **options):
    """Opens a second browser and signs in with the recovery code."""
    page = new_device(bench, **options)
    sign_in_with_code(page, code)
    return page


def proof_by(page, method):
    """Selects the method of the proof."""
    page.get_by_label("Confirm with").select_option(label=method)


def lose_answers(bench, page, path, count=1):
    """Makes the service process the next `count` requests to a path, but drops the responses. Returns the list of
    requests."""
    bench.expect_complaint("net::ERR_")
    sent = []

    def lose(route):
        sent.append(route.request.post_data_json)
        if len(sent) > count:
            return route.continue_()
        process(route.request, page.context.cookies())
        route.abort("connectionreset")

    page.route(f"**/api/{path}", lose)
    return sent


def hold(page, path, is_answered=False):
    """Holds the next request to a path, or its answer. Returns a function that waits for it, and one that lets it go.
    """
    held = []
    page.route(f"**/api/{path}", lambda route: held.append((route, route.fetch() if is_answered else None)), times=1)

    def asked():
        until(page, lambda: held)

    def release():
        route, answer = held[0]
        if answer:
            route.fulfill(response=answer)
        else:
            route.continue_()

    return asked, release


def hurry(page):
    """Ends the page's pauses of up to five seconds when they begin, from here on."""
    page.evaluate(
        """() => {
            const later = setTimeout;
            window.setTimeout = (act, milliseconds = 0, ...more) => later(act, milliseconds > 5000 ? milliseconds : 0, ...more);
        }"""
    )


def signed_in(page):
    """Returns whether the browser has a session, and whether its cookie is that of one."""
    has_cookie = any(cookie["name"] == "inklock-session" for cookie in page.context.cookies())
    return page.evaluate("fetch('/api/notes').then((answer) => answer.ok)"), has_cookie


def process(request, cookies):
    """Sends a request without the browser, which gets neither the response nor its cookies."""
    headers = {**request.headers, "Cookie": "; ".join(f"{each['name']}={each['value']}" for each in cookies)}
    copy = urllib.request.Request(request.url, request.post_data_buffer, headers, method=request.method)
    with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(copy) as response:
        response.read()


def write(page, title, text):
    """Creates a note and waits until it is saved."""
    page.locator("[data-action=new]").first.click()
    page.locator("#note-title:placeholder-shown:focus").wait_for()  # not the note before
    page.locator("#note-title").fill(title)
    page.locator("#note-text").fill(text)
    saved(page)


def saved(page):
    page.locator("#saving[data-state=saved]").wait_for()


# Notes that have not reached the service, of all windows.
UNSENT = "JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('inklock-notes-unsent')))"


def all_sent(page):
    page.wait_for_function(f"() => {UNSENT} === '[]'")


def lock(page):
    page.locator(".shelf [data-action=lock]").click()
    locked(page)


def locked(page):
    page.wait_for_function("() => !document.querySelector('ink-lock').isOpen")


def opened(page):
    page.wait_for_function("() => document.querySelector('ink-lock').isOpen")
    page.locator(".notebook").wait_for()


def unlock(page, passcode=PASSCODE):
    """Unlocks with the passcode. Selects that method first if necessary."""
    ask_for(page, "Enter Private Notes passcode", "ink-passcode")
    enter(page, passcode)


def ask_for(page, method, screen):
    """Opens the screen of an unlock method."""
    button = page.get_by_role("button", name=method, exact=True)
    page.locator(f"ink-lock {screen}").or_(button).first.wait_for()
    if button.count():
        button.click()
    page.locator(f"ink-lock {screen}").wait_for()


def password(page, aside=0):
    """Returns a ring, a tap and a wave around the middle of the picture, `aside` points to the right."""
    box = picture(page)
    x, y, unit = box["x"] + box["width"] / 2 + aside, box["y"] + box["height"] / 2, min(box["width"], box["height"]) * 0.15
    turns = [2 * math.pi * step / 12 for step in range(13)]
    ring = [(x - 0.6 * unit + unit * math.cos(turn), y - 0.6 * unit + 1.2 * unit * math.sin(turn)) for turn in turns]
    wave = [(x + unit * (0.25 * step - 1.2), y + unit * (1.2 + 0.3 * math.sin(1.6 * step))) for step in range(11)]
    return [ring, [(x + 1.3 * unit, y - 0.4 * unit)], wave]


def another_drawing(page):
    box = picture(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return [[(x - 60 + 20 * step, y - 70 + 22 * step) for step in range(7)]]


def picture(page):
    """Returns the box of the square in which the whole picture is visible."""
    page.locator("ink-picture-password .stage:not(.arriving) [part=picture]").wait_for()
    settle(page)
    box = page.locator("ink-picture-password [part=picture]").bounding_box()
    side = min(box["width"], box["height"])
    return {
        "x": box["x"] + (box["width"] - side) / 2, "y": box["y"] + (box["height"] - side) / 2, "width": side, "height": side,
    }


def draw(page, parts):
    hand = Hand(page)
    for part in parts:
        hand.touch(part)
    page.locator("ink-picture-password [data-action=submit]").click()
    settle(page)


class Authenticator:
    """A virtual authenticator of the browser."""

    def __init__(self, page, **options):
        self.protocol = page.context.new_cdp_session(page)
        self.protocol.send("WebAuthn.enable")
        wanted = {
            "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True, "hasPrf": True, "automaticPresenceSimulation": True,
        }
        self.id = self.protocol.send("WebAuthn.addVirtualAuthenticator", {"options": {**wanted, **options}})["authenticatorId"]

    def verifies(self, does):
        self.protocol.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": does})

    def answers(self, does):
        self.protocol.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": self.id, "enabled": does})

    def credentials(self):
        return self.protocol.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def count(self):
        return len(self.credentials())

    def copy_passkeys(self, other):
        """Copies the passkeys of another authenticator, as synchronisation between a user's devices does."""
        for credential in other.credentials():
            self.protocol.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})

    def remove_passkeys(self):
        """Removes all passkeys."""
        self.protocol.send("WebAuthn.clearCredentials", {"authenticatorId": self.id})


READABLE = """() => {
    const words = [document.title, location.href, document.documentElement.outerHTML];
    const walk = (root) => {
        for (const element of root.querySelectorAll('*')) {
            if ('value' in element) words.push(String(element.value));
            if (element.shadowRoot) { words.push(element.shadowRoot.innerHTML); walk(element.shadowRoot); }
        }
    };
    walk(document);
    return words.join('\\n');
}"""

STORED = """async () => {
    const words = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
    const resultOf = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: fail }));
    for (const { name } of await indexedDB.databases()) {
        const base = await resultOf(indexedDB.open(name));
        for (const store of base.objectStoreNames) {
            const contents = base.transaction(store).objectStore(store);
            for (const each of await Promise.all([resultOf(contents.getAllKeys()), resultOf(contents.getAll())])) words.push(JSON.stringify(each));
        }
        base.close();
    }
    for (const name of await caches.keys()) words.push(name);
    return words.join('\\n');
}"""


def readable(page):
    """Returns the page's markup, address, title and field values."""
    return page.evaluate(READABLE)


def kept(page):
    """Returns the names and values of all storage that scripts can read."""
    return page.evaluate(STORED)


SEALED = """async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('inklock-notes-sealed')) return 0;
    const request = indexedDB.open('inklock-notes-sealed');
    const base = await new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: fail }));
    let count = 0;
    for (const store of base.objectStoreNames) {
        const keys = base.transaction(store).objectStore(store).count();
        count += await new Promise((done, fail) => Object.assign(keys, { onsuccess: () => done(keys.result), onerror: fail }));
    }
    base.close();
    return count;
}"""


def has_sealed_copy(page):
    """Returns whether this browser has anything of the notes for opening them without a connection."""
    return page.evaluate(SEALED) > 0
