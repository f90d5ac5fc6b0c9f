# SPDX-License-Identifier: MIT
"""Pictures for the tests of photos in notes, and the steps of a user who adds them."""

import io
import json
import struct
import zlib

from PIL import Image

from notes import press, saved, write

CAMERA = "Quincecam"
MOST_BYTES = 288 * 1024
# Files that a paste or a drop brings, made in the page.
BRING = """async ([kind, files, texts]) => {
    const data = new DataTransfer();
    for (const [name, type, base64] of files) {
        data.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name, { type }));
    }
    for (const [type, words] of Object.entries(texts)) data.setData(type, words);
    const target = document.querySelector('#note-text');
    const more = { bubbles: true, cancelable: true };
    if (kind === 'paste') return !target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, ...more }));
    target.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, ...more }));
    return !target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, ...more }));
}"""


def jpeg(width=800, height=600, noise=0, **more):
    """Returns a photo whose left half is red and whose right half is blue."""
    image = Image.new("RGB", (width, height), "blue")
    image.paste("red", (0, 0, width // 2, height))
    if noise:
        image = Image.blend(image, Image.effect_noise((width, height), noise).convert("RGB"), 0.5)
    file = io.BytesIO()
    image.save(file, "JPEG", quality=90, **more)
    return file.getvalue()


def from_camera():
    """Returns a photo that lies on its side, with a camera, a time and a place."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x0132] = 6, CAMERA, "2026:11:25 12:00:00"
    exif.get_ifd(0x8825).update({1: "N", 2: (48.0, 8.0, 15.0), 3: "E", 4: (11.0, 34.0, 30.0)})
    return jpeg(800, 400, exif=exif, comment=CAMERA.encode())


def png(width, height, data=b""):
    """Returns a PNG file that says it has this size."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def add(page, *files):
    """Adds files by the tool of the note. A file is bytes or a path."""
    with page.expect_file_chooser() as chooser:
        press(page, "Add photo")
    chooser.value.set_files([
        {"name": f"{at}.jpg", "mimeType": "image/jpeg", "buffer": each} if isinstance(each, bytes) else each for at, each in enumerate(files)])


def count(page, wanted):
    page.wait_for_function("(wanted) => document.querySelectorAll('.photos li').length === wanted", arg=wanted)
    page.wait_for_function("() => [...document.querySelectorAll('.photo img')].every((each) => each.naturalWidth > 0)")


def told(page, words):
    page.locator("#toast-words", has_text=words).wait_for()
    page.evaluate("document.getElementById('toast').hidden = true; document.getElementById('toast-words').textContent = ''")


def with_photos(page, *files, title="Boat", text="With oars."):
    write(page, title, text)
    add(page, *files)
    told(page, "added")
    count(page, len(files))
    saved(page)


def downloaded(bench, page, name="notes.json"):
    """Downloads all notes, and returns the path and the content."""
    page.evaluate("location.hash = '#settings'")
    with page.expect_download() as download:
        press(page, "Download all notes")
    path = bench.folder / name
    download.value.save_as(path)
    return path, json.loads(path.read_text())
