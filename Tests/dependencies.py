# SPDX-License-Identifier: MIT
"""Checks what the packages depend on.

An app that depends on InkLock alone gets swift-crypto, what that brings along, and nothing else. Each target names
every module that its sources import: SwiftPM compiles a target again only if a module that it names has changed.
"""

import json
import re
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
    # Messages about downloads precede the JSON.
    return json.loads(said[said.index("{\n"):])


def names(node):
    return sorted(child["identity"] for child in node["dependencies"])


IMPORT = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? )*(?:public |package |internal |private )?import (?:class |enum |func |protocol |struct |typealias )?(\w+)", re.M)
# The modules of the toolchain, and Apple's frameworks that shared sources import conditionally.
TOOLCHAIN = {
    "Android", "AppKit", "Bionic", "CoreGraphics", "CryptoKit", "Darwin", "Dispatch", "Foundation", "FoundationEssentials",
    "FoundationNetworking", "Glibc", "ImageIO", "LocalAuthentication", "Musl", "Observation", "PackageDescription", "Security",
    "SwiftUI", "Synchronization", "Testing", "UIKit", "WASILibc"}


def unnamed(package):
    """Returns a line for each module that a target imports and its manifest does not name."""
    command = ["swift", "package", "--package-path", str(package), "dump-package"]
    targets = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["targets"]
    for target in targets:
        folder = package / (target.get("path") or ("Tests" if target["type"] == "test" else "Sources") + "/" + target["name"])
        left_out = [folder / name for name in target["exclude"]]
        named = {target["name"], *(value[0] for one in target["dependencies"] for value in one.values())}
        sources = [one for one in folder.rglob("*.swift") if not any(one.is_relative_to(other) for other in left_out)]
        imported = {module for source in sources for module in IMPORT.findall(source.read_text())}
        for module in sorted(imported - {name.replace("-", "_") for name in named} - TOOLCHAIN):
            yield f"{package.relative_to(ROOT)}: {target['name']} imports {module} and does not name it"


def every_import_is_named():
    packages = [path.parent for pattern in ("", "*/", "Fuzz/*/") for path in sorted(ROOT.glob(f"{pattern}Package.swift"))]
    # The doubles of Apple's frameworks import what Apple's do.
    found = [line for package in packages if package.name != "AppleCheck" for line in unnamed(package)]
    print(*found, sep="\n", end="\n" if found else "")
    return not found


def an_app_gets_one_package():
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
        print(f"resolved {found}, expected {expected}")
    return found == expected


def main():
    results = [every_import_is_named(), an_app_gets_one_package()]
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
