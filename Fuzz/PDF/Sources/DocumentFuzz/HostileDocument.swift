// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkGeometry
import InkStroke
import SignedPDF
import X509

/// A test that reads, verifies and signs documents of unknown origin, for `scripts/fuzz pdf` and the everyday tests.
struct HostileDocument: Sendable {
    /// Microseconds of processor time that any document may take in an optimised build.
    private static let base = 300_000.0
    /// Microseconds beyond that for each byte.
    private static let perByte = 20.0

    /// An error that reports that reading or signing a document broke a promise.
    struct BrokenPromiseError: Error, CustomStringConvertible {
        let description: String
    }

    private let key = P256.Signing.PrivateKey()
    private let certificate: SigningCertificate

    /// Creates a test with a new key and its certificate.
    init() {
        do { certificate = try Self.certificate(key) } catch { fatalError("\(error)") }
    }

    private static func certificate(_ key: P256.Signing.PrivateKey) throws -> SigningCertificate {
        let name = try DistinguishedName { CommonName("Ada Example") }
        let made = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 1_700_000_000),
            notValidAfter: Date(timeIntervalSince1970: 2_500_000_000), issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256, extensions: Certificate.Extensions(), issuerPrivateKey: .init(key))
        return try SigningCertificate(der: Array(try made.serializeAsPEM().derBytes))
    }

    /// Reads the signatures of a document, and signs it. The signed document must begin with the document's bytes and
    /// have one more valid signature, which shows its ink.
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - slowness: The factor by which this build may take longer than an optimised one.
    /// - Throws: ``BrokenPromiseError``.
    func feed(_ bytes: [UInt8], slowness: Double = 1) async throws {
        let start = Self.processorMicroseconds()
        let before = try? PDFSignature.all(in: bytes)
        let signer = PDFSigner(certificates: [certificate], date: 0)
        let place = SignaturePlace(page: 1, x: 10, y: 10, width: 50)
        if let signed = try? await signer.sign(bytes, with: Self.drawing, at: place, key: key) {
            guard signed.starts(with: bytes) else { throw BrokenPromiseError(description: "the document was changed") }
            guard let after = try? PDFSignature.all(in: signed), let last = after.last, last.problems.isEmpty,
                last.end == signed.count, after.count == (before?.count ?? 0) + 1
            else { throw BrokenPromiseError(description: "what was signed is not valid") }
            guard last.ink(comparedWith: Self.drawing) == .sameInk else {
                throw BrokenPromiseError(description: "what was signed does not show its ink")
            }
        }
        for signature in before ?? [] { _ = signature.ink(comparedWith: Self.drawing) }
        let spent = Self.processorMicroseconds() - start
        let limit = (Self.base + Self.perByte * Double(bytes.count)) * slowness
        guard spent <= limit else {
            throw BrokenPromiseError(
                description: "\(bytes.count) bytes took \(Int(spent)) µs; \(Int(limit)) are allowed")
        }
    }

    private static let drawing = Drawing(
        size: InkSize(width: 40, height: 20),
        strokes: [
            (try? Stroke([
                StrokePoint(InkPoint(x: 5, y: 5), time: 0), StrokePoint(InkPoint(x: 30, y: 15), time: 0.1),
            ])) ?? Stroke()
        ])

    private static func processorMicroseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1000
    }
}
