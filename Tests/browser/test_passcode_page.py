# SPDX-License-Identifier: MIT
"""The demo page of the passcode: setting each kind, locking, unlocking, changing, removing, and the appearance."""

from bench import settle, some, thorough
from passcode import part, press, spoken

SIZES = ((390, 844), (844, 390), (820, 1180), (1280, 800))
CODES = {"four-digits": "2847", "six-digits": "940275", "numeric": "58203", "alphanumeric": "mellow tugboat 9"}
SECRET = "At the lighthouse, Thursday at six."


def open_page(bench, size=SIZES[-1], path="/passcode.html", **options):
    return bench.open(path, element="ink-passcode", viewport={"width": size[0], "height": size[1]}, **options)


def enter(page, code, kind="six-digits"):
    if kind == "alphanumeric":
        part(page, "field").fill(code)
    else:
        press(page, code)
    if kind in ("alphanumeric", "numeric"):
        part(page, "submit").click()


def act(page, name):
    page.locator("#actions").get_by_role("button", name=name, exact=True).click()


def panel(page, title):
    page.locator("#device:not(.asking) #panel").get_by_role("heading", name=title, exact=True).wait_for()


def asked(page, words):
    page.locator("ink-passcode [part=title]", has_text=words).wait_for()


def choose(page, name):
    page.locator("#choices").get_by_text(name, exact=True).click()


def set_passcode(page, kind="six-digits"):
    act(page, "Set a passcode")
    for _ in range(2):
        enter(page, CODES[kind], kind)
    panel(page, "Passcode set")


def assert_fits_width(page):
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "wider than the screen"


def test_passcode_page_sets_locks_and_opens_with_each_kind(bench):
    kinds = {"four-digits": "4 digits", "six-digits": "6 digits", "numeric": "Up to 12 digits", "alphanumeric": "Letters"}
    for size, kind in some(zip(SIZES, kinds), 2):
        page = open_page(bench, size)
        choose(page, kinds[kind])
        set_passcode(page, kind)
        act(page, "Lock")
        asked(page, "Enter your Harbour passcode")
        enter(page, {"alphanumeric": "another tugboat 3"}.get(kind, CODES[kind][::-1]), kind)
        page.locator("ink-passcode [part=message]", has_text="Wrong passcode").wait_for()
        assert page.locator("#device.asking").count() == 1, "a wrong passcode opened the app"
        enter(page, CODES[kind], kind)
        panel(page, "Harbour is open")
        assert page.locator("#secret").inner_text() == SECRET
        assert_fits_width(page)


def test_passcode_page_keeps_nothing_readable_while_it_is_locked(bench):
    page = open_page(bench)
    assert SECRET not in page.content()
    asked_for = []
    page.on("request", lambda request: asked_for.append(request.url))
    set_passcode(page)
    assert SECRET in page.content()
    act(page, "Lock")
    asked(page, "Enter your Harbour passcode")
    assert SECRET not in page.content()
    part(page, "corner").click()
    panel(page, "Harbour is locked")
    assert SECRET not in page.content() and CODES["six-digits"] not in page.content()
    assert "blur" in page.evaluate("getComputedStyle(document.querySelector('.scene')).filter")
    kept = "[localStorage.length, sessionStorage.length, document.cookie, history.state, location.hash]"
    assert page.evaluate(kept) == [0, 0, "", None, ""]
    assert page.evaluate("indexedDB.databases().then((all) => all.length)") == 0
    assert not [url for url in asked_for if not url.endswith("mark.svg")], "the page sent a request"
    page.reload()
    panel(page, "No passcode yet")


def test_passcode_page_changes_the_passcode_and_its_kind(bench):
    page = open_page(bench)
    set_passcode(page)
    assert page.evaluate("document.getElementById('kinds').disabled")
    act(page, "Change passcode")
    enter(page, CODES["six-digits"])
    asked(page, "Choose a passcode for Harbour")
    page.locator("ink-passcode select").select_option("four-digits")
    for _ in range(2):
        enter(page, CODES["four-digits"])
    panel(page, "Passcode changed")
    assert page.locator("input[value=four-digits]").is_checked()
    act(page, "Lock")
    assert page.locator("ink-passcode .marks i").count() == 4
    enter(page, CODES["four-digits"])
    panel(page, "Harbour is open")
    assert page.locator("#secret").inner_text() == SECRET


