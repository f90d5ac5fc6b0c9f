// SPDX-License-Identifier: MIT
import Foundation

/// A running `inklock serve` on this machine, until it is stopped. Its accounts are in a temporary folder or in a
/// database.
final class RunningService: @unchecked Sendable {
    let address: String
    private let process = Process()
    private let folder: URL

    enum StartError: Error {
        case didNotStart
    }

    /// - Parameters:
    ///   - command: The path of the `inklock` program.
    ///   - database: The URI of a PostgreSQL database and the path of a key; `nil` for a folder.
    init(command: String, database: (place: String, key: String)? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)")
        let site = folder.appendingPathComponent("site")
        try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: command)
        let accounts =
            if let database {
                ["--database", database.place, "--device-key", database.key]
            } else {
                ["--data", folder.appendingPathComponent("data").path]
            }
        // The clients have different addresses, which X-Forwarded-For transmits.
        process.arguments = ["serve", "--port", "0", "--site", site.path, "--behind-proxy"] + accounts
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let start = line.range(of: "http://"), let end = line[start.lowerBound...].firstIndex(of: "\n") else {
            process.terminate()
            throw StartError.didNotStart
        }
        address = String(line[start.lowerBound..<end]).trimmingCharacters(in: CharacterSet(charactersIn: "/"))
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The peak memory of the process since ``forgetPeak()``, in mebibytes.
    var peakMemory: Double {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Double($0.filter(\.isNumber)) }.map { $0 / 1024 } ?? .nan
    }

    func forgetPeak() {
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(process.processIdentifier)/clear_refs"))
    }
}
