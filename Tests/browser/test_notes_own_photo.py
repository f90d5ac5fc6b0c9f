# SPDX-License-Identifier: MIT
"""Private Notes: a picture password on a photo of one's own, which stays on the device."""

import base64
import hashlib
import io
import re

from PIL import Image

from bench import BASE64, idle, thorough, until
from notes import (
    PHONE, Authenticator, ask_for, begin, draw, enter, give_photo, heading, keep_code, known_device, lock, locked, open_notes,
    opened, password, press, proof_by, service, set_picture, sign_up, unlock,
)
from photos import CAMERA, from_camera, jpeg, png
from test_notes_offline import kept as files_kept

ELSEWHERE = "Your drawing is on a photo that isn’t on this device."
# The photos that this device keeps, by their names.
KEPT = f"""async () => {{
    const found = {{}};
    if (!(await caches.has('inklock-notes-picture'))) return found;
    const cache = await caches.open('inklock-notes-picture');
    for (const request of await cache.keys()) {{
        const answer = await cache.match(request);
        // It may have been removed in the meantime.
        if (answer) found[request.url.split('/').pop()] = await {BASE64}(await answer.blob());
    }}
    return found;
}}"""
FORGE = """async () => {
    const cache = await caches.open('inklock-notes-picture');
    const [request] = await cache.keys();
    const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
    bytes[bytes.length - 3] ^= 1;
    await cache.put(request, new Response(new Blob([bytes], { type: 'image/jpeg' })));
}"""


