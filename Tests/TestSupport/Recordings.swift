// SPDX-License-Identifier: MIT
import Foundation

/// Drawings that people made, in a folder that need not be there.
public enum Recordings {
    /// `INKLOCK_RECORDINGS`, or `../shared/data` beside the project.
    public static var folder: String {
        if let path = ProcessInfo.processInfo.environment["INKLOCK_RECORDINGS"] { return path }
        return URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../shared/data").standardized.path
    }

    public static var areHere: Bool { FileManager.default.fileExists(atPath: "\(folder)/fixtures") }

    public static func data(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"))
    }
}
