# SPDX-License-Identifier: MIT
"""The look and the announcements of the picture password: trails, keyboard, screen readers, languages, sizes."""

from bench import MOTION, settle, some, thorough
from picture import (
    DESKTOP, HILL, LISTEN, PAGE, PHONE, ROOF, SCENE, STYLE, TABLET, Fingers, define, draw_password, open_picture, press,
    serve, tell, text, told,
)
from test_picture_replay import ink

SIDEWAYS = {**PHONE, "viewport": {"width": 740, "height": 360}}


def trail_pixels(bench, attributes, **options):
    """The trail's pixels under a finger that has drawn, and when no more frames are asked for after it has gone."""
    bench.expect_complaint("willReadFrequently")
    page = open_picture(bench, f'mode="define" {attributes}', **{**PHONE, **MOTION, **options})
    fingers = Fingers(page)
    places = fingers.along(HILL)
    fingers.hand.fingers("touchStart", places[:1])
    for place in places[1:]:
        fingers.hand.fingers("touchMove", [place])
    settle(page)
    under = ink(page)
    fingers.hand.fingers("touchEnd", [])
    page.evaluate(
        """() => {
            const ask = window.requestAnimationFrame;
            window.frames_unasked = 0;
            window.requestAnimationFrame = (step) => {
                frames_unasked = 0;
                return ask.call(window, step);
            };
            const count = () => {
                frames_unasked += 1;
                ask.call(window, count);
            };
            count();
        }"""
    )
    # Frames that are drawn while nothing is seen would never end.
    page.wait_for_function("() => frames_unasked > 10", polling=50)
    return under, ink(page)


@thorough
def test_fire_burns_and_is_gone_within_moments(bench):
    under, after = trail_pixels(bench, "")
    assert under > 500 and after == 0


@thorough
def test_a_line_is_drawn_and_fades(bench):
    under, after = trail_pixels(bench, 'trail="line"')
    assert under > 500 and after == 0


@thorough
def test_without_a_trail_nothing_is_drawn(bench):
    assert trail_pixels(bench, 'trail="none"') == (0, 0)


@thorough
def test_fire_is_a_plain_line_under_reduced_motion(bench):
    def colours(attributes, **options):
        page = open_picture(bench, f'mode="define" {attributes}', **{**PHONE, **options})
        fingers = Fingers(page)
        places = fingers.along(HILL)
        fingers.hand.fingers("touchStart", places[:1])
        for place in places[1:]:
            fingers.hand.fingers("touchMove", [place])
        settle(page)
        return tell(
            page,
            """(() => {
                const canvas = lock.shadowRoot.querySelector('[part=trail]');
                const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                let warm = 0;
                for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 60 && data[at] > data[at + 2] + 60) warm += 1;
                return warm;
            })()""",
        )

    bench.expect_complaint("willReadFrequently")
    assert colours("", **MOTION) > 100
    assert colours("") == 0
    page = open_picture(bench, 'mode="define"', **PHONE)
    moving = tell(
        page,
        "[...lock.shadowRoot.querySelectorAll('*')].filter((at) => getComputedStyle(at).transitionDuration !== '0s').length",
    )
    assert moving == 0


def focused(page):
    return tell(page, "(() => { const at = lock.shadowRoot.activeElement; return at && (at.ariaLabel || at.textContent.trim()); })()")


def test_everything_but_the_drawing_works_from_the_keyboard(bench):
    page = open_picture(bench, 'mode="define"', **DESKTOP)
    fingers = Fingers(page, mouse=True)
    page.keyboard.press("Tab")
    assert focused(page) == "Picture to draw on: Draw a new picture password"
    for name in ("Undo last part", "Start over", "Next", "I can’t draw here"):
        page.keyboard.press("Tab")
        assert focused(page) == name
    page.keyboard.press("Enter")
    assert told(page, "other") == [{}]
    fingers.path(*ROOF)
    fingers.path(*HILL)
    assert focused(page).startswith("Picture to draw on")
    page.keyboard.press("Control+z")
    assert tell(page, "lock.partCount") == 1
    fingers.path(*HILL)
    page.keyboard.press("Enter")
    settle(page)
    assert told(page, "step") == [{"drawn": 1, "needed": 3}]
    fingers.path(*ROOF)
    page.keyboard.press("Escape")
    assert tell(page, "lock.partCount") == 0 and text(page, "title") == "Draw a new picture password"


