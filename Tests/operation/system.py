# SPDX-License-Identifier: MIT
"""The unit for systemd: what the server tells the manager, and what the unit keeps from the server."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess

from operator_tools import ROOT, Failure, Running, Skipped, check, made_site, program, served, wait_until

UNIT = ROOT / "Service" / "System" / "inklock.service"
# In tenths, as `systemd-analyze security --threshold` takes it.
EXPOSURE = 20
OTHER_USER = 65_534


def settings(folder):
    made_site(folder)
    path = folder / "inklock.toml"
    path.write_text(
        f'site = "{folder}/site"\ndata = "{folder}/data"\nsocket = "{folder}/s"\norigin = "https://ink.example"\n')
    return path


def notices(command, folder):
    """The server tells its manager when it is ready, reloads and ends."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    for name in (str(folder / "notify"), f"\0inklock-{os.getpid()}"):
        listener.close()
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        listener.settimeout(60)
        listener.bind(name)

        def heard(what):
            try:
                return listener.recv(4096).decode()
            except TimeoutError:
                raise Failure(f"{what}: nothing in 60 s\n{(folder / 'server.log').read_text()}") from None

        path = settings(folder)
        with served(command, folder, "--config", path, env=os.environ | {"NOTIFY_SOCKET": name.replace("\0", "@")}) as server:
            check(heard("the start") == "READY=1", "not ready")
            for wrong in (False, True):
                if wrong:
                    path.write_text("colour = 1\n")
                server.process.send_signal(signal.SIGHUP)
                said = heard("reloading wrong settings" if wrong else "reloading")
                check(re.fullmatch(r"RELOADING=1\nMONOTONIC_USEC=[1-9]\d*", said), f"reloading: {said!r}")
                check(heard("the end of reloading") == "READY=1", "not ready after reloading")
            server.process.terminate()
            check(heard("the end") == "STOPPING=1", "not stopping")
            check(server.process.wait(timeout=60) == 0, "it does not end cleanly")
        (folder / "server.log").unlink()
    listener.close()
    # A missing manager, or an invalid socket name, does not stop the server.
    settings(folder)
    for name in (str(folder / "gone"), "/" + "x" * 300, "x", ""):
        with served(command, folder, "--config", folder / "inklock.toml", env=os.environ | {"NOTIFY_SOCKET": name}) as server:
            check(server.stop() == 0, f"NOTIFY_SOCKET={name} stops the server")
        (folder / "server.log").unlink()
    return "at both kinds of sockets"


def unit(command, folder):
    """systemd verifies the unit without a warning, and rates its exposure as low."""
    analyze = program("systemd-analyze")
    path = folder / UNIT.name
    text = UNIT.read_text()
    # By default systemd stops restarting a unit after five quick failures. The database may be down for longer.
    check("\nStartLimitIntervalSec=0\n" in text.split("[Service]")[0], "systemd gives up")
    # With /proc for processes alone there is no boot_id, and every restart of the server would be a boot: lockouts of
    # devices would begin again.
    check("ProcSubset" not in text, "the boot's identifier is hidden")
    # Exit statuses of errors that no restart repairs: see docs/operating.md.
    check("\nRestartPreventExitStatus=64 65 66 78\n" in text, "systemd goes on with what stays wrong")
    # Changing large tables takes longer than the 90 seconds that systemd waits by default, and would begin again and
    # again.
    check("\nTimeoutStartSec=infinity\n" in text, "systemd breaks off a change of the tables")
    stop = re.search(r"\nTimeoutStopSec=(\d+)\n", text)
    check(stop and int(stop[1]) >= 35, "systemd kills a server that waits for its database")
    path.write_text(text.replace("/usr/bin/inklock", str(command)))
    verified = subprocess.run([analyze, "verify", path], capture_output=True, text=True)
    check(verified.returncode == 0 and not verified.stderr, f"systemd-analyze verify: {verified.stderr}")
    secure = subprocess.run(
        [analyze, "security", "--offline=yes", f"--threshold={EXPOSURE}", path], capture_output=True, text=True)
    level = re.search(r"exposure level for \S+: (\S+)", secure.stdout)
    check(level and secure.returncode == 0, f"systemd-analyze security: {level and level[1]} {secure.stderr}")
    return f"exposure {level[1]}"


