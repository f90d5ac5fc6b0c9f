# SPDX-License-Identifier: MIT
"""Several servers of one PostgreSQL database behind HAProxy, killed at random while clients guess and write.

The responses are checked for linearisability against a model of one server. A request without a response may or may not
have taken effect.
"""

import base64
import contextlib
import http.client
import os
import random
import signal
import threading
import time
from types import SimpleNamespace

from cluster import Cluster
from data import Client
from operator_tools import THOROUGH, Running, check, free_port, made_site, program, wait_until
from postgres import key

NODES = 3
# The durations in seconds of the test with random kills and of the test with one failover.
SECONDS, STANDBY_SECONDS = (600, 600) if THOROUGH else (30, 20)
# The number of concurrent users, who alternately guess and write. A user who guesses has four clients, one who writes
# has two: 67 users have 202 clients.
USERS = 67 if THOROUGH else 4
# The number of attempts that the service allows on one device.
LIMIT = 10
# The number of wrong passcodes after which a device stays locked until a new passcode is set.
TOTAL_LIMIT = 100
# The number of seconds after which a request without a response either has taken effect or never will.
LATEST = 60
RIGHT = "407152"

HAPROXY = """
global
    maxconn 2000
defaults
    mode http
    timeout connect 1s
    timeout client 60s
    timeout server 60s
    retries 3
    option redispatch 1
    option forwardfor
frontend front
    bind 127.0.0.1:{port}
    default_backend nodes
backend nodes
    balance roundrobin
    {servers}
"""


class Unknown(Exception):
    """No answer, or one that leaves open whether the request took effect."""


class Lost(Exception):
    """A promise that was not kept."""


def kept(holds, message):
    if not holds:
        raise Lost(message)


class Node:
    """A server that is killed and started again at the same port."""

    def __init__(self, command, folder, number, arguments):
        self.port = free_port()
        self.log = folder / f"node{number}.log"
        self.arguments = [command.parent / "clocked-server", *arguments[:3], self.port, arguments[3]]
        self.running = None

    def start(self):
        self.running = Running(self.arguments, self.log)

    def is_ready(self):
        check(self.running.process.poll() is None, f"a server ends: {self.log.read_text()[-1000:]}")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        with contextlib.closing(connection):
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200

    def kill(self):
        if self.running:
            self.running.process.kill()
            self.running.process.wait()


class Actor(threading.Thread):
    """A user who does one thing after the other until time is over, and remembers what is wrong."""

    def __init__(self, test, number):
        super().__init__(daemon=True)
        self.test, self.number, self.random = test, number, random.Random(test.seed * 100 + number)
        self.name_of_account = f"user {number}"
        self.browser = self.made()
        self.fault = None
        self.counts = {}

    def made(self):
        return Client(self.test.front, f"127.{self.number + 1}.0.1")

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def ask(self, browser, method, path, message=None):
        """The answer of a server that has answered; waits where there are too many requests."""
        while True:
            try:
                if method == "GET":
                    answer = browser.send("GET", path, again=False)
                else:
                    answer = browser.post(path, message, again=False)
            except (OSError, http.client.HTTPException) as error:
                if browser.connection:
                    browser.connection.close()
                    browser.connection = None
                self.count("unanswered")
                raise Unknown from error
            if answer.status == 429 and answer.code == "too-many-requests":
                self.pause(0.5)
                continue
            kept(answer.status != 500, f"{path}: {answer.body}")
            if answer.status in (502, 503, 504):
                self.count("unanswered")
                raise Unknown
            self.count("answered")
            return answer

    def insist(self, browser, method, path, message=None):
        """The same, again and again until there is an answer."""
        while True:
            try:
                return self.ask(browser, method, path, message)
            except Unknown:
                self.pause(0.1)
                kept(time.monotonic() < self.test.end + 60, f"{path} has no answer for a minute")

    def operation(self):
        """Returns a number by which the service knows that a request is the same one again."""
        return f"{self.random.getrandbits(128):032x}"

    def pause(self, seconds):
        time.sleep(seconds * self.random.uniform(0.5, 1))

    def run(self):
        try:
            self.begin()
            while time.monotonic() < self.test.end:
                self.round()
            self.finish()
        except Exception as error:
            self.fault = f"{self.name_of_account}: {type(error).__name__}: {error}"

    def begin(self):
        passcode = {"kind": "six-digits", "text": RIGHT}
        answer = self.insist(
            self.browser, "POST", "/api/accounts", {"name": self.name_of_account, "passcode": passcode, "operation": self.operation()})
        kept(answer.status == 201, f"no account: {answer.body}")
        self.code, self.browser.account = answer.json["recoveryCode"], answer.json["account"]

    def finish(self):
        pass

    def signed_in(self, browser, proof):
        """Signs in, and again until there is an answer."""
        answer = self.insist(browser, "POST", "/api/sign-in", {"name": self.name_of_account, "proof": proof})
        if answer.status == 200:
            browser.account = answer.json["account"]
        return answer


