# SPDX-License-Identifier: MIT
"""The cover: when it hides the content, how completely, and how the content is restored."""

import subprocess

from bench import idle, settle, thorough, until
from lock import WORD, answer, focus, hide, open_lock, open_without_scripts, pad, page_files, press, secret, show, shows, state, tab_title, tell, told, tree, unlock

AWAY = {
    "hidden": "sight",
    "blur": "() => { document.hasFocus = () => false; dispatchEvent(new Event('blur')); }",
    "pagehide": "() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))",
    "freeze": "() => document.dispatchEvent(new Event('freeze'))",
}


def test_lock_covers_within_the_event_itself(bench):
    for name, script in AWAY.items():
        page = open_lock(bench, {"graceSeconds": 60})
        unlock(page)
        assert shows(page)
        if name == "hidden":
            hide(page)
        else:
            page.evaluate(script)
        assert not tell(page, "lock.isOpen"), name
        secret(page, f"after {name}")
        assert state(page) == "covered" and tell(page, "lock.holdsKey")


def test_lock_covers_before_the_event_returns(bench):
    page = open_lock(bench, {"graceSeconds": 60})
    unlock(page)
    seen = page.evaluate(
        """() => {
            document.hasFocus = () => false;
            dispatchEvent(new Event('blur'));
            const main = document.querySelector('main');
            return [main.checkVisibility(), main.getClientRects().length, document.querySelector('title').text.includes(%r)];
        }"""
        % WORD
    )
    assert seen == [False, 0, False]


def test_lock_asks_each_time_without_grace(bench):
    page = open_lock(bench)
    unlock(page)
    hide(page)
    show(page)
    assert state(page) == "locked" and not tell(page, "lock.holdsKey") and told(page, "drop") == [{}]
    pad(page)
    secret(page, "on return")


def test_lock_lets_back_in_within_grace_and_not_after(bench):
    page = open_lock(bench, {"graceSeconds": 60}, clock=True)
    unlock(page)
    hide(page)
    page.clock.run_for(45_000)
    show(page)
    assert state(page) == "unlocked" and told(page, "drop") == [] and len(told(page, "open")) == 1
    hide(page)
    page.clock.run_for(61_000)
    # The key is dropped when grace ends, even if the user does not return.
    assert state(page) == "locked" and told(page, "drop") == [{}]
    show(page)
    assert not tell(page, "lock.isOpen")
    pad(page)
    secret(page, "after grace")


def test_lock_takes_a_window_without_the_focus_for_left(bench):
    page = open_lock(bench, {"graceSeconds": 60}, clock=True)
    unlock(page)
    focus(page, False)
    assert state(page) == "covered"
    page.clock.run_for(61_000)
    focus(page, True)
    assert state(page) == "locked"
    page = open_lock(bench, {"graceSeconds": 5, "locksWhenInactive": False}, clock=True)
    unlock(page)
    focus(page, False)
    secret(page, "without the focus")
    page.clock.run_for(61_000)
    focus(page, True)
    assert state(page) == "unlocked"


@thorough
def test_lock_covers_when_another_window_really_takes_the_focus(bench):
    bench.with_windows()
    page = open_lock(bench, {"graceSeconds": 60})
    unlock(page)
    page.context.new_cdp_session(page).send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    other = page.context.new_page()
    other.goto("about:blank")
    other.bring_to_front()
    page.wait_for_function("() => lock.state === 'covered'")
    secret(page, "behind another window")
    page.bring_to_front()
    page.wait_for_function("() => lock.state === 'unlocked'")
    assert shows(page)


@thorough
def test_lock_does_not_cover_when_a_frame_inside_takes_the_focus(bench):
    page = open_lock(bench, {"graceSeconds": 60})
    unlock(page)
    page.evaluate("document.querySelector('main').append(Object.assign(document.createElement('iframe'), { id: 'f' }))")
    page.evaluate("document.querySelector('#f').contentWindow.focus()")
    idle(page)
    assert state(page) == "unlocked"
    # While a frame has the focus, the window loses it without an event.
    page.evaluate("document.hasFocus = () => false")
    page.wait_for_function("() => lock.state === 'covered'")


