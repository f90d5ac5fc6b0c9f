# SPDX-License-Identifier: MIT
"""Unlock methods, attempts and their results, lockouts and links."""

import itertools

from bench import THOROUGH, settle, some, thorough, until
from lock import METHODS, answer, focus, hide, open_lock, pad, press, secret, show, state, tell, told, unlock

LABELS = {
    "device-owner": "Unlock with this device",
    "biometrics": "Use fingerprint or face",
    "passkey": "Use your passkey",
    "passcode": "Enter Harbour passcode",
    "picture": "Draw on your picture",
    "recovery-code": "Use your recovery code",
}


def cover(page):
    """Returns the labels of the visible buttons in order."""
    buttons = "[...lock.shadowRoot.querySelectorAll('.unlock, .beside, .methods button')].filter((each) => each.checkVisibility())"
    return tell(page, f"{buttons}.map((each) => each.textContent)")


def expected(capabilities, choices):
    """Returns the unlock methods for a device's capabilities and an owner's choices by a table of their own, best
    first, and the fallback."""
    methods = []
    if choices["deviceOwner"] == "biometrics-or-device-passcode" and capabilities["devicePasscode"]:
        methods.append("device-owner")
    if choices["deviceOwner"] == "biometrics" and capabilities["biometrics"] and capabilities["devicePasscode"]:
        methods.append("biometrics")
    if choices["passkey"] and capabilities["passkeys"]:
        methods.append("passkey")
    methods += [method for method, name in [("picture", "picture"), ("passcode", "passcode"), ("recovery-code", "recoveryCode")] if choices[name]]
    fallbacks = [("passcode", "passcode"), ("picture", "picture"), ("recovery-code", "recoveryCode")]
    beside = next((method for method, name in fallbacks if choices[name]), "none")
    return methods, "device-passcode" if methods[:1] == ["device-owner"] else beside


@thorough
def test_lock_names_every_method_for_what_it_opens(bench):
    page = open_lock(bench, {"promptsAutomatically": False})
    flags = [False, True]
    owners = ["off", "biometrics", "biometrics-or-device-passcode"]
    tried = 0
    for biometrics, device, passkeys in some(itertools.product([True, False], repeat=3), 2):
        capabilities = {"biometrics": biometrics, "devicePasscode": device, "passkeys": passkeys}
        for owner, *chosen in itertools.product(owners, *[flags] * 4):
            choices = {"deviceOwner": owner, **dict(zip(["passkey", "passcode", "picture", "recoveryCode"], chosen))}
            methods, beside = expected(capabilities, choices)
            shown = page.evaluate(
                """async ([capabilities, choices]) => {
                    lock.configure({ methods: choices, capabilities, unlock, promptsAutomatically: false });
                    while (lock.state === 'starting') await new Promise((done) => setTimeout(done));
                    const texts = () => [...lock.shadowRoot.querySelectorAll('.unlock, .methods button')]
                        .filter((each) => !each.hidden && !each.parentElement.hidden).map((each) => each.textContent);
                    const before = texts();
                    lock.shadowRoot.querySelector('.unlock').click();
                    const words = asked.at(-1)?.submission;
                    const prompting = lock.state === 'prompting';
                    const beside = lock.shadowRoot.querySelector('.beside');
                    return { before, prompting, words: prompting ? words : null, beside: beside.hidden ? '' : beside.textContent };
                }""",
                [capabilities, choices],
            )
            assert shown["before"] == [LABELS[method] for method in methods], (capabilities, choices, shown)
            if not shown["prompting"]:
                assert not methods or methods[0] in ("picture", "passcode", "recovery-code")
                continue
            assert shown["words"]["fallback"] == beside, (capabilities, choices, shown)
            if beside == "device-passcode":
                # The system offers the device passcode itself, with this title.
                assert shown["words"]["fallbackTitle"] == "Enter device passcode" and shown["beside"] == ""
            else:
                assert shown["beside"] == LABELS.get(beside, "")
            tried += 1
    assert tried > (100 if THOROUGH else 30)


