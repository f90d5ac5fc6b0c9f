# SPDX-License-Identifier: MIT
"""The accounts in PostgreSQL: the interface's own tests, settings with a password, and the move from a folder."""

import contextlib
import fcntl
import http.client
import os
import re
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import urllib.request
from pathlib import Path
from types import SimpleNamespace

from cluster import Cluster
from data import PASSPHRASE, Client, decided, done, filled, note, refused, run, secret, small_disk
from operator_tools import THOROUGH, Running, certificate, check, free_port, made_site, served, wait_until

# The suites of the interface. Their accounts may be in either database.
SUITES = (
    "DeviceTests KeyRotationTests LateProofTests LimitTests MethodTests NoteTests OwnPhotoTests PostgresStoreTests"
    " RecoveryOrderTests RenamingTests ReplayTableTests RestartTests SharedKeyTests SignInTests StorageTests TidyingTests"
    " UpgradeTests").split()
# Suites of HTTP, of passkeys and of guesses, in which the database has little part.
if THOROUGH:
    SUITES += (
        "DisabledAccountTests GuessingTests HostileRequestTests KnownDeviceTests LogFloodTests OpenAPITests OperationTests"
        " OverloadTests PasskeyTests PasskeyTheftTests PassphraseTests RepeatedDrawingTests RouteGuardTests"
        " SilenceTests").split()


def interface(command, folder):
    """The tests of the interface, which run on SQLite by themselves, pass on PostgreSQL as well."""
    # Nothing here is to survive a crash of the machine.
    with Cluster(fsync="off") as cluster:
        tests = command.parent / "InkLockServicePackageTests.xctest"
        check(tests.exists(), f"{tests} is not built")
        outcome = subprocess.run(
            [tests, "--testing-library", "swift-testing", "--filter", f"InkLockServiceTests\\.({'|'.join(SUITES)})/"],
            capture_output=True, text=True,
            env=os.environ | {
                "INKLOCK_TEST_DATABASE": cluster.place(),
                "INKLOCK_CLOCKED_SERVER": str(command.parent / "clocked-server")})
        text = outcome.stdout + outcome.stderr
        failed = re.findall(r"✘.* recorded an issue .*", text)
        check(outcome.returncode == 0, "\n".join(failed[:20]) or text[-2000:])
        count = re.search(r"run with (\d+) tests in (\d+) suites passed", text)
        check(count and int(count[2]) == len(SUITES), f"{text[-300:]}")
        return f"{count[1]} tests"


def client(server, address="127.0.0.1"):
    """A browser at a server that `served` has started."""
    port = int(re.search(r"InkLock is at http://[^:]+:(\d+)", server.log.read_text())[1])
    return Client(SimpleNamespace(port=port, host=f"localhost:{port}"), address)


def key(folder):
    """The key that all servers of a database have, as docs/operating.md makes it."""
    place = folder / "key"
    place.mkdir(mode=0o700)
    path = place / "device.key"
    path.touch(0o600)
    path.write_bytes(os.urandom(32))
    return path


