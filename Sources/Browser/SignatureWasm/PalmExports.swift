// SPDX-License-Identifier: MIT
import InkStroke
import WasmBridge

/// Reports the start of a touch by a `PalmGuard.Pointer`, at a time in seconds. Returns a `PalmGuard.Verdict`.
@_expose(wasm, "ink_palm_begin") @c(ink_palm_begin)
public func inkPalmBegin(_ pointer: Int32, _ time: Double) -> Int32 {
    pad.palms.begin(PalmGuard.Pointer(number: pointer) ?? .finger, at: time).number
}

/// Reports any event of a pointer.
@_expose(wasm, "ink_palm_report") @c(ink_palm_report)
public func inkPalmReport(_ pointer: Int32, _ time: Double) {
    pad.palms.report(PalmGuard.Pointer(number: pointer) ?? .finger, at: time)
}

/// Reports the end of a touch that draws.
@_expose(wasm, "ink_palm_end") @c(ink_palm_end)
public func inkPalmEnd(_ pointer: Int32, _ time: Double) {
    pad.palms.end(PalmGuard.Pointer(number: pointer) ?? .finger, at: time)
}
