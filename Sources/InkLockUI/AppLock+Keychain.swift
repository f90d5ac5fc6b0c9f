// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault

extension AppLock {
    /// A lock that keeps everything in the keychain: vault, count of attempts and device key, and what the device's owner
    /// opens.
    ///
    ///     let lock = try await AppLock(keychain: "com.example.notes")
    ///
    /// On a device that is still locked, where the system may have started the app unseen, the app is locked and
    /// asks for nothing until ``dataBecameAvailable()`` or its next return. It never seems there that no lock was set up.
    ///
    /// - Parameters:
    ///   - service: the app's own name among the keychain's items, the same each time.
    ///   - accessGroup: for apps that share one lock; `nil` for this app alone.
    ///   - parameters: by default with the words of this module on the system's prompt.
    /// - Throws: `VaultError` if it cannot be told whether there is a lock. Show nothing then.
    public init(
        keychain service: String, accessGroup: String? = nil, parameters: Parameters = .inWords()
    ) async throws(VaultError) {
        let vault = Vault(
            store: KeychainPlace("vault", service: service, accessGroup: accessGroup),
            ledger: KeychainPlace("attempts", service: service, accessGroup: accessGroup),
            deviceKey: KeychainDeviceKey(service: service, accessGroup: accessGroup))
        let isDataAvailable: Bool
        do throws(VaultError) {
            _ = try await vault.status()
            isDataAvailable = true
        } catch {
            // Whatever else it is, it comes again below.
            isDataAvailable = !error.isDeviceLocked
        }
        try await self.init(
            vault: vault, owner: KeychainOwner(service: service, accessGroup: accessGroup), parameters: parameters,
            isDataAvailable: isDataAvailable)
    }
}

extension AppLock.Parameters {
    /// With a prompt that names the app, and a button beside it that is named for what it opens, in the reader's language.
    /// - Parameter appName: by default what the home screen calls the app.
    public static func inWords(
        settings: LockSettings = LockSettings(), enrolment: EnrolmentRule = EnrolmentRule(),
        appName: String? = PasscodeOptions.displayName
    ) -> AppLock.Parameters {
        AppLock.Parameters(settings: settings, enrolment: enrolment) { fallback in
            OwnerPrompt(Wording.unlockApp(appName), fallbackTitle: Wording.name(fallback, appName))
        }
    }
}
