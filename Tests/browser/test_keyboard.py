# SPDX-License-Identifier: MIT
"""Each path of the pages with the keyboard alone."""

from bench import settle
from notes import NAME, PASSCODE, WORD, choose, enter, heading, open_notes, opened, service

NAME_OF_FOCUS = """() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return (at?.ariaLabel || at?.labels?.[0]?.textContent || at?.textContent || '').trim();
}"""


def reach(page, name, most=60, key="Tab"):
    """Presses Tab until the control with this name has the focus, and tells what it passed if there is none."""
    settle(page)  # A new screen takes the focus with its next frame.
    passed = []
    for _ in range(most):
        found = page.evaluate(NAME_OF_FOCUS)
        if found == name:
            return
        passed.append(found[:40])
        page.keyboard.press(key)
    raise AssertionError(f"{name!r} is not reached: {passed}")


def use(page, name, **options):
    reach(page, name, **options)
    page.keyboard.press("Enter")


def type_into(page, field, words):
    """Types into a field that a new screen gives the focus."""
    page.wait_for_function("(id) => document.activeElement.id === id", arg=field)
    page.keyboard.type(words)


def sign_with_a_name(page):
    use(page, "Type it instead")
    reach(page, "Type your name")
    page.keyboard.type("Eva")
    page.keyboard.press("Enter")
    # The letters are loaded first, and then the pad moves the focus.
    page.locator("ink-signature").get_by_text("Signature written").wait_for()


def test_keyboard_leads_from_nothing_to_a_signed_note_and_back_into_it(bench):
    with service(bench):
        page = open_notes(bench)
        heading(page, "Notes that only you can read.")
        use(page, "Start writing")
        type_into(page, "note-text", WORD)
        use(page, "Lock and save", key="Shift+Tab")
        type_into(page, "name", NAME)
        page.keyboard.press("Enter")
        heading(page, "What kind of passcode would you like?")
        settle(page)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        choose(page, PASSCODE)
        page.locator("#letters").wait_for()
        reach(page, "I’ve saved it")
        page.keyboard.press("Space")
        use(page, "Continue")
        heading(page, "Unlock by drawing?")
        use(page, "Not now")
        heading(page, "Add a passkey?")
        use(page, "Not now")
        use(page, "Open my notes")
        opened(page)
        page.locator("#note-text").wait_for()
        use(page, "Sign")
        heading(page, "Sign this note")
        page.locator("ink-signature").evaluate("(pad) => pad.ready")
        sign_with_a_name(page)
        use(page, "Sign the note")
        page.locator("#signature").wait_for()
        use(page, "Lock now")
        enter(page)
        opened(page)
        page.locator("#signature").wait_for()


def test_keyboard_signs_and_saves_on_the_signature_page(bench):
    page = bench.open()
    sign_with_a_name(page)
    with page.expect_download() as download:
        for _ in range(80):
            if page.evaluate("document.activeElement?.dataset?.type") == "application/pdf":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "signature.pdf"


def test_keyboard_finds_another_way_on_the_picture_page(bench):
    page = bench.open("/picture.html", element="ink-picture-password")
    for _ in range(30):
        if page.evaluate("document.activeElement?.matches('button.picture')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("ink-picture-password .stage:not(.arriving) [part=picture]").wait_for()
    use(page, "I can’t draw here")
    page.get_by_role("heading", name="Unlock another way").wait_for()
    use(page, "Back to drawing")
    page.locator("#sheet").wait_for(state="hidden")
    use(page, "Back")
    page.locator("#stage").wait_for(state="hidden")
