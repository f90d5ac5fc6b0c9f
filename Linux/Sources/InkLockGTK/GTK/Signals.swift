// SPDX-License-Identifier: MIT
import CGTK

/// The values of an emitted signal: the object first, then the signal's parameters.
package struct SignalValues {
    fileprivate let values: UnsafePointer<GValue>
    fileprivate let result: UnsafeMutablePointer<GValue>?

    /// Returns a parameter that is an object, such as the event of a controller.
    package func object(_ index: Int) -> OpaquePointer? {
        g_value_get_object(values + index).map { OpaquePointer($0) }
    }
    /// Returns a parameter that is neither a GObject nor boxed, such as a `GdkEvent`.
    package func pointer(_ index: Int) -> OpaquePointer? {
        g_value_peek_pointer(values + index).map { OpaquePointer($0) }
    }
    package func number(_ index: Int) -> UInt32 { g_value_get_uint(values + index) }
    package func integer(_ index: Int) -> Int32 { g_value_get_int(values + index) }
    package func text(_ index: Int) -> String { g_value_get_string(values + index).map { String(cString: $0) } ?? "" }
    package func flags(_ index: Int) -> UInt32 { g_value_get_flags(values + index) }
    /// Sets the result of a signal, which indicates whether it was handled.
    package func answer(_ isHandled: Bool) { if let result { g_value_set_boolean(result, isHandled ? 1 : 0) } }
}

private final class SignalBody {
    let call: @MainActor (SignalValues) -> Void
    init(_ call: @escaping @MainActor (SignalValues) -> Void) { self.call = call }
}

/// A connection to a signal. It lasts until ``disconnect()`` or until the object of the signal is finalised, whether or
/// not the connection is kept.
@MainActor package final class SignalConnection {
    private var closure: UnsafeMutablePointer<GClosure>?

    fileprivate init(_ closure: UnsafeMutablePointer<GClosure>) { self.closure = g_closure_ref(closure) }

    /// Ends the connection, and releases what its body keeps. The object may have been finalised.
    package func disconnect() {
        guard let closure else { return }
        self.closure = nil
        g_closure_invalidate(closure)
        g_closure_unref(closure)
    }

    isolated deinit { if let closure { g_closure_unref(closure) } }
}

/// Connections to objects that outlive the object that keeps them. They end with this value.
@MainActor package final class SignalConnections {
    private var all: [SignalConnection] = []

    package init(_ connections: SignalConnection...) { all = connections }

    package func add(_ connection: SignalConnection) { all.append(connection) }

    package func disconnect() {
        for one in all { one.disconnect() }
        all = []
    }

    isolated deinit { disconnect() }
}

/// Calls `body` at each emission of a signal, until the object is finalised.
/// - Returns: The connection. Keep it if the object outlives the object whose methods `body` calls.
@MainActor @discardableResult package func connect(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (SignalValues) -> Void
) -> SignalConnection {
    let data = Unmanaged.passRetained(SignalBody(body)).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)!
    g_closure_add_finalize_notifier(closure, data) { data, _ in Unmanaged<SignalBody>.fromOpaque(data!).release() }
    g_closure_set_marshal(closure) { closure, result, _, values, _, _ in
        guard let closure, let values else { return }
        let body = Unmanaged<SignalBody>.fromOpaque(closure.pointee.data).takeUnretainedValue()
        nonisolated(unsafe) let emission = (body, SignalValues(values: values, result: result))
        // GTK emits signals on the thread of its main loop only.
        MainActor.assumeIsolated { emission.0.call(emission.1) }
    }
    let connection = SignalConnection(closure)
    g_signal_connect_closure(object, signal, closure, 0)
    return connection
}

/// Calls `body` whenever a property of an object changes.
/// - Returns: The connection, as of a signal.
@MainActor @discardableResult package func connect(
    _ object: UnsafeMutableRawPointer, property: String, _ body: @escaping @MainActor () -> Void
) -> SignalConnection { connect(object, "notify::\(property)") { _ in body() } }
