// SPDX-License-Identifier: MIT

/// The reason why a document cannot be read or signed.
public enum PDFError: Error, Hashable, Sendable {
    /// The bytes are not a PDF file.
    case notPDF
    /// The file is damaged: its structure does not follow the standard.
    case damaged
    /// The file is encrypted, so a signature would have to be encrypted too.
    case encrypted
    /// The file is larger than ``PDFLimits/fileBytes``, or has more than ``PDFLimits/signatures`` signatures.
    case tooLarge
    /// An earlier signature forbids additions to the document, by its certification or by the lock of its field.
    case certified
    /// There is no page with this number.
    case pageNotFound
    /// The signature would not lie on the page, or is smaller than ``SignaturePlace/leastSide``.
    case invalidPlace
    /// The drawing has no ink.
    case emptyDrawing
    /// The first certificate is not that of the key, or is not an X.509 certificate.
    case invalidCertificate
    /// The signature is larger than the space reserved for it.
    case signatureTooLarge
    /// The responder refused to make a timestamp.
    case timestampRefused
    /// The responder's answer is not a valid timestamp of the signature.
    case invalidTimestamp
    /// A list of trusted certificates has none that can be used, has more blocks than ``PDFLimits/roots``, or is not
    /// PEM.
    case invalidRoots
}

/// The limits of documents.
public enum PDFLimits {
    /// The maximum size of a document in bytes.
    public static let fileBytes = 1 << 26
    /// The maximum number of pages, fields or attachments, including the nodes above them. An attachment counts twice:
    /// its name and its file.
    public static let items = 100_000
    /// The maximum number of signatures of a document.
    public static let signatures = 64
    /// The maximum size of a CMS structure in bytes.
    public static let signatureBytes = 1 << 18
    /// The maximum size of a timestamp responder's answer in bytes.
    public static let timestampBytes = 1 << 15
    /// The maximum number of trusted certificates.
    public static let roots = 1024
}
