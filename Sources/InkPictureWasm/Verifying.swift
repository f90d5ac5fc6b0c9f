// SPDX-License-Identifier: MIT
import InkExchange
import PicturePassword

/// Takes a template from so many bytes of the scratch buffer; none takes the template away. −6, and no change, for bytes
/// that are no template.
@_expose(wasm, "pic_load_template") @c(pic_load_template)
public func picLoadTemplate(_ byteCount: Int32) -> Int32 {
    guard byteCount > 0 else {
        pad.template = nil
        pad.attempt = nil
        return 0
    }
    do throws(GestureDecodingError) {
        pad.template = try GestureTemplate(decoding: Exchange.bytes(byteCount))
        pad.attempt = nil
        return 0
    } catch {
        return Failure.malformed
    }
}

/// 1 when there is a template.
@_expose(wasm, "pic_has_template") @c(pic_has_template)
public func picHasTemplate() -> Int32 { pad.template == nil ? 0 : 1 }

/// 1 when the template was made on the picture that is shown.
@_expose(wasm, "pic_is_bound") @c(pic_is_bound)
public func picIsBound() -> Int32 { pad.template?.pictureDigest == pad.pictureDigest ? 1 : 0 }

/// Takes 16 random bytes from the scratch buffer as the key under which this page remembers what was tried.
@_expose(wasm, "pic_key") @c(pic_key)
public func picKey() { pad.replays = ReplayGuard(key: Array(Exchange.bytes(Int32(ReplayGuard.keyLength)))) }

/// Compares what is drawn with the template, and clears it: 0 accepted, 1 rejected, 2 replayed, 3 another picture's
/// template, 4 no template. Nothing else is told.
@_expose(wasm, "pic_verify") @c(pic_verify)
public func picVerify(_ time: Double) -> Int32 {
    let gesture = takeDrawing(time)
    guard let replays = pad.replays else { return 4 }
    var login = PictureLogin(
        pictureDigest: pad.pictureDigest, verifier: pad.verifier, store: PageStore(pad.template), replays: replays)
    let verdict = login.attempt(gesture)
    pad.replays = login.replays
    pad.attempt = gesture
    switch verdict {
    case .accepted: return 0
    case .rejected: return 1
    case .replayed: return 2
    case .otherPicture: return 3
    case .notEnrolled: return 4
    }
}

/// Gives what is drawn as bytes, and clears it; returns how many.
@_expose(wasm, "pic_hand_over") @c(pic_hand_over)
public func picHandOver(_ time: Double) -> Int32 { Exchange.give(takeDrawing(time).encoded()) }

private func takeDrawing(_ time: Double) -> Gesture {
    pad.recorder.endAll(time: time)
    defer { pad.recorder.removeAll() }
    return pad.recorder.gesture.quantised()
}
