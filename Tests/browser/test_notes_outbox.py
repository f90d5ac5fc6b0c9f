# SPDX-License-Identifier: MIT
"""Private Notes: what has not reached the service, in two windows, on two devices, and while the page locks."""

from bench import thorough
from notes import UNSENT, all_sent, another_tab, hold, hurry, lock, open_notes, opened, service, sign_up, unlock, write
from test_notes_keeping import FAKE

# Steps of several windows of one browser, which share its storage.
WINDOWS = """() => {
    const { notes, id } = fake;
    const wait = (notebook) => new Promise((resolve) => setTimeout(resolve, 10)).then(() => notebook.save());
    fake.waiting = () => Object.keys(localStorage).filter((key) => key.startsWith('inklock-notes-unsent')).length;
    // Another device replaces the note.
    fake.replace = (changes, note = id) => {
        const { version, sealed } = notes.get(note);
        notes.set(note, { id: note, version: version + 1, sealed: JSON.stringify({ ...JSON.parse(sealed), ...changes }), changedAt: 9 });
    };
    // Opens, sends what waits, locks, and returns what is in the notes, and how many still wait.
    fake.unlock = async () => {
        fake.isOffline = false;
        const notebook = await fake.open();
        for (let times = 0; times < 3; times += 1) await wait(notebook);
        const list = notebook.notes.map(({ content: { title, text } }) => `${title}: ${text}`).sort();
        await notebook.close();
        return [...list, fake.waiting()];
    };
    fake.write = async (...changes) => {
        const windows = [await fake.open(), await fake.open()];
        fake.isOffline = true;
        windows.forEach((window, at) => window.note(id).edit(changes[at]));
        await Promise.all(windows.map((window) => window.close()));
    };
}"""


def windows(bench):
    page = open_notes(bench)
    page.evaluate(FAKE)
    page.evaluate(WINDOWS)
    return page


def test_notes_two_windows_that_lock_without_a_connection_lose_no_word(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            await fake.write({ title: 'Ship' }, { text: 'both' });
            const waiting = fake.waiting();
            const joined = await fake.unlock();
            await fake.write({ text: 'one' }, { text: 'two' });
            return [waiting, joined, await fake.unlock(), await fake.unlock()];
        }""")
    both = ["Ship: one", "Ship: two", 0]
    assert told == [2, ["Ship: both", 0], both, both], told


def test_notes_words_are_saved_while_the_user_types_on(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const note = fake.notebook.note(fake.id);
            for (let words = ''; note.version === 1 && words.length < 40; ) {
                note.edit({ text: (words += 'x') });
                await new Promise((resolve) => setTimeout(resolve, 200));
            }
            return note.version;
        }""")
    assert told == 2, "nothing was saved in eight seconds"


@thorough
def test_notes_unsent_that_lost_against_another_device_are_kept_once(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const settings = '0'.repeat(32);
            const notebook = await fake.open();
            notebook.settings.change({ theme: 'light' });
            await notebook.save();
            fake.isOffline = true;
            notebook.note(fake.id).edit({ text: 'mine' });
            notebook.settings.change({ theme: 'dark', sort: 'title' });
            await notebook.close();
            fake.replace({ text: 'theirs' });
            fake.replace({ theme: 'system' }, settings);
            const told = [await fake.unlock(), await fake.unlock()];
            return [...told, JSON.parse(fake.notes.get(settings).sealed)];
        }""")
    both = ["Boat: mine", "Boat: theirs", 0]
    assert told == [both, both, {"theme": "system", "sort": "title"}], told


def test_notes_unsent_changes_join_those_that_another_device_made_meanwhile(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const notebook = await fake.open();
            fake.isOffline = true;
            notebook.note(fake.id).edit({ text: 'mine' });
            notebook.note(fake.id).change({ folder: 'f' });
            await notebook.close();
            fake.replace({ title: 'Ship', isPinned: true });
            const told = [await fake.unlock()];
            const { title, text, folder, isPinned } = JSON.parse(fake.notes.get(fake.id).sealed);
            // Both put it into the bin.
            const other = await fake.open();
            fake.isOffline = true;
            other.note(fake.id).change({ deletedAt: Date.now() });
            await other.close();
            fake.replace({ deletedAt: Date.now() + 1 });
            await fake.unlock();
            return [...told, [title, text, folder, isPinned], fake.notes.size, fake.waiting()];
        }""")
    assert told == [["Ship: mine", 0], ["Ship", "mine", "f", True], 1, 0], told


