// SPDX-License-Identifier: MIT
import PicturePassword
import WasmBridge

/// Starts an enrolment on the current picture and discards earlier drawings. It takes `sampleCount` drawings in at
/// least `minimumPlaces` places. The first must have at least the strength `minimumStrength`, a raw value of
/// `Strength.Level`.
@_expose(wasm, "pic_enrol_begin") @c(pic_enrol_begin)
public func picEnrolBegin(_ sampleCount: Int32, _ minimumPlaces: Int32, _ minimumStrength: Int32) {
    let parameters = EnrolmentParameters(
        sampleCount: Int(max(1, sampleCount)), minimumPlaces: Int(minimumPlaces),
        minimumStrength: Strength.Level(rawValue: UInt8(clamping: minimumStrength)) ?? .strong)
    pad.enrolment = Enrolment(pictureDigest: pad.pictureDigest, verifier: pad.verifier, parameters: parameters)
    pad.drawn = []
    pad.attempt = nil
    pad.template = nil
    pad.recorder.removeAll()
}

/// Adds the current drawing to the enrolment, and clears it unless drawing more helps. Returns the number of further
/// drawings needed, or 0 if the template is complete. A negative result stands for an `EnrolmentError.Kind`, which is
/// `empty` without an enrolment.
@_expose(wasm, "pic_enrol") @c(pic_enrol)
public func picEnrol(_ time: Double) -> Int32 {
    pad.recorder.endAll(time: time)
    let gesture = pad.recorder.gesture.quantised()
    guard pad.enrolment != nil else {
        pad.recorder.removeAll()
        return EnrolmentError.Kind.empty.refusal
    }
    pad.attempt = gesture
    do throws(EnrolmentError) {
        guard let progress = try pad.enrolment?.add(gesture, over: pad.saliency) else {
            return EnrolmentError.Kind.empty.refusal
        }
        pad.recorder.removeAll()
        pad.drawn.append(gesture)
        guard case .remaining(let count) = progress else {
            if case .complete(let template) = progress { pad.template = template }
            pad.enrolment = nil
            return 0
        }
        return Int32(clamping: count)
    } catch {
        if !error.kind.isIncomplete { pad.recorder.removeAll() }
        return error.kind.refusal
    }
}

/// Returns the number of accepted drawings.
@_expose(wasm, "pic_drawn_count") @c(pic_drawn_count)
public func picDrawnCount() -> Int32 { Int32(clamping: pad.drawn.count) }

/// Stores an accepted drawing as bytes. Returns their number, or `Failure.empty` for an invalid index.
@_expose(wasm, "pic_drawn") @c(pic_drawn)
public func picDrawn(_ index: Int32) -> Int32 {
    guard pad.drawn.indices.contains(Int(index)) else { return Failure.empty.refusal }
    return Exchange.give(pad.drawn[Int(index)].encoded())
}

/// Stores the template's bytes. Returns their number, or 0 without a template.
@_expose(wasm, "pic_template") @c(pic_template)
public func picTemplate() -> Int32 { Exchange.give(pad.template?.encoded() ?? []) }
