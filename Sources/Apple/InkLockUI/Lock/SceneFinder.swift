// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import SwiftUI
    import UIKit

    /// A view that finds its scene and covers it until SwiftUI removes the view. A full-screen presentation and a
    /// navigation stack take the view out of its window in between.
    final class SceneFinderView: UIView {
        private let lockWindow: LockWindow
        var options: LockOptions { didSet { cover?.options = options } }
        private var cover: LockCover?

        init(window: LockWindow, options: LockOptions) {
            lockWindow = window
            self.options = options
            super.init(frame: .zero)
            isUserInteractionEnabled = false
        }

        @available(*, unavailable) required init?(coder: NSCoder) { fatalError("not in storyboards") }

        override func didMoveToWindow() {
            super.didMoveToWindow()
            guard let scene = window?.windowScene, scene !== cover?.scene else { return }
            remove()
            cover = LockCover(over: scene, window: lockWindow, options: options)
        }

        func remove() {
            cover?.remove()
            cover = nil
        }
    }

    struct SceneFinder: UIViewRepresentable {
        let window: LockWindow
        let options: LockOptions

        func makeUIView(context: Context) -> SceneFinderView { SceneFinderView(window: window, options: options) }

        func updateUIView(_ uiView: SceneFinderView, context: Context) { uiView.options = options }

        static func dismantleUIView(_ uiView: SceneFinderView, coordinator: Void) { uiView.remove() }
    }
#endif
