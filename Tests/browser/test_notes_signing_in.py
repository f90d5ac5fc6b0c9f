# SPDX-License-Identifier: MIT
"""Private Notes: signing in where the account has never been open, and answers that are lost on the way."""

import re

from bench import settle, thorough
from lock import set_visibility
from notes import (
    NAME, PASSCODE, PHONE, WORD, Authenticator, another_code, begin, choose, code_field, draw, enter, heading, hold, keep_code,
    kept, known_device, lock, lose_answers, name_account, new_device, open_notes, opened, password, press, proof_by,
    recovery_code, service, sign_in_as, sign_in_with_code, sign_up, signed_in, type_twice, unlock, write,
)

PHRASE = "nine quinces in the cellar"
# Seconds after which a browser that asked too often may ask again.
REST = 120
KNOWN_DEVICES = "Your passcode and drawing work only on devices you’ve signed in on before."


def sign_up_with_phrase(page, passkey=False):
    """Gives the recovery code and what its screen says."""
    name_account(page)
    page.locator("[data-kind=alphanumeric]").click()
    type_twice(page, PHRASE)
    code, words = recovery_code(page), page.locator("#code-text").inner_text()
    keep_code(page)
    press(page, "Not now")
    press(page, "Add a passkey" if passkey else "Not now")
    press(page, "Open my notes")
    heading(page, "No notes yet")
    return code, words


def phrase_field(page):
    return page.get_by_label("Passphrase", exact=True)


def post(page, path, body):
    """Returns the service's answer to a script: the status and the code of a refusal."""
    return page.evaluate(
        """async ([path, body]) => {
            const headers = { 'Content-Type': 'application/json' };
            const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
            return [answer.status, (await answer.json()).error?.code];
        }""",
        [path, body],
    )


def test_notes_new_device_takes_no_short_passcode(bench):
    with service(bench):
        sign_up(open_notes(bench))
        page = new_device(bench)
        assert KNOWN_DEVICES in page.locator("#screen").inner_text()
        assert page.locator("ink-passcode").count() == 0, "a short passcode can be tried"
        press(page, "Use your passphrase")
        phrase_field(page).fill(PASSCODE)
        press(page, "Sign in")
        page.get_by_text("That’s too short to work on a new device.").wait_for()
        assert post(page, "sign-in", {"name": NAME, "proof": {"passcode": PASSCODE}}) == [403, "known-devices-only"]


def test_notes_new_device_opens_with_the_recovery_code_which_stays_valid(bench):
    with service(bench):
        first = open_notes(bench)
        code = sign_up(first)
        write(first, WORD, "")
        for typed, size in ((code, PHONE), (code.lower().replace("-", " "), {})):
            page = known_device(bench, typed, **size)
            page.get_by_text("Your passcode now works on this device too.").wait_for()
            page.get_by_text(WORD).first.wait_for()
            page.locator("[data-action=lock]:visible").first.click()
            unlock(page)
            opened(page)
        lock(first)
        unlock(first)
        opened(first)


@thorough
def test_notes_new_device_tells_what_is_wrong_with_a_recovery_code(bench):
    with service(bench):
        code = sign_up(open_notes(bench))
        other = begin(open_notes(bench), name="Anton")
        page = new_device(bench)
        press(page, "Use your recovery code")
        press(page, "Sign in")
        page.get_by_text("Please enter your recovery code.").wait_for()
        for wrong, words in ((another_code(code), "Check the code"), (other, "Check the user name and the recovery code")):
            code_field(page).fill(wrong)
            page.keyboard.press("Enter")
            page.get_by_text(words).wait_for()
            assert code_field(page).get_attribute("aria-invalid") == "true"
        code_field(page).fill(code)
        press(page, "Sign in")
        opened(page)


@thorough
def test_notes_show_a_refused_recovery_code_without_scrolling(bench):
    with service(bench):
        sign_up(open_notes(bench))
        other = sign_up(open_notes(bench), name="Anton")
        for height in (568, 300):  # the second with a keyboard on the screen
            page = open_notes(bench, locale="de-DE", viewport={"width": 320, "height": height})
            press(page, "Ich habe schon Notizen")
            page.get_by_label("Benutzername").fill(NAME)
            press(page, "Weiter")
            press(page, "Code vergessen?")
            problem, field = page.locator("#guide-step #problem"), page.locator("#guide-step #code")
            field.fill(other)
            page.locator("#guide-step .main").click()
            problem.filter(has_text="Prüfen Sie").wait_for()
            for seen in (problem, field):
                box = seen.bounding_box()
                assert box["y"] >= 0 and box["y"] + box["height"] <= height, (height, box)


