// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LocalAuthentication
import Security

/// The keychain items of a ``KeychainOwner``, and the prompt for reading them.
extension KeychainOwner {
    /// Prompts the owner once, and passes the authenticated context to `body`, so that the keychain does not prompt
    /// again.
    func asking<Result: Sendable>(
        for name: String, _ prompt: OwnerPrompt,
        _ body: @escaping @Sendable (KeychainItem, LAContext) throws(KeychainError) -> Result
    ) async throws(OwnerError) -> Result {
        let item = self.item(name)
        let place = self.mark(name)
        let mark = try await off { () throws(OwnerError) in
            let mark = try Self.refusing { () throws(KeychainError) in try Self.read(place) }
            guard let mark else { throw .absent }
            // Do not prompt if the item is gone.
            let isThere = try Self.refusing { () throws(KeychainError) in try item.exists() }
            guard isThere else { throw Self.lost(mark, place) }
            return mark
        }
        let question = AuthenticationPrompt(prompt, for: mark.accessControl)
        defer { question.end() }
        do throws(OwnerError) { try await question.ask() } catch {
            guard case .invalidated = error else { throw error }
            throw try await off { () throws(OwnerError) in Self.lost(mark, place) }
        }
        return try await off { () throws(OwnerError) in
            do throws(KeychainError) {
                let result = try body(item, question.context)
                if mark.isLost { Self.found(mark, place, item) }
                return result
            } catch {
                switch (error.status, mark.accessControl) {
                // Authentication succeeded, but the item does not open: the system has invalidated it.
                case (errSecItemNotFound, _), (errSecAuthFailed, .currentBiometrics): throw Self.lost(mark, place)
                default: throw OwnerError(error.status)
                }
            }
        }
    }

    /// Marks an item as lost, so that it can be added again. Keeps the item, because the error may be transient.
    static func lost(_ mark: KeychainItemMarker, _ place: KeychainItem) -> OwnerError {
        var lost = mark
        lost.isLost = true
        try? serialized { () throws(KeychainError) in
            // The item may have been deleted or added again meanwhile.
            guard try read(place) == mark else { return }
            try write(lost, in: place)
        }
        return mark.loss
    }

    /// Removes the mark of a lost item that opens after all, so that adding it again does not delete it.
    private static func found(_ mark: KeychainItemMarker, _ place: KeychainItem, _ item: KeychainItem) {
        try? serialized { () throws(KeychainError) in
            // The item may have been deleted or added again meanwhile.
            guard try read(place) == mark, try item.exists() else { return }
            try write(KeychainItemMarker(mark.accessControl), in: place)
        }
    }

    /// Restores the marker that an item had before it could not be added, so that a lost item stays lost.
    static func restore(_ former: KeychainItemMarker?, in place: KeychainItem) {
        if let former { try? write(former, in: place) } else { try? place.delete() }
    }

    func item(_ name: String) -> KeychainItem {
        KeychainItem(service: service + ".owner", account: name, accessGroup: accessGroup)
    }

    func mark(_ name: String) -> KeychainItem {
        KeychainItem(service: service + ".owner.mark", account: name, accessGroup: accessGroup)
    }

    static func read(_ mark: KeychainItem) throws(KeychainError) -> KeychainItemMarker? {
        do throws(KeychainError) { return KeychainItemMarker(try mark.read()) } catch {
            guard error.status == errSecItemNotFound else { throw error }
            return nil
        }
    }

    static func write(_ mark: KeychainItemMarker, in place: KeychainItem) throws(KeychainError) {
        do throws(KeychainError) { try place.add(mark.bytes, .afterFirstUnlock) } catch {
            guard error.status == errSecDuplicateItem else { throw error }
            try place.replace(mark.bytes)
        }
    }

    /// Changes an item and its marker, one caller at a time.
    static func serialized<Result>(_ body: () throws(KeychainError) -> Result) throws(OwnerError) -> Result {
        changes.lock()
        defer { changes.unlock() }
        return try refusing(body)
    }

    private static let changes = NSLock()

    static func refusing<Result>(
        _ body: () throws(KeychainError) -> Result
    ) throws(OwnerError) -> Result {
        do throws(KeychainError) { return try body() } catch { throw OwnerError(error.status) }
    }

    func off<Result: Sendable>(
        _ body: @escaping @Sendable () throws(OwnerError) -> Result
    ) async throws(OwnerError) -> Result {
        try await BlockingWork.run(body)
    }
}
