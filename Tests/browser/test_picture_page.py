# SPDX-License-Identifier: MIT
"""The demo page of the picture password: choosing a picture, defining, trying, and the alternative to drawing."""

import base64
import io
import math
import xml.etree.ElementTree as xml

from PIL import Image

from bench import BASE64, ROOT, settle, some, thorough
from hand import Hand

SIZES = ((360, 740), (820, 1180), (1440, 900))


def open_page(bench, size=SIZES[0], **options):
    viewport = {"width": size[0], "height": size[1]}
    return bench.open("/picture.html", element="ink-picture-password", viewport=viewport, **options)


@thorough
def test_picture_page_shows_whole_tiles_with_large_text(bench):
    for width in (320, 640):
        page = open_page(bench, (width, 740), locale="de-DE")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        settle(page)
        cut = """(tiles) => tiles.flatMap((tile) => [...tile.querySelectorAll('svg, b, small, span')].filter((each) => {
            const [inner, outer] = [each.getBoundingClientRect(), tile.getBoundingClientRect()];
            const isInside = inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right;
            return !isInside || each.scrollWidth > Math.ceil(inner.width);
        }).map((each) => each.textContent || each.localName))"""
        assert page.locator(".picture").evaluate_all(cut) == [], width


def choose(page, name="coast"):
    page.locator(f"[data-picture={name}]").click()
    arrive(page)


def arrive(page):
    """Waits until the user can draw on the picture."""
    page.locator("#stage ink-picture-password .stage:not(.arriving) [part=picture]").wait_for()
    settle(page)


def password(page, aside=0):
    """Returns a ring, a tap and a wave around the middle of the screen, `aside` points to the right."""
    size = page.viewport_size
    x, y, unit = size["width"] / 2 + aside, size["height"] / 2, min(size["width"], size["height"]) * 0.15
    turns = [2 * math.pi * step / 12 for step in range(13)]
    ring = [(x - 0.6 * unit + unit * math.cos(turn), y - 0.6 * unit + 1.2 * unit * math.sin(turn)) for turn in turns]
    wave = [(x + unit * (0.25 * step - 1.2), y + unit * (1.2 + 0.3 * math.sin(1.6 * step))) for step in range(11)]
    return [ring, [(x + 1.3 * unit, y - 0.4 * unit)], wave]


def another(page):
    """Returns a slanting line that matches no password here."""
    x, y = page.viewport_size["width"] / 2, page.viewport_size["height"] / 2
    return [[(x - 60 + 20 * step, y - 70 + 22 * step) for step in range(7)]]


def draw(page, parts, with_mouse=False):
    hand = Hand(page)
    for part in parts:
        hand.mouse(part) if with_mouse else hand.touch(part)
    page.locator("ink-picture-password [data-action=submit]").click()
    settle(page)


def define(page, **how):
    for aside in (0, 4, -3):
        draw(page, password(page, aside), **how)
    sheet(page, "Your password is set")


def sheet(page, title):
    page.get_by_role("dialog", name=title, exact=True).wait_for()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()
    settle(page)


def test_picture_page_from_choice_to_open_lock_in_every_size(bench):
    for size, name in some(zip(SIZES, ("harbour", "lake", "garden"))):
        page = open_page(bench, size)
        how = {"with_mouse": size[0] == 1440}
        choose(page, name)
        define(page, **how)
        press(page, "Try it")
        draw(page, another(page), **how)
        assert page.locator("#sheet").is_hidden(), "a wrong drawing opened the lock"
        draw(page, password(page, 3), **how)
        sheet(page, "Unlocked")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], "wider than the screen"


@thorough
def test_picture_page_does_not_jump(bench):
    observe = """
        window.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
            .observe({ type: 'layout-shift', buffered: true });
    """
    for size in SIZES:
        page = open_page(bench, size, before=lambda page: page.add_init_script(observe))
        page.wait_for_load_state("networkidle")
        assert sum(page.evaluate("shifts")) < 0.01
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], "wider than the screen"


def test_picture_page_fills_a_phone_edge_to_edge(bench):
    page = open_page(bench)
    choose(page)
    box = page.locator("ink-picture-password").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 360, "height": 740}
    assert page.locator("#password").get_attribute("fit") == "cover"


def photo(size=(2400, 1800), orientation=6):
    """Returns a JPEG with a location, a camera, a comment and a rotated orientation."""
    image = Image.radial_gradient("L").resize(size).convert("RGB")
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "Camera of the test"
    exif.get_ifd(0x8825).update({1: "N", 2: (48.0, 8.0, 14.0), 3: "E", 4: (11.0, 34.0, 31.0)})
    return saved(image, "JPEG", exif=exif, comment=b"a comment of the test")


