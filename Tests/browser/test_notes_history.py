# SPDX-License-Identifier: MIT
"""Private Notes: earlier versions of a note, which are sealed in it."""

import re

from bench import thorough
from notes import PHONE, WORD, another_tab, lock, open_notes, opened, press, saved, service, sign_up, unlock, write
from photos import downloaded

# Eleven minutes pass for the page, and no timer notices.
LATER = """() => {
    for (const clock of [Date, performance]) {
        const { now } = clock;
        clock.now = () => now.call(clock) + 660_000;
    }
}"""


def later(page):
    page.evaluate(LATER)


def text(page, words):
    page.locator("#note-text").fill(words)


def menu(page):
    page.locator(".menu summary").click()
    return page.locator(".menu-items [data-action=versions]")


def versions(page):
    """Opens the earlier versions, and returns what they show, the newest first."""
    menu(page).click()
    page.locator(".pane .list-row").first.wait_for()
    return page.locator(".pane .snippet").all_inner_texts()


def restore(page, at):
    page.locator(".pane").get_by_role("button", name=re.compile("^Restore")).nth(at).click()
    page.get_by_text("Earlier version restored").wait_for()


def test_notes_history_keeps_what_stood_before_a_pause_and_restores_it(bench):
    with service(bench) as server:
        page = open_notes(bench)
        sign_up(page)
        write(page, "Boat", f"{WORD} one")
        text(page, f"{WORD} two")
        assert menu(page).is_hidden(), "what is typed in one go is one version"
        page.keyboard.press("Escape")
        later(page)
        text(page, f"{WORD} three")
        text(page, f"{WORD} four")
        saved(page)
        lock(page)
        unlock(page)
        opened(page)
        page.locator(".note-item").click()
        later(page)
        page.locator("#note-title").fill("Ship")
        assert versions(page) == [f"Boat · {WORD} four", f"Boat · {WORD} two"]
        restore(page, 1)
        assert page.locator("#note-text").input_value() == f"{WORD} two" and page.locator("#note-title").input_value() == "Boat"
        press(page, "Undo")
        assert page.locator("#note-text").input_value() == f"{WORD} four" and page.locator("#note-title").input_value() == "Ship"
        assert versions(page)[0] == f"{WORD} four", "the text that was replaced is a version"
        page.keyboard.press("Escape")
        saved(page)
        assert WORD.encode() not in server.stored()
        # A file of notes has the words as they are.
        _, content = downloaded(bench, page)
        assert "versions" not in content["notes"][0] and "two" not in str(content)


@thorough
def test_notes_history_keeps_a_long_text_that_is_overwritten(bench):
    with service(bench):
        page = open_notes(bench, **PHONE)
        sign_up(page)
        words = "All that there is to say of oars. " * 9
        write(page, "Oars", words)
        page.locator("#note-text").focus()
        page.keyboard.press("Control+a")
        page.keyboard.type("x")
        page.keyboard.type("yz")
        assert len(versions(page)) == 1
        restore(page, 0)
        assert page.locator("#note-text").input_value() == words


@thorough
def test_notes_history_is_bounded_and_never_keeps_a_note_from_being_saved(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Oars", "0")
        for number in range(1, 13):
            later(page)
            text(page, str(number))
        assert versions(page) == [str(number) for number in range(11, 1, -1)]
        page.keyboard.press("Escape")
        # Ten versions of 6,000 bytes fit, and of 30,000 bytes two.
        for letter in "abc":
            later(page)
            text(page, letter * 30_000)
        later(page)
        text(page, "short")
        saved(page)
        found = versions(page)
        assert [each[0] for each in found[:2]] == ["c", "b"] and not any(each.startswith("a") for each in found)
        page.keyboard.press("Escape")
        # A text that leaves them no room is saved without them.
        text(page, "z" * 500_000)
        saved(page)
        assert menu(page).is_hidden()


@thorough
def test_notes_history_of_two_windows_is_joined(bench):
    with service(bench):
        bench.expect_complaint("net::ERR")
        page = open_notes(bench)
        sign_up(page)
        write(page, "Oars", "one")
        tab = another_tab(bench, page)
        unlock(tab)
        opened(tab)
        tab.locator(".note-item").click()
        tab.locator("#note-text").wait_for()
        page.evaluate("() => { window.ask = window.fetch; window.fetch = () => Promise.reject(new TypeError()); }")
        later(page)
        later(tab)
        page.locator("#note-title").fill("Two oars")
        text(tab, "two")
        saved(tab)
        page.locator("#saving[data-state=unsent]").wait_for()
        page.evaluate("() => { window.fetch = window.ask; dispatchEvent(new Event('online')); }")
        saved(page)
        page.wait_for_function("() => document.querySelector('#note-text').value === 'two'")
        assert page.locator("#note-title").input_value() == "Two oars" and page.locator(".note-item").count() == 1
        assert versions(page) == ["Oars · one"]
