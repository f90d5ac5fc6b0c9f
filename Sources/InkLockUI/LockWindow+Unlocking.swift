// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode
import PicturePassword

/// Ways in, from the cover. What was wrong is on the lock's screen; the answers are for the screen of a method.
extension LockWindow {
    /// The cover was tapped.
    func tapped() { if face.best != nil { unlock() } else if face.canLookAgain { tryAgain() } }

    /// A method was chosen; `nil` stands for the best there is.
    func unlock(_ method: UnlockMethod? = nil) {
        loader.lock?.unlock(method)
        refresh()
    }

    func submit(passcode: consuming SecretBytes) async -> PasscodeAnswer {
        guard let lock = loader.lock else { return .unavailable }
        do throws(VaultError) { try await lock.submit(passcode: passcode) } catch { return .init(error) }
        return .accepted
    }

    func submit(
        gesture: PictureGesture, on digest: [UInt8], _ verifier: some GestureVerifier & Sendable
    ) async -> PictureAnswer {
        guard let lock = loader.lock else { return .unavailable }
        do throws(VaultError) {
            try await lock.submit(gesture: gesture, on: digest, verifier: verifier)
        } catch {
            return .init(error)
        }
        return .accepted
    }

    func submit(recoveryCode: String) async -> Bool {
        guard let lock = loader.lock else { return false }
        do throws(VaultError) { try await lock.submit(recoveryCode: recoveryCode) } catch { return false }
        return true
    }
}

extension PasscodeAnswer {
    init(_ error: VaultError) {
        switch error {
        case .rejected(.lockedOut(let seconds)), .refused(.lockedOut(let seconds)): self = .lockedOut(seconds: seconds)
        case .rejected: self = .rejected
        default: self = .unavailable
        }
    }
}

extension PictureAnswer {
    init(_ error: VaultError) {
        switch error {
        case .rejected(.lockedOut(let seconds)), .refused(.lockedOut(let seconds)): self = .lockedOut(seconds: seconds)
        case .rejected(.mayTry): self = .rejected
        case .rejected, .refused: self = .lockedOut(seconds: nil)
        case .otherPicture: self = .otherPicture
        default: self = .unavailable
        }
    }
}
