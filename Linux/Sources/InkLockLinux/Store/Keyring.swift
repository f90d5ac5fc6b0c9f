// SPDX-License-Identifier: MIT
import CSecret
import Foundation
import InkLock

/// The session's keyring: a Secret Service such as gnome-keyring's or KWallet's (freedesktop.org, Secret Service API
/// 0.2).
///
/// Each item has the sealed secret as Base64, and attributes by which it is found. All methods block.
struct Keyring: Sendable {
    /// The folder of the secrets' files, which tells items of different folders apart.
    let folder: String
    /// The end of calls that wait, for example for the user to unlock the keyring.
    var cancellation: BusCancellation?

    private static let schema = "io.inklock.Secret"

    /// A Boolean value that indicates whether there is a session's bus.
    ///
    /// GLib would end the process when the bus goes, by default.
    private static let hasBus: Bool = {
        var error: UnsafeMutablePointer<GError>?
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &error) else {
            g_clear_error(&error)
            return false
        }
        // The connection is the process's own, and stays.
        g_dbus_connection_set_exit_on_close(bus, 0)
        return true
    }()

    /// Returns a Boolean value that indicates whether a keyring runs or can be started.
    static func isThere() -> Bool {
        guard hasBus,
            let service = secret_service_open_sync(secret_service_get_type(), nil, SECRET_SERVICE_NONE, nil, nil)
        else { return false }
        defer { g_object_unref(service) }
        let proxy = UnsafeMutableRawPointer(service).assumingMemoryBound(to: GDBusProxy.self)
        guard let owner = g_dbus_proxy_get_name_owner(proxy) else { return false }
        g_free(owner)
        return true
    }

    /// Stores an item in the default collection. The system asks the user to unlock the collection if it is locked.
    func store(_ sealed: [UInt8], _ identifier: [UInt8], named name: SecretName) throws(OwnerError) {
        try Self.call { error in
            withAttributes(name, identifier) { schema, attributes in
                secret_password_storev_sync(
                    schema, attributes, SECRET_COLLECTION_DEFAULT, "InkLock: \(name.text)",
                    Data(sealed).base64EncodedString(), cancellation?.pointer, &error) != 0
            }
        }
    }

    /// Returns an item; `nil` if there is none.
    func sealed(_ identifier: [UInt8], named name: SecretName) throws(OwnerError) -> [UInt8]? {
        var text: UnsafeMutablePointer<CChar>?
        try Self.call { error in
            withAttributes(name, identifier) { schema, attributes in
                text = secret_password_lookupv_sync(schema, attributes, cancellation?.pointer, &error)
                return error == nil
            }
        }
        guard let text else {
            // Without an error there is no item, or it stays locked because a prompt was dismissed.
            guard try !hasItem(identifier, named: name) else { throw .cancelled }
            return nil
        }
        defer { secret_password_free(text) }
        return Data(base64Encoded: String(cString: text)).map { [UInt8]($0) }
    }

    /// Returns a Boolean value that indicates whether there is an item, locked or not, without a prompt.
    private func hasItem(_ identifier: [UInt8], named name: SecretName) throws(OwnerError) -> Bool {
        var found: UnsafeMutablePointer<GList>?
        try Self.call { error in
            withAttributes(name, identifier) { schema, attributes in
                found = secret_password_searchv_sync(
                    schema, attributes, SECRET_SEARCH_NONE, cancellation?.pointer, &error)
                return error == nil
            }
        }
        defer { g_list_free_full(found, g_object_unref) }
        return found != nil
    }

    /// Removes an item, or all items of a name. Does nothing if there are none.
    func remove(_ identifier: [UInt8]?, named name: SecretName) throws(OwnerError) {
        try Self.call { error in
            withAttributes(name, identifier) { schema, attributes in
                _ = secret_password_clearv_sync(schema, attributes, cancellation?.pointer, &error)
                return error == nil
            }
        }
    }

    private func withAttributes<Result>(
        _ name: SecretName, _ identifier: [UInt8]?,
        _ body: (UnsafeMutablePointer<SecretSchema>?, OpaquePointer?) -> Result
    ) -> Result {
        let types = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, nil)!
        let values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)!
        var attributes = [("folder", folder), ("name", name.text)]
        if let identifier { attributes.append(("identifier", Data(identifier).base64EncodedString())) }
        for attribute in ["folder", "name", "identifier"] {
            // The type is a string, whose number is 0.
            g_hash_table_insert(types, g_strdup(attribute), nil)
        }
        for (attribute, value) in attributes { g_hash_table_insert(values, g_strdup(attribute), g_strdup(value)) }
        let schema = secret_schema_newv(Self.schema, SECRET_SCHEMA_NONE, types)
        defer {
            secret_schema_unref(schema)
            g_hash_table_unref(types)
            g_hash_table_unref(values)
        }
        return body(schema, values)
    }

    /// Calls a function of libsecret, and again if the keyring does not know the caller any more.
    ///
    /// libsecret keeps the keyring's process and an encrypted session. A keyring that was started again knows neither.
    private static func call(
        _ body: (inout UnsafeMutablePointer<GError>?) -> Bool
    ) throws(OwnerError) {
        guard hasBus else { throw .locked(.device) }
        var error: UnsafeMutablePointer<GError>?
        for _ in 0..<attempts {
            g_clear_error(&error)
            guard !body(&error) else { return }
            // Without an error, a prompt was dismissed. A locked keyring has asked already.
            guard let error = error?.pointee, !error.isCancelled,
                error.domain != secret_error_get_quark() || error.code != SECRET_ERROR_IS_LOCKED.rawValue
            else { break }
            secret_service_disconnect()
        }
        defer { g_clear_error(&error) }
        throw OwnerError(keyring: error?.pointee)
    }

    private static let attempts = 3
}

extension OwnerError {
    /// Creates an error from an error of libsecret or of D-Bus.
    init(keyring error: GError?) {
        guard let error else {
            // A prompt for unlocking the keyring was dismissed.
            self = .cancelled
            return
        }
        switch error.domain {
        case _ where error.isCancelled: self = .cancelled
        // The keyring is locked, does not run, or has no window to ask in. It may be there later.
        case secret_error_get_quark(), g_dbus_error_quark(), g_io_error_quark(): self = .locked(.device)
        // The number of another domain would mean something else as one of the system's.
        default: self = .system(code: EIO)
        }
    }
}

extension GError {
    /// A Boolean value that indicates whether the call was ended by its cancellable.
    fileprivate var isCancelled: Bool { domain == g_io_error_quark() && code == G_IO_ERROR_CANCELLED.rawValue }
}
