# SPDX-License-Identifier: MIT
"""Setting, changing and removing a passcode."""

import json

from bench import some, thorough
from passcode import open_passcode, part, press, tell, text_bytes, told


def title(page):
    return part(page, "title").inner_text()


def message(page):
    return part(page, "message").inner_text()


def test_passcode_is_set_when_entered_twice(bench):
    page = open_passcode(bench, 'mode="create" kind="six-digits" app-name="Harbour"')
    assert title(page) == "Choose a passcode for Harbour"
    press(page, "940275")
    assert title(page) == "Re-enter your passcode" and told(page, "passcode-save") == []
    press(page, "940275")
    (save,) = told(page, "passcode-save")
    assert save["bytes"] == text_bytes("940275") and save["kind"] == "six-digits" and save["again"] is None
    tell(page, "pad.accept()")
    assert title(page) == "Passcode set" and told(page, "passcode-done")[0]["outcome"] == "saved"


def test_passcode_that_everybody_has_is_refused_kindly(bench):
    page = open_passcode(bench, 'mode="create" kind="six-digits"')
    for digits, word in [("123456", "Sequences"), ("000000", "over and over")]:
        press(page, digits)
        assert word in message(page) and title(page) == "Choose a passcode", digits
    assert told(page, "passcode-save") == []


def test_passcode_mismatch_returns_to_the_new_one(bench):
    page = open_passcode(bench, 'mode="create" kind="six-digits"')
    press(page, "940275")
    press(page, "940276")
    assert title(page) == "Choose a passcode" and "didn’t match" in message(page)
    press(page, "940276")
    assert title(page) == "Re-enter your passcode"


@thorough
def test_passcode_keys_keep_their_places_from_step_to_step(bench):
    places = "[...pad.shadowRoot.querySelectorAll('.key')].map((key) => key.getBoundingClientRect().toJSON())"
    for language, (width, height) in some([(lang, size) for lang in ("en", "de") for size in ((320, 568), (390, 844), (400, 680))], 2):
        viewport = {"width": width, "height": height}
        page = open_passcode(
            bench, 'mode="create" kinds="six-digits" no-cancel app-name="Private Notes"', lang=language, viewport=viewport)
        chosen = tell(page, places)
        press(page, "940275")
        assert part(page, "foot").get_by_role("button").is_visible() and tell(page, places) == chosen, (language, viewport)
        press(page, "940276")
        assert message(page) and tell(page, places) == chosen, (language, viewport)
        tell(page, "(pad.mode = 'change', 0)")
        asked = tell(page, places)
        press(page, "940275")
        tell(page, "pad.accept()")
        assert tell(page, places) == asked, (language, viewport)
        press(page, "940275")
        assert tell(page, places) == asked, (language, viewport)


def test_passcode_change_asks_the_page_about_the_current_one(bench):
    page = open_passcode(bench, 'mode="change" kind="four-digits"')
    press(page, "2847")
    assert told(page, "passcode-submit")[0]["bytes"] == text_bytes("2847")
    tell(page, "pad.reject({ attemptsLeft: 4 })")
    assert message(page) == "Wrong passcode. 4 tries left." and title(page) == "Enter your current passcode"
    press(page, "2848")
    tell(page, "pad.accept()")
    assert title(page) == "Choose a passcode"
    page.locator("ink-passcode select").select_option("six-digits")
    press(page, "940275")
    press(page, "940275")
    assert told(page, "passcode-save")[0]["kind"] == "six-digits"
    tell(page, "pad.reject()")
    assert "Nothing has changed" in message(page) and title(page) == "Choose a passcode"


@thorough
def test_passcode_of_letters_is_chosen_in_a_field_for_new_ones(bench):
    page = open_passcode(bench, 'mode="create" kind="six-digits"')
    page.locator("ink-passcode select").select_option("alphanumeric")
    field = part(page, "field")
    assert field.get_attribute("autocomplete") == "new-password"
    for _ in range(2):
        field.fill("mellow tugboat 9")
        part(page, "submit").click()
    assert told(page, "passcode-save")[0]["bytes"] == text_bytes("mellow tugboat 9")


