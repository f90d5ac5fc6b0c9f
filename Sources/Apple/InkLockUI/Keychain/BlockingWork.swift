// SPDX-License-Identifier: MIT
import Dispatch

/// Work that waits for the system or the user, outside Swift's cooperative threads, which must not block.
enum BlockingWork {
    /// The queue is concurrent, because a call may wait for the user.
    private static let queue = DispatchQueue(label: "InkLock", qos: .userInitiated, attributes: .concurrent)

    /// Runs a call that blocks, and returns its result.
    static func run<Result: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let result = await withCheckedContinuation { waiter in
            queue.async {
                let result: Swift.Result<Result, Failure>
                do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
                waiter.resume(returning: result)
            }
        }
        return try result.get()
    }
}
