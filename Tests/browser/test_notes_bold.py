# SPDX-License-Identifier: MIT
"""Private Notes: bold words."""

import subprocess

from bench import takes_enter, thorough
from notes import code_field, open_notes, opened, press, saved, service, sign_in_as, sign_up, unlock, write
from test_notes_pdf import timed_pdf, ran
from test_notes_write import sign_note

READING = ".bold-frame.bold:not(.editing) .bold-layer"


def field_with(page, text, title="Shopping"):
    write(page, title, text)
    field = page.locator("#note-text")
    field.click()
    return field


def select(field, words):
    """Selects words of the text."""
    field.evaluate("(field, words) => { const at = field.value.indexOf(words); field.setSelectionRange(at, at + words.length); }", words)


def choose_bold(page):
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Bold", exact=True).click()


def pressed(page, is_bold):
    page.locator(f"[data-action=bold][aria-pressed={str(is_bold).lower()}]").wait_for(state="attached")


def bold_words(page, place=".bold-layer"):
    return page.locator(f"{place} b").all_inner_texts()


def test_notes_have_bold_words(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        field = field_with(page, "Two quinces and sugar")
        select(field, "quinces")
        page.keyboard.press("Control+b")
        assert field.input_value() == "Two **quinces** and sugar"
        assert bold_words(page) == ["quinces"]
        # The words stay selected, so that the same key makes them plain.
        page.keyboard.press("Control+b")
        assert field.input_value() == "Two quinces and sugar" and bold_words(page) == []
        choose_bold(page)
        assert field.input_value() == "Two **quinces** and sugar"
        pressed(page, True)
        select(field, "Two ")
        pressed(page, False)
        # Part of a word, then more than it, which joins them.
        select(field, "su")
        page.keyboard.press("Control+b")
        assert field.input_value() == "Two **quinces** and **su**gar"
        select(field, "and **su**gar")
        page.keyboard.press("Control+b")
        assert field.input_value() == "Two **quinces** **and sugar**"
        page.keyboard.press("Control+z")
        assert field.input_value() == "Two **quinces** and **su**gar"
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        assert field.input_value() == "Two quinces and sugar" and bold_words(page) == []
        # Without a selection it is the word with the caret.
        field.evaluate("(field) => field.setSelectionRange(6, 6)")
        page.keyboard.press("Control+b")
        assert field.input_value() == "Two **quinces** and sugar"
        page.keyboard.press("Control+b")
        assert field.input_value() == "Two quinces and sugar"


@thorough
def test_notes_bold_reaches_over_lines_and_checklists(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        field = field_with(page, "Buy\n☐ Sugar\n\n☑ Two lemons")
        page.keyboard.press("Control+a")
        page.keyboard.press("Control+b")
        assert field.input_value() == "**Buy**\n☐ **Sugar**\n\n☑ **Two lemons**"
        assert bold_words(page) == ["Buy", "Sugar", "Two lemons"]
        page.keyboard.press("Control+b")
        assert field.input_value() == "Buy\n☐ Sugar\n\n☑ Two lemons"
        page.keyboard.press("Control+b")
        # The Enter key within bold words leaves none without a mark.
        field.evaluate("(field) => { const at = field.value.indexOf(' lemons'); field.setSelectionRange(at, at); }")
        page.keyboard.press("Enter")
        assert field.input_value().endswith("☑ **Two**\n☐  **lemons**"), field.input_value()
        page.keyboard.press("Control+z")
        field.evaluate("(field) => { const at = field.value.indexOf('gar'); field.setSelectionRange(at, at); }")
        page.keyboard.press("Enter")
        assert "☐ **Su**\n☐ **gar**\n" in field.input_value(), field.input_value()


@thorough
def test_notes_bold_is_typed(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        field = field_with(page, "Call")
        page.keyboard.press("End")
        page.keyboard.press("Control+b")
        page.keyboard.type(" Ada now")
        assert field.input_value() == "Call **Ada now**" and bold_words(page) == ["Ada now"], field.input_value()
        page.keyboard.type(" ")
        assert bold_words(page) == ["Ada now "]
        page.keyboard.press("Control+b")
        page.keyboard.type("please")
        assert field.input_value() == "Call **Ada now** please"
        page.keyboard.press("Control+b")
        page.keyboard.press("Control+b")
        assert field.input_value() == "Call **Ada now** please"
        # Bold text that was begun and not typed leaves nothing.
        page.keyboard.press("Control+b")
        assert field.input_value() == "Call **Ada now** please****"
        page.locator("#note-title").click()
        assert field.input_value() == "Call **Ada now** please"
        # The end of a bold line ends the bold words.
        field.evaluate("(field) => { field.focus(); field.setSelectionRange(14, 14); }")
        page.keyboard.press("Enter")
        assert field.input_value() == "Call **Ada now**\n please"


@thorough
def test_notes_bold_that_is_begun_in_a_checklist_leaves_no_marks(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        field = field_with(page, "")
        for keys in (("Control+b", "Control+Alt+c"), ("Control+Alt+c", "Control+b"), ("Control+b", "Control+Alt+c", "Control+Enter")):
            for key in keys:
                page.keyboard.press(key)
            assert field.input_value().endswith(" ****"), field.input_value()
            page.locator("#note-title").click()
            assert field.input_value() in ("☐ ", "☑ "), keys
            field.fill("")


@thorough
def test_notes_bold_is_read_without_marks(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "", "A **quince** and 2 ** 3\n☐ **Sug**ar\n**open")
        page.locator("#note-title").click()
        layer = page.locator(READING)
        assert layer.inner_text() == "A quince and 2 ** 3\n☐ Sugar\n**open"
        assert int(layer.locator("b").first.evaluate("(each) => getComputedStyle(each).fontWeight")) >= 600
        assert page.locator(".note-item b").inner_text() == "A quince and 2 ** 3"
        assert page.locator(".snippet").inner_text() == "☐ Sugar **open"
        page.get_by_label("Search your notes").fill("sugar")
        page.locator(".snippet mark").wait_for()
        assert page.locator(".snippet mark").inner_text() == "Sugar"
        # A click puts the caret between the letters that were clicked, and a second one selects the word.
        box = layer.locator("b").nth(0).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        field = page.locator("#note-text")
        caret = field.evaluate("(field) => [field.selectionStart, field.selectionEnd]")
        assert caret in ([6, 6], [7, 7], [8, 8]), caret
        page.locator("#note-title").click()
        page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert field.evaluate("(field) => field.value.slice(field.selectionStart, field.selectionEnd)") == "quince"
        page.keyboard.press("Control+b")
        assert field.input_value().startswith("A quince and")
        # A box is ticked where it is shown.
        page.locator("#note-title").click()
        line = layer.evaluate("(layer) => parseFloat(getComputedStyle(layer).lineHeight)")
        field.click(position={"x": 6, "y": 1.5 * line})
        assert "☑ **Sug**ar" in field.input_value()
        page.keyboard.press("Control+z")
        saved(page)
        page.reload()
        unlock(page)
        opened(page)
        assert page.locator(READING).inner_text() == "A quince and 2 ** 3\n☐ Sugar\n**open"


EDGES = """() => {
    const frame = document.querySelector('.bold-frame'), [field, layer] = frame.children;
    frame.style.alignItems = 'start';
    field.style.minBlockSize = layer.style.minBlockSize = 0;
    const heights = [field, layer].map((each) => each.getBoundingClientRect().height);
    frame.style.alignItems = field.style.minBlockSize = layer.style.minBlockSize = '';
    const beyond = [layer, field, document.documentElement].map((each) => each.scrollWidth - each.clientWidth);
    return { isEditing: frame.classList.contains('editing'), heights, beyond };
}"""


@thorough
def test_notes_bold_keeps_the_lines_of_the_field(bench):
    words = "Two baskets of **quinces from the garden** and three of pears that **stay** until spring. "
    with service(bench):
        for width in (320, 390, 1280):
            page = open_notes(bench, viewport={"width": width, "height": 568})
            sign_up(page, name=f"Eva {width}")
            page.locator("[data-action=new]:visible").first.click()
            for text in (words * 5, "**" + "Quittenbrot" * 12 + "**", "ملاحظة **مهمة جدا** عن الحديقة " * 6 + "\nEnglish **bold** שלום **עולם**"):
                page.locator("#note-text").fill(text)
                found = page.evaluate(EDGES)
                assert found["isEditing"] and abs(found["heights"][0] - found["heights"][1]) < 1 and max(found["beyond"]) <= 0, (width, found)


@thorough
def test_notes_bold_words_of_right_to_left_text(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        field = field_with(page, "ملاحظة مهمة عن الحديقة")
        select(field, "مهمة")
        page.keyboard.press("Control+b")
        assert field.input_value() == "ملاحظة **مهمة** عن الحديقة"
        page.locator("#note-title").click()
        layer, word = page.locator(READING).bounding_box(), page.locator(f"{READING} b").bounding_box()
        assert word["x"] > layer["x"] + layer["width"] / 2, "the line does not begin at the right"


SHARE = """navigator.share = async (data) => { window.shared = data; };
navigator.canShare = () => false; window.print = () => dispatchEvent(new Event('beforeprint'));"""


@thorough
def test_notes_bold_is_in_the_pdf_and_in_print(bench):
    with service(bench):
        page = open_notes(bench, before=lambda page: page.add_init_script(SHARE))
        sign_up(page)
        write(page, "Shopping", "Two **quinces** and su**gar**\n☐ **Lemons**\n2 ** 3")
        sign_note(page)
        with page.expect_download() as download:
            press(page, "Save as PDF")
        path = bench.folder / "note.pdf"
        download.value.save_as(path)
        ran("qpdf", "--check", path)
        text = ran("pdftotext", path, "-")
        assert "Two quinces and sugar" in text and "☐ Lemons" in text and text.count("**") == 1, text
        assert "Helvetica-Bold" in ran("pdffonts", path)
        structure = ran("pdfinfo", "-struct-text", path)
        assert "quinces" in structure and "**quinces" not in structure, structure
        markup = subprocess.run(["pdftohtml", "-xml", "-stdout", "-i", path], capture_output=True, text=True).stdout
        for words in ("<b>quinces</b>", "<b>gar</b>", "<b>Lemons</b>"):
            assert words in markup, markup
        # The digest is of the kept text, so bold words are a change.
        assert not page.get_by_text("The note was changed after it was signed.").is_visible()
        page.locator("#note-text").evaluate("(field) => { field.focus(); field.setSelectionRange(0, 3); }")
        page.keyboard.press("Control+b")
        page.get_by_text("The note was changed after it was signed.").wait_for()
        page.keyboard.press("Control+z")
        page.get_by_text("The note was changed after it was signed.").wait_for(state="hidden")
        page.locator(".menu summary").click()
        press(page, "Print")
        assert bold_words(page, "#printed") == ["quinces", "gar", "Lemons"]
        assert page.locator("#printed .note-text").text_content() == "Two quinces and sugar\n☐ Lemons\n2 ** 3"
        # A browser that shares no files gets the words.
        page.locator(".menu summary").click()
        press(page, "Share")
        page.wait_for_function("() => window.shared")
        assert page.evaluate("shared.text") == "Two quinces and sugar\n☐ Lemons\n2 ** 3"


@thorough
def test_notes_pdf_of_many_marks_is_made_quickly(bench):
    page = bench.open("/notes.html", element="ink-lock")
    for text, repeat in (("**a **b", 60_000), ("**", 100_000), ("**a** ", 30_000)):
        timed_pdf(bench, page, text, "Marks", repeat, most=8, longest=1)


def test_notes_first_note_has_bold_words(bench):
    with service(bench):
        page = open_notes(bench, viewport={"width": 320, "height": 568})
        press(page, "Start writing")
        field = page.locator("#note-text")
        field.fill("Two quinces")
        select(field, "quinces")
        page.keyboard.press("Control+b")
        assert field.input_value() == "Two **quinces**" and bold_words(page) == ["quinces"]


def test_notes_enter_of_an_input_method_is_left_to_it(bench):
    with service(bench):
        page = open_notes(bench)
        press(page, "Start writing")
        title, body = page.locator("#note-title"), page.locator("#note-text")
        assert not takes_enter(title, 229) and takes_enter(title)
        body.fill("☐ Milk")
        assert not takes_enter(body, 229) and takes_enter(body) and body.input_value() == "☐ Milk\n☐ "
        body.fill("**b**")
        body.evaluate("(field) => field.setSelectionRange(3, 3)")
        for code, caret in ((229, 3), (13, 5)):
            takes_enter(body, code)
            assert body.evaluate("(field) => field.selectionStart") == caret
        body.fill("")
        press(page, "Back")
        sign_in_as(page)
        press(page, "Use your recovery code")
        assert not takes_enter(code_field(page), 229) and takes_enter(code_field(page))
