# SPDX-License-Identifier: MIT
"""Tests of Private Notes whose owner forgets, mistypes, leaves too early or has no space."""

import time

from desktop import wait
from trial import PASSCODE


def test_unwritten_notes_outlast_the_lock_and_a_refused_end(trial):
    app, desktop = trial.set_up(), trial.desktop
    trial.write()
    # In the place of the new file there is a folder.
    obstacle = desktop.folder / "data/private-notes/notes.new"
    obstacle.mkdir(mode=0o700)
    desktop.type(" Thanks.")
    app.wait_for("Not saved yet")
    app.click("Lock now")
    trial.unlock()
    app.wait_for("Thanks.")
    app.wait_for("Not saved yet")
    desktop.key("F4", "Alt_L")
    app.wait_for("Close without saving")
    trial.see("question")
    app.click("Cancel", "push button")
    app.wait_for("Thanks.")
    obstacle.rmdir()
    desktop.key("F4", "Alt_L")
    assert app.process.wait(10) == 0
    app = trial.start()
    trial.unlock()
    app.wait_for("Thanks.")


def test_notes_whose_file_was_removed_are_saved_again(trial):
    app = trial.set_up()
    trial.write()
    (trial.desktop.folder / "data/private-notes/notes").unlink()
    trial.desktop.type(" Thanks.")
    wait((trial.desktop.folder / "data/private-notes/notes").exists, "the file")
    app.wait_for("Saved")


def test_app_outlives_the_system_bus(trial):
    app, bus = trial.set_up(), trial.desktop.buses["system"]
    bus.kill()
    bus.wait()
    trial.write()
    assert app.process.poll() is None


def test_code_is_shown_until_it_is_saved_and_opens_without_the_passcode(trial):
    app, desktop = trial.set_up(), trial.desktop
    app.click("Settings")
    app.click("New recovery code", "list item")
    first = wait(app.code, "the recovery code")
    app.click("Lock now")
    wait(app.has_passcode_screen, "the passcode's screen")
    desktop.type(PASSCODE)
    assert wait(app.code, "the code after the lock") == first != trial.code
    app.process.kill()
    app.process.wait()
    # The code cannot be shown again.
    app = trial.start()
    trial.unlock()
    app.wait_for("You haven’t saved your current recovery code.")
    trial.see("unsaved")
    app.click("Create new code")
    code = wait(app.code, "another code")
    app.click("I’ve saved it")
    app.click("Continue")
    app.wait_for("New recovery code")
    # The passcode is forgotten.
    app.click("Lock now")
    wait(app.has_passcode_screen, "the passcode's screen")
    trial.see("locked")
    app.click("Forgot your passcode?", "push button")
    time.sleep(0.5)
    desktop.type(code + "\n")
    app.wait_for("Choose a passcode for Private Notes")
    trial.see("new-passcode")
    desktop.type("739154")
    app.wait_for("Re-enter your passcode")
    desktop.type("739154")
    assert wait(app.code, "the code in place of the one that was used") != code
    app.click("I’ve saved it")
    app.click("Continue")
    app.wait_for("Change passcode")
    app.click("Lock now")
    wait(app.has_passcode_screen, "the passcode's screen")
    desktop.type("739154")
    app.wait_for("No notes yet")
    assert not app.has("You haven’t saved")


def test_owner_of_notes_that_nothing_opens_starts_over(trial):
    app, desktop = trial.set_up(), trial.desktop
    trial.write()
    notes = desktop.folder / "data/private-notes/notes"
    # Without the passcode and without the code.
    app.click("Lock now")
    wait(app.has_passcode_screen, "the passcode's screen")
    assert not app.has("Start over"), "the notes can be deleted although the passcode may be known"
    app.click("Forgot your passcode?", "push button")
    app.click("Start over", "push button")
    app.wait_for("This deletes all your notes for good.")
    assert app.resize(320, 568) == (320, 568), "the question needs a larger window"
    trial.see("code")
    app.process.kill()
    app.process.wait()
    (desktop.folder / "data/private-notes/lock/vault").unlink()
    app = trial.start()
    app.wait_for("Start over to use the app again.")
    trial.see("vanished")
    app.click("Start over", "push button")
    app.wait_for("This deletes all your notes for good.")
    trial.see("question")
    app.click("Keep my notes", "push button")
    app.find("Start over", "push button")
    assert notes.exists(), "the notes are deleted without a confirmation"
    app.click("Start over", "push button")
    app.click("Delete all notes", "push button")
    app.click("Start writing")
    app.wait_for("Choose a passcode for Private Notes")
    assert not notes.exists()
    desktop.type(PASSCODE)
    app.wait_for("Re-enter your passcode")
    desktop.type(PASSCODE)
    app.click("I’ve saved it")
    app.click("Continue")
    app.click("Not now")
    app.wait_for("No notes yet")
    trial.write()
    app.click("Lock now")
    trial.unlock()
    app.wait_for("Saved")


def test_passphrase_is_typed_again_without_the_pointer(trial):
    app, desktop = trial.set_up(), trial.desktop
    app.click("Settings")
    app.click("Change passcode", "list item")
    app.wait_for("Enter your current Private Notes passcode")
    app.focus("Cancel", "push button")
    desktop.key("Return")
    app.wait_for("New recovery code")
    app.click("Change passcode", "list item")
    app.wait_for("Enter your current Private Notes passcode")
    desktop.type(PASSCODE)
    app.wait_for("Choose a passcode for Private Notes")
    app.click("Passcode type")
    time.sleep(0.5)
    for name in ("Down", "Down", "Return"):
        desktop.key(name)
    time.sleep(0.5)
    for words in ("Choose a passcode for Private Notes", "Re-enter your passcode"):
        app.wait_for(words)
        desktop.type("kite lamp rope\n")
    app.wait_for("New recovery code")
    app.click("Lock now")
    wait(app.has_passcode_screen, "the passcode's screen")
    desktop.type("kite lamp\n")
    app.wait_for("Wrong passcode. Please try again.")
    desktop.type("kite lamp rope\n")
    app.wait_for("1 wrong attempt since you were last here")
    app.wait_for("The last one:")
    trial.see("attempts")