def square(side=900):
    """Returns a photo with grain, a place and a camera."""
    image = Image.radial_gradient("L").resize((side, side))
    image = Image.blend(image, Image.effect_noise((side, side), 60), 0.4).convert("RGB")
    image.paste("teal", (side // 8, side // 5, side // 2, side // 2))
    exif = Image.Exif()
    exif[0x010F] = CAMERA
    exif.get_ifd(0x8825).update({1: "N", 2: (48.0, 8.0, 15.0), 3: "E", 4: (11.0, 34.0, 30.0)})
    file = io.BytesIO()
    image.save(file, "JPEG", exif=exif, comment=CAMERA.encode())
    return file.getvalue()


def photos(page):
    """Returns the photos that the device keeps, by their names."""
    return {name: base64.b64decode(each) for name, each in page.evaluate(KEPT).items()}


def until_photos(page, count):
    until(page, lambda: len(photos(page)) == count)
    return photos(page)


def unlock_by_drawing(page, aside):
    ask_for(page, "Draw on your picture", "ink-picture-password")
    draw(page, password(page, aside))
    opened(page)


def test_notes_own_photo_opens_them_and_never_leaves_the_device(bench):
    with service(bench) as server:
        sent = []
        page = open_notes(bench, before=lambda page: page.on("request", lambda request: sent.append(request.post_data_buffer or b"")))
        begin(page)
        keep_code(page)
        heading(page, "Unlock by drawing?")
        give_photo(page, square())
        for aside in (0, 4, -3):
            draw(page, password(page, aside))
        heading(page, "Add a passkey?")
        press(page, "Not now")
        press(page, "Open my notes")
        heading(page, "No notes yet")
        lock(page)
        unlock_by_drawing(page, 2)
        page.reload()
        locked(page)
        unlock_by_drawing(page, -2)
        [(name, kept)] = photos(page).items()
        assert name == f"photo-{hashlib.sha256(kept).hexdigest()}" and name.encode() in server.stored()
        image = Image.open(io.BytesIO(kept))
        assert image.size == (900, 900) and not image.getexif() and CAMERA.encode() not in kept
        assert sum(map(len, sent)) < 60_000 < len(kept) / 2, "the photo may have been sent"
        # The proof of a change shows it as well.
        page.get_by_role("link", name="Settings").click()
        page.locator("#unlock-methods").get_by_text("Your own photo").wait_for()
        press(page, "Change: Passcode")
        proof_by(page, "Picture password")
        draw(page, password(page, 5))
        page.locator(".pane ink-passcode").get_by_text("Choose a passcode").first.wait_for()


@thorough
def test_notes_own_photo_has_another_digest_each_time(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        set_picture(page, square())
        [first] = until_photos(page, 1)
        set_picture(page, square())
        [second] = until_photos(page, 1)
        assert first != second, "the digest tells which photo it is"


@thorough
def test_notes_own_photo_on_a_phone_that_lies_across(bench):
    with service(bench):
        page = open_notes(bench, **PHONE)
        sign_up(page)
        page.get_by_role("link", name="Settings").click()
        press(page, "Set up: Picture password")
        enter(page)
        give_photo(page, from_camera())
        pad = page.locator("ink-picture-password")
        page.locator("ink-picture-password .stage:not(.arriving) [part=picture]").wait_for()
        assert pad.get_attribute("fit") == "cover", "an upright photo fills an upright phone"
        box = page.locator("ink-picture-password [part=picture] img").evaluate("(image) => [image.naturalWidth, image.naturalHeight]")
        assert box == [400, 800], "it does not stand upright"


@thorough
def test_notes_own_photo_that_is_no_picture_or_too_small_is_told_in_words(bench):
    with service(bench):
        page = open_notes(bench, viewport={"width": 320, "height": 568})
        begin(page)
        keep_code(page)
        heading(page, "Unlock by drawing?")
        for data, words in (
            (b"Only words", "can’t open that file"), (jpeg(64, 64), "too small to draw on"), (square()[:300], "can’t open that file"),
            (png(12_000, 10_000, bytes(10_000 * 12_001)), "too large"),
        ):
            give_photo(page, data)
            told = page.locator("#problem", has_text=words)
            told.wait_for()
            assert told.evaluate("(each) => { const { top, bottom } = each.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"), words
        assert photos(page) == {} and page.locator("dialog[open]").count() == 0
        # Another one is still taken, and not kept if the user goes back.
        give_photo(page, square())
        page.locator(".picture-stage ink-picture-password .stage:not(.arriving) [part=picture]").wait_for()
        until_photos(page, 1)
        page.keyboard.press("Escape")
        until_photos(page, 0)


@thorough
def test_notes_own_photo_is_missed_without_a_dead_end(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        set_picture(page, square())
        other = known_device(bench, code)
        other.get_by_role("link", name="Settings").click()
        other.locator("#unlock-methods").get_by_text(ELSEWHERE).wait_for()
        press(other, "Change: Passcode")
        other.locator(".pane").get_by_text(ELSEWHERE).wait_for()
        assert other.get_by_label("Confirm with").locator("option").all_inner_texts() == ["Passcode", "Recovery code"]
        other.keyboard.press("Escape")
        for _ in range(2):
            lock(other) if other.locator(".shelf [data-action=lock]").is_visible() else other.reload()
            locked(other)
            other.locator("ink-lock ink-passcode").wait_for()
            assert other.get_by_text(ELSEWHERE).is_visible()
            assert other.get_by_role("button", name="Draw on your picture").count() == 0
        unlock(other)
        opened(other)
        # The owner removes the drawing there, and it is gone from the first device, too.
        other.get_by_role("link", name="Settings").click()
        press(other, "Remove: Picture password")
        press(other, "Remove")
        heading(other, "Confirm it’s you")
        enter(other)
        other.get_by_text("Removed.", exact=True).wait_for()
        page.reload()
        unlock(page)
        opened(page)
        until_photos(page, 0)
        lock(other)
        assert other.get_by_text(ELSEWHERE).count() == 0


@thorough
def test_notes_own_photo_alone_leaves_the_recovery_code(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        set_picture(page, square())
        press(page, "Remove: Passcode")
        press(page, "Remove")
        heading(page, "Confirm it’s you")
        enter(page)
        page.get_by_text("Removed.", exact=True).wait_for()
        other = known_device(bench, code)
        lock(other)
        press(other, "Use your recovery code")
        other.locator("ink-lock textarea, ink-lock input").first.fill(code)
        press(other, "Unlock")
        opened(other)


@thorough
def test_notes_own_photo_leaves_the_start_without_a_connection_as_it_is(bench):
    with service(bench):
        bench.expect_complaint("Failed to load resource")
        bench.expect_complaint("net::ERR")
        page = open_notes(bench)
        device = Authenticator(page)
        sign_up(page, passkey=True)
        set_picture(page, square())
        # A page that is loaded again asks for its files with the photo as the picture.
        page.reload()
        opened(page)
        files_kept(page)
        lock(page)
        press(page, "Use your passkey")
        opened(page)
        page.context.set_offline(True)
        page.reload()
        opened(page)
        until_photos(page, 1)
        page.context.set_offline(False)
        device.answers(False)
        lock(page)
        unlock_by_drawing(page, 2)


@thorough
def test_notes_own_photo_that_was_changed_is_not_used(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        set_picture(page, square())
        page.evaluate(FORGE)
        page.reload()
        locked(page)
        page.locator("ink-lock ink-passcode").wait_for()
        assert page.get_by_text(ELSEWHERE).is_visible()
        assert page.get_by_role("button", name="Draw on your picture").count() == 0


def test_notes_own_photo_is_forgotten_with_the_name(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        set_picture(page, square())
        until_photos(page, 1)
        # A slip of the finger costs nothing.
        lock(page)
        press(page, "Not Eva Quitte?")
        until_photos(page, 0)
        press(page, "Undo")
        unlock_by_drawing(page, 2)
        until_photos(page, 1)
        page.get_by_role("link", name="Settings").click()
        press(page, "Sign out on this device")
        heading(page, "Notes that only you can read.")
        until_photos(page, 0)
        idle(page)
        assert photos(page) == {}
        # The device is still known, and the photo is gone.
        press(page, "I already have notes")
        page.get_by_label("User name").fill("Eva Quitte")
        press(page, "Continue")
        page.locator("ink-lock ink-passcode").wait_for()
        assert page.get_by_text(ELSEWHERE).is_visible()


@thorough
def test_notes_own_photo_is_forgotten_with_a_change_where_storage_is_full(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        set_picture(page, square())
        [former] = until_photos(page, 1)
        press(page, "Change: Picture password")
        enter(page)
        give_photo(page, square())
        page.locator("ink-picture-password .stage:not(.arriving) [part=picture]").wait_for()
        page.evaluate("() => { Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError')); }")
        for aside in (0, 4, -3):
            draw(page, password(page, aside))
        [new] = until_photos(page, 1)
        assert new != former


def test_notes_own_photo_that_is_read_late_is_not_kept(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        page.get_by_role("link", name="Settings").click()
        press(page, "Set up: Picture password")
        enter(page)
        page.evaluate(
            """() => {
                const digest = crypto.subtle.digest.bind(crypto.subtle);
                const late = new Promise((resolve) => (window.letGo = resolve));
                crypto.subtle.digest = async (...what) => {
                    window.isAsked = true;
                    await late;
                    return digest(...what);
                };
            }""")
        give_photo(page, square())
        page.wait_for_function("() => window.isAsked")
        page.evaluate("document.querySelector('ink-lock').lock()")
        press(page, "Not Eva Quitte?")
        heading(page, "Notes that only you can read.")
        page.evaluate("letGo()")
        idle(page)
        until_photos(page, 0)


@thorough
def test_notes_own_photo_is_forgotten_with_the_drawing(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        set_picture(page, square())
        until_photos(page, 1)
        page.get_by_role("link", name="Settings").click()
        press(page, "Change: Picture password")
        enter(page)
        page.locator("[data-picture=lake]").click()
        for aside in (0, 4, -3):
            draw(page, password(page, aside))
        page.locator("#unlock-methods").get_by_text("The lake").wait_for()
        until_photos(page, 0)
        page.evaluate("location.hash = ''")
        set_picture(page, square())
        until_photos(page, 1)
        press(page, "Remove: Picture password")
        press(page, "Remove")
        enter(page)
        page.get_by_text("Removed.", exact=True).wait_for()
        until_photos(page, 0)


@thorough
def test_notes_own_photo_is_forgotten_on_a_device_that_its_owner_forgets(bench):
    with service(bench):
        page = open_notes(bench)
        code = sign_up(page)
        set_picture(page, square())
        until_photos(page, 1)
        other = known_device(bench, code)
        other.get_by_role("link", name="Settings").click()
        other.get_by_role("button", name=re.compile("^Forget: ")).last.click()
        press(other, "Forget")
        enter(other)
        other.get_by_text("Device forgotten.").wait_for()
        page.reload()
        heading(page, "Sign in again")
        until_photos(page, 0)
