# SPDX-License-Identifier: MIT
"""Private Notes without a connection: it opens, unlocks with a passkey, takes notes, and sends them later."""

import re

from bench import idle, settle, thorough, until
from notes import kept as stored
from notes import (
    NAME, WORD, Authenticator, code_field, draw, enter, has_sealed_copy, heading, hold, lock, locked, new_device, open_notes, opened,
    password, press, saved, service, sign_up, signed_in, unlock, write,
)
from test_notes_settings import prove, settings
from test_notes_signing_in import PHRASE, sign_up_with_phrase

# They are put one after the other: those that the document names among the first, and those of its modules later.
KEPT = """async (least) => {
    if (!navigator.serviceWorker.controller) return false;
    const cache = await caches.open('inklock-notes-files');
    const own = document.querySelectorAll('script[src], link:is([rel=stylesheet], [rel=modulepreload])');
    const found = await Promise.all(Array.from(own, ({ src, href }) => cache.match(src ?? href)));
    const count = (await cache.keys()).length;
    await new Promise((done) => setTimeout(done, 300));
    return found.every(Boolean) && count >= least && (await cache.keys()).length === count;
}"""


def kept(page):
    """Waits until the service worker has the page's files."""
    until(page, lambda: page.evaluate(KEPT, 20))


def opened_by_passkey(bench):
    """Opens notes by a passkey, which keeps what opens them without a connection."""
    page = open_notes(bench)
    Authenticator(page)
    sign_up(page, passkey=True)
    lock(page)
    press(page, "Use your passkey")
    opened(page)
    assert page.evaluate("localStorage.getItem('inklock-notes-offline') !== null")
    until(page, lambda: has_sealed_copy(page))
    return page


def without_network(page, is_away):
    page.context.set_offline(is_away)


def test_notes_open_unlock_and_write_without_a_connection(bench):
    with service(bench) as server:
        bench.expect_complaint("Failed to load resource")
        bench.expect_complaint("net::ERR")
        page = open_notes(bench)
        Authenticator(page)
        sign_up(page, passkey=True)
        write(page, "Written before", WORD)
        lock(page)
        press(page, "Use your passkey")
        opened(page)
        kept(page)
        write(page, "Written after the list came", "")
        without_network(page, True)
        page.reload()
        opened(page)  # the device is asked by itself
        page.get_by_text("Written before").first.wait_for()
        page.get_by_text("Written after the list came").first.wait_for()
        page.locator("[data-action=new]").first.click()
        page.locator("#note-title:placeholder-shown:focus").wait_for()  # not the note before
        page.locator("#note-title").fill("Written without a connection")
        page.locator("#saving[data-state=unsent]").wait_for()
        lock(page)
        press(page, "Use your passkey")
        opened(page)
        page.get_by_text("Written without a connection").first.wait_for()
        # Nothing of this lies readable on the device.
        words = page.evaluate(
            """async () => {
                const texts = [JSON.stringify({ ...localStorage })];
                for (const name of await caches.keys()) {
                    const cache = await caches.open(name);
                    for (const request of await cache.keys()) texts.push(await (await cache.match(request)).text());
                }
                return texts.join(' ');
            }""") + stored(page)
        assert WORD not in words and "Written without" not in words
        without_network(page, False)
        page.reload()
        opened(page)
        page.get_by_text("Written without a connection").first.click()
        saved(page)
        other = open_notes(bench)
        other.locator("[data-action=begin]").wait_for()
        assert WORD.encode() not in server.stored()


def test_notes_signed_out_device_keeps_nothing_to_open(bench):
    with service(bench):
        page = opened_by_passkey(bench)
        lock(page)
        page.get_by_role("button", name="Not Eva Quitte?").click()
        page.locator("[data-action=begin]").wait_for()
        assert page.evaluate("localStorage.getItem('inklock-notes-offline') === null") and not has_sealed_copy(page)


def forget_name(page):
    page.get_by_role("button", name=f"Not {NAME}?").click()
    page.locator("[data-action=begin]").wait_for()


