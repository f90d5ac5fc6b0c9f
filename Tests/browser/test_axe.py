# SPDX-License-Identifier: MIT
"""axe-core on every state of the pages: no violation, in light and dark, on a phone and a desktop."""

from axe_playwright_python.sync_playwright import Axe

from bench import settle, sign, some, thorough
from notes import (
    DESKTOP, NAME, PASSCODE, PHONE, WORD, Authenticator, another_drawing, choose, code_field, draw, enter, heading, keep_code, lock,
    locked, open_notes, opened, password, press, proof_by, service, sign_up, unlock,
)

# axe-core's other results are many, and take long on their way out of the page.
VIOLATIONS = """async () => {
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, impact, nodes }) => `${id} (${impact}) at ${nodes.slice(0, 3).map(({ target }) => target).join(', ')}`);
}"""
LOOKS = ({**PHONE, "color_scheme": "light"}, {**DESKTOP, "color_scheme": "dark"})


class Audit:
    """Collects the violations of several states, so that one run tells all of them."""

    def __init__(self, page):
        self.page = page
        self.found = []
        self.states = 0

    def look(self, state):
        settle(self.page)
        self.states += 1
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(Axe().axe_script)
        self.found += [f"{state}: {violation}" for violation in self.page.evaluate(VIOLATIONS)]

    def end(self, least):
        assert self.states >= least, f"only {self.states} states were looked at"
        assert not self.found, "\n".join(self.found)


def test_axe_finds_nothing_on_the_pages_of_the_elements(bench):
    for look in some(LOOKS):
        for path, element in (("/index.html", "ink-signature"), ("/picture.html", "ink-picture-password"), ("/passcode.html", "ink-passcode")):
            page = bench.open(path, element=element, **look)
            audit = Audit(page)
            for summary in page.locator("summary").all():
                summary.click()
            audit.look(path)
            if element == "ink-signature":
                sign(page, "#pad")
                audit.look("a signature")
                page.get_by_role("button", name="Type it instead").click()
                audit.look("a typed signature")
            elif element == "ink-picture-password":
                page.locator("[data-picture=harbour], .picture:not(.own)").first.click()
                audit.look("defining")
                draw(page, password(page))
                audit.look("the first drawing")
                draw(page, another_drawing(page))
                audit.look("a refusal")
                press(page, "Options")
                audit.look("the options")
                page.locator("#settings").get_by_role("button", name="Done").click()
                page.locator("ink-picture-password [data-action=clear]").click()
                for aside in (0, 4, -3):
                    draw(page, password(page, aside))
                page.locator("#sheet:not([hidden])").wait_for()
                audit.look("the password is set")
                press(page, "Try it")
                audit.look("the lock")
                press(page, "I can’t draw here")
                audit.look("another way")
            else:
                press(page, "Set a passcode")
                audit.look("a new passcode")
            audit.end(2)


