// SPDX-License-Identifier: MIT
import SignedPDF

/// The faults of documents and of their signatures, in plain words.
enum DocumentText {
    static func sentence(_ error: PDFError) -> String {
        switch error {
        case .notPDF: "this is not a PDF document"
        case .damaged: "the document is damaged; repair it first, for example with qpdf"
        case .encrypted: "the document is encrypted; remove its password first, for example with qpdf --decrypt"
        case .tooLarge: "the document is larger than \(PDFLimits.fileBytes >> 20) MiB, or has too many signatures"
        case .certified: "an earlier signature certifies the document and does not allow another one"
        case .pageNotFound: "there is no such page in it"
        case .invalidPlace:
            "the ink would not lie on the page, or be too small; choose another place or width with --at"
        case .emptyDrawing: "there is no ink in the drawing"
        case .invalidCertificate: "the first certificate is not that of the key"
        case .signatureTooLarge: "the certificates or the timestamp are too large"
        case .timestampRefused: "the responder refused to make a timestamp"
        case .invalidTimestamp: "the responder's answer is not a valid timestamp of this signature"
        case .invalidRoots: "it is not a list of X.509 certificates"
        }
    }

    /// Returns the reason why a document cannot be checked. It gives no advice, because making the document readable
    /// would change the bytes that were signed.
    static func uncheckable(_ error: PDFError) -> String {
        switch error {
        case .damaged:
            "the document's structure is not sound, and inklock cannot check it; "
                + "repairing it would break its signatures"
        case .encrypted:
            "the document is encrypted, and inklock cannot check it; decrypting it would break its signatures"
        default: sentence(error)
        }
    }

    static func sentence(_ problem: PDFSignature.Problem) -> String {
        switch problem {
        case .ranges: "The signature does not cover the document: a part of it was left out or changed."
        case .structure: "The signature is damaged, or its format is not supported."
        case .changed: "The document was changed after signing."
        case .signature: "The signature does not match its certificate: one of them was changed."
        case .certificate: "The signature does not name its certificate, so another one could take its place."
        case .timestamp:
            "The timestamp is damaged, of an unsupported kind, or belongs to another signature or document."
        case .unknownKey: "The signature's key type is not supported, so it cannot be checked."
        }
    }
}
