// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkGeometry
import InkStroke

/// A signer that signs PDF documents with ink: PAdES at the level B-B or B-T (ETSI EN 319 142-1), as an incremental
/// update.
///
/// The document's bytes do not change, so earlier signatures remain valid. The ink is drawn as vectors.
public struct PDFSigner {
    /// The certificates: first the signer's, then those of its issuers.
    public var certificates: [SigningCertificate]
    /// The reason for signing, which readers show.
    public var reason: String?
    /// The time of signing in seconds since 1970-01-01 UTC, by the device's clock.
    public var date: Double
    /// The evidence of the signature, which becomes an attachment.
    public var evidence: [UInt8]?
    /// The source of the timestamp, which level B-T requires; `nil` for level B-B.
    public var timestamps: (any TimestampSource)?

    public init(
        certificates: [SigningCertificate], reason: String? = nil, date: Double, evidence: [UInt8]? = nil,
        timestamps: (any TimestampSource)? = nil
    ) {
        self.certificates = certificates
        self.reason = reason
        self.date = date
        self.evidence = evidence
        self.timestamps = timestamps
    }

    /// Signs a document.
    /// - Parameters:
    ///   - bytes: The document.
    ///   - drawing: The signature's ink. If there is evidence, it is its drawing: ``PDFSignature/ink(comparedWith:)``
    ///     finds other ink.
    ///   - place: The place of the ink on a page.
    ///   - key: The key of the first certificate.
    /// - Returns: The signed document, which begins with `bytes`.
    /// - Throws: ``PDFError``, or the error of the key or of the timestamp source.
    /// - Complexity: O(bytes + samples)
    public func sign(
        _ bytes: [UInt8], with drawing: Drawing, at place: SignaturePlace, key: some DocumentSigner
    ) async throws -> [UInt8] {
        guard let certificate = certificates.first, certificate.publicKey == key.documentPublicKey else {
            throw PDFError.invalidCertificate
        }
        // A document whose signatures cannot be read could not be verified afterwards.
        _ = try PDFSignature.all(in: bytes)
        var (update, field, hole) = try prepared(bytes, drawing, place)
        update.replace(hole.ranges, with: hole.byteRange(in: update.bytes.count))
        // A damaged document can have two readings. The signature must be in the one that a reader gets.
        guard try PDFSignature.fields(of: PDFFile(update.bytes)).contains(where: { $0.identifier == field }) else {
            throw PDFError.damaged
        }
        var content = SHA256()
        content.update(data: update.bytes[..<hole.contents.lowerBound])
        content.update(data: update.bytes[hole.contents.upperBound...])
        let attributes = try CMSSignature.attributes(
            contentDigest: Array(content.finalize()), certificates: certificates)
        let made = try await key.documentSignature(for: attributes)
        guard certificate.isValid(made, over: attributes) == true,
            let signature = CMSSignature.normalized(made, key.documentAlgorithm)
        else { throw PDFError.invalidCertificate }
        let cms = try CMSSignature.encoded(
            attributes: attributes, signature: signature, algorithm: key.documentAlgorithm, certificates: certificates,
            timestampToken: try await timestamps?.token(of: signature))
        update.replace(hole.contents, with: try hole.contents(cms))
        return update.bytes
    }

    // MARK: Objects

