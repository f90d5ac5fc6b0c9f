# SPDX-License-Identifier: MIT
"""Attacks with connections: slow clients, and clients that do not read."""

import statistics
import threading
import time

from service import Service, check, network

# The time of the answers to others while a thousand clients are slow, in seconds.
WAIT_LIMIT = 0.1
# The limit of memory, in mebibytes, while clients use all connections in the most expensive ways known: see "Memory" in
# docs/operating.md.
MOST_MEMORY = 560
# The limit of memory in use after slow clients have gone, relative to before, and the longest time until then in
# seconds.
MEMORY_LIMIT, MEMORY_WAIT = 1.5, 30


def waits(service, count, pause=0.005):
    """The seconds that other clients' requests take, in order."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        client = service.socket("127.200.0.1", timeout=10)
        client.sendall(f"GET /readyz HTTP/1.1\r\nHost: {service.host}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while piece := client.recv(65_536):
            answer += piece
        client.close()
        times.append(time.perf_counter() - start)
        check(answer.startswith(b"HTTP/1.1 200"), f"others get {answer[:40]!r}")
        time.sleep(pause)
    return sorted(times)


def given_back(service, before):
    """Waits until the memory that slow clients took is free again; returns what is in use then."""
    end = time.monotonic() + MEMORY_WAIT
    while (after := service.memory()) > before * MEMORY_LIMIT and time.monotonic() < end:
        time.sleep(0.5)
    check(after <= before * MEMORY_LIMIT, f"{before:.0f} MiB before, {after:.0f} MiB {MEMORY_WAIT} s after the last client has gone")
    return after


def slow_clients(command, folder):
    """A thousand slow clients, from one address and from many, shut no others out."""
    said = []
    for sources in (1, 1000):
        with Service(command, folder / str(sources)) as service:
            body = (
                f"POST /api/sign-out HTTP/1.1\r\nHost: {service.host}\r\nOrigin: http://{service.host}\r\n"
                "Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n").encode()
            waits(service, 20)
            before = service.memory()
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
            said[-1] += f", {before:.0f} MiB before, {given_back(service, before):.0f} MiB after"
    return "; ".join(said)


def slow_readers(command, folder):
    """700 clients that ask for 300 MiB each and read nothing are cut off. They take little memory, which is freed."""
    with Service(command, folder, files=4096) as service:
        request = f"GET /large.png HTTP/1.1\r\nHost: {service.host}\r\n\r\n".encode() * 300
        waits(service, 20)
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
        after = given_back(service, before)
        return f"{before:.0f} MiB before, at most {most:.0f} MiB, {after:.0f} MiB after; others wait {statistics.median(times) * 1000:.0f} ms"


def all_connections(command, folder):
    """4,000 clients that take as much memory as each can bring the service to a bound."""
    said = []
    for kinds in (("body",), ("head", "body", "unread", "guess")):
        with Service(command, folder / str(len(kinds)), files=8192) as service:
            post = f"POST /api/sign-in HTTP/1.1\r\nHost: {service.host}\r\nOrigin: http://{service.host}\r\nContent-Type: application/json\r\n"
            proof = '{"name":"anna","proof":{"passcode":"a long passphrase of some words"}}'
            requests = {
                "head": f"GET / HTTP/1.1\r\nHost: {service.host}\r\nX: {'a' * 16_000}",
                "body": f"{post}Content-Length: 262144\r\n\r\n{' ' * 250_000}",
                "unread": f"GET /large.png HTTP/1.1\r\nHost: {service.host}\r\n\r\n" * 8,
                "guess": f"{post}Content-Length: {len(proof)}\r\n\r\n{proof}",
            }
            waits(service, 20)
            before, clients = service.memory(), []
            for number in range(4000):
                client = service.socket(network(number), receive_buffer=4096)
                client.settimeout(0.1)
                try:
                    client.sendall(requests[kinds[number % len(kinds)]].encode())
                except OSError:
                    pass
                clients.append(client)
            time.sleep(2)
            check(service.is_running, "the service has ended")
            said.append(f"{', '.join(kinds)}: {before:.0f} MiB before, at most {service.peak():.0f} MiB")
            check(service.peak() < MOST_MEMORY, said[-1])
            for client in clients:
                client.close()
    return "; ".join(said)
