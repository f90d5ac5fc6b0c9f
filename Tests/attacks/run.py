#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Attacks a running service as a stranger on the network would, and prints what each attack gains.

    run.py --inklock PATH [--only WORD]

Starts `inklock serve` on this machine for each attack, with an empty data folder and 1,024 open files. Figures are for
a release build on a machine with nothing else to do.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import forged_requests as requests
import guessed_accounts as accounts
import slow_connections as connections

ATTACKS = [
    requests.forged_requests, requests.foreign_hosts, requests.costly_requests, connections.slow_clients, connections.slow_readers,
    connections.all_connections, accounts.guesses, accounts.names, accounts.recovery_twice, accounts.disk, accounts.owners_in_a_flood, accounts.data_in_site,
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inklock", type=Path, required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    passed = failed = 0
    for attack in ATTACKS:
        if options.only not in attack.__name__:
            continue
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                said = attack(options.inklock.resolve(), Path(folder))
                passed += 1
            except Exception as error:
                said = f"FAILED: {type(error).__name__}: {error}"
                failed += 1
        print(f"{attack.__name__.replace('_', ' ')}: {said} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
