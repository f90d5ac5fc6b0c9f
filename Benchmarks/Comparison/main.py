# SPDX-License-Identifier: MIT
"""Measures the ink engine beside other libraries; `Benchmarks/compare` calls it."""

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
from exactness import exactness
from peer import Peer
from plot import plot
from report import report, rows
from skia_fill import SkiaFill

ROOT = Path(__file__).resolve().parent.parent.parent
SIZE = (1800, 600)
# The runs of each request. The first one is dropped.
RUNS = 5


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=Path, required=True, help="the folder of the built programs")
    parser.add_argument("--rounds", type=int, default=25, help="how often each engine is asked")
    parser.add_argument("--write", action="store_true", help="write the figures into docs")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--no-browser", action="store_true", help="leave the browser out")
    return parser.parse_args()


def recorded_hey(folder):
    """Writes the recorded word, if there is one, as a file of positions."""
    home = Path(os.environ.get("INKLOCK_RECORDINGS") or ROOT.parent / "shared" / "data")
    source = home / "fixtures" / "perfect_freehand_inputs.json"
    if not source.exists():
        print("There are no recordings, so the figures of the recorded word “hey” are left out.", file=sys.stderr)
        return {}
    path = folder / "hey.txt"
    path.write_text("".join(f"{x} {y}\n" for x, y in json.loads(source.read_text())["hey"]))
    return {"hey": path}


class Measurement:
    """All engines, asked in turn so that a busy moment hits all of them."""

    def __init__(self, programs, folder):
        recorded = recorded_hey(folder)
        self.inputs = ["cursive", "overlapping", *recorded]
        self.folder = folder
        serve = [programs / "release" / "InkBenchmarks", "--serve", *(f"{name}={path}" for name, path in recorded.items())]
        self.engine = Peer(serve)
        self.counting = Peer(serve, preload=programs / "allocations.so")
        vertices = {name: self._file("vertices", name) for name in self.inputs}
        samples = {name: self._file("samples", name) for name in ["long", *self.inputs]}
        self.agg = Peer([programs / "agg", *(word for pair in vertices.items() for word in pair)])
        self.module = Peer(["node", ROOT / "Benchmarks" / "Peers" / "wasm.mjs", *(word for pair in samples.items() for word in pair)])
        self.skia = SkiaFill(vertices, *SIZE)

    def _file(self, kind, name, peer=None):
        path = self.folder / f"{kind}-{name}"
        (peer or self.engine).ask("file", kind, name, path)
        return path

    def _jobs(self):
        """Returns, for each figure, a function that measures it `RUNS` times."""
        def timed(peer, job, name):
            return lambda: peer.numbers("time", job, name, RUNS)

        jobs = {job: timed(self.engine, job, "-") for job in ("trace-fair", "trace-article", "curve-fair", "edit", "edit-blocks")}
        jobs |= {"wasm-trace": timed(self.module, "trace", "long"), "wasm-edit": timed(self.module, "edit", "long")}
        for name in self.inputs:
            for engine in ("inklock", "inklock-threads", "cairo", "cairo-default", "article"):
                jobs[f"{engine} {name}"] = timed(self.engine, engine, name)
            jobs[f"agg {name}"] = timed(self.agg, "agg", name)
            jobs[f"skia {name}"] = lambda name=name: self.skia.times(name, RUNS)
            jobs[f"wasm {name}"] = timed(self.module, "raster", name)
        return jobs

    def times(self, rounds):
        """Returns the least and the median nanoseconds of each figure."""
        all_times = {}
        live = []
        for _ in range(rounds):
            for figure, measure in self._jobs().items():
                all_times.setdefault(figure, []).extend(measure()[1:])
            live.append(self.engine.numbers("live", 10_000, 1_000))
        figures = {name: {"min": min(values), "median": float(numpy.median(values))} for name, values in all_times.items()}
        # Each sample's own least time: what it costs on a machine that does nothing else.
        least = numpy.min(live, axis=0)
        figures["live"] = {"p50": float(numpy.percentile(least, 50)), "p99": float(numpy.percentile(least, 99))}
        return figures

    def exactness(self):
        """Returns how far each engine's pixels are from 16 × 16 supersampling."""
        found = {}
        for name in self.inputs:
            reference = numpy.fromfile(self._file("reference", name), dtype=numpy.uint16)
            alphas = {engine: self._alpha(engine, name) for engine in ("inklock", "cairo", "cairo-default", "article")}
            alphas |= {"agg": self._alpha("agg", name, self.agg), "skia": self.skia.alpha(name)}
            found[name] = {engine: exactness(reference, alpha) for engine, alpha in alphas.items()}
        return found

    def _alpha(self, engine, name, peer=None):
        return numpy.fromfile(self._file(engine, name, peer), dtype=numpy.uint8)

    def allocations(self):
        """Returns the allocations by each of 1,000 samples, or nothing where they cannot be counted."""
        answer = self.counting.ask("allocations", 10_000, 1_000)
        return None if answer == "unknown" else [int(word) for word in answer.split()]

    def digests(self):
        """Returns the SHA-256 of each input's pixels, natively and in the browser's module."""
        def digest(path):
            return hashlib.sha256(path.read_bytes()).hexdigest()

        return {name: {"native": digest(self._file("rgba", name)), "module": digest(self._file("rgba", name, self.module))} for name in self.inputs}

    def close(self):
        for peer in (self.engine, self.counting, self.agg, self.module):
            peer.close()


