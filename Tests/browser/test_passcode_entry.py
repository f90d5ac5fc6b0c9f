# SPDX-License-Identifier: MIT
"""Entering a passcode with keys, a keyboard and the clipboard, and what becomes of it."""

import re

from bench import MOTION, settle, takes_enter, thorough
from lock import set_visibility
from passcode import open_passcode, part, press, spoken, tell, text_bytes, told


def test_passcode_each_kind_hands_out_its_bytes(bench):
    for kind, digits, submits in [("four-digits", "2847", False), ("six-digits", "940275", False), ("numeric", "58203", True)]:
        page = open_passcode(bench, f'kind="{kind}"')
        press(page, digits)
        if submits:
            assert told(page, "passcode-submit") == []
            part(page, "submit").click()
        (given,) = told(page, "passcode-submit")
        assert given["bytes"] == text_bytes(digits) and given["again"] is None and given["kind"] == kind


@thorough
def test_passcode_leaves_keys_to_the_accessory(bench):
    page = open_passcode(bench, 'kind="numeric"')
    page.evaluate("""() => {
        const text = Object.assign(document.createElement('textarea'), { slot: 'accessory' });
        document.querySelector('ink-passcode').append(text);
    }""")
    accessory = page.locator("ink-passcode textarea")
    accessory.focus()
    page.keyboard.type("28")
    page.keyboard.press("Escape")
    assert accessory.input_value() == "28" and tell(page, "pad.count") == 0 and told(page, "cancel") == []
    tell(page, "(pad.focus(), 0)")
    page.keyboard.type("28")
    assert tell(page, "pad.count") == 2


def test_passcode_text_is_normalised_and_its_field_emptied(bench):
    page = open_passcode(bench, 'kind="alphanumeric"')
    field = part(page, "field")
    assert field.get_attribute("autocomplete") == "current-password" and field.get_attribute("type") == "password"
    field.fill("cafe\u0301 noir")
    field.press("Enter")
    (given,) = told(page, "passcode-submit")
    assert given["bytes"] == text_bytes("café noir")
    assert field.input_value() == ""


@thorough
def test_passcode_enter_of_an_input_method_submits_nothing(bench):
    page = open_passcode(bench, 'kind="alphanumeric"')
    field = part(page, "field")
    field.fill("mellow tugboat 9")
    # Safari ends the composition before the key.
    assert not takes_enter(field, 229) and told(page, "passcode-submit") == []
    assert takes_enter(field) and len(told(page, "passcode-submit")) == 1


def test_passcode_text_that_is_much_too_long_is_refused_unread(bench):
    page = open_passcode(bench)
    refused, growth = page.evaluate(
        """async () => {
            const { PasscodeEngine } = await import('/src/passcode-engine.js');
            const { instantiate } = await import('/src/engine-module.js');
            const exports = await instantiate(new URL('/inklock-passcode.wasm', location.href));
            const engine = new PasscodeEngine(exports);
            engine.open('numeric', false);
            const { byteLength } = exports.memory.buffer;
            const { name, refusal } = engine.replace('1'.repeat(1e7));
            return [`${name} ${refusal}`, exports.memory.buffer.byteLength - byteLength];
        }"""
    )
    assert refused == "refuse too-long" and growth == 0, (refused, growth)


def test_passcode_text_that_is_refused_is_not_submitted(bench):
    page = open_passcode(bench, 'kind="alphanumeric" mode="create"')
    field, message = page.locator("ink-passcode [part=field]"), part(page, "message")
    field.press_sequentially(("mellow tugboat 9 " * 5)[:70])
    assert len(field.input_value()) == 70 and message.inner_text() == "That’s the maximum length."
    for press_it in (lambda: field.press("Enter"), lambda: part(page, "submit").click(force=True)):
        press_it()
        assert message.inner_text() == "That’s the maximum length." and part(page, "title").inner_text() == "Choose a passcode"
    assert part(page, "corner").inner_text() == "Show"
    field.fill(field.input_value()[:64])
    field.press("Enter")
    part(page, "title").filter(has_text="Re-enter").wait_for()


