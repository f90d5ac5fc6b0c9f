// SPDX-License-Identifier: MIT
import InkGeometry
import LockFlow
import LockVault
import Passcode
import PicturePassword

/// Setting up a lock, changing its methods while the app is unlocked, and removing it.
///
/// All changes throw `VaultError.keyErased` if the app is locked.
extension AppLock {
    /// Sets up a lock where there is none. The app is then unlocked. Without an active window or
    /// ``startWithoutWindows()``, the app counts as left, and its content is covered.
    /// - Parameters:
    ///   - passcode: The new passcode.
    ///   - kind: The kind of the passcode.
    ///   - withRecoveryCode: A Boolean value that indicates whether to create a recovery code. Without one, and without
    ///     another unlock method, a forgotten passcode loses the data.
    /// - Returns: The recovery code, which can be shown only once; `nil` if none was requested.
    /// - Throws: `VaultError.exists` if there is a lock; `VaultError.passcodeRefused(_:)` for a passcode that the
    ///   ``EnrolmentRule`` rejects; `VaultError.invalidPasscode`; `VaultError.refused(_:)` if a vault has vanished,
    ///   until ``startOver()``; and the errors of the storage.
    public func setUp(
        passcode: consuming SecretBytes, kind: PasscodeKind, withRecoveryCode: Bool = true
    ) async throws(VaultError) -> RecoveryCode? {
        try parameters.enrolment.check(passcode, kind: kind)
        try await load()
        state.withLock { $0.isSettingUp = true }
        let new: NewVault
        do throws(VaultError) {
            new = try await vault.create(passcode: passcode, kind: kind, withRecoveryCode: withRecoveryCode)
        } catch {
            state.withLock { $0.isSettingUp = false }
            throw error
        }
        // No operation that can fail follows, because the code cannot be shown again.
        let choices = UnlockMethods.Choices(passcode: true, recoveryCode: new.recoveryCode != nil)
        let methods = UnlockMethods(await capabilities(), choices)
        let deliveries = state.withLock { storage in
            storage.invalidateReadings()
            storage.isSettingUp = false
            storage.passcodeKind = kind
            storage.deviceOwner = nil
            // Other code has removed the vault that this lock knew.
            let isKnown = ![.unconfigured, .wiped].contains(storage.machine.state)
            // Erases the former key, before the new one is stored.
            let deliveries = isKnown ? perform(storage.machine.lockErased(at: clock.now()), &storage) : []
            storage.begin(with: new.key)
            return deliveries + perform(storage.machine.lockConfigured(methods, at: clock.now()), &storage)
        }
        deliver(deliveries)
        await readAttempts()
        return new.recoveryCode
    }

    /// Verifies the passcode again, before a change. The attempt is counted like any other: if it begins a lockout or
    /// closes the vault, that also holds for the next unlocking. Wrong attempts before a right one are added to
    /// ``failedAttempts``.
    ///
    /// The duress passcode does not confirm a change to a lock that its owner has opened.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the errors of `Vault.unlock(passcode:)`, such as
    ///   `VaultError.rejected(_:)` for a wrong passcode.
    public func verify(passcode: consuming SecretBytes) async throws(VaultError) {
        guard let current = dataKey else { throw .keyErased }
        let key: DataKey
        do throws(VaultError) { key = try await vault.unlock(passcode: passcode) } catch {
            await readAttempts(after: error)
            throw error
        }
        try await confirm(current, with: key)
    }

    /// Verifies the picture password again, before a change, as ``verify(passcode:)`` verifies the passcode: for an
    /// owner who has no passcode, or who prefers to draw. The attempt is counted like any other: after the last wrong
    /// drawing that is allowed, the picture password does not open the app either, until another method has.
    ///
    /// The drawing is compared by ``Parameters/verifier``. It does not change the template. A drawing that was set
    /// under a duress passcode does not confirm a change to a lock that its owner has opened.
    /// - Parameters:
    ///   - drawing: The drawing.
    ///   - pictureDigest: The digest of the picture that it was made on.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the errors of
    ///   `Vault.unlock(gesture:on:verifier:isRepeated:)`, such as `VaultError.rejected(_:)` for a wrong drawing and
    ///   `VaultError.otherPicture`, which is not counted.
    public func verify(drawing: PictureGesture, on pictureDigest: [UInt8]) async throws(VaultError) {
        guard let current = dataKey else { throw .keyErased }
        let key: DataKey
        do throws(VaultError) { key = try await open(drawing, on: pictureDigest, parameters.verifier) } catch {
            await readAttempts(after: error)
            throw error
        }
        try await confirm(current, with: key)
    }

