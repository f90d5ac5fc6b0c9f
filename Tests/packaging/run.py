#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the Debian package, installs it in a fresh Debian, and uses it as an operator does.

    run.py [--scratch FOLDER] [--no-build] [--mirror ADDRESS]

The build must be reproducible and free of lintian warnings. The installation needs root, debootstrap and a Debian
mirror, by default that of this machine; without them it is skipped. apt installs the package with its dependencies. The
server runs behind nginx with TLS, as docs/operating.md describes. A browser creates an account with a passkey. The
accounts are backed up and restored in another folder, the package is upgraded, the passkey opens the restored account,
and the package is purged. In another fresh Debian, scripts/bootstrap installs what the commands of README need.
"""

import argparse
import base64
import contextlib
import gzip
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUITE = "bookworm"
ORIGIN = "https://ink.example"
MAINTAINER = "Ada Packer <ada@packer.dev>"
PASSPHRASE = "a passphrase for the test"
# The command with all of ICU's tables has 80 MB.
LARGEST = 52_000_000
NAMESPACE = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]


def check(holds, message):
    if not holds:
        sys.exit(f"{message}\n0 passed, 1 failed")


def mirror():
    """The first address of Debian itself in apt's lists, which may have others."""
    places = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    for place in places:
        for line in place.read_text().splitlines() if place.is_file() else []:
            found = re.match(r"(?:deb\s+(?:\[[^]]*\]\s+)?|URIs:\s*)(https?://\S+/debian)/?(?:\s|$)", line)
            if found:
                return found[1]
    return None


def environment(**more):
    """The environment of a command in a tree, which does not have this machine's folder for temporary files."""
    return {name: value for name, value in os.environ.items() if name != "TMPDIR"} | {"HOME": "/root", **more}


class Tree:
    """A Debian in a folder."""

    def __init__(self, folder, *shared):
        self.folder, self.shared = folder, shared
        for place in shared:
            self.inside(place).mkdir(parents=True)

    def inside(self, place):
        """A place of the tree, by its path in it."""
        return self.folder / str(place).lstrip("/")

    def command(self, *words, user=None):
        mounts = "".join(f'mount --bind "{place}" "{self.inside(place)}" && ' for place in self.shared)
        line = f'{mounts}mount -t proc proc "{self.folder}/proc" && exec chroot "{self.folder}" "$@"'
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user else []
        return [*NAMESPACE, "sh", "-c", line, "sh", *become, *(str(word) for word in words)]

    def run(self, *words, user=None, status=0, **options):
        options.setdefault("env", environment())
        done = subprocess.run(self.command(*words, user=user), capture_output=True, text=True, timeout=600, **options)
        check(done.returncode == status, f"{' '.join(map(str, words))}: {done.returncode} {done.stdout[-1500:]} {done.stderr[-1500:]}")
        return done.stdout + done.stderr

    def install(self, package):
        shutil.copy(package, self.folder / "tmp")
        return self.apt(f"/tmp/{package.name}")

    def apt(self, package):
        quiet = environment(DEBIAN_FRONTEND="noninteractive", LC_ALL="C.UTF-8", PATH="/usr/sbin:/usr/bin:/sbin:/bin")
        return self.run("apt-get", "install", "--yes", "--no-install-recommends", package, env=quiet)


class SocketConnection(http.client.HTTPConnection):
    """The proxy's connection."""

    def __init__(self, path):
        super().__init__("ink.example", timeout=60)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(60)
        self.sock.connect(self.path)


class Running:
    """A program in a tree that runs until it is told to end."""

    def start(self, *words, user=None, **options):
        self.process = subprocess.Popen(self.tree.command(*words, user=user), text=True, env=environment(), **options)

    def __exit__(self, *_):
        # unshare waits for its child, whatever signal it gets.
        parent = self.process.pid
        (child,) = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        os.kill(int(child), signal.SIGTERM)
        check(self.process.wait(timeout=60) == 0, f"{type(self).__name__} does not end cleanly")


