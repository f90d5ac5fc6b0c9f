# SPDX-License-Identifier: MIT
"""The elements and the pages in the languages that they load: their texts, from right to left too, fit on a small
phone.
"""

from bench import ROOT, idle, settle, some, thorough, until
from lock import open_lock, tell as tell_lock
from notes import SITE, enter, open_notes, opened, press, service, sign_up, write
from passcode import open_passcode, part, press as press_digits, tell
from picture import open_picture
from test_notes_offline import kept

SMALL = {"viewport": {"width": 320, "height": 568}}
# The first text of each element: the signature, the passcode, the picture and the lock.
ASKED = {
    "fr": ("Signez ici", "Saisissez votre code pour Harbour", "Dessinez un nouveau mot de passe", "Saisir le code de Harbour"),
    "es": ("Firma aquí", "Introduce tu código de Harbour", "Dibuja una contraseña nueva", "Introducir el código de Harbour"),
    "it": ("Firma qui", "Inserisci il codice di Harbour", "Disegna una nuova password", "Inserisci il codice di Harbour"),
    "ja": ("ここに署名", "Harbourのパスコードを入力", "新しいパスワードを描いてください", "Harbourのパスコードを入力"),
    "ar": ("وقّع هنا", "أدخل رمز الدخول إلى Harbour", "ارسم كلمة مرور جديدة", "إدخال رمز الدخول إلى Harbour"),
}
# The names of buttons and texts that are cut off, also inside the elements.
CUT = """() => {
    const all = (root) => [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
    return all(document.body).filter((each) => each.checkVisibility() && each.childElementCount === 0 && each.textContent.trim()
        && getComputedStyle(each).overflow !== 'visible' && each.clientWidth > 2 && each.scrollWidth > each.clientWidth + 1)
        .map((each) => each.textContent.trim());
}"""


def fits(page, language):
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, f"{language}: wider than the screen"
    assert page.evaluate(CUT) == [], language


def test_languages_of_the_elements_fit_on_a_small_phone(bench):
    # Arabic, which is written from right to left, comes first.
    for language, (sign, passcode, picture, lock) in some(reversed(ASKED.items()), 2):
        direction = "rtl" if language == "ar" else "ltr"
        page = bench.pad(f'lang="{language}" dir="{direction}"', **SMALL)
        page.locator("ink-signature").get_by_text(sign, exact=True).wait_for()
        fits(page, language)
        page = open_passcode(bench, 'app-name="Harbour"', lang=language, dir=direction, **SMALL)
        part(page, "title").filter(has_text=passcode).wait_for()
        fits(page, language)
        page = open_picture(bench, 'mode="define"', lang=language, **SMALL)
        page.locator("ink-picture-password").get_by_text(picture, exact=True).wait_for()
        fits(page, language)
        page = open_lock(bench, {"promptsAutomatically": False}, lang=language, dir=direction, page_options=SMALL)
        page.locator("ink-lock [part=unlock]").filter(has_text=lock).wait_for()
        assert tell_lock(page, "getComputedStyle(lock.shadowRoot.querySelector('dialog')).direction") == direction
        fits(page, language)


# The first words of each page: the signature, the picture password, the passcode, and the check of signatures.
HEADINGS = {
    "fr": ("Signez comme", "Dessinez votre mot", "Verrouillez une app", "Vérifiez une"),
    "es": ("Firma como", "Dibuja tu contraseña", "Bloquea una app", "Comprueba una"),
    "it": ("Firma come", "Disegna la tua", "Blocca un’app", "Verifica una"),
    "ja": ("紙のように", "画像の上に", "アプリを", "署名を確認"),
    "ar": ("وقّع كما", "ارسم كلمة", "اقفل تطبيقًا", "تحقّق من"),
}


@thorough
def test_languages_of_the_pages_fit_on_a_small_phone(bench):
    page = None
    for language, headings in some(reversed(HEADINGS.items()), 2):
        for name, words in zip(("index", "picture", "passcode", "verify"), headings):
            address = f"/{name}.html?lang={language}"
            if page is None:
                page = bench.open(address, **SMALL)
            else:
                page.goto(bench.address + address)
            page.locator("h1").filter(has_text=words).wait_for()
            assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == [
                language, "rtl" if language == "ar" else "ltr"]
            assert page.evaluate("[...document.querySelectorAll('[data-text]')].filter((at) => !at.textContent).length") == 0
            assert page.evaluate("document.querySelector('a.mark').search") == f"?lang={language}"
            fits(page, f"{name}, {language}")


