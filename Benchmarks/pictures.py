# SPDX-License-Identifier: MIT
"""Draws strokes enlarged four times, to look at: `.cache/benchmarks/bin/python Benchmarks/pictures.py FOLDER`.

Each picture shows the same samples five times: with the models `fair` and `smooth`, with the midpoint curve, with
perfect-freehand's algorithm (its Python package), and with signature_pad's method (`Comparison/signature_pad.py`). The
strokes are those of synthetic hands and, where INKLOCK_RECORDINGS or ../shared/data has recordings, of people. It needs
`scripts/bootstrap benchmarks` and the module of `scripts/build-wasm`.
"""

import argparse
import gzip
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
import skia
from perfect_freehand import get_stroke

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Benchmarks" / "Comparison"))
from signature_pad import circles  # noqa: E402

RECORDINGS = Path(os.environ.get("INKLOCK_RECORDINGS") or ROOT.parent / "shared" / "data")
MODELS = ("fair", "smooth", "midpoint-quadratic")
SCALE = 4
MARGIN = 10


def loops(seed, rate, noise, seconds=1.4, speed=90):
    """A word-like line: loops of changing height, sampled with a sensor's noise."""
    chance = random.Random(seed)
    heights = [chance.uniform(8, 26) for _ in range(12)]
    samples = []
    for index in range(int(seconds * rate)):
        t = index / rate
        letter = t * 4.5
        height = heights[int(letter) % 12]
        x = 20 + speed * t + 7 * math.sin(2 * math.pi * letter)
        y = 50 - height / 2 * (1 - math.cos(2 * math.pi * letter))
        samples.append([x + chance.uniform(-noise, noise), y + chance.uniform(-noise, noise), t, None])
    return [samples]


def corners(seed, rate, noise):
    """A zigzag of a pen that slows down where it turns."""
    chance = random.Random(seed)
    places = [(15 + 22 * i, 15 if i % 2 else 60) for i in range(6)]
    samples, t = [], 0.0
    for (ax, ay), (bx, by) in zip(places, places[1:]):
        count = int(0.28 * rate)
        for step in range(count):
            part = (1 - math.cos(math.pi * step / count)) / 2
            samples.append([ax + (bx - ax) * part + chance.uniform(-noise, noise), ay + (by - ay) * part + chance.uniform(-noise, noise), t, None])
            t += 1 / rate
    return [samples]


def marks(_):
    """Dots, a tick, a fast dash, a slow dash and a firm dot."""
    dash = lambda x, y, length, count, time: [[x + length * i / (count - 1), y, time * i / (count - 1), None] for i in range(count)]
    tick = [[60 + 5 * i, 30 + 5 * i, i / 60, None] for i in range(4)] + [[75 + 8 * i, 45 - 9 * i, (4 + i) / 60, None] for i in range(1, 4)]
    firm = [[20, 60, i / 60, 0.9] for i in range(6)]
    return [[[20, 20, 0, None]], dash(20, 40, 0.6, 4, 0.1), firm, tick, dash(60, 65, 50, 5, 0.06), dash(60, 80, 50, 60, 1.0)]


def synthetic():
    yield "marks", marks(0)
    for seed in (1, 2):
        yield f"loops-60-clean-{seed}", loops(seed, 60, 0)
        yield f"loops-120-noisy-{seed}", loops(seed, 120, 0.3)
    yield "corners-60-clean", corners(3, 60, 0)
    yield "corners-120-noisy", corners(3, 120, 0.3)


def recorded():
    fixtures = RECORDINGS / "fixtures"
    if not fixtures.exists():
        print("There are no recordings, so people's strokes are left out.")
        return
    for name, points in json.loads((fixtures / "perfect_freehand_inputs.json").read_text()).items():
        if len(points) < 90:
            continue
        timed = len(points[0]) > 3
        yield f"pf-{name}", [[[p[0], p[1], p[3] / 1000 if timed else i / 120, None] for i, p in enumerate(points)]]
    for name, strokes in json.loads((fixtures / "signature_pad.json").read_text()).items():
        yield f"sp-{name}", [[[p[0], p[1], (p[2] - stroke[0][2]) / 1000, None] for p in stroke] for stroke in strokes]
    for file, labels, users in (("mmg_plus/mmg_plus", ("H", "5-star", "halfnote", "pitchfork"), (1, 5, 9)), ("dollar1/dollar1", ("star", "pigtail", "left_curly_brace", "check"), (2, 5))):
        seen = set()
        with gzip.open(RECORDINGS / f"{file}.ndjson.gz", "rt") as lines:
            for line in lines:
                sample = json.loads(line)
                key = sample["label"], int(sample["user"]) if str(sample["user"]).isdigit() else sample["user"]
                if key in seen or key[0] not in labels or (isinstance(key[1], int) and key[1] not in users):
                    continue
                seen.add(key)
                yield f"{file.split('/')[1]}-{key[0]}-{key[1]}", [[[x, y, (t - stroke[0][2]) / 1000, None] for x, y, t in stroke] for stroke in sample["strokes"]]


