// SPDX-License-Identifier: MIT
import Foundation

/// A fuzz target: a reader of untrusted bytes. For all input, it must keep the guarantees of its documentation, in a
/// processor time that is linear in the number of bytes.
public struct HostileInput: Sendable, CustomStringConvertible {
    /// The reader's name, which is also that of its folder in `Fuzz/Corpus`.
    public let name: String
    /// The processor time in microseconds that every input may take in an optimised build.
    let base: Double
    /// The additional processor time in microseconds for each byte of input.
    let perByte: Double
    private let body: @Sendable ([UInt8]) throws -> Void

    init(
        _ name: String, base: Double = 20_000, perByte: Double = 2, _ body: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.base = base
        self.perByte = perByte
        self.body = body
    }

    /// Every reader, by name.
    public static let all: [HostileInput] = [
        HostileInput("cbor", cborItem), HostileInput("client-data", clientData),
        HostileInput("authenticator-data", authenticatorData),
        // The recorded samples are rendered, up to the evidence's limits.
        HostileInput("evidence", base: 2_000_000, perByte: 20, evidence),
        // A gesture is compared by its raster, whose cost does not depend on how few points there are.
        HostileInput("gestures", base: 50_000, perByte: 20, drawnGestures),
        HostileInput("gesture-bytes", base: 50_000, perByte: 20, gestureBytes),
        // The output may be a thousand times as large as the input, up to the limit that the targets set.
        HostileInput("gzip", base: 60_000, gzip), HostileInput("png", base: 250_000, perByte: 5, png),
        HostileInput("inkml", perByte: 20, inkML), HostileInput("json", perByte: 20, json),
        HostileInput("ledger-entry", ledgerEntry), HostileInput("strokes", perByte: 20, strokes),
        HostileInput("time-series", perByte: 40, timeSeries),
        HostileInput("vault-record", vaultRecord),
    ]

    /// Runs the reader.
    /// - Parameters:
    ///   - bytes: The input.
    ///   - slowness: The factor by which this build may be slower than an optimised build.
    /// - Throws: ``BrokenPromiseError``.
    public func feed(_ bytes: [UInt8], slowness: Double = 1) throws {
        let start = Self.processorMicroseconds()
        try body(bytes)
        let spent = Self.processorMicroseconds() - start
        let limit = (base + perByte * Double(bytes.count)) * slowness
        guard spent <= limit else {
            throw BrokenPromiseError(
                "\(bytes.count) bytes took \(Int(spent)) µs of processor time; \(Int(limit)) are allowed")
        }
    }

    public var description: String { name }

    /// The processor time of this thread, which does not depend on the load of the machine.
    private static func processorMicroseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1000
    }
}

/// The error of a reader that broke a guarantee.
public struct BrokenPromiseError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// - Throws: ``BrokenPromiseError`` unless the promise is kept.
func require(_ isKept: Bool, _ promise: @autoclosure () -> String = "what was read is sound") throws {
    guard isKept else { throw BrokenPromiseError(promise()) }
}
