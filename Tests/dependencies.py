# SPDX-License-Identifier: MIT
"""Resolves an app that depends on InkLock alone: it must get swift-crypto, what that brings along, and nothing else."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App", platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(name: "InkLock", path: "%s")],
    targets: [.target(name: "App", dependencies: [.product(name: "InkLock", package: "InkLock")])])
"""


def tree(app):
    command = ["swift", "package", "--package-path", str(app), "show-dependencies", "--format", "json"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # Whatever is fetched is told first.
    return json.loads(said[said.index("{\n"):])


def names(node):
    return sorted(child["identity"] for child in node["dependencies"])


def main():
    with tempfile.TemporaryDirectory() as folder:
        app = Path(folder)
        (app / "Package.swift").write_text(MANIFEST % ROOT)
        (app / "Sources" / "App").mkdir(parents=True)
        (app / "Sources" / "App" / "App.swift").write_text("import InkLock\n")
        inklock = tree(app)["dependencies"][0]
    crypto = inklock["dependencies"][0] if inklock["dependencies"] else {"dependencies": []}
    # swift-crypto's own: the encodings of keys. An app for Apple's platforms links none of it that it does not use.
    found = (names(inklock), names(crypto), [names(child) for child in crypto["dependencies"]])
    expected = (["swift-crypto"], ["swift-asn1"], [[]])
    if found != expected:
        print(f"resolved {found}, expected {expected}\n0 passed, 1 failed")
        return 1
    print("1 passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
