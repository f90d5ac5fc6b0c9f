# SPDX-License-Identifier: MIT
"""The service behind real proxies, with the settings of docs/operating.md."""

import json
import re
import signal
import time

from operator_tools import (
    Running, ask, block, certificate, check, free_port, made_site, program, replaced, served, wait_until)


# The fields in which a client may state its own address, on paths that each have their own event in the log.
FORGED = {
    "/api/accounts": {},
    "/api/sign-in": {"X-Forwarded-For": "203.0.113.9"},
    "/api/recover": {"Forwarded": "for=203.0.113.9"},
    "/api/sign-in/options": {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9"},
}


def served_at_a_socket(command, folder, port):
    """The server with the guide's own settings, in this test's folder."""
    made_site(folder)
    settings = folder / "inklock.toml"
    settings.write_text(replaced(block("toml"), {
        "/usr/share/inklock/site": folder / "site", "/var/lib/inklock": folder / "data",
        "/run/inklock/inklock.sock": folder / "s", "https://ink.example": f"https://ink.example:{port}"}))
    return served(command, folder, "--config", settings), settings


def through(proxy, command, folder, configure, addresses):
    """Checks the service behind a proxy that `configure` returns the command of."""
    port = free_port()
    trusted = certificate(folder)
    server, settings = served_at_a_socket(command, folder, port)
    with server, Running(configure(port), folder / "proxy.log") as running:
        origin = {"Origin": f"https://ink.example:{port}", "Content-Type": "application/json"}

        def page():
            check(running.process.poll() is None, f"{proxy} has ended: {running.log.read_text()}")
            return ask(port, f"{trusted}.crt", "GET", "/")[0].status == 200

        wait_until(page, f"{proxy} hands the page on")
        for method in ("GET", "HEAD"):
            response, body = ask(port, f"{trusted}.crt", method, "/readyz")
            check(response.status == 200 and (body == b"") == (method == "HEAD"), f"{method} /readyz: {response.status}")
        response, _ = ask(port, f"{trusted}.crt", "GET", "/")
        check("max-age" in (response.headers["Strict-Transport-Security"] or ""), "no HSTS")
        response, _ = ask(port, f"{trusted}.crt", "GET", "/", None, {"X-Request-Id": "a-client-s-own"})
        check(response.headers["X-Request-Id"] not in (None, "a-client-s-own"), "a client names its own request")

        # The client's address is what the proxy saw, whatever the client says of itself.
        for source, target, client in addresses:
            # The log has one line a second for each event.
            time.sleep(1.1)
            before = len(server.log.read_text())
            for path, forged in FORGED.items():
                response, body = ask(port, f"{trusted}.crt", "POST", path, "{}", origin | forged, source, target)
                check(response.status == 400, f"{path} without anything: {response.status} {body}")

            # The server writes a line after its response.
            def named():
                found = re.findall(r"client=(\S+)", server.log.read_text()[before:])
                return found if len(found) >= len(FORGED) else None

            found = wait_until(named, f"{source} is logged {len(FORGED)} times")
            check(found == [client] * len(FORGED), f"{source} is logged as {found}")

        # Through the proxy, with a body that is announced first.
        made, body = ask(
            port, f"{trusted}.crt", "POST", "/api/accounts",
            json.dumps({"name": "ada", "passcode": {"kind": "six-digits", "text": "407152"}}), origin)
        check(made.status == 201, f"creating an account: {made.status} {body}")
        check(all("Secure" in field for field in made.headers.get_all("Set-Cookie")), "a cookie without Secure")
        refused, _ = ask(port, f"{trusted}.crt", "POST", "/api/accounts", "{}", origin | {"Origin": "https://evil.example"})
        check(refused.status == 403, f"a foreign origin: {refused.status}")

        # Reloaded settings take effect without a lost request.
        settings.write_text(settings.read_text() + "new-accounts = false\n")
        server.process.send_signal(signal.SIGHUP)
        server.has_logged("reload")
        closed, body = ask(
            port, f"{trusted}.crt", "POST", "/api/accounts",
            json.dumps({"name": "bob", "passcode": {"kind": "six-digits", "text": "407152"}}), origin)
        check(closed.status == 403 and json.loads(body)["error"]["code"] == "closed", f"after the reload: {closed.status}")
        for name in ("ada", "bob"):
            asked, body = ask(port, f"{trusted}.crt", "POST", "/api/accounts/name", json.dumps({"name": name}), origin)
            check(asked.status == 403 and json.loads(body)["error"]["code"] == "closed", f"{name} after the reload: {asked.status}")
        check(server.stop() == 0, "the server does not end cleanly")
    return f"{len(addresses) * len(FORGED)} requests with the proxy's word for their address, reloaded"


def nginx(command, folder):
    """The service behind nginx, over IPv4 and IPv6."""
    path = program("nginx")

    def configure(port):
        server = replaced(block("nginx"), {
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl", "listen [::]:443 ssl": f"listen [::1]:{port} ssl",
            "/etc/ssl/ink.example.pem": folder / "ink.example.pem", "/run/inklock/inklock.sock": folder / "s"})
        temporary = "".join(
            f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        file = folder / "nginx.conf"
        file.write_text(
            f"user root;\ndaemon off;\nmaster_process off;\npid {folder}/nginx.pid;\nerror_log stderr;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{temporary}{server}}}\n")
        return [path, "-c", file, "-p", folder]

    return through("nginx", command, folder, configure, [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1"), ("127.0.0.5", "127.0.0.1", "127.0.0.5"), ("::1", "::1", "::1")])


def haproxy(command, folder):
    """The service behind HAProxy, with its check of the service's health."""
    path = program("haproxy")

    def configure(port):
        file = folder / "haproxy.cfg"
        file.write_text(replaced(block("haproxy"), {
            "bind :::443 v4v6 ssl": f"bind 127.0.0.1:{port},[::1]:{port} ssl",
            "/etc/ssl/ink.example.pem": folder / "ink.example.pem", "/run/inklock/inklock.sock": folder / "s"}))
        return [path, "-db", "-f", file]

    return through("HAProxy", command, folder, configure, [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1"), ("127.0.0.6", "127.0.0.1", "127.0.0.6"), ("::1", "::1", "::1")])


def caddy(command, folder):
    """The service behind Caddy, with a certificate of its own."""
    path = program("caddy")

    def configure(port):
        file = folder / "Caddyfile"
        server = replaced(block("caddy"), {
            "ink.example {": f"https://ink.example:{port} {{\nbind 127.0.0.1 ::1\ntls {folder}/ink.example.pem {folder}/ink.example.pem",
            "/run/inklock/inklock.sock": folder / "s"})
        file.write_text(f"{{\nadmin off\nauto_https off\n}}\n{server}")
        return ["env", f"HOME={folder}", f"XDG_DATA_HOME={folder}", f"XDG_CONFIG_HOME={folder}", path, "run", "--config", file]

    return through("Caddy", command, folder, configure, [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1"), ("127.0.0.7", "127.0.0.1", "127.0.0.7"), ("::1", "::1", "::1")])
