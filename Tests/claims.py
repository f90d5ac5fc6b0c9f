# SPDX-License-Identifier: MIT
"""Checks that each promise of docs/SECURITY.md names the tests that would fail if it were false.

    claims.py [--draft] [ROOT]

A promise is a list item or a table row of SECURITY.md that carries an identifier in bold, `**V3**`. Sections whose
heading begins with one of `without_promises`, and those below them, carry none; in every other section each list item
and each table row is a promise. docs/claims.toml has a table for each identifier: its text, word for word as in
SECURITY.md, and its tests:

    [claims.V3]
    text = "Each guess is counted before it is tried."
    tests = ["Tests/LockVaultTests/KilledTests.swift: noAttemptIsForgotten"]

A test is one of

    PATH.swift: NAME     a function with @Test, or its display name; in Benchmarks any function or type
    PATH.py: NAME        a function or a method
    PATH.mjs: NAME       a check with that name in quotation marks, or no NAME for the whole script
    PATH.toml: NAME      a planted fault of Tests/faults
    $ COMMAND …          a script of this repository, or `swift run … PRODUCT`

Scripts without a name have to be called by something in scripts/. With --draft only texts and tests are looked at, for
a SECURITY.md that carries no identifiers yet.
"""

import ast
import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

IDENTIFIER = re.compile(r"\*\*([A-Z]{1,3}[0-9]{1,3})\*\*")
KEYS = {"without_promises", "claims"}


@dataclass
class Entry:
    """A list item or a table row."""

    line: int
    # The headings that it stands under, the outermost first.
    sections: tuple
    text: str

    @property
    def identifiers(self):
        return IDENTIFIER.findall(self.text)


def plain(text):
    """Without identifiers, and with one space between words, so that lines may be broken anywhere."""
    return " ".join(IDENTIFIER.sub("", text).split())


def entries(markdown):
    """The list items and table rows of a document, each with the heading it stands under."""
    found, sections, current, is_code = [], (), None, False
    for number, line in enumerate(markdown.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code, current = not is_code, None
            continue
        if is_code:
            continue
        if heading := re.match(r"(#+)\s+(.*)", line):
            sections, current = sections[:len(heading[1]) - 1] + (heading[2].strip(),), None
        elif re.match(r"\s*([-*+]|[0-9]+[.)])\s+", line):
            current = Entry(number, sections, re.sub(r"^\s*([-*+]|[0-9]+[.)])\s+", "", line))
            found.append(current)
        elif line.startswith("|"):
            current = None
            if re.fullmatch(r"[|:\-\s]+", line):
                # The row above the rule is the table's head.
                if found and found[-1].line == number - 1:
                    found.pop()
            else:
                found.append(Entry(number, sections, line.strip("| ")))
        elif not line.strip():
            current = None
        elif current is not None:
            current.text += " " + line.strip()
    return found


def closing(source, start):
    """The index behind the parenthesis that closes the one at `start`; strings are skipped."""
    depth, i = 0, start
    while i < len(source):
        character = source[i]
        if opening := re.compile(r'(#*)("""|")').match(source, i):
            hashes, quotes = opening.groups()
            fence, escape = quotes + hashes, "\\" + hashes
            i = opening.end()
            while i < len(source) and not source.startswith(fence, i):
                if source.startswith(escape + "(", i):
                    # An interpolation may contain strings of its own.
                    i = closing(source, i + len(escape))
                else:
                    i += len(escape) + 1 if source.startswith(escape, i) else 1
            i += len(fence)
            continue
        depth += (character == "(") - (character == ")")
        i += 1
        if depth == 0:
            break
    return i


def swift_tests(source):
    """The names and display names of the functions with @Test that are not disabled."""
    source = re.sub(r"^\s*//.*$", "", source, flags=re.MULTILINE)
    names = set()
    for attribute in re.finditer(r"@Test\b", source):
        at, arguments = attribute.end(), ""
        if opening := re.compile(r"\s*\(").match(source, at):
            end = closing(source, opening.end() - 1)
            arguments, at = source[opening.end():end - 1], end
        rest = r"(?:\s*(?:@\w+(?:\([^)]*\))?|public|package|internal|private|fileprivate|static|nonisolated|mutating))*"
        function = re.compile(rest + r"\s*func\s+(?:`([^`]+)`|(\w+))").match(source, at)
        if function is None or ".disabled(" in arguments:
            continue
        names.add(function[1] or function[2])
        if display := re.match(r'\s*"((?:[^"\\]|\\.)*)"', arguments):
            names.add(display[1])
    return names


def python_functions(source):
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)}


def is_called(root, path):
    """True if one of scripts/ runs a script that checks something."""
    return any(path in file.read_text(errors="replace") for file in (root / "scripts").iterdir() if file.is_file())


