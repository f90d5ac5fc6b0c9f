# SPDX-License-Identifier: MIT
"""Backups, restored; damage, found; accounts, listed and deleted: with a real server, killed processes, a full disk."""

import base64
import contextlib
import io
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tarfile
import time

from operator_tools import ROOT, Skipped, check, made_site, program, wait_until

sys.path.insert(0, str(ROOT / "Tests" / "attacks"))
from service import Client, Service  # noqa: E402

PASSPHRASE = "graue huegel 3 laternen"


def run(command, *arguments, **more):
    return subprocess.run([str(command), *map(str, arguments)], capture_output=True, **more)


# The files that a restore writes before they get their final names.
PARTS = ("accounts.sqlite.part", "device.key.part")


def refused(outcome, status, words):
    """One line on standard error, with a status."""
    said = outcome.stderr.decode()
    check(outcome.returncode == status, f"status {outcome.returncode} instead of {status}: {said}")
    check(said.startswith("inklock: ") and said.count("\n") == 1 and words in said, f"{said!r} instead of {words!r}")


def done(outcome):
    check(outcome.returncode == 0 and not outcome.stderr, f"status {outcome.returncode}: {outcome.stderr.decode()}")
    return outcome.stdout.decode()


def note(client, number, size=1000):
    sealed = base64.b64encode(os.urandom(size)).decode()
    return client.post("/api/notes", {"id": f"{number:032x}", "version": 0, "sealed": sealed})


def secret(folder):
    path = folder / "passphrase"
    path.write_text(PASSPHRASE + "\n")
    return path


def with_terminal(arguments, inputs):
    """Runs a program that asks at its terminal, and answers; returns what it writes to standard output."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(arguments[0], [str(part) for part in arguments])
    said = b""
    deadline = time.monotonic() + 60
    asked = 0
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                piece = os.read(terminal, 4096)
            except OSError:
                break
            if not piece:
                break
            said += piece
        if asked < len(inputs) and said.count(b"assphrase") > asked:
            os.write(terminal, inputs[asked].encode() + b"\n")
            asked += 1
    os.close(terminal)
    check(os.waitpid(child, 0)[1] == 0, f"{arguments[0]} fails: {said.decode(errors='replace')}")


def backup(command, folder):
    """A backup while notes are saved has one moment's accounts and notes; what is restored opens."""
    key = secret(folder)
    made_site(folder)
    arguments = ("--data", folder / "data", "--passphrase-file", key)
    file = folder / "a.age"
    with Service(command, folder) as service:
        ada = Client(service)
        check(ada.create("ada").status == 201, "no account")
        for number in range(40):
            check(note(ada, number).status == 200, "a note is not saved")
        process = subprocess.Popen([command, "backup", *arguments, file], stderr=subprocess.PIPE)
        during = 40
        while process.poll() is None:
            check(note(ada, during).status == 200, "a note is not saved during the backup")
            during += 1
            # An account may save 300 notes in a row.
            time.sleep(0.03)
        check(process.returncode == 0, f"the backup fails: {process.stderr.read().decode()}")
        for number in range(during, during + 5):
            check(note(ada, number).status == 200, "a note is not saved after the backup")
        said = done(run(command, "check", "--data", folder / "data"))
        check(f"1 accounts, 1 devices, {during + 5} notes" in said, said)
    check(not (folder / "data" / "snapshot.sqlite").exists(), "the backup leaves a copy behind")
    check(os.stat(file).st_mode & 0o077 == 0, "others may read the backup")

    restored = folder / "restored"
    done(run(command, "restore", "--data", restored, "--passphrase-file", key, file))
    check(sorted(path.name for path in restored.iterdir()) == ["accounts.sqlite", "device.key", "serve.lock"],
          f"restored: {list(restored.iterdir())}")
    check((restored / "device.key").read_bytes() == (folder / "data" / "device.key").read_bytes(), "another key")
    check(all(os.stat(path).st_mode & 0o077 == 0 for path in restored.iterdir()), "others may read what is restored")
    said = done(run(command, "check", "--data", restored))
    notes = int(re.search(r"(\d+) notes", said)[1])
    check(40 <= notes <= during, f"{notes} of {during} notes are in the backup")
    refused(run(command, "restore", "--data", restored, "--passphrase-file", key, file), 73, "not empty")
    with Service(command, folder, data=restored) as service:
        ada.service, ada.connection = service, None
        check(ada.sign_in("ada").status == 200, "the owner does not get into what was restored")
        answer = ada.send("GET", "/api/notes")
        check(answer.status == 200 and len(answer.json["notes"]) == notes, f"notes: {answer.status}")

    # A later backup would remove it.
    for name in ("snapshot.sqlite", "reserve"):
        refused(run(command, "backup", *arguments, folder / "data" / name), 73, "belongs to the accounts")
    # A backup to a pipe, from one.
    piped = subprocess.run(
        f"'{command}' backup --data '{folder}/data' --passphrase-file '{key}' - | "
        f"'{command}' restore --data '{folder}/piped' --passphrase-file '{key}' -", shell=True, capture_output=True)
    done(piped)
    return f"{during - 40} notes saved during a backup, {notes} restored"