def test_words_and_states_reach_screen_readers(bench):
    page = open_picture(bench, 'mode="define" label="Vault"', **PHONE)
    tree = page.locator("ink-picture-password").aria_snapshot()
    for part in (
        "Vault: Draw a new picture password", "0 of 3 drawn", "Undo last part", "Start over", "Next", "I can’t draw here",
        "status", "Strength",
    ):
        assert part in tree, f"{part} is missing in {tree}"
    fingers = Fingers(page)
    draw_password(fingers)
    status = page.locator("ink-picture-password [role=status]")
    assert status.inner_text().strip() == "Part 3"
    press(page, "Next")
    assert status.inner_text().strip() == "Draw it again"
    assert "1 of 3 drawn" in page.locator("ink-picture-password").aria_snapshot()


def test_the_debug_table_is_there_for_screen_readers(bench):
    page = open_picture(bench, 'mode="define" debug', **PHONE)
    Fingers(page).path(*HILL)
    tree = page.locator("ink-picture-password").aria_snapshot()
    assert "How close the drawings are" in tree and "Open line" in tree and "nothing to compare yet" in tree


def test_german_comes_from_the_same_table(bench):
    page = open_picture(bench, 'mode="define"', lang="de", **PHONE)
    assert text(page, "title") == "Neues Bild\u00adpasswort zeichnen"
    fingers = Fingers(page)
    fingers.path((0.3, 0.3), (0.4, 0.55))
    press(page, "Weiter")
    assert "Zeichnen Sie mehr" in text(page, "hint")
    define(page, fingers, names=("Weiter", "Weiter", "Abschließen"))
    assert text(page, "title") == "Ihr Bildpasswort ist eingerichtet"
    tell(page, "lock.setAttribute('lang', 'en')")
    assert text(page, "title") == "Your picture password is set"
    uneven = page.evaluate(
        """async () => {
            const { pictureStrings } = await import('/src/picture-strings.js');
            const shape = (table) => Object.entries(table).map(([key, value]) =>
                [key, typeof value === 'object' ? shape(value) : typeof value]);
            return JSON.stringify(shape(pictureStrings.en)) === JSON.stringify(shape(pictureStrings.de));
        }"""
    )
    assert uneven is True


@thorough
def test_targets_are_large_enough_and_never_over_the_picture(bench):
    for device in some((PHONE, SIDEWAYS, TABLET, DESKTOP, {"viewport": {"width": 1180, "height": 820}}), 2):
        for lang in ("en", "de"):
            page = open_picture(bench, 'mode="define"', lang=lang, **device)
            Fingers(page, mouse=device is DESKTOP).path(*HILL)
            for target in page.locator("ink-picture-password button:visible").all():
                box = target.bounding_box()
                assert box["width"] >= 44 and box["height"] >= 44, (target.inner_text(), box)
            overlap = tell(
                page,
                """(() => {
                    const { picture, cards } = { picture: lock.shadowRoot.querySelector('.picture'), cards: [...lock.shadowRoot.querySelectorAll('.card')] };
                    const box = picture.getBoundingClientRect();
                    return cards.filter((card) => {
                        const at = card.getBoundingClientRect();
                        return at.right > box.left + 1 && at.left < box.right - 1 && at.bottom > box.top + 1 && at.top < box.bottom - 1;
                    }).map((card) => [card.className, card.getBoundingClientRect().toJSON(), box.toJSON()]);
                })()""",
            )
            assert overlap == [], (device, lang, overlap)
            inside = tell(
                page,
                """[...lock.shadowRoot.querySelectorAll('.card')].every((card) => {
                    const at = card.getBoundingClientRect();
                    return at.left >= 0 && at.top >= 0 && at.right <= innerWidth && at.bottom <= innerHeight;
                })""",
            )
            assert inside, (device, lang)


def test_picture_of_an_attempt_is_large_enough_on_little_height(bench):
    for height in some((320, 420, 568, 690)):
        for lang in some(("de", "en")):
            page = open_picture(bench, "", lang=lang, **{**PHONE, "viewport": {"width": 320, "height": height}})
            boxes = {part: page.locator(f"ink-picture-password [part={part}]").bounding_box() for part in ("prompt", "picture", "controls")}
            assert min(boxes["picture"]["width"], boxes["picture"]["height"]) >= height * 0.4, (height, lang, boxes)
            below = [boxes[part]["y"] + boxes[part]["height"] for part in ("prompt", "picture")]
            assert below[0] <= boxes["picture"]["y"] + 1 and below[1] <= boxes["controls"]["y"] + 1, (height, lang, boxes)


