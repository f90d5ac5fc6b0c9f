// SPDX-License-Identifier: MIT
import CodeNames
import LockFlow

extension AttemptStanding {
    /// The standing and its reason as messages name them, and the wait in whole seconds. A client treats a destroyed
    /// vault as one that needs recovery.
    var names: (standing: String, reason: String?, retryAfterSeconds: Int?) {
        switch self {
        case .attemptsAllowed: (CodeName.of(kind), nil, nil)
        case .lockedOut(let seconds): (CodeName.of(kind), nil, APIError.whole(seconds))
        case .passcodeRequired(let reason): (CodeName.of(kind), CodeName.of(reason), nil)
        case .recoveryRequired(let reason): (CodeName.of(kind), CodeName.of(reason), nil)
        case .wiped: (CodeName.of(Kind.recoveryRequired), nil, nil)
        }
    }
}
