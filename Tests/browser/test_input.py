# SPDX-License-Identifier: MIT
"""Mouse, finger and pen become strokes."""

import time

from bench import ask, drawing, paper, pixels, settle, sign, thorough
from hand import Hand, squiggle

LISTEN = """() => {
    window.told = [];
    for (const name of ['ink-begin', 'ink-change', 'ink-end', 'ink-clear']) {
        document.addEventListener(name, (event) => told.push([name, event.detail]));
    }
}"""


def near(a, b, tolerance=0.51):
    return abs(a - b) <= tolerance


def local(page, point):
    box = paper(page)
    return point[0] - box["x"], point[1] - box["y"]


def assert_ends_at(page, stroke, points):
    for sample, point in ((stroke["points"][0], points[0]), (stroke["points"][-1], points[-1])):
        x, y = local(page, point)
        assert near(sample[0], x) and near(sample[1], y), "the stroke's ends are not where the pointer was"


def test_a_mouse_signs(bench):
    page = bench.pad()
    page.evaluate(LISTEN)
    points = sign(page)
    (stroke,) = drawing(page)["strokes"]
    assert stroke["channels"] == ["x", "y", "time"], "a mouse measures no pressure"
    assert len(stroke["points"]) >= 20
    assert_ends_at(page, stroke, points)
    times = [point[2] for point in stroke["points"]]
    assert times[0] == 0 and times == sorted(times)
    assert pixels(page)["inked"] > 300


def test_events_tell_counts_and_nothing_else(bench):
    page = bench.pad()
    page.evaluate(LISTEN)
    sign(page)
    ask(page, "pad.clear()")
    told = page.evaluate("told")
    names = [name for name, _ in told]
    assert names[0] == "ink-begin" and "ink-change" in names
    assert names.index("ink-end") > names.index("ink-change")
    assert names[-1] == "ink-clear"
    assert all(set(detail) == {"strokeCount", "sampleCount"} for _, detail in told)
    assert told[-1][1] == {"strokeCount": 0, "sampleCount": 0}


def test_a_finger_signs_and_the_page_stays_where_it_is(bench):
    page = bench.open(body='<ink-signature></ink-signature><div id="long">' + "<p>Text</p>" * 80 + "</div>")
    points = squiggle(paper(page))
    Hand(page).touch(points)
    settle(page)
    (stroke,) = drawing(page)["strokes"]
    assert stroke["channels"] == ["x", "y", "time"], "a finger measures no pressure"
    assert_ends_at(page, stroke, points)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("String(getSelection())") == ""


def test_pen_pressure_and_tilt_arrive(bench):
    page = bench.pad()
    points = squiggle(paper(page))
    forces = [0.1 + 0.8 * index / 60 for index in range(61)]
    Hand(page).pen(points, forces, tiltX=30, tiltY=0)
    settle(page)
    (stroke,) = drawing(page)["strokes"]
    assert stroke["channels"] == ["x", "y", "time", "pressure", "tilt", "azimuth"]
    pressures = [point[3] for point in stroke["points"]]
    assert near(pressures[0], 0.1, 0.01) and near(max(pressures), 0.9, 0.02)
    assert pressures == sorted(pressures)
    assert near(stroke["points"][5][4], 0.5236, 0.01), "tilted by 30 degrees"
    assert near(stroke["points"][5][5], 0, 0.01), "towards x"


@thorough
def test_pen_without_a_sensor_measures_no_pressure(bench):
    page = bench.pad()
    hand, points = Hand(page), squiggle(paper(page))

    def channels():
        settle(page)
        return drawing(page)["strokes"][-1]["channels"]

    hand.pen(points, 61 * [0.5])
    hand.pen(points, 61 * [0.5])
    assert [stroke["channels"] for stroke in drawing(page)["strokes"]] == 2 * [["x", "y", "time"]]
    # A sensor may give half of its range by chance. The width does not jump within the stroke.
    hand.pen(points, 30 * [0.5] + 31 * [0.7])
    assert channels() == ["x", "y", "time"]
    hand.pen(points, 61 * [0.5])
    assert channels() == ["x", "y", "time", "pressure"], "this pen has a sensor"
    ask(page, "pad.clear()")
    hand.pen(points, 61 * [0.5])
    assert channels() == ["x", "y", "time", "pressure"]


@thorough
def test_pen_that_begins_without_force_has_a_sensor(bench):
    page = bench.pad()
    hand, points = Hand(page), squiggle(paper(page))
    hand.pen(points, [0] + 60 * [0.5])
    settle(page)
    (stroke,) = drawing(page)["strokes"]
    assert stroke["channels"] == ["x", "y", "time", "pressure"] and [point[3] for point in stroke["points"]][:2] == [0, 0.5]


