# SPDX-License-Identifier: MIT
"""Runs the parts of parts.py side by side: see docs/TESTING.md. scripts/test calls this after scripts/bootstrap."""

import argparse
import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import stamps
from part import DEFAULT, QUICK, THOROUGH, Counts, counted, failures
from parts import PARTS, environment

ROOT = stamps.ROOT
LOGS = ROOT / ".build" / "checks" / "logs"
# Two parts run at a time, and a third if some of the three give way, but not all.
LANES = 2
# The niceness of what gives way: it has a tenth of an equal share beside others.
NICENESS = 10


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/test", description="Runs InkLock's checks.")
    tier = parser.add_mutually_exclusive_group()
    tier.add_argument("--quick", dest="tier", action="store_const", const=QUICK, help="what a contributor runs before a commit")
    tier.add_argument("--thorough", dest="tier", action="store_const", const=THOROUGH, help="every check at its full size")
    parser.add_argument("--all", action="store_true", help="run parts whose inputs have not changed since they passed as well")
    parser.add_argument("--only", metavar="WORD", default="", help="run the parts whose names contain WORD, and what they need")
    parser.add_argument("--list", action="store_true", help="print the parts of the tier and end")
    parser.set_defaults(tier=DEFAULT)
    return parser.parse_args()


def chosen(options):
    """The parts to run, each after those that it needs, in the order of parts.py."""
    by_name = {part.name: part for part in PARTS}
    wanted = {part.name for part in PARTS if part.is_in(options.tier) and options.only in part.name}
    waiting = list(wanted)
    while waiting:
        for need in by_name[waiting.pop()].after:
            if need not in wanted:
                wanted.add(need)
                waiting.append(need)
    return [part for part in PARTS if part.name in wanted]


