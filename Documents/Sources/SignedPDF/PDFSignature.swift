// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkEvidence
import InkRaster
import InkStroke

/// A signature in a document, or a timestamp of it, as it was read and checked.
public struct PDFSignature: Sendable {
    /// The kind of a signature.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// A signature by a person or an organisation, with a certificate.
        case signature
        /// A timestamp of the document (ISO 32000-2 §12.8.5) by a responder. It does not approve the contents.
        case timestamp
    }

    /// The reason why a signature is not valid.
    public enum Problem: Hashable, Sendable, CaseIterable {
        /// The signed ranges do not cover the whole revision except for the signature itself.
        case ranges
        /// The signature is not a CMS structure of the kind that PAdES allows.
        case structure
        /// The signed bytes were changed.
        case changed
        /// The signature was not made with the certificate's key.
        case signature
        /// The signature does not name its certificate, so another certificate could be put in its place.
        case certificate
        /// The kind of key is not supported.
        case unknownKey
        /// The timestamp is not a valid timestamp of this signature or of the document.
        case timestamp
    }

    /// The result of comparing the ink that a signature shows on its page with a drawing.
    public enum Ink: Hashable, Sendable, CaseIterable {
        /// The signature shows the drawing.
        case sameInk
        /// InkLock wrote the signature, and it does not show the drawing as this version of InkLock draws it, or does
        /// not show it visibly, upright and undistorted on the page.
        case otherInk
        /// Another program wrote the signature, and it does not show the drawing as InkLock draws it.
        case unknownInk
    }

    /// The kind of the signature: a signer's, or a responder's timestamp of the document.
    public let kind: Kind
    /// The name of the signature's field.
    public let name: String
    /// The signer's certificate; `nil` for a timestamp of the document. ``TrustedRoots`` tells whether to trust the
    /// certificate.
    public let certificate: SigningCertificate?
    /// The other certificates in the signature, which may form a chain from the signer's certificate to a trusted one.
    public let issuers: [SigningCertificate]
    /// The valid timestamp of the signature, or of the document. ``TrustedRoots`` tells whether to trust its responder.
    public let timestamp: DocumentTimestamp?
    /// The reason for signing, as the signature states it.
    public let reason: String?
    /// The number of bytes at the start of the document to which the signature applies.
    public let end: Int
    /// The end of the valid signature before this timestamp of the document, if the timestamp added only itself and
    /// data for checking signatures. `nil` if the timestamp may have added more, and for other kinds.
    public private(set) var stampedEnd: Int?
    /// The faults of the signature. If there are none, it is valid.
    public let problems: [Problem]
    /// The evidence that was attached with the signature.
    public let evidence: [UInt8]?
    /// A Boolean value that indicates whether the signature names InkLock as its program.
    private let isOwn: Bool
    /// The ink of the field, in the revision that the signature covers.
    private let ink: SignatureInk?
    /// A Boolean value that indicates whether the document has few enough pages to tell what the field shows.
    private let isInkKnown: Bool

    /// Reads all signatures of a document and checks each of them.
    /// - Returns: The signatures in the order of ``end``.
    /// - Throws: ``PDFError``
    /// - Complexity: O(bytes) for each signature.
    public static func all(in bytes: [UInt8]) throws(PDFError) -> [PDFSignature] {
        let file = try PDFFile(bytes)
        let attachments = try PDFAttachments(file)
        // Evidence is stored as it is, so that all evidence together is no larger than the file.
        var room = bytes.count
        // And so is the ink.
        var inkRoom = bytes.count
        // Each signature looks for its page.
        var inkItems = PDFLimits.items
        var signatures: [PDFSignature] = []
        var left = PDFComparison.objectLimit
        // Earlier signatures come first, so that a later signer's evidence takes no room of theirs.
        for (field, end) in try fields(of: file).map({ ($0, end(byteRange($0))) }).sorted(by: { $0.1 < $1.1 }) {
            // An update that was added later can replace the dictionary of a signature, and the evidence.
            var signature =
                end < bytes.count
                ? covered(field.identifier, in: Array(bytes[..<end]), evidenceLimit: room, inkLimit: inkRoom, &inkItems)
                    ?? PDFSignature(field, of: file, nil, evidenceLimit: 0, inkLimit: 0, &inkItems)
                : PDFSignature(field, of: file, attachments, evidenceLimit: room, inkLimit: inkRoom, &inkItems)
            room -= signature.evidence?.count ?? 0
            inkRoom -= signature.ink?.byteCount ?? 0
            if signature.kind == .timestamp, signature.problems.isEmpty, let last = signatures.last,
                last.problems.isEmpty,
                PDFComparison.isStamped(Array(bytes[..<signature.end]), from: Array(bytes[..<last.end]), &left)
            {
                signature.stampedEnd = last.end
            }
            signatures.append(signature)
        }
        return signatures
    }

    /// Reads a signature from the revision that it covers. Returns `nil` if the signature is not in that revision.
    private static func covered(
        _ identifier: Int, in revision: [UInt8], evidenceLimit: Int, inkLimit: Int, _ inkItems: inout Int
    ) -> PDFSignature? {
        guard let file = try? PDFFile(revision), let attachments = try? PDFAttachments(file),
            let field = try? fields(of: file).first(where: { $0.identifier == identifier }),
            end(byteRange(field)) == revision.count
        else { return nil }
        return PDFSignature(
            field, of: file, attachments, evidenceLimit: evidenceLimit, inkLimit: inkLimit, &inkItems)
    }

    /// Returns the fields that have a signature.
    static func fields(of file: PDFFile) throws(PDFError) -> [PDFFile.Object] {
        var fields: [PDFFile.Object] = []
        var left = PDFLimits.items
        try collect(file.root["/AcroForm"]["/Fields"], inSignature: false, depth: 0, &left, into: &fields)
        try file.checkSound()
        guard fields.count <= PDFLimits.signatures else { throw .tooLarge }
        return fields
    }

    /// Collects the fields that have a signature.
    /// - Parameters:
    ///   - nodes: The array of the nodes.
    ///   - isSignature: A Boolean value that indicates whether the field above the nodes is one for a signature.
    ///   - left: The number of nodes that may still be visited. A node can be reached in many ways.
    private static func collect(
        _ nodes: PDFFile.Object, inSignature isSignature: Bool, depth: Int, _ left: inout Int,
        into fields: inout [PDFFile.Object]
    ) throws(PDFError) {
        guard depth < 16 else { throw .damaged }
        for node in try nodes.items(&left) {
            let kind = node["/FT"]
            let isSignature = kind.isNull ? isSignature : kind.isName("/Sig")
            if isSignature, node["/V"].isDictionary { fields.append(node) }
            try collect(node["/Kids"], inSignature: isSignature, depth: depth + 1, &left, into: &fields)
        }
    }

    private static func byteRange(_ field: PDFFile.Object) -> [Int] {
        field["/V"]["/ByteRange"].four.map { $0.integer ?? -1 }
    }

    private static func end(_ numbers: [Int]) -> Int {
        numbers.count == 4 ? max(0, numbers[2].addingReportingOverflow(numbers[3]).partialValue) : 0
    }

    /// The subfilter of timestamps of the document.
    static let timestampFilter = "/ETSI.RFC3161"

    /// - Parameters:
    ///   - attachments: The attachments of the revision that the signature covers, or `nil` if the signature is not in
    ///     it.
    ///   - inkItems: The number of pages and annotations that may still be visited.
    private init(
        _ field: PDFFile.Object, of file: PDFFile, _ attachments: PDFAttachments?, evidenceLimit: Int, inkLimit: Int,
        _ inkItems: inout Int
    ) {
        let bytes = file.bytes
        let value = field["/V"]
        kind = value["/SubFilter"].isName(Self.timestampFilter) ? .timestamp : .signature
        name = field["/T"].string ?? ""
        reason = attachments == nil ? nil : value["/Reason"].string
        evidence = attachments?.contents("\(name).inkevidence", limit: min(EvidenceLimits.fileBytes, evidenceLimit))
        let numbers = Self.byteRange(field)
        end = Self.end(numbers)
        isOwn = value["/Prop_Build"]["/App"]["/Name"].isName("/InkLock")
        ink = attachments == nil ? nil : SignatureInk(field, in: file, limit: inkLimit, &inkItems)
        isInkKnown = ink != nil || inkItems >= 0
        guard attachments != nil, let contents = Self.contents(numbers, in: bytes, isOwn: isOwn),
            contents == value["/Contents"].stringBytes
        else {
            (certificate, issuers, timestamp, problems) = (nil, [], nil, [.ranges])
            return
        }
        let signed = Array(bytes[..<numbers[1]] + bytes[numbers[2]..<end])
        guard kind == .signature else {
            (certificate, issuers) = (nil, [])
            timestamp = Self.trimmed(contents).flatMap { try? DocumentTimestamp(token: $0, of: signed) }
            problems = timestamp == nil ? [.timestamp] : []
            return
        }
        guard let structure = Self.trimmed(contents), let cms = try? CMSSignature(structure) else {
            (certificate, issuers, timestamp, problems) = (nil, [], nil, [.structure])
            return
        }
        certificate = cms.certificate
        issuers = cms.signedData.certificates.filter { $0 != cms.certificate }
        let isUnchanged = cms.signedData.digestAlgorithm.digest(of: signed) == cms.signedData.contentDigest
        var problems: [Problem] = isUnchanged ? [] : [.changed]
        switch cms.signedData.isSignatureValid {
        case true?: break
        case false?: problems.append(.signature)
        case nil: problems.append(.unknownKey)
        }
        // A signature's own structure is not signed. That of InkLock has one form.
        if isOwn && !cms.isEncoded(as: structure) { problems.append(.structure) }
        if !cms.signedData.namesCertificate { problems.append(.certificate) }
        timestamp = cms.timestampToken.flatMap { try? DocumentTimestamp(token: $0, of: cms.signature) }
        if cms.timestampToken != nil && timestamp == nil { problems.append(.timestamp) }
        self.problems = problems
    }

    /// Compares what the signature shows on its page with a drawing, which is usually that of the evidence.
    ///
    /// Other contents of the page, which may cover the ink, are not compared. If ``work(for:)`` is large, comparing
    /// takes long. Another version of InkLock may draw the same drawing differently: compare only if the evidence's
    /// engine is `EvidenceRendering.currentEngine`, or rely on ``Ink/sameInk`` alone.
    /// - Parameter drawing: The drawing that the page should show.
    /// - Complexity: O(samples)
    public func ink(comparedWith drawing: Drawing) -> Ink {
        if let ink, let appearance = try? SignatureAppearance(drawing), ink.shows(appearance) { return .sameInk }
        return isOwn && isInkKnown ? .otherInk : .unknownInk
    }

    /// Returns the work of ``ink(comparedWith:)``, as a share of the work for the largest evidence.
    /// - Parameter drawing: The drawing to compare with.
    /// - Complexity: O(samples)
    public static func work(for drawing: Drawing) -> Double {
        let scale = InkedDrawing.accuracy(scale: 1) / SignatureAppearance.accuracy
        return Rendering(scale: scale).outlineWork(of: drawing)
    }

    /// Returns whether the signed document is a single update of the document in its first `count` bytes.
    public func isUpdate(of count: Int, in bytes: [UInt8]) -> Bool {
        guard end <= bytes.count, 0..<end ~= count,
            let table = PDFUpdate.lastTable(Array(bytes[..<end])), table >= count,
            let previous = PDFUpdate.lastTable(Array(bytes[..<count]))
        else { return false }
        let section = Data(bytes[table..<end])
        guard let key = section.range(of: Data("/Prev ".utf8)) else { return false }
        let digits = section[key.upperBound...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return Int(String(decoding: digits, as: UTF8.self)) == previous
    }

    /// Returns the bytes of the string between the two signed ranges, if it is all that lies between them.
    /// - Parameter isOwn: A Boolean value that indicates whether InkLock wrote the string, in lower case.
    private static func contents(_ numbers: [Int], in bytes: [UInt8], isOwn: Bool) -> [UInt8]? {
        guard numbers.count == 4, numbers.allSatisfy({ 0...bytes.count ~= $0 }), numbers[0] == 0,
            numbers[1] + 2 <= numbers[2], numbers[2] + numbers[3] <= bytes.count,
            numbers[2] - numbers[1] <= 2 * PDFLimits.signatureBytes,
            bytes[numbers[1]] == UInt8(ascii: "<"), bytes[numbers[2] - 1] == UInt8(ascii: ">")
        else { return nil }
        let digits = bytes[(numbers[1] + 1)..<(numbers[2] - 1)]
        // Digits of one case, so that a changed one is noticed though it means the same.
        let isLower = digits.contains { UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
        let isUpper = digits.contains { UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0 }
        guard digits.count % 2 == 0, !(isUpper && (isLower || isOwn)) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
            if let first = high {
                result.append(first << 4 | UInt8(value))
                high = nil
            } else {
                high = UInt8(value)
            }
        }
        return result
    }

    /// Returns the structure without the zeros that fill up its string.
    private static func trimmed(_ contents: [UInt8]) -> [UInt8]? {
        guard contents.count > 4, contents[0] == 0x30, 0x81...0x83 ~= contents[1] else { return nil }
        let count = Int(contents[1] & 0x7F)
        let length = contents[2..<2 + count].reduce(0) { $0 << 8 | Int($1) } + 2 + count
        guard length <= contents.count, contents[length...].allSatisfy({ $0 == 0 }) else { return nil }
        return Array(contents[..<length])
    }
}
