#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fills a PostgreSQL database with accounts, and prints its size and the plan of each statement of a server on it.

    scale.py --inklock PATH [--accounts 1000000] [--notes 3]

Makes a cluster of its own in the temporary folder, from Debian's PostgreSQL. The rows are copies of one real account's
with keys of their own. A client then does what owners do, while PostgreSQL writes down how it runs each statement. Ends
with 1 if a statement looks at more rows than `ROWS`, which would grow with the accounts, or if PostgreSQL compiles one.
"""

import argparse
import json
import re
import secrets
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests" / "operation"))
from cluster import Cluster  # noqa: E402
from data import note, run  # noqa: E402
from operator_tools import check, made_site, served  # noqa: E402
from postgres import client, key  # noqa: E402

# The most rows that one step of a plan may look at. An account has fewer of everything but notes, which are read in
# pieces.
ROWS = 500
# The queries that look at more rows, by their first words: the limits of storage, and the maintenance.
EXPECTED = {
    "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM storage WHERE created": "all accounts, or those of the last week",
    "DELETE FROM session WHERE began": "all sessions, every ten minutes",
    "DELETE FROM stranger WHERE key IN": "all names that strangers tried, every ten minutes",
}
# The days over which the accounts and the sessions began.
ACCOUNT_DAYS, SESSION_DAYS = 730, 30
DAY = 86_400_000
TABLES = {
    "account": "accounts", "device": "devices", "devicetoken": "tokens of devices", "session": "sessions", "passkey": "passkeys",
    "note": "notes", "storage": "totals of notes", "stranger": "names that strangers tried", "drawn": "digests of drawings",
    "operation": "results kept for repeated requests",
}
NOTE_BYTES = 1000

# The accounts that are copied: `made` names them. `origin` is the real one.
FILL = """
SET session_replication_role = replica;
SET synchronous_commit = off;
CREATE UNLOGGED TABLE made AS SELECT number, uuid_send(gen_random_uuid()) AS account, uuid_send(gen_random_uuid()) AS device
    FROM generate_series(1, {count}) AS number;
INSERT INTO account SELECT m.account, 'user ' || number, 'user ' || number, {account_rest}
    FROM made m, account a WHERE a.canonicalName = 'origin';
INSERT INTO device SELECT m.device, m.account, {device_rest}
    FROM made m, (SELECT * FROM device WHERE account = (SELECT id FROM account WHERE canonicalName = 'origin') LIMIT 1) a;
INSERT INTO deviceToken SELECT sha256(m.device || '1'), sha256(m.device || '2'), m.device, {now} FROM made m;
INSERT INTO session SELECT sha256(m.device || '3'), uuid_send(gen_random_uuid()), m.account, m.device, {now} - number::bigint * {session} / {count}, {now}
    FROM made m WHERE number % 3 = 0;
INSERT INTO passkey SELECT sha256(m.device || '4'), m.account, 'Phone', {now}, 0, 1 FROM made m WHERE number % 2 = 0;
INSERT INTO note SELECT m.account, uuid_send(gen_random_uuid()), 1, a.sealed, {now} - number::bigint * {span} / {count}
    FROM made m, generate_series(1, {notes}), (SELECT sealed FROM note LIMIT 1) a;
