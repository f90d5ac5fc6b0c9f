// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import SwiftUI

/// Content below a cover, with the window that reports to the lock. The lock is the identity of the view: another lock
/// needs another window.
struct LockWindowView<Content: View>: View {
    private let options: LockOptions
    private let content: (LockWindow) -> Content
    @State private var window: LockWindow

    init(_ lock: AppLock, _ options: LockOptions, @ViewBuilder content: @escaping (LockWindow) -> Content) {
        self.options = options
        self.content = content
        _window = State(initialValue: LockWindow(lock))
    }

    var body: some View { LockLayers(window: window, options: options, content: content(window)) }
}

/// An app's content below its cover. Covered content cannot be seen, touched, typed into or read by VoiceOver.
struct LockLayers<Content: View>: View {
    let window: LockWindow
    let options: LockOptions
    let content: Content
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.colorScheme) private var colorScheme

    /// A Boolean value that indicates whether the content is hidden. SwiftUI's scene phase counts until the scene
    /// reports its own.
    private var isCovered: Bool { window.isCovered || !window.hasScene && scenePhase != .active }

    var body: some View {
        ZStack {
            content
                .opacity(isCovered ? 0 : 1)
                .disabled(isCovered)
                .allowsHitTesting(!isCovered)
                .accessibilityHidden(isCovered)
            // The scene's own cover is above everything. Here the content only has to be hidden.
            if isCovered {
                if window.hasScene {
                    Color(options.passcode.style.theme(colorScheme).backdrop.opaque).ignoresSafeArea()
                        .accessibilityHidden(true)
                } else {
                    LockCoverView(window: window, options: options)
                }
            }
        }
        // A cover must not fade in.
        .animation(nil, value: isCovered)
        .background { scene }
        .environment(\.appLock, window.lock)
        .environment(\.lockSnapshot, window.snapshot)
        .onAppear { window.phaseChanged(WindowPhase(scenePhase)) }
        .onChange(of: scenePhase) { _, phase in window.phaseChanged(WindowPhase(phase)) }
        .onDisappear { window.disappeared() }
    }

    @ViewBuilder private var scene: some View {
        #if canImport(UIKit)
            SceneFinder(window: window, options: options)
        #else
            EmptyView()
        #endif
    }
}

extension WindowPhase {
    /// Creates the window phase for a scene phase. Unknown phases count as inactive.
    init(_ phase: ScenePhase) { self = phase == .active ? .active : phase == .background ? .background : .inactive }
}
