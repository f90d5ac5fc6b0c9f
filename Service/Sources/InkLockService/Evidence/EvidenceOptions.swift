// SPDX-License-Identifier: MIT
import ArgumentParser
import Crypto

/// The options of the commands that make evidence.
struct EvidenceOptions: ParsableArguments {
    @Option(help: "A text that the signer saw. Can be given several times.")
    var text: [String] = []

    @Option(help: "The public key (X25519) of those who may read the samples, a PEM file; everyone by default.")
    var sealTo: String?

    /// Reads the key of the recipient who may read the samples. Returns `nil` if everyone may read them.
    func recipient() throws -> Curve25519.KeyAgreement.PublicKey? {
        try sealTo.map { try KeyFile(path: $0).recipient() }
    }
}
