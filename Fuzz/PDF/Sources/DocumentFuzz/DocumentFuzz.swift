// SPDX-License-Identifier: MIT
import Foundation

/// The factor by which address checks and coverage counters slow code down.
private let slowness = 10.0

private let reader = HostileDocument()

/// Runs one input; libFuzzer calls it with each.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        do { try await reader.feed(bytes, slowness: slowness) } catch { fatalError("pdf: \(error)") }
        done.signal()
    }
    done.wait()
    return 0
}
