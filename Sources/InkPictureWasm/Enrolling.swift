// SPDX-License-Identifier: MIT
import InkExchange
import PicturePassword

/// Begins to enrol a password on this picture that takes `sampleCount` drawings; those taken before are forgotten.
@_expose(wasm, "pic_enrol_begin") @c(pic_enrol_begin)
public func picEnrolBegin(_ sampleCount: Int32) {
    let parameters = Enrolment<RasterVerifier>.Parameters(sampleCount: Int(max(1, sampleCount)))
    pad.enrolment = Enrolment(pictureDigest: pad.pictureDigest, verifier: pad.verifier, parameters: parameters)
    pad.drawn = []
    pad.attempt = nil
    pad.template = nil
    pad.recorder.removeAll()
}

/// Hands in what is drawn, and clears it. Above 0: so many more drawings are needed. 0: there is a template now.
/// −11 and below: why it was not taken, in the order of `refusals` in `picture-engine.js`. −5: nothing was begun.
@_expose(wasm, "pic_enrol") @c(pic_enrol)
public func picEnrol(_ time: Double) -> Int32 {
    pad.recorder.endAll(time: time)
    let gesture = pad.recorder.gesture.quantised()
    pad.recorder.removeAll()
    guard pad.enrolment != nil else { return Failure.empty }
    pad.attempt = gesture
    do throws(Enrolment<RasterVerifier>.Refusal) {
        guard let progress = try pad.enrolment?.add(gesture) else { return Failure.empty }
        pad.drawn.append(gesture)
        guard case .remaining(let count) = progress else {
            if case .complete(let template) = progress { pad.template = template }
            pad.enrolment = nil
            return 0
        }
        return Int32(clamping: count)
    } catch {
        return code(error)
    }
}

private func code(_ refusal: Enrolment<RasterVerifier>.Refusal) -> Int32 {
    switch refusal {
    case .empty: -11
    case .tooShort: -12
    case .oneSpot: -13
    case .common: -14
    case .tooManyFingers: -15
    case .different: -16
    }
}

/// How many drawings were taken.
@_expose(wasm, "pic_drawn_count") @c(pic_drawn_count)
public func picDrawnCount() -> Int32 { Int32(clamping: pad.drawn.count) }

/// One of the drawings that were taken, as bytes; returns how many, −5 for one that there is not.
@_expose(wasm, "pic_drawn") @c(pic_drawn)
public func picDrawn(_ index: Int32) -> Int32 {
    guard pad.drawn.indices.contains(Int(index)) else { return Failure.empty }
    return Exchange.give(pad.drawn[Int(index)].encoded())
}

/// The template's bytes; returns how many, 0 without one.
@_expose(wasm, "pic_template") @c(pic_template)
public func picTemplate() -> Int32 { Exchange.give(pad.template?.encoded() ?? []) }
