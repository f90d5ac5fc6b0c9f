# SPDX-License-Identifier: MIT
"""Runs the browser tests: `python Tests/browser/run.py [--only WORD] [--server-command "scripts/inklock serve …"]`.

Needs what requirements.txt lists, and Chromium. The server command has to print its address on a line of its own;
without one, the files are served by Python with the same headers. The native command, `scripts/inklock`, is used for
the tests that compare with it; `--inklock ""` leaves those out.
"""

import argparse
import asyncio
import fcntl
import importlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

import static_site
from bench import ROOT, THOROUGH, Bench, Skipped

MODULES = ["input", "editing", "sharpness", "export", "export_evidence", "alternatives", "form", "hostile", "pages", "pages_verify", "picture_page"]
MODULES += ["picture_define", "picture_verify", "picture_input", "picture_debug"]
MODULES += ["picture_replay", "picture_look"]
MODULES += ["notes_lock", "notes_write", "notes_outbox", "notes_copy", "notes_unreadable", "notes_keeping", "notes_pdf", "notes_bold", "notes_photos", "notes_photos_files", "notes_offline", "notes_own_photo", "notes_folders", "notes_history", "notes_settings", "notes_devices", "notes_signing_in"]
MODULES += ["passcode_entry", "passcode_change", "passcode_look", "passcode_page"]
MODULES += ["elements", "axe", "keyboard", "reader", "languages", "lock_cover", "lock_flow", "lock_tabs", "lock_secrets", "lock_look"]

# Without a graphics processor, a blurred background takes a third of the work of each frame above a picture. The last
# list of settings counts, so Playwright's own, a mouse that hovers, are in it as well.
OPAQUE = (
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,"
    "prefersReducedTransparency=true")

# One or two tests of each page, which take half a minute together.
SMOKE = [
    "three_lines_make_a_page_with_a_pad", "the_demo_offers_its_choices", "picture_page_fills_a_phone_edge_to_edge",
    "picture_page_and_the_signature_link_to_each_other", "passcode_page_sets_locks_and_opens_with_each_kind",
    "lock_covers_within_the_event_itself", "lock_puts_the_keyboard_and_the_place_back",
    "notes_lead_from_nothing_to_a_note_that_only_the_passcode_opens",
]

# The time in seconds after which a test hangs. The slowest take a small part of it.
LIMIT = 1800 if THOROUGH else 600


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--modules", default="", help="run the tests in files that begin with one of these words, with commas between")
    parser.add_argument("--smoke", action="store_true", help="run one or two tests of each page")
    parser.add_argument("--only", default="", help="run the tests whose names contain this")
    parser.add_argument("--site", default=str(ROOT / "Web"), help="the folder to serve")
    parser.add_argument("--server-command", default=os.environ.get("INKLOCK_SERVER_COMMAND", ""))
    native = ROOT / "scripts" / "inklock"
    parser.add_argument("--inklock", default=str(native) if native.exists() else "", help="the native command")
    parser.add_argument("--jobs", type=int, default=1, help="how many browsers and servers work at once")
    parser.add_argument("--share", default="", help="run only the tests that no other process takes; they share this file")
    parser.add_argument(
        "--chromium", default=os.environ.get("CHROMIUM") or shutil.which("chromium"),
        help="the whole browser, which has windows and keeps pages")
    # The same engine without the browser around it: half the work.
    shell = None if THOROUGH or "CHROMIUM" in os.environ else shutil.which("chromium-headless-shell")
    parser.add_argument("--headless-shell", default=shell, help="the browser for tests that need no windows")
    return parser.parse_args()


def serve(options):
    """Starts the server; returns the address and a function that ends it."""
    if not options.server_command:
        return static_site.start(options.site)
    server = subprocess.Popen(shlex.split(options.server_command), stdout=subprocess.PIPE, text=True, cwd=ROOT)
    for line in server.stdout:
        found = re.search(r"https?://[^\s/]+", line)
        if found:
            # Whatever it still says must not fill the pipe.
            threading.Thread(target=server.stdout.read, daemon=True).start()
            return found.group(), lambda: (server.terminate(), server.wait())
    raise SystemExit("The server ended without saying its address.")


def tests(options):
    words = tuple(options.modules.split(","))
    for module in MODULES:
        if not module.startswith(words):
            continue
        for name, test in list(vars(importlib.import_module(f"test_{module}")).items()):
            name = name.removeprefix("test_") if name.startswith("test_") else ""
            if name and options.only in name and (not options.smoke or name in SMOKE):
                if THOROUGH or options.only or not hasattr(test, "is_thorough"):
                    yield name, test