def test_notes_attempt_given_up_keeps_nothing_on_the_device(bench):
    with service(bench):
        page = opened_by_passkey(bench)
        lock(page)
        asked, release = hold(page, "sign-in")
        press(page, "Use your passkey")
        asked()
        forget_name(page)
        with page.expect_response("**/api/sign-out") as ended:
            release()
        assert ended.value.ok
        idle(page)
        assert NAME not in stored(page) and "inklock-notes-offline" not in stored(page)
        assert signed_in(page) == (False, False)


def test_notes_list_that_comes_after_the_name_was_forgotten_is_not_kept(bench):
    with service(bench):
        page = opened_by_passkey(bench)
        write(page, WORD, "")
        # It was on its way to the notebook that is open, or to one that is about to open.
        for is_open in (True, False):
            asked, release = hold(page, "notes", is_answered=True)
            if is_open:
                page.evaluate("dispatchEvent(new Event('online'))")
            else:
                press(page, "Undo")  # the device is asked by itself
            asked()
            page.evaluate("document.querySelector('ink-lock').lock()")
            locked(page)
            forget_name(page)
            with page.expect_response("**/api/notes"):
                release()
            idle(page)
            assert not has_sealed_copy(page)


@thorough
def test_notes_that_open_slowly_do_not_replace_the_page_after_them(bench):
    with service(bench):
        page = opened_by_passkey(bench)
        lock(page)
        asked, release = hold(page, "notes", is_answered=True)
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        press(page, "Use your passkey")
        asked()
        page.evaluate("document.querySelector('ink-lock').lock()")
        locked(page)
        forget_name(page)
        page.clock.run_for(3000)
        assert page.locator(".opening").count() == 0 and page.locator("[data-action=begin]").is_visible()
        release()


@thorough
def test_notes_list_that_comes_after_the_device_was_forgotten_is_not_kept(bench):
    with service(bench):
        page = opened_by_passkey(bench)
        settings(page)
        asked, release = hold(page, "notes", is_answered=True)
        page.evaluate("dispatchEvent(new Event('online'))")
        asked()
        page.locator("#devices").get_by_role("button", name="Forget").click()
        page.get_by_role("heading", name="Forget ").wait_for()
        press(page, "Forget")
        enter(page)
        page.locator("[data-action=begin]").wait_for()
        with page.expect_response("**/api/notes"):
            release()
        idle(page)
        assert not has_sealed_copy(page) and NAME not in stored(page)


@thorough
def test_notes_removed_passkey_opens_nothing_without_a_connection(bench):
    with service(bench):
        page = opened_by_passkey(bench)
        settings(page)
        page.get_by_role("button", name=re.compile("^Remove: Passkey")).click()
        press(page, "Remove")
        prove(page)
        page.get_by_text("Removed.", exact=True).wait_for()
        assert page.evaluate("localStorage.getItem('inklock-notes-offline') === null")


@thorough
def test_notes_passkey_of_another_account_leaves_the_kept_one(bench):
    with service(bench):
        bench.expect_complaint("Failed to load resource")
        page = open_notes(bench)
        device = Authenticator(page)
        sign_up(page, passkey=True)
        lock(page)
        press(page, "Use your passkey")
        opened(page)
        key = page.evaluate("localStorage.getItem('inklock-notes-offline')")
        assert key
        lock(page)
        other = open_notes(bench)
        others = Authenticator(other)
        sign_up(other, name="Bob", passkey=True)
        device.remove_passkeys()
        device.copy_passkeys(others)
        with page.expect_response("**/api/sign-in") as answer:
            press(page, "Use your passkey")
        assert answer.value.status == 401
        settle(page)
        locked(page)
        assert page.evaluate("localStorage.getItem('inklock-notes-offline')") == key


