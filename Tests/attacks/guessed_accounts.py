# SPDX-License-Identifier: MIT
"""Attacks on accounts: guesses, enumeration, races, floods, and the folder that keeps the accounts."""

import base64
import statistics
import threading
import time
from random import Random

from service import Client, Failure, Service, check, network

PASSPHRASE, WRONG_PASSPHRASE = "salzige wolken 7 treppen", "graue huegel 3 laternen"
WRONG_CODE = "0000-0000-0000-0000-0000-0000-000"
# The time of an owner's sign-in on a known device during a flood, in seconds.
OWNER_LIMIT = 2.0


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
        "recover": ("/api/recover", lambda name: {"name": name, "recoveryCode": WRONG_CODE, "passcode": {"kind": "six-digits", "text": "581936"}}),
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
            message = {"name": name, "passcode": {"kind": "alphanumeric", "text": PASSPHRASE} if i % 2 else {"kind": "six-digits", "text": "407152"}}
            check(Client(service).post("/api/accounts", message, source()).status == 201, "no account")

        def measured(attempt):
            """The number of names that the times tell, and the most that they tell of 98 of 100 random halves."""
            path, message = attempts[attempt]
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

            return told(set(real)), sorted(told(set(random.sample(list(medians), count))) for _ in range(1000))[980]

        said = []
        for attempt in attempts:
            found, chance = measured(attempt)
            said.append(f"{attempt} {found} of {2 * count} (chance up to {chance})")
            # Each attempt exceeds chance in one of a hundred runs without a reason, and hardly ever twice.
            if found > chance:
                found, chance = measured(attempt)
                said.append(f"again {found} (chance up to {chance})")
            check(found <= chance, "; ".join(said[-2:]))
        return "; ".join(said)


def recovery_twice(command, folder):
    """A recovery code that is sent twice at the same time leaves one code, and that code opens the account."""
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
                message = {"name": f"owner {number}", "recoveryCode": code, "passcode": {"kind": "six-digits", "text": "581936"}}
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
