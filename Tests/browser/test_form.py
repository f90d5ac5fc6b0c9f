# SPDX-License-Identifier: MIT
"""The pad is a form control."""

import json

from bench import ask, drawing, sign

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