def command_fault(root, command):
    words = command.split()
    if words[:2] == ["swift", "run"]:
        folder = words[words.index("--package-path") + 1] if "--package-path" in words else "."
        manifest = root / folder / "Package.swift"
        product = words[-1]
        if not manifest.is_file() or f'"{product}"' not in manifest.read_text():
            return f"no package {folder} with a product {product}"
        return None
    if words[:1] in (["node"], ["python3"]):
        words = words[1:]
    if not words or not (root / words[0]).is_file():
        return f"no script {words[0] if words else command!r}"
    if words[0] == "scripts/fuzz":
        for word in words[1:]:
            if not word.isdigit() and not (root / "Fuzz" / "Corpus" / word).is_dir():
                return f"scripts/fuzz has no target {word}"
    return None


def test_fault(root, test):
    """The fault of a named test; None if the test is there."""
    if test.startswith("$ "):
        return command_fault(root, test[2:])
    path, _, name = test.partition(": ")
    file = root / path
    if not file.is_file():
        return f"no file {path}"
    source = file.read_text()
    match file.suffix:
        case ".swift" if path.startswith("Benchmarks/") or "Benchmarks" in Path(path).parts:
            is_there = bool(name) and re.search(rf"\b(func|struct|enum|class|actor)\s+{re.escape(name)}\b", source)
        case ".swift":
            is_there = name in swift_tests(source)
        case ".py" if name:
            is_there = name in python_functions(source)
        case ".mjs" | ".js" if name:
            is_there = any(f"{mark}{name}{mark}" in source for mark in "'\"`")
        case ".toml":
            is_there = name in [fault.get("name") for fault in tomllib.loads(source).get("fault", [])]
        case _:
            if name:
                return f"{path} is of no kind that has named tests"
            return None if is_called(root, path) else f"nothing in scripts/ calls {path}"
    return None if is_there else f"{path} has no test {name!r}"


def faults(root, is_draft=False):
    """Everything that is wrong with the claims, a line each."""
    markdown = (root / "docs" / "SECURITY.md").read_text()
    try:
        plan = tomllib.loads((root / "docs" / "claims.toml").read_text())
    except tomllib.TOMLDecodeError as error:
        return [f"claims.toml: {error}"]
    found = [f"claims.toml: unknown key {key}" for key in sorted(set(plan) - KEYS)]
    silent = tuple(plan.get("without_promises", []))
    claims = plan.get("claims", {})
    promises = {}
    for entry in [] if is_draft else entries(markdown):
        where = f"SECURITY.md:{entry.line}"
        if any(section.startswith(silent) for section in entry.sections):
            found += [f"{where}: {name} stands in a section without promises" for name in entry.identifiers]
        elif len(entry.identifiers) != 1:
            what = "more than one identifier" if entry.identifiers else "no identifier"
            found.append(f"{where}: {what}: {plain(entry.text)[:80]}")
        elif (name := entry.identifiers[0]) in promises:
            found.append(f"{where}: {name} is used twice")
        else:
            promises[name] = entry
            if name not in claims:
                found.append(f"{where}: {name} has no claim")
    if not is_draft:
        loose = IDENTIFIER.findall(markdown)
        found += [
            f"SECURITY.md: {name} stands outside of lists and tables"
            for name in sorted(set(loose) - {name for entry in entries(markdown) for name in entry.identifiers})]
        if not promises:
            found.append("SECURITY.md: no promise carries an identifier")
    for name, claim in claims.items():
        unknown = set(claim) - {"text", "tests"}
        found += [f"{name}: unknown key {key}" for key in sorted(unknown)]
        text, tests = claim.get("text", ""), claim.get("tests", [])
        if not text.strip():
            found.append(f"{name}: no text")
        elif is_draft:
            if plain(text) not in plain(markdown):
                found.append(f"{name}: SECURITY.md does not say: {plain(text)}")
        elif name not in promises:
            found.append(f"{name}: SECURITY.md has no such promise")
        elif plain(text) not in plain(promises[name].text):
            found.append(f"{name}: SECURITY.md:{promises[name].line} does not say: {plain(text)}")
        if not tests:
            found.append(f"{name}: no test")
        found += [f"{name}: {fault}" for test in tests if (fault := test_fault(root, test))]
        if len(set(tests)) != len(tests):
            found.append(f"{name}: a test is named twice")
    return found


def main(arguments):
    is_draft = "--draft" in arguments
    folders = [argument for argument in arguments if not argument.startswith("--")]
    root = Path(folders[0] if folders else Path(__file__).resolve().parent.parent)
    found = faults(root, is_draft)
    count = len(tomllib.loads((root / "docs" / "claims.toml").read_text()).get("claims", {})) if not found else 0
    print("\n".join(found + [f"{count} passed, {len(found)} failed"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
