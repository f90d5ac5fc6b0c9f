# SPDX-License-Identifier: MIT
"""Saved files show what the pad shows, in every format, as those of the native command do."""

import io
import json
import subprocess
import xml.etree.ElementTree as xml

from PIL import Image, ImageChops, ImageStat

from bench import ask, drawing, file_of, paper, pixels, settle, sign, thorough, until
from hand import Hand, squiggle

# Two renderers smooth an edge differently: a pixel may differ much, the picture as a whole hardly.
MEAN_TOLERANCE = 1.0  # of 255, over the ink's box
STRAY_TOLERANCE = 0.02  # share of the box's pixels that differ by more than 64 of 255


def signed(bench, attributes="", **options):
    page = bench.pad(attributes, **options)
    sign(page)
    points = squiggle(paper(page), left=0.3, right=0.7)
    Hand(page).pen(points, [0.2 + 0.6 * index / 60 for index in range(61)])
    settle(page)
    return page


def png_of(page, **options):
    return Image.open(io.BytesIO(file_of(page, "image/png", options))).convert("RGBA")


def on_white(image):
    return Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")


def assert_alike(one, other):
    assert one.size == other.size, f"{one.size} against {other.size}"
    ink = ImageChops.invert(one.convert("L")).getbbox()
    difference = ImageChops.difference(one, other).crop(ink).convert("L")
    mean = ImageStat.Stat(difference).mean[0]
    stray = sum(difference.histogram()[65:]) / (difference.width * difference.height)
    assert mean <= MEAN_TOLERANCE, f"mean difference {mean:.2f}"
    assert stray <= STRAY_TOLERANCE, f"{stray:.2%} of the pixels differ"


def test_png_has_the_pixels_of_the_screen(bench):
    page = signed(bench)
    shown = pixels(page)
    image = png_of(page)
    assert image.size == (shown["width"], shown["height"])
    assert image.getpixel((2, 2)) == (0, 0, 0, 0), "transparent where there is no ink"
    same = page.evaluate(
        """async () => {
            const pad = document.querySelector('ink-signature');
            const canvas = pad.shadowRoot.querySelector('canvas');
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            const decoded = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
            decoded.drawImage(await createImageBitmap(await pad.toBlob()), 0, 0);
            const saved = decoded.getImageData(0, 0, canvas.width, canvas.height).data;
            return data.every((byte, at) => Math.abs(byte - saved[at]) <= (data[at | 3] < 255 ? 64 : 0));
        }"""
    )
    assert same


@thorough
def test_png_scales_crops_and_shows_the_background(bench):
    page = signed(bench, 'background="#fedcba"')
    one, two = png_of(page), png_of(page, scale=2)
    assert two.size == (2 * one.width, 2 * one.height)
    cropped = png_of(page, crop=True)
    assert cropped.width < one.width and cropped.height < one.height
    assert cropped.getbbox(alpha_only=True)
    assert png_of(page, background=True).getpixel((2, 2)) == (0xFE, 0xDC, 0xBA, 255)


def test_a_second_stroke_never_takes_ink_away(bench):
    page = bench.pad()
    sign(page)
    first = png_of(page).getchannel("A")
    box = paper(page)
    rows = [box["y"] + box["height"] * part for part in (0.3, 0.4, 0.5, 0.6, 0.7)]
    for row in rows:
        Hand(page).mouse([(box["x"] + 90, row), (box["x"] + 400, row + 9), (box["x"] + 800, row)])
    both = png_of(page).getchannel("A")
    assert ImageChops.subtract(first, both).getextrema() == (0, 0), "where two edges meet there is a hole"


@thorough
def test_png_files_asked_for_at_once_are_each_right(bench):
    page = signed(bench)
    sizes = page.evaluate(
        """async () => {
            const pad = document.querySelector('ink-signature');
            const blobs = await Promise.all([1, 2, 3].map((scale) => pad.toBlob('image/png', { scale })));
            return Promise.all(blobs.map(async (blob) => (await createImageBitmap(blob)).width));
        }"""
    )
    assert sizes[1] == 2 * sizes[0] and sizes[2] == 3 * sizes[0]


TYPES = ["image/png", "image/jpeg", "image/svg+xml", "application/pdf", "application/json"]


