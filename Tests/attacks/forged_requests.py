# SPDX-License-Identifier: MIT
"""Attacks with requests: forged, with foreign hosts, and costly."""

import base64
import json
import statistics
import threading
import unicodedata
from pathlib import Path

from gestures import arcs, wide_strokes
from service import Client, Failure, Service, check, network

# The processor time of a request besides key derivation, in seconds.
COST_LIMIT = 0.05
# The same of a new picture password, whose strength is estimated.
PICTURE_COST_LIMIT = 0.1
# The fields that the service or its libraries read.
FIELDS = (
    "Accept Accept-Encoding Connection Content-Type Cookie Expect Forwarded Host If-Match If-Modified-Since If-None-Match If-Range"
    " If-Unmodified-Since InkLock-Account InkLock-Target Keep-Alive Origin Range Sec-Fetch-Site Upgrade User-Agent X-Forwarded-For"
    " X-Request-Id traceparent tracestate").split()
# Steps of the clock of a process are 10 ms.
REPEATS = 4
PASSPHRASE = "salzige wolken 7 treppen"
OPERATIONS = json.loads(
    (Path(__file__).resolve().parents[2] / "Service/Sources/InkLockService/Resources/openapi.json").read_text())


def posts():
    return [path for path, methods in OPERATIONS["paths"].items() if "post" in methods]


def spellings(path):
    """Other targets that a router might take for the same path."""
    head, _, last = path.rpartition("/")
    yield from (f"/{path}", f"//{path}", f"{path}/", f"{path}//", f"{head}//{last}", path.replace("/", "//"), f"/.{path}", f"/x/..{path}")
    yield from (f"{head}/./{last}", f"{head}/x/../{last}", path.upper(), path.replace("api", "%61pi"), path.replace("/", "%2f"))
    yield from (f"/{path[1:].replace('/', '%2F')}", f"{path};x", f"{path}%00", f"{path}%20", path.replace("/", "\\"), f"\\{path[1:]}", f"{path}.")
    yield from (f"{path[:-1]}%{ord(path[-1]):02x}", f"{path}%2f", f"{path}%3f", f"/api/../{path[1:]}", f"{path}%cc%81")


def session(client):
    """The session without the time that is left of it."""
    found = client.send("GET", "/api/session").json
    check(found.pop("endsInSeconds") > 0, "the session has ended")
    return found


def forged_requests(command, folder):
    """No request that another site's page can make a browser send acts for its user."""
    with Service(command, folder) as service:
        owner = Client(service)
        check(owner.create("victim").status == 201, "no account")
        before = session(owner)
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
        check(session(owner) == before, "the session has changed")
        check(owner.sign_in("victim").status == 200, "the owner is locked out")
        return f"{sent} requests to {len(paths)} endpoints, none acted"


def foreign_hosts(command, folder):
    """A name that an attacker points at this machine reaches nothing."""
    with Service(command, folder) as service:
        client = Client(service)
        for host in ("evil.example", f"evil.example:{service.port}", f"localhost.evil.example:{service.port}", "169.254.1.1", "[::2]", ""):
            origin = f"http://{host}"
            body = json.dumps({"name": "eve", "passcode": {"kind": "six-digits", "text": "407152"}}).encode()
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


def falling_marks(length=15_700):
    """Marks in the order that takes longest to mend: blocks of falling combining classes, as http.client sends them."""
    classes = {unicodedata.combining(chr(mark)): chr(mark) for mark in range(0x300, 0x800)}
    marks = [mark for number, mark in sorted(classes.items(), reverse=True) if number]
    return ("a" + "".join(mark * (length // 2 // len(marks)) for mark in marks)).encode().decode("latin-1")


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


def costly_pictures(service):
    """The most processor time that a new picture password takes besides key derivation, in seconds."""
    count = 0

    def cost(method):
        nonlocal count
        before = service.cpu_seconds()
        for _ in range(REPEATS):
            count += 1
            # The name is taken, which is noticed after all other work.
            answer = Client(service, network(count)).post("/api/accounts", {"name": "owner"} | method)
            check(answer.status in (400, 409, 422), f"{answer.status}")
        return (service.cpu_seconds() - before) / REPEATS

    def picture(samples):
        return {"picture": {"name": "photo-" + "a" * 64, "drawings": [base64.b64encode(sample).decode() for sample in samples]}}

    derivation = cost({"passcode": {"kind": "six-digits", "text": "407152"}})
    costs = {
        "wide strokes": cost(picture([wide_strokes(1999)])), "arcs": cost(picture([arcs(160, shift) for shift in range(3)])) - derivation}
    for name, used in costs.items():
        check(used <= PICTURE_COST_LIMIT + 0.02, f"{used:.2f} s of processor time: {name}")

    def paint(number):
        message = {"name": "owner"} | picture([arcs(160, shift) for shift in range(3)])
        Client(service, network(count + number)).post("/api/accounts", message)

    painters = [threading.Thread(target=paint, args=(number,)) for number in range(12)]
    for painter in painters:
        painter.start()
    reader = Client(service, network(0))
    # Each path is new, so that the service has to look at the disk.
    seconds = [reader.send("GET", f"/missing{number}").seconds for number in range(8)]
    for painter in painters:
        painter.join()
    check(statistics.median(seconds) < 0.3, f"a file takes {statistics.median(seconds):.2f} s beside new pictures")
    return max(costs.values())


def costly_requests(command, folder):
    """No request takes more than 50 ms of processor time."""
    with Service(command, folder / "all") as service:
        owner = Client(service)
        check(owner.create("owner").status == 201, "no account")
        worst, count = (0.0, ""), 0
        for path in posts():
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
        for header in FIELDS:
            for target in ("/", "/api/session", "/readyz"):
                before = service.cpu_seconds()
                for _ in range(REPEATS):
                    Client(service, network(count)).send("GET", target, headers={"Range": "bytes=0-1", header: falling_marks()})
                    count += 1
                worst = max(worst, ((service.cpu_seconds() - before) / REPEATS, f"{target} with {header}"))
        check(worst[0] <= COST_LIMIT + 0.02, f"{worst[0]:.2f} s of processor time: {worst[1]}")
    # All clients share a rate limit of new accounts, which the requests above have used up.
    with Service(command, folder / "pictures") as service:
        check(Client(service).create("owner").status == 201, "no account")
        pictures = costly_pictures(service)
    return f"{count} requests, at most {worst[0] * 1000:.0f} ms of processor time ({worst[1]}); pictures at most {pictures * 1000:.0f} ms"
