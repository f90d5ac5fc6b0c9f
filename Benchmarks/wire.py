# SPDX-License-Identifier: MIT
"""Measures a first visit to each page over a slow connection, and a reload: `python Benchmarks/wire.py`.

Serves the site that `scripts/build-site` has made, with `inklock serve`, to Chromium with an empty cache, 150 ms of delay
and 1.6 Mbit/s. Fails if a first visit to Private Notes has more than 25 requests or 220 KB on the wire, is usable after
more than 2.5 s at the third visit too, or if a reload asks for more than one file. `--plain` measures `Web/` without
that step, and fails for nothing.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
# The first control of each page that a visitor can use.
PAGES = {
    "notes.html": "[data-action=begin]", "index.html": "ink-signature", "picture.html": "#pictures button",
    "passcode.html": "main button",
}
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
LIMITS = {"requests": 25, "kilobytes": 220, "seconds": 2.5, "reload": 1}
# In the page: the time at which the element is there and, if it says so, ready.
WATCH = """(() => {
    const look = async () => {
        const found = document.querySelector('SELECTOR');
        const isThere = found && found.getClientRects().length && (!found.localName.includes('-') || customElements.get(found.localName));
        if (!isThere) return requestAnimationFrame(look);
        await found.ready;
        window.usableAfter = performance.now();
    };
    addEventListener('DOMContentLoaded', look);
})()"""


def visit(browser, address, name, selector):
    """Returns the requests, kilobytes and seconds of a first visit, and the requests of a reload."""
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    sent, cached, length = [], set(), [0]
    session.on("Network.requestWillBeSent", lambda event: event["request"]["url"].startswith("http") and sent.append(event["requestId"]))
    session.on("Network.requestServedFromCache", lambda event: cached.add(event["requestId"]))
    session.on("Network.responseReceived", lambda event: event["response"].get("fromDiskCache") and cached.add(event["requestId"]))
    session.on("Network.loadingFinished", lambda event: length.__setitem__(0, length[0] + event["encodedDataLength"]))
    page.add_init_script(WATCH.replace("SELECTOR", selector))

    def opened(go):
        sent.clear(), cached.clear()
        length[0] = 0
        go()
        page.wait_for_function("() => window.usableAfter", timeout=60_000)
        page.wait_for_load_state("networkidle")
        return len([each for each in sent if each not in cached]), length[0] / 1000, page.evaluate("window.usableAfter") / 1000

    first = opened(lambda: page.goto(f"{address}/{name}", wait_until="commit"))
    again = opened(lambda: page.reload(wait_until="commit"))
    context.close()
    return first, again


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--inklock", default=str(ROOT / "scripts" / "inklock"), help="the command that serves")
    parser.add_argument("--plain", action="store_true", help="measure Web/ as it is, without limits")
    parser.add_argument("--chromium", default=os.environ.get("CHROMIUM") or shutil.which("chromium"))
    options = parser.parse_args()
    site = ROOT / ("Web" if options.plain else ".build-site")
    if not options.plain:
        subprocess.run([ROOT / "scripts" / "build-site"], check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen([*shlex.split(options.inklock), "serve", "--port", "0", "--site", site], stdout=subprocess.PIPE, text=True)
    failed = []
    try:
        address = next(found.group() for found in (re.search(r"https?://[^\s/]+", line) for line in server.stdout) if found)
        with sync_playwright() as playwright:
            sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = playwright.chromium.launch(executable_path=options.chromium, args=sandbox)
            for name, selector in PAGES.items():
                # A machine that is busy with other tests has two more visits.
                for _ in range(3):
                    (requests, kilobytes, seconds), (again, kilobytes_again, seconds_again) = visit(browser, address, name, selector)
                    if seconds <= LIMITS["seconds"]:
                        break
                print(f"{name}: {requests} requests, {kilobytes:.0f} KB, usable after {seconds:.1f} s; "
                      f"reload: {again} requests, {kilobytes_again:.1f} KB, {seconds_again:.1f} s", flush=True)
                found = {"requests": requests, "kilobytes": kilobytes, "seconds": seconds, "reload": again}
                if name == "notes.html" and not options.plain:
                    failed = [f"{what} {found[what]:.1f} > {limit}" for what, limit in LIMITS.items() if found[what] > limit]
            browser.close()
    finally:
        server.terminate()
        server.wait()
    if failed:
        print("FAIL notes.html: " + ", ".join(failed))
    print(f"{len(LIMITS) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