def damaged_backups(command, folder):
    """Nothing of a backup that is changed, cut off or not ours is restored, and the message says what to do."""
    key = secret(folder)
    with Service(command, folder) as service:
        check(Client(service).create("ada").status == 201, "no account")
    file = folder / "a.age"
    done(run(command, "backup", "--data", folder / "data", "--passphrase-file", key, file))
    whole = file.read_bytes()
    other, short, long = folder / "other", folder / "short", folder / "long"
    other.write_text("an entirely different one\n")
    short.write_text("short\n")
    long.write_text("a" * 1100 + "\n")
    cases = [
        ("changed", whole[:-1] + bytes([whole[-1] ^ 1]), key, "damaged or cut off"), ("cut", whole[:-70_000], key, "damaged or cut off"),
        ("empty", b"", key, "not a backup"), ("text", b"hello\n" * 100, key, "not a backup"), ("right", whole, other, "another passphrase"),
        ("short", whole, short, "at least 15 bytes"), ("long", whole, long, "at most 1024 bytes"),
        ("costly", whole.replace(b" 18\n", b" 30\n"), key, "more memory than allowed"),
    ]
    for name, content, passphrase, words in cases:
        file.write_bytes(content)
        target = folder / f"to-{name}"
        refused(run(command, "restore", "--data", target, "--passphrase-file", passphrase, file), 65, words)
        if target.exists():
            check_unrestored(command, folder, target)
    refused(run(command, "restore", "--data", folder / "x", "--passphrase-file", key, folder / "none"), 66, "No such file")
    file.write_bytes(whole)
    done(run(command, "restore", "--data", folder / "to-cut", "--passphrase-file", key, file))
    return f"{len(cases) + 1} backups refused"


def check_unrestored(command, folder, data):
    """After a failed or killed restore, a folder has no accounts, and no server or command takes it for a new one."""
    names = {path.name for path in data.iterdir()}
    check(names <= {"serve.lock", *PARTS} or names == {"serve.lock", "accounts.sqlite", PARTS[1]}, f"left: {names}")
    for words in (["serve", "--port", "0", "--site", folder / "site"], ["check"]):
        refused(run(command, *words, "--data", data), 78, "a restore into this folder did not end")


