// SPDX-License-Identifier: MIT
// Everything for drawings: capturing, rendering, handwriting, and reading and writing files.
@_exported import InkExport
@_exported import InkFiles
@_exported import InkGeometry
@_exported import InkHandwriting
@_exported import InkRaster
@_exported import InkStroke
@_exported import InkTrail