@thorough
def test_notes_new_device_opens_with_a_passphrase(bench):
    with service(bench):
        first = open_notes(bench)
        _, words = sign_up_with_phrase(first)
        assert "Like your passcode" in words
        write(first, WORD, "")
        first.get_by_role("link", name="Settings").click()
        first.get_by_text("Letters and words · also works on new devices").wait_for()
        page = new_device(bench)
        press(page, "Use your passphrase")
        press(page, "Sign in")
        page.get_by_text("Please enter your passphrase.").wait_for()
        phrase_field(page).fill(PHRASE + "!")
        press(page, "Sign in")
        page.get_by_text("Check the user name and the passphrase.").wait_for()
        press(page, "Show")
        assert phrase_field(page).get_attribute("type") == "text"
        assert phrase_field(page).evaluate("(field) => field === document.activeElement"), "the keyboard stays in the field"
        press(page, "Hide")
        assert phrase_field(page).get_attribute("type") == "password"
        press(page, "Show")
        set_visibility(page, "hidden")
        assert phrase_field(page).get_attribute("type") == "password", "shown when the page is seen again"
        set_visibility(page, "visible")
        press(page, "Show")
        phrase_field(page).fill(PHRASE)
        page.keyboard.press("Enter")
        opened(page)
        page.get_by_text(WORD).first.wait_for()


@thorough
def test_notes_code_screen_tells_of_new_devices(bench):
    with service(bench):
        page = open_notes(bench)
        begin(page)
        page.get_by_text("This code opens your account on a new device").wait_for()


@thorough
def test_notes_new_device_opens_with_a_passkey(bench):
    with service(bench):
        first = open_notes(bench)
        made = Authenticator(first, hasPrf=False)
        sign_up(first, passkey=True)
        write(first, WORD, "")
        page = open_notes(bench)
        Authenticator(page, hasPrf=False).copy_passkeys(made)
        sign_in_as(page)
        heading(page, "New device")
        methods = page.locator(".sign-in-methods button:visible")
        assert methods.first.inner_text() == "Use a passkey"
        # A provider of passkeys that does not work is told.
        page.evaluate(
            """() => {
                navigator.credentials.get = async () => {
                    delete navigator.credentials.get;
                    throw new DOMException('', 'UnknownError');
                };
            }""")
        methods.first.click()
        page.get_by_text("Something went wrong. Please try again.").wait_for()
        methods.first.click()
        opened(page)
        page.get_by_text(WORD).first.wait_for()
        lock(page)
        press(page, "Use your passkey")
        opened(page)


@thorough
def test_notes_new_device_passkey_that_opens_nothing_is_told(bench):
    with service(bench):
        sign_up(open_notes(bench))
        page = open_notes(bench)
        device = Authenticator(page)
        sign_in_as(page)
        device.verifies(False)
        press(page, "Use a passkey")
        page.get_by_text("That didn’t finish. Try again.").wait_for()
        assert page.get_by_role("button", name="Use a passkey", exact=True).get_attribute("aria-disabled") is None


@thorough
def test_notes_unknown_name_looks_like_any_other(bench):
    with service(bench):
        first = open_notes(bench)
        sign_up_with_phrase(first)
        other = begin(open_notes(bench), name="Anton")
        seen = []
        for name in (NAME, "No Such Owner"):
            page = new_device(bench, name)
            screens = [page.locator("#screen").inner_html()]
            press(page, "Use your recovery code")
            code_field(page).fill(other)
            press(page, "Sign in")
            page.get_by_text("Check the user name").wait_for()
            screens.append(page.locator("#screen").inner_html())
            press(page, "Sign in another way")
            press(page, "Use your passphrase")
            phrase_field(page).fill("five pears on the lawn")
            press(page, "Sign in")
            page.get_by_text("Check the user name").wait_for()
            screens.append(page.locator("#screen").inner_html())
            seen.append([screen.replace(name, "…") for screen in screens])
        assert seen[0] == seen[1]


def test_notes_step_back_gives_up_signing_in(bench):
    with service(bench):
        code = sign_up(open_notes(bench))
        page = new_device(bench)
        press(page, "Use your recovery code")
        code_field(page).fill(code)
        asked, release = hold(page, "sign-in")
        press(page, "Sign in")
        asked()
        page.go_back()
        heading(page, "New device")
        with page.expect_response("**/api/sign-out") as ended:
            release()
        assert ended.value.ok
        heading(page, "New device")
        assert NAME not in kept(page) and signed_in(page) == (False, False)
        sign_in_with_code(page, code)


