// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// The pictures that accounts may draw on: those in the site's folder `pictures`, so that a name that nobody has can be
/// answered with one of them as well.
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

    /// In order.
    var names: [String] { digests.keys.sorted() }

    func digest(of name: String) -> [UInt8]? { digests[name] }

    /// The picture that a name of nobody's seems to have drawn on, `nil` if there are no pictures. Adding one to the
    /// catalogue changes few answers (Thaler and Ravishankar, "Using name-based mappings to increase hit rates", 1998).
    func semblance(for name: AccountName, _ secrets: ServiceSecrets) -> String? {
        names.max { a, b in
            secrets.semblance("picture \(a)", of: name).lexicographicallyPrecedes(
                secrets.semblance("picture \(b)", of: name))
        }
    }
}
