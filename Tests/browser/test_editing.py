# SPDX-License-Identifier: MIT
"""Undo, redo and clear; and the drawing outlives whatever happens to its pad."""

import time

from bench import ask, drawing, paper, pixels, settle, sign, thorough, until
from hand import Hand, squiggle


def signed_twice(bench):
    page = bench.pad()
    sign(page, right=0.45)
    first = pixels(page)["hash"]
    sign(page, left=0.5)
    return page, first, pixels(page)["hash"]


def test_undo_and_redo_bring_back_the_same_pixels(bench):
    page, first, both = signed_twice(bench)
    assert ask(page, "[pad.canUndo, pad.canRedo]") == [True, False]
    assert ask(page, "pad.undo()")
    settle(page)
    assert pixels(page)["hash"] == first
    assert ask(page, "[pad.strokeCount, pad.canRedo]") == [1, True]
    assert ask(page, "pad.redo()")
    settle(page)
    assert pixels(page)["hash"] == both
    assert ask(page, "pad.redo()") is False


def test_a_stroke_on_an_opened_drawing_begins_where_it_ends(bench):
    page = bench.pad()
    sign(page)
    opened = {key: value for key, value in drawing(page).items() if key != "date"}
    (first,) = opened["strokes"]
    ask(page, "pad.fromJSON(given)", opened)
    time.sleep(0.3)
    sign(page)
    saved = drawing(page)
    assert abs(saved["strokes"][1]["start"] - first["points"][-1][2]) < 0.001 and "date" not in saved
    ask(page, "pad.clear()")
    ask(page, "pad.fromJSON(given)", {**opened, "strokes": []})
    sign(page)
    assert drawing(page)["strokes"][0]["start"] == 0 and abs(drawing(page)["date"] - time.time()) < 60


def test_clear_can_be_undone(bench):
    page, _, both = signed_twice(bench)
    assert ask(page, "pad.clear()")
    settle(page)
    assert ask(page, "pad.isEmpty()") and pixels(page)["inked"] == 0
    assert ask(page, "pad.clear()") is False
    ask(page, "pad.undo()")
    settle(page)
    assert pixels(page)["hash"] == both


def test_the_toolbar_undoes_redoes_and_clears(bench):
    page, first, both = signed_twice(bench)
    for button, expected in (("Undo", first), ("Redo", both), ("Undo", first)):
        page.get_by_role("button", name=button).click()
        settle(page)
        assert pixels(page)["hash"] == expected, button
    page.get_by_role("button", name="Clear").click()
    settle(page)
    assert pixels(page)["inked"] == 0


def test_undo_while_drawing_takes_the_stroke_away(bench):
    page = bench.pad()
    sign(page)
    page.mouse.move(200, 100)
    page.mouse.down()
    page.mouse.move(300, 120)
    ask(page, "pad.undo()")
    page.mouse.move(400, 140)
    page.mouse.up()
    assert ask(page, "pad.strokeCount") == 1


@thorough
def test_the_page_may_change_the_pad_when_a_stroke_begins(bench):
    page = bench.pad()
    sign(page)
    ask(page, "(window.pad = pad, window.saved = pad.toJSON(), 0)")
    for change, kept in (("clear()", 0), ("fromJSON(saved)", 1), ("formResetCallback()", 0), ("undo()", 1)):
        ask(page, "(pad.fromJSON(saved), 0)")
        page.evaluate(
            """() => {
                window.told = [];
                for (const name of ['ink-begin', 'ink-end']) pad.addEventListener(name, () => told.push(name), { once: true });
                pad.addEventListener('ink-begin', () => pad.CHANGE, { once: true });
            }""".replace("CHANGE", change)
        )
        sign(page)
        assert page.evaluate("told") == ["ink-begin", "ink-end"], change
        assert ask(page, "pad.strokeCount") == kept, change
        assert not page.locator("ink-signature .drawing").count(), "the tools are there"
        sign(page)
        assert ask(page, "pad.strokeCount") == kept + 1, "the next stroke is drawn"


