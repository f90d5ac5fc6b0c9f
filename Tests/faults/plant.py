# SPDX-License-Identifier: MIT
"""Plants faults into a copy of the package, one at a time, and checks that a check finds each of them.

    plant.py FAULTS.toml

The file names the check's command and, for each fault, a file with the lines to change and what to change them to, with a check of
its own where the common one does not reach far enough; `found_by = "build"` where the compiler has to find it. The copy lives beside the package's build folder, so that later runs compile only what a fault touches.
"""
import pathlib
import shutil
import subprocess
import sys
import tomllib

root = pathlib.Path(__file__).resolve().parents[2]


def copied(names, target):
    """Brings the copy up to date, keeping the dates of files that did not change."""
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *names],
        cwd=root, check=True, capture_output=True, text=True).stdout.splitlines()
    for name in tracked:
        if (root / name).is_symlink():
            linked(root / name, target / name)
        elif (root / name).is_file() and not same(root / name, target / name):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, target / name)
    for path in target.rglob("*.swift"):
        if ".build" not in path.parts and str(path.relative_to(target)) not in tracked:
            path.unlink()


def linked(a, b):
    """A relative link, which leads to the copy of what it led to."""
    if not b.is_symlink():
        b.parent.mkdir(parents=True, exist_ok=True)
        b.symlink_to(a.readlink())


def same(a, b):
    return b.is_file() and a.read_bytes() == b.read_bytes()


def succeeds(command, folder):
    return subprocess.run(command, cwd=folder, shell=True, capture_output=True, text=True, timeout=3600)


def main():
    plan = tomllib.loads(pathlib.Path(sys.argv[1]).read_text())
    target = root / ".build" / "faults" / pathlib.Path(sys.argv[1]).stem
    copied(plan["copies"], target)
    clean = succeeds(plan["build"] + " && " + plan["check"], target)
    if clean.returncode != 0:
        sys.exit(f"the check fails without any fault:\n{clean.stdout}{clean.stderr}")
    found = missed = 0
    for fault in plan["fault"]:
        path = target / fault["file"]
        healthy = path.read_text()
        if healthy.count(fault["old"]) != 1:
            sys.exit(f"{fault['name']}: its lines are not in {fault['file']} exactly once")
        path.write_text(healthy.replace(fault["old"], fault["new"]))
        try:
            run = succeeds(plan["build"], target)
            if fault.get("found_by") != "build":
                if run.returncode != 0:
                    sys.exit(f"{fault['name']}: does not compile:\n{run.stdout}{run.stderr}")
                run = succeeds(fault.get("check", plan["check"]), target)
        finally:
            path.write_text(healthy)
        if run.returncode != 0:
            found += 1
            print(f"found: {fault['name']}", flush=True)
        else:
            missed += 1
            print(f"MISSED: {fault['name']}", flush=True)
    print(f"{found} passed, {missed} failed")
    sys.exit(missed > 0)


main()