@thorough
def test_notes_passkey_that_the_service_refuses_is_not_kept(bench):
    with service(bench):
        bench.expect_complaint("Failed to load resource")
        page = opened_by_passkey(bench)
        lock(page)
        page.route("**/api/sign-in", lambda route: route.fulfill(
            status=401, content_type="application/json", body='{"error":{"code":"rejected","message":""}}'))
        press(page, "Use your passkey")
        page.wait_for_function("() => localStorage.getItem('inklock-notes-offline') === null")
        locked(page)


def test_notes_passcode_opens_nothing_without_a_connection(bench):
    with service(bench):
        bench.expect_complaint("Failed to load resource")
        bench.expect_complaint("net::ERR")
        page = open_notes(bench)
        device = Authenticator(page)
        sign_up(page, passkey=True)
        write(page, WORD, "")
        lock(page)
        press(page, "Use your passkey")
        opened(page)
        kept(page)
        device.answers(False)
        without_network(page, True)
        lock(page)
        unlock(page)
        page.get_by_text("no connection right now").locator("visible=true").first.wait_for()
        locked(page)
        assert WORD not in page.content()


PHRASE_KEPT = "localStorage.getItem('inklock-notes-phrase') !== null"


def enter_phrase(page, phrase=PHRASE):
    field = page.locator("ink-passcode input:visible").last
    field.fill(phrase)
    field.press("Enter")


def keeps_phrase(page, phrase=PHRASE):
    """Lets the passphrase open the notes without a connection, from the settings on."""
    settings(page)
    page.get_by_text("Open with your passphrase when you’re offline").click()
    heading(page, "Confirm it’s you")
    enter_phrase(page, phrase + "!")
    page.get_by_text("Wrong passcode").locator("visible=true").first.wait_for()
    assert not page.evaluate(PHRASE_KEPT)
    enter_phrase(page, phrase)
    page.get_by_text("Changes saved.").wait_for()
    assert page.get_by_label("Open with your passphrase when you’re offline").is_checked()
    assert page.evaluate(PHRASE_KEPT)


def test_notes_passphrase_opens_without_a_connection_where_its_user_chose_so(bench):
    with service(bench):
        bench.expect_complaint("Failed to load resource")
        bench.expect_complaint("net::ERR")
        page = open_notes(bench)
        sign_up_with_phrase(page)
        write(page, "Written before", WORD)
        # Without the choice, it opens nothing.
        kept(page)
        without_network(page, True)
        lock(page)
        enter_phrase(page)
        page.get_by_text("no connection right now").locator("visible=true").first.wait_for()
        locked(page)
        without_network(page, False)
        enter_phrase(page)
        opened(page)
        keeps_phrase(page)
        without_network(page, True)
        page.reload()
        for wrong in (PHRASE + "!", PHRASE.upper()):
            enter_phrase(page, wrong)
            page.get_by_text("Wrong passcode").locator("visible=true").first.wait_for()
            locked(page)
            assert WORD not in page.content()
        enter_phrase(page)
        opened(page)
        page.get_by_text("Written before").first.wait_for()
        page.locator("[data-action=new]").first.click()
        page.locator("#note-title").fill("Written without a connection")
        page.locator("#saving[data-state=unsent]").wait_for()
        stored = page.evaluate("JSON.stringify({ ...localStorage })")
        assert WORD not in stored and "quinces" not in stored
        lock(page)
        without_network(page, False)
        page.reload()
        enter_phrase(page)
        opened(page)
        page.get_by_text("Written without a connection").first.click()
        saved(page)
        settings(page)
        page.get_by_text("Open with your passphrase when you’re offline").click()
        assert not page.evaluate(PHRASE_KEPT)


@thorough
def test_notes_recovery_code_that_is_asked_for_stays_when_the_connection_comes_back(bench):
    with service(bench):
        bench.expect_complaint("net::ERR")
        page = open_notes(bench)
        sign_up_with_phrase(page)
        keeps_phrase(page)
        page.route("**/api/sign-in/options", lambda route: route.abort())
        page.reload()
        press(page, "Forgot your passcode?")
        code_field(page).fill("1234")
        page.unroute("**/api/sign-in/options")
        page.evaluate("dispatchEvent(new Event('online'))")
        idle(page)
        assert code_field(page).input_value() == "1234", "the lock took its place"


