# SPDX-License-Identifier: MIT
"""Nothing of the content is seen or read out at any moment while it is locked."""

import time

from bench import settle, some, thorough
from lock import MARKER, WORD, colours, focus, hide, open_lock, pad, page_files, press, screenshot, secret, show, shows, state, tell, tree
from lock import unlock

# Looks at the page in every frame and after every task of a transition, from inside.
WATCH = """
(() => {
    window.leaks = [];
    window.looks = 0;
    const look = (where) => {
        const host = document.querySelector('ink-lock');
        const main = document.querySelector('main');
        if (!main || window.mayShow?.()) return;
        looks += 1;
        const box = main.getClientRects().length > 0;
        const told = document.querySelector('title')?.text.includes('Quittenbrot');
        if (box || main.checkVisibility() || told) leaks.push([where, host?.localName, box, told]);
    };
    new MutationObserver(() => look('mutation')).observe(document, { subtree: true, childList: true, attributes: true });
    const frame = () => { look('frame'); requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
    for (const type of ['DOMContentLoaded', 'load', 'pageshow', 'focus', 'blur']) addEventListener(type, () => look(type));
    for (const type of ['visibilitychange', 'resume']) document.addEventListener(type, () => look(type));
})();
"""


def slowly(page, seconds):
    """The scripts and the engine arrive late, as over a bad line."""

    def late(route):
        time.sleep(seconds)
        route.continue_()

    page.route("**/*.wasm", late)
    page.route("**/src/*.js", late)


def test_lock_secret_at_launch_however_slowly_it_starts(bench):
    page = open_lock(bench, before=lambda page: page.add_init_script(WATCH))
    for seconds in some([0.1, 0.02, 0.25]):
        slow = page.context.new_page()
        slow.add_init_script(WATCH)
        page_files(slow)
        slowly(slow, seconds)
        slow.goto(bench.address + "/a-lock.html", wait_until="commit")
        for look in range(6):
            seen = colours(screenshot(slow))
            assert MARKER not in seen, f"seen at look {look}"
            assert WORD not in tree(slow), f"read out at look {look}"
        slow.wait_for_function("() => window.lock && lock.state === 'locked'")
        assert slow.evaluate("leaks") == [] and slow.evaluate("looks") > 0
        slow.close()


def test_lock_secret_at_every_reload(bench):
    page = open_lock(bench, {"graceSeconds": 600}, before=lambda page: page.add_init_script(WATCH))
    for _ in range(4):
        page.reload(wait_until="commit")
        for _ in range(3):
            assert not shows(page)
        assert WORD not in tree(page)
        page.wait_for_function("() => window.lock && lock.state === 'locked'")
        pad(page)
        assert page.evaluate("leaks") == [], page.evaluate("leaks")
        page.evaluate("window.mayShow = () => lock.isOpen")
        unlock(page)


def test_lock_secret_through_every_way_of_leaving_and_coming(bench):
    page = open_lock(bench, {"graceSeconds": 0}, before=lambda page: page.add_init_script(WATCH))
    page.evaluate("window.mayShow = () => lock.isOpen")
    leave = {
        "hide": lambda: hide(page),
        "blur": lambda: focus(page, False),
        "freeze": lambda: (page.evaluate("document.dispatchEvent(new Event('freeze'))"), hide(page)),
        "pagehide": lambda: (page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))"), hide(page)),
        "lock": lambda: tell(page, "lock.lock()"),
    }
    come = {
        "show": lambda: show(page),
        "resume": lambda: (page.evaluate("document.dispatchEvent(new Event('resume'))"), show(page)),
        "pageshow": lambda: (page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"), show(page)),
    }
    for way, go in leave.items():
        for back, come_back in some(come.items()):
            unlock(page)
            assert shows(page)
            go()
            secret(page, f"after {way}")
            come_back()
            for _ in range(3):
                assert not shows(page), f"{way}, {back}"
            secret(page, f"after {way}, {back}")
            assert page.evaluate("leaks") == [], f"{way}, {back}: {page.evaluate('leaks')}"


def test_lock_secret_while_trying(bench):
    page = open_lock(bench, before=lambda page: page.add_init_script(WATCH))
    page.evaluate("window.mayShow = () => lock.isOpen")
    pad(page)
    for count in range(4):
        press(page, "2")
        secret(page, f"with {count + 1} digits")
    assert state(page) == "verifying"
    page.evaluate("asked.at(-1).resolve({ result: 'rejected', standing: { state: 'locked-out', seconds: 60 } })")
    settle(page)
    secret(page, "locked out")
    page.locator("ink-lock [part=unlock]").click()
    secret(page, "at the recovery code")
    assert page.evaluate("leaks") == [], page.evaluate("leaks")


def test_lock_secret_whatever_the_content_wants(bench):
    page = open_lock(bench)
    tell(page, "lock.lock()")
    page.evaluate(
        """() => {
            const main = document.querySelector('main');
            main.style.cssText = 'display: block !important; visibility: visible !important; position: fixed; inset: 0; z-index: 9999999';
            main.hidden = false;
            main.inert = false;
            main.querySelector('input').focus();
            const pop = Object.assign(document.createElement('div'), { textContent: 'Quittenbrot pop' });
            pop.popover = 'manual';
            pop.style.background = 'rgb(255 0 153)';
            main.append(pop);
            try { pop.showPopover(); } catch {}
            const dialog = document.createElement('dialog');
            dialog.append('Quittenbrot dialog');
            main.append(dialog);
            dialog.showModal();
        }"""
    )
    settle(page)
    assert page.evaluate("document.activeElement.localName") != "input"
    secret(page, "against its will")
    dialog = "document.querySelector('main dialog')"
    assert not tell(page, f"{dialog}.checkVisibility()")
    unlock(page)
    assert tell(page, f"{dialog}.matches(':modal') && {dialog}.checkVisibility()"), "the app's dialog shows again with its content"


@thorough
def test_lock_stays_usable_when_a_component_of_the_app_opens_a_dialog(bench):
    page = open_lock(bench)
    page.evaluate(
        """() => {
            window.component = () => {
                const [host, dialog] = ['div', 'dialog'].map((name) => document.createElement(name));
                document.querySelector('main').append(host);
                return { dialog, attach: () => host.attachShadow({ mode: 'open' }).append(dialog) };
            };
            window.first = component();
            window.late = component();
            first.attach();
        }"""
    )
    page.locator("ink-lock .methods button").click()
    field = page.get_by_label("Recovery code")
    field.fill("K7QF")
    page.evaluate("document.querySelector('main').append(''); Promise.resolve().then(() => first.dialog.showModal())")
    settle(page)
    page.keyboard.type("-2M9D")
    assert field.input_value() == "K7QF-2M9D", "the field keeps the keyboard"
    # A script that gives an element its shadow tree late is noticed within a second.
    page.evaluate("late.attach(); late.dialog.showModal()")
    page.locator("ink-lock .methods button").click()
    unlock(page)
    assert tell(page, "first.dialog.matches(':modal') && late.dialog.checkVisibility()")


@thorough
def test_lock_leaves_a_dialog_of_its_foot_above_the_cover(bench):
    inside = '<div slot="foot"><dialog><button>Understood</button></dialog></div>'
    page = open_lock(bench, inside=inside)
    page.evaluate("lock.querySelector('dialog').showModal()")
    settle(page)
    page.get_by_role("button", name="Understood").click()
    page.evaluate("lock.querySelector('dialog').close()")
    unlock(page)
