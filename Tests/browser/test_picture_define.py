# SPDX-License-Identifier: MIT
"""A new picture password: drawn three times, or refused in words that say what to do."""

import hashlib

from bench import thorough
from picture import (
    HILL, PHONE, ROOF, SCENE, Fingers, define, devices, draw_password, open_picture, press, tell, text, told,
)


def test_three_drawings_define_a_password_on_every_screen(bench):
    for page, fingers in devices(bench, 'mode="define"'):
        assert text(page, "title") == "Draw a new picture password"
        for drawn, (name, title) in enumerate(
            (("Next", "Draw it again"), ("Next", "One last time"),
             ("Finish", "Your picture password is set"))
        ):
            draw_password(fingers, by=0.005 * drawn)
            assert tell(page, "lock.partCount") == 3 and text(page, "progress") == "Part 3"
            press(page, name)
            assert text(page, "title") == title
            assert told(page, "step")[-1] == {"drawn": drawn + 1, "needed": 3}
        (defined,) = told(page, "define")
        digest = list(hashlib.sha256(SCENE.encode()).digest())
        assert defined["pictureDigest"] == digest
        assert bytes(digest) in bytes(defined["template"]), "the template is bound to its picture"
        assert len(defined["gestures"]) == 3 and all(len(each) > 20 for each in defined["gestures"])
        assert len({tuple(each) for each in defined["gestures"]}) == 3
        assert defined["strength"]["log10Guesses"] > 4
        assert tell(page, "[...lock.template]") == defined["template"]
        assert told(page, "refuse") == []


def refused(page, reason, words):
    assert told(page, "refuse")[-1] == {"reason": reason}
    assert words in text(page, "hint")
    assert page.locator("ink-picture-password [role=status]").inner_text().strip() == text(page, "hint")


def test_what_is_easy_to_guess_is_refused(bench):
    for page, fingers in devices(bench, 'mode="define"'):
        fingers.path((0.3, 0.3), (0.4, 0.55))
        press(page, "Next")
        refused(page, "too-short", "Draw more, or add a part")
        assert tell(page, "lock.partCount") == 1, "more can be added"
        press(page, "Start over")
        fingers.path((0.5, 0.5), (0.52, 0.56), (0.5, 0.58))
        fingers.tap(0.52, 0.52)
        press(page, "Next")
        refused(page, "one-spot", "Use more of the picture")
        press(page, "Start over")
        fingers.path((0.2, 0.2), (0.28, 0.22), (0.24, 0.26))
        fingers.path((0.7, 0.7), (0.78, 0.72), (0.74, 0.76))
        press(page, "Next")
        refused(page, "too-small", "make it larger, or just tap")
        assert tell(page, "lock.partCount") == 0, "there is nothing to add to"
        fingers.path((0.1, 0.5), (0.9, 0.55))
        press(page, "Next")
        refused(page, "common", "something of your own")
        press(page, "Start over")
        fingers.path((0.2, 0.2), (0.6, 0.3), (0.25, 0.5), (0.3, 0.15), (0.7, 0.6))
        press(page, "Next")
        refused(page, "too-few-places", "in another place")
        assert told(page, "define") == [] and told(page, "step") == []
        fingers.tap(0.9, 0.9)
        assert tell(page, "lock.partCount") == 2
        press(page, "Next")
        assert told(page, "step") == [{"drawn": 1, "needed": 3}]


def test_a_different_second_drawing_is_refused_and_the_first_still_counts(bench):
    for page, fingers in devices(bench, 'mode="define"'):
        draw_password(fingers)
        press(page, "Next")
        fingers.path((0.1, 0.1), (0.5, 0.2), (0.1, 0.4))
        fingers.path(*HILL)
        fingers.tap(0.8, 0.2)
        press(page, "Next")
        refused(page, "different", "Follow your first drawing, or start over")
        assert tell(page, "lock.partCount") == 0, "and what was drawn is gone"
        # Advice for a first drawing would lead away from it.
        fingers.path((0.3, 0.3), (0.4, 0.55))
        press(page, "Next")
        refused(page, "different", "Follow your first drawing, or start over")
        assert tell(page, "lock.partCount") == 0
        draw_password(fingers, by=0.005)
        press(page, "Next")
        draw_password(fingers, by=0.01)
        press(page, "Finish")
        assert len(told(page, "define")) == 1


@thorough
def test_what_is_drawn_stays_in_sight_and_the_first_drawing_on_request(bench):
    page = open_picture(bench, 'mode="define"', **PHONE)
    fingers = Fingers(page)
    guide = page.locator("ink-picture-password [part=guide]")
    numbers = guide.locator(".number")
    fingers.path(*ROOF)
    fingers.tap(0.8, 0.2)
    assert numbers.all_text_contents() == ["1", "2"]
    # The marks lie where the finger was.
    x, y = fingers.place(0.8, 0.2)
    ring = guide.locator("circle.line").bounding_box()
    assert abs(ring["x"] + ring["width"] / 2 - x) < 3 and abs(ring["y"] + ring["height"] / 2 - y) < 3
    press(page, "Undo last part")
    assert numbers.all_text_contents() == ["1"]
    press(page, "Start over")
    assert guide.locator("*").count() == 0
    draw_password(fingers)
    press(page, "Next")
    assert guide.locator("*").count() == 0 and page.locator("ink-picture-password .hint.wrong").count() == 0
    first = page.get_by_role("button", name="Show the first drawing")
    first.click()
    assert first.get_attribute("aria-pressed") == "true" and guide.locator(".ghost").count() == 3
    first.click()
    assert guide.locator(".ghost").count() == 0
    fingers.path(*HILL)
    assert guide.locator("polyline.line").count() == 1
    # A drawing that is different needs it.
    fingers.path(*ROOF)
    fingers.tap(0.8, 0.2)
    press(page, "Next")
    refused(page, "different", "Follow your first drawing")
    assert guide.locator(".ghost").count() == 3
    assert page.locator("ink-picture-password .hint.wrong").count() == 1
    draw_password(fingers, by=0.005)
    press(page, "Next")
    draw_password(fingers, by=0.01)
    press(page, "Finish")
    assert guide.locator("*").count() == 0


