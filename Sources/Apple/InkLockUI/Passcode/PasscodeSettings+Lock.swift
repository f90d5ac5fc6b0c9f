// SPDX-License-Identifier: MIT
import InkLock
import LockVault
import Passcode

extension PasscodeSettings {
    /// Creates settings for the passcode of a lock, which checks, saves and removes it.
    convenience init(
        _ purpose: PasscodeChange.Purpose, of lock: AppLock, offeredKinds: [PasscodeKind], allowsCancel: Bool
    ) {
        self.init(
            PasscodeChange(
                purpose, currentKind: lock.snapshot.passcodeKind ?? .sixDigits, offeredKinds: offeredKinds,
                policy: lock.enrolment.passcodes),
            allowsCancel: allowsCancel,
            check: { passcode in
                do throws(VaultError) { try await lock.verify(passcode: passcode) } catch {
                    return PasscodeAnswer(error)
                }
                return .accepted
            },
            saving: { passcode, kind in
                do throws(VaultError) { try await lock.setPasscode(passcode, kind: kind) } catch {
                    if case .passcodeRefused(let refusal) = error { return .refused(refusal) }
                    return .failed
                }
                return .saved
            },
            remove: {
                do throws(VaultError) { try await lock.removePasscode() } catch { return false }
                return true
            })
    }
}