def test_lock_prompts_once_and_not_again_after_cancelling(bench):
    options = {"methods": {**METHODS, "passkey": True}, "capabilities": {"passkeys": True}}
    page = open_lock(bench, options)
    assert state(page) == "prompting" and tell(page, "asked.map((each) => each.method)") == ["passkey"]
    page.locator("ink-lock .cancel").click()
    assert state(page) == "locked" and tell(page, "asked[0].signal.aborted")
    settle(page)
    assert tell(page, "asked.length") == 1
    assert cover(page)[0] == "Use your passkey"
    # A result that arrives after cancellation is ignored.
    answer(page, {"result": "accepted", "key": "stale"})
    assert state(page) == "locked" and told(page, "open") == []
    page.locator("ink-lock [part=unlock]").click()
    assert tell(page, "asked.length") == 2
    page.evaluate("asked[1].reject(new DOMException('', 'NotAllowedError'))")
    settle(page)
    assert state(page) == "locked" and tell(page, "asked.length") == 2
    # Returning to the app may prompt again.
    hide(page)
    show(page)
    assert state(page) == "prompting" and tell(page, "asked.length") == 3


def test_lock_button_beside_a_prompt_opens_what_it_says(bench):
    options = {"methods": {**METHODS, "passkey": True}, "capabilities": {"passkeys": True}}
    page = open_lock(bench, options)
    page.locator("ink-lock .beside").click()
    assert tell(page, "asked[0].signal.aborted")
    pad(page)
    unlock(page)
    assert tell(page, "asked.map((each) => each.method)") == ["passkey", "passcode"]


def test_lock_ignores_answers_that_come_too_late_and_wipes_their_keys(bench):
    page = open_lock(bench)
    pad(page)
    press(page, "2847")
    page.evaluate("window.late = new Uint8Array([1, 2, 3])")
    hide(page)
    assert tell(page, "asked[0].signal.aborted") and state(page) == "locked"
    page.evaluate("asked[0].resolve({ result: 'accepted', key: late })")
    show(page)
    settle(page)
    assert state(page) == "locked" and told(page, "open") == [] and told(page, "drop") != []
    assert page.evaluate("[...late]") == [0, 0, 0]
    secret(page, "after a late answer")
    # Results for an earlier configuration are ignored too.
    pad(page)
    press(page, "2847")
    page.evaluate("late = new Uint8Array([1, 2, 3])")
    page.evaluate("lock.configure({ methods: %s, capabilities: {}, unlock })" % '{ passcode: { kind: "four-digits" } }')
    page.wait_for_function("() => lock.state === 'locked'")
    pad(page)
    # The same number of attempts as before, so that their numbers coincide.
    press(page, "1111")
    answer(page, {"result": "rejected"})
    press(page, "1111")
    assert state(page) == "verifying"
    page.evaluate("asked.at(-3).resolve({ result: 'accepted', key: late })")
    settle(page)
    assert state(page) == "verifying" and page.evaluate("[...late]") == [0, 0, 0]
    secret(page, "after an answer to an earlier configuration")
    answer(page, {"result": "rejected"})
    unlock(page)


def test_lock_overwrites_what_was_typed(bench):
    page = open_lock(bench)
    pad(page)
    press(page, "2847")
    assert tell(page, "asked[0].bytes") == list(b"2847")
    answer(page, {"result": "rejected"})
    assert page.evaluate("[...asked[0].submission.passcode]") == [0] * 4
    unlock(page)
    assert tell(page, "lock.state") == "unlocked"


def test_lock_counts_a_lockout_down_and_offers_only_the_code(bench):
    page = open_lock(bench, clock=True)
    pad(page)
    press(page, "2847")
    answer(page, {"result": "rejected", "standing": {"state": "locked-out", "seconds": 240}})
    message = page.locator("ink-lock .sheet [part=message]")
    title = page.locator("ink-lock [part=title]")
    assert state(page) == "locked-out" and title.inner_text() == "Too many tries in a row"
    assert message.inner_text() == "Try again in 4 minutes" and 235 <= tell(page, "lock.lockoutSeconds") <= 240
    assert cover(page) == ["Use your recovery code"]
    assert page.locator("ink-lock ink-passcode").count() == 0
    # Setting the clock forward does not shorten the lockout.
    page.evaluate("(() => { const now = Date.now; Date.now = () => now() + 3_600_000; })()")
    page.clock.run_for(1_000)
    assert 230 <= tell(page, "lock.lockoutSeconds") <= 240 and cover(page) == ["Use your recovery code"]
    page.clock.run_for(190_000)
    assert "seconds" in message.inner_text() and state(page) == "locked-out"
    page.clock.run_for(50_000)
    assert message.inner_text() == "You can try again now."
    unlock(page)