class Server(Running):
    """The service in a tree, as its unit starts it."""

    def __init__(self, tree):
        self.tree, self.socket = tree, tree.folder / "run/inklock/inklock.sock"

    def __enter__(self):
        self.tree.run("install", "-d", "-o", "inklock", "-g", "inklock", "-m", "0750", "/run/inklock")
        self.start("inklock", "serve", "--config", "/etc/inklock/inklock.toml", user="inklock", stdout=subprocess.PIPE)
        said = self.process.stdout.readline()
        check(said == "InkLock is at unix:/run/inklock/inklock.sock\n", f"the server says {said!r}")
        return self

    def ask(self, method, target, message=None, **fields):
        connection = SocketConnection(self.socket)
        fields |= {"Origin": ORIGIN, "Content-Type": "application/json", "X-Forwarded-For": "192.0.2.1"}
        connection.request(method, target, json.dumps(message) if message else None, fields)
        response = connection.getresponse()
        body = response.read()
        return response, body


class Proxy(Running):
    """nginx in a tree, with the settings of docs/operating.md and a certificate of an authority of its own."""

    def __init__(self, tree, folder):
        self.tree, self.folder = tree, folder
        tree.apt("nginx-light")
        tree.run("usermod", "--append", "--groups", "inklock", "www-data")
        self.certify()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        settings = re.search(r"^```nginx\n(.*?)^```$", (ROOT / "docs/operating.md").read_text(), re.MULTILINE | re.DOTALL)[1]
        for old, new in (("    listen 443 ssl;\n", f"    listen 127.0.0.1:{self.port} ssl;\n"), ("    listen [::]:443 ssl;\n", "")):
            check(old in settings, f"docs/operating.md no longer has {old!r}")
            settings = settings.replace(old, new)
        (tree.folder / "etc/nginx/sites-enabled/default").unlink()
        (tree.folder / "etc/nginx/sites-enabled/inklock").write_text(settings)
        tree.run("nginx", "-t")

    def certify(self):
        """Makes an authority, and the proxy's certificate and key in one file."""
        def openssl(*words):
            return subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, cwd=self.folder).stdout

        new = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        openssl("req", "-x509", *new, "-days", 2, "-subj", "/CN=Test authority", "-keyout", "authority.key", "-out", "authority.pem")
        openssl("req", *new, "-subj", "/CN=ink.example", "-keyout", "proxy.key", "-out", "proxy.csr")
        (self.folder / "names").write_text("subjectAltName=DNS:ink.example\n")
        openssl("x509", "-req", "-in", "proxy.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
                "-days", 2, "-extfile", "names", "-out", "proxy.pem")
        both = self.tree.folder / "etc/ssl/ink.example.pem"
        both.parent.mkdir(exist_ok=True)
        both.touch(0o600)
        both.write_text((self.folder / "proxy.key").read_text() + (self.folder / "proxy.pem").read_text())
        (self.folder / "public.pem").write_bytes(openssl("x509", "-in", "proxy.pem", "-pubkey", "-noout"))
        public = openssl("pkey", "-pubin", "-in", "public.pem", "-outform", "DER")
        self.key = base64.b64encode(hashlib.sha256(public).digest()).decode()

    def __enter__(self):
        self.start("nginx", "-g", "daemon off;")
        context = ssl.create_default_context(cafile=self.folder / "authority.pem")
        deadline = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError):
                plain = socket.create_connection(("127.0.0.1", self.port), timeout=5)
                with context.wrap_socket(plain, server_hostname="ink.example") as connection:
                    connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: ink.example\r\nConnection: close\r\n\r\n")
                    if connection.recv(1000).startswith(b"HTTP/1.1 200 "):
                        return self
            check(time.monotonic() < deadline, "the proxy does not hand requests on")
            time.sleep(0.1)

    def browse(self, purpose):
        """Uses the pages in a browser. Returns `False` if there is none."""
        python = ROOT / ".cache/venv/bin/python"
        if not python.exists() or not shutil.which("chromium"):
            return False
        done = subprocess.run(
            [python, "-B", ROOT / "Tests/packaging/passkey.py", purpose, self.folder / "passkey.json", str(self.port), self.key],
            capture_output=True, text=True, timeout=300)
        check(done.returncode == 0, f"{purpose} in a browser: {done.stderr[-2000:]}")
        return True


