# SPDX-License-Identifier: MIT
"""Private Notes: creating an account, the lock, and everything that opens it."""

from bench import idle, settle, thorough, until
from lock import focus, hide, show
from notes import (
    NAME, PASSCODE, PHONE, WORD, Authenticator, another_code, another_drawing, another_tab, ask_for, begin, choose, code_field,
    draw, enter, follow_guide, heading, hold, hurry, keep_code, kept, lock, locked, name_account, open_notes, opened, password, press,
    readable, recover, saved, service, sign_up, signed_in, unlock, write,
)


def test_notes_lead_from_nothing_to_a_note_that_only_the_passcode_opens(bench):
    with service(bench) as server:
        page = open_notes(bench)
        follow_guide(page)
        write(page, f"About {WORD}", f"All there is to say of {WORD}.")
        page.reload()
        page.locator("ink-lock ink-passcode").wait_for()
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
        page.get_by_text("Save the code first").wait_for()
        press(page, "Copy")
        page.get_by_text("Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == code
        page.emulate_media(media="print")
        assert page.get_by_text("Keep it with your important papers").is_visible() and not page.get_by_label("I’ve saved it").is_visible()
        page.emulate_media(media="screen")
        keep_code(page)
        heading(page, "Unlock by drawing?")
        assert code not in readable(page) + kept(page)
        assert code.encode() not in server.stored()


def test_notes_name_that_is_taken_is_asked_for_again(bench):
    with service(bench):
        sign_up(open_notes(bench))
        page = open_notes(bench)
        name_account(page, NAME.upper())
        page.get_by_text("That user name is taken").wait_for()
        assert page.locator("[data-kind]").count() == 0, "told where it is typed"
        assert page.get_by_label("User name").input_value() == NAME.upper()


def test_notes_are_written_first_and_locked_then(bench):
    with service(bench) as server:
        page = open_notes(bench, **PHONE)
        press(page, "Start writing")
        page.wait_for_function("() => document.activeElement.id === 'note-text'")
        page.keyboard.type(f"All about {WORD}")
        assert page.locator("#draft-state").inner_text() == "Not saved yet"
        press(page, "Back")
        press(page, "Continue writing")
        assert page.locator("#note-text").input_value() == f"All about {WORD}", "a step back loses nothing"
        page.go_back()  # as a swipe does
        press(page, "Continue writing")
        assert page.locator("#note-text").input_value() == f"All about {WORD}", "a step back loses nothing"
        press(page, "Lock and save")
        page.go_back()
        assert page.locator("#note-text").input_value() == f"All about {WORD}", "a step back loses nothing"
        assert WORD not in kept(page)
        page.go_forward()
        page.get_by_label("User name").fill(NAME)
        press(page, "Continue")
        page.locator("[data-kind=six-digits]").click()
        choose(page, PASSCODE)
        keep_code(page)
        press(page, "Not now")
        press(page, "Not now")
        press(page, "Open my notes")
        page.locator(".leaf #note-text").wait_for()
        assert page.locator(".leaf #note-text").input_value() == f"All about {WORD}"
        saved(page)
        assert WORD.encode() not in server.stored()
        page.reload()
        unlock(page)
        opened(page)
        assert page.locator(".leaf #note-text").input_value() == f"All about {WORD}"


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
        unlock(page)
        opened(page)
        lock_without_answer(bench, page)
        with page.expect_response("**/api/sign-out"):
            page.evaluate("dispatchEvent(new Event('online'))")
        assert signed_in(page) == (False, False), "the service was not asked again"


@thorough
def test_notes_name_removed_after_a_reload_ends_the_session(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        page.reload()
        with page.expect_response("**/api/sign-out") as answer:
            press(page, f"Not {NAME}?")
        assert answer.value.ok and signed_in(page) == (False, False)
        press(page, "Undo")
        unlock(page)
        opened(page)


def lock_without_answer(bench, page):
    """Locks without an answer of the service, which keeps the session."""
    bench.expect_complaint("net::ERR_FAILED")
    page.route("**/api/sign-out", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        lock(page)
    page.unroute("**/api/sign-out")
    assert signed_in(page) == (True, True)


@thorough
def test_notes_session_whose_end_got_no_answer_ends_before_the_next_lock(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        lock_without_answer(bench, page)
        unlock(page)
        opened(page)
        page.evaluate("dispatchEvent(new Event('online'))")
        idle(page)
        session_requests_ended(page)
        assert signed_in(page) == (True, True), "an open window needs its session"
        lock_without_answer(bench, page)
        with page.expect_response("**/api/sign-out"):
            page.reload()
        locked(page)
        assert signed_in(page) == (False, False)


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
        page.locator("ink-lock ink-picture-password").get_by_text("That didn’t match").first.wait_for()
        assert not page.evaluate("document.querySelector('ink-lock').isOpen")
        draw(page, password(page, 2))
        opened(page)
        page.get_by_text(WORD).first.wait_for()


@thorough
def test_notes_five_wrong_drawings_leave_the_passcode(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page, picture=True)
        lock(page)
        ask_for(page, "Draw on your picture", "ink-picture-password")
        for left in ("4 tries", "3 tries", "2 tries", "One try", None):
            draw(page, another_drawing(page))
            if left:
                pad = page.locator("ink-lock ink-picture-password")
                pad.get_by_text(f"That didn’t match. {left} left.").first.wait_for()
        page.get_by_text("Too many wrong drawings").first.wait_for()
        unlock(page)
        opened(page)


def lock_out(page):
    """Locks, and tries the four wrong passcodes before the first delay."""
    lock(page)
    for wrong in ("111222", "222333", "333444", "444555"):
        with page.expect_response("**/api/sign-in"):
            unlock(page, wrong)
        settle(page)


def test_notes_lockout_counts_down_outlasts_a_reload_and_ends(bench):
    with service(bench) as server:
        page = open_notes(bench)
        sign_up(page)
        lock_out(page)
        page.get_by_text("Too many tries").first.wait_for()
        page.get_by_text("Try again in").first.wait_for()
        page.reload()
        page.get_by_text("Try again in").first.wait_for()
        assert page.locator("ink-lock ink-passcode").count() == 0, "something can be tried"
        server.advance(61)
        page.reload()
        unlock(page)
        opened(page)


@thorough
def test_notes_wrong_recovery_code_begins_no_lockout_again(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        lock_out(page)
        page.get_by_text("Try again in").first.wait_for()
        # As on a device that lost the photo of the only other method.
        page.evaluate("document.querySelector('ink-lock').methods = { recoveryCode: { isChecked: true } }")
        left = page.evaluate("document.querySelector('ink-lock').lockoutSeconds")
        page.wait_for_function("(left) => document.querySelector('ink-lock').lockoutSeconds < left - 2", arg=left)
        field = page.locator("ink-lock").get_by_label("Recovery code", exact=True)
        if not field.is_visible():
            press(page, "Use your recovery code")
        field.fill("0000-0000-0000-0000-0000-0000-000")
        with page.expect_response("**/api/sign-in"):
            press(page, "Unlock")
        page.wait_for_function("() => document.querySelector('ink-lock').state !== 'verifying'")
        now = page.evaluate("[document.querySelector('ink-lock').state, document.querySelector('ink-lock').lockoutSeconds]")
        assert now[0] == "locked-out" and 0 < now[1] < left - 2, (left, now)


@thorough
def test_notes_lockout_that_ended_while_the_device_slept_is_over(bench):
    with service(bench) as server:
        page = open_notes(bench)
        sign_up(page)
        lock_out(page)
        page.get_by_text("Try again in").first.wait_for()
        hide(page)
        server.advance(3600)
        page.evaluate("() => { const { now } = Date; Date.now = () => now.call(Date) + 3_600_000; }")
        show(page)
        unlock(page)
        opened(page)


@thorough
def test_notes_late_failure_does_not_undo_a_later_answer(bench):
    with service(bench) as server:
        bench.expect_complaint("net::ERR_FAILED")
        page = open_notes(bench)
        sign_up(page)
        lock_out(page)
        page.get_by_text("Try again in").first.wait_for()
        server.advance(3600)
        held = []
        page.route("**/api/sign-in/options", lambda route: held.append(route), times=1)
        hide(page)
        show(page)
        until(page, lambda: held)
        hide(page)
        with page.expect_response("**/api/sign-in/options"):
            show(page)
        with page.expect_event("requestfailed"):
            held[0].abort()
        idle(page)
        assert page.get_by_role("button", name="Try again", exact=True).count() == 0
        unlock(page)
        opened(page)


@thorough
def test_notes_recovery_code_opens_after_ten_wrong_passcodes(bench):
    with service(bench) as server:
        page = open_notes(bench)
        code = sign_up(page)
        lock(page)
        for wrong in range(10):
            server.advance(86_400)
            page.reload()
            with page.expect_response("**/api/sign-in"):
                unlock(page, f"58620{wrong}")
            settle(page)
        server.advance(86_400)
        page.reload()
        page.get_by_text("Too many wrong passcodes").first.wait_for()
        assert page.get_by_role("button", name="Enter Private Notes passcode", exact=True).count() == 0
        field = page.locator("ink-lock").get_by_label("Recovery code", exact=True)
        for typed in (another_code(code), code):
            if not field.is_visible():
                press(page, "Use your recovery code")
            field.fill(typed)
            press(page, "Unlock")
            if typed != code:
                page.get_by_text("a character is wrong or missing").first.wait_for()
                assert page.get_by_role("button", name="Enter Private Notes passcode", exact=True).count() == 0
                assert page.get_by_role("button", name="Forgot your passcode?").count() == 0
        opened(page)
        lock(page)
        unlock(page)
        opened(page)


def test_notes_passcode_can_be_typed_right_after_locking(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        lock(page)
        page.locator("ink-lock ink-passcode [data-digit='1']").wait_for()
        page.wait_for_function("() => document.querySelector('ink-lock').shadowRoot.activeElement?.localName === 'ink-passcode'")
        page.keyboard.type(PASSCODE)
        opened(page)


@thorough
def test_notes_guide_takes_the_keyboard_again_after_a_step_back(bench):
    with service(bench):
        page = open_notes(bench)
        name_account(page)
        for _ in range(2):
            page.locator("[data-kind=six-digits]").click()
            page.wait_for_function("() => document.activeElement.localName === 'ink-passcode'")
            settle(page)
            page.keyboard.type(PASSCODE)
            page.get_by_text("Re-enter your passcode").first.wait_for()
            press(page, "Back")


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
        press(page, "Use your passkey")
        page.get_by_text("That didn’t finish").first.wait_for()
        assert not page.evaluate("document.querySelector('ink-lock').isOpen")
        unlock(page)
        opened(page)


@thorough
def test_notes_passkey_prompt_can_be_left_and_asked_for_again(bench):
    with service(bench):
        page = open_notes(bench)
        device = Authenticator(page)
        sign_up(page, passkey=True)
        device.answers(False)
        lock(page)
        press(page, "Use your passkey")
        page.get_by_text("Waiting for your passkey").first.wait_for()
        press(page, "Cancel")
        device.answers(True)
        press(page, "Use your passkey")
        opened(page)
        device.answers(False)
        lock(page)
        press(page, "Use your passkey")
        page.get_by_text("Waiting for your passkey").first.wait_for()
        press(page, "Enter Private Notes passcode")
        enter(page)
        opened(page)


@thorough
def test_notes_passkey_tells_by_itself_whose_notes_they_are(bench):
    with service(bench):
        page = open_notes(bench)
        Authenticator(page)
        sign_up(page, passkey=True)
        write(page, WORD, "")
        lock(page)
        press(page, f"Not {NAME}?")
        press(page, "I already have notes")
        press(page, "Use a passkey")
        opened(page)
        page.get_by_text(WORD).first.wait_for()


def test_notes_recovery_sets_a_new_passcode_and_shows_a_new_code(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        write(page, WORD, "")
        lock(page)
        press(page, "Forgot your passcode?")
        page.wait_for_function("() => document.activeElement.id === 'code'")
        recover(page, code.lower().replace("-", " "), "586207")
        page.locator("#letters").wait_for()
        new = page.locator("#letters").inner_text()
        assert new != code and len(new) == len(code)
        keep_code(page)
        opened(page)
        page.get_by_text(WORD).first.wait_for()
        lock(page)
        unlock(page)
        page.locator("ink-lock ink-passcode").get_by_text("Wrong passcode").first.wait_for()
        enter(page, "586207")
        opened(page)


def test_notes_wrong_recovery_code_changes_nothing(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        lock(page)
        press(page, "Forgot your passcode?")
        code_field(page).fill(another_code(code))
        page.get_by_text("Check the code: a character is wrong or missing.").wait_for()
        press(page, "Continue")
        assert page.locator("ink-passcode").count() == 0, "told where it is typed"
        # One that is a code, but not of this account.
        code_field(page).fill("0000-0000-0000-0000-0000-0000-000")
        assert page.get_by_text("Check the code: a character is wrong or missing.").count() == 0
        press(page, "Continue")
        page.get_by_text("That doesn’t open the account.").wait_for()
        assert page.locator("ink-passcode").count() == 0 and code_field(page).input_value(), "before a passcode is chosen"
        press(page, "Back")
        unlock(page)
        opened(page)


@thorough
def test_notes_lock_has_one_button_for_a_forgotten_passcode(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        lock(page)
        page.get_by_role("button", name="Forgot your passcode?").wait_for()
        assert page.get_by_role("button", name="Use your recovery code").count() == 0


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


@thorough
def test_notes_step_back_after_the_guide_leaves_the_page(bench):
    with service(bench):
        page = open_notes(bench)
        before = page.evaluate("history.length")
        follow_guide(page)
        assert page.evaluate("history.length") > before and page.evaluate("history.state") is None
        page.go_back()
        assert page.url == "about:blank", "a step back that does nothing"


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


@thorough
def test_notes_stay_when_the_lock_learns_too_late_that_there_is_no_connection(bench):
    with service(bench):
        bench.expect_complaint("net::ERR_FAILED")
        page = open_notes(bench)
        sign_up(page)
        write(page, WORD, "")
        held = []
        page.route("**/api/sign-in/options", lambda route: held.append(route), times=1)
        page.context.clear_cookies(name="inklock-session")
        page.locator("#note-text").fill("The session is over")
        locked(page)
        until(page, lambda: held)
        unlock(page)
        opened(page)
        with page.expect_event("requestfailed"):
            held[0].abort()
        idle(page)
        assert page.locator(".notebook").count() == 1 and page.get_by_role("button", name="Try again").count() == 0


@thorough
def test_notes_name_removed_in_one_window_is_stored_by_no_other(bench):
    with service(bench):
        bench.expect_complaint("net::ERR_FAILED")
        page = open_notes(bench)
        sign_up(page)
        page.context.route("**/api/sign-in/options", lambda route: route.abort())
        tab = another_tab(bench, page)
        page.reload()
        for each in (page, tab):
            each.get_by_role("button", name="Try again").wait_for()
        tab.evaluate("history.replaceState(null, '', '#note=1')")
        press(page, f"Not {NAME}?")
        heading(page, "Notes that only you can read.")
        heading(tab, "Notes that only you can read.")
        assert "#" not in tab.url
        page.context.unroute("**/api/sign-in/options")
        tab.evaluate("dispatchEvent(new Event('online'))")
        idle(tab)
        assert NAME not in kept(tab) + readable(tab)


def session_requests_ended(page):
    """Waits until the requests that begin or end a session have ended. They run one after the other."""
    page.evaluate("navigator.locks.request('inklock-notes-session', () => {})")


def two_windows(bench):
    """Opens an account in two windows, each of which locks as soon as it is hidden."""
    page = open_notes(bench)
    sign_up(page)
    page.get_by_role("link", name="Settings").click()
    with page.expect_response("**/api/notes"):
        page.get_by_text("Immediately").click()
    tab = another_tab(bench, page)
    unlock(tab)
    opened(tab)
    return page, tab


def test_notes_window_that_locks_leaves_the_other_one_open(bench):
    with service(bench):
        page, tab = two_windows(bench)
        hide(page)
        locked(page)
        write(tab, WORD, "")
        assert signed_in(tab) == (True, True)
        with tab.expect_response("**/api/sign-out"):
            hide(tab)  # the last one ends the session


@thorough
def test_notes_window_that_locks_leaves_a_busy_one_open(bench):
    with service(bench):
        page, tab = two_windows(bench)
        # Nothing runs in the window until this request has its answer.
        asked, release = hold(tab, "busy")
        tab.evaluate("() => { setTimeout(() => { const request = new XMLHttpRequest(); request.open('GET', '/api/busy', false); request.send(); }); }")
        asked()
        hurry(page)
        hide(page)
        locked(page)
        idle(page)
        session_requests_ended(page)
        release()
        write(tab, WORD, "")
        assert signed_in(tab) == (True, True)


@thorough
def test_notes_session_ends_where_the_browser_refuses_its_locks(bench):
    with service(bench):
        page = open_notes(bench)
        page.evaluate("() => { navigator.locks.request = () => Promise.reject(new DOMException('refused', 'SecurityError')); }")
        sign_up(page)
        with page.expect_response("**/api/sign-out") as ended:
            lock(page)
        assert ended.value.ok
        locked(page)


def test_notes_answer_to_an_attempt_that_was_left_ends_its_session(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        lock(page)
        asked, release = hold(page, "sign-in")
        unlock(page)
        asked()
        hide(page)
        with page.expect_response("**/api/sign-out") as ended:
            release()
        assert ended.value.ok
        locked(page)
        assert signed_in(page) == (False, False)
        # A later attempt waits for it, and keeps its own session.
        show(page)
        sent = []
        page.on("request", lambda request: sent.append(request) if request.url.endswith("/api/sign-in") else None)
        asked, release = hold(page, "sign-in")
        unlock(page)
        asked()
        hide(page)
        show(page)
        unlock(page)
        idle(page)
        assert len(sent) == 1
        release()
        opened(page)
        write(page, WORD, "")
        assert signed_in(page) == (True, True)


@thorough
def test_notes_attempt_that_was_left_ends_no_session_of_another_tab(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        tab = another_tab(bench, page)
        asked, release = hold(tab, "sign-in")
        unlock(tab)
        asked()
        hide(tab)
        with tab.expect_response("**/api/sign-in") as answer:
            release()
        assert answer.value.ok
        session_requests_ended(tab)
        locked(tab)
        write(page, WORD, "")
        assert signed_in(page) == (True, True)


@thorough
def test_notes_recovery_that_was_left_opens_nothing_behind_the_lock(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        write(page, WORD, "")
        lock(page)
        press(page, "Forgot your passcode?")
        code_field(page).fill(code)
        press(page, "Continue")
        page.locator("#screen ink-passcode").wait_for()
        asked, release = hold(page, "recover")
        choose(page, "586207")
        asked()
        press(page, "Back")
        press(page, "Back")
        locked(page)
        with page.expect_response("**/api/sign-out"):
            release()
        locked(page)
        assert page.locator("#screen > *").count() == 0 and WORD not in readable(page)
        assert signed_in(page) == (False, False)
        unlock(page, "586207")
        opened(page)
        # The earlier code opens nothing any more.
        assert page.locator("#code-unsaved").is_visible()


def test_notes_device_remembers_the_name_until_told_otherwise(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        page.reload()
        locked(page)
        press(page, f"Not {NAME}?")
        heading(page, "Notes that only you can read.")
        assert NAME not in kept(page)
        # A slip of the finger can be taken back.
        press(page, "Undo")
        locked(page)
        press(page, f"Not {NAME}?")
        heading(page, "Notes that only you can read.")
        page.reload()
        heading(page, "Notes that only you can read.")
        press(page, "I already have notes")
        page.get_by_label("User name").fill(NAME)
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
        focus(page, False)
        settle(page)
        assert page.locator("#note-title").input_value() == WORD, "another window beside it hides nothing"
        hide(page)
        page.wait_for_function("() => document.querySelector('ink-lock').state === 'covered'")
        page.clock.fast_forward(130_000)
        page.wait_for_function("() => !document.querySelector('ink-lock').holdsKey && !document.querySelector('.notebook')")
        assert WORD not in readable(page)


def test_notes_wrong_passcodes_tell_how_many_are_left(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        lock(page)
        pad = page.locator("ink-lock ink-passcode")
        for wrong, left in (("111222", "9 tries left."), ("222111", "8 tries left."), ("222111", "8 tries left.")):
            enter(page, wrong)
            pad.get_by_text(f"Wrong passcode. {left}").first.wait_for()
        bench.expect_complaint("net::ERR_FAILED")
        page.route("**/api/sign-in/options", lambda route: route.abort())
        page.reload()
        page.get_by_role("button", name="Try again").wait_for()
        page.unroute("**/api/sign-in/options")
        page.evaluate("dispatchEvent(new Event('online'))")  # the lock comes by itself
        unlock(page)
        opened(page)


@thorough
def test_notes_that_neither_service_nor_browser_took_survive_the_lock(bench):
    with service(bench):
        bench.expect_complaint("net::ERR_FAILED")
        page = open_notes(bench)
        sign_up(page)
        write(page, WORD, "one")
        page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
        page.route("**/api/notes", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
        page.locator("#note-text").fill("one two")
        page.locator("#saving[data-state=unkept]").wait_for()
        lock(page)
        asks = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))"
        assert page.evaluate(asks), "the browser asks before the note is lost with the page"
        page.unroute("**/api/notes")
        unlock(page)
        opened(page)
        page.locator(".note-item", has_text=WORD).click()
        saved(page)
        assert page.locator("#note-text").input_value() == "one two" and not page.evaluate(asks)


@thorough
def test_notes_written_while_a_save_is_stuck_survive_the_lock(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, WORD, "one")
        asked, release = hold(page, "notes")
        page.locator("#note-text").fill("one two")
        asked()
        page.locator("#note-text").fill("one two three")
        # The lock waits for the request, but not until it is answered.
        hurry(page)
        with page.expect_response("**/api/sign-out"):
            lock(page)
        with page.expect_response("**/api/notes"):
            release()
        unlock(page)
        opened(page)
        page.locator(".note-item", has_text=WORD).click()
        page.wait_for_function("() => document.querySelector('#note-text')?.value === 'one two three'")
        saved(page)
