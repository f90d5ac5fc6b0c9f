// SPDX-License-Identifier: MIT
import ArgumentParser
import CodeNames
import Crypto
import Foundation
import InkEvidence
import InkStroke
import SignedPDF

/// `inklock verify`: checks the signatures of a PDF document and the evidence in it.
struct VerifyDocument: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check the signatures of a PDF document, and the evidence in it.",
        discussion: """
            Each line says what holds, what fails, or what is unknown. The exit status is 0 if nothing fails, 1 if \
            something does or there is no signature, and 65 if the document cannot be read. Give the certificates \
            that you trust: those of signers with --certificate, or those of issuers with --trust. Whether a \
            certificate was revoked is not checked.
            """)

    @Argument(help: "The PDF document; - is standard input.")
    var input: String

    @Option(help: "The certificates that you trust as signers, a PEM file.")
    var certificate: String?

    @Option(help: "The root certificates that you trust for signers and for timestamps, a PEM file.")
    var trust: String?

    @Option(help: "The recipient's private key, a PEM file, if the samples are sealed.")
    var openWith: String?

    @Flag(help: "Write JSON for programs.")
    var json = false

    /// The work that may still be done for evidence, as a number of drawings that reach evidence's limits.
    private struct Work {
        /// The drawings for pictures.
        var pictures = Double(EvidenceLimits.documentDrawings)
        /// The drawings for comparing the ink on pages.
        var ink = Double(EvidenceLimits.documentDrawings)
    }

    /// The results for one signature.
    private struct Report: Encodable {
        let name: String
        let kind: String
        let signer: String?
        let certificate: String?
        let reason: String?
        let lines: [DocumentLine]
    }

    func run() async throws {
        let file = InputFile(path: input)
        let bytes = try file.bytes()
        let trusted = try certificate.map { try KeyFile(path: $0).certificates() }
        let roots = try trust.map { try KeyFile(path: $0).roots() }
        let recipientKey = try openWith.map { try KeyFile(path: $0).recipientKey() }
        let signatures: [PDFSignature]
        do throws(PDFError) { signatures = try PDFSignature.all(in: bytes) } catch {
            throw CommandError(.malformedInput, "\(file.name): \(DocumentText.uncheckable(error))")
        }
        guard !signatures.isEmpty else {
            throw CommandError(.doesNotHold, "\(file.name): the document has no signature")
        }
        // Timestamps at the end of the document say nothing about what was added, so that nothing but they may have
        // been.
        var end = bytes.count
        for signature in signatures.reversed() where signature.end == end { end = signature.stampedEnd ?? end }
        // A later signature says something about what was added only if it is valid and covers everything.
        let isCovered = signatures.contains { $0.end == end && $0.problems.isEmpty && $0.kind == .signature }
        var reports: [Report] = []
        // Evidence of earlier signatures comes first, so that a later signer's takes nothing from it.
        var work = Work()
        for signature in signatures {
            var lines = Self.lines(signature, trusted, hasRoots: roots != nil)
            if signature.problems.isEmpty {
                lines += await DocumentLine.lines(signature, trusting: roots, at: Date().timeIntervalSince1970)
            }
            lines.append(Self.coverage(signature, isCovered: isCovered, until: end, bytes.count))
            if signature.kind == .signature { lines += Self.evidence(signature, bytes, recipientKey, &work) }
            reports.append(
                Report(
                    name: signature.name, kind: CodeName.of(signature.kind), signer: signature.certificate?.commonName,
                    certificate: signature.certificate.map { Hexadecimal.text($0.fingerprint) },
                    reason: signature.reason, lines: lines))
        }
        let text = json ? TerminalText.json(try reports.reportJSON()) : Self.text(reports)
        try OutputFile(path: "-").write(Array("\(text)\n".utf8))
        let failing = reports.flatMap(\.lines).count { $0.verdict == .fails }
        guard failing == 0 else {
            throw CommandError(.doesNotHold, "\(file.name): \(failing) \(failing == 1 ? "check fails" : "checks fail")")
        }
        guard signatures.contains(where: { $0.kind == .signature }) else {
            throw CommandError(.doesNotHold, "\(file.name): the document has no signature, only a timestamp")
        }
    }

    private static func lines(_ signature: PDFSignature, _ trusted: [SigningCertificate]?, hasRoots: Bool)
        -> [DocumentLine]
    {
        var lines = signature.problems.map {
            DocumentLine(
                subject: "signature", verdict: .fails, reason: CodeName.of($0), text: DocumentText.sentence($0))
        }
        // Anyone can put a certificate beside a signature that its key did not make.
        guard lines.isEmpty, let certificate = signature.certificate else { return lines }
        lines.append(
            DocumentLine(
                subject: "signature", verdict: .holds, reason: "valid",
                text: "What was signed has not changed since."))
        guard let trusted else {
            if hasRoots { return lines }
            let text =
                "It is not known whose certificate signed it. Give the one that you trust with --certificate, or its "
                + "issuer's with --trust."
            return lines + [
                DocumentLine(subject: "certificate", verdict: .unknown, reason: "no-certificate-given", text: text)
            ]
        }
        let isTrusted = trusted.contains { $0.der == certificate.der }
        return lines + [
            DocumentLine(
                subject: "certificate", verdict: isTrusted ? .holds : .fails,
                reason: isTrusted ? "expected-certificate" : "other-certificate",
                text: isTrusted
                    ? "It was signed with a certificate that you gave."
                    : "It was signed with a different certificate from those you gave.")
        ]
    }

    /// Returns the result of the check for additions after a signature.
    /// - Parameters:
    ///   - isCovered: A Boolean value that indicates whether a valid signature covers the document until `end`.
    ///   - end: The number of bytes before timestamps at the end of the document.
    ///   - count: The number of the document's bytes.
    private static func coverage(
        _ signature: PDFSignature, isCovered: Bool, until end: Int, _ count: Int
    ) -> DocumentLine {
        if signature.end == count {
            return DocumentLine(
                subject: "document", verdict: .holds, reason: "whole-document",
                text: "Nothing was added to the document after this signature.")
        }
        if end..<count ~= signature.end {
            return DocumentLine(
                subject: "document", verdict: .holds, reason: "stamped-later",
                text: "Nothing but timestamps was added to the document after this signature.")
        }
        return isCovered
            ? DocumentLine(
                subject: "document", verdict: .unknown, reason: "signed-earlier",
                text: "A later signature covers what was added after this one. It can change what the pages show.")
            : DocumentLine(
                subject: "document", verdict: .fails, reason: "added-later",
                text: "Something was added to the document, and no valid signature covers it.")
    }

    /// Returns the result for the evidence of a signature.
    private static func evidence(
        _ signature: PDFSignature, _ bytes: [UInt8], _ recipientKey: Curve25519.KeyAgreement.PrivateKey?,
        _ work: inout Work
    ) -> [DocumentLine] {
        guard let attached = signature.evidence else {
            let text = "There is no evidence of how the signature was drawn."
            return [DocumentLine(subject: "evidence", verdict: .unknown, reason: "no-evidence", text: text)]
        }
        guard let evidence = try? Evidence(attached) else {
            return [
                DocumentLine(subject: "evidence", verdict: .fails, reason: "damaged", text: "The evidence is damaged.")
            ]
        }
        var verifier = EvidenceVerifier(recipientKey: recipientKey)
        // The signed document begins with the bytes of the document that the signer saw.
        let (signed, seen) = (min(signature.end, bytes.count), evidence.opening.document?.byteCount ?? 0)
        let isUpdate = signature.isUpdate(of: seen, in: bytes)
        verifier.document = EvidenceDocument(bytes[..<(isUpdate ? seen : signed)])
        let key = signature.certificate.flatMap { try? P256.Signing.PublicKey(derRepresentation: $0.publicKey) }
        verifier.key = key.map { EvidenceKey($0) }
        verifier.work = work.pictures
        work.pictures -= verifier.work(for: evidence)
        let findings = verifier.findings(about: evidence)
        var lines =
            findings
            // The evidence is in what the timestamp applies to, and the lines about it say what it proves. There are
            // none for a signature that is not valid.
            .filter { $0.reason != .ownClockOnly || signature.timestamp == nil || !signature.problems.isEmpty }
            .map { finding in
                DocumentLine(
                    subject: "evidence-\(CodeName.of(finding.subject))",
                    verdict: DocumentLine.Verdict(rawValue: CodeName.of(finding.verdict)) ?? .unknown,
                    reason: CodeName.of(finding.reason), text: sentence(finding))
            }
        let samples = findings.first { $0.subject == .samples }
        let ink = ink(signature, evidence, try? evidence.drawing(opening: recipientKey), samples, &work.ink)
        let rendering = "evidence-\(CodeName.of(EvidenceFinding.Subject.rendering))"
        lines.insert(ink, at: lines.firstIndex { $0.subject == rendering }.map { $0 + 1 } ?? lines.endIndex)
        return lines
    }

    /// Returns the result of comparing the ink on the page with the evidence.
    /// - Parameters:
    ///   - drawing: The drawing of the evidence, or `nil` if it cannot be read.
    ///   - samples: The finding about the samples.
    private static func ink(
        _ signature: PDFSignature, _ evidence: Evidence, _ drawing: Drawing?, _ samples: EvidenceFinding?,
        _ work: inout Double
    ) -> DocumentLine {
        func line(_ verdict: DocumentLine.Verdict, _ reason: some CaseIterable, _ text: String) -> DocumentLine {
            DocumentLine(subject: "ink", verdict: verdict, reason: CodeName.of(reason), text: text)
        }
        guard let drawing else {
            return line(
                .unknown, samples?.reason ?? .damagedSamples,
                "It is not known whether the page shows the recorded ink, because the samples cannot be read.")
        }
        let needed = PDFSignature.work(for: drawing)
        guard needed <= work else {
            return line(
                .unknown, EvidenceFinding.Reason.notDrawn,
                "The ink on the page was not compared, because the document holds too many large recordings.")
        }
        work -= needed
        let ink = signature.ink(comparedWith: drawing)
        guard ink == .sameInk || evidence.rendering.engine == EvidenceRendering.currentEngine else {
            return line(
                .unknown, EvidenceFinding.Reason.otherEngine,
                "A different version of the drawing engine drew the ink on the page, so it cannot be compared.")
        }
        return switch ink {
        case .sameInk: line(.holds, ink, "The signature shows the recorded ink on the page.")
        case .otherInk: line(.fails, ink, "The signature does not show the recorded ink on the page.")
        case .unknownInk:
            line(
                .unknown, ink,
                "Another program drew the signature on the page. It is not known whether it shows the recorded ink.")
        }
    }

    private static func sentence(_ finding: EvidenceFinding) -> String {
        switch finding.reason {
        case .expectedKey: "The evidence was signed with the key of the certificate."
        case .otherKey: "The evidence was not signed with the key of the certificate."
        case .noKeyGiven: "The evidence has a key of its own, and it is not known whose that is."
        case .sameDocument: "The evidence belongs to this document as it was before this signature."
        case .otherDocument, .noDocumentGiven: "The evidence belongs to another document."
        case .noDocumentSigned: "The evidence names no document."
        case .validSignature: "The signature of the evidence matches its key."
        default: EvidenceText.sentence(finding)
        }
    }

    private static func text(_ reports: [Report]) -> String {
        reports.map { report in
            let signer = report.signer.map { ", signed by \(TerminalText.quoted($0))" } ?? ""
            let kind = report.kind == CodeName.of(PDFSignature.Kind.timestamp) ? ", a timestamp of the document" : ""
            let reason = report.reason.map { ", reason \(TerminalText.quoted($0))" } ?? ""
            let lines = report.lines.map {
                $0.verdict.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0) + $0.text
            }
            return (["\(TerminalText.name(report.name))\(kind)\(signer)\(reason)"] + lines).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }
}
