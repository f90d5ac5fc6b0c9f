// SPDX-License-Identifier: MIT
import CPAM
import Foundation
import InkLock

/// A PAM service: the modules that the machine's administrator chose for authenticating a user.
public struct PAMService: Hashable, Sendable {
    /// The name of the service's file, `/etc/pam.d/NAME`. PAM converts it to lower case.
    ///
    /// Without a file with that name, PAM uses the service `other`, which on Debian asks for the user's password.
    public var name: String
    /// The folder that contains the file; `nil` for the system's folder.
    ///
    /// With a folder, the service `other` also comes from it, and no file of the system is read.
    public var folder: String?

    /// Creates a service. The default is the system's service `inklock`.
    public init(_ name: String = "inklock", folder: String? = nil) {
        self.name = name
        self.folder = folder
    }

    /// Starts a transaction for a user, with a conversation that the caller keeps until the transaction's end.
    func start(_ user: String, _ conversation: inout pam_conv) throws(OwnerError) -> OpaquePointer {
        var handle: OpaquePointer?
        let code: Int32
        if let folder {
            code = pam_start_confdir(name, user, &conversation, folder, &handle)
        } else {
            code = pam_start(name, user, &conversation, &handle)
        }
        guard code == PAM_SUCCESS, let handle else { throw OwnerError(pam: code) }
        return handle
    }

    /// Returns a Boolean value that indicates whether there is a file for the service, or for the service `other`.
    ///
    /// The answer of its modules is known only after a prompt.
    func isConfigured() -> Bool {
        guard let user = Self.currentUser else { return false }
        var silent = pam_conv(conv: { _, _, _, _ in PAM_CONV_ERR }, appdata_ptr: nil)
        guard let handle = try? start(user, &silent) else { return false }
        pam_end(handle, PAM_SUCCESS)
        return true
    }

    /// The name of the user that the process runs as; `nil` if the system does not know one.
    static var currentUser: String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { buffer in
            guard getpwuid_r(geteuid(), &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil
            else { return nil }
            return String(cString: entry.pw_name)
        }
    }
}
