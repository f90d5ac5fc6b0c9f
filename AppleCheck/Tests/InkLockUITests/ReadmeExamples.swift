// SPDX-License-Identifier: MIT
// The SwiftUI code of README. The test `readmeShowsCodeThatCompiles` compares the two. Two imports have to be enough.
import InkLockUI
import SwiftUI

struct ReceiptsApp: App {
    @State private var lock = AppLock(keychainService: "com.example.harbour")
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