def killed_backups(command, folder):
    """A backup or a restore that is killed at any time leaves nothing in the way of the next."""
    key = secret(folder)
    file = folder / "a.age"
    with Service(command, folder) as service:
        ada = Client(service)
        check(ada.create("ada").status == 201, "no account")
        for number in range(20):
            check(note(ada, number, 50_000).status == 200, "a note is not saved")
        kills = 0
        for wait in (0.05, 0.3, 1.5):
            process = subprocess.Popen(
                [command, "backup", "--data", folder / "data", "--passphrase-file", key, file], stderr=subprocess.DEVNULL)
            time.sleep(wait)
            process.kill()
            kills += process.wait() == -signal.SIGKILL
        done(run(command, "backup", "--data", folder / "data", "--passphrase-file", key, file))
        check(note(ada, 100).status == 200, "a note is not saved")
    check({path.name for path in folder.iterdir() if path.name.startswith("a.age")} == {"a.age"}, "parts are left")
    for wait in (0.05, 0.3, 1.5):
        process = subprocess.Popen(
            [command, "restore", "--data", folder / "r", "--passphrase-file", key, file], stderr=subprocess.DEVNULL)
        time.sleep(wait)
        process.kill()
        kills += process.wait() == -signal.SIGKILL
        if (folder / "r" / "device.key").exists():
            shutil.rmtree(folder / "r")
        elif (folder / "r" / PARTS[1]).exists():
            check_unrestored(command, folder, folder / "r")
    check(kills >= 3, f"only {kills} of 6 were still running")
    done(run(command, "restore", "--data", folder / "r", "--passphrase-file", key, file))
    check("20 notes" in done(run(command, "check", "--data", folder / "r")), "notes are missing")
    return f"{kills} killed"


@contextlib.contextmanager
def small_disk(place, size):
    place.mkdir(mode=0o700)
    mount = shutil.which("mount")
    if os.geteuid() != 0 or run(mount, "-t", "tmpfs", "-o", f"size={size},mode=0700", "inklock", place).returncode != 0:
        raise Skipped("a full disk needs root and a mount of its own")
    try:
        yield place
    finally:
        run("umount", "--lazy", place)


def filled(filler, room=0):
    """Fills the disk of a file, except for some bytes."""
    with contextlib.suppress(OSError), open(filler, "ab", buffering=0) as file:
        while True:
            file.write(bytes(1 << 12))
    os.truncate(filler, filler.stat().st_size - room)


@contextlib.contextmanager
def kept_full(filler):
    """Another program that writes to the disk and never stops: it takes every block that becomes free."""
    program = (
        "import sys, time\n"
        "with open(sys.argv[1], 'ab', buffering=0) as file:\n"
        "    while True:\n"
        "        try: file.write(bytes(1 << 12))\n"
        "        except OSError: time.sleep(0.01)\n")
    process = subprocess.Popen([sys.executable, "-c", program, filler])
    try:
        wait_until(lambda: os.statvfs(filler.parent).f_bavail == 0, "the disk is full", 30)
        yield
    finally:
        process.kill()
        process.wait()


def full_disk(command, folder):
    """A disk that is full during a backup or a restore is named, and nothing is left on it."""
    key = secret(folder)
    file = folder / "a.age"
    with Service(command, folder) as service:
        ada = Client(service)
        check(ada.create("ada").status == 201, "no account")
        for number in range(40):
            check(note(ada, number, 50_000).status == 200, "a note is not saved")
        done(run(command, "backup", "--data", folder / "data", "--passphrase-file", key, file))
        with small_disk(folder / "disk", "1m") as disk:
            outcome = run(command, "backup", "--data", folder / "data", "--passphrase-file", key, disk / "a.age")
            refused(outcome, 73, "No space left on device")
            check(not list(disk.iterdir()), f"left: {list(disk.iterdir())}")
            outcome = run(command, "restore", "--data", disk / "data", "--passphrase-file", key, file)
            refused(outcome, 73, "No space left on device")
            check_unrestored(command, folder, disk / "data")
            check(all((disk / "data" / name).stat().st_size == 0 for name in PARTS), "a part has content")
        check(note(ada, 100).status == 200, "a note is not saved")
    return "both named"


