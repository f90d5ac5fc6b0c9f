# SPDX-License-Identifier: MIT
"""The numbers to watch: a real Prometheus reads them, and takes the alert rules and what the dashboard asks."""

import contextlib
import json
import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request

from operator_tools import ROOT, Running, check, free_port, made_site, program, served, wait_until

RULES = ROOT / "Service" / "Monitoring" / "alerts.yml"
DASHBOARD = RULES.with_name("dashboard.json")


def prometheus(command, folder):
    """Prometheus reads the numbers, accepts the rules, and knows all numbers and labels of the rules and dashboard."""
    server, promtool = program("prometheus"), program("promtool")
    made_site(folder)
    place, port = f"127.0.0.1:{free_port()}", free_port()
    rules = folder / "alerts.yml"
    rules.write_text(RULES.read_text())
    checked = subprocess.run([promtool, "check", "rules", rules], capture_output=True, text=True)
    check(checked.returncode == 0, f"promtool check rules: {checked.stdout}{checked.stderr}")
    tested = subprocess.run(
        [promtool, "test", "rules", RULES.with_name("alerts.test.yml")], capture_output=True, text=True)
    check(tested.returncode == 0, f"promtool test rules: {tested.stdout}{tested.stderr}")
    configuration = folder / "prometheus.yml"
    configuration.write_text(
        f"global: {{scrape_interval: 1s}}\nrule_files: [{rules}]\n"
        f"scrape_configs: [{{job_name: inklock, static_configs: [{{targets: ['{place}']}}]}}]\n")
    site = free_port()
    options = ("--site", folder / "site", "--data", folder / "data", "--port", site, "--metrics", place)
    watching = [
        server, f"--config.file={configuration}", f"--storage.tsdb.path={folder}/numbers",
        f"--web.listen-address=127.0.0.1:{port}", "--log.level=error",
    ]

    def asked(query):
        answer = read(f"http://127.0.0.1:{port}/api/v1/query?" + urllib.parse.urlencode({"query": query}))
        return json.loads(answer)["data"]["result"]

    with served(command, folder, *options), Running(watching, folder / "prometheus.log"):
        for path in ("/", "/api/session", "/livez"):
            with contextlib.suppress(urllib.error.HTTPError):
                read(f"http://127.0.0.1:{site}{path}")
        checked = subprocess.run(
            [promtool, "check", "metrics"], input=read(f"http://{place}/metrics"), capture_output=True, text=True)
        check(checked.returncode == 0, f"promtool check metrics: {checked.stdout}{checked.stderr}")
        wait_until(lambda: asked('up{job="inklock"} == 1'), "Prometheus reads the numbers", 60)
        text, number = rules.read_text() + DASHBOARD.read_text(), r"\b((?:inklock|process)_[a-z_]+)"
        named = set(re.findall(number, text))
        for name in sorted(named):
            wait_until(lambda name=name: asked(name), f"{name} is named, and not among the numbers")
        labels = {
            (name, label) for name, inner in re.findall(number + r"\{([^}]*)\}", text)
            for label in re.findall(r"(\w+) *(?:=~|!~|!=|=)", inner)}
        labels |= {
            (name, label) for by, name in re.findall(r"by \(([\w, ]+)\) \((?:\w+\()?" + number, text)
            for label in by.split(", ")}
        for name, label in sorted(labels):
            wait_until(
                lambda query=f'{name}{{{label}!=""}}': asked(query), f"the label {label} of {name} is named, and is not there")
    return f"{len(named)} numbers, {len({label for _, label in labels})} labels"


def read(url):
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read().decode()