    /// Accepts the key of a verification, whose wrong attempts are reported with those of the open app. The key is then
    /// erased.
    /// - Parameters:
    ///   - current: The key of the open app when the verification began.
    ///   - key: The key that the passcode or the drawing has released.
    /// - Throws: `VaultError.rejected(_:)` if it is that of another user.
    private func confirm(_ current: DataKey, with key: DataKey) async throws(VaultError) {
        defer { key.erase() }
        await readAttempts()
        guard key.hasSameRole(as: current) else {
            await vault.discard(key)
            throw .rejected(.attemptsAllowed)
        }
        let failed = key.failedAttempts
        let isReported = state.withLock { storage in
            guard storage.key === current else { return false }
            storage.laterFailures = storage.laterFailures.followed(by: failed)
            return true
        }
        if !isReported { await vault.discard(key) }
    }

    /// Sets or changes the passcode, and its kind.
    /// - Throws: `VaultError.keyErased` if the app is locked; `VaultError.passcodeRefused(_:)` for a passcode that the
    ///   ``EnrolmentRule`` rejects; and the other errors of `Vault.setPasscode(_:kind:with:)`.
    public func setPasscode(_ passcode: consuming SecretBytes, kind: PasscodeKind) async throws(VaultError) {
        let key = try unlockedKey()
        try parameters.enrolment.check(passcode, kind: kind)
        try await vault.setPasscode(passcode, kind: kind, with: key)
        state.withLock { $0.passcodeWasSet() }
        await showChange()
    }

    /// Removes the passcode, and a duress passcode with it.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the other errors of `Vault.removePasscode(with:)`,
    ///   such as `VaultError.lastMethod`.
    public func removePasscode() async throws(VaultError) {
        try await vault.removePasscode(with: try unlockedKey())
        await showChange()
    }

    /// Sets or changes the duress passcode, which opens the app with the key of an empty vault.
    ///
    /// ``dataKey`` is then a different key, which decrypts none of the owner's data. Keep data that is sealed under it
    /// in separate files, because content that cannot be read reveals a duress passcode.
    ///
    /// The other unlock methods stay, and open the owner's data. Remove the picture password and unlocking by the
    /// device's owner first if a coercer could force the owner to use them.
    /// - Throws: `VaultError.keyErased` if the app is locked; `VaultError.notEnrolled` without a passcode, or where
    ///   `Vault.Parameters.offersDuress` is `false`; `VaultError.samePasscode`; `VaultError.passcodeRefused(_:)` for a
    ///   passcode that the ``EnrolmentRule`` rejects; and the other errors of `Vault.setDuressPasscode(_:with:)`.
    public func setDuressPasscode(_ passcode: consuming SecretBytes) async throws(VaultError) {
        let key = try unlockedKey()
        if let kind = snapshot.passcodeKind { try parameters.enrolment.check(passcode, kind: kind) }
        try await vault.setDuressPasscode(passcode, with: key)
        await showChange()
    }

    /// Removes the duress passcode. Does nothing if there is none.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the other errors of
    ///   `Vault.removeDuressPasscode(with:)`.
    public func removeDuressPasscode() async throws(VaultError) {
        try await vault.removeDuressPasscode(with: try unlockedKey())
    }

    /// Sets or changes the picture password.
    /// - Parameters:
    ///   - template: The drawings of the enrolment.
    ///   - map: The salient places of the picture, which make a drawing easier to guess; `nil` if they are not known.
    ///     `PicturePasswordView` of InkLockUI has already judged the drawing by its picture.
    /// - Throws: `VaultError.keyErased` if the app is locked; `VaultError.verifierMissing` for drawings of an app's own
    ///   verifier if ``Parameters/verifier`` is one of InkLock's; `VaultError.pictureRefused` for drawings that the
    ///   ``EnrolmentRule`` rejects; and the other errors of `Vault.setPicturePassword(_:with:)`.
    public func setPicturePassword(_ template: GestureTemplate, over map: SaliencyMap? = nil) async throws(VaultError) {
        let key = try unlockedKey()
        guard template.verifier != .custom || parameters.verifier.kind == .custom else { throw .verifierMissing }
        guard parameters.enrolment.accepts(template, over: map ?? SaliencyMap(size: InkSize(width: 320, height: 320)))
        else { throw .pictureRefused }
        try await vault.setPicturePassword(template, with: key)
        await showChange()
    }

    /// Returns a Boolean value that indicates whether the picture password was set for a verifier other than
    /// ``Parameters/verifier``, for example by an earlier version of the app.
    ///
    /// The picture password still opens the app. Suggest that the owner draw it again; ``setPicturePassword(_:over:)``
    /// replaces it.
    /// - Throws: The errors of `Vault.pictureVerifier()`.
    public func isPicturePasswordOutdated() async throws(VaultError) -> Bool {
        guard let kind = try await vault.pictureVerifier() else { return false }
        return kind != parameters.verifier.kind
    }

    /// Removes the drawings that were added to the picture password after its enrolment.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the other errors of
    ///   `Vault.resetPicturePasswordAdaptation(with:)`.
    public func resetPicturePasswordAdaptation() async throws(VaultError) {
        try await vault.resetPicturePasswordAdaptation(with: try unlockedKey())
    }

