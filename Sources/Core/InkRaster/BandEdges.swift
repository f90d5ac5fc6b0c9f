// SPDX-License-Identifier: MIT

/// The edges of an outline, in a list for each band of rows that they cross next.
struct BandEdges {
    private var edges: [OutlineEdge] = []
    private var bands: [Band] = []
    /// The number of rows in a band, as a power of 2.
    private var shift: Int64 = 0
    private var width: Int64 = 0

    private struct Band {
        /// The first edge, or −1 for none.
        var first: Int32 = -1
        /// An upper bound of the number of pieces of all edges.
        var pieceLimit = 0
    }

    /// Removes all edges, and prepares for a clip of `height` rows.
    mutating func prepare(width: Int32, height: Int32, shift: Int64) {
        self.width = Int64(width)
        self.shift = shift
        edges.removeAll(keepingCapacity: true)
        bands.removeAll(keepingCapacity: true)
        bands.append(contentsOf: repeatElement(Band(), count: (Int(height) &- 1) >> shift &+ 1))
    }

    @inline(__always) func isEmpty(_ band: Int) -> Bool { bands[band].first < 0 }

    /// An upper bound of the number of pieces into which pixel borders cut the edges of a band.
    @inline(__always) func pieceLimit(_ band: Int) -> Int { bands[band].pieceLimit }

    /// Adds an edge to the list of its first band within the clip.
    @inline(__always) mutating func append(_ edge: OutlineEdge) {
        edges.append(edge)
        link(edges.count &- 1, to: Int(truncatingIfNeeded: max(edge.y0, 0) >> (shift &+ 8)))
    }

    /// Removes an edge from a band and returns it. An edge that continues below the band moves on to the next.
    @inline(__always) mutating func pop(_ band: Int) -> OutlineEdge? {
        let first = bands[band].first
        guard first >= 0 else { return nil }
        let i = Int(first)
        let edge = edges[i]
        bands[band].first = edge.next
        if edge.y1 > Int64(band &+ 1) << (shift &+ 8) && band &+ 1 < bands.count { link(i, to: band &+ 1) }
        return edge
    }

    @inline(__always) private mutating func link(_ i: Int, to band: Int) {
        bands[band].pieceLimit &+= edges[i].pieceLimit(rowCount: 1 << shift, width: width &+ 1)
        edges[i].next = bands[band].first
        bands[band].first = Int32(truncatingIfNeeded: i)
    }
}