class Run:
    """One run: what has ended, what is running, and what has been counted."""

    def __init__(self, options):
        self.options = options
        self.parts = chosen(options)
        self.uses_stamps = not options.all and os.environ.get("CI", "").lower() not in ("1", "true")
        self.environment = environment(options.tier)
        self.inputs = stamps.Inputs(self.environment)
        self.total = Counts()
        self.ended = {}  # name: whether it passed
        self.running = {}  # name: process
        self.begun = {}  # name: the time before the process started, which its limit counts from
        self.failures = {}  # name: the lines that say what failed
        self.changed = threading.Condition()
        self.interrupted = False

    def digest(self, part, inputs=None):
        return (inputs or self.inputs).digest(
            part.reads, part.command_of(self.options.tier), part.counts, self.options.tier, built=part.built, imported=part.imported,
            texts=part.texts)

    def has_room(self, part):
        """Returns whether a lane is free, or all are for a part that runs alone."""
        running = [other for other in self.parts if other.name in self.running]
        if part.alone or any(other.alone for other in running):
            return not running
        alike = [other for other in running if other.comes_second == part.comes_second]
        return len(alike) < LANES and len(running) <= LANES

    def begin(self, part):
        """Starts a part, or settles it without running: what it needs has failed, or nothing has changed."""
        broken = [need for need in part.after if not self.ended[need]]
        if broken:
            self.end(part, Counts(failed=1), f"not run, because this failed: {', '.join(broken)}")
            return
        digest = self.digest(part)
        before = stamps.passed_before(part, self.options.tier, digest) if self.uses_stamps else None
        if before is not None:
            told = "" if part.counts == "none" else f" ({before} then)"
            self.end(part, Counts(), f"unchanged since it passed{told}")
            return
        stamps.forget(part, self.options.tier)
        LOGS.mkdir(parents=True, exist_ok=True)
        log = LOGS / f"{re.sub(r'[^a-z0-9]+', '-', part.name.lower())}.log"
        self.start(part, log)
        print(f"-- {part.name}", flush=True)
        threading.Thread(target=self.watch, args=(part, log, digest), daemon=True).start()

    def start(self, part, log):
        with log.open("wb") as output:
            # Builds give way to tests, some of which wait for a moment. A session of its own can be ended whole.
            # Signals that `nohup` or a shell ignores have their effect in tests.
            niceness = NICENESS if part.comes_second else 0
            self.begun[part.name] = time.monotonic()
            process = subprocess.Popen(
                ["env", "--default-signal", "timeout", "--kill-after=10", str(part.limit_of(self.options.tier)), "nice", "-n", str(niceness),
                 "bash", "-c", f"set -euo pipefail\n{part.command_of(self.options.tier)}"],
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=self.environment, start_new_session=True)
            # Linux may share processors out among sessions; then `nice` alone has no effect between them.
            if part.comes_second:
                with contextlib.suppress(OSError):
                    Path(f"/proc/{process.pid}/autogroup").write_text(str(niceness))
            self.running[part.name] = process

    def watch(self, part, log, digest):
        start, used = time.monotonic(), 0
        for attempt in range(part.attempts(self.options.tier)):
            if attempt > 0:
                with self.changed:
                    if self.interrupted:
                        break
                    self.tell_again(part, output)
                    self.start(part, log)
            process = self.running[part.name]
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            used += usage.ru_utime + usage.ru_stime
            output = log.read_text(errors="replace")
            if process.returncode != 0 and time.monotonic() - self.begun[part.name] >= part.limit_of(self.options.tier):
                output += f"FAIL {part.name}: it has not ended after {part.limit_of(self.options.tier)} s\n"
            missing = [name for name in part.makes if not (ROOT / name).exists()]
            if process.returncode == 0 and missing:
                output += f"FAIL {part.name}: it has not made {', '.join(missing)}\n"
            counts = counted(part, output, process.returncode == 0 and not missing)
            if counts.failed == 0:
                break
        elapsed = time.monotonic() - start
        # If an input was edited during the run, it is unknown which version was checked, so no stamp is kept.
        unedited = counts.failed == 0 and self.digest(part, stamps.Inputs(self.environment)) == digest
        with self.changed:
            del self.running[part.name]
            if self.interrupted:
                return
            if counts.failed == 0 and re.search("^AGAIN ", output, re.M):
                self.tell_again(part, output)
            if unedited:
                stamps.keep(part, self.options.tier, digest, counts)
            shown = "built" if part.counts == "none" and not counts.failed else str(counts)
            why = output if counts.failed else ""
            self.end(part, counts, f"{shown} ({elapsed:.0f} s, {used:.0f} s of CPU time)", why, process.returncode)
            self.changed.notify()

    def tell_again(self, part, output):
        """Says that a part, or some of its tests, have a second run, and what failed first."""
        print(f"AGAIN {part.name}, because of", *failures(output), sep="\n", flush=True)

    def end(self, part, counts, message, output="", status=0):
        self.ended[part.name] = counts.failed == 0
        self.total += counts
        if not self.ended[part.name]:
            self.failures[part.name] = failures(output) if output else [message]
        if output:
            print(f"== {part.name}: its output", flush=True)
            lines = [line for line in output.splitlines() if not line.endswith(" started.")]
            print("\n".join(lines), flush=True)
            if status:
                print(f"it ended with {status}", flush=True)
        print(f"== {part.name}: {message}", flush=True)

    def whole(self):
        """Runs everything; the exit status."""
        start = time.monotonic()
        waiting = list(self.parts)
        with self.changed:
            while waiting or self.running:
                ready = [part for part in waiting if all(need in self.ended for need in part.after) and self.has_room(part)]
                if ready:
                    waiting.remove(ready[0])
                    self.begin(ready[0])
                else:
                    self.changed.wait()
        for name, lines in self.failures.items():
            print(f"== {name}: what failed", *lines, sep="\n")
        print(f"{time.monotonic() - start:.0f} s in all; outputs are in {LOGS.relative_to(ROOT)}")
        print(self.total)
        return 0 if self.total.failed == 0 else 1

    def stop(self):
        """Ends what this run has started."""
        self.interrupted = True
        for sent in (signal.SIGTERM, signal.SIGKILL):
            for process in list(self.running.values()):
                try:
                    os.killpg(process.pid, sent)
                except ProcessLookupError:
                    pass
            deadline = time.monotonic() + 5
            while self.running and time.monotonic() < deadline:
                # The watching threads take an ended process off the list.
                self.changed.wait(0.1)


def interrupt(number, frame):
    raise KeyboardInterrupt


def main():
    options = arguments()
    if options.list:
        for part in chosen(options):
            print(f"{part.name}: {part.command_of(options.tier)}")
        return 0
    # A shell may start what runs in the background with interrupts ignored.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    run = Run(options)
    try:
        return run.whole()
    except KeyboardInterrupt:
        with run.changed:
            run.stop()
        print("interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
