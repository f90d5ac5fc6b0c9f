# SPDX-License-Identifier: MIT
"""The bytes of gestures (docs/SPEC.md, "Gesture bytes"), and gestures that cost much."""

import math

# The largest coordinate, in sixteenths of a picture unit.
LARGEST = 1 << 24


def varint(number):
    bytes_ = bytearray()
    while number > 127:
        bytes_.append(number & 127 | 128)
        number >>= 7
    return bytes(bytes_ + bytes([number]))


def zigzag(number):
    return varint(2 * number if number >= 0 else -2 * number - 1)


def gesture(paths):
    """The bytes of open paths, each a list of (x, y, time) in sixteenths of a picture unit and milliseconds."""
    encoded = bytearray(b"INKG\x01" + varint(len(paths)))
    last = (0, 0, 0)
    for path in paths:
        encoded += varint(0) + varint(1) + varint(len(path))
        encoded += b"".join(zigzag(value - before) for value, before in zip(path[0], last))
        for before, point in zip(path, path[1:]):
            encoded += zigzag(point[0] - before[0]) + zigzag(point[1] - before[1]) + varint(point[2] - before[2])
        last = path[0]
    return bytes(encoded)


def wide_strokes(count):
    """Strokes of two points, each much longer than a picture."""
    return gesture([[(-LARGEST, 50 * i, 20 * i), (LARGEST, 50 * i + 25, 20 * i + 10)] for i in range(count)])


def arcs(points, shift=0):
    """A drawing that may be a password, of eight arcs."""
    return gesture([
        [(round(16 * (100 + 150 * arc + 60 * math.cos(5 * i / points + arc) + shift)), round(16 * (150 + 60 * math.sin(5.5 * i / points))),
          1000 * arc + 10 * i) for i in range(points)]
        for arc in range(8)])