@thorough
def test_notes_account_that_is_being_made_cannot_be_left(bench):
    with service(bench):
        page = open_notes(bench)
        name_account(page)
        page.locator("[data-kind=six-digits]").click()
        asked, release = hold(page, "accounts")
        choose(page, PASSCODE)
        asked()
        assert page.locator("[data-action=back]").is_hidden()
        page.go_back()
        assert page.locator(".guide-screen[data-step=passcode]").count() == 1, "the name would be taken by an account that was left"
        release()
        recovery_code(page)
        assert signed_in(page) == (True, True)


def test_notes_signing_in_goes_back_step_by_step(bench):
    with service(bench):
        page = new_device(bench)
        press(page, "Use your passphrase")
        heading(page, "Enter your passphrase")
        page.go_back()
        heading(page, "New device")
        press(page, "Forgot your passcode?")
        heading(page, "Forgot your passcode?")
        press(page, "Back")
        heading(page, "New device")
        press(page, "Change")
        heading(page, "Welcome back")
        assert page.get_by_label("User name").input_value() == NAME
        page.go_back()
        heading(page, "Notes that only you can read.")
        assert NAME not in kept(page)


@thorough
def test_notes_guide_outlasts_a_step_back_once_the_account_exists(bench):
    with service(bench):
        page = open_notes(bench)
        name_account(page)
        page.locator("[data-kind=six-digits]").click()
        page.go_back()
        page.locator("[data-kind=six-digits]").click()
        choose(page, PASSCODE)
        code = recovery_code(page)
        page.go_back()
        assert recovery_code(page) == code
        keep_code(page)
        heading(page, "Unlock by drawing?")
        page.locator("[data-picture=lake]").click()
        page.locator(".picture-stage").wait_for()
        page.go_back()
        page.locator(".picture-stage").wait_for(state="detached")
        heading(page, "Unlock by drawing?")


@thorough
def test_notes_picture_that_is_answered_late_leaves_the_next_step(bench):
    with service(bench):
        page = open_notes(bench)
        begin(page)
        keep_code(page)
        heading(page, "Unlock by drawing?")
        asked, release = hold(page, "methods/picture", is_answered=True)
        page.locator("[data-picture=harbour]").click()
        for aside in (0, 4, -3):
            draw(page, password(page, aside))
        asked()
        page.get_by_text("One moment…").wait_for()
        assert page.locator("#pictures").evaluate("(grid) => grid.inert")
        press(page, "Not now")
        heading(page, "Add a passkey?")
        with page.expect_response("**/api/methods/picture"):
            release()
        settle(page)
        press(page, "Not now")  # of the passkey
        press(page, "Open my notes")
        heading(page, "No notes yet")


@thorough
def test_notes_signing_in_with_the_keyboard_alone(bench):
    with service(bench):
        code = sign_up(open_notes(bench))
        page = open_notes(bench)
        Authenticator(page)
        sign_in_as(page)
        heading(page, "New device")
        settle(page)
        reached = []
        for _ in range(5):
            page.keyboard.press("Tab")
            reached.append(page.evaluate("document.activeElement.textContent.trim()"))
        assert reached == ["Change", "Use a passkey", "Use your recovery code", "Use your passphrase", "Forgot your passcode?"], reached
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
        heading(page, "Enter your recovery code")
        page.wait_for_function("() => document.activeElement.id === 'code'")
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        opened(page)


def test_notes_step_has_the_focus_before_its_first_frame(bench):
    with service(bench):
        page = open_notes(bench)
        page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
        press(page, "I already have notes")
        heading(page, "Welcome back")
        page.keyboard.type("Eva")
        assert page.get_by_label("User name").input_value() == "Eva"


def test_notes_first_tab_leads_into_the_page(bench):
    with service(bench):
        page = open_notes(bench)
        heading(page, "Notes that only you can read.")
        page.wait_for_function("() => document.querySelector('ink-lock').isOpen")
        reached = []
        for _ in range(6):
            page.keyboard.press("Tab")
            reached.append(page.evaluate("document.activeElement.textContent.trim()"))
        names = ["Private Notes", "Signature pad", "Picture password", "Passcode", "Start writing", "I already have notes"]
        assert reached == names, reached


@thorough
def test_notes_focus_returns_to_the_keypad_after_another_try(bench):
    with service(bench):
        page = open_notes(bench)
        name_account(page)
        page.locator("[data-kind=six-digits]").click()
        bench.expect_complaint("net::ERR_")
        bench.expect_complaint("422")
        page.route("**/api/accounts", lambda route: route.abort("connectionreset"))
        choose(page, PASSCODE)
        page.get_by_role("button", name="Try again").wait_for()
        page.unroute("**/api/accounts")
        common = {"error": {"code": "passcode-common", "message": "This passcode is easy to guess."}}
        page.route("**/api/accounts", lambda route: route.fulfill(status=422, json=common))
        page.keyboard.press("Enter")
        pad = page.locator("ink-passcode")
        pad.get_by_text("easy to guess").first.wait_for()
        page.keyboard.type("27")
        assert pad.evaluate("(pad) => pad.count") == 2, "what is typed next goes nowhere"


