# SPDX-License-Identifier: MIT
"""A plot of time and exactness beside other libraries, as SVG that is readable on light and on dark pages."""

from report import ENGINES

STYLE = """
    text { font: 13px system-ui, sans-serif; fill: #24292f }
    .title { font-weight: 600; font-size: 15px }
    .small { font-size: 12px; fill: #57606a }
    .own { font-weight: 600 }
    .grid { stroke: #d0d7de }
    .cursive { fill: #0969da } .overlapping { fill: #1a7f37 } .hey { fill: #9a6700 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .small { fill: #9198a1 } .grid { stroke: #3d444d }
      .cursive { fill: #4493f8 } .overlapping { fill: #3fb950 } .hey { fill: #d29922 }
    }
"""
LABELS, PANEL, GAP, BAR, TOP = 120, 330, 60, 11, 78


def panel(left, title, unit, values, most, ticks, decimals):
    """Returns the elements of one panel: for each engine, a bar for each input."""
    parts = [f'<text class="title" x="{left}" y="24">{title}</text>', f'<text class="small" x="{left}" y="44">{unit}</text>']
    bottom = TOP + sum(len(each) * (BAR + 1) + 12 for each in values.values())
    for tick in ticks:
        x = left + PANEL * tick / most
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{bottom - 8}"/>')
        parts.append(f'<text class="small" x="{x:.1f}" y="{bottom + 8}" text-anchor="middle">{tick:,}</text>')
    y = TOP
    for each in values.values():
        for name, value in each.items():
            width = PANEL * value / most
            parts.append(f'<rect class="{name}" x="{left}" y="{y}" width="{width:.1f}" height="{BAR}" rx="2"/>')
            label = f"{value:,.{decimals}f}"
            parts.append(f'<text class="small" x="{left + width + 5:.1f}" y="{y + BAR - 1}" style="font-size:11px">{label}</text>')
            y += BAR + 1
        y += 12
    return parts, bottom


def plot(figures):
    engines = [engine for engine in ENGINES if engine != "article"]
    inputs = list(figures["exactness"])
    times = {engine: {name: figures["times"][f"{engine} {name}"]["min"] / 1e3 for name in inputs} for engine in engines}
    worst = {engine: {name: figures["exactness"][name][engine]["worst"] for name in inputs} for engine in engines}
    most, worst_most = (max(max(each.values()) for each in values.values()) for values in (times, worst))
    step = 500 if most > 1500 else 250
    left = LABELS
    slow, bottom = panel(left, "Time to clear and fill", "µs, 1800 × 600 pixels; less is better", times, most, range(0, int(most) + 1, step), 0)
    wrong, _ = panel(left + PANEL + GAP, "Worst pixel", "difference of 255 from 16 × 16 supersampling; less is better", worst, worst_most, range(0, int(worst_most) + 1, 40), 0)
    names = []
    y = TOP
    for engine in engines:
        height = len(inputs) * (BAR + 1)
        kind = ' class="own"' if engine == "inklock" else ""
        names.append(f'<text{kind} x="{LABELS - 10}" y="{y + height / 2 + 4:.0f}" text-anchor="end">{ENGINES[engine]}</text>')
        y += height + 12
    legend = []
    x = left
    for name in inputs:
        legend.append(f'<rect class="{name}" x="{x}" y="{bottom + 24}" width="11" height="11" rx="2"/>')
        legend.append(f'<text class="small" x="{x + 16}" y="{bottom + 34}">{name}</text>')
        x += 30 + 8 * len(name)
    width = LABELS + 2 * PANEL + GAP + 50
    body = "\n".join(f"  {part}" for part in (*names, *slow, *wrong, *legend))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom + 48}" viewBox="0 0 {width} {bottom + 48}" '
        f'role="img" aria-label="Time and exactness of InkLock, Cairo, AGG and Skia">\n'
        f"  <!-- SPDX-License-Identifier: MIT. Benchmarks/compare wrote this file. -->\n  <style>{STYLE}  </style>\n{body}\n</svg>\n")
