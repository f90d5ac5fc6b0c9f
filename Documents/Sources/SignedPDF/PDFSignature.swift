// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// A signature in a document, as it was read and checked.
public struct PDFSignature: Sendable {
    /// The reason why a signature is not valid.
    public enum Problem: Hashable, Sendable, CaseIterable {
        /// The signed ranges are not the whole revision except the signature itself.
        case ranges
        /// The signature is not a CMS structure of the kind that PAdES allows.
        case structure
        /// The signed bytes were changed.
        case changed
        /// The signature is not one of the certificate's key.
        case signature
        /// The signature does not name its certificate, so that another one could take its place.
        case certificate
        /// The kind of the key is not known here.
        case unknownKey
    }

    /// The name of the signature's field.
    public let name: String
    /// The signer's certificate. Whether to trust it, the caller decides.
    public let certificate: SigningCertificate?
    /// The reason for signing, as the signature states it.
    public let reason: String?
    /// The number of the document's bytes to which the signature applies.
    public let end: Int
    /// The faults of the signature. If there are none, it is valid.
    public let problems: [Problem]
    /// The evidence that was attached with the signature.
    public let evidence: [UInt8]?

    /// Reads all signatures of a document and checks each of them.
    /// - Returns: The signatures in the order of ``end``.
    /// - Throws: ``PDFError``
    /// - Complexity: O(bytes) for each signature.
    public static func all(in bytes: [UInt8]) throws(PDFError) -> [PDFSignature] {
        let file = try PDFFile(bytes)
        let attachments = try PDFAttachments(file)
        var fields: [PDFFile.Object] = []
        try collect(file.root["/AcroForm"]["/Fields"].items, depth: 0, into: &fields)
        try file.checkSound()
        guard fields.count <= 256 else { throw .tooLarge }
        let signatures = fields.map { PDFSignature($0, in: bytes, attachments) }
        return signatures.sorted { $0.end < $1.end }
    }

    /// Collects the fields that have a signature.
    private static func collect(
        _ nodes: [PDFFile.Object], depth: Int, into fields: inout [PDFFile.Object]
    ) throws(PDFError) {
        guard depth < 16, fields.count < PDFLimits.items else { throw .damaged }
        for node in nodes {
            if node.inherited("/FT").isName("/Sig"), node["/V"].isDictionary { fields.append(node) }
            try collect(node["/Kids"].items, depth: depth + 1, into: &fields)
        }
    }

    private init(_ field: PDFFile.Object, in bytes: [UInt8], _ attachments: PDFAttachments) {
        let value = field["/V"]
        name = field["/T"].string ?? ""
        reason = value["/Reason"].string
        evidence = attachments.contents("\(name).inkevidence", limit: 1 << 24)
        let numbers = value["/ByteRange"].items.map { $0.integer ?? -1 }
        end = numbers.count == 4 ? max(0, numbers[2].addingReportingOverflow(numbers[3]).partialValue) : 0
        guard let contents = Self.contents(numbers, in: bytes), contents == value["/Contents"].stringBytes else {
            (certificate, problems) = (nil, [.ranges])
            return
        }
        guard let structure = Self.trimmed(contents), let cms = try? CMSSignature(structure) else {
            (certificate, problems) = (nil, [.structure])
            return
        }
        certificate = cms.certificate
        var content = SHA256()
        content.update(data: bytes[..<numbers[1]])
        content.update(data: bytes[numbers[2]..<end])
        var problems: [Problem] = Array(content.finalize()) == cms.contentDigest ? [] : [.changed]
        switch cms.certificate.isValid(cms.signature, over: cms.attributes) {
        case true?: break
        case false?: problems.append(.signature)
        case nil: problems.append(.unknownKey)
        }
        // A signature's own structure is not signed. That of InkLock has one form.
        let isOwn = value["/Prop_Build"]["/App"]["/Name"].isName("/InkLock")
        if isOwn && !cms.isEncoded(as: structure) { problems.append(.structure) }
        if !cms.namesCertificate { problems.append(.certificate) }
        self.problems = problems
    }

    /// Returns the bytes of the string between the two signed ranges, if it is all that lies between them.
    private static func contents(_ numbers: [Int], in bytes: [UInt8]) -> [UInt8]? {
        guard numbers.count == 4, numbers.allSatisfy({ 0...bytes.count ~= $0 }), numbers[0] == 0,
            numbers[1] + 2 <= numbers[2], numbers[2] + numbers[3] <= bytes.count,
            numbers[2] - numbers[1] <= 2 * PDFLimits.signatureBytes,
            bytes[numbers[1]] == UInt8(ascii: "<"), bytes[numbers[2] - 1] == UInt8(ascii: ">")
        else { return nil }
        let digits = bytes[(numbers[1] + 1)..<(numbers[2] - 1)]
        // Digits of one case, so that a changed one is noticed though it means the same.
        let isLower = digits.contains { UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
        let isUpper = digits.contains { UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0 }
        guard digits.count % 2 == 0, !(isLower && isUpper) else { return nil }
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
