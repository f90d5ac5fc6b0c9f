// SPDX-License-Identifier: MIT
import Foundation

/// Does what blocks on a thread of its own: other tests, and services in this process, need the threads of tasks.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { done in
        Thread { done.resume(returning: Result { try body() }) }.start()
    }
    return try result.get()
}
