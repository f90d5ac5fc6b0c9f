# SPDX-License-Identifier: MIT
"""Private Notes without a connection: it opens, unlocks with a passkey, takes notes, and sends them later."""

import re

from bench import thorough
from notes import WORD, Authenticator, lock, locked, open_notes, opened, press, saved, service, sign_up, unlock, write
from test_notes_settings import prove, settings

KEPT = """async (least) => {
    const cache = await caches.open('inklock-notes-files');
    return navigator.serviceWorker.controller && (await cache.keys()).length >= least;
}"""


def kept(page):
    """Waits until the service worker has the page's files."""
    for _ in range(100):
        if page.evaluate(KEPT, 20):
            return
        page.wait_for_timeout(100)
    raise AssertionError("the files of the page are not kept")


def opened_by_passkey(bench):
    """Opens notes by a passkey, which keeps what opens them without a connection."""
    page = open_notes(bench)
    Authenticator(page)
    sign_up(page, passkey=True)
    lock(page)
    press(page, "Use your passkey")
    opened(page)
    assert page.evaluate("localStorage.getItem('inklock-notes-offline') !== null")
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
            }""")
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
        assert page.evaluate("async () => localStorage.getItem('inklock-notes-offline') === null && !(await caches.has('inklock-notes-sealed'))")


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
