# SPDX-License-Identifier: MIT
"""For people who use the keyboard or a screen reader, who cannot draw, or who want less motion."""

import shutil
import subprocess

from bench import Skipped, ask, drawing, idle, pixels, settle, sign, takes_enter, thorough, until

# Characters of Tangut, for which few machines have a font.
UNKNOWN = "\U00017000\U00017001"


def focused(page):
    """The name of the button or field that has the focus, inside the pad."""
    return page.evaluate(
        """() => {
            const at = document.querySelector('ink-signature').shadowRoot.activeElement;
            return at && (at.ariaLabel || at.textContent.trim());
        }"""
    )


def test_the_keyboard_alone_is_enough(bench):
    page = bench.pad()
    page.keyboard.press("Tab")
    assert focused(page) == "Signature: empty"
    page.keyboard.press("Enter")
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    page.get_by_text("Signature written").wait_for()
    settle(page)
    assert pixels(page)["inked"] > 100
    assert focused(page) == "Type it instead"
    for key, expected in (("ArrowRight", "Undo"), ("ArrowRight", "Redo"), ("End", "Clear"), ("Home", "Type it instead")):
        page.keyboard.press(key)
        assert focused(page) == expected
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert ask(page, "pad.isEmpty()")
    assert focused(page) == "Undo", "a button that has nothing left to do keeps the focus"
    page.keyboard.press("Control+Shift+Z")
    assert not ask(page, "pad.isEmpty()")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") != "INK-SIGNATURE", "the toolbar is one stop"


def test_shortcuts_undo_and_redo(bench):
    page = bench.pad()
    sign(page)
    for key, count in (("Control+z", 0), ("Control+y", 1), ("Meta+z", 0), ("Meta+Shift+z", 1)):
        page.keyboard.press(key)
        assert ask(page, "pad.strokeCount") == count, key


@thorough
def test_what_lies_over_the_pad_undoes_by_itself(bench):
    inside = "<textarea aria-label=remark></textarea><p contenteditable aria-label=remark></p><div></div>"
    page = bench.open(body=f"<ink-signature><div slot=overlay>{inside}</div></ink-signature>")
    page.evaluate("""() => {
        const field = document.createElement('textarea');
        document.querySelector('div[slot] > div').attachShadow({ mode: 'open' }).append(field);
    }""")
    sign(page)
    for field in ("textarea >> nth=0", "p", "textarea >> nth=1"):
        place = page.locator(f"ink-signature div[slot] {field}")
        place.focus()
        page.keyboard.type("hello")
        page.keyboard.press("Control+z")
        assert ask(page, "pad.strokeCount") == 1, field
        assert place.evaluate("(field) => field.value ?? field.textContent") == "", field
    page.locator("ink-signature [part=paper]").focus()
    page.keyboard.press("Control+z")
    assert ask(page, "pad.strokeCount") == 0


@thorough
def test_a_stroke_after_a_typed_name_begins_after_it(bench):
    page = bench.pad()
    page.get_by_role("button", name="Type it instead").click()
    page.get_by_role("textbox", name="Type your name").fill("Ada")
    page.keyboard.press("Enter")
    page.get_by_text("Signature written").wait_for()
    sign(page)
    *typed, drawn = drawing(page)["strokes"]
    end = max(stroke["start"] + stroke["points"][-1][2] for stroke in typed)
    assert end > 0 and abs(drawn["start"] - end) < 0.001 and "date" in drawing(page)
    ask(page, "pad.clear()")
    sign(page)
    assert "date" in drawing(page)
    ask(page, "[pad.undo(), pad.undo(), pad.undo()]")
    sign(page)
    *typed, drawn = drawing(page)["strokes"]
    assert len(typed) > 1 and drawn["start"] >= end - 0.001


def test_a_typed_signature_is_one_step(bench):
    page = bench.pad()
    sign(page)
    before = pixels(page)
    page.get_by_role("button", name="Type it instead").click()
    field = page.get_by_role("textbox", name="Type your name")
    field.fill("Grace Hopper")
    assert not takes_enter(field, 229), "Enter that ends a composition writes nothing"
    assert takes_enter(field)
    page.get_by_text("Signature written").wait_for()
    settle(page)
    assert pixels(page)["hash"] != before["hash"]
    assert ask(page, "pad.strokeCount") >= 2 and ask(page, "pad.typedText") == "Grace Hopper"
    ask(page, "pad.undo()")
    settle(page)
    assert pixels(page) == before