def placed(strokes):
    """Returns the strokes with their top left at the margin, and the size that holds them, at most 240 × 200 points."""
    xs = [p[0] for stroke in strokes for p in stroke]
    ys = [p[1] for stroke in strokes for p in stroke]
    left, top = min(xs), min(ys)
    factor = min(1, 220 / max(max(xs) - left, 1), 180 / max(max(ys) - top, 1))
    moved = [[[(x - left) * factor + MARGIN, (y - top) * factor + MARGIN, max(0, t), p] for x, y, t, p in stroke] for stroke in strokes]
    width, height = (math.ceil((most - least) * factor + 2 * MARGIN) for least, most in ((left, max(xs)), (top, max(ys))))
    return moved, width, height


def drawn(strokes, width, height, draw):
    """Returns an image of the strokes, each drawn by `draw(stroke, canvas, paint)`."""
    surface = skia.Surface(width * SCALE, height * SCALE)
    paint = skia.Paint(AntiAlias=True, Color=skia.ColorSetARGB(255, 20, 32, 60))
    with surface as canvas:
        canvas.scale(SCALE, SCALE)
        for stroke in strokes:
            draw(stroke, canvas, paint)
    return surface.makeImageSnapshot()


def draw_freehand(stroke, canvas, paint):
    has_pressure = stroke[0][3] is not None
    points = [(x, y, p if has_pressure else 0.5) for x, y, _, p in stroke]
    outline = get_stroke(points, size=4.5, simulate_pressure=not has_pressure)
    if outline:
        canvas.drawPath(skia.Path.Polygon([skia.Point(*p) for p in outline], True), paint)


def draw_circles(stroke, canvas, paint):
    for x, y, diameter in circles(stroke):
        canvas.drawCircle(x, y, diameter / 2, paint)


def sheet(name, strokes, folder, scratch):
    strokes, width, height = placed(strokes)
    jobs = [{"path": str(scratch / model), "width": width, "height": height, "scale": SCALE, "model": model, "strokes": strokes} for model in MODELS]
    subprocess.run(["node", ROOT / "Benchmarks" / "Peers" / "render.mjs"], input=json.dumps(jobs), text=True, check=True)
    size = width * SCALE, height * SCALE
    images = [skia.Image.fromarray(numpy.fromfile(scratch / model, dtype=numpy.uint8).reshape(size[1], size[0], 4), skia.kRGBA_8888_ColorType) for model in MODELS]
    images += [drawn(strokes, width, height, draw) for draw in (draw_freehand, draw_circles)]
    columns = 2 if size[0] > 500 else 5
    rows = math.ceil(len(images) / columns)
    surface = skia.Surface(columns * (size[0] + 8), rows * (size[1] + 24))
    font = skia.Font(skia.Typeface("DejaVu Sans"), 14)
    with surface as canvas:
        canvas.clear(skia.ColorWHITE)
        for index, (title, image) in enumerate(zip((*MODELS, "perfect-freehand", "signature_pad's method"), images)):
            x, y = index % columns * (size[0] + 8), index // columns * (size[1] + 24)
            canvas.drawImage(image, x, y + 24)
            canvas.drawString(f"{name}: {title}", x + 4, y + 16, font, skia.Paint(Color=skia.ColorBLACK))
    surface.makeImageSnapshot().save(str(folder / f"{name}.png"), skia.kPNG)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder for the pictures")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for name, strokes in (*synthetic(), *recorded()):
            sheet(name, strokes, folder, Path(scratch))


if __name__ == "__main__":
    main()