@thorough
def test_a_file_has_what_the_pad_showed_when_it_was_asked_for(bench):
    page = signed(bench, 'background="#fedcba"')
    different = page.evaluate(
        """async (types) => {
            const pad = document.querySelector('ink-signature');
            const text = async (blob) => new TextDecoder('latin1').decode(await (await blob).arrayBuffer());
            const other = { ...pad.toJSON(), strokes: pad.toJSON().strokes.slice(1) };
            const options = { background: true };
            const before = [];
            for (const type of types) before.push(await text(pad.toBlob(type, options)));
            const wrong = [];
            for (const change of ['clear', 'undo', 'open']) {
                const saved = pad.toJSON();
                // All at once, so that the later ones wait for the first.
                const files = types.map((type) => pad.toBlob(type, options));
                files.push(pad.toBlob('image/png', { ...options, scale: 2 }));
                if (change === 'open') pad.fromJSON(other);
                else pad[change]();
                const after = await Promise.all(files.map(text));
                types.forEach((type, at) => after[at] === before[at] || wrong.push(`${change}: ${type}`));
                pad.fromJSON(saved);
            }
            return wrong;
        }""",
        TYPES,
    )
    assert different == []


@thorough
def test_a_file_that_is_asked_for_before_the_engine_is_there_has_the_drawing_of_then(bench):
    page = signed(bench)
    different = page.evaluate(
        """async (types) => {
            const text = async (blob) => new TextDecoder('latin1').decode(await (await blob).arrayBuffer());
            const one = document.querySelector('ink-signature');
            const drawing = one.toJSON();
            const pad = document.createElement('ink-signature');
            pad.setAttribute('background', '#fedcba');
            one.setAttribute('background', '#fedcba');
            document.body.append(pad);
            pad.fromJSON(drawing);
            const files = types.map((type) => pad.toBlob(type, { background: true }));
            pad.fromJSON({ ...drawing, strokes: [] });
            const before = await Promise.all(files.map(text));
            const known = await Promise.all(types.map((type) => text(one.toBlob(type, { background: true }))));
            return types.filter((_, at) => before[at] !== known[at]);
        }""",
        TYPES,
    )
    assert different == []


@thorough
def test_a_pad_outside_of_the_document_exports_what_it_opens(bench):
    page = signed(bench)
    found = page.evaluate(
        """(types) => Promise.race([new Promise((done) => setTimeout(done, 10_000, 'never settled')), (async () => {
            const text = async (blob) => new TextDecoder('latin1').decode(await (await blob).arrayBuffer());
            const one = document.querySelector('ink-signature');
            const drawing = one.toJSON();
            const wrong = [];
            const outside = () => document.createElement('ink-signature');
            for (const type of types) {
                const pad = outside();
                pad.fromJSON(drawing);
                if (await text(pad.toBlob(type)) !== await text(one.toBlob(type))) wrong.push(type);
            }
            const [first, second, third, last] = [outside(), outside(), outside(), outside()];
            second.fromJSON(drawing);
            const { digest } = await second.assessQuality();
            const reason = await third.toEvidence().catch((error) => error.reason);
            last.fromJSON(drawing);
            const works = await last.ready;
            const svg = last.toSVG() === one.toSVG();
            document.body.append(last);
            return [wrong, await first.ready, digest === (await one.assessQuality()).digest, reason, works, svg, last.strokeCount];
        })()])""",
        TYPES,
    )
    assert found == [[], True, True, "not-recorded", True, True, 2]
    sign(page, "ink-signature >> nth=1")
    assert ask(page, "document.querySelectorAll('ink-signature')[1].strokeCount") == 3


@thorough
def test_a_file_waits_for_the_background_that_its_pad_asks_for(bench):
    held = []

    def before(page):
        page.route("**/paper.svg", lambda route: held.append(route))

    page = bench.pad('background="/paper.svg"', before=before)
    sign(page)
    colours = """async ([selector, given]) => {
        const pad = document.querySelector(selector);
        const of = (type, options) => pad.toBlob(type, options).then(createImageBitmap).then((image) => {
            const context = new OffscreenCanvas(1, 1).getContext('2d');
            context.drawImage(image, 0, 0);
            return [...context.getImageData(0, 0, 1, 1).data].map((byte) => Math.round(byte / 16));
        });
        const plain = await of('image/png', {});
        if (given) pad.setAttribute('background', given);
        const files = [of('image/png', { background: true }), of('image/jpeg', {})];
        pad.clear();
        const answered = await Promise.race([files[0], new Promise((done) => setTimeout(done, 200, null))]);
        window.colours = Promise.all(files);
        return [plain, answered];
    }"""
    assert page.evaluate(colours, ["ink-signature", None]) == [[0, 0, 0, 0], None]
    paper_of = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="%s"/></svg>'
    until(page, lambda: held).pop().fulfill(content_type="image/svg+xml", body=paper_of % "#ff0000")
    assert page.evaluate("window.colours") == [[16, 0, 0, 16]] * 2
    # Another background, as one that is there already.
    page.route("**/other.svg", lambda route: held.append(route))
    assert page.evaluate(colours, ["ink-signature", "/other.svg"]) == [[0, 0, 0, 0], None]
    until(page, lambda: held).pop().fulfill(content_type="image/svg+xml", body=paper_of % "#0000ff")
    assert page.evaluate("window.colours") == [[0, 0, 16, 16]] * 2
    assert ask(page, "pad.isEmpty()")