def test_axe_finds_nothing_in_the_notes(bench):
    for look in some(LOOKS):
        with service(bench):
            page = open_notes(bench, **look)
            Authenticator(page)
            audit = Audit(page)
            audit.look("the welcome")
            press(page, "Start writing")
            page.locator("#note-text").fill(f"{WORD} **bold**")
            audit.look("a draft")
            press(page, "Lock and save")
            audit.look("the name")
            press(page, "Continue")
            audit.look("no name")
            page.get_by_label("User name").fill(NAME)
            press(page, "Continue")
            page.locator("[data-kind=six-digits]").wait_for()
            audit.look("the kinds of passcodes")
            page.locator("[data-kind=six-digits]").click()
            page.locator("ink-passcode [data-digit='1']").wait_for()
            audit.look("a new passcode")
            choose(page, PASSCODE)
            page.locator("#letters").wait_for()
            audit.look("the recovery code")
            keep_code(page)
            heading(page, "Unlock by drawing?")
            audit.look("the pictures")
            page.locator("[data-picture=harbour]").click()
            page.locator("ink-picture-password .stage:not(.arriving) [part=picture]").wait_for()
            audit.look("the stage of a drawing")
            for aside in (0, 4, -3):
                draw(page, password(page, aside))
            heading(page, "Add a passkey?")
            audit.look("a passkey")
            press(page, "Not now")
            audit.look("ready")
            press(page, "Open my notes")
            page.locator(".notebook").wait_for()
            page.locator(".bold-frame:not(.editing) b").wait_for()
            audit.look("a note")
            page.locator("#note-text").focus()
            audit.look("a note that is edited")
            page.locator(".menu summary").click()
            audit.look("the menu of a note")
            page.locator(".menu-items [data-action=pin]").click()
            page.goto(f"{page.url.split('#')[0]}#")
            page.locator("#note-text").wait_for(state="hidden")
            page.locator("#notes").wait_for()
            audit.look("the list")
            page.locator("#notes a").first.click()
            page.locator("[data-action=sign]").first.click()
            heading(page, "Sign this note")
            page.locator("ink-signature").evaluate("(pad) => pad.ready")
            audit.look("signing")
            page.keyboard.press("Escape")
            page.goto(f"{page.url.split('#')[0]}#settings")
            heading(page, "Settings")
            audit.look("the settings")
            press(page, "Change user name")
            page.locator("#new-name").fill("")
            press(page, "Continue")
            audit.look("a user name that is not one")
            page.keyboard.press("Escape")
            press(page, "Change: Passcode")
            page.locator(".pane ink-passcode [data-digit='1']").wait_for()
            audit.look("a proof by the passcode")
            proof_by(page, "Recovery code")
            audit.look("a proof by the recovery code")
            proof_by(page, "Picture password")
            page.locator(".pane ink-picture-password .stage:not(.arriving) [part=picture]").wait_for()
            audit.look("a proof by a drawing")
            page.keyboard.press("Escape")
            press(page, "Remove: Picture password")
            audit.look("a question")
            page.keyboard.press("Escape")
            page.locator(".settings [data-action=shortcuts]").click()
            audit.look("the shortcuts")
            page.keyboard.press("Escape")
            page.goto(f"{page.url.split('#')[0]}#")
            page.locator("#notes a").first.click()
            page.locator(".menu summary").click()
            page.locator(".menu-items [data-action=folder]").click()
            audit.look("a first folder")
            page.locator(".pane input").fill("Boat")
            page.locator(".pane .button.main").click()
            page.locator(".menu summary").click()
            page.locator(".menu-items [data-action=folder]").click()
            page.locator(".pane select").select_option("new")
            audit.look("another folder")
            page.keyboard.press("Escape")
            page.evaluate("location.hash = ''")
            page.locator("#folder:visible").select_option(index=1)
            audit.look("the notes of a folder")
            page.locator("#edit-folder").click()
            audit.look("changing a folder")
            page.keyboard.press("Escape")
            page.locator("#notes a").first.click()
            page.locator(".menu summary").click()
            page.locator(".menu-items [data-action=delete]").click()
            page.locator("#bin-link:visible").click()
            page.locator("#binned li").wait_for()
            audit.look("the bin")
            page.evaluate("document.querySelector('ink-lock').lock()")
            locked(page)
            page.locator("ink-lock ink-picture-password .stage:not(.arriving) [part=picture], ink-lock ink-passcode").first.wait_for()
            audit.look("the lock")
            unlock(page)
            opened(page)
            audit.end(27)


@thorough
def test_axe_finds_nothing_while_locked_out_or_signing_in(bench):
    for look in some(LOOKS):
        with service(bench) as server:
            first = open_notes(bench, **look)
            code = sign_up(first)
            lock(first) if look["viewport"]["width"] > 500 else first.evaluate("document.querySelector('ink-lock').lock()")
            locked(first)
            audit = Audit(first)
            first.locator("ink-lock ink-passcode [data-digit='1']").wait_for()
            audit.look("the passcode")
            enter(first, "111222")
            first.locator("ink-lock ink-passcode").get_by_text("Wrong passcode").first.wait_for()
            audit.look("a wrong passcode")
            for wrong in ("222111", "333111", "444111"):
                enter(first, wrong)
                settle(first)
            first.get_by_text("Try again in").first.wait_for()
            audit.look("locked out")
            server.advance(86_400)
            page = open_notes(bench, **look)
            audit.page = page
            press(page, "I already have notes")
            audit.look("signing in")
            page.get_by_label("User name").fill(NAME)
            press(page, "Continue")
            heading(page, "New device")
            audit.look("a new device")
            press(page, "Use your recovery code")
            code_field(page).fill(code[:-1])
            press(page, "Sign in")
            audit.look("a recovery code with a fault")
            press(page, "Sign in another way")
            press(page, "Use your passphrase")
            audit.look("a passphrase")
            press(page, "Sign in another way")
            press(page, "Forgot your passcode?")
            audit.look("a forgotten passcode")
            audit.end(8)
