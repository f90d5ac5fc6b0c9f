// SPDX-License-Identifier: MIT
import Foundation
import HostileHTTP

private let service: HostileHTTP = {
    let folder = NSTemporaryDirectory() + "inklock-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    do { return try HostileHTTP(folder: folder) } catch { fatalError("\(error)") }
}()

/// The factor by which address checks and coverage counters slow code down.
private let slowness = 10.0

/// Runs one input; libFuzzer calls it with each.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try service.feed(Array(UnsafeBufferPointer(start: start, count: count)), slowness: slowness)
    } catch {
        fatalError("\(error)")
    }
    return 0
}