def test_lock_sees_through_a_sleeping_device(bench):
    page = open_lock(bench, {"graceSeconds": 60}, clock=True)
    unlock(page)
    hide(page)
    # The monotonic clock stopped for an hour while the device slept. The wall clock did not.
    page.evaluate("(() => { const now = Date.now; Date.now = () => now() + 3_600_000; })()")
    show(page)
    assert state(page) == "locked"


@thorough
def test_lock_locks_a_page_that_was_in_front_while_the_device_slept(bench):
    page = open_lock(bench, {"graceSeconds": 60}, clock=True)
    unlock(page)
    for seconds, expected in ((50, "unlocked"), (3600, "locked")):
        page.clock.run_for(3000)
        assert state(page) == "unlocked"
        # The monotonic clock stopped. The wall clock did not.
        page.evaluate("(seconds) => { const now = Date.now; Date.now = () => now() + 1000 * seconds; }", seconds)
        page.clock.run_for(1000)
        assert state(page) == expected
    settle(page)
    pad(page)


def test_lock_now_shows_the_screen_at_once(bench):
    page = open_lock(bench, {"graceSeconds": 600})
    unlock(page)
    tell(page, "lock.lock()")
    assert state(page) == "locked" and told(page, "drop") == [{}]
    secret(page, "after lock()")
    settle(page)
    pad(page)
    page.keyboard.type("2847")
    answer(page, {"result": "accepted", "key": 8})
    assert told(page, "open") == [{"key": 7}, {"key": 8}]
    # A prompt of the browser waits for a press.
    methods = {"passcode": {"kind": "four-digits"}, "passkey": True}
    page.evaluate("(methods) => { lock.capabilities = { passkeys: true }; lock.methods = methods; }", methods)
    settle(page)
    tell(page, "lock.lock()")
    settle(page)
    assert state(page) == "locked" and tell(page, "asked.length") == 2
    assert page.locator("ink-lock [part=unlock]").inner_text() == "Use your passkey"


@thorough
def test_lock_covers_on_blur_by_choice_and_out_of_sight_always(bench):
    page = open_lock(bench, {"graceSeconds": 60, "coversWhenInactive": False})
    unlock(page)
    focus(page, False)
    assert state(page) == "unlocked" and shows(page)
    hide(page)
    assert state(page) == "covered"
    show(page)
    assert state(page) == "unlocked"
    page.evaluate("lock.settings = { coversWhenInactive: true }")
    focus(page, False)
    assert state(page) == "covered"
    secret(page, "without the focus")


def test_lock_drop_removes_the_content_and_the_app_draws_again(bench):
    page = open_lock(bench, attributes="drop", inside='<b slot="foot">Switch account</b>')
    page.evaluate(
        """() => lock.addEventListener('ink-lock-open', ({ detail }) => {
            if (!lock.querySelector('main')) lock.append(Object.assign(document.createElement('main'), { textContent: detail.key }));
        })"""
    )
    assert page.locator("main").count() == 1  # The user has not unlocked yet.
    unlock(page, "first")
    hide(page)
    show(page)
    assert page.locator("main").count() == 0 and WORD not in page.evaluate("document.documentElement.outerHTML")
    assert page.locator("[slot=foot]").count() == 1
    unlock(page, "second")
    assert page.locator("main").inner_text() == "second" and shows(page)


@thorough
def test_lock_that_is_switched_off_behind_the_cover_keeps_its_content(bench):
    page = open_lock(bench, {"graceSeconds": 600}, attributes="drop")
    unlock(page)
    focus(page, False)
    assert state(page) == "covered"
    tell(page, "lock.switchOff()")
    assert state(page) == "unconfigured"
    focus(page, True)
    assert tell(page, "lock.isOpen") and page.locator("main").count() == 1 and shows(page)


def test_lock_puts_the_keyboard_and_the_place_back(bench):
    page = open_lock(bench, {"graceSeconds": 60})
    unlock(page)
    page.evaluate("document.querySelector('#last').focus()")
    page.evaluate("window.scrollTo(0, 500)")
    hide(page)
    assert page.evaluate("document.activeElement.localName") == "ink-lock"
    show(page)
    assert page.evaluate("document.activeElement.id") == "last"
    assert page.evaluate("scrollY") == 500