def test_lock_lockout_leaves_passkeys_alone(bench):
    methods = {**METHODS, "passkey": True}
    standing = {"state": "locked-out", "seconds": 60}
    page = open_lock(bench, {"methods": methods, "capabilities": {"passkeys": True}, "standing": standing, "promptsAutomatically": False})
    assert state(page) == "locked-out" and cover(page) == ["Use your passkey", "Use your recovery code"]
    assert "Try again in" in page.locator("ink-lock .sheet [part=message]").inner_text()
    page.locator("ink-lock [part=unlock]").click()
    answer(page, {"result": "cancelled", "message": "That did not finish."})
    assert state(page) == "locked-out"
    assert "Try again in" in page.locator("ink-lock .sheet [part=message]").inner_text(), "the time stays in sight"
    page.locator("ink-lock [part=unlock]").click()
    answer(page, {"result": "accepted", "key": 1})
    assert state(page) == "unlocked"


@thorough
def test_lock_keeps_its_standing_after_a_wrong_recovery_code(bench):
    standings = [
        ({"state": "locked-out", "seconds": 240}, "locked-out"), ({"state": "passcode-required", "reason": "picture-failures"}, "passcode-required"),
        ({"state": "recovery-required", "reason": "vault-damaged"}, "recovery-required"), ({"state": "attempts-allowed"}, "locked"),
    ]
    for standing, expected_ in standings:
        page = open_lock(bench, {"standing": standing}, clock=expected_ == "locked-out")
        tell(page, "(lock.shadowRoot.querySelector('[data-method=recovery-code], .unlock:not([hidden])')?.click(), 0)")
        field = page.locator("ink-lock .code input")
        field.wait_for()
        if expected_ == "locked-out":
            page.clock.run_for(30_000)
        before = tell(page, "[lock.state, lock.lockoutSeconds]")
        field.fill("0000")
        page.locator("ink-lock .code button").click()
        page.wait_for_function("() => lock.state === 'verifying'")
        answer(page, {"result": "rejected"})
        page.wait_for_function("() => lock.state !== 'verifying'")
        assert tell(page, "[lock.state, lock.lockoutSeconds]") == before and before[0] == expected_, (standing, before)
        if expected_ != "locked-out":  # the countdown is shown instead
            page.get_by_text("Wrong recovery code").first.wait_for()


@thorough
def test_lock_keeps_the_standing_of_an_attempt_whose_screen_was_left(bench):
    page = open_lock(bench)
    pad(page)
    press(page, "4444")
    assert state(page) == "verifying"
    hide(page)
    answer(page, {"result": "rejected", "standing": {"state": "locked-out", "seconds": 60}})
    show(page)
    page.wait_for_function("() => lock.state === 'locked-out'")
    assert cover(page) == ["Use your recovery code"]


@thorough
def test_lock_ignores_the_standing_of_an_abandoned_attempt_after_another_one(bench):
    page = open_lock(bench, {"promptsAutomatically": False})
    page.locator("ink-lock [part=unlock]").click()
    pad(page)
    press(page, "4444")
    hide(page)
    show(page)
    pad(page)
    press(page, "2847")
    answer(page, {"result": "accepted", "key": 7})
    answer(page, {"result": "rejected", "standing": {"state": "locked-out", "seconds": 60}}, 0)
    assert state(page) == "unlocked"
    tell(page, "lock.lock()")
    assert state(page) == "locked", "the answer is older than the attempt that opened the lock"


def test_lock_shows_the_screen_after_each_locking(bench):
    page = open_lock(bench)
    unlock(page)
    for number, locking in enumerate(("focus", "lock.deviceLocked()"), 8):
        if locking == "focus":
            focus(page, False)
            focus(page, True)
        else:
            tell(page, locking)
        assert state(page) == "locked"
        settle(page)
        pad(page)
        page.keyboard.type("2847")
        answer(page, {"result": "accepted", "key": number})
        assert state(page) == "unlocked"


def test_lock_replaces_the_screen_of_a_method_that_is_gone(bench):
    methods = {"passcode": {"kind": "four-digits"}, "recoveryCode": True}
    page = open_lock(bench, {"methods": methods, "capabilities": {"passkeys": True}})
    pad(page)
    page.evaluate("lock.methods = { passkey: true, recoveryCode: true }")
    settle(page)
    assert tell(page, "asked.length") == 0 and cover(page)[0] == "Use your passkey"
    page.evaluate("(methods) => { lock.methods = methods; }", methods)
    settle(page)
    pad(page)


