# SPDX-License-Identifier: MIT
"""A note's PDF: text that other programs can select, search and read aloud, and the signature as outlines."""

import base64
import io
import json
import re
import shutil
import subprocess

from PIL import Image

from bench import THOROUGH, Skipped, idle, thorough, until
from notes import locked, open_notes, press, service, sign_up, write
from test_notes_write import sign_note

LINE = "The boat is yours until September, with oars and sails – “as seen”. Bring it back clean & dry; €20 a cushion."
# A hundred pages of it have about 360,000 characters.
HUNDRED_PAGES = (LINE + " ") * 4 + "\n"


def ran(program, *arguments):
    """Returns what a program prints about a PDF."""
    if not shutil.which(program):
        raise Skipped(f"{program} is not installed")
    done = subprocess.run([program, *map(str, arguments)], capture_output=True)
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-400:] or done.stdout.decode(errors="replace")[-400:]
    assert not done.stderr, done.stderr.decode(errors="replace")[-400:]
    return done.stdout.decode()


def checked(path):
    """Checks a PDF's structure, and returns the lines of `pdfinfo` by name."""
    ran("qpdf", "--check", path)
    lines = (line.partition(":") for line in ran("pdfinfo", path).splitlines())
    return {name: value.strip() for name, _, value in lines}


def made(bench, page, text, title="", repeat=1):
    """Writes a note's PDF in the page. Returns its path, the time, and the longest that the page was blocked, in
    seconds.
    """
    result = page.evaluate(
        """async ([title, text, repeat]) => {
            const { pdfOf } = await import('/demo/notes/note-pdf.js');
            const content = { title, text: text.repeat(repeat), createdAt: 1700000000000, signature: null };
            let [last, blocked, isDone] = [performance.now(), 0, false];
            const watch = () => {
                blocked = Math.max(blocked, performance.now() - last);
                last = performance.now();
                if (!isDone) setTimeout(watch);
            };
            watch();
            const start = performance.now();
            let blob;
            try {
                blob = await pdfOf(content, { isOlder: false, signer: '' });
            } catch (error) {
                return { refused: error.constructor.name };
            } finally {
                isDone = true;
            }
            const time = performance.now() - start;
            const reader = new FileReader();
            const data = await new Promise((done) => { reader.onload = () => done(reader.result); reader.readAsDataURL(blob); });
            return { data: data.split(',')[1], time, blocked };
        }""",
        [title, text, repeat],
    )
    if "refused" in result:
        return result["refused"]
    path = bench.folder / "made.pdf"
    path.write_bytes(base64.b64decode(result["data"]))
    return path, result["time"] / 1000, result["blocked"] / 1000


def timed_pdf(bench, page, text, title, repeat, most, longest):
    """Writes a note's PDF in at most `most` seconds, the longest of them without a turn for the page. Returns its path.
    """
    for _ in range(3):
        path, time, blocked = made(bench, page, text, title, repeat)
        # Other programs can only take time from it. A PDF that is written in one piece leaves the page no turn at all.
        if time < most and blocked < max(longest, 0 if THOROUGH else time / 2):
            return path
    raise AssertionError(f"{text[:4]!r}: {time:.2f} s, of which {blocked:.2f} s without a turn for the page")


def picture(path, page=1):
    done = subprocess.run(["pdftoppm", "-r", "72", "-png", "-f", str(page), "-l", str(page), str(path)], capture_output=True, check=True)
    return Image.open(io.BytesIO(done.stdout)).convert("L")


