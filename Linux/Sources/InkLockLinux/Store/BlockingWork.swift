// SPDX-License-Identifier: MIT
import Dispatch

/// Work that waits for the system, on threads other than Swift's own, of which there is one a core.
enum BlockingWork {
    private static let queue = DispatchQueue(label: "InkLock", attributes: .concurrent)

    static func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let result = await withCheckedContinuation { waiter in
            queue.async {
                let result: Swift.Result<Result, Failure>
                do throws(Failure) { result = .success(try work()) } catch { result = .failure(error) }
                waiter.resume(returning: result)
            }
        }
        return try result.get()
    }
}