@thorough
def test_notes_rate_limit_counts_down(bench):
    with service(bench):
        code = sign_up(open_notes(bench))
        page = new_device(bench)
        press(page, "Use your recovery code")
        refused = {"error": {"code": "too-many-requests", "message": "Too many requests.", "retryAfterSeconds": 9}}
        page.route("**/api/sign-in", lambda route: route.fulfill(status=429, headers={"Retry-After": "9"}, json=refused))
        code_field(page).fill(code)
        press(page, "Sign in")
        page.get_by_text("Too many tries. Try again in 9 seconds.").wait_for()
        button = page.locator("#guide-step button.main")
        assert re.fullmatch(r"Try again in [1-9] seconds?", button.inner_text()), button.inner_text()
        assert button.get_attribute("aria-disabled") == "true"
        assert page.get_by_role("button", name="Sign in", exact=True).count() == 1, "screen readers read each second"
        page.unroute("**/api/sign-in")
        page.locator("#guide-step button.main:not([aria-disabled])").wait_for()
        assert button.inner_text() == "Sign in"
        assert code_field(page).input_value() == code, "the code has to be typed again"
        press(page, "Sign in")
        opened(page)


@thorough
def test_notes_slow_service_is_asked_once(bench):
    with service(bench):
        code = sign_up(open_notes(bench))
        page = new_device(bench)
        sent = []
        page.on("request", lambda request: sent.append(request) if request.url.endswith("/api/sign-in") else None)
        asked, release = hold(page, "sign-in")
        press(page, "Use your recovery code")
        code_field(page).fill(code)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="One moment…").wait_for()
        page.get_by_role("status").get_by_text("One moment…").wait_for()
        asked()
        release()
        opened(page)
        assert len(sent) == 1


@thorough
def test_notes_lost_answer_of_a_sign_in_is_asked_for_again(bench):
    with service(bench):
        first = open_notes(bench)
        code = sign_up(first)
        page = new_device(bench)
        sent = lose_answers(bench, page, "sign-in", 2)
        sign_in_with_code(page, code)
        assert len(sent) == 3 and len({each["operation"] for each in sent}) == 1
        assert re.fullmatch("[0-9a-f]{32}", sent[0]["operation"])


def test_notes_lost_answer_to_a_drawing_is_asked_for_again(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page, picture=True)
        lock(page)
        sent = lose_answers(bench, page, "sign-in", 1)
        draw(page, password(page, 2))
        opened(page)
        assert len(sent) == 2 and sent[0] == sent[1] and "drawing" in sent[0]["proof"]


@thorough
def test_notes_lost_answer_of_a_creation_is_asked_for_again(bench):
    with service(bench) as server:
        page = open_notes(bench)
        name_account(page)
        page.locator("[data-kind=six-digits]").click()
        # More than the page sends by itself: the user is asked.
        sent = lose_answers(bench, page, "accounts", 4)
        choose(page, PASSCODE)
        press(page, "Try again")
        code = recovery_code(page)
        assert len(sent) > 4 and len({str(each) for each in sent}) == 1
        server.advance(REST)
        sign_in_with_code(new_device(bench), code)


@thorough
def test_notes_service_that_stops_during_a_change_is_asked_again(bench):
    with service(bench):
        page = open_notes(bench)
        old = sign_up(page)
        page.get_by_role("link", name="Settings").click()
        press(page, "Create new code: Recovery code")
        stopping = {"error": {"code": "stopping", "message": "later", "retryAfterSeconds": 1}}
        bench.expect_complaint("503")
        page.route(
            "**/api/methods/recovery-code", times=1,
            handler=lambda route: route.fulfill(status=503, headers={"Retry-After": "1"}, json=stopping))
        enter(page)
        press(page, "Try again")
        assert recovery_code(page) != old


@thorough
def test_notes_lost_answer_of_a_new_code_leaves_a_code_that_opens(bench):
    with service(bench) as server:
        page = open_notes(bench)
        old = sign_up(page)
        page.get_by_role("link", name="Settings").click()
        sent = lose_answers(bench, page, "methods/recovery-code", 4)
        press(page, "Create new code: Recovery code")
        enter(page)
        press(page, "Try again")
        code = recovery_code(page)
        assert code != old and len(sent) > 4 and len({str(each) for each in sent}) == 1
        keep_code(page)
        page.get_by_text("Changes saved.").wait_for()
        server.advance(REST)
        sign_in_with_code(new_device(bench), code)