@thorough
def test_lock_keeps_a_standing_that_is_set_while_open(bench):
    page = open_lock(bench, {"graceSeconds": 30, "promptsAutomatically": False})
    unlock(page)
    page.evaluate("lock.standing = { state: 'locked-out', seconds: 60 }")
    assert state(page) == "unlocked"
    hide(page)
    show(page)
    assert state(page) == "unlocked", "within the grace"
    page.evaluate("lock.lock()")
    assert state(page) == "locked-out" and cover(page) == ["Use your recovery code"]
    page.evaluate("lock.standing = { state: 'attempts-allowed' }")
    assert state(page) == "locked"
    unlock(page)
    page.evaluate("lock.standing = { state: 'recovery-required', reason: 'passcode-failures' }")
    page.evaluate("lock.standing = { state: 'attempts-allowed' }")
    page.evaluate("lock.lock()")
    assert state(page) == "locked"


@thorough
def test_lock_judges_a_recovery_code_while_it_is_typed(bench):
    page = open_lock(bench, {"methods": {"passcode": True, "recoveryCode": {"isChecked": True}}})
    page.locator("ink-lock [data-method=recovery-code]").click()
    field = page.get_by_label("Recovery code")
    hint = page.locator("ink-lock #hint")
    typed = [
        ("0000-0000-0000-0000-0000-0000-14", "You printed or saved it"), ("0000-0000-0000-0000-0000-0000-14V", "a character is wrong"),
        ("0000 é", "isn’t used in recovery codes"), ("0000-0000-0000-0000-0000-0000-14UU", "too many"),
    ]
    for text, words in typed:
        field.fill(text)
        assert words in hint.inner_text(), text
        assert hint.evaluate("(hint) => hint.classList.contains('wrong')") == ("You" not in words), text
    field.fill("0000-0000")
    field.press("Enter")
    assert "Some are missing" in hint.inner_text() and tell(page, "asked.length") == 0
    field.fill("oooo 0000 0000 0000 0000 0000 i4u")
    field.press("Enter")
    assert tell(page, "asked[0].submission.code") == "oooo 0000 0000 0000 0000 0000 i4u"


def test_lock_says_what_is_wrong_with_a_code_until_it_is_typed_again(bench):
    page = open_lock(bench, {"methods": {**METHODS, "recoveryCode": {"isChecked": True}}}, clock=True)
    pad(page)
    press(page, "2847")
    answer(page, {"result": "rejected", "standing": {"state": "locked-out", "seconds": 240}})
    page.get_by_role("button", name="Use your recovery code").click()
    field = page.get_by_label("Recovery code")
    hint = page.locator("ink-lock #hint")
    spoken = page.locator("ink-lock .spoken")
    field.fill("0000-0000")
    field.press("Enter")
    assert "Some are missing" in hint.inner_text() and "Some are missing" in spoken.text_content()
    said = spoken.text_content()
    field.press("Enter")
    assert spoken.text_content() != said, "it is said again"
    page.clock.run_for(3_000)
    assert "Some are missing" in hint.inner_text() and field.get_attribute("aria-invalid") == "true", "the countdown takes it away"
    field.fill("0000-0000-0")
    assert "You printed or saved it" in hint.inner_text() and field.get_attribute("aria-invalid") == "false"
    field.fill("")
    field.press("Enter")
    assert "Some are missing" in hint.inner_text() and tell(page, "asked.length") == 1


@thorough
def test_lock_standing_from_the_launch_on(bench):
    bench.expect_complaint("the standing “nonsense” is none of attempts-allowed, locked-out")
    says = [
        ({"state": "passcode-required", "reason": "picture-failures"}, "passcode-required", "another way"),
        ({"state": "recovery-required", "reason": "passcode-failures"}, "recovery-required", "recovery code"),
        ({"state": "recovery-required", "reason": "vault-damaged"}, "recovery-required", "The lock has a problem"),
        ({"state": "recovery-required", "reason": "vault-vanished"}, "recovery-required", "data is missing"),
        ({"state": "wiped"}, "wiped", "erased"),
        ({"state": "nonsense"}, "recovery-required", "The number of wrong tries is unknown"),
        ({"state": "locked-out"}, "recovery-required", "The number of wrong tries is unknown"),
    ]
    for standing, expected_state, words in says:
        page = open_lock(bench, {"standing": standing, "promptsAutomatically": False})
        assert state(page) == expected_state, standing
        assert words in page.locator("ink-lock .sheet [part=message]").inner_text(), standing
        secret(page, f"while {expected_state}")
    assert len(bench.complaints) == 1, "a state without a meaning is told to the developer"


