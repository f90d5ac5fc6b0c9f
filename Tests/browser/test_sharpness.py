# SPDX-License-Identifier: MIT
"""One pixel of the drawing is one pixel of the screen."""

import io

from PIL import Image

from bench import ask, pixels, settle, sign

HIDE_LINE = "[part=baseline], [part=placeholder] { display: none }"


def screen_equals_canvas(page):
    """Whether a picture of the screen shows exactly the canvas's pixels, away from the rounded corners."""
    clip = page.locator("ink-signature").locator("canvas").bounding_box()
    shot = Image.open(io.BytesIO(page.screenshot(clip=clip, scale="device"))).convert("RGB")
    data = page.evaluate(
        """() => {
            const canvas = document.querySelector('ink-signature').shadowRoot.querySelector('canvas');
            const image = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let text = '';
            for (const byte of image.data) text += String.fromCharCode(byte);
            return [canvas.width, canvas.height, btoa(text)];
        }"""
    )
    width, height, text = data
    import base64

    canvas = Image.frombytes("RGBA", (width, height), base64.b64decode(text)).convert("RGB")
    if shot.size != canvas.size:
        return f"{shot.size} on the screen, {canvas.size} in the canvas"
    inner = (60, 60, width - 60, height - 60)
    return shot.crop(inner).tobytes() == canvas.crop(inner).tobytes() or "different pixels"


def sharp_at(bench, density, viewport=(1000, 800)):
    size = {"width": viewport[0], "height": viewport[1]}
    page = bench.pad('background="#ffffff"', device_scale_factor=density, viewport=size)
    ask(page, "pad.shadowRoot.adoptedStyleSheets.at(-1).insertRule(given)", HIDE_LINE)
    sign(page)
    page.mouse.move(5, 5)
    settle(page)
    assert (result := screen_equals_canvas(page)) is True, result
    return page


def test_sharp_at_one_pixel_a_point(bench):
    sharp_at(bench, 1)


def test_sharp_at_two_pixels_a_point(bench):
    sharp_at(bench, 2)


def test_sharp_at_three_pixels_a_point(bench):
    sharp_at(bench, 3, (412, 700))


def test_sharp_at_one_and_a_half_pixels_a_point(bench):
    sharp_at(bench, 1.5, (777, 555))


def test_the_drawing_turns_sharp_when_the_screen_changes(bench):
    page = bench.pad()
    sign(page)
    coarse = pixels(page)
    metrics = {"width": 1000, "height": 800, "deviceScaleFactor": 2, "mobile": False}
    page.context.new_cdp_session(page).send("Emulation.setDeviceMetricsOverride", metrics)
    page.wait_for_timeout(200)
    settle(page)
    fine = pixels(page)
    assert (fine["width"], fine["height"]) == (2 * coarse["width"], 2 * coarse["height"])
    assert fine["inked"] > 2.5 * coarse["inked"]
