# SPDX-License-Identifier: MIT
"""A running `inklock serve`, and clients of it that speak HTTP by sockets, from any loopback address."""

import http.client
import json
import os
import re
import resource
import socket
import subprocess
import time
from pathlib import Path


class Failure(Exception):
    """An attack that gains something."""


def check(holds, message):
    if not holds:
        raise Failure(message)


class Service:
    """The command, serving an empty data folder on this machine, with at most `files` open files."""

    def __init__(self, command, folder, *options, data=None, files=1024):
        self.folder = Path(folder)
        site = self.folder / "site"
        (site / "pictures").mkdir(parents=True, exist_ok=True)
        (site / "index.html").write_text("<!doctype html><title>InkLock</title>")
        (site / "large.png").write_bytes(os.urandom(1 << 20))
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            [command, "serve", "--port", "0", "--site", site, "--data", data or self.folder / "data", *options],
            stdout=subprocess.PIPE, stderr=self.log, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)))
        match = re.match(r"InkLock is at http://([^:/]+):(\d+)", self.process.stdout.readline())
        if match is None:
            self.process.kill()
            raise OSError(f"the service does not start: {(self.folder / 'log').read_text()}")
        self.port = int(match[2])
        self.host = f"localhost:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()

    @property
    def is_running(self):
        return self.process.poll() is None

    def cpu_seconds(self):
        """The processor time that the process has taken, in steps of 10 ms."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, field="VmRSS"):
        """The memory in use, in mebibytes."""
        return int(re.search(rf"{field}:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) / 1024

    def peak(self):
        """The most memory that has been in use, in mebibytes."""
        return self.memory("VmHWM")

    def socket(self, source="127.0.0.1", timeout=30, receive_buffer=None):
        client = socket.socket()
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.settimeout(timeout)
        client.bind((source, 0))
        client.connect(("127.0.0.1", self.port))
        return client


class Answer:
    def __init__(self, status, headers, body, seconds):
        self.status, self.headers, self.body, self.seconds = status, headers, body, seconds

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """The word for what is wrong."""
        try:
            return self.json["error"]["code"]
        except (ValueError, KeyError, TypeError):
            return None

    @property
    def visible(self):
        """Everything that a client can compare: not the time of day, nor the request's random ID."""
        fields = tuple(
            sorted((name.lower(), value) for name, value in self.headers if name.lower() not in ("date", "x-request-id")))
        return self.status, fields, self.body


class Client:
    """A browser that keeps its cookies. `source` is its address, of which each /24 is a network."""

    def __init__(self, service, source="127.0.0.1"):
        self.service, self.source = service, source
        self.cookies, self.account = {}, None
        self.connection = None

    def send(self, method, target, body=None, headers=None, cookies=True, again=True):
        """Sends a request with exactly this target. A connection is used again while the service keeps it."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection(
                "127.0.0.1", self.service.port, timeout=120, source_address=(self.source, 0))
        fields = {"Host": self.service.host} | (headers or {})
        if cookies and self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        start = time.perf_counter()
        try:
            self.connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
            for name, value in fields.items():
                self.connection.putheader(name, value)
            if body is not None:
                self.connection.putheader("Content-Length", str(len(body)))
            self.connection.endheaders(body)
            response = self.connection.getresponse()
            content = response.read()
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            self.connection.close()
            self.connection = None
            if not again:
                raise
            return self.send(method, target, body, headers, cookies, again=False)
        seconds = time.perf_counter() - start
        for value in response.msg.get_all("Set-Cookie") or []:
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return Answer(response.status, response.getheaders(), content, seconds)

    def post(self, path, message, headers=None, **more):
        """Sends a request as the service's own page does."""
        fields = {"Origin": f"http://{self.service.host}", "Content-Type": "application/json"}
        if self.account:
            fields["InkLock-Account"] = self.account
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        return self.send("POST", path, body, fields | (headers or {}), **more)

    def create(self, name, passcode="407152", kind="six-digits"):
        answer = self.post("/api/accounts", {"name": name, "passcode": {"kind": kind, "text": passcode}})
        if answer.status == 201:
            self.account = answer.json["account"]
        return answer

    def sign_in(self, name, passcode="407152"):
        self.account = None
        answer = self.post("/api/sign-in", {"name": name, "proof": {"passcode": passcode}})
        if answer.status == 200:
            self.account = answer.json["account"]
        return answer


def network(number):
    """An address of this machine in a network of its own."""
    return f"127.{1 + number // 250 % 250}.{1 + number % 250}.1"
