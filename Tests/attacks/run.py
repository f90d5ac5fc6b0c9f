#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Attacks a running service as a stranger on the network would, and prints what each attack gains.

    run.py --inklock PATH [--only WORD]

Starts `inklock serve` on this machine for each attack, with an empty data folder and 1,024 open files. Figures are for a release
build on a machine with nothing else to do.
"""

import argparse
import base64
import json
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random

from service import Client, Service, network

PASSPHRASE, WRONG_PASSPHRASE = "salzige wolken 7 treppen", "graue huegel 3 laternen"
WRONG_CODE = "0000-0000-0000-0000-0000-0000-000"
# Processor time of a request besides key derivation, in seconds.
COST_LIMIT = 0.05
# Of the answers to others while a thousand clients are slow, in seconds.
WAIT_LIMIT = 0.1
# Of an owner's sign-in on a known device during a flood, in seconds.
OWNER_LIMIT = 2.0

OPERATIONS = json.loads(
    (Path(__file__).resolve().parents[2] / "Service/Sources/InkLockService/Resources/openapi.json").read_text())


class Failure(Exception):
    """An attack that gains something."""


def check(holds, message):
    if not holds:
        raise Failure(message)


def posts():
    return [path for path, methods in OPERATIONS["paths"].items() if "post" in methods]


# MARK: Requests

def spellings(path):
    """Other targets that a router might take for the same path."""
    head, _, last = path.rpartition("/")
    yield from (f"/{path}", f"//{path}", f"{path}/", f"{path}//", f"{head}//{last}", path.replace("/", "//"), f"/.{path}", f"/x/..{path}")
    yield from (f"{head}/./{last}", f"{head}/x/../{last}", path.upper(), path.replace("api", "%61pi"), path.replace("/", "%2f"))
    yield from (f"/{path[1:].replace('/', '%2F')}", f"{path};x", f"{path}%00", f"{path}%20", path.replace("/", "\\"), f"\\{path[1:]}", f"{path}.")
    yield from (f"{path[:-1]}%{ord(path[-1]):02x}", f"{path}%2f", f"{path}%3f", f"/api/../{path[1:]}", f"{path}%cc%81")


def forged_requests(command, folder):
    """No request that another site's page can make a browser send acts for its user."""
    with Service(command, folder) as service:
        owner = Client(service)
        check(owner.create("victim").status == 201, "no account")
        before = owner.send("GET", "/api/session").body
        attacker = Client(service, network(1))
        check(attacker.create("attacker", PASSPHRASE, "alphanumeric").status == 201, "no account")
        message = {"name": "attacker", "proof": {"passcode": PASSPHRASE}, "x": "="}
        sent = 0
        foreign = [
            {"Origin": "http://evil.example", "Content-Type": "text/plain"},
            {"Origin": "http://evil.example", "Content-Type": "application/json"},
            {"Origin": f"http://localhost:{service.port + 1}", "Content-Type": "application/json"},
            {"Origin": "null", "Content-Type": "application/json"},
            {"Content-Type": "application/x-www-form-urlencoded"},
            {"Origin": f"http://{service.host}", "Content-Type": "text/plain"},
            {"Origin": f"http://{service.host}.evil.example", "Content-Type": "application/json"},
        ]
        paths = posts()
        visitor = Client(service, network(2))
        visitor.cookies = dict(owner.cookies)
        for path in paths:
            targets = [path, *spellings(path), f"http://{service.host}{path}", f"http://{service.host}/{path}"]
            for target in targets:
                for headers in foreign:
                    answer = visitor.send("POST", target, json.dumps(message).encode(), headers)
                    sent += 1
                    check(not 200 <= answer.status < 300, f"{target} with {headers}: {answer.status}")
                    check(not answer.status >= 500, f"{target} with {headers}: {answer.status}")
                    check(not any(name.lower() == "set-cookie" for name, _ in answer.headers), f"{target} sets a cookie")
            for target in targets[1:]:
                # A spelling that is not registered is not found, also for the service's own page.
                answer = visitor.post(target, message)
                sent += 1
                absolute = target == f"http://{service.host}{path}"
                check(absolute or answer.status in (400, 404, 405), f"{target} is found: {answer.status}")
        check(owner.send("GET", "/api/session").body == before, "the session has changed")
        check(owner.sign_in("victim").status == 200, "the owner is locked out")
        return f"{sent} requests to {len(paths)} endpoints, none acted"