def passwords(command, folder):
    """A password comes from a file, never from a setting, and is in no message."""
    word = f"geheim{secrets.token_hex(8)}"
    port = free_port()
    with Cluster(listen_addresses="127.0.0.1", port=port, fsync="off") as cluster:
        cluster.ask(f"ALTER ROLE ink PASSWORD '{word}'")
        rules = cluster.data / "pg_hba.conf"
        rules.write_text("local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n")
        cluster.ask("SELECT pg_reload_conf()")
        made_site(folder)
        path = key(folder)
        place = f"postgres://ink@127.0.0.1:{port}/{cluster.DATABASE}"
        options = ["--port", "0", "--site", folder / "site", "--device-key", path]
        for wrong in (place.replace("ink@", f"ink:{word}@"), f"{place}?password={word}"):
            for given in ({}, {"INKLOCK_DATABASE": wrong}):
                arguments = [] if given else ["--database", wrong]
                outcome = run(command, "serve", *options, *arguments, env=os.environ | given)
                refused(outcome, 64, "must not have a password")
                check(word.encode() not in outcome.stderr, "the password is in the message")
        refused(run(command, "serve", *options, "--database", place), 69, "cannot be reached")
        refused(run(command, "serve", *options, "--database", place, "--data", folder / "data"), 64, "give only one")
        file = folder / "pgpass"
        file.touch(0o600)
        file.write_text(f"127.0.0.1:{port}:*:ink:{word}\n")
        environment = os.environ | {"PGPASSFILE": str(file)}
        printed = done(run(command, "serve", *options, "--database", place, "--check", env=environment))
        check(f'database = "{place}"' in printed and word not in printed, printed)
        with served(command, folder, *options, "--database", place, env=environment) as server:
            said = server.log.read_text()
            check(word not in said, "the password is in the log")
            arguments = Path(f"/proc/{server.process.pid}/cmdline").read_bytes()
            check(word.encode() not in arguments, "the password is among the arguments")
            check(server.stop() == 0, "it does not end cleanly")
    return "from a file alone"


def encryption(command, folder):
    """Every connection to the database is encrypted, and only the database that the certificate names is believed."""
    port = free_port()
    with Cluster(listen_addresses="127.0.0.1", port=port, fsync="off") as cluster:
        rules = cluster.data / "pg_hba.conf"
        rules.write_text("local all all trust\nhostssl all all 127.0.0.1/32 trust\nhostnossl all all 127.0.0.1/32 reject\n")
        shown = certificate(folder, "localhost")
        for name, source in (("server.crt", f"{shown}.crt"), ("server.key", shown)):
            path = cluster.data / name
            path.write_bytes(Path(source).read_bytes())
            path.chmod(0o600)
            shutil.chown(path, cluster.user)
        cluster.ask("ALTER SYSTEM SET ssl = on")
        cluster.ask("SELECT pg_reload_conf()")
        made_site(folder)
        options = ["--port", "0", "--site", folder / "site", "--device-key", key(folder)]

        def place(host="localhost", mode="verify-full", trusted=f"{shown}.crt"):
            return f"postgres://ink@{host}:{port}/{cluster.DATABASE}?sslmode={mode}&sslrootcert={trusted}"

        other = folder / "other"
        other.mkdir()
        strange = certificate(other, "localhost")
        for wrong, reason in (
                (place(trusted=f"{strange}.crt"), "certificate verify failed"), (place("127.0.0.1"), "does not match host name"),
                (place(mode="disable"), "no encryption"), (place(trusted=folder / "missing.crt"), "does not exist")):
            refused(run(command, "serve", *options, "--database", wrong), 69, reason)
        with served(command, folder, *options, "--database", place()) as server:
            ada = client(server)
            check(ada.create("ada").status == 201, "no account")
            open_connections = cluster.ask(
                "SELECT count(*) FILTER (WHERE ssl), count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
                " WHERE application_name = 'inklock'")
            encrypted, count = map(int, open_connections.split("|"))
            check(encrypted == count > 0, f"{encrypted} of {count} connections are encrypted")
            check(server.stop() == 0, "it does not end cleanly")
    return f"{count} connections"


