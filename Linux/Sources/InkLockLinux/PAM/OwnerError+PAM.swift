// SPDX-License-Identifier: MIT
import CPAM
import InkLock

/// Conversion of PAM's return codes (Linux-PAM, `_pam_types.h`).
extension OwnerError {
    /// Creates an error from a return code of PAM other than success. A code without a meaning for a secret becomes
    /// `OwnerError.system(code:)`, which ``SystemFault`` turns back.
    /// - Parameter code: The return code.
    public init(pam code: Int32) { self = Self.pam[code] ?? Self.fault(code) }

    private static func fault(_ code: Int32) -> Self { .system(code: SystemFault.pam(code).code) }

    /// The meaning of each code for a secret. `pam_authenticate` and `pam_acct_mgmt` return some of them; modules may
    /// return any.
    static let pam: [Int32: OwnerError] = [
        // The owner was not recognised.
        PAM_AUTH_ERR: .denied,
        PAM_MAXTRIES: .denied,
        // The owner, or the app, ended the conversation.
        PAM_CONV_ERR: .cancelled,
        // The owner may be right, but the administrator's rules do not admit them now: expired accounts and passwords,
        // times of day.
        PAM_PERM_DENIED: .locked(.device),
        PAM_NEW_AUTHTOK_REQD: .locked(.device),
        PAM_ACCT_EXPIRED: .locked(.device),
        PAM_CRED_EXPIRED: .locked(.device),
        PAM_AUTHTOK_EXPIRED: .locked(.device),
        PAM_AUTHTOK_LOCK_BUSY: .locked(.device),
        PAM_TRY_AGAIN: .locked(.device),
        // There is nothing to authenticate the owner with.
        PAM_CRED_INSUFFICIENT: .unavailable,
        PAM_AUTHINFO_UNAVAIL: .unavailable,
        PAM_USER_UNKNOWN: .unavailable,
        PAM_CRED_UNAVAIL: .unavailable,
        PAM_IGNORE: .unavailable,
        // Faults of a module or of its configuration, which only an administrator can repair.
        PAM_OPEN_ERR: fault(PAM_OPEN_ERR),
        PAM_SYMBOL_ERR: fault(PAM_SYMBOL_ERR),
        PAM_SERVICE_ERR: fault(PAM_SERVICE_ERR),
        PAM_SYSTEM_ERR: fault(PAM_SYSTEM_ERR),
        PAM_BUF_ERR: fault(PAM_BUF_ERR),
        PAM_SESSION_ERR: fault(PAM_SESSION_ERR),
        PAM_CRED_ERR: fault(PAM_CRED_ERR),
        PAM_NO_MODULE_DATA: fault(PAM_NO_MODULE_DATA),
        PAM_AUTHTOK_ERR: fault(PAM_AUTHTOK_ERR),
        PAM_AUTHTOK_RECOVERY_ERR: fault(PAM_AUTHTOK_RECOVERY_ERR),
        PAM_AUTHTOK_DISABLE_AGING: fault(PAM_AUTHTOK_DISABLE_AGING),
        PAM_ABORT: fault(PAM_ABORT),
        PAM_MODULE_UNKNOWN: fault(PAM_MODULE_UNKNOWN),
        PAM_BAD_ITEM: fault(PAM_BAD_ITEM),
        PAM_CONV_AGAIN: fault(PAM_CONV_AGAIN),
        PAM_INCOMPLETE: fault(PAM_INCOMPLETE),
    ]
}
