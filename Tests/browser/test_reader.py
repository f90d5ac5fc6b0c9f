# SPDX-License-Identifier: MIT
"""Each path as a screen reader tells it: what the browser's accessibility tree says at each step, with the keyboard
alone.
"""

from bench import sign, thorough, until
from notes import (
    NAME, PASSCODE, WORD, another_code, choose, code_field, enter, heading, keep_code, lock, new_device, open_notes, opened, press, service,
    sign_up, write)
from test_keyboard import reach, type_into, use

# Roles without a meaning of their own: their text is part of what they stand in.
HIDDEN = {"StaticText", "InlineTextBox", "none", "generic", "LineBreak", "ListMarker", "LayoutTable", "paragraph", "strong", "code"}


class Reader:
    """The tree that assistive technology gets of a page: roles, names and states, in reading order."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")

    def nodes(self):
        found = self.session.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in found}

        def below(node):
            yield node
            for child in node.get("childIds", []):
                if child in by_id:
                    yield from below(by_id[child])

        return [node for node in below(found[0]) if not node.get("ignored")]

    def told(self):
        """Returns the roles and the names of what is told as more than text."""
        pairs = [(node["role"]["value"], node.get("name", {}).get("value", "").strip()) for node in self.nodes()]
        return [pair for pair in pairs if pair[0] not in HIDDEN]

    def text(self):
        names = [node.get("name", {}).get("value", "") for node in self.nodes()]
        return "\n".join(names)

    def focused(self):
        for node in self.nodes():
            if any(each["name"] == "focused" and each["value"]["value"] for each in node.get("properties", [])):
                last = node
        return last["role"]["value"], last.get("name", {}).get("value", "")

    def state(self, name):
        """Returns a state of what has the focus."""
        for node in self.nodes():
            properties = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
            if properties.get("focused"):
                found = properties.get(name)
        return found

    def check(self, *wanted):
        """Checks that these are told, in this order, and that no control is without a name."""
        told = self.told()
        at = 0
        for role, name in wanted:
            later = [i for i in range(at, len(told)) if told[i] == (role, name)]
            assert later, f"{role} {name!r} is not told after {told[at - 1] if at else 'the beginning'}: {told}"
            at = later[0] + 1
        nameless = [role for role, name in told if role in {"button", "link", "textbox", "checkbox", "radio", "switch", "image", "slider"} and not name]
        assert not nameless, f"without a name: {nameless}"


def test_reader_tells_the_signature_page(bench):
    page = bench.open()
    reader = Reader(page)
    reader.check(("link", "InkLock"), ("heading", "Sign as you would on paper."), ("button", "Type it instead"), ("heading", "Save your signature"))
    assert "Your signature: empty" in reader.text() or "Signature: empty" in reader.text(), reader.told()
    sign(page, "#pad")
    assert ": one stroke" in reader.text(), reader.told()
    reader.check(("button", "Undo"), ("button", "Clear"))
    reach(page, "Type it instead")  # The tools are one stop of the Tab key.
    use(page, "Clear", key="ArrowRight")
    until(page, lambda: "Signature cleared" in reader.text())


def test_reader_tells_the_picture_page(bench):
    page = bench.open("/picture.html", element="ink-picture-password")
    reader = Reader(page)
    reader.check(("heading", "Draw your password on a picture."), ("button", "The coast"), ("button", "The harbour"))
    use(page, "The harbour")
    page.locator("ink-picture-password .stage:not(.arriving) [part=picture]").wait_for()
    told = reader.text()
    assert "Draw a new picture password" in told, told
    assert "The coast" not in told, "the pictures behind are out of reach"
    use(page, "I can’t draw here")
    page.get_by_role("heading", name="Unlock another way").wait_for()
    reader.check(("dialog", "Unlock another way"), ("button", "Back to drawing"))


def test_reader_and_keyboard_walk_the_passcode_page(bench):
    page = bench.open("/passcode.html", element="ink-passcode")
    reader = Reader(page)
    reader.check(("heading", "Lock an app with a passcode."), ("heading", "No passcode yet"), ("button", "Set a passcode"), ("radio", "6 digits"))
    reach(page, "6 digits")
    page.keyboard.press("ArrowLeft")
    use(page, "Set a passcode", key="Shift+Tab")
    for step in range(2):
        page.locator("ink-passcode [data-digit='1']:not([aria-disabled='true'])").wait_for()
        until(page, lambda: step == 0 or "Re-enter your passcode" in reader.text())
        page.keyboard.type("59")
        until(page, lambda: "2 of 4 entered" in reader.text())
        assert "59" not in reader.text(), "a reader tells how many, and never which"
        page.keyboard.type("07")
    page.get_by_role("heading", name="Passcode set").wait_for()
    use(page, "Lock")
    page.locator("ink-passcode [part=title]", has_text="Enter your Harbour passcode").wait_for()
    assert "lighthouse" not in reader.text(), "the note is not told while it is locked"
    page.keyboard.type("1379")
    page.locator("ink-passcode").get_by_text("Wrong passcode").first.wait_for()
    assert "Wrong passcode" in reader.text()
    use(page, "Unlock another way")
    page.get_by_role("button", name="Back to the passcode").wait_for()
    use(page, "Back to the passcode")
    page.keyboard.type("5907")
    page.get_by_role("heading", name="Harbour is open").wait_for()
    reader.check(("heading", "Harbour is open"), ("button", "Lock"), ("button", "Change passcode"), ("button", "Remove passcode"))
    use(page, "Change passcode")
    page.locator("ink-passcode [part=title]", has_text="Enter your current").wait_for()
    page.keyboard.press("Escape")
    use(page, "Remove passcode")
    page.locator("ink-passcode [data-digit='1']:not([aria-disabled='true'])").wait_for()
    page.keyboard.type("5907")
    page.get_by_role("heading", name="Passcode removed").wait_for()


def test_reader_tells_the_page_that_checks(bench):
    page = bench.open("/verify.html", element=None)
    reader = Reader(page)
    reader.check(("heading", "Check a signature."), ("button", "Choose a file"), ("heading", "What this means"))
    page.locator("#file").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"no"})
    page.get_by_text("This is neither a PDF nor an evidence file.").wait_for()
    assert ("status", "") in reader.told() and "neither a PDF" in reader.text()


def test_reader_tells_the_notes_from_the_first_word_to_the_lock(bench):
    with service(bench):
        page = open_notes(bench)
        heading(page, "Notes that only you can read.")
        reader = Reader(page)
        reader.check(("heading", "Notes that only you can read."), ("button", "Start writing"), ("button", "I already have notes"))
        use(page, "Start writing")
        type_into(page, "note-text", WORD)
        assert reader.focused()[0] == "textbox" and page.locator("#note-text").input_value() == WORD, reader.focused()
        use(page, "Lock and save", key="Shift+Tab")
        type_into(page, "name", NAME)
        assert reader.focused() == ("textbox", "User name") and page.locator("#name").input_value() == NAME, reader.focused()
        page.keyboard.press("Enter")
        page.locator("[data-kind=six-digits]").click()
        choose(page, PASSCODE)
        page.locator("#letters").wait_for()
        reader.check(("heading", "Save your recovery code"), ("checkbox", "I’ve saved it"), ("button", "Continue"))
        keep_code(page)
        press(page, "Not now")
        heading(page, "Add a passkey?")
        press(page, "Not now")
        press(page, "Open my notes")
        opened(page)
        page.locator("#note-text").wait_for()
        write(page, "Quinces", "Two baskets")
        reader.check(("navigation", "Your notes"), ("link", "Settings"), ("textbox", "Title"), ("textbox", "Note"))
        lock(page)
        page.locator("ink-lock ink-passcode").wait_for()
        told = reader.text()
        assert "Two baskets" not in told and WORD not in told and "Quinces" not in told, "locked notes are told"
        reader.check(("dialog", "Private Notes is locked"))
        enter(page)
        opened(page)
        assert "Two baskets" in reader.text()
        page.evaluate("location.hash = '#settings'")
        heading(page, "Settings")
        use(page, "Change user name")
        reader.check(("dialog", "Change user name"), ("textbox", "User name"), ("button", "Continue"))
        assert reader.focused() == ("textbox", "User name"), reader.focused()


@thorough
def test_reader_tells_a_new_device_what_is_wrong(bench):
    with service(bench):
        code = sign_up(open_notes(bench))
        page = new_device(bench)
        reader = Reader(page)
        reader.check(("heading", "New device"), ("button", "Use your recovery code"), ("button", "Forgot your passcode?"))
        use(page, "Use your recovery code")
        heading(page, "Enter your recovery code")
        type_into(page, "code", another_code(code))
        assert reader.focused() == ("textbox", "Recovery code"), reader.focused()
        page.keyboard.press("Enter")
        page.get_by_text("Check the code").wait_for()
        assert reader.focused() == ("textbox", "Recovery code") and "Check the code" in reader.text()
        assert reader.state("invalid") == "true", "a reader tells that the field is wrong"
        code_field(page).fill(code)
        page.keyboard.press("Enter")
        opened(page)
        lock(page)
        enter(page, PASSCODE[::-1])
        page.locator("ink-passcode").get_by_text("Wrong passcode").first.wait_for()
        assert "Wrong passcode" in reader.text() and PASSCODE not in reader.text()
        enter(page)
        opened(page)
