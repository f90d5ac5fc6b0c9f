// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// The pictures that accounts may draw on: those in the site's folder `pictures`, and photos of their owners.
package struct PictureCatalogue: Sendable {
    /// The SHA-256 digest of each picture's file, by the file's name.
    private let digests: [String: [UInt8]]

    static let folder = "pictures"
    private static let endings = ["svg", "png", "jpg", "webp"]

    package init(_ digests: [String: [UInt8]]) { self.digests = digests }

    /// Reads the pictures of a site. Without the folder there are none. Blocks the thread while it reads.
    package init(site: Site) {
        let folder = URL(fileURLWithPath: site.root, isDirectory: true).appendingPathComponent(Self.folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var digests: [String: [UInt8]] = [:]
        for name in names {
            let ending = name.split(separator: ".").last.map(String.init) ?? ""
            guard Self.endings.contains(ending.lowercased()), let path = SitePath(percentEncoded: "/\(name)"),
                path.components == [name],
                let bytes = try? Data(contentsOf: folder.appendingPathComponent(name))
            else { continue }
            digests[name] = Array(SHA256.hash(data: bytes))
        }
        self.digests = digests
    }

    /// Returns the SHA-256 digest of a picture's file.
    func digest(of name: String) -> [UInt8]? { digests[name] ?? Self.photoDigest(in: name) }

    /// Returns the digest in the name of a photo. Only its owner's device has the photo, so its name contains the
    /// digest to which drawings are bound: `photo-` and 64 lower-case hexadecimal digits. No file of the site has such
    /// a name, because the name has no extension.
    private static func photoDigest(in name: String) -> [UInt8]? {
        let start = "photo-"
        guard name.hasPrefix(start), name.utf8.count == start.utf8.count + 2 * SHA256.byteCount else { return nil }
        return Hexadecimal.bytes(String(name.dropFirst(start.count))).map(Array.init)
    }
}