@thorough
def test_the_field_for_a_name_has_room_on_a_small_screen(bench):
    for language in ("en", "de", "ar"):
        for width in (280, 320, 600):
            page = bench.pad(f'lang="{language}"', viewport={"width": width, "height": 568})
            page.locator("ink-signature [data-action=type]").click()
            boxes = [page.locator(f"ink-signature .typed {part}").bounding_box() for part in ("input", "[data-action=write]", "[data-action=back]")]
            field, write, back = boxes
            assert field["width"] >= 220, (language, width, field)
            assert write["y"] == back["y"] and all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes), (language, width, boxes)
            assert (field["y"] == write["y"]) == (width == 600), (language, width, boxes)
            assert page.locator("ink-signature [part=paper]").bounding_box()["height"] >= 120


def test_a_name_is_written_on_the_line_of_a_small_pad(bench):
    # The field and its buttons are two rows where the tools are one, and the pad is lower meanwhile.
    page = bench.pad(viewport={"width": 320, "height": 568})
    height = pixels(page)["height"]
    write(page, "Ada Lane")
    page.get_by_text("Signature written").wait_for()
    settle(page)
    assert pixels(page)["height"] == height
    lowest = max(point[1] for stroke in drawing(page)["strokes"] for point in stroke["points"])
    assert abs(lowest - 0.7 * height) < 5, (lowest, height)
    # The device is turned while the field is open.
    page.get_by_role("button", name="Type it instead").click()
    page.set_viewport_size({"width": 568, "height": 320})
    settle(page)
    write(page, "Ada Lane")
    page.get_by_role("button", name="Type it instead").wait_for()
    assert drawing(page)["size"]["width"] > 500


@thorough
def test_a_name_that_is_written_late_leaves_the_focus_alone(bench):
    page = bench.open(body="<ink-signature></ink-signature><button>Next</button>")
    held = []
    page.route("**/*handwriting*.wasm", lambda route: held.append(route))
    page.get_by_role("button", name="Type it instead").click()
    with page.expect_request("**/*handwriting*.wasm"):
        page.get_by_role("textbox", name="Type your name").fill("Ada")
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Next").focus()
    until(page, lambda: held).pop().continue_()
    page.get_by_text("Signature written").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Next"


LATE = """<form><fieldset><ink-signature></ink-signature></fieldset></form>"""


@thorough
def test_a_name_that_is_written_late_leaves_a_changed_drawing_alone(bench):
    page = bench.pad()
    sign(page)
    saved = ask(page, "JSON.stringify(pad)")
    changes = {
        "back": (lambda page: page.keyboard.press("Escape"), 0),
        "reset": (lambda page: page.evaluate("document.querySelector('form').reset()"), 0),
        "opened": (lambda page: ask(page, "(pad.fromJSON(given), 0)", saved), 1),
        "cleared": (lambda page: ask(page, "pad.clear()"), 0),
        "signed by hand": (lambda page: sign(page), 1),
        "typed on": (lambda page: page.keyboard.type(" L"), 0),
        "disabled": (lambda page: page.evaluate("document.querySelector('fieldset').disabled = true"), 0),
    }
    for name, (change, strokes) in changes.items():
        page, goes_on = write_late(bench, "**/*handwriting*.wasm")
        assert ask(page, "pad.ready")
        change(page)
        page.evaluate("(window.told = [], document.addEventListener('ink-change', () => told.push(1)))")
        with page.expect_response("**/*handwriting*.wasm") as arrived:
            goes_on()
        arrived.value.finished()
        idle(page)
        assert ask(page, "pad.strokeCount") == strokes and page.evaluate("told") == [], name
        assert not page.get_by_text("Signature written").count(), name


@thorough
def test_a_name_that_is_written_before_the_engine_is_there_waits_for_it(bench):
    page, goes_on = write_late(bench, "**/inklock-signature.wasm")
    idle(page)
    assert "can’t write" not in page.locator("ink-signature [part=paper]").inner_text()
    goes_on()
    page.get_by_text("Signature written").wait_for()
    assert not ask(page, "pad.isEmpty()")


def write_late(bench, path):
    """Types a name while a file is on its way. Returns the page, and a function that lets the file arrive."""
    held = []
    page = bench.open(body=LATE, before=lambda page: page.route(path, lambda route: held.append(route)), element="")
    page.get_by_role("button", name="Type it instead").click()
    page.get_by_role("textbox", name="Type your name").fill("Ada")
    page.keyboard.press("Enter")
    until(page, lambda: held)
    return page, lambda: [route.continue_() for route in held]