def administration(command, folder):
    """Accounts are decided on beside two servers of one database."""
    made_site(folder)
    with Cluster(fsync="off") as cluster:
        path = key(folder)
        place = ["--database", cluster.place(), "--device-key", path]
        refused(run(command, "accounts", "list", *place), 69, "has no accounts")
        examine = ["serve", "--check", "--site", folder / "site"]
        done(run(command, *examine, *place))
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        check(cluster.ask(tables) == "0", "checking the settings makes tables")
        refused(run(command, "accounts", "list", "--database", cluster.place()), 64, "needs --device-key")
        options = ["--port", "0", "--site", folder / "site", *place]
        with served(command, folder, *options) as one:
            ada = client(one)
            answer = ada.create("ada")
            check(answer.status == 201, f"no account: {answer.body}")
            (folder / "second").mkdir()
            with served(command, folder / "second", *options) as two:
                celik = client(two)
                check(celik.create("Çelik").status == 201, "no account")
                elsewhere = client(two)
                elsewhere.cookies, elsewhere.account = dict(ada.cookies), ada.account
                check(elsewhere.send("GET", "/api/notes").status == 200, "the session is on one server alone")
                decided(command, place, ada, answer.json["recoveryCode"], celik)
                check(elsewhere.send("GET", "/api/notes").status == 401, "a session goes on at the other server")
                check(len(done(run(command, "accounts", "list", "--json", *place)).splitlines()) == 2, "two lines")
                other = folder / "other"
                other.mkdir()
                refused(run(command, "accounts", "list", "--database", cluster.place(), "--device-key", key(other)), 78, "another key")
                found = done(run(command, "check", *place))
                check(found.startswith("2 accounts, 2 devices, 2 notes, ") and "all is well" in found, found)
                strange = ["--database", cluster.place(), "--device-key", other / "key" / "device.key"]
                for words in (["check"], examine):
                    refused(run(command, *words, *strange), 78, "another key")
                done(run(command, *examine, *place))
                done(run(command, "accounts", "delete", "--yes", *place, "Çelik"))
                check(celik.send("GET", "/api/notes").status == 401, "a deleted account's session goes on")
                check(two.stop() == 0, "it does not end cleanly")
            check(one.stop() == 0, "it does not end cleanly")
        cluster.ask("UPDATE service SET version = version + 1")
        refused(run(command, *examine, *place), 78, "later version")
        cluster.ask("UPDATE service SET version = version - 1")
        cluster.ask("UPDATE device SET ledger = substr(ledger, 1, 20)")
        refused(run(command, "check", *place), 65, "put back the whole database")
    return "beside two servers"


def silence(command, folder):
    """A database that does not answer any more delays no monitor, and the numbers say so."""
    place = f"127.0.0.1:{free_port()}"
    with Cluster(fsync="off") as cluster:
        made_site(folder)
        options = ["--port", "0", "--site", folder / "site", "--metrics", place, "--device-key", key(folder)]
        with served(command, folder, *options, "--database", cluster.place()) as server:
            def numbers():
                with urllib.request.urlopen(f"http://{place}/metrics", timeout=30) as answer:
                    return answer.read().decode()

            wait_until(lambda: "\ninklock_ready 1" in numbers() and "\ninklock_database_bytes " in numbers(), "the server is ready")
            processes = list(map(int, cluster.ask("SELECT pid FROM pg_stat_activity WHERE application_name = 'inklock'").split()))
            for process in processes:
                os.kill(process, signal.SIGSTOP)
            try:
                def is_silent():
                    start = time.monotonic()
                    said, ready = numbers(), client(server).send("GET", "/readyz").status
                    # A statement's own limit is ten seconds.
                    check(time.monotonic() - start < 9, f"{time.monotonic() - start:.1f} s for /metrics and /readyz")
                    return "\ninklock_ready 0" in said and "\ninklock_database_bytes " in said and ready == 503

                wait_until(is_silent, "the server notices", 30)
            finally:
                for process in processes:
                    os.kill(process, signal.SIGCONT)
            wait_until(lambda: "\ninklock_ready 1" in numbers(), "the server goes on", 60)
            check(server.stop() == 0, "it does not end cleanly")
    return f"{len(processes)} connections"