INSERT INTO storage SELECT m.account, {now} - number::bigint * {span} / {count}, {notes} * {size} FROM made m;
INSERT INTO stranger SELECT sha256(m.device || '5'), 1, {now}, NULL FROM made m WHERE number % 10 = 0;
INSERT INTO operation SELECT sha256(m.device || '6'), m.account, decode(repeat('00', 400), 'hex'), {now} FROM made m WHERE number % 100 = 0;
DROP TABLE made;
"""


def filled(cluster, count, notes):
    """Copies the real account; returns the seconds."""
    def columns(table, keys):
        names = cluster.ask(
            f"SELECT attname FROM pg_attribute WHERE attrelid = '{table}'::regclass AND attnum > 0 ORDER BY attnum").split()
        return ", ".join(f'a."{name}"' for name in names[keys:])

    start = time.monotonic()
    cluster.ask(FILL.format(
        count=count, notes=notes, size=NOTE_BYTES, now=int(time.time() * 1000), span=ACCOUNT_DAYS * DAY, session=SESSION_DAYS * DAY,
        account_rest=columns("account", 3), device_rest=columns("device", 2)))
    cluster.ask("VACUUM ANALYZE")
    return time.monotonic() - start


def sizes(cluster):
    """The rows and the bytes of each table and of its indexes."""
    lines = cluster.ask(
        "SELECT relname, reltuples::bigint, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class"
        " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY pg_total_relation_size(oid) DESC")
    found = [line.split("|") for line in lines.splitlines()]
    return [(name, *map(int, numbers)) for name, *numbers in found if name in TABLES]


def nodes(plan):
    yield plan
    for inner in plan.get("Plans", []):
        yield from nodes(inner)


def looked_at(node):
    """The rows that one step of a plan reads from a table, with those that it leaves out."""
    if "Relation Name" not in node:
        return 0
    removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    return int((node.get("Actual Rows", 0) + removed) * node.get("Actual Loops", 1))


def plans(log):
    """Returns PostgreSQL's plans with their milliseconds, by statement, and the statements that it compiled."""
    found, compiled = defaultdict(list), set()
    text = log.read_text(errors="replace")
    for match in re.finditer(r"duration: ([\d.]+) ms  plan:\n((?:\t.*\n)+)", text):
        plan = json.loads("\n".join(line[1:] for line in match[2].splitlines()))
        statement = re.sub(r"\s+", " ", plan["Query Text"]).strip()
        found[statement].append((float(match[1]), plan["Plan"]))
        if "JIT" in plan:
            compiled.add(statement)
    return found, compiled


def answered(answer, *statuses):
    check(answer.status in statuses, f"{answer.status}: {answer.body[:200]}")
    return answer


def owners_day(server):
    """Does what owners and strangers do, except for changes of passkeys and drawings."""
    name = f"grace {secrets.token_hex(4)}"
    one = client(server)
    code = answered(one.create(name), 201).json["recoveryCode"]
    for number in range(5):
        answered(note(one, number), 200)
    sealed = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    answered(one.post("/api/notes", {"id": f"{1:032x}", "version": 1, "sealed": sealed}), 200)
    answered(one.post("/api/notes", {"id": f"{1:032x}", "version": 1, "sealed": sealed}), 409)
    answered(one.post("/api/notes/remove", {"id": f"{2:032x}", "version": 1}), 200)
    for path in ("/api/notes", "/api/session", "/api/methods", "/api/devices"):
        answered(one.send("GET", path), 200)
    proof = {"passcode": "407152"}
    answered(one.post("/api/proof", {"proof": proof}), 200)
    answered(one.post("/api/passkeys/options", {}), 200)
    answered(one.post("/api/account/name", {"name": f"{name} b", "proof": proof}), 200)
    answered(one.post("/api/sign-out", {}), 200)
    answered(one.sign_in(f"{name} b", "998877"), 401)
    answered(one.sign_in(f"{name} b"), 200)
    answered(one.post("/api/sessions/end-others", {}), 200)
    stranger = client(server)
    answered(stranger.post("/api/accounts/name", {"name": "user 77"}), 409)
    answered(stranger.post("/api/sign-in/options", {"name": "user 77"}), 200)
    for unknown in ("user 77", "none of this name"):
        answered(stranger.sign_in(unknown), 403)
        answered(stranger.sign_in(unknown, "Quartz lantern 5531 heron"), 401)
    answered(stranger.post("/api/recover", {"name": f"{name} b", "recoveryCode": code, "passcode": {"kind": "six-digits", "text": "582047"}}), 200)
    answered(stranger.send("GET", "/readyz"), 200)


