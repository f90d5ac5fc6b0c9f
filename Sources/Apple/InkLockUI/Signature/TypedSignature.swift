// SPDX-License-Identifier: MIT
import SwiftUI

/// A field in which a name is typed instead of drawn. The model writes it in handwriting.
struct TypedSignature: View {
    let model: SignatureModel
    @State private var name = ""
    @State private var message: String?
    @FocusState private var isTyping: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            HStack(spacing: 8) {
                TextField(Wording.typedName, text: $name)
                    .autocorrectionDisabled()
                    .focused($isTyping)
                    .onSubmit { write() }
                    .onAppear { isTyping = true }
                    .accessibilityIdentifier("inklock.name")
                Button(Wording.write) { write() }.buttonStyle(.borderedProminent).disabled(name.isEmpty)
            }
            if let message { Text(verbatim: message).font(.footnote).foregroundStyle(.secondary) }
        }
    }

    private func write() {
        message = model.writeTyped(name)
        if let message { AccessibilityNotification.Announcement(message).post() }
    }
}
