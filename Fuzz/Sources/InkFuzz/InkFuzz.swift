// SPDX-License-Identifier: MIT
import Foundation
import HostileInput

/// The reader that the environment names.
private let reader: HostileInput = {
    let name = ProcessInfo.processInfo.environment["INKLOCK_FUZZ"] ?? ""
    guard let reader = HostileInput.all.first(where: { $0.name == name }) else {
        fatalError("INKLOCK_FUZZ names none of \(HostileInput.all)")
    }
    return reader
}()

/// The factor by which address checks and coverage counters slow code down.
private let slowness = 10.0

/// Runs one input; libFuzzer calls it with each.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try reader.feed(Array(UnsafeBufferPointer(start: start, count: count)), slowness: slowness)
    } catch {
        fatalError("\(reader): \(error)")
    }
    return 0
}
