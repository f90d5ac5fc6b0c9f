# SPDX-License-Identifier: MIT
"""The tools of an operator: the command, settings from docs/operating.md, and programs from Debian around it."""

import contextlib
import http.client
import os
import random
import re
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# `scripts/test --thorough`, which tries every case.
THOROUGH = os.environ.get("INKLOCK_THOROUGH") == "1"
# Below those that the system gives to outgoing connections.
PORTS = iter(random.sample(range(20_000, 32_000), 12_000))
GUIDE = (ROOT / "docs" / "operating.md").read_text()


class Failure(Exception):
    """Something that an operator would report."""


class Skipped(Exception):
    """A program that is not installed."""


def check(holds, message):
    if not holds:
        raise Failure(message)


def program(name):
    """The path of a program that Debian may keep from users who are not root."""
    found = shutil.which(name, path="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
    if found is None:
        raise Skipped(f"{name} is not installed")
    return found


def blocks(language):
    """All blocks of code of the guide."""
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def block(language, number=0):
    """A block of code of the guide."""
    return blocks(language)[number]


def replaced(text, pairs):
    """The text with every part replaced; a part that is missing is an error, so that no change is without effect."""
    for old, new in pairs.items():
        check(old in text, f"docs/operating.md no longer has {old!r}")
        text = text.replace(old, str(new))
    return text


def wait_until(holds, what, seconds=20):
    deadline = time.monotonic() + seconds
    while True:
        try:
            if found := holds():
                return found
        except (OSError, http.client.HTTPException):
            pass
        if time.monotonic() > deadline:
            raise Failure(f"waited {seconds} s in vain: {what}")
        time.sleep(0.05)


def free_port():
    """A port for later, which no other call returns."""
    for port in PORTS:
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port


class Running:
    """A program that ends with the block it is used in."""

    def __init__(self, arguments, log, **more):
        self.log = Path(log)
        with open(self.log, "ab") as file:
            self.process = subprocess.Popen(
                [str(part) for part in arguments], stdout=file, stderr=file, stdin=subprocess.DEVNULL, **more)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()

    def has_logged(self, text, seconds=20):
        return wait_until(lambda: text in self.log.read_text(), f"{text!r} in {self.log.read_text()[-2000:]}", seconds)


def served(command, folder, *options, **more):
    """Starts the server and waits until it listens."""
    server = Running([command, "serve", *options], Path(folder) / "server.log", **more)
    try:
        wait_until(
            lambda: server.process.poll() is not None or "InkLock is at " in server.log.read_text(), "the server starts")
        check(server.process.poll() is None, f"the server does not start: {server.log.read_text()}")
    except Failure:
        server.stop()
        raise
    return server


def made_site(folder):
    site = Path(folder) / "site"
    (site / "pictures").mkdir(parents=True, exist_ok=True)
    (site / "index.html").write_text("<!doctype html><title>InkLock</title>")
    return site


def certificate(folder, name="ink.example"):
    """A certificate and its key in one file, signed by itself."""
    path = Path(folder) / "ink.example.pem"
    subprocess.run(
        [program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}", "-keyout", path, "-out", f"{path}.crt"],
        check=True, capture_output=True)
    with open(path, "a") as file:
        file.write(Path(f"{path}.crt").read_text())
    return path


class TLSConnection(http.client.HTTPSConnection):
    """A browser's connection to `ink.example`, which is this machine."""

    def __init__(self, port, trusted, source, target):
        super().__init__("ink.example", port, timeout=30, context=ssl.create_default_context(cafile=trusted))
        self.source, self.target = source, target

    def connect(self):
        plain = socket.create_connection((self.target, self.port), timeout=30, source_address=(self.source, 0))
        self.sock = self._context.wrap_socket(plain, server_hostname="ink.example")


def ask(port, trusted, method, path, body=None, fields=None, source="127.0.0.1", target="127.0.0.1"):
    """Sends a request through a proxy; returns the response and its body."""
    connection = TLSConnection(port, trusted, source, target)
    try:
        connection.request(method, path, body, {"Host": f"ink.example:{port}"} | (fields or {}))
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()
