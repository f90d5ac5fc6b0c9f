// SPDX-License-Identifier: MIT
import Foundation
import FoundationGaps

/// An in-memory keychain on the device of ``_Device``. It rejects what the system's keychain is known to reject.
public final class _Keychain: @unchecked Sendable {
    public static let shared = _Keychain()

    public enum Call: Sendable { case add, copy, update, delete }

    struct Item {
        var attributes: [String: String]
        var value: Data
        let accessible: String
        let access: SecAccessControl?
        /// The biometrics that were enrolled when the item was added, if the item is bound to them.
        let set: Int?
        let passcodesRemoved: Int
    }

    private let lock = NSRecursiveLock()
    private var items: [Item] = []
    /// A Boolean value that indicates whether the app is signed for the data protection keychain.
    public var isEntitled = true
    /// The app's access groups. An item without a group goes into the first.
    public var accessGroups = ["TEAM.app"]
    /// The status of reading an item that is bound to biometrics that have changed. It differs between versions of the
    /// system.
    public var changedSetStatus = errSecAuthFailed
    /// The results of the next calls. `nil` lets a call through.
    public var forced: [OSStatus?] = []
    /// A closure that is called before each call takes effect, to simulate a concurrent change.
    public var isAboutTo: (@Sendable (Call) -> Void)?

    public func reset() {
        lock.withLock {
            items = []
            isEntitled = true
            accessGroups = ["TEAM.app"]
            changedSetStatus = errSecAuthFailed
            forced = []
            isAboutTo = nil
        }
    }

    /// The names of the items, which are readable without authentication, in the form service/account.
    public var names: [String] {
        lock.withLock {
            live().map { "\($0.attributes["svce"] ?? "")/\($0.attributes["acct"] ?? "")" }.sorted()
        }
    }

    /// Returns the protection of an item: its accessibility, and the flags of its access control.
    public func _protection(of name: String) -> (accessible: String, flags: SecAccessControlCreateFlags)? {
        lock.withLock {
            live().first { "\($0.attributes["svce"] ?? "")/\($0.attributes["acct"] ?? "")" == name }
                .map { ($0.accessible, $0.access?._flags ?? []) }
        }
    }

    /// Returns the stored value of an item without authentication.
    public func value(of name: String) -> Data? {
        lock.withLock {
            live().first { "\($0.attributes["svce"] ?? "")/\($0.attributes["acct"] ?? "")" == name }?.value
        }
    }

    /// Overwrites the value of an item.
    public func tamper(_ name: String, _ value: Data) {
        lock.withLock {
            for i in items.indices
            where "\(items[i].attributes["svce"] ?? "")/\(items[i].attributes["acct"] ?? "")" == name {
                items[i].value = value
            }
        }
    }

    // MARK: What the functions do

    func add(_ query: [String: Any]) -> OSStatus {
        turn(.add, query) { names in
            let access = query["accc"] as? SecAccessControl
            let plain = query["pdmn"] as? String
            guard (access == nil) != (plain == nil), let value = query["v_Data"] as? Data else { return errSecParam }
            let accessible = access?._accessible ?? plain!
            if let refusal = closed(accessible) { return refusal }
            if accessible == "akpu", !_Device.shared.read({ $0.hasPasscode }) { return errSecAuthFailed }
            var set: Int?
            if let access, access._flags.contains(.biometryCurrentSet) {
                guard let enrolled = _Device.shared.read({ $0.enrolled }) else { return errSecAuthFailed }
                set = enrolled
            }
            var attributes = names
            attributes["agrp"] = attributes["agrp"] ?? accessGroups[0]
            // Service, account and group identify an item. The other attributes may differ.
            let key = attributes.filter { $0.key != "gena" }
            guard !live().contains(where: { matches($0, key) }) else { return errSecDuplicateItem }
            items.append(
                Item(
                    attributes: attributes, value: Data(Array(value)), accessible: accessible, access: access, set: set,
                    passcodesRemoved: _Device.shared.read { $0.passcodesRemoved }))
            return errSecSuccess
        }
    }

    func copy(_ query: [String: Any]) -> (OSStatus, Data?) {
        var found: Data?
        let status = turn(.copy, query) { names in
            guard let item = live().first(where: { matches($0, names) }) else { return errSecItemNotFound }
            guard query["r_Data"] as? Bool == true else {
                // The existence of an item is visible without opening it.
                return item.access != nil && context(query)?.interactionNotAllowed == true
                    ? errSecInteractionNotAllowed : errSecSuccess
            }
            if let refusal = opens(item, query) { return refusal }
            found = item.value
            return errSecSuccess
        }
        return (status, found)
    }