def test_pages_are_in_english_if_their_language_cannot_be_loaded(bench):
    bench.expect_complaint("ERR_FAILED")
    def without(page):
        page.route("**/*", lambda route: route.abort() if "/languages/" in route.request.url else route.continue_())

    page = bench.open("/picture.html?lang=fr", element="ink-picture-password", before=without)
    page.locator("h1").filter(has_text="Draw your password").wait_for()
    assert page.evaluate("document.documentElement.lang") == "en"


@thorough
def test_languages_are_loaded_only_when_an_element_needs_one(bench):
    for language, count in (("en", 0), ("de", 0), ("pt", 0), ("fr", 1)):
        requests = []
        page = bench.pad(f'lang="{language}"', before=lambda page: page.on("request", lambda request: requests.append(request.url)))
        idle(page)
        assert len([url for url in requests if "/languages/" in url and "numbers" not in url]) == count, language
    page.evaluate("document.querySelector('ink-signature').lang = 'ja'")
    page.get_by_text("ここに署名").wait_for()


def test_passcode_message_follows_a_language_that_comes_late(bench):
    page = open_passcode(bench, 'app-name="Harbour" kind="four-digits"')
    held = []
    page.route("**/languages/*", lambda route: held.append(route))
    tell(page, "(pad.lang = 'fr', 0)")
    press_digits(page, "1234")
    tell(page, "(pad.reject({ attemptsLeft: 3 }), 0)")
    part(page, "message").filter(has_text="Wrong passcode. 3 tries left.").wait_for()
    until(page, lambda: held)
    page.unroute("**/languages/*")
    for route in held:
        route.continue_()
    part(page, "message").filter(has_text="Code incorrect.").wait_for()


def test_messages_that_stay_follow_the_language(bench):
    bench.expect_complaint("Failed to load resource")
    without = {"before": lambda page: page.route("**/inklock-signature.wasm", lambda route: route.abort())}
    page = bench.pad(**without)
    page.get_by_text("Drawing doesn’t work in this browser").first.wait_for()
    page.evaluate("document.querySelector('ink-signature').lang = 'de'")
    page.locator("ink-signature .notice").get_by_text("Zeichnen ist in diesem Browser gerade nicht verfügbar.").wait_for()
    page = bench.pad('background="/no-such-paper.png"')
    page.locator("ink-signature [part=message]").get_by_text("The background picture").wait_for()
    page.evaluate("document.querySelector('ink-signature').lang = 'fr'")
    page.locator("ink-signature [part=message]").get_by_text("L’image de fond n’a pas pu").wait_for()
    page = open_picture(bench, pictures={"/none.svg": "no picture"})
    page.evaluate("document.querySelector('ink-picture-password').setAttribute('src', '/none.svg')")
    hint = page.locator("ink-picture-password [part=hint]")
    hint.get_by_text("The picture").wait_for()
    page.evaluate("document.querySelector('ink-picture-password').lang = 'fr'")
    hint.get_by_text("L’image n’a pas pu être affichée.").wait_for()


@thorough
def test_notes_languages_fit_on_a_small_phone(bench):
    begin = {"ar": "ابدأ الكتابة", "es": "Empezar a escribir", "fr": "Commencer à écrire", "it": "Inizia a scrivere", "ja": "書きはじめる"}
    keep = {"ar": "قفل وحفظ", "es": "Bloquear y guardar", "fr": "Verrouiller et enregistrer", "it": "Blocca e salva", "ja": "ロックして保存"}
    for language in begin:
        page = bench.open(f"/notes.html?lang={language}", element="ink-lock", **SMALL)
        press(page, begin[language])
        page.locator("#note-text").fill("1")
        told = page.locator("#draft-state")
        assert told.inner_text() and told.bounding_box()["height"] > 8, f"{language}: nothing says that the note is not saved"
        assert told.evaluate("(told) => parseFloat(getComputedStyle(told).fontSize)") > 10, language
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 568})
            button = page.locator("[data-action=keep]:visible").bounding_box()
            assert button["y"] + button["height"] <= told.bounding_box()["y"] + 1, f"{language}, {width}: the button is below the words"
        fits(page, language)
        press(page, keep[language])
        page.locator("#name").wait_for()
        fits(page, language)
        page.go_back()
        page.go_back()
        page.locator("[data-action=sign-in]").click()
        page.locator("#name").wait_for()
        fits(page, language)
        assert page.evaluate("document.documentElement.dir") == ("rtl" if language == "ar" else "ltr")


