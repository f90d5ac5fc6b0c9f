// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LocalAuthentication
import Security

/// Where the secrets are, and how their owner is asked.
extension KeychainOwner {
    /// Asks the owner, and does with the answer what the keychain would ask for again otherwise.
    func asking<Result: Sendable>(
        for name: String, _ prompt: OwnerPrompt,
        _ body: @escaping @Sendable (KeychainItem, LAContext) throws(KeychainRefusal) -> Result
    ) async throws(OwnerError) -> Result {
        let item = self.item(name)
        let place = self.mark(name)
        let mark = try await off { () throws(OwnerError) in
            let mark = try Self.refusing { () throws(KeychainRefusal) in try Self.read(place) }
            guard let mark else { throw .absent }
            // Who has nothing to gain is not asked.
            let isThere = try Self.refusing { () throws(KeychainRefusal) in try item.exists() }
            guard isThere else { throw Self.lost(mark, place) }
            return mark
        }
        let question = OwnerQuestion(prompt, for: mark.guardian)
        defer { question.end() }
        try await question.ask()
        return try await off { () throws(OwnerError) in
            do throws(KeychainRefusal) { return try body(item, question.context) } catch {
                switch (error.status, mark.guardian) {
                // Somebody whom the system knows was there, and the item does not open: it was closed for good.
                case (errSecItemNotFound, _), (errSecAuthFailed, .currentBiometrics): throw Self.lost(mark, place)
                default: throw OwnerError(error.status)
                }
            }
        }
    }

    /// Writes down that an item is lost, so that another may be added, but deletes nothing: the system may yet think better.
    static func lost(_ mark: GuardMark, _ place: KeychainItem) -> OwnerError {
        var mark = mark
        mark.isLost = true
        try? write(mark, in: place)
        return mark.loss
    }

    func item(_ name: String) -> KeychainItem {
        KeychainItem(service: service + ".owner", account: name, accessGroup: accessGroup)
    }

    func mark(_ name: String) -> KeychainItem {
        KeychainItem(service: service + ".owner.mark", account: name, accessGroup: accessGroup)
    }

    static func read(_ mark: KeychainItem) throws(KeychainRefusal) -> GuardMark? {
        do throws(KeychainRefusal) { return GuardMark(try mark.read()) } catch {
            guard error.status == errSecItemNotFound else { throw error }
            return nil
        }
    }

    static func write(_ mark: GuardMark, in place: KeychainItem) throws(KeychainRefusal) {
        do throws(KeychainRefusal) { try place.add(mark.bytes, .afterFirstUnlock) } catch {
            guard error.status == errSecDuplicateItem else { throw error }
            try place.replace(mark.bytes)
        }
    }

    /// Changes of item and mark together, one after the other.
    static func alone<Result>(_ body: () throws(KeychainRefusal) -> Result) throws(OwnerError) -> Result {
        changes.lock()
        defer { changes.unlock() }
        return try refusing(body)
    }

    private static let changes = NSLock()

    static func refusing<Result>(
        _ body: () throws(KeychainRefusal) -> Result
    ) throws(OwnerError) -> Result {
        do throws(KeychainRefusal) { return try body() } catch { throw OwnerError(error.status) }
    }

    func off<Result: Sendable>(
        _ body: @escaping @Sendable () throws(OwnerError) -> Result
    ) async throws(OwnerError) -> Result {
        try await KeychainItem.off(body)
    }
}