def backup_without_room(command, folder):
    """A backup that would leave the server without space is not begun, and says how much is missing."""
    key = secret(folder)
    with small_disk(folder / "disk", "160m") as disk:
        data, filler = disk / "data", disk / "filler"
        with Service(command, folder, data=data) as service:
            for name in ("ada", "bob", "eve"):
                client = Client(service)
                check(client.create(name).status == 201, "no account")
                for number in range(40):
                    check(note(client, number, 50_000).status == 200, "a note is not saved")
        arguments = ("--data", data, "--passphrase-file", key)
        done(run(command, "backup", *arguments, folder / "a.age"))
        # The copy has room, but not beside what new accounts and notes require.
        filled(filler, 66 << 20)
        free = os.statvfs(disk).f_bavail
        refused(run(command, "backup", *arguments, folder / "b.age"), 73, "MiB more of free space")
        check(not (folder / "b.age").exists(), "a backup is left")
        check(sorted(path.name for path in data.iterdir() if path.name.startswith(("snapshot", "reserve"))) == ["reserve"],
              f"left: {list(data.iterdir())}")
        check(os.statvfs(disk).f_bavail == free, "the disk has less free space than before")
        # A backup on the same disk takes the space twice.
        os.truncate(filler, filler.stat().st_size - (6 << 20))
        refused(run(command, "backup", *arguments, disk / "b.age"), 73, "MiB more of free space")
        done(run(command, "backup", *arguments, folder / "b.age"))
    return "refused with 66 MiB"


def full_disk_of_accounts(command, folder):
    """A server on a full disk is ready and lets owners in, also after a restart; without its reserve, it says why."""
    with small_disk(folder / "disk", "128m") as disk:
        data, filler = disk / "data", disk / "filler"

        def is_ready(service):
            return Client(service).send("GET", "/readyz").status == 200

        with Service(command, folder, data=data) as service:
            ada = Client(service)
            check(ada.create("ada").status == 201, "no account")
            check((data / "reserve").exists(), "no reserve")
            filled(filler)
            # On a busy machine, a check may last longer than the server waits for it.
            wait_until(lambda: is_ready(service), "the server is ready on a full disk")
            check(ada.sign_in("ada").status == 200, "the owner does not get in")
        with contextlib.suppress(FileNotFoundError):
            (data / "reserve").unlink()
        filler.unlink()
        with Service(command, folder, data=data) as service:
            check((data / "reserve").exists(), "no new reserve")
        filled(filler)
        with Service(command, folder, data=data) as service:
            ada.service, ada.connection = service, None
            wait_until(lambda: is_ready(service), "the server is ready after the restart")
            check(ada.sign_in("ada").status == 200, "the owner does not get in after the restart")
        # The files that a server left behind on a full disk would leave room for the next one.
        for name in ("wal", "shm"):
            (data / f"accounts.sqlite-{name}").unlink(missing_ok=True)
        filled(filler)
        outcome = run(command, "serve", "--port", "0", "--site", folder / "site", "--data", data, timeout=60)
        refused(outcome, 69, "the disk is full")
        # The operator's commands may use the reserve too: deleting an account makes room.
        filler.unlink()
        with Service(command, folder, data=data) as service:
            check((data / "reserve").exists(), "no new reserve")
        filled(filler)
        for name in ("wal", "shm"):
            (data / f"accounts.sqlite-{name}").unlink(missing_ok=True)
        filled(filler)
        done(run(command, "accounts", "delete", "ada", "--yes", "--data", data))
    return "with the reserve and without"


def disk_kept_full(command, folder):
    """While another program takes every free block, owners get in, and the commands work without the reserve."""
    with small_disk(folder / "disk", "128m") as disk:
        data = disk / "data"
        arguments = ("ada", "--data", data)
        with Service(command, folder, data=data) as service:
            ada = Client(service)
            check(ada.create("ada").status == 201, "no account")
            log = data / "accounts.sqlite-wal"
            with kept_full(disk / "filler"):
                size = log.stat().st_size
                for number in range(40):
                    answer = ada.sign_in("ada")
                    check(answer.status == 200, f"sign-in {number}: {answer.status} {answer.body}")
                check(log.stat().st_size >= size, "the log gives blocks to the other program")
                wait_until(lambda: Client(service).send("GET", "/readyz").status == 200, "the server is ready")
                (data / "reserve").unlink(missing_ok=True)
                wait_until(lambda: os.statvfs(disk).f_bavail == 0, "the disk is full", 30)
                for number in range(60):
                    done(run(command, "accounts", "limits", "--notes", number, *arguments))
                done(run(command, "accounts", "disable", *arguments))
                done(run(command, "accounts", "delete", "--yes", *arguments))
    return "40 sign-ins"


