// SPDX-License-Identifier: MIT
import LockFlow
import WasmBridge

/// Stores the actions for the page, in this order, as three numbers each, and returns their byte count: a
/// `LockAction.Kind`; then the attempt's number, the method to present or the link; then the attempt's method. Actions
/// for the windows of other tabs are left out.
func give(_ actions: [LockAction]) -> Int32 {
    var numbers: [Double] = []
    for action in actions {
        var subject: UInt32 = 0
        var method: UnlockMethod?
        switch action {
        case .cover(let window), .uncover(let window), .endEditing(let window):
            guard window == Page.window else { continue }
        case .eraseKey: break
        case .prompt(let attempt), .cancelPrompt(let attempt), .verify(let attempt):
            subject = attempt.number
            method = attempt.method
        case .present(let method): subject = UInt32(method.rawValue)
        case .deliver(let link): subject = link.rawValue
        }
        numbers += [Double(action.kind.number), Double(subject), Double(method?.number ?? 0)]
    }
    return Exchange.give(numbers)
}

/// Returns an attempt by its number and method. One that never existed matches none.
func attempt(_ number: UInt32, _ method: Int32) -> UnlockAttempt? {
    UnlockMethod(number: method).map { UnlockAttempt(number: number, method: $0) }
}