@thorough
def test_notes_change_their_language_and_keep_it(bench):
    with service(bench):
        page = open_notes(bench)
        sign_up(page)
        page.get_by_role("link", name="Settings").click()
        for language, settings in (("العربية", "الإعدادات"), ("Français", "Réglages"), ("Español", "Ajustes")):
            page.get_by_text(language, exact=True).click()
            page.get_by_role("heading", name=settings).wait_for()
        # The worker of a bundled site keeps all languages. From other sites, a language that was not loaded stays out.
        for complaint in ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED"):
            bench.expect_complaint(complaint)
        if SITE != ROOT / "Web":
            kept(page)
        page.context.set_offline(True)
        page.get_by_text("日本語", exact=True).click()
        if SITE != ROOT / "Web":
            page.get_by_role("heading", name="設定").wait_for()
            page.get_by_text("Español", exact=True).click()
            page.get_by_role("heading", name="Ajustes").wait_for()
        else:
            page.locator("#toast-words", has_text="conexión").wait_for()
        assert page.evaluate("document.documentElement.lang") == "es" and page.locator("[name=language][value=es]").is_checked()
        page.context.set_offline(False)
        page.locator("[data-action=lock]").first.click()
        page.locator("ink-lock ink-passcode [part=title]").filter(has_text="Introduce tu código").wait_for()
        page.reload()
        page.locator("ink-lock ink-passcode [part=title]").filter(has_text="Introduce tu código").wait_for()
        assert page.get_by_role("button", name="¿Has olvidado el código?").count() == 1
        enter(page)
        opened(page)
        page.get_by_role("heading", name="Ajustes").wait_for()


@thorough
def test_notes_tools_and_keys_have_room_in_every_language(bench):
    with service(bench):
        page = open_notes(bench, **SMALL)
        sign_up(page, picture=True)
        write(page, "Quinces", "Wash them.")
        for language in ("en", "de", "fr", "es", "it", "ja", "ar"):
            page.evaluate("location.hash = '#settings'")
            page.locator(f"[data-setting=language] input[value={language}]").check(force=True)
            page.wait_for_function("(language) => document.documentElement.lang === language", arg=language)
            page.locator("#unlock-methods .row-tools button").first.click()
            keys = [page.locator(f".pane ink-passcode [data-digit='{digit}']") for digit in "80"]
            keys[0].wait_for()
            settle(page)
            eight, none = [key.bounding_box() for key in keys]
            assert abs(eight["x"] - none["x"]) < 2 and none["y"] > eight["y"], (language, eight, none)
            page.locator(".pane [data-action=cancel]").first.click()
            page.evaluate("location.hash = ''")
            page.locator(".note-item").first.click()
            for words in (page.locator("#saving-words").inner_text(), "Saved on this device, will sync later"):
                page.locator("#saving-words").evaluate("(place, words) => (place.textContent = words)", words)
                told, tools = page.locator("#saving-words").bounding_box(), page.locator(".leaf-tools").bounding_box()
                apart = told["y"] >= tools["y"] + tools["height"] or told["x"] + told["width"] <= tools["x"] or told["x"] >= tools["x"] + tools["width"]
                assert apart and told["x"] >= 0 and told["x"] + told["width"] <= 320, (language, told, tools)


@thorough
def test_notes_message_leaves_the_first_button_on_a_small_phone(bench):
    for language in ("en", "de", "fr", "es", "it", "ja", "ar"):
        page = bench.open(f"/notes.html?lang={language}", element="ink-lock", **SMALL)
        page.evaluate(
            """async () => {
                const { Toast } = await import('/demo/notes/toast.js');
                const { text } = await import('/demo/notes/words.js');
                new Toast().show(text.nameForgotten, text.undo);
            }""")
        button, told = page.locator("[data-action=begin]").bounding_box(), page.locator("#toast").bounding_box()
        assert button["y"] + button["height"] <= told["y"], (language, button, told)