@thorough
def test_lock_says_so_where_nothing_opens_it_any_more(bench):
    failures = {"state": "recovery-required", "reason": "passcode-failures"}
    damaged = {"state": "recovery-required", "reason": "vault-damaged"}
    vanished = {"state": "recovery-required", "reason": "vault-vanished"}
    for methods, standing, words in [
        ({}, vanished, "data is missing"), ({"passcode": True}, vanished, "data is missing"),
        ({"passcode": True}, failures, "can no longer be unlocked"), ({"passcode": True}, damaged, "can no longer be unlocked"),
        # Another browser may have the passkey, which is not delayed by wrong passcodes.
        ({"passcode": True, "passkey": True}, failures, "You need your passkey"),
        ({"passcode": True, "passkey": True}, damaged, "can no longer be unlocked"), ({}, {"state": "attempts-allowed"}, "You need your passkey"),
    ]:
        page = open_lock(bench, {"methods": methods, "standing": standing})
        assert words in page.locator("ink-lock .sheet [part=message]").inner_text(), (methods, standing)
        assert cover(page) == []


def test_lock_takes_a_recovery_code(bench):
    page = open_lock(bench, {"standing": {"state": "recovery-required", "reason": "passcode-failures"}})
    page.locator("ink-lock [part=unlock]").click()
    field = page.get_by_label("Recovery code")
    field.press_sequentially(" K7QF-2M9D ")
    field.press("Enter")
    assert tell(page, "[asked[0].method, asked[0].submission.code]") == ["recovery-code", "K7QF-2M9D"]
    answer(page, {"result": "rejected", "standing": {"state": "recovery-required", "reason": "passcode-failures"}})
    assert "Wrong recovery code" in page.locator("ink-lock .sheet [part=message]").inner_text()
    field.press("Enter")
    answer(page, {"result": "accepted", "key": 3})
    assert state(page) == "unlocked" and told(page, "open") == [{"key": 3}]
    assert tell(page, "lock.shadowRoot.querySelector('input').value") == ""


def test_lock_forgotten_passcode_leads_to_the_code_or_to_the_page(bench):
    methods = {"passcode": {"kind": "four-digits"}, "recoveryCode": {"whenRequired": True}}
    page = open_lock(bench, {"methods": methods})
    pad(page)
    forgot = page.get_by_role("button", name="Forgot your passcode?")
    page.evaluate("lock.addEventListener('ink-lock-forgot', (event) => event.preventDefault(), { once: true })")
    forgot.click()
    assert page.get_by_label("Recovery code").is_hidden() and forgot.is_visible(), "the page recovers in its own way"
    press(page, "2847")
    assert state(page) == "verifying" and forgot.is_visible()
    answer(page, {"result": "rejected"})
    forgot.click()
    page.get_by_label("Recovery code").fill("K7QF-2M9D")
    assert forgot.is_hidden() and cover(page) == ["Enter Harbour passcode"]
    page.keyboard.press("Enter")
    assert tell(page, "asked.at(-1).method") == "recovery-code"
    answer(page, {"result": "rejected", "standing": {"state": "recovery-required", "reason": "passcode-failures"}})
    assert state(page) == "recovery-required" and forgot.is_hidden()


@thorough
def test_lock_keeps_half_a_recovery_code_until_the_page_is_out_of_sight(bench):
    page = open_lock(bench, {"standing": {"state": "recovery-required", "reason": "passcode-failures"}})
    page.locator("ink-lock [part=unlock]").click()
    field = page.get_by_label("Recovery code")
    field.press_sequentially("K7QF-2M9D")
    focus(page, False)
    focus(page, True)
    assert field.input_value() == "K7QF-2M9D", "the code is looked up in another window"
    hide(page)
    show(page)
    assert field.input_value() == ""