def absence(command, folder):
    """A running server says once a minute that its database is away, and why, and says when it is back."""
    place = f"127.0.0.1:{free_port()}"
    with Cluster(fsync="off") as cluster:
        made_site(folder)
        options = ["--port", "0", "--site", folder / "site", "--metrics", place, "--log-level", "notice", "--device-key", key(folder)]
        with served(command, folder, *options, "--database", cluster.place()) as server:
            cluster.stop()
            for _ in range(3):
                check(client(server).send("GET", "/readyz").status == 503, "ready without a database")
            server.has_logged("error inklock.accounts: database outcome=unreachable")
            lines = re.findall(".* database outcome=.*", server.log.read_text())
            # A connection fails while it is made, or at the first command that it is given.
            check(len(lines) == 1 and "connection" in lines[0], f"{lines}")
            cluster.start()
            wait_until(lambda: client(server).send("GET", "/readyz").status == 200, "the server goes on", 60)
            server.has_logged("notice inklock.accounts: database outcome=connected")
            check(server.stop() == 0, "it does not end cleanly")
    return "one line"


def absent_standby(command, folder):
    """Writes that wait in vain for a synchronous standby leave no connections behind."""
    ours = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'inklock'"
    with Cluster(fsync="off") as cluster:
        made_site(folder)
        options = ["--port", "0", "--site", folder / "site", "--database", cluster.place(), "--device-key", key(folder)]
        with served(command, folder, *options) as server:
            # Strangers would wait for the decoys, which a server makes after its start.
            wait_until(lambda: int(cluster.ask("SELECT count(*) FROM account WHERE isDecoy = 1")) > 0, "there are decoys")
            cluster.ask("ALTER SYSTEM SET synchronous_standby_names = 'gone'")
            cluster.ask("SELECT pg_reload_conf()")
            seen, end = [], time.monotonic() + 25

            def strangers(number):
                while time.monotonic() < end:
                    with contextlib.suppress(OSError, http.client.HTTPException):
                        # Short passcodes of unknown devices are not tried, and so not counted in the database.
                        client(server, f"127.{1 + number}.1.1").sign_in(f"stranger {secrets.token_hex(4)}", PASSPHRASE)
                    time.sleep(1)

            threads = [threading.Thread(target=strangers, args=(number,), daemon=True) for number in range(12)]
            for thread in threads:
                thread.start()
            while time.monotonic() < end:
                seen.append(int(cluster.ask(ours)))
                time.sleep(1)
            waiting = int(cluster.ask(f"{ours} AND wait_event = 'SyncRep'"))
            check(waiting > 0, "no write waits for the standby")
            # A connection may end while the next one is made.
            check(max(seen) <= 8, f"connections: {seen}")
            server.has_logged("waits for a synchronous standby")
            check(server.stop() == 0, "it does not end cleanly")
        wait_until(lambda: cluster.ask(ours) == "0", "its connections end")
    return f"at most {max(seen)} connections"


def warnings(command, folder):
    """A warning that PostgreSQL gives each new connection is not in the log."""
    with Cluster(fsync="off") as cluster:
        cluster.ask("CREATE DATABASE other LOCALE_PROVIDER icu ICU_LOCALE 'en' LOCALE 'C' TEMPLATE template0")
        cluster.ask("UPDATE pg_database SET datcollversion = '1' WHERE datname = 'other'")
        made_site(folder)
        options = [
            "--port", "0", "--site", folder / "site", "--database", cluster.place(database="other"), "--device-key", key(folder),
            "--log-format", "json"]
        with served(command, folder, *options) as server:
            check(client(server).create("ada").status == 201, "no account")
            check(server.stop() == 0, "it does not end cleanly")
        for line in server.log.read_text().splitlines():
            check(line.startswith(("{", "InkLock is at ")), line)
    return "left out"


