# SPDX-License-Identifier: MIT
"""All tabs of an app lock together. A page from the back/forward cache checks the lock before it is visible."""

import functools
import http.server
import json
import threading

from bench import ROOT, idle, thorough
from lock import APP, LISTEN, MARKER, METHODS, PAGE, SCRIPTS, STYLE, WORD, colours, hide, open_lock, page_files, screenshot, secret, show, shows
from lock import state, tell, told, unlock
from static_site import Pages


def second_tab(bench, page, options=None, **more):
    """Opens another tab of the same app in the same profile."""
    other = page.context.new_page()
    other.add_init_script(LISTEN)
    page_files(other, options, **more)
    other.goto(bench.address + "/a-lock.html")
    other.wait_for_function("() => window.lock && lock.state !== 'starting'")
    return other


def test_lock_now_and_a_locked_device_lock_every_tab(bench):
    page = open_lock(bench, {"graceSeconds": 600})
    other = second_tab(bench, page, {"graceSeconds": 600})
    assert state(other) == "locked"  # Keys are not shared between tabs.
    for number, locking in enumerate(["lock.lock()", "lock.deviceLocked()"], 1):
        unlock(page)
        assert state(other) == "locked"
        unlock(other)
        assert state(page) == "unlocked"
        tell(other, locking)
        page.wait_for_function("() => lock.state === 'locked'")
        secret(page, "locked from another tab")
        assert told(page, "drop") == [{}] * number


@thorough
def test_lock_without_a_lock_that_missed_one_without_a_lock_hears_of_nothing(bench):
    nothing = {"isSetUp": False, "methods": {}, "graceSeconds": 600}
    page = open_lock(bench, nothing)
    other = second_tab(bench, page, nothing)
    page.evaluate("(window.heard = 0, lock.addEventListener('ink-lock-set-up', () => (heard += 1)))")
    for options, heard in ((nothing, 0), ({"graceSeconds": 600}, 1)):
        page.evaluate(f"{{ {OUT} }}")
        tell(other, f"(lock.configure({{ ...{json.dumps({'methods': METHODS, **options})}, unlock }}), 0)")
        other.wait_for_function("() => lock.state !== 'starting'")
        tell(other, "lock.lock()")
        page.evaluate(IN)
        page.wait_for_function("(count) => heard >= count", arg=heard)
        idle(page)
        assert page.evaluate("heard") == heard, options


@thorough
def test_lock_that_another_tab_sets_up_is_configured_where_the_app_hears_of_it(bench):
    nothing = {"isSetUp": False, "methods": {}, "graceSeconds": 600}
    page = open_lock(bench, nothing)
    other, third = second_tab(bench, page, nothing), second_tab(bench, page, nothing)
    page.evaluate(
        """() => {
            window.heard = 0;
            lock.addEventListener('ink-lock-set-up', () => {
                heard += 1;
                lock.configure({ methods: { passcode: { kind: 'four-digits' } }, unlock });
            });
        }"""
    )
    third.evaluate("(window.heard = 0, lock.addEventListener('ink-lock-set-up', () => (heard += 1)))")
    tell(other, "lock.setUp({ passcode: { kind: 'four-digits' } })")
    page.wait_for_function("() => lock.state === 'locked'")
    secret(page, "after another tab set up a lock")
    third.wait_for_function("() => heard === 1")
    assert state(other) == "unlocked" and page.evaluate("heard") == 1, "who sets it up stays signed in"
    tell(other, "lock.lock()")
    third.wait_for_function("() => heard > 1")
    assert state(other) == "locked" and state(third) == "unconfigured"


@thorough
def test_lock_in_a_tab_without_one_locks_the_others_and_sets_nothing_up(bench):
    nothing = {"isSetUp": False, "methods": {}, "graceSeconds": 600}
    page = open_lock(bench, nothing)
    other, open_ = second_tab(bench, page, nothing), second_tab(bench, page, {"graceSeconds": 600})
    unlock(open_)
    for tab in (page, other):
        tab.evaluate("(window.heard = 0, lock.addEventListener('ink-lock-set-up', () => (heard += 1)))")
    tell(page, "lock.lock()")
    open_.wait_for_function("() => lock.state === 'locked'")
    idle(other)
    assert [tab.evaluate("heard") for tab in (page, other)] == [0, 0], "an app is told of a lock that is not there"
    tell(open_, "lock.lock()")
    for tab in (page, other):
        tab.wait_for_function("() => heard > 0")


@thorough
def test_lock_without_a_lock_that_was_out_of_the_page_hears_of_a_locking(bench):
    nothing = {"isSetUp": False, "methods": {}, "graceSeconds": 600}
    page = open_lock(bench, nothing)
    other = second_tab(bench, page, nothing)
    page.evaluate("(window.heard = 0, lock.addEventListener('ink-lock-set-up', () => (heard += 1)))")
    page.evaluate(f"{{ {OUT} }}")
    tell(other, "lock.setUp({ passcode: { kind: 'four-digits' } })")
    tell(other, "lock.lock()")
    page.evaluate(IN)
    page.wait_for_function("() => heard === 1")


