# SPDX-License-Identifier: MIT
"""Pages with a pad, with two, and with one that cannot start."""

import json

from bench import ask, drawing, long_drawing, pixels, settle, sign, some, thorough
from static_site import POLICY


def test_three_lines_make_a_page_with_a_pad(bench):
    page = bench.open(body="<p>Please sign.</p>\n<ink-signature></ink-signature>")
    sign(page)
    assert ask(page, "pad.strokeCount") == 1 and pixels(page)["inked"] > 300


def test_two_pads_on_a_page_keep_apart(bench):
    page = bench.open(body="<ink-signature id=a></ink-signature><ink-signature id=b color=red></ink-signature>")
    page.evaluate("document.querySelector('#b').ready")
    sign(page, "#a")
    sign(page, "#b", count=30)
    sign(page, "#b", count=20)
    counts = [ask(page, "pad.strokeCount", selector=name) for name in ("#a", "#b")]
    assert counts == [1, 2]
    ask(page, "pad.clear()", selector="#a")
    assert ask(page, "pad.strokeCount", selector="#b") == 2
    assert drawing(page, "#b")["strokes"][0]["brush"]["color"] == "#ff0000"


def broken(bench, before):
    bench.expect_complaint("Failed to load resource")  # a failed request is the browser's to report
    body = '<form id="form"><ink-signature name="signature" required></ink-signature></form>'
    return bench.open(body=body, before=before)


def assert_name_can_be_typed(page):
    assert ask(page, "pad.ready") is False
    assert "type your name" in page.locator(".notice").inner_text()
    assert ask(page, "pad.checkValidity()") is False
    page.get_by_role("textbox", name="Type your name").fill("Ada Lovelace")
    assert ask(page, "[pad.checkValidity(), pad.typedText, pad.isEmpty()]") == [True, "Ada Lovelace", True]
    assert page.evaluate("new FormData(form).get('signature')") == "Ada Lovelace"
    assert ask(page, "[pad.undo(), pad.redo(), pad.clear()]") == [False, False, False]
    assert ask(page, "pad.toBlob().catch((error) => error.reason)") == "unavailable"


def test_without_the_module_a_name_can_be_typed(bench):
    assert_name_can_be_typed(broken(bench, lambda page: page.route("**/inklock-signature.wasm", lambda route: route.abort())))


def test_without_webassembly_a_name_can_be_typed(bench):
    assert_name_can_be_typed(broken(bench, lambda page: page.add_init_script("delete window.WebAssembly")))


@thorough
def test_a_spoilt_module_leaves_a_name_to_be_typed(bench):
    spoil = lambda page: page.route("**/inklock-signature.wasm", lambda route: route.fulfill(body=b"\0asm nonsense"))
    assert_name_can_be_typed(broken(bench, spoil))


def test_a_missing_background_is_told_and_the_pad_works(bench):
    page = bench.pad('background="/nowhere.png"')
    bench.expect_complaint("404")
    page.locator("[part=message]").wait_for()
    sign(page)
    assert pixels(page)["inked"] > 300


def test_a_picture_covers_the_pad(bench):
    page = bench.pad('background="/demo/agreement.svg"')
    page.locator(".pictured").wait_for()
    settle(page)
    shown = pixels(page)
    assert shown["inked"] == shown["width"] * shown["height"]


