# SPDX-License-Identifier: MIT
"""Checks that the runner fails when a part does: with parts of its own, in a folder of its own."""

import argparse
import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import run
import stamps
from part import DEFAULT, THOROUGH, Counts, Part, counted, failures
from parts import DRAWINGS, LOCK_TESTS, OTHER_SWIFT, PARTS
from stamps import ROOT

SWIFT = """◇ Test run started.
✔ Test plain() passed after 0.001 seconds.
✔ Test "Nothing skipped or failed after all" passed after 0.1 seconds.
✔ Test case passing 1 argument seed → 1 (UInt64) to seeded(seed:) passed after 0.1 seconds.
✔ Test seeded(seed:) with 8 test cases passed after 0.1 seconds.
✘ Test wrong() recorded an issue at File.swift:1:1: Expectation failed
✘ Test wrong() failed after 0.1 seconds with 1 issue.
➜ Test recorded() skipped: "needs recordings"
✘ Test run with 5 tests in 2 suites failed after 1 seconds with 1 issue.
"""


def check_counts():
    swift = Part("a", "true", counts="swift")
    assert counted(swift, SWIFT, False) == Counts(3, 1, 1)
    good = SWIFT.replace("wrong() failed after 0.1 seconds with 1 issue.", "wrong() passed after 0.1 seconds.")
    good = good.replace("suites failed", "suites passed")
    assert counted(swift, good, True) == Counts(4, 0, 1)
    assert counted(swift, good.split("Test run with")[0], True).failed == 1, "a run that ends early"
    assert counted(swift, good, False).failed == 1, "a run that crashes after its last line"
    sums = Part("a", "true")
    assert counted(sums, "1 passed, 0 failed\n7 passed, 0 failed, 2 skipped\n", True) == Counts(7, 0, 2)
    assert counted(sums, "7 passed, 0 failed\n", False).failed == 1
    assert counted(sums, "nothing\n", True).failed == 1, "a part without its counts"
    assert counted(Part("a", "true", counts="one"), "", True) == Counts(1, 0, 0)
    assert counted(Part("a", "true", counts="none"), "", False).failed == 1


def check_failures():
    assert failures(SWIFT) == ["✘ Test wrong() recorded an issue at File.swift:1:1: Expectation failed"]
    assert failures("ok one\nFAIL two: it is 3\n  ↳ more\n1 passed, 1 failed\n") == ["FAIL two: it is 3", "  ↳ more"]
    assert failures("a\nb\n") == ["a", "b"], "an output without such a line"
    run.PARTS = [Part("good", "echo 1 passed, 0 failed"), Part("bad", "echo FAIL it; seq 9; echo 1 passed, 2 failed; false")]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        run.Run(argparse.Namespace(tier=DEFAULT, all=True, only="")).whole()
    assert said.getvalue().splitlines()[-4:-2] == ["== bad: what failed", "FAIL it"], "failures come last"


def tried(parts, **more):
    """Runs parts; the status, the counts and the names of those that ran."""
    run.PARTS = parts
    options = argparse.Namespace(**{"tier": DEFAULT, "all": False, "only": "", **more})
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        trial = run.Run(options)
        status = trial.whole()
    started = [line[3:] for line in said.getvalue().splitlines() if line.startswith("-- ")]
    assert said.getvalue().splitlines()[-1] == str(trial.total)
    return status, trial.total, started


def check_runs():
    good = Part("good", "echo 3 passed, 0 failed", ("README.md",))
    bad = Part("bad", "echo 1 passed, 2 failed; false")
    after = Part("after", "echo 1 passed, 0 failed", after=("bad",))
    assert tried([good]) == (0, Counts(3), ["good"])
    assert tried([good]) == (0, Counts(), []), "it is unchanged"
    assert tried([good], all=True) == (0, Counts(3), ["good"])
    assert tried([bad, after, good]) == (1, Counts(1, 3), ["bad"])
    assert tried([bad])[2] == ["bad"], "what failed is tried again"
    assert tried([Part("silent", "kill -SEGV $$")]) == (1, Counts(0, 1), ["silent"])
    os.environ["CI"] = "true"
    assert tried([good]) == (0, Counts(3), ["good"])
    del os.environ["CI"]
    assert tried([Part("maker", "true", counts="none", makes=("LICENSE",))])[0] == 0
    assert tried([Part("maker", "true", counts="none", makes=("LICENSE", "no-such-file"))])[0] == 1
    other = Part("good", "echo 3 passed, 0 failed", ("LICENSE",))
    assert tried([other])[2] == ["good"], "other inputs"


