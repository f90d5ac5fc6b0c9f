// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Synchronization
import Testing

/// A D-Bus session of the test's own, and a real gnome-keyring-daemon on it.
///
/// GLib keeps one connection to the session bus, which it finds by a variable of the environment, so a process has one
/// such session. It ends with the process.
final class PrivateSession: Sendable {
    /// The session; `nil` where its programs are not installed.
    static let shared = PrivateSession()

    let folder: String
    let address: String
    private let keyring = Mutex<Daemon?>(nil)
    private let bus: Daemon

    static let isInstalled = ["/usr/bin/dbus-daemon", "/usr/bin/gnome-keyring-daemon"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private init?() {
        guard Self.isInstalled else { return nil }
        // The bus does not start keyrings of its own: what is stopped stays stopped.
        folder = NSTemporaryDirectory() + "inklock-session-\(UUID().uuidString)"
        try! FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>unix:path=\(folder)/bus</listen>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/></policy></busconfig>
            """
        try! configuration.write(toFile: folder + "/bus.conf", atomically: true, encoding: .utf8)
        address = "unix:path=\(folder)/bus"
        bus = Daemon("dbus-daemon --config-file=\(folder)/bus.conf --nofork", [:])
        Self.wait { FileManager.default.fileExists(atPath: "\(self.folder)/bus") }
        setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
        atexit { PrivateSession.shared?.end() }
        startKeyring()
    }

    /// The environment of a program that uses this session.
    var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": address, "HOME": folder, "XDG_RUNTIME_DIR": folder,
            "XDG_DATA_HOME": folder + "/data",
        ]
    }

    /// Starts the keyring with its default collection unlocked, as a login does.
    func startKeyring() {
        let command =
            "gnome-keyring-daemon --foreground --components=secrets --control-directory=\(folder)/control --unlock"
        keyring.withLock { $0 = Daemon("printf %s 'login password' | \(command)", environment) }
        // The keyring takes its name on the bus before its default collection is unlocked.
        Self.wait {
            answer(
                "org.freedesktop.DBus.Properties.Get", "string:org.freedesktop.Secret.Collection", "string:Locked",
                at: "/org/freedesktop/secrets/aliases/default", in: "org.freedesktop.secrets"
            )?.contains("boolean false") == true
        }
    }

    /// Locks the default collection, and returns whether it is locked.
    func lockKeyring() -> Bool {
        answer(
            "org.freedesktop.Secret.Service.Lock", "array:objpath:/org/freedesktop/secrets/aliases/default",
            at: "/org/freedesktop/secrets", in: "org.freedesktop.secrets") != nil
    }

    func stopKeyring() {
        keyring.withLock { $0 = nil }
        Self.wait { answer("org.freedesktop.DBus.GetNameOwner", "string:org.freedesktop.secrets") == nil }
    }

    /// Returns the answer of a method on the bus, or `nil` for an error.
    private func answer(
        _ method: String, _ arguments: String..., at path: String = "/org/freedesktop/DBus",
        in name: String = "org.freedesktop.DBus"
    ) -> String? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/dbus-send")
        process.arguments = ["--bus=\(address)", "--print-reply", "--dest=\(name)", path, method] + arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try! process.run()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitForExit()
        return process.terminationStatus == 0 ? String(decoding: answer, as: UTF8.self) : nil
    }

    private func end() {
        keyring.withLock { $0 = nil }
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func wait(_ isSo: () -> Bool) {
        for _ in 0..<200 {
            if isSo() { return }
            Thread.sleep(forTimeInterval: 0.05)
        }
        Issue.record("a daemon of the test did not start or end")
    }
}
