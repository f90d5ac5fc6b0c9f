# SPDX-License-Identifier: MIT
"""Touches, pens and mice become the parts that were drawn, and only on the picture."""

from bench import settle, thorough
from hand import squiggle
from picture import DESKTOP, HILL, PHONE, ROOF, TABLET, Fingers, open_picture, press, tell, text, told


def parts(page):
    return [
        (part["kind"], part["taps"], len(part["fingers"])) for part in tell(page, "lock.debugData()?.parts ?? []")
    ]


def owner(bench, **options):
    page = open_picture(bench, 'mode="define" debug', **{**PHONE, **options})
    return page, Fingers(page)


def test_every_kind_of_part_is_read(bench):
    for device in (PHONE, TABLET):
        page, fingers = owner(bench, **device)
        fingers.path(*ROOF)
        fingers.tap(0.3, 0.3)
        fingers.tap(0.6, 0.3, count=2)
        fingers.path((0.2, 0.5), (0.5, 0.5), (0.5, 0.8), (0.2, 0.8), (0.2, 0.5))
        fingers.together([(0.3, 0.4), (0.3, 0.8)], [(0.6, 0.4), (0.6, 0.8)])
        fingers.together([(0.3, 0.3)], [(0.5, 0.3)], [(0.7, 0.3)])
        assert parts(page) == [
            ("open", 0, 1), ("tap", 1, 1), ("tap", 2, 1), ("closed", 0, 1), ("open", 0, 2), ("tap", 1, 3),
        ]
        assert [each["count"] for each in told(page, "part")][-1] == tell(page, "lock.partCount") == 6
        assert text(page, "progress") == "Part 6"


def test_undo_with_a_finger_down_changes_nothing_unless_it_may_undo(bench):
    page = open_picture(bench, **DESKTOP)
    start, middle, end = Fingers(page).places(ROOF)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*middle)
    page.keyboard.press("Control+z")
    assert tell(page, "lock.undo()") is False
    page.mouse.move(*end)
    page.mouse.up()
    settle(page)
    fingers = Fingers(page, mouse=True)
    fingers.path(*HILL)
    fingers.path(*ROOF)
    assert [each["count"] for each in told(page, "part")] == [1, 2, 3] and tell(page, "lock.partCount") == 3


@thorough
def test_undo_with_a_finger_down_removes_its_part_while_defining(bench):
    page = open_picture(bench, 'mode="define"', **DESKTOP)
    fingers = Fingers(page, mouse=True)
    fingers.path(*HILL)
    start, middle, end = fingers.places(ROOF)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*middle)
    page.keyboard.press("Control+z")
    assert tell(page, "lock.partCount") == 1
    page.mouse.move(*end)
    page.mouse.up()
    fingers.path(*ROOF)
    assert tell(page, "lock.partCount") == 2


def test_a_part_of_two_fingers_needs_two_fingers(bench):
    page, fingers = owner(bench)

    def draw(by, second=True):
        left, right = [(0.2 + by, 0.3), (0.25, 0.8)], [(0.7, 0.3 + by), (0.6, 0.8)]
        if second:
            fingers.together(left, right)
        else:
            fingers.path(*left)
        fingers.path(*[(x, y + by) for x, y in HILL])

    for by, name in ((0, "Next"), (0.005, "Next"), (0.01, "Finish")):
        draw(by)
        press(page, name)
    tell(page, "(lock.mode = 'verify', 0)")
    draw(0.007, second=False)
    press(page, "Done")
    assert len(told(page, "reject")) == 1
    draw(0.008)
    press(page, "Done")
    assert len(told(page, "accept")) == 1


def test_the_part_being_drawn_is_counted(bench):
    page, fingers = owner(bench)
    fingers.path(*ROOF)
    first, *rest = fingers.along(HILL)
    # With a time of its own, because those of the first path may lie ahead of the clock.
    fingers.now += 0.6
    fingers.fingers("touchStart", [first])
    for place in rest[:6]:
        fingers.fingers("touchMove", [place])
    settle(page)
    assert text(page, "progress") == "Part 2" and tell(page, "lock.partCount") == 2
    fingers.fingers("touchEnd", [])
    settle(page)
    said = page.locator("ink-picture-password [role=status]").inner_text()
    assert said.strip() == "Part 2"


def test_every_coalesced_sample_is_kept(bench):
    page, fingers = owner(bench)
    kept = page.evaluate(
        """([x, y]) => {
            const lock = document.querySelector('ink-picture-password');
            const surface = lock.shadowRoot.querySelector('[part=surface]');
            const event = (type, at, more = {}) => new PointerEvent(type, {
                pointerId: 7, pointerType: 'touch', bubbles: true, clientX: x + at, clientY: y + (at % 7), ...more,
            });
            surface.dispatchEvent(event('pointerdown', 0));
            for (let frame = 0; frame < 5; frame += 1) {
                const coalescedEvents = Array.from({ length: 8 }, (_, i) => event('pointermove', 1 + frame * 8 + i));
                surface.dispatchEvent(event('pointermove', 8 + frame * 8, { coalescedEvents }));
            }
            surface.dispatchEvent(event('pointerup', 40));
            return lock.debugData().parts[0].fingers[0].path.map(({ x }) => x);
        }""",
        fingers.place(0.3, 0.5),
    )
    assert len(set(kept)) == 41 and kept == sorted(kept)