def check_second_runs():
    """A second run of a part, or of a test in it, is said. A part that waits for other programs has one outside of the
    thorough tier.
    """
    with tempfile.TemporaryDirectory() as folder:
        flag = Path(folder, "flag")
        once = Part("once", f"[ -e {flag} ] || {{ touch {flag}; echo FAIL it; false; }}; echo 1 passed, 0 failed", again=True)
        assert tried([once]) == (0, Counts(1), ["once"])
        flag.unlink()
        assert tried([once], tier=THOROUGH) == (1, Counts(0, 1), ["once"])
        run.PARTS = [Part("never", "echo FAIL it; echo 1 passed, 2 failed; false", again=True)]
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            assert run.Run(argparse.Namespace(tier=DEFAULT, all=True, only="")).whole() == 1
        assert "AGAIN never, because of\nFAIL it\n" in said.getvalue() and said.getvalue().endswith("1 passed, 2 failed\n")
        run.PARTS = [Part("by itself", "echo FAIL it; echo AGAIN it; echo 1 passed, 0 failed")]
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            assert run.Run(argparse.Namespace(tier=DEFAULT, all=True, only="")).whole() == 0
        assert "AGAIN by itself, because of\nFAIL it\n" in said.getvalue() and said.getvalue().endswith("1 passed, 0 failed\n")


def check_lanes():
    """Two parts run side by side and a third that gives way, and some alone."""
    tests = [Part(f"test {number}", "") for number in range(3)]
    builds = [Part(f"build {number}", "", counts="none") for number in range(3)]
    measure = Part("measure", "", alone=True)
    run.PARTS = [*tests, *builds, measure]
    trial = run.Run(argparse.Namespace(tier=DEFAULT, all=False, only=""))

    def has_room(part, *running):
        trial.running = {other.name: None for other in running}
        return trial.has_room(part)

    assert has_room(tests[0]) and has_room(tests[1], tests[0]) and not has_room(tests[2], *tests[:2])
    assert has_room(builds[0], *tests[:2]) and not has_room(builds[1], *tests[:2], builds[0])
    assert has_room(tests[0], *builds[:2]) and not has_room(builds[2], *builds[:2]) and not has_room(tests[1], tests[0], *builds[:2])
    assert has_room(measure) and not has_room(measure, tests[0]) and not has_room(tests[0], measure)


def check_limits():
    """A part that does not end is ended, and has failed."""
    run.PARTS = [Part("long", "echo 1 passed, 0 failed; sleep 100", limit=1)]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        assert run.Run(argparse.Namespace(tier=DEFAULT, all=True, only="")).whole() == 1
    assert "FAIL long: it has not ended after 1 s" in said.getvalue().splitlines(), said.getvalue()
    assert said.getvalue().endswith("1 passed, 1 failed\n")
    assert Part("long", "true", limit=1).limit_of(THOROUGH) == 12


def check_edits():
    """A file that changes while a part reads it leaves no stamp."""
    with tempfile.TemporaryDirectory(dir=stamps.ROOT, prefix=".selftest-") as folder:
        path = Path(folder, "file")
        path.write_text("before")
        name = str(path.relative_to(stamps.ROOT))
        edits = Part("edits", f"echo after >{name}; echo 1 passed, 0 failed", (name,))
        assert tried([edits])[2] == ["edits"]
        path.write_text("before")
        assert tried([edits])[2] == ["edits"]


def check_object_files():
    """A part that runs a build reads what the build has compiled, not the sources, and comes after the build."""
    with tempfile.TemporaryDirectory(dir=stamps.ROOT, prefix=".selftest-") as folder:
        source, compiled, text = (Path(folder, name) for name in ("A.swift", "A.swift.o", "A.md"))
        for path in (source, compiled, text):
            path.write_text("before")
        notes = Path(folder, "build", "A.build", "output-file-map.json")
        notes.parent.mkdir(parents=True)
        notes.write_text(json.dumps({"": {"swift-dependencies": "A.d"}, str(source): {"object": str(compiled)}}))
        name = str(Path(folder).relative_to(stamps.ROOT))
        part = Part("compiled", "echo 1 passed, 0 failed", (f"{name}/A.swift", f"{name}/A.md"), built=f"{name}/build")
        assert tried([part])[2] == ["compiled"]
        source.write_text("a comment")
        assert tried([part])[2] == []
        for path in (compiled, text):
            path.write_text("after")
            assert tried([part])[2] == ["compiled"]
        reader = Part("reader", "echo 1 passed, 0 failed", (f"{name}/A.swift",), built=f"{name}/build", texts=(f"{name}/A.swift",))
        assert tried([reader])[2] == ["reader"]
        source.write_text("another comment")
        assert tried([part, reader])[2] == ["reader"], "it reads the source as text"
        compiled.unlink()
        assert tried([part])[2] == ["compiled"], "a file that was not compiled counts itself"
    builders = {str(Path(made).parent): part.name for part in PARTS if part.counts == "none" for made in part.makes}
    for part in PARTS:
        assert not part.built or builders[part.built] in part.after, f"{part.name} does not wait for its build"


