// SPDX-License-Identifier: MIT
import Passcode
import WasmBridge

// Events return a `PasscodeEntry.Action.Kind`; below 0 the `PasscodeEntry.Refusal` of an event without effect.

private func code(_ action: PasscodeEntry.Action) -> Int32 {
    guard case .refuse(let refusal) = action else { return action.kind.number }
    return refusal.refusal
}

/// Starts the entry of a passcode of a `PasscodeKind`. Returns `false` for an unknown kind.
@_expose(wasm, "code_entry_open") @c(code_entry_open)
public func codeEntryOpen(_ kind: Int32, _ allowsCancel: Bool) -> Bool {
    guard let kind = PasscodeKind(number: kind) else { return false }
    screen.entry = PasscodeEntry(kind: kind, allowsCancel: allowsCancel)
    return true
}

/// Handles the key of a digit, 0 to 9.
@_expose(wasm, "code_entry_press") @c(code_entry_press)
public func codeEntryPress(_ digit: Int32) -> Int32 { code(screen.entry.press(digit: Int(digit))) }

/// Handles a keyboard key that produces a character, given as a Unicode scalar value.
@_expose(wasm, "code_entry_type") @c(code_entry_type)
public func codeEntryType(_ scalar: UInt32) -> Int32 {
    guard let scalar = Unicode.Scalar(scalar) else { return code(.refuse(.notACharacter)) }
    return code(screen.entry.press(.character(scalar)))
}

/// Handles the Backspace key.
@_expose(wasm, "code_entry_backspace") @c(code_entry_backspace)
public func codeEntryBackspace() -> Int32 { code(screen.entry.press(.backspace)) }

/// Handles the Escape key, which cancels where that is allowed.
@_expose(wasm, "code_entry_escape") @c(code_entry_escape)
public func codeEntryEscape() -> Int32 { code(screen.entry.press(.escape)) }

/// Replaces the entry with pasted text or the content of a text field: `byteCount` bytes of normalised UTF-8 in the
/// scratch buffer, which is overwritten.
@_expose(wasm, "code_entry_replace") @c(code_entry_replace)
public func codeEntryReplace(_ byteCount: Int32) -> Int32 {
    Screen.withScratch(byteCount) { code(screen.entry.replaceText(with: $0)) }
}

/// Handles the corner button, whose meaning `code_entry_corner_meaning` returns.
@_expose(wasm, "code_entry_corner") @c(code_entry_corner)
public func codeEntryCorner() -> Int32 { code(screen.entry.pressCorner()) }

/// Handles the submit button.
@_expose(wasm, "code_entry_submit") @c(code_entry_submit)
public func codeEntrySubmit() -> Int32 { code(screen.entry.submit()) }

/// Clears and overwrites the entry.
@_expose(wasm, "code_entry_clear") @c(code_entry_clear)
public func codeEntryClear() { screen.entry.clear() }

/// Moves the submitted passcode to `code_secret`. Returns its byte count, or 0 if there is none.
@_expose(wasm, "code_entry_take") @c(code_entry_take)
public func codeEntryTake() -> Int32 {
    screen.outgoing = screen.entry.takePasscode()
    return Int32(clamping: screen.outgoing.count)
}

/// Copies the entered text to `code_secret` for normalisation. Returns its byte count.
@_expose(wasm, "code_entry_text") @c(code_entry_text)
public func codeEntryText() -> Int32 {
    screen.outgoing = screen.entry.copyText()
    return Int32(clamping: screen.outgoing.count)
}

/// Returns the number of entered characters, which is the number of filled marks.
@_expose(wasm, "code_entry_count") @c(code_entry_count)
public func codeEntryCount() -> Int32 { Int32(clamping: screen.entry.count) }

/// Returns whether the entry is long enough to submit.
@_expose(wasm, "code_entry_can_submit") @c(code_entry_can_submit)
public func codeEntryCanSubmit() -> Bool { screen.entry.canSubmit }

/// Returns the meaning of the corner button, a `PasscodeEntry.Corner`.
@_expose(wasm, "code_entry_corner_meaning") @c(code_entry_corner_meaning)
public func codeEntryCornerMeaning() -> Int32 { screen.entry.corner.number }
