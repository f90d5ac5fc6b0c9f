// SPDX-License-Identifier: MIT
import Foundation
import LockVault

extension Accounts {
    /// Returns the operation of a request that contains at least 128 random bits.
    package func operation(_ request: String) -> Operation { Operation(Data(request.utf8), secrets) }

    /// Runs `body` once for each operation. A repeated request gets the stored result.
    ///
    /// Requests of one operation run one after the other. If one fails after another succeeded, it gets the stored
    /// result too, because its proof may already have been used.
    func once<Result>(
        _ operation: Operation?, _ replay: (OperationResult) async throws(AccountError) -> Result,
        _ body: () async throws(AccountError) -> Result
    ) async throws(AccountError) -> Result {
        guard let operation else { return try await body() }
        await operations.enter(operation.id)
        do throws(AccountError) {
            let result: Result
            if let stored = try await stored(operation) {
                result = try await replay(stored)
            } else {
                result = try await first(operation, replay, body)
            }
            await operations.leave(operation.id)
            return result
        } catch {
            await operations.leave(operation.id)
            throw error
        }
    }

    private func first<Result>(
        _ operation: Operation, _ replay: (OperationResult) async throws(AccountError) -> Result,
        _ body: () async throws(AccountError) -> Result
    ) async throws(AccountError) -> Result {
        do throws(AccountError) { return try await body() } catch {
            // Another process may have been first.
            guard let stored = try? await stored(operation) else { throw error }
            return try await replay(stored)
        }
    }

    private func stored(_ operation: Operation) async throws(AccountError) -> OperationResult? {
        let now = now
        return try await read(.query) { try OperationTable(database: $0).find(operation, at: now) }
    }

    /// Starts the session of a stored result, for a repeated request.
    func repeated(_ result: OperationResult) async throws(AccountError) -> SignedIn {
        guard let token = result.session.flatMap({ CookieToken($0) }),
            let device = result.device.flatMap({ CookieToken($0) }),
            let notesKey = result.notesKey.flatMap({ NotesKey(text: $0) })
        else { throw .notSignedIn }
        let info = try await info(try await session(token, isUse: false))
        return SignedIn(
            session: info, token: token, device: device, notesKey: notesKey,
            recoveryCode: result.recoveryCode.flatMap { try? RecoveryCode($0) },
            failures: result.failures ?? Failures())
    }
}
