# SPDX-License-Identifier: MIT
"""The elements take what a page does to them before their scripts have run, and while they are out of the document."""

import hashlib
import json
import re

from bench import ROOT, idle, thorough
from passcode import open_passcode, part
from picture import DESKTOP, SCENE, Fingers, define, draw_password, open_picture, press, serve, tell, told
from static_site import POLICY

# A value of every property that pages can set.
VALUES = {
    "ink-signature": {"earlierDigests": ["ab"], "name": "signature", "required": True, "disabled": True},
    "ink-picture-password": {"mode": "define", "picture": "photo", "template": None, "minimumStrength": "strong"},
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


@thorough
def test_a_property_that_cannot_be_set_early_is_reported_and_stops_nothing(bench):
    bench.expect_complaint("not iterable")
    script = "Object.assign(document.querySelector('ink-passcode'), { words: null, mode: 'create' })"
    page = before_the_scripts(bench, "<ink-passcode></ink-passcode>", script)
    assert page.evaluate("[document.querySelector('ink-passcode').mode, document.querySelector('ink-passcode').words]") == ["create", []]
    assert any("not iterable" in text for text in bench.complaints)


@thorough
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


@thorough
def test_bytes_that_are_no_template_leave_the_element_open_for_others(bench):
    page = open_picture(bench, 'mode="define"', **DESKTOP)
    define(page, Fingers(page, mouse=True))
    (defined,) = told(page, "define")
    bench.expect_complaint("not a picture password")
    page.evaluate(
        """async () => {
            const lock = document.createElement('ink-picture-password');
            lock.setAttribute('src', '/scene.svg');
            lock.template = new Uint8Array([1, 2, 3]);
            document.querySelector('ink-picture-password').replaceWith(lock);
        }"""
    )
    assert tell(page, "lock.ready") is True and tell(page, "lock.template") is None
    assert len(bench.complaints) == 1, "the developer is told"
    tell(page, "(lock.template = new Uint8Array(given), 0)", defined["template"])
    draw_password(Fingers(page, mouse=True))
    press(page, "Done")
    assert told(page, "attempt") == [] and len(told(page, "accept")) == 1


# The first attributes of each element, and another value of each attribute that it observes.
FIRST = {
    "ink-signature": {}, "ink-picture-password": {"src": "/scene.svg", "trail": "none"}, "ink-passcode": {"kind": "numeric"},
    "ink-lock": {"app": "Harbour"},
}
OTHER = {
    "ink-signature": {
        "brush": "marker", "color": "red", "min-width": "2", "max-width": "9", "model": "smooth", "background": "#fedcba",
        "prediction": "16", "label": "Name", "placeholder": "Here", "toolbar": "none", "lang": "de", "required": "", "evidence": "",
        "quality": "",
    },
    "ink-picture-password": {
        "src": "/other.svg", "mode": "define", "trail": "line", "fit": "cover", "label": "Name", "lang": "de", "debug": "",
    },
    "ink-passcode": {
        "mode": "create", "kind": "alphanumeric", "kinds": "numeric", "minimum-length": "9", "theme": "opaque-dark", "app-name": "Sea",
        "scrambled": "", "no-letters": "", "no-cancel": "", "biometrics": "", "other": "", "lockout": "60", "label": "Name",
        "lang": "de", "dir": "rtl",
    },
    "ink-lock": {"app": "Sea", "theme": "opaque-dark", "favicon": "/other.svg", "lang": "de", "dir": "rtl"},
}
CHANGE = """async ([first, other]) => {
    const pause = (time) => new Promise((done) => setTimeout(done, time));
    const make = async (name) => {
        const element = document.createElement(name);
        element.style = 'position: absolute; inset: 0 auto auto 0; inline-size: 320px; block-size: 560px';
        for (const [key, value] of Object.entries(first[name])) element.setAttribute(key, value);
        document.body.append(element);
        element.configure?.({ methods: { passcode: { kind: 'numeric' } }, capabilities: {}, unlock: () => new Promise(() => {}) });
        await element.ready;
        await (name === 'ink-lock' ? settle(element) : pause(50)); // until it has a size and a screen
        return element;
    };
    // Waits until an element looks as it did before, however slow the machine is.
    const settle = async (element) => {
        for (let before = null, tries = 0; tries < 40; tries += 1) {
            await pause(150);
            const now = JSON.stringify(look(element));
            if (now === before && element.shadowRoot.querySelector('ink-passcode')?.mode) return;
            before = now;
        }
    };
    const kept = ['mode', 'kind', 'count', 'lockoutSeconds', 'partCount', 'state', 'required', 'minimumStrength'];
    const look = (element) => {
        const inner = element.shadowRoot.querySelector('ink-passcode');
        const html = element.shadowRoot.innerHTML.replace(/blob:[^"]+/g, 'blob');
        return [html, ...kept.map((key) => element[key]), element.toSVG?.({ background: true }), inner && [inner.outerHTML, look(inner)]];
    };
    const compare = async (name, attribute, value, isAlone) => {
        const show = async (changes) => {
            const element = await make(name);
            changes(element);
            await (isAlone ? settle(element) : pause(700));
            return element;
        };
        const inside = () => show((element) => {
            element.remove();
            document.body.append(element);
            element.setAttribute(attribute, value);
        });
        const outside = () => show((element) => {
            element.remove();
            element.setAttribute(attribute, value);
            document.body.append(element);
        });
        const looks = (...elements) => elements.map((element) => JSON.stringify(look(element)));
        // Scrambled keys have another order each time.
        const areEqual = ([one, other]) => one === other || attribute === 'scrambled';
        const fault = `${name} ${attribute}`;
        if (isAlone) {
            const one = await inside(), [before] = looks(one);
            one.remove();
            const other = await outside(), [after] = looks(other);
            other.remove();
            return areEqual([before, after]) ? null : fault;
        }
        const both = await Promise.all([inside(), outside()]);
        // On a slow machine, one of them has loaded its picture later, or counts another second.
        for (let tries = 0; tries < 40; tries += 1) {
            if (areEqual(looks(...both))) return null;
            await pause(150);
        }
        return fault;
    };
    const cases = Object.entries(other).flatMap(([name, each]) => Object.entries(each).map((one) => [name, ...one]));
    const found = await Promise.all(cases.filter(([name]) => name !== 'ink-lock').map((one) => compare(...one, false)));
    // A page has one lock.
    for (const one of cases.filter(([name]) => name === 'ink-lock')) found.push(await compare(...one, true));
    return found.filter(Boolean);
}"""


@thorough
def test_an_attribute_that_changes_outside_of_the_document_counts_as_one_inside(bench):
    page = before_the_scripts(bench, "", "() => {}")
    serve(page, "/other.svg", "image/svg+xml", SCENE.replace("#cfe6ef", "#303030"))
    observed = "(names) => names.map((name) => [name, customElements.get(name).observedAttributes])"
    for name, attributes in page.evaluate(observed, list(OTHER)):
        assert set(attributes) == set(OTHER[name]), f"a value of each attribute of {name}"
    different = page.evaluate(CHANGE, [FIRST, OTHER])
    assert not different, different


@thorough
def test_a_picture_that_changes_outside_of_the_document_is_the_one_that_is_drawn_on(bench):
    other = SCENE.replace("#cfe6ef", "#303030")
    for change in ("lock.setAttribute('src', '/other.svg')", "lock.picture = new Blob([other], { type: 'image/svg+xml' })"):
        page = open_picture(bench, pictures={"/other.svg": other}, **DESKTOP)
        page.evaluate(
            "(other) => { const lock = document.querySelector('ink-picture-password'); lock.remove(); %s; lock.mode = 'define';"
            "document.body.append(lock); }" % change,
            other,
        )
        page.wait_for_function("() => !document.querySelector('ink-picture-password').shadowRoot.querySelector('.arriving')")
        define(page, Fingers(page, mouse=True))
        (defined,) = told(page, "define")
        assert told(page, "refuse") == [] and bytes(defined["pictureDigest"]) == hashlib.sha256(other.encode()).digest()


@thorough
def test_a_lockout_outside_of_the_document_passes_and_ends_when_the_element_is_back(bench):
    page = open_passcode(bench, 'kind="four-digits" lockout="240"', clock=True)
    page.evaluate("() => { window.pad = document.querySelector('ink-passcode'); pad.remove(); window.outside = 0; }")
    page.evaluate("pad.addEventListener('ink-lockout-end', () => { if (!pad.isConnected) outside += 1; })")
    page.clock.run_for(100_000)
    page.evaluate("document.body.append(pad)")
    # The clock also moves between the calls.
    assert 125 <= page.evaluate("pad.lockoutSeconds") <= 140 and part(page, "message").inner_text() == "Try again in 3 minutes"
    page.evaluate("pad.remove()")
    page.clock.run_for(200_000)
    page.evaluate("document.body.append(pad)")
    assert page.evaluate("[pad.lockoutSeconds, outside]") == [0, 0] and part(page, "message").inner_text() == "You can try again now."
    page.clock.run_for(5_000)
    assert page.evaluate("told.filter(([name]) => name === 'lockout-end').length") == 1


def test_elements_keep_their_look_in_another_document(bench):
    page = before_the_scripts(bench, "", "() => {}")
    looks = page.evaluate(
        """async (names) => {
            const frame = document.createElement('iframe');
            frame.width = innerWidth;
            document.body.append(frame);
            const look = (element) => [element, ...element.shadowRoot.querySelectorAll('*')].map((each) => {
                const { display, position, cursor, fontFamily, color } = getComputedStyle(each);
                return [display, position, cursor, fontFamily, color].join();
            });
            return Promise.all(names.map(async (name) => {
                const element = document.createElement(name);
                document.body.append(element);
                await element.ready;
                const looks = [look(element)];
                for (const other of [frame.contentDocument, document]) {
                    other.body.append(element);
                    looks.push(look(element));
                }
                return looks;
            }));
        }""",
        [name for name in VALUES if name != "ink-lock"],
    )
    for first, moved, back in looks:
        assert len(set(first)) > 3 and moved == first and back == first


@thorough
def test_a_picture_password_keeps_its_picture_in_another_document(bench):
    other = SCENE.replace('width="400" height="300"', 'width="200" height="150"')
    page = open_picture(bench, pictures={"/other.svg": other}, **DESKTOP)
    page.evaluate(
        """() => {
            window.frame = document.createElement('iframe');
            document.body.append(frame);
            window.lock = document.querySelector('ink-picture-password');
            window.shows = (width) => {
                const image = lock.shadowRoot.querySelector('img');
                return image?.complete && image.naturalWidth === width;
            };
        }"""
    )
    for change, width in (
        ("frame.contentDocument.body.append(lock)", 400), ("lock.setAttribute('src', '/other.svg')", 200),
        ("document.body.append(lock)", 200),
    ):
        page.evaluate(f"{{ {change} }}")
        # The picture may be loaded again after the move.
        for _ in range(2):
            page.wait_for_function("(width) => shows(width)", arg=width)
            idle(page)


@thorough
def test_elements_outside_of_the_document_are_released(bench):
    bench.browser = bench.launch("--js-flags=--expose-gc")
    bench.browsers.append(bench.browser)
    page = before_the_scripts(bench, "", "() => {}")
    kept = page.evaluate(
        """async (names) => {
            const make = async (name) => {
                const element = document.createElement(name);
                element.setAttribute('lockout', '3600');
                document.body.append(element);
                await element.ready;
                await new Promise((done) => setTimeout(done, 100));
                element.remove();
                return new WeakRef(element);
            };
            const known = await Promise.all(names.map(make));
            for (let time = 0; time < 20 && known.some((each) => each.deref()); time += 1) {
                await new Promise((done) => setTimeout(done, 100));
                gc();
            }
            return names.filter((_, at) => known[at].deref());
        }""",
        list(VALUES),
    )
    assert kept == []
