# SPDX-License-Identifier: MIT
"""Private Notes: the devices and sessions of an account, what it refuses, and its end."""

import json
import math
import re

from bench import idle, thorough
from notes import (
    NAME, PASSCODE, WORD, another_tab, begin, choose, code_field, draw, enter, heading, hold, keep_code, kept, known_device, lock,
    locked, name_account, new_device, open_notes, opened, password, picture, press, recover, recovery_code, saved, service,
    sign_in_as, sign_in_with_code, sign_up, type_twice, unlock, write,
)
from test_notes_keeping import choose_in_menu


def devices(page):
    """The rows of the list of devices, this device last."""
    page.evaluate("location.hash = '#settings'")
    heading(page, "Settings")
    rows = page.locator("#devices > .device")
    rows.first.wait_for()
    return rows.filter(has_not_text="This device"), rows.filter(has_text="This device")


def reload_settings(page):
    page.evaluate("location.hash = ''")
    return devices(page)


def wave(page, aside):
    """One long part, which the screen refuses."""
    box = picture(page)
    x, y, side = box["x"] + box["width"] / 2 + aside, box["y"] + box["height"] / 2, box["width"]
    return [[(x - 0.3 * side + 0.005 * side * step, y + 0.15 * side * math.sin(step / 7.5)) for step in range(121)]]


def weak(page):
    """A circle, and a tap beside it."""
    box = picture(page)
    x, y, side = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]
    turns = [step / 40 * 2 * math.pi for step in range(41)]
    circle = [(x + 0.15 * side * math.sin(turn), y - 0.15 * side * math.cos(turn)) for turn in turns]
    return [circle, [(x + 0.35 * side, y + 0.35 * side)]]