@thorough
def test_notes_original_that_another_page_left_does_not_keep_them_closed(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const told = [];
            for (const replaced of ['?', '[1]', '{}', '[["text"]]']) {
                await fake.write({ text: `one ${replaced}` }, { text: `two ${replaced}` });
                for (const key of Object.keys(localStorage).filter((each) => each.startsWith('inklock-notes-unsent'))) {
                    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), replaced }));
                }
                const list = await fake.unlock();
                told.push(['one', 'two'].map((word) => list.includes(`Boat: ${word} ${replaced}`)), list.at(-1));
            }
            return told;
        }""")
    assert told == [[True, True], 0] * 4, told


def test_notes_words_written_during_a_request_without_an_answer_are_kept(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const note = fake.notebook.note(fake.id);
            note.edit({ text: 'one' });
            fake.losesAnswer = true;
            const saving = note.save();
            note.edit({ text: 'one two' });
            await saving;
            const { state } = note;
            fake.notebook.abandon();
            return [state, await fake.unlock()];
        }""")
    assert told == ["unsent", ["Boat: one two", 0]], told


def test_notes_settings_that_another_device_changed_lose_only_what_is_saved_later(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const settings = '0'.repeat(32);
            const notebook = await fake.open();
            notebook.settings.change({ sort: 'edited', theme: 'light' });
            await notebook.save();
            fake.replace({ sort: 'created', theme: 'dark' }, settings);
            notebook.settings.change({ sort: 'title', 'folder-x': 'Tax' });
            for (let times = 0; times < 2; times += 1) await notebook.save();
            await notebook.close();
            return [JSON.parse(fake.notes.get(settings).sealed), await fake.unlock()];
        }""")
    assert told == [{"sort": "title", "theme": "dark", "folder-x": "Tax"}, ["Boat: ", 0]], told


@thorough
def test_notes_that_meet_another_change_while_the_page_locks_are_kept(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const told = [];
            for (const [mine, theirs] of [[{ title: 'Ship' }, { text: 'both' }], [{ text: 'one' }, { text: 'two' }]]) {
                const notebook = await fake.open();
                fake.replace(theirs);
                notebook.note(fake.id).edit(mine);
                await notebook.close();
                told.push(await fake.unlock());
            }
            return told;
        }""")
    assert told == [["Ship: both", 0], ["Ship: one", "Ship: two", 0]], told


@thorough
def test_notes_whose_copy_was_given_up_after_a_conflict_are_kept(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const notebook = await fake.open();
            fake.replace({ text: 'two' });
            notebook.note(fake.id).edit({ text: 'one' });
            // The page is locked before the copy is sealed.
            notebook.addEventListener('part', () => notebook.abandon());
            await notebook.note(fake.id).save();
            return [fake.waiting(), await fake.unlock()];
        }""")
    assert told == [1, ["Boat: one", "Boat: two", 0]], told


@thorough
def test_notes_written_in_windows_that_missed_a_deletion_for_good_are_all_kept(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const { id, notes } = fake;
            const told = [];
            for (const isReopened of [false, true]) {
                const [another, other] = [await fake.open(), await fake.open()];
                fake.isOffline = true;
                another.note(id).edit({ text: 'one' });
                if (isReopened) await another.close();
                fake.isOffline = false;
                notes.delete(id);
                const window = isReopened ? await fake.open() : another;
                for (let times = 0; times < 2; times += 1) await window.save();
                // It knows the version that the note above has again.
                other.note(id).edit({ text: 'two' });
                const renewed = [];
                other.addEventListener('renew', ({ detail }) => renewed.push(detail.content.text));
                for (let times = 0; times < 2; times += 1) await other.save();
                const list = [...notes.values()].map(({ sealed, version }) => [JSON.parse(sealed).text, version]).sort();
                const isThere = other.notes.every((note) => other.note(note.id) === note && notes.has(note.id));
                told.push([list, notes.has(id), renewed, fake.waiting(), isThere]);
                for (const each of [window, other]) each.abandon();
                notes.clear();
                notes.set(id, { id, version: 1, sealed: JSON.stringify({ title: 'Boat', text: '', createdAt: 1, signature: null }), changedAt: 5 });
            }
            return told;
        }""")
    assert told == 2 * [[[["one", 1], ["two", 1]], False, ["two"], 0, True]], told