def test_missing_letters_are_told_in_words(bench):
    if fonts(":charset=17000"):
        raise Skipped("this machine has a font for Tangut")
    page = bench.pad()
    message = write(page, f"Ada {UNKNOWN}")
    message.get_by_text("2 characters were left out").wait_for()
    settle(page)
    written = pixels(page)
    assert written["inked"] > 100
    for text in (UNKNOWN, "\U0001f600", "\u0378", "\u200d"):
        write(page, text)
        message.get_by_text("We can’t write those characters yet").wait_for()
        settle(page)
        assert pixels(page) == written, "what was there stays"
    write(page, f"Ада {UNKNOWN[0]}")
    message.get_by_text("One character was left out").wait_for()
    settle(page)
    assert pixels(page) != written
    page.keyboard.press("Escape")
    assert message.is_hidden()


@thorough
def test_words_about_a_typed_name_do_not_hide_it(bench):
    for width, height in ((390, 268), (320, 268), (844, 320)):
        page = bench.pad(viewport={"width": width, "height": 600})
        page.locator("ink-signature").evaluate("(pad, height) => (pad.style.blockSize = `${height}px`)", height)
        settle(page)
        message = write(page, "Maximiliane von Quittenbrot\u0378")
        message.get_by_text("One character was left out").wait_for()
        settle(page)
        ink = page.locator("ink-signature").evaluate(INK_ROWS)
        words = message.bounding_box()
        assert ink["bottom"] > ink["top"] and (ink["top"] >= words["y"] + words["height"] or ink["bottom"] <= words["y"]), (width, ink, words)


# Returns the first and the last row of the page with ink.
INK_ROWS = """(pad) => {
    const canvas = pad.shadowRoot.querySelector('canvas');
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const rows = [];
    for (let at = 3; at < data.length; at += 4) if (data[at]) rows.push(Math.floor(at / 4 / width));
    const box = canvas.getBoundingClientRect();
    const place = (row) => box.top + row * box.height / height;
    return { top: place(rows[0]), bottom: place(rows.at(-1) + 1) };
}"""


def fonts(pattern):
    """Returns the names of this machine's fonts that match a pattern of fontconfig."""
    if not shutil.which("fc-list"):
        raise Skipped("fc-list is missing, which names the fonts of this machine")
    return subprocess.run(["fc-list", pattern, "family"], capture_output=True, text=True, check=True).stdout


def write(page, text):
    """Types a text and has it written. Returns the place of messages."""
    if not page.get_by_role("textbox").is_visible():
        page.get_by_role("button", name="Type it instead").click()
    page.get_by_role("textbox").fill(text)
    # The words of the text before go.
    page.locator("[part=message]").evaluate("(each) => { each.textContent = ''; }")
    page.keyboard.press("Enter")
    return page.locator("[part=message]")


# Returns the shares of the ink on the font's picture of the text, and of the picture on the ink or within a line's
# usual width beside it: the pen may be narrower than the font.
RESEMBLANCE = """(text) => {
    const boxed = (source) => {
        const { width, height } = source;
        const { data } = source.getContext('2d').getImageData(0, 0, width, height);
        let [left, top, right, bottom] = [width, height, -1, -1];
        for (let at = 0; at < width * height; at += 1) {
            if (data[4 * at + 3] < 128) continue;
            const [x, y] = [at % width, Math.floor(at / width)];
            [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
        }
        return { source, left, top, width: right + 1 - left, height: bottom + 1 - top };
    };
    const size = 64;
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 3 * size });
    const context = canvas.getContext('2d');
    context.font = `${size}px cursive`;
    context.fillText(text, 200, 2 * size);
    const expected = boxed(canvas);
    const actual = boxed(document.querySelector('ink-signature').shadowRoot.querySelector('canvas'));
    const margin = Math.round(size / 10);
    const [width, height] = [expected.width + 2 * margin, expected.height + 2 * margin];
    const [font, ink] = [expected, actual].map((box) => {
        const drawn = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
        const place = [margin, margin, expected.width, expected.height];
        drawn.drawImage(box.source, box.left, box.top, box.width, box.height, ...place);
        const { data } = drawn.getImageData(0, 0, width, height);
        return Array.from({ length: width * height }, (_, at) => data[4 * at + 3] >= 128);
    });
    const part = (one, other, margin) => {
        let [count, covered] = [0, 0];
        one.forEach((isInk, at) => {
            if (!isInk) return;
            count += 1;
            for (let y = -margin; y <= margin; y += 1) {
                for (let x = -margin; x <= margin; x += 1) {
                    if (x * x + y * y <= margin * margin && other[at + y * width + x]) { covered += 1; return; }
                }
            }
        });
        return covered / count;
    };
    return {
        stretch: actual.width / actual.height / (expected.width / expected.height),
        onFont: part(ink, font, 2), onInk: part(font, ink, margin),
    };
}"""


