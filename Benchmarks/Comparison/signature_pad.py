# SPDX-License-Identifier: MIT
"""Strokes as signature_pad draws them, written from the published descriptions of its method.

The method is Szymon Nowak's ("Smoother signatures", 2012): a cubic curve between every two samples, whose control
points follow Maxim Shemanarev ("Interpolation with Bezier curves", antigrain.com), drawn as circles whose width falls
with the filtered speed. The values are the defaults of version 5. The script itself is neither in Debian nor on PyPI.
"""

import math

MINIMUM_WIDTH, MAXIMUM_WIDTH = 0.5, 2.5
# The part of a new speed in the filtered one, and the distance in pixels below which a sample is left out.
SPEED_WEIGHT, MINIMUM_DISTANCE = 0.7, 5


def circles(stroke):
    """Yields the centre and diameter of each circle. `stroke` is a list of x, y, seconds and pressure."""
    places = kept(stroke)
    if len(places) == 1:
        yield places[0][0], places[0][1], (MINIMUM_WIDTH + MAXIMUM_WIDTH) / 2
        return
    speed, width = 0.0, (MINIMUM_WIDTH + MAXIMUM_WIDTH) / 2
    for index, (start, end) in enumerate(zip(places, places[1:])):
        before, after = places[max(index - 1, 0)], places[min(index + 2, len(places) - 1)]
        elapsed = (end[2] - start[2]) * 1000
        measured = math.dist(start[:2], end[:2]) / elapsed if elapsed > 0 else 0
        speed = SPEED_WEIGHT * measured + (1 - SPEED_WEIGHT) * speed
        next_width = max(MAXIMUM_WIDTH / (speed + 1), MINIMUM_WIDTH)
        curve = start[:2], controls(before, start, end)[1], controls(start, end, after)[0], end[:2]
        yield from along(curve, width, next_width)
        width = next_width


def kept(stroke):
    """Returns the samples that are far enough from the last one kept."""
    places = [stroke[0]]
    for sample in stroke[1:]:
        if math.dist(sample[:2], places[-1][:2]) > MINIMUM_DISTANCE:
            places.append(sample)
    return places


def controls(a, b, c):
    """Returns the control points before and after `b`."""
    before = [(p + q) / 2 for p, q in zip(a[:2], b[:2])]
    after = [(p + q) / 2 for p, q in zip(b[:2], c[:2])]
    lengths = math.dist(a[:2], b[:2]), math.dist(b[:2], c[:2])
    part = lengths[1] / sum(lengths) if sum(lengths) else 0
    moved = [p - (q + (r - q) * part) for p, q, r in zip(b[:2], after, before)]
    return [p + shift for p, shift in zip(before, moved)], [p + shift for p, shift in zip(after, moved)]


def along(curve, start, end):
    length = sum(math.dist(p, q) for p, q in zip(curve, curve[1:]))
    steps = max(1, math.ceil(length) * 2)
    for step in range(steps):
        t = step / steps
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
        x, y = (sum(weight * point[axis] for weight, point in zip(weights, curve)) for axis in (0, 1))
        yield x, y, start + t ** 3 * (end - start)
