// SPDX-License-Identifier: MIT
import InkStroke
import WasmBridge

/// Reports the start of a touch by a `PalmGuard.Pointer`, at a time in seconds. Returns a `PalmGuard.Verdict`.
@_expose(wasm, "pic_palm_begin") @c(pic_palm_begin)
public func picPalmBegin(_ pointer: Int32, _ time: Double) -> Int32 {
    pad.palms.begin(PalmGuard.Pointer(number: pointer) ?? .finger, at: time).number
}

/// Reports any event of a pointer.
@_expose(wasm, "pic_palm_report") @c(pic_palm_report)
public func picPalmReport(_ pointer: Int32, _ time: Double) {
    pad.palms.report(PalmGuard.Pointer(number: pointer) ?? .finger, at: time)
}

/// Reports the end of a touch that draws.
@_expose(wasm, "pic_palm_end") @c(pic_palm_end)
public func picPalmEnd(_ pointer: Int32, _ time: Double) {
    pad.palms.end(PalmGuard.Pointer(number: pointer) ?? .finger, at: time)
}

/// Forgets all touches, because the page discarded them.
@_expose(wasm, "pic_palm_forget") @c(pic_palm_forget)
public func picPalmForget() { pad.palms.forgetTouches() }
