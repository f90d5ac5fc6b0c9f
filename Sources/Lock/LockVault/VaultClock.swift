// SPDX-License-Identifier: MIT
import Foundation
import LockFlow

/// The source of a vault's time.
public protocol VaultClock: Sendable {
    /// Returns the current time. Vaults call this method several times per attempt, so it must be fast. The time must
    /// not stand still.
    func now() -> ClockReading
}

/// The clocks of the machine: on Linux `CLOCK_BOOTTIME` and the kernel's boot ID; on Darwin `CLOCK_MONOTONIC`, which
/// counts sleep there, and the boot session's ID.
///
/// If the system has no boot ID, each process counts as a boot, and its uptime starts with the process.
public struct SystemVaultClock: VaultClock {
    /// Read once: the boot does not change during a process.
    private static let origin = Origin()

    /// Creates a clock of the machine that the process runs on.
    public init() {}

    public func now() -> ClockReading {
        ClockReading(
            uptimeMilliseconds: Self.steadyMilliseconds - Self.origin.milliseconds, boot: Self.origin.boot,
            wallMilliseconds: Self.milliseconds(CLOCK_REALTIME))
    }

    /// The boot, and the reading of the steady clock at its beginning.
    private struct Origin {
        let boot: BootIdentity
        let milliseconds: Int64

        init() {
            if let uuid = SystemVaultClock.bootUUID {
                (boot, milliseconds) = (BootIdentity(uuid), 0)
            } else {
                (boot, milliseconds) = (BootIdentity(UUID()), SystemVaultClock.steadyMilliseconds)
            }
        }
    }

    private static func milliseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    #if canImport(Darwin)
        private static var steadyMilliseconds: Int64 { milliseconds(CLOCK_MONOTONIC) }

        private static var bootUUID: UUID? {
            var text = [CChar](repeating: 0, count: 64)
            var count = text.count
            guard sysctlbyname("kern.bootsessionuuid", &text, &count, nil, 0) == 0 else { return nil }
            return UUID(uuidString: String(cString: text))
        }
    #else
        private static var steadyMilliseconds: Int64 { milliseconds(CLOCK_BOOTTIME) }

        private static var bootUUID: UUID? {
            guard let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else {
                return nil
            }
            return UUID(uuidString: text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    #endif
}

extension BootIdentity {
    /// Creates an identity from the 128 bits of a UUID.
    public init(_ uuid: UUID) {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        self.init(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
