# SPDX-License-Identifier: MIT
"""Holds the running service against its own description with schemathesis: no 5xx, and no undescribed answer.

    run.py [--requests N] [--seed S] [--inklock PATH]

Starts `inklock serve` on this machine with an empty data folder, sends at least N requests (10,000 unless told
otherwise) in rounds with a seed each, which it prints, and ends the service. Runs in the environment of
`scripts/bootstrap thorough`.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
# Operations that require a session; each has to succeed at least once in a whole run.
BEHIND_A_SESSION = ["GET /api/session", "GET /api/methods", "GET /api/notes"]
WHOLE_RUN = 5000
# About as many as the description has.
OPERATIONS = 25


def default_command():
    built = [path for kind in ("release", "debug") if (path := ROOT / "Service/.build" / kind / "inklock").is_file()]
    if not built:
        sys.exit("build the command first, with scripts/inklock")
    return built[0]


def start(command, folder):
    site = folder / "site"
    (site / "pictures").mkdir(parents=True)
    (site / "index.html").write_text("<!doctype html><title>InkLock</title>")
    log = open(folder / "log", "w")
    server = subprocess.Popen(
        [command, "serve", "--port", "0", "--site", site, "--data", folder / "data", "--behind-proxy"],
        stdout=subprocess.PIPE, stderr=log, text=True)
    match = re.match(r"InkLock is at (http://\S+?)/?\n", server.stdout.readline())
    if match is None:
        server.kill()
        sys.exit(f"the service does not start: {(folder / 'log').read_text()}")
    return server, match[1]


def round_of_requests(base, seed, requests, folder):
    """Returns the output of schemathesis, and the number of times that each answer came.

    Schemathesis counts by operation, and its coverage phase sends some hundred requests to each: a short run does
    without it.
    """
    phases = "examples,coverage,fuzzing" if requests >= WHOLE_RUN else "fuzzing"
    examples = max(1, min(100, requests // OPERATIONS))
    answers = folder / f"answers-{seed}.json"
    answers.write_text("{}")
    environment = os.environ | {
        "INKLOCK_BASE": base, "INKLOCK_SEED": str(seed), "INKLOCK_ANSWERS": str(answers), "SCHEMATHESIS_HOOKS": "hooks",
        "PYTHONPATH": str(HERE),
    }
    done = subprocess.run(
        [Path(sys.executable).with_name("schemathesis"), "run", f"{base}/api/openapi.json", "--checks", CHECKS,
         "--phases", phases, "--seed", str(seed), "--max-examples", str(examples),
         "--suppress-health-check", "all", "--request-timeout", "60", "--continue-on-failure", "--no-shrink",
         "--warnings", "off", "--output-truncate", "false"],
        env=environment, cwd=folder, capture_output=True, text=True)
    return done, Counter(json.loads(answers.read_text()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--inklock", type=Path)
    options = parser.parse_args()
    faults, answers, seeds = [], Counter(), []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server, base = start(options.inklock or default_command(), folder)
        try:
            seed = options.seed
            while sum(answers.values()) < options.requests and not faults:
                left = options.requests - sum(answers.values())
                done, found = round_of_requests(base, seed, left, folder)
                seeds.append(seed)
                answers += found
                if done.returncode != 0:
                    faults.append(f"seed {seed}:\n{done.stdout}{done.stderr}")
                elif not found:
                    faults.append(f"seed {seed}: no request was sent\n{done.stdout}{done.stderr}")
                seed += 1
            with urllib.request.urlopen(f"{base}/readyz", timeout=10) as answer:
                if answer.status != 200:
                    faults.append("the service is not healthy any more")
        except OSError as error:
            faults.append(f"the service does not answer any more: {error}")
        finally:
            server.terminate()
            status = server.wait(timeout=30)
        if status not in (0, -15):
            faults.append(f"the service ended with {status}")
    total = sum(answers.values())
    failures = {answer: count for answer, count in answers.items() if answer.split()[-1].startswith("5")}
    if failures:
        faults.append(f"5xx: {failures}")
    if total >= WHOLE_RUN:
        for operation in BEHIND_A_SESSION:
            if not any(answer.startswith(f"{operation} 2") for answer in answers):
                faults.append(f"{operation} never succeeded")
    statuses = Counter(answer.split()[-1] for answer in answers.elements())
    print("\n".join(faults))
    print(f"{total} requests, seeds {seeds[0]} to {seeds[-1]}, answers {dict(sorted(statuses.items()))}")
    operations = len({answer.rsplit(" ", 1)[0] for answer in answers})
    print(f"{0 if faults else operations} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
