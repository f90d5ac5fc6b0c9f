# SPDX-License-Identifier: MIT
"""The elements take what a page does to them before their scripts have run, and while they are out of the document."""

import json
import re

from bench import ROOT
from passcode import part
from picture import DESKTOP, SCENE, Fingers, define, draw_password, open_picture, press, serve, tell, told
from static_site import POLICY

# A value of every property that pages can set.
VALUES = {
    "ink-signature": {"earlierDigests": ["ab"], "name": "signature", "required": True, "disabled": True},
    "ink-picture-password": {"mode": "define", "picture": "photo", "template": None, "leastStrength": "strong"},
    "ink-passcode": {"mode": "create", "kind": "numeric", "words": ["harbour"]},
    "ink-lock": {
        "methods": {"passcode": {"kind": "numeric"}}, "capabilities": {"biometrics": True}, "settings": {"graceSeconds": 60},
        "standing": {"state": "wiped"},
    },
}


def writable(element):
    """Returns the names of the properties that the declaration of an element lets pages set."""
    text = (ROOT / "Web" / "src" / f"{element}.d.ts").read_text()
    body = text[text.index(" extends HTMLElement {") : text.index("declare global")]
    return set(re.findall(r"^  (?:set )?(\w+)(?:: |\(\w+: \w+\);$)", body, re.M))


def before_the_scripts(bench, body, script, argument=None):
    """Opens a page with elements whose scripts have not run, runs `script`, then loads those of every element."""

    def before(page):
        serve(page, "/scene.svg", "image/svg+xml", SCENE)
        html = f"<!doctype html><html lang=en><meta charset=utf-8><link rel=icon href=/scene.svg>{body}</html>"
        serve(page, "/elements.html", "text/html", html, {"Content-Security-Policy": POLICY})

    page = bench.open("/elements.html", before=before, element=None)
    page.evaluate(script, argument)
    page.evaluate("(names) => Promise.all(names.map((name) => import(`/src/${name}.js`))).then(() => {})", list(VALUES))
    page.evaluate("() => Promise.all([...document.body.children].map((element) => element.ready)).then(() => {})")
    return page


SET = """(values) => {
    window.photo = new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], { type: 'image/svg+xml' });
    for (const [name, each] of Object.entries(values)) {
        const element = document.querySelector(name);
        for (const [key, value] of Object.entries(each)) element[key] = value === 'photo' ? photo : value;
    }
}"""


def test_every_property_can_be_set_before_the_scripts_have_run(bench):
    for element, values in VALUES.items():
        assert writable(element) == set(values), f"a value for each property of {element}"
    body = "".join(f"<{name}></{name}>" for name in VALUES)
    page = before_the_scripts(bench, body, SET, VALUES)
    found = page.evaluate(
        """(values) => Object.entries(values).flatMap(([name, each]) => Object.entries(each).map(([key, value]) => {
            const element = document.querySelector(name);
            const isHidden = Object.hasOwn(element, key);
            const has = element[key] === photo ? 'photo' : element[key];
            // Settings have defaults besides, and the standing can only be set.
            return [name, key, isHidden, key === 'settings' ? { graceSeconds: has.graceSeconds } : key === 'standing' ? value : has];
        }))""",
        VALUES,
    )
    expected = [[name, key, False, value] for name, values in VALUES.items() for key, value in values.items()]
    wrong = [one for one, other in zip(found, expected, strict=True) if one != other]
    assert not wrong, wrong
    assert page.locator("ink-signature[name=signature][required][disabled]").count() == 1
    assert part(page, "title").text_content() == "Choose a passcode"
    # The accessors are not hidden, so later values count as well.
    for name, key, value in (("ink-passcode", "mode", "verify"), ("ink-picture-password", "mode", "show")):
        page.evaluate("([name, key, value]) => { document.querySelector(name)[key] = value; }", [name, key, value])
        assert page.evaluate("(name) => document.querySelector(name).getAttribute('mode')", name) == value


def test_a_property_that_cannot_be_set_early_is_reported_and_stops_nothing(bench):
    bench.expect_complaint("not iterable")
    script = "Object.assign(document.querySelector('ink-passcode'), { words: null, mode: 'create' })"
    page = before_the_scripts(bench, "<ink-passcode></ink-passcode>", script)
    assert page.evaluate("[document.querySelector('ink-passcode').mode, document.querySelector('ink-passcode').words]") == ["create", []]
    assert any("not iterable" in text for text in bench.complaints)


def test_a_template_that_is_set_before_the_scripts_have_run_verifies(bench):
    page = open_picture(bench, 'mode="define"', **DESKTOP)
    define(page, Fingers(page, mouse=True))
    (defined,) = told(page, "define")
    early = f"document.querySelector('ink-picture-password').template = Uint8Array.from({json.dumps(defined['template'])});"
    serve(page, "/early.js", "text/javascript", early)
    serve(
        page, "/a-picture.html", "text/html",
        """<!doctype html><html lang="en"><meta charset="utf-8"><link rel="stylesheet" href="/a-picture-page.css">
        <ink-picture-password src="/scene.svg"></ink-picture-password>
        <script src="/early.js"></script><script type="module" src="/src/ink-picture-password.js"></script></html>""",
        {"Content-Security-Policy": POLICY},
    )
    page.reload()
    page.wait_for_function("() => document.querySelector('ink-picture-password').ready")
    tell(page, "lock.ready")
    draw_password(Fingers(page, mouse=True))
    press(page, "Done")
    assert told(page, "attempt") == [] and len(told(page, "accept")) == 1