def saved(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def give(page, name, data):
    page.locator("#photo").set_input_files({"name": name, "mimeType": "image/jpeg", "buffer": data})


def test_picture_page_keeps_a_photo_to_itself_and_drops_its_metadata(bench):
    given = photo()
    assert Image.open(io.BytesIO(given)).getexif().get_ifd(0x8825), "the test's photo has no location"
    page = open_page(bench)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    give(page, "holiday.jpg", given)
    arrive(page)
    kept = base64.b64decode(page.evaluate(f"{BASE64}(document.getElementById('password').picture)"))
    image = Image.open(io.BytesIO(kept))
    assert image.size == (1200, 1600), "not upright, or not scaled down"
    assert not image.getexif() and not {"exif", "comment", "xmp"} & set(image.info)
    assert b"Exif" not in kept and b"of the test" not in kept
    settle(page)
    # The browser may fetch the tab's icon again at any time.
    away = [url for url in asked if not url.startswith("blob:") and not url.endswith("mark.svg")]
    assert not away, f"the page requested {away}"
    define(page)


def test_picture_page_says_kindly_what_it_cannot_open(bench):
    page = open_page(bench)
    files = {
        "photo.heic": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(500), "can’t open that file"),
        "torn.jpg": (photo()[:300], "can’t open that file"),
        "empty.png": (b"", "can’t open that file"),
        "icon.png": (saved(Image.new("RGB", (64, 64)), "PNG"), "too small"),
    }
    for name, (data, words) in files.items():
        page.evaluate("document.querySelector('#note').textContent = ''")
        give(page, name, data)
        page.locator("#note", has_text=words).wait_for()
        assert page.locator("#stage").is_hidden()


@thorough
def test_picture_page_lets_drawing_rest_after_five_refusals(bench):
    page = open_page(bench)
    choose(page)
    define(page)
    press(page, "Try it")
    for left in ("4 tries", "3 tries", "2 tries", "One try"):
        draw(page, another(page))
        assert page.locator("#password [part=hint]").inner_text() == f"That didn’t match. {left} left."
        assert page.locator("#sheet").is_hidden()
    draw(page, another(page))
    sheet(page, "Too many tries")
    press(page, "Unlock another way")
    assert page.get_by_role("button", name="Back to drawing").count() == 0, "drawing is still offered"
    press(page, "Open without drawing")
    sheet(page, "Unlocked")


@thorough
def test_picture_page_offers_another_way_to_those_who_cannot_draw(bench):
    page = open_page(bench)
    choose(page)
    press(page, "I can’t draw here")
    sheet(page, "Unlock another way")
    press(page, "Back to drawing")
    draw(page, password(page))
    press(page, "I can’t draw here")
    press(page, "Back to drawing")
    draw(page, password(page, 4))
    draw(page, password(page, -3))
    sheet(page, "Your password is set")
    press(page, "Try it")
    press(page, "I can’t draw here")
    press(page, "Forgot it? Create a new one")
    assert page.locator("#password").get_attribute("mode") == "define"


@thorough
def test_picture_page_goes_back_to_the_pictures_and_forgets(bench):
    page = open_page(bench)
    choose(page)
    define(page)
    page.go_back()
    page.locator("#stage").wait_for(state="hidden")
    assert page.evaluate("document.getElementById('password').template") is None
    choose(page, "kitchen")
    page.locator("#back").click()
    page.locator("#stage").wait_for(state="hidden")
    assert page.url.endswith("/picture.html")


@thorough
def test_picture_page_asks_before_a_step_back_loses_a_drawing(bench):
    page = open_page(bench)
    choose(page)
    draw(page, password(page))
    page.go_back()  # as a swipe does
    sheet(page, "Discard your drawing?")
    press(page, "Back to drawing")
    draw(page, password(page, 4))
    draw(page, password(page, -3))
    sheet(page, "Your password is set")
    page.go_back()
    page.locator("#stage").wait_for(state="hidden")
    choose(page, "kitchen")
    draw(page, password(page))
    page.go_back()
    press(page, "Discard")
    page.locator("#stage").wait_for(state="hidden")
    assert page.url.endswith("/picture.html")
    for path in ("/picture.html", "/notes.html"):
        page = bench.open(path, element="ink-picture-password" if "picture" in path else "ink-lock")
        swipes = "[document.documentElement, document.body].some((each) => getComputedStyle(each).overscrollBehaviorX === 'none')"
        assert page.evaluate(swipes), path


@thorough
def test_picture_page_leaves_the_lock_without_a_question_or_a_way_to_a_new_password(bench):
    for wrong in (1, 5):
        page = open_page(bench)
        choose(page)
        define(page)
        press(page, "Try it")
        for _ in range(wrong):
            draw(page, another(page))
        page.go_back()
        page.locator("#stage").wait_for(state="hidden")
        assert page.url.endswith("/picture.html") and page.locator("#sheet").is_hidden()


def test_picture_page_plays_the_password_again(bench):
    page = open_page(bench)
    choose(page)
    define(page)
    press(page, "Replay")
    page.evaluate(
        """() => new Promise((done) => {
            const look = () => (document.getElementById('password').replayState?.time > 0 ? done() : requestAnimationFrame(look));
            look();
        })"""
    )
    page.go_back()
    sheet(page, "Your password is set")


