# SPDX-License-Identifier: MIT
"""For people who use the keyboard or a screen reader, who cannot draw, or who want less motion."""

from bench import ask, pixels, settle, sign


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


def test_a_typed_signature_is_one_step(bench):
    page = bench.pad()
    sign(page)
    before = pixels(page)
    page.get_by_role("button", name="Type it instead").click()
    page.get_by_role("textbox", name="Type your name").fill("Grace Hopper")
    page.get_by_role("button", name="Write it").click()
    page.get_by_text("Signature written").wait_for()
    settle(page)
    assert pixels(page)["hash"] != before["hash"]
    assert ask(page, "pad.strokeCount") >= 2 and ask(page, "pad.typedText") == "Grace Hopper"
    ask(page, "pad.undo()")
    settle(page)
    assert pixels(page) == before


def test_missing_letters_are_told_in_words(bench):
    page = bench.pad()
    page.get_by_role("button", name="Type it instead").click()
    page.keyboard.type("Ada 漢字")
    page.keyboard.press("Enter")
    message = page.locator("[part=message]")
    message.get_by_text("2 characters were left out").wait_for()
    settle(page)
    written = pixels(page)
    page.get_by_role("textbox").fill("漢字")
    page.keyboard.press("Enter")
    message.get_by_text("We can’t write those characters yet").wait_for()
    settle(page)
    assert pixels(page) == written, "what was there stays"
    page.keyboard.press("Escape")
    assert message.is_hidden()


def test_a_hand_that_cannot_be_fetched_is_told_and_tried_again(bench):
    page = bench.pad(before=lambda page: page.route("**/inklock-handwriting.wasm", lambda route: route.abort()))
    bench.expect_complaint("Failed to load resource")
    page.get_by_role("button", name="Type it instead").click()
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    page.locator("[part=message]").get_by_text("isn’t available right now").wait_for()
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
            const { strings } = await import('/src/strings.js');
            return Object.keys(strings.en).filter((key) => typeof strings.de[key] !== typeof strings.en[key]);
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
