# SPDX-License-Identifier: MIT
"""The pad is a form control."""

import json
import re

from bench import ROOT, ask, drawing, settle, sign, thorough, until
from picture import serve

FORM = """<form id="form"><label for="pad">Sign for the parcel</label>
<ink-signature id="pad" name="signature" required></ink-signature><button>Send</button></form>"""
VALUE = "new FormData(document.getElementById('form')).get('signature')"


def test_an_empty_pad_holds_the_form_back(bench):
    page = bench.open(body=FORM)
    page.evaluate("form.addEventListener('submit', (event) => { event.preventDefault(); window.sent = true; })")
    assert ask(page, "[pad.validity.valueMissing, pad.validationMessage]") == [True, "Please sign here."]
    page.get_by_role("button", name="Send").click()
    assert page.evaluate("window.sent") is None
    assert page.evaluate("document.activeElement.id") == "pad", "the focus is where something is missing"
    page.get_by_role("button", name="Type it instead").click()
    page.get_by_role("textbox", name="Type your name").fill("Ada")
    assert ask(page, "pad.validationMessage") == "Choose “Use as signature” to sign with your name."
    sign(page)
    assert ask(page, "pad.checkValidity()")
    page.get_by_role("button", name="Send").click()
    assert page.evaluate("window.sent") is True


def test_the_form_sends_the_drawing(bench):
    page = bench.open(body=FORM)
    assert page.evaluate(VALUE) is None
    sign(page)
    assert json.loads(page.evaluate(VALUE)) == drawing(page)
    ask(page, "pad.undo()")
    assert page.evaluate(VALUE) is None