@thorough
def test_notes_recreated_after_a_deletion_wait_under_their_new_id_alone(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const { id, notes } = fake;
            const notebook = await fake.open();
            notes.delete(id);
            notebook.note(id).edit({ text: 'one' });
            // The connection is lost after the service has refused the note.
            notebook.addEventListener('renew', () => (fake.isOffline = true));
            await notebook.save();
            const waiting = Object.entries(localStorage).filter(([key]) => key.startsWith('inklock-notes-unsent'));
            const sendings = waiting.map(([, words]) => JSON.parse(words));
            await notebook.close();
            return [sendings.map((each) => [each.id === id, each.version]), await fake.unlock(), await fake.unlock(), notes.has(id)];
        }""")
    assert told == [[[False, 0]], ["Boat: one", 0], ["Boat: one", 0], False], told


@thorough
def test_notes_deleted_for_good_come_back_once_from_windows_with_the_same_change(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const { id, notes } = fake;
            const told = [];
            for (const isLoaded of [false, true]) {
                const one = await fake.open();
                one.note(id).edit({ text: 'one' });
                await one.keep();
                const other = await fake.open();
                notes.delete(id);
                for (let times = 0; times < 3; times += 1) await one.save();
                // A window may have the note that came back before it has sent its own change.
                if (isLoaded) await other.follow();
                for (let times = 0; times < 3; times += 1) await other.save();
                const isThere = [one, other].every((window) => window.notes.length === 1 && notes.has(window.notes[0].id));
                told.push([[...notes.values()].map(({ sealed }) => JSON.parse(sealed).text), isThere, fake.waiting()]);
                for (const each of [one, other]) each.abandon();
                notes.clear();
                notes.set(id, { id, version: 1, sealed: JSON.stringify({ title: 'Boat', text: '', createdAt: 1, signature: null }), changedAt: 5 });
            }
            return told;
        }""")
    assert told == 2 * [[["one"], True, 0]], told


@thorough
def test_notes_that_come_back_while_the_page_locks_are_found_under_their_old_id(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const { id, notes } = fake;
            const notebook = await fake.open();
            notes.delete(id);
            notebook.note(id).edit({ text: 'one' });
            await notebook.close();
            const next = await fake.open();
            return [next.note(id)?.content.text, next.note(id)?.id !== id];
        }""")
    assert told == ["one", True], told


@thorough
def test_notes_settings_that_were_deleted_keep_their_id(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const settings = '0'.repeat(32);
            const notebook = await fake.open();
            notebook.settings.change({ theme: 'light' });
            await notebook.save();
            fake.notes.delete(settings);
            notebook.settings.change({ theme: 'dark' });
            for (let times = 0; times < 2; times += 1) await notebook.save();
            return [JSON.parse(fake.notes.get(settings).sealed), fake.notes.size];
        }""")
    assert told == [{"theme": "dark"}, 2], told


@thorough
def test_notes_deleted_for_good_are_those_that_were_shown(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const told = [];
            const now = Date.now();
            for (const texts of [{ editedAt: 7, text: 'theirs', deletedAt: now }, { editedAt: 8, title: 'Ship', deletedAt: null }]) {
                const notebook = await fake.open();
                const note = notebook.note(fake.id);
                fake.isOffline = true;
                note.edit(texts.title ? { title: 'Raft', deletedAt: now } : { deletedAt: now });
                await note.save();
                fake.isOffline = false;
                fake.replace(texts);
                told.push(await notebook.erase(note).then(() => 'erased', ({ code }) => code));
                notebook.discard();
            }
            const { title, text } = JSON.parse(fake.notes.get(fake.id).sealed);
            return [...told, title, text];
        }""")
    assert told == ["conflict", "conflict", "Ship", "theirs"], told


@thorough
def test_notes_list_that_arrives_late_removes_no_note(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const { notebook, notes, id } = fake;
            fake.late = new Promise((resolve) => (fake.letGo = resolve));
            const list = notebook.follow();
            const note = notebook.create();
            note.edit({ title: 'New' });
            await note.save();
            fake.letGo();
            await list;
            const isThere = notebook.note(note.id) === note && !note.isGone;
            notes.set('b', { id: 'b', version: 1, sealed: JSON.stringify({ title: 'B', text: '', createdAt: 1, signature: null }), changedAt: 1 });
            const first = [];
            notebook.addEventListener('change', () => first.push(notebook.note('b')));
            await Promise.all([notebook.follow(), notebook.follow()]);
            return [isThere, first.every((each) => each === notebook.note('b'))];
        }""")
    assert told == [True, True], told


