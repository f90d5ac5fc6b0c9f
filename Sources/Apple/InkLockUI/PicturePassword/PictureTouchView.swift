// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import InkGeometry
    import InkStroke
    import SwiftUI
    import UIKit

    /// A transparent view that passes all samples of all fingers, including coalesced ones, to a picture pad.
    final class PictureTouchView: UIView {
        var pad: PicturePad?
        private var fingers = PictureFingers<ObjectIdentifier>()

        init() {
            super.init(frame: .zero)
            isMultipleTouchEnabled = true
            isOpaque = false
        }

        @available(*, unavailable) required init?(coder: NSCoder) { fatalError("not in storyboards") }

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let pad else { return }
            for touch in touches.sorted(by: { $0.timestamp < $1.timestamp }) {
                fingers.begin(ObjectIdentifier(touch), PalmGuard.Pointer(touch), sample(touch), on: pad)
            }
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            for touch in touches { move(touch, event) }
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let pad else { return }
            for touch in touches {
                move(touch, event)
                fingers.end(ObjectIdentifier(touch), PalmGuard.Pointer(touch), at: touch.timestamp, on: pad)
            }
        }

        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let pad else { return }
            for touch in touches {
                fingers.cancel(ObjectIdentifier(touch), PalmGuard.Pointer(touch), at: touch.timestamp, on: pad)
            }
        }

        /// Prevents a sheet or a scroll view around this view from moving, which would cancel the path.
        override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
            gestureRecognizer.view === self
        }

        private func move(_ touch: UITouch, _ event: UIEvent?) {
            guard let pad else { return }
            let all = event?.coalescedTouches(for: touch) ?? []
            let samples = (all.isEmpty ? [touch] : all).map { sample($0) }
            fingers.move(ObjectIdentifier(touch), PalmGuard.Pointer(touch), samples, on: pad)
        }

        private func sample(_ touch: UITouch) -> StrokePoint {
            StrokePoint(InkPoint(touch.preciseLocation(in: self)), time: touch.timestamp)
        }
    }

    struct PictureTouches: UIViewRepresentable {
        let pad: PicturePad

        func makeUIView(context: Context) -> PictureTouchView { PictureTouchView() }

        func updateUIView(_ uiView: PictureTouchView, context: Context) { uiView.pad = pad }
    }
#endif
