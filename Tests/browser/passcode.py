# SPDX-License-Identifier: MIT
"""A test page filled by a passcode screen."""

from picture import serve
from static_site import POLICY

PAGE = """<!doctype html><html lang="{lang}" dir="{dir}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/a-passcode-page.css">
<script type="module" src="/src/ink-passcode.js"></script><ink-passcode {attributes}></ink-passcode></html>"""

STYLE = """html, body { margin: 0; block-size: 100%; color-scheme: light dark }
html { background: linear-gradient(135deg, #f60, #06c 60%, #fff) } ink-passcode { block-size: 100% } html.large { font-size: 200% }"""

LISTEN = """
window.told = [];
window.requests = [];
for (const name of ['passcode-submit', 'passcode-save', 'passcode-remove', 'passcode-done', 'cancel', 'other', 'biometrics',
    'lockout-end']) {
    addEventListener(`ink-${name}`, ({ detail }) => {
        const { accept, reject, ...rest } = detail;
        if (accept) requests.push(detail);
        const takePasscode = window.takesLate ? null : rest.takePasscode;
        delete rest.takePasscode;
        told.push([name, { ...rest, bytes: takePasscode ? [...takePasscode()] : null, again: takePasscode?.() }]);
    });
}
"""

SIZES = {"tall": (360, 740), "wide": (740, 360), "landscape": (844, 390), "tablet": (820, 1180), "desktop": (1440, 900)}


def open_passcode(bench, attributes="", lang="en", dir="ltr", size="tall", clock=False, script="", **options):
    def before(page):
        if clock:
            page.clock.install(time=0)
        page.add_init_script(LISTEN + script)
        html = PAGE.format(lang=lang, dir=dir, attributes=attributes)
        serve(page, "/a-passcode.html", "text/html", html, {"Content-Security-Policy": POLICY})
        serve(page, "/a-passcode-page.css", "text/css", STYLE)

    width, height = SIZES[size]
    options = {"viewport": {"width": width, "height": height}, **options}
    return bench.open("/a-passcode.html", before=before, element="ink-passcode", **options)


def told(page, name):
    """Returns the details of all events with this name."""
    return page.evaluate("(name) => told.filter(([each]) => each === name).map(([, detail]) => detail)", name)


def tell(page, expression):
    """Evaluates an expression about the `pad` element."""
    return page.evaluate("() => { const pad = document.querySelector('ink-passcode'); return (%s); }" % expression)


def part(page, name):
    return page.locator(f"ink-passcode [part={name}]")


def spoken(page):
    return page.locator("ink-passcode .spoken").inner_text().strip("\u00a0")


def press(page, digits):
    for digit in digits:
        page.locator(f"ink-passcode [data-digit='{digit}']").click()


def text_bytes(text):
    return list(text.encode())
