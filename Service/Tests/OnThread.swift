// SPDX-License-Identifier: MIT
import Foundation

/// Does what blocks on a thread of its own: other tests, and services in this process, need the threads of tasks.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { done in
        Thread { done.resume(returning: Result { try body() }) }.start()
    }
    return try result.get()
}

/// Returns a Boolean value that indicates whether a condition holds within a minute, without blocking a thread.
func eventually(_ holds: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try await holds() { return true }
        try await Task.sleep(for: .milliseconds(20))
    }
    return try await holds()
}