def table(rows, titles):
    widths = [max(len(str(row[column])) for row in [titles, *rows]) for column in range(len(titles))]
    for row in [titles, ["-" * width for width in widths], *rows]:
        print("| " + " | ".join(str(cell).ljust(width) for cell, width in zip(row, widths)) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inklock", type=Path, required=True)
    parser.add_argument("--accounts", type=int, default=1_000_000)
    parser.add_argument("--notes", type=int, default=3)
    options = parser.parse_args()
    command = options.inklock.resolve()
    explain = {
        "session_preload_libraries": "auto_explain", "auto_explain.log_analyze": "on",
        "auto_explain.log_format": "json", "auto_explain.log_nested_statements": "on", "log_min_messages": "log",
        "shared_buffers": "256MB", "max_wal_size": "4GB"}
    with tempfile.TemporaryDirectory(prefix="ink") as place, Cluster(fsync="off", **explain) as cluster:
        folder = Path(place)
        made_site(folder)
        arguments = ["--port", "0", "--site", folder / "site", "--database", cluster.place(), "--device-key", key(folder)]
        with served(command, folder, *arguments) as server:
            origin = client(server)
            answered(origin.create("origin"), 201)
            answered(note(origin, 1, NOTE_BYTES), 200)
        seconds = filled(cluster, options.accounts, options.notes)
        print(f"{options.accounts:,} accounts with {options.notes} notes of {NOTE_BYTES} bytes each, made in {seconds:.0f} s\n")
        found = sizes(cluster)
        whole = sum(data + indexes for _, _, data, indexes in found)
        table(
            [(TABLES[name], f"{count:,}", f"{data / 1e6:,.0f}", f"{indexes / 1e6:,.0f}", f"{(data + indexes) / options.accounts:,.0f}")
             for name, count, data, indexes in found] + [("all", "", "", f"{whole / 1e6:,.0f}", f"{whole / options.accounts:,.0f}")],
            ["table", "rows", "data, MB", "indexes, MB", "bytes an account"])
        cluster.ask("ALTER SYSTEM SET auto_explain.log_min_duration = 0")
        cluster.ask("SELECT pg_reload_conf()")
        (folder / "second").mkdir()
        with served(command, folder / "second", *arguments) as server:
            for _ in range(3):
                owners_day(server)
        listed = run(command, "accounts", "show", "--database", cluster.place(), "--device-key", folder / "key" / "device.key", "user 77")
        check(listed.returncode == 0, listed.stderr.decode())
        statements, compiled = plans(cluster.log)
        rows, worst = [], 0
        for statement, runs in sorted(statements.items(), key=lambda item: -max(looked_at(node) for _, plan in item[1] for node in nodes(plan))):
            steps = [node for _, plan in runs for node in nodes(plan)]
            most = max(map(looked_at, steps))
            indexes = sorted({node["Index Name"] for node in steps if "Index Name" in node})
            scans = sorted({node["Relation Name"] for node in steps if node["Node Type"] == "Seq Scan"})
            times = sorted(milliseconds for milliseconds, _ in runs)
            expected = next((what for words, what in EXPECTED.items() if statement.startswith(words)), None)
            if not expected:
                worst = max(worst, most)
            rows.append((statement[:70], len(runs), f"{times[len(times) // 2]:.2f}", most, ", ".join(indexes + [f"all of {name}" for name in scans]) or "-"))
        print()
        table(rows, ["statement", "runs", "ms, median", "rows, most", "by"])
        print(f"\n{len(rows)} statements; none looks at more than {worst} rows, except:")
        for words, what in EXPECTED.items():
            print(f"- {words} …: {what}")
        for statement in compiled:
            print(f"PostgreSQL compiles {statement}")
        return 1 if worst > ROWS or compiled else 0


if __name__ == "__main__":
    sys.exit(main())
