// SPDX-License-Identifier: MIT
import Synchronization

/// The permission for users to create accounts, which the operator can change while the service runs.
final class NewAccountsRule: Sendable {
    private let value: Atomic<Bool>

    init(isOpen: Bool) { value = Atomic(isOpen) }

    /// A Boolean value that indicates whether users may create accounts.
    var isOpen: Bool {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}
