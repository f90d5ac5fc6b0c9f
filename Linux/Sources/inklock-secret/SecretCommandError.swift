// SPDX-License-Identifier: MIT
import Foundation
import InkLockLinux

/// An error that ends the command, with an exit status and a one-line message for the user.
struct SecretCommandError: Error {
    /// The exit statuses from BSD's sysexits that the command uses.
    enum Status: Int32 {
        /// The arguments are invalid.
        case usage = 64
        /// The secret is not one that can be kept, or what is stored is damaged.
        case malformedInput = 65
        /// There is no secret of that name, or standard input cannot be read.
        case noInput = 66
        /// The device cannot ask its owner.
        case unavailable = 69
        /// An unexpected error occurred.
        case unexpected = 70
        /// There already is a secret, or the output cannot be written.
        case noOutput = 73
        /// It may work later.
        case temporary = 75
        /// The owner was not recognised, or cancelled.
        case refused = 77
    }

    let status: Status
    /// The cause and the remedy, without a full stop.
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Says what an error means for the secret of a name.
    init(_ error: OwnerError, _ name: String) {
        self =
            switch error {
            case .absent: Self(Status.noInput, "there is no secret \(name)")
            case .exists: Self(Status.noOutput, "there is a secret \(name) already: use --replace to replace it")
            case .denied: Self(Status.refused, "you were not recognised: nothing was shown or changed")
            case .cancelled, .fallbackChosen: Self(Status.refused, "cancelled: nothing was shown or changed")
            case .invalidated(.biometricsChanged):
                Self(
                    Status.noInput, "the enrolled fingers have changed, and the secret \(name) was erased: set it again"
                )
            case .invalidated(.devicePasscodeRemoved), .invalidated(.deviceKeyRemoved):
                Self(
                    Status.noInput,
                    "the key of this device is gone, or its security chip (TPM) was cleared: set \(name) again")
            case .locked(.sensor):
                Self(Status.temporary, "the fingerprint reader is locked after too many attempts: try again later")
            case .locked(.device):
                Self(
                    Status.temporary,
                    "your keyring is locked, or your account or session does not allow access now: try again later")
            case .unavailable:
                Self(
                    Status.unavailable,
                    "the owner cannot be asked: there is no terminal, no PAM service, or no enrolled finger")
            case .system(code: EACCES):
                Self(
                    Status.noOutput,
                    "the folder of the secrets and its files have to belong to you and to be closed to other users: chown them to yourself, chmod 700 the folder, and chmod 600 the files"
                )
            case .system(code: EKEYREJECTED):
                Self(
                    Status.malformedInput,
                    "the key of this device cannot be used: if other users can reach its file device-key or device-key.tpm, chmod 600 it; if it is damaged, restore it from a backup, or remove the folder of the secrets and set them again"
                )
            case .system(code: EFBIG): Self(Status.malformedInput, "the secret is longer than 64 KiB")
            case .system(code: EBADMSG):
                Self(Status.malformedInput, "the secret \(name) is damaged, or from another device")
            case .system(code: ENODEV):
                Self(
                    Status.temporary,
                    "the key is in the security chip (TPM) of a device, and this one has none that you may use")
            case .system(code: EBUSY):
                Self(Status.temporary, "another program uses the fingerprint reader: try again later")
            case .system(code: EAGAIN): Self(Status.temporary, "the system does not answer: try again later")
            case .system(let code): Self(SystemFault(code: code))
            }
    }

    private init(_ fault: SystemFault) {
        self =
            switch fault {
            case .system: Self(Status.unexpected, "the system refuses: \(fault)")
            case .pam:
                Self(
                    Status.unavailable,
                    "PAM cannot ask the owner (\(fault)): an administrator has to repair its service 'inklock' in /etc/pam.d, or 'other' if there is none"
                )
            case .chip:
                Self(
                    Status.unexpected,
                    "the security chip (TPM) refuses with the code \(fault): if it has an owner's password or was disabled, its administrator has to allow its use"
                )
            }
    }
}