def test_the_palm_is_ignored_while_the_pen_is_down_and_just_after(bench):
    page = bench.pad()
    hand, points = Hand(page), squiggle(paper(page))
    hand.pen_down(points[0])
    hand.pen_move(points[10])
    hand.fingers("touchStart", [points[40]])
    hand.fingers("touchMove", [points[45]])
    hand.pen_move(points[20])
    hand.fingers("touchEnd", [])
    at = time.time()
    hand.pen_up(points[20])
    # With the time of the pen, because a slow machine may send it later than a hand rests.
    hand.touch(points[30:34], at=at)
    assert ask(page, "pad.strokeCount") == 1
    assert_ends_at(page, drawing(page)["strokes"][0], [points[0], points[20]])
    hand.touch(points[30:34], at=at + 60)
    assert ask(page, "pad.strokeCount") == 2, "fingers count again once the pen has gone"


def test_a_palm_that_lands_before_the_pen_leaves_nothing(bench):
    page = bench.pad()
    hand, points = Hand(page), squiggle(paper(page))
    hand.fingers("touchStart", [points[50]])
    hand.fingers("touchMove", [points[52]])
    hand.pen_down(points[0])
    hand.pen_move(points[10])
    hand.pen_up(points[10])
    hand.fingers("touchEnd", [])
    (stroke,) = drawing(page)["strokes"]
    assert "pressure" in stroke["channels"]


def test_every_coalesced_sample_is_kept(bench):
    page = bench.pad()
    kept = page.evaluate(
        """() => {
            const surface = document.querySelector('ink-signature').shadowRoot.querySelector('[part=paper]');
            const { left, top } = surface.getBoundingClientRect();
            const event = (type, at, more = {}) => new PointerEvent(type, {
                pointerId: 7, pointerType: 'mouse', button: 0, buttons: 1, bubbles: true,
                clientX: left + 40 + at, clientY: top + 60 + (at % 7), ...more,
            });
            surface.dispatchEvent(event('pointerdown', 0));
            for (let frame = 0; frame < 5; frame += 1) {
                const coalescedEvents = Array.from({ length: 8 }, (_, i) => event('pointermove', 1 + frame * 8 + i));
                surface.dispatchEvent(event('pointermove', 8 + frame * 8, { coalescedEvents }));
            }
            surface.dispatchEvent(event('pointerup', 40));
            return document.querySelector('ink-signature').sampleCount;
        }"""
    )
    assert kept == 41, f"{kept} of 41"


def test_the_events_of_a_frame_are_drawn_at_once(bench):
    page = bench.pad()
    counts = page.evaluate(
        """async () => {
            const pad = document.querySelector('ink-signature');
            const surface = pad.shadowRoot.querySelector('[part=paper]');
            const { left, top } = surface.getBoundingClientRect();
            const counts = { layouts: 0, uploads: [] };
            const canvas = CanvasRenderingContext2D.prototype;
            const { getBoundingClientRect } = Element.prototype, { putImageData } = canvas;
            Element.prototype.getBoundingClientRect = function () {
                counts.layouts += 1;
                return getBoundingClientRect.call(this);
            };
            canvas.putImageData = function (...given) {
                counts.uploads.push(given.slice(3));
                putImageData.apply(this, given);
            };
            const event = (type, at, more = {}) => surface.dispatchEvent(new PointerEvent(type, {
                pointerId: 7, pointerType: 'mouse', button: 0, buttons: 1, bubbles: true,
                clientX: left + 40 + at, clientY: top + 60, ...more,
            }));
            await new Promise(requestAnimationFrame);
            event('pointerdown', 0);
            for (let at = 1; at <= 20; at += 1) event('pointermove', at);
            counts.samples = pad.sampleCount;
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            event('pointerup', 20);
            return counts;
        }"""
    )
    assert counts["samples"] == 21, "the pad does not count what it was told within the frame"
    assert counts["layouts"] == 2, f"the layout was asked {counts['layouts']} times, not once a frame and at the end"
    (upload,) = counts["uploads"]
    assert upload[2] < 100 and upload[3] < 100, f"more than the stroke was uploaded: {upload}"