@thorough
def test_jpeg_lies_on_white_or_on_the_background(bench):
    for attributes, corner in (("", (255, 255, 255)), ('background="#fedcba"', (0xFE, 0xDC, 0xBA))):
        image = Image.open(io.BytesIO(file_of(signed(bench, attributes), "image/jpeg")))
        assert image.format == "JPEG"
        assert max(abs(a - b) for a, b in zip(image.getpixel((2, 2)), corner)) <= 3


def test_svg_agrees_with_png(bench):
    page = signed(bench)
    svg = file_of(page, "image/svg+xml")
    assert xml.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert ask(page, "pad.toSVG()").encode() == svg
    (bench.folder / "d.svg").write_bytes(svg)
    command = ["rsvg-convert", "--zoom=2", "-o", bench.folder / "svg.png", bench.folder / "d.svg"]
    subprocess.run(command, check=True)
    drawn = Image.open(bench.folder / "svg.png").convert("RGBA")
    assert_alike(on_white(png_of(page, scale=2)), on_white(drawn))


def test_pdf_agrees_with_png(bench):
    page = signed(bench)
    pdf = file_of(page, "application/pdf")
    assert pdf.startswith(b"%PDF-1.")
    (bench.folder / "d.pdf").write_bytes(pdf)
    # A PDF's own unit is 1/72 inch, and one of them is one point of the drawing.
    command = ["pdftoppm", "-r", "144", "-png", "-singlefile", bench.folder / "d.pdf", bench.folder / "pdf"]
    subprocess.run(command, check=True)
    drawn = Image.open(bench.folder / "pdf.png").convert("RGB")
    assert_alike(on_white(png_of(page, scale=2)), drawn)


@thorough
def test_a_pdf_can_be_exported_after_its_module_did_not_load(bench):
    page = signed(bench)
    page.route("**/inklock-pdf.wasm", lambda route: route.abort())
    bench.expect_complaint("Failed to load resource")
    export = "pad.toBlob('application/pdf').then((blob) => blob.size > 0, (error) => error.reason)"
    assert ask(page, export) == "unavailable"
    page.unroute("**/inklock-pdf.wasm")
    assert ask(page, export) is True


@thorough
def test_a_picture_as_paper_stays_small_in_every_format(bench):
    page = bench.open()
    sign(page, "#pad")
    page.locator("[data-choice=paper]").get_by_text("Contract").click()
    page.locator("#pad[background*=agreement]").wait_for(state="attached")
    page.wait_for_function("() => document.querySelector('#pad').toSVG({ background: true }).includes('<image')")
    shown = Image.open(io.BytesIO(file_of(page, "image/png", {"background": True}, "#pad"))).convert("RGB")
    for kind, name, command in (
        ("image/svg+xml", "paper.svg", ["rsvg-convert", "-o", "paper.png", "paper.svg"]),
        ("application/pdf", "paper.pdf", ["pdftoppm", "-r", "72", "-png", "-singlefile", "paper.pdf", "paper"]),
    ):
        file = file_of(page, kind, {"background": True}, "#pad")
        assert len(file) < 100_000, f"{kind}: {len(file)} bytes"
        (bench.folder / name).write_bytes(file)
        subprocess.run(command, check=True, cwd=bench.folder)
        drawn = Image.open(bench.folder / "paper.png").convert("RGB").resize(shown.size)
        difference = ImageStat.Stat(ImageChops.difference(drawn, shown).convert("L")).mean[0]
        assert difference < 6, f"{kind} differs by {difference:.1f}"
        assert drawn.convert("L").resize((40, 20)).getextrema()[0] < 235, "the paper does not show"


def test_the_json_file_is_the_drawing(bench):
    page = signed(bench)
    assert json.loads(file_of(page, "application/json")) == drawing(page)


@thorough
def test_an_unknown_type_is_refused_kindly(bench):
    page = signed(bench)
    reason = ask(page, "pad.toBlob('image/gif').catch((error) => error.reason)")
    assert reason == "unsupported-type"


def check_against_native(bench, attributes, scale):
    page = signed(bench, attributes)
    (bench.folder / "d.json").write_bytes(file_of(page, "application/json"))
    bench.inklock("render", bench.folder / "d.json", "-o", bench.folder / "native.png", "--scale", scale)
    native = Image.open(bench.folder / "native.png").convert("RGBA")
    here = png_of(page, scale=scale)
    assert native.size == here.size, f"{native.size} natively, {here.size} here"
    assert native.tobytes() == here.tobytes(), "the pixels differ"


