// SPDX-License-Identifier: MIT
import Foundation

/// A folder of public files. A file is public if its real path is inside the folder and has no hidden component.
package struct Site: Sendable {
    /// The result of looking up a path.
    enum Entry: Sendable {
        case file(SiteFile)
        /// A folder with an `index.html`, requested without the trailing slash that relative links in it need.
        case folderWithoutSlash
        case missing
    }

    /// The folder's real path, without symbolic links.
    let root: String

    /// Opens a folder.
    /// - Returns: `nil` if `path` is not a folder or the folder cannot be opened.
    package init?(folder path: String) {
        guard let real = Self.realPath(path), access(real, R_OK | X_OK) == 0 else { return nil }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: real, isDirectory: &isFolder), isFolder.boolValue else {
            return nil
        }
        root = real == "/" ? "" : real
    }

    /// A Boolean value that indicates whether `index.html` exists but is not served, because other users may not read
    /// it, as with a umask of 077.
    var keepsFrontPagePrivate: Bool {
        var status = stat()
        return stat("\(root)/index.html", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mode & 0o004 == 0
    }

    /// Looks up a path. A folder is represented by its `index.html`. Blocks until the disk responds.
    func entry(at path: SitePath) -> Entry {
        guard let place = realPath(of: path.components), isOpenToOthers(place) else { return .missing }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) else { return .missing }
        if !isFolder.boolValue {
            guard !path.namesFolder, let file = SiteFile(atRealPath: place) else { return .missing }
            return .file(file)
        }
        guard let index = realPath(of: path.components + ["index.html"]), isOpenToOthers(index),
            let file = SiteFile(atRealPath: index)
        else { return .missing }
        return path.namesFolder ? .file(file) : .folderWithoutSlash
    }

    /// Resolves symbolic links. Returns `nil` if the result is outside the site or hidden.
    private func realPath(of components: [String]) -> String? {
        guard let place = Self.realPath(([root] + components).joined(separator: "/") + (components.isEmpty ? "/" : ""))
        else { return nil }
        if place == root { return place }
        guard place.utf8.starts(with: "\(root)/".utf8) else { return nil }
        let inside = place.utf8.dropFirst(root.utf8.count)
        let isHidden = inside.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
        return isHidden ? nil : place
    }

    /// Returns a Boolean value that indicates whether other users may enter each folder between the site and a place in
    /// it. A folder that its owner keeps from other users is not for visitors either.
    private func isOpenToOthers(_ place: String) -> Bool {
        var folder = place
        while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
            folder = String(folder[..<slash])
            guard folder.utf8.count > root.utf8.count else { break }
            var status = stat()
            guard stat(folder, &status) == 0, status.st_mode & 0o001 != 0 else { return false }
        }
        return true
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