def test_a_resize_keeps_the_drawing(bench):
    page = bench.pad()
    sign(page)
    before, strokes = pixels(page), drawing(page)["strokes"]
    size = drawing(page)["size"]
    page.set_viewport_size({"width": 360, "height": 500})
    settle(page)
    assert pixels(page)["width"] < before["width"]
    assert drawing(page)["strokes"] == strokes
    assert drawing(page)["size"] == size, "what is saved is as it was drawn"
    page.set_viewport_size({"width": 1000, "height": 800})
    settle(page)
    assert pixels(page) == before, "the ink has its size again"
    assert drawing(page)["size"] == size
    page.set_viewport_size({"width": 360, "height": 500})
    ask(page, "pad.clear()")
    sign(page)
    small = drawing(page)["size"]
    assert small["width"] < size["width"], "a new drawing has the pad's size"
    sign(page, left=0.5)
    ask(page, "[pad.undo(), pad.redo()]")
    assert drawing(page)["size"] == small, "its strokes have nothing to do with the larger pad"
    ask(page, "[pad.undo(), pad.undo(), pad.undo()]")
    assert drawing(page)["strokes"] == strokes and drawing(page)["size"]["width"] == size["width"]
    ask(page, "[pad.redo(), pad.redo(), pad.redo()]")
    assert drawing(page)["size"] == small


INK = """() => {
    const canvas = document.querySelector('ink-signature').shadowRoot.querySelector('canvas');
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let at = 0; at < width * height; at += 1) {
        if (data[4 * at + 3] < 128) continue;
        const [x, y] = [at % width, Math.floor(at / width)];
        [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
    return { left, top, right, bottom, shape: (right - left) / (bottom - top), width, height };
}"""


@thorough
def test_ink_of_a_larger_pad_is_shown_whole_on_a_smaller_one(bench):
    page = bench.pad(viewport={"width": 900, "height": 700})
    sign(page)
    whole, saved, size = page.evaluate(INK), ask(page, "JSON.stringify(pad)"), drawing(page)["size"]
    assert whole["right"] > 400
    page.set_viewport_size({"width": 360, "height": 700})
    settle(page)
    turned = page.evaluate(INK)
    assert turned["right"] <= turned["width"] < whole["right"]
    assert abs(turned["shape"] / whole["shape"] - 1) < 0.05, (whole, turned)
    assert drawing(page)["size"] == size

    # A stroke is where the pointer is.
    place = page.locator("ink-signature").bounding_box()
    x, y = place["x"] + 30, place["y"] + 120
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y, steps=8)
    page.mouse.up()
    settle(page)
    left, top, *_ = drawing(page)["strokes"][-1]["points"][0]
    factor = whole["right"] / turned["right"]
    box = page.evaluate("""() => {
        const paper = document.querySelector('ink-signature').shadowRoot.querySelector('canvas').getBoundingClientRect();
        return [paper.left, paper.top];
    }""")
    assert abs(left / (x - box[0]) / factor - 1) < 0.05 and abs(top / (y - box[1]) / factor - 1) < 0.05, (left, top, factor)

    # A file from a larger screen.
    ask(page, "pad.clear()")
    sign(page)
    assert drawing(page)["size"]["width"] < 400, "a new drawing has the pad's size"
    ask(page, "pad.fromJSON(given)", saved)
    settle(page)
    opened = page.evaluate(INK)
    assert opened["right"] <= opened["width"] and abs(opened["shape"] / whole["shape"] - 1) < 0.05
    assert ask(page, "JSON.stringify(pad)") == saved, "it is saved as it was opened"
    ask(page, "pad.clear()")
    sign(page)
    assert drawing(page)["size"]["width"] < 400
    ask(page, "[pad.undo(), pad.undo()]")
    settle(page)
    assert page.evaluate(INK) == opened, "the history returns to the larger drawing"


@thorough
def test_a_rotation_keeps_the_drawing_and_its_history(bench):
    page = bench.pad(viewport={"width": 412, "height": 915}, is_mobile=True)
    sign(page)
    before, strokes = pixels(page), drawing(page)["strokes"]
    page.set_viewport_size({"width": 915, "height": 412})
    settle(page)
    assert drawing(page)["strokes"] == strokes and ask(page, "pad.canUndo")
    page.set_viewport_size({"width": 412, "height": 915})
    settle(page)
    assert pixels(page) == before


def test_a_cancelled_stroke_leaves_the_surface_as_it_was(bench):
    page = bench.pad(viewport={"width": 360, "height": 800})
    sign(page)
    size = drawing(page)["size"]
    page.set_viewport_size({"width": 900, "height": 800})
    settle(page)
    page.evaluate(
        """() => {
            const paper = document.querySelector('ink-signature').shadowRoot.querySelector('[part=paper]');
            const { left, top } = paper.getBoundingClientRect();
            const at = { pointerId: 9, pointerType: 'touch', isPrimary: true, buttons: 1, clientX: left + 20, clientY: top + 20 };
            for (const type of ['pointerdown', 'pointercancel']) {
                paper.dispatchEvent(new PointerEvent(type, { ...at, bubbles: true, composed: true, cancelable: true }));
            }
        }"""
    )
    page.set_viewport_size({"width": 360, "height": 800})
    settle(page)
    assert ask(page, "pad.strokeCount") == 1 and drawing(page)["size"] == size


