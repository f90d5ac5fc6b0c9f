# SPDX-License-Identifier: MIT
"""Skia's rasteriser on the processor, which fills outlines that are made before the clock starts."""

import time

import numpy
import skia


class SkiaFill:
    def __init__(self, files, width, height):
        self._surface = skia.Surface(width, height)
        self._paint = skia.Paint(AntiAlias=True, Color=skia.ColorSetARGB(255, 20, 33, 61))
        self._paths = {}
        for name, file in files.items():
            points = [skia.Point(x, y) for x, y in numpy.fromfile(file).reshape(-1, 2).tolist()]
            self._paths[name] = skia.Path.Polygon(points, True, skia.PathFillType.kWinding)

    def _fill(self, path):
        with self._surface as canvas:
            canvas.clear(0)
            canvas.drawPath(path, self._paint)

    def times(self, name, count):
        """Returns the nanoseconds of each run, to clear and to fill."""
        times = []
        for _ in range(count):
            begin = time.perf_counter_ns()
            self._fill(self._paths[name])
            times.append(time.perf_counter_ns() - begin)
        return times

    def alpha(self, name):
        self._fill(self._paths[name])
        return self._surface.toarray()[..., 3].reshape(-1)