@thorough
def test_lock_forgets_and_restores_what_was_selected(bench):
    page = open_lock(bench, {"graceSeconds": 60})
    unlock(page)
    page.evaluate("getSelection().selectAllChildren(document.querySelector('p'))")
    hide(page)
    assert page.evaluate("getSelection().toString()") == ""
    show(page)
    assert WORD in page.evaluate("getSelection().toString()")


def test_lock_lets_nothing_be_copied_or_dragged(bench):
    page = open_lock(bench)
    stopped = page.evaluate(
        """() => ['copy', 'cut', 'dragstart'].map((type) => {
            const event = new Event(type, { bubbles: true, cancelable: true });
            return !document.querySelector('p').dispatchEvent(event);
        })"""
    )
    assert stopped == [True] * 3
    unlock(page)
    assert page.evaluate("document.querySelector('p').dispatchEvent(new Event('copy', { bubbles: true, cancelable: true }))")


def test_lock_prints_nothing(bench):
    page = open_lock(bench)
    pad(page)
    page.emulate_media(media="print")
    assert not shows(page)
    text = bench.folder / "page.pdf"
    text.write_bytes(page.pdf())
    printed = subprocess.run(["pdftotext", str(text), "-"], capture_output=True, text=True).stdout
    assert WORD not in printed
    page.emulate_media(media="screen")
    unlock(page)
    text.write_bytes(page.pdf())
    assert WORD in subprocess.run(["pdftotext", str(text), "-"], capture_output=True, text=True).stdout


def test_lock_holds_the_tabs_title_and_icon_back(bench):
    page = open_lock(bench, {"graceSeconds": 60}, attributes='favicon="/scene.svg"')
    icon = "document.querySelector('link[rel=icon]').getAttribute('href')"
    assert tab_title(page) == "Harbour" and tell(page, icon) == "/scene.svg"
    page.evaluate("document.title = '2 new: Quittenbrot'")
    page.evaluate("document.querySelector('link[rel=icon]').setAttribute('href', '/app-icon.svg#2')")
    settle(page)
    assert tab_title(page) == "Harbour" and tell(page, icon) == "/scene.svg"
    assert tell(page, "document.title") == "2 new: Quittenbrot"
    page.evaluate("lock.setAttribute('app', 'Haven')")
    assert tab_title(page) == "Haven"
    page.evaluate("lock.setAttribute('app', 'Harbour')")
    unlock(page)
    assert tab_title(page) == "2 new: Quittenbrot" and tell(page, icon) == "/app-icon.svg#2"
    page.evaluate("document.title = 'Third'")
    hide(page)
    assert tab_title(page) == "Harbour"
    page.evaluate("document.querySelector('title').text = 'Fourth'")
    settle(page)
    assert tab_title(page) == "Harbour"
    show(page)
    assert tab_title(page) == "Fourth"
    hide(page)
    page.evaluate("lock.setAttribute('favicon', '/scene.svg#3')")
    assert tell(page, icon) == "/scene.svg#3"
    page.evaluate("lock.removeAttribute('favicon')")
    assert tell(page, icon) == "/app-icon.svg#2"
    page.evaluate("lock.setAttribute('favicon', '/scene.svg')")
    page.evaluate("lock.setAttribute('favicon', '/scene.svg#4')")
    show(page)
    assert tell(page, icon) == "/app-icon.svg#2", "the page's own icon"


@thorough
def test_lock_shows_a_name_with_much_white_space_and_keeps_the_title(bench):
    page = open_lock(bench, {"graceSeconds": 60}, attributes='favicon="/scene.svg"')
    # A title that is set without end would keep the page from answering.
    page.evaluate(
        """() => {
            const { set } = Object.getOwnPropertyDescriptor(Document.prototype, 'title');
            let count = 0;
            window.changes = new MutationObserver(() => { if ((count += 1) === 50) throw (lock.remove(), new Error('without end')); });
            changes.observe(document.head, { subtree: true, childList: true, characterData: true });
        }"""
    )
    page.evaluate("lock.setAttribute('app', ' Harbour \\n\\t Notes ')")
    settle(page)
    assert tab_title(page) == "Harbour Notes"
    unlock(page)
    assert tab_title(page) == "Quittenbrot in the tab"
    hide(page)
    assert tab_title(page) == "Harbour Notes"
    show(page)
    assert tab_title(page) == "Quittenbrot in the tab"