    func update(_ query: [String: Any], _ new: [String: Any]) -> OSStatus {
        turn(.update, query) { names in
            guard new["class"] == nil, new["u_AuthCtx"] == nil, query["v_Data"] == nil else { return errSecParam }
            // At most one item matches, because all queries name an item completely.
            guard let item = live().first(where: { matches($0, names) }) else { return errSecItemNotFound }
            if let refusal = opens(item, query) { return refusal }
            guard let i = items.firstIndex(where: { matches($0, item.attributes) }) else { return errSecItemNotFound }
            if let value = new["v_Data"] as? Data { items[i].value = Data(Array(value)) }
            if let generic = new["gena"] as? Data { items[i].attributes["gena"] = generic.base64EncodedString() }
            return errSecSuccess
        }
    }

    func delete(_ query: [String: Any]) -> OSStatus {
        turn(.delete, query) { names in
            let before = live().count
            items.removeAll { matches($0, names) }
            return items.count < before ? errSecSuccess : errSecItemNotFound
        }
    }

    /// Checks the query of a call and passes the identifying attributes to `body`.
    private func turn(_ call: Call, _ query: [String: Any], _ body: ([String: String]) -> OSStatus) -> OSStatus {
        lock.withLock { isAboutTo }?(call)
        return lock.withLock {
            if !forced.isEmpty, let status = forced.removeFirst() { return status }
            guard query["class"] as? String == "genp" else { return errSecParam }
            guard query["nleg"] as? Bool == true, isEntitled else { return errSecMissingEntitlement }
            var names: [String: String] = [:]
            for key in ["svce", "acct", "agrp"] {
                guard let value = query[key] else { continue }
                guard let text = value as? String else { return errSecParam }
                names[key] = text
            }
            if let generic = query["gena"] {
                guard let data = generic as? Data else { return errSecParam }
                names["gena"] = data.base64EncodedString()
            }
            if let group = names["agrp"], !accessGroups.contains(group) { return errSecMissingEntitlement }
            return body(names)
        }
    }

    private func live() -> [Item] {
        let removed = _Device.shared.read { $0.passcodesRemoved }
        items.removeAll { $0.accessible == "akpu" && $0.passcodesRemoved != removed }
        return items
    }

    private func matches(_ item: Item, _ names: [String: String]) -> Bool {
        names.allSatisfy { item.attributes[$0.key] == $0.value }
    }

    /// Returns the error for items that are currently inaccessible, or `nil`.
    private func closed(_ accessible: String) -> OSStatus? {
        let (isLocked, wasUnlocked) = _Device.shared.read { ($0.isLocked, $0.wasUnlockedSinceStart) }
        return accessible == "cku"
            ? (wasUnlocked ? nil : errSecInteractionNotAllowed)
            : (isLocked ? errSecInteractionNotAllowed : nil)
    }

    private func context(_ query: [String: Any]) -> (any _AuthenticationContext)? {
        query["u_AuthCtx"] as? any _AuthenticationContext
    }

    /// Opens an item, after a prompt if necessary. Returns the error, or `nil` on success.
    private func opens(_ item: Item, _ query: [String: Any]) -> OSStatus? {
        if let refusal = closed(item.accessible) { return refusal }
        guard let access = item.access else { return nil }
        let isBiometricsOnly = access._flags.contains(.biometryCurrentSet)
        let context = context(query)
        guard context?._isInvalid != true else { return errSecAuthFailed }
        var proof = context?._proof
        if proof == nil || isBiometricsOnly && proof == .passcode {
            guard context?.interactionNotAllowed != true else { return errSecInteractionNotAllowed }
            let prompt = _Device.Prompt(
                context?.localizedReason ?? "", fallbackTitle: context?.localizedFallbackTitle,
                isBiometricsOnly: isBiometricsOnly, isKeychains: true)
            switch _Device.shared.ask(prompt) {
            case .proven(let shown):
                proof = shown
                context?._keep(shown)
            case .failed(-1004): return errSecInteractionNotAllowed
            case .failed(-2), .failed(-3), .failed(-4), .pending: return errSecUserCanceled
            case .failed: return errSecAuthFailed
            }
        }
        guard let set = item.set else { return nil }
        return set == _Device.shared.read { $0.enrolled } ? nil : changedSetStatus
    }
}