def credential(command, folder):
    """The server reads a key that systemd hands out: root's, with a right to read for the server."""
    setpriv = program("setpriv")
    if os.geteuid() != 0:
        raise Skipped("root's files need root")
    path = settings(folder)
    with served(command, folder, "--config", path) as server:
        check(server.stop() == 0, "it does not end cleanly")
    given = folder / "given"
    given.mkdir()
    shutil.move(folder / "data" / "device.key", given / "device.key")
    for place in (folder, *folder.rglob("*")):
        shutil.chown(place, OTHER_USER, OTHER_USER)
    # A group's right stands for that of an access control list.
    for place, mode in ((given, 0o550), (given / "device.key", 0o440)):
        shutil.chown(place, 0, OTHER_USER)
        place.chmod(mode)

    def status(credentials):
        return subprocess.run(
            [setpriv, "--reuid", str(OTHER_USER), "--regid", str(OTHER_USER), "--clear-groups", command, "check", "--config",
             path, "--device-key", given / "device.key"], capture_output=True,
            env=os.environ | {"CREDENTIALS_DIRECTORY": str(credentials)}).returncode

    check(status(given) == 0, "the credential is refused")
    check(status(folder) == 78, "a file of another user elsewhere is read")
    for mode in (0o444, 0o460):
        (given / "device.key").chmod(mode)
        check(status(given) == 78, f"{mode:o} is read")
    return "root's, for the server alone"


def allowed_calls():
    """The system calls that the unit's filters leave, from systemd's own tables."""
    groups, group = {}, None
    listed = subprocess.run([program("systemd-analyze"), "syscall-filter"], capture_output=True, text=True, check=True)
    for line in listed.stdout.splitlines():
        if line.startswith("@"):
            group = groups.setdefault(line.strip(), set())
        elif group is not None and line.startswith("    ") and not line.strip().startswith("#"):
            group.add(line.strip())

    def expanded(name):
        return set().union(*(expanded(part) if part.startswith("@") else {part} for part in groups[name]))

    found = set()
    for words in re.findall(r"^SystemCallFilter=(.*)$", UNIT.read_text(), re.MULTILINE):
        for word in words.lstrip("~").split():
            found = found - expanded(word) if words.startswith("~") else found | expanded(word)
    return found


class SocketConnection(http.client.HTTPConnection):
    """A proxy's connection to the server's socket."""

    def __init__(self, path):
        super().__init__("ink.example", timeout=60)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(60)
        self.sock.connect(self.path)


def confined(command, folder):
    """The server needs no network, and only the system calls that the unit allows."""
    strace, unshare, setpriv = program("strace"), program("unshare"), program("setpriv")
    if os.geteuid() != 0:
        raise Skipped("a network namespace needs root")
    path, trace = settings(folder), folder / "trace"
    for place in (folder, *folder.rglob("*")):
        shutil.chown(place, OTHER_USER, OTHER_USER)
    arguments = [
        unshare, "--net", setpriv, "--reuid", OTHER_USER, "--regid", OTHER_USER, "--clear-groups", "--no-new-privs", strace, "-f",
        "-qq", "-o", trace, command, "serve", "--config", path]
    with Running(arguments, folder / "server.log") as server:
        server.has_logged("InkLock is at ", 60)
        process = int(trace.read_text().split()[0])
        try:
            connection = SocketConnection(folder / "s")
            fields = {"Origin": "https://ink.example", "Content-Type": "application/json", "X-Forwarded-For": "192.0.2.1"}
            account = {"name": "ada", "passcode": {"kind": "six-digits", "text": "407152"}}
            connection.request("POST", "/api/accounts", json.dumps(account), fields)
            response = connection.getresponse()
            body = response.read()
            check(response.status == 201, f"creating an account: {response.status} {body}")
            for target in ("/", "/readyz", "/api/openapi.json"):
                connection.request("GET", target, headers={"Accept-Encoding": "gzip"})
                response = connection.getresponse()
                response.read()
                check(response.status == 200, f"{target}: {response.status}")
            connection.close()
            os.kill(process, signal.SIGHUP)
            server.has_logged("reload", 30)
        finally:
            os.kill(process, signal.SIGTERM)
        wait_until(lambda: server.process.poll() is not None, "the server ends", 60)
    used = set(re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.MULTILINE))
    check(len(used) > 20, f"strace sees too little: {used}")
    left = used - allowed_calls()
    check(not left, f"the unit forbids {sorted(left)}")
    return f"{len(used)} system calls, all of them left by the unit"
