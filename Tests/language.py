# SPDX-License-Identifier: MIT
"""Checks the language of comments, documents, texts and names: word list, comment style, spelling and line length.

    language.py [PATH …]

The words are in `language.toml`, each with a reason and a suggestion. Spelling is checked with codespell's dictionaries
and is British in comments and documents. Markdown, and comments on lines of their own, have at most 120 columns.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from bisect import bisect_right
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "Tests" / "language.toml"
COLUMNS = 120
# The findings to print for each file.
SHOWN = 20
# For the check of the rules themselves.
MISSPELLED, AMERICAN, ARCHAIC = "reciev" + "ed", "col" + "or", "An" + "ew"

# A name is the words of a declared identifier. Rules that state no kind apply to all of them.
KINDS = ("comment", "doc", "string", "prose", "name")
HASH = {".py", ".toml", ".yml", ".yaml", ""}
SLASH = {".swift", ".js", ".mjs", ".ts", ".c", ".h", ".css"}
DOCUMENTS = {".md"}
PAGES = {".html"}
CATALOGUES = {".xcstrings"}

# A comment that begins as an indirect question.
QUESTION = re.compile(r"(What|Whether|How|Who|Whom|Whose|Where|Why|Which|When)\b(?=.)")
# A complexity in running text, which DocC does not show as a field.
COMPLEXITY = re.compile(r"(?<!- )\bComplexity:")
COMPLEXITY_REASON = "a complexity is a field of its own"
# A field of a doc comment in Swift: a parameter, a result or an error, with its first word.
FIELD = re.compile(r" +- (?:Parameter \w+|Returns|Throws): +(\w+)|   +- \w+: +(\w+)")
FIELD_REASON = "a field of a doc comment begins with a capital letter"
QUESTION_REASON = "a doc comment states what the symbol is or does"
COMMENT_REASON = "a comment is a sentence about the code"
COMMENT_ADVICE = "a sentence with a subject and a verb, or a noun phrase"
QUESTION_ADVICE = 'a noun phrase, a verb in the third person, or "A Boolean value that indicates whether …"'

# A line of a comment that no break can shorten: one word such as a URL, an instruction to a tool, or a JSDoc type.
UNBREAKABLE = re.compile(
    r"\s*\S*\s*(<?\S+>?$|swift-format-ignore|swift-tools-version|shellcheck |eslint-|@ts-|SPDX-"
    r"|@\w+ \{.{90,}\}+( \[?[\w.=]+\]?)?( \*/)?$)")

# A whole word of letters in any script, so that neither "256ths" nor "café" is cut.
WORD = re.compile(r"(?<![\w])[^\W\d_][^\W\d_'’]*[^\W\d_](?![\w])")
# A text in German, which an English dictionary cannot check.
GERMAN = re.compile(
    r"[äöüßÄÖÜ]|\b(Sie|Ihr|Ihre[nmrs]?|ist|sind|und|oder|nicht|wird|werden|mit|auf|zum|zur|eine?[nmrs]?|als|alle|ohne|noch"
    r"|sie|Alle|Als|Foto|Worte|Weitere|Teil|Wege|Formen|Adresse|Unter|Zeichnen|Tippen|Schreiben|Gesperrt|Fertig|Abbrechen)\b")


# A declaration of an identifier in Swift, JavaScript and Python.
DECLARED = r"\b(?:func|function\*?|def|class|struct|enum|protocol|case|let|var|const) +([A-Za-z]\w*)"
# A member of a class or an object in JavaScript: a method with its brace, or a field.
MEMBER = (
    r"(?<=\n)[ \t]+(?:(?:static|async|get|set) +)*\*?#?(?!(?:if|for|while|switch|catch|function)\b)([A-Za-z]\w*)\([^\n]*\{(?=\n)"
    r"|(?<=\n)[ \t]+(?:static +)?#([A-Za-z]\w*)(?= *(?:=|;))"
    r"|(?<=\n)  (?:static +)?(?!(?:return|break|continue)\b)([A-Za-z]\w*)(?= *(?:= |;\n))"
)
SCRIPTS = {".js", ".mjs", ".ts"}


class Piece(NamedTuple):
    """A run of text in a file."""

    line: int
    text: str
    kind: str  # one of KINDS


class Finding(NamedTuple):
    line: int
    text: str


def tokens(pattern, source):
    """Yields the matches of a pattern with their line numbers."""
    starts = [0] + [match.end() for match in re.finditer("\n", source)]
    for match in re.finditer(pattern, source, re.S):
        yield match, bisect_right(starts, match.start())


SLASH_TOKEN = (
    r"(?P<block>/\*.*?\*/)|(?P<line>//[^\n]*)|(?P<long>#*\"\"\".*?\"\"\"#*)"
    r"|(?P<string>\"(?:\\.|[^\"\\\n])*\")|(?P<single>'(?:\\.|[^'\\\n])*')|(?P<template>`(?:\\.|[^`\\])*`)"
)
HASH_TOKEN = (
    r"(?P<long>\"\"\".*?\"\"\"|'''.*?''')|(?P<string>\"(?:\\.|[^\"\\\n])*\")|(?P<single>'(?:\\.|[^'\\\n])*')"
    r"|(?P<line>(?:(?<=\s)|^|(?<=\n))#[^\n]*)"
)


def source_pieces(source, pattern):
    """The comments and texts of a source file."""
    for match, line in tokens(pattern, source):
        kind, text = match.lastgroup, match.group()
        if kind in ("line", "block"):
            # A URL in a text is no comment.
            if kind == "line" and source[match.start() - 1:match.start()] == ":":
                continue
            is_doc = text.startswith(("///", "/**"))
            for offset, part in enumerate(text.split("\n")):
                bare = re.sub(r"^\s*(///?|/\*\*?|\*(?!/)|#+)|\*/\s*$", "", part)
                yield Piece(line + offset, bare, "doc" if is_doc else "comment")
        elif " " in text:
            is_doc = kind == "long" and re.search(r"(:|^|Identifier: MIT)\s*$", source[:match.start()]) is not None
            for offset, part in enumerate(text.split("\n")):
                bare = re.sub(r"^#*\"\"\"|^'''|\"\"\"#*$|'''$|\\\(.*?\)|\$\{.*?\}", "", part)
                yield Piece(line + offset, bare, "doc" if is_doc else "string")


def comment_lines(source, pattern):
    """Yields the numbers of the lines that are comments or docstrings as a whole."""
    for match, line in tokens(pattern, source):
        before = source[source.rfind("\n", 0, match.start()) + 1:match.start()]
        is_docstring = pattern == HASH_TOKEN and match.lastgroup == "long" and begins_definition(source[:match.start()])
        if match.lastgroup in ("line", "block") or is_docstring:
            yield from range(line + bool(before.strip()), line + match.group().count("\n") + 1)


def begins_definition(before):
    """Returns whether a line after this source begins a module, a class or a function."""
    return before.rstrip(" ").endswith(":\n") or all(line[:1] in ("", "#") for line in before.split("\n"))


def name_pieces(path, source):
    """The words of the identifiers that a source file declares."""
    for pattern in [DECLARED, MEMBER] if path.suffix in SCRIPTS else [DECLARED]:
        for match, line in tokens(pattern, source):
            name = match.group(match.lastindex)
            yield Piece(line, re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_", " ", name), "name")


def document_pieces(source):
    """The prose of a Markdown file, without blocks of code."""
    is_code = False
    for number, line in enumerate(source.split("\n"), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield Piece(number, line, "prose")


def page_pieces(source):
    """The texts of a page, without its markup and scripts."""
    blank = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->|<[^>]*>",
                   lambda match: re.sub(r"[^\n]", " ", match.group()), source, flags=re.S)
    for number, line in enumerate(blank.split("\n"), 1):
        yield Piece(number, line, "string")


def catalogue_pieces(source):
    """The English texts of a catalogue, each at the line of its key."""
    lines = {}
    for number, line in enumerate(source.split("\n"), 1):
        if match := re.match(r'    "((?:\\.|[^"\\])*)" : \{', line):
            lines[json.loads(f'"{match.group(1)}"')] = number

    def values(node):
        if isinstance(node, dict):
            for key, inner in node.items():
                if key == "value" and isinstance(inner, str):
                    yield inner
                else:
                    yield from values(inner)

    for key, entry in json.loads(source)["strings"].items():
        for text in [key, *values(entry.get("localizations", {}).get("en", {}))]:
            yield Piece(lines.get(key, 1), text, "string")


def pattern_of(path, source):
    """Returns the pattern of the comments and texts of a source file, or None for other files."""
    if path.suffix in SLASH:
        return SLASH_TOKEN
    return HASH_TOKEN if path.suffix in HASH and (path.suffix or source.startswith("#!")) else None


def pieces(path, source):
    suffix = path.suffix
    if (pattern := pattern_of(path, source)) is not None:
        return [*source_pieces(source, pattern), *name_pieces(path, source)]
    if suffix in DOCUMENTS:
        return document_pieces(source)
    if suffix in PAGES:
        return page_pieces(source)
    if suffix in CATALOGUES:
        return catalogue_pieces(source)
    return []


def continues(text):
    """Returns whether a line of a comment may go on in the next one. An empty line and the licence do not."""
    return bool(text.strip()) and "SPDX" not in text


def plain(text):
    """Text without code, links and names in quotation marks."""
    text = re.sub(r"@(param|property|typedef|type|returns?) (\{[^}]*\}+ ?\w*)?", " ", text)
    text = re.sub(r"`+[^`]*`+|https?://\S+|\]\([^)]*\)|<[^>\s][^>]*>|\S+@\S+", " ", text)
    return re.sub(r"\b\w*[A-Z]\w*[A-Z]\w*\b|\b[a-z]+[A-Z]\w*\b|\b\w*[_./\\]\w+\b|--?\w+(-\w+)*", " ", text)


class Rules:
    def __init__(self, table):
        self.words = [(re.compile(rf"\b(?:{word['pattern']})\b", re.I), word) for word in table["word"]]
        self.allowed = {word.lower() for word in table["spelling"]["allow"]}
        self.skipped = table["skip"]["paths"]
        self.wide_tables = set(table["columns"]["tables"])
        self.wrong, self.american = spelling()
        # A list of texts in several languages has no one spelling.
        self.unspelled = table["spelling"]["skip"]

    def is_skipped(self, path, prefixes):
        return any(path == prefix or path.startswith(prefix.rstrip("/") + "/") for prefix in prefixes)

    def findings(self, path, source):
        """Everything in a file that the rules refuse, in order."""
        found = []
        before = None
        spelled = not self.is_skipped(path, self.unspelled)
        for piece in pieces(Path(path), source):
            text = re.sub(r"`+[^`]*`+|https?://\S+", " ", piece.text)
            for pattern, word in self.words:
                if piece.kind not in word.get("only", KINDS):
                    continue
                for match in pattern.finditer(text):
                    found.append(Finding(piece.line, f"“{match.group()}”: {word['reason']}; write {word['instead']}"))
            if piece.kind == "doc":
                follows = before and before.kind == "doc" and before.line == piece.line - 1 and continues(before.text)
                if not follows and (match := QUESTION.match(piece.text.strip().strip('"'))):
                    found.append(Finding(piece.line, f"“{match.group()} …”: {QUESTION_REASON}; write {QUESTION_ADVICE}"))
            if piece.kind == "doc" and path.endswith(".swift") and COMPLEXITY.search(piece.text):
                found.append(Finding(piece.line, f"“Complexity:”: {COMPLEXITY_REASON}; write “- Complexity:” on a line of its own"))
            if piece.kind == "comment":
                follows = before and before.kind == "comment" and before.line == piece.line - 1 and continues(before.text)
                if not follows and (match := QUESTION.match(piece.text.strip())):
                    found.append(Finding(piece.line, f"“{match.group()} …”: {COMMENT_REASON}; write {COMMENT_ADVICE}"))
            if piece.kind == "doc" and (match := FIELD.match(piece.text)):
                word = match.group(1) or match.group(2)
                if QUESTION.match(word.capitalize() + "."):
                    found.append(Finding(piece.line, f"“{word} …”: {QUESTION_REASON}; write {QUESTION_ADVICE}"))
                elif word[0].islower():
                    found.append(Finding(piece.line, f"“{word} …”: {FIELD_REASON}"))
            if spelled and piece.kind != "name":
                found += self.misspelled(piece)
            before = piece
        if path.endswith(".md"):
            found += self.wide(path, source)
        if (pattern := pattern_of(Path(path), source)) is not None:
            found += self.wide_comments(source, pattern)
        return sorted(set(found))

    def misspelled(self, piece):
        if GERMAN.search(piece.text):
            return
        for word in WORD.findall(plain(piece.text)):
            lower = word.lower()
            if lower in self.allowed:
                continue
            if lower in self.wrong:
                yield Finding(piece.line, f"“{word}”: misspelled; write {self.wrong[lower]}")
        if piece.kind == "string":
            return
        for word in WORD.findall(re.sub(r"[\"“][^\"”]*[\"”]", " ", plain(piece.text))):
            lower = word.lower()
            if lower in self.american and lower not in self.allowed:
                yield Finding(piece.line, f"“{word}”: American spelling; write {self.american[lower]}")

    def wide(self, path, source):
        for number, line in enumerate(source.split("\n"), 1):
            is_table = line.startswith("|") and path in self.wide_tables
            if len(line) > COLUMNS and not is_table and not re.fullmatch(r"\s*(\[[^]]*\]: ?)?<?https?://\S+", line):
                yield Finding(number, f"{len(line)} columns: over {COLUMNS}; break the line, or shorten the table")


    def wide_comments(self, source, pattern):
        lines = source.split("\n")
        for number in comment_lines(source, pattern):
            line = lines[number - 1]
            if len(line) > COLUMNS and not UNBREAKABLE.match(line):
                yield Finding(number, f"{len(line)} columns: over {COLUMNS}; break the comment")


def spelling():
    """codespell's corrections of common mistakes, and the British words for American ones."""
    try:
        import codespell_lib
    except ImportError:
        own = ROOT / ".cache" / "venv" / "bin" / "python"
        if own.exists() and not os.environ.get("INKLOCK_LANGUAGE_RETRIED"):
            os.environ["INKLOCK_LANGUAGE_RETRIED"] = "1"
            os.execv(own, [str(own), *sys.argv])
        sys.exit("language.py needs the Python package codespell; scripts/bootstrap test installs it")
    data = Path(codespell_lib.__file__).parent / "data"

    def table(name):
        lines = (data / name).read_text(encoding="utf-8").split("\n")
        return dict(line.split("->", 1) for line in lines if "->" in line)

    wrong = {word.lower(): fix.split(",")[0] for word, fix in table("dictionary.txt").items()}
    american = {}
    for british, fixes in table("dictionary_en-GB_to_en-US.txt").items():
        for word in fixes.split(","):
            if word.strip():
                american.setdefault(word.strip().lower(), british)
    return wrong, american