@thorough
def test_passcode_that_is_too_short_for_the_page_is_refused_before_it_is_repeated(bench):
    page = open_passcode(bench, 'mode="create" kind="alphanumeric" kinds="alphanumeric" minimum-length="6"')
    field = part(page, "field")
    for words in ("fox", "xylem"):
        field.fill(words)
        field.press("Enter")
        assert title(page) == "Choose a passcode" and message(page) == "That’s too short. Use at least 6 characters.", words
    field.fill("xylems")
    field.press("Enter")
    assert title(page) == "Re-enter your passcode"


@thorough
def test_passcode_of_the_page_s_words_is_refused_before_it_is_repeated(bench):
    page = open_passcode(bench, 'mode="create" kind="alphanumeric" kinds="alphanumeric"')
    tell(page, "(pad.words = ['Eva Quitte', 'Quitte'], 0)")
    field = part(page, "field")
    for word in ("eva quitte", "Qu1tte!!", "QUITTE77"):
        field.fill(word)
        field.press("Enter")
        assert title(page) == "Choose a passcode" and message(page) == "A common word or a name is easy to guess. Please choose another.", word
    tell(page, "(pad.words = Array(1000).fill('x'.repeat(1000)), 0)")
    assert tell(page, "[pad.words.length, pad.words[0].length]") == [16, 64]
    field.fill("QUITTE77")
    field.press("Enter")
    assert title(page) == "Re-enter your passcode"


@thorough
def test_passcode_entry_outlives_words_that_are_set_again(bench):
    page = open_passcode(bench, 'mode="create" kind="six-digits"')
    tell(page, "(pad.words = ['harbour', 'Ada'], 0)")
    press(page, "940")
    tell(page, "(pad.words = ['harbour', 'Ada'], 0)")
    assert tell(page, "pad.count") == 3, "equal words change nothing"
    tell(page, "(pad.words = ['harbour'], 0)")
    assert tell(page, "pad.count") == 0, "other words are for a new entry"


@thorough
def test_passcode_that_is_being_saved_outlives_other_words(bench):
    for words in ("['harbour']", "['meadow']"):
        page = open_passcode(bench, 'mode="create" kind="six-digits"')
        tell(page, "(pad.words = ['harbour'], 0)")
        page.evaluate(f"addEventListener('ink-passcode-save', ({{ target }}) => (target.words = {words}))")
        press(page, "940275")
        press(page, "940275")
        tell(page, "pad.accept()")
        assert [each["outcome"] for each in told(page, "passcode-done")] == ["saved"], words
        assert tell(page, "pad.words") == json.loads(words.replace("'", '"'))


@thorough
def test_passcode_words_that_come_with_a_refusal_count_for_the_next_try(bench):
    for mode in ("create", "change"):
        page = open_passcode(bench, f'mode="{mode}" kind="six-digits"')
        if mode == "change":
            press(page, "111222")
            tell(page, "pad.accept()")
        page.locator("ink-passcode select").select_option("alphanumeric")
        field = part(page, "field")

        def submit(words):
            field.fill(words)
            field.press("Enter")

        for words, told_, message_ in (("['harbour']", "", "Nothing has changed. Try again."),
                                       ("['harbour', 'xylograph']", "Not today.", "Not today.")):
            for _ in range(2):
                submit("xylograph")
            tell(page, f"(pad.words = {words}, pad.reject({{ message: '{told_}' }}), 0)")
            # The current passcode and the kind are known already.
            assert title(page) == "Choose a passcode" and message(page).endswith(message_), mode
        submit("xylograph")
        assert title(page) == "Choose a passcode" and message(page) == "A common word or a name is easy to guess. Please choose another."
        for _ in range(2):
            submit("mellow tugboat 9")
        tell(page, "pad.reject()")
        assert message(page).endswith("Nothing has changed. Try again.")
        for _ in range(2):
            submit("mellow tugboat 9")
        tell(page, "pad.accept()")
        (done,) = told(page, "passcode-done")
        assert (done["outcome"], done["kind"]) == ("saved", "alphanumeric")
        saves = told(page, "passcode-save")
        assert len(saves) == 4 and saves[-1]["bytes"] == text_bytes("mellow tugboat 9")


def test_passcode_removal_needs_the_current_one(bench):
    page = open_passcode(bench, 'mode="remove" kind="four-digits"')
    press(page, "2847")
    assert told(page, "passcode-remove") == []
    tell(page, "pad.accept()")
    assert len(told(page, "passcode-remove")) == 1
    tell(page, "pad.accept()")
    assert told(page, "passcode-done")[0]["outcome"] == "removed"


