// SPDX-License-Identifier: MIT
import Foundation
import ServiceLifecycle

/// Messages to the service manager that has started the process, such as systemd (sd_notify(3)).
struct ServiceManager: Sendable {
    /// The path of the manager's socket, or `nil` without a manager. An `@` at its beginning stands for a zero byte:
    /// the socket is then not in the file system.
    private let socket: String?

    /// The variable that names the socket.
    private static let variable = "NOTIFY_SOCKET"

    init(environment: [String: String]) {
        socket = environment[Self.variable].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    }

    /// Reports that the server answers requests.
    func ready() { send("READY=1") }

    /// Reports that the server reads its settings again. ``ready()`` must follow.
    func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(DispatchTime.now().uptimeNanoseconds / 1000)")
    }

    /// Reports that the server is ending.
    func stopping() { send("STOPPING=1") }

    /// Sends a message. Does nothing if the manager does not listen.
    private func send(_ message: String) {
        guard let socket else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(socket.utf8)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        if path[0] == UInt8(ascii: "@") { path[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        // The name of a socket outside the file system ends with its length.
        let length = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path) + path.count
        #if os(Linux)
            let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        #else
            let descriptor = Foundation.socket(AF_UNIX, SOCK_DGRAM, 0)
        #endif
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let bytes = Array(message.utf8)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(length))
            }
        }
    }
}

/// A service that tells the service manager that the server is ending, as soon as the server takes no new requests.
struct StopNotice: Service {
    let manager: ServiceManager

    func run() async throws {
        try? await gracefulShutdown()
        manager.stopping()
    }
}
