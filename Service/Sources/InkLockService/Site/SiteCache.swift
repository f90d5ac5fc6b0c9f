// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Hummingbird
import InkFiles
import NIOCore
import NIOPosix

/// The site's small files in memory, compressed where that helps. Bounded: when it is full, it begins again, because files of
/// before an upgrade may fill it. Where it is full again soon, other files are read from the disk and sent as they are.
final class SiteCache: @unchecked Sendable {
    /// A file in memory.
    struct Entry: Sendable {
        let state: SiteFile.State
        let plain: ByteBuffer
        /// `nil` where gzip does not make the file smaller.
        let gzip: ByteBuffer?
        /// Strong validators of the two.
        let tag: String
        let gzipTag: String
    }

    /// The largest file that is kept, in bytes.
    static let fileLimit = 1 << 20
    /// All that is kept, compressed files included, in bytes.
    static let totalLimit = 1 << 24

    private let lock = NSLock()
    /// Held while a file is read and compressed.
    private let loading = NSLock()
    private var entries: [String: Entry] = [:]
    private var total = 0
    /// The moment from which on the memory may be emptied.
    private var nextEmptying = ContinuousClock.now
    /// A site that is larger than the memory is not compressed again and again.
    private static let emptyingInterval = Duration.seconds(600)

    /// The file in memory, if it is there already.
    func known(_ file: SiteFile) -> Entry? {
        guard let entry = lock.withLock({ entries[file.path] }), entry.state == file.state else { return nil }
        return entry
    }

    /// The file in memory; `nil` if it is too large or there is no room.
    /// - Throws: ``SiteFile/ChangedError``, or what the disk says.
    func entry(for file: SiteFile) async throws -> Entry? {
        if let known = known(file) { return known }
        // The compressed file is smaller than the file. If both might not fit, skip compression, because the result
        // would be discarded at every request.
        guard file.size <= Self.fileLimit, lock.withLock({ makeRoom(2 * file.size) }) else { return nil }
        return try await NIOThreadPool.singleton.runIfActive { try self.load(file) }
    }

    /// Empties the memory if there is no room in it and that was not done a moment ago.
    /// - Returns: a Boolean value that indicates whether there is room for some bytes.
    private func makeRoom(_ bytes: Int) -> Bool {
        guard total + bytes > Self.totalLimit else { return true }
        guard .now >= nextEmptying else { return false }
        nextEmptying = .now + Self.emptyingInterval
        entries = [:]
        total = 0
        return true
    }

    /// Reads and compresses a file, once for all requests that wait for it.
    private func load(_ file: SiteFile) throws -> Entry? {
        loading.lock()
        defer { loading.unlock() }
        if let known = lock.withLock({ entries[file.path] }), known.state == file.state { return known }
        let entry = Self.loaded(file, try file.contents())
        return lock.withLock {
            if let old = entries.removeValue(forKey: file.path) { total -= Self.size(old) }
            guard total + Self.size(entry) <= Self.totalLimit else { return nil }
            entries[file.path] = entry
            total += Self.size(entry)
            return entry
        }
    }

    private static func size(_ entry: Entry) -> Int {
        entry.plain.readableBytes + (entry.gzip?.readableBytes ?? 0)
    }

    private static func loaded(_ file: SiteFile, _ bytes: [UInt8]) -> Entry {
        let gzip = SiteMediaType.isCompressible(file.path) ? Gzip.compressed(bytes) : nil
        let digest = SHA256.hash(data: bytes).prefix(12)
        let tag = digest.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
        return Entry(
            state: file.state, plain: ByteBuffer(bytes: bytes),
            gzip: gzip.flatMap { $0.count < bytes.count ? ByteBuffer(bytes: $0) : nil }, tag: "\"\(tag)\"",
            gzipTag: "\"\(tag)-gzip\"")
    }
}

/// The codings that a client takes (RFC 9110 §12.5.3).
enum AcceptedCodings {
    private static let fieldLimit = 1024

    /// Returns a Boolean value that indicates whether gzip is taken, by name or by `*`, with a weight above 0.
    /// - Parameter fields: the values of all `Accept-Encoding` fields.
    static func takesGzip(_ fields: [String]) -> Bool {
        guard fields.reduce(0, { $0 + $1.utf8.count }) <= fieldLimit else { return false }
        var (named, any): (Bool?, Bool?)
        for part in fields.flatMap({ $0.utf8.split(separator: UInt8(ascii: ",")) }) {
            let words = part.split(separator: UInt8(ascii: ";")).map { word in
                word.filter { $0 != 0x20 && $0 != 0x09 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            }
            guard let name = words.first else { continue }
            let isRefused = words.dropFirst().contains { word in
                word.starts(with: "q=0".utf8) && word.dropFirst(3).allSatisfy { $0 == 0x2E || $0 == 0x30 }
            }
            if name.elementsEqual("gzip".utf8) || name.elementsEqual("x-gzip".utf8) { named = !isRefused }
            if name.elementsEqual("*".utf8) { any = !isRefused }
        }
        return named ?? any ?? false
    }
}