def check_interfaces():
    """A part that imports modules reads what others see of them, not their code."""
    with tempfile.TemporaryDirectory(dir=stamps.ROOT, prefix=".selftest-") as folder:
        source, build = Path(folder, "A.swift"), Path(folder, "build")
        files = [build / "Modules" / f"A.{kind}" for kind in ("swiftmodule", "swiftdoc")]
        notes = build / "A.build" / "output-file-map.json"
        for path in (notes, *files):
            path.parent.mkdir(parents=True, exist_ok=True)
        for path in (source, *files):
            path.write_text("before")
        notes.write_text(json.dumps({str(source): {"object": str(build / "A.swift.o")}}))
        name = str(Path(folder).relative_to(stamps.ROOT))
        part = Part("imports", "echo 1 passed, 0 failed", (f"{name}/A.swift",), imported=f"{name}/build")
        reader = Part("reader", "echo 1 passed, 0 failed", (f"{name}/A.swift",), imported=f"{name}/build", texts=(f"{name}/A.swift",))
        assert tried([part, reader])[2] == ["imports", "reader"]
        source.write_text("other code")
        assert tried([part, reader])[2] == ["reader"]
        for path in files:
            path.write_text("after")
            assert tried([part])[2] == ["imports"]
        files[0].unlink()
        assert tried([part])[2] == ["imports"], "a module without an interface counts by its sources"


def check_compiler():
    """A module compiles again only if its own files, or what it sees of others, have changed."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        texts = {"A": "public func number() -> Int { (0...Int.random(in: 1...2)).count }", "B": "import A\npublic func twice() -> Int { 2 * number() }"}

        def compiles(module, text=None):
            """Returns whether the compiler has run, and whether it has written the module's interface."""
            build, interface = root / f"{module}.build", root / f"{module}.swiftmodule"
            source, notes, state = build / f"{module}.swift", build / "map.json", build / "state"
            if not build.exists():
                build.mkdir()
                source.symlink_to(root / f"{module}.swift")
            if not source.exists() or text:
                source.write_text(text or texts[module])
                (build / "sources").write_text(f"{source}\n")
            # SwiftPM writes this file again, in another order, for tests of programs.
            notes.write_text(json.dumps({"": {"dependencies": str(build / f"{module}.d")}, str(source): {"object": str(build / f"{module}.o")}}))
            before = [path.stat().st_mtime_ns if path.exists() else 0 for path in (state, interface)]
            done = subprocess.run(
                [ROOT / "Tests" / "checks" / "swiftc", "-module-name", module, "-emit-dependencies", "-emit-module", "-emit-module-path", interface,
                 "-output-file-map", notes, "-parse-as-library", "-whole-module-optimization", "-num-threads", "2", "-c", f"@{build / 'sources'}", "-I", root, "-Onone",
                 "-no-emit-module-separately-wmo"],
                capture_output=True, text=True, cwd=root)
            if done.returncode != 0:
                return None
            return tuple(path.stat().st_mtime_ns != date for path, date in zip((state, interface), before))

        assert compiles("A") == (True, True) and compiles("B") == (True, True)
        assert compiles("A") == (False, False) and compiles("B") == (False, False)
        assert compiles("A", texts["A"].replace("1...2", "1...3")) == (True, False), "other code has the same interface"
        assert compiles("B") == (False, False)
        assert compiles("A", "public func number() { }}") is None and compiles("A") is None
        assert compiles("A", texts["A"].replace("{ (", "{ let unused = 1; return (")) is None, "a warning is an error"
        assert compiles("A", "public func number() -> Int64 { 1 }")[0] and compiles("B") is None, "it no longer fits"
        assert compiles("A", texts["A"])[0] and compiles("B")[1], "a compilation after a failed one writes the interface again"
        (root / "B.build" / "B.o").unlink()
        assert compiles("B")[0]


