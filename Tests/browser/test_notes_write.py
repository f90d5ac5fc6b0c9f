# SPDX-License-Identifier: MIT
"""Private Notes: writing, searching, deleting, signing, two windows, and no connection."""

import time

from bench import idle, paper, settle, sign, takes_enter, thorough
from hand import Hand, squiggle
from notes import (
    PHONE, WORD, all_sent, another_tab, heading, hurry, kept, lock, locked, open_notes, opened, press, saved, service, sign_up, unlock, write,
)


def titles(page):
    return page.locator(".note-item b").all_inner_texts()


def test_notes_are_listed_and_found(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Quinces", "Two baskets from the garden")
        write(page, "Boat", "The mooring is free in May")
        write(page, "", "A note without a title")
        assert titles(page) == ["A note without a title", "Boat", "Quinces"]
        page.get_by_label("Search your notes").fill("GARDEN basket")
        page.wait_for_function("() => document.querySelectorAll('.note-item').length === 1")
        assert titles(page) == ["Quinces"]
        page.get_by_label("Search your notes").fill("nothing of it")
        page.get_by_text("Nothing found").wait_for()


@thorough
def test_notes_one_left_empty_is_never_sent(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        sent = []
        page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        hurry(page)
        page.locator("[data-action=new]").first.click()
        title = page.locator("#note-title")
        assert not takes_enter(title, 229) and takes_enter(title)
        page.go_back()
        heading(page, "No notes yet")
        idle(page)
        assert not [url for url in sent if url.endswith("/api/notes")]


def two_windows(bench):
    """Two windows with the same note."""
    page = open_notes(bench)
    sign_up(page)
    write(page, "Quinces", "first")
    tab = another_tab(bench, page, "/notes.html" + page.evaluate("location.hash"))
    unlock(tab)
    opened(tab)
    return page, tab


def test_notes_change_shows_in_the_other_window(bench):
    with service(bench):
        page, tab = two_windows(bench)
        page.locator("#note-text").fill("one and two")
        saved(page)
        tab.wait_for_function("() => document.getElementById('note-text').value === 'one and two'")


@thorough
def test_notes_change_of_a_known_note_needs_no_list_in_the_other_window(bench):
    with service(bench):
        page, tab = two_windows(bench)
        tab.locator("#note-text").wait_for()
        hurry(tab)
        idle(tab)  # what was told before
        lists = []
        tab.on("request", lambda request: lists.append(request) if request.method == "GET" and request.url.endswith("/api/notes") else None)
        for words in ("one", "one and two"):
            page.locator("#note-text").fill(words)
            saved(page)
            tab.wait_for_function("(words) => document.getElementById('note-text').value === words", arg=words)
        idle(tab)
        assert not lists
        # It is this version that the other window goes on with.
        tab.locator("#note-text").fill("one, two and three")
        saved(tab)
        page.wait_for_function("() => document.getElementById('note-text').value === 'one, two and three'")
        # A note that is not known may have been deleted meanwhile, which only a list tells.
        write(page, "Boat", "")
        tab.locator(".note-item", has_text="Boat").wait_for()
        assert lists


@thorough
def test_notes_other_window_catches_up_after_a_refused_list(bench):
    with service(bench):
        page, tab = two_windows(bench)
        lists = []

        def answered(route):
            if route.request.method != "GET":
                return route.continue_()
            lists.append(time.monotonic())
            if len(lists) > 1:
                return route.continue_()
            body = '{"error":{"code":"too-many-requests","message":"later","retryAfterSeconds":1}}'
            return route.fulfill(status=429, headers={"Retry-After": "1"}, content_type="application/json", body=body)

        bench.expect_complaint("429")
        tab.route("**/api/notes", answered)
        for number in range(6):
            write(page, f"Note {number}", "")
        tab.locator(".note-item", has_text="Note 5").wait_for()
        # The window pauses for 3 s, whatever the time that this machine takes to write six notes.
        pauses = [after - before for before, after in zip(lists, lists[1:])]
        assert pauses and min(pauses) > 2, "a list for each change uses up what the service gives"


def unsynced_windows(bench):
    """Two windows with the same note, the first of which has written something that the other has not heard of."""
    page, tab = two_windows(bench)
    tab.locator("#note-text").wait_for()
    page.route("**/api/notes", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    bench.expect_complaint("ERR_FAILED")
    page.locator("#note-text").fill("written here")
    page.locator("#saving[data-state=unsent]").wait_for()
    return page, tab


@thorough
def test_notes_two_windows_lose_no_word(bench):
    with service(bench):
        page, tab = unsynced_windows(bench)
        tab.locator("#note-text").fill("written there")
        saved(tab)
        page.unroute("**/api/notes")
        page.locator("#said", has_text="changed in another window").wait_for(state="attached")
        assert page.locator("#parted").inner_text() == page.locator("#said").inner_text()
        saved(page)
        assert page.locator("#note-text").input_value() == "written here"
        tab.wait_for_function("() => document.querySelectorAll('.note-item').length === 2")
        page.reload()
        unlock(page)
        opened(page)
        snippets = sorted(page.locator(".note-item .snippet").all_inner_texts())
        assert snippets == ["written here", "written there"]


@thorough
def test_notes_version_that_cannot_be_read_stays_beside_what_is_written_here(bench):
    with service(bench):
        page, tab = unsynced_windows(bench)
        unread = tab.evaluate("""async () => {
            const session = await (await fetch('/api/session')).json();
            const { notes } = await (await fetch('/api/notes')).json();
            for (const { id, version, sealed } of notes) {
                const bytes = atob(sealed).split('').reverse().join('');
                const answer = await fetch('/api/notes', { method: 'POST', body: JSON.stringify({ id, version, sealed: btoa(bytes) }),
                    headers: { 'Content-Type': 'application/json', 'InkLock-Account': session.account } });
                if (!answer.ok) throw new Error(await answer.text());
                return { id, version: version + 1, sealed: btoa(bytes) };
            }
        }""")
        bench.expect_complaint("409")
        page.unroute("**/api/notes")
        saved(page)
        page.get_by_text("1 note · One note can’t be opened here.").wait_for()
        assert page.locator("#note-text").input_value() == "written here"
        there = page.evaluate("fetch('/api/notes').then((answer) => answer.json()).then(({ notes }) => notes)")
        assert len(there) == 2
        assert [(note["version"], note["sealed"]) for note in there if note["id"] == unread["id"]] == [(unread["version"], unread["sealed"])]


@thorough
def test_notes_two_windows_that_change_different_things_are_joined(bench):
    with service(bench):
        page, tab = unsynced_windows(bench)
        tab.locator("#note-title").fill("Named there")
        saved(tab)
        page.unroute("**/api/notes")
        page.wait_for_function("() => document.getElementById('note-title').value === 'Named there'")
        saved(page)
        tab.wait_for_function("() => document.getElementById('note-text').value === 'written here'")
        assert titles(page) == ["Named there"]


def test_notes_without_a_connection_stay_sealed_here_and_are_sent_later(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Quinces", "first")
        bench.expect_complaint("ERR_INTERNET_DISCONNECTED")
        page.context.set_offline(True)
        page.get_by_text("You’re offline").wait_for()
        said = page.locator("#said[role=status]").element_handle()
        page.locator("#note-text").fill(f"without a line: {WORD}")
        page.locator("#saving[data-state=unsent]").wait_for()
        # A screen reader only says what changes in a place that is there.
        assert said.is_visible() and said.inner_text() == "Saved on this device, will sync later"
        assert "inklock-notes-unsent" in kept(page) and WORD not in kept(page)
        lock(page)
        page.get_by_role("button", name="Forgot your passcode?", exact=True).wait_for()
        unlock(page)
        page.get_by_text("There’s no connection right now").filter(visible=True).first.wait_for()
        page.context.set_offline(False)
        page.reload()
        unlock(page)
        opened(page)
        page.locator(".note-item").click()
        assert page.locator("#note-text").input_value() == f"without a line: {WORD}"
        saved(page)
        all_sent(page)


def test_notes_that_cannot_be_fetched_are_not_shown_as_none(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Quinces", "first")
        page.reload()
        bench.expect_complaint("ERR_FAILED")
        page.route("**/api/notes", lambda route: route.abort())
        page.clock.install()
        unlock(page)
        heading(page, "Your notes can’t be reached right now.")
        # Longer than the app waits before it says that it is opening the notes.
        page.clock.run_for(1500)
        page.unroute("**/api/notes")
        press(page, "Try again")
        opened(page)
        assert titles(page) == ["Quinces"]


# A service whose requests wait a fiftieth of the time, with connections that say something or nothing every tenth of a
# second.
SLOW = """async () => {
    const { Service } = await import('/demo/notes/service.js');
    const [later, within] = [setTimeout, AbortSignal.timeout];
    window.setTimeout = (act, milliseconds) => later(act, milliseconds / 50);
    AbortSignal.timeout = (milliseconds) => within.call(AbortSignal, milliseconds / 50);
    const wait = (milliseconds) => new Promise((resolve) => later(resolve, milliseconds));
    const answer = (signal, pieces) => new Response(new ReadableStream({
        start(controller) {
            signal.addEventListener('abort', () => controller.error(signal.reason));
        },
        async pull(controller) {
            await wait(100);
            const piece = pieces.shift();
            if (piece) controller.enqueue(new TextEncoder().encode(piece));
            else if (piece === '') controller.close();
            else await new Promise(() => {});
        },
    }));
    const late = async (signal) => {
        await wait(700);
        signal.throwIfAborted();
        return answer(signal, ['1', '']);
    };
    const answers = {
        long: (signal) => answer(signal, [...'{"notes":"é"}', '']),
        broken: (signal) => answer(signal, ['{"notes":']),
        late,
    };
    window.fetch = (path, { signal }) => answers[path.replace('/api/', '')](signal);
    const service = new Service();
    const asked = [service.ask('long'), service.ask('broken'), service.ask('late', {}), service.ask('late', { sealed: 'x'.repeat(300_000) })];
    return Promise.all(asked.map((each) => each.catch(({ code }) => code)));
}"""


@thorough
def test_notes_slow_connection_takes_its_time_unless_it_is_silent(bench):
    answers = open_notes(bench).evaluate(SLOW)
    assert answers == [{"notes": "é"}, "offline", "offline", 1], answers


@thorough
def test_notes_busy_service_is_asked_again(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        answers = []

        def busy(route):
            answers.append(route.request.method)
            if len(answers) > 1:
                return route.continue_()
            body = '{"error":{"code":"busy","message":"later","retryAfterSeconds":1}}'
            return route.fulfill(status=503, headers={"Retry-After": "1"}, content_type="application/json", body=body)

        bench.expect_complaint("503")
        page.route("**/api/notes", busy)
        write(page, "Quinces", "first")
        assert len(answers) >= 2


@thorough
def test_notes_much_too_long_say_so(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        page.locator("[data-action=new]").first.click()
        page.locator("#note-text").fill("far too much of it " * 30_000)
        page.locator("#saving[data-state=tooLarge]").wait_for()
        page.locator("#note-text").fill("little")
        saved(page)


def sign_note(page):
    page.locator(".leaf-tools [data-action=sign]").click()
    heading(page, "Sign this note")
    pad = page.locator("ink-signature")
    pad.evaluate("(pad) => pad.ready")
    settle(page)
    Hand(page).mouse(squiggle(pad.locator("[part=paper]").bounding_box()))
    press(page, "Sign the note")
    page.locator("#signature").wait_for()


@thorough
def test_notes_signature_tells_when_the_words_are_others(bench):
    with service(bench) as server:
        page = open_notes(bench)
        sign_up(page)
        write(page, "Agreement", "The boat is yours until September.")
        sign_note(page)
        saved(page)
        older = page.get_by_text("The note was changed after it was signed.")
        assert not older.is_visible()
        page.locator("#note-text").press("End")
        page.locator("#note-text").type(" And the oars.")
        older.wait_for()
        page.locator("#note-text").fill("The boat is yours until September.")
        older.wait_for(state="hidden")
        saved(page)
        assert b"inklock-drawing" not in server.stored(), "the signature is kept unsealed"
        page.reload()
        unlock(page)
        opened(page)
        page.wait_for_function("() => document.getElementById('signature')?.naturalWidth > 20")
        press(page, "Remove signature")
        page.locator("#signature").wait_for(state="hidden")
        press(page, "Undo")
        page.locator("#signature").wait_for()


@thorough
def test_notes_signing_fits_a_small_screen_and_large_text(bench):
    with service(bench):
        for width, size in ((320, 100), (390, 200)):
            page = open_notes(bench, viewport={"width": width, "height": 568})
            sign_up(page, name=f"Eva {width}")
            write(page, "Agreement", "The boat is yours.")
            page.evaluate("(size) => (document.documentElement.style.fontSize = `${size}%`)", size)
            page.locator(".leaf-tools [data-action=sign]").click()
            heading(page, "Sign this note")
            page.locator("ink-signature").evaluate("(pad) => pad.ready")
            settle(page)
            pane = page.locator("dialog.signing")
            assert pane.evaluate("(pane) => pane.scrollWidth <= pane.clientWidth"), f"wider than {width}"
            box, drawn_on = pane.bounding_box(), page.locator("ink-signature [part=paper]").bounding_box()
            assert drawn_on["x"] >= box["x"] and drawn_on["x"] + drawn_on["width"] <= box["x"] + box["width"], (box, drawn_on)
            assert page.locator("ink-signature").evaluate(
                "(pad) => [...pad.shadowRoot.querySelectorAll('button')].every((each) => each.getBoundingClientRect().right <= innerWidth)")
            if size == 100:
                button = page.get_by_role("button", name="Sign the note", exact=True).bounding_box()
                assert button["y"] + button["height"] <= 568, "the button is below the screen"
                for wide, high in ((844, 390), (568, 320)):
                    page.set_viewport_size({"width": wide, "height": high})
                    settle(page)
                    button = page.get_by_role("button", name="Sign the note", exact=True).bounding_box()
                    drawn_on = page.locator("ink-signature [part=paper]").bounding_box()
                    assert button["y"] + button["height"] <= high and drawn_on["height"] >= 120, (wide, high, button, drawn_on)


@thorough
def test_notes_nothing_is_signed_without_words_or_ink(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        page.locator("[data-action=new]").first.click()
        page.locator(".leaf-tools [data-action=sign]").click()
        page.get_by_text("There’s nothing to sign yet").wait_for()
        page.locator("#note-title").fill("Agreement")
        page.locator(".leaf-tools [data-action=sign]").click()
        press(page, "Sign the note")
        page.get_by_text("Please sign first.").wait_for()
        assert page.evaluate("document.querySelector('ink-signature').ready")
        before = paper(page)
        sign(page)
        page.get_by_text("Please sign first.").wait_for(state="detached")
        assert paper(page) == before, "the pad moves under the pen"
        page.keyboard.press("Control+z")
        press(page, "Type it instead")
        page.get_by_role("textbox", name="Type your name").fill("Eva")
        press(page, "Sign the note")
        page.get_by_text("Choose “Use as signature” to sign with your name.").wait_for()
        page.go_back()
        page.locator(".note-item:focus").wait_for()
        assert page.locator("ink-signature").count() == 0, "a dialog without its note signs nothing"


@thorough
def test_notes_signature_that_was_drawn_is_not_discarded_unasked(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Agreement", "The boat is yours.")
        for key in ("Escape", "Cancel"):
            page.locator(".leaf-tools [data-action=sign]").click()
            sign(page)
            if key == "Escape":
                page.keyboard.press("Escape")
            else:
                page.locator("dialog.signing").get_by_role("button", name="Cancel").first.click()  # the cross
            heading(page, "Discard your signature?")
            assert page.get_by_role("dialog", name="Discard your signature?").count() == 1, "it has the name of the other dialog"
            page.keyboard.press("Escape")
            assert page.locator("dialog[open]").count() == 1 and not page.locator("ink-signature").evaluate("(pad) => pad.isEmpty()")
            # Chromium closes a dialog itself if Escape comes again without a click or a key in between.
            page.keyboard.press("Escape")
            heading(page, "Discard your signature?")
            press(page, "Back")
            assert page.locator("dialog[open]").count() == 1 and not page.locator("ink-signature").evaluate("(pad) => pad.isEmpty()")
            sign(page)
            page.keyboard.press("Escape")
            press(page, "Discard")
            page.locator("dialog[open]").wait_for(state="detached")
        # Without ink there is nothing to lose.
        page.locator(".leaf-tools [data-action=sign]").click()
        page.locator("ink-signature").evaluate("(pad) => pad.ready")
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")
        # The question ends with its note.
        page.locator(".leaf-tools [data-action=sign]").click()
        sign(page)
        page.keyboard.press("Escape")
        heading(page, "Discard your signature?")
        page.go_back()
        page.locator(".note-item:focus").wait_for()
        assert page.locator("#screen dialog").count() == 0


def test_notes_on_a_phone_show_the_list_or_the_note(bench):
    with service(bench):
        page = open_notes(bench, **PHONE)
        sign_up(page)
        page.locator("[data-action=new]:visible").first.click()
        page.locator("#note-title").fill("Quinces")
        saved(page)
        assert not page.locator(".shelf").is_visible()
        page.get_by_role("link", name="All notes").click()
        page.locator(".note-item:focus").wait_for()
        assert not page.locator(".leaf").is_visible()
        page.locator(".note-item").click()
        page.locator("#note-title").wait_for()
        page.go_back()
        page.locator(".note-item").wait_for()
        # A further note has the keyboard in its title immediately, as the first one had.
        page.locator("[data-action=new]:visible").first.click()
        page.locator("#note-title:focus").wait_for()
        page.go_back()
        page.locator(".note-item").wait_for()
        lock(page)
        locked(page)


@thorough
def test_notes_each_page_opens_at_its_top(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Long", "word " * 3000)
        place = "document.querySelector('#leaf').scrollTop"
        page.evaluate(f"{place} = 2000")
        assert page.evaluate(place) > 1000
        page.get_by_role("link", name="Settings").click()
        page.get_by_role("button", name="Delete account").wait_for()
        assert page.evaluate(place) == 0


@thorough
def test_notes_two_quick_clicks_make_one_note(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "First", "")
        page.locator(".shelf [data-action=new]").dblclick()
        page.locator("#note-title").wait_for()
        settle(page)
        assert page.locator("#note-title").input_value() == ""
        assert page.locator("[data-note]").count() == 2
