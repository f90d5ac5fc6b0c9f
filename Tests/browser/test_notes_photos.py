# SPDX-License-Identifier: MIT
"""Photos in notes: how they get in, what remains of them, how they are shown, and what notices them."""

import base64
import io
import json

from PIL import Image

from bench import idle, some, thorough
from notes import DESKTOP, PHONE, another_tab, known_device, lock, open_notes, opened, press, readable, saved, service, sign_up, unlock, write
from photos import BRING, CAMERA, MOST_BYTES, add, count, downloaded, from_camera, jpeg, png, told, with_photos
from test_axe import Audit
from test_notes_offline import kept, opened_by_passkey, without_network
from test_notes_pdf import ran
from test_notes_write import sign_note


def test_notes_photo_is_upright_and_says_nothing_of_its_camera_and_place(bench):
    original = from_camera()
    assert CAMERA.encode() in original and b"Exif" in original
    with service(bench) as server:
        page = open_notes(bench)
        sent = []
        page.on("request", lambda request: sent.append(request.post_data or ""))
        sign_up(page)
        with_photos(page, original)
        shown = page.get_by_role("img", name="Photo 1 of 1")
        assert shown.evaluate("(image) => [image.naturalWidth, image.naturalHeight]") == [400, 800]
        page.locator(".note-item .item-mark", has_text="1 photo").wait_for()
        _, content = downloaded(bench, page)
        [photo] = content["notes"][0]["photos"]
        assert photo["type"] == "image/jpeg" and set(photo) == {"type", "data"}
        data = base64.b64decode(photo["data"], validate=True)
        image = Image.open(io.BytesIO(data))
        assert image.size == (400, 800) and not image.getexif() and "comment" not in image.info
        assert CAMERA.encode() not in data and b"Exif" not in data and b"GPS" not in data
        above, below = image.getpixel((200, 100)), image.getpixel((200, 700))
        assert above[0] > 200 > below[0] and below[2] > 200 > above[2], "the photo is not upright"
        # The service has it sealed only.
        assert data[200:232] not in server.stored() and not any(photo["data"][300:340] in body for body in sent)


@thorough
def test_notes_photos_are_pasted_and_dropped(bench):
    file = [["photo.jpg", "image/jpeg", base64.b64encode(jpeg()).decode()]]
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Boat", "With oars.")
        assert page.evaluate(BRING, ["paste", file, {}]), "the browser still pastes it"
        told(page, "Photo added")
        count(page, 1)
        # A program for text offers a picture of it, which is not what was meant.
        assert not page.evaluate(BRING, ["paste", file, {"text/plain": "Words", "text/html": "<p>Words</p>"}])
        assert not page.evaluate(BRING, ["paste", [["a.pdf", "application/pdf", "AAAA"]], {}])
        # The same photo may be there twice.
        assert page.evaluate(BRING, ["drop", file, {}]), "the browser leaves the page for the file"
        count(page, 2)
        page.get_by_role("img", name="Photo 2 of 2").wait_for()
        told(page, "Photo added")
        assert page.evaluate(BRING, ["drop", [["a.pdf", "application/pdf", "AAAA"]], {}])
        told(page, "This browser can’t open that file.")
        assert not page.evaluate(BRING, ["drop", [], {"text/plain": "Words"}]), "words cannot be dropped any more"
        assert page.locator(".dropping").count() == 0
        count(page, 2)
        assert page.locator("#note-text").input_value() == "With oars."
        # Behind a dialog, nothing gets into the note.
        page.locator(".photo").first.click()
        page.locator(".photo-stage").wait_for()
        page.evaluate(BRING, ["drop", file, {}])
        page.evaluate(BRING, ["paste", file, {}])
        page.keyboard.press("Escape")
        page.locator(".photo-stage").wait_for(state="detached")
        # Photos are read one after the other, so this one is the last.
        page.evaluate(BRING, ["drop", [["other.jpg", "image/jpeg", base64.b64encode(jpeg(300, 500)).decode()]], {}])
        page.wait_for_function("() => [...document.querySelectorAll('.photo img')].some(({ naturalWidth }) => naturalWidth === 300)")
        assert page.locator(".photo").count() == 3


