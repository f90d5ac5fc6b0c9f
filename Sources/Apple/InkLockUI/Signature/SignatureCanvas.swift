// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import SwiftUI

/// A signature in a SwiftUI canvas, for platforms without UIKit. It follows one pointer, without pressure.
struct SignatureCanvas: View {
    let model: SignatureModel
    /// A closure that shows the field for a typed name.
    var onType: () -> Void = {}
    @Environment(\.layoutDirection) private var layoutDirection
    @State private var isDown = false

    var body: some View {
        let revision = model.revision
        GeometryReader { proxy in
            Canvas { context, size in
                // SwiftUI redraws a canvas when a captured value changes.
                _ = revision
                draw(in: &context, size: size)
            }
            .gesture(drag(in: proxy.size))
            .onChange(of: proxy.size, initial: true) { _, size in model.adopt(InkSize(size)) }
        }
        .accessibilityElement()
        .accessibilityLabel(Wording.signature)
        .accessibilityValue(Wording.signed(strokes: model.strokeCount))
        .accessibilityHint(Wording.signatureHint)
        .accessibilityAddTraits(.allowsDirectInteraction)
        .accessibilityAction(named: Wording.typeInstead) { onType() }
        .accessibilityAction(named: Wording.undo) { model.undo() }
        .accessibilityAction(named: Wording.redo) { model.redo() }
        .accessibilityAction(named: Wording.clear) { model.clear() }
    }

    private func draw(in context: inout GraphicsContext, size: CGSize) {
        guard let fit = AspectFit(model.editor.size, in: InkSize(size)) else { return }
        context.translateBy(x: fit.origin.x, y: fit.origin.y)
        context.scaleBy(x: fit.scale, y: fit.scale)
        var surface = GraphicsSurface(context: context)
        model.draw(on: &surface, area: InkRect(model.editor.size), isRightToLeft: layoutDirection == .rightToLeft)
    }

    private func drag(in size: CGSize) -> some Gesture {
        DragGesture(minimumDistance: 0)
            .onChanged { value in
                let report = report(value, in: size)
                if isDown { model.move([report], predicted: []) } else { model.begin([report]) }
                isDown = true
            }
            .onEnded { value in
                model.end([report(value, in: size)])
                isDown = false
            }
    }

    private func report(_ value: DragGesture.Value, in size: CGSize) -> TouchSample {
        let place = InkPoint(value.location)
        let position = AspectFit(model.editor.size, in: InkSize(size))?.toDrawing(place) ?? place
        return TouchSample(sample: StrokePoint(position, time: value.time.timeIntervalSinceReferenceDate))
    }
}