def test_lock_says_when_it_could_not_be_tried(bench):
    page = open_lock(bench)
    pad(page)
    press(page, "2847")
    answer(page, {"result": "cancelled", "message": "You are offline."})
    assert state(page) == "locked"
    assert page.locator("ink-lock .note").inner_text() == "You are offline."
    press(page, "2847")
    page.evaluate("asked[1].reject(new Error('x'))")
    settle(page)
    assert "Something went wrong" in page.locator("ink-lock .note").inner_text()
    tell(page, "lock.withdraw('You are offline.')")
    assert page.locator("ink-lock .note").is_visible(), "a later message is removed"
    press(page, "2847")
    answer(page, {"result": "cancelled", "message": "You are offline."})
    tell(page, "lock.withdraw('You are offline.')")
    assert page.locator("ink-lock .note").is_hidden() and state(page) == "locked"
    unlock(page)


@thorough
def test_lock_screen_that_could_not_be_loaded_is_offered_again(bench):
    bench.expect_complaint("Failed to load resource")
    for path in ("inklock-passcode.wasm", "src/ink-passcode.js"):
        requests = []

        def fail(route):
            requests.append(route.request.url)
            route.abort()

        page = open_lock(bench, {"methods": {"passcode": {"kind": "four-digits"}}}, before=lambda page: page.route(f"**/{path}", fail))
        again = page.get_by_text("Something went wrong. Try again.").first
        again.wait_for()
        assert cover(page) == [LABELS["passcode"]], path
        tell(page, "(lock.methods = lock.methods, lock.lang = 'en', 0)")
        settle(page)
        assert len(requests) == 1, f"{requests} without a press"
        page.locator("ink-lock [part=unlock]").click()
        until(page, lambda: len(requests) == 2)
        # A browser that remembers scripts that failed needs another load of the page; the engine is fetched again.
        isStuck = path.endswith(".js")
        (page.get_by_text("Try again, or reload the page.").first if isStuck else again).wait_for()
        assert cover(page) == [LABELS["passcode"]]
        assert page.get_by_role("button", name="Reload page", exact=True).is_visible() == isStuck
        page.unroute(f"**/{path}")
        page.locator("ink-lock [part=unlock]").click()
        unlock(page)


@thorough
def test_lock_screen_whose_scripts_fail_twice_comes_with_another_load_of_the_page(bench):
    bench.expect_complaint("Failed to load resource")
    path = "**/src/ink-picture-password.js"
    options = {"methods": {"picture": {"src": "/scene.svg"}, "passcode": {"kind": "four-digits"}}}
    page = open_lock(bench, options, before=lambda page: page.route(path, lambda route: route.abort()))
    press = lambda name: page.get_by_role("button", name=name, exact=True).click()
    reload = page.get_by_role("button", name="Reload page", exact=True)
    page.get_by_text("Please choose another way").first.wait_for()
    assert reload.count() == 0
    press(LABELS["picture"])
    reload.wait_for()
    # It is not offered beside the screen of another method.
    press(LABELS["passcode"])
    page.locator("ink-lock ink-passcode").wait_for()
    assert reload.count() == 0
    press(LABELS["picture"])
    reload.wait_for()
    # It ends with the method.
    tell(page, "(lock.standing = { state: 'recovery-required', reason: 'vault-damaged' }, 0)")
    page.wait_for_function("() => lock.state === 'recovery-required'")
    assert reload.count() == 0
    tell(page, "(lock.standing = { state: 'attempts-allowed' }, 0)")
    press(LABELS["picture"])
    reload.wait_for()
    page.unroute(path)
    with page.expect_navigation():
        reload.click()
    page.locator("ink-lock ink-picture-password").wait_for()
    assert reload.count() == 0


@thorough
def test_lock_offers_other_ways_beside_a_screen_that_could_not_be_loaded(bench):
    bench.expect_complaint("Failed to load resource")
    page = open_lock(bench, before=lambda page: page.route("**/inklock-passcode.wasm", lambda route: route.abort()))
    page.get_by_text("Please choose another way").first.wait_for()
    assert cover(page) == [LABELS["passcode"], LABELS["recovery-code"]]
    page.get_by_role("button", name=LABELS["recovery-code"]).click()
    page.get_by_role("textbox", name="Recovery code").wait_for()
    page.unroute("**/inklock-passcode.wasm")
    page.get_by_role("button", name=LABELS["passcode"]).click()
    unlock(page)


