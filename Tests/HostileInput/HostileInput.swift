// SPDX-License-Identifier: MIT
import Foundation

/// A reader of bytes of unknown origin, as fuzzing and the everyday tests drive it: what it accepts has to keep what the
/// reader's documentation promises, within a processor time that the number of bytes justifies.
public struct HostileInput: Sendable, CustomStringConvertible {
    /// The reader's name, which is also that of its folder in `Fuzz/Corpus`.
    public let name: String
    /// Microseconds of processor time that any input may take in an optimised build.
    let base: Double
    /// Microseconds beyond that for each byte of the input.
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
        // What is read is rendered, up to the evidence's limits.
        HostileInput("evidence", base: 2_000_000, perByte: 20, evidence),
        // A gesture is compared by its raster, whose cost does not depend on how few points there are.
        HostileInput("gestures", base: 50_000, perByte: 20, drawnGestures),
        HostileInput("gesture-bytes", base: 50_000, perByte: 20, gestureBytes),
        // What comes out may be a thousand times as large as what goes in, up to the limit that the targets set.
        HostileInput("gzip", base: 60_000, gzip), HostileInput("png", base: 250_000, perByte: 5, png),
        HostileInput("inkml", perByte: 20, inkML), HostileInput("json", perByte: 20, json),
        HostileInput("ledger-entry", ledgerEntry), HostileInput("strokes", perByte: 20, strokes),
        HostileInput("time-series", perByte: 40, timeSeries),
        HostileInput("vault-record", vaultRecord),
    ]

    /// Hands bytes to the reader.
    /// - Parameters:
    ///   - bytes: anything.
    ///   - slowness: how many times longer than an optimised build this one may take.
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

    /// Of this thread alone, so that a busy machine does not matter.
    private static func processorMicroseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1000
    }
}

/// An action of a reader that it promises not to take.
public struct BrokenPromiseError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// - Throws: ``BrokenPromiseError`` unless the promise is kept.
func require(_ isKept: Bool, _ promise: @autoclosure () -> String = "what was read is sound") throws {
    guard isKept else { throw BrokenPromiseError(promise()) }
}
