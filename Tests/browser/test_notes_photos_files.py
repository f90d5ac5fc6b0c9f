# SPDX-License-Identifier: MIT
"""Photos of notes on their way out and in: the PDF, print, and the file of all notes."""

import base64
import io
import json
import re

from PIL import Image

from bench import settle, thorough
from notes import open_notes, press, saved, service, sign_up
from photos import CAMERA, MOST_BYTES, count, downloaded, from_camera, jpeg, png, told, with_photos
from test_notes_keeping import SHARE, choose_in_menu
from test_notes_pdf import checked, picture, ran
from test_notes_write import sign_note


def bring(page, path):
    with page.expect_file_chooser() as chooser:
        press(page, "Import notes")
    chooser.value.set_files(path)


@thorough
def test_notes_pdf_has_the_photos_with_their_tags(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        with_photos(page, jpeg(1600, 1200), jpeg(900, 1200), jpeg(100, 80), title="Boat: photos", text="The boat is yours until September.\n" * 3)
        sign_note(page)
        saved(page)
        with page.expect_download() as download:
            press(page, "Save as PDF")
        path = bench.folder / "note.pdf"
        download.value.save_as(path)
        facts = checked(path)
        assert facts["Tagged"] == "yes" and facts["Pages"] == "3", facts
        text = ran("pdftotext", path, "-")
        assert text.count("The boat is yours until September.") == 3 and "Signed by Eva Quitte" in text
        rows = [line.split() for line in ran("pdfimages", "-list", path).splitlines()[2:]]
        assert [(row[3], row[4], row[8]) for row in rows] == [("1600", "1200", "jpeg"), ("900", "1200", "jpeg"), ("100", "80", "jpeg")], rows
        structure = ran("pdfinfo", "-struct", path)
        assert len(re.findall(r"^  Figure\b", structure, re.MULTILINE)) == 4, structure
        plain = bench.folder / "plain.pdf"
        ran("qpdf", "--qdf", "--object-streams=disable", path, plain)
        objects = plain.read_bytes()
        for at in (1, 2, 3):
            words = f"Photo {at} of 3"
            assert ("feff" + words.encode("utf-16-be").hex()).encode() in objects.lower() or words.encode("utf-16-be") in objects, f"{words} has no alt text"
        # The first photo is as wide as the text, below it; nothing is in the margins.
        image = picture(path)
        box = image.crop((0, 220, 596, 842)).point(lambda value: 255 * (value < 120)).getbbox()
        assert box and abs(box[0] - 64) <= 2 and abs(box[2] - 532) <= 2, box
        said = ran("pdfsig", "-nocert", path)
        assert "Signature is Valid." in said, said


@thorough
def test_notes_photos_are_printed(bench):
    with service(bench):
        page = open_notes(bench, before=lambda page: page.add_init_script(SHARE))
        sign_up(page)
        with_photos(page, jpeg())
        choose_in_menu(page, "print")
        page.emulate_media(media="print")
        assert page.locator("#printed").is_visible() and page.locator(".photo img").is_visible()
        assert not page.locator(".photo-remove").is_visible()
        assert page.locator("#printed").bounding_box()["y"] < page.locator(".photo img").bounding_box()["y"]


@thorough
def test_notes_photos_are_downloaded_and_imported(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        with_photos(page, jpeg(), jpeg(300, 500))
        sign_note(page)
        saved(page)
        path, content = downloaded(bench, page)
        note = content["notes"][0]
        assert len(path.read_text().splitlines()) == 3, "a file with a line for each number may be too large to be read"
        bring(page, path)
        told(page, "You already have all notes in that file.")
        # The same words with other photos are another note.
        data = base64.b64encode(from_camera()).decode()
        more = bench.folder / "more.json"
        more.write_text(json.dumps({**content, "notes": [{**note, "photos": [{"type": "image/jpeg", "data": data}], "signature": None}]}))
        bring(page, more)
        told(page, "1 note added.")
        _, both = downloaded(bench, page, "both.json")
        [found] = [each["photos"] for each in both["notes"] if len(each["photos"]) == 1]
        assert CAMERA.encode() not in base64.b64decode(found[0]["data"]), "the camera is in an imported photo"

        photo = note["photos"][0]
        far, grey = base64.b64encode(jpeg(1700, 20)).decode(), io.BytesIO()
        Image.new("CMYK", (40, 40)).save(grey, "JPEG")
        hostile = [
            7, "photos", {"0": photo}, [photo] * 5, [None], [photo["data"]], [{**photo, "type": "image/svg+xml"}], [{**photo, "type": None}],
            [{**photo, "data": 7}], [{**photo, "data": photo["data"] + "\n"}], [{**photo, "data": photo["data"][:-3]}], [{**photo, "data": ""}],
            [{**photo, "data": "https://example.com/a.jpg"}], [{**photo, "data": base64.b64encode(png(9, 9)).decode()}],
            [{**photo, "data": base64.b64encode(b"\xff\xd8\xff\xe0\x00\x01\xff\xd9").decode()}], [{**photo, "data": far}],
            [{**photo, "data": base64.b64encode(grey.getvalue()).decode()}], [{**photo, "data": base64.b64encode(b"\xff\xd8" + b"x" * MOST_BYTES).decode()}],
            [{**photo, "data": base64.b64encode(jpeg(1600, 1200, noise=100)).decode()}],
        ]
        for photos in hostile:
            more.write_text(json.dumps({**content, "notes": [{**note, "title": "Hostile", "photos": photos}]}))
            bring(page, more)
            told(page, "That file doesn’t contain notes from Private Notes.")
        # In an account of its own, all comes back, and the signature still fits.
        other = open_notes(bench)
        sign_up(other, name="Ada")
        other.evaluate("location.hash = '#settings'")
        bring(other, path)
        told(other, "1 note added.")
        other.evaluate("location.hash = ''")
        other.locator(".note-item").click()
        count(other, 2)
        other.locator("#signed-on", has_text="Imported signature").wait_for()
        settle(other)
        assert not other.get_by_text("The note was changed after it was signed.").is_visible()