@thorough
def test_passcode_field_and_entry_stay_the_same_whatever_key_is_pressed(bench):
    for key in ("x", "Backspace", "5"):
        for name in ("submit", "corner"):
            page = open_passcode(bench, 'kind="alphanumeric"')
            part(page, "field").fill("mellow tugboat 9")
            part(page, name).focus()
            page.keyboard.press(key)
            assert part(page, "field").input_value() == "mellow tugboat 9" and tell(page, "pad.count") == 16
            part(page, "submit").click()
            assert told(page, "passcode-submit")[0]["bytes"] == text_bytes("mellow tugboat 9"), (key, name)
    for attributes in ("", "no-cancel"):
        page = open_passcode(bench, f'kind="alphanumeric" {attributes}')
        part(page, "field").fill("mellow tugboat 9")
        part(page, "corner").click()
        page.keyboard.press("Escape")
        assert part(page, "field").input_value() == "" and told(page, "cancel") == []
        assert part(page, "submit").get_attribute("aria-disabled") == "true"
        page.keyboard.type("another 7")
        part(page, "submit").click()
        assert told(page, "passcode-submit")[0]["bytes"] == text_bytes("another 7")


@thorough
def test_passcode_field_keeps_the_keyboard_while_it_is_checked(bench):
    page = open_passcode(bench, 'kind="alphanumeric"')
    field = part(page, "field")
    field.press_sequentially("mellow tugboat 9")
    page.keyboard.press("Enter")
    settle(page)
    page.keyboard.type("no")
    page.keyboard.press("Enter")
    assert field.input_value() == "" and len(told(page, "passcode-submit")) == 1, "it takes nothing meanwhile"
    tell(page, "pad.reject()")
    page.keyboard.type("another")
    assert field.input_value() == "another" and tell(page, "pad.count") == 7


def test_passcode_field_shows_what_was_typed_until_it_is_handed_over(bench):
    page = open_passcode(bench, 'kind="alphanumeric" mode="create"')
    field, corner = page.locator("ink-passcode [part=field]"), part(page, "corner")
    assert field.get_attribute("type") == "password"
    field.fill("mellow tugboat 9")
    box, below = field.bounding_box(), corner.bounding_box()
    page_middle = page.locator("ink-passcode").bounding_box()
    middle = page_middle["x"] + page_middle["width"] / 2
    assert corner.inner_text() == "Show" and abs(below["x"] + below["width"] / 2 - middle) < 2 and below["y"] >= box["y"] + box["height"]
    corner.click()
    assert field.get_attribute("type") == "text" and corner.inner_text() == "Hide"
    assert field.evaluate("(field) => field.getRootNode().activeElement === field")
    corner.click()
    assert field.get_attribute("type") == "password" and field.input_value() == "mellow tugboat 9"
    corner.click()
    set_visibility(page, "hidden")
    assert field.get_attribute("type") == "password" and corner.inner_text() == "Show", "shown when the page is seen again"
    set_visibility(page, "visible")
    corner.click()
    field.press("Enter")
    part(page, "title").filter(has_text="Re-enter").wait_for()
    assert field.get_attribute("type") == "password" and field.input_value() == ""
    size = "(button) => parseFloat(getComputedStyle(button).fontSize)"
    field.fill("mellow")
    assert corner.evaluate(size) == page.get_by_role("button", name="Choose another").evaluate(size), "it is hard to find"
    assert corner.bounding_box()["height"] >= 44


def test_passcode_keyboard_types_deletes_and_cancels(bench):
    page = open_passcode(bench, 'kind="four-digits"')
    tell(page, "pad.focus()")
    page.keyboard.type("28")
    assert tell(page, "pad.count") == 2 and part(page, "corner").inner_text() == "Delete"
    page.keyboard.press("Backspace")
    assert tell(page, "pad.count") == 1
    page.keyboard.press("x")
    assert tell(page, "pad.count") == 1 and part(page, "message").inner_text() == "Only digits, please."
    page.keyboard.press("Escape")
    assert tell(page, "pad.count") == 0 and told(page, "cancel") == []
    page.keyboard.press("Escape")
    assert len(told(page, "cancel")) == 1


HOLD = """([target, key]) => {
    const at = document.querySelector('ink-passcode').shadowRoot.querySelector(target);
    const press = (repeat) => at.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, composed: true, cancelable: true }));
    press(false);
    for (let count = 0; count < 20; count += 1) press(true);
}"""


