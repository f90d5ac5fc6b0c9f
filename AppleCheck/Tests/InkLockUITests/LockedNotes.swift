// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import SwiftUI
import UIKit

@testable import InkLockUI

/// Content that the lock protects.
struct Diary: View {
    @State private var note = ""

    var body: some View {
        VStack {
            Text("Dear diary")
            TextField("Note", text: $note)
            Button("Delete") {}
        }
    }
}

/// Polls a condition that other threads may fulfil. Returns `false` after a few seconds.
@MainActor func eventually(_ isSo: () -> Bool) async -> Bool {
    for _ in 0..<3000 {
        if isSo() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return false
}

extension LockOptions {
    static var harbour: LockOptions { LockOptions(appName: "Harbour") }
}

extension LockBench {
    /// Returns the lock of the app after a restart, with a lock set up.
    func relaunched() async throws -> AppLock {
        _ = try await lockedApp()
        return try await launch()
    }
}

extension _Host {
    /// Presses the keys of a passcode once they exist.
    @discardableResult func enter(_ digits: String) async -> Bool {
        guard await eventually({ find("inklock.key.1")?.attributes["disabled"] == nil && find("inklock.key.1") != nil })
        else {
            return false
        }
        for digit in digits { tap("inklock.key.\(digit)") }
        return true
    }

    /// Returns whether VoiceOver can reach a text.
    func isSpoken(_ text: String) -> Bool {
        render().all().contains { ($0.text == text) && $0.attributes["silent"] == nil }
    }
}

/// A scene with an app's window, as on an iPhone.
@MainActor final class Phone {
    let scene = UIWindowScene()
    let window: UIWindow

    init(_ root: UIViewController) {
        window = UIWindow(windowScene: scene)
        window.rootViewController = root
    }

    convenience init(_ view: some View) { self.init(UIHostingController(rootView: view)) }

    /// Shows the window and makes its scene active.
    func show() {
        window.makeKeyAndVisible()
        scene._become(.foregroundActive)
    }

    var overlay: UIWindow? { scene.windows.first { $0 !== window && !$0.isHidden } }
    var cover: _Host<LockCoverView>? {
        (overlay?.rootViewController?.children.first as? UIHostingController<LockCoverView>)?._host
    }
    /// The windows whose elements VoiceOver can reach.
    var spokenWindows: [UIWindow] { scene.windows.filter { !$0.isHidden && !$0.accessibilityElementsHidden } }
}