    /// Adds everything but the signature itself.
    private func prepared(
        _ bytes: [UInt8], _ drawing: Drawing, _ place: SignaturePlace
    ) throws(PDFError) -> (PDFUpdate, field: Int, SignatureHole) {
        let file = try PDFFile(bytes)
        try file.checkPageTree()
        let pages = file.pageCount
        try file.checkSound()
        guard 1...max(1, pages) ~= place.page, pages > 0 else { throw .pageNotFound }
        // A field's lock can allow no change of the document after its signature (ISO 32000-2 §12.7.5.5).
        let isLocked = try PDFSignature.fields(of: file).contains { $0["/Lock"]["/P"].integer == 1 }
        guard file.root["/Perms"]["/DocMDP"].isNull, !isLocked else { throw .certified }
        let page = file.page(place.page - 1)
        let appearance = try SignatureAppearance(drawing)
        let height = place.width * appearance.size.height / appearance.size.width
        guard min(place.width, height) >= SignaturePlace.leastSide else { throw .invalidPlace }
        let (box, rotation) = try Self.visibleBox(page)
        let unit = Self.unit(page)
        let frame = try place.inUnits(of: unit).frame(height: height / unit, box: box, rotation: rotation)

        var update = try PDFUpdate(file)
        let form = update.reserve()
        update.write(
            form, Array(appearance.dictionary(matrix: frame.matrix).utf8), stream: appearance.contents)
        let dictionary = update.reserve()
        let hole = writeSignature(dictionary, into: &update)
        let field = update.reserve()
        let name = try Self.freeName(file)
        let rect = frame.rect.map(SignatureAppearance.number).joined(separator: " ")
        update.write(
            field,
            Array("<</Type/Annot/Subtype/Widget/FT/Sig/T(\(name))/V \(dictionary) 0 R".utf8)
                + Array("/F \(SignatureInk.fieldFlags)/Rect[\(rect)]/P ".utf8) + page.syntax
                + Array("/AP<</N \(form) 0 R>>>>".utf8))

        var changed: [PDFFile.Object] = [page]
        let annotations = file.array()
        for item in try page["/Annots"].items() { annotations.append(item) }
        annotations.append(file.reference(field))
        page.set("/Annots", annotations)
        try addField(field, to: file, &changed)
        if let evidence { try attach(evidence, as: "\(name).inkevidence", to: file, &update, &changed) }
        changed.append(file.root)
        try file.checkSound()
        for object in changed where object.isIndirect {
            update.write(object.identifier, generation: object.generation, object.contents)
        }
        update.end()
        // A larger file could not be verified.
        guard update.bytes.count <= PDFLimits.fileBytes else { throw .tooLarge }
        return (update, field, hole)
    }

    private func addField(_ field: Int, to file: PDFFile, _ changed: inout [PDFFile.Object]) throws(PDFError) {
        let form = file.root["/AcroForm"].isDictionary ? file.root["/AcroForm"] : file.dictionary()
        let fields = file.array()
        for item in try form["/Fields"].items() { fields.append(item) }
        fields.append(file.reference(field))
        form.set("/Fields", fields)
        form.set("/SigFlags", file.parse("3"))
        if form.isIndirect { changed.append(form) } else { file.root.set("/AcroForm", form) }
    }

    private func attach(
        _ evidence: [UInt8], as name: String, to file: PDFFile, _ update: inout PDFUpdate,
        _ changed: inout [PDFFile.Object]
    ) throws(PDFError) {
        let stream = update.reserve()
        let size = evidence.count
        update.write(
            stream,
            Array("<</Type/EmbeddedFile/Subtype/application#2Fcbor/Params<</Size \(size)>>/Length \(size)>>".utf8),
            stream: evidence)
        let specification = update.reserve()
        let head = "<</Type/Filespec/F(\(name))/UF(\(name))/Desc(Evidence of the signature)/AFRelationship/Data"
        update.write(specification, Array("\(head)/EF<</F \(stream) 0 R/UF \(stream) 0 R>>>>".utf8))
        var pairs = try PDFAttachments(file).pairs
        pairs.append((Array(name.utf8), file.reference(specification)))
        pairs.sort { $0.name.lexicographicallyPrecedes($1.name) }
        let list = file.array()
        for pair in pairs {
            let digits = pair.name.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            list.append(file.parse("<\(digits)>"))
            list.append(pair.file)
        }
        let tree = file.dictionary()
        tree.set("/Names", list)
        let names = file.root["/Names"].isDictionary ? file.root["/Names"] : file.dictionary()
        names.set("/EmbeddedFiles", tree)
        if names.isIndirect { changed.append(names) } else { file.root.set("/Names", names) }
        let associated = file.array()
        for item in try file.root["/AF"].items() { associated.append(item) }
        associated.append(file.reference(specification))
        file.root.set("/AF", associated)
    }

    private func writeSignature(_ number: Int, into update: inout PDFUpdate) -> SignatureHole {
        let stamp = timestamps == nil ? 0 : PDFLimits.timestampBytes
        let room = 2 * (certificates.reduce(2048 + stamp) { $0 + $1.der.count + 64 })
        var text = "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(\(Self.pdfDate(date)))"
        if let reason { text += "/Reason<\(Self.textString(reason))>" }
        // Together, so that a reader that searches for the ranges finds the program's name beside them.
        text += "\(Self.builder)/ByteRange"
        let ranges = text.utf8.count
        text += String(repeating: " ", count: SignatureHole.rangeByteCount) + "/Contents"
        let contents = text.utf8.count
        text += "<" + String(repeating: "0", count: room) + ">>>"
        let start = update.write(number, Array(text.utf8))
        return SignatureHole(
            ranges: (start + ranges)..<(start + ranges + SignatureHole.rangeByteCount),
            contents: (start + contents)..<(start + contents + room + 2))
    }

