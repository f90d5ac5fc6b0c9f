// SPDX-License-Identifier: MIT
import InkEvidence

/// An evidence file to read.
struct EvidenceInput {
    let file: InputFile

    init(path: String) { file = InputFile(path: path) }

    func read() throws(CommandError) -> Evidence {
        let bytes = try file.bytes()
        do throws(EvidenceError) {
            return try Evidence(bytes)
        } catch {
            throw CommandError(.malformedInput, "\(file.name): \(Self.words(error))")
        }
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
