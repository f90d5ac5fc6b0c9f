# SPDX-License-Identifier: MIT
"""Private Notes: the settings, what opens the account, the languages and the looks."""

import io

from PIL import Image

from bench import idle, settle, some, thorough, until
from hand import Hand
from lock import focus
from notes import (
    DESKTOP, NAME, PASSCODE, PHONE, WORD, Authenticator, another_drawing, another_tab, ask_for, begin, choose, draw, enter,
    heading, hold, hurry, keep_code, lock, locked, name_account, open_notes, opened, password, picture, press, proof_by, saved, service,
    sign_up, unlock, write,
)


def settings(page):
    page.get_by_role("link", name="Settings").click()
    heading(page, "Settings")


def prove(page, passcode=PASSCODE):
    heading(page, "Confirm it’s you")
    enter(page, passcode)


def test_notes_passcode_is_changed_with_the_old_one(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        press(page, "Change: Passcode")
        bench.expect_complaint("net::ERR_")
        page.context.set_offline(True)
        prove(page)
        page.locator(".pane .problem", has_text="no connection right now").wait_for()
        assert "Wrong passcode" not in page.locator(".pane ink-passcode [part=message]").inner_text(), "it was not judged"
        page.context.set_offline(False)
        # The current passcode comes first, and a wrong one is told immediately.
        prove(page, "998112")
        page.locator(".pane ink-passcode").get_by_text("Wrong passcode").first.wait_for()
        enter(page)
        choose(page, PASSCODE)
        page.locator(".pane").get_by_text("That’s your current passcode. Choose another.").wait_for()
        choose(page, "586207")
        page.get_by_text("Changes saved.").wait_for()
        lock(page)
        unlock(page, "586207")
        opened(page)


@thorough
def test_notes_passcode_dialog_has_one_colour(bench):
    with service(bench):
        for scheme in ("light", "dark"):
            page = open_notes(bench, color_scheme=scheme)
            sign_up(page, name=f"Vera {scheme}")
            settings(page)
            press(page, "Change: Passcode")
            page.locator(".pane ink-passcode [data-digit='5']").wait_for()
            settle(page)
            box = page.locator("dialog.pane").bounding_box()
            image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            x, middle, width, height = box["x"] + 12, box["y"] + box["height"] / 2, box["width"], box["height"]
            places = [(x, box["y"] + 40), (x, middle), (x + width / 2, box["y"] + height - 5)]
            assert len({image.getpixel(place) for place in places}) == 1, scheme


def count_online_waiters(page):
    """Returns how many promises of the page resolve with the connection."""
    protocol = page.context.new_cdp_session(page)
    window = protocol.send("Runtime.evaluate", {"expression": "window", "objectGroup": "window"})["result"]["objectId"]
    found = protocol.send("DOMDebugger.getEventListeners", {"objectId": window})["listeners"]
    protocol.detach()
    return len([each for each in found if each["type"] == "online" and "native code" in each["handler"]["description"]])


@thorough
def test_notes_change_that_waits_for_a_connection_ends_with_the_lock(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        press(page, "Change: Passcode")
        prove(page)
        bench.expect_complaint("net::ERR_")
        page.route("**/api/methods/passcode", lambda route: route.abort("connectionreset"))
        choose(page, "586207")
        page.locator(".pane").get_by_role("button", name="Try again").wait_for()
        assert count_online_waiters(page) == 1
        page.evaluate("document.querySelector('ink-lock').lock()")
        locked(page)
        assert count_online_waiters(page) == 0, "the change, with its passcodes, stays in memory"
        page.unroute("**/api/methods/passcode")
        sent = []
        page.on("request", lambda request: sent.append(request.url))
        unlock(page)
        opened(page)
        page.evaluate("dispatchEvent(new Event('online'))")
        idle(page)
        assert not [url for url in sent if url.endswith("methods/passcode")]
        lock(page)
        unlock(page)
        opened(page)


@thorough
def test_notes_change_that_fails_behind_the_lock_waits_for_no_connection(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        press(page, "Change: Passcode")
        prove(page)
        bench.expect_complaint("net::ERR_")
        held, failed = [], []
        page.route("**/api/methods/passcode", lambda route: route.abort("connectionreset") if held else held.append(route))
        page.on("requestfailed", lambda request: failed.append(request) if request.url.endswith("methods/passcode") else None)
        choose(page, "586207")
        until(page, lambda: held)
        page.evaluate("document.querySelector('ink-lock').lock()")
        locked(page)
        hurry(page)
        held[0].abort("connectionreset")
        until(page, lambda: len(failed) == 3)  # the last one that the page sends by itself
        idle(page)
        assert count_online_waiters(page) == 0, "the change, with its passcodes, stays in memory"
        assert page.locator("dialog.pane[open]").count() == 0


@thorough
def test_notes_change_that_is_answered_behind_the_lock_changes_only_the_account(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        page.get_by_text("Dark", exact=True).click()
        press(page, "Change: Passcode")
        prove(page)
        asked, release = hold(page, "methods/passcode", is_answered=True)
        choose(page, "586207")
        asked()
        page.evaluate("document.querySelector('ink-lock').lock()")
        with page.expect_response("**/api/methods/passcode"):
            release()
        idle(page)
        assert page.evaluate("JSON.parse(localStorage['inklock-notes']).theme") == "dark"
        # The page believes in no session.
        press(page, f"Not {NAME}?")
        press(page, "Undo")
        unlock(page, "586207")
        opened(page)
        # A recovery code that was asked for is not shown behind the lock.
        page.evaluate("location.hash = '#settings'")
        asked, release = hold(page, "methods/recovery-code", is_answered=True)
        press(page, "Create new code: Recovery code")
        prove(page, "586207")
        asked()
        page.evaluate("document.querySelector('ink-lock').lock()")
        with page.expect_response("**/api/methods/recovery-code"):
            release()
        idle(page)
        assert page.locator("#letters").count() == 0
        unlock(page, "586207")
        opened(page)
        page.evaluate("location.hash = ''")
        page.locator("#code-unsaved").wait_for()


@thorough
def test_notes_account_gets_another_name_with_a_proof(bench):
    with service(bench):
        sign_up(open_notes(bench), name="Bob")
        page = open_notes(bench)
        sign_up(page)
        tab = another_tab(bench, page)
        unlock(tab)
        opened(tab)
        settings(page)
        press(page, "Change user name")
        field = page.locator(".pane").get_by_label("User name")
        assert field.input_value() == NAME
        for name, told in (("", "Please enter a name"), ("BOB", "That user name is taken. Choose another.")):
            field.fill(name)
            press(page, "Continue")
            page.locator(".pane [role=alert]").filter(has_text=told).wait_for()
            assert field.get_attribute("aria-invalid") == "true"
        field.fill("Ada")
        press(page, "Continue")
        prove(page, "998112")
        page.locator(".pane ink-passcode").get_by_text("Wrong passcode").first.wait_for()
        enter(page)
        page.get_by_text("User name changed.").wait_for()
        page.get_by_text("Signed in as Ada").wait_for()
        lock(page)  # and with it the other tab
        for each in (page, tab):
            each.get_by_role("button", name="Not Ada?").wait_for()
        page.reload()
        page.get_by_role("button", name="Not Ada?").wait_for()
        unlock(page)
        opened(page)


@thorough
def test_notes_lockout_by_wrong_proofs_holds_after_locking(bench):
    with service(bench) as server:
        page = open_notes(bench)
        sign_up(page)
        settings(page)

        def ask():
            press(page, "Change user name")
            page.locator(".pane").get_by_label("User name").fill("Ada")
            press(page, "Continue")

        ask()
        for wrong in ("111222", "222333", "333444", "444555"):
            with page.expect_response("**/api/account/name"):
                prove(page, wrong)
            settle(page)
        page.locator(".pane").get_by_text("Try again in").first.wait_for()
        assert page.evaluate("document.querySelector('ink-lock').state") == "unlocked"
        page.keyboard.press("Escape")
        lock(page)
        page.locator("ink-lock").get_by_text("Try again in").first.wait_for()
        assert page.locator("ink-lock ink-passcode").count() == 0, "something can be tried"
        server.advance(61)
        page.reload()
        unlock(page)
        opened(page)
        settings(page)
        ask()
        prove(page)
        page.get_by_text("User name changed.").wait_for()
        lock(page)
        page.locator("ink-lock ink-passcode").wait_for()


@thorough
def test_notes_lockout_holds_whatever_becomes_of_the_dialog(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page, picture=True)
        settings(page)
        press(page, "Change: Passcode")
        for wrong in ("111222", "222333", "333444"):
            with page.expect_response("**/api/proof"):
                prove(page, wrong)
            settle(page)
        asked, release = hold(page, "proof", is_answered=True)
        prove(page, "444555")
        asked()
        page.keyboard.press("Escape")
        with page.expect_response("**/api/proof"):
            release()
        page.locator("dialog.pane").wait_for(state="detached")
        # A drawing is checked with the change only, and says nothing before.
        press(page, "Change: Passcode")
        proof_by(page, "Picture password")
        draw(page, another_drawing(page))
        page.locator(".pane ink-passcode").get_by_text("Choose a passcode").first.wait_for()
        page.keyboard.press("Escape")
        lock(page)
        page.locator("ink-lock").get_by_text("Try again in").first.wait_for()
        assert page.locator("ink-lock ink-passcode").count() == 0, "something can be tried"


@thorough
def test_notes_right_proof_ends_the_lockout_that_the_lock_knows(bench):
    for is_refused in (False, True):
        with service(bench) as server:
            if is_refused:
                sign_up(open_notes(bench), name="Bob")
            page = open_notes(bench)
            sign_up(page)
            settings(page)
            press(page, "Change: Passcode")
            for wrong in ("111222", "222333", "333444", "444555"):
                with page.expect_response("**/api/proof"):
                    prove(page, wrong)
                settle(page)
            page.keyboard.press("Escape")
            server.advance(61)
            if is_refused:  # the change, after its proof was accepted
                page.route("**/api/accounts/name", lambda route: route.fulfill(json={}))
                press(page, "Change user name")
                page.locator(".pane").get_by_label("User name").fill("Bob")
                press(page, "Continue")
                prove(page)
                page.locator(".pane [role=alert]").filter(has_text="That user name is taken.").wait_for()
            else:
                press(page, "Change: Passcode")
                prove(page)
                page.locator(".pane ink-passcode").get_by_text("Choose a passcode").first.wait_for()
            page.keyboard.press("Escape")
            lock(page)
            assert page.evaluate("document.querySelector('ink-lock').state") == "locked", is_refused


@thorough
def test_notes_change_that_was_sent_before_the_dialog_was_cancelled_is_followed(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        # Only a check of a proof is given up with its dialog.
        press(page, "Change: Passcode")
        asked, release = hold(page, "proof", is_answered=True)
        prove(page)
        asked()
        page.keyboard.press("Escape")
        with page.expect_response("**/api/proof"):
            release()
        press(page, "Change user name")
        page.locator(".pane").get_by_label("User name").fill("Ada")
        press(page, "Continue")
        asked, release = hold(page, "account/name", is_answered=True)
        prove(page)
        asked()
        page.keyboard.press("Escape")
        assert page.locator(".pane").count() == 0
        release()
        page.get_by_text("User name changed.").wait_for()
        assert page.locator(".pane").count() == 0
        lock(page)
        page.get_by_role("button", name="Not Ada?").wait_for()


@thorough
def test_notes_passkey_is_not_asked_for_after_the_dialog_was_cancelled(bench):
    with service(bench):
        page = open_notes(bench)
        Authenticator(page)
        sign_up(page, passkey=True)
        page.evaluate("""() => {
            window.prompts = [];
            const get = navigator.credentials.get.bind(navigator.credentials);
            navigator.credentials.get = (what) => (prompts.push(what.signal?.aborted), get(what));
        }""")
        settings(page)
        press(page, "Change user name")
        page.locator(".pane").get_by_label("User name").fill("Ada")
        press(page, "Continue")
        heading(page, "Confirm it’s you")
        proof_by(page, "Passkeys")
        asked, release = hold(page, "passkeys/options")
        press(page, "Use a passkey")
        asked()
        page.keyboard.press("Escape")
        sent = []
        page.on("request", lambda request: sent.append(request.url))
        with page.expect_response("**/api/passkeys/options"):
            release()
        page.wait_for_function("() => prompts.length")
        idle(page)
        assert page.evaluate("prompts") == [True] and not any(url.endswith("account/name") for url in sent), sent


@thorough
def test_notes_keys_stand_in_dialogs_as_on_the_lock(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        for button in ("Change: Passcode", "Create new code: Recovery code"):
            press(page, button)
            keys = [page.locator(f".pane ink-passcode [data-digit='{digit}']") for digit in "80"]
            keys[0].wait_for()
            settle(page)
            eight, none = [key.bounding_box() for key in keys]
            assert abs(eight["x"] - none["x"]) < 2 and none["y"] > eight["y"], (button, eight, none)
            pane = page.locator("dialog.pane")
            assert pane.evaluate("(pane) => pane.scrollHeight <= pane.clientHeight"), button
            page.locator(".pane [data-action=cancel]").first.click()


@thorough
def test_notes_dialogs_close_with_escape(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page, picture=True)
        settings(page)
        pane = page.locator("dialog[open]")

        def closes(name):
            page.keyboard.press("Escape")
            pane.wait_for(state="detached")
            assert page.get_by_role("heading", name="Settings", exact=True).is_visible(), name

        press(page, "Change: Passcode")
        page.locator(".pane ink-passcode").evaluate("(pad) => pad.ready.then(() => pad.focus())")
        page.keyboard.type("27")
        page.keyboard.press("Escape")
        assert pane.count() == 1, "the first one takes back what was typed"
        closes("proof")
        press(page, "Change: Passcode")
        enter(page)
        page.locator(".pane ink-passcode").get_by_text("Choose a passcode").first.wait_for()
        closes("new passcode")
        press(page, "Change: Picture password")
        proof_by(page, "Picture password")
        picture(page)
        closes("drawing")
        press(page, "Change: Picture password")
        page.locator("[data-picture=lake], .pane ink-passcode").first.wait_for()
        closes("pictures")


@thorough
def test_notes_dialogs_close_with_a_step_back(bench):
    with service(bench):
        page = open_notes(bench, **PHONE)
        sign_up(page)
        for name, opens in (("Change user name", "#new-name"), ("Change: Passcode", ".pane ink-passcode")):
            settings(page)
            press(page, name)
            page.locator(opens).wait_for()
            page.go_back()
            page.locator("#screen dialog").wait_for(state="detached")
            heading(page, "No notes yet")
        settings(page)
        press(page, "Set up: Picture password")
        prove(page)
        page.locator("[data-picture=lake]").click()
        page.locator(".picture-stage").wait_for()
        page.go_back()
        page.locator(".picture-stage").wait_for(state="detached")
        assert page.locator("#screen dialog").count() == 0
        heading(page, "No notes yet")


@thorough
def test_notes_names_in_latin_letters_stand_right_among_arabic(bench):
    with service(bench):
        page = open_notes(bench, **PHONE)
        sign_up(page)
        write(page, "Quinces", "From the garden.")
        page.get_by_role("link", name="All notes").click()
        settings(page)
        page.get_by_text("العربية", exact=True).click()
        page.locator("html[dir=rtl]").wait_for()
        title = page.locator(".device-name b")
        title.get_by_text("على").wait_for()
        # A browser "on" a system, read from the right.
        assert title.evaluate("""(title) => {
            const { firstChild: { data } } = title;
            const range = document.createRange();
            const left = (from, to) => {
                range.setStart(title.firstChild, from);
                range.setEnd(title.firstChild, to);
                return range.getBoundingClientRect().left;
            };
            const gap = data.indexOf(' ');
            return left(0, gap) > left(data.lastIndexOf(' ') + 1, data.length);
        }"""), "the system comes first"
        page.evaluate("location.hash = ''")
        for part in ("b", ".snippet"):
            row, words = page.locator(".note-item").bounding_box(), page.locator(f".note-item {part}").bounding_box()
            assert words["x"] + words["width"] > row["x"] + row["width"] - 16, (part, row, words)
            assert words["width"] < row["width"] / 2, "it takes only its own width"


@thorough
def test_notes_dialogs_of_keys_fill_a_phone(bench):
    with service(bench):
        page = open_notes(bench, **PHONE)
        sign_up(page)
        settings(page)
        press(page, "Create new code: Recovery code")
        page.locator(".pane ink-passcode").wait_for()
        settle(page)
        box = page.locator("dialog.pane").bounding_box()
        assert (box["x"], box["width"]) == (0, 390), box


@thorough
def test_notes_proof_by_passcode_needs_no_scrolling_on_any_screen(bench):
    with service(bench):
        page = open_notes(bench, locale="de-DE", **PHONE)
        for action in ("begin", "keep"):
            page.locator(f"[data-action={action}]:visible").click()
        page.locator("#name").fill(NAME)
        press(page, "Weiter")
        page.locator("[data-kind=six-digits]").click()
        enter(page)
        page.get_by_text("Code erneut eingeben").first.wait_for()
        enter(page)
        page.locator("#kept").check()
        press(page, "Weiter")
        page.locator("[data-picture=harbour]").click()
        for aside in (0, 4, -3):
            draw(page, password(page, aside))
        press(page, "Jetzt nicht")
        press(page, "Meine Notizen öffnen")
        page.get_by_role("link", name="Einstellungen").click()
        press(page, "Ändern: Code")
        for width, height in ((320, 568), (568, 320), (844, 390), (390, 844), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            key = page.locator(".pane ink-passcode [data-digit='0']")
            key.wait_for()
            settle(page)
            box = key.bounding_box()
            assert box["y"] + box["height"] <= height, (width, height, box)
            assert page.locator("dialog.pane").evaluate("(pane) => pane.scrollHeight <= pane.clientHeight"), (width, height)


@thorough
def test_notes_passcode_of_another_kind(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        press(page, "Change: Passcode")
        prove(page)
        pad = page.locator(".pane ink-passcode")
        page.locator(".pane ink-passcode select").wait_for()
        pad.evaluate("async (pad) => { await pad.ready; }")
        pad.locator("select").select_option("alphanumeric")
        for _ in range(2):
            field = pad.locator("[part=field]")
            field.fill("seven quinces")
            field.press("Enter")
            settle(page)
        page.get_by_text("Changes saved.").wait_for()
        page.get_by_text("Letters and words").wait_for()
        lock(page)
        ask_for(page, "Enter Private Notes passcode", "ink-passcode")
        field = page.locator("ink-lock ink-passcode [part=field]")
        field.fill("seven quinces")
        field.press("Enter")
        opened(page)


@thorough
def test_notes_picture_is_set_and_removed_and_the_last_way_stays(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        press(page, "Set up: Picture password")
        prove(page)
        page.locator("[data-picture=lake]").click()
        for aside in (0, 4, -3):
            draw(page, password(page, aside))
        page.get_by_text("Changes saved.").wait_for()
        page.get_by_text("The lake").wait_for()
        press(page, "Remove: Picture password")
        heading(page, "Remove your picture password?")
        press(page, "Remove")
        heading(page, "Confirm it’s you")
        settle(page)
        assert page.locator("#toast").is_hidden(), "behind the second dialog"
        prove(page)
        page.get_by_text("Removed.", exact=True).wait_for()
        # Before anything is asked.
        press(page, "Remove: Passcode")
        page.get_by_text("You need a passcode or a picture password.").wait_for()


@thorough
def test_notes_settings_say_that_a_change_is_saved_where_it_was_made(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        press(page, "Change: Passcode")
        prove(page)
        choose(page, "586207")
        passcode = page.locator("#unlock-methods > li", has=page.get_by_role("button", name="Change: Passcode"))
        passcode.get_by_role("status").get_by_text("Changes saved.").wait_for()
        assert page.locator("#toast").is_hidden()
        assert page.evaluate("document.activeElement.ariaLabel") == "Change: Passcode", "the keyboard is still there"
        # A refusal is no result of the row.
        press(page, "Remove: Passcode")
        page.locator("#toast").get_by_text("You need a passcode or a picture password.").wait_for()
        assert passcode.get_by_role("status").inner_text() == ""


@thorough
def test_notes_drawing_proves_a_change_and_is_asked_for_again(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page, picture=True)
        settings(page)
        press(page, "Change: Passcode")
        proof_by(page, "Picture password")
        # A drawing proves once, so it is checked with the change, and the new passcode is kept.
        draw(page, another_drawing(page))
        choose(page, "586207")
        page.locator(".pane").get_by_text("That didn’t open your notes.").wait_for()
        proof_by(page, "Picture password")
        draw(page, password(page, 2))
        page.get_by_text("Changes saved.").wait_for()
        lock(page)
        unlock(page, "586207")
        opened(page)


def test_notes_passkey_is_added_named_and_removed(bench):
    with service(bench):
        page = open_notes(bench)
        Authenticator(page)
        sign_up(page)
        settings(page)
        press(page, "Add a passkey: Passkeys")
        page.get_by_label("Name of the passkey").fill("Blue laptop")
        press(page, "Add a passkey")
        prove(page)
        page.get_by_text("You can now sign in with this passkey.").wait_for()
        press(page, "Rename: Blue laptop")
        page.get_by_label("Name of the passkey").fill("")
        press(page, "Save")
        page.get_by_text("Please enter a name").wait_for()
        page.get_by_label("Name of the passkey").fill("Grey laptop")
        press(page, "Save")
        page.get_by_text("Grey laptop").wait_for()
        # The device has one already, which is no cancelling.
        press(page, "Add a passkey: Passkeys")
        assert page.get_by_label("Name of the passkey").input_value() == "Passkey 2"
        press(page, "Add a passkey")
        page.get_by_text("This device already has a passkey for your notes.").wait_for()
        lock(page)
        press(page, "Use your passkey")
        opened(page)
        settings_link = page.get_by_role("link", name="Settings")
        settings_link.click()
        press(page, "Remove: Grey laptop")
        press(page, "Remove")
        prove(page)
        page.get_by_text("Removed.", exact=True).wait_for()
        lock(page)
        assert page.get_by_role("button", name="Use your passkey", exact=True).count() == 0


@thorough
def test_notes_hide_behind_another_window_by_choice(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        choice = page.get_by_label("Hide my notes while I use another window")
        assert not choice.is_checked()
        tab = another_tab(bench, page)
        unlock(tab)
        opened(tab)
        choice.check()
        tab.wait_for_function("() => document.querySelector('ink-lock').settings.coversWhenInactive")
        tab.close()
        focus(page, False)
        locked(page)
        focus(page, True)
        opened(page)
        assert choice.is_checked()
        choice.uncheck()
        focus(page, False)
        settle(page)
        assert page.evaluate("document.querySelector('ink-lock').isOpen")


@thorough
def test_notes_passkey_proves_a_change(bench):
    with service(bench):
        page = open_notes(bench)
        Authenticator(page)
        code = sign_up(page, passkey=True)
        settings(page)
        press(page, "Create new code: Recovery code")
        heading(page, "Confirm it’s you")
        proof_by(page, "Passkeys")
        press(page, "Use a passkey")
        new = page.locator("#letters").inner_text()
        assert new != code
        keep_code(page)
        page.get_by_text("Changes saved.").wait_for()


@thorough
def test_notes_lock_while_a_change_that_a_passkey_proved_waits_for_an_answer(bench):
    with service(bench):
        page = open_notes(bench, before=lambda page: page.clock.install())
        page.clock.resume()
        Authenticator(page)
        sign_up(page, passkey=True)
        settings(page)
        page.get_by_label("Hide my notes while I use another window").check()
        press(page, "Create new code: Recovery code")
        proof_by(page, "Passkeys")
        bench.expect_complaint("net::ERR_")
        page.route("**/api/methods/recovery-code", lambda route: route.abort("connectionreset"))
        press(page, "Use a passkey")
        page.locator(".pane").get_by_role("button", name="Try again").wait_for()
        focus(page, False)
        locked(page)
        page.clock.fast_forward(130_000)
        page.wait_for_function("() => !document.querySelector('ink-lock').holdsKey")


def test_notes_settings_are_kept_sealed_and_come_back(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        hurry(page)
        page.get_by_text("Dark", exact=True).click()
        page.get_by_text("Translucent", exact=True).click()
        page.get_by_text("10 minutes", exact=True).click()
        with page.expect_response("**/api/notes"):
            page.get_by_label("Scramble the passcode keypad").check()
        lock(page)
        digits = page.locator("ink-lock ink-passcode[scrambled]").locator("[data-digit]")
        digits.first.wait_for()
        assert digits.evaluate_all("(keys) => keys.map((key) => key.dataset.digit).sort().join('')") == "0123456789"
        unlock(page)
        opened(page)
        page.evaluate("localStorage.setItem('inklock-notes', JSON.stringify({ name: JSON.parse(localStorage['inklock-notes']).name }))")
        page.reload()
        unlock(page)
        opened(page)
        assert page.locator("html").get_attribute("data-theme") == "dark"
        assert page.locator("ink-lock").get_attribute("theme") == "translucent-dark"
        assert page.evaluate("document.querySelector('ink-lock').settings.graceSeconds") == 600
        assert page.get_by_label("Scramble the passcode keypad").is_checked()
        assert page.evaluate("document.querySelector('ink-lock').methods.passcode.scrambled") is True


@thorough
def test_notes_code_and_pictures_fit_the_dialogs_of_a_small_phone(bench):
    with service(bench):
        page = open_notes(bench, viewport={"width": 320, "height": 568})
        sign_up(page)
        settings(page)
        press(page, "Set up: Picture password")
        prove(page)
        page.locator("[data-picture=harbour]").wait_for()
        for name in ("The harbour", "The kitchen"):
            assert page.locator(".picture-tile span", has_text=name).bounding_box()["height"] < 30, f"two lines: {name}"
        page.locator(".pane").get_by_role("button", name="Cancel").click()
        press(page, "Create new code: Recovery code")
        prove(page)
        copy, print_it = [page.get_by_role("button", name=name, exact=True).bounding_box() for name in ("Copy", "Print")]
        assert copy["y"] == print_it["y"], (copy, print_it)
        tick = page.get_by_label("I’ve saved it").bounding_box()
        assert tick["y"] + tick["height"] <= 568, f"nothing says that more follows: {tick}"


@thorough
def test_notes_show_how_a_drawing_is_seen_only_to_who_sets_it_up(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        page.get_by_text("Show what’s going on while I set it up").click()
        press(page, "Set up: Picture password")
        prove(page)
        page.locator("[data-picture=lake]").click()
        workings = lambda: page.locator("ink-picture-password").evaluate("(pad) => pad.debugData()")
        Hand(page).touch(password(page)[0])
        assert workings() is not None
        page.locator("ink-picture-password [data-action=clear]").click()
        for aside in (0, 4, -3):
            draw(page, password(page, aside))
        page.get_by_text("Changes saved.").wait_for()
        page.get_by_text("The lake").wait_for()
        lock(page)
        ask_for(page, "Draw on your picture", "ink-picture-password")
        Hand(page).touch(password(page)[0])
        assert workings() is None


def test_notes_sign_out_forgets_the_name(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, WORD, "")
        settings(page)
        press(page, "Sign out on this device")
        heading(page, "Notes that only you can read.")
        page.get_by_text("You’re signed out on this device.").wait_for()
        assert page.evaluate("fetch('/api/session').then((answer) => answer.status)") == 401
        assert NAME not in page.evaluate("localStorage['inklock-notes'] ?? ''")


def test_notes_speak_german_from_the_first_word_to_the_lock(bench):
    with service(bench):
        page = open_notes(bench, locale="de-DE")
        heading(page, "Notizen, die nur Sie lesen können.")
        press(page, "Loslegen")
        press(page, "Sperren und sichern")
        page.get_by_label("Benutzername").fill("Eva")
        press(page, "Weiter")
        page.locator("[data-kind=six-digits]").click()
        enter(page)
        page.get_by_text("Code erneut eingeben").first.wait_for()
        enter(page)
        page.get_by_label("Ich habe ihn gesichert").check()
        press(page, "Weiter")
        press(page, "Jetzt nicht")
        press(page, "Jetzt nicht")
        press(page, "Meine Notizen öffnen")
        heading(page, "Noch keine Notizen")
        page.get_by_role("link", name="Einstellungen").click()
        page.get_by_text("English", exact=True).click()
        heading(page, "Settings")
        page.evaluate("window.said = document.getElementById('toast-words')")
        press(page, "Download all notes")
        page.get_by_text("The file is in your downloads.").wait_for()
        page.get_by_text("Deutsch", exact=True).click()
        page.wait_for_function("() => !said.textContent")  # in the former language
        heading(page, "Einstellungen")
        press(page, "Tastenkürzel")
        assert page.locator(".shortcuts kbd").first.inner_text() == "Strg"
        page.keyboard.press("Escape")
        page.locator(".shelf [data-action=lock]").click()
        page.locator("ink-lock ink-passcode").get_by_text("Geben Sie Ihren Code").first.wait_for()
        page.get_by_role("button", name="Nicht Eva?").wait_for()


def test_notes_tables_have_the_same_words(bench):
    # Of the sources, because the bundled site of `service` has no tables of its own.
    page = open_notes(bench)
    lacking = page.evaluate(
        """async () => {
            const [{ english }, { german }] = await Promise.all([
                import('/demo/notes/texts-en.js'), import('/demo/notes/texts-de.js'),
            ]);
            const names = (table, at = '') => Object.entries(table).flatMap(([name, value]) =>
                typeof value === 'object' ? names(value, `${at}${name}.`) : [`${at}${name} ${typeof value}`]);
            const [en, de] = [names(english), names(german)];
            return [...en.filter((name) => !de.includes(name)), ...de.filter((name) => !en.includes(name))];
        }"""
    )
    assert lacking == []
    empty = page.evaluate(
        """() => [...document.querySelectorAll('template')].flatMap((each) => [...each.content.querySelectorAll(
            '[data-text], [data-label], [data-placeholder]')].flatMap((at) => Object.values({ ...at.dataset })))"""
    )
    known = page.evaluate("import('/demo/notes/texts-en.js').then(({ english }) => Object.keys(english))")
    asked = {name for name in empty if name[:1].islower() and "-" not in name}
    actions = {"begin", "sign", "back", "passkey", "copy", "print", "skip", "open", "new", "lock", "pdf", "delete", "unsign",
               "cancel", "code", "phrase", "name", "forgot", "others", "system", "theme", "passcodeTheme", "language", "graceSeconds", "alphanumeric", "numeric"}
    assert asked - set(known) <= actions, asked - set(known) - actions


@thorough
def test_notes_fit_every_screen_with_large_text_and_from_right_to_left(bench):
    with service(bench):
        large = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; document.documentElement.dir = 'rtl'; })"
        for size in some((PHONE, DESKTOP)):
            width = size["viewport"]["width"]
            wider = "[...document.querySelectorAll('.leaf, .shelf')].some((part) => part.scrollWidth > part.clientWidth + 1)"
            fits = lambda: page.evaluate("document.documentElement.scrollWidth") <= width and not page.evaluate(wider)
            page = open_notes(bench, before=lambda page: page.add_init_script(large), **size)
            assert fits(), "welcome"
            press(page, "Start writing")
            page.locator("#note-title").fill("Quittenbrot" * 8)
            words, keep = page.locator("#draft-state").bounding_box(), page.locator("[data-action=keep]:visible").bounding_box()
            assert fits() and (words["y"] >= keep["y"] + keep["height"] or keep["y"] >= words["y"] + words["height"] or keep["x"] + keep["width"] <= words["x"]), "first note"
            press(page, "Lock and save")
            page.get_by_label("User name").fill(f"Eva {width} " + "Quittenbrot" * 5)
            assert fits(), "name"
            press(page, "Continue")
            page.locator("[data-kind=six-digits]").wait_for()
            assert fits(), "kind"
            page.locator("[data-kind=six-digits]").click()
            enter(page)
            page.get_by_text("Re-enter your passcode").first.wait_for()
            assert fits(), "passcode"
            enter(page)
            page.locator("#letters").wait_for()
            assert fits(), "code"
            keep_code(page)
            assert fits() and page.get_by_text("For example").is_visible(), "picture"
            press(page, "Not now")
            press(page, "Not now")
            press(page, "Open my notes")
            page.locator("#note-title").wait_for()
            saved(page)
            assert fits(), "note"
            page.locator(".leaf-tools [data-action=sign]").click()
            page.locator(".pane .hint").wait_for()
            settle(page)
            assert page.locator(".pane").evaluate("(pane) => pane.scrollWidth <= pane.clientWidth"), "signing"
            page.keyboard.press("Escape")
            page.evaluate("location.hash = '#settings'")
            heading(page, "Settings")
            settle(page)
            assert fits(), "settings"
            page.set_viewport_size({"width": min(width, 320), "height": 844})
            choices = page.locator(".segments.wrap label").all()
            assert all(each.evaluate("(label) => label.offsetWidth <= label.closest('.card').querySelector('h2').offsetWidth") for each in choices), "choices"
            page.set_viewport_size(size["viewport"])
            page.get_by_text("Deutsch", exact=True).click()
            heading(page, "Einstellungen")
            assert fits(), "German settings"
            page.evaluate("history.back()")
            page.locator(".leaf-tools").get_by_text("Unterschreiben").wait_for()
            assert fits(), "German note"
            page.locator(".shelf [data-action=lock]").evaluate("(button) => button.click()")
            locked(page)
            assert fits(), "lock"


CONTRAST = """(field) => {
    const style = getComputedStyle(field, '::selection');
    const light = (color) => {
        const parts = color.match(/[\\d.]+/g).map(Number);
        if (parts.length > 3 && parts[3] < 1) return NaN;
        const [red, green, blue] = parts.map((each) => (each <= 10 ? each / 3294.6 : ((each / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [lower, upper] = [light(style.color), light(style.backgroundColor)].sort((one, other) => one - other);
    return (upper + 0.05) / (lower + 0.05);
}"""


@thorough
def test_notes_selected_text_is_readable(bench):
    with service(bench):
        for scheme in ("light", "dark"):
            page = open_notes(bench, color_scheme=scheme)
            press(page, "Start writing")
            assert page.locator("#note-text").evaluate(CONTRAST) >= 4.5, scheme
            press(page, "Lock and save")
            page.get_by_label("User name").fill(NAME)
            assert page.locator("#name").evaluate(CONTRAST) >= 4.5, scheme
            press(page, "Continue")
            page.locator("[data-kind=alphanumeric]").click()
            assert page.locator("ink-passcode [part=field]").evaluate(CONTRAST) >= 4.5, scheme


def under_toast(page):
    """Shows a toast, and returns the controls that stay under it wherever the page is scrolled."""
    return page.evaluate(
        """() => {
            // As `Toast` of the page shows it, which a bundled page keeps to itself.
            const [shown, words, action] = ['toast', 'toast-words', 'toast-action'].map((id) => document.getElementById(id));
            [words.textContent, action.textContent] = ['User name removed from this device. '.repeat(2), 'Undo'];
            shown.hidden = action.hidden = false;
            document.documentElement.style.setProperty('--toast-size', `${shown.offsetHeight}px`);
            const under = [...document.querySelectorAll('#screen :is(a, button, input, select)')].filter((control) => {
                control.scrollIntoView({ block: 'nearest' });
                const box = control.getBoundingClientRect();
                const over = shown.getBoundingClientRect();
                return control.checkVisibility() && box.width > 1 && box.bottom > over.top && box.top < over.bottom
                    && box.right > over.left && box.left < over.right;
            });
            shown.hidden = true;
            words.textContent = '';
            return under.map((control) => control.outerHTML.slice(0, 80));
        }""")


@thorough
def test_notes_buttons_of_the_settings_have_one_width_on_a_phone_and_their_own_elsewhere(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        widths = "[...document.querySelectorAll('.settings .button')].filter((each) => each.offsetWidth).map((each) => [each.offsetWidth, each.parentElement.clientWidth])"
        assert all(width < whole * 0.7 for width, whole in page.evaluate(widths)), page.evaluate(widths)
        write(page, "Quinces", "")
        page.locator(".menu summary").click()
        page.locator(".menu [data-action=delete]").click()
        page.evaluate("location.hash = '#bin'")
        page.get_by_role("button", name="Empty bin", exact=True).wait_for()
        assert all(width < whole * 0.7 for width, whole in page.evaluate(widths)), page.evaluate(widths)
        page.set_viewport_size({"width": 390, "height": 844})
        title, restore = page.locator("#binned b").bounding_box(), page.locator("#binned button").first
        inset = restore.evaluate("(button) => parseFloat(getComputedStyle(button).paddingLeft)")
        assert abs(restore.bounding_box()["x"] + inset - title["x"]) < 2, "the buttons stand apart from their note"
        assert all(width > whole * 0.85 for width, whole in page.evaluate(widths)), page.evaluate(widths)


@thorough
def test_notes_guide_shows_the_icon_above_the_keys(bench):
    with service(bench):
        page = open_notes(bench)
        name_account(page)
        page.locator("[data-kind=six-digits]").click()
        page.locator("ink-passcode [part=icon]").wait_for()
        enter(page)
        page.get_by_text("Re-enter your passcode").first.wait_for()
        assert page.locator("ink-passcode [part=icon]").is_visible(), "the icon goes with the second entry"
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the keys have to be scrolled to"


@thorough
def test_notes_pictures_fill_their_rows(bench):
    with service(bench):
        for width, height in ((320, 568), (820, 1180), (1280, 800)):
            page = open_notes(bench, viewport={"width": width, "height": height})
            begin(page, name=f"Eva {width}")
            keep_code(page)
            heading(page, "Unlock by drawing?")
            grid = page.locator(".picture-grid").bounding_box()
            tiles = [tile.bounding_box() for tile in page.locator(".picture-tile").all()]
            for top in {round(tile["y"]) for tile in tiles}:
                row = [tile for tile in tiles if round(tile["y"]) == top]
                end = max(tile["x"] + tile["width"] for tile in row)
                assert abs(end - grid["x"] - grid["width"]) < 2, (width, row)


@thorough
def test_notes_toast_stays_while_it_is_used_and_comes_back_after_a_dialog(bench):
    page = open_notes(bench, before=lambda page: page.clock.install(time=0))
    page.evaluate(
        """async () => {
            const [{ Toast }, { Pane }] = await Promise.all([import('/demo/notes/toast.js'), import('/demo/notes/pane.js')]);
            window.undone = 0;
            if (!document.querySelector('[role=status]:has(#toast)').checkVisibility()) throw new Error('it is not read out');
            new Toast().show('Removed', 'Undo', () => (window.undone += 1));
            window.pane = new Pane({ title: 'Sure?' });
        }""")
    toast = page.locator("#toast")
    page.clock.run_for(3_000)
    page.evaluate("pane.open()")
    page.clock.run_for(57_000)
    assert toast.is_hidden()
    # In one call, because little of its time is left.
    page.evaluate(
        """async () => {
            const dialog = document.querySelector('dialog[open]');
            const closed = new Promise((done) => dialog.addEventListener('close', done));
            pane.close();
            await closed;
            document.querySelector('#toast-action').focus();
        }""")
    assert toast.is_visible()
    page.clock.run_for(11_000)
    page.keyboard.press("Enter")
    assert page.evaluate("undone") == 1 and toast.is_hidden()
    page.evaluate("import('/demo/notes/toast.js').then(({ Toast }) => new Toast().show('Removed', 'Undo'))")
    page.clock.run_for(11_000)
    assert toast.is_hidden()


@thorough
def test_notes_toast_lies_over_nothing_that_can_be_pressed(bench):
    with service(bench):
        for width, height in ((320, 568), (390, 844), (1280, 800)):
            page = open_notes(bench, viewport={"width": width, "height": height})
            under = {"welcome": under_toast(page)}
            begin(page, name=f"Eva {width}")
            under["code"] = under_toast(page)
            keep_code(page)
            heading(page, "Unlock by drawing?")
            under["pictures"] = under_toast(page)
            press(page, "Not now")
            press(page, "Not now")
            press(page, "Open my notes")
            heading(page, "No notes yet")
            under["no notes"] = under_toast(page)
            write(page, "Quinces", "Wash them.")
            under["note"] = under_toast(page)
            page.evaluate("location.hash = ''")
            page.locator("#note-text").wait_for(state="hidden")
            under["list"] = under_toast(page)
            page.evaluate("document.getElementById('bin-link').hidden = false")
            under["list with a bin"] = under_toast(page)
            page.get_by_role("link", name="Settings").click()
            heading(page, "Settings")
            under["settings"] = under_toast(page)
            assert not any(under.values()), (width, under)


def test_notes_can_be_written_with_the_keyboard_alone(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        page.get_by_role("button", name="Write your first note").focus()
        page.keyboard.press("Enter")
        page.locator("#note-title:focus").wait_for()
        page.keyboard.type("Quinces")
        page.keyboard.press("Enter")
        page.keyboard.type("Two baskets")
        saved(page)
        assert page.locator("#note-text").input_value() == "Two baskets"
        for _ in range(8):
            page.keyboard.press("Shift+Tab")
            if page.evaluate("document.activeElement.dataset.action") == "sign":
                break
        page.keyboard.press("Enter")
        heading(page, "Sign this note")
        page.keyboard.press("Escape")
        page.get_by_role("heading", name="Sign this note").wait_for(state="hidden")
        assert page.evaluate("document.activeElement.dataset.action") == "sign", "the keyboard is elsewhere"


def test_notes_pages_have_the_headers_that_isolate_them(bench):
    with service(bench):
        page = open_notes(bench)
        headers = page.evaluate("async () => Object.fromEntries((await fetch('/notes.html')).headers)")
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "camera=()" in headers["permissions-policy"]