class Guesser(Actor):
    """Wrong passcodes from several connections of one known device, and what opens it again."""

    next_wrong = 0
    # Those of them before the passcode was set last.
    wrong_before = 0
    # The guesses before the device was opened last, and those of them that a server may still try: it goes on when its
    # client has gone, for as long as the database lets it wait.
    last = ()
    late = ()

    def shown(self, history):
        """The guesses and their answers, in seconds since the beginning."""
        start = self.test.begin
        return "; ".join(
            f"{event['begun'] - start:.2f} to {event['ended'] - start:.2f} {event['code']} {event['left']}" for event in history)

    def wrong(self):
        """A passcode that was not tried before on this device: the same one again is no new guess."""
        self.next_wrong += 1
        return f"{(900_001 + 7 * self.next_wrong) % 1_000_000:06d}"

    def guess(self, browser, history, lock):
        with lock:
            passcode = self.wrong()
            event = {"begun": time.monotonic(), "ended": float("inf"), "code": None, "left": None}
            history.append(event)
        try:
            answer = self.ask(
                browser, "POST", "/api/sign-in", {"name": self.name_of_account, "proof": {"passcode": passcode}})
        except Unknown:
            return None
        with lock:
            kept(answer.status in (401, 403, 409), f"a wrong passcode: {answer.status} {answer.body}")
            event["code"], event["left"] = answer.code, answer.json["error"].get("attemptsLeft", 0)
            event["ended"] = time.monotonic()
        return answer.code

    def round(self):
        """From an opening of the device to the next one."""
        if self.next_wrong - self.wrong_before > TOTAL_LIMIT // 2:
            self.recover()
        history, lock = [], threading.Lock()
        if self.random.random() < 0.4:
            self.sequence(history, lock)
        else:
            self.flood(history, lock)
        try:
            self.judge(history, len(self.late))
        except Lost as fault:
            raise Lost(f"{fault}; {self.shown(history)}; before: {self.shown(self.last)}") from None
        self.last = history
        oldest = time.monotonic() - LATEST
        self.late = [event for event in (*self.late, *history) if not event["code"] and event["begun"] > oldest]
        self.test.guesses += sum(event["code"] == "rejected" for event in history)

    def recover(self):
        """Sets the passcode again with the recovery code, which begins all counts again and is used up."""
        answer = self.insist(
            self.browser, "POST", "/api/recover",
            {"name": self.name_of_account, "recoveryCode": self.code, "passcode": {"kind": "six-digits", "text": RIGHT},
             "operation": self.operation()})
        kept(answer.status == 200, f"setting the passcode again: {answer.status} {answer.body}")
        self.code, self.wrong_before = answer.json["recoveryCode"], self.next_wrong
        self.test.recoveries += 1

    def sequence(self, history, lock):
        """A few wrong passcodes, then the right one. The service counts the wrong ones for their owner."""
        for _ in range(self.random.randint(1, 6)):
            self.guess(self.browser, history, lock)
            self.pause(0.05)
        known = sum(event["code"] == "rejected" for event in history)
        before = self.counts.get("unanswered", 0)
        answer = self.signed_in(self.browser, {"passcode": RIGHT})
        kept(answer.status == 200, f"the right passcode after {len(history)} wrong ones: {answer.status} {answer.body}")
        # A sign-in without an answer may have begun the count again.
        if before == self.counts.get("unanswered", 0):
            counted = answer.json.get("failures", {"onThisDevice": 0})["onThisDevice"]
            most = len(history) + len(self.late)
            kept(
                known <= counted <= most,
                f"{known} to {most} wrong attempts are {counted} for the owner; {self.shown(history)}; before: {self.shown(self.last)}")

    def flood(self, history, lock):
        """Wrong passcodes of several browsers together close the device. Then the right one opens nothing."""
        others = []
        for _ in range(3):
            other = self.made()
            other.cookies, other.account = dict(self.browser.cookies), None
            others.append(other)
        faults = []

        def guesses(browser):
            try:
                for _ in range(4 * LIMIT):
                    if self.guess(browser, history, lock) == "recovery-required":
                        return
                    self.pause(0.02)
                raise Lost(f"{4 * LIMIT} wrong passcodes do not close a device")
            except Exception as error:
                faults.append(error)

        threads = [threading.Thread(target=guesses, args=(browser,), daemon=True) for browser in others]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        if faults:
            raise faults[0]
        answer = self.signed_in(self.browser, {"passcode": RIGHT})
        kept(answer.code == "recovery-required", f"a closed device: {answer.status} {answer.body}")
        answer = self.signed_in(self.browser, {"recoveryCode": self.code})
        kept(answer.status == 200, f"the recovery code: {answer.status} {answer.body}")
        self.test.closings += 1

    @staticmethod
    def judge(history, late=0):
        """Return whether the history is linearisable.

        late: the number of earlier guesses without a response, which may count at any time.
        """
        rejected = [event for event in history if event["code"] == "rejected"]
        # The last one that is tried is answered like those that are not.
        kept(len(rejected) < LIMIT, f"{len(rejected) + 1} guesses on one device")
        for event in rejected:
            least = 1 + sum(other["ended"] < event["begun"] for other in rejected)
            most = late + sum(other["begun"] < event["ended"] for other in history)
            counted = LIMIT - event["left"]
            kept(least <= counted <= most, f"{counted} attempts are counted, of {least} to {most}")
        closed = [event for event in history if event["code"] == "recovery-required"]
        if closed:
            first = min(event["ended"] for event in closed)
            most = late + sum(event["begun"] < first for event in history)
            kept(most >= LIMIT, f"a device is closed after {most} attempts")
            kept(all(event["begun"] <= first for event in rejected), "a closed device takes a guess")