def installed(tree):
    """Checks the files of the package, and who may read the accounts."""
    status = tree.run("stat", "--format=%U:%G %a", "/var/lib/inklock").strip()
    check(status == "inklock:inklock 700", f"the accounts' folder is {status}")
    check("nologin" in tree.run("getent", "passwd", "inklock"), "the service's user may log in")
    version = tree.run("inklock", "--version").split()[-1]
    for path in (
        "lib/systemd/system/inklock.service", "usr/share/man/man1/inklock-serve.1.gz", "usr/share/inklock/site/index.html",
        "usr/share/bash-completion/completions/inklock", "usr/share/zsh/vendor-completions/_inklock",
        "usr/share/fish/vendor_completions.d/inklock.fish", "usr/share/doc/inklock/copyright", "usr/share/doc/inklock/notices.gz",
    ):
        check((tree.folder / path).is_file(), f"{path} is missing")
    notices = gzip.decompress((tree.folder / "usr/share/doc/inklock/notices.gz").read_bytes()).decode()
    for part in ("Swift", "ICU", "hummingbird", "swift-crypto"):
        check(f"\n{part}: " in notices, f"no licence of {part}")
    size = (tree.folder / "usr/bin/inklock").stat().st_size
    check(size < LARGEST, f"the command has {size} bytes")
    # Every library comes from the packages that this one names.
    check("not found" not in tree.run("ldd", "/usr/bin/inklock"), "a library is missing")
    linked = tree.run("ldd", "/usr/bin/inklock")
    check("libswift" not in linked and "Foundation" not in linked, "the command loads Swift's runtime")
    return version