@thorough
def test_passcode_is_changed_from_each_kind_to_each_other(bench):
    codes = {"four-digits": "2847", "six-digits": "940275", "numeric": "58203", "alphanumeric": "mellow tugboat 9"}
    page = open_passcode(bench, 'mode="change"')
    for before in codes:
        for after in some(codes, 2):
            tell(page, f"(told.length = 0, pad.setAttribute('kind', '{before}'))")
            enter(page, before, codes[before])
            tell(page, "pad.accept()")
            page.locator("ink-passcode select").select_option(after)
            for _ in range(2):
                enter(page, after, codes[after])
            (save,) = told(page, "passcode-save")
            assert save["kind"] == after and save["bytes"] == text_bytes(codes[after]), f"{before} to {after}"
            tell(page, "pad.accept()")
            (done,) = told(page, "passcode-done")
            assert done["outcome"] == "saved" and done["kind"] == after


def enter(page, kind, code):
    if kind == "alphanumeric":
        part(page, "field").fill(code)
    else:
        press(page, code)
    if kind in ("alphanumeric", "numeric"):
        part(page, "submit").click()


def test_passcode_change_can_be_left_and_leaves_nothing(bench):
    page = open_passcode(bench, 'mode="change" kind="four-digits"')
    press(page, "2847")
    tell(page, "pad.accept()")
    press(page, "94")
    corner = part(page, "corner")
    corner.click()
    corner.click()
    corner.click()
    assert len(told(page, "cancel")) == 1 and tell(page, "pad.count") == 0
    assert title(page) == "Enter your current passcode", "it went on where it was left"


@thorough
def test_passcode_that_is_being_saved_or_removed_cannot_be_cancelled(bench):
    page = open_passcode(bench, 'mode="create" kind="four-digits"')
    for mode, outcome in [("create", "saved"), ("change", "saved"), ("remove", "removed")]:
        tell(page, f"(told.length = 0, pad.setAttribute('mode', '{mode}'))")
        if mode != "create":
            press(page, "2847")
            tell(page, "pad.accept()")
        if mode != "remove":
            press(page, "9402")
            press(page, "9402")
        assert len(told(page, "passcode-remove" if mode == "remove" else "passcode-save")) == 1, mode
        part(page, "marks").press("Escape")
        assert part(page, "corner").is_hidden(), mode
        tell(page, "pad.shadowRoot.querySelector('[part=corner]').click()")
        assert told(page, "cancel") == [], mode
        tell(page, "pad.accept()")
        assert [each["outcome"] for each in told(page, "passcode-done")] == [outcome], mode


@thorough
def test_passcode_of_the_next_request_is_not_taken_by_a_late_one(bench):
    page = open_passcode(bench, 'mode="verify" kind="four-digits"')
    tell(page, "window.takesLate = true")
    press(page, "2847")
    part(page, "marks").press("Escape")
    press(page, "2848")
    assert tell(page, "requests[0].takePasscode()") is None
    assert tell(page, "String.fromCharCode(...requests[1].takePasscode())") == "2848"


@thorough
def test_passcode_answer_that_is_late_does_not_count_for_the_next_request(bench):
    page = open_passcode(bench, 'mode="change" kind="four-digits"')
    for mode in ("change", "verify"):
        tell(page, f"(told.length = 0, requests.length = 0, pad.setAttribute('mode', '{mode}'))")
        for digits in ("2847", "2848"):
            press(page, digits)
            if digits == "2847":
                part(page, "marks").press("Escape")
        before = title(page)
        assert len(told(page, "passcode-submit")) == 2 and len(told(page, "cancel")) == 1, mode
        tell(page, "(requests[0].accept(), requests[0].reject({ lockoutSeconds: 60 }))")
        assert title(page) == before and message(page) == "" and tell(page, "pad.lockoutSeconds") == 0, mode
        tell(page, "requests[1].reject({ attemptsLeft: 4 })")
        assert message(page) == "Wrong passcode. 4 tries left.", mode
        tell(page, "(requests[1].accept(), requests[1].reject({ message: 'again' }))")
        assert message(page) == "Wrong passcode. 4 tries left.", mode
    press(page, "2849")
    tell(page, "requests[2].accept()")
    assert tell(page, "pad.shadowRoot.querySelector('.leaving') !== null")