@thorough
def test_lock_that_is_moved_while_it_is_locked_stays_above_everything(bench):
    page = open_lock(bench)
    page.evaluate("{ const moved = lock; moved.remove(); document.body.append(moved); }")
    assert tell(page, "lock.shadowRoot.querySelector('dialog').matches(':modal')")
    secret(page, "after a move")
    unlock(page)


def test_lock_stops_what_plays_and_stays_above_dialogs(bench):
    page = open_lock(bench, {"graceSeconds": 60})
    unlock(page)
    page.evaluate(
        """() => {
            const dialog = document.createElement('dialog');
            dialog.append('Quittenbrot dialog');
            document.querySelector('main').append(dialog, document.createElement('audio'));
            dialog.showModal();
            window.paused = 0;
            HTMLMediaElement.prototype.pause = () => { window.paused += 1; };
        }"""
    )
    tell(page, "lock.lock()")
    secret(page, "with a dialog of the app's open")
    assert page.evaluate("paused") == 1
    unlock(page)
    assert page.locator("main dialog").is_visible()


PLAYERS = """
HTMLMediaElement.prototype.play = function () { this.plays = true; this.dispatchEvent(new Event('play')); };
HTMLMediaElement.prototype.pause = function () { this.plays = false; };
Object.defineProperty(HTMLMediaElement.prototype, 'paused', { get() { return !(this.plays ??= this.autoplay); } });
window.player = (id, autoplay = false) => Object.assign(document.createElement('audio'), { id, autoplay });
window.shaded = (child) => {
    const host = document.createElement('div');
    host.attachShadow({ mode: 'open' }).append(child);
    return host;
};
"""


@thorough
def test_lock_stops_what_plays_in_shadow_trees_and_what_begins_to_play(bench):
    inside = '<main><audio id="launch" autoplay></audio><video id="silent" autoplay muted></video></main>'
    page = open_lock(bench, {"graceSeconds": 60}, inside=inside, before=lambda page: page.add_init_script(PLAYERS))
    assert tell(page, "lock.querySelector('#launch').paused")
    assert not tell(page, "lock.querySelector('#silent').paused"), "what is not heard may play"
    page.evaluate("window.inner = player('inner'); document.querySelector('main').append(shaded(shaded(inner)), player('late'))")
    settle(page)
    for name in ("inner", "late"):
        page.evaluate(f"window.{name}.play()")
        assert tell(page, f"{name}.paused"), name
    unlock(page)
    page.evaluate("inner.play()")
    assert not tell(page, "inner.paused")
    hide(page)
    assert tell(page, "inner.paused && lock.querySelector('#silent').paused")


def test_lock_cannot_be_dismissed_with_escape(bench):
    page = open_lock(bench)
    pad(page)
    for _ in range(4):
        page.keyboard.press("Escape")
        settle(page)
        assert tell(page, "lock.shadowRoot.querySelector('dialog').open")
    secret(page, "after Escape")
    for _ in range(12):
        page.keyboard.press("Tab")
        inside = page.evaluate("document.activeElement === lock || document.activeElement === document.body")
        assert inside, page.evaluate("document.activeElement.outerHTML")


