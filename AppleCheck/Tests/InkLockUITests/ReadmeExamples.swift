// SPDX-License-Identifier: MIT
// The SwiftUI code of README, and of `SignatureEvidence`. The test `readmeShowsCodeThatCompiles` compares README's. Two
// imports have to be enough.
import InkLockUI
import SwiftUI

struct ReceiptsApp: App {
    @State private var lock = AppLock(keychainService: "com.example.receipts")
    let receipt = URL(filePath: NSTemporaryDirectory()).appending(path: "receipt.png")

    var body: some Scene {
        WindowGroup { ReceiptView(file: receipt).appLock(lock) }
    }
}

struct ReceiptView: View {
    let file: URL
    @State private var signature = Drawing()

    var body: some View {
        SignaturePad(drawing: $signature)
        Button("Save") { try? signature.pngData().write(to: file) }
    }
}

struct SignedContractView: View {
    let contract: [UInt8]
    let key: any EvidenceSigner & Sendable
    @Binding var file: Data?
    @State private var drawing = Drawing()
    @State private var evidence: SignatureEvidence

    init(_ contract: [UInt8], key: any EvidenceSigner & Sendable, file: Binding<Data?>) {
        self.contract = contract
        self.key = key
        _file = file
        _evidence = State(initialValue: SignatureEvidence(document: EvidenceDocument(contract)))
    }

    var body: some View {
        SignaturePad(drawing: $drawing, evidence: evidence)
        Button("Sign") { Task { file = try await evidence.finish(signer: key) } }
    }
}
