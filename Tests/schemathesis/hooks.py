# SPDX-License-Identifier: MIT
"""Hooks for schemathesis, which prepare and count requests.

Each request has the origin of the service's page and a new client address, because of the rate limits. If necessary, it
is signed in. Some requests use valid names, secrets and accounts, so that the code behind a proof is tested too.
"""

import json
import os
import random
import threading
import time
from collections import Counter

import requests
import schemathesis

BASE = os.environ["INKLOCK_BASE"]
PASSPHRASE = "ninety teal anchors 4071"
RANDOM = random.Random(int(os.environ["INKLOCK_SEED"]))
LOCK = threading.Lock()
ANSWERS = Counter()


class Visitor:
    """A browser with an account, made again whenever a request has ended its session or deleted it."""

    def __init__(self):
        self.count = 0
        self.name = self.account = None
        self.cookies = {}

    def headers(self):
        address = ".".join(str(RANDOM.randrange(1, 250)) for _ in range(4))
        return {"Origin": BASE, "Content-Type": "application/json", "X-Forwarded-For": address}

    def refresh(self):
        if self.cookies and requests.get(f"{BASE}/api/session", cookies=self.cookies, timeout=30).status_code == 200:
            return
        self.count += 1
        self.name = f"visitor {os.environ['INKLOCK_SEED']} {self.count}"
        message = {"name": self.name, "passcode": {"kind": "alphanumeric", "text": PASSPHRASE}}
        answer = requests.post(f"{BASE}/api/accounts", json=message, headers=self.headers(), timeout=120)
        while answer.status_code == 429:
            # New accounts are limited for all clients together.
            time.sleep(int(answer.headers.get("Retry-After", "5")))
            answer = requests.post(f"{BASE}/api/accounts", json=message, headers=self.headers(), timeout=120)
        answer.raise_for_status()
        self.account = answer.json().get("account")
        self.cookies = answer.cookies.get_dict()


VISITOR = Visitor()


def filled(value):
    """The message with the visitor's own name and proof in place of made-up ones."""
    if isinstance(value, list):
        return [filled(item) for item in value]
    if not isinstance(value, dict):
        return value
    message = {key: filled(item) for key, item in value.items()}
    if "proof" in message:
        message["proof"] = {"passcode": PASSPHRASE}
    if isinstance(message.get("name"), str) and "proof" in message:
        message["name"] = VISITOR.name
    return message


@schemathesis.hook
def before_call(context, case, kwargs):
    with LOCK:
        VISITOR.refresh()
        case.headers = case.headers if case.headers is not None else {}
        for name, value in VISITOR.headers().items():
            if name == "X-Forwarded-For" or RANDOM.random() < 0.97:
                case.headers[name] = value
        if VISITOR.account and RANDOM.random() < 0.95:
            case.headers["InkLock-Account"] = VISITOR.account
        if RANDOM.random() < 0.85:
            case.cookies = VISITOR.cookies
        if isinstance(case.body, (dict, list)) and RANDOM.random() < 0.4:
            case.body = filled(case.body)


@schemathesis.hook
def after_call(context, case, response):
    with LOCK:
        ANSWERS[f"{case.operation.method.upper()} {case.operation.path} {response.status_code}"] += 1
        with open(os.environ["INKLOCK_ANSWERS"], "w") as file:
            json.dump(ANSWERS, file)
