// SPDX-License-Identifier: MIT
import Passcode

// The reasons for rejecting a passcode: 0 accepted, 1 too short, 2 too long, 3 wrong characters, 4 too few distinct
// characters, 5 a keyboard row, 6 a word, 16 and above a habit in the order of `PINPattern`.

func code(_ refusal: PasscodePolicy.Refusal?) -> Int32 {
    switch refusal {
    case nil: 0
    case .tooShort: 1
    case .tooLong: 2
    case .wrongCharacters: 3
    case .fewDifferent: 4
    case .keyboardRow: 5
    case .word: 6
    case .habit(let habit): 16 + Int32(habit.rawValue)
    }
}

/// Sets the policy, and clears the app's words. It takes effect with the next `code_change_open`.
@_expose(wasm, "code_policy") @c(code_policy)
public func codePolicy(_ refusedPercent: Int32, _ minimumLength: Int32, _ minimumDifferent: Int32) {
    screen.policy = PasscodePolicy(
        .init(
            refusedPercent: Int(refusedPercent), minimumLength: Int(minimumLength),
            minimumDifferent: Int(minimumDifferent)))
}

/// Adds a word that text must not mainly consist of, as lower-case UTF-8 in the scratch buffer.
@_expose(wasm, "code_policy_word") @c(code_policy_word)
public func codePolicyWord(_ byteCount: Int32) {
    Screen.withScratch(byteCount) { screen.policy.parameters.words.append(Array($0)) }
}

/// Returns the reason for rejecting the passcode in the scratch buffer, or 0 if it is accepted. Overwrites the buffer.
@_expose(wasm, "code_policy_refusal") @c(code_policy_refusal)
public func codePolicyRefusal(_ byteCount: Int32, _ kind: Int32) -> Int32 {
    Screen.withScratch(byteCount) { bytes in
        guard let kind = PasscodeKind(rawValue: UInt8(clamping: kind)) else { return code(.wrongCharacters) }
        return code(screen.policy.refusal(of: bytes, kind: kind))
    }
}