def reload_before_start(command, folder):
    """SIGHUP while the server waits for its database does not end it."""
    made_site(folder)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        settings = folder / "inklock.toml"
        settings.write_text(
            f'port = 0\nsite = "{folder}/site"\ndevice-key = "{key(folder)}"\n'
            f'database = "postgres://ink@127.0.0.1:{silent.getsockname()[1]}/ink"\n')
        with Running([command, "serve", "--config", settings], folder / "server.log") as server:
            silent.settimeout(30)
            connection, _ = silent.accept()
            with connection:
                server.process.send_signal(signal.SIGHUP)
                time.sleep(1)
                check(server.process.poll() is None, f"SIGHUP ends it with {server.process.poll()}")
            server.process.kill()
    return "it goes on"


def migration(command, folder):
    """A folder's accounts move as a whole, into an empty database alone."""
    made_site(folder)
    data = folder / "data"
    options = ["--port", "0", "--site", folder / "site"]
    with served(command, folder, *options, "--data", data) as server, Cluster(fsync="off") as cluster:
        ada = client(server)
        check(ada.create("ada").status == 201, "no account")
        for number in range(20):
            check(note(ada, number).status == 200, "no note")
        check(ada.sign_in("ada", "904175").status == 401, "a wrong passcode opens")
        before = ada.send("GET", "/api/notes").json
        refused(run(command, "migrate", f"sqlite:{data}", cluster.place()), 69, "end the server, the backup or the other command")
        check(server.stop() == 0, "it does not end cleanly")
        for wrong in (["sqlite:", cluster.place()], [data, cluster.place()], [f"sqlite:{data}", "mysql://x/y"]):
            refused(run(command, "migrate", *wrong), 64, "argument must be")
        outcome = run(command, "migrate", f"sqlite:{data}", "postgres://ink:geheim@x/y")
        refused(outcome, 64, "must not have a password")
        check(b"geheim" not in outcome.stderr, "the password is in the message")

        # A database that fails in the middle has nothing afterwards.
        cluster.ask("CREATE DATABASE broken")
        cluster.ask(
            """CREATE FUNCTION no() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
                IF EXISTS (SELECT 1 FROM pg_class WHERE relname = 'challenge') THEN RAISE 'no'; END IF; END $$;
               CREATE EVENT TRIGGER late ON ddl_command_end EXECUTE FUNCTION no()""", "broken")
        refused(run(command, "migrate", f"sqlite:{data}", cluster.place(database="broken")), 69, "nothing was moved")
        check(cluster.ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", "broken") == "0", "tables are left")

        # One that changes a row on its way says so.
        cluster.ask("CREATE DATABASE lossy")
        cluster.ask(
            """CREATE FUNCTION less() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                NEW.sealed = substr(NEW.sealed, 2); RETURN NEW; END $$;
               CREATE FUNCTION lose() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
                IF EXISTS (SELECT 1 FROM pg_event_trigger_ddl_commands() WHERE object_identity = 'public.note') THEN
                    CREATE TRIGGER less BEFORE INSERT ON note FOR EACH ROW EXECUTE FUNCTION less(); END IF; END $$;
               CREATE EVENT TRIGGER lossy ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION lose()""",
            "lossy")
        refused(run(command, "migrate", f"sqlite:{data}", cluster.place(database="lossy")), 69, "has not stored what")
        check(cluster.ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", "lossy") == "0", "tables are left")

        # The folder is marked before the database has everything. If that fails, the mark is taken back.
        for name, work in (("refusing", "RAISE 'no'"), ("slow", "PERFORM pg_sleep(60)")):
            cluster.ask(f"CREATE DATABASE {name}")
            cluster.ask(
                f"""CREATE FUNCTION at_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {work}; RETURN NULL; END $$;
                   CREATE FUNCTION late() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF EXISTS (SELECT 1 FROM pg_event_trigger_ddl_commands() WHERE object_identity = 'public.note') THEN
                        CREATE CONSTRAINT TRIGGER last AFTER INSERT ON note DEFERRABLE INITIALLY DEFERRED
                            FOR EACH ROW EXECUTE FUNCTION at_end(); END IF; END $$;
                   CREATE EVENT TRIGGER late ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION late()""", name)
        refused(run(command, "migrate", f"sqlite:{data}", cluster.place(database="refusing")), 69, "nothing was moved")
        check("all is well" in done(run(command, "check", "--data", data)), "the mark is not taken back")
        copy, held = folder / "copy", folder / "held"
        shutil.copytree(data, copy)
        shutil.copytree(data, held)
        process = subprocess.Popen([command, "migrate", f"sqlite:{copy}", cluster.place(database="slow")])
        ending = "SELECT count(*) FROM pg_stat_activity WHERE query = 'COMMIT' AND state = 'active' AND datname = 'slow'"
        wait_until(lambda: cluster.ask(ending) == "1", "the transaction ends")
        # A lost terminal does not end it between the mark and the commit.
        for sent in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            process.send_signal(sent)
        time.sleep(0.5)
        check(process.poll() is None, "a signal ends the move after the mark")
        process.kill()
        process.wait()
        refused(run(command, "serve", *options, "--data", copy), 78, "were moved to a database")

        with open(held / "backup.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            refused(run(command, "migrate", f"sqlite:{held}", cluster.place()), 69, "end the server, the backup or the other command")

        said = done(run(command, "migrate", f"sqlite:{data}", cluster.place()))
        check(said == "moved 1 accounts with 20 notes\n", said)
        refused(run(command, "migrate", f"sqlite:{data}", cluster.place()), 78, "were moved to a database")
        refused(run(command, "serve", *options, "--data", data), 78, "were moved to a database")

        moved = ["--database", cluster.place(), "--device-key", data / "device.key"]
        other = key(folder)
        refused(run(command, "serve", *options, "--database", cluster.place(), "--device-key", other), 78, "another key")
        (folder / "server.log").unlink()
        with served(command, folder, *options, *moved) as server:
            again = client(server)
            again.cookies, again.account = dict(ada.cookies), ada.account
            check(again.send("GET", "/api/notes").json == before, "the notes are others")
            right = again.sign_in("ada")
            check(right.status == 200 and right.json["failures"]["onThisDevice"] == 1, f"{right.status} {right.body}")
            check(note(again, 100).status == 200, "no new note")
            check(server.stop() == 0, "it does not end cleanly")
        place = os.environ | {"INKLOCK_DATABASE": cluster.place(), "INKLOCK_DEVICE_KEY": str(data / "device.key")}
        check(done(run(command, "check", env=place)).startswith("1 accounts, 1 devices, 21 notes, "), "not all has moved")
        # A backup is of a folder.
        refused(run(command, "backup", "--passphrase-file", secret(folder), folder / "a.age", env=place), 64, "pg_dump")
        cluster.stop(signal.SIGINT)
    return "20 notes and a wrong attempt"


def migration_on_a_full_disk(command, folder):
    """A disk too full for the mark in the folder is named."""
    made_site(folder)
    data = folder / "data"
    with served(command, folder, "--port", "0", "--site", folder / "site", "--data", data) as server, Cluster(fsync="off") as cluster:
        check(client(server).create("ada").status == 201, "no account")
        check(server.stop() == 0, "it does not end cleanly")
        with small_disk(folder / "disk", "4m") as disk:
            copy = disk / "data"
            shutil.copytree(data, copy, ignore=shutil.ignore_patterns("reserve"))
            # The last connection that closes writes everything into the database, and removes the files beside it.
            sqlite3.connect(copy / "accounts.sqlite").execute("PRAGMA wal_checkpoint").connection.close()
            # Enough to open the database, and too little to change it.
            filled(disk / "filler", room=36 << 10)
            refused(run(command, "migrate", f"sqlite:{copy}", cluster.place()), 69, "the disk is full")
        check(cluster.ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == "0", "tables are left")
        check(done(run(command, "migrate", f"sqlite:{data}", cluster.place())) == "moved 1 accounts with 0 notes\n", "not moved")
    return "named"
