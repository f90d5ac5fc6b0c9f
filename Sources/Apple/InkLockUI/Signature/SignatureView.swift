// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import InkGeometry
    import InkStroke
    import UIKit

    /// A view for signing. It uses every sample that fingers and pencils report.
    ///
    /// ```swift
    /// let signature = SignatureView()
    /// signature.model.onEvent = { [weak signature] event in
    ///     if event == .ended, let signature { save(signature.model.drawing) }
    /// }
    /// view.addSubview(signature)
    /// ```
    ///
    /// With ``SignatureModel/evidence``, the samples are also recorded as evidence.
    public final class SignatureView: UIView {
        /// The model of the signature. Set a different model to show a different drawing.
        public var model: SignatureModel {
            didSet {
                oldValue.onDirty[ObjectIdentifier(self)] = nil
                if model !== oldValue, touch != nil {
                    oldValue.cancel()
                    palms.forgetTouches()
                    touch = nil
                }
                watch()
            }
        }
        /// A closure that shows a field for a typed name, for assistive technologies.
        var onType: (() -> Void)? { didSet { if (oldValue == nil) != (onType == nil) { describe() } } }
        private var palms = PalmGuard()
        private var touch: UITouch?

        /// Creates a view with an empty frame.
        /// - Parameter model: The model of the signature, by default a new one.
        public init(model: SignatureModel = SignatureModel()) {
            self.model = model
            super.init(frame: .zero)
            // A pencil may touch down while the hand that holds it rests on the screen.
            isMultipleTouchEnabled = true
            isOpaque = false
            contentMode = .redraw
            isAccessibilityElement = true
            accessibilityTraits = .allowsDirectInteraction
            accessibilityLabel = Wording.signature
            accessibilityHint = Wording.signatureHint
            watch()
        }

        @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("not in storyboards") }

        private func watch() {
            model.onDirty[ObjectIdentifier(self)] = { [weak self] area in self?.show(area) }
            setNeedsLayout()
            setNeedsDisplay()
            describe()
        }

        private var fit: AspectFit? { AspectFit(model.editor.size, in: InkSize(bounds.size)) }

        private var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

        public override func layoutSubviews() {
            super.layoutSubviews()
            model.adopt(InkSize(bounds.size))
            setNeedsDisplay()
        }

        private func show(_ area: InkRect) {
            describe()
            // Add one point for antialiased edges.
            if let fit, !area.isEmpty { setNeedsDisplay(CGRect(fit.toSurface(area).grown(by: 1))) }
        }

        public override func draw(_ rect: CGRect) {
            guard let context = UIGraphicsGetCurrentContext(), let fit else { return }
            context.saveGState()
            defer { context.restoreGState() }
            context.translateBy(x: fit.origin.x, y: fit.origin.y)
            context.scaleBy(x: fit.scale, y: fit.scale)
            var surface = CoreGraphicsSurface(context: context)
            model.draw(on: &surface, area: fit.toDrawing(InkRect(rect)), isRightToLeft: isRightToLeft)
        }

        // MARK: Touches

        public override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            for new in touches.sorted(by: { $0.timestamp < $1.timestamp }) {
                switch palms.begin(PalmGuard.Pointer(new), at: new.timestamp) {
                case .ignore: continue
                case .drawInstead: model.cancel()
                case .draw: break
                }
                touch = model.begin(reports(new, event), predicted: foreseen(new, event)) ? new : nil
                if touch == nil { palms.end(PalmGuard.Pointer(new), at: new.timestamp) }
            }
        }

        public override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let touch, touches.contains(touch) else { return }
            palms.report(PalmGuard.Pointer(touch), at: touch.timestamp)
            model.move(reports(touch, event), predicted: foreseen(touch, event))
        }

        public override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let touch, touches.contains(touch) else { return }
            model.end(reports(touch, event))
            lift(touch)
        }

        public override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let touch, touches.contains(touch) else { return }
            model.cancel()
            lift(touch)
        }

        public override func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {
            for touch in touches {
                guard let number = touch.estimationUpdateIndex else { continue }
                model.update(
                    number.intValue, with: sample(touch), isFinal: touch.estimatedPropertiesExpectingUpdates.isEmpty)
            }
        }

        /// Prevents a sheet or a scroll view around this view from moving, which would cancel the stroke.
        public override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
            gestureRecognizer.view === self
        }

        private func lift(_ touch: UITouch) {
            palms.end(PalmGuard.Pointer(touch), at: touch.timestamp)
            self.touch = nil
        }

        private func reports(_ touch: UITouch, _ event: UIEvent?) -> [TouchSample] {
            let all = event?.coalescedTouches(for: touch) ?? []
            return (all.isEmpty ? [touch] : all).map { report in
                let isEstimate = !report.estimatedPropertiesExpectingUpdates.isEmpty
                return TouchSample(
                    sample: sample(report), awaited: isEstimate ? report.estimationUpdateIndex?.intValue : nil)
            }
        }

        private func foreseen(_ touch: UITouch, _ event: UIEvent?) -> [TouchSample] {
            (event?.predictedTouches(for: touch) ?? []).map { TouchSample(sample: sample($0)) }
        }

        private func sample(_ touch: UITouch) -> StrokePoint {
            let place = InkPoint(touch.preciseLocation(in: self))
            let position = fit?.toDrawing(place) ?? place
            guard touch.type == .pencil else { return StrokePoint(position, time: touch.timestamp) }
            let most = touch.maximumPossibleForce
            return StrokePoint(
                position, time: touch.timestamp, pressure: most > 0 ? Double(touch.force / most) : nil,
                tilt: .pi / 2 - Double(touch.altitudeAngle), azimuth: Double(touch.azimuthAngle(in: self)))
        }

        // MARK: Accessibility

        private func describe() {
            accessibilityValue = Wording.signed(strokes: model.strokeCount)
            var actions: [UIAccessibilityCustomAction] = []
            func add(_ name: String, _ isThere: Bool, _ body: @escaping (SignatureModel) -> Bool) {
                guard isThere else { return }
                actions.append(
                    UIAccessibilityCustomAction(name: name) { [weak self] _ in self.map { body($0.model) } ?? false })
            }
            if onType != nil {
                actions.append(
                    UIAccessibilityCustomAction(name: Wording.typeInstead) { [weak self] _ in
                        self?.onType?()
                        return true
                    })
            }
            add(Wording.undo, model.canUndo) { $0.undo() }
            add(Wording.redo, model.canRedo) { $0.redo() }
            add(Wording.clear, model.canClear) { $0.clear() }
            accessibilityCustomActions = actions
        }
    }
#endif