def used(tree, package, upgrade, folder):
    tree.install(package)
    version = installed(tree)
    settings = tree.folder / "etc/inklock/inklock.toml"
    said = tree.run("inklock", "serve", "--check", "--config", "/etc/inklock/inklock.toml", user="inklock", status=65)
    check("needs origin" in said, f"without an origin: {said}")
    settings.write_text(settings.read_text() + f'origin = "{ORIGIN}"\n')
    # As the settings themselves say.
    tree.run(*re.search(r"^# `(.*)` checks them", settings.read_text(), re.M)[1].split())
    account = {"name": "ada", "passcode": {"kind": "six-digits", "text": "407152"}}
    proxy = Proxy(tree, folder)
    with Server(tree) as server, proxy:
        made, body = server.ask("POST", "/api/accounts", account)
        check(made.status == 201, f"creating an account: {made.status} {body}")
        cookies = "; ".join(value.split(";")[0] for name, value in made.getheaders() if name.lower() == "set-cookie")
        page, body = server.ask("GET", "/")
        check(page.status == 200 and b"<html" in body, "the site is not served")
        has_browser = proxy.browse("make")
        (tree.folder / "tmp/passphrase").write_text(PASSPHRASE + "\n")
        os.chmod(tree.folder / "tmp/passphrase", 0o644)
        tree.run("inklock", "backup", "--config", "/etc/inklock/inklock.toml", "--passphrase-file", "/tmp/passphrase",
                 "/var/lib/inklock/backup.age", user="inklock")
    tree.run("mv", "/var/lib/inklock/backup.age", "/tmp/backup.age")
    tree.run("install", "-d", "-o", "inklock", "-g", "inklock", "-m", "0700", "/srv/restored")
    tree.run("inklock", "restore", "--data", "/srv/restored", "--passphrase-file", "/tmp/passphrase", "/tmp/backup.age", user="inklock")
    check(f"{1 + has_browser} account" in tree.run("inklock", "check", "--data", "/srv/restored", user="inklock"), "the restored account is missing")

    before = settings.read_bytes()
    tree.install(upgrade)
    check(settings.read_bytes() == before, "the upgrade changes the settings")
    shown = tree.run("dpkg-query", "--show", "--showformat=${Version}", "inklock")
    check(shown != version, f"the upgrade leaves {shown}")
    # The restored accounts in the place of the old ones.
    settings.write_text(settings.read_text().replace('data = "/var/lib/inklock"', 'data = "/srv/restored"'))
    with Server(tree) as server, proxy:
        answer, body = server.ask("GET", "/api/session", Cookie=cookies)
        check(answer.status == 200 and json.loads(body)["name"] == "ada", f"the restored session: {answer.status} {body}")
        if has_browser:
            proxy.browse("open")
    enabled = tree.folder / "etc/systemd/system/multi-user.target.wants/inklock.service"
    enabled.parent.mkdir(parents=True, exist_ok=True)
    enabled.symlink_to("/lib/systemd/system/inklock.service")
    tree.run("apt-get", "purge", "--yes", "inklock")
    check(not enabled.is_symlink(), "purging leaves the service enabled")
    check(not settings.exists() and not (tree.folder / "usr/bin/inklock").exists(), "purging leaves the program or its settings")
    check((tree.folder / "var/lib/inklock/accounts.sqlite").is_file(), "purging removes the accounts")
    return version, has_browser


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scratch", type=Path, default=ROOT / ".build-package", help="the build folder")
    parser.add_argument("--no-build", action="store_true", help="take the command that is in the build folder")
    parser.add_argument("--mirror", default=mirror())
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ink") as folder:
        package, upgrade = packages(Path(folder), options)
        print(f"package: {package.stat().st_size} bytes, equal twice, and clean", flush=True)
        install(package, upgrade, Path(folder), options)


def packages(folder, options):
    """The package and one of a later version."""
    def made(name, *more):
        (folder / name).mkdir()
        (folder / name / "other").write_text("kept")
        subprocess.run([ROOT / "scripts/package", "--maintainer", MAINTAINER, "--scratch", options.scratch, "--output", folder / name, *more], check=True)
        check((folder / name / "SHA256SUMS").is_file(), "there are no sums")
        check((folder / name / "other").is_file(), "making the package removes other files")
        subprocess.run(["sha256sum", "--quiet", "--check", "SHA256SUMS"], cwd=folder / name, check=True)
        return next((folder / name).glob("*.deb"))

    first = made("first", *(["--no-build"] if options.no_build else []))
    time.sleep(1.1)
    second, later = made("second", "--no-build"), made("later", "--no-build", "--version", "0.1.0+later")
    check(first.read_bytes() == second.read_bytes(), "the same command makes two packages")
    shown = subprocess.run(["dpkg-deb", "--field", first, "Maintainer"], capture_output=True, text=True, check=True).stdout
    check(shown == f"{MAINTAINER}\n", f"the maintainer is {shown}")
    documented(first)
    anonymous = subprocess.run(
        [ROOT / "scripts/package", "--maintainer", "Ada", "--no-build", "--output", folder / "none"], capture_output=True, text=True)
    check(anonymous.returncode == 1 and "who maintains it" in anonymous.stderr, f"a name alone: {anonymous.stderr}")
    if shutil.which("lintian"):
        said = subprocess.run(["lintian", "--fail-on", "error,warning", first], capture_output=True, text=True)
        check(said.returncode == 0 and not said.stdout, f"lintian: {said.stdout}")
    else:
        print("lintian: SKIPPED: it is not installed")
    return first, later