def test_the_demo_opens_without_a_complaint_in_every_size(bench):
    for width, height in some(((360, 740), (820, 1180), (1440, 900))):
        for scheme in ("light", "dark"):
            page = bench.open(viewport={"width": width, "height": height}, color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, "wider than the screen"
            sign(page, "#pad")


def test_the_demo_offers_its_choices(bench):
    page = bench.open()
    assert page.get_by_text("Classic", exact=True).is_hidden(), "for developers"
    page.get_by_text("For developers").last.click()
    for choice in ("Marker", "Contract", "Classic"):
        page.locator(".segments").get_by_text(choice, exact=True).click()
    sign(page, "#pad")
    (stroke,) = drawing(page, "#pad")["strokes"]
    assert stroke["brush"]["tip"] == "marker" and stroke["model"] == "midpoint-quadratic"
    assert ask(page, "pad.getAttribute('background')", selector="#pad").endswith("agreement.svg")


@thorough
def test_the_demo_shows_the_triangles(bench):
    page = bench.open()
    sign(page, "#pad")
    strips = "pad.toMesh().map((strip) => [...strip])"
    (first,) = ask(page, strips, selector="#pad")
    sign(page, "#pad")
    same, second = ask(page, strips, selector="#pad")
    assert same == first and 0 < min(second) and max(second) < 2000
    page.get_by_text("For developers").first.click()
    page.get_by_text("Show the mesh").click()
    settle(page)
    drawn = page.evaluate(
        """() => {
            const mesh = document.getElementById('mesh');
            const { data } = mesh.getContext('2d').getImageData(0, 0, mesh.width, mesh.height);
            return data.some((byte) => byte);
        }"""
    )
    assert drawn


@thorough
def test_the_demo_counts_points_and_their_time(bench):
    page = bench.open()
    sign(page, "#pad", count=200)
    points = page.locator("[data-meter=points]").text_content()
    assert int(points) == ask(page, "pad.sampleCount", selector="#pad") > 20


def in_view(page, selector):
    box = page.locator(selector).bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


@thorough
def test_the_demo_says_beside_the_switch_that_a_signature_was_not_recorded(bench):
    for width, height in ((320, 568), (390, 844), (1280, 800)):
        page = bench.open(viewport={"width": width, "height": height})
        sign(page, "#pad")
        page.get_by_text("For developers").first.click()
        page.get_by_text("Record evidence").click()
        settle(page)
        note = page.get_by_text("This signature was not recorded")
        box, switch = note.bounding_box(), page.get_by_text("Record evidence").bounding_box()
        assert 0 <= switch["y"] < box["y"] and box["y"] + box["height"] <= height, (width, box, switch)
        page.get_by_text("Record evidence").click()
        assert note.count() == 0, "nothing is recorded"


@thorough
def test_the_demo_brings_what_was_opened_and_what_was_refused_into_view(bench):
    for width, height in ((320, 568), (390, 844), (1280, 800)):
        page = bench.open(viewport={"width": width, "height": height})

        def give(words):
            page.get_by_text("Open a drawing").scroll_into_view_if_needed()
            page.set_input_files("#file", {"name": "drawing.json", "mimeType": "application/json", "buffer": words.encode()})
            page.wait_for_function("() => document.getElementById('note').textContent && !document.getElementById('file').value")
            settle(page)
            return page.locator("#note").inner_text()

        assert give("{}") == "That file isn’t a drawing from InkLock or signature_pad." and in_view(page, "#note"), width
        sign(page, "#pad")
        mine = json.dumps(drawing(page, "#pad"))
        assert give("{}").endswith("Your drawing is still here.") and in_view(page, "#note"), width
        assert give(mine) == "Your drawing is open." and in_view(page, "#pad"), width
        assert give(json.dumps(long_drawing())) == "That drawing is too complex to open here. Your drawing is still here.", width
        assert json.dumps(drawing(page, "#pad")) == mine, width


@thorough
def test_the_demo_speaks_of_pictures_only_if_one_could_not_be_made(bench):
    page = bench.open()
    sign(page, "#pad")
    ask(page, "(pad.toBlob = () => Promise.reject(new Error()), 0)", selector="#pad")
    for kind, told in (("application/json", "Saving failed."), ("image/png", "Creating the picture failed.")):
        page.locator(f".tile[data-type='{kind}']").click()
        page.locator("#note", has_text=told).wait_for()


def test_the_demo_speaks_german(bench):
    page = bench.open(locale="de-DE")
    assert page.locator("h1").inner_text() == "Unter\u00adschreiben wie auf Papier."
    assert page.get_by_role("button", name="Namen tippen").count() == 1
    empty = page.evaluate("[...document.querySelectorAll('[data-text]')].filter((at) => !at.textContent).length")
    assert empty == 0


@thorough
def test_every_page_has_a_title_of_its_own(bench):
    titles = {}
    for lang in ("en", "de"):
        for name, element in {"index": "ink-signature", "picture": "ink-picture-password", "passcode": "ink-passcode"}.items():
            titles[lang, name] = bench.open(f"/{name}.html?lang={lang}", element=element).title()
    assert len(set(titles.values())) == 6 and all(each.endswith(" – InkLock") for each in titles.values()), titles


def test_every_page_works_where_no_markup_may_be_parsed(bench):
    bench.expect_complaint("This document requires 'TrustedHTML' assignment")
    elements = {"index": "ink-signature", "picture": "ink-picture-password", "passcode": "ink-passcode", "notes": "ink-lock"}
    parses = """() => {
        try { document.createElement('p').innerHTML = '<b>a</b>'; } catch (error) { return !(error instanceof TypeError); }
        return true;
    }"""

    def strictly(route):
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "content-security-policy": POLICY})

    for name, element in elements.items():
        page = bench.open(f"/{name}.html", before=lambda page: page.route("**/*.html", strictly), element=element)
        assert page.evaluate(parses) is False, f"{name}.html parses markup"
        assert page.evaluate("(name) => document.querySelector(name).shadowRoot.childElementCount", element) > 0
        assert page.evaluate("(name) => document.querySelector(name).ready", element) is True, f"{element} does not start"