@thorough
def test_no_card_covers_the_picture_on_a_small_phone(bench):
    for lang in ("en", "de"):
        for attributes in ('mode="define"', ""):
            page = open_picture(bench, attributes, lang=lang, **{**PHONE, "viewport": {"width": 320, "height": 568}})
            fingers = Fingers(page)
            fingers.path((0.3, 0.3), (0.4, 0.55))
            page.locator("ink-picture-password [data-action=submit]").click()
            if not attributes:
                page.evaluate("document.querySelector('ink-picture-password').reject()")
            settle(page)
            assert page.locator("ink-picture-password .hint.wrong").count() == 1
            boxes = {part: page.locator(f"ink-picture-password [part={part}]").bounding_box() for part in ("prompt", "picture", "controls")}
            below = [boxes[part]["y"] + boxes[part]["height"] for part in ("prompt", "picture")]
            assert below[0] <= boxes["picture"]["y"] + 1 and below[1] <= boxes["controls"]["y"] + 1, (lang, attributes, boxes)


@thorough
def test_a_small_phone_says_to_draw_again(bench):
    for lang in ("en", *some(("fr", "de", "es", "it", "ja", "ar"))):
        page = open_picture(bench, 'mode="define"', lang=lang, **{**PHONE, "viewport": {"width": 320, "height": 568}})
        # A page may have a button of its own beside the words.
        page.evaluate(
            """() => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync('ink-picture-password::part(prompt) { padding-inline: 48px; }');
                document.adoptedStyleSheets = [sheet];
            }"""
        )
        draw_password(Fingers(page))
        page.locator("ink-picture-password [data-action=submit]").click()
        settle(page)
        title, hint, prompt, picture = [page.locator(f"ink-picture-password {part}") for part in (".title", ".hint", ".prompt", ".picture")]
        assert title.bounding_box()["width"] == 1, "there is room for the hint alone"
        assert lang != "en" or hint.inner_text().startswith("Draw the same parts"), hint.inner_text()
        box = prompt.bounding_box()
        assert box["y"] + box["height"] <= picture.bounding_box()["y"] + 1, (lang, box)


@thorough
def test_the_last_drawing_has_room_for_its_words_on_a_small_phone(bench):
    for lang in ("de", "fr"):
        page = open_picture(bench, 'mode="define"', lang=lang, **{**PHONE, "viewport": {"width": 320, "height": 568}})
        fingers = Fingers(page)
        for drawn in range(3):
            draw_password(fingers, by=0.005 * drawn)
            submit = page.locator("ink-picture-password [data-action=submit]")
            box = submit.bounding_box()
            assert box["x"] + box["width"] <= 308, (lang, drawn, box)
            if drawn < 2:
                submit.click()
                settle(page)


def test_the_layout_turns_round_for_right_to_left(bench):
    page = open_picture(bench, 'mode="define" dir="rtl"', **DESKTOP)
    card = page.locator("ink-picture-password [part=controls]").bounding_box()
    picture = page.locator("ink-picture-password [part=picture]").bounding_box()
    assert card["x"] > 720 and picture["x"] + picture["width"] <= card["x"]
    Fingers(page, mouse=True).path(*HILL)
    assert tell(page, "lock.partCount") == 1


def test_the_other_way_is_always_in_sight(bench):
    for attributes in ('mode="define"', "", 'src="/nowhere.svg"'):
        bench.expect_complaint("404")
        page = open_picture(bench, attributes, body=None if "nowhere" not in attributes else
                            '<ink-picture-password src="/nowhere.svg"></ink-picture-password>', **PHONE)
        press(page, "I can’t draw here")
        assert told(page, "other") == [{}]


def test_without_the_module_another_way_is_left(bench):
    bench.expect_complaint("Failed to load resource")

    def before(page):
        page.add_init_script(LISTEN)
        serve(page, "/a-picture.html", "text/html", PAGE.format(
            lang="en", body='<ink-picture-password src="/scene.svg"></ink-picture-password>'))
        serve(page, "/a-picture-page.css", "text/css", STYLE)
        serve(page, "/scene.svg", "image/svg+xml", SCENE)
        page.route("**/inklock-picture.wasm", lambda route: route.abort())

    page = bench.open("/a-picture.html", before=before, element="ink-picture-password", **PHONE)
    assert tell(page, "lock.ready") is False
    assert "doesn’t work in this browser" in text(page, "hint")
    assert tell(page, "[lock.undo(), lock.clear(), lock.partCount, lock.debugData(), lock.replay()]") == [
        False, False, 0, None, False,
    ]
    press(page, "I can’t draw here")
    assert told(page, "other") == [{}]


def test_ink_and_controls_show_in_forced_colors(bench):
    page = open_picture(bench, 'mode="define"', forced_colors="active", color_scheme="dark", **PHONE)
    border = page.locator("ink-picture-password [part=controls]").evaluate("(card) => getComputedStyle(card).borderTopWidth")
    assert border == "1px"
