# SPDX-License-Identifier: MIT
"""The difference between a rasteriser's coverage and 16 × 16 samples of each pixel."""

import numpy


def exactness(reference, alpha):
    """Returns differences of 255 on the pixels that either covers partly, and how many are off by more than 16."""
    expected = reference.astype(numpy.float64) * 255 / 256
    difference = numpy.abs(alpha.astype(numpy.float64) - expected)
    edge = ((reference > 0) & (reference < 256)) | ((alpha > 0) & (alpha < 255)) | (difference > 1)
    found = difference[edge]
    return {
        "worst": round(float(found.max()), 1), "mean": round(float(found.mean()), 2),
        "rms": round(float(numpy.sqrt((found**2).mean())), 2), "wrong": int((found > 16).sum()), "pixels": int(edge.sum()),
    }