def test_a_page_whose_scripts_do_not_come_says_what_to_do(bench):
    context = bench.browser.new_context(viewport={"width": 320, "height": 568}, reduced_motion="reduce")
    bench.contexts.append(context)
    page = context.new_page()
    page.route("**/*.js", lambda route: route.abort())
    page.goto(bench.address + "/notes.html")
    look = "getComputedStyle(document.documentElement, '::before')"
    page.evaluate("document.getAnimations({ subtree: true }).forEach((each) => { each.pause(); each.currentTime = 0; })")
    assert "reload the page" in page.evaluate(f"{look}.content")
    assert page.evaluate(f"{look}.color") == "rgba(0, 0, 0, 0)", "told too early"
    page.evaluate("document.getAnimations({ subtree: true }).forEach((each) => each.finish())")
    assert page.evaluate(f"{look}.color") != "rgba(0, 0, 0, 0)"


@thorough
def test_small_phones_show_the_name_first_and_the_tools_in_one_row(bench):
    for name, element in {"index": "ink-signature", "picture": "ink-picture-password", "passcode": "ink-passcode", "verify": None}.items():
        for language in ("en", "de"):
            page = bench.open(f"/{name}.html?lang={language}", element=element, viewport={"width": 320, "height": 568})
            assert page.locator(".mark").bounding_box()["width"] > 80 and page.locator(".mark").evaluate("(mark) => getComputedStyle(mark).fontSize") != "0px", name
            assert page.locator(".links").bounding_box()["y"] > page.locator("main").bounding_box()["y"], f"{name}: the links are above"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            if name == "index":
                tops = page.locator("#pad").evaluate(
                    "(pad) => [...pad.shadowRoot.querySelectorAll('.tools button')].map((each) => each.getBoundingClientRect().top)")
                assert len(set(tops)) == 1, f"{language}: the tools need {len(set(tops))} rows"


@thorough
def test_pad_tools_have_one_row_on_a_small_phone_in_every_language(bench):
    of = "(pad, name) => [...pad.shadowRoot.querySelectorAll('.tools button')].map((each) => each[name] ?? each.getBoundingClientRect()[name])"
    words = set()
    for language in ("en", "de", "fr", "es", "it", "ja", "ar"):
        page = bench.open(f"/index.html?lang={language}", element="ink-signature", viewport={"width": 320, "height": 568})
        pad = page.locator("#pad")
        page.wait_for_function("(known) => !known.includes(pad.shadowRoot.querySelector('[data-action=clear]').textContent)", arg=list(words))
        words.add(pad.evaluate(of, "textContent")[-1])
        assert len(set(pad.evaluate(of, "top"))) == 1, f"{language}: the tools need two rows"
        # With large text, the tools for the ink stay together.
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        settle(page)
        assert len(set(pad.evaluate(of, "top")[1:])) == 1, f"{language}: the tools for the ink are apart"
        assert min(pad.evaluate(of, "left")) >= 0 and max(pad.evaluate(of, "right")) <= 320, language
    assert len(words) == 7


def test_every_page_fits_a_phone_with_large_text(bench):
    large = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; })"
    for name, element in {"index": "ink-signature", "picture": "ink-picture-password", "passcode": "ink-passcode", "verify": None}.items():
        page = bench.open(
            f"/{name}.html?lang=de", element=element, before=lambda page: page.add_init_script(large), viewport={"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
        if name == "picture":
            over = "[...document.querySelectorAll('.steps li')].filter((step) => step.scrollWidth > step.clientWidth + 1).map((step) => step.textContent)"
            assert page.evaluate(over) == []


@thorough
def test_saving_is_next_to_the_pad_on_a_phone(bench):
    page = bench.open(viewport={"width": 390, "height": 844}, is_mobile=True)
    assert page.locator("#formats .tile").first.bounding_box()["y"] < 844 - 44


@thorough
def test_the_pad_fits_a_phone_on_its_side(bench):
    page = bench.open(viewport={"width": 844, "height": 390}, is_mobile=True)
    page.locator("#pad").evaluate("(pad) => pad.scrollIntoView({ block: 'end' })")
    box = page.locator("#pad").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 390 and box["height"] >= 176, box
    assert box["x"] >= 40 and box["x"] + box["width"] <= 804, "there is no room to scroll beside the pad"
