// SPDX-License-Identifier: MIT
import Foundation
import InkLockLinux

/// A folder of the test's own, which is removed with this value, with PAM services of stock modules in it.
final class ServiceFolder: Sendable {
    let path: String

    init() {
        // A chip of the machine under the tests is left alone. Tests of chips have their own.
        setenv("INKLOCK_TPM", "none", 1)
        path = NSTemporaryDirectory() + "inklock-linux-\(UUID().uuidString)"
        try! FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // pam_matrix compares what is typed with this file.
        write("\(Self.user):right horse:tests\n", "passwords")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    static var user: String { String(cString: getpwuid(geteuid()).pointee.pw_name) }

    /// The module that compares a password with a file, of the package libpam-wrapper.
    static let matrix =
        (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib"))?.lazy
        .map { "/usr/lib/\($0)/pam_wrapper/pam_matrix.so" }.first(where: FileManager.default.fileExists(atPath:)) ?? ""
    static let hasMatrix = !matrix.isEmpty

    func write(_ text: String, _ name: String) {
        _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(text.utf8))
    }

    /// A service whose file has these lines.
    func service(_ lines: String..., name: String = "tests-\(UUID().uuidString.lowercased())") -> PAMService {
        write(lines.joined(separator: "\n") + "\n", name)
        return PAMService(name, folder: path)
    }

    /// A service that asks for a password: "right horse".
    var password: PAMService {
        service(
            "auth required \(Self.matrix) passdb=\(path)/passwords",
            "account required \(Self.matrix) passdb=\(path)/passwords", name: "tests")
    }

    /// A service that asks nothing.
    var permissive: PAMService { service("auth required pam_permit.so", "account required pam_permit.so") }
}
