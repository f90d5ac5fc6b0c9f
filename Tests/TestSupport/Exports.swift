// SPDX-License-Identifier: MIT
// The generator that gives tests the same input everywhere.
@_exported import struct InkGeometry.SplitMix64
