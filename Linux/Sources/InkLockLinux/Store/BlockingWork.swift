// SPDX-License-Identifier: MIT
import Dispatch
import InkLock

/// Work that waits for the system, on threads other than Swift's own, of which there is one a core.
enum BlockingWork {
    private static let queue = DispatchQueue(label: "InkLock", attributes: .concurrent)

    static func run<Result: Sendable>(
        _ work: @escaping @Sendable () throws(OwnerError) -> Result
    ) async throws(OwnerError) -> Result {
        let result = await withCheckedContinuation { waiter in
            queue.async {
                let result: Swift.Result<Result, OwnerError>
                do throws(OwnerError) { result = .success(try work()) } catch { result = .failure(error) }
                waiter.resume(returning: result)
            }
        }
        return try result.get()
    }
}