def tracked(paths):
    done = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z", "--", *paths], capture_output=True, check=True)
    return [name for name in done.stdout.decode().split("\0") if name]


def check_rules(rules):
    """Every word of the list is found in its own example, so that no pattern is without effect."""
    failures = []
    for pattern, word in rules.words:
        is_doc = "doc" in word.get("only", KINDS)
        found = rules.findings(*("example.swift", f"/// {word['example']}\n") if is_doc else ("example.md", word["example"]))
        if not any(word["reason"] in finding.text for finding in found):
            failures.append(f"language.toml: “{word['pattern']}” does not match its example")
    planted = {
        "/// Whether it is open.\n": QUESTION_REASON,
        "/// The number of rows. Complexity: O(rows).\n": COMPLEXITY_REASON,
        "// What the caller sees.\n": COMMENT_REASON,
        "// SPDX-License-Identifier: MIT\n// What the caller sees.\n": COMMENT_REASON,
        "let isOpen = true  // Whether it is open.\n": COMMENT_REASON,
        "/// - Returns: whether it is open.\n": QUESTION_REASON,
        "///   - order: how they are sorted.\n": QUESTION_REASON,
        "/// - Parameter name: the name.\n": FIELD_REASON,
        f"// It was {MISSPELLED}.\n": "misspelled",
        f"// The {AMERICAN} of ink.\n": "American",
        f'let text = "It was {MISSPELLED}."\n': "misspelled",
        f"func read{ARCHAIC}() {{}}\n": "archaic",
    }
    for source, reason in planted.items():
        if not any(reason in finding.text for finding in rules.findings("example.swift", source)):
            failures.append(f"language.py: finds nothing in {source.strip()}")
    for member in ["{}() {{", "async {}(event) {{", "get #{}() {{", "static {}(a, b) {{", "#{} = 0;", "#{};", "static #{} = 1;", "{} = 0;"]:
        source = f"class Lock {{\n  {member.format('read' + ARCHAIC)}\n"
        if not any("archaic" in finding.text for finding in rules.findings("example.js", source)):
            failures.append(f"language.py: finds nothing in {source.strip()}")
    wide = "wide " * (COLUMNS // 5)
    for name, source in {
        "example.md": f"{wide}line", "example.swift": f"    /// A {wide}line.\n", "example.js": f"/**\n * A {wide}line.\n */\n",
        "example.css": f"/* A {wide}line. */\n", "example.py": f"# A {wide}line.\n",
        "docstring.py": f'def read():\n    """A {wide}line."""\n', "module.py": f'# A module.\n"""A {wide}line."""\n', "example.toml": f"# A {wide}line.\n",
        "example": f"#!/bin/sh\n# A {wide}line.\n",
    }.items():
        if not any("columns" in finding.text for finding in rules.findings(name, source)):
            failures.append(f"language.py: finds no wide line in {name}")
    for source in [f"/// https://example.org/{'x' * COLUMNS}\n", f'let text = "{wide}"  // A line of code.\n']:
        if any("columns" in finding.text for finding in rules.findings("example.swift", source)):
            failures.append(f"language.py: refuses {source.strip()}")
    return failures


def main():
    rules = Rules(tomllib.loads(RULES.read_text(encoding="utf-8")))
    failures = check_rules(rules)
    passed, failed = 0, len(failures)
    for failure in failures:
        print(failure)
    for name in tracked(sys.argv[1:]):
        file = ROOT / name
        if rules.is_skipped(name, rules.skipped) or file.is_symlink() or not file.is_file():
            continue
        try:
            source = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found = rules.findings(name, source)
        for finding in found[:SHOWN]:
            print(f"{name}:{finding.line}: {finding.text}")
        if len(found) > SHOWN:
            print(f"{name}: {len(found) - SHOWN} more")
        failed += bool(found)
        passed += not found
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
