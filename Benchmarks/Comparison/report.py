# SPDX-License-Identifier: MIT
"""The figures of the ink engine as rows with targets, and as a table."""

from dataclasses import dataclass

ENGINES = {
    "inklock": "InkLock", "cairo": "Cairo, best", "cairo-default": "Cairo, default", "agg": "AGG", "skia": "Skia",
    "article": "Harwig's triangles",
}


@dataclass
class Row:
    what: str
    figure: str
    target: str
    # None if there is no target.
    is_met: bool | None
    beside: str = ""


def least(figures, name):
    return figures["times"][name]["min"]


def cairo_ratio(figures, name, job="inklock"):
    """Returns how many times as fast as Cairo, in the quality that is faster, InkLock clears and fills an input."""
    return min(least(figures, f"cairo {name}"), least(figures, f"cairo-default {name}")) / least(figures, f"{job} {name}")


def at_most(value, limit):
    return value <= limit


def rows(figures):
    """Returns the rows of the table, in order."""
    times, quality = figures["times"], figures["quality"]
    inputs = list(figures["exactness"])
    point = {name: least(figures, name) / 10_000 for name in ("trace-fair", "trace-article", "curve-fair", "edit", "edit-blocks", "wasm-trace", "wasm-edit")}
    found = [
        Row("width, curve and outline, in blocks: a point of 10,000", f"{point['trace-fair']:.0f} ns", "35", at_most(point["trace-fair"], 35),
            f"the midpoint curve {point['trace-article']:.0f} ns"),
        Row("the same, sample by sample through the editor", f"{point['edit']:.0f} ns", "75", at_most(point["edit"], 75),
            f"in blocks {point['edit-blocks']:.0f} ns"),
        Row("the same in WebAssembly, in one call", f"{point['wasm-trace']:.0f} ns", "80", at_most(point["wasm-trace"], 80),
            f"a call each {point['wasm-edit']:.0f} ns"),
    ]
    for name in inputs:
        limit = 4.5 if name == "cursive" else 4
        ratio = cairo_ratio(figures, name)
        found.append(Row(f"clear and fill, {name}: times as fast as Cairo", f"{ratio:.1f}", f"≥ {limit}", ratio >= limit))
    for name in inputs:
        ratio = cairo_ratio(figures, name, "inklock-threads")
        found.append(Row(f"the same on two threads, {name}", f"{ratio:.1f}", "≥ 6", ratio >= 6))
    for name in inputs:
        worst = figures["exactness"][name]["inklock"]["worst"]
        found.append(Row(f"exactness, {name}: worst pixel of 255", f"{worst:.1f}", "9", at_most(worst, 9)))
    for name in inputs:
        value = least(figures, f"wasm {name}") / 1e6
        limit = 1.2 if name == "cursive" else None
        found.append(Row(f"trace, clear and fill in WebAssembly, {name}", f"{value:.2f} ms", f"{limit or ''}", limit and at_most(value, limit)))
    live = times["live"]
    p50, p99 = live["p50"] / 1e3, live["p99"] / 1e3
    found.append(Row("one sample to pixels, up to the 10,000th: p50; p99", f"{p50:.1f}; {p99:.1f} µs", "6; 20", p50 <= 6 and p99 <= 20))
    if figures["allocations"]:
        count = figures["allocations"]
        found.append(Row("samples that allocate memory", f"{count['with']} of {count['samples']:,}", "0 at p99", count["p99"] == 0))
    if figures["browser"]:
        page = figures["browser"]
        found.append(Row("Chromium, pointer event to pixels, 1,000 points: p50; p99", f"{page['p50']:.2f}; {page['p99']:.2f} ms", "p99 0.5", at_most(page["p99"], 0.5), f"one stroke, p99: {page['stroke p99']:.2f} ms"))
    clean, noisy = quality["60 Hz ± 0.0"], quality["120 Hz ± 0.3"]
    found += [
        Row("jump of the direction, 95th percentile", f"{abs(clean['fair']['tangentJump']):.1f}°", "0°", at_most(clean["fair"]["tangentJump"], 1e-6), f"the midpoint curve's {clean['article']['tangentJump']:.1f}°"),
        Row("jump of the curvature, 60 Hz clean, 95th percentile", f"{clean['fair']['curvatureJump']:.3f} a point", "0.05", at_most(clean["fair"]["curvatureJump"], 0.05), f"the midpoint curve's {clean['article']['curvatureJump']:.2f}"),
        Row("distance from the true curve, 60 Hz clean, rms", f"{clean['fair']['deviation']:.3f} points", "0.02", at_most(clean["fair"]["deviation"], 0.02), f"the midpoint curve's {clean['article']['deviation']:.3f}"),
        Row("the same, 120 Hz ± 0.3 points", f"{noisy['fair']['deviation']:.3f} points", "0.08", at_most(noisy["fair"]["deviation"], 0.08), f"the midpoint curve's {noisy['article']['deviation']:.3f}"),
        Row("lag of the line's end behind the pen", f"{abs(noisy['fair']['lag']):.2f} samples", "2", at_most(noisy["fair"]["lag"], 2), f"still moves for {noisy['fair']['settling']:.0f} samples"),
    ]
    for name, device in (("60 Hz clean", clean), ("120 Hz ± 0.3", noisy)):
        errors = device["prediction"]
        ratio = errors["with"] / errors["without"]
        found.append(Row(f"error of a prediction 16 ms ahead, {name}, to none", f"{ratio:.2f}", "0.5", at_most(ratio, 0.5), f"{errors['with']:.2f} of {errors['without']:.2f} points"))
    module = figures["modules"]["inklock-signature.wasm"]
    equal = sum(each["native"] == each["module"] for each in figures["digests"].values())
    found += [
        Row("samples kept", f"{figures['kept'] * 100:.0f} %", "100 %", figures["kept"] == 1),
        Row("signature module, gzip", f"{module / 1024:.1f} KB", "42", at_most(module / 1024, 42), "signature_pad 4.2, perfect-freehand 1.7 KB"),
        Row("inputs with one SHA-256 natively and in WebAssembly", f"{equal} of {len(figures['digests'])}", "all", equal == len(figures["digests"]), "drawings: `node Vectors/check.mjs`"),
    ]
    return found


