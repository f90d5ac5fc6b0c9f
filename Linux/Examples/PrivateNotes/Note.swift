// SPDX-License-Identifier: MIT
import Foundation
import Ink

/// A note, perhaps with a signature.
struct Note: Codable, Identifiable, Hashable {
    var id = UUID()
    var title = ""
    var text = ""
    var created = Date()
    /// A signature in InkLock's compact form; empty for none.
    @Base64 var signature: [UInt8] = []
    var signed: Date?
    /// A Boolean value that indicates whether the text was changed after it was signed.
    var isOlderSignature = false

    var drawing: Drawing? { signature.isEmpty ? nil : try? StrokeCodec.decode(signature) }
    var isEmpty: Bool { title.isEmpty && text.isEmpty && signature.isEmpty }

    /// The title or, without one, the first line.
    var heading: String {
        let line = title.isEmpty ? text.split(separator: "\n").first.map { String($0) } ?? "" : title
        return line.isEmpty ? Words.shared.untitled : line
    }

    mutating func sign(_ drawing: Drawing) {
        signature = StrokeCodec.encode(drawing)
        signed = Date()
        isOlderSignature = false
    }

    mutating func removeSignature() {
        signature = []
        signed = nil
        isOlderSignature = false
    }
}
