// SPDX-License-Identifier: MIT
import PicturePassword
import WasmBridge

/// Sets the template from `byteCount` bytes of the scratch buffer; 0 removes it. Returns `Failure.malformed` without a
/// change if the bytes are not a template.
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
        return Failure.malformed.refusal
    }
}

/// Returns 1 if there is a template.
@_expose(wasm, "pic_has_template") @c(pic_has_template)
public func picHasTemplate() -> Int32 { pad.template == nil ? 0 : 1 }

/// Returns 1 if the template belongs to the displayed picture.
@_expose(wasm, "pic_is_bound") @c(pic_is_bound)
public func picIsBound() -> Int32 { pad.template?.pictureDigest == pad.pictureDigest ? 1 : 0 }

/// Sets the key of the replay guard to random bytes from the scratch buffer, `ReplayGuard.keyLength` of them.
@_expose(wasm, "pic_key") @c(pic_key)
public func picKey() { pad.replays = ReplayGuard(key: Array(Exchange.bytes(Int32(ReplayGuard.keyLength)))) }

/// Compares the current drawing with the template, and clears it. Returns a `PictureVerdict` and nothing else.
@_expose(wasm, "pic_verify") @c(pic_verify)
public func picVerify(_ time: Double) -> Int32 {
    let gesture = takeDrawing(time)
    guard let replays = pad.replays else { return PictureVerdict.notEnrolled.number }
    var login = PicturePasswordAuthenticator(
        pictureDigest: pad.pictureDigest, verifier: pad.verifier, store: PageStore(pad.template), replays: replays)
    let verdict = login.attempt(gesture)
    pad.replays = login.replays
    pad.attempt = gesture
    return verdict.number
}

/// Stores the bytes of the template with the last attempt added. Returns their number, or 0 if the attempt is not
/// added.
@_expose(wasm, "pic_adapted") @c(pic_adapted)
public func picAdapted() -> Int32 {
    guard let template = pad.template, let attempt = pad.attempt else { return 0 }
    return Exchange.give(template.adapted(to: attempt)?.encoded() ?? [])
}

/// Stores the current drawing as bytes, and clears it. Returns the byte count.
@_expose(wasm, "pic_hand_over") @c(pic_hand_over)
public func picHandOver(_ time: Double) -> Int32 { Exchange.give(takeDrawing(time).encoded()) }

private func takeDrawing(_ time: Double) -> PictureGesture {
    pad.recorder.endAll(time: time)
    defer { pad.recorder.removeAll() }
    return pad.recorder.gesture.quantised()
}

/// The template from the page, for the lifetime of the page, which stores it sealed.
struct PageStore: TemplateStore {
    private var template: GestureTemplate?

    init(_ template: GestureTemplate?) { self.template = template }

    func load() throws(Never) -> GestureTemplate? { template }
    mutating func save(_ template: GestureTemplate) throws(Never) { self.template = template }
    mutating func remove() throws(Never) { template = nil }
}