def conditions():
    """Returns what the times depend on."""
    def first(command, pattern):
        found = re.search(pattern, subprocess.run(command, capture_output=True, text=True).stdout)
        return found[1] if found else "?"

    processor = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return {
        "processor": processor[1] if processor else platform.machine(),
        "cores": os.cpu_count(),
        "swift": first(["swift", "--version"], r"Swift version (\S+)"),
        "cairo": first(["pkg-config", "--modversion", "cairo"], r"(\S+)"),
        "agg": first(["dpkg-query", "--show", "--showformat=${Version}", "libagg-dev"], r"(?:\d+:)?([\d.]+)"),
        "skia": subprocess.run([sys.executable, "-c", "import importlib.metadata as m; print(m.version('skia-python'))"], capture_output=True, text=True).stdout.strip(),
        "node": first(["node", "--version"], r"v(\S+)"),
    }


def module_sizes():
    """Returns the bytes of each module for the browser, compressed with gzip -9."""
    sizes = {}
    for path in sorted((ROOT / "Web").glob("*.wasm")):
        sizes[path.name] = len(subprocess.run(["gzip", "-9", "--no-name", "--stdout", path], capture_output=True, check=True).stdout)
    return sizes


def browser():
    """Returns the figures of Benchmarks/browser_ink.py, or nothing without Chromium."""
    if not shutil.which("chromium"):
        print("There is no Chromium, so the browser's figures are left out.", file=sys.stderr)
        return None
    script = ROOT / "Benchmarks" / "browser_ink.py"
    return json.loads(subprocess.run([sys.executable, "-B", script, "--json"], check=True, stdout=subprocess.PIPE, text=True).stdout)


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        measurement = Measurement(options.programs, Path(folder))
        figures = {
            "conditions": conditions() | {"rounds": options.rounds, "runs": options.rounds * (RUNS - 1)},
            "exactness": measurement.exactness(),
            "digests": measurement.digests(),
            "allocations": measurement.allocations(),
            "kept": float(measurement.engine.ask("kept")),
            "quality": json.loads(measurement.engine.ask("quality")),
            "modules": module_sizes(),
            "times": measurement.times(options.rounds),
            "browser": None if options.no_browser else browser(),
        }
        measurement.close()
    if figures["allocations"] is not None:
        counts = figures["allocations"]
        figures["allocations"] = {"samples": len(counts), "with": sum(count > 0 for count in counts), "p99": float(numpy.percentile(counts, 99))}
    table = rows(figures)
    print(report(table, figures))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")
    if options.write:
        docs = ROOT / "docs"
        (docs / "benchmarks.json").write_text(json.dumps(figures, indent=1) + "\n")
        (docs / "benchmarks.svg").write_text(plot(figures))
        page = docs / "benchmarks.md"
        text = page.read_text()
        begin, end = text.index("<!-- figures -->\n"), text.index("<!-- end of figures -->")
        page.write_text(text[:begin] + "<!-- figures -->\n" + report(table, figures) + "\n" + text[end:])


if __name__ == "__main__":
    main()
