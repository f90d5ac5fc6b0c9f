// SPDX-License-Identifier: MIT
import Foundation
import InkEvidence

extension Wording {
    static func flaw(_ flaw: SignatureFlaw) -> String {
        switch flaw {
        case .onlyDots: String(localized: "flaw.onlyDots", bundle: .module)
        case .tooShort: String(localized: "flaw.tooShort", bundle: .module)
        case .clipped: String(localized: "flaw.clipped", bundle: .module)
        case .samplesMissing: String(localized: "flaw.samplesMissing", bundle: .module)
        case .impossibleSpeed: String(localized: "flaw.impossibleSpeed", bundle: .module)
        case .repeated: String(localized: "flaw.repeated", bundle: .module)
        }
    }
}

extension SignatureFlaw {
    /// A sentence for the signer, in the user's language.
    public var message: String { Wording.flaw(self) }
}
