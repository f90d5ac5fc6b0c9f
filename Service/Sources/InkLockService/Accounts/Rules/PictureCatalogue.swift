// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// The pictures that accounts may draw on: those in the site's folder `pictures`.
package struct PictureCatalogue: Sendable {
    /// SHA-256 of each picture's file, by the file's name.
    private let digests: [String: [UInt8]]

    static let folder = "pictures"
    private static let endings = ["svg", "png", "jpg", "webp"]

    package init(_ digests: [String: [UInt8]]) { self.digests = digests }

    /// Reads the pictures of a site; without the folder there are none. Blocks while the disk answers.
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

    func digest(of name: String) -> [UInt8]? { digests[name] }
}
