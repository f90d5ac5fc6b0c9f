# SPDX-License-Identifier: MIT
"""Attempts at a picture password are accepted or rejected, without further information."""

import json

from bench import settle, thorough
from picture import (
    DESKTOP, HILL, PHONE, ROOF, SCENE, TABLET, Fingers, define, devices, draw_password, open_picture, press, tell, text,
    told, points_along,
)

WRONG = [
    lambda fingers: fingers.path(*ROOF),  # too few parts
    lambda fingers: [fingers.path(*HILL), fingers.path(*ROOF), fingers.tap(0.8, 0.2)],  # wrong order
    lambda fingers: [fingers.path(*ROOF), fingers.path(*HILL), fingers.tap(0.3, 0.2)],  # the tap in the wrong place
    lambda fingers: [fingers.path(*ROOF), fingers.path(*HILL), fingers.tap(0.8, 0.2, count=2)],  # a double tap
    lambda fingers: [draw_password(fingers, 0.01), fingers.tap(0.1, 0.1)],  # too many parts
    lambda fingers: [fingers.path(*ROOF), fingers.path(*HILL[::-1]), fingers.tap(0.8, 0.2)],  # a path in the wrong direction
]


def defined(bench, **options):
    page = open_picture(bench, 'mode="define"', **{**PHONE, **options})
    define(page, Fingers(page))
    return page, told(page, "define")[0]["template"]


def test_the_owner_is_accepted_and_others_are_not_on_every_screen(bench):
    _, template = defined(bench)
    for page, fingers in devices(bench):
        tell(page, "(lock.template = new Uint8Array(given), 0)", template)
        for count, wrong in enumerate(WRONG, 1):
            wrong(fingers)
            press(page, "Done")
            assert told(page, "reject") == [{}] * count, f"attempt {count}"
            assert "That didn’t match" in text(page, "hint")
            assert tell(page, "lock.partCount") == 0
        draw_password(fingers, by=0.012)
        press(page, "Done")
        assert told(page, "accept") == [{}] and len(told(page, "reject")) == len(WRONG)
        assert text(page, "title") == "That matched"
        assert page.locator("ink-picture-password [part=toolbar]").is_hidden()
        names = page.evaluate("[...new Set(told.map(([name]) => name))].sort()")
        assert names == ["accept", "part", "reject"]


def test_a_refusal_says_the_same_whatever_was_wrong(bench):
    page, template = defined(bench)
    tell(page, "(lock.mode = 'verify', 0)")
    said = set()
    for wrong in WRONG:
        wrong(Fingers(page))
        press(page, "Done")
        shown = tell(page, "lock.shadowRoot.querySelector('.stage').innerText")
        said.add((shown, tell(page, "lock.debugData()"), tell(page, "lock.strength")))
    assert len(said) == 1 and said.pop()[1:] == (None, None)


@thorough
def test_a_page_that_counts_says_how_many_tries_are_left(bench):
    page, template = defined(bench)
    tell(page, "(lock.mode = 'verify', 0)")
    tell(page, "lock.addEventListener('ink-reject', () => lock.reject({ attemptsLeft: 2 }), { once: true })")
    WRONG[0](Fingers(page))
    press(page, "Done")
    assert text(page, "hint") == "That didn’t match. 2 tries left." and told(page, "reject") == [{}]
    tell(page, "lock.reject({ attemptsLeft: 1 })")
    assert text(page, "hint") == "That didn’t match. 2 tries left.", "no drawing was rejected meanwhile"
    WRONG[0](Fingers(page))
    press(page, "Done")
    assert text(page, "hint") == "That didn’t match. Try again."


@thorough
def test_a_refused_drawing_is_felt(bench):
    page, template = defined(bench)
    page.evaluate("window.buzzes = []; navigator.vibrate = (pattern) => { buzzes.push(pattern); return true; }; 0")
    tell(page, "(lock.mode = 'verify', 0)")
    draw_password(Fingers(page), by=0.012)
    press(page, "Done")
    assert told(page, "accept") == [{}] and page.evaluate("buzzes") == []
    tell(page, "(lock.template = new Uint8Array(given), 0)", template)
    WRONG[0](Fingers(page))
    press(page, "Done")
    # A wrong passcode feels the same.
    wrong_passcode = page.evaluate(
        """async () => {
            const { PasscodeEngine } = await import('/src/passcode-engine.js');
            return (await PasscodeEngine.load()).motion(false).buzzSeconds.map((seconds) => seconds * 1000);
        }""")
    assert told(page, "reject") == [{}] and page.evaluate("buzzes") == [wrong_passcode]
    tell(page, "(lock.mode = 'define', 0)")
    WRONG[0](Fingers(page))
    press(page, "Next")
    assert len(told(page, "refuse")) == 1 and page.evaluate("buzzes") == [wrong_passcode] * 2