def test_lock_picture_hands_its_drawing_in(bench):
    options = {"methods": {"picture": {"src": "/scene.svg"}, "passcode": {"kind": "four-digits"}}}
    page = open_lock(bench, options)
    surface = page.locator("ink-lock ink-picture-password [part=surface], ink-lock ink-picture-password canvas").first
    surface.wait_for()
    page.evaluate("lock.shadowRoot.querySelector('ink-picture-password').ready")
    settle(page)
    box = page.locator("ink-lock ink-picture-password").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=8)
    page.mouse.up()
    page.keyboard.press("Enter")
    page.wait_for_function("() => lock.state === 'verifying'")
    assert tell(page, "asked[0].method") == "picture"
    assert tell(page, "asked[0].submission.gesture.length > 8 && asked[0].submission.pictureDigest.length") == 32
    answer(page, {"result": "rejected", "attemptsLeft": 2})
    assert state(page) == "locked"
    page.locator("ink-lock ink-picture-password").get_by_text("That didn’t match. 2 tries left.").first.wait_for()
    assert cover(page) == ["Enter Harbour passcode"]
    page.locator("ink-lock .methods button").click()
    unlock(page)


@thorough
def test_lock_methods_come_and_go_while_the_app_is_away(bench):
    page = open_lock(bench, {"waits": True})
    page.evaluate(
        """() => {
            window.can = { passkeys: true };
            lock.configure({ methods: { passkey: true, passcode: { kind: 'four-digits' } }, capabilities: async () => can, unlock });
        }"""
    )
    page.wait_for_function("() => lock.state === 'prompting'")
    page.locator("ink-lock .cancel").click()
    assert cover(page) == ["Use your passkey", "Enter Harbour passcode"]
    hide(page)
    page.evaluate("window.can = {}")
    show(page)
    # The prompt of the return ends by itself, or is cancelled. Its method is not offered again.
    page.locator("ink-lock .cancel").click()
    page.wait_for_function("() => lock.state === 'locked'")
    assert cover(page) == ["Enter Harbour passcode"] and tell(page, "asked.at(-1).signal.aborted")
    unlock(page)


def test_lock_holds_links_back_until_unlocking(bench):
    page = open_lock(bench, {"graceSeconds": 60})
    page.evaluate("lock.hold({ note: 12 })")
    page.evaluate("lock.hold('second')")
    assert told(page, "link") == []
    unlock(page)
    assert told(page, "link") == [{"link": {"note": 12}}, {"link": "second"}]
    assert tell(page, "told.filter(([name]) => name === 'link').every(([, , isOpen]) => isOpen)")
    page.evaluate("lock.hold('third')")
    assert told(page, "link")[2:] == [{"link": "third"}]
    hide(page)
    for number in range(20):
        page.evaluate("(number) => lock.hold(number)", number)
    assert len(told(page, "link")) == 3
    show(page)
    assert [each["link"] for each in told(page, "link")[3:]] == list(range(4, 20))


@thorough
def test_lock_delivers_every_link_if_its_page_holds_another_meanwhile(bench):
    for act, expected in (
        ("'ink-lock-open', () => lock.hold('b')", ["a", "a2", "b"]), ("'ink-lock-uncover', () => lock.hold('b')", ["a", "a2", "b"]),
        ("'ink-lock-link', () => lock.hold('b')", ["a", "a2", "b"]),
        ("'ink-lock-open', () => { lock.lock(); lock.hold('b'); }", []), ("'ink-lock-link', () => { lock.lock(); lock.hold('b'); }", ["a"]),
    ):
        page = open_lock(bench)
        page.evaluate("for (const link of ['a', 'a2']) lock.hold(link)")
        page.evaluate(f"lock.addEventListener({act}, {{ once: true }})")
        pad(page)
        press(page, "2847")
        answer(page, {"result": "accepted", "key": 7})
        assert [each["link"] for each in told(page, "link")] == expected, act
        if not tell(page, "lock.isOpen"):
            unlock(page)
        assert [each["link"] for each in told(page, "link")] == ["a", "a2", "b"], act
        assert tell(page, "told.filter(([name]) => name === 'link').every(([, , isOpen]) => isOpen)"), act


