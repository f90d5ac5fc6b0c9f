// SPDX-License-Identifier: MIT
import Passcode

// Events return: 0 no action; 1 ask, as described by `code_change_phase`, `code_change_kind` and `code_change_note`; 2
// check the passcode; 3 save it with its kind; 4 remove it; 5 close, saved; 6 close, removed; 7 close, cancelled.

private func code(_ action: PasscodeChange.Action) -> Int32 {
    screen.prompt = nil
    switch action {
    case .none: return 0
    case .ask(let prompt):
        screen.prompt = prompt
        return 1
    case .check: return 2
    case .save: return 3
    case .remove: return 4
    case .close(.saved): return 5
    case .close(.removed): return 6
    case .close(.cancelled): return 7
    }
}

/// Starts to create (0), change (1) or remove (2) a passcode. `offered` has bit *n* set for each kind *n* that can be
/// chosen. Returns 1, ask, or 0 for an unknown purpose or kind.
@_expose(wasm, "code_change_open") @c(code_change_open)
public func codeChangeOpen(_ purpose: Int32, _ currentKind: Int32, _ offered: Int32) -> Int32 {
    guard let purpose = PasscodeChange.Purpose(rawValue: UInt8(clamping: purpose)),
        let kind = PasscodeKind(rawValue: UInt8(clamping: currentKind))
    else { return 0 }
    screen.change = PasscodeChange(
        purpose, currentKind: kind,
        offeredKinds: PasscodeKind.allCases.filter { offered >> Int32($0.rawValue) & 1 == 1 },
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
    code(PasscodeKind(rawValue: UInt8(clamping: kind)).map { screen.change.choose($0) } ?? .none)
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

/// Returns the phase: 0 the current passcode is awaited, 1 it is being checked, 2 the new one is awaited, 3 its
/// repetition is awaited, 4 it is being saved or removed, 5 finished.
@_expose(wasm, "code_change_phase") @c(code_change_phase)
public func codeChangePhase() -> Int32 {
    switch screen.change.phase {
    case .current: 0
    case .checking: 1
    case .new: 2
    case .confirm: 3
    case .saving: 4
    case .finished: 5
    }
}

/// Returns the kind of the passcode that is asked for or saved.
@_expose(wasm, "code_change_kind") @c(code_change_kind)
public func codeChangeKind() -> Int32 { Int32((screen.prompt?.kind ?? screen.change.newKind).rawValue) }

/// Returns the note of the last prompt: 0 none, 1 wrong, 2 mismatch, 3 not saved, 32 and above 32 plus the reason for
/// rejection in the code of `code_policy_refusal`.
@_expose(wasm, "code_change_note") @c(code_change_note)
public func codeChangeNote() -> Int32 {
    switch screen.prompt?.note {
    case nil: 0
    case .wrong: 1
    case .mismatch: 2
    case .notSaved: 3
    case .refused(let refusal): 32 + code(refusal)
    }
}
