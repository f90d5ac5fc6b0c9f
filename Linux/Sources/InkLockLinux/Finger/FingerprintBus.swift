// SPDX-License-Identifier: MIT
import CSecret
import Foundation
import InkLock

/// A connection of its own to the system's bus, for calls of fprintd. All methods block, on one thread.
///
/// fprintd ends what was begun over a connection when that closes, and releases the reader.
struct FingerprintBus: ~Copyable {
    let connection: OpaquePointer
    private let timeout: Int32
    private let cancellation: BusCancellation?

    /// The time in milliseconds that a call may take by default. The first one starts fprintd.
    static let timeout: Int32 = 15_000
    static let name = "net.reactivated.Fprint"
    static let device = "net.reactivated.Fprint.Device"

    /// Connects to a bus.
    /// - Parameters:
    ///   - other: The address of the bus; `nil` for the system's.
    ///   - timeout: The time in milliseconds that a call may take.
    ///   - cancellation: The cancellation that ends the calls.
    init(
        _ other: String? = nil, timeout: Int32 = FingerprintBus.timeout, _ cancellation: BusCancellation? = nil
    ) throws(OwnerError) {
        var error: UnsafeMutablePointer<GError>?
        let address = other.map { g_strdup($0) } ?? g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SYSTEM, nil, &error)
        defer { g_free(address) }
        let flags =
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
        var connection: OpaquePointer?
        if address != nil {
            connection = g_dbus_connection_new_for_address_sync(
                address, GDBusConnectionFlags(rawValue: flags), nil, nil, &error)
        }
        g_clear_error(&error)
        // A machine without a bus has no fprintd.
        guard let connection else { throw .unavailable }
        self.connection = connection
        self.timeout = timeout
        self.cancellation = cancellation
        g_dbus_connection_set_exit_on_close(connection, 0)
    }

    deinit {
        g_dbus_connection_close_sync(connection, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    /// Calls a method of fprintd with at most one text.
    /// - Returns: The texts of the first result, which is a text, a path or a list of them.
    @discardableResult func call(
        _ path: String, _ interface: String, _ method: String, _ argument: String? = nil
    ) throws(OwnerError) -> [String] {
        var children: [OpaquePointer?] = argument.map { [g_variant_new_string($0)] } ?? []
        return try call(path, interface, method, with: g_variant_new_tuple(&children, gsize(children.count)))
    }

    /// Returns the name of a reader's model.
    func model(of path: String) throws(OwnerError) -> String { try property("name", of: path).first ?? "" }

    /// Returns the bus's own name of fprintd's process, which no other program can have.
    ///
    /// Any user of the system's bus may send a signal to this connection. GLib before 2.80.1 (CVE-2024-34397) takes it
    /// for one of the program that has a well-known name.
    func owner() throws(OwnerError) -> String {
        var children: [OpaquePointer?] = [g_variant_new_string(Self.name)]
        let found = try call(
            "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", with: g_variant_new_tuple(&children, 1),
            of: "org.freedesktop.DBus")
        guard let name = found.first else { throw .unavailable }
        return name
    }

    /// Returns a property of a reader.
    func property(_ name: String, of path: String) throws(OwnerError) -> [String] {
        var children: [OpaquePointer?] = [g_variant_new_string(Self.device), g_variant_new_string(name)]
        return try call(path, "org.freedesktop.DBus.Properties", "Get", with: g_variant_new_tuple(&children, 2))
    }

    private func call(
        _ path: String, _ interface: String, _ method: String, with arguments: OpaquePointer?,
        of program: String = FingerprintBus.name
    ) throws(OwnerError) -> [String] {
        var error: UnsafeMutablePointer<GError>?
        let reply = g_dbus_connection_call_sync(
            connection, program, path, interface, method, arguments, nil, G_DBUS_CALL_FLAGS_NONE, timeout,
            cancellation?.pointer, &error)
        guard let reply else {
            defer { g_clear_error(&error) }
            throw Self.meaning(of: error)
        }
        defer { g_variant_unref(reply) }
        guard g_variant_n_children(reply) > 0, let first = g_variant_get_child_value(reply, 0) else { return [] }
        defer { g_variant_unref(first) }
        return Self.texts(first)
    }

    /// Returns the texts and Boolean values in a value.
    static func texts(_ value: OpaquePointer) -> [String] {
        switch String(cString: g_variant_get_type_string(value)) {
        case "b": return [g_variant_get_boolean(value) != 0 ? "true" : "false"]
        case "s", "o": return [String(cString: g_variant_get_string(value, nil))]
        case "v", "as", "ao":
            return (0..<g_variant_n_children(value)).flatMap { index in
                guard let child = g_variant_get_child_value(value, index) else { return [] as [String] }
                defer { g_variant_unref(child) }
                return texts(child)
            }
        default: return []
        }
    }

    private static func meaning(of error: UnsafeMutablePointer<GError>?) -> OwnerError {
        guard let error else { return .unavailable }
        if let name = g_dbus_error_get_remote_error(error) {
            defer { g_free(name) }
            return OwnerError(fprintd: String(cString: name))
        }
        func isError(_ code: GIOErrorEnum) -> Bool {
            error.pointee.domain == g_io_error_quark() && error.pointee.code == Int32(code.rawValue)
        }
        if isError(G_IO_ERROR_CANCELLED) { return .cancelled }
        return isError(G_IO_ERROR_TIMED_OUT) ? .system(code: EAGAIN) : .unavailable
    }
}