def write_with_fonts(bench, language, name):
    """Writes a name for which the own handwriting has no letters. Returns the drawing."""
    if not fonts(f":lang={language}"):
        raise Skipped(f"this machine has no font for {language}")
    page = bench.pad('color="#a01020" min-width="1" max-width="5"')
    before = pixels(page)
    write(page, name)
    page.get_by_text("Signature written").wait_for()
    settle(page)
    assert page.locator("[part=message]").is_hidden(), "no character is missing"
    assert pixels(page)["inked"] > 100
    likeness = page.evaluate(RESEMBLANCE, name)
    assert likeness["onFont"] > 0.95 and likeness["onInk"] > 0.95, likeness
    assert 0.9 < likeness["stretch"] < 1.1, likeness
    written = drawing(page)
    pen = {"tip": "pen", "color": "#a01020", "minimumWidth": 1, "maximumWidth": 5, "seed": 0}
    for stroke in written["strokes"]:
        is_dot = len(stroke["points"]) == 1  # A dot has one width.
        assert stroke["model"] == "fair" and (stroke["brush"] == pen or is_dot and stroke["brush"]["color"] == pen["color"])
    ask(page, "pad.undo()")
    settle(page)
    assert ask(page, "pad.isEmpty()") and pixels(page) == before, "it is one step"
    return written


def places(written):
    """Returns where the first and the last stroke are, from 0 at the left of the drawing to 1 at its right."""
    all_x = [point[0] for stroke in written["strokes"] for point in stroke["points"]]
    middles = []
    for stroke in (written["strokes"][0], written["strokes"][-1]):
        x = [point[0] for point in stroke["points"]]
        middles.append(((min(x) + max(x)) / 2 - min(all_x)) / (max(all_x) - min(all_x)))
    return middles


def test_a_name_in_arabic_is_written_from_the_right(bench):
    first, last = places(write_with_fonts(bench, "ar", "محمد علي"))
    assert first > 0.5 > last


@thorough
def test_a_name_in_hebrew_is_written_from_the_right(bench):
    first, last = places(write_with_fonts(bench, "he", "דוד כהן"))
    assert first > 0.8 and last < 0.2


@thorough
def test_a_name_in_cyrillic_is_written(bench):
    first, last = places(write_with_fonts(bench, "ru", "Анна Ахматова"))
    assert first < 0.1 and last > 0.9


@thorough
def test_a_name_in_greek_is_written(bench):
    first, last = places(write_with_fonts(bench, "el", "Ελένη Γεωργίου"))
    assert first < 0.1 and last > 0.9


@thorough
def test_a_name_in_han_is_written(bench):
    first, last = places(write_with_fonts(bench, "zh-cn", "李小龙"))
    assert first < 0.3 and last > 0.7


@thorough
def test_a_name_in_devanagari_is_written(bench):
    first, last = places(write_with_fonts(bench, "hi", "अमित कुमार"))
    assert first < 0.5 < last


@thorough
def test_a_name_in_thai_is_written(bench):
    first, last = places(write_with_fonts(bench, "th", "สมชาย ใจดี"))
    assert first < 0.2 and last > 0.8


def test_other_scripts_are_loaded_when_they_are_typed(bench):
    asked = []
    page = bench.pad(before=lambda page: page.on("request", lambda request: asked.append(request.url)))
    write(page, "Ada")
    page.get_by_text("Signature written").wait_for()
    assert not any("text-ink" in url for url in asked)
    write(page, "Ада")
    page.get_by_role("button", name="Type it instead").wait_for()
    assert any("text-ink" in url for url in asked)


@thorough
def test_a_very_long_name_is_written_small(bench):
    page = bench.pad()
    write(page, "Жизнь и судьба " * 40)
    page.get_by_text("Signature written").wait_for()
    box = page.locator("ink-signature").locator("[part=paper]").bounding_box()
    points = [point for stroke in drawing(page)["strokes"] for point in stroke["points"]]
    assert all(0 < point[0] < box["width"] and 0 < point[1] < box["height"] for point in points)