@thorough
def test_passcode_key_that_is_held_presses_once(bench):
    page = open_passcode(bench, 'kind="four-digits"')
    page.evaluate(HOLD, ["[data-digit]", "1"])
    assert tell(page, "pad.count") == 1 and told(page, "passcode-submit") == []
    page.keyboard.press("Tab")
    press(page, "28")
    page.evaluate(HOLD, ["[data-digit]", "Backspace"])
    assert tell(page, "pad.count") == 0, "a held Backspace deletes all"

    page.locator("ink-passcode [data-digit='5']").focus()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert tell(page, "pad.count") == 1, "a button that is held with Enter is pressed once"

    page = open_passcode(bench, 'kind="alphanumeric"', script="addEventListener('ink-passcode-submit', ({ detail }) => detail.reject());")
    part(page, "field").fill("correct horse")
    page.evaluate("addEventListener('ink-passcode-submit', () => (document.querySelector('ink-passcode').shadowRoot.querySelector('.text').value = 'next'))")
    page.evaluate(HOLD, [".text", "Enter"])
    assert len(told(page, "passcode-submit")) == 1


def test_passcode_corner_deletes_then_cancels(bench):
    page = open_passcode(bench, 'kind="four-digits"')
    press(page, "4")
    part(page, "corner").click()
    assert tell(page, "pad.count") == 0 and part(page, "corner").inner_text() == "Cancel"
    part(page, "corner").click()
    assert len(told(page, "cancel")) == 1
    tell(page, "pad.setAttribute('no-cancel', '')")
    assert part(page, "corner").is_hidden()


def test_passcode_paste_takes_whole_codes_only(bench):
    page = open_passcode(bench, 'kind="six-digits"')
    paste = """const data = new DataTransfer(); data.setData('text/plain', '%s');
        pad.shadowRoot.querySelector('.marks').dispatchEvent(
            new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true, composed: true }))"""
    page.evaluate("() => { const pad = document.querySelector('ink-passcode'); %s }" % (paste % "9402758"))
    assert tell(page, "pad.count") == 0 and told(page, "passcode-submit") == []
    page.evaluate("() => { const pad = document.querySelector('ink-passcode'); %s }" % (paste % "940-275"))
    assert told(page, "passcode-submit")[0]["bytes"] == text_bytes("940275")


