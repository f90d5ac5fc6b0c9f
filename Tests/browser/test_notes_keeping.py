# SPDX-License-Identifier: MIT
"""Private Notes: the bin, pinned notes, their order, search marks, shortcuts, printing, sharing, download and import.
"""

import json
import subprocess
from datetime import timedelta
from email.utils import format_datetime, parsedate_to_datetime

from bench import long_drawing, thorough
from notes import PHONE, WORD, heading, locked, open_notes, opened, press, saved, service, sign_up, unlock, write

# Sets the page's clock ahead of the real one.
LATER = "const now = Date.now; Date.now = () => now() + Number(sessionStorage.ahead ?? 0)"


def titles(page):
    return page.locator(".note-item b").all_inner_texts()


def wait_for_titles(page, *wanted):
    page.wait_for_function(
        "(wanted) => JSON.stringify([...document.querySelectorAll('.note-item b')].map((each) => each.textContent)) === wanted",
        arg=json.dumps(list(wanted), separators=(",", ":")))


def choose_in_menu(page, action):
    """Opens the menu of a note, and chooses from it."""
    page.locator(".menu summary").click()
    page.locator(f".menu-items [data-action={action}]:visible").click()
    assert page.locator(".menu[open]").count() == 0


def a_month_later(route):
    """Answers a request with the service's answer and a later date."""
    answer = route.fetch()
    later = parsedate_to_datetime(answer.headers["date"]) + timedelta(days=31)
    route.fulfill(response=answer, headers={**answer.headers, "date": format_datetime(later, usegmt=True)})


def sending(page):
    """Expects that a change of a note is sent and answered."""
    return page.expect_response(lambda answer: answer.url.endswith("/api/notes") and answer.request.method == "POST")


def open_note(page, title):
    page.locator(".note-item", has_text=title).click()
    # Until then there is the menu of the note before.
    page.wait_for_function("(title) => document.querySelector('#note-title')?.value === title", arg=title)


def delete(page, title):
    open_note(page, title)
    with sending(page):
        choose_in_menu(page, "delete")
    page.get_by_text("Note moved to the bin").wait_for()


def test_notes_bin_keeps_deleted_ones_for_30_days(bench):
    with service(bench) as server:
        page = open_notes(bench, before=lambda page: page.add_init_script(LATER))
        sign_up(page)
        for title in ("Quinces", "Boat", "Letter"):
            write(page, title, f"{WORD} {title}")
        delete(page, "Quinces")
        press(page, "Undo")
        saved(page)
        assert page.locator("#note-text").input_value() == f"{WORD} Quinces"
        for title in ("Quinces", "Boat", "Letter"):
            delete(page, title)
        assert titles(page) == []
        page.evaluate("sessionStorage.ahead = String(1.5 * 86_400_000)")
        page.reload()
        unlock(page)
        opened(page)
        assert titles(page) == []
        page.get_by_role("link", name="Bin (3)").click()
        heading(page, "Bin")
        assert page.locator("#binned b").all_inner_texts() == ["Letter", "Boat", "Quinces"], page.locator("#binned").inner_text()
        assert page.locator("#binned small").first.inner_text() == "29 days left"
        assert WORD.encode() not in server.stored()
        # One goes back, one is deleted for good, and one stays until its time is over.
        with sending(page):
            press(page, "Restore: Quinces")
        wait_for_titles(page, "Quinces")
        colours = [page.get_by_role("button", name=name, exact=True).evaluate("(each) => getComputedStyle(each).color")
                   for name in ("Empty bin", "Delete for good: Boat", "Restore: Boat")]
        assert colours[0] == colours[1] != colours[2], "what cannot be undone looks harmless"
        press(page, "Delete for good: Boat")
        with page.expect_response("**/api/notes/remove"):
            press(page, "Delete for good")
        page.get_by_text("Note deleted for good.").wait_for()
        assert page.locator("#binned b").all_inner_texts() == ["Letter"]
        page.evaluate("sessionStorage.ahead = String(31 * 86_400_000)")
        # A clock that is fast empties nothing: the service has another time.
        page.reload()
        unlock(page)
        opened(page)
        page.get_by_role("link", name="Bin (1)").wait_for()
        page.route("**/api/notes", a_month_later)
        page.reload()
        with page.expect_response("**/api/notes/remove"):
            unlock(page)
            opened(page)
        page.get_by_text("The bin is empty.").wait_for()
        assert titles(page) == ["Quinces"]
        delete(page, "Quinces")
        page.get_by_role("link", name="Bin (1)").click()
        press(page, "Empty bin")
        page.get_by_text("One note is deleted for good.").wait_for()
        page.locator("dialog").get_by_role("button", name="Empty bin").click()
        page.get_by_text("The bin is empty.").wait_for()
        assert page.evaluate("fetch('/api/notes').then((answer) => answer.json()).then(({ notes }) => notes.length)") <= 1