@thorough
def test_notes_signed_pdf_has_text_tags_and_outlines(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Agreement: boat/oars", "The boat is yours until September.\n" * 12)
        sign_note(page)
        with page.expect_download() as download:
            press(page, "Save as PDF")
        assert download.value.suggested_filename == "Agreement boat oars.pdf"
        path = bench.folder / "note.pdf"
        download.value.save_as(path)
        facts = checked(path)
        assert facts["Title"] == "Agreement: boat/oars" and facts["Author"] == "Eva Quitte"
        assert facts["Tagged"] == "yes" and facts["Pages"] == "1" and "A4" in facts["Page size"], facts
        text = ran("pdftotext", path, "-")
        assert text.startswith("Agreement: boat/oars\n") and text.count("The boat is yours until September.") == 12
        assert "Signed by Eva Quitte on " in text
        structure = ran("pdfinfo", "-struct", path)
        assert [len(re.findall(rf"^  {tag}\b", structure, re.MULTILINE)) for tag in ("H1", "P", "Figure")] == [1, 14, 1], structure
        assert len(ran("pdfimages", "-list", path).splitlines()) == 2, "the signature is a picture"
        image = picture(path)
        assert image.size == (596, 842)
        assert min(image.crop((0, 60, 596, 120)).getdata()) < 90, "the title is not on the page"
        assert min(image.crop((0, 800, 596, 842)).getdata()) > 240, "something is in the margin"
        # Below twelve lines of 17.5 points are the pad and the line about it.
        ink = image.crop((64, 380, 532, 520)).point(lambda value: 255 * (value < 100)).getbbox()
        assert ink and ink[2] - ink[0] > 100 and ink[3] - ink[1] > 20, f"the signature is not on the page: {ink}"


@thorough
def test_notes_pdf_of_a_hundred_pages_is_quick_and_small(bench):
    page = bench.open("/notes.html", element="ink-lock")
    # The quick tier runs beside other programs.
    path = timed_pdf(bench, page, HUNDRED_PAGES, "Long", 800, most=2 if THOROUGH else 20, longest=0.25)
    facts = checked(path)
    assert int(facts["Pages"]) >= 100 and path.stat().st_size < 1_000_000, f"{facts['Pages']} pages, {path.stat().st_size} bytes"
    text = ran("pdftotext", "-layout", path, "-")
    assert text.count("€20") == 4 * 800 and f"1 / {facts['Pages']}" in text


def test_notes_pdf_has_every_script_as_text(bench):
    page = bench.open("/notes.html", element="ink-lock", locale="en-US")
    text = "Привет, мир! Καλημέρα. Žluťoučký kůň.\nهذا نص عربي مع Hello داخل\nEnglish with שלום עולם inside.\nx\u202ey\u0007z \ud83d 😀"
    path, _, _ = made(bench, page, text, "Договор")
    facts = checked(path)
    assert facts["Title"] == "Договор" and "letter" in facts["Page size"], facts
    found = ran("pdftotext", path, "-")
    for part in ("Договор", "Привет, мир! Καλημέρα. Žluťoučký kůň.", "هذا نص عربي مع", "Hello", "داخل", "שלום עולם", "xyz", "�", "😀"):
        assert part in found, f"{part} is not in {found}"
    words = picture(path).crop((400, 149, 560, 168))
    assert min(words.getdata()) < 120, "the Arabic words do not show"


@thorough
def test_notes_pdf_of_hostile_text_is_made_or_refused(bench):
    page = bench.open("/notes.html", element="ink-lock")
    for text, repeat in (("e" + "\u0301" * 50, 2000), ("x", 400_000), ("\u202e\u0000", 100_000), ("(\\)<>%", 9_000), ("א" + "\U0001BCA0" * 20_000, 1)):
        checked(timed_pdf(bench, page, text, text[:3], repeat, most=8, longest=1))
    assert made(bench, page, "a\n", "Lines", 200_000) == "TooLongError"


@thorough
def test_notes_file_name_is_cut_between_characters(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Q" + "🍐" * 70, "")
        with page.expect_download() as download:
            press(page, "Save as PDF")
        assert download.value.suggested_filename == "Q" + "🍐" * 59 + ".pdf"


@thorough
def test_notes_pdf_is_given_up_when_the_page_locks(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Long", HUNDRED_PAGES * 200)
        downloads = []
        page.on("download", lambda download: downloads.append(download))
        # In one turn, so that the lock falls while the pages are made.
        page.evaluate(
            """() => {
                const lock = document.querySelector('ink-lock');
                const { promptClosed } = lock;
                lock.promptClosed = () => (promptClosed.call(lock), window.isEnded = true);
                document.querySelector('[data-action=pdf]').click();
                setTimeout(() => lock.lock());
            }""")
        locked(page)
        page.wait_for_function("() => window.isEnded")
        idle(page)
        assert not downloads and not page.get_by_text("The PDF is in your downloads.").count()


def saved(bench, page, name="note.pdf"):
    with page.expect_download() as download:
        press(page, "Save as PDF")
    path = bench.folder / name
    download.value.save_as(path)
    return path


def test_notes_pdf_of_a_signed_note_is_signed_with_the_account_s_key(bench):
    with service(bench):
        page = open_notes(bench)
        sent = []
        page.on("request", lambda request: sent.append(request.post_data or ""))
        sign_up(page)
        write(page, "Boat", LINE)
        sign_note(page)
        path = saved(bench, page)
        checked(path)
        said = ran("pdfsig", "-nocert", path)
        assert "Signature is Valid." in said and "Total document signed" in said, said
        assert "ETSI.CAdES.detached" in said and "SHA-256" in said, said
        report = json.loads(bench.inklock("verify", path, "--json"))
        report = report if isinstance(report, list) else report["signatures"]
        verdicts = {line["subject"]: (line["verdict"], line["reason"]) for line in report[0]["lines"]}
        assert verdicts["signature"] == ("holds", "valid") and verdicts["document"] == ("holds", "whole-document"), verdicts
        assert report[0]["signer"] and report[0]["signer"] in said, report[0]["signer"]

        # The same account has the same key, also on another day; what the key signed cannot be changed.
        again = saved(bench, page, "again.pdf")
        second = json.loads(bench.inklock("verify", again, "--json"))
        second = second if isinstance(second, list) else second["signatures"]
        assert second[0]["certificate"] == report[0]["certificate"], "another key"
        changed = bytearray(path.read_bytes())
        changed[40] ^= 1
        forged = bench.folder / "forged.pdf"
        forged.write_bytes(changed)
        assert "Signature is Valid." not in subprocess.run(["pdfsig", "-nocert", forged], capture_output=True, text=True).stdout

        # The key is nowhere in the browser or in what it sends, except sealed in the settings. Keys of PKCS #8 begin
        # with these letters.
        until(page, lambda: any("0" * 32 in body for body in sent))
        kept = page.evaluate("JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })")
        assert any('"sealed"' in body for body in sent), "nothing was saved"
        for text in (kept, *sent):
            assert "MIGHAgEA" not in text and "signing" not in text, "the key is not sealed"

        page.locator("#note-text").fill("Other words")
        older = saved(bench, page, "older.pdf")
        assert b"/ByteRange" not in older.read_bytes(), "what was changed after signing is signed"