def checks(command, folder):
    """`inklock check` tells damage, a foreign key and what else is wrong apart."""
    with Service(command, folder) as service:
        check(Client(service).create("ada").status == 201, "no account")
    data, copy = folder / "data", folder / "copy"

    def copied():
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(data, copy)
        return copy

    check("all is well" in done(run(command, "check", "--data", data)), "the check")
    check(not (copied() / "none").exists() and "all is well" in done(run(command, "check", "--data", copy)), "a copy")
    (copied() / "device.key").write_bytes(os.urandom(32))
    for words in (["check"], ["serve", "--port", "0", "--site", folder / "site", "--check"], ["accounts", "list"]):
        refused(run(command, *words, "--data", copy), 78, "is not the key of this database")
    (copied() / "device.key").unlink()
    refused(run(command, "check", "--data", copy), 78, "device.key is missing")
    # A restore that was killed between its last two steps.
    (copy / "device.key.part").write_bytes((data / "device.key").read_bytes())
    refused(run(command, "check", "--data", copy), 78, "a restore into this folder did not end")
    (copied() / "accounts.sqlite").unlink()
    refused(run(command, "check", "--data", copy), 78, "is missing or empty, but its key exists")
    content = bytearray((copied() / "accounts.sqlite").read_bytes())
    content[len(content) // 3:] = bytes(len(content) - len(content) // 3)
    (copy / "accounts.sqlite").write_bytes(content)
    refused(run(command, "check", "--data", copy), 78, "is damaged; restore the whole folder")
    (copied() / "accounts.sqlite").write_bytes(b"text" * 1000)
    refused(run(command, "check", "--data", copy), 78, "is damaged")
    os.chmod(copied(), 0o755)
    refused(run(command, "check", "--data", copy), 78, "is accessible to other users")
    refused(run(command, "check", "--data", folder / "none"), 66, "No such file")
    (folder / "empty").mkdir(mode=0o700)
    refused(run(command, "check", "--data", folder / "empty"), 69, "there are no accounts in this folder")
    refused(run(command, "check"), 64, "--data or --config")
    check(not (folder / "none").exists(), "the check makes a folder")
    return "9 faults told apart"


def accounts(command, folder):
    """Accounts are listed, shown and deleted while the server runs."""
    with Service(command, folder) as service:
        clients, codes = {}, {}
        for name in ("ada", "bob", "Çelik"):
            clients[name] = Client(service)
            answer = clients[name].create(name)
            check(answer.status == 201, "no account")
            codes[name] = answer.json["recoveryCode"]
        for number in range(3):
            check(note(clients["bob"], number).status == 200, "a note is not saved")
        data = ("--data", folder / "data")
        found = [json.loads(line) for line in done(run(command, "accounts", "list", "--json", *data)).splitlines()]
        check([account["name"] for account in found] == ["ada", "bob", "Çelik"], f"listed: {found}")
        check([account["notes"] for account in found] == [0, 3, 0], f"listed: {found}")
        check(len(done(run(command, "accounts", "list", *data)).splitlines()) == 3, "three lines")
        bob = found[1]["id"]
        for name in ("bob", " BOB ", bob):
            check(json.loads(done(run(command, "accounts", "show", "--json", *data, name)))["id"] == bob, name)
        check("notes: 3\n" in done(run(command, "accounts", "show", *data, "bob")), "shown")
        refused(run(command, "accounts", "show", *data, "eve"), 66, "there is no account eve")
        refused(run(command, "accounts", "delete", *data, "bob"), 64, "with 3 notes; add --yes")
        check(clients["bob"].send("GET", "/api/notes").status == 200, "bob is gone before --yes")
        done(run(command, "accounts", "delete", "--yes", *data, "bob"))
        check(clients["bob"].send("GET", "/api/notes").status == 401, "bob's session goes on")
        check(Client(service).create("bob").status == 201, "the name is not free again")
        check(clients["ada"].send("GET", "/api/notes").status == 200, "ada's session has ended")
        said = decided(command, ["--data", folder / "data"], clients["ada"], codes["ada"], clients["Çelik"])
        check("since 20" in said, f"shown: {said}")
        settings = folder / "inklock.toml"
        settings.write_text(f'data = "{folder}/data"\n')
        check(len(done(run(command, "accounts", "list", "--config", settings)).splitlines()) == 3, "by --config")
    return "3 accounts"


def decided(command, place, ada, recovery_code, other):
    """An account is limited, disabled and enabled while its servers run; the other one notices nothing."""
    def said(verb, *words):
        return done(run(command, "accounts", verb, *place, "ada", *words))

    check(said("limits") == "most notes: 2000, the default; now 0\nmost bytes of notes: 33554432, the default; now 0\n", said("limits"))
    check(said("limits", "--notes", "1").startswith("most notes: 1; now 0\n"), "one note")
    check(note(ada, 1).status == 200, "a note within the limit")
    check(note(ada, 2).code == "no-room", "a second note")
    check("most notes: 1; now 1\nmost bytes of notes: 5000000; now 1000\n" == said("limits", "--bytes", "5000000"), "both limits")
    check("2000, the default; now 1\n" in said("limits", "--default"), "the defaults")
    check(note(ada, 2).status == 200, "a note after the limit is gone")
    for wrong in (["--notes", "-1"], ["--bytes", str(1 << 41)], ["--default", "--notes", "1"]):
        refused(run(command, "accounts", "limits", *place, "ada", *wrong), 64, "")

    said("disable")
    shown = said("show")
    check("devices: 0\n" in shown and "disabled: since 20" in shown and "notes: 2\n" in shown, shown)
    check("(disabled)" in done(run(command, "accounts", "list", *place)), "the list does not tell")
    check(ada.send("GET", "/api/notes").status == 401, "a session goes on")
    check(ada.sign_in("ada").code == "known-devices-only", "a device is still known")
    code = {"name": "ada", "proof": {"recoveryCode": recovery_code}}
    answer = ada.post("/api/sign-in", code)
    check(answer.status == 403 and answer.code == "account-disabled", f"{answer.status} {answer.body}")
    check(other.send("GET", "/api/notes").status == 200, "another account's session has ended")
    said("enable")
    answer = ada.post("/api/sign-in", code)
    check(answer.status == 200, f"{answer.status} {answer.body}")
    check(len(ada.send("GET", "/api/notes").json["notes"]) == 2, "the notes are gone")
    refused(run(command, "accounts", "disable", *place, "eve"), 66, "there is no account eve")
    return shown


def age_and_tar(command, folder):
    """A backup opens with age and tar alone, and what they make is restored."""
    age, key = program("age"), secret(folder)
    with Service(command, folder) as service:
        check(Client(service).create("ada").status == 201, "no account")
    file, archive = folder / "a.age", folder / "a.tar"
    done(run(command, "backup", "--data", folder / "data", "--passphrase-file", key, file))
    with_terminal([age, "--decrypt", "--output", archive, file], [PASSPHRASE])
    with tarfile.open(archive) as opened:
        check(opened.getnames() == ["device.key", "accounts.sqlite"], f"in the archive: {opened.getnames()}")
        check(opened.extractfile("device.key").read() == (folder / "data" / "device.key").read_bytes(), "another key")
        content = opened.extractfile("accounts.sqlite").read()
    # Another archive with the same files, by other programs.
    remade = io.BytesIO()
    with tarfile.open(fileobj=remade, mode="w", format=tarfile.USTAR_FORMAT) as new:
        for name, data in (("device.key", (folder / "data" / "device.key").read_bytes()), ("accounts.sqlite", content)):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o600
            new.addfile(entry, io.BytesIO(data))
    archive.write_bytes(remade.getvalue())
    remade_file = folder / "b.age"
    with_terminal([age, "--passphrase", "--output", remade_file, archive], [PASSPHRASE, PASSPHRASE])
    done(run(command, "restore", "--data", folder / "restored", "--passphrase-file", key, remade_file))
    check("1 accounts" in done(run(command, "check", "--data", folder / "restored")), "restored from age")
    return "both ways"