def test_the_form_of_the_readme_sends_a_signature(bench):
    samples = re.findall(r"```html\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    (sample,) = [each for each in samples if "<ink-signature" in each]
    html = "<!doctype html>" + sample.replace("inklock/src/", "src/")
    page = bench.open(
        "/readme.html", before=lambda page: page.route("**/readme.html", lambda route: route.fulfill(content_type="text/html", body=html)))
    page.evaluate(
        """document.forms[0].addEventListener('submit', (event) => {
            event.preventDefault();
            window.sent = new FormData(event.target).get('signature');
        })""")
    sign(page)
    page.get_by_role("button", name="Send").click()
    assert json.loads(page.evaluate("window.sent")) == drawing(page)


def test_a_disabled_fieldset_disables_the_pad(bench):
    page = bench.open(body="<form id=form><fieldset disabled><ink-signature name=signature></ink-signature></fieldset></form>")
    sign(page)
    assert ask(page, "pad.isEmpty()")
    page.evaluate("document.querySelector('fieldset').disabled = false")
    sign(page)
    assert not ask(page, "pad.isEmpty()") and page.evaluate(VALUE)


def test_a_reset_empties_the_pad(bench):
    page = bench.open(body=FORM)
    sign(page)
    page.evaluate("form.reset()")
    assert ask(page, "[pad.isEmpty(), pad.canUndo, pad.validity.valueMissing]") == [True, False, True]


def test_the_label_names_and_focuses_the_pad(bench):
    page = bench.open(body=FORM)
    assert "Sign for the parcel: empty" in page.locator("ink-signature").aria_snapshot()
    page.get_by_text("Sign for the parcel").click()
    assert page.evaluate("document.activeElement.id") == "pad"


SENT = "<!doctype html><html lang=en><title>Sent</title><link rel=icon href=data:,><p>Please check the address.</p></html>"


def submit_and_return(page):
    page.get_by_role("button", name="Send").click()
    page.wait_for_url("**/sent.html?*")
    address = page.url
    page.go_back()
    ask(page, "pad.ready")
    settle(page)
    return address


def signed_and_back(bench, form="", pad=""):
    """Signs, sends the form, and goes back to it."""
    body = f"""<form id="form" action="/sent.html" {form}><input name="parcel" aria-label="Parcel">
    <ink-signature name="signature" {pad}></ink-signature><button>Send</button></form>"""
    page = bench.open(body=body, before=lambda page: serve(page, "/sent.html*", "text/html", SENT, {"Cache-Control": "no-store"}))
    page.get_by_role("textbox", name="Parcel").fill("7")
    sign(page)
    saved = drawing(page)
    assert submit_and_return(page).count("signature=") == 1
    return page, saved


def test_back_brings_the_signature_back(bench):
    page, saved = signed_and_back(bench)
    assert page.get_by_role("textbox", name="Parcel").input_value() == "7"
    assert drawing(page)["strokes"] == saved["strokes"]
    assert page.evaluate("new FormData(form).getAll('signature').length") == 1
    assert submit_and_return(page).count("signature=") == 1 and not ask(page, "pad.isEmpty()")
    ask(page, "pad.clear()")
    assert submit_and_return(page).count("signature=") == 0 and ask(page, "pad.isEmpty()"), "what was cleared is gone"


@thorough
def test_back_brings_a_typed_name_back_without_an_engine(bench):
    def before(page):
        page.route("**/inklock-signature.wasm", lambda route: route.abort())
        serve(page, "/sent.html*", "text/html", SENT)

    bench.expect_complaint("Failed to load resource")
    body = "<form id=form action=/sent.html><ink-signature name=signature></ink-signature><button>Send</button></form>"
    page = bench.open(body=body, before=before)
    page.get_by_role("textbox", name="Type your name").fill("Grace Hopper")
    submit_and_return(page)
    assert ask(page, "pad.typedText") == "Grace Hopper"


@thorough
def test_a_form_has_what_its_pad_shows_while_the_engine_loads_and_without_it(bench):
    page = bench.open(body=FORM)
    sign(page)
    saved = ask(page, "JSON.stringify(pad)")
    held = []
    page = bench.open(body=FORM, before=lambda page: page.route("**/inklock-signature.wasm", lambda route: held.append(route)), element="")
    page.wait_for_function("() => document.querySelector('#pad').fromJSON")
    ask(page, "pad.fromJSON(given)", saved)
    assert json.loads(page.evaluate(VALUE)) == json.loads(saved) and ask(page, "pad.checkValidity()")
    bench.expect_complaint("Failed to load resource")
    until(page, lambda: held).pop().abort()
    assert not ask(page, "pad.ready")
    shown = "[pad.checkValidity(), pad.isEmpty(), new FormData(pad.form).has('signature')]"
    assert ask(page, shown) == [False, True, False], "a name is required where nothing is drawn"
    ask(page, "pad.fromJSON(given)", saved)
    assert ask(page, shown) == [False, True, False]
    page.get_by_role("textbox", name="Type your name").fill("Grace Hopper")
    assert page.evaluate(VALUE) == "Grace Hopper" and ask(page, "pad.checkValidity()")


def test_a_signature_that_may_not_be_kept_is_not_in_the_history(bench):
    for form, pad in (("", "autocomplete=off"), ("autocomplete=OFF", ""), ("", "evidence")):
        page, _ = signed_and_back(bench, form, pad)
        assert ask(page, "pad.isEmpty()"), f"<form {form}> <ink-signature {pad}>"


def test_a_pad_that_may_not_be_kept_gives_the_browser_nothing(bench):
    states = """() => {
        const { setFormValue } = ElementInternals.prototype;
        window.kept = [];
        ElementInternals.prototype.setFormValue = function (...values) { kept.push(values); return setFormValue.apply(this, values); };
        dispatchEvent(new Event('pagehide'));
        return kept;
    }"""
    pad = "<ink-signature name=signature {}></ink-signature>"
    for body in (
        pad, "<form><ink-signature></ink-signature></form>", f"<form autocomplete=off>{pad}</form>",
        f"<form>{pad.format('autocomplete=off')}</form>", f"<form>{pad.format('evidence')}</form>",
    ):
        page = bench.open(body=body.format(""))
        sign(page)
        assert page.evaluate(states) == [[None, None]]
        page.locator("ink-signature").evaluate("(pad) => pad.remove()")
        page.evaluate("() => { kept.length = 0; dispatchEvent(new Event('pagehide')); }")
        assert page.evaluate("kept") == [], "a pad that is out of the document listens to nothing"
