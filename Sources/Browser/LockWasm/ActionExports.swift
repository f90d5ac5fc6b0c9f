// SPDX-License-Identifier: MIT
import LockFlow
import WasmBridge

/// Gives what the page has to do, in this order, as three numbers each, and returns their bytes: 0 cover, 1 uncover, 2 end
/// editing, 3 drop the key, 4 prompt, 5 cancel the prompt, 6 present, 7 verify, 8 deliver; then the attempt's number, the
/// method to present or the link; then the attempt's method. What concerns other tabs is theirs.
func give(_ actions: [LockAction]) -> Int32 {
    var numbers: [Double] = []
    func add(_ code: Double, _ subject: UInt32 = 0, _ method: UnlockMethod? = nil) {
        numbers += [code, Double(subject), Double(method?.rawValue ?? 0)]
    }
    for action in actions {
        switch action {
        case .cover(let window): if window == Page.window { add(0) }
        case .uncover(let window): if window == Page.window { add(1) }
        case .endEditing(let window): if window == Page.window { add(2) }
        case .dropKey: add(3)
        case .prompt(let attempt): add(4, attempt.number, attempt.method)
        case .cancelPrompt(let attempt): add(5, attempt.number, attempt.method)
        case .present(let method): add(6, UInt32(method.rawValue))
        case .verify(let attempt): add(7, attempt.number, attempt.method)
        case .deliver(let link): add(8, link.rawValue)
        }
    }
    return Exchange.give(numbers)
}

/// A method by its number: 0 the device's owner, 1 biometrics, 2 passkey, 3 passcode, 4 picture, 5 recovery code.
func method(_ number: Int32) -> UnlockMethod? { number < 0 ? nil : UnlockMethod(rawValue: UInt8(clamping: number)) }

/// An attempt by its number and method; one that there never was matches none.
func attempt(_ number: UInt32, _ method: Int32) -> UnlockAttempt? {
    UnlockMethod(rawValue: UInt8(clamping: method)).map { UnlockAttempt(number: number, method: $0) }
}
