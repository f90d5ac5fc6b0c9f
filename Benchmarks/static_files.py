#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares how many files a second the service and nginx hand out, in rounds that take turns.

    static_files.py --inklock PATH [--seconds 3] [--rounds 5]

PATH is the command, built for release. Both serve the same folder on this machine, uncompressed and over HTTP, without
an access log, on as many threads as there are processors; Debian's wrk asks. Prints the median of both for each size,
whether the goal is met, and how many health checks the service answers, which cost no file. Missed goals do not fail.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests" / "operation"))
from operator_tools import Running, check, free_port, program, wait_until  # noqa: E402

CONNECTIONS = 32
# The least part of nginx's rate.
GOAL = 0.5
SIZES = {"page.html": 4_000, "module.js": 20_000, "engine.wasm": 100_000}
NGINX = """
worker_processes auto;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx-errors;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000;
    types {{ text/html html; text/javascript js; application/wasm wasm; }}
    server {{ listen 127.0.0.1:{port}; root {folder}/site; }}
}}
"""


def rate(port, name, seconds):
    """The answers a second that wrk gets."""
    output = subprocess.run(
        [program("wrk"), "-t", "1", "-c", str(CONNECTIONS), "-d", f"{seconds}s", f"http://127.0.0.1:{port}/{name}"],
        capture_output=True, text=True, check=True).stdout
    check("Non-2xx" not in output and "Socket errors" not in output, output)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inklock", type=Path, required=True)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "site").mkdir()
        for file, size in {"index.html": 100, **SIZES}.items():
            (folder / "site" / file).write_bytes(os.urandom(size))
        ports = {"nginx": free_port(), "inklock": free_port()}
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=ports["nginx"]))
        commands = {
            "nginx": [program("nginx"), "-c", folder / "nginx.conf"],
            "inklock": [options.inklock, "serve", "--site", folder / "site", "--port", str(ports["inklock"])]}
        with Running(commands["nginx"], folder / "nginx.log"), Running(commands["inklock"], folder / "inklock.log"):
            for server, port in ports.items():
                def answers():
                    try:
                        return rate(port, "index.html", 1) > 0
                    except subprocess.CalledProcessError:
                        return False
                wait_until(answers, f"{server} starts")
            for file, size in SIZES.items():
                rounds = [{server: rate(port, file, options.seconds) for server, port in ports.items()} for _ in range(options.rounds)]
                ratio = statistics.median(one["inklock"] / one["nginx"] for one in rounds)
                own, others = (statistics.median(one[server] for one in rounds) for server in ("inklock", "nginx"))
                goal = f"goal {GOAL}: {'met' if ratio >= GOAL else 'not met'}"
                print(f"{size:>7} bytes: {own:,.0f} a second, nginx {others:,.0f}: {ratio:.2f}; {goal}")
            print(f"/livez: {rate(ports['inklock'], 'livez', options.seconds):,.0f} a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