def test_only_the_picture_can_be_drawn_on(bench):
    page, fingers = owner(bench)
    box = page.locator("ink-picture-password [part=picture]").bounding_box()
    fingers.hand.touch([(180, box["y"] + 4), (180, box["y"] + 20), (200, box["y"] + 40)])
    assert tell(page, "lock.partCount") == 0, "beside the picture"
    fingers.path((0.5, 0.5), (0.5, 1.4))
    (finger,) = tell(page, "lock.debugData().parts[0].fingers")
    assert max(point["y"] for point in finger["path"]) <= 320.0001, "a line that leaves it stays at its edge"


def test_a_cancelled_touch_leaves_nothing(bench):
    page, fingers = owner(bench)
    fingers.path(*ROOF)
    places = fingers.along(HILL)
    fingers.hand.fingers("touchStart", places[:1])
    fingers.hand.fingers("touchMove", places[3:4])
    fingers.hand.fingers("touchCancel", [])
    settle(page)
    assert tell(page, "lock.partCount") == 1
    assert not tell(page, "lock.shadowRoot.querySelector('.drawing')")


def test_the_palm_is_ignored_while_the_pen_is_down(bench):
    page, fingers = owner(bench)
    hand, places = fingers.hand, fingers.along(HILL)
    hand.fingers("touchStart", [fingers.place(0.5, 0.8)])
    hand.pen_down(places[0])
    hand.pen_move(places[5])
    hand.fingers("touchMove", [fingers.place(0.5, 0.85)])
    hand.fingers("touchEnd", [])
    hand.pen_move(places[-1])
    hand.pen_up(places[-1])
    settle(page)
    assert parts(page) == [("open", 0, 1)]


@thorough
def test_the_other_mouse_buttons_draw_nothing(bench):
    page = open_picture(bench, 'mode="define"', **DESKTOP)
    fingers = Fingers(page, mouse=True)
    fingers.hand.mouse(fingers.along(HILL), button="right")
    assert tell(page, "lock.partCount") == 0
    fingers.path(*HILL)
    assert tell(page, "lock.partCount") == 1


@thorough
def test_a_part_ends_when_its_button_is_released_while_another_is_held(bench):
    page = open_picture(bench, 'mode="define" debug', **DESKTOP)
    start, middle, end = Fingers(page).places(ROOF)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*middle, steps=5)
    page.mouse.down(button="right")
    page.mouse.up()
    settle(page)
    assert len(told(page, "part")) == 1, "the part ends with its button"
    page.mouse.move(*end, steps=5)
    page.mouse.up(button="right")
    settle(page)
    assert len(told(page, "part")) == 1 and tell(page, "lock.partCount") == 1


def test_the_page_stays_where_it_is(bench):
    body = (
        '<ink-picture-password src="/scene.svg" mode="define"></ink-picture-password>' + "<p>Text</p>" * 80
    )
    page = open_picture(bench, body=body, **PHONE)
    fingers = Fingers(page)
    fingers.path((0.5, 0.9), (0.5, 0.1))
    assert tell(page, "lock.partCount") == 1 and page.evaluate("scrollY") == 0


def test_two_on_a_page_keep_apart(bench):
    one = '<ink-picture-password src="/scene.svg" mode="define"></ink-picture-password>'
    page = open_picture(bench, body=one + one, **TABLET)
    page.evaluate("document.querySelectorAll('ink-picture-password')[1].ready")
    fingers = Fingers(page)
    fingers.hand.touch([(300, 500), (340, 540), (400, 520)])
    settle(page)
    assert page.evaluate("[...document.querySelectorAll('ink-picture-password')].map((each) => each.partCount)") == [1, 0]


def test_a_photo_of_ones_own_needs_no_address(bench):
    page = open_picture(bench, body="<ink-picture-password mode=define></ink-picture-password>", **PHONE)
    assert squiggle({"x": 0, "y": 0, "width": 10, "height": 10})
    page.evaluate(
        """async () => {
            const canvas = new OffscreenCanvas(400, 300);
            canvas.getContext('2d').fillRect(20, 20, 100, 60);
            const lock = document.querySelector('ink-picture-password');
            lock.picture = await canvas.convertToBlob();
        }"""
    )
    page.locator("ink-picture-password .stage:not(.arriving) [part=picture] img").wait_for()
    settle(page)
    Fingers(page).path(*ROOF)
    assert tell(page, "lock.partCount") == 1
