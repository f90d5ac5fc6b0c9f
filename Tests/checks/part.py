# SPDX-License-Identifier: MIT
"""A part of the checks: a command, what it reads, and how its output is counted."""

import re
from dataclasses import dataclass

QUICK, DEFAULT, THOROUGH = "quick", "default", "thorough"
TIERS = [QUICK, DEFAULT, THOROUGH]


@dataclass(frozen=True)
class Part:
    """One line of parts.py.

    name     the printed name, which `--only` selects
    command  the bash command, which runs in the project's root
    reads    the files and folders that decide the result, as git pathspecs
    built    the folder of the build that the part runs: a Swift file that it compiled counts by its object file, so
             that a comment, or code that this build leaves out, changes nothing
    imported the folder of the build whose modules the part imports: a Swift file counts by the interface and the
             documentation of its module
    texts    those of the files and folders in `reads` whose sources the part reads as text too; they count by their
             content
    after    the parts that must pass first; their products decide the result only if `reads` names them
    counts   "sum": the output ends with a line such as `3 passed, 0 failed`; "swift": the output is Swift Testing's;
             "one": the command is one check; "none": the command builds what other parts need
    tier     the smallest tier that runs the part
    only     the tier that runs the part, if there is only one
    alone    whether no other part runs at the same time
    limit    the time in seconds after which the part is ended and has failed, and twelve times as long in the
             thorough tier
    gives_way  whether other parts have priority, as for parts that build or only calculate
    thorough the command of the thorough tier, if it differs by more than INKLOCK_THOROUGH=1
    makes    files that the part makes; without them, it has failed or does not count as unchanged
    again    whether the part is retried once if it fails, because it waits for programs of the system; the thorough
             tier does not retry it
    """

    name: str
    command: str
    reads: tuple = ()
    after: tuple = ()
    built: str = ""
    imported: str = ""
    texts: tuple = ()
    counts: str = "sum"
    tier: str = DEFAULT
    only: str = ""
    alone: bool = False
    limit: int = 1200
    gives_way: bool = False
    thorough: str = ""
    makes: tuple = ()
    again: bool = False

    @property
    def comes_second(self):
        """A Boolean value that indicates whether the part gives way to others, as builds do."""
        return self.gives_way or self.counts == "none"

    def command_of(self, tier):
        return self.thorough if tier == THOROUGH and self.thorough else self.command

    def limit_of(self, tier):
        return self.limit * 12 if tier == THOROUGH else self.limit

    def attempts(self, tier):
        return 2 if self.again and tier != THOROUGH else 1

    def is_in(self, tier):
        return self.only == tier if self.only else TIERS.index(self.tier) <= TIERS.index(tier)


@dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Counts(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


# The first lines of what Swift Testing, a crash and our own programs say about a failure.
FAILURE = re.compile(r"^\W*Test (?!run with ).* recorded an issue|^(?:FAIL|FAILED|Fatal error|error:|\*\*\* )|: (?:FAILED|error|Fatal error): ")
SUM = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.M)
TEST = re.compile(
    r"^\W*Test (?!run with |case )\S.* (?:(passed|failed) after [\d.]+ seconds(?: with .*)?\.$|(skipped)(?:: .*|\.)?$)", re.M)
END = re.compile(r"^\W*Test run with \d+ tests?.* (passed|failed) after", re.M)


def counted(part, output, succeeded):
    """The counts of a part that has ended.

    A part that ends badly, or without the counts that it promises, has at least one failure.
    """
    if part.counts == "swift":
        words = [ended or skipped for ended, skipped in TEST.findall(output)]
        counts = Counts(words.count("passed"), words.count("failed"), words.count("skipped"))
        # A crash ends the output before its last line.
        complete = bool(END.search(output)) and counts.passed > 0
    elif part.counts == "sum":
        sums = SUM.findall(output)
        counts = Counts(*(int(number or 0) for number in sums[-1])) if sums else Counts()
        complete = bool(sums)
    else:
        counts, complete = Counts(passed=int(part.counts == "one" and succeeded)), True
    if not (succeeded and complete) and counts.failed == 0:
        counts.failed = 1
    return counts


def failures(output, most=40):
    """Returns the lines of an output that say what failed, or its last lines where none does."""
    lines = output.splitlines()
    found = []
    for line in lines:
        # A line with an arrow belongs to the issue above it.
        if FAILURE.search(line) or (found and line.lstrip().startswith("↳")):
            found.append(line)
    return (found or lines[-10:])[:most]