def test_lock_tabs_of_another_app_stay_open(bench):
    page = open_lock(bench, {"graceSeconds": 600})
    other = second_tab(bench, page, {"graceSeconds": 600})
    unlock(page)
    other.evaluate("lock.setAttribute('app', 'Meadow')")
    tell(other, "lock.lock()")
    idle(page)
    assert state(page) == "unlocked"


def test_lock_frozen_tab_learns_of_a_locking_when_it_comes_back(bench):
    # Blocks storage events, as in a frozen page, which can only read the stored marker.
    deaf = "addEventListener('storage', (event) => window.isDeaf && event.stopImmediatePropagation(), true);"
    page = open_lock(bench, {"graceSeconds": 600}, before=lambda page: page.add_init_script(deaf))
    other = second_tab(bench, page, {"graceSeconds": 600})
    unlock(page)
    page.evaluate("(window.isDeaf = true, document.dispatchEvent(new Event('freeze')))")
    assert state(page) == "covered"
    other.evaluate("localStorage.setItem('ink-lock Harbour', crypto.randomUUID())")
    page.wait_for_function("() => localStorage.getItem('ink-lock Harbour')")
    idle(page)
    assert state(page) == "covered"
    page.evaluate("document.dispatchEvent(new Event('resume'))")
    assert state(page) == "locked" and not tell(page, "lock.isOpen")
    secret(page, "thawed")


# Takes the lock out of the page with its content, as a cached route does.
OUT, IN = "window.outside = lock; lock.remove()", "document.body.append(outside)"


def test_lock_that_was_out_of_the_page_learns_of_a_locking(bench):
    for renamed in ("", "lock.setAttribute('app', 'Meadow')"):
        page = open_lock(bench, {"graceSeconds": 600})
        other = second_tab(bench, page, {"graceSeconds": 600})
        unlock(page)
        page.evaluate(f"{{ {OUT}; {renamed} }}")
        tell(other, "lock.lock()")
        page.wait_for_function("() => localStorage.getItem('ink-lock Harbour')")
        page.evaluate(IN)
        assert state(page) == "locked" and not tell(page, "lock.isOpen || lock.holdsKey")
        assert told(page, "drop") == [{}]
        secret(page, "locked while the element was out of the page")
        page.context.close()


@thorough
def test_lock_that_was_out_of_the_page_stays_open_when_nothing_happened(bench):
    page = open_lock(bench, {"graceSeconds": 600})
    unlock(page)
    page.evaluate(f"{{ {OUT} }}")
    assert state(page) == "covered"
    page.evaluate(IN)
    assert state(page) == "unlocked" and shows(page)


def test_lock_that_is_out_of_the_page_drops_its_key_in_time(bench):
    page = open_lock(bench)
    unlock(page)
    page.evaluate(f"{{ {OUT} }}")
    assert not tell(page, "lock.holdsKey") and told(page, "drop") == [{}]

    page = open_lock(bench, {"graceSeconds": 1})
    unlock(page)
    assert page.evaluate(f"() => {{ {OUT}; return lock.holdsKey; }}"), "within the second of grace"
    page.wait_for_function("() => !lock.holdsKey")
    assert told(page, "drop") == [{}]

    page = open_lock(bench, {"graceSeconds": 600})
    other = second_tab(bench, page, {"graceSeconds": 600})
    unlock(page)
    page.evaluate(f"{{ {OUT} }}")
    tell(other, "lock.lock()")
    page.wait_for_function("() => !lock.holdsKey")


@thorough
def test_lock_thawed_tab_stays_open_when_nothing_happened(bench):
    page = open_lock(bench, {"graceSeconds": 600})
    unlock(page)
    page.evaluate("document.dispatchEvent(new Event('freeze'))")
    assert state(page) == "covered"
    page.evaluate("document.dispatchEvent(new Event('resume'))")
    assert state(page) == "unlocked"


def test_lock_thawed_tab_that_remembers_nothing_locks(bench):
    page = open_lock(
        bench,
        {"graceSeconds": 600},
        before=lambda page: page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })"
        ),
    )
    unlock(page)
    hide(page)
    show(page)
    assert state(page) == "unlocked"
    page.evaluate("document.dispatchEvent(new Event('freeze'))")
    page.evaluate("document.dispatchEvent(new Event('resume'))")
    assert state(page) == "locked"
    unlock(page)
    page.evaluate(f"{{ {OUT} }}")
    page.evaluate(IN)
    assert state(page) == "locked"