@thorough
def test_lock_delivers_a_link_once_that_is_held_while_it_begins(bench):
    page = open_lock(bench, {"waits": True})
    page.wait_for_function("() => window.lock")
    page.evaluate("lock.addEventListener('ink-lock-state', ({ detail }) => detail.state === 'locked' && lock.hold('b'), { once: true })")
    page.evaluate("lock.hold('a')")
    page.evaluate("lock.configure({ methods: { passcode: { kind: 'four-digits' } }, capabilities: {}, unlock })")
    page.wait_for_function("() => lock.state === 'locked'")
    unlock(page)
    assert sorted(each["link"] for each in told(page, "link")) == ["a", "b"]


@thorough
def test_lock_keeps_the_links_that_wait_while_it_is_configured(bench):
    page = open_lock(bench, {"waits": True})
    page.wait_for_function("() => window.lock")
    page.evaluate("for (const link of ['a', 'b', 'c']) lock.hold(link)")
    for _ in range(2):
        page.evaluate("lock.configure({ methods: { passcode: { kind: 'four-digits' } }, capabilities: {}, unlock })")
        page.wait_for_function("() => lock.state === 'locked'")
    unlock(page)
    assert [each["link"] for each in told(page, "link")] == ["a", "b", "c"]


def test_lock_that_its_page_locks_while_it_opens_stays_locked(bench):
    for act, expected in (("lock.lock()", "locked"), ("lock.configure({ methods: lock.methods, capabilities: {}, unlock })", "starting")):
        page = open_lock(bench)
        page.evaluate("for (const link of ['a', 'b', 'c']) lock.hold(link)")
        page.evaluate(f"lock.addEventListener('ink-lock-open', () => {{ {act}; window.then = lock.state; }}, {{ once: true }})")
        if page.locator("ink-lock [part=unlock]").is_visible():
            page.locator("ink-lock [part=unlock]").click()
        pad(page)
        press(page, "2847")
        answer(page, {"result": "accepted", "key": 7})
        assert tell(page, "window.then") == expected and not tell(page, "lock.isOpen") and told(page, "link") == []
        page.wait_for_function("() => lock.state === 'locked'")
        assert not tell(page, "lock.holdsKey")
        secret(page, "locked by the page while it opened")
        unlock(page)
        assert told(page, "link") == [{"link": "a"}, {"link": "b"}, {"link": "c"}]


@thorough
def test_lock_takes_the_hash_for_a_link(bench):
    page = open_lock(bench, attributes="hash-links", path="/a-lock.html#note=1")
    page.evaluate("(window.heard = []) && addEventListener('hashchange', () => heard.push(location.hash))")
    page.evaluate("location.hash = 'note=2'")
    settle(page)
    assert page.evaluate("heard") == [] and told(page, "link") == []
    unlock(page)
    assert told(page, "link") == [{"link": "#note=1"}, {"link": "#note=2"}]
    page.evaluate("location.hash = 'note=3'")
    page.wait_for_function("() => heard.length === 1")
    assert told(page, "link")[2:] == [{"link": "#note=3"}]
    page.evaluate("{ const moved = lock; moved.remove(); document.body.append(moved); }")
    unlock(page)
    assert told(page, "link")[3:] == [], "the same hash is no new link"


def test_lock_is_set_up_and_switched_off(bench):
    page = open_lock(bench, {"isSetUp": False, "methods": {}})
    assert state(page) == "unconfigured" and tell(page, "lock.isOpen")
    hide(page)
    secret(page, "hidden without a lock")
    show(page)
    assert tell(page, "lock.isOpen")
    page.evaluate("lock.setUp({ passcode: { kind: 'four-digits' } })")
    page.wait_for_function("() => lock.state === 'unlocked'")
    tell(page, "lock.lock()")
    unlock(page)
    tell(page, "lock.switchOff()")
    assert state(page) == "unconfigured" and tell(page, "lock.isOpen")
    tell(page, "lock.lock()")
    assert tell(page, "lock.isOpen")


@thorough
def test_lock_prompt_of_the_apps_own_is_no_leaving(bench):
    page = open_lock(bench, clock=True)
    unlock(page)
    tell(page, "lock.promptShown()")
    focus(page, False)
    secret(page, "under a prompt")
    page.clock.run_for(30_000)
    # In one call, because the focus has to return within two seconds.
    tell(page, "(lock.promptClosed(), document.hasFocus = () => true, dispatchEvent(new Event('focus')))")
    assert state(page) == "unlocked"
    focus(page, False)
    focus(page, True)
    assert state(page) == "locked"