def test_a_browser_that_hides_what_pages_draw_leaves_characters_out(bench):
    hide = """() => {
        const read = CanvasRenderingContext2D.prototype.getImageData;
        CanvasRenderingContext2D.prototype.getImageData = function (...area) {
            const image = read.apply(this, area);
            image.data.fill(255);
            return image;
        };
    }"""
    page = bench.pad(before=lambda page: page.add_init_script(f"({hide})()"))
    write(page, "Ада").get_by_text("We can’t write those characters yet").wait_for()
    assert ask(page, "pad.isEmpty()")


def test_a_hand_that_cannot_be_fetched_is_told_and_tried_again(bench):
    page = bench.pad(before=lambda page: page.route("**/inklock-handwriting.wasm", lambda route: route.abort()))
    bench.expect_complaint("Failed to load resource")
    page.get_by_role("button", name="Type it instead").click()
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    page.locator("[part=message]").get_by_text("aren’t available right now").wait_for()
    assert ask(page, "[pad.typedText, pad.isEmpty()]") == ["Ada", True]
    page.unroute("**/inklock-handwriting.wasm")
    page.keyboard.press("Enter")
    page.get_by_text("Signature written").wait_for()
    assert not ask(page, "pad.isEmpty()")


def test_names_and_states_reach_screen_readers(bench):
    page = bench.pad('label="Tenant’s signature"')
    tree = page.locator("ink-signature").aria_snapshot()
    for part in ("Tenant’s signature: empty", "toolbar", "Type it instead", "Undo", "Redo", "Clear", "status"):
        assert part in tree, f"{part} is missing"
    sign(page)
    tree = page.locator("ink-signature").aria_snapshot()
    assert "Tenant’s signature: one stroke" in tree and "Signature drawn" in tree
    for name, said in (("Undo", "Undone"), ("Redo", "Redone"), ("Clear", "Signature cleared")):
        page.get_by_role("button", name=name).click()
        assert said in page.locator("ink-signature").aria_snapshot(), said


def test_everything_on_the_demo_page_has_a_name(bench):
    page = bench.open()
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "radio", "checkbox", "slider", "link", "textbox", "img", "image", "switch"}
    controls = [node for node in nodes if not node["ignored"] and node["role"]["value"] in roles]
    nameless = [node["role"]["value"] for node in controls if not node.get("name", {}).get("value")]
    assert len(controls) > 20 and nameless == []


@thorough
def test_targets_are_large_enough(bench):
    page = bench.open(viewport={"width": 360, "height": 740})
    for summary in page.locator("summary").all():
        summary.click()
    for target in page.locator("button:visible, summary, .segments label, .swatches label, .switch, .button, a:visible").all():
        box = target.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44, f"{target.inner_text() or target}: {box}"


def test_german_comes_from_the_same_table(bench):
    page = bench.pad('lang="de-AT"')
    assert page.get_by_role("button", name="Rückgängig").count() == 1
    ask(page, "pad.setAttribute('lang', 'en')")
    assert page.get_by_role("button", name="Undo").count() == 1
    missing = page.evaluate(
        """async () => {
            const { signatureStrings } = await import('/src/signature-strings.js');
            return Object.keys(signatureStrings.en).filter((key) => typeof signatureStrings.de[key] !== typeof signatureStrings.en[key]);
        }"""
    )
    assert missing == []


def test_nothing_moves_under_reduced_motion(bench):
    page = bench.open(reduced_motion="reduce")
    moving = page.evaluate(
        """() => {
            const pad = document.querySelector('ink-signature');
            const all = [...document.querySelectorAll('*'), ...pad.shadowRoot.querySelectorAll('*')];
            return all.filter((element) => getComputedStyle(element).transitionDuration !== '0s').length;
        }"""
    )
    assert moving == 0


def test_ink_stays_visible_in_forced_colors(bench):
    page = bench.pad(forced_colors="active", color_scheme="dark")
    color = page.locator("[part=paper]").evaluate("(paper) => getComputedStyle(paper).backgroundColor")
    assert color == "rgb(255, 255, 255)"


def test_tools_are_out_of_the_way_until_the_pen_is_lifted(bench):
    page = bench.pad(reduced_motion="reduce")
    opacity = "getComputedStyle(pad.shadowRoot.querySelector('[part=toolbar]')).opacity"
    page.mouse.move(200, 100)
    page.mouse.down()
    page.mouse.move(300, 120)
    assert ask(page, opacity) == "0"
    page.mouse.up()
    assert ask(page, opacity) == "1"
