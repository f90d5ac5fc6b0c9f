// SPDX-License-Identifier: MIT
import Foundation
import InkLock

/// The owner's choices of when the notes hide and lock.
struct Locking: Codable, Hashable {
    /// The number of seconds in which the owner returns to notes that were out of sight, without unlocking.
    var graceSeconds = 120.0
    /// A Boolean value that indicates whether the notes hide while the owner uses another window.
    var coversWhenInactive = false

    /// The choices of ``graceSeconds``.
    static let graces: [Double] = [0, 60, 120, 300, 600]

    /// Reads the choices from a file. If it is unreadable or contains another grace period, they are the default ones.
    init(path: String) {
        let data = FileManager.default.contents(atPath: path)
        guard let kept = data.flatMap({ try? JSONDecoder().decode(Self.self, from: $0) }),
            Self.graces.contains(kept.graceSeconds)
        else { return }
        self = kept
    }

    func save(path: String) {
        try? JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// The settings of the lock. A window that hides without the focus has been left.
    var settings: LockSettings {
        LockSettings(
            graceSeconds: graceSeconds, coversWhenInactive: coversWhenInactive, locksWhenInactive: true,
            promptsAutomatically: false)
    }
}
