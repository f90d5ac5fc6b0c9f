// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Testing

/// The real `inklock serve` on a free port. Deinitialisation kills the process.
final class RunningServer {
    let process = Process()
    let port: Int
    private let output = Pipe()
    private let streams: TemporaryFolder

    /// - Parameters:
    ///   - limit: The number of files that the server may open.
    ///   - errors: The handle for standard error instead of a file.
    ///   - user: The number of the user that it runs as, if this process is root's; `nil` for this process's own.
    init(
        _ arguments: [String], in folder: TemporaryFolder, files limit: Int? = nil, as user: Int? = nil,
        errors: FileHandle? = nil
    ) throws {
        streams = try TemporaryFolder()
        let command = InkLockProcess.executable.path
        if let limit {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments =
                ["-c", "ulimit -n \(limit); exec \"$0\" \"$@\"", command, "serve", "--port", "0"] + arguments
        } else if let user, geteuid() == 0 {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                [
                    "setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", command, "serve", "--port",
                    "0",
                ]
                + arguments
        } else {
            process.executableURL = InkLockProcess.executable
            process.arguments = ["serve", "--port", "0"] + arguments
        }
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.standardOutput = output
        process.standardError = try errors ?? FileHandle(forWritingAtPath: try streams.write("errors", []))
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let match = try #require(line.firstMatch(of: #/:([0-9]+)/\n/#), "\(line)")
        port = try #require(Int(match.1))
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitForExit()
        }
    }

    /// The text that it has written to standard error.
    var errors: String { (try? String(decoding: streams.bytes("errors"), as: UTF8.self)) ?? "" }

    /// Returns a Boolean value that indicates whether a text appears on standard error in time. A thread of the
    /// server's own writes it, so a text that must not appear takes a second to rule out.
    func hasLogged(_ text: String, within seconds: Double = 30) -> Bool {
        eventually(within: seconds) { errors.contains(text) }
    }

    /// Returns a Boolean value that indicates whether it ends by itself in time.
    func ends(within seconds: Double) -> Bool { eventually(within: seconds) { !process.isRunning } }

    /// Returns a Boolean value that indicates whether it stops taking connections in time, as it does when it begins to
    /// end.
    func stopsListening(within seconds: Double = 30) -> Bool {
        eventually(within: seconds) { (try? RawConnection(port: port)) == nil }
    }

    /// Returns a Boolean value that indicates whether it is ready in time. A health check beside other tests may last
    /// longer than the server waits for it.
    func isReady(within seconds: Double = 60) -> Bool {
        eventually(within: seconds) { (try? get("/readyz"))?.hasPrefix("HTTP/1.1 200 ") == true }
    }

    /// Returns a value from `/proc/PID/status`, in kilobytes.
    func memory(_ name: String = "VmRSS") throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    /// The processor time that it has used, in seconds.
    func processorSeconds() throws -> Double {
        let stat = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = fields.count > 12 ? Int(fields[11]).flatMap { user in Int(fields[12]).map { user + $0 } } : nil
        return Double(try #require(ticks)) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Sends a request on its own connection and returns the whole answer.
    func answer(_ request: String, seconds: Double? = nil) throws -> String {
        let connection = try RawConnection(port: port)
        connection.send(request)
        return connection.receive(seconds: seconds)
    }

    func get(_ path: String, seconds: Double? = nil) throws -> String {
        try answer("GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n", seconds: seconds)
    }
}

/// Returns a Boolean value that indicates whether a condition holds in time. Blocks the thread meanwhile.
func eventually(within seconds: Double, _ holds: () throws -> Bool) rethrows -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
        // Asked once more after the time, during which this thread may have had no processor.
        let isOver = deadline.timeIntervalSinceNow < 0
        if try holds() { return true }
        if isOver { return false }
        usleep(20_000)
    }
}