@thorough
def test_lock_use_of_one_tab_keeps_the_grace_of_another(bench):
    page = open_lock(bench, {"graceSeconds": 60}, clock=True)
    unlock(page)
    hide(page)
    page.evaluate(
        """() => {
            window.heard = 0;
            window.channel = new BroadcastChannel('ink-lock Harbour');
            new BroadcastChannel('ink-lock Harbour').onmessage = () => (heard += 1);
        }""")
    used = "channel.postMessage({ type: 'used', at: Date.now() })"
    for count in range(3):
        page.clock.run_for(50_000)
        page.evaluate(f"() => {{ {used} }}")
        page.wait_for_function("(count) => heard > count", arg=count)
        idle(page)
        assert state(page) == "covered" and not tell(page, "lock.isOpen")
    # A delayed message does not describe the present.
    page.clock.run_for(50_000)
    page.evaluate("() => { channel.postMessage({ type: 'used', at: Date.now() - 30_000 }); }")
    idle(page)
    page.clock.run_for(12_000)
    assert state(page) == "locked"
    # Use of another tab does not unlock a locked one.
    page.evaluate(f"() => {{ {used} }}")
    idle(page)
    assert state(page) == "locked" and len(told(page, "open")) == 1


@thorough
def test_lock_tab_in_use_tells_the_others(bench):
    page = open_lock(bench, {"graceSeconds": 600}, clock=True)
    page.evaluate("() => { window.heard = []; new BroadcastChannel('ink-lock Harbour').onmessage = ({ data }) => heard.push(data.type); }")
    page.clock.run_for(5000)
    idle(page)
    assert page.evaluate("heard") == []
    unlock(page)
    page.wait_for_function("() => heard.includes('used')")
    assert "7" not in json.dumps(page.evaluate("heard"))


class Cached(Pages):
    """Pages without headers that forbid caching."""

    def end_headers(self):
        http.server.SimpleHTTPRequestHandler.end_headers(self)


def cacheable_site(bench, options):
    folder = bench.folder / "site"
    folder.mkdir()
    for name in ["src", "inklock-lock.wasm", "inklock-passcode.wasm"]:
        (folder / name).symlink_to(ROOT / "Web" / name)
    (folder / "app-icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    html = PAGE.format(lang="en", dir="ltr", attributes="", word=WORD, inside="", scripts=SCRIPTS)
    (folder / "a-lock.html").write_text(html)
    (folder / "a-lock-page.css").write_text(STYLE)
    (folder / "a-lock-page.js").write_text(APP.format(options=json.dumps({"methods": METHODS, "capabilities": {}, **options})))
    (folder / "other.html").write_text("<!doctype html><title>Other</title><link rel=icon href=/app-icon.svg><h1>Other</h1>")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Cached, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}", server


def back_from_cache(bench, options, meanwhile=None):
    """Leaves the open app, returns to it, and takes screenshots from the first frame."""
    # The headless shell has no back/forward cache.
    without = ["--disable-back-forward-cache"]
    browser = bench.launch("--enable-features=BackForwardCache", without=without, windows=True)
    bench.browsers.append(browser)
    address, server = cacheable_site(bench, options)
    try:
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script("addEventListener('pageshow', (event) => { window.isFromCache = event.persisted; });")
        page.goto(address + "/a-lock.html")
        page.wait_for_function("() => window.lock && lock.state === 'locked'")
        unlock(page)
        assert shows(page)
        # A page of another site, so that the browser keeps this one in its cache.
        page.goto(address.replace("127.0.0.1", "localhost") + "/other.html")
        if meanwhile:
            meanwhile(context, address)
        page.go_back(wait_until="commit")
        seen = [colours(screenshot(page)) for _ in range(4)]
        page.wait_for_function("() => window.lock && lock.state !== 'starting'")
        return page, seen, page.evaluate("window.isFromCache === true")
    finally:
        server.shutdown()


@thorough
def test_lock_decides_before_a_page_from_the_cache_shows(bench):
    page, seen, is_from_cache = back_from_cache(bench, {"graceSeconds": 0})
    assert is_from_cache, "the browser did not cache the page"
    assert state(page) == "locked" and not any(MARKER in each for each in seen)
    assert [name for name, *_ in tell(page, "told")].count("uncover") == 1
    secret(page, "from the cache")


@thorough
def test_lock_page_from_the_cache_is_open_within_grace(bench):
    page, _, is_from_cache = back_from_cache(bench, {"graceSeconds": 600})
    assert is_from_cache and state(page) == "unlocked" and shows(page)


def test_lock_page_from_the_cache_knows_of_a_locking(bench):
    def meanwhile(context, address):
        other = context.new_page()
        other.goto(address + "/a-lock.html")
        other.wait_for_function("() => window.lock && lock.state === 'locked'")
        tell(other, "lock.lock()")
        other.close()

    page, seen, _ = back_from_cache(bench, {"graceSeconds": 600}, meanwhile)
    # The browser keeps the page or, because of the message, discards and reloads it. It is locked in both cases.
    assert state(page) == "locked" and not any(MARKER in each for each in seen)
    secret(page, "locked while in the cache")
