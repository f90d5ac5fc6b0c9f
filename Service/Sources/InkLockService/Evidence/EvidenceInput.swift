// SPDX-License-Identifier: MIT
import InkEvidence
import SignedPDF

/// An evidence file to read, or a signed document whose last signature has evidence.
struct EvidenceInput {
    let file: InputFile

    init(path: String) { file = InputFile(path: path) }

    func read() throws(CommandError) -> Evidence {
        var bytes = try file.bytes()
        if bytes.starts(with: "%PDF-".utf8) { bytes = try attached(to: bytes) }
        do throws(EvidenceError) {
            return try Evidence(bytes)
        } catch {
            throw CommandError(.malformedInput, "\(file.name): \(Self.words(error))")
        }
    }

    private func attached(to document: [UInt8]) throws(CommandError) -> [UInt8] {
        let signatures: [PDFSignature]
        do throws(PDFError) { signatures = try PDFSignature.all(in: document) } catch {
            throw CommandError(.malformedInput, "\(file.name): \(DocumentText.uncheckable(error))")
        }
        guard let evidence = signatures.last(where: { $0.kind == .signature })?.evidence else {
            throw CommandError(.malformedInput, "\(file.name): there is no evidence in it")
        }
        return evidence
    }

    private static func words(_ error: EvidenceError) -> String {
        switch error {
        case .notEvidence: "this is not an evidence file"
        case .unsupportedVersion: "a newer version of InkLock wrote this file; update inklock"
        case .tooLarge: "it is larger than evidence may be"
        case .malformedBlock(let block, let offset):
            "the file is damaged or was changed: block \(block) is wrong at byte \(offset) of it"
        case .malformed(let offset): "the file is damaged or was changed: it is wrong at byte \(offset)"
        default: "the file is damaged or was changed"
        }
    }
}
