#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the service as docs/operating.md says, with the programs that operators have around it.

    run.py --inklock PATH [--only WORD]

Every test starts the command on this machine with a folder of its own. A test whose program is not installed is
skipped; `scripts/bootstrap operation` installs them.
"""

import argparse
import signal
import sys
import tempfile
import time
from pathlib import Path

import data
import monitoring
import nodes
import postgres
import proxies
import rotation
import system
from operator_tools import THOROUGH, Skipped

TESTS = [
    proxies.nginx, proxies.haproxy, data.backup, data.killed_backups, data.full_disk, data.backup_without_room, data.full_disk_of_accounts,
    data.disk_kept_full, data.checks, data.accounts, monitoring.prometheus,
    system.notices, system.unit, system.credential, system.confined,
    postgres.interface, postgres.passwords, postgres.encryption, postgres.administration, postgres.silence,
    postgres.absence, postgres.warnings, postgres.reload_before_start, postgres.migration, postgres.migration_on_a_full_disk,
    rotation.new_key, rotation.credentials, rotation.killed_rotations, rotation.nodes_with_a_new_key, nodes.nodes,
    *([nodes.promoted, postgres.absent_standby, proxies.caddy, data.damaged_backups, data.age_and_tar] if THOROUGH else []),
]


def tried(test, inklock):
    """Runs a test in a folder of its own; returns whether it passed, or None if it was skipped."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ink") as folder:
        try:
            said, result = test(inklock, Path(folder)), True
        except Skipped as reason:
            said, result = f"SKIPPED: {reason}", None
        except Exception as error:
            said, result = f"FAILED: {type(error).__name__}: {error}", False
    print(f"{test.__name__.replace('_', ' ')}: {said} ({time.monotonic() - start:.0f} s)", flush=True)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inklock", type=Path, required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    # An interrupted run ends its servers, and unmounts its disks.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    inklock = options.inklock.resolve()
    results = []
    for test in TESTS:
        if options.only not in test.__name__:
            continue
        result = tried(test, inklock)
        if result is False and not THOROUGH:
            # A loaded machine makes some tests fail. Each has a second try, which is printed.
            print(f"AGAIN {test.__name__.replace('_', ' ')}", flush=True)
            result = tried(test, inklock)
        results.append(result)
    passed, failed, skipped = (results.count(result) for result in (True, False, None))
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
