# SPDX-License-Identifier: MIT
"""Plants faults into a copy of the package, one at a time, and checks that a check finds each of them.

    plant.py FAULTS.toml
    plant.py --match FAULTS.toml…

The file names the check's command and, for each fault, a file with the lines to change and what to change them to, with
a check of its own where the common one does not reach far enough; `found_by = "build"` where the compiler has to find
it. The copy lives beside the package's build folder, so that later runs compile only what a fault touches.

With `switched = true` in the file, all its faults are compiled once, each behind a number that the program reads from
its environment, except those with `switched = false` or `found_by = "build"`: see switching.py.

With --match nothing is built: each fault has to name lines that its file has exactly once, so that no list falls behind
the sources.
"""
import os
import pathlib
import subprocess
import sys
import tomllib

import switching

root = pathlib.Path(__file__).resolve().parents[2]


def copied(names, target, instead):
    """Brings the copy up to date, keeping the dates of files that did not change; `instead` replaces some contents."""
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *names],
        cwd=root, check=True, capture_output=True, text=True).stdout.splitlines()
    for name in tracked:
        if (root / name).is_symlink():
            linked(root / name, target / name)
        elif (root / name).is_file() and name not in instead:
            update(target / name, (root / name).read_bytes())
    for name, text in instead.items():
        update(target / name, text.encode())
    for path in target.rglob("*.swift"):
        name = path.relative_to(target)
        if ".build" not in name.parts and str(name) not in (*instead, *tracked):
            path.unlink()


def linked(a, b):
    """A relative link, which leads to the copy of what it led to."""
    if not b.is_symlink():
        b.parent.mkdir(parents=True, exist_ok=True)
        b.symlink_to(a.readlink())


def update(path, contents):
    if not path.is_file() or path.read_bytes() != contents:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)


def succeeds(command, folder, number=0):
    environment = {**os.environ, switching.VARIABLE: str(number)}
    return subprocess.run(
        command, cwd=folder, shell=True, capture_output=True, text=True, timeout=3600, env=environment)


def is_switched(plan, fault):
    return plan.get("switched", False) and fault.get("switched", True) and fault.get("found_by") != "build"


def switched_sources(plan):
    """The sources with all faults that can be switched, and the switch of each module."""
    faults = {}
    for number, fault in enumerate(plan["fault"], 1):
        if is_switched(plan, fault):
            faults.setdefault(fault["file"], []).append((number, fault["old"], fault["new"]))
    sources = {}
    for name, planted in faults.items():
        try:
            sources[name] = switching.switched((root / name).read_text(), planted)
        except switching.Unswitchable as reason:
            sys.exit(f"{name}: a fault needs `switched = false`: {reason}")
        # Sources/FOLDER/MODULE.
        module = pathlib.Path(*pathlib.Path(name).parts[:3])
        sources[str(module / "PlantedFault.swift")] = switching.SWITCH
    return sources


def rebuilt(plan, fault, target):
    """Compiles the copy with a fault alone, and runs its check."""
    path = target / fault["file"]
    kept = path.read_text()
    path.write_text((root / fault["file"]).read_text().replace(fault["old"], fault["new"]))
    try:
        run = succeeds(plan["build"], target)
        if fault.get("found_by") == "build":
            return run
        if run.returncode != 0:
            sys.exit(f"{fault['name']}: does not compile:\n{run.stdout}{run.stderr}")
        return succeeds(fault.get("check", plan["check"]), target)
    finally:
        path.write_text(kept)


def unmatched(plan):
    """The faults whose lines are not in their file exactly once."""
    return [fault for fault in plan["fault"] if (root / fault["file"]).read_text().count(fault["old"]) != 1]


def match(paths):
    passed = failed = 0
    for path in map(pathlib.Path, paths):
        plan = tomllib.loads(path.read_text())
        missing = unmatched(plan)
        for fault in missing:
            print(f"{path.name}: {fault['name']}: its lines are not in {fault['file']} exactly once")
        passed, failed = passed + len(plan["fault"]) - len(missing), failed + len(missing)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


def main():
    if sys.argv[1] == "--match":
        match(sys.argv[2:])
    plan = tomllib.loads(pathlib.Path(sys.argv[1]).read_text())
    # A package's folder names it, and the copy must not be called as one of the packages in it.
    target = root / ".build" / "faults" / pathlib.Path(sys.argv[1]).stem / "InkLock"
    for fault in unmatched(plan):
        sys.exit(f"{fault['name']}: its lines are not in {fault['file']} exactly once")
    copied(plan["copies"], target, switched_sources(plan))
    clean = succeeds(plan["build"] + " && " + plan["check"], target)
    if clean.returncode != 0:
        sys.exit(f"the check fails without any fault:\n{clean.stdout}{clean.stderr}")
    found = missed = 0
    # Those that share a build come first.
    for number, fault in sorted(enumerate(plan["fault"], 1), key=lambda each: not is_switched(plan, each[1])):
        if is_switched(plan, fault):
            run = succeeds(fault.get("check", plan["check"]), target, number)
        else:
            run = rebuilt(plan, fault, target)
        if run.returncode != 0:
            found += 1
            print(f"found: {fault['name']}", flush=True)
        else:
            missed += 1
            print(f"MISSED: {fault['name']}", flush=True)
    print(f"{found} passed, {missed} failed")
    sys.exit(missed > 0)


main()
