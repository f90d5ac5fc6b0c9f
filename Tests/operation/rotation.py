# SPDX-License-Identifier: MIT
"""The replacement of the device key: in a folder, by commands that are killed, and for servers of one database."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import threading
import time
from types import SimpleNamespace

from cluster import Cluster
from data import Client, Service, done, refused, run, secret
from operator_tools import GUIDE, THOROUGH, Running, Skipped, blocks, check, free_port, made_site, program, replaced, served, wait_until
from postgres import client, key

RIGHT, WRONG = "407152", "904175"
# A file of one key that was replaced, and of two keys.
ONE, TWO = 166, 198
# The step between the moments of a kill: all of them, or every other one.
EACH = 1 if THOROUGH else 2


def guide(verb):
    """The options of a command that docs/operating.md has."""
    found = re.search(rf"^ *inklock rotate-key{verb} --data /var/lib/inklock$", GUIDE, re.MULTILINE)
    check(found or f"`inklock rotate-key{verb} --data /var/lib/inklock`" in GUIDE, f"docs/operating.md has no rotate-key{verb}")
    return verb.split()


def rotate(command, data, verb="", *more):
    return run(command, "rotate-key", *guide(verb), "--data", data, *more)


def says(outcome, *lines):
    said = done(outcome)
    for line in lines:
        check(line in said, f"{said!r} without {line!r}")


def new_key(command, folder):
    """The commands of docs/operating.md, with a backup in between and a key elsewhere."""
    data, passphrase = folder / "data", secret(folder)
    file = data / "device.key"
    clients = {}
    with Service(command, folder) as service:
        for name in ("ada", "bob", "eve"):
            clients[name] = Client(service)
            answer = clients[name].create(name)
            check(answer.status == 201, "no account")
            clients[name].code = answer.json["recoveryCode"]
        refused(rotate(command, data), 69, "end the server")
        says(rotate(command, data, " --status"), "0 of 3 accounts depend on an earlier key\n")
    refused(rotate(command, data, " --finish"), 64, "no earlier key")
    refused(run(command, "rotate-key", "--use", "--data", data), 64, "for a shared database")
    refused(run(command, "rotate-key", "--remove-passcodes", "--data", data), 64, "needs --finish")
    check(file.stat().st_size == 32, "the file changes")
    says(rotate(command, data), "from the next start", "3 of 3 accounts depend on an earlier key\n")
    check(file.stat().st_size == TWO and file.stat().st_mode & 0o777 == 0o600, "the file of two keys")
    says(run(command, "check", "--data", data), "3 accounts depend on an earlier key: all is well")

    def signs_in(service, name, passcode=RIGHT):
        browser = clients[name]
        browser.service, browser.connection = service, None
        return browser.sign_in(name, passcode)

    with Service(command, folder) as service:
        check(signs_in(service, "eve", WRONG).status == 401, "a wrong passcode")
        check(signs_in(service, "ada").status == 200, "ada does not get in")
        says(rotate(command, data, " --status"), "2 of 3 accounts depend on an earlier key\n")
        done(run(command, "backup", "--data", data, "--passphrase-file", passphrase, folder / "a.age"))
    restored = folder / "restored"
    done(run(command, "restore", "--data", restored, "--passphrase-file", passphrase, folder / "a.age"))
    check((restored / "device.key").read_bytes() == file.read_bytes(), "the backup has other keys")
    says(run(command, "check", "--data", restored), "2 accounts depend on an earlier key: all is well")
    cookies = dict(clients["ada"].cookies)
    with Service(command, folder, data=restored) as service:
        check(signs_in(service, "ada").status == 200, "ada does not get into what was restored")
    clients["ada"].cookies = cookies

    refused(rotate(command, data, " --finish"), 1, "2 accounts still depend on an earlier key")
    check(file.stat().st_size == TWO, "a key is removed that accounts depend on")
    # The key may lie elsewhere.
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    shutil.move(file, elsewhere / "device.key")
    place = ("--device-key", elsewhere / "device.key")
    with Service(command, folder, *map(str, place)) as service:
        check(signs_in(service, "bob").status == 200, "bob does not get in")
    refused(rotate(command, data, " --finish", *place), 1, "1 accounts still depend on an earlier key")
    says(
        rotate(command, data, " --finish", "--remove-passcodes", *place),
        "1 accounts have lost their passcodes\n", "earlier keys are removed", "0 of 3 accounts depend on an earlier key\n")
    check((elsewhere / "device.key").stat().st_size == ONE, "the earlier key stays")
    says(run(command, "check", "--data", data, *place), "KiB: all is well")
    with Service(command, folder, *map(str, place)) as service:
        check(signs_in(service, "ada").status == 200 and signs_in(service, "bob").status == 200, "not opened")
        check(signs_in(service, "eve").code == "not-enrolled", "a removed passcode")
        message = {"name": "eve", "recoveryCode": clients["eve"].code, "passcode": {"kind": "six-digits", "text": "581936"}}
        check(clients["eve"].post("/api/recover", message).status == 200, "the recovery")
        check(clients["eve"].sign_in("eve", "581936").status == 200, "the new passcode")
    return "3 accounts moved"


def credentials(command, folder):
    """The commands of docs/operating.md replace a key that systemd keeps encrypted."""
    tool, data, store = program("systemd-creds"), folder / "data", folder / "credstore"
    # The key of this machine's credentials stays as it is.
    environment = os.environ | {"SYSTEMD_CREDENTIAL_SECRET": str(folder / "secret")}
    with Service(command, folder) as service:
        ada = Client(service)
        check(ada.create("ada").status == 201, "no account")
    script = replaced(next(text for text in blocks("sh") if text.startswith("install -d -m 700 /etc/credstore.encrypted")), {
        "/var/lib/inklock": data, "/etc/credstore.encrypted": store})
    outcome = run("sh", "-c", script, env=environment)
    check(store.is_dir(), f"no folder for credentials: {outcome.stderr}")
    if outcome.returncode != 0:
        raise Skipped(f"systemd-creds encrypts nothing here: {outcome.stderr.decode()}")
    (data / "device.key").unlink()
    script = replaced(next(text for text in blocks("sh") if "systemd-creds decrypt" in text), {
        "-o inklock ": "", "chown inklock: ": "true ", "runuser -u inklock -- inklock ": f"'{command}' ", "/var/lib/inklock": data,
        "/etc/credstore.encrypted": store, "/run/inklock-key": folder / "taken"})
    # A credential that cannot be decrypted stays.
    whole = (store / "device.key").read_bytes()
    damaged = bytes([whole[0] ^ 1]) + whole[1:]
    (store / "device.key").write_bytes(damaged)
    outcome = run("sh", "-c", script, env=environment)
    check(outcome.returncode != 0 and (store / "device.key").read_bytes() == damaged, "a damaged credential is replaced")
    (store / "device.key").write_bytes(whole)
    outcome = run("sh", "-c", script, env=environment)
    check(outcome.returncode == 0 and b"1 of 1 accounts" in outcome.stdout, f"{outcome.stdout} {outcome.stderr}")
    check(not (folder / "taken").exists(), "the key is left outside")
    taken = folder / "again"
    taken.mkdir(mode=0o700)
    (taken / "device.key").touch(0o600)
    key_file = run(tool, "decrypt", "--name=device.key", store / "device.key", "-", env=environment)
    (taken / "device.key").write_bytes(key_file.stdout)
    check(len(key_file.stdout) == TWO, "the file of two keys")
    with Service(command, folder, "--device-key", str(taken / "device.key")) as service:
        ada.service, ada.connection = service, None
        check(ada.sign_in("ada").status == 200, "ada does not get in")
    return "taken out and put back"


def killed_rotations(command, folder):
    """Commands and servers that are killed while accounts move lose no account and give no attempt back."""
    data, kills = folder / "data", 0
    names = [f"user {number}" for number in range(8)]
    browsers = {}
    with Service(command, folder) as service:
        for name in names:
            browsers[name] = Client(service)
            check(browsers[name].create(name).status == 201, "no account")
            check(browsers[name].sign_in(name, "904171").status == 401, "a wrong passcode")
    for wait in (0, 0.01, 0.02, 0.04, 0.08, 0.2)[::EACH]:
        process = subprocess.Popen(
            [command, "rotate-key", "--data", data], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(wait)
        process.kill()
        kills += process.wait() == -signal.SIGKILL
        check((data / "device.key").stat().st_size in [32, *(TWO + 32 * more for more in range(7))], "a torn file")
        says(run(command, "check", "--data", data), "all is well")
    says(rotate(command, data), "8 of 8 accounts depend on an earlier key\n")

    # Half of the users sign in, each with a server that is killed meanwhile.
    for index, name in list(enumerate(names[:4]))[::EACH]:
        browser, got = browsers[name], []
        service = Service(command, folder)
        browser.service, browser.connection = service, None

        def signs_in():
            try:
                got.append(browser.sign_in(name))
            except (OSError, http.client.HTTPException):
                pass

        thread = threading.Thread(target=signs_in)
        thread.start()
        # A derivation takes about 0.14 s; the record is written after it.
        time.sleep(0.1 + 0.03 * index)
        service.process.kill()
        kills += service.process.wait() == -signal.SIGKILL
        service.log.close()
        thread.join()
        says(run(command, "check", "--data", data), "all is well")
    with Service(command, folder) as service:
        for name in names[:4]:
            browsers[name].service, browsers[name].connection = service, None
            answer = browsers[name].sign_in(name, WRONG)
            left = answer.json["error"].get("attemptsLeft", 0)
            check(answer.status == 401 and 7 <= left <= 9, f"{answer.status}, {left} attempts left")
            check(browsers[name].sign_in(name).status == 200, f"{name} does not get in")
    says(rotate(command, data, " --status"), "4 of 8 accounts depend on an earlier key\n")

    # The other half loses the passcode.
    for wait in (0.01, 0.02, 0.04, 0.06, 0.1)[::EACH]:
        process = subprocess.Popen(
            [command, "rotate-key", "--finish", "--remove-passcodes", "--data", data], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        time.sleep(wait)
        process.kill()
        kills += process.wait() == -signal.SIGKILL
        says(run(command, "check", "--data", data), "all is well")
    outcome = rotate(command, data, " --finish", "--remove-passcodes")
    if outcome.returncode != 0:
        refused(outcome, 64, "no earlier key")
    says(rotate(command, data, " --status"), "0 of 8 accounts depend on an earlier key\n")
    check((data / "device.key").stat().st_size == ONE, "the earlier keys stay")
    with Service(command, folder) as service:
        for index, name in enumerate(names):
            browsers[name].service, browsers[name].connection = service, None
            answer = browsers[name].sign_in(name)
            check(answer.status == 200 if index < 4 else answer.code == "not-enrolled", f"{name}: {answer.status} {answer.body}")
    check(kills * EACH >= 5, f"only {kills} were still running")
    return f"{kills} killed"


def nodes_with_a_new_key(command, folder):
    """Servers get the file one after the other; one without the key refuses, and no device gets another attempt."""
    made_site(folder)
    with Cluster(fsync="off") as cluster:
        first = key(folder)
        (folder / "second").mkdir()
        second = key(folder / "second")
        shutil.copyfile(first, second)
        place = ["--database", cluster.place()]

        def rotated(verb, file):
            line = " ".join(["inklock rotate-key", *verb, "--database "])
            check(verb in (["--status"], ["--finish"]) or line in GUIDE, f"docs/operating.md has no {line!r}")
            return run(command, "rotate-key", *verb, *place, "--device-key", file)

        def node(file, log):
            """A server without delays between attempts."""
            port = free_port()
            # The address is the one that the clients name.
            node = Running(
                [command.parent / "clocked-server", folder / "site", cluster.place(), file, port, f"http://localhost:{port}"],
                folder / log)
            node.port = port
            try:
                wait_until(lambda: node.process.poll() is not None or is_ready(port), "a server starts")
                check(node.process.poll() is None, f"a server ends: {node.log.read_text()}")
            except BaseException:
                node.stop()
                raise
            return node

        def browser(node, like=None):
            made = Client(SimpleNamespace(port=node.port, host=f"localhost:{node.port}"))
            if like:
                made.cookies, made.account = dict(like.cookies), like.account
            return made

        with node(first, "one.log") as one, node(second, "two.log") as two:
            ada = browser(one)
            code = ada.create("ada").json["recoveryCode"]
            thief = browser(one)
            check(thief.post("/api/sign-in", {"name": "ada", "proof": {"recoveryCode": code}}).status == 200, "a second device")
            for number in range(4):
                check(browser((one, two)[number % 2], thief).sign_in("ada", f"90417{number}").status == 401, "a wrong passcode")
            check(says_count(rotated([], first)) == (0, 1), "a new key is used before all have it")
            refused(rotated([], first), 64, "there is a new key already")
            check(browser(one, thief).sign_in("ada", "904174").status == 401, "the servers go on")
            one.stop()
            with node(first, "one.log") as one:
                check(browser(one, thief).sign_in("ada", "904175").status == 401, "with both keys")
                check(browser(two, thief).sign_in("ada", "904176").status == 401, "with the former key")
                check(says_count(rotated(["--use"], first)) == (1, 1), "the new key is used")
                refused(rotated(["--use"], first), 64, "no newer key")

                # The second server does not have it.
                answer = browser(two).create("bob")
                check(answer.status == 503 and answer.code == "degraded", f"{answer.status} {answer.body}")
                for attempt in (
                        lambda: browser(two, thief).sign_in("ada"), lambda: browser(two, ada).sign_in("ada"),
                        lambda: browser(two).post("/api/sign-in", {"name": "ada", "proof": {"recoveryCode": code}}),
                        lambda: browser(two, ada).send("GET", "/api/session")):
                    answer = attempt()
                    check(answer.status == 503 and answer.code == "degraded", f"{answer.status} {answer.body}")
                wait_until(lambda: not is_ready(two.port), "a server without the key is not ready")
                two.has_logged("key")
                refused(rotated(["--status"], second), 78, "another key")
                # The first one notices when it is about to write.
                check(browser(one).create("bob").code == "conflict", "an account of the former key")
                check(browser(one).create("bob").status == 201, "no account")
                check(browser(one, ada).sign_in("ada").status == 200, "the owner does not get in")
                check(says_count(rotated(["--status"], first)) == (0, 2), "the account does not move")
                two.stop()
                refused(run(command, "serve", "--port", "0", "--site", folder / "site", *place, "--device-key", second), 78, "another key")
                shutil.copyfile(first, second)
                with node(second, "two.log") as two:
                    for number in range(7, 10):
                        answer = browser((one, two)[number % 2], thief).sign_in("ada", f"90418{number}")
                        check(answer.status == (401 if number < 9 else 403), f"attempt {number + 1}: {answer.status}")
                    for node_of in (one, two):
                        answer = browser(node_of, thief).sign_in("ada")
                        check(answer.code == "recovery-required", f"an eleventh attempt: {answer.status} {answer.body}")
                    check(says_count(rotated(["--finish"], first)) == (0, 2), "it is not finished")
                    check(first.stat().st_size == ONE and second.stat().st_size == TWO, "the files")
                    for node_of in (one, two):
                        answer = browser(node_of).create(f"user {node_of.port}")
                        # A server may notice the end only when it is about to write.
                        if answer.code == "conflict":
                            answer = browser(node_of).create(f"user {node_of.port}")
                        check(answer.status == 201, f"no new account: {answer.status} {answer.body}")
                check(says_count(rotated(["--status"], first)) == (0, 4), "an account of a former key")
        with served(command, folder, "--port", "0", "--site", folder / "site", *place, "--device-key", first) as last:
            check(client(last).post("/api/sign-in", {"name": "ada", "proof": {"recoveryCode": code}}).status == 200, "not opened")
            check(last.stop() == 0, "it does not end cleanly")
    return "7 attempts before the new key, and 3 after it"


def is_ready(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz", headers={"Host": f"localhost:{port}"})
        return connection.getresponse().status == 200
    finally:
        connection.close()


def says_count(outcome):
    """The accounts that depend on an earlier key, and all."""
    found = re.search(r"(\d+) of (\d+) accounts depend on an earlier key\n", done(outcome))
    return int(found[1]), int(found[2])