def test_notes_lost_answer_of_a_recovery_leaves_a_code_that_opens(bench):
    with service(bench) as server:
        old = sign_up(open_notes(bench))
        page = new_device(bench)
        press(page, "Forgot your passcode?")
        code_field(page).fill(old)
        press(page, "Continue")
        page.locator("ink-passcode").wait_for()
        sent = lose_answers(bench, page, "recover", 4)
        choose(page, "586207")
        press(page, "Try again")
        code = recovery_code(page)
        assert code != old and len(sent) > 4 and len({str(each) for each in sent}) == 1
        keep_code(page)
        opened(page)
        server.advance(REST)
        sign_in_with_code(new_device(bench), code)


@thorough
def test_notes_recovery_repeated_on_a_page_loaded_afresh_gives_the_same_code(bench):
    with service(bench) as server:
        old = sign_up(open_notes(bench))
        page = new_device(bench)
        press(page, "Forgot your passcode?")
        code_field(page).fill(old)
        press(page, "Continue")
        page.locator("ink-passcode").wait_for()
        lose_answers(bench, page, "recover", 9)
        choose(page, "586207")
        page.get_by_role("button", name="Try again", exact=True).wait_for()
        page.unroute("**/api/recover")
        server.advance(REST)
        page.reload()
        sign_in_as(page)
        press(page, "Forgot your passcode?")
        code_field(page).fill(old.lower())
        press(page, "Continue")
        # The code has done its work already: it is doubted, but not refused.
        page.get_by_text("That doesn’t open the account.").wait_for()
        press(page, "Continue")
        choose(page, "586207")
        code = recovery_code(page)
        assert code != old
        keep_code(page)
        opened(page)
        server.advance(REST)
        sign_in_with_code(new_device(bench), code)


@thorough
def test_notes_code_that_was_not_put_away_is_asked_after(bench):
    with service(bench):
        page = open_notes(bench)
        first = begin(page)
        page.reload()
        unlock(page)
        opened(page)
        page.get_by_text("You haven’t saved your current recovery code.").wait_for()
        press(page, "Create new code")
        enter(page)
        code = recovery_code(page)
        assert code != first
        keep_code(page)
        page.locator("#code-unsaved").wait_for(state="hidden")
        page.reload()
        unlock(page)
        opened(page)
        assert not page.locator("#code-unsaved").is_visible()


@thorough
def test_notes_change_is_proven_with_the_recovery_code(bench):
    with service(bench):
        code = sign_up(open_notes(bench))
        page = known_device(bench, code)
        page.get_by_role("link", name="Settings").click()
        press(page, "Change: Passcode")
        heading(page, "Confirm it’s you")
        proof_by(page, "Recovery code")
        code_field(page).fill(another_code(code))
        page.keyboard.press("Enter")
        page.locator(".pane").get_by_text("Check the code").wait_for()
        code_field(page).fill(code)
        page.keyboard.press("Enter")
        choose(page, "586207")
        page.get_by_text("Changes saved.").wait_for()
        lock(page)
        unlock(page, "586207")
        opened(page)


# Makes the page a site whose cookies Firefox blocks.
BLOCKED = """
    const refuse = () => { throw new DOMException('', 'SecurityError'); };
    window.BroadcastChannel = class { constructor() { refuse(); } };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
"""
# Makes the page one that came without HTTPS.
INSECURE = """
    Object.defineProperty(window, 'isSecureContext', { value: false });
    for (const name of ['locks', 'serviceWorker', 'credentials', 'clipboard']) delete Navigator.prototype[name];
    for (const name of ['subtle', 'randomUUID']) delete Crypto.prototype[name];
    delete window.caches;
"""


@thorough
def test_notes_say_what_the_browser_or_the_connection_lacks(bench):
    with service(bench):
        for language, lacks, title, action in (
            ("en", BLOCKED, "Your browser blocks cookies.", "Try again"),
            ("de", BLOCKED, "Ihr Browser blockiert Cookies.", "Noch einmal versuchen"),
            ("en", INSECURE, "This connection isn’t secure.", "Try again"),
            ("de", INSECURE, "Diese Verbindung ist nicht sicher.", "Noch einmal versuchen"),
        ):
            page = open_notes(bench, f"/notes.html?lang={language}", before=lambda page: page.add_init_script(lacks))
            heading(page, title)
            press(page, action)
            heading(page, title)
