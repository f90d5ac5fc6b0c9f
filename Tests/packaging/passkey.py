#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Uses Private Notes behind a proxy in a browser, with a passkey: passkey.py make|open STATE PORT KEY

`make` makes an account with a passkey and a note, and writes the passkey to the file STATE. `open` opens the account
with that passkey in another browser, and looks for the note. The proxy is at PORT of this machine and is called
ink.example. KEY is the digest of its public key, which the browser trusts as if a known authority had signed it.
"""

import json
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))

from notes import NAME, Authenticator, heading, opened, press, sign_in_as, sign_up, write  # noqa: E402

TITLE = "Kept in the package"


def main():
    purpose, state, port, key = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=[
            "--no-sandbox", f"--host-resolver-rules=MAP ink.example:443 127.0.0.1:{port}",
            f"--ignore-certificate-errors-spki-list={key}"])
        page = browser.new_page()
        page.goto("https://ink.example/notes.html")
        # A copy of a passkey of Chromium's authenticator has another key for PRF.
        authenticator = Authenticator(page, hasPrf=False)
        if purpose == "make":
            sign_up(page, passkey=True)
            write(page, TITLE, "A note behind a proxy.")
            Path(state).write_text(json.dumps(authenticator.credentials()))
        else:
            for credential in json.loads(Path(state).read_text()):
                authenticator.protocol.send(
                    "WebAuthn.addCredential", {"authenticatorId": authenticator.id, "credential": credential})
            sign_in_as(page, NAME)
            heading(page, "New device")
            press(page, "Use a passkey")
            opened(page)
            page.get_by_text(TITLE).first.wait_for()
        browser.close()


if __name__ == "__main__":
    main()