def check_removals():
    """A file that goes between its listing and its reading does not end a run."""
    path, git, removals = stamps.ROOT / f"selftest-{os.getpid()}", stamps.git, []

    def removing(*arguments):
        listed = git(*arguments)
        if path.name in listed and path.exists():
            path.unlink()
            removals.append(path)
        return listed

    path.write_text("here")
    stamps.git = removing
    try:
        assert tried([Part("good", "echo 1 passed, 0 failed")], all=True)[0] == 0
    finally:
        stamps.git = git
        path.unlink(missing_ok=True)
    assert removals, "the file was not listed"


def runs(number):
    """Returns whether a process runs. One that only waits for its parent to ask how it ended does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def check_interrupt():
    """An interrupted run ends what its parts have started."""
    with tempfile.TemporaryDirectory() as folder:
        number = Path(folder, "number")
        program = (
            f"import run, sys; from part import Part; sys.argv[1:] = ['--all'];"
            f"run.PARTS = [Part('long', 'sleep 1000 & echo $! >{number}; wait')]; sys.exit(run.main())")
        command = [sys.executable, "-B", "-c", program]
        started = subprocess.Popen(
            command, cwd=Path(__file__).parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        assert started.stdout.readline() == "-- long\n"
        deadline = time.monotonic() + 20
        while not (number.exists() and number.read_text().endswith("\n")) and time.monotonic() < deadline:
            time.sleep(0.05)
        sleeping = int(number.read_text())
        assert runs(sleeping)
        started.send_signal(signal.SIGINT)
        assert started.wait(20) == 130
        deadline = time.monotonic() + 20
        while runs(sleeping) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not runs(sleeping)


def check_browser_modules():
    """Each module of the browsers' tests belongs to exactly one part."""
    source = (ROOT / "Tests" / "browser" / "run.py").read_text()
    modules = [name for line in re.findall(r"^MODULES \+?= (\[.*\])$", source, re.MULTILINE) for name in json.loads(line)]
    found = [re.search(r"Tests/browser/run.py --jobs \d+ --modules (\S+)", part.command) for part in PARTS]
    words = [tuple(match[1].split(",")) for match in found if match]
    assert len(modules) > 20 and len(words) > 3
    for module in modules:
        assert sum(module.startswith(each) for each in words) == 1, f"{module} belongs to no part, or to several"


def check_names():
    """Each file that a part reads exists, or a part makes it."""
    inputs = stamps.Inputs({"INKLOCK_RECORDINGS": "no-such-folder"})
    made = {name for part in PARTS for name in part.makes}
    for part in PARTS:
        absent = [spec for spec in part.reads if spec not in made and not inputs.under(spec)]
        assert not absent, f"{part.name} reads {absent}, which do not exist"


def imports(folder, modules):
    """Returns the Swift files below a folder that import one of these modules."""
    pattern = re.compile(rf"^(?:@testable )?import ({modules})$", re.MULTILINE)
    return [path for path in (ROOT / folder).rglob("*.swift") if pattern.search(path.read_text())]


def check_divisions():
    """Tests and files that work with ink belong to the part that reads it, and each Swift file to a format part."""
    found = {path.stem.removesuffix("Tests") for path in imports("Service/Tests", "InkEvidence|InkFiles|InkRaster|InkStroke|SignedPDF")}
    listed = set(DRAWINGS.split("|"))
    assert found <= listed, f"DRAWINGS lacks {found - listed}"
    assert all((ROOT / "Service" / "Tests" / f"{name}Tests.swift").exists() for name in listed)
    for target in LOCK_TESTS.split("|"):
        assert (ROOT / "Tests" / target).is_dir(), f"there is no target {target}"
        reading = imports(f"Tests/{target}", "Ink|InkEvidence|InkExport|InkFiles|InkHandwriting|InkRaster")
        assert not reading, f"{reading} read ink"
    tracked = [name for name in stamps.git("ls-files", "*.swift").splitlines() if not name.startswith("Sources/")]
    left = [name for name in tracked if name != "Package.swift" and name.split("/")[0] not in OTHER_SWIFT]
    assert not left, f"no part checks the format of {left}"


def main():
    checks = [check_counts, check_failures, check_runs, check_second_runs, check_lanes, check_limits, check_edits, check_object_files, check_interfaces, check_compiler, check_removals, check_interrupt, check_browser_modules, check_names, check_divisions]
    with tempfile.TemporaryDirectory() as folder:
        stamps.FOLDER, run.LOGS = Path(folder, "stamps"), stamps.ROOT / ".build" / "checks" / "selftest"
        kept = os.environ.pop("CI", None)
        for check in checks:
            check()
        if kept is not None:
            os.environ["CI"] = kept
    print(f"{len(checks)} passed, 0 failed")


main()
