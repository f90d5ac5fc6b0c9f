// SPDX-License-Identifier: MIT
import CGTK
import Glibc

/// A connection to a message bus.
// Unchecked, because GLib's connections may be used from any thread.
struct DBus: @unchecked Sendable {
    private let connection: OpaquePointer
    /// The time in milliseconds that a call may take.
    private static let timeout: Int32 = 2000

    /// Connects to a bus; `nil` if there is none. The app outlives the bus.
    static func connect(_ bus: GBusType) async -> DBus? {
        await Task.detached {
            guard let connection = g_bus_get_sync(bus, nil, nil) else { return nil }
            // By default, GLib ends the process when the bus closes.
            g_dbus_connection_set_exit_on_close(connection, 0)
            return DBus(connection: connection)
        }.value
    }

    private final class Handler {
        let property: String?
        let call: @MainActor (String, Bool?) -> Void

        init(_ property: String?, _ call: @escaping @MainActor (String, Bool?) -> Void) {
            self.property = property
            self.call = call
        }

        /// Returns the signal's argument, or the property among those that have changed, if that is a Boolean value.
        func flag(_ parameters: OpaquePointer?) -> Bool? {
            let value: OpaquePointer?
            if let property {
                guard String(cString: g_variant_get_type_string(parameters)) == "(sa{sv}as)" else { return nil }
                let changed = g_variant_get_child_value(parameters, 1)
                defer { g_variant_unref(changed) }
                value = g_variant_lookup_value(changed, property, nil)
            } else {
                value = g_variant_n_children(parameters) == 1 ? g_variant_get_child_value(parameters, 0) : nil
            }
            guard let value else { return nil }
            defer { g_variant_unref(value) }
            guard String(cString: g_variant_get_type_string(value)) == "b" else { return nil }
            return g_variant_get_boolean(value) != 0
        }
    }

    /// Calls `body` for each signal, with the path of its object and its argument, if that is one Boolean value.
    /// - Parameter property: For the signal that properties have changed, the one whose value is passed on.
    @MainActor func subscribe(
        _ sender: String, _ interface: String, _ signal: String, property: String? = nil,
        _ body: @escaping @MainActor (String, Bool?) -> Void
    ) -> guint {
        g_dbus_connection_signal_subscribe(
            connection, sender, interface, signal, nil, nil, GDBusSignalFlags(rawValue: 0),
            { _, _, path, _, _, parameters, data in
                nonisolated(unsafe) let handler = Unmanaged<Handler>.fromOpaque(data!).takeUnretainedValue()
                let path = path.map { String(cString: $0) } ?? ""
                let isSet = handler.flag(parameters)
                MainActor.assumeIsolated { handler.call(path, isSet) }
            }, Unmanaged.passRetained(Handler(property, body)).toOpaque(),
            { data in Unmanaged<Handler>.fromOpaque(data!).release() })
    }

    func unsubscribe(_ number: guint) { g_dbus_connection_signal_unsubscribe(connection, number) }

    // MARK: systemd-logind

    private static let name = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"

    /// Returns the path of the session of this process; `nil` if logind does not know one.
    func sessionPath() async -> String? {
        await Task.detached {
            var child = g_variant_new_uint32(guint32(getpid()))
            let arguments = g_variant_new_tuple(&child, 1)
            guard
                let reply = g_dbus_connection_call_sync(
                    connection, Self.name, Self.path, "\(Self.name).Manager", "GetSessionByPID", arguments, nil,
                    G_DBUS_CALL_FLAGS_NO_AUTO_START, Self.timeout, nil, nil)
            else { return nil }
            defer { g_variant_unref(reply) }
            guard let path = g_variant_get_child_value(reply, 0) else { return nil }
            defer { g_variant_unref(path) }
            return g_variant_get_string(path, nil).map { String(cString: $0) }
        }.value
    }

    /// Asks logind to wait before sleep until the returned file is closed; −1 if it does not.
    func delaySleep() async -> Int32 {
        await Task.detached {
            let name = PasscodeOptions.displayName ?? "InkLock"
            var children: [OpaquePointer?] = [
                g_variant_new_string("sleep"), g_variant_new_string(name),
                g_variant_new_string("Hide content"), g_variant_new_string("delay"),
            ]
            let arguments = g_variant_new_tuple(&children, 4)
            var files: UnsafeMutablePointer<GUnixFDList>?
            guard
                let reply = g_dbus_connection_call_with_unix_fd_list_sync(
                    connection, Self.name, Self.path, "\(Self.name).Manager", "Inhibit", arguments, nil,
                    G_DBUS_CALL_FLAGS_NO_AUTO_START, Self.timeout, nil, &files, nil, nil)
            else { return -1 }
            defer { g_variant_unref(reply) }
            guard let files else { return -1 }
            defer { g_object_unref(files) }
            // The reply says which of the files it means.
            guard g_variant_n_children(reply) == 1, let place = g_variant_get_child_value(reply, 0) else { return -1 }
            defer { g_variant_unref(place) }
            guard String(cString: g_variant_get_type_string(place)) == "h" else { return -1 }
            return g_unix_fd_list_get(files, g_variant_get_handle(place), nil)
        }.value
    }
}
