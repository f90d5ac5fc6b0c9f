// SPDX-License-Identifier: MIT

/// A node with its time, as a ``StrokeModeler`` takes it.
@frozen public struct TimedNode: Hashable, Sendable {
    /// The position and width.
    public var node: InkNode
    /// The time in seconds since the start of the stroke.
    public var time: Double

    @inlinable public init(_ node: InkNode, time: Double) {
        self.node = node
        self.time = time
    }
}
