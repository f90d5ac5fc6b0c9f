# SPDX-License-Identifier: MIT
"""A test app behind a lock. Its content is one colour and one word that occur nowhere else."""

import io
import json

from bench import settle, until
from PIL import Image
from playwright.sync_api import Error
from picture import SCENE, serve
from static_site import POLICY

# The content, which must not be visible or readable while the app is locked.
MARKER = (255, 0, 153)
WORD = "Quittenbrot"

PAGE = """<!doctype html><html lang="{lang}" dir="{dir}"><head><meta charset="utf-8"><title>Harbour</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="/app-icon.svg">
<link rel="stylesheet" href="/src/ink-lock.css"><link rel="stylesheet" href="/a-lock-page.css">{scripts}</head>
<body><ink-lock hidden app="Harbour" {attributes}>{inside}
<main><h1>{word}</h1><p>All about {word}</p><input aria-label="{word} field" value="{word}"><canvas width="64" height="64"></canvas>
<div class="long"></div><button id="last">{word} button</button></main></ink-lock></body></html>"""

SCRIPTS = """<script type="module" src="/src/ink-lock.js"></script><script type="module" src="/a-lock-page.js"></script>"""

STYLE = """:root { color-scheme: light dark } html, body { margin: 0; block-size: 100% }
main { background: rgb(255 0 153); min-block-size: 100vh; visibility: visible !important } main * { visibility: visible !important }
.long { block-size: 200vh } html.large { font-size: 200% }"""

# Each attempt waits until the test resolves it with `answer()`.
APP = """
import {{ lockStrings }} from '/src/lock-strings.js';
window.lockStrings = lockStrings;
window.lock = document.querySelector('ink-lock');
document.title = 'Quittenbrot in the tab';
window.told = [];
window.asked = [];
for (const name of ['open', 'drop', 'cover', 'uncover', 'link', 'state']) {{
    lock.addEventListener(`ink-lock-${{name}}`, ({{ detail }}) => told.push([name, structuredClone(detail), lock.isOpen]));
}}
window.unlock = (method, submission, signal) => new Promise((resolve, reject) => {{
    const entry = {{ method, submission, signal, resolve, reject, bytes: [...(submission?.passcode ?? [])] }};
    asked.push(entry);
}});
const options = {options};
if (!options.waits) lock.configure({{ ...options, unlock }});
"""

LISTEN = """
window.sample = () => {
    const host = document.querySelector('ink-lock');
    return host ? getComputedStyle(host).display + (host.isOpen ? ' open' : '') : 'absent';
};
"""

METHODS = {"passcode": {"kind": "four-digits"}, "recoveryCode": True}


def page_files(page, options=None, attributes="", inside="", lang="en", dir="ltr", scripts=SCRIPTS):
    """Serves the app to a page at /a-lock.html."""
    options = {"methods": METHODS, "capabilities": {}, **(options or {})}
    html = PAGE.format(lang=lang, dir=dir, attributes=attributes, word=WORD, inside=inside, scripts=scripts)
    serve(page, "/a-lock.html", "text/html", html, {"Content-Security-Policy": POLICY})
    serve(page, "/a-lock-page.css", "text/css", STYLE)
    serve(page, "/a-lock-page.js", "text/javascript", APP.format(options=json.dumps(options)))
    for path in ["/scene.svg", "/app-icon.svg"]:
        serve(page, path, "image/svg+xml", SCENE)


def open_lock(bench, options=None, attributes="", clock=False, before=None, path="/a-lock.html", page_options=None, **more):
    """Opens the app, which is locked at launch unless `options` say otherwise."""

    def prepare(page):
        if clock:
            page.clock.install(time=0)
        page.add_init_script(LISTEN)
        page_files(page, options, attributes, **more)
        if before:
            before(page)

    page = bench.open(path, before=prepare, element="ink-lock", **(page_options or {}))
    if not (options or {}).get("waits"):
        page.wait_for_function("() => window.lock && lock.state !== 'starting'")
    return page


def open_without_scripts(bench):
    context = bench.browser.new_context(java_script_enabled=False)
    bench.contexts.append(context)
    page = context.new_page()
    page_files(page)
    page.goto(bench.address + "/a-lock.html")
    return page


def tell(page, expression):
    """Evaluates an expression about the `lock` element."""
    return page.evaluate("() => (%s)" % expression)


def told(page, name):
    """Returns the details of all events with this name."""
    return page.evaluate("(name) => told.filter(([each]) => each === name).map(([, detail]) => detail)", name)


def tab_title(page):
    """Returns the tab's title, which may differ from the `document.title` that the app reads."""
    return page.evaluate("document.querySelector('title').text")


def state(page):
    return tell(page, "lock.state")


def shows(page):
    """Returns whether a screenshot shows the content."""
    return MARKER in colours(screenshot(page))


def screenshot(page):
    """Takes a screenshot. Chromium refuses while it replaces one page with the next."""

    def taken():
        try:
            return page.screenshot()
        except Error as error:
            if "Unable to capture screenshot" not in str(error):
                raise

    return until(page, taken)


def colours(png):
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    return {color for _, color in picture.getcolors(maxcolors=picture.width * picture.height)}


def tree(page):
    """Returns the names in the browser's accessibility tree as text."""
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    client.detach()
    return "\n".join(str(node.get("name", {}).get("value", "")) for node in nodes if not node.get("ignored"))


def secret(page, where):
    """Fails if any content is painted, accessible, searchable or in the tab's title."""
    assert not shows(page), f"the content is visible {where}"
    assert WORD not in tree(page), f"the accessibility tree contains the content {where}"
    assert WORD not in tab_title(page), f"the tab's title contains the content {where}"
    assert not page.evaluate("(word) => find(word)", WORD), f"a search finds the content {where}"
    assert not page.evaluate("() => getSelection().toString()"), f"something is selected {where}"


def answer(page, result, index=-1):
    """Resolves the current attempt with the app's answer."""
    page.evaluate("([result, index]) => asked.at(index).resolve(result)", [result, index])
    settle(page)


def press(page, digits):
    for digit in digits:
        page.locator(f"ink-lock ink-passcode [data-digit='{digit}']").click()


def pad(page):
    """Waits for the passcode's keypad."""
    page.locator("ink-lock ink-passcode [data-digit='5']").wait_for()


def unlock(page, key=7):
    """Enters a passcode, which the app accepts."""
    if not tell(page, "asked.length && lock.state === 'verifying'"):
        if page.locator("ink-lock [part=unlock]").is_visible():
            page.locator("ink-lock [part=unlock]").click()
        pad(page)
        press(page, "2847")
    answer(page, {"result": "accepted", "key": key})
    assert tell(page, "lock.isOpen"), state(page)


def hide(page):
    """Moves the tab to the background."""
    set_visibility(page, "hidden")


def show(page):
    set_visibility(page, "visible")


def set_visibility(page, visibility):
    """Simulates a change of visibility, with the events that a browser sends. Headless tabs are always visible."""
    page.evaluate(
        """(visibility) => {
            Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
            Object.defineProperty(document, 'hidden', { configurable: true, get: () => visibility === 'hidden' });
            document.hasFocus = () => visibility === 'visible';
            document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
            dispatchEvent(new Event(visibility === 'visible' ? 'focus' : 'blur'));
        }""",
        visibility,
    )


def focus(page, has):
    """Simulates that the window gains or loses the focus."""
    page.evaluate(
        "(has) => { document.hasFocus = () => has; dispatchEvent(new Event(has ? 'focus' : 'blur')); }", has
    )
