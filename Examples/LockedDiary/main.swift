// SPDX-License-Identifier: MIT
import InkLock

let lock = AppLock(folder: "diary")
lock.startWithoutWindows()
try await lock.refresh()
let isNew = lock.snapshot.state == .unconfigured
print(isNew ? "New passcode:" : "Passcode:")
let typed = readLine() ?? ""
do {
    if isNew {
        let code = try await lock.setUp(passcode: SecretBytes(typed.utf8), kind: .alphanumeric)
        print("Write this recovery code down:", code?.text ?? "")
    } else {
        try await lock.unlock(with: .passcode(SecretBytes(typed.utf8)))
    }
} catch VaultError.rejected, VaultError.invalidPasscode {
    print("Wrong passcode. Try again.")
} catch VaultError.refused {
    print("Too many wrong passcodes. Try again later.")
} catch VaultError.passcodeRefused {
    print("Choose a passcode that is longer or less common.")
}
let key = lock.dataKey?.key(for: "diary")  // encrypts the diary; nil while the app is locked
print(key == nil ? "Locked" : "Unlocked")