def test_lock_tells_the_app_nothing_of_what_is_typed(bench):
    page = open_lock(bench, inside='<button slot="foot" id="help">Help</button>')
    page.evaluate(
        """() => {
            window.heard = [];
            const pointers = ['click', 'pointerdown', 'pointermove', 'pointerup', 'mousedown', 'mousemove', 'mouseup', 'touchstart',
                'touchend', 'wheel', 'contextmenu', 'pointerover', 'mouseout'];
            for (const type of ['keydown', 'keyup', 'textInput', 'input', 'paste', 'ink-passcode-submit', ...pointers]) {
                addEventListener(type, ({ target }) => heard.push([type, target.id]));
            }
        }"""
    )
    pad(page)
    page.keyboard.type("2847")
    page.wait_for_function("() => lock.state === 'verifying'")
    assert page.evaluate("heard") == []
    answer(page, {"result": "rejected"})
    press(page, "28")
    page.locator("ink-lock ink-passcode [data-digit='4']").tap()
    page.locator("ink-lock ink-passcode [data-digit='5']").click(button="right")
    page.mouse.wheel(0, 10)
    settle(page)
    assert page.evaluate("heard") == []
    page.evaluate("lock.configure({ methods: { passcode: { kind: 'alphanumeric' } }, unlock })")
    field = page.locator("ink-lock ink-passcode [part=field]")
    field.press("x")
    field.evaluate("(field) => field.dispatchEvent(new Event('textInput', { bubbles: true, composed: true }))")
    assert page.evaluate("heard") == []
    # Handlers of the page for its own content below the cover.
    page.locator("#help").click()
    assert ["click", "help"] in page.evaluate("heard") and ["pointerdown", "help"] in page.evaluate("heard")


def test_lock_shows_nothing_without_its_engine(bench):
    bench.expect_complaint("Failed to load resource")
    page = open_lock(bench, before=lambda page: page.route("**/inklock-lock.wasm", lambda route: route.abort()))
    page.wait_for_function("() => lock.state === 'unavailable'")
    secret(page, "without WebAssembly")
    assert "newer browser" in page.locator("ink-lock [part=message]").first.inner_text()


def end_animations(page):
    """Lets the time pass after which a page without its scripts says so."""
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")


@thorough
def test_lock_page_says_that_it_loads_while_it_does(bench):
    page = bench.browser.new_context().new_page()
    bench.contexts.append(page.context)
    page_files(page)
    held = []
    page.route("**/src/ink-lock.js", lambda route: held.append(route))
    page.goto(bench.address + "/a-lock.html", wait_until="commit")
    page.locator("main").wait_for(state="attached")
    said = "getComputedStyle(document.documentElement, '::after').content"
    page.wait_for_function(f"() => {said}.includes('Loading')")
    end_animations(page)
    assert "JavaScript" not in page.evaluate(said) and not shows(page)
    until(page, lambda: held).pop().continue_()
    page.wait_for_function("() => window.lock && lock.state !== 'starting'")
    assert page.evaluate(said) == "none"


def test_lock_shows_nothing_without_scripts(bench):
    page = open_without_scripts(bench)
    assert not shows(page) and WORD not in tree(page)
    end_animations(page)
    assert not shows(page) and WORD not in tree(page)
    assert "Turn on JavaScript" in tree(page)


@thorough
def test_lock_does_not_tell_of_a_content_that_its_own_focus_has_locked(bench):
    page = open_lock(bench, {"graceSeconds": 60})
    unlock(page)
    page.locator("main input").focus()
    page.evaluate("document.querySelector('main input').addEventListener('focus', () => lock.lock())")
    hide(page)
    show(page)
    assert state(page) == "locked"
    covers = tell(page, "told.map(([name]) => name).filter((name) => name.endsWith('cover'))")
    assert covers[-1] == "cover", covers


def test_lock_cover_keeps_what_is_dragged_over_it_from_the_app(bench):
    page = open_lock(bench)
    received = page.evaluate(
        """() => {
            const received = [];
            const drags = ['drag', 'dragend', 'dragenter', 'dragleave', 'dragover', 'dragstart', 'drop'];
            for (const type of drags) {
                document.addEventListener(type, () => received.push(type));
                const at = lock.shadowRoot.querySelector('dialog button');
                at.dispatchEvent(new DragEvent(type, { bubbles: true, composed: true, cancelable: true }));
            }
            // A file that is dropped must not be opened instead of the page.
            const files = new DataTransfer();
            files.items.add(new File(['x'], 'x.txt'));
            for (const type of ['dragover', 'drop']) {
                const event = new DragEvent(type, { bubbles: true, composed: true, cancelable: true, dataTransfer: files });
                lock.shadowRoot.querySelector('dialog button').dispatchEvent(event);
                if (!event.defaultPrevented) received.push(`default of ${type}`);
            }
            return received;
        }"""
    )
    assert received == []
