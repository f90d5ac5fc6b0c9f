// SPDX-License-Identifier: MIT
import SwiftASN1
import X509

/// The purpose of a certificate's key.
enum CertificatePurpose {
    /// Signatures of documents.
    case documents
    /// Timestamps.
    case timestamps

    /// The extended key usages that allow signing documents. A certificate that states usages needs one of them.
    private static let documentUsages: [ExtendedKeyUsage.Usage] = [
        .any, .emailProtection,
        // The usage of RFC 9336, and those that Adobe and Microsoft defined before.
        ExtendedKeyUsage.Usage(oid: [1, 3, 6, 1, 5, 5, 7, 3, 36]),
        ExtendedKeyUsage.Usage(oid: [1, 2, 840, 113583, 1, 1, 5]),
        ExtendedKeyUsage.Usage(oid: [1, 3, 6, 1, 4, 1, 311, 10, 3, 12]),
    ]

    /// Returns whether a certificate may issue others, as far as the library does not check it: one of version 1 does
    /// not state that it is an authority's, and a key usage has to allow it (RFC 5280 §6.1.4 (k) and (n)).
    static func mayIssue(_ certificate: Certificate) -> Bool {
        guard certificate.version == .v3 else { return false }
        do {
            guard let usage = try certificate.extensions.keyUsage else { return true }
            return usage.keyCertSign
        } catch {
            return false
        }
    }

    /// Returns whether a certificate's extensions allow this purpose.
    ///
    /// A certificate that states no usages may sign documents, but make no timestamps (RFC 3161 §2.3).
    func allows(_ certificate: Certificate) -> Bool {
        do {
            if let usage = try certificate.extensions.keyUsage, !usage.digitalSignature, !usage.nonRepudiation {
                return false
            }
            guard let usages = try certificate.extensions.extendedKeyUsage else { return self == .documents }
            switch self {
            case .documents: return usages.contains { Self.documentUsages.contains($0) }
            case .timestamps:
                let isCritical = certificate.extensions[oid: .X509ExtensionID.extendedKeyUsage]?.critical == true
                return isCritical && usages.elementsEqual([.timeStamping])
            }
        } catch {
            // The extension cannot be parsed.
            return false
        }
    }
}