@thorough
def test_passcode_page_removes_only_for_who_knows_it(bench):
    page = open_page(bench)
    set_passcode(page)
    act(page, "Remove passcode")
    enter(page, "111222")
    page.locator("ink-passcode [part=message]", has_text="Wrong passcode").wait_for()
    part(page, "corner").click()
    panel(page, "Harbour is open")
    act(page, "Remove passcode")
    enter(page, CODES["six-digits"])
    panel(page, "Passcode removed")
    assert page.locator("#secret").is_hidden() and not page.evaluate("document.getElementById('kinds').disabled")
    set_passcode(page)


@thorough
def test_passcode_page_explains_what_is_refused(bench):
    page = open_page(bench)
    page.locator("#examples li").first.wait_for()
    lines = page.locator("#examples li").all_inner_texts()
    assert [line.split("\n")[0] for line in lines] == ["1234", "7777", "2580", "1990", "0704", "8362"]
    assert "Digits in a row" in lines[0] and "A good one" in lines[-1]
    # The pad refuses the passcodes that the list of examples calls refused.
    choose(page, "4 digits")
    act(page, "Set a passcode")
    for line in lines[:-1]:
        press(page, line.split("\n")[0])
        asked(page, "Choose a passcode for Harbour")
        assert "choose another" in part(page, "message").inner_text(), line
    press(page, "8362")
    asked(page, "Re-enter your passcode")


@thorough
def test_passcode_page_rests_after_five_wrong_ones(bench):
    page = open_page(bench)
    set_passcode(page)
    act(page, "Lock")
    for count in range(5):
        enter(page, f"94027{count}" if count != 5 else "111222")
        words = ["4 tries left", "3 tries left", "2 tries left", "One try left", "Try again in"][count]
        page.locator("ink-passcode [part=message]", has_text=words).wait_for()
        page.wait_for_function("() => document.getElementById('passcode').count === 0")
    assert 0 < page.evaluate("document.getElementById('passcode').lockoutSeconds") <= 30
    part(page, "corner").click()
    panel(page, "Harbour is locked")
    act(page, "Unlock")
    asked(page, "Too many tries in a row")
    page.locator("ink-passcode [data-action=other]").click()
    panel(page, "Unlock another way")
    act(page, "Delete and start over")
    panel(page, "No passcode yet")
    # The lockout is the old passcode's: neither setting a new one nor opening with it waits.
    page.evaluate("(window.ended = 0, document.getElementById('passcode').addEventListener('ink-lockout-end', () => (ended += 1)))")
    set_passcode(page)
    act(page, "Lock")
    enter(page, CODES["six-digits"])
    panel(page, "Harbour is open")
    assert page.evaluate("ended") == 0


@thorough
def test_passcode_page_offers_its_choices(bench):
    bench.with_transparency()
    page = open_page(bench)
    pad = "document.getElementById('passcode')"
    grounds = set()
    act(page, "Set a passcode")
    for look in ["Opaque, light", "Opaque, dark", "Translucent, light", "Translucent, dark"]:
        choose(page, look)
        settle(page)
        grounds.add(page.evaluate(f"getComputedStyle({pad}.shadowRoot.querySelector('.stage')).backgroundColor"))
    assert len(grounds) == 4
    keys = f"[...{pad}.shadowRoot.querySelectorAll('.key')].map((key) => key.dataset.digit).join('')"
    assert page.evaluate(keys) == "1234567890"
    press(page, "7")
    assert spoken(page) == "1 of 6 entered"
    choose(page, "Say each digit")
    press(page, "9")
    assert spoken(page) == "9. 2 of 6 entered"
    letters = f"{pad}.shadowRoot.querySelector('[data-digit=\\'9\\'] small').checkVisibility()"
    assert page.evaluate(letters)
    choose(page, "Show letters")
    assert not page.evaluate(letters)
    choose(page, "Scramble the digits")
    assert sorted(page.evaluate(keys)) == list("0123456789")
    orders = {page.evaluate(f"({pad}.reset(), {keys})") for _ in range(5)}
    assert len(orders) > 1
    choose(page, "4 digits")
    assert page.locator("ink-passcode .marks i").count() == 4


