# SPDX-License-Identifier: MIT
"""Puts several faults into one Swift source, each behind a number, so that all of them compile in one build.

The body of the function that a fault changes becomes `if plantedFault == 1 { faulty body } else { body }`. The number
comes from the environment when the program starts.
"""

import re

VARIABLE = "INKLOCK_PLANTED_FAULT"

SWITCH = """// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The number of the fault to show, 0 for none.
let plantedFault: Int32 = getenv("%s").map { atoi($0) } ?? 0
""" % VARIABLE

TYPE = re.compile(r"\b(struct|class|enum|extension|actor|protocol)\s+\w")
FUNCTION = re.compile(r"\b(func|var|subscript)\b|\binit\b\s*[?(<]")
ACCESSOR = re.compile(r"\s*((mutating|nonmutating)\s+)?(get|set|willSet|didSet)\b")


class Unswitchable(Exception):
    """A fault that has to be compiled by itself."""


def blocks(source):
    """The blocks of a source: where each opens and closes, outer ones first. Knows comments and strings."""
    found, open_blocks, at = [], [], 0
    tokens = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|[{}]', re.S)
    for token in tokens.finditer(source):
        if token.group() == "{":
            open_blocks.append(token.start())
        elif token.group() == "}":
            found.append((open_blocks.pop(), token.start()))
    return sorted(found)


def header(source, opening):
    """The declaration in front of a block."""
    before = source[:opening]
    start = max(before.rfind("}"), before.rfind("{"), before.rfind("\n\n"))
    lines = before[start + 1:].splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith("//"))


def body(source, start, end):
    """The body of the outermost function around a piece of a source."""
    for opening, closing in blocks(source):
        if not (opening < start and end <= closing):
            continue
        declaration = header(source, opening)
        if TYPE.search(declaration) and not FUNCTION.search(declaration):
            continue
        if FUNCTION.search(declaration) and ACCESSOR.match(source, opening + 1):
            continue
        if re.search(r"\bsome\s+\w", declaration):
            break
        return opening + 1, closing
    raise Unswitchable("it is in no function whose body can be switched")


def changed(source, old, new):
    """The piece of a source that a fault really changes, and what it becomes."""
    at = source.index(old)
    shared = 0
    while shared < min(len(old), len(new)) and old[shared] == new[shared]:
        shared += 1
    alike = 0
    while alike < min(len(old), len(new)) - shared and old[-1 - alike] == new[-1 - alike]:
        alike += 1
    return at + shared, at + len(old) - alike, new[shared:len(new) - alike]


def switched(source, faults):
    """The source with faults behind their numbers.

    - faults: (number, old, new) each.
    """
    bodies = {}
    for number, old, new in faults:
        start, end, replacement = changed(source, old, new)
        opening, closing = body(source, start, end)
        faulty = source[opening:start] + replacement + source[end:closing]
        bodies.setdefault((opening, closing), []).append((number, faulty))
    for (opening, closing), variants in sorted(bodies.items(), reverse=True):
        branches = "".join(f" if plantedFault == {number} {{{faulty}}} else" for number, faulty in variants)
        source = f"{source[:opening]}{branches} {{{source[opening:closing]}}} {source[closing:]}"
    return source