def stepped(page, method):
    """Takes a step in the browser's history. The page answers a step forward with one back."""
    page.evaluate("(method) => { window.steps = 0; window.onpopstate = () => (steps += 1); history[method](); }", method)
    page.wait_for_function("(count) => steps === count", arg=2 if method == "forward" else 1)
    settle(page)


@thorough
def test_picture_page_keeps_the_password_when_the_browser_goes_forward(bench):
    page = open_page(bench)
    choose(page)
    define(page)
    press(page, "Replay")
    stepped(page, "back")
    stepped(page, "forward")
    assert page.get_by_role("dialog", name="Your password is set").is_visible()
    assert page.evaluate("document.getElementById('password').template"), "the password is lost"
    stepped(page, "back")
    assert page.locator("#stage").is_hidden() and page.url.endswith("/picture.html")
    stepped(page, "forward")
    assert page.locator("#stage").is_hidden() and page.url.endswith("/picture.html"), "the address is that of a drawing"
    choose(page, "kitchen")
    stepped(page, "back")
    assert page.locator("#stage").is_hidden() and page.url.endswith("/picture.html")


@thorough
def test_picture_page_closes_the_options_with_a_step_back(bench):
    page = open_page(bench)
    choose(page)
    press(page, "Options")
    stepped(page, "back")
    assert page.locator("#stage").is_hidden() and page.locator("#settings").is_hidden()


@thorough
def test_picture_page_says_that_a_picture_cannot_be_fetched(bench):
    page = open_page(bench)
    page.wait_for_load_state("networkidle")
    for answer in (lambda route: route.abort(), lambda route: route.fulfill(status=503, body="later")):
        page.route("**/coast.svg", answer)
        bench.expect_complaint("Failed to load resource")
        page.locator("[data-picture=coast]").click()
        page.get_by_text("be shown. Choose another picture").first.wait_for(timeout=5000)
        stepped(page, "back")
        assert page.locator("#stage").is_hidden()
        page.unroute("**/coast.svg")
    choose(page)


@thorough
def test_picture_page_shows_the_workings_only_when_asked(bench):
    page = open_page(bench)
    choose(page)
    workings = "document.getElementById('password').debugData()"
    assert page.evaluate(workings) is None
    press(page, "Options")
    page.get_by_text("None", exact=True).click()
    page.get_by_text("Show what’s going on").click()
    page.locator("#settings").get_by_role("button", name="Done").click()
    assert page.locator("#password").get_attribute("trail") == "none"
    draw(page, password(page))
    assert page.evaluate(workings)
    draw(page, password(page, 4))
    draw(page, password(page, -3))
    sheet(page, "Your password is set")
    press(page, "Try it")
    assert page.evaluate(workings) is None, "the lock draws the password"
    for _ in range(5):
        draw(page, another(page))
    sheet(page, "Too many tries")
    assert page.evaluate(workings) is None


@thorough
def test_picture_page_speaks_german(bench):
    page = open_page(bench, locale="de-DE")
    assert page.locator("h1").inner_text() == "Zeichnen Sie Ihr Passwort auf ein Bild."
    empty = page.evaluate("[...document.querySelectorAll('[data-text]')].filter((at) => !at.textContent).length")
    assert empty == 0
    choose(page)
    assert page.get_by_role("button", name="Ich kann hier nicht zeichnen").count() == 1
    english = open_page(bench, locale="en-GB").evaluate("document.body.innerText")
    german = page.evaluate("document.body.innerText")
    same = {line for line in german.splitlines() if len(line) > 12} & set(english.splitlines())
    assert all("ink" in line or line == "Private Notes" for line in same), f"not translated: {same}"


def test_picture_page_and_the_signature_link_to_each_other(bench):
    page = bench.open("/index.html?lang=de")
    page.get_by_role("link", name="Bildpasswort").click()
    page.get_by_role("link", name="Unterschrift").click()
    page.get_by_role("heading", name="Unter\u00adschreiben wie auf Papier.").wait_for()
    assert page.locator("html").get_attribute("lang") == "de", "the link lost the language"


def test_pictures_are_small_drawings_and_nothing_else(bench):
    files = sorted((ROOT / "Web" / "pictures").glob("*"))
    assert len(files) >= 4 and all(file.suffix == ".svg" for file in files)
    allowed = {"svg", "defs", "g", "use", "path", "rect", "circle", "ellipse", "clipPath"}
    allowed |= {"linearGradient", "radialGradient", "stop"}
    for file in files:
        assert file.stat().st_size <= 60_000, file.name
        for element in xml.parse(file).iter():
            assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in allowed, f"{file.name}: {element.tag}"
            links = [value for name, value in element.items() if name.endswith("href") or "url(" in value]
            assert all(link.startswith(("#", "url(#")) for link in links), f"{file.name}: {links}"