def test_notes_devices_are_listed_and_forgotten_with_a_proof(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        second = known_device(bench, code)
        others, own = devices(page)
        assert others.count() == own.count() == 1
        assert "Last used today at" in own.inner_text() and "Linux" in own.inner_text()
        lock(second)
        others.get_by_role("button", name="Forget").click()
        page.get_by_role("heading", name="Forget ").wait_for()
        press(page, "Forget")
        enter(page, "998112")
        page.locator(".pane ink-passcode").get_by_text("Wrong passcode").first.wait_for()
        assert others.count() == 1
        enter(page)
        page.get_by_text("Device forgotten.").wait_for()
        others.wait_for(state="detached")
        # Its lock still stands there, and leads on.
        unlock(second)
        heading(second, "Sign in again")
        second.get_by_text("You’re signed out on this device").wait_for()
        second.reload()
        heading(second, "Sign in again")
        sign_in_with_code(second, code)
        assert reload_settings(page)[0].count() == 1


@thorough
def test_notes_this_device_is_forgotten(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        write(page, WORD, "")
        devices(page)[1].get_by_role("button", name="Forget").click()
        press(page, "Forget")
        enter(page)
        page.get_by_text("This device was forgotten.").wait_for()
        heading(page, "Notes that only you can read.")
        assert NAME not in kept(page)
        sign_in_as(page)
        heading(page, "New device")
        sign_in_with_code(page, code)
        page.get_by_text(WORD).first.wait_for()


@thorough
def test_notes_session_elsewhere_is_ended(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        second = known_device(bench, code)
        write(second, WORD, "")
        others, _ = devices(page)
        others.get_by_role("button", name="Sign out").click()
        page.get_by_text("Signed out on that device.").wait_for()
        # The list is read again after the words are shown.
        others.get_by_role("button", name="Sign out").wait_for(state="detached")
        assert others.count() == 1
        asked, release = hold(second, "sign-in/options", is_answered=True)
        second.locator("#note-text").fill(f"{WORD}, unsaved")
        locked(second)
        # The device stays known: its short passcode opens it, and nothing is lost, not even what was typed in the
        # meantime.
        enter(second, PASSCODE[:2])
        asked()
        with second.expect_response("**/api/sign-in/options"):
            release()
        idle(second)
        second.keyboard.type(PASSCODE[2:])
        opened(second)
        second.locator("#note-text, .note-item").first.click()
        assert second.locator("#note-text").input_value() == f"{WORD}, unsaved"


@thorough
def test_notes_sign_out_everywhere_else(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        second, third = known_device(bench, code), known_device(bench, code)
        others, _ = devices(page)
        assert others.get_by_role("button", name="Sign out").count() == 2
        press(page, "Sign out everywhere else")
        page.get_by_text("Signed out everywhere else.").wait_for()
        page.get_by_role("button", name="Sign out everywhere else").wait_for(state="hidden")
        status = "fetch('/api/notes').then((answer) => answer.status)"
        assert second.evaluate(status) == third.evaluate(status) == 401
        assert page.evaluate(status) == 200


@thorough
def test_notes_wrong_attempts_are_told_once(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        second = known_device(bench, code)
        lock(page)
        lock(second)
        for wrong in ("111222", "222333"):
            with second.expect_response("**/api/sign-in"):
                unlock(second, wrong)
            second.locator("ink-lock ink-passcode").get_by_text("Wrong passcode").first.wait_for()
        unlock(page)
        opened(page)
        page.get_by_text(re.compile(r"^2 wrong attempts since you last opened your notes\. The last one: \d+ \w+ 20\d\d, \d+:\d\d$")).wait_for()
        press(page, "See devices")
        heading(page, "Settings")
        title = "document.getElementById('devices-title').getBoundingClientRect()"
        assert page.evaluate(f"{title}.top >= 0 && {title}.bottom <= innerHeight"), "the devices have to be looked for"
        lock(page)
        unlock(page)
        opened(page)
        idle(page)
        assert "wrong attempt" not in page.locator("#toast").inner_text()


@thorough
def test_notes_wrong_attempts_are_told_after_the_new_recovery_code(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        lock(page)
        with page.expect_response("**/api/sign-in"):
            unlock(page, "111222")
        second = new_device(bench, viewport={"width": 320, "height": 568})
        press(second, "Forgot your passcode?")
        recover(second, code, "586207")
        recovery_code(second)
        idle(second)
        assert not second.locator("#toast").is_visible(), "it lies over the recovery code’s buttons"
        keep_code(second)
        second.get_by_text("1 wrong attempt since you last opened your notes").wait_for()


def test_notes_account_is_deleted_with_everything_in_it(bench):
    with service(bench) as server:
        page = open_notes(bench)
        code = sign_up(page)
        write(page, WORD, "")
        second = known_device(bench, code)
        devices(page)
        press(page, "Delete account")
        heading(page, "Delete your account?")
        page.locator(".pane-actions").get_by_role("button", name="Cancel").click()
        press(page, "Delete account")
        page.locator(".pane").get_by_role("button", name="Delete account").click()
        enter(page, "998112")
        page.locator(".pane ink-passcode").get_by_text("Wrong passcode").first.wait_for()
        enter(page)
        page.get_by_text("Your account has been deleted.").wait_for()
        heading(page, "Notes that only you can read.")
        assert NAME not in kept(page) and "unsent" not in kept(page)
        assert NAME.encode() not in server.stored()
        assert second.evaluate("fetch('/api/notes').then((answer) => answer.status)") == 401
        stranger = new_device(bench)
        press(stranger, "Use your recovery code")
        code_field(stranger).fill(code)
        press(stranger, "Sign in")
        stranger.get_by_text("Check the user name and the recovery code.").wait_for()
        sign_up(page)  # the name is free again, and the notebook empty


@thorough
def test_notes_deleted_for_good_elsewhere_come_back_as_each_device_wrote_them(bench):
    with service(bench):
        bench.expect_complaint("net::ERR_INTERNET_DISCONNECTED")
        page = open_notes(bench)
        code = sign_up(page)
        write(page, "Boat", "two oars")
        others = [known_device(bench, code) for _ in range(2)]
        for other, words in zip(others, ("three oars", "a sail")):
            other.locator(".note-item", has_text="Boat").click()
            other.context.set_offline(True)
            other.locator("#note-text").fill(words)
            other.locator("#saving[data-state=unsent]").wait_for()
        page.locator("#note-text").fill("")
        page.locator("#note-title").fill("")
        saved(page)
        with page.expect_response("**/api/notes/remove"):
            choose_in_menu(page, "delete")
        before = others[0].evaluate("location.hash")
        for other, words in zip(others, ("three oars", "a sail")):
            other.context.set_offline(False)
            saved(other)
            # It stays open, under its new address.
            assert other.locator("#note-text").input_value() == words
            assert other.evaluate("location.hash") not in ("", before)
            other.locator(".note-item[aria-current=page]", has_text="Boat").wait_for()
        page.reload()
        unlock(page)
        opened(page)
        page.locator(".note-item").nth(1).wait_for()
        assert sorted(page.locator(".note-item .snippet").all_inner_texts()) == ["a sail", "three oars"]


def sign_in_another_user(page):
    """Lets another user sign in with the same browser, without the page's knowledge."""
    made = page.evaluate(
        """async () => {
            const body = JSON.stringify({ name: 'Anton', passcode: { kind: 'six-digits', text: '586207' } });
            const headers = { 'Content-Type': 'application/json' };
            return (await fetch('/api/accounts', { method: 'POST', headers, body })).status;
        }"""
    )
    assert made == 201


def test_notes_of_another_account_are_not_shown_as_ones_own(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Mine", "")
        sign_in_another_user(page)
        # The page reads the list again, and leaves it to its own account.
        with page.expect_response("**/api/notes") as refused, page.expect_navigation():
            page.evaluate("dispatchEvent(new Event('online'))")
        assert refused.value.status == 409 and refused.value.request.method == "GET"
        unlock(page)
        opened(page)
        page.locator(".note-item", has_text="Mine").wait_for()


def test_notes_session_of_another_account_takes_no_note(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Mine", "")
        sign_in_another_user(page)
        with page.expect_response("**/api/notes") as refused, page.expect_navigation():
            page.locator("#note-text").fill(f"{WORD} is mine alone")
        assert refused.value.status == 409
        notes = page.evaluate("fetch('/api/notes').then((answer) => answer.json()).then(({ notes }) => notes.length)")
        assert notes == 0, "a note went to another account"
        # The note waits, sealed, for its own account.
        unlock(page)
        opened(page)
        page.locator("#note-text, .note-item").first.click()
        assert page.locator("#note-text").input_value() == f"{WORD} is mine alone"


@thorough
def test_notes_requests_name_the_account_and_number_their_changes(bench):
    with service(bench):
        page = open_notes(bench)
        sent = []
        page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
        sign_up(page)
        account = page.evaluate("JSON.parse(localStorage['inklock-notes']).account")
        assert re.fullmatch("[0-9a-f]{32}", account)
        write(page, WORD, "")
        devices(page)
        press(page, "Change: Passcode")
        enter(page)
        choose(page, "586207")
        page.get_by_text("Changes saved.").wait_for()
        press(page, "Create new code: Recovery code")
        enter(page, "586207")
        keep_code(page)
        lock(page)
        unlock(page, "586207")
        opened(page)
        signed_in = [request for request in sent if not request.url.endswith(("/accounts", "/accounts/name", "/sign-in", "/sign-in/options"))]
        paths = [request.url.split("/api/")[1] for request in signed_in]
        assert {"notes", "methods/passcode", "methods/recovery-code", "sign-out"} <= set(paths), paths
        for request, path in zip(signed_in, paths):
            assert request.headers.get("inklock-account") == account, path
        operations = [json.loads(request.post_data).get("operation") for request in sent
                      if request.url.endswith(("/accounts", "/sign-in", "/passcode", "/recovery-code"))]
        assert len(operations) >= 4 and all(re.fullmatch("[0-9a-f]{32}", each or "") for each in operations)
        assert len(set(operations)) == len(operations), "two wishes have one number"


def test_notes_new_name_that_is_answered_late_is_not_kept(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        devices(page)
        press(page, "Change user name")
        page.locator("#new-name").fill("Eva Birne")
        press(page, "Continue")
        asked, release = hold(page, "account/name", is_answered=True)
        enter(page)
        asked()
        page.evaluate("document.querySelector('ink-lock').lock()")
        press(page, f"Not {NAME}?")
        heading(page, "Notes that only you can read.")
        with page.expect_response("**/api/account/name"):
            release()
        idle(page)
        assert "Eva" not in kept(page)
        press(page, "Undo")
        unlock(page)
        opened(page)


@thorough
def test_notes_deleted_account_leaves_no_words_that_were_being_sealed(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, WORD, "")
        page.evaluate(
            """() => {
                const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
                const late = new Promise((resolve) => (window.letGo = resolve));
                crypto.subtle.encrypt = async (...what) => (await late, encrypt(...what));
            }""")
        page.locator("#note-text").fill("Sealed too late")
        page.locator("#saving[data-state=saving]").wait_for()
        devices(page)
        press(page, "Delete account")
        page.locator(".pane").get_by_role("button", name="Delete account").click()
        enter(page)
        heading(page, "Notes that only you can read.")
        page.evaluate("letGo()")
        idle(page)
        assert "inklock-notes-unsent" not in kept(page)


def test_notes_unsent_words_wait_under_no_name(bench):
    with service(bench):
        bench.expect_complaint("net::ERR_INTERNET_DISCONNECTED")
        page = open_notes(bench)
        sign_up(page)
        write(page, "Quinces", "")
        page.context.set_offline(True)
        page.locator("#note-text").fill(WORD)
        page.locator("#saving[data-state=unsent]").wait_for()
        # The last attempt to save it has failed before the network is back.
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/api/notes")):
            page.locator(".shelf [data-action=lock]").click()
        locked(page)
        page.context.set_offline(False)
        press(page, f"Not {NAME}?")
        heading(page, "Notes that only you can read.")
        stored = kept(page)
        assert "inklock-notes-unsent" in stored, "what was unsent is lost"
        assert NAME not in stored and WORD not in stored
        sign_in_as(page)
        unlock(page)
        opened(page)
        page.locator("#note-text, .note-item").first.click()
        assert page.locator("#note-text").input_value() == WORD


@thorough
def test_notes_kinds_that_the_service_refuses_are_not_offered(bench):
    with service(bench):
        page = open_notes(bench)
        name_account(page)
        heading(page, "What kind of passcode would you like?")
        kinds = page.locator("[data-kind]").evaluate_all("(all) => all.map((each) => each.dataset.kind)")
        assert kinds == ["six-digits", "alphanumeric", "numeric"]
        page.locator("[data-kind=six-digits]").click()
        choose(page, PASSCODE)
        keep_code(page)
        for _ in range(2):
            press(page, "Not now")
        press(page, "Open my notes")
        # Until the notes are open, the steps of the guide go from the browser's history, and the address with them.
        heading(page, "No notes yet")
        devices(page)
        press(page, "Change: Passcode")
        enter(page)
        page.locator(".pane ink-passcode select").wait_for()
        offered = page.locator(".pane ink-passcode select option").evaluate_all("(all) => all.map((each) => each.value)")
        assert sorted(offered) == ["alphanumeric", "numeric", "six-digits"]


def test_notes_weak_passcodes_are_refused_in_words(bench):
    with service(bench):
        page = open_notes(bench)
        name_account(page)
        page.locator("[data-kind=alphanumeric]").click()
        pad = page.locator("ink-passcode")
        refusals = [
            (f"{NAME.upper()} xy", "That’s too similar to your user name or the name of this app."),
            ("Ch3lsea!!", "That’s easy to guess. Add a word that isn’t common."),
            ("dragon monkey shadow", "That’s easy to guess. Add a word that isn’t common."),
        ]
        field = pad.locator("[part=field]")
        field.fill("x7 k2")
        field.press("Enter")
        pad.get_by_text("Use at least 6 characters.").first.wait_for()  # before it is repeated
        for name in (f"{NAME.upper()}!!", "Pr1vateN0tes"):
            field.fill(name)
            field.press("Enter")
            pad.get_by_text("A common word or a name is easy to guess.").first.wait_for()
            pad.get_by_text("Choose a passcode").first.wait_for()
        for words, told in refusals:
            type_twice(page, words)
            pad.get_by_text(told).first.wait_for()
        type_twice(page, "violet quinces")
        assert recovery_code(page)


@thorough
def test_notes_weak_drawing_is_refused_in_words(bench):
    with service(bench):
        page = open_notes(bench)
        begin(page)
        keep_code(page)
        page.locator("[data-picture=lake]").click()
        draw(page, wave(page, 0))
        page.get_by_text("Draw something in another place on the picture too.").first.wait_for()
        page.get_by_role("button", name="Start over").click()
        draw(page, weak(page))
        page.get_by_text("Still too easy to guess. Add another part, or start over.").first.wait_for()
        page.get_by_role("button", name="Start over").click()
        for aside in (0, 4, -3):
            draw(page, password(page, aside))
        heading(page, "Add a passkey?")


@thorough
def test_notes_other_window_follows_a_deletion(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        tab = another_tab(bench, page)
        unlock(tab)
        opened(tab)
        devices(tab)
        tab.get_by_role("button", name="Delete account").click()
        tab.locator(".pane").get_by_role("button", name="Delete account").click()
        enter(tab)
        heading(tab, "Notes that only you can read.")
        heading(page, "Notes that only you can read.")
