# SPDX-License-Identifier: MIT
"""A program that measures one engine and answers one request a line."""

import os
import subprocess


class Peer:
    def __init__(self, command, preload=None):
        environment = {**os.environ, "LD_PRELOAD": str(preload)} if preload else None
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