    // MARK: Parts

    /// The entry of a signature dictionary that names the program (ISO 32000-2 §12.8.1).
    private static let builder = "/Prop_Build<</App<</Name/InkLock>>>>"

    /// Returns the part of a page that readers show, and the angle by which they turn it.
    static func visibleBox(_ page: PDFFile.Object) throws(PDFError) -> (box: [Double], rotation: Int) {
        let media = try edges(page.inherited("/MediaBox"))
        let cropped = page.inherited("/CropBox")
        let crop = cropped.isArray ? try edges(cropped) : media
        // Readers show no part of a crop box that is outside the media box.
        let both = [max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])]
        let turned = page.inherited("/Rotate").integer ?? 0
        guard turned % 90 == 0 else { throw .damaged }
        return (both[0] < both[2] && both[1] < both[3] ? both : media, ((turned % 360) + 360) % 360)
    }

    /// Returns the size of a page's units in points (ISO 32000-2 §7.7.3.3), which pages do not inherit.
    static func unit(_ page: PDFFile.Object) -> Double {
        let unit = page["/UserUnit"]
        return unit.isNumber && unit.number > 0 ? unit.number : 1
    }

    /// Returns the edges of a rectangle, which names any two opposite corners: left, bottom, right, top.
    private static func edges(_ rectangle: PDFFile.Object) throws(PDFError) -> [Double] {
        let numbers = rectangle.four
        guard numbers.count == 4, numbers.allSatisfy(\.isNumber) else { throw .damaged }
        let edges = numbers.map(\.number)
        return [min(edges[0], edges[2]), min(edges[1], edges[3]), max(edges[0], edges[2]), max(edges[1], edges[3])]
    }

    /// Returns a name that no field has, and no attachment.
    private static func freeName(_ file: PDFFile) throws(PDFError) -> String {
        // Longer names are no names of InkLock's, and hashing them could take long.
        let names = try file.root["/AcroForm"]["/Fields"].items().compactMap { $0["/T"].string }
        let taken = Set(names.filter { $0.utf8.count <= 64 })
        let attached = Set(try PDFAttachments(file).pairs.map(\.name))
        var number = 1
        while taken.contains("InkSignature\(number)")
            || attached.contains(Array("InkSignature\(number).inkevidence".utf8))
        {
            number += 1
        }
        return "InkSignature\(number)"
    }

    /// Returns a text string (ISO 32000-2 §7.9.2.2) in hexadecimal digits of UTF-16.
    private static func textString(_ text: String) -> String {
        ([0xFEFF] + Array(text.utf16)).map { unit in
            let digits = String(unit, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    private static func pdfDate(_ seconds: Double) -> String {
        var time = time_t(min(max(seconds, 0), 253_402_300_799))
        var parts = tm()
        gmtime_r(&time, &parts)
        let numbers = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
        return "D:\(PDFUpdate.padded(Int(parts.tm_year) + 1900, 4))"
            + numbers.map { PDFUpdate.padded(Int($0), 2) }.joined() + "Z"
    }
}

/// The places of a signature's dictionary that are filled in after everything else was written.
struct SignatureHole {
    static let rangeByteCount = 48

    /// The bytes of the array that names the signed ranges.
    let ranges: Range<Int>
    /// The bytes of the signature's string, which is all that is not signed.
    let contents: Range<Int>

    /// Returns the array of the signed ranges, filled up with spaces.
    func byteRange(in total: Int) -> [UInt8] {
        let end = contents.upperBound
        let text = "[0 \(contents.lowerBound) \(end) \(total - end)]"
        return Array(text.utf8) + [UInt8](repeating: 32, count: Self.rangeByteCount - text.utf8.count)
    }

    /// Returns the string of a signature, filled up with zeros.
    func contents(_ signature: [UInt8]) throws(PDFError) -> [UInt8] {
        let room = contents.count - 2
        guard 2 * signature.count <= room else { throw .signatureTooLarge }
        let hexadecimal = Array("0123456789abcdef".utf8)
        let digits = signature.flatMap { [hexadecimal[Int($0 >> 4)], hexadecimal[Int($0 & 15)]] }
        return [60] + digits + [UInt8](repeating: 48, count: room - digits.count) + [62]
    }
}
