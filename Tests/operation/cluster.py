# SPDX-License-Identifier: MIT
"""PostgreSQL of this machine's packages, with a cluster of its own for a test."""

import getpass
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote

from operator_tools import Skipped, check, wait_until

SETTINGS = {
    "listen_addresses": "", "max_connections": 600, "shared_buffers": "32MB", "logging_collector": "off",
    "max_wal_size": "256MB", "checkpoint_timeout": "30min", "autovacuum_naptime": "10s", "log_min_messages": "fatal",
}


class Cluster:
    """A cluster at a socket in a temporary folder; it ends, and the folder goes, with the block it is used in."""

    DATABASE = "ink"

    def __init__(self, copied_from=None, **settings):
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not found:
            raise Skipped("postgresql is not installed")
        self.programs = found[-1].parent
        # PostgreSQL does not run as root.
        self.user = "postgres" if os.geteuid() == 0 else getpass.getuser()
        try:
            owner = pwd.getpwnam(self.user)
        except KeyError:
            raise Skipped("there is no user postgres") from None
        self.as_user = {"user": self.user, "group": owner.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        self.folder = Path(tempfile.mkdtemp(prefix="ink-pg-"))
        os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self.settings = SETTINGS | settings
        self.port = settings.get("port", 5432)
        self.process = None
        self.data, self.log = self.folder / "data", self.folder / "log"
        try:
            if copied_from:
                self.tool("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "--checkpoint=fast", "-d", copied_from)
            else:
                self.tool("initdb", "-D", self.data, "-U", "ink", "--auth=trust", "-E", "UTF8", "--no-locale", "--no-sync")
            self.start()
            if not copied_from:
                self.tool("createdb", "-h", self.folder, "-p", self.port, "-U", "ink", self.DATABASE)
        except BaseException:
            self.__exit__()
            raise

    def tool(self, name, *arguments, **more):
        done = subprocess.run(
            [self.programs / name, *map(str, arguments)], capture_output=True, text=True, cwd="/", **self.as_user, **more)
        check(done.returncode == 0, f"{name}: {done.stderr[-500:]}")
        return done.stdout

    def place(self, user="ink", database=DATABASE):
        return f"postgres://{user}@{quote(str(self.folder), safe='')}:{self.port}/{database}"

    def ask(self, sql, database=DATABASE):
        return self.tool("psql", "-At", "-v", "ON_ERROR_STOP=1", "-d", self.place(database=database), "-c", sql).strip()

    def start(self):
        options = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.data, "-k", self.folder, *options], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, cwd="/", **self.as_user)
        ready = [self.programs / "pg_isready", "-q", "-h", self.folder, "-p", str(self.port)]

        def is_ready():
            check(self.process.poll() is None, f"PostgreSQL ends: {self.log.read_text(errors='replace')[-1000:]}")
            return subprocess.run(ready).returncode == 0

        wait_until(is_ready, "PostgreSQL starts", 60)

    def stop(self, signal_number=signal.SIGINT):
        """SIGINT ends the connections and closes the files, SIGQUIT ends like a crash."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal_number)
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