    /// Removes the picture password. Does nothing if there is none.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the other errors of
    ///   `Vault.removePicturePassword(with:)`.
    public func removePicturePassword() async throws(VaultError) {
        try await vault.removePicturePassword(with: try unlockedKey())
        await showChange()
    }

    /// Creates a new recovery code. The old one no longer unlocks.
    ///
    /// If the app ends before the owner has saved the code, neither code opens the lock. Store a note once the owner
    /// has saved the code. If there is no note after the next unlocking, renew the code again.
    /// - Returns: The code, which can be shown only once.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the other errors of
    ///   `Vault.renewRecoveryCode(with:)`.
    public func renewRecoveryCode() async throws(VaultError) -> RecoveryCode {
        let code = try await vault.renewRecoveryCode(with: try unlockedKey())
        await showChange()
        return code
    }

    /// Removes the recovery code. Without one, all data is lost after ten wrong passcodes or with the device key.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the other errors of
    ///   `Vault.removeRecoveryCode(with:)`, such as `VaultError.lastMethod`.
    public func removeRecoveryCode() async throws(VaultError) {
        try await vault.removeRecoveryCode(with: try unlockedKey())
        await showChange()
    }

    /// Deletes the lock: the vault, its key and the device key. Encrypt the data that the lock protected under another
    /// key first.
    ///
    /// If the app is killed meanwhile, the vault counts as vanished after the next start, or is still there. Call
    /// ``startOver()`` for a vanished vault.
    /// - Throws: The errors of the storage, after which the method can be called again, and `VaultError.keyErased` if
    ///   the app is locked.
    public func deleteVault() async throws(VaultError) {
        _ = try unlockedKey()
        let slots = (try? await vault.status())?.externalKeys.compactMap(OwnerSlot.init) ?? []
        do throws(VaultError) { try await vault.erase() } catch {
            await showChange()
            // Only the record names the keys. They may still open the vault while it is there.
            let standing = (try? await vault.status())?.standing
            if standing == .recoveryRequired(.vaultVanished) { await delete(slots) }
            throw error
        }
        await delete(slots)
        await forgetVault()
    }

    /// Discards a vault whose record has vanished (`RecoveryReason.vaultVanished`), and the device key. Afterwards no
    /// lock is set up. The data that the vault protected stays encrypted permanently.
    ///
    /// The method needs no credential. Ask for confirmation first, and remove the content that the app would otherwise
    /// show.
    /// - Throws: `VaultError.exists` if there is a vault, `VaultError.missing` if nothing has vanished, and the errors
    ///   of the storage.
    public func startOver() async throws(VaultError) {
        try await refresh()
        try await vault.discardVanished(withDeviceKey: true)
        await forgetVault()
    }

    /// Erases the lock without a credential, for an owner who has lost the passcode and the recovery code. Afterwards
    /// no lock is set up.
    ///
    /// - Warning: The data that the lock protected stays encrypted permanently. Every user of the device can do this,
    ///   and then sees the content that the app shows without a lock. Ask for confirmation, and delete the app's data
    ///   first.
    ///
    /// The method removes the vault, the attempt counts, the device key and the keys that the system protects, in any
    /// state of the lock: locked, vanished, damaged or wiped. If the app is killed meanwhile, the lock is closed or
    /// still there after the next start, but without the device's owner. Call the method again then.
    /// - Throws: The errors of the storage, after which the method can be called again.
    public func eraseAndStartOver() async throws(VaultError) {
        if state.withLock({ $0.loading != .complete }) { try prepare() }
        await deleteOwnerKeys()
        do throws(VaultError) { try await vault.erase() } catch {
            await showChange()
            throw error
        }
        await forgetVault()
    }

    /// Deletes the keys that the system protects, as far as the vault names them.
    private func deleteOwnerKeys() async {
        var slots = Set((try? await vault.status())?.externalKeys.compactMap(OwnerSlot.init) ?? [])
        if let known = state.withLock({ $0.ownerSlot }) { slots.insert(known) }
        await delete(slots)
    }

    /// Deletes keys that the system protects. One that stays opens nothing.
    func delete(_ slots: some Sequence<OwnerSlot>) async {
        for slot in slots { try? await owner?.delete(slot.name) }
    }

    func unlockedKey() throws(VaultError) -> DataKey {
        guard let key = dataKey else { throw .keyErased }
        return key
    }

    /// Updates the snapshot after a change. The change is complete even if the vault cannot be read again.
    func showChange() async { try? await refresh() }

    /// Resets the state after the vault is gone.
    private func forgetVault() async {
        state.withLock { storage in
            storage.invalidateReadings()
            storage.loading = .complete
            storage.passcodeKind = nil
            storage.readAttemptsLeft(nil)
            storage.ownerSlot = nil
            storage.deviceOwner = nil
            storage.needsBinding = false
        }
        let nothing = UnlockMethods(await capabilities(), UnlockMethods.Choices(nil, nil))
        report { machine, now in machine.lockErased(at: now) + machine.methodsChanged(nothing, at: now) }
    }
}
