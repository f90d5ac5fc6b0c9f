# SPDX-License-Identifier: MIT
"""Whatever is not a drawing is refused in kind words, and changes nothing."""

import copy
import json

from bench import ask, drawing, pixels, settle, sign, thorough


def changed(good, change):
    bad = copy.deepcopy(good)
    change(bad)
    return json.dumps(bad)


def hostile(good):
    """Texts that are nearly, or not at all, a drawing."""
    yield from ("", "null", "[]", "42", '"drawing"', "{", "\u0000", "[" * 100_000, '{"format":"inklock-drawing"}')
    yield json.dumps(good)[:-7]
    stroke = lambda d: d["strokes"][0]
    changes = [
        lambda d: d.update(format="other"),
        lambda d: d.update(version=0),
        lambda d: d.update(version=2),
        lambda d: d.update(version="1"),
        lambda d: d.update(size=None),
        lambda d: d["size"].update(width="wide"),
        lambda d: d["size"].update(height=-5),
        lambda d: d.update(date="yesterday"),
        lambda d: d.update(strokes={}),
        lambda d: d.update(strokes=[None]),
        lambda d: d.update(strokes=[[]]),
        lambda d: stroke(d).update(brush=None),
        lambda d: stroke(d)["brush"].pop("tip"),
        lambda d: stroke(d)["brush"].update(tip="quill"),
        lambda d: stroke(d)["brush"].update(tip="__proto__"),
        lambda d: stroke(d)["brush"].update(color="red"),
        lambda d: stroke(d)["brush"].update(color="#12345g78"),
        lambda d: stroke(d)["brush"].update(minimumWidth=None),
        lambda d: stroke(d)["brush"].update(seed=0.5),
        lambda d: stroke(d)["brush"].update(seed=2**40),
        lambda d: stroke(d).update(model=1),
        lambda d: stroke(d).update(start="soon"),
        lambda d: stroke(d).update(start=1.000001e12),
        lambda d: stroke(d).update(start=-1e306),
        lambda d: stroke(d).update(channels=["x", "y"]),
        lambda d: stroke(d).update(channels=["x", "y", "time", "x"]),
        lambda d: stroke(d).update(channels=["x", "y", "time", "time"]),
        lambda d: stroke(d).update(points=None),
        lambda d: stroke(d)["points"].append(None),
        lambda d: stroke(d)["points"].append([1, 2]),
        lambda d: stroke(d)["points"].append([1, 2, None]),
        lambda d: stroke(d)["points"].append(["1", 2, 3]),
        lambda d: stroke(d)["points"].append([1e300, 2, 3]),
        lambda d: stroke(d)["points"].append([1, 2, 1e300]),
    ]
    for change in changes:
        yield changed(good, change)
    yield json.dumps(good).replace('"time"', '"time"', 1).replace("[[", "[[1e999,0,0],[", 1)


def test_hostile_json_is_refused_and_the_drawing_stays(bench):
    page = bench.pad()
    sign(page)
    before, good = pixels(page), drawing(page)
    texts = list(hostile(good))
    for text in texts:
        answer = ask(
            page,
            "(() => { try { pad.fromJSON(given); return null; } catch (error) {"
            " return [error.name, error.reason, error.message]; } })()",
            text,
        )
        assert answer, f"text {texts.index(text)} was taken for a drawing"
        name, reason, message = answer
        assert name == "InkError" and reason and not any(letter.isdigit() for letter in message), answer
    settle(page)
    assert pixels(page) == before and drawing(page) == good
    assert ask(page, "pad.canUndo"), "even the history is untouched"


def test_a_drawing_may_leave_out_what_is_usual_and_bring_what_is_new(bench):
    page = bench.pad()
    points = [[10, 20, 0, "calm", None], [90, 80, 0.1, "hasty", 0.5]]
    stroke = {"channels": ["x", "y", "time", "mood", "pressure"], "points": points}
    text = {"format": "inklock-drawing", "version": 1, "size": {"width": 100, "height": 100}, "strokes": [stroke]}
    ask(page, "pad.fromJSON(given)", text)
    (kept,) = drawing(page)["strokes"]
    assert kept["channels"] == ["x", "y", "time", "pressure"]
    assert kept["points"] == [[10, 20, 0, None], [90, 80, 0.1, 0.5]]
    brush = kept["brush"]
    assert (brush["tip"], brush["minimumWidth"], brush["maximumWidth"]) == ("pen", 1.25, 4.5)
    assert kept["model"] == "smooth" and kept["start"] == 0


def test_a_drawing_with_the_largest_start_is_drawn_on_and_opened_again(bench):
    page = bench.pad()
    stroke = {"start": 1e12, "channels": ["x", "y", "time"], "points": [[10, 10, 0], [50, 50, 0.1]]}
    text = {"format": "inklock-drawing", "version": 1, "size": {"width": 400, "height": 300}, "strokes": [stroke]}
    reason = ask(
        page, "(() => { try { pad.fromJSON(given) } catch (error) { return error.reason } })()",
        {**text, "strokes": [{**stroke, "start": 1e306}]})
    assert reason == "out-of-range", reason
    ask(page, "pad.fromJSON(given)", text)
    sign(page)
    sign(page)
    starts = [each["start"] for each in drawing(page)["strokes"]]
    assert starts == [1e12] * 3, starts
    ask(page, "pad.fromJSON(pad.toJSON())")
    assert ask(page, "pad.strokeCount") == 3


def test_a_touch_that_cannot_draw_does_not_keep_the_next_from_drawing(bench):
    page = bench.pad()
    bench.expect_complaint("no drawing now")
    held = page.evaluate(
        """async () => {
            const { PointerInput } = await import('/src/pointer-input.js');
            const held = new Set();
            const palms = {
                report() {}, end: ({ pointerId, id }) => held.delete(pointerId ?? id),
                begin: ({ pointerId }) => (held.add(pointerId), 'draw'),
            };
            const surface = document.createElement('div');
            new PointerInput(surface, { palms: () => palms, begin() { throw new Error('no drawing now'); } });
            surface.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 7, pointerType: 'touch' }));
            return [...held];
        }"""
    )
    assert held == [], held


def test_a_newer_version_is_named_as_such(bench):
    page = bench.pad()
    text = '{"format":"inklock-drawing","version":9}'
    reason = ask(page, "(() => { try { pad.fromJSON(given) } catch (error) { return error.reason } })()", text)
    assert reason == "newer-version"


def test_hostile_attributes_leave_a_pad_that_works(bench):
    page = bench.pad('color="url(x)" min-width="NaN" max-width="-3" brush="__proto__" model="toString" background="#zz"')
    bench.expect_complaint("404")
    settle(page)
    sign(page)
    (stroke,) = drawing(page)["strokes"]
    assert stroke["brush"]["tip"] == "pen" and stroke["brush"]["maximumWidth"] == 4.5


@thorough
def test_a_hundred_thousand_points_are_opened_and_drawn(bench):
    page = bench.pad()
    sign(page)
    count = page.evaluate(
        """() => {
            const pad = document.querySelector('ink-signature');
            const drawing = pad.toJSON();
            const points = Array.from({ length: 100_000 }, (_, i) =>
                [200 + 150 * Math.sin(i / 900), 150 + 100 * Math.cos(i / 700), i / 240]);
            drawing.strokes[0] = { ...drawing.strokes[0], channels: ['x', 'y', 'time'], points };
            pad.fromJSON(drawing);
            return pad.sampleCount;
        }"""
    )
    settle(page)
    assert count == 100_000 and pixels(page)["inked"] > 1000