@thorough
def test_the_same_drawing_on_another_screen_is_the_same_gesture(bench):
    """Compares the gestures of phones in both orientations, a tablet and a desktop, whole and covering, as a server
    gets them."""
    screens = [
        (PHONE, False), ({**PHONE, "viewport": {"width": 740, "height": 360}}, False), (TABLET, False), (DESKTOP, True),
        ({"viewport": {"width": 820, "height": 620}}, False),
    ]
    gestures = []
    for fit in ("contain", "cover"):
        for options, mouse in screens:
            if fit == "cover" and options is not screens[4][0]:
                continue  # On the other screens, `cover` crops parts of this drawing.
            page = open_picture(bench, f'fit="{fit}" debug mode="define"', **options)
            fingers = Fingers(page, mouse, covers=fit == "cover")
            # Not a finger's first touch: a browser rounds its position to whole pixels of the screen.
            fingers.path((0.3, 0.3), (0.5, 0.7), (0.7, 0.35))
            fingers.tap(0.5, 0.5)
            data = tell(page, "lock.debugData()")
            ends = [(part["fingers"][0]["path"][0], part["fingers"][0]["path"][-1]) for part in data["parts"]]
            gestures.append([(each["x"], each["y"]) for pair in ends for each in pair])
            kinds = [part["kind"] for part in data["parts"]]
            assert kinds == ["open", "tap"], (options, fit, kinds)
            assert abs(data["picture"]["width"] - 320 * 4 / 3) < 1e-9 and abs(data["picture"]["height"] - 320) < 1e-9
    expected = [(0.3, 0.3), (0.7, 0.35), (0.5, 0.5), (0.5, 0.5)]
    for gesture in gestures:
        for (x, y), (across, down) in zip(gesture, expected):
            # A pixel of the coarsest of these screens is 0.9 picture units.
            assert abs(x - across * 320 * 4 / 3) < 1 and abs(y - down * 320) < 1, gesture


