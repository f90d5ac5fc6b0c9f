#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the sign-ins and the reads of notes that one server on PostgreSQL answers in a second, without derivations.

    transactions.py --server PATH [--accounts 300] [--seconds 10] [--rounds 3] [--inklock PATH --benchmarks PATH]

The server is `clocked-server`, whose derivations cost next to nothing, built for release:

    swift build --configuration release --package-path Service --product clocked-server

With `inklock` and `ServiceBenchmarks`, measures the sign-ins with derivations too, beside the bare function:

    scripts/inklock --version
    swift build --configuration release --package-path Benchmarks --product ServiceBenchmarks

Makes a cluster of its own from Debian's PostgreSQL, and asks with Debian's wrk. All of them share this machine. Prints
the best round, the processor time that the server and PostgreSQL take for one request then, and whether the goal is
met. Ends with 1 if a request is refused or has no answer, but not if a goal is missed: a slow machine misses it.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests" / "operation"))
from cluster import Cluster  # noqa: E402
from data import Client, note  # noqa: E402
from operator_tools import Running, check, free_port, made_site, program, wait_until  # noqa: E402
from postgres import key  # noqa: E402

CONNECTIONS = 32
NOTES, NOTE_BYTES = 3, 1000
# Answers a second.
GOALS = {"reads of notes": 5_000, "sign-ins": 1_000}
TICKS = os.sysconf("SC_CLK_TCK")

# Each connection takes the next account, so that hardly two ask for the same one at a time.
SCRIPT = """
local requests = {{ {requests} }}
local number = 0
function setup(thread)
    thread:set("first", number)
    number = number + 1
end
function init()
    turn = first * math.floor(#requests / 2)
end
function request()
    turn = turn % #requests + 1
    return requests[turn]
end
function done(summary)
    local errors = summary.errors
    io.write(string.format("answered %d refused %d unanswered %d in %f s\\n", summary.requests, errors.status,
        errors.connect + errors.read + errors.write + errors.timeout, summary.duration / 1e6))
end
"""


def owners(front, count):
    """Makes accounts with some notes; returns their names and browsers."""
    found = []
    for number in range(count):
        browser = Client(front, f"127.{1 + number // 250}.{1 + number % 250}.1")
        # A passcode may not have the digits of its name.
        name = "owner " + f"{number:03d}".translate(str.maketrans("0123456789", "abcdefghij"))
        answer = browser.create(name)
        check(answer.status == 201, f"{answer.status}: {answer.body}")
        for one in range(NOTES):
            check(note(browser, one, NOTE_BYTES).status == 200, "a note is not saved")
        browser.connection.close()
        found.append((name, browser))
    return found


def request(method, path, front, browser, number, body=""):
    """A request as bytes that wrk sends, in Lua's notation."""
    fields = [
        f"{method} {path} HTTP/1.1", f"Host: {front.host}", f"X-Forwarded-For: 10.{number // 250}.{number % 250}.1",
        "Cookie: " + "; ".join(f"{name}={value}" for name, value in browser.cookies.items())]
    if body:
        fields += [f"Origin: http://{front.host}", "Content-Type: application/json", f"Content-Length: {len(body)}"]
    text = "\r\n".join(fields) + "\r\n\r\n" + body
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "\\r").replace("\n", "\\n") + '"'


def processor_seconds(server, cluster):
    """The processor time that the server, and the processes of PostgreSQL, have taken."""
    taken = {server.process.pid: 0.0, cluster.process.pid: 0.0}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            # The process has ended.
            continue
        for owner in (int(path.parent.name), int(fields[1])):
            if owner in taken:
                taken[owner] += (int(fields[11]) + int(fields[12])) / TICKS
    return list(taken.values())


class Round:
    """The answers that wrk gets in some seconds."""

    def __init__(self, front, server, cluster, requests, seconds, folder):
        script = folder / "script.lua"
        script.write_text(SCRIPT.format(requests=",\n".join(requests)))
        before = processor_seconds(server, cluster)
        output = subprocess.run(
            [program("wrk"), "-t", "2", "-c", str(CONNECTIONS), "-d", f"{seconds}s", "-s", str(script),
             f"http://127.0.0.1:{front.port}"],
            capture_output=True, text=True, check=True).stdout
        found = re.search(r"answered (\d+) refused (\d+) unanswered (\d+) in ([\d.]+) s", output)
        answered, refused, unanswered = map(int, found.groups()[:3])
        check(refused == unanswered == 0, f"{refused} requests are refused and {unanswered} have no answer")
        self.rate = answered / float(found[4])
        self.times = [1000 * (now - then) / answered for then, now in zip(before, processor_seconds(server, cluster))]


def derivations(inklock, benchmarks):
    """Measures sign-ins with derivations in a database of their own."""
    with tempfile.TemporaryDirectory() as name, Cluster() as cluster:
        said = subprocess.run(
            [benchmarks, inklock, cluster.place(), key(Path(name))], capture_output=True, text=True)
        check(said.returncode == 0, f"{said.stdout}{said.stderr}")
        print(said.stdout, end="")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", type=Path, required=True)
    parser.add_argument("--accounts", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--inklock", type=Path)
    parser.add_argument("--benchmarks", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, Cluster() as cluster:
        folder = Path(name)
        made_site(folder)
        port = free_port()
        front = SimpleNamespace(port=port, host=f"localhost:{port}")
        arguments = [
            options.server, folder / "site", cluster.place(), key(folder), port, f"http://{front.host}", "unlimited"]
        with Running(arguments, folder / "log") as server:
            wait_until(lambda: "InkLock is at" in server.log.read_text(), "the server starts")
            found = list(enumerate(owners(front, options.accounts)))
            work = {
                # Reads first: a sign-in ends the session that its cookie names.
                "reads of notes": [request("GET", "/api/notes", front, browser, number) for number, (_, browser) in found],
                "sign-ins": [
                    request(
                        "POST", "/api/sign-in", front, browser, number,
                        f'{{"name":"{name}","proof":{{"passcode":"407152"}}}}')
                    for number, (name, browser) in found],
            }
            for what, requests in work.items():
                rounds = [
                    Round(front, server, cluster, requests, options.seconds, folder) for _ in range(options.rounds)]
                best = max(rounds, key=lambda one: one.rate)
                own, others = best.times
                goal = f"goal {GOALS[what]:,}: {'met' if best.rate >= GOALS[what] else 'not met'}"
                print(
                    f"{best.rate:,.0f} a second\t{what}; {own:.2f} ms of the server and {others:.2f} ms of PostgreSQL each; {goal}")
    if options.inklock and options.benchmarks:
        derivations(options.inklock, options.benchmarks)
    return 0


if __name__ == "__main__":
    sys.exit(main())
