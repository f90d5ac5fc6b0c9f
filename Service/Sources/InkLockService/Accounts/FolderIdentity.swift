// SPDX-License-Identifier: MIT
import Foundation

/// The identity of a folder, which need not exist: its chain of real parent folders.
struct FolderIdentity {
    /// The existing folders of the path as device and inode numbers, the innermost first.
    private let chain: [Inode]
    /// A Boolean value that indicates whether the folder itself exists.
    private let exists: Bool

    private struct Inode: Hashable {
        let device: UInt64
        let number: UInt64
    }

    /// Creates the identity of a path. It follows symbolic links and `..`, and a folder that is mounted twice has one
    /// identity.
    init(_ path: String) {
        let current = FileManager.default.currentDirectoryPath
        var parts = (path.hasPrefix("/") ? path : "\(current)/\(path)").split(separator: "/").map(String.init)
        var real: String?
        var missing = 0
        while real == nil {
            if let found = realpath("/" + parts.joined(separator: "/"), nil) {
                real = String(cString: found)
                free(found)
            } else if parts.isEmpty {
                break
            } else {
                parts.removeLast()
                missing += 1
            }
        }
        exists = missing == 0
        var chain: [Inode] = []
        var place = real ?? "/"
        while true {
            var status = stat()
            if stat(place, &status) == 0 {
                chain.append(Inode(device: UInt64(status.st_dev), number: UInt64(status.st_ino)))
            }
            guard place != "/", let slash = place.lastIndex(of: "/") else { break }
            place = slash == place.startIndex ? "/" : String(place[..<slash])
        }
        self.chain = chain
    }

    /// Returns a Boolean value that indicates whether the folders are equal or one contains the other.
    func overlaps(_ other: FolderIdentity) -> Bool {
        (exists && chain.first.map(other.chain.contains) ?? false)
            || (other.exists && other.chain.first.map(chain.contains) ?? false)
    }
}
