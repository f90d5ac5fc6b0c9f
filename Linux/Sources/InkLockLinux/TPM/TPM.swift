// SPDX-License-Identifier: MIT
import CTSS
import Foundation
import LockVault

/// A reference to a security chip (TCG, TPM 2.0 Library).
///
/// A key that is sealed by a chip can be opened only by this chip, until it is cleared. Its counters only increase.
public struct TPM: Hashable, Sendable {
    /// The transport, as a TCTI configuration of tpm2-tss, for example `device:/dev/tpmrm0`.
    public let transport: String

    /// Creates a reference to a chip.
    /// - Parameter transport: The transport. Choose one that other users cannot replace with a false chip.
    public init(transport: String) { self.transport = transport }

    /// The chip of this machine; `nil` if its user has set the variable `INKLOCK_TPM` to `none`.
    ///
    /// The transport is the device `/dev/tpmrm0`, which several programs can use at the same time, unless `INKLOCK_TPM`
    /// names another one. On Debian, the group `tss` can access the device.
    public static var ofThisMachine: TPM? {
        let chosen = ProcessInfo.processInfo.environment["INKLOCK_TPM"] ?? "device:/dev/tpmrm0"
        return chosen == "none" ? nil : TPM(transport: chosen)
    }

    /// Returns a Boolean value that indicates whether the chip is there and this process may use it.
    func isReachable() -> Bool {
        do throws(TPMError) { _ = try TPMSession(self) } catch { return false }
        return true
    }

    /// Returns a Boolean value that indicates whether the chip creates new keys for this process. It does not if its
    /// owner has set a password or disabled such keys.
    func isOpen() -> Bool {
        do throws(TPMError) {
            try run { session throws(TPMError) in try session.checkOwner() }
        } catch {
            return !error.isUnreachable && !error.isUnauthorized && !error.isDisabled
        }
        return true
    }

    /// Calls `body` with a session, on a thread that may block.
    func use<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing TPMSession) throws(TPMError) -> Result
    ) async throws(TPMError) -> Result {
        try await BlockingWork.run { () throws(TPMError) in try run(body) }
    }

    private func run<Result>(
        _ body: (borrowing TPMSession) throws(TPMError) -> Result
    ) throws(TPMError) -> Result {
        var tries = 0
        while true {
            do throws(TPMError) { return try body(try TPMSession(self)) } catch {
                // The kernel shares a chip between programs. Other transports may temporarily have no resources.
                tries += 1
                guard error.isCrowded, tries < Self.tryLimit else { throw error }
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    private static let tryLimit = 100
}

/// A response code of a chip or of tpm2-tss other than success.
struct TPMError: Error, Hashable {
    let code: UInt32

    /// The error for bytes that no chip has sealed.
    static let foreign = TPMError(code: 0x1DF)
    /// The error for an object that is gone.
    static let absent = TPMError(code: 0x18B)

    /// A Boolean value that indicates whether there is no chip, or none that this process may use.
    ///
    /// The error is of the transport's layer, and not of the chip.
    var isUnreachable: Bool { code >> 16 & 0xFF == 0x0A }
    /// A Boolean value that indicates whether the bytes were sealed by another chip, or before this one was cleared, or
    /// have changed. The chip says so about a parameter, most often with TPM_RC_INTEGRITY.
    var isForeign: Bool { code >> 12 == 0 && code & 0xC0 == 0xC0 }
    /// A Boolean value that indicates whether there is no object of that handle (TPM_RC_HANDLE).
    var isAbsent: Bool { base == 0x8B }
    /// A Boolean value that indicates whether the command may succeed later: the chip has no memory for another object
    /// or session (TPM_RC_OBJECT_MEMORY to TPM_RC_OBJECT_HANDLES, TPM_RC_RETRY), or limits the rate of writes
    /// (TPM_RC_NV_RATE).
    var isCrowded: Bool { 0x902...0x906 ~= code || code == 0x922 || code == 0x920 }
    /// A Boolean value that indicates whether the password is wrong (TPM_RC_AUTH_FAIL, TPM_RC_BAD_AUTH).
    var isUnauthorized: Bool { base == 0x8E || base == 0xA2 }
    /// A Boolean value that indicates whether the hierarchy of the chip's owner is switched off (TPM_RC_HIERARCHY).
    var isDisabled: Bool { base == 0x85 }

    /// The code without the number of its parameter or handle; 0 for codes of other layers and of format 0.
    private var base: UInt32 { code >> 12 == 0 && code & 0x80 != 0 ? code & 0xBF : 0 }

    var vaultError: VaultError { .storage(.keyService, code: isUnreachable ? ENODEV : SystemFault.chip(code).code) }
}
