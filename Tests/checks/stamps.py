# SPDX-License-Identifier: MIT
"""Stamps of the parts that have passed, with digests of their inputs."""

import contextlib
import functools
import hashlib
import json
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build" / "checks" / "stamps"

# The files that decide every result besides a part's own: those that run the parts.
ALWAYS = ("Tests/checks/run.py", "Tests/checks/part.py", "Tests/checks/stamps.py", "Tests/checks/clang", "scripts/bootstrap")


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


class Inputs:
    """The contents of the project's files at one moment."""

    def __init__(self, environment):
        self.contents = self._contents()
        self.tools = [*versions(), *self._settings(environment)]

    @staticmethod
    def _contents():
        """The hashes of files, and where links lead."""
        found = {}
        for name in git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")[:-1]:
            # A file that git lists may be removed meanwhile, and a folder may be another repository.
            with contextlib.suppress(FileNotFoundError, IsADirectoryError):
                found[name] = os.readlink(f"{ROOT}/{name}") if os.path.islink(f"{ROOT}/{name}") else sha256(f"{ROOT}/{name}")
        return found

    @staticmethod
    def _settings(environment):
        """The variables that the checks read, and the recordings."""
        said = sorted(
            f"{name}={value}" for name, value in environment.items() if name.startswith("INKLOCK_") or name in ("CC", "CHROMIUM"))
        files = sorted(path for path in Path(environment["INKLOCK_RECORDINGS"]).rglob("*") if path.is_file())
        said += [f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files]
        return said

    def under(self, spec):
        """The files that a pathspec names: a file, a folder, or a pattern with `*` (within its folder) or `**`."""
        if spec not in self.contents and (ROOT / spec).is_file():
            # A product, which another part may have made since the run began.
            return [spec]
        if "*" not in spec:
            prefix = spec.rstrip("/") + "/"
            return [name for name in self.contents if name == spec or name.startswith(prefix)]
        pattern = re.escape(spec).replace(r"\*\*/", "(?:.*/)?").replace(r"\*\*", ".*").replace(r"\*", "[^/]*")
        return [name for name in self.contents if re.fullmatch(pattern, name)]

    def digest(self, specs, *more, built="", imported="", texts=()):
        names = sorted({name for spec in (*specs, *ALWAYS) for name in self.under(spec)})
        compiled = objects(built) if built else interfaces(imported) if imported else {}
        for name in {name for spec in texts for name in self.under(spec)}:
            compiled.pop(name, None)
        given = [
            [name, [sha256(path) for path in compiled[name]] if name in compiled else self.contents.get(name) or sha256(f"{ROOT}/{name}")]
            for name in names]
        return hashlib.sha256(json.dumps([given, self.tools, more]).encode()).hexdigest()


@functools.cache
def versions():
    """Returns the versions of what compiles and runs the checks."""
    return [version(program) for program in ("swift", "node", "chromium", "wasm-opt")]


def version(program):
    try:
        return subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()
    except FileNotFoundError:
        return ""


def dated(path):
    """Returns a path with its file's inode, size and date, which differ once the file does."""
    status = os.stat(path)
    return str(path), status.st_ino, status.st_size, status.st_mtime_ns


def sha256(path):
    """Returns the hash of a file, which is read again only if its date has changed."""
    return hash_of(*dated(path))


@functools.cache
def hash_of(path, *date):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def compiled(built):
    """Yields each of the project's Swift files that a build has compiled, with its module and its object file.

    SwiftPM notes where they are.
    """
    for path in sorted((ROOT / built).glob("*.build/output-file-map.json")):
        yield from products_of(*dated(path))


@functools.cache
def products_of(path, *date):
    module = Path(path).parent.stem
    return [
        (source.removeprefix(f"{ROOT}/"), module, products.get("object", ""))
        for source, products in json.loads(Path(path).read_text()).items() if source.startswith(f"{ROOT}/")]


def objects(built):
    """Returns the object file of each Swift file. Equal sources have equal object files, whatever their comments."""
    return {source: [product] for source, _, product in compiled(built) if os.path.isfile(product)}


def interfaces(built):
    """Returns the interface and the documentation of each Swift file's module, which the code in it does not change."""
    found = {}
    for source, module, _ in compiled(built):
        paths = [f"{ROOT}/{built}/Modules/{module}.{kind}" for kind in ("swiftmodule", "swiftdoc")]
        if all(os.path.isfile(path) for path in paths):
            found[source] = paths
    return found


def path(part, tier):
    # The thorough tier checks more with the same inputs.
    return FOLDER / f"{re.sub(r'[^a-z0-9]+', '-', part.name.lower())}.{tier}.json"


def passed_before(part, tier, digest):
    """The counts with which a part has passed with the same inputs, if it has."""
    try:
        stamp = json.loads(path(part, tier).read_text())
    except (OSError, ValueError):
        return None
    made = all((ROOT / name).exists() for name in part.makes)
    return stamp["counts"] if stamp["digest"] == digest and made else None


def keep(part, tier, digest, counts):
    FOLDER.mkdir(parents=True, exist_ok=True)
    path(part, tier).write_text(json.dumps({"digest": digest, "counts": str(counts)}))


def forget(part, tier):
    path(part, tier).unlink(missing_ok=True)
