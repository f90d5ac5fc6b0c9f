// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke
import SwiftUI

/// A view for signing.
///
/// ```swift
/// @State private var drawing = Drawing()
///
/// var body: some View { SignaturePad(drawing: $drawing) }
/// ```
///
/// With `evidence`, the pad also records the samples as evidence; see ``SignatureEvidence``. If the app sets other
/// evidence, that evidence records the later strokes.
///
/// The binding changes when a stroke is finished, undone, redone, written or cleared. On iOS, the pad is a
/// ``SignatureView``, which uses coalesced and predicted touches and the force and tilt of a pencil. On macOS, it
/// follows one pointer.
public struct SignaturePad: View {
    @Binding private var drawing: Drawing
    private let brush: Brush
    private let background: Background
    private let showsTools: Bool
    private let evidence: SignatureEvidence?
    private let onEvent: ((SignatureModel.Event) -> Void)?
    @State private var model: SignatureModel
    @State private var shown: Drawing
    @State private var isTyping = false

    /// Creates a pad.
    /// - Parameters:
    ///   - drawing: The drawing. Setting a new drawing shows it and discards the history.
    ///   - brush: The brush of the next stroke.
    ///   - background: The background of the ink. An image covers the pad.
    ///   - evidence: The evidence that records the strokes; `nil` to record none.
    ///   - showsTools: A Boolean value that indicates whether buttons below the pad undo, redo, clear, and show a field
    ///     for a typed name. An accessibility action shows the field as well.
    ///   - onEvent: A closure that is called when a stroke begins, changes or ends, and when the pad is cleared.
    public init(
        drawing: Binding<Drawing>, brush: Brush = .pen,
        background: Background = Background(color: SignaturePaper.color), evidence: SignatureEvidence? = nil,
        showsTools: Bool = true, onEvent: ((SignatureModel.Event) -> Void)? = nil
    ) {
        _drawing = drawing
        self.brush = brush
        self.background = background
        self.evidence = evidence
        self.showsTools = showsTools
        self.onEvent = onEvent
        // SwiftUI calls this initialiser often, so the strokes are loaded once, when the pad appears.
        _model = State(initialValue: SignatureModel(brush: brush, background: background))
        _shown = State(initialValue: Drawing())
    }

    public var body: some View {
        let _ = listen()
        VStack(spacing: 8) {
            surface
                .onChange(of: drawing) { _, new in
                    // Ignore the pad's own changes.
                    guard new != shown else { return }
                    shown = new
                    model.drawing = new
                    evidence?.adopt(model, set: new)
                }
                .onChange(of: brush) { _, new in model.brush = new }
                .onChange(of: background) { _, new in model.background = new }
                .onChange(of: evidence.map(ObjectIdentifier.init)) { evidence?.adopt(model) }
                .onAppear {
                    // The drawing may have been replaced while no pad showed it.
                    defer { evidence?.adopt(model) }
                    guard drawing != shown else { return }
                    shown = drawing
                    model.drawing = drawing
                }
            if showsTools { tools }
            if isTyping { TypedSignature(model: model) }
        }
    }

    @ViewBuilder private var surface: some View {
        #if canImport(UIKit)
            SignatureSurface(model: model) { isTyping = true }
        #else
            SignatureCanvas(model: model) { isTyping = true }
        #endif
    }

    private var tools: some View {
        ToolRow {
            ToolButton(Wording.undo, symbol: "arrow.uturn.backward") { model.undo() }.disabled(!model.canUndo)
            ToolButton(Wording.redo, symbol: "arrow.uturn.forward") { model.redo() }.disabled(!model.canRedo)
        } trailing: {
            ToolButton(Wording.typeInstead, symbol: "keyboard") { isTyping.toggle() }
            ToolButton(Wording.clear, symbol: "trash", role: .destructive) { model.clear() }
                .disabled(!model.canClear)
        }
    }

    /// Passes the model's events to the current binding and closure. A view can get others at any time.
    private func listen() {
        // The closure does not capture this view, whose state owns the model.
        model.onEvent = { [weak model, evidence, onEvent, shown = $shown, drawing = $drawing] event in
            guard let model else { return }
            evidence?.follow(model, event)
            if event == .ended || event == .cleared {
                shown.wrappedValue = model.drawing
                drawing.wrappedValue = shown.wrappedValue
            }
            onEvent?(event)
        }
    }
}

#if canImport(UIKit)
    /// A ``SignatureView`` in SwiftUI.
    struct SignatureSurface: UIViewRepresentable {
        let model: SignatureModel
        /// A closure that shows the field for a typed name.
        let onType: () -> Void

        func makeUIView(context: Context) -> SignatureView { SignatureView(model: model) }

        func updateUIView(_ uiView: SignatureView, context: Context) {
            if uiView.model !== model { uiView.model = model }
            uiView.onType = onType
        }
    }
#endif