@thorough
def test_turning_the_device_between_defining_and_trying_changes_nothing(bench):
    page, _ = defined(bench)
    tell(page, "(lock.mode = 'verify', 0)")
    for width, height in ((740, 360), (820, 1180), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        # No enrolled drawing again, which would count as a replay.
        draw_password(Fingers(page), by=0.0015 + 0.001 * (width % 7))
        press(page, "Done")
        assert len(told(page, "accept")) == 1, (width, height)
        page.evaluate("told.length = 0")
        tell(page, "(lock.mode = 'define', lock.template = lock.template, 0)")
        tell(page, "(lock.mode = 'verify', 0)")


@thorough
def test_turning_the_device_in_the_middle_of_a_drawing_changes_nothing(bench):
    page, _ = defined(bench)
    tell(page, "(lock.mode = 'verify', 0)")
    fingers = Fingers(page)
    roof, hill = [[(x + 0.0015, y) for x, y in corners] for corners in (ROOF, HILL)]
    fingers.path(*roof)
    page.set_viewport_size({"width": 740, "height": 360})
    settle(page)
    fingers.path(*hill)
    fingers.tap(0.8, 0.2)
    press(page, "Done")
    assert len(told(page, "accept")) == 1


REPLAY = """(parts) => {
    const lock = document.querySelector('ink-picture-password');
    const surface = lock.shadowRoot.querySelector('[part=surface]');
    const { left, top } = surface.getBoundingClientRect();
    const base = performance.now();
    for (const [start, points] of parts) {
        points.forEach(([x, y], index) => {
            const last = index === points.length - 1;
            for (const type of [index ? 'pointermove' : 'pointerdown', ...(last ? ['pointerup'] : [])]) {
                const event = new PointerEvent(type, {
                    pointerId: 9, pointerType: 'touch', bubbles: true, button: 0, clientX: left + x, clientY: top + y,
                });
                Object.defineProperty(event, 'timeStamp', { value: base + start + index * 16 + (type === 'pointerup' ? 8 : 0) });
                surface.dispatchEvent(event);
            }
        });
    }
}"""


def script(fingers, by=0.0):
    """Returns the password as a program would replay it, with fixed positions and times."""
    places = lambda corners: [[round(x) + by, round(y)] for x, y in fingers.along(corners)]
    return [[0, places(ROOF)], [900, places(HILL)], [2500, places([(0.8, 0.2)])]]


def test_an_exact_replay_is_refused(bench):
    page = open_picture(bench, 'mode="define"', **PHONE)
    fingers = Fingers(page)
    for by in (0, 1, 2):
        page.evaluate(REPLAY, script(fingers, by))
        press(page, "Finish" if by == 2 else "Next")
    assert len(told(page, "define")) == 1
    tell(page, "(lock.mode = 'verify', 0)")

    def attempt(by):
        page.evaluate("told.length = 0")
        page.evaluate(REPLAY, script(fingers, by))
        press(page, "Done")
        accepted = len(told(page, "accept")) == 1
        assert len(told(page, "reject")) == (0 if accepted else 1)
        tell(page, "(lock.mode = 'define', lock.template = lock.template, lock.mode = 'verify', 0)")
        return accepted

    for by in (0, 1, 2):
        assert not attempt(by), "an enrolled drawing"
    assert attempt(3), "a new drawing"
    assert not attempt(3), "the same drawing again"
    assert attempt(4), "another new drawing"


@thorough
def test_a_page_can_store_the_template_that_takes_an_accepted_drawing_in(bench):
    page, template = defined(bench)
    tell(page, "(lock.mode = 'verify', 0)")
    adapted = "lock.adaptedTemplate && [...lock.adaptedTemplate]"
    assert tell(page, adapted) is None
    WRONG[0](Fingers(page))
    press(page, "Done")
    assert told(page, "reject") == [{}] and tell(page, adapted) is None
    draw_password(Fingers(page), by=0.004)
    press(page, "Done")
    assert told(page, "accept") == [{}]
    taken = tell(page, adapted)
    assert len(taken) > len(template) and tell(page, "[...lock.template]") == template, "the page decides"
    tell(page, "(lock.template = new Uint8Array(given), 0)", taken)
    assert tell(page, "[...lock.template]") == taken and tell(page, adapted) is None
    draw_password(Fingers(page), by=0.006)
    press(page, "Done")
    assert told(page, "accept") == [{}, {}]


def test_a_server_can_answer(bench):
    page = open_picture(bench, **PHONE)
    fingers = Fingers(page)
    fingers.path(*ROOF)
    press(page, "Done")
    (attempt,) = told(page, "attempt")
    assert len(attempt["gesture"]) > 20 and len(attempt["pictureDigest"]) == 32
    assert tell(page, "lock.partCount") == 0
    fingers.path(*ROOF)
    assert tell(page, "lock.partCount") == 0, "drawing is disabled until the answer arrives"
    page.get_by_text("One moment…").first.wait_for()
    tell(page, "lock.reject()")
    assert told(page, "reject") == [{}] and "That didn’t match" in text(page, "hint")
    fingers.path(*ROOF)
    press(page, "Done")
    tell(page, "lock.accept()")
    assert told(page, "accept") == [{}] and text(page, "title") == "That matched"
    tell(page, "lock.reject()")
    assert told(page, "reject") == [{}], "an answer without an attempt is ignored"


@thorough
def test_another_picture_is_told_and_nothing_can_be_drawn(bench):
    _, template = defined(bench)
    other = SCENE.replace("#f6c945", "#f6c946")
    page = open_picture(bench, pictures={"/other.svg": other}, **PHONE)
    tell(page, "(lock.template = new Uint8Array(given), lock.setAttribute('src', '/other.svg'), 0)", template)
    page.get_by_text("This password belongs to another picture").first.wait_for()
    Fingers(page).path(*ROOF)
    assert tell(page, "lock.partCount") == 0
    assert page.get_by_role("button", name="I can’t draw here").is_visible()
    tell(page, "lock.setAttribute('src', '/scene.svg')")
    page.locator("ink-picture-password .stage:not(.closed)").wait_for()
    draw_password(Fingers(page), by=0.012)
    press(page, "Done")
    assert told(page, "accept") == [{}]


@thorough
def test_a_missing_template_is_refused_in_words(bench):
    page, template = defined(bench)
    cases = [[1, 2, 3], template[:-1], template + [0], template[:5] + [255] + template[6:], [0] * 100_000]
    for case in cases:
        answer = tell(
            page,
            "(() => { try { lock.template = new Uint8Array(given); return null; } catch (error) {"
            " return [error.name, error.reason, error.message]; } })()",
            case,
        )
        assert answer and answer[:2] == ["InkError", "template"], case[:10]
        assert json.dumps(case)[1:12] not in answer[2]
        assert tell(page, "[...lock.template]") == template, "the previous template remains"


def test_nothing_is_handed_in_when_nothing_is_drawn(bench):
    page = open_picture(bench, **PHONE)
    tell(page, "lock.submit()")
    assert "You haven’t drawn anything yet" in text(page, "hint")
    assert told(page, "attempt") == [] and told(page, "reject") == []
    assert points_along([(0, 0), (1, 1)], 2)[1] == (0.5, 0.5)
