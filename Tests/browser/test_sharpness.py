# SPDX-License-Identifier: MIT
"""One pixel of the drawing is one pixel of the screen."""

import base64
import io

from PIL import Image

from bench import ask, pixels, settle, sign, thorough

HIDE_LINE = "[part=baseline], [part=placeholder] { display: none }"


def canvas_of(page):
    width, height, text = page.evaluate(
        """() => {
            const canvas = document.querySelector('ink-signature').shadowRoot.querySelector('canvas');
            const image = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let text = '';
            for (const byte of image.data) text += String.fromCharCode(byte);
            return [canvas.width, canvas.height, btoa(text)];
        }"""
    )
    return Image.frombytes("RGBA", (width, height), base64.b64decode(text)).convert("RGB")


def sharp_at(bench, density, inset=0):
    bench.on_screen(density)
    page = bench.pad('background="#ffffff"')
    ask(page, "pad.shadowRoot.adoptedStyleSheets.at(-1).insertRule(given)", HIDE_LINE)
    ask(page, "pad.style.marginInlineStart = given", f"{inset}px")
    settle(page)
    sign(page)
    page.mouse.move(5, 5)
    settle(page)
    assert page.evaluate("devicePixelRatio") == density
    box = page.locator("ink-signature").locator("canvas").bounding_box()
    left, top = round(box["x"] * density), round(box["y"] * density)
    screen = Image.open(io.BytesIO(page.screenshot(scale="device"))).convert("RGB")
    canvas = canvas_of(page)
    assert abs(canvas.width - box["width"] * density) < 1, f"{canvas.width} pixels on {box['width']} points"
    shown = screen.crop((left, top, left + canvas.width, top + canvas.height))
    inner = (40, 40, canvas.width - 40, canvas.height - 40)  # the corners are round
    assert len(set(canvas.crop(inner).getdata())) > 20, "there should be ink, with soft edges"
    assert shown.crop(inner).tobytes() == canvas.crop(inner).tobytes(), "the screen shows other pixels"


def test_sharp_at_one_pixel_a_point(bench):
    sharp_at(bench, 1)


def test_sharp_at_two_pixels_a_point(bench):
    sharp_at(bench, 2)


@thorough
def test_sharp_at_three_pixels_a_point(bench):
    sharp_at(bench, 3)


def test_sharp_where_a_point_is_not_a_whole_number_of_pixels(bench):
    sharp_at(bench, 1.5, inset=10.3)


def test_the_drawing_turns_sharp_when_the_screen_changes(bench):
    page = bench.pad()
    sign(page)
    coarse = pixels(page)
    metrics = {"width": 1000, "height": 801, "deviceScaleFactor": 2, "mobile": False}
    page.context.new_cdp_session(page).send("Emulation.setDeviceMetricsOverride", metrics)
    page.wait_for_function("(width) => document.querySelector('ink-signature').shadowRoot.querySelector('canvas').width === width", arg=2 * coarse["width"])
    settle(page)
    fine = pixels(page)
    assert (fine["width"], fine["height"]) == (2 * coarse["width"], 2 * coarse["height"])
    assert fine["inked"] > 2.5 * coarse["inked"]