def test_notes_changed_passphrase_opens_nothing_without_a_connection(bench):
    with service(bench):
        page = open_notes(bench)
        Authenticator(page)
        sign_up_with_phrase(page, passkey=True)
        keeps_phrase(page)
        # On another device, which this one learns of as soon as it is opened with a connection.
        other = new_device(bench)
        press(other, "Use your passphrase")
        other.get_by_label("Passphrase", exact=True).fill(PHRASE)
        press(other, "Sign in")
        opened(other)
        settings(other)
        press(other, "Change: Passcode")
        heading(other, "Confirm it’s you")
        enter_phrase(other)
        other.locator("ink-passcode[mode=create]").wait_for()
        # The other device may save nothing afterwards.
        other.route("**/api/notes", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
        for _ in range(2):
            enter_phrase(other, "ten pears in the attic")
        other.get_by_text("Changes saved.").wait_for()
        assert page.evaluate(PHRASE_KEPT)
        lock(page)
        press(page, "Use your passkey")
        opened(page)
        page.wait_for_function(f"() => !({PHRASE_KEPT})")
        # On this device, which is told immediately.
        keeps_phrase(page, "ten pears in the attic")
        press(page, "Set up: Picture password")
        heading(page, "Confirm it’s you")
        enter_phrase(page, "ten pears in the attic")
        page.locator("[data-picture=harbour]").click()
        for aside in (0, 4, -3):
            draw(page, password(page, aside))
        page.locator("#unlock-methods").get_by_text("The harbour").wait_for()
        assert page.evaluate(PHRASE_KEPT)
        press(page, "Remove: Passcode")
        press(page, "Remove")
        heading(page, "Confirm it’s you")
        enter_phrase(page, "ten pears in the attic")
        page.get_by_text("Removed.", exact=True).wait_for()
        assert not page.evaluate(PHRASE_KEPT)


@thorough
def test_notes_locked_while_the_passphrase_is_kept_stay_locked(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up_with_phrase(page)
        settings(page)
        page.get_by_text("Open with your passphrase when you’re offline").click()
        heading(page, "Confirm it’s you")
        page.evaluate(
            """() => {
                const derive = crypto.subtle.deriveKey.bind(crypto.subtle);
                crypto.subtle.deriveKey = async (how, ...more) => {
                    if (how.name === 'PBKDF2') document.querySelector('ink-lock').lock();
                    const key = await derive(how, ...more);
                    window.isDerived ||= how.name === 'PBKDF2';
                    return key;
                };
            }""")
        enter_phrase(page)
        locked(page)
        page.wait_for_function("() => window.isDerived")
        idle(page)
        locked(page)
        assert page.locator("#screen > *").count() == 0 and not page.evaluate(PHRASE_KEPT)
        enter_phrase(page)
        opened(page)


@thorough
def test_notes_say_that_there_is_no_connection_only_as_long_as_there_is_none(bench):
    words = "There’s no connection right now."
    with service(bench):
        bench.expect_complaint("net::ERR")
        page = open_notes(bench)
        code = sign_up(page)
        lock(page)
        without_network(page, True)
        enter(page)
        page.locator("ink-lock .note").get_by_text(words).wait_for()
        without_network(page, False)
        page.locator("ink-lock .note").get_by_text(words).wait_for(state="hidden")
        unlock(page)
        opened(page)
        other = new_device(bench)
        press(other, "Use your recovery code")
        code_field(other).fill(code)
        without_network(other, True)
        press(other, "Sign in")
        other.get_by_text(words).wait_for()
        assert code_field(other).get_attribute("aria-invalid") is None, "the code is called wrong"
        without_network(other, False)
        other.get_by_text(words).wait_for(state="hidden")
        press(other, "Sign in")
        opened(other)


@thorough
def test_notes_passcode_that_is_no_passphrase_is_not_offered_to_open_without_a_connection(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        settings(page)
        assert page.locator("#opens-offline").is_hidden()
