# SPDX-License-Identifier: MIT
"""Private Notes: folders, which are sealed with the notes and the settings."""

import json

from bench import thorough
from notes import WORD, another_tab, heading, lock, open_notes, opened, press, saved, service, sign_up, unlock, write
from photos import downloaded

SMALL = {"viewport": {"width": 320, "height": 568}}


def ask_folder(page):
    """Asks for the folder of the open note by the menu."""
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Move to folder").click()


def move(page, name, is_new=True):
    """Moves the open note into a folder."""
    ask_folder(page)
    choice = page.locator(".pane select")
    if is_new:
        if choice.is_visible():
            choice.select_option("new")
        page.get_by_label("Name of the folder").fill(name)
    else:
        choice.select_option(label=name)
    press(page, "Save")
    page.locator(".pane").wait_for(state="detached")


def folder(page):
    """Returns the choice of the folder above the list."""
    return page.locator("#folder")


def titles(page):
    return page.locator("#notes b").all_inner_texts()


def shown(page, *wanted):
    page.wait_for_function("(wanted) => [...document.querySelectorAll('#notes b')].map((each) => each.textContent).sort().join() === wanted.join()", arg=sorted(wanted))


@thorough
def test_notes_first_folder_is_made_and_others_are_chosen(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Oars", "")
        ask_folder(page)
        heading(page, "New folder")
        page.keyboard.press("Escape")
        move(page, WORD)
        ask_folder(page)
        heading(page, "Move to folder")


def test_notes_folders_hold_notes_and_the_service_learns_nothing(bench):
    with service(bench) as server:
        page = open_notes(bench)
        sign_up(page)
        write(page, "Oars", "")
        assert folder(page).is_hidden()
        move(page, WORD)
        page.get_by_text(f"Moved to “{WORD}”").wait_for()
        assert page.locator("#date").inner_text().endswith(f"· {WORD}")
        saved(page)
        write(page, "Milk", "")
        assert "·" not in page.locator("#date").inner_text()
        shown(page, "Oars", "Milk")
        folder(page).select_option(label=WORD)
        shown(page, "Oars")
        assert page.locator("#found").inner_text() == "1 note"
        # A new note is in the folder that is shown.
        write(page, "Sail", "")
        assert page.locator("#date").inner_text().endswith(WORD)
        shown(page, "Oars", "Sail")
        page.get_by_role("searchbox").fill("oars")
        shown(page, "Oars")
        page.get_by_role("searchbox").fill("")
        move(page, "No folder", is_new=False)
        page.get_by_text("Removed from the folder").wait_for()
        shown(page, "Oars")
        saved(page)
        # Locking leaves the choice, and a new page begins with all notes.
        lock(page)
        unlock(page)
        opened(page)
        shown(page, "Oars")
        page.reload()
        unlock(page)
        opened(page)
        shown(page, "Milk", "Oars", "Sail")
        assert folder(page).locator("option").all_inner_texts() == ["All notes", WORD]
        assert WORD.encode() not in server.stored()


@thorough
def test_notes_folder_is_renamed_and_removed_with_the_keyboard(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Oars", "")
        move(page, "Boat")
        write(page, "Milk", "")
        move(page, "House")
        # The list is drawn with the next frame.
        page.wait_for_function("() => [...document.querySelectorAll('#folder option')].map((each) => each.textContent).join() === 'All notes,Boat,House'")
        folder(page).focus()
        page.keyboard.press("b")
        shown(page, "Oars")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        heading(page, "Edit folder")
        field = page.get_by_label("Name of the folder")
        assert field.input_value() == "Boat"
        page.keyboard.type("HOUSE")
        page.keyboard.press("Enter")
        page.locator(".pane").get_by_text("You already have a folder with that name.").wait_for()
        field.fill(" ")
        page.keyboard.press("Enter")
        page.locator(".pane").get_by_text("Enter a name.").wait_for()
        assert field.get_attribute("aria-invalid") == "true"
        field.fill("  The   old boat ")
        assert page.locator(".pane .problem").inner_text() == "" and field.get_attribute("aria-invalid") is None
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('#folder option:checked').textContent === 'The old boat'")
        shown(page, "Oars")
        page.get_by_role("button", name="Edit folder").click()
        press(page, "Remove folder")
        page.get_by_text("Folder removed. Its notes stay.").wait_for()
        shown(page, "Milk", "Oars")
        assert page.locator("#edit-folder").is_hidden()
        press(page, "Undo")
        shown(page, "Oars")
        # The same name means the same folder.
        folder(page).select_option(index=0)
        page.locator("#notes .item-mark[title='The old boat']").wait_for()
        page.get_by_text("Milk").first.click()
        move(page, "the old BOAT")
        assert folder(page).locator("option").all_inner_texts() == ["All notes", "House", "The old boat"]
        page.get_by_label("More").click()
        page.get_by_role("button", name="Move to folder").click()
        page.locator(".pane").wait_for()
        page.keyboard.press("Escape")
        page.locator(".menu summary:focus").wait_for()


@thorough
def test_notes_folders_survive_a_file_and_printing(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Oars", "Two of them.")
        move(page, "Boat & <b>House</b>")
        saved(page)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert page.locator("#printed .note-date").inner_text().endswith("Boat & <b>House</b>")
        page.emulate_media(media="screen")
        write(page, "Milk", "")
        path, content = downloaded(bench, page)
        assert {each["title"]: each.get("folder") for each in content["notes"]} == {"Oars": "Boat & <b>House</b>", "Milk": None}
        other = open_notes(bench)
        sign_up(other, name="Bob")
        write(other, "Before", "")
        move(other, "boat & <B>house</b>")
        other.get_by_role("link", name="Settings").click()
        with other.expect_file_chooser() as chooser:
            press(other, "Import notes")
        chooser.value.set_files(path)
        other.get_by_text("2 notes added.").wait_for()
        assert folder(other).locator("option").all_inner_texts() == ["All notes", "boat & <B>house</b>"], "the folder is there already"
        folder(other).select_option(index=1)
        shown(other, "Before", "Oars")
        # A file with an invalid folder name is refused as a whole.
        content["notes"][0]["folder"] = {"a": 1}
        path.write_text(json.dumps(content))
        with other.expect_file_chooser() as chooser:
            press(other, "Import notes")
        chooser.value.set_files(path)
        other.get_by_text("That file doesn’t contain notes from Private Notes.").wait_for()


@thorough
def test_notes_folder_that_another_window_renames_has_its_new_name_everywhere(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Oars", "")
        move(page, "Boat")
        tab = another_tab(bench, page, "/notes.html" + page.evaluate("location.hash"))
        unlock(tab)
        opened(tab)
        tab.locator("#notes .item-mark[title='Boat']").wait_for()
        tab.locator("#leaf bdi", has_text="Boat").wait_for()
        folder(page).select_option(label="Boat")
        page.get_by_role("button", name="Edit folder").click()
        page.get_by_label("Name of the folder").fill("Yacht")
        page.keyboard.press("Enter")
        for each in ("#notes .item-mark[title='Yacht']", "#leaf bdi:text-is('Yacht')"):
            tab.locator(each).wait_for()


@thorough
def test_notes_folders_of_two_windows_and_without_a_connection(bench):
    with service(bench):
        bench.expect_complaint("net::ERR")
        page = open_notes(bench)
        sign_up(page)
        write(page, "Oars", "")
        write(page, "Milk", "")
        tab = another_tab(bench, page)
        unlock(tab)
        opened(tab)
        page.context.set_offline(True)
        page.locator("#notes").get_by_text("Oars").click()
        move(page, "Boat")
        page.locator("#note-title").fill("Oars and sails")
        tab.locator("#notes").get_by_text("Milk").click()
        move(tab, "House")
        tab.locator("#notes").get_by_text("Oars").click()
        move(tab, "House", is_new=False)
        for each in (page, tab):
            each.locator("#saving[data-state=unsent]").wait_for()
        page.context.set_offline(False)
        for each in (page, tab):
            each.locator("#notes .item-mark[title='House']").first.wait_for()
            each.locator("#notes").get_by_text("Oars and sails").wait_for()
            each.wait_for_function("() => [...document.querySelectorAll('#folder option')].map((each) => each.textContent).join() === 'All notes,Boat,House'")
            assert len(titles(each)) == 2, "a folder made two notes of one"


@thorough
def test_notes_folders_fit_a_small_screen(bench):
    with service(bench):
        page = open_notes(bench, **SMALL)
        sign_up(page)
        write(page, "Oars", "")
        move(page, "Donaudampfschifffahrtsgesellschaftskapitänsmützenaufbewahrung")
        for place in (page.url.split("#")[1], ""):
            page.evaluate("(place) => { location.hash = place; }", place)
            (page.locator("#date") if place else folder(page)).wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= 320
            wide = page.evaluate("[...document.querySelectorAll('#date, #folder, .folder-bar')].filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > 320).length")
            assert wide == 0
        folder(page).select_option(index=1)
        edit = page.get_by_role("button", name="Edit folder")
        box = edit.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44 and box["x"] + box["width"] <= 320
        edit.click()
        assert page.locator(".pane").evaluate("(pane) => pane.scrollWidth <= pane.clientWidth")