def test_nothing_that_is_drawn_shows_without_a_trail(bench):
    page = open_picture(bench, 'mode="define" trail="none"', **PHONE)
    Fingers(page).path(*ROOF)
    assert page.locator("ink-picture-password [part=guide] *").count() == 0


@thorough
def test_start_over_forgets_the_drawings_before(bench):
    page = open_picture(bench, 'mode="define"', **PHONE)
    fingers = Fingers(page)
    draw_password(fingers)
    press(page, "Next")
    fingers.tap(0.5, 0.5)
    press(page, "Start over")
    assert text(page, "title") == "Draw a new picture password" and tell(page, "lock.partCount") == 0
    assert page.get_by_role("button", name="Start over").get_attribute("aria-disabled") == "true"

    def another(fingers, by):
        fingers.path(*[(x, y + by) for x, y in HILL])
        fingers.path((0.1, 0.2), (0.3 + by, 0.1), (0.4, 0.3))

    define(page, fingers, another)
    assert len(told(page, "define")) == 1 and told(page, "refuse") == []


def test_undo_takes_back_one_part_at_a_time(bench):
    page = open_picture(bench, 'mode="define"', **PHONE)
    fingers = Fingers(page)
    undo = page.get_by_role("button", name="Undo last part")
    assert undo.get_attribute("aria-disabled") == "true"
    fingers.path(*ROOF)
    fingers.tap(0.3, 0.3, count=2)
    fingers.together([(0.5, 0.5), (0.5, 0.8)], [(0.7, 0.5), (0.7, 0.8)])
    assert tell(page, "lock.partCount") == 3
    for count in (2, 1, 0):
        undo.click()
        assert tell(page, "lock.partCount") == count
        assert text(page, "progress") == (f"Part {count}" if count else "")
    assert undo.get_attribute("aria-disabled") == "true"
    draw_password(fingers)
    press(page, "Next")
    assert told(page, "step") == [{"drawn": 1, "needed": 3}]


def test_the_meter_follows_what_is_drawn(bench):
    page = open_picture(bench, 'mode="define"', **PHONE)
    fingers = Fingers(page)
    meter = page.locator("ink-picture-password [part=strength]")
    assert "Draw to see how strong it is" in meter.inner_text() and tell(page, "lock.strength") is None
    guesses = []
    bars = []
    for draw in (
        lambda: fingers.tap(0.8, 0.2), lambda: fingers.path(*HILL), lambda: fingers.path(*ROOF),
        lambda: fingers.path((0.1, 0.1), (0.4, 0.2), (0.15, 0.35), (0.5, 0.3), (0.6, 0.1)),
    ):
        draw()
        strength = tell(page, "lock.strength")
        guesses.append(strength["log10Guesses"])
        bars.append(meter.locator(".full").count())
        word = {"weak": "Weak", "fair": "Fair", "good": "Good", "strong": "Strong"}[strength["level"]]
        assert word in meter.inner_text()
    assert guesses == sorted(guesses) and guesses[-1] > guesses[0] + 4
    assert bars == sorted(bars) and bars[0] == 1 and bars[-1] > 1
    press(page, "Undo last part")
    assert tell(page, "lock.strength.log10Guesses") == guesses[-2]
    press(page, "Next")
    assert meter.is_hidden(), "once chosen, it is not to be judged any more"


@thorough
def test_the_meter_praises_no_drawing_that_is_refused(bench):
    page = open_picture(bench, 'mode="define"', **PHONE)
    fingers = Fingers(page)
    meter = page.locator("ink-picture-password [part=strength]")
    for count, (x, y) in enumerate(((0.15, 0.2), (0.5, 0.45), (0.3, 0.75), (0.62, 0.3), (0.9, 0.85)), 1):
        fingers.tap(x, y)
        shown = tell(page, "lock.strength.level"), meter.inner_text()
        press(page, "Next")
        assert len(told(page, "refuse")) == count, "it is not too short any more"
        assert shown[0] == "weak" and "Weak" in shown[1], (count, shown)
    fingers.path(*HILL)
    assert tell(page, "lock.strength.level") in ("good", "strong")
    press(page, "Next")
    assert len(told(page, "refuse")) == 5 and told(page, "step") == [{"drawn": 1, "needed": 3}]


def test_the_drawing_is_told_only_when_it_is_handed_over(bench):
    page = open_picture(bench, 'mode="define"', **PHONE)
    define(page, Fingers(page))
    names = page.evaluate("told.map(([name]) => name)")
    assert names.count("define") == 1 and set(names) == {"part", "step", "define"}
    assert all(set(detail) == {"count"} for detail in told(page, "part"))
    inside = tell(page, "lock.outerHTML + lock.shadowRoot.querySelector('.stage').outerHTML")
    assert "polyline" not in inside and "rect" not in inside
    assert tell(page, "lock.debugData()") is None
