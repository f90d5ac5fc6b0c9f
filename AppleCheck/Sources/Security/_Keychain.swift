// SPDX-License-Identifier: MIT
import Foundation
import FoundationGaps

/// A keychain in memory that refuses what the real one is known to refuse, on the device that ``_Device`` plays.
public final class _Keychain: @unchecked Sendable {
    public static let shared = _Keychain()

    public enum Call: Sendable { case add, copy, update, delete }

    struct Item {
        var attributes: [String: String]
        var value: Data
        let accessible: String
        let access: SecAccessControl?
        /// The fingers or faces at the time, for an item that is for those alone.
        let set: Int?
        let passcodesRemoved: Int
    }

    private let lock = NSRecursiveLock()
    private var items: [Item] = []
    /// Whether the app is signed for the data protection keychain.
    public var isEntitled = true
    /// The groups the app belongs to; what names none goes into the first.
    public var accessGroups = ["TEAM.app"]
    /// What comes of reading an item for fingers or faces that have changed; systems have said one and the other.
    public var changedSetStatus = errSecAuthFailed
    /// What the next calls come to, whatever is asked; `nil` lets one through.
    public var forced: [OSStatus?] = []
    /// Called before each call takes effect, as if somebody else were quicker.
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

    /// What anybody could see of the items, keys being services and accounts.
    public var names: [String] {
        lock.withLock {
            live().map { "\($0.attributes["svce"] ?? "")/\($0.attributes["acct"] ?? "")" }.sorted()
        }
    }

    /// How an item is protected: its class, and the flags of its access control.
    public func _protection(of name: String) -> (accessible: String, flags: SecAccessControlCreateFlags)? {
        lock.withLock {
            live().first { "\($0.attributes["svce"] ?? "")/\($0.attributes["acct"] ?? "")" == name }
                .map { ($0.accessible, $0.access?._flags ?? []) }
        }
    }

    /// What the medium holds under a name.
    public func value(of name: String) -> Data? {
        lock.withLock {
            live().first { "\($0.attributes["svce"] ?? "")/\($0.attributes["acct"] ?? "")" == name }?.value
        }
    }

    /// Puts bytes where an item's are.
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
            // Service, account and group are an item's name; the rest may differ.
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
                // Whether there is one can be seen without opening it.
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
            // One match at a time here: names are whole.
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

    /// - Parameter body: is given the attributes that name items.
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

    /// Whether a class of items is out of reach at the moment.
    private func closed(_ accessible: String) -> OSStatus? {
        let (isLocked, wasUnlocked) = _Device.shared.read { ($0.isLocked, $0.wasUnlockedSinceStart) }
        return accessible == "cku"
            ? (wasUnlocked ? nil : errSecInteractionNotAllowed)
            : (isLocked ? errSecInteractionNotAllowed : nil)
    }

    private func context(_ query: [String: Any]) -> (any _AuthenticationContext)? {
        query["u_AuthCtx"] as? any _AuthenticationContext
    }

    /// Asks if need be.
    /// - Returns: why an item stays closed.
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
