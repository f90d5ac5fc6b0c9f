# SPDX-License-Identifier: MIT
"""A program that measures one engine and answers one request a line."""

import os
import subprocess


# Freed memory stays with the program, so that no run pays for getting it from the system again.
HEAP = {"MALLOC_MMAP_THRESHOLD_": "1000000000", "MALLOC_TRIM_THRESHOLD_": "2000000000", "MALLOC_TOP_PAD_": "100000000"}


class Peer:
    def __init__(self, command, preload=None):
        environment = os.environ | HEAP | ({"LD_PRELOAD": str(preload)} if preload else {})
        self._process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def ask(self, *words):
        self._process.stdin.write(" ".join(str(word) for word in words) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        if not answer:
            raise SystemExit(f"no answer to {' '.join(str(word) for word in words)}")
        return answer

    def numbers(self, *words):
        return [float(word) for word in self.ask(*words).split()]

    def close(self):
        self._process.stdin.close()
        self._process.wait()
