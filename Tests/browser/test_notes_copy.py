# SPDX-License-Identifier: MIT
"""Private Notes' sealed copy for opening without a connection: several windows, lists that come late, and its removal.
"""

from bench import thorough
from notes import another_tab, has_sealed_copy, open_notes
from test_notes_keeping import FAKE

# A window whose notebook keeps the copy. Each window has a service of its own, so only the copy connects them.
KEPT = """async () => {
    const { SealedCopy, forgetSealedCopies } = await import('/demo/notes/sealed-copy.js');
    Object.assign(fake, { SealedCopy, forgetSealedCopies });
    fake.notebook.abandon();
    fake.notebook = await fake.open(true);
    fake.add = async (title) => {
        const note = fake.notebook.create();
        note.edit({ title });
        await note.save();
        return note;
    };
    // Asks for a list, whose answer comes when `letGo` is called.
    fake.hold = async () => {
        fake.late = new Promise((resolve) => (fake.letGo = resolve));
        const asked = new Promise((resolve) => (fake.asked = resolve));
        fake.following = fake.notebook.follow();
        await asked;
    };
    fake.receive = async () => {
        fake.letGo();
        await fake.following;
    };
    fake.titles = async () => {
        const list = await new SealedCopy('fake').get();
        return list && list.notes.map(({ version, sealed }) => `${JSON.parse(sealed).title} ${version}`).sort();
    };
}"""


def windows(bench, count=2):
    """Windows of one browser with the same account."""
    page = open_notes(bench)
    all_windows = [page, *(another_tab(bench, page) for _ in range(count - 1))]
    for window in all_windows:
        window.evaluate(FAKE)
        window.evaluate(KEPT)
    return all_windows


def titles(page):
    return page.evaluate("fake.titles()")


@thorough
def test_notes_that_two_windows_save_at_once_are_all_in_the_copy(bench):
    page, tab = windows(bench)
    begin = "(name) => { fake.saving = Promise.all(Array.from({ length: 20 }, (_, at) => fake.add(`${name} ${at}`))); }"
    page.evaluate(begin, "One")
    tab.evaluate(begin, "Two")
    for window in (page, tab):
        window.evaluate("fake.saving.then(() => {})")
    both = {f"{name} {at} 1" for name in ("One", "Two") for at in range(20)} | {"Boat 1"}
    assert set(titles(page)) == set(titles(tab)) == both


@thorough
def test_notes_list_that_another_window_asked_for_earlier_undoes_no_change(bench):
    page, tab = windows(bench)
    page.evaluate("async () => { fake.gone = await fake.add('Gone'); }")
    tab.evaluate(
        """() => {
            fake.notes.set('gone', { id: 'gone', version: 1, sealed: JSON.stringify({ title: 'Theirs', text: '', createdAt: 1, signature: null }), changedAt: 1 });
            return fake.hold();
        }""")
    page.evaluate(
        """async () => {
            const { notebook, id } = fake;
            await notebook.erase(fake.gone);
            notebook.note(id).edit({ text: 'more' });
            await notebook.note(id).save();
            await fake.add('New');
        }""")
    assert titles(page) == ["Boat 2", "New 1"]
    tab.evaluate("fake.receive()")
    assert titles(page) == ["Boat 2", "New 1", "Theirs 1"]
    # The next list has what the service has.
    tab.evaluate("fake.notebook.follow()")
    assert titles(page) == ["Boat 1", "Theirs 1"]


@thorough
def test_notes_erased_here_are_not_brought_back_by_an_earlier_list(bench):
    page, tab = windows(bench)
    tab.evaluate("fake.hold()")
    page.evaluate("fake.notebook.erase(fake.notebook.note(fake.id))")
    assert titles(tab) == []
    tab.evaluate("fake.receive()")
    assert titles(tab) == []
    tab.evaluate("fake.notebook.follow()")
    assert titles(tab) == ["Boat 1"], "another device may have made it again"


@thorough
def test_notes_lists_of_two_windows_count_in_the_order_in_which_they_were_asked_for(bench):
    page, tab = windows(bench)
    tab.evaluate("fake.hold()")
    note = "{ version, id: fake.id, sealed: JSON.stringify({ title, text: '', createdAt: 1, signature: null }), changedAt: 9 }"
    page.evaluate("([version, title]) => { fake.notes.set(fake.id, %s); return fake.notebook.follow(); }" % note, [7, "Newer"])
    tab.evaluate("fake.receive()")
    assert titles(tab) == ["Newer 7"]
    # A service that was restored has earlier versions again.
    page.evaluate("([version, title]) => { fake.notes.set(fake.id, %s); return fake.notebook.follow(); }" % note, [2, "Restored"])
    assert titles(tab) == ["Restored 2"]


