// SPDX-License-Identifier: MIT
import CSecret
import Synchronization

/// A program in the place of the one that asks for the keyring's password. It accepts the question, and never asks.
final class SilentPrompter: @unchecked Sendable {
    private let connection: OpaquePointer
    private let calls = Mutex(0)

    /// The number of calls that it has received.
    var count: Int { calls.withLock { $0 } }

    /// - Parameter address: The address of the session's bus.
    init?(_ address: String) {
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil) else { return nil }
        self.connection = connection
        g_dbus_connection_add_filter(
            connection,
            { connection, message, isIncoming, data in
                guard isIncoming != 0,
                    g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL
                else {
                    return message
                }
                Unmanaged<SilentPrompter>.fromOpaque(data!).takeUnretainedValue().calls.withLock { $0 += 1 }
                let reply = g_dbus_message_new_method_reply(message)
                g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
                for done in [message, reply] { g_object_unref(done.map { UnsafeMutableRawPointer($0) }) }
                return nil
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        var arguments: [OpaquePointer?] = [
            g_variant_new_string("org.gnome.keyring.SystemPrompter"), g_variant_new_uint32(0),
        ]
        let reply = g_dbus_connection_call_sync(
            connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            g_variant_new_tuple(&arguments, 2), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
        guard let reply else { return nil }
        g_variant_unref(reply)
    }

    deinit {
        // The filter ends with the connection.
        g_dbus_connection_close_sync(connection, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
    }
}
