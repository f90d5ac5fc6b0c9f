# SPDX-License-Identifier: MIT
"""Counts the instructions of the ink engine: `python Benchmarks/instructions.py [--write]`.

Builds InkBenchmarks and runs each of its workloads under callgrind, once and three times; half the difference is the
workload without the program's start. Unlike times, the counts are the same on a busy machine. Fails if one differs from
the count in `instructions.tsv` by more than 5 %: more are slower, and fewer have to be recorded, or a later change
could lose what was gained. `--write` records the counts after an intended change. They apply to one processor
architecture and version of Swift, so the file names both, and others skip the comparison.
"""

import argparse
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "Benchmarks" / "instructions.tsv"
BUILD = ["swift", "build", "--configuration", "release", "--package-path", str(ROOT / "Benchmarks")]
TOLERANCE = 1.05


def output(command):
    return subprocess.run(command, check=True, capture_output=True, text=True)


def conditions():
    """Returns what the counts depend on."""
    version = re.search(r"Swift version (\S+)", output(["swift", "--version"]).stdout)
    return f"{platform.machine()}, Swift {version[1] if version else '?'}"


def instructions(program, workload, count):
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", program]
        report = output([*command, "--workload", workload, str(count)]).stderr
    return int(re.search(r"Collected : (\d+)", report)[1])


def measure(program):
    names = output([program, "--workloads"]).stdout.split()
    return {name: (instructions(program, name, 3) - instructions(program, name, 1)) // 2 for name in names}


def recorded():
    first, *lines = TABLE.read_text().splitlines()
    return first.removeprefix("# "), {name: int(count) for name, count in (line.split("\t") for line in lines)}


def judged(name, count, recorded):
    """Returns whether a count is as recorded, and a line that says so."""
    if count is None or recorded is None:
        return False, f"FAILED\t{name}\t{'is not recorded' if recorded is None else 'is not a workload'}; use --write"
    ratio = count / recorded
    change = f"{name}\t{count}\t{ratio:.3f} of the recorded count"
    if ratio > TOLERANCE:
        return False, f"FAILED\t{change}: slower"
    if ratio < 1 / TOLERANCE:
        return False, f"FAILED\t{change}: faster; record it with --write"
    return True, f"passed\t{change}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="record the counts")
    parser.add_argument("--program", help="an InkBenchmarks that is built already")
    arguments = parser.parse_args()
    program = arguments.program
    if not program:
        subprocess.run([*BUILD, "--product", "InkBenchmarks"], check=True, stdout=sys.stderr)
        program = output([*BUILD, "--show-bin-path"]).stdout.strip() + "/InkBenchmarks"
    counts = measure(program)
    if arguments.write:
        lines = [f"# {conditions()}", *(f"{name}\t{count}" for name, count in counts.items())]
        TABLE.write_text("\n".join(lines) + "\n")
        return 0
    where, expected = recorded()
    if where != conditions():
        print(f"The counts are those of {where}, not of {conditions()}.")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    lines = [judged(name, counts.get(name), expected.get(name)) for name in sorted({*counts, *expected})]
    failed = sum(not is_passed for is_passed, _ in lines)
    print("\n".join(line for _, line in lines))
    print(f"{len(lines) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