def sources(fresh, folder):
    """Checks that scripts/bootstrap brings a fresh Debian what the commands of README build and run with."""
    subprocess.run(["cp", "--archive", fresh.folder, folder], check=True)
    toolchain = Path(shutil.which("swift")).resolve().parents[1]
    tree = Tree(folder, toolchain)
    shutil.copytree(ROOT / "scripts", folder / "src/scripts")
    libraries = sorted([*ROOT.glob("Service/Sources/*/module.modulemap"), *ROOT.glob("Documents/Sources/*/module.modulemap")])
    names = [path.parent.name for path in libraries]
    check(len(names) == 2, f"the libraries of the system are {names}")
    for path in libraries:
        shutil.copytree(path.parent, folder / "src/Sources" / path.parent.name)
    manifests = (ROOT / "Service/Package.swift").read_text() + (ROOT / "Documents/Package.swift").read_text()
    targets = ", ".join(re.findall(r"\.systemLibrary\(.*\)", manifests))
    (folder / "src/Package.swift").write_text(
        "// swift-tools-version:6.0\nimport PackageDescription\nlet package = Package(name: \"headers\", targets: [\n"
        f"    {targets}, .target(name: \"Headers\", dependencies: {json.dumps(names)})])\n")
    (folder / "src/Sources/Headers").mkdir()
    (folder / "src/Sources/Headers/Headers.swift").write_text("".join(f"import {name}\n" for name in names))
    swift = environment(PATH=f"{toolchain}/bin:/usr/sbin:/usr/bin:/sbin:/bin")
    tree.run("/src/scripts/bootstrap", "build", "web", env=swift)
    for script in sorted((ROOT / "scripts").iterdir()):
        (interpreter,) = re.match(r"#!/usr/bin/env (\S+)", script.read_text()).groups()
        tree.run("sh", "-c", f"command -v {interpreter}", env=swift)
    tree.run("swift", "build", "--package-path", "/src", env=swift)


def documented(package):
    """Checks that the package has every document and every example that its manual names."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
        place = Path(folder) / "usr/share/doc/inklock"
        guide = gzip.decompress((place / "operating.md.gz").read_bytes()).decode()
        named = re.findall(r"\]\(([\w/]+\.md)[)#]", guide)
        check({"SECURITY.md", "scale.md", "design/service.md"} <= set(named), f"the manual names {named}")
        for name in [*named, "CHANGELOG.md"]:
            check((place / f"{name}.gz").is_file(), f"{name}.gz is missing")
        examples = re.findall(r"`examples/([\w.]+)`", guide)
        check(len(examples) == 6, f"the manual names {examples}")
        for name in examples:
            check((place / "examples" / name).read_text().strip(), f"examples/{name} is empty")


def install(package, upgrade, folder, options):
    missing = [name for name in ("debootstrap", "unshare", "setpriv") if not shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin")]
    if os.geteuid() != 0 or missing or not options.mirror:
        reason = f"{', '.join(missing)} is missing" if missing else "it needs root and a mirror of Debian"
        print(f"packages: SKIPPED: {reason}\n1 passed, 0 failed, 1 skipped")
        return
    start = time.monotonic()
    folder.chmod(0o755)
    tree = Tree(folder / "debian")
    made = subprocess.run(
        ["debootstrap", "--variant=minbase", SUITE, tree.folder, options.mirror], capture_output=True, text=True, timeout=900)
    check(made.returncode == 0, f"debootstrap: {made.stdout[-500:]} {made.stderr[-500:]}")
    sources(tree, folder / "sources")
    (folder / "proxy").mkdir()
    version, has_browser = used(tree, package, upgrade, folder / "proxy")
    if not has_browser:
        print("a passkey in a browser: SKIPPED: scripts/bootstrap test makes what it needs")
    print(f"packages: InkLock {version} installed, served behind nginx, restored, upgraded and purged in {time.monotonic() - start:.0f} s\n3 passed, 0 failed" + ("" if has_browser else ", 1 skipped"))


if __name__ == "__main__":
    main()
