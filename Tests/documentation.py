# SPDX-License-Identifier: MIT
"""Checks that every public symbol is documented, and that each library's documentation builds without warnings.

    documentation.py [MODULE …]

It reads the modules in the folder that INKLOCK_MODULES names, or in the build folders of `swift build`, of AppleCheck's
tests, of the service and of Linux, and compiles nothing itself.

Some symbols need no documentation of their own. A member that implements a protocol requirement or overrides a member
of a superclass, such as `==` or `hash(into:)`, inherits its documentation. The parameters of a memberwise initialiser
are documented at the properties of the same names. Members that the compiler synthesises are ignored.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The products that are libraries, by the package that builds them.
MODULES = {
    ".": [
        "InkGeometry", "Passcode", "LockFlow", "InkStroke", "InkHandwriting", "InkTrail", "PicturePassword", "InkRaster", "InkExport",
        "InkFiles", "InkEvidence", "CodeNames", "LockVault", "Passkey", "InkLock",
    ],
    "AppleCheck": ["InkLockUI"],
    "Service": ["SignedPDF"],
    "Linux": ["InkLockLinux", "InkLockGTK"],
}
# The libraries of C that they import.
HEADERS = [path for place in ("Sources/Files", "AppleCheck/Sources", "Documents/Sources", "Linux/Sources")
           for path in sorted((ROOT / place).glob("**/module.modulemap"))]
PACKAGES = ["cairo", "zlib", "libqpdf", "libsecret-1", "tss2-esys", "libadwaita-1"]

# Required by SwiftUI, whose double does not document it. It is common knowledge.
KNOWN = {"body"}


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def extract(module, folder):
    """Writes the symbol graph of a module's public symbols."""
    package = next(place for place, names in MODULES.items() if module in names)
    modules = os.environ.get("INKLOCK_MODULES") or ROOT / package / ".build" / "debug" / "Modules"
    target = f"{platform.machine()}-unknown-linux-gnu"
    flags = [f"-fmodule-map-file={header}" for header in HEADERS]
    for name in PACKAGES:
        flags += subprocess.run(["pkg-config", "--cflags", name], capture_output=True, text=True).stdout.split()
    code, said = run(
        "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-I", modules, "-output-dir", folder,
        "-minimum-access-level", "public", "-skip-synthesized-members", *[x for flag in flags for x in ("-Xcc", flag)])
    if code != 0:
        sys.exit(f"{module}: its symbols cannot be read; build its package first\n{said}")


def graphs(folder):
    """Returns the symbols of a module and their relationships, including its extensions of other modules."""
    symbols, links = {}, []
    for path in sorted(folder.glob("*.symbols.json")):
        graph = json.loads(path.read_text())
        symbols |= {symbol["identifier"]["precise"]: symbol for symbol in graph["symbols"]}
        links += graph["relationships"]
    return symbols, links


def is_documented(symbol):
    lines = symbol.get("docComment", {}).get("lines", [])
    return any(line["text"].strip() for line in lines)


def is_memberwise(symbol, properties):
    """Returns whether all parameters of an initialiser have the names of properties."""
    if symbol["kind"]["identifier"] != "swift.init":
        return False
    taken = symbol.get("functionSignature", {}).get("parameters", [])
    names = [parameter.get("internalName", parameter["name"]) for parameter in taken]
    return bool(names) and set(names) <= properties


def undocumented(folder):
    symbols, links = graphs(folder)
    overriding = {link["source"] for link in links if link["kind"] == "overrides"}
    properties = {}
    for link in links:
        member = symbols.get(link["source"])
        if link["kind"] == "memberOf" and member and member["kind"]["identifier"] == "swift.property":
            properties.setdefault(link["target"], set()).add(member["names"]["title"])
    parents = {link["source"]: link["target"] for link in links if link["kind"] == "memberOf"}
    for name, symbol in symbols.items():
        if is_documented(symbol) or name in overriding or symbol["names"]["title"] in KNOWN:
            continue
        # An extension of another module's type is not a symbol of this module.
        if symbol["kind"]["identifier"] == "swift.extension":
            continue
        if is_memberwise(symbol, properties.get(parents.get(name), set())):
            continue
        place = symbol.get("location", {})
        file = Path(place.get("uri", "").removeprefix("file://"))
        line = place.get("position", {}).get("line", -1) + 1
        yield f"{file.name}:{line}: {'.'.join(symbol['pathComponents'])}"


def docc():
    """Returns the path of DocC, which is part of the toolchain."""
    return shutil.which("docc") or Path(os.path.realpath(shutil.which("swift"))).parent / "docc"


def build(module, folder):
    catalogues = list((ROOT / "Sources").glob(f"*/{module}/{module}.docc"))
    return run(
        docc(), "convert", *catalogues, "--additional-symbol-graph-dir", folder,
        "--fallback-display-name", module, "--fallback-bundle-identifier", module, "--warnings-as-errors",
        "--output-path", folder / f"{module}.doccarchive")


def main():
    passed = failed = 0
    for module in sys.argv[1:] or [name for names in MODULES.values() for name in names]:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            extract(module, folder)
            silent = sorted(undocumented(folder))
            code, said = build(module, folder)
        for symbol in silent:
            print(f"{module}: {symbol} is not documented")
        if code != 0:
            print(f"{module}: its documentation does not build\n{said.strip()}")
        failed += bool(silent) + (code != 0)
        passed += (not silent) + (code == 0)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
