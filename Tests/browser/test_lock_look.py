# SPDX-License-Identifier: MIT
"""The appearance and accessibility of the cover in every theme, size, direction and language."""

import json
import re

from bench import settle, thorough
from lock import SCRIPTS, answer, focus, open_lock, pad, press, state, tell, unlock
from picture import serve

SIZES = [(360, 740), (390, 844), (740, 360), (820, 1180), (1280, 800)]
ALL = {"passkey": True, "passcode": {"kind": "six-digits"}, "picture": {"src": "/scene.svg"}, "recoveryCode": True}
STILL = {"methods": ALL, "capabilities": {"passkeys": True}, "promptsAutomatically": False}

BOXES = """[...lock.shadowRoot.querySelectorAll('.icon, .title, .message, .code, .main, .plain, .stage, .note')]
    .filter((each) => each.checkVisibility() && !each.closest('.code :not(.code)')).map((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return { name: each.className, isButton: each.localName === 'button', left, top, right, bottom };
    })"""


def check(page, width):
    boxes = tell(page, BOXES)
    assert boxes
    for index, box in enumerate(boxes):
        assert box["left"] >= -0.5 and box["right"] <= width + 0.5, box
        if box["isButton"]:
            assert box["bottom"] - box["top"] >= 44 and box["right"] - box["left"] >= 44, box
        for other in boxes[:index]:
            if "code" in box["name"] or "code" in other["name"]:
                continue
            apart = are_apart(box, other) or are_apart(other, box)
            assert apart, f"{box} over {other}"


def are_apart(one, other):
    return one["left"] >= other["right"] - 0.5 or one["top"] >= other["bottom"] - 0.5


def channels(color, behind):
    """Returns the channels of a CSS colour, 0 to 1, over a grey background."""
    numbers = [float(each) for each in re.findall(r"[\d.]+", color)]
    *numbers, alpha = numbers if len(numbers) == 4 else [*numbers, 1]
    scale = 1 if color.startswith("color(") else 255
    return [alpha * each / scale + (1 - alpha) * behind for each in numbers]


