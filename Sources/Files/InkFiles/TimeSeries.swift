// SPDX-License-Identifier: MIT

/// One signature as ISO/IEC 19794-7 stores it: a value of each channel for each sample.
public struct TimeSeries: Hashable, Sendable {
    /// A channel of a signature, with its description and values.
    public struct Column: Hashable, Sendable {
        /// The channel.
        public var channel: TimeSeriesChannel
        /// The factor between real and stored values: real = stored ÷ factor. `nil` if the record states none.
        public var scale: TimeSeriesScale?
        /// The sensor's minimum value, as stored.
        public var minimum: Int32?
        /// The sensor's maximum value, as stored.
        public var maximum: Int32?
        /// The mean of the values, as stored.
        public var mean: Int32?
        /// The standard deviation of the values, as stored.
        public var standardDeviation: Int32?
        /// A Boolean value that indicates whether the record states that the value never changes.
        public var isConstant = false
        /// A Boolean value that indicates whether the linear component was removed from the values.
        public var isLinearComponentRemoved = false
        /// The stored values, one for each sample. Empty for a constant channel that the samples leave out.
        public var values: [Int32]

        public init(_ channel: TimeSeriesChannel, scale: TimeSeriesScale? = nil, values: [Int32] = []) {
            self.channel = channel
            self.scale = scale
            self.values = values
        }

        /// Returns the value of a sample in the channel's unit, or the stored value if the record states no scale.
        ///
        /// A constant channel without values has its mean in every sample, or 1 without a mean.
        public func value(at index: Int) -> Double {
            Double(values.isEmpty ? mean ?? 1 : values[index]) / (scale?.value ?? 1)
        }
    }

    /// The channels in the standard's order. Each occurs at most once.
    public var columns: [Column]
    /// The number of samples.
    public var count: Int
    /// Data of the program that wrote the record, at most 65,535 bytes.
    public var extendedData: [UInt8] = []
    /// The circumstances of the capture; `nil` in records of the 2007 edition.
    public var capture: TimeSeriesCapture?

    public init(_ columns: [Column], count: Int) {
        self.columns = columns
        self.count = count
    }

    /// Returns the column of a channel, or `nil`.
    public subscript(_ channel: TimeSeriesChannel) -> Column? { columns.first { $0.channel == channel } }
}
