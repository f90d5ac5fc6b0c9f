// SPDX-License-Identifier: MIT
import Passcode
import WasmBridge

// Events return a `PasscodeChange.Action.Code`. `ask` is described by `code_change_phase`, `code_change_kind`,
// `code_change_note` and `code_change_refusal`.

private func code(_ action: PasscodeChange.Action) -> Int32 {
    screen.prompt = nil
    if case .ask(let prompt) = action { screen.prompt = prompt }
    return action.code.number
}

/// Starts a change for a `PasscodeChange.Purpose`. `offered` has bit *n* set for each `PasscodeKind` *n* that can be
/// chosen. Returns `ask`, or `none` for an unknown purpose or kind.
@_expose(wasm, "code_change_open") @c(code_change_open)
public func codeChangeOpen(_ purpose: Int32, _ currentKind: Int32, _ offered: Int32) -> Int32 {
    guard let purpose = PasscodeChange.Purpose(number: purpose), let kind = PasscodeKind(number: currentKind)
    else { return code(PasscodeChange.Action.none) }
    screen.change = PasscodeChange(
        purpose, currentKind: kind,
        offeredKinds: PasscodeKind.allCases.filter { offered >> $0.number & 1 == 1 },
        policy: screen.policy)
    return code(screen.change.prompt.map(PasscodeChange.Action.ask) ?? .none)
}

/// Passes the submitted entry to the change without leaving the module.
@_expose(wasm, "code_change_entered") @c(code_change_entered)
public func codeChangeEntered() -> Int32 { code(screen.change.entered(screen.entry.takePasscode())) }

/// Reports that the checked passcode is the current one.
@_expose(wasm, "code_change_accepted") @c(code_change_accepted)
public func codeChangeAccepted() -> Int32 { code(screen.change.currentAccepted()) }

/// Reports that the checked passcode is wrong, which asks for it again.
@_expose(wasm, "code_change_rejected") @c(code_change_rejected)
public func codeChangeRejected() -> Int32 { code(screen.change.currentRejected()) }

/// Changes the kind of the new passcode. Has no effect if the kind is not offered.
@_expose(wasm, "code_change_choose") @c(code_change_choose)
public func codeChangeChoose(_ kind: Int32) -> Int32 {
    code(PasscodeKind(number: kind).map { screen.change.choose($0) } ?? .none)
}

/// Asks for another new passcode from the start.
@_expose(wasm, "code_change_start_over") @c(code_change_start_over)
public func codeChangeStartOver() -> Int32 { code(screen.change.startOver()) }

/// Reports that saving or removing succeeded.
@_expose(wasm, "code_change_saved") @c(code_change_saved)
public func codeChangeSaved() -> Int32 { code(screen.change.saved()) }

/// Reports that saving or removing failed without a change, which asks for the passcode again.
@_expose(wasm, "code_change_save_failed") @c(code_change_save_failed)
public func codeChangeSaveFailed() -> Int32 { code(screen.change.saveFailed()) }

/// Cancels the change. Nothing has changed.
@_expose(wasm, "code_change_cancel") @c(code_change_cancel)
public func codeChangeCancel() -> Int32 { code(screen.change.cancel()) }

/// Moves the passcode to check or save to `code_secret`. Returns its byte count, or 0 if there is none.
@_expose(wasm, "code_change_take") @c(code_change_take)
public func codeChangeTake() -> Int32 {
    screen.outgoing = screen.change.takePasscode()
    return Int32(clamping: screen.outgoing.count)
}

/// Returns the `PasscodeChange.Phase`.
@_expose(wasm, "code_change_phase") @c(code_change_phase)
public func codeChangePhase() -> Int32 { screen.change.phase.number }

/// Returns the kind of the passcode that is asked for or saved.
@_expose(wasm, "code_change_kind") @c(code_change_kind)
public func codeChangeKind() -> Int32 { (screen.prompt?.kind ?? screen.change.newKind).number }

/// Returns the note of the last prompt, a `PasscodeChange.Note.Kind`, or −1 for none.
@_expose(wasm, "code_change_note") @c(code_change_note)
public func codeChangeNote() -> Int32 { screen.prompt?.note?.kind.number ?? -1 }

/// Returns the reason for rejection that belongs to the note `refused`, as `code_policy_refusal` returns it.
@_expose(wasm, "code_change_refusal") @c(code_change_refusal)
public func codeChangeRefusal() -> Int32 {
    guard case .refused(let refusal) = screen.prompt?.note else { return code(nil) }
    return code(refusal)
}