def test_native_rendering_of_a_pen_has_equal_pixels(bench):
    check_against_native(bench, "", 1)


@thorough
def test_native_rendering_of_a_marker_has_equal_pixels(bench):
    check_against_native(bench, 'brush="marker"', 2)


@thorough
def test_native_rendering_of_a_pencil_has_equal_pixels(bench):
    check_against_native(bench, 'brush="pencil" model="midpoint-quadratic"', 4)


def test_the_demo_downloads_every_format(bench):
    page = bench.open()
    sign(page, "#pad")
    sizes = {}
    for button in page.locator(".tile").all():
        with page.expect_download() as download:
            button.click()
        file = bench.folder / download.value.suggested_filename
        download.value.save_as(file)
        sizes[file.name] = file.stat().st_size
    assert set(sizes) == {*(f"signature.{ending}" for ending in ("png", "jpg", "svg", "pdf", "json")), "signature_pad.json"}
    assert all(sizes.values())
    (drawn,) = drawing(page, "#pad")["strokes"]
    page.get_by_role("button", name="Clear").click()
    page.locator("#file").set_input_files(bench.folder / "signature.json")
    page.get_by_text("Your drawing is open.").wait_for()
    assert not ask(page, "pad.isEmpty()", selector="#pad")
    page.get_by_role("button", name="Clear").click()
    page.locator("#file").set_input_files(bench.folder / "signature_pad.json")
    page.get_by_text("Your drawing is open.").wait_for()
    (opened,) = drawing(page, "#pad")["strokes"]
    assert {**opened["brush"], "seed": 0} == {**drawn["brush"], "seed": 0}
    assert all(abs(a - b) < 0.01 for one, other in zip(opened["points"], drawn["points"], strict=True) for a, b in zip(one[:3], other))
    assert bench.inklock("info", bench.folder / "signature_pad.json")


@thorough
def test_the_downloaded_png_is_the_native_rendering_of_the_downloaded_json(bench):
    page = bench.open()
    sign(page, "#pad")
    page.locator("[data-choice=scale]").get_by_text("2×").click()
    for kind in ("application/json", "image/png"):
        with page.expect_download() as download:
            page.locator(f".tile[data-type='{kind}']").click()
        download.value.save_as(bench.folder / download.value.suggested_filename)
    bench.inklock("render", bench.folder / "signature.json", "-o", bench.folder / "native.png", "--scale", 2)
    native = Image.open(bench.folder / "native.png").convert("RGBA")
    here = Image.open(bench.folder / "signature.png").convert("RGBA")
    assert native.size == here.size and native.tobytes() == here.tobytes()


def test_a_drawing_of_signature_pad_opens(bench):
    page = bench.open()
    groups = [
        {"penColor": "rgb(200, 0, 0)", "minWidth": 1, "maxWidth": 2, "compositeOperation": "source-over",
         "points": [{"time": 1700000000000 + 20 * step, "x": 20 + 5 * step, "y": 40, "pressure": 0.5} for step in range(20)]},
        {"points": [{"time": 1700000002000, "x": 60, "y": 70}]},
        {"points": [{"time": None, "x": 80, "y": 70}, {"time": 1700000002500, "x": 90, "y": 70}]},
        {"compositeOperation": "destination-out", "points": [{"time": 1700000003000, "x": 0, "y": 0}]},
    ]
    (bench.folder / "pad.json").write_text(json.dumps(groups))
    page.locator("#file").set_input_files(bench.folder / "pad.json")
    page.get_by_text("Its eraser strokes were left out").wait_for()
    first, second, untimed = ask(page, "pad.toJSON()", selector="#pad")["strokes"]
    assert first["brush"]["color"] == "#c80000" and (first["brush"]["minimumWidth"], first["brush"]["maximumWidth"]) == (2, 4)
    assert first["points"][0][:3] == [20, 40, 0] and abs(first["points"][-1][2] - 0.38) < 1e-6 and second["start"] == 2
    assert untimed["start"] == 0 and abs(untimed["points"][-1][2] - 1 / 60) < 1e-6
    for text in ("[]", "[1]", '[{"points": [{"x": "1"}]}]', "[" * 5000, '[{"points": [{"x": 1e400, "y": 0}]}]'):
        (bench.folder / "pad.json").write_text(text)
        page.evaluate("document.querySelector('#note').textContent = ''")
        page.locator("#file").set_input_files(bench.folder / "pad.json")
        page.get_by_text("That file isn’t a drawing").wait_for()
        assert ask(page, "pad.strokeCount", selector="#pad") == 3