def test_notes_photos_survive_a_reload_a_lock_and_another_device(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        with_photos(page, jpeg(), jpeg(300, 500))
        digests = page.locator(".photo img").evaluate_all("(all) => all.map(({ src }) => src)")
        page.reload()
        unlock(page)
        opened(page)
        count(page, 2)
        lock(page)
        assert "data:image/jpeg" not in readable(page), "a photo stays in the locked page"
        unlock(page)
        opened(page)
        count(page, 2)
        other = known_device(bench, code, **PHONE)
        other.locator(".note-item").click()
        count(other, 2)
        assert other.locator(".photo img").evaluate_all("(all) => all.map(({ src }) => src)") == digests
        # A photo that is still read when the page locks does not get into it.
        page.evaluate(
            """() => {
                const { close } = ImageBitmap.prototype;
                ImageBitmap.prototype.close = function () {
                    close.call(this);
                    window.isRead = true;
                };
            }""")
        page.evaluate(f"([kind, files]) => {{ ({BRING})([kind, files, {{}}]); document.querySelector('ink-lock').lock(); }}",
                      ["drop", [["photo.jpg", "image/jpeg", base64.b64encode(jpeg(3000, 3000)).decode()]]])
        page.wait_for_function("() => window.isRead")
        idle(page)
        assert "data:image/jpeg" not in readable(page)


@thorough
def test_notes_photo_opens_large_and_closes_by_escape_and_back(bench):
    with service(bench):
        page = open_notes(bench, **PHONE)
        sign_up(page)
        with_photos(page, jpeg(), jpeg(400, 900))
        address = page.url
        stage, image = page.locator(".photo-stage"), page.locator(".photo-stage img")
        first = page.get_by_role("button", name="Photo 1 of 2", exact=True)
        first.click()
        page.get_by_role("dialog", name="Photo 1 of 2").wait_for()
        box = image.bounding_box()
        assert box["width"] > 380 and box["x"] >= 0 and box["x"] + box["width"] <= 391, box
        page.get_by_role("button", name="Next photo").click()
        page.get_by_role("dialog", name="Photo 2 of 2").wait_for()
        box = image.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 845 and abs(box["height"] / box["width"] - 900 / 400) < 0.02, box
        page.keyboard.press("ArrowLeft")
        page.get_by_role("dialog", name="Photo 1 of 2").wait_for()
        page.keyboard.press("Escape")
        stage.wait_for(state="detached")
        assert first.evaluate("(button) => button === document.activeElement"), "the keyboard is elsewhere"
        page.wait_for_function("() => !history.state?.photo")
        first.click()
        stage.wait_for()
        page.go_back()
        stage.wait_for(state="detached")
        assert page.url == address and page.locator("#note-title").is_visible(), "a step back left the note"
        first.click()
        stage.locator("[aria-label='Back']").click()
        stage.wait_for(state="detached")
        page.wait_for_function("() => !history.state?.photo")
        page.go_back()
        page.locator("#notes").wait_for()
        assert page.url != address, "a step back stays at the note"


@thorough
def test_notes_photo_is_removed_and_put_back(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        with_photos(page, jpeg(300, 200), jpeg(200, 300))
        heights = "(all) => all.map(({ naturalHeight }) => naturalHeight)"
        page.get_by_role("button", name="Remove photo 1").click()
        count(page, 1)
        assert page.get_by_role("img", name="Photo 1 of 1").count() == 1
        assert page.evaluate("document.activeElement.className").endswith("photo-remove")
        press(page, "Undo")
        count(page, 2)
        assert page.locator(".photo img").evaluate_all(heights) == [200, 300]
        page.locator(".photo").nth(1).click()
        page.locator(".photo-stage [aria-label='Remove']").click()
        page.locator(".photo-stage").wait_for(state="detached")
        count(page, 1)
        assert page.locator("#toast-words").inner_text() == "Photo removed"
        saved(page)
        page.reload()
        unlock(page)
        opened(page)
        count(page, 1)
        page.get_by_role("button", name="Remove photo 1").click()
        page.locator("#photos").wait_for(state="hidden")
        page.locator(".note-item .item-mark").first.wait_for(state="detached")
        # A removed photo comes back only if there is room: another window may have added one.
        add(page, *[jpeg()] * 4)
        told(page, "4 photos added")
        count(page, 4)
        saved(page)
        other = another_tab(bench, page)
        unlock(other)
        opened(other)
        other.locator(".note-item").click()
        count(other, 4)
        page.get_by_role("button", name="Remove photo 4").click()
        count(page, 3)
        saved(page)
        count(other, 3)
        add(other, jpeg(60, 60))
        count(other, 4)
        count(page, 4)
        press(page, "Undo")
        told(page, "There’s no room for more photos in this note.")
        count(page, 4)


@thorough
def test_notes_photos_are_made_small_enough_and_others_are_refused(bench):
    large = jpeg(1800, 1400, noise=120)
    with service(bench):
        page = open_notes(bench)
        sent = []
        page.on("request", lambda request: request.url.endswith("/api/notes") and sent.append(json.loads(request.post_data or "{}").get("sealed", "")))
        sign_up(page)
        write(page, "Boat", "With oars.")
        for words, file in [
            ("can’t open that file", b"Only words"), ("can’t open that file", b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
            ("can’t open that file", large[: len(large) // 90]), ("too large", png(12_000, 10_000, bytes(10_000 * 12_001))),
        ]:
            add(page, file)
            told(page, words)
        path = bench.folder / "large.jpg"
        with path.open("wb") as file:
            file.write(large)
            file.truncate(50_000_001)
        add(page, path)
        told(page, "That photo is too large. It can have up to 50 MB and 100 megapixels.")
        count(page, 0)
        # Four noisy photos have room together, and a fifth has none.
        add(page, *[large] * 5)
        told(page, "A note can have up to 4 photos.")
        count(page, 4)
        saved(page)
        sides = page.locator(".photo img").evaluate_all("(all) => all.map(({ naturalWidth }) => naturalWidth)")
        assert all(480 <= side <= 1600 for side in sides), sides
        assert max(map(len, sent)) * 3 / 4 < 2**19
        add(page, jpeg())
        told(page, "A note can have up to 4 photos.")
        # A long text leaves no room.
        write(page, "Long", "x" * 518_000)
        add(page, jpeg())
        told(page, "There’s no room for more photos in this note.")
        # A photo alone gets what the others would have had.
        write(page, "Alone", "")
        add(page, large)
        told(page, "Photo added")
        count(page, 1)
        saved(page)
        _, content = downloaded(bench, page)
        notes = {note["title"]: [len(base64.b64decode(photo["data"])) for photo in note.get("photos", [])] for note in content["notes"]}
        assert len(notes["Boat"]) == 4 and sum(notes["Boat"]) <= MOST_BYTES and notes["Long"] == [], notes
        assert min(notes["Boat"]) < 80 * 1024 < notes["Alone"][0] <= 128 * 1024, notes


@thorough
def test_notes_photo_makes_a_note_of_its_own(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        page.locator("[data-action=new]").first.click()
        page.locator("#note-title:focus").wait_for()
        # The note is left while the photo is read.
        page.evaluate(f"([kind, files]) => {{ ({BRING})([kind, files, {{}}]); location.hash = '#settings'; }}",
                      ["drop", [["photo.jpg", "image/jpeg", base64.b64encode(jpeg(3000, 2000)).decode()]]])
        told(page, "Photo added")
        page.locator(".note-item .item-mark", has_text="1 photo").wait_for()
        page.locator(".note-item").click()
        count(page, 1)
        saved(page)
        sign_note(page)
        page.locator("#search").fill("photo")
        page.locator("#found", has_text="Nothing found").wait_for()


@thorough
def test_notes_signature_notices_photos(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        write(page, "Agreement", "The boat is yours.")
        sign_note(page)
        older = page.get_by_text("The note was changed after it was signed.")
        add(page, jpeg())
        older.wait_for()
        page.get_by_role("button", name="Remove photo 1").click()
        older.wait_for(state="hidden")
        press(page, "Undo")
        older.wait_for()
        page.locator(".signed [data-action=sign]").click()
        page.locator("ink-signature").evaluate("(pad) => pad.ready")
        page.get_by_text("You’re signing the note as it is now.").wait_for()
        page.keyboard.press("Escape")
        press(page, "Remove signature")
        sign_note(page)
        older.wait_for(state="hidden")
        saved(page)
        page.reload()
        unlock(page)
        opened(page)
        count(page, 1)
        page.wait_for_function("() => document.getElementById('signature')?.naturalWidth > 20")
        assert not older.is_visible()
        page.get_by_role("button", name="Remove photo 1").click()
        older.wait_for()
        press(page, "Undo")
        older.wait_for(state="hidden")
        # Another photo in its place is another note.
        page.get_by_role("button", name="Remove photo 1").click()
        add(page, jpeg(500, 500))
        count(page, 1)
        older.wait_for()
        with page.expect_download() as download:
            press(page, "Save as PDF")
        path = bench.folder / "older.pdf"
        download.value.save_as(path)
        assert b"/ByteRange" not in path.read_bytes() and "changed after it was signed" in ran("pdftotext", path, "-")


@thorough
def test_notes_photos_wait_for_a_connection(bench):
    with service(bench):
        bench.expect_complaint("Failed to load resource")
        bench.expect_complaint("net::ERR")
        page = opened_by_passkey(bench)
        kept(page)
        write(page, "Boat", "With oars.")
        without_network(page, True)
        add(page, jpeg())
        count(page, 1)
        page.locator("#saving[data-state=unsent]").wait_for()
        page.locator(".photo").click()
        page.get_by_role("dialog", name="Photo 1 of 1").wait_for()
        page.keyboard.press("Escape")
        page.wait_for_function("() => !history.state?.photo")
        page.reload()
        opened(page)  # the device is asked by itself
        count(page, 1)
        assert "/9j/" not in page.evaluate("JSON.stringify({ ...localStorage })"), "the photo waits unsealed"
        without_network(page, False)
        page.reload()
        opened(page)
        count(page, 1)
        saved(page)


@thorough
def test_notes_photos_fit_a_small_phone_and_axe_finds_nothing(bench):
    for look in some(({"viewport": {"width": 320, "height": 568}, "color_scheme": "light"}, {**DESKTOP, "color_scheme": "dark"})):
        with service(bench):
            page = open_notes(bench, **look)
            sign_up(page)
            audit = Audit(page)
            with_photos(page, jpeg(1600, 300), jpeg(300, 1600), jpeg(20, 20))
            wide = "document.documentElement.scrollWidth - innerWidth"
            assert page.evaluate(wide) <= 0, "wider than the screen"
            column = page.locator("#note-text").bounding_box()
            first = page.locator(".photo img").first.bounding_box()
            assert abs(first["width"] - column["width"]) <= 1, "the photo is not as wide as the text"
            for photo in page.locator(".photo").all():
                box = photo.bounding_box()
                assert box["x"] >= column["x"] - 1 and box["x"] + box["width"] <= column["x"] + column["width"] + 1, box
            for button in page.locator(".photo-remove").all():
                box = button.bounding_box()
                assert min(box["width"], box["height"]) >= 44, "the button is too small for a finger"
            audit.look("a note with photos")
            page.locator(".photo").nth(1).click()
            page.locator(".photo-stage").wait_for()
            assert page.evaluate(wide) <= 0, "wider than the screen"
            audit.look("a photo")
            page.keyboard.press("Escape")
            page.evaluate("location.hash = ''")
            audit.look("the list")
            audit.end(3)
