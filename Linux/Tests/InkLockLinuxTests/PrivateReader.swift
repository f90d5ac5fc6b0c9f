// SPDX-License-Identifier: MIT
import CSecret
import Foundation
import Synchronization
import Testing

@testable import InkLockLinux

/// A system bus of the test's own with a real polkitd and a real fprintd, whose reader is libfprint's virtual device.
///
/// Texts over a socket take the place of fingers. polkitd admits the administrator, so these tests run as
/// root.
final class PrivateReader: Sendable {
    private let folder = NSTemporaryDirectory() + "inklock-reader-\(UUID().uuidString)"
    private let bus: Daemon
    private let polkit: Daemon
    private let fprintd = Mutex<Daemon?>(nil)
    private let isRemembered: Bool
    let address: String

    private static let programs = ["/usr/bin/dbus-daemon", "/usr/lib/polkit-1/polkitd", "/usr/libexec/fprintd"]
    static let isInstalled = geteuid() == 0 && programs.allSatisfy(FileManager.default.isExecutableFile)

    /// Creates a reader.
    /// - Parameter isRemembered: A Boolean value that indicates whether fingers outlive fprintd's process. libfprint's
    ///   virtual device with a storage of its own, which compares all fingers together, forgets them. The one without
    ///   compares the first finger alone.
    init(isRemembered: Bool = false) async throws {
        self.isRemembered = isRemembered
        try FileManager.default.createDirectory(
            atPath: folder + "/state", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // polkitd runs as a user of its own, who has to reach the bus.
        chmod(folder, 0o711)
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>system</type><listen>unix:path=\(folder)/bus</listen>
            <policy context="default"><allow user="*"/><allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
            """
        try configuration.write(toFile: folder + "/bus.conf", atomically: true, encoding: .utf8)
        address = "unix:path=\(folder)/bus"
        bus = Daemon("exec dbus-daemon --config-file=\(folder)/bus.conf --nofork", [:])
        let socket = folder + "/bus"
        for _ in 0..<400 where !FileManager.default.fileExists(atPath: socket) {
            try await Task.sleep(for: .milliseconds(10))
        }
        chmod(socket, 0o777)
        polkit = Daemon("exec /usr/lib/polkit-1/polkitd --no-debug", ["DBUS_SYSTEM_BUS_ADDRESS": address])
        await start()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts fprintd, with the reader plugged in.
    func start() async {
        let variables = [
            "DBUS_SYSTEM_BUS_ADDRESS": address, "STATE_DIRECTORY": folder + "/state",
            isRemembered ? "FP_VIRTUAL_DEVICE" : "FP_VIRTUAL_DEVICE_STORAGE": folder + "/finger",
        ]
        let command = "echo $$ > \(folder)/process; exec /usr/libexec/fprintd --no-timeout"
        fprintd.withLock { $0 = Daemon("exec sh -c '\(command)'", variables) }
        await wait { $0?.isEmpty == false }
    }

    func stop() async {
        fprintd.withLock { $0 = nil }
        await wait { $0 == nil }
    }

    /// Unplugs the reader while a prompt waits, without waiting for the end of fprintd.
    func pull() { fprintd.withLock { $0 = nil } }

    /// Stops fprintd's process, which then has its name on the bus and answers nothing.
    func freeze() {
        let number = try? String(contentsOfFile: folder + "/process", encoding: .utf8)
        guard let number, let process = pid_t(number.trimmingCharacters(in: .newlines)) else {
            Issue.record("fprintd has no process")
            return
        }
        kill(process, SIGSTOP)
    }

    private func wait(_ isSo: ([EnrolledFingers]?) -> Bool) async {
        for _ in 0..<400 {
            if isSo(try? await use { address throws(OwnerError) in try EnrolledFingers.all(on: address) }) { return }
            try? await Task.sleep(for: .milliseconds(25))
        }
        Issue.record("fprintd did not start or end")
    }

    private func use<Result: Sendable>(
        _ body: @escaping @Sendable (String) throws(OwnerError) -> Result
    ) async throws(OwnerError) -> Result {
        try await BlockingWork.run { [address] () throws(OwnerError) in try body(address) }
    }

    /// Tells the virtual reader something, for example `SCAN first`.
    func tell(_ text: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: (folder + "/finger").utf8) }
        let isConnected = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else {
            Issue.record("the virtual reader does not answer")
            return
        }
        _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Sends a status to single connections of the bus, as any of its users can.
    func pretend(_ status: String, toConnectionsUpTo limit: Int) {
        guard let path = try? EnrolledFingers.current(on: address)?.reader, let bus = try? FingerprintBus(address)
        else {
            Issue.record("there is no reader")
            return
        }
        for number in 0..<limit {
            var values: [OpaquePointer?] = [g_variant_new_string(status), g_variant_new_boolean(1)]
            g_dbus_connection_emit_signal(
                bus.connection, ":1.\(number)", path, FingerprintBus.device, "VerifyStatus",
                g_variant_new_tuple(&values, 2), nil)
        }
        g_dbus_connection_flush_sync(bus.connection, nil, nil)
    }

    /// Returns a Boolean value that indicates whether the reader waits for a finger.
    func isWaiting() async -> Bool {
        let isNeeded = try? await use { address throws(OwnerError) in
            guard let reader = try EnrolledFingers.current(on: address)?.reader else { return false }
            return try FingerprintBus(address).property("finger-needed", of: reader) == ["true"]
        }
        return isNeeded ?? false
    }

    /// Enrols a finger, which the reader then knows by a text.
    ///
    /// On a loaded machine, calls of an fprintd that has just started have failed, so this tries up to five times.
    func enrol(_ finger: String, as scan: String) async throws {
        for isLast in [false, false, false, false, true] {
            do throws(OwnerError) { return try await enrolOnce(finger, as: scan) } catch {
                if isLast { throw error }
            }
            try await Task.sleep(for: .milliseconds(100))
            if (try? await use { address throws(OwnerError) in try EnrolledFingers.all(on: address) }) == nil {
                await start()
            }
        }
    }

    private func enrolOnce(_ finger: String, as scan: String) async throws(OwnerError) {
        try await use { [self] address throws(OwnerError) in
            let bus = try FingerprintBus(address)
            guard let path = try EnrolledFingers.all(on: address).first?.reader else { throw .unavailable }
            try bus.call(path, FingerprintBus.device, "Claim", "")
            try bus.call(path, FingerprintBus.device, "EnrollStart", finger)
            var isEnrolled = false
            for _ in 0..<200 where !isEnrolled {
                tell("SCAN \(scan)")
                Thread.sleep(forTimeInterval: 0.02)
                isEnrolled = try EnrolledFingers.all(on: address).first?.names.contains(finger) == true
            }
            try bus.call(path, FingerprintBus.device, "EnrollStop")
            try bus.call(path, FingerprintBus.device, "Release")
            guard isEnrolled else { throw .unavailable }
        }
    }

    /// Removes a finger.
    func remove(_ finger: String) async throws {
        try await use { address throws(OwnerError) in
            let bus = try FingerprintBus(address)
            guard let path = try EnrolledFingers.all(on: address).first?.reader else { throw .unavailable }
            try bus.call(path, FingerprintBus.device, "Claim", "")
            try bus.call(path, FingerprintBus.device, "DeleteEnrolledFinger", finger)
            try bus.call(path, FingerprintBus.device, "Release")
        }
    }
}
