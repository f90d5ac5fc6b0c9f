// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import SwiftUI

/// An app's content below its cover. While it is covered nothing of it can be seen, read out, touched or typed into.
struct LockLayers<Content: View>: View {
    let window: LockWindow
    let options: LockOptions
    let content: Content
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.colorScheme) private var colorScheme

    /// Also while SwiftUI knows already what the scene has not said yet.
    private var isCovered: Bool { window.isCovered || !window.hasScene && scenePhase != .active }

    var body: some View {
        ZStack {
            content
                .opacity(isCovered ? 0 : 1)
                .disabled(isCovered)
                .allowsHitTesting(!isCovered)
                .accessibilityHidden(isCovered)
            // The scene's own cover is above everything; what is below it is only to hide.
            if isCovered {
                if window.hasScene {
                    Color(options.passcode.style.theme(colorScheme).backdrop.opaque).ignoresSafeArea()
                        .accessibilityHidden(true)
                } else {
                    LockCoverView(window: window, options: options)
                }
            }
        }
        // A cover never fades in.
        .animation(nil, value: isCovered)
        .background { scene }
        .environment(\.appLock, window.loader.lock)
        .onAppear { window.said(WindowPhase(scenePhase)) }
        .onChange(of: scenePhase) { _, phase in window.said(WindowPhase(phase)) }
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
    /// Whatever is not known to be in use is not.
    init(_ phase: ScenePhase) { self = phase == .active ? .active : phase == .background ? .background : .inactive }
}
