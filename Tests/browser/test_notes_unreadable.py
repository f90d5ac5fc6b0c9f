# SPDX-License-Identifier: MIT
"""Private Notes: what another device of the account has sealed in a form that this version does not know."""

from bench import long_drawing, thorough, until
from notes import WORD, open_notes, opened, saved, service, sign_up, unlock, write

# Contents that no device of this version seals, and a note that can be read.
MALFORMED = """async ([settings, good, signatures = []]) => {
    const note = { title: 'A', text: 'b', createdAt: 1, signature: null };
    const contents = [null, 5, 'a note', [], {}, { ...note, title: 5 }, { ...note, text: null }, { ...note, createdAt: 1e300 },
        { ...note, editedAt: 'now' }, { ...note, deletedAt: {} }, { ...note, isPinned: {} }, { ...note, photos: 5 },
        { ...note, photos: [null] }, { ...note, versions: [5] }, { ...note, signature: 'me' }, { ...note, signature: { drawing: {} } }];
    const { account } = await (await fetch('/api/session')).json();
    const save = async (id, content) => {
        const nonce = crypto.getRandomValues(new Uint8Array(12));
        const how = { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(`InkLock note ${id} 1`) };
        const sealed = new Uint8Array(await crypto.subtle.encrypt(how, window.key, new TextEncoder().encode(JSON.stringify(content))));
        const body = JSON.stringify({ id, version: 0, sealed: btoa(Array.from([...nonce, ...sealed], (byte) => String.fromCharCode(byte)).join('')) });
        const headers = { 'Content-Type': 'application/json', 'InkLock-Account': account };
        const answer = await fetch('/api/notes', { method: 'POST', headers, body });
        if (!answer.ok) throw new Error(await answer.text());
    };
    for (const [at, content] of contents.entries()) await save(at.toString(16).padStart(32, 'c'), content);
    await save('d'.repeat(32), { ...note, title: good, folder: 'gone', editedAt: 2, deletedAt: null });
    for (const [at, signature] of signatures.entries()) await save(at.toString(16).padStart(32, 'e'), { ...note, title: `Signed ${at}`, signature });
    await save('0'.repeat(32), settings);
    return contents.length;
}"""
SEALED = "fetch('/api/notes').then((answer) => answer.json()).then(({ notes }) => Object.fromEntries(notes.map(({ id, version }) => [id, version])))"


def written(page):
    """Signs up, saves a note, and leaves the key of the notes to the test."""
    sign_up(page)
    page.evaluate(
        """() => {
            const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
            crypto.subtle.encrypt = (how, key, ...what) => encrypt(how, window.key = key, ...what);
        }""")
    write(page, "Boat", "one")


@thorough
def test_notes_that_another_device_sealed_wrongly_leave_the_others_usable(bench):
    with service(bench):
        page = open_notes(bench)
        written(page)
        count = page.evaluate(MALFORMED, [["dark"], WORD])
        page.reload()
        unlock(page)
        opened(page)
        page.get_by_text(f"2 notes · {count} notes can’t be opened here.").wait_for()
        assert sorted(page.locator(".note-item b").all_inner_texts()) == ["Boat", WORD]
        before = page.evaluate(SEALED)
        page.locator(".note-item", has_text="Boat").click()
        page.locator("#note-text").fill("one two")
        saved(page)
        # Settings that cannot be read are replaced as soon as the user changes one.
        page.get_by_label("Sort notes").select_option("title")
        until(page, lambda: page.evaluate(SEALED)["0" * 32] == 2)
        after = page.evaluate(SEALED)
        boat = next(note for note in before if after[note] == 2 and note != "0" * 32)
        assert after == {**before, "0" * 32: 2, boat: 2}
        page.reload()
        unlock(page)
        opened(page)
        assert page.locator("#sort").input_value() == "title"


@thorough
def test_notes_signature_that_another_device_sealed_wrongly_leaves_its_note_usable(bench):
    with service(bench):
        page = open_notes(bench)
        written(page)
        bad = [{"format": "inklock-drawing"}, long_drawing()]
        signatures = [{"drawing": drawing, "signedAt": 1, "digest": ""} for drawing in bad]
        page.evaluate(MALFORMED, [{}, WORD, signatures])
        page.reload()
        unlock(page)
        opened(page)
        for at in range(len(bad)):
            page.locator(".note-item", has_text=f"Signed {at}").click()
            page.locator(f"#signature[alt='Signature on Signed {at}']:not([src])").wait_for()
            page.locator("[data-action=pdf]:visible").click()
            page.get_by_text("Creating the PDF failed.").wait_for()


@thorough
def test_notes_settings_that_another_device_sealed_wrongly_count_as_not_set(bench):
    with service(bench):
        page = open_notes(bench)
        written(page)
        page.evaluate(MALFORMED, [{"signing": {"key": 5}, "theme": {}, "graceSeconds": "long", "sort": "title", "language": {"toString": 1, "valueOf": 1}, "folder-x": []}, WORD])
        page.reload()
        unlock(page)
        opened(page)
        assert page.locator("#sort").input_value() == "title"
        # Without a note that can be read, the list is not called empty, on a phone either.
        for title in ("Boat", WORD):
            page.locator(".note-item", has_text=title).click()
            page.locator(".menu summary").click()
            page.locator("[data-action=delete]:visible").click()
            page.get_by_text("Note moved to the bin").wait_for()
        page.set_viewport_size({"width": 320, "height": 568})
        page.get_by_text("notes can’t be opened here.").wait_for()
        assert page.get_by_text("No notes yet").count() == 0
        page.get_by_role("link", name="Settings").click()
        assert page.get_by_label("2 minutes").is_checked() and page.get_by_label("Same as device").is_checked()