@thorough
def test_notes_without_room_are_not_deleted_unasked(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Quinces", "Two baskets")
        bench.expect_complaint("413")
        body = '{"error":{"code":"no-room","message":"There is no room."}}'
        refuse = lambda route: route.fulfill(status=413, content_type="application/json", body=body)
        page.route("**/api/notes", lambda route: refuse(route) if route.request.method == "POST" else route.continue_())
        choose_in_menu(page, "delete")
        page.get_by_text("There’s no room left to keep it in the bin.").wait_for()
        page.locator(".pane-actions .button").first.click()
        assert titles(page) == ["Quinces"]
        page.unroute("**/api/notes")


@thorough
def test_notes_written_elsewhere_meanwhile_stay_out_of_the_bin(bench):
    page = open_notes(bench)
    merged = page.evaluate(
        """async () => {
            const { joined } = await import('/demo/notes/note.js');
            const base = { title: 'A', text: '', editedAt: 1, deletedAt: undefined };
            const written = { ...base, text: 'more', editedAt: 5 }, binned = { ...base, deletedAt: 7 };
            return [joined(base, written, binned), joined(base, binned, written), joined(base, binned, { ...base, deletedAt: 9 }),
                    joined(base, binned, { ...base, isPinned: true }), joined(base, { ...base, isPinned: true }, { ...base, isPinned: false })];
        }""")
    assert [note.get("deletedAt") for note in merged] == [None, None, 9, 7, None]
    assert [note["text"] for note in merged] == ["more", "more", "", "", ""] and merged[3]["isPinned"]
    assert merged[4]["isPinned"], "different pins make no copy"


# A notebook of a service that has one note, which `deletedAt` puts into the bin. Sealing is not the subject.
BINNED = """async ({ deletedAt, changedAt, unsent }) => {
    const [{ Notebook }, { Outbox }] = await Promise.all([import('/demo/notes/notebook.js'), import('/demo/notes/outbox.js')]);
    const id = 'a'.repeat(32);
    const content = { title: 'Boat', text: '', createdAt: 1, signature: null, deletedAt };
    const asked = [];
    const service = { ask: async (path, body) => {
        asked.push(body ? `${path} to` : path);
        return { notes: [{ id, version: 1, sealed: JSON.stringify(content), changedAt }] };
    } };
    const sealing = { seal: async (id, version, content) => JSON.stringify(content), open: async (id, version, sealed) => JSON.parse(sealed) };
    const outbox = new Outbox('binned');
    outbox.clear();
    if (unsent) outbox.put({ id, version: 1, sealed: JSON.stringify({ ...content, ...unsent }) });
    const notebook = new Notebook(service, sealing, 'binned', () => {});
    await notebook.load();
    for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setTimeout(resolve));
    outbox.clear();
    return [asked, notebook.notes.length, notebook.bin.length];
}"""


def test_notes_bin_deletes_only_what_has_been_there_for_long(bench):
    page = open_notes(bench)
    now = page.evaluate("Date.now()")
    long_ago = now - 40 * 86_400_000
    emptied = page.evaluate(BINNED, {"deletedAt": long_ago, "changedAt": long_ago})
    assert emptied == [["notes", "notes/remove to"], 0, 0]
    # Deleted on a device with a slow clock.
    assert page.evaluate(BINNED, {"deletedAt": long_ago, "changedAt": now}) == [["notes"], 0, 1]
    # Restored without a connection, before its time was over.
    restored = page.evaluate(BINNED, {"deletedAt": long_ago, "changedAt": long_ago, "unsent": {"deletedAt": None}})
    assert restored == [["notes", "notes to"], 1, 0]


def test_notes_found_in_text_without_spaces_show_what_was_found(bench):
    page = open_notes(bench)
    snippet = page.evaluate(
        """async () => {
            const { patternOf, snippetOf } = await import('/demo/notes/note.js');
            return snippetOf({ title: 'A', text: `${'あ'.repeat(300)}港の船は五月まで` }, patternOf('港'));
        }""")
    assert snippet == "…港の船は五月まで", snippet


@thorough
def test_notes_are_pinned_sorted_searched_and_reached_by_keys(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Boat", "An oar")
        write(page, "Note 10", "The mooring is free in May")
        write(page, "Note 9", "Two baskets of a word (in brackets) and then, after many more words that lead nowhere, the quinces from the garden")
        wait_for_titles(page, "Note 9", "Note 10", "Boat")
        open_note(page, "Note 10")
        choose_in_menu(page, "pin")
        wait_for_titles(page, "Note 10", "Note 9", "Boat")
        saved(page)
        with sending(page):
            page.get_by_label("Sort notes").select_option("title")
        wait_for_titles(page, "Note 10", "Boat", "Note 9")
        with sending(page):
            choose_in_menu(page, "pin")
        wait_for_titles(page, "Boat", "Note 9", "Note 10")
        saved(page)
        page.reload()
        unlock(page)
        opened(page)
        wait_for_titles(page, "Boat", "Note 9", "Note 10")
        assert page.get_by_label("Sort notes").input_value() == "title"
        page.get_by_label("Sort notes").select_option("edited")
        # To pin a note is not to write in it.
        wait_for_titles(page, "Note 9", "Note 10", "Boat")
        page.keyboard.press("Control+Shift+k")
        assert page.locator("#search:focus").count() == 0, "the browser's shortcut is taken"
        page.keyboard.press("Control+k")
        page.locator("#search:focus").wait_for()
        page.keyboard.type("(in GARDEN")
        wait_for_titles(page, "Note 9")
        assert "garden" in page.locator(".note-item mark").all_inner_texts()
        page.locator("#search").fill("")
        page.keyboard.press("Control+Alt+n")
        page.locator("#note-title:focus").wait_for()
        sent = []
        page.on("request", lambda request: sent.append(request.url))
        page.keyboard.type("By keys")
        page.keyboard.press("Control+s")
        page.locator("#toast-words", has_text="Saved").wait_for()
        assert any(url.endswith("/api/notes") for url in sent)
        page.keyboard.press("Control+/")
        heading(page, "Keyboard shortcuts")
        page.get_by_text("Save now").wait_for()
        page.keyboard.press("Control+Alt+n")
        assert page.locator("#note-title").input_value() == "By keys", "shortcuts work behind a dialog"
        page.keyboard.press("Escape")
        page.keyboard.press("Control+Alt+l")
        locked(page)


def test_notes_have_checklists(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Shopping", "Quinces")
        text = page.locator("#note-text")
        text.evaluate("(field) => { field.focus(); field.setSelectionRange(3, 3); }")
        choose_in_menu(page, "checklist")
        assert text.evaluate("(field) => [field.selectionStart, field.selectionEnd]") == [5, 5], "the caret has left its word"
        page.keyboard.press("End")
        page.keyboard.type("\nSugar\nLemons\n\nAsk Ada")
        assert text.input_value() == "☐ Quinces\n☐ Sugar\n☐ Lemons\nAsk Ada"
        # The box of the second line is pressed, then the words of the third.
        size = text.evaluate("(field) => parseFloat(getComputedStyle(field).lineHeight)")
        text.click(position={"x": 6, "y": 1.5 * size})
        text.click(position={"x": 60, "y": 2.5 * size})
        assert text.input_value() == "☐ Quinces\n☑ Sugar\n☐ Lemons\nAsk Ada", text.input_value()
        page.keyboard.press("Control+Enter")
        assert text.input_value().splitlines()[2] == "☑ Lemons"
        page.keyboard.press("Control+z")
        assert text.input_value().splitlines()[1:3] == ["☑ Sugar", "☐ Lemons"]
        page.keyboard.press("Control+a")
        page.keyboard.press("Control+Alt+c")
        assert text.input_value().splitlines()[3] == "☐ Ask Ada"
        page.keyboard.press("Control+Alt+c")
        assert text.input_value() == "Quinces\nSugar\nLemons\nAsk Ada"
        page.keyboard.press("Control+z")
        saved(page)
        page.reload()
        unlock(page)
        opened(page)
        with page.expect_download() as download:
            press(page, "Save as PDF")
        path = bench.folder / "note.pdf"
        download.value.save_as(path)
        words = subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True).stdout
        assert "☑ Sugar" in words and "☐ Lemons" in words, words


SHARE = """navigator.share = async (data) => { window.shared = data.files?.map(({ name, type, size }) => ({ name, type, size })); };
navigator.canShare = () => true; window.print = () => dispatchEvent(new Event('beforeprint'));"""


def test_notes_are_printed_shared_downloaded_and_imported(bench):
    with service(bench):
        page = open_notes(bench, **PHONE, before=lambda page: page.add_init_script(SHARE))
        sign_up(page)
        page.locator("[data-action=new]:visible").first.click()
        page.locator("#note-title").fill("Quinces")
        page.locator("#note-text").fill("\n".join(f"{WORD} {line}" for line in range(120)))
        saved(page)
        choose_in_menu(page, "share")
        page.wait_for_function("() => window.shared")
        shared = page.evaluate("window.shared")
        assert shared[0]["name"] == "Quinces.pdf" and shared[0]["type"] == "application/pdf" and shared[0]["size"] > 1000
        choose_in_menu(page, "print")
        printed = page.locator("#printed")
        assert printed.locator(".note-text").text_content().endswith(f"{WORD} 119")
        page.emulate_media(media="print")
        assert printed.is_visible() and not page.locator("#note-text").is_visible()
        page.emulate_media(media="screen")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert printed.text_content() == ""

        page.evaluate("location.hash = '#settings'")
        heading(page, "Settings")
        with page.expect_download() as download:
            press(page, "Download all notes")
        path = bench.folder / "notes.json"
        download.value.save_as(path)
        content = json.loads(path.read_text())
        assert [note["title"] for note in content["notes"]] == ["Quinces"]

        def bring(file):
            with page.expect_file_chooser() as chooser:
                press(page, "Import notes")
            chooser.value.set_files(file)

        bring(path)
        page.get_by_text("You already have all notes in that file.").wait_for()
        first = content["notes"][0]
        strokes = {"format": "inklock-drawing", "version": 1, "size": {"width": 300, "height": 100}, "strokes": []}
        signature = {"drawing": strokes, "name": "Ada", "signedAt": 1, "digest": "0" * 64}
        content["notes"] += [{**first, "title": "Boat", "isPinned": True, "later": 1}, {**first, "title": "Letter", "signature": signature, "editedAt": 1}]
        more = bench.folder / "more.json"
        more.write_text(json.dumps(content))
        bring(more)
        page.get_by_text("2 notes added.").wait_for()
        hostile = [
            {**first, "text": 7}, {**first, "createdAt": "1"}, {**first, "createdAt": 1e300}, None,
            {**first, "signature": {**signature, "digest": "short"}}, {**first, "signature": {**signature, "drawing": {"strokes": 1}}},
        ]
        for bad in [json.dumps({**content, "notes": [note]}) for note in hostile] + ["[", json.dumps({**content, "version": 2})]:
            more.write_text(bad)
            page.evaluate("document.getElementById('toast').hidden = true")
            bring(more)
            page.get_by_text("That file doesn’t contain notes from Private Notes.").filter(visible=True).wait_for()
        more.write_text(json.dumps({**content, "notes": [first | {"signature": {**signature, "drawing": long_drawing()}}]}))
        bring(more)
        page.get_by_text("A signature in that file is too complex to draw. Nothing was added.").wait_for()
        page.evaluate("location.hash = ''")
        wait_for_titles(page, "Boat", "Quinces", "Letter")
        page.locator(".note-item", has_text="Letter").click()
        page.locator("#signature").wait_for()
        page.locator("#signed-on", has_text="Imported signature: Ada, 1 January 1970").wait_for()


@thorough
def test_notes_are_imported_around_one_that_is_too_long_until_the_notebook_closes(bench):
    page = open_notes(bench)
    asked, count = page.evaluate(
        """async () => {
            const [{ Notebook }, { ServiceError }] = await Promise.all([import('/demo/notes/notebook.js'), import('/demo/notes/service.js')]);
            const asked = [];
            const service = { ask: async (path, { sealed }) => {
                const { title } = JSON.parse(sealed);
                asked.push(title);
                if (title === 'Long') throw new ServiceError('note-too-large');
                if (title === 'Busy' && asked.at(-2) !== title) throw new ServiceError('too-many-requests', 1);
                if (title === 'Last') notebook.close();
                return {};
            } };
            const sealing = { seal: async (id, version, content) => JSON.stringify(content) };
            const notebook = new Notebook(service, sealing, 'imported', () => {});
            const note = (title) => ({ title, text: '', createdAt: 1, signature: null });
            const count = await notebook.take(['First', 'Long', 'Busy', 'Last', 'Never'].map(note));
            return [asked, count];
        }""")
    assert asked == ["First", "Long", "Busy", "Busy", "Last"] and count == 2, (asked, count)


# A notebook with one note of an earlier version, in a fake service without a connection on request.
FAKE = """async () => {
    const [{ Notebook }, { Outbox }, { ServiceError }] = await Promise.all([
        import('/demo/notes/notebook.js'), import('/demo/notes/outbox.js'), import('/demo/notes/service.js')]);
    const id = 'a'.repeat(32);
    const notes = new Map([[id, { id, version: 1, sealed: JSON.stringify({ title: 'Boat', text: '', createdAt: 1, signature: null }), changedAt: 5 }]]);
    const fake = { isOffline: false, id };
    const service = { ask: async (path, body) => {
        if (fake.isOffline) throw new ServiceError('offline');
        if (path === 'notes/remove') notes.delete(body.id);
        else if (body && (notes.get(body.id)?.version ?? 0) !== body.version) throw new ServiceError('conflict');
        else if (body) notes.set(body.id, { ...body, version: body.version + 1, changedAt: 9 });
        if (fake.losesAnswer) {
            fake.losesAnswer = false;
            throw new ServiceError('offline');
        }
        const answer = { notes: [...notes.values()] };
        if (!body) {
            fake.asked?.();
            await fake.late;
        }
        return answer;
    } };
    const sealing = {
        // White space stands for the nonce, so that the rest is JSON.
        seal: async (id, version, content) => Array.from({ length: 16 }, () => ' \\t\\n\\r'[Math.floor(4 * Math.random())]).join('') + JSON.stringify(content),
        open: async (id, version, sealed) => { if (sealed === '?') throw new Error(); return JSON.parse(sealed); },
    };
    new Outbox('fake').clear();
    fake.open = async (isKept = false) => {
        const notebook = new Notebook(service, sealing, 'fake', () => {}, isKept);
        await notebook.load();
        return notebook;
    };
    fake.notebook = await fake.open();
    fake.notes = notes;
    window.fake = fake;
}"""


@thorough
def test_notes_import_without_a_connection_ends_where_this_device_has_no_room(bench):
    page = open_notes(bench)
    page.evaluate(FAKE)
    count, titles_, states = page.evaluate(
        """async () => {
            const { notebook } = fake;
            fake.isOffline = true;
            const note = (title) => ({ title, text: 'x'.repeat(2_000_000), createdAt: 1, signature: null });
            const count = await notebook.take(['One', 'Two', 'Three', 'Four'].map(note));
            const titles = notebook.notes.map(({ content }) => content.title);
            const boat = notebook.note(fake.id);
            boat.edit({ text: 'y'.repeat(3_000_000) });
            await boat.save();
            const states = [boat.state];
            boat.edit({ text: 'short' });
            await boat.save();
            states.push(boat.state);
            notebook.discard();
            return [count, titles, states];
        }""")
    assert 1 <= count < 4 and titles_ == ["Boat", "One", "Two", "Three", "Four"][: count + 1], (count, titles_)
    assert states == ["unkept", "unsent"], "only what is stored is said to be saved on this device"


def test_notes_tell_what_became_of_a_deleted_note(bench):
    page = open_notes(bench)
    page.evaluate(FAKE)
    told = page.evaluate(
        """async () => {
            const { notebook, notes, id } = fake;
            const boat = notebook.note(id);
            const edited = boat.editedAt;
            boat.change({ isPinned: true });
            await boat.save();
            const isKept = boat.editedAt === edited && edited === 5;
            const theirs = { ...JSON.parse(notes.get(id).sealed), text: 'more', editedAt: 7 };
            notes.set(id, { id, version: 3, sealed: JSON.stringify(theirs), changedAt: 8 });
            const merged = await notebook.remove(boat);
            const deleted = await notebook.remove(boat);
            await notebook.erase(boat);
            const restored = notebook.restore(boat);
            await restored.save();
            const list = [...notes.values()].map(({ sealed }) => JSON.parse(sealed)).map(({ text, deletedAt }) => [text, deletedAt]);
            return { isKept, merged, deleted, list, isNew: restored !== boat, shown: notebook.notes.length };
        }""")
    assert told == {"isKept": True, "merged": "merged", "deleted": "deleted", "list": [["more", None]], "isNew": True, "shown": 1}, told


@thorough
def test_notes_bin_keeps_the_focus_while_other_notes_change(bench):
    page = open_notes(bench)
    page.evaluate(FAKE)
    told = page.evaluate(
        """async () => {
            const { BinView } = await import('/demo/notes/bin-view.js');
            const { notebook } = fake;
            const [first, other] = ['First', 'Other'].map((title) => notebook.create({ title, text: '', createdAt: 1, signature: null, deletedAt: Date.now() }));
            const view = new BinView({ notebook, toast: { show() {} } });
            document.body.append(view.element);
            notebook.addEventListener('change', () => view.show());
            const button = () => document.activeElement.ariaLabel ?? document.activeElement.tagName;
            view.element.querySelector('[aria-label$=First]').focus();
            const told = [];
            notebook.note(fake.id).edit({ text: 'more' });
            told.push(button());
            notebook.restore(other);
            told.push(button());
            notebook.restore(first);
            return [...told, button()];
        }""")
    assert told == ["Restore: First", "Restore: First", "H1"], told


@thorough
def test_notes_that_cannot_be_read_are_told_when_all_are_downloaded(bench):
    morning = lambda page: page.clock.set_fixed_time("2026-05-01T23:30:00Z")
    page = open_notes(bench, timezone_id="Asia/Tokyo", before=morning)
    page.evaluate(FAKE)
    with page.expect_download() as download:
        words = page.evaluate(
            """async () => {
                const { downloadNotes } = await import('/demo/notes/all-notes.js');
                const { notebook, notes } = fake;
                notes.set('b', { id: 'b', version: 1, sealed: '?', changedAt: 1 });
                await notebook.follow();
                let words = '';
                downloadNotes({ notebook, lock: { promptShown() {}, promptClosed() {} }, toast: { show: (said) => (words = said) } });
                return words;
            }""")
    assert "1 note can’t be read" in words, words
    assert "2026-05-02" in download.value.suggested_filename, "the date here"
    saved_notes = json.loads(download.value.path().read_text())["notes"]
    assert [(note["title"], note["editedAt"]) for note in saved_notes] == [("Boat", 5)]
