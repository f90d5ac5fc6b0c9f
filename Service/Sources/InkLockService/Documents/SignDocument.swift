// SPDX-License-Identifier: MIT
import ArgumentParser
import Crypto
import CryptoExtras
import Foundation
import InkEvidence
import InkRaster
import SignedPDF

/// `inklock sign`: adds ink to a PDF document, and a signature that other programs verify.
struct SignDocument: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a PDF document with a drawing.",
        discussion: """
            Places the ink on a page, attaches evidence of how it was drawn, and signs the document as PAdES baseline \
            B-B, or B-T with --timestamp. The document's own bytes stay as they are, and so do earlier signatures. \
            Encrypted and damaged documents are refused. A file of several drawings needs --drawing. Without a timestamp, the time is that of this device's clock.
            """)

    @Argument(help: "The PDF document to sign; - is standard input.")
    var input: String

    @Option(help: "The file of the drawing.")
    var signature: String

    @Option(help: "The format of the drawing's file; detected from its contents by default.")
    var from: FormatChoice?

    @Option(help: "Which drawing of the file to take, by its name or else its number, if there are several.")
    var drawing: String?

    @Option(help: "The place of the ink: page,x,y,width, in points from the top left corner of the page.")
    var at: PlaceArgument

    @Option(help: "The private key of the certificate: P-256 or RSA, a PEM file.")
    var key: String

    @Option(help: "The certificates, a PEM file: the signer's, then those that issued it.")
    var certificate: String

    @Option(help: "Why the document is signed, as readers show it.")
    var reason: String?

    @Option(help: "The address of a responder that makes a timestamp (RFC 3161): http://…. It gets a digest only.")
    var timestamp: TimestampResponder?

    @OptionGroup var evidence: EvidenceOptions

    @Option(name: [.short, .long], help: "The file to write; - is standard output.")
    var output: String

    func run() async throws {
        let begin = EvidenceClock.now()
        let chain = try KeyFile(path: certificate).certificates()
        let key = try KeyFile(path: key).documentSigner()
        let recipient = try evidence.recipient()
        let drawing = try DrawingInput(input: signature, from: from, drawing: drawing).read(several: .refused).drawing
        let file = InputFile(path: input)
        let document = try file.bytes()
        // No responder is asked for a timestamp that would be lost.
        try OutputFile(path: output).checkNotRead()
        do {
            let opening = EvidenceOpening(
                source: .imported, begin: begin, size: drawing.size,
                device: EvidenceDevice(software: "inklock \(InkLockCommand.versionNumber)"),
                document: EvidenceDocument(document, name: file.fileName),
                texts: evidence.text)
            var recorder = try EvidenceRecorder(opening, sealingTo: recipient)
            try recorder.append(drawing)
            let signer = PDFSigner(
                certificates: chain, reason: reason, date: Date().timeIntervalSince1970,
                evidence: try await Self.evidence(recorder, key), timestamps: timestamp)
            try OutputFile(path: output).write(
                try await signer.sign(document, with: drawing, at: at.place, key: key))
        } catch let error as PDFError {
            if let timestamp, [.invalidTimestamp, .timestampRefused].contains(error) {
                throw CommandError(.unavailable, "\(timestamp.address): \(DocumentText.sentence(error))")
            }
            throw CommandError(.malformedInput, "\(file.name): \(DocumentText.sentence(error))")
        } catch let error as EvidenceError {
            throw CommandError(.malformedInput, "\(signature): \(CreateEvidence.words(error))")
        }
    }

    /// Signs the evidence with the document's key or, because evidence does not support RSA, with a key that is used
    /// once. The document's signature applies to the evidence too.
    private static func evidence(_ recorder: borrowing EvidenceRecorder, _ key: any DocumentSigner) async throws
        -> [UInt8]
    {
        let rendering = Rendering(scale: 2)
        if let key = key as? P256.Signing.PrivateKey {
            return try await recorder.finish(at: .now(), rendering: rendering, signer: key)
        }
        return try await recorder.finish(at: .now(), rendering: rendering, signer: P256.Signing.PrivateKey())
    }
}

/// A place on a page as an argument: `page,x,y,width`.
struct PlaceArgument: ExpressibleByArgument {
    let place: SignaturePlace

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard parts.count == 4, numbers.count == 4, numbers.allSatisfy(\.isFinite), let page = Int(parts[0]), page > 0
        else { return nil }
        place = SignaturePlace(page: page, x: numbers[1], y: numbers[2], width: numbers[3])
    }
}

extension KeyFile {
    /// The private key that signs documents: P-256 or RSA.
    func documentSigner() throws(CommandError) -> any DocumentSigner {
        let text = try privateKey()
        if let key = try? P256.Signing.PrivateKey(pemRepresentation: text) { return key }
        if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: text) { return key }
        throw failure("a private key of P-256 or RSA without a passphrase")
    }

    /// The certificates of a file that the caller trusts.
    func roots() throws(CommandError) -> TrustedRoots {
        let text = try text(limit: 1 << 22)
        let roots: TrustedRoots
        do throws(PDFError) { roots = try TrustedRoots(pem: text) } catch {
            throw failure("a list of X.509 certificates")
        }
        if roots.unusableCount > 0 {
            InkLockCommand.say("\(file.name): certificates of unsupported kinds are left out: \(roots.unusableCount)")
        }
        return roots
    }

    /// The certificates of a file.
    func certificates() throws(CommandError) -> [SigningCertificate] {
        let text = try text()
        do throws(PDFError) { return try SigningCertificate.chain(pem: text) } catch {
            throw failure("a list of X.509 certificates")
        }
    }
}