class Writer(Actor):
    """Two browsers of one account that write notes: each its own, and one that both have."""

    def begin(self):
        super().begin()
        self.other = self.made()
        answer = self.signed_in(self.other, {"recoveryCode": self.code})
        kept(answer.status == 200, f"the recovery code on another device: {answer.status} {answer.body}")
        # For each note the version and content that it may have, and when it was last written without an answer.
        self.model, self.unanswered = {}, {}
        self.shared = f"{0xFFFF:032x}"
        self.shared_versions = {}

    def round(self):
        if self.random.random() < 0.3:
            self.write_shared()
        else:
            self.write_own()
        if self.random.random() < 0.2:
            self.look()
        self.pause(0.03)

    def write_own(self):
        note = f"{self.random.randint(1, 40):032x}"
        if len(self.model.get(note, ())) > 1:
            self.look()
        if len(self.model.get(note, ())) > 1:
            # A server may still write it.
            return
        (version, content), = self.model.get(note, {(0, None)})
        browser = self.random.choice([self.browser, self.other])
        new = base64.b64encode(self.random.randbytes(self.random.randint(1, 2000))).decode()
        self.model[note] = {(version, content), (version + 1, new)}
        try:
            answer = self.ask(browser, "POST", "/api/notes", {"id": note, "version": version, "sealed": new})
        except Unknown:
            self.unanswered[note] = time.monotonic()
            return
        kept(answer.status == 200 and answer.json["version"] == version + 1, f"a note: {answer.status} {answer.body}")
        self.model[note] = {(version + 1, new)}
        self.test.notes += 1

    def write_shared(self):
        """Both take the version that they saw; only one may replace it."""
        found = {note["id"]: note for note in self.listed(self.browser)}
        version = found.get(self.shared, {"version": 0})["version"]
        results = []

        def write(browser):
            content = base64.b64encode(os.urandom(40)).decode()
            with contextlib.suppress(Unknown):
                answer = self.ask(browser, "POST", "/api/notes", {"id": self.shared, "version": version, "sealed": content})
                results.append((answer.status, content))

        threads = [threading.Thread(target=write, args=(each,), daemon=True) for each in (self.browser, self.other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        kept(all(status in (200, 409) for status, _ in results), f"a note of two: {results}")
        saved = [content for status, content in results if status == 200]
        kept(len(saved) <= 1, "two have replaced one version")
        if saved:
            kept(version + 1 not in self.shared_versions, "one version was written twice")
            self.shared_versions[version + 1] = saved[0]

    def listed(self, browser):
        answer = self.insist(browser, "GET", "/api/notes")
        kept(answer.status == 200, f"the notes: {answer.status} {answer.body}")
        return answer.json["notes"]

    def look(self):
        """All notes are as they were written, whichever server says so."""
        began = time.monotonic()
        found = {note["id"]: (note["version"], note["sealed"]) for note in self.listed(self.random.choice([self.browser, self.other]))}
        for note, possible in self.model.items():
            seen = found.get(note, (0, None))
            kept(seen in possible, f"a note has version {seen[0]}, not {sorted(version for version, _ in possible)}")
            # A version that was read stays written. A version that was not read may still be written for a while.
            if seen == max(possible, key=lambda pair: pair[0]) or self.unanswered.get(note, 0) < began - LATEST:
                self.model[note] = {seen}
        version, content = found.pop(self.shared, (0, None))
        if self.shared_versions:
            kept(version >= max(self.shared_versions), "the note of two is older than it was")
            kept(self.shared_versions.get(version, content) == content, "the note of two has a text that was not written")
        kept(set(found) <= set(self.model), "there is a note that was not written")

    def finish(self):
        self.look()


def judge_judges():
    """The check rejects histories of a faulty service."""
    def history(*events):
        return [{"begun": begun, "ended": begun + length, "code": code, "left": left} for begun, length, code, left in events]

    fair = [(number, 0.5, "rejected", LIMIT - number) for number in range(1, LIMIT)] + [(LIMIT, 0.5, "recovery-required", 0)]
    Guesser.judge(history(*fair))
    Guesser.judge(history(*fair[2:]), late=2)
    for unfair in (
            fair[:-1] + [(LIMIT, 0.5, "rejected", 0)],
            [(1, 0.5, "rejected", 9), (2, 0.5, "rejected", 9)],
            [(1, 0.5, "rejected", 8)],
            fair[2:],
            [*fair, (LIMIT + 1, 0.5, "rejected", 0)]):
        try:
            Guesser.judge(history(*unfair))
        except Lost:
            continue
        check(False, f"the judge lets pass {unfair}")


def chaos(test, nodes, disturb, rng):
    """Kills servers, and the database now and then; for longer where a slow machine has done too little."""
    while time.monotonic() < test.end - 2:
        if time.monotonic() > test.end - 5 and not test.is_enough() and test.end < test.begin + 4 * test.seconds:
            test.end += 5
        time.sleep(rng.uniform(0.5, 1.5))
        node = rng.choice(nodes)
        node.kill()
        test.kills += 1
        time.sleep(rng.uniform(0, 0.7))
        disturb()
        # A server that finds no database ends; what runs it starts it again.
        for each in nodes:
            if each.running.process.poll() is not None:
                each.start()


def served_by_all(command, folder, place, seconds, disturbances):
    """Runs servers and clients until time is over.

    seconds: the time, which is extended where too little has happened.
    disturbances: what happens beside kills of servers, each with the part of the time after which it does.
    """
    judge_judges()
    haproxy = program("haproxy")
    test = SimpleNamespace(
        seed=random.randrange(1 << 30), guesses=0, closings=0, recoveries=0, notes=0, kills=0, begin=0, end=0, seconds=seconds,
        front=SimpleNamespace(port=free_port()))
    test.front.host = f"localhost:{test.front.port}"
    # A run that shows nothing is no success. In a long one, rate limits keep notes to a few a second.
    parts = seconds / 20
    test.is_enough = lambda: (
        test.guesses >= 20 * parts and test.notes >= 30 + 20 * parts and test.closings >= 1 and test.kills >= 5 * parts)
    rng = random.Random(test.seed)
    site = made_site(folder)
    arguments = (site, place, key(folder), f"http://{test.front.host}")
    nodes = [Node(command, folder, number, arguments) for number in range(NODES)]
    settings = folder / "haproxy.cfg"
    settings.write_text(HAPROXY.format(
        port=test.front.port,
        servers="\n    ".join(f"server n{node.port} 127.0.0.1:{node.port} check inter 200ms fall 1 rise 1" for node in nodes)))
    with contextlib.ExitStack() as stack:
        for node in nodes:
            node.start()
            stack.callback(node.kill)
        for node in nodes:
            wait_until(node.is_ready, "a server starts", 60)
        stack.enter_context(Running([haproxy, "-f", settings, "-q"], folder / "haproxy.log"))
        wait_until(lambda: Client(test.front).send("GET", "/livez").status == 200, "haproxy starts")
        test.begin = time.monotonic()
        test.end = test.begin + seconds
        actors = [(Guesser, Writer)[number % 2](test, number) for number in range(USERS)]
        for actor in actors:
            actor.start()
        left = sorted(disturbances, key=lambda pair: pair[0])

        def disturb():
            if left and time.monotonic() - test.begin > left[0][0] * seconds:
                left.pop(0)[1]()

        chaos(test, nodes, disturb, rng)
        for actor in actors:
            actor.join(180)
        faults = [actor.fault or "does not end" for actor in actors if actor.fault or actor.is_alive()]
        check(not faults, f"seed {test.seed}: {'; '.join(faults)}")
        check(not left, "not all was disturbed")
        answered, unanswered = (
            sum(actor.counts.get(word, 0) for actor in actors) for word in ("answered", "unanswered"))
        check(test.is_enough(), f"too little: {vars(test)}")
        return (f"{test.guesses} guesses, {test.closings} devices closed, {test.recoveries} recoveries, {test.notes} notes, {test.kills} servers killed, "
                f"{unanswered} of {answered + unanswered} requests without an answer")


def restarted(cluster, signal_number):
    cluster.stop(signal_number)
    time.sleep(0.5)
    cluster.start()


def nodes(command, folder):
    """Servers are killed, and their database ends orderly and by a crash: no attempt and no note is lost."""
    with Cluster() as cluster:
        times = range(1, 21) if THOROUGH else [1, 2]
        disturbances = [
            (number / (len(times) + 1), lambda how=[signal.SIGINT, signal.SIGQUIT][number % 2]: restarted(cluster, how))
            for number in times]
        return served_by_all(command, folder, cluster.place(), SECONDS, disturbances)


def promoted(command, folder):
    """The database's machine is lost, and its standby takes over: what was answered is there."""
    with contextlib.ExitStack() as stack:
        primary = stack.enter_context(Cluster(wal_level="replica", max_wal_senders="5"))
        standby = stack.enter_context(Cluster(copied_from=primary.place(database="postgres"), hot_standby="on"))
        primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.ask("SELECT pg_reload_conf()")
        wait_until(
            lambda: primary.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1", "a standby")

        def lost():
            primary.stop(signal.SIGKILL)
            standby.tool("pg_ctl", "promote", "-D", standby.data, "-w")

        hosts = [place.place().split("@")[1].split("/")[0] for place in (primary, standby)]
        place = f"postgres://ink@{','.join(hosts)}/{primary.DATABASE}"
        return served_by_all(command, folder, place, STANDBY_SECONDS, [(0.5, lost)])
