// SPDX-License-Identifier: MIT
import InkStroke
import WasmBridge

/// Shows the stroke in progress on to where its pen is expected `seconds` after its last sample, until the next sample,
/// or no further with 0. See `DrawingEditor.showPrediction(seconds:)`.
@_expose(wasm, "ink_predict") @c(ink_predict)
public func inkPredict(_ seconds: Double) { pad.editor.showPrediction(seconds: seconds) }
