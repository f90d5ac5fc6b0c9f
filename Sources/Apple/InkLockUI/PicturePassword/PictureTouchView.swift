// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import InkGeometry
    import InkStroke
    import SwiftUI
    import UIKit

    /// A transparent view that passes all samples of all fingers, including coalesced ones, to a picture pad.
    final class PictureTouchView: UIView {
        var pad: PicturePad?
        private var fingers: [ObjectIdentifier: UInt32] = [:]
        private var nextFinger: UInt32 = 0
        private var palms = PalmGuard(maximumCount: .max)

        init() {
            super.init(frame: .zero)
            isMultipleTouchEnabled = true
            isOpaque = false
        }

        @available(*, unavailable) required init?(coder: NSCoder) { fatalError("not in storyboards") }

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            for touch in touches.sorted(by: { $0.timestamp < $1.timestamp }) {
                switch palms.begin(PalmGuard.Pointer(touch), at: touch.timestamp) {
                case .ignore: continue
                case .drawInstead: cancelAll(at: touch.timestamp)
                case .draw: break
                }
                fingers[ObjectIdentifier(touch)] = nextFinger
                pad?.begin(nextFinger, at: InkPoint(touch.preciseLocation(in: self)), time: touch.timestamp)
                nextFinger &+= 1
            }
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            for touch in touches { move(touch, event) }
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            for touch in touches {
                move(touch, event)
                if let finger = fingers.removeValue(forKey: ObjectIdentifier(touch)) {
                    palms.end(PalmGuard.Pointer(touch), at: touch.timestamp)
                    pad?.end(finger, time: touch.timestamp)
                }
            }
        }

        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            for touch in touches {
                if let finger = fingers.removeValue(forKey: ObjectIdentifier(touch)) {
                    palms.end(PalmGuard.Pointer(touch), at: touch.timestamp)
                    pad?.cancel(finger, time: touch.timestamp)
                }
            }
        }

        /// Prevents a sheet or a scroll view around this view from moving, which would cancel the path.
        override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
            gestureRecognizer.view === self
        }

        /// Discards the fingers that touched before a pen did.
        private func cancelAll(at time: Double) {
            for finger in fingers.values { pad?.cancel(finger, time: time) }
            fingers = [:]
        }

        private func move(_ touch: UITouch, _ event: UIEvent?) {
            guard let finger = fingers[ObjectIdentifier(touch)] else { return }
            palms.report(PalmGuard.Pointer(touch), at: touch.timestamp)
            let all = event?.coalescedTouches(for: touch) ?? []
            for report in all.isEmpty ? [touch] : all {
                pad?.move(finger, to: InkPoint(report.preciseLocation(in: self)), time: report.timestamp)
            }
        }
    }

    struct PictureTouches: UIViewRepresentable {
        let pad: PicturePad

        func makeUIView(context: Context) -> PictureTouchView { PictureTouchView() }

        func updateUIView(_ uiView: PictureTouchView, context: Context) { uiView.pad = pad }
    }
#endif