@thorough
def test_notes_list_that_arrives_late_is_kept_with_what_was_saved_since(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const { SealedCopy } = await import('/demo/notes/sealed-copy.js');
            const notebook = await fake.open(true);
            const [gone, boat] = [notebook.create(), notebook.note(fake.id)];
            gone.edit({ title: 'Gone' });
            await gone.save();
            fake.late = new Promise((resolve) => (fake.letGo = resolve));
            const asked = new Promise((resolve) => (fake.asked = resolve));
            const list = notebook.follow();
            await asked;
            const fresh = notebook.create();
            fresh.edit({ title: 'New' });
            boat.edit({ text: 'more' });
            await notebook.save();
            await notebook.erase(gone);
            fake.letGo();
            await list;
            const { notes } = await new SealedCopy('fake').get();
            notebook.discard();
            return notes.map(({ version, sealed }) => `${JSON.parse(sealed).title} ${version}`).sort();
        }""")
    assert told == ["Boat 2", "New 1"], told


@thorough
def test_notes_received_from_another_window_are_only_taken_where_they_are_known_and_newer(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const { notebook, id } = fake;
            const note = notebook.note(id);
            const saved = (version, text, more) => ({ id, version, changedAt: 9, sealed: JSON.stringify({ ...note.content, text }), ...more });
            const told = [];
            const receive = async (each) => told.push([await notebook.receive(each), note.version, note.content.text]);
            await receive(saved(3, 'three'));
            await receive(saved(2, 'two'));
            await receive(saved(4, 'four', { id: 'b' }));
            await receive(saved(4, 'four', { sealed: '?' }));
            note.edit({ text: 'mine' });
            await receive(saved(4, 'four'));
            notebook.abandon();
            await receive(saved(5, 'five'));
            return [told, notebook.notes.length];
        }""")
    three = [3, "three"]
    assert told == [[[True, *three], [True, *three], [False, *three], [False, *three], [True, 3, "mine"], [False, 3, "mine"]], 0], told


@thorough
def test_notes_whose_answer_was_lost_are_no_change_of_another_window(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const { id } = fake;
            const told = [];
            const [notebook, other] = [await fake.open(), await fake.open()];
            const note = notebook.note(id);
            fake.losesAnswer = true;
            note.edit({ text: 'one' });
            await note.save();
            note.edit({ text: 'one two' });
            for (let times = 0; times < 2; times += 1) await note.save();
            told.push([note.state, fake.waiting()]);
            // Another window sends what this one keeps, and this one goes on.
            fake.isOffline = true;
            note.edit({ text: 'one two three' });
            await note.save();
            fake.isOffline = false;
            await other.load();
            await other.save();
            note.edit({ text: 'one two three four' });
            for (let times = 0; times < 2; times += 1) await note.save();
            // A new note arrives, the window closes, and the next one finds both.
            fake.losesAnswer = true;
            const fresh = notebook.create();
            fresh.edit({ title: 'New' });
            await fresh.save();
            notebook.abandon();
            other.abandon();
            return [...told, await fake.unlock()];
        }""")
    assert told == [["saved", 0], ["Boat: one two three four", "New: ", 0]], told


@thorough
def test_notes_written_after_a_save_without_an_answer_are_no_second_note(bench):
    page = windows(bench)
    told = page.evaluate(
        """async () => {
            const told = [];
            for (const isListLate of [false, true]) {
                const notebook = await fake.open();
                const note = notebook.note(fake.id);
                note.edit({ text: `one ${isListLate}` });
                const before = fake.notes.get(fake.id);
                fake.losesAnswer = true;
                await note.save();
                const sent = fake.notes.get(fake.id);
                note.edit({ text: `one two ${isListLate}` });
                await notebook.keep();
                notebook.abandon();
                if (isListLate) {
                    fake.notes.set(fake.id, before);
                    const next = await fake.open();
                    fake.notes.set(fake.id, sent); // it arrives only now
                    for (let times = 0; times < 2; times += 1) await next.save();
                    await next.close();
                }
                told.push(await fake.unlock());
            }
            return told;
        }""")
    assert told == [["Boat: one two false", 0], ["Boat: one two true", 0]], told


@thorough
def test_notes_locked_during_a_slow_save_are_no_second_note(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Boat", "one")
        for words, is_answered in (("two", True), ("three", False)):
            asked, release = hold(page, "notes", is_answered)
            page.locator("#note-text").fill(words)
            asked()
            page.locator("#note-text").fill(f"{words} and more")
            # The lock waits for the request, but not until it is answered.
            hurry(page)
            with page.expect_response("**/api/sign-out"):
                lock(page)
            with page.expect_response("**/api/notes"):
                release()
            unlock(page)
            opened(page)
            page.locator(".note-item", has_text=f"{words} and more").wait_for()
            all_sent(page)
            assert page.locator(".note-item .snippet").all_inner_texts() == [f"{words} and more"]
            page.locator("#note-text, .note-item").first.click()


def test_notes_written_while_a_save_is_stuck_survive_the_window(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Boat", "one")
        asked, release = hold(page, "notes")
        page.locator("#note-text").fill("one two")
        asked()
        before = page.evaluate(UNSENT)
        page.locator("#note-text").fill("one two three")
        page.wait_for_function(f"(before) => {UNSENT} !== before", arg=before)
        tab = another_tab(bench, page)
        page.close()
        release()
        unlock(tab)
        opened(tab)
        # The stuck request may still arrive when the window closes.
        tab.locator(".note-item", has_text="one two three").wait_for()
        all_sent(tab)
        assert tab.locator(".note-item").count() == 1