@thorough
def test_notes_answer_that_comes_late_does_not_replace_a_later_version(bench):
    page, tab = windows(bench)
    change = """async ([version, isGone]) => {
        const copy = (fake.copy ??= new fake.SealedCopy('fake'));
        await copy.begin();
        const sealed = JSON.stringify({ title: 'Boat', text: '', createdAt: 1, signature: null });
        await copy.change(fake.id, version, isGone ? null : { id: fake.id, version, sealed, changedAt: 1 });
    }"""
    page.evaluate(change, [3, False])
    tab.evaluate(change, [2, False])
    assert titles(page) == ["Boat 3"]
    tab.evaluate(change, [3, True])
    page.evaluate(change, [3, False])
    assert titles(page) == []


@thorough
def test_notes_import_writes_each_note_once(bench):
    [page] = windows(bench, 1)
    per_note = page.evaluate(
        """async () => {
            let written = 0;
            const count = (thing, size) => {
                const { put } = thing;
                thing.put = function (...what) { written += size(what); return put.apply(this, what); };
            };
            count(IDBObjectStore.prototype, ([value]) => JSON.stringify(value).length);
            count(Cache.prototype, () => 1e9);
            const told = [];
            for (const length of [10, 100]) {
                written = 0;
                const text = 'x'.repeat(2000);
                const contents = Array.from({ length }, (_, at) => ({ title: `Note ${at}`, text, createdAt: 1, signature: null }));
                if (await fake.notebook.take(contents) !== length) throw new Error('refused');
                await fake.titles();
                told.push(written / length);
            }
            return told;
        }""")
    assert 2000 < min(per_note) and max(per_note) < 3000, per_note


@thorough
def test_notes_removal_of_the_copy_wins_against_all_windows(bench):
    page, tab = windows(bench)
    tab.evaluate("fake.hold()")
    page.evaluate(
        """async () => {
            const saving = Array.from({ length: 10 }, (_, at) => fake.add(`Note ${at}`));
            const { SealedCopy, forgetSealedCopies } = fake;
            const copy = new SealedCopy('fake');
            await Promise.all([...saving.slice(0, 5), copy.begin(), forgetSealedCopies()]);
            await Promise.all(saving);
            await fake.notebook.follow();
        }""")
    assert not has_sealed_copy(page)
    tab.evaluate("fake.receive()")
    tab.evaluate("fake.add('Later').then(() => fake.notebook.follow())")
    assert not has_sealed_copy(page) and titles(tab) is None
    # The account is opened again here. The other window keeps to what was removed.
    page.evaluate("async () => { fake.notebook = await fake.open(true); }")
    again = titles(page)
    tab.evaluate("fake.add('Unwanted').then(() => fake.notebook.follow())")
    assert "Boat 1" in again and titles(page) == again


@thorough
def test_notes_copy_that_is_put_back_leaves_what_is_newer(bench):
    page, tab = windows(bench)
    page.evaluate(
        """async () => {
            const { restorerOfKept, forgetKept } = await import('/demo/notes/device.js');
            await fake.add('Held');
            fake.restore = await restorerOfKept('fake');
            forgetKept();
        }""")
    assert not has_sealed_copy(page)
    tab.evaluate(
        """async () => {
            fake.notes.get(fake.id).version = 4;
            fake.notebook = await fake.open(true);
        }""")
    assert titles(tab) == ["Boat 4"]
    page.evaluate("fake.restore()")
    page.wait_for_function("() => fake.titles().then((titles) => titles.length === 2)")
    assert titles(tab) == ["Boat 4", "Held 1"]


@thorough
def test_notes_without_storage_for_the_copy_are_taken_all_the_same(bench):
    for storage in (
        "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('denied', 'SecurityError'); } });",
        "IDBFactory.prototype.open = () => ({});",  # it never answers
    ):
        page = open_notes(bench, before=lambda page: page.add_init_script(storage))
        page.evaluate(FAKE)
        late = "new Promise((_, reject) => setTimeout(reject, 20_000, new Error('The notes wait for the storage.')))"
        page.evaluate(f"() => Promise.race([({KEPT})(), {late}])")
        told = page.evaluate(
            """async () => {
                const [, , titles] = await Promise.all([fake.add('New'), fake.forgetSealedCopies(), fake.titles()]);
                return [fake.notebook.notes.length, fake.notes.size, titles];
            }""")
        assert told == [2, 2, None], storage