@thorough
def test_a_pad_without_size_works_and_comes_back(bench):
    page = bench.pad()
    sign(page)
    before, size = pixels(page), drawing(page)["size"]
    for style in ("block-size: 0; inline-size: 0", "display: none"):
        ask(page, "pad.style.cssText = given", style)
        settle(page)
        ask(page, "[pad.undo(), pad.redo()]")
        assert drawing(page)["size"] == size, "a form may send it while it is hidden"
        ask(page, "pad.style.cssText = ''")
        settle(page)
        assert pixels(page) == before, style


@thorough
def test_a_pad_that_is_moved_in_the_page_keeps_its_drawing(bench):
    page = bench.open(body="<ink-signature></ink-signature><div id=there></div>")
    sign(page)
    before = pixels(page)
    page.evaluate("document.getElementById('there').append(document.querySelector('ink-signature'))")
    settle(page)
    assert pixels(page) == before and ask(page, "pad.canUndo")
    sign(page, left=0.3)
    assert ask(page, "pad.strokeCount") == 2


def test_a_drawing_goes_through_json_unchanged(bench):
    page = bench.pad()
    sign(page)
    before, saved = pixels(page), ask(page, "JSON.stringify(pad)")
    ask(page, "pad.clear()")
    ask(page, "pad.fromJSON(given)", saved)
    settle(page)
    assert pixels(page) == before
    assert ask(page, "JSON.stringify(pad)") == saved
    assert ask(page, "pad.canUndo") is False


@thorough
def test_a_drawing_opened_before_the_engine_is_there_is_shown(bench):
    page = bench.pad()
    sign(page)
    saved = ask(page, "JSON.stringify(pad)")
    count = page.evaluate(
        """async (saved) => {
            const pad = document.createElement('ink-signature');
            pad.fromJSON(saved);
            document.body.append(pad);
            await pad.ready;
            return pad.sampleCount;
        }""",
        saved,
    )
    assert count == ask(page, "pad.sampleCount")


WAITING = """() => {
    window.told = [];
    document.addEventListener('ink-change', ({ detail }) => told.push([detail.strokeCount, detail.sampleCount]));
}"""


@thorough
def test_a_drawing_that_waits_for_the_engine_is_counted_and_cleared(bench):
    page = bench.pad()
    sign(page)
    sign(page, left=0.3)
    saved, counts = ask(page, "JSON.stringify(pad)"), ask(page, "[pad.strokeCount, pad.sampleCount]")
    for clears in (False, True):
        held = []
        page = bench.open(
            body="<ink-signature></ink-signature>", element="",
            before=lambda page: page.route("**/inklock-signature.wasm", lambda route: held.append(route)))
        page.wait_for_function("() => document.querySelector('ink-signature').fromJSON")
        page.evaluate(WAITING)
        assert ask(page, "[pad.strokeCount, pad.sampleCount, pad.clear()]") == [0, 0, False]
        ask(page, "(pad.fromJSON(given), 0)", saved)
        assert page.evaluate("told") == [counts]
        assert ask(page, "[pad.isEmpty(), pad.strokeCount, pad.sampleCount]") == [False, *counts]
        if clears:
            assert ask(page, "pad.clear()") is True and ask(page, "pad.isEmpty()")
            assert page.evaluate("told") == [counts, [0, 0]]
        until(page, lambda: held).pop().continue_()
        assert ask(page, "pad.ready")
        settle(page)
        assert ask(page, "[pad.strokeCount, pad.sampleCount]") == ([0, 0] if clears else counts)
        assert (pixels(page)["inked"] == 0) is clears


def test_brush_and_colour_are_the_attributes(bench):
    page = bench.pad('brush="pencil" color="rebeccapurple" min-width="2" max-width="6" model="midpoint-quadratic"')
    sign(page)
    ask(page, "pad.setAttribute('brush', 'marker')")
    ask(page, "pad.setAttribute('color', '#ff000080')")
    sign(page)
    first, second = drawing(page)["strokes"]
    expected = {"tip": "pencil", "color": "#663399", "minimumWidth": 2, "maximumWidth": 6, "seed": 0}
    assert first["brush"] == expected and first["model"] == "midpoint-quadratic"
    assert second["brush"]["tip"] == "marker" and second["brush"]["color"] == "#ff000080"


@thorough
def test_later_strokes_start_later(bench):
    page = bench.pad()
    sign(page)
    Hand(page).touch(squiggle(paper(page)), at=time.time() + 60)
    first, second = drawing(page)["strokes"]
    assert first["start"] == 0
    assert second["start"] >= first["points"][-1][2] + 0.1