def cells(*values):
    return f"| {' | '.join(values)} |"


def rasterisers(figures):
    """Returns a table of every rasteriser's times and differences."""
    inputs = list(figures["exactness"])
    lines = [cells("µs; worst and mean of 255", *inputs, *inputs)]
    lines.append("|---" * (1 + 2 * len(inputs)) + "|")
    for engine, title in ENGINES.items():
        times = [f"{least(figures, f'{engine} {name}') / 1e3:,.0f}" for name in inputs]
        each = [figures["exactness"][name][engine] for name in inputs]
        lines.append(cells(title, *times, *(f"{one['worst']:.0f}; {one['mean']:.2f}" for one in each)))
    return lines


def report(table, figures):
    """Returns the tables in Markdown, with what they were measured on."""
    where = figures["conditions"]
    lines = [cells("what", "InkLock", "target", "met", "beside it"), "|---|---|---|---|---|"]
    for row in table:
        mark = "" if row.is_met is None else "yes" if row.is_met else "no"
        lines.append(cells(row.what, row.figure, row.target, mark, row.beside))
    met = sum(row.is_met is True for row in table)
    count = sum(row.is_met is not None for row in table)
    lines += ["", *rasterisers(figures), ""]
    lines.append(f"{met} of {count} targets are met. Least of {where['runs']} runs on {where['cores']} cores of this processor: {where['processor']}.")
    lines.append(f"Swift {where['swift']}, Cairo {where['cairo']}, AGG {where['agg']}, skia-python {where['skia']} and Node {where['node']}.")
    return "\n".join(lines)