@thorough
def test_passcode_page_fills_a_phone_and_goes_back(bench):
    for size in SIZES[:2]:
        page = open_page(bench, size)
        act(page, "Set a passcode")
        settle(page)
        box = page.locator("ink-passcode").bounding_box()
        assert box == {"x": 0, "y": 0, "width": size[0], "height": size[1]}
        assert page.evaluate("[...document.querySelectorAll('[data-aside]')].every((each) => each.inert)")
        press(page, "94")
        page.go_back()
        panel(page, "No passcode yet")
        assert page.url.endswith("/passcode.html")
        assert page.evaluate("[document.getElementById('passcode').count, document.getElementById('passcode').inert]") == [0, True]
        set_passcode(page)
        page.locator("#panel-title").wait_for()
        assert page.evaluate("document.activeElement.id") == "panel-title"
        page.wait_for_function("() => location.hash === ''")
        top = page.locator("#panel-title").bounding_box()["y"]
        assert 0 <= top < size[1], "the result is outside the viewport"


def test_passcode_page_works_from_the_keyboard_alone(bench):
    page = open_page(bench)
    page.locator("#actions button").first.focus()
    page.keyboard.press("Enter")
    for _ in range(2):
        page.keyboard.type(CODES["six-digits"])
        settle(page)
    panel(page, "Passcode set")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    asked(page, "Enter your Harbour passcode")
    page.keyboard.press("Escape")
    panel(page, "Harbour is locked")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.type(CODES["six-digits"])
    panel(page, "Harbour is open")


@thorough
def test_passcode_page_fits_in_both_languages_and_does_not_jump(bench):
    observe = """
        window.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
            .observe({ type: 'layout-shift', buffered: true });
    """
    for width, height in some([(320, 640), (360, 740), *SIZES, (1440, 900)]):
        for language in ["en", "de"]:
            page = open_page(
                bench, (width, height), f"/passcode.html?lang={language}", before=lambda page: page.add_init_script(observe)
            )
            page.wait_for_load_state("networkidle")
            assert_fits_width(page)
            assert sum(page.evaluate("shifts")) < 0.01, f"the layout shifts at {width}, {language}"
            small = page.evaluate(
                """[...document.querySelectorAll('a, button, label, input, select, summary')]
                    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length)
                    .map((each) => each.closest('label') ?? each)
                    .filter((each) => each.getBoundingClientRect().height < 43.9).map((each) => each.outerHTML)"""
            )
            assert not small, f"the target is too small: {small[0]}"


@thorough
def test_passcode_page_speaks_german(bench):
    page = open_page(bench, path="/passcode.html?lang=de")
    page.locator("#examples li").first.wait_for()
    assert page.locator("h1").inner_text() == "Sperren Sie eine App mit einem Code."
    empty = "[...document.querySelectorAll('[data-text]')].filter((at) => !at.textContent).length"
    assert page.evaluate(empty) == 0
    german = page.evaluate("document.body.innerText")
    act(page, "Code einrichten")
    asked(page, "Wählen Sie einen Code für Hafen")
    english = open_page(bench).evaluate("document.body.innerText")
    same = {line for line in german.splitlines() if len(line) > 12} & set(english.splitlines())
    assert all("ink" in line or line == "Private Notes" for line in same), f"not translated: {same}"


@thorough
def test_passcode_page_and_the_others_link_to_each_other(bench):
    page = bench.open("/index.html?lang=de")
    for link, heading in [("Code", "Sperren Sie eine App mit einem Code."), ("Bildpasswort", "Zeichnen Sie Ihr Passwort auf ein Bild.")]:
        page.get_by_role("link", name=link, exact=True).click()
        page.get_by_role("heading", name=heading).wait_for()
    page.get_by_role("link", name="Code", exact=True).click()
    page.get_by_role("link", name="Unterschrift", exact=True).click()
    page.get_by_role("heading", name="Unter\u00adschreiben wie auf Papier.").wait_for()
    for path, element in [("/index.html", "ink-signature"), ("/picture.html", "ink-picture-password")]:
        for language in ["en", "de"]:
            assert_fits_width(bench.open(f"{path}?lang={language}", element=element, viewport={"width": 360, "height": 740}))
