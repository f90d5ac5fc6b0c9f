// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import PicturePassword

extension AppLock {
    /// Creates a lock that stores its vault, attempt counter, device key and device-owner secret in the keychain.
    ///
    ///     let lock = AppLock(keychainService: "com.example.notes")
    ///
    /// The system may start the app in the background before the user first unlocks the device after a restart. Then
    /// loading fails, and the app is locked and prompts for nothing until ``dataBecameAvailable()`` or the app's next
    /// return to the foreground. It never mistakes an unreadable keychain for a missing lock.
    ///
    /// On a Mac, the app needs a keychain access group in its entitlements (Keychain Sharing). Without one, the
    /// keychain refuses every item, and the content stays covered (`LockSnapshot.Loading.failed`).
    ///
    /// - Parameters:
    ///   - keychainService: The service name of the keychain items. Use a name of the app's own and never change it.
    ///   - accessGroup: The keychain access group of the apps that share the lock. `nil` stands for the app's first
    ///     access group, which is the first that Keychain Sharing lists, if it lists any. To keep it from other apps
    ///     of that group, pass the app's own identifier.
    ///   - parameters: The parameters of the lock. By default, the system's prompt shows this module's localised text.
    ///   - vaultParameters: The limits on wrong attempts and the cost of a guess.
    public convenience init(
        keychainService service: String, accessGroup: String? = nil, parameters: Parameters = .localized(),
        vaultParameters: Vault.Parameters = Vault.Parameters()
    ) {
        let vault = Vault(
            store: KeychainStorage("vault", service: service, accessGroup: accessGroup),
            ledger: KeychainStorage("attempts", service: service, accessGroup: accessGroup),
            deviceKey: KeychainDeviceKey(service: service, accessGroup: accessGroup), parameters: vaultParameters)
        self.init(
            vault: vault, owner: KeychainOwner(service: service, accessGroup: accessGroup), parameters: parameters)
    }
}

extension AppLock.Parameters {
    /// Returns parameters with localised text for the system's prompt: a message that names the app, and the title of
    /// the fallback button.
    ///
    /// A Mac continues a sentence with the message: "Notes is trying to …". In an app for the Mac, set a `prompt` whose
    /// message does that, such as "unlock your notes".
    /// - Parameters:
    ///   - settings: The rules for locking.
    ///   - enrolment: The rules for new passcodes and drawings.
    ///   - verifier: The verifier that compares drawings.
    ///   - adaptsPicturePassword: A Boolean value that indicates whether a picture password follows changes of its
    ///     owner's hand.
    ///   - appName: The app's name in the prompt. By default, its display name.
    public static func localized(
        settings: LockSettings = LockSettings(), enrolment: EnrolmentRule = EnrolmentRule(),
        verifier: any GestureVerifier = DefaultVerifier(), adaptsPicturePassword: Bool = true,
        appName: String? = PasscodeOptions.displayName
    ) -> AppLock.Parameters {
        AppLock.Parameters(
            settings: settings, enrolment: enrolment, verifier: verifier, adaptsPicturePassword: adaptsPicturePassword
        ) { fallback in
            OwnerPrompt(Wording.unlockApp(appName), fallbackTitle: Wording.name(fallback, appName))
        }
    }
}