def watch(bench):
    """Closes the pages of a test that hangs, so that its call to one of them fails."""
    # The public interface of Playwright cannot be called from another thread.
    loop = bench.browser._impl_obj._loop

    def close():
        for context in list(bench.contexts):
            asyncio.ensure_future(context._impl_obj.close(reason=f"it hangs, no end after {LIMIT} seconds"), loop=loop)

    timer = threading.Timer(LIMIT, loop.call_soon_threadsafe, [close])
    timer.daemon = True
    timer.start()
    return timer


def run(name, test, bench):
    """True when it passed, None when it could not be tried."""
    start = time.monotonic()
    timer = watch(bench)
    try:
        test(bench)
        complaints = bench.unexpected_complaints()
        assert not complaints, f"the browser complained: {complaints[0]}"
    except Skipped as why:
        print(f"SKIP {name}: {why}", flush=True)
        return None
    except Exception as error:
        lines = [line for line in traceback.extract_tb(error.__traceback__) if "test_" in line.filename]
        place = f" ({Path(lines[-1].filename).name}:{lines[-1].lineno})" if lines else ""
        print(f"FAIL {name}: {str(error).strip() or type(error).__name__}{place}", flush=True)
        return False
    finally:
        timer.cancel()
        try:
            bench.close()
        except Error as error:
            print(f"{name}: its pages do not close: {error}", flush=True)
        shutil.rmtree(bench.folder, ignore_errors=True)
    print(f"PASS {name} ({time.monotonic() - start:.1f} s)", flush=True)
    return True


def taken(path, count):
    """Yields the numbers below a count that no other process has taken. They share a file with the next number."""
    while True:
        with open(path, "r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            number = int(file.read() or 0)
            file.seek(0)
            file.write(str(number + 1))
        if number >= count:
            return
        yield number


def share_out(jobs):
    """Runs the tests in several processes, each of which takes the next one, and adds up what they counted."""
    # It is removed with the last reference.
    next_number = tempfile.NamedTemporaryFile()
    command = [sys.executable, __file__, *sys.argv[1:], "--jobs", "1", "--share", next_number.name]
    shares = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(jobs)]
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    lock = threading.Lock()

    def listen(share):
        for line in share.stdout:
            found = re.findall(r"(\d+) (passed|failed|skipped)", line) if re.match(r"\d+ passed", line) else []
            with lock:
                for count, kind in found:
                    counts[kind] += int(count)
                if not found:
                    print(line, end="", flush=True)

    listeners = [threading.Thread(target=listen, args=(share,)) for share in shares]
    for listener in listeners:
        listener.start()
    for listener in listeners:
        listener.join()
    # A share that ends without its counts has failed as well.
    failed = sum(share.wait() != 0 for share in shares)
    counts["failed"] = max(counts["failed"], failed)
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    print(f"{counts['passed']} passed, {counts['failed']} failed{skipped}")
    return 1 if counts["failed"] or not counts["passed"] else 0


def main():
    options = arguments()
    if not options.chromium:
        raise SystemExit("Chromium is not here. On Debian: apt-get install chromium")
    if options.jobs > 1:
        return share_out(options.jobs)
    address, stop = serve(options)
    try:
        with sync_playwright() as playwright:
            sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []

            def launch(*arguments, without=(), windows=False, transparency=False):
                program = options.chromium if windows else options.headless_shell or options.chromium
                opaque = [] if transparency or program != options.headless_shell else [OPAQUE]
                return playwright.chromium.launch(
                    executable_path=program, args=[*sandbox, *opaque, *arguments], ignore_default_args=list(without)
                )

            browser = launch()
            inklock = shlex.split(options.inklock)
            found = list(tests(options))
            missing = set(SMOKE) - {name for name, _ in found} if options.smoke and not (options.only or options.modules) else ()
            if missing:
                raise SystemExit(f"There is no test {', '.join(sorted(missing))}; correct SMOKE.")
            results = []
            for number in taken(options.share, len(found)) if options.share else range(len(found)):
                name, test = found[number]
                result = run(name, test, Bench(launch, browser, address, inklock))
                if result is False:
                    # A loaded machine makes some tests fail. Each has a second try, in a new browser, which is printed.
                    print(f"AGAIN {name}", flush=True)
                    fresh = launch()
                    result = run(name, test, Bench(launch, fresh, address, inklock))
                    fresh.close()
                results.append(result)
            browser.close()
    finally:
        stop()
    passed, failed = results.count(True), results.count(False)
    skipped = f", {results.count(None)} skipped" if None in results else ""
    print(f"{passed} passed, {failed} failed{skipped}")
    # A share of few tests may have none.
    return 1 if failed or not passed and not options.share else 0


if __name__ == "__main__":
    sys.exit(main())
