# SPDX-License-Identifier: MIT
"""The layout in every theme, size, direction and language."""

from bench import settle, some, thorough
from passcode import SIZES, open_passcode, part, tell

BOXES = """[...pad.shadowRoot.querySelectorAll('.key, .corner, .submit, [part=accessory], .marks, .text, .title, .foot')]
    .filter((each) => each.checkVisibility()).map((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return { name: each.className || 'accessory', digit: each.dataset.digit, left, top, right, bottom };
    })"""


def check(boxes, size):
    width, height = size
    for box in boxes:
        inside = box["left"] >= -0.5 and box["top"] >= -0.5 and box["right"] <= width + 0.5 and box["bottom"] <= height + 0.5
        assert inside, f"{box} outside {size}"
        if "key" in box["name"] or "corner" in box["name"] or "submit" in box["name"]:
            assert box["right"] - box["left"] >= 44 and box["bottom"] - box["top"] >= 44, box
    for index, one in enumerate(boxes):
        for other in boxes[:index]:
            apart = one["left"] >= other["right"] - 0.5 or other["left"] >= one["right"] - 0.5
            apart = apart or one["top"] >= other["bottom"] - 0.5 or other["top"] >= one["bottom"] - 0.5
            assert apart, f"{one} over {other} at {size}"


def test_passcode_everything_fits_in_each_theme_and_orientation(bench):
    bench.with_transparency()
    colours = set()
    for theme in ["opaque-light", "opaque-dark", "translucent-light", "translucent-dark"]:
        for size in some(["tall", "wide"]):
            page = open_passcode(bench, f'theme="{theme}" kind="six-digits" app-name="Harbour" biometrics other', size=size)
            boxes = tell(page, BOXES)
            assert sorted(box["digit"] for box in boxes if box.get("digit")) == list("0123456789")
            check(boxes, SIZES[size])
            corner = "parseFloat(getComputedStyle(pad.shadowRoot.querySelector('.key')).borderRadius)"
            assert tell(page, corner) < 0.34 * tell(page, "pad.shadowRoot.querySelector('.key').offsetWidth")
            colours.add(tell(page, "getComputedStyle(pad.shadowRoot.querySelector('.stage')).backgroundColor"))
    assert len(colours) == 4


@thorough
def test_passcode_every_kind_fits_every_screen(bench):
    for kind in ["four-digits", "numeric", "alphanumeric"]:
        for size in some(SIZES, 2):
            page = open_passcode(bench, f'kind="{kind}" app-name="Harbour" biometrics', size=size)
            check(tell(page, BOXES), SIZES[size])


def test_passcode_grows_with_the_readers_text(bench):
    page = open_passcode(bench, 'app-name="Harbour" biometrics')
    size = "parseFloat(getComputedStyle(pad.shadowRoot.querySelector('.title')).fontSize)"
    before = tell(page, size)
    page.evaluate("document.documentElement.classList.add('large')")
    tell(page, "pad.reset()")
    assert tell(page, size) >= 1.9 * before
    boxes = tell(page, BOXES)
    content = tell(page, "[pad.shadowRoot.querySelector('.stage').scrollWidth, pad.shadowRoot.querySelector('.stage').scrollHeight]")
    check(boxes, content)


@thorough
def test_passcode_corner_is_a_symbol_where_its_word_would_be_small(bench):
    page = open_passcode(bench, 'kind="four-digits"')
    symbol = "getComputedStyle(pad.shadowRoot.querySelector('.corner .cancel')).display"
    assert tell(page, symbol) == "none"
    page.evaluate("document.documentElement.classList.add('large')")
    tell(page, "pad.reset()")
    assert tell(page, symbol) == "block"
    assert page.get_by_role("button", name="Cancel", exact=True).count() == 1


@thorough
def test_passcode_marks_stand_apart_from_the_keys_beside_them(bench):
    for size in ["wide", "landscape"]:
        for direction in ["ltr", "rtl"]:
            page = open_passcode(bench, 'app-name="Harbour"', size=size, dir=direction)
            boxes = tell(page, BOXES)
            check(boxes, SIZES[size])
            keys = [box for box in boxes if box.get("digit")]
            left, right = min(box["left"] for box in keys), max(box["right"] for box in keys)
            middle = next(box for box in keys if box["digit"] == "5")
            between = middle["left"] - next(box for box in keys if box["digit"] == "4")["right"]
            for box in boxes:
                if box["name"] not in ("marks", "title"):
                    continue
                gap = box["left"] - right if direction == "rtl" else left - box["right"]
                assert gap > 1.5 * between, f"{box['name']} {gap} from the keys, which are {between} apart"


@thorough
def test_passcode_letters_can_be_left_away(bench):
    page = open_passcode(bench)
    letters = "[...pad.shadowRoot.querySelectorAll('.key small')].filter((each) => each.checkVisibility()).map((each) => each.innerText)"
    assert "WXYZ" in tell(page, letters) and len(tell(page, letters)) == 9
    tell(page, "pad.setAttribute('no-letters', '')")
    assert tell(page, letters) == []


def test_passcode_follows_the_systems_dark_side(bench):
    page = open_passcode(bench, color_scheme="dark")
    ground = "getComputedStyle(pad.shadowRoot.querySelector('.stage')).backgroundColor"
    assert tell(page, ground) == "rgb(21, 20, 18)"
    page.emulate_media(color_scheme="light")
    settle(page)
    assert tell(page, ground) == "rgb(245, 242, 236)"


def test_passcode_speaks_german_and_what_the_page_adds(bench):
    page = open_passcode(bench, 'app-name="Hafen" kind="four-digits"', lang="de-AT")
    assert part(page, "title").inner_text() == "Geben Sie Ihren Code für Hafen ein"
    assert part(page, "corner").inner_text() == "Abbrechen"
    page.evaluate("import('/src/passcode-strings.js').then(({ passcodeStrings }) => { passcodeStrings.fr = { cancel: 'Annuler' }; })")
    tell(page, "pad.lang = 'fr'")
    assert part(page, "corner").inner_text() == "Annuler"
    assert "Hafen" in part(page, "title").inner_text()


def test_passcode_right_to_left_keeps_the_digits_order(bench):
    places = "['1', '3'].map((digit) => pad.shadowRoot.querySelector(`[data-digit='${digit}']`).offsetLeft)"
    corner = "pad.shadowRoot.querySelector('.corner').offsetLeft"
    left = open_passcode(bench)
    right = open_passcode(bench, dir="rtl")
    assert tell(left, places) == tell(right, places)
    assert tell(left, corner) > tell(right, corner)
    check(tell(right, BOXES), SIZES["tall"])


def test_passcode_names_everything_for_screen_readers(bench):
    page = open_passcode(bench, 'kind="four-digits" app-name="Harbour" biometrics other')
    for name in ["1", "0", "Cancel", "Use fingerprint or face", "Unlock another way"]:
        assert page.get_by_role("button", name=name, exact=True).count() == 1, name
    assert page.get_by_role("img", name="Enter your Harbour passcode: 0 of 4 entered").count() == 1


def test_passcode_marks_show_in_forced_colours(bench):
    page = open_passcode(bench, 'kind="four-digits"', forced_colors="active")
    page.locator("ink-passcode [data-digit='4']").click()
    page.wait_for_function(
        """() => {
            const [first, second] = document.querySelector('ink-passcode').shadowRoot.querySelectorAll('.marks i');
            return getComputedStyle(first).backgroundColor !== getComputedStyle(second).backgroundColor;
        }"""
    )
