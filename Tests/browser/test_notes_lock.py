# SPDX-License-Identifier: MIT
"""Private Notes: the way in for the first time, the lock, and every way to open it."""

from bench import settle
from notes import (
    NAME, WORD, Authenticator, another_drawing, another_tab, ask_for, begin, draw, enter, heading, keep_code, kept, lock,
    locked, open_notes, opened, password, press, readable, saved, service, sign_up, unlock, write,
)


def test_notes_lead_from_nothing_to_a_note_that_only_the_passcode_opens(bench):
    with service(bench) as server:
        page = open_notes(bench)
        sign_up(page)
        write(page, f"About {WORD}", f"All there is to say of {WORD}.")
        page.reload()
        locked(page)
        assert WORD not in readable(page) + kept(page)
        unlock(page)
        opened(page)
        page.locator(".note-item").click()
        assert page.locator("#note-text").input_value() == f"All there is to say of {WORD}."
        assert WORD not in kept(page) + page.url + page.title()
        assert NAME.encode() in server.stored() and WORD.encode() not in server.stored()


def test_notes_recovery_code_is_shown_once_and_must_be_put_away(bench):
    with service(bench) as server:
        page = open_notes(bench)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        code = begin(page)
        assert len(code.replace("-", "")) == 27
        press(page, "Continue")
        page.get_by_text("First put it away").wait_for()
        press(page, "Copy")
        page.get_by_text("Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == code
        page.emulate_media(media="print")
        assert page.get_by_text("Keep it where you keep papers").is_visible() and not page.get_by_label("I have kept it").is_visible()
        page.emulate_media(media="screen")
        keep_code(page)
        heading(page, "Would you rather draw?")
        assert code not in readable(page) + kept(page)
        assert code.encode() not in server.stored()


def test_notes_name_that_is_taken_is_asked_for_again(bench):
    with service(bench):
        sign_up(open_notes(bench))
        page = open_notes(bench)
        press(page, "Start writing")
        page.get_by_label("Your name").fill(NAME.upper())
        press(page, "Continue")
        page.locator("[data-kind=six-digits]").click()
        enter(page)
        enter(page)
        page.get_by_text("Somebody here has that name already").wait_for()
        assert page.get_by_label("Your name").input_value() == NAME.upper()


def test_notes_locking_leaves_no_word_in_the_page(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, f"About {WORD}", "x")
        page.locator("#note-text").fill(f"{WORD} again and again")
        lock(page)
        page.wait_for_function("() => !document.querySelector('.notebook')")
        assert WORD not in readable(page) + kept(page), "words are left"
        assert page.title() == "Private Notes"
        unlock(page)
        opened(page)
        page.locator("#note-text, .note-item").first.click()
        assert page.locator("#note-text").input_value() == f"{WORD} again and again", "what was unsaved is lost"


def test_notes_locking_ends_the_session(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        with page.expect_response("**/api/sign-out") as answer:
            lock(page)
        assert answer.value.ok
        assert page.evaluate("fetch('/api/notes').then((answer) => answer.status)") == 401


def test_notes_open_with_a_drawing(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page, picture=True)
        write(page, WORD, "")
        page.reload()
        locked(page)
        ask_for(page, "Draw on your picture", "ink-picture-password")
        with page.expect_response("**/api/sign-in") as answer:
            draw(page, another_drawing(page))
        assert answer.value.status == 401
        settle(page)
        assert not page.evaluate("document.querySelector('ink-lock').isOpen")
        draw(page, password(page, 2))
        opened(page)
        page.get_by_text(WORD).first.wait_for()


def test_notes_five_wrong_drawings_leave_the_passcode(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page, picture=True)
        lock(page)
        ask_for(page, "Draw on your picture", "ink-picture-password")
        for _ in range(5):
            with page.expect_response("**/api/sign-in"):
                draw(page, another_drawing(page))
            settle(page)
        page.get_by_text("The drawing was not right too often").first.wait_for()
        unlock(page)
        opened(page)


def test_notes_lockout_counts_down_outlasts_a_reload_and_ends(bench):
    with service(bench) as server:
        page = open_notes(bench)
        sign_up(page)
        lock(page)
        for wrong in ("111222", "222333", "333444", "444555"):
            with page.expect_response("**/api/sign-in"):
                unlock(page, wrong)
            settle(page)
        page.get_by_text("Too many tries").first.wait_for()
        page.get_by_text("Try again in").first.wait_for()
        page.reload()
        page.get_by_text("Try again in").first.wait_for()
        assert page.locator("ink-lock ink-passcode").count() == 0, "something can be tried"
        server.advance(61)
        page.reload()
        unlock(page)
        opened(page)


def test_notes_open_with_a_passkey(bench):
    with service(bench) as server:
        page = open_notes(bench)
        device = Authenticator(page)
        sign_up(page, passkey=True)
        assert device.count() == 1
        write(page, WORD, "")
        page.reload()
        opened(page)  # the device is asked by itself
        page.get_by_text(WORD).first.wait_for()
        assert WORD.encode() not in server.stored()


def test_notes_passkey_without_its_owner_opens_nothing(bench):
    with service(bench):
        page = open_notes(bench)
        device = Authenticator(page)
        sign_up(page, passkey=True)
        device.verifies(False)
        lock(page)
        press(page, "Use the lock of this device")
        page.get_by_text("That was not finished").first.wait_for()
        assert not page.evaluate("document.querySelector('ink-lock').isOpen")
        unlock(page)
        opened(page)


def test_notes_passkey_prompt_can_be_left_and_asked_for_again(bench):
    with service(bench):
        page = open_notes(bench)
        device = Authenticator(page)
        sign_up(page, passkey=True)
        device.answers(False)
        lock(page)
        press(page, "Use the lock of this device")
        page.get_by_text("Waiting for this device").first.wait_for()
        press(page, "Cancel")
        device.answers(True)
        press(page, "Use the lock of this device")
        opened(page)
        device.answers(False)
        lock(page)
        press(page, "Use the lock of this device")
        page.get_by_text("Waiting for this device").first.wait_for()
        press(page, "Enter Private Notes passcode")
        enter(page)
        opened(page)


def test_notes_passkey_tells_by_itself_whose_notes_they_are(bench):
    with service(bench):
        page = open_notes(bench)
        Authenticator(page)
        sign_up(page, passkey=True)
        write(page, WORD, "")
        lock(page)
        press(page, "Not me")
        press(page, "I have notes here")
        press(page, "Use the lock of this device")
        opened(page)
        page.get_by_text(WORD).first.wait_for()


def test_notes_recovery_sets_a_new_passcode_and_shows_a_new_code(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        write(page, WORD, "")
        lock(page)
        recover(page, code.lower().replace("-", " "), "586207")
        new = page.locator("#letters").inner_text()
        assert new != code and len(new) == len(code)
        keep_code(page)
        opened(page)
        page.get_by_text(WORD).first.wait_for()
        lock(page)
        unlock(page)
        page.locator("ink-lock ink-passcode").get_by_text("not right").first.wait_for()
        enter(page, "586207")
        opened(page)


def recover(page, code, passcode):
    field = page.get_by_label("Recovery code", exact=True)
    button = page.get_by_role("button", name="Use your recovery code", exact=True)
    button.click()
    field.fill(code)
    press(page, "Unlock")
    heading(page, "Choose a new passcode")
    pad = page.locator(".pane ink-passcode")
    enter(page, passcode)
    pad.get_by_text("once more").first.wait_for()
    enter(page, passcode)


def test_notes_wrong_recovery_code_opens_nothing(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        lock(page)
        recover(page, code[:-1] + ("0" if code[-1] != "0" else "1"), "586207")
        page.get_by_text("A letter of the code is wrong").first.wait_for()
        assert not page.evaluate("document.querySelector('ink-lock').isOpen")


def test_notes_link_to_a_note_is_held_back_until_it_opens(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, f"About {WORD}", "x")
        link = page.url
        assert "#note=" in link and WORD not in link
        page.goto("about:blank")
        page.goto(link)
        locked(page)
        assert WORD not in readable(page)
        unlock(page)
        opened(page)
        assert page.locator("#note-title").input_value() == f"About {WORD}"


def test_notes_two_tabs_lock_together(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, WORD, "")
        tab = another_tab(bench, page)
        unlock(tab)
        opened(tab)
        tab.get_by_text(WORD).first.wait_for()
        lock(tab)
        locked(page)
        page.wait_for_function("() => !document.querySelector('.notebook')")
        assert WORD not in readable(page) + readable(tab)


def test_notes_name_of_nobody_looks_like_any_other(bench):
    with service(bench):
        page = open_notes(bench)
        press(page, "I have notes here")
        page.get_by_label("Your name").fill("Nobody At All")
        press(page, "Continue")
        locked(page)
        page.get_by_role("button", name="Use your recovery code", exact=True).wait_for()
        assert "nobody" not in page.locator("ink-lock").inner_text().lower()
        press(page, "Not me")
        page.get_by_role("button", name="Start writing", exact=True).wait_for()


def test_notes_device_remembers_the_name_until_told_otherwise(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        page.reload()
        locked(page)
        press(page, "Not me")
        heading(page, "Notes that only you can read.")
        assert NAME not in kept(page)
        page.reload()
        heading(page, "Notes that only you can read.")
        press(page, "I have notes here")
        page.get_by_label("Your name").fill(NAME)
        press(page, "Continue")
        unlock(page)
        opened(page)


def test_notes_walking_away_locks_after_the_grace(bench):
    with service(bench):
        page = open_notes(bench, before=lambda page: page.clock.install())
        page.clock.resume()
        sign_up(page)
        write(page, WORD, "")
        saved(page)
        page.evaluate("window.dispatchEvent(new Event('blur'))")
        leave = "Object.defineProperty(document, 'hasFocus', { value: () => false, configurable: true })"
        page.evaluate(leave)
        page.evaluate("window.dispatchEvent(new Event('blur'))")
        page.wait_for_function("() => document.querySelector('ink-lock').state === 'covered'")
        page.clock.fast_forward(130_000)
        page.wait_for_function("() => !document.querySelector('ink-lock').holdsKey && !document.querySelector('.notebook')")
        assert WORD not in readable(page)