def foreign_hosts(command, folder):
    """A name that an attacker points at this machine reaches nothing."""
    with Service(command, folder) as service:
        client = Client(service)
        for host in ("evil.example", f"evil.example:{service.port}", f"localhost.evil.example:{service.port}", "169.254.1.1", "[::2]", ""):
            origin = f"http://{host}"
            body = json.dumps({"name": "eve", "passcode": {"kind": "sixDigits", "text": "407152"}}).encode()
            headers = {"Host": host, "Origin": origin, "Content-Type": "application/json"}
            answer = client.send("POST", "/api/accounts", body, headers)
            check(answer.status in (400, 421), f"Host {host!r}: {answer.status}")
        return "6 names, none answered"


def hostile_texts():
    marks = "a" + "\u0301" * 60_000 + "\u0323" * 60_000
    yield "marks", marks
    yield "escaped marks", marks[:40_000]
    yield "few marks", "a" + "\u0301" * 30 + "\u0323" * 30
    yield "Hangul", "\u1100\u1161\u11a8" * 27_000
    yield "compatibility", "\ufdfa" * 80_000
    yield "no letters", "\u200d\ufe0f" * 40_000
    yield "long", "a" * 250_000
    yield "flags", "\U0001f1e6" * 60_000


def example(schema, depth=0):
    """A message that fits the description."""
    while "$ref" in schema:
        schema = OPERATIONS["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "oneOf" in schema:
        return example(schema["oneOf"][0], depth)
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return {name: example(value, depth + 1) for name, value in schema.get("properties", {}).items()}
    if kind == "array":
        return [example(schema["items"], depth + 1)] * schema.get("minItems", 1)
    if kind == "integer":
        return 0
    if schema.get("contentEncoding"):
        return base64.b64encode(bytes(33)).decode()
    return "0" * schema.get("minLength", 1)


def places(value, path=()):
    """The path of each text in a message."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from places(item, (*path, name))
    elif isinstance(value, list):
        yield from places(value[0], (*path, 0))
    elif isinstance(value, str):
        yield path


def replaced(value, path, text):
    if not path:
        return text
    if isinstance(value, dict):
        return {name: replaced(item, path[1:], text) if name == path[0] else item for name, item in value.items()}
    return [replaced(item, path[1:], text) if index == path[0] else item for index, item in enumerate(value)]


def hostile_bodies(message):
    for place in places(message):
        for name, text in hostile_texts():
            plain = json.dumps(replaced(message, place, text), ensure_ascii=name == "escaped marks").encode()
            yield f"{name} in {'.'.join(map(str, place))}", plain[:262_144]
    for name, text in hostile_texts():
        yield f"{name} as a key", json.dumps({text: 1} | message, ensure_ascii=False).encode()[:262_144]
    yield "depth", b'{"name":' + b"[" * 250_000
    yield "many members", json.dumps({f"k{i}": 0 for i in range(20_000)} | message).encode()
    yield "one key often", b"{" + b'"name":"a",' * 20_000 + b'"name":"a"}'
    yield "many elements", b'{"drawings":[' + b"0," * 120_000 + b"0]}"
    yield "a long number", b'{"version":' + b"9" * 250_000 + b"}"
    yield "white space", b"{" + b" " * 260_000 + b"}"
    yield "invalid UTF-8", b'{"name":"' + b"\xc3" * 250_000 + b'"}'
    yield "surrogates", b'{"name":"' + b"\\ud800" * 40_000 + b'"}'


def costly_requests(command, folder):
    """No request takes more than 50 ms of processor time."""
    with Service(command, folder) as service:
        owner = Client(service)
        check(owner.create("owner").status == 201, "no account")
        worst, count, derived = (0.0, ""), 0, 0
        for number, path in enumerate(posts()):
            schema = OPERATIONS["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
            for name, body in hostile_bodies(example(schema)):
                # A network for each, so that no rate limit ends the work early.
                client = Client(service, network(count))
                client.cookies, client.account = owner.cookies, owner.account
                before = service.cpu_seconds()
                answer = client.post(path, body)
                used = service.cpu_seconds() - before
                client.connection.close()
                count += 1
                check(answer.status < 500 or answer.status in (503, 507), f"{path}, {name}: {answer.status}")
                worst = max(worst, (used, f"{path}, {name}: {answer.status}"))
        # Steps of the clock are 10 ms, of which two may be counted too many.
        check(worst[0] <= COST_LIMIT + 0.02, f"{worst[0]:.2f} s of processor time: {worst[1]}")
        headers = ["Cookie", "Origin", "Content-Type", "If-None-Match", "Accept-Encoding", "InkLock-Account", "Forwarded", "Host", "Range"]
        text = ("a" + "\u0301" * 3000 + "\u0323" * 3000).encode().decode("latin-1")
        for number, header in enumerate(headers):
            before = service.cpu_seconds()
            for target in ("/", "/api/session", "/healthz"):
                Client(service, network(count + number)).send("GET", target, headers={header: text})
            worst = max(worst, ((service.cpu_seconds() - before) / 3, f"header {header}"))
        check(worst[0] <= COST_LIMIT + 0.02, f"{worst[0]:.2f} s of processor time: {worst[1]}")
        return f"{count} requests, at most {worst[0] * 1000:.0f} ms of processor time ({worst[1]})"


# MARK: Connections

def waits(service, count, pause=0.005):
    """The seconds that other clients' requests take, in order."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        client = service.socket("127.200.0.1", timeout=10)
        client.sendall(f"GET /healthz HTTP/1.1\r\nHost: {service.host}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while piece := client.recv(65_536):
            answer += piece
        client.close()
        times.append(time.perf_counter() - start)
        check(answer.startswith(b"HTTP/1.1 200"), f"others get {answer[:40]!r}")
        time.sleep(pause)
    return sorted(times)


def slow_clients(command, folder):
    """A thousand slow clients, from one address and from many, shut no others out."""
    said = []
    for sources in (1, 1000):
        with Service(command, folder / str(sources)) as service:
            body = (
                f"POST /api/sign-out HTTP/1.1\r\nHost: {service.host}\r\nOrigin: http://{service.host}\r\n"
                "Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n").encode()
            slow, stop = [], threading.Event()
            for number in range(1050):
                client = service.socket(network(number % sources), timeout=1)
                try:
                    client.sendall([body, b"GET / HT", b""][number % 3])
                except OSError:
                    pass
                slow.append(client)

            def trickle():
                while not stop.wait(1):
                    for client in slow:
                        try:
                            client.send(b" ")
                        except OSError:
                            pass

            thread = threading.Thread(target=trickle)
            thread.start()
            try:
                times = []
                end = time.monotonic() + 60
                while time.monotonic() < end:
                    times += waits(service, 20, 0.02)
            finally:
                stop.set()
                thread.join()
            times.sort()
            check(service.is_running, "the service has ended")
            middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
            said.append(f"{sources} address{'es' * (sources > 1)}: p50 {middle * 1000:.0f} ms, p99 {late * 1000:.0f} ms of {len(times)}")
            check(late < WAIT_LIMIT, said[-1])
            for client in slow:
                client.close()
    return "; ".join(said)


def slow_readers(command, folder):
    """Clients that ask for much and read nothing take no memory, and are cut off."""
    with Service(command, folder, files=4096) as service:
        request = f"GET /large.png HTTP/1.1\r\nHost: {service.host}\r\n\r\n".encode() * 300
        before = service.memory()
        readers = [service.socket(network(number), receive_buffer=4096) for number in range(700)]
        for reader in readers:
            try:
                reader.settimeout(0.05)
                reader.sendall(request)
            except OSError:
                pass
        most, times = before, []
        for _ in range(20):
            times += waits(service, 5)
            most = max(most, service.memory())
            time.sleep(0.5)
        check(service.is_running, "the service has ended")
        check(most - before < 200, f"{before:.0f} MiB, then {most:.0f}")
        for reader in readers:
            reader.close()
        return f"{before:.0f} MiB before, at most {most:.0f} MiB; others wait {statistics.median(times) * 1000:.0f} ms"


# MARK: Accounts

def guesses(command, folder):
    """Short secrets and drawings are not tried for strangers, and no owner is locked out."""
    with Service(command, folder) as service:
        owner = Client(service)
        check(owner.create("owner").status == 201, "no account")
        answers, number = set(), 0
        for name in ("owner", "missing"):
            for text in ("407152", "000000", "1234", "secret words", "\u0667" * 6):
                answer = Client(service, network(number)).post("/api/sign-in", {"name": name, "proof": {"passcode": text}})
                answers.add((answer.status, answer.code))
                number += 1
            drawing = {"gesture": base64.b64encode(bytes(200)).decode(), "pictureDigest": base64.b64encode(bytes(32)).decode()}
            answer = Client(service, network(number)).post("/api/sign-in", {"name": name, "proof": {"drawing": drawing}})
            check(not 200 <= answer.status < 300, f"a drawing: {answer.status}")
            number += 1
        check(len(answers) == 1 and 401 not in {status for status, _ in answers}, f"short passcodes: {answers}")
        for attempt in range(150):
            stranger = Client(service, network(number + attempt))
            stranger.post("/api/sign-in", {"name": "owner", "proof": {"passcode": f"{WRONG_PASSPHRASE} {attempt}"}})
        answer = owner.sign_in("owner")
        check(answer.status == 200, f"the owner gets {answer.status}")
        check(answer.json.get("failures", {}).get("count", 0) > 0, "the owner is not told")
        return f"short passcodes: {answers}; after 150 wrong passphrases the owner is in"


def names(command, folder):
    """Times and answers do not part names with an account from names without."""
    attempts = {
        "options": ("/api/sign-in/options", lambda name: {"name": name}),
        "short passcode": ("/api/sign-in", lambda name: {"name": name, "proof": {"passcode": "407152"}}),
        "wrong code": ("/api/sign-in", lambda name: {"name": name, "proof": {"recoveryCode": WRONG_CODE}}),
        "recover": ("/api/recover", lambda name: {"name": name, "recoveryCode": WRONG_CODE, "passcode": {"kind": "sixDigits", "text": "581936"}}),
        "wrong passphrase": ("/api/sign-in", lambda name: {"name": name, "proof": {"passcode": WRONG_PASSPHRASE}}),
    }
    count, rounds, random = 12, 30, Random(5)
    with Service(command, folder, "--behind-proxy") as service:
        real = [f"known{i:02}" for i in range(count)]
        unknown = [f"maybe{i:02}" for i in range(count)]
        sent = 0

        def source():
            nonlocal sent
            sent += 1
            return {"X-Forwarded-For": f"{11 + (sent >> 16)}.{sent >> 8 & 255}.{sent & 255}.7"}

        for i, name in enumerate(real):
            message = {"name": name, "passcode": {"kind": "alphanumeric", "text": PASSPHRASE} if i % 2 else {"kind": "sixDigits", "text": "407152"}}
            check(Client(service).post("/api/accounts", message, source()).status == 201, "no account")
        said = []
        for attempt, (path, message) in attempts.items():
            times, seen = {name: [] for name in real + unknown}, {}
            for _ in range(rounds):
                for name in random.sample(real + unknown, 2 * count):
                    client = Client(service)
                    answer = client.post(path, message(name), source())
                    client.connection.close()
                    times[name].append(answer.seconds)
                    seen.setdefault(answer.visible, set()).add(name in real)
            for answer, kinds in seen.items():
                check(len(kinds) == 2, f"{attempt}: an answer comes to {'real' if True in kinds else 'unknown'} names alone: {answer[0]}")
            medians = {name: statistics.median(values) for name, values in times.items()}

            def told(first):
                """The number of names that the best threshold puts on the right side."""
                best = 0
                for threshold in medians.values():
                    right = sum((medians[name] >= threshold) == (name in first) for name in medians)
                    best = max(best, right, len(medians) - right)
                return best

            chance = sorted(told(set(random.sample(list(medians), count))) for _ in range(1000))[980]
            found = told(set(real))
            said.append(f"{attempt} {found} of {2 * count} (chance up to {chance})")
            check(found <= chance, said[-1])
        return "; ".join(said)


def recovery_twice(command, folder):
    """A recovery code that is sent twice at once leaves one code, and that code opens the account."""
    with Service(command, folder) as service:
        rounds = 8
        for number in range(rounds):
            owner = Client(service, network(number))
            created = owner.create(f"owner {number}")
            check(created.status == 201, f"no account: {created.status}")
            code = created.json["recoveryCode"]
            answers = [None] * 4
            operations = ["%032x" % (number + 1)] * 2 + ["%032x" % (100 + number), None] if number % 2 else [None] * 4

            def recover(i):
                client = Client(service, network(1000 + 10 * number + i))
                message = {"name": f"owner {number}", "recoveryCode": code, "passcode": {"kind": "sixDigits", "text": "581936"}}
                if operations[i]:
                    message["operation"] = operations[i]
                answers[i] = client.post("/api/recover", message)

            threads = [threading.Thread(target=recover, args=(i,)) for i in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            codes = {answer.json["recoveryCode"] for answer in answers if answer.status == 200}
            check(len(codes) == 1, f"{len(codes)} codes: {[answer.status for answer in answers]}")
            client = Client(service, network(2000 + number))
            check(client.post("/api/sign-in", {"name": f"owner {number}", "proof": {"recoveryCode": codes.pop()}}).status == 200, "the code is dead")
            old = Client(service, network(3000 + number)).post("/api/sign-in", {"name": f"owner {number}", "proof": {"recoveryCode": code}})
            check(old.status == 401, f"the old code: {old.status}")
        return f"{rounds} accounts, four requests at once each: one new code each, and it works"


def disk(command, folder):
    """A stranger's accounts take a bounded part of the disk."""
    with Service(command, folder) as service:
        made, stored, clients = 0, 0, []
        for number in range(40):
            client = Client(service)
            answer = client.create(f"account {number}")
            if answer.status == 201:
                made += 1
                clients.append(client)
        check(made <= 15, f"{made} accounts from one address")
        sealed = base64.b64encode(bytes(300_000)).decode()
        end = time.monotonic() + 20
        while time.monotonic() < end and clients:
            for client in list(clients):
                answer = client.post("/api/notes", {"id": "%032x" % stored, "version": 0, "sealed": sealed})
                if answer.status == 200:
                    stored += 1
                else:
                    clients.remove(client)
                check(answer.status in (200, 413, 429, 507), f"a note: {answer.status}")
        size = sum(path.stat().st_size for path in (folder / "data").rglob("*") if path.is_file()) / 2**20
        check(size < 64, f"{size:.0f} MiB")
        return f"{made} accounts and {stored} notes of 300 kB from one address: {size:.0f} MiB"


def owners_in_a_flood(command, folder):
    """While 200 addresses flood the service with passphrases, an owner gets in on a known device."""
    with Service(command, folder, files=4096) as service:
        owner = Client(service, "127.250.0.1")
        check(owner.create("owner").status == 201, "no account")
        stop, heard, lock = threading.Event(), {}, threading.Lock()

        def flood(number):
            client = Client(service, network(number))
            attempt = 0
            while not stop.is_set():
                attempt += 1
                try:
                    status = client.post("/api/sign-in", {"name": f"name {(number + attempt) % 7}", "proof": {"passcode": WRONG_PASSPHRASE}}).status
                except OSError:
                    status, client.connection = 0, None
                with lock:
                    heard[status] = heard.get(status, 0) + 1
                time.sleep(0.1)

        threads = [threading.Thread(target=flood, args=(number,), daemon=True) for number in range(200)]
        for thread in threads:
            thread.start()
        time.sleep(3)
        times = []
        for _ in range(20):
            answer = owner.sign_in("owner")
            check(answer.status == 200, f"the owner gets {answer.status}")
            times.append(answer.seconds)
        stop.set()
        for thread in threads:
            thread.join(timeout=60)
        times.sort()
        said = f"20 sign-ins: median {times[10]:.2f} s, at most {times[-1]:.2f} s; the flood got {heard}"
        check(times[-1] < OWNER_LIMIT, said)
        return said


# MARK: Folders

def data_in_site(command, folder):
    """A data folder that the site would publish is refused, whatever it is called."""
    site = folder / "site"
    (site / "sub").mkdir(parents=True)
    (site / "index.html").write_text("x")
    (folder / "link").symlink_to(site)
    for data in (site / "data", site / "sub" / ".." / "data", folder / "link" / "data", site, folder):
        try:
            with Service(command, folder, data=data):
                raise Failure(f"{data} is served")
        except OSError:
            pass
    return "5 folders, none served"


ATTACKS = [
    forged_requests, foreign_hosts, costly_requests, slow_clients, slow_readers, guesses, names, recovery_twice, disk, owners_in_a_flood,
    data_in_site,
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
            except (Failure, OSError) as error:
                said = f"FAILED: {error}"
                failed += 1
        print(f"{attack.__name__.replace('_', ' ')}: {said} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