def test_a_prediction_is_shown_and_never_kept(bench):
    # The reach of the ink to the right, and the samples: as the pen moves, once it rests, and after the stroke.
    measured = """async () => {
        const pad = document.querySelector('ink-signature');
        const surface = pad.shadowRoot.querySelector('[part=paper]');
        const canvas = pad.shadowRoot.querySelector('canvas');
        const { left, top } = surface.getBoundingClientRect();
        const reach = () => {
            const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let most = 0;
            for (let at = 3; at < data.length; at += 4) if (data[at]) most = Math.max(most, ((at - 3) / 4) % width);
            return most;
        };
        const begun = performance.now();
        // With times of their own, 16 ms apart, because the frames of a busy machine come too rarely for a prediction.
        const event = (type, at) => {
            const sent = new PointerEvent(type, {
                pointerId: 7, pointerType: 'mouse', button: 0, buttons: 1, bubbles: true,
                clientX: left + 40 + at, clientY: top + 60,
            });
            Object.defineProperty(sent, 'timeStamp', { value: begun + 1.6 * at });
            surface.dispatchEvent(sent);
        };
        const frame = () => new Promise(requestAnimationFrame);
        event('pointerdown', 0);
        let moving = 0;
        for (let at = 10; at <= 200; at += 10) {
            event('pointermove', at);
            await frame(); // the pad's own callback came before
            moving = Math.max(moving, reach() - 40 - at);
        }
        await frame();
        await frame();
        const resting = reach() - 240;
        const live = JSON.stringify(pad);
        event('pointerup', 200);
        await frame();
        await frame();
        return { moving, resting, ended: reach() - 240, samples: pad.sampleCount, live: JSON.parse(live).strokes[0].points };
    }"""
    plain = bench.pad().evaluate(measured)
    page = bench.pad('prediction="20"')
    ahead = page.evaluate(measured)
    assert plain["moving"] < 4 and ahead["moving"] > 6, f"the line is {plain['moving']} and {ahead['moving']} ahead"
    assert ahead["resting"] < 4 and ahead["ended"] < 4, "what was expected stays"
    assert ahead["samples"] == plain["samples"] == len(ahead["live"]) == 21
    shown = pixels(page)
    ask(page, "pad.fromJSON(given)", drawing(page))
    settle(page)
    assert pixels(page)["hash"] == shown["hash"], "the pixels differ from those of the samples"


def test_what_the_browser_reported_is_what_the_pad_kept(bench):
    page = bench.pad()
    page.evaluate(
        """() => {
            window.reported = 0;
            const pad = document.querySelector('ink-signature');
            pad.addEventListener('pointerdown', () => { reported += 1; });
            pad.addEventListener('pointermove', (event) => {
                if (event.buttons) reported += event.getCoalescedEvents().length;
            });
        }"""
    )
    sign(page, count=200)
    assert ask(page, "pad.sampleCount") == page.evaluate("reported")


def test_a_tap_leaves_a_dot(bench):
    page = bench.pad()
    middle = squiggle(paper(page))[30]
    Hand(page).mouse([middle])
    settle(page)
    assert ask(page, "pad.strokeCount") == 1
    assert pixels(page)["inked"] >= 4


def test_one_stroke_at_a_time(bench):
    page = bench.pad()
    hand, points = Hand(page), squiggle(paper(page))
    hand.fingers("touchStart", [points[0]])
    hand.fingers("touchStart", [points[0], points[50]])
    hand.fingers("touchMove", [points[5], points[55]])
    hand.fingers("touchEnd", [])
    (stroke,) = drawing(page)["strokes"]
    assert_ends_at(page, stroke, [points[0], points[5]])


def test_a_cancelled_touch_leaves_nothing(bench):
    page = bench.pad()
    hand, points = Hand(page), squiggle(paper(page))
    hand.fingers("touchStart", points[:1])
    for point in points[1:20]:
        hand.fingers("touchMove", [point])
    hand.fingers("touchCancel", [])
    settle(page)
    assert ask(page, "pad.isEmpty()") and pixels(page)["inked"] == 0


@thorough
def test_the_other_mouse_buttons_draw_nothing(bench):
    page = bench.pad()
    Hand(page).mouse(squiggle(paper(page)), button="right")
    assert ask(page, "pad.isEmpty()")


@thorough
def test_a_stroke_ends_when_its_button_is_released_while_another_is_held(bench):
    page = bench.pad()
    box = paper(page)
    page.evaluate(LISTEN)
    page.mouse.move(box["x"] + 60, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 100, box["y"] + 80)
    page.mouse.down(button="right")
    page.mouse.up()
    settle(page)
    assert page.evaluate("told.at(-1)[0]") == "ink-end", "the stroke ends with its button"
    page.mouse.move(box["x"] + 300, box["y"] + 100)
    page.mouse.up(button="right")
    (stroke,) = drawing(page)["strokes"]
    assert max(x for x, *_ in stroke["points"]) < 120, "the pointer hovered from there"
    sign(page)
    assert ask(page, "pad.strokeCount") == 2


def test_a_stroke_that_leaves_the_pad_is_kept_to_its_end(bench):
    page = bench.pad()
    box = paper(page)
    inside, outside = (box["x"] + 60, box["y"] + 60), (box["x"] + box["width"] - 40, box["y"] + box["height"] + 90)
    middle = (box["x"] + 200, box["y"] + box["height"] + 30)
    Hand(page).mouse([inside, middle, outside])
    (stroke,) = drawing(page)["strokes"]
    assert_ends_at(page, stroke, [inside, outside])


@thorough
def test_a_scaled_pad_is_drawn_on_where_the_pointer_is(bench):
    page = bench.pad()
    page.evaluate("document.querySelector('ink-signature').style.transform = 'scale(0.5)'")
    box = paper(page)
    point = (box["x"] + 100, box["y"] + 50)
    Hand(page).mouse([point])
    x, y = drawing(page)["strokes"][0]["points"][0][:2]
    assert near(x, 200, 1) and near(y, 100, 1)


def test_a_disabled_pad_draws_nothing(bench):
    page = bench.pad("disabled")
    sign(page)
    assert ask(page, "pad.isEmpty()")
