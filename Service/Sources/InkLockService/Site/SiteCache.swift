// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Hummingbird
import InkFiles
import NIOCore
import NIOPosix

/// A cache of the site's small files, with compressed copies. When it is full, it is emptied, because it may contain
/// files from before an upgrade. If it was emptied recently, further files are read from the disk and sent
/// uncompressed.
final class SiteCache: @unchecked Sendable {
    /// A cached file.
    struct Entry: Sendable {
        let state: SiteFile.State
        let plain: ByteBuffer
        /// The compressed file; `nil` if gzip does not make it smaller.
        let gzip: ByteBuffer?
        /// The strong validators of both.
        let tag: String
        let gzipTag: String
    }

    /// The maximum size of a cached file in bytes.
    static let fileLimit = 1 << 20
    /// The maximum size of the cache in bytes, including compressed files.
    static let totalLimit = 1 << 24

    private let lock = NSLock()
    /// Held while a file is read and compressed.
    private let loading = NSLock()
    private var entries: [String: Entry] = [:]
    private var total = 0
    /// The earliest time at which the cache may be emptied.
    private var nextEmptying = ContinuousClock.now
    /// The minimum time between two emptyings, so that a site larger than the cache is not compressed repeatedly.
    private static let emptyingInterval = Duration.seconds(600)

    /// Returns the cached file, if there is one.
    func known(_ file: SiteFile) -> Entry? {
        guard let entry = lock.withLock({ entries[file.path] }), entry.state == file.state else { return nil }
        return entry
    }

    /// Returns the cached file, and reads it first if necessary; `nil` if it is too large or the cache is full.
    /// - Throws: ``SiteFile/ChangedError``, and file system errors.
    func entry(for file: SiteFile) async throws -> Entry? {
        if let known = known(file) { return known }
        // The compressed file is smaller than the file. If both might not fit, skip compression, because the result
        // would be discarded at every request.
        guard file.size <= Self.fileLimit, lock.withLock({ makeRoom(2 * file.size) }) else { return nil }
        return try await NIOThreadPool.singleton.runIfActive { try self.load(file) }
    }

    /// Empties the cache if it is full and was not emptied recently.
    /// - Returns: A Boolean value that indicates whether there is space for the bytes.
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
        let tag = Hexadecimal.text(SHA256.hash(data: bytes).prefix(12))
        return Entry(
            state: file.state, plain: ByteBuffer(bytes: bytes),
            gzip: gzip.flatMap { $0.count < bytes.count ? ByteBuffer(bytes: $0) : nil }, tag: "\"\(tag)\"",
            gzipTag: "\"\(tag)-gzip\"")
    }
}

/// The content codings that a client accepts (RFC 9110 §12.5.3).
enum AcceptedCodings {
    private static let fieldLimit = 1024

    /// Returns a Boolean value that indicates whether gzip is accepted, by name or by `*`, with a weight above 0.
    /// - Parameter fields: The values of all `Accept-Encoding` fields.
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
