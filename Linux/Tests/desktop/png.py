# SPDX-License-Identifier: MIT
"""A reader of the PNG files that the engine writes: 8 bits a channel, RGBA."""

import struct
import zlib


def decoded(data):
    """Returns the width, the height and the rows of RGB bytes."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    place, stream = 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert (depth, interlaced) == (8, 0) and color in (2, 6), (depth, color)
        elif kind == b"IDAT":
            stream += body
        place += length + 12
    size = 4 if color == 6 else 3
    line = width * size
    raw, last, rows = zlib.decompress(stream), bytearray(line), []
    for y in range(height):
        kind, row = raw[y * (line + 1)], bytearray(raw[y * (line + 1) + 1:(y + 1) * (line + 1)])
        for i in range(line):
            left, up = row[i - size] if i >= size else 0, last[i]
            corner = last[i - size] if i >= size else 0
            row[i] = row[i] + (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind] & 0xFF
        rows.append(row)
        last = row
    rgb = bytearray(width * height * 3)
    joined = b"".join(rows)
    for channel in range(3):
        rgb[channel::3] = joined[channel::size]
    return width, height, bytes(rgb)


def paeth(left, up, corner):
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))