def luminance(channels):
    linear = [each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(page, selector):
    """Returns the lowest contrast of a translucent cover over any background."""
    style = f"getComputedStyle(lock.shadowRoot.querySelector('{selector}'))"
    ground = tell(page, f"{style}.backgroundColor")
    if ground == "rgba(0, 0, 0, 0)":
        ground = tell(page, "getComputedStyle(lock.shadowRoot.querySelector('.cover')).backgroundColor")
    words = luminance(channels(tell(page, f"{style}.color"), 0))
    grounds = [luminance(channels(ground, behind)) for behind in (0, 1)]
    return min((max(words, each) + 0.05) / (min(words, each) + 0.05) for each in grounds)


@thorough
def test_lock_cover_fits_every_screen(bench):
    for width, height in SIZES:
        options = {"viewport": {"width": width, "height": height}}
        page = open_lock(bench, STILL, page_options=options)
        check(page, width)
        page.locator("ink-lock [data-method=recovery-code]").click()
        check(page, width)
        page.locator("ink-lock [data-method=passcode]").click()
        pad(page)
        check(page, width)
        assert page.locator("ink-lock .methods").is_hidden()
        inside = "(() => { const pad = lock.shadowRoot.querySelector('ink-passcode').shadowRoot; return %s; })()"
        overflow = tell(page, inside % "pad.querySelector('.stage').scrollHeight - pad.querySelector('.stage').clientHeight")
        assert overflow <= 1, f"the keys do not fit {width} × {height}"


@thorough
def test_lock_other_ways_are_behind_one_button_beside_a_screen(bench):
    foot = '<div slot="foot"><button>Forgot your passcode?</button></div>'
    for lang in ("en", "de"):
        page = open_lock(bench, STILL, inside=foot, lang=lang, page_options={"viewport": {"width": 320, "height": 568}})
        page.locator("ink-lock [data-method=picture]").click()
        picture = page.locator("ink-lock ink-picture-password [part=picture]")
        page.locator("ink-lock ink-picture-password .stage:not(.arriving) [part=picture]").wait_for()
        settle(page)
        box = picture.bounding_box()
        assert box["width"] == 320 and box["height"] >= 300, f"{box} leaves no room to draw"
        others, methods = page.locator("ink-lock [part=others]"), page.locator("ink-lock [part=methods]")
        assert methods.is_hidden() and others.get_attribute("aria-expanded") == "false"
        others.click()
        assert methods.locator("button:visible").count() == 3 and others.get_attribute("aria-expanded") == "true"
        listed = methods.bounding_box()
        assert listed["x"] >= 0 and listed["x"] + listed["width"] <= 320 and listed["y"] >= 0
        assert page.evaluate("lock.shadowRoot.activeElement.dataset.method") == "passkey"
        page.keyboard.press("Escape")
        assert methods.is_hidden() and page.evaluate("lock.shadowRoot.activeElement.part.value").endswith("others")
        others.click()
        page.mouse.click(box["x"] + 20, box["y"] + 20)
        assert methods.is_hidden()
        others.click()
        methods.locator("[data-method=passcode]").click()
        pad(page)
        assert methods.is_hidden()
        overflow = "document.documentElement.scrollWidth > 320 || lock.shadowRoot.querySelector('.cover').scrollWidth > 320"
        assert not tell(page, overflow)


def test_lock_cover_grows_with_the_readers_text(bench):
    page = open_lock(bench, STILL, page_options={"viewport": {"width": 390, "height": 844}})
    size = "parseFloat(getComputedStyle(lock.shadowRoot.querySelector('.title')).fontSize)"
    before = tell(page, size)
    page.evaluate("document.documentElement.classList.add('large')")
    settle(page)
    assert tell(page, size) >= 1.9 * before
    check(page, 390)


@thorough
def test_lock_cover_is_readable_in_each_theme(bench):
    bench.with_transparency()
    grounds = set()
    for theme in ["opaque-light", "opaque-dark", "translucent-light", "translucent-dark"]:
        for scheme in ["light", "dark"]:
            page = open_lock(bench, STILL, f'theme="{theme}"', page_options={"color_scheme": scheme})
            for selector in [".title", ".unlock", ".methods button"]:
                assert contrast(page, selector) >= 4.5, f"{selector} in {theme}"
            ground = tell(page, "getComputedStyle(lock.shadowRoot.querySelector('.cover')).backgroundColor")
            grounds.add((theme, ground))
    assert len(grounds) == 4  # The theme decides, not the system.
    assert len({ground for _, ground in grounds}) == 4


@thorough
def test_lock_cover_follows_the_page_and_so_does_the_pad(bench):
    for scheme, dark in [("light", False), ("dark", True)]:
        page = open_lock(bench, page_options={"color_scheme": scheme})
        pad(page)
        assert tell(page, "lock.shadowRoot.querySelector('ink-passcode').getAttribute('theme')") == f"opaque-{scheme}"
    # A page with its own switch sets `color-scheme`.
    page = open_lock(bench, {"promptsAutomatically": False}, page_options={"color_scheme": "light"})
    page.evaluate("document.documentElement.style.colorScheme = 'dark'")
    page.locator("ink-lock [part=unlock]").click()
    pad(page)
    assert tell(page, "lock.shadowRoot.querySelector('ink-passcode').getAttribute('theme')") == "opaque-dark"
    for text, theme in (("oklch(0.95 0.01 90)", "dark"), ("color(display-p3 0.1 0.1 0.1)", "light"), ("rgb(250 250 250 / 0.9)", "dark")):
        page = open_lock(bench, {"promptsAutomatically": False})
        page.evaluate("(text) => lock.style.setProperty('--ink-text', text)", text)
        page.locator("ink-lock [part=unlock]").click()
        pad(page)
        assert tell(page, "lock.shadowRoot.querySelector('ink-passcode').getAttribute('theme')") == f"opaque-{theme}", text


def test_lock_speaks_german_and_what_the_page_adds(bench):
    page = open_lock(bench, STILL, lang="de-AT")
    assert page.locator("ink-lock [part=title]").inner_text() == "Harbour ist gesperrt"
    assert page.locator("ink-lock [part=unlock]").inner_text() == "Mit Passkey entsperren"
    page.evaluate("lockStrings.fr = { locked: (app) => `${app} est verrouillé` }; lock.lang = 'fr';")
    settle(page)
    assert page.locator("ink-lock [part=title]").inner_text() == "Harbour est verrouillé"
    assert page.locator("ink-lock [part=unlock]").inner_text() == "Use your passkey"


def test_lock_strings_are_complete_in_every_language(bench):
    page = open_lock(bench)
    missing = page.evaluate(
        """() => {
            const names = (table, prefix = '') => Object.entries(table).flatMap(([name, value]) =>
                typeof value === 'object' ? names(value, `${prefix}${name}.`) : [`${prefix}${name}`]);
            const [en, de] = [names(lockStrings.en), names(lockStrings.de)];
            return [en.filter((each) => !de.includes(each)), de.filter((each) => !en.includes(each))];
        }"""
    )
    assert missing == [[], []]


def test_lock_reads_right_to_left(bench):
    options = {"methods": ALL, "capabilities": {"passkeys": True}, "promptsAutomatically": False}
    places = "[...lock.shadowRoot.querySelectorAll('.methods button')].map((each) => each.getBoundingClientRect().left)"
    left = open_lock(bench, options, page_options={"viewport": {"width": 1280, "height": 800}})
    right = open_lock(bench, options, dir="rtl", page_options={"viewport": {"width": 1280, "height": 800}})
    assert tell(left, places) == sorted(tell(left, places))
    assert tell(right, places) == sorted(tell(right, places), reverse=True)
    check(right, 1280)


def test_lock_tells_screen_readers_how_it_stands(bench):
    page = open_lock(bench, STILL)
    assert page.get_by_role("dialog", name="Harbour is locked").count() == 1
    assert page.get_by_role("group", name="Other ways to unlock").get_by_role("button").count() == 3
    spoken = page.locator("ink-lock dialog > .spoken")
    assert "Harbour is locked" in spoken.inner_text()
    page.locator("ink-lock [part=unlock]").click()
    assert "Waiting for your passkey" in spoken.inner_text()
    answer(page, {"result": "failed", "failure": "not-recognised"})
    assert "not recognised" in spoken.inner_text()
    page.locator("ink-lock [data-method=recovery-code]").click()
    assert page.evaluate("lock.shadowRoot.activeElement.id") == "code"


def test_lock_keyboard_alone_opens_it(bench):
    page = open_lock(bench, {"promptsAutomatically": False})
    assert page.evaluate("lock.shadowRoot.activeElement.className").endswith("unlock")
    page.keyboard.press("Enter")
    pad(page)
    page.wait_for_function("() => lock.shadowRoot.activeElement?.localName === 'ink-passcode'")
    page.keyboard.type("1111")
    answer(page, {"result": "rejected"})
    page.keyboard.type("2222")
    answer(page, {"result": "cancelled"})
    page.keyboard.type("2847")
    answer(page, {"result": "accepted", "key": 1})
    assert tell(page, "asked.length") == 3 and state(page) == "unlocked"


def test_lock_dresses_its_screens_as_the_app_wants(bench):
    passcode = {"kind": "four-digits", "speakDigits": True, "noLetters": True}
    picture = {"src": "/scene.svg", "label": "The harbour", "fit": "cover"}
    page = open_lock(bench, {"methods": {"passcode": passcode}}, inside='<img slot="icon" src="/scene.svg" alt="">')
    pad(page)
    assert page.locator("ink-lock ink-passcode > [slot=icon]").count() == 1
    assert page.locator("ink-lock ink-passcode[speak-digits][no-letters]").count() == 1
    tell(page, "lock.configure({ methods: { picture: %s }, unlock })" % json.dumps(picture))
    page.locator("ink-lock ink-picture-password[label='The harbour'][fit=cover]").wait_for()


@thorough
def test_lock_shows_its_padlock_for_an_icon_that_does_not_load(bench):
    late = """const icon = document.querySelector('[slot=icon]');
        if (!icon.complete) await new Promise((failed) => icon.addEventListener('error', failed));
        await import('/src/ink-lock.js');
        await import('/a-lock-page.js');"""

    def before(page):
        serve(page, "/late.js", "text/javascript", late)
        page.route("**/missing.svg", lambda route: route.abort())

    bench.expect_complaint("net::ERR_FAILED")
    # The image fails after the element is defined, and before.
    for scripts in (SCRIPTS, '<script type="module" src="/late.js"></script>'):
        page = open_lock(bench, inside='<img slot="icon" src="/missing.svg" alt="">', scripts=scripts, before=before)
        pad(page)
        cover, screen = page.locator("ink-lock .icon svg").first, page.locator("ink-lock ink-passcode .icon svg")
        screen.wait_for()
        icon = page.locator("ink-lock ink-passcode > [slot=icon]")
        assert not icon.is_visible()
        page.locator("ink-lock > [slot=icon]").evaluate("(icon) => (icon.src = '/scene.svg')")
        icon.wait_for()
        assert not screen.is_visible()
        page.locator("ink-lock > [slot=icon]").evaluate("(icon) => (icon.src = '/missing.svg')")
        tell(page, "lock.configure({ methods: { passkey: true }, capabilities: { passkeys: true }, promptsAutomatically: false, unlock })")
        cover.wait_for()
        icon = page.locator("ink-lock > [slot=icon]")
        assert not icon.is_visible()
        icon.evaluate("(icon) => (icon.src = '/scene.svg')")
        icon.wait_for()
        assert not cover.is_visible()


def test_lock_shows_another_screen_when_the_methods_change(bench):
    page = open_lock(bench)
    pad(page)
    press(page, "28")
    kind = "lock.shadowRoot.querySelector('ink-passcode')?.getAttribute('kind')"
    page.evaluate("lock.methods = { recoveryCode: true, passcode: { kind: 'four-digits', scrambled: undefined } }")
    settle(page)
    assert tell(page, "lock.shadowRoot.querySelector('ink-passcode').count") == 2, "the same screen keeps its entry"
    page.evaluate("lock.methods = { passcode: { kind: 'alphanumeric' } }")
    field = page.locator("ink-lock ink-passcode [part=field]")
    field.wait_for()
    assert tell(page, kind) == "alphanumeric" and page.locator("ink-lock ink-passcode").count() == 1
    page.keyboard.type("mellow tugboat 9")
    assert field.input_value() == "mellow tugboat 9", "the keyboard goes to the new screen"
    page.keyboard.press("Enter")
    page.wait_for_function("() => lock.state === 'verifying'")
    # An object that the app changes is another one.
    page.evaluate("lock.methods.passcode.kind = 'six-digits'; lock.methods = lock.methods")
    answer(page, {"result": "rejected"})
    pad(page)
    assert tell(page, kind) == "six-digits"
    page.evaluate("lock.methods = { picture: { src: '/scene.svg' } }")
    page.wait_for_function("() => lock.state === 'locked'")


def test_lock_waits_with_one_quiet_word_when_covered(bench):
    page = open_lock(bench, {"graceSeconds": 60})
    unlock(page)
    focus(page, False)
    assert page.locator("ink-lock [part=title]").inner_text() == "Harbour"
    assert page.locator("ink-lock button:visible").count() == 0


def test_lock_nothing_moves_under_reduced_motion(bench):
    page = open_lock(bench, STILL, page_options={"reduced_motion": "reduce"})
    moves = "[...lock.shadowRoot.querySelectorAll('*')].some((each) => getComputedStyle(each).transitionDuration !== '0s')"
    assert not tell(page, moves)


def test_lock_cover_shows_in_forced_colours(bench):
    page = open_lock(bench, STILL, page_options={"forced_colors": "active"})
    edge = "getComputedStyle(lock.shadowRoot.querySelector('.unlock')).borderTopWidth"
    assert tell(page, edge) == "1px"
