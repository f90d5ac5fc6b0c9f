// SPDX-License-Identifier: MIT
import Passcode
import WasmBridge

/// Returns the number of a reason for rejecting a passcode: a `PasscodePolicy.Refusal.Kind` in the lowest eight bits,
/// and above them the `PINPattern`. −1 is no reason.
func code(_ refusal: PasscodePolicy.Refusal?) -> Int32 {
    guard let refusal else { return -1 }
    guard case .pattern(let pattern) = refusal else { return refusal.kind.number }
    return refusal.kind.number | pattern.number << 8
}

/// Sets the policy, and clears the app's words. A negative number means the default. The policy takes effect with the
/// next `code_change_open`.
@_expose(wasm, "code_policy") @c(code_policy)
public func codePolicy(_ refusedPercent: Int32, _ minimumLength: Int32, _ minimumDifferent: Int32) {
    var parameters = PasscodePolicy.Parameters()
    if refusedPercent >= 0 { parameters.refusedPercent = Int(refusedPercent) }
    if minimumLength >= 0 { parameters.minimumLength = Int(minimumLength) }
    if minimumDifferent >= 0 { parameters.minimumDifferent = Int(minimumDifferent) }
    screen.policy = PasscodePolicy(parameters)
}

/// Adds a word that text must not mainly consist of, as lower-case UTF-8 in the scratch buffer.
@_expose(wasm, "code_policy_word") @c(code_policy_word)
public func codePolicyWord(_ byteCount: Int32) {
    Screen.withScratch(byteCount) { screen.policy.parameters.words.append(Array($0)) }
}

/// Returns the reason for rejecting the passcode in the scratch buffer, or −1 if it is accepted. Overwrites the buffer.
@_expose(wasm, "code_policy_refusal") @c(code_policy_refusal)
public func codePolicyRefusal(_ byteCount: Int32, _ kind: Int32) -> Int32 {
    Screen.withScratch(byteCount) { bytes in
        guard let kind = PasscodeKind(number: kind) else { return code(.wrongCharacters) }
        return code(screen.policy.refusal(of: bytes, kind: kind))
    }
}
