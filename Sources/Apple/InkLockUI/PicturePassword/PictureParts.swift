// SPDX-License-Identifier: MIT
import CoreGraphics
import InkGeometry
import PicturePassword
import SwiftUI

/// The parts of a drawing with their numbers, for its owner to see while defining a password.
struct PictureParts: View {
    let gesture: PictureGesture
    let frame: PictureFrame

    var body: some View {
        ZStack {
            Canvas { context, _ in
                var surface = GraphicsSurface(context: context)
                draw(on: &surface)
            }
            ForEach(Array(gesture.parts.enumerated()), id: \.offset) { i, part in
                if let start = part.fingers.first?.points.first {
                    let place = frame.toSurface(start.position)
                    Text(verbatim: "\(i + 1)")
                        .font(.footnote.weight(.semibold))
                        .foregroundStyle(Color(PictureDebugColors.square))
                        .frame(width: Self.numberSide, height: Self.numberSide)
                        .background(
                            Color(PictureDebugColors.path), in: RoundedRectangle(cornerRadius: Self.numberSide / 2)
                        )
                        .position(x: place.x, y: place.y)
                }
            }
        }
        // Positions are counted from the left, as those of touches are.
        .environment(\.layoutDirection, .leftToRight)
        .accessibilityHidden(true)
        .allowsHitTesting(false)
    }

    private func draw(on surface: inout some InkSurface) {
        for part in gesture.parts {
            for finger in part.fingers {
                var points = finger.points.map { frame.toSurface($0.position) }
                // A tap is a line without length, which is drawn as a dot.
                if points.count == 1 { points += points }
                let path = CGMutablePath.lines([points])
                surface.stroke(path, PictureDebugColors.square, width: 6)
                surface.stroke(path, PictureDebugColors.path, width: 3)
            }
        }
    }

    /// The side of a number's background in points.
    private static let numberSide: CGFloat = 20
}
