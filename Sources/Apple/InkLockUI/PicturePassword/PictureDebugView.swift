// SPDX-License-Identifier: MIT
import CoreGraphics
import InkGeometry
import InkStroke
import PicturePassword
import SwiftUI

/// A debug view of a picture password: its paths, their raster cells and verification squares, and the squares that an
/// attempt hit. Show it only to the owner during set-up, never to a user who must authenticate.
public struct PictureDebugView: View {
    private let picture: PasswordPicture
    private let inspection: GestureInspection

    /// Creates a debug view.
    /// - Parameters:
    ///   - picture: The picture of the password.
    ///   - stored: The gesture whose squares are shown.
    ///   - attempt: The gesture to compare. The squares that it hits are filled, the others outlined.
    ///   - verifier: The verifier that defines the squares.
    public init(
        picture: PasswordPicture, stored: PictureGesture, attempt: PictureGesture? = nil,
        verifier: RasterVerifier = RasterVerifier()
    ) {
        self.picture = picture
        inspection = GestureInspection(stored, attempt: attempt, by: verifier)
    }

    public var body: some View {
        VStack(spacing: 12) {
            ZStack {
                Image(decorative: picture.image, scale: 1).resizable().aspectRatio(contentMode: .fit)
                Canvas { context, size in
                    guard let frame = PictureFrame(fitting: picture.size, in: InkSize(size)) else { return }
                    var surface = GraphicsSurface(context: context)
                    draw(on: &surface, frame)
                }
            }
            .accessibilityHidden(true)
            ForEach(Array(inspection.parts.enumerated()), id: \.offset) { i, part in
                Text(verbatim: row(i, part)).font(.footnote)
            }
        }
    }

    private func row(_ i: Int, _ part: GestureInspection.Part) -> String {
        let squares = part.fingers.reduce(0) { $0 + $1.squares.count }
        let hits = part.fingers.reduce(0) { $0 + $1.hitCount }
        return Wording.debugRow(part: i + 1, squares: squares, hits: part.isMatch == nil ? nil : hits)
    }

    func draw(on surface: inout some InkSurface, _ frame: PictureFrame) {
        for part in inspection.parts {
            for finger in part.fingers {
                for square in finger.squares {
                    surface.stroke(
                        box(square.centre, inspection.rasterSide, frame), PictureDebugColors.raster, width: 1)
                    let outer = box(square.centre, inspection.verificationSide, frame)
                    if square.isHit { surface.fill(outer, PictureDebugColors.hit) }
                    surface.stroke(outer, PictureDebugColors.square, width: 1)
                }
                surface.stroke(
                    CGMutablePath.lines([finger.path.map { frame.toSurface($0) }]), PictureDebugColors.path, width: 2)
            }
        }
    }

    private func box(_ centre: InkPoint, _ side: Double, _ frame: PictureFrame) -> CGPath {
        let a = frame.toSurface(InkPoint(x: centre.x - side / 2, y: centre.y - side / 2))
        let b = frame.toSurface(InkPoint(x: centre.x + side / 2, y: centre.y + side / 2))
        let path = CGMutablePath()
        path.addRect(CGRect(InkRect(minX: a.x, minY: a.y, maxX: b.x, maxY: b.y)))
        return path
    }
}
