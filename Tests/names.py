# SPDX-License-Identifier: MIT
"""Checks that the files and the Swift symbols that documents name exist.

    names.py [ROOT]

It reads the code spans of every Markdown file: a path such as `Sources/Core`, from the project's root or from the
document's folder, a file such as `Brush.swift`, and a symbol such as `AttemptRecord.remainingMilliseconds(at:)`,
whose members are looked for in the files that declare or extend its type. The changelog is left out, because it names
what was renamed, and the table of Apple's interfaces.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
LEFT_OUT = {"CHANGELOG.md", "AppleCheck/API.md"}
PLACEHOLDERS = ("NAME", "+Aspect.swift")
PLACE = re.compile(r"[\w.-]+(?:/[\w.+-]+)+/?")
FILE = re.compile(r"[\w+.-]+\.(?:swift|mjs|py|toml|tsv)")
SYMBOL = re.compile(r"([A-Z]\w+)((?:\.\w+)+)(\([\w:]*\))?")
DECLARED = re.compile(r"\b(actor|class|enum|extension|protocol|struct|typealias)\s+(?:\w+\.)*(\w+)")


def tracked(root):
    return subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")[:-1]


class Names:
    """The files of a project, and the words in the Swift files that declare or extend each of its types."""

    def __init__(self, root):
        self.root = root
        self.files = tracked(root)
        self.places = {*self.files, *(str(parent) for name in self.files for parent in Path(name).parents)}
        self.names = {Path(place).name for place in self.places}
        self.tops = {Path(name).parts[0] for name in self.files}
        self.words, self.own = {}, set()
        for name in self.files:
            if name.endswith(".swift") and (root / name).is_file():
                text = (root / name).read_text(encoding="utf-8")
                words = set(re.findall(r"\w+", text))
                for kind, type in set(DECLARED.findall(text)):
                    self.words.setdefault(type, set()).update(words)
                    if kind != "extension":
                        self.own.add(type)

    def fault(self, document, span):
        """Returns the reason why a code span names nothing, or `None`."""
        first = span.split(" ")[0].rstrip("/")
        if span in self.names or any(word in span for word in PLACEHOLDERS):
            return None
        if PLACE.fullmatch(first) and first.split("/")[0] in self.tops:
            near = str(Path(document).parent / first)
            if not {first, near} & self.places and not (self.root / first).exists():
                return "there is no such file or folder"
        elif FILE.fullmatch(span):
            return "there is no such file"
        elif (symbol := SYMBOL.fullmatch(span)) and symbol[1] in self.own:
            members = [*symbol[2].split(".")[1:], *re.findall(r"[a-z]\w*", symbol[3] or "")]
            absent = [member for member in members if member not in self.words[symbol[1]]]
            if absent:
                return f"{symbol[1]} has no {', '.join(absent)}"
        return None

    def findings(self):
        """Yields the place of each code span that names nothing."""
        for name in self.files:
            if not name.endswith(".md") or name in LEFT_OUT or not (self.root / name).is_file():
                continue
            text = FENCE.sub(lambda block: "\n" * block[0].count("\n"), (self.root / name).read_text(encoding="utf-8"))
            for number, line in enumerate(text.split("\n"), 1):
                for span in SPAN.findall(line):
                    if reason := self.fault(name, span):
                        yield f"{name}:{number}: `{span}`: {reason}"


# Names of nothing, each of which has to be found.
PLANTED = ("Sources/Core/Nowhere", "Nowhere.swift", "AttemptRecord.nowhere", "AttemptRecord.remainingMilliseconds(nowhere:)")


def main():
    names = Names(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
    found = [f"Tests/names.py: `{span}` is not found" for span in PLANTED if not names.fault("README.md", span)]
    found += names.findings()
    print(*found, sep="\n", end="\n" if found else "")
    documents = {name for name in names.files if name.endswith(".md") and name not in LEFT_OUT}
    print(f"{len(documents - {line.split(':')[0] for line in found})} passed, {len(found)} failed")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
