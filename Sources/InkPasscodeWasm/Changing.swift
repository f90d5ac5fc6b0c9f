// SPDX-License-Identifier: MIT
import Passcode

// What events return: 0 nothing to do; 1 ask, for what `code_change_phase`, `code_change_kind` and `code_change_note` tell;
// 2 check the passcode; 3 save it with its kind; 4 remove it; 5 close, it is saved; 6 close, it is removed; 7 close,
// cancelled.

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

/// Begins to set (0), change (1) or remove (2) a passcode. `offered` has bit *n* set for each kind *n* that may be chosen.
/// Returns 1, ask, or 0 for a purpose or a kind that there is not.
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

/// What the entry has submitted goes on to the change, without leaving the module.
@_expose(wasm, "code_change_entered") @c(code_change_entered)
public func codeChangeEntered() -> Int32 { code(screen.change.entered(screen.entry.takePasscode())) }

/// The current passcode that was to be checked is right.
@_expose(wasm, "code_change_accepted") @c(code_change_accepted)
public func codeChangeAccepted() -> Int32 { code(screen.change.currentAccepted()) }

/// It is wrong: it is asked for again.
@_expose(wasm, "code_change_rejected") @c(code_change_rejected)
public func codeChangeRejected() -> Int32 { code(screen.change.currentRejected()) }

/// A new passcode of another kind is wanted; nothing if that kind is not offered.
@_expose(wasm, "code_change_choose") @c(code_change_choose)
public func codeChangeChoose(_ kind: Int32) -> Int32 {
    code(PasscodeKind(rawValue: UInt8(clamping: kind)).map { screen.change.choose($0) } ?? .none)
}

/// The new passcode is to be chosen again from the beginning.
@_expose(wasm, "code_change_start_over") @c(code_change_start_over)
public func codeChangeStartOver() -> Int32 { code(screen.change.startOver()) }

/// What was to be saved or removed is.
@_expose(wasm, "code_change_saved") @c(code_change_saved)
public func codeChangeSaved() -> Int32 { code(screen.change.saved()) }

/// It could not be, and nothing has changed: the passcode is asked for again.
@_expose(wasm, "code_change_save_failed") @c(code_change_save_failed)
public func codeChangeSaveFailed() -> Int32 { code(screen.change.saveFailed()) }

/// Gives up; nothing has changed.
@_expose(wasm, "code_change_cancel") @c(code_change_cancel)
public func codeChangeCancel() -> Int32 { code(screen.change.cancel()) }

/// Moves the passcode to check or save to where `code_secret` finds it; returns its bytes, 0 if there is none.
@_expose(wasm, "code_change_take") @c(code_change_take)
public func codeChangeTake() -> Int32 {
    screen.outgoing = screen.change.takePasscode()
    return Int32(clamping: screen.outgoing.count)
}

/// 0 waits for the current passcode, 1 it is checked, 2 waits for the new one, 3 waits for it once more, 4 it is saved or
/// removed, 5 it is over.
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

/// The kind of the passcode that is asked for or saved.
@_expose(wasm, "code_change_kind") @c(code_change_kind)
public func codeChangeKind() -> Int32 { Int32((screen.prompt?.kind ?? screen.change.newKind).rawValue) }

/// What to say besides the last prompt: 0 nothing, 1 that was wrong, 2 the two differ, 3 it was not saved, 32 and more
/// why it is refused, as `code_policy_refusal` has it.
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