def test_passcode_wrong_one_shakes_only_the_marks(bench):
    page = open_passcode(bench, 'kind="four-digits"', clock=True, **MOTION)
    # Every frame is drawn at its time, however slow the machine is.
    page.clock.pause_at(3600)
    press(page, "2847")
    page.evaluate(
        """() => {
            const pad = document.querySelector('ink-passcode'), root = pad.shadowRoot, seen = [];
            pad.reject();
            const look = () => {
                seen.push(new DOMMatrix(getComputedStyle(root.querySelector('.marks')).transform).e);
                window.moved = { seen, width: root.querySelector('.marks').offsetWidth,
                                 page: getComputedStyle(root.querySelector('.screen')).transform };
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    page.clock.run_for(600)
    moved = page.evaluate("moved")
    assert min(moved["seen"]) < 0 and min(moved["seen"]) >= -0.3 * moved["width"] - 0.01
    assert moved["seen"][-1] == 0 and moved["page"] == "none"
    assert tell(page, "pad.count") == 0 and "Wrong passcode" in part(page, "message").inner_text()


@thorough
def test_passcode_shake_has_the_engines_values(bench):
    page = open_passcode(bench)
    values = page.evaluate(
        """async () => {
            const { PasscodeEngine } = await import('/src/passcode-engine.js');
            const engine = await PasscodeEngine.load();
            return [engine.shake(0.05, 100), engine.shake(0.35, 100), engine.motion(true).shakeSeconds,
                    engine.motion(false).buzzSeconds];
        }"""
    )
    assert abs(values[0] + 30) < 1e-9 and values[1:] == [0, 0, [0.04, 0.06, 0.04]]


def test_passcode_still_under_reduced_motion_but_says_so(bench):
    page = open_passcode(bench, 'kind="four-digits"', reduced_motion="reduce")
    press(page, "2847")
    tell(page, "pad.reject()")
    settle(page)
    assert tell(page, "pad.shadowRoot.querySelector('.marks').style.transform") == ""
    assert "Wrong passcode" in spoken(page)


@thorough
def test_passcode_wrong_one_is_felt(bench):
    stub = "window.buzzes = []; navigator.vibrate = (pattern) => { buzzes.push(pattern); return true; };"
    for motion in ["no-preference", "reduce"]:
        page = open_passcode(bench, 'kind="four-digits"', script=stub, reduced_motion=motion)
        press(page, "2847")
        assert page.evaluate("buzzes") == []
        tell(page, "pad.reject()")
        (pattern,) = page.evaluate("buzzes")
        assert [round(part) for part in pattern] == [40, 60, 40], motion
        press(page, "2847")
        tell(page, "pad.accept()")
        assert len(page.evaluate("buzzes")) == 1


@thorough
def test_passcode_scrambled_keys_do_not_light_up_for_the_keyboard(bench):
    for attribute, count in [("", 1), ("scrambled", 0)]:
        page = open_passcode(bench, f'kind="four-digits" {attribute}')
        tell(page, "pad.focus()")
        seen = page.evaluate(
            """() => {
                const pad = document.querySelector('ink-passcode'), root = pad.shadowRoot;
                const event = new KeyboardEvent('keydown', { key: '7', bubbles: true, composed: true, cancelable: true });
                root.querySelector('.marks').dispatchEvent(event);
                return [pad.count, root.querySelectorAll('.key.pressed').length];
            }"""
        )
        assert seen == [1, count]
        page.wait_for_function("() => !document.querySelector('ink-passcode').shadowRoot.querySelector('.key.pressed')")


@thorough
def test_passcode_says_wait_only_while_it_waits(bench):
    page = open_passcode(bench, 'mode="change" kind="four-digits"', clock=True)
    page.clock.pause_at(3600)  # Without it, the clock also moves between the calls.
    press(page, "2847")
    assert part(page, "message").inner_text() == ""
    page.clock.run_for(400)
    assert part(page, "message").inner_text() == "One moment…"
    tell(page, "pad.accept()")
    assert part(page, "title").inner_text() == "Choose a passcode" and part(page, "message").inner_text() == ""


def test_passcode_digits_are_announced_by_no_way_of_entering(bench):
    page = open_passcode(bench, 'kind="six-digits"')
    page.evaluate(
        """() => {
            window.heard = [];
            const spoken = document.querySelector('ink-passcode').shadowRoot.querySelector('.spoken');
            new MutationObserver(() => heard.push(spoken.textContent)).observe(spoken, { childList: true, characterData: true });
        }"""
    )
    tell(page, "pad.focus()")
    page.keyboard.type("94")
    press(page, "0")
    assert page.evaluate("heard.map((each) => each.trim())") == [f"{count} of 6 entered" for count in (1, 2, 3)]
    described = "[...pad.shadowRoot.querySelectorAll('.marks, .message, .title')].map((each) => each.outerHTML).join()"
    assert not any(digit in tell(page, described).replace("3 of 6", "") for digit in ["940", "9, 4"])
    names = tell(page, "pad.shadowRoot.querySelector('.marks').ariaLabel")
    assert names == "Enter your passcode: 3 of 6 entered"


def test_passcode_is_never_in_the_page(bench):
    page = open_passcode(bench, 'kind="numeric"')
    press(page, "58203")
    tree = tell(page, "pad.outerHTML + pad.shadowRoot.innerHTML")
    assert "58203" not in tree and "58203" not in spoken(page)
    assert spoken(page) == "5 entered"


def test_passcode_digits_are_spoken_only_when_asked(bench):
    page = open_passcode(bench, 'kind="four-digits"')
    press(page, "7")
    assert spoken(page) == "1 of 4 entered"
    tell(page, "pad.setAttribute('speak-digits', '')")
    press(page, "9")
    assert spoken(page) == "9. 2 of 4 entered"


def test_passcode_scrambled_keys_type_what_they_show(bench):
    page = open_passcode(bench, 'kind="four-digits" scrambled')
    order = "[...pad.shadowRoot.querySelectorAll('.key')].map((key) => key.dataset.digit).join('')"
    orders = set()
    for _ in range(5):
        orders.add(tell(page, order))
        tell(page, "pad.reset()")
    assert len(orders) > 1 and all(sorted(each) == list("0123456789") for each in orders)
    press(page, "2847")
    assert told(page, "passcode-submit")[0]["bytes"] == text_bytes("2847")


def test_passcode_lockout_counts_down(bench):
    page = open_passcode(bench, 'kind="four-digits"', clock=True)
    press(page, "2847")
    tell(page, "(window.said = [], new MutationObserver(() => said.push(pad.shadowRoot.querySelector('.spoken').textContent)).observe(pad.shadowRoot.querySelector('.spoken'), { childList: true }), 0)")
    tell(page, "pad.reject({ lockoutSeconds: 240, attemptsLeft: 7 })")
    assert "left" not in "".join(page.evaluate("said")), "the wait counts, not the tries"
    message = part(page, "message")
    assert message.inner_text() == "Try again in 4 minutes" and part(page, "title").inner_text() == "Too many tries in a row"
    assert tell(page, "[...pad.shadowRoot.querySelectorAll('.key')].every((key) => key.ariaDisabled === 'true')")
    tell(page, "(pad.focus(), pad.shadowRoot.querySelector('.spoken').textContent = '')")
    page.keyboard.type("2")
    assert tell(page, "pad.count") == 0
    # The clock also moves between the calls, by seconds on a slow machine.
    page.clock.run_for(45_000)
    assert spoken(page) == "" and message.inner_text() == "Try again in 4 minutes"
    page.clock.run_for(15_000)
    assert spoken(page) == "Try again in 3 minutes"
    page.clock.run_for(130_000)
    left = int(re.fullmatch("Try again in ([345][0-9]) seconds", message.inner_text())[1])
    assert left <= 50 and told(page, "lockout-end") == []
    page.clock.run_for(50_000)
    assert len(told(page, "lockout-end")) == 1 and message.inner_text() == "You can try again now."
    press(page, "2847")
    assert len(told(page, "passcode-submit")) == 2


@thorough
def test_passcode_without_its_engine_shows_only_why_and_what_leads_on(bench):
    bench.expect_complaint("Failed to load resource")
    cases = (("en", 'mode="create"', ["Cancel"]), ("de", "other", ["Abbrechen", "Anders entsperren"]), ("en", "no-cancel", []))
    for language, attributes, buttons in cases:
        page = open_passcode(bench, attributes, lang=language)
        page.route("**/inklock-passcode.wasm", lambda route: route.abort())
        page.reload()
        assert tell(page, "pad.ready") is False
        box = part(page, "message").bounding_box()
        assert box["width"] > 200 and box["y"] > 0
        shown = page.locator("ink-passcode").locator("button, select, input, [part=title]").locator("visible=true")
        assert shown.all_inner_texts() == buttons, attributes
        tell(page, "pad.focus()")
        page.keyboard.press("Escape")
        for button in shown.all():
            assert button.bounding_box()["height"] >= 44
            button.click()
        assert len(told(page, "cancel")) == (2 if buttons else 0), attributes
        assert len(told(page, "other")) == ("other" in attributes), attributes
        tell(page, "pad.setAttribute('lang', 'de')")
        assert part(page, "message").inner_text().startswith("Die Codeeingabe")


@thorough
def test_passcode_field_has_the_focus_after_the_arrow(bench):
    page = open_passcode(bench, 'mode="create" kind="alphanumeric"')
    field = page.locator("ink-passcode [part=field]")
    for text in ("aaaa", "river-boat-3"):  # refused, then taken
        field.fill(text)
        page.locator("ink-passcode [part=submit]").click()
        settle(page)
        page.keyboard.type("x")
        assert field.input_value() == "x", text
        field.fill("")


@thorough
def test_passcode_digits_on_the_select_of_kinds_are_entered(bench):
    page = open_passcode(bench, 'mode="create" kind="six-digits" kinds="six-digits four-digits"')
    kind = page.locator("ink-passcode select")
    kind.select_option("four-digits")
    kind.focus()
    page.keyboard.type("628")
    settle(page)
    assert kind.input_value() == "four-digits"
    assert page.locator("ink-passcode .marks .full").count() == 3
