// SPDX-License-Identifier: MIT
import Foundation
import SignedPDF

/// The result of one check of a signed document.
struct DocumentLine: Encodable {
    /// A result, as the report names it.
    enum Verdict: String, Encodable {
        case holds, fails, unknown
    }

    let subject: String
    let verdict: Verdict
    let reason: String
    let text: String
}

extension DocumentLine {
    /// Returns the results for the certificate of a valid signature, and for its timestamp, under the trusted
    /// certificates.
    static func lines(_ signature: PDFSignature, trusting roots: TrustedRoots?, at now: Double) async -> [DocumentLine]
    {
        let isSignature = signature.kind == .signature
        let subject = isSignature ? "it was signed" : "the document existed"
        guard let roots else { return signature.timestamp.map { [unjudged($0, subject)] } ?? [] }
        var lines: [DocumentLine] = []
        var hasTime = false
        if let timestamp = signature.timestamp {
            let verdict = await roots.verdict(on: timestamp, at: now)
            hasTime = verdict == .trusted
            lines.append(judged(timestamp, subject, verdict))
        }
        guard isSignature else { return lines }
        switch await roots.verdict(on: signature, at: now) {
        case .trusted:
            lines.insert(
                DocumentLine(
                    subject: "path", verdict: .holds, reason: "trusted",
                    text: "The certificate leads to one that you trust. Whether it was revoked is not checked."), at: 0)
        case .untrusted:
            lines.insert(
                DocumentLine(
                    subject: "path", verdict: .fails, reason: "untrusted",
                    text: "The certificate does not lead to one that you trust, or is not for signing documents."),
                at: 0)
        case .expired:
            let text =
                hasTime
                ? "The certificate was not valid when the timestamp was made."
                : "The certificate is not valid now, and no timestamp that you trust shows that it was before."
            lines.insert(DocumentLine(subject: "path", verdict: .fails, reason: "expired", text: text), at: 0)
        }
        return lines
    }

    private static func unjudged(_ timestamp: DocumentTimestamp, _ subject: String) -> DocumentLine {
        DocumentLine(
            subject: "timestamp", verdict: .unknown, reason: "no-roots-given",
            text: "A timestamp says that \(subject) before \(date(timestamp)). Whether to trust its "
                + "responder, \(name(timestamp)), is not known. Give the root certificates that you trust with --trust."
        )
    }

    /// Returns the result for a timestamp. A timestamp that is not trusted counts as missing, and does not make a check
    /// fail.
    private static func judged(
        _ timestamp: DocumentTimestamp, _ subject: String, _ verdict: TrustedRoots.Verdict
    ) -> DocumentLine {
        let unproven = "It is not proven when \(subject): the certificate of the timestamp's responder, "
        switch verdict {
        case .trusted:
            let source = timestamp.certificate.commonName == nil ? "" : " of \(name(timestamp))"
            let claim = subject.prefix(1).uppercased() + subject.dropFirst()
            return DocumentLine(
                subject: "timestamp", verdict: .holds, reason: "trusted",
                text: "\(claim) before \(date(timestamp)), as a timestamp\(source) says.")
        case .untrusted:
            return DocumentLine(
                subject: "timestamp", verdict: .unknown, reason: "untrusted",
                text: unproven + "\(name(timestamp)), does not lead to one that you trust.")
        case .expired:
            return DocumentLine(
                subject: "timestamp", verdict: .unknown, reason: "expired",
                text: unproven + "\(name(timestamp)), is not valid now, or was not valid when it was made.")
        }
    }

    private static func name(_ timestamp: DocumentTimestamp) -> String {
        timestamp.certificate.commonName.map(TerminalText.quoted) ?? "which has no name"
    }

    /// Returns the latest time at which the timestamp can have been made, as ISO 8601 in UTC.
    private static func date(_ timestamp: DocumentTimestamp) -> String {
        Date(timeIntervalSince1970: (timestamp.time + timestamp.accuracy).rounded(.up)).formatted(.iso8601)
    }
}
