// SPDX-License-Identifier: MIT
import CTSS
import Foundation
import Testing

@testable import InkLockLinux

/// A chip of the test's own: a real swtpm behind sockets of a folder, which ends with this value.
final class PrivateTPM: Sendable {
    private let folder = NSTemporaryDirectory() + "tpm-\(UUID().uuidString.prefix(8))"
    private let daemon: Daemon
    let tpm: TPM

    static let isInstalled = ["/usr/bin/swtpm", "/usr/bin/tpm2_flushcontext"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Over TCP, a simulator has been seen to wait for a killed client forever, whose end it had not learnt.
        let socket = folder + "/chip"
        tpm = TPM(transport: "swtpm:path=\(socket)")
        daemon = Daemon(
            "exec swtpm socket --tpm2 --tpmstate dir=\(folder) --flags not-need-init,startup-clear"
                + " --server type=unixio,path=\(socket) --ctrl type=unixio,path=\(socket).ctrl", [:])
        for _ in 0..<500 where !tpm.isReachable() { Thread.sleep(forTimeInterval: 0.02) }
        guard tpm.isReachable() else { throw CocoaError(.executableLoad) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Clears the chip, as its firmware does on its user's request.
    func clear() throws {
        let session = try TPMSession(tpm)
        let code = Esys_Clear(session.context, 0x10A, 0xFF, 0xFFF, 0xFFF)
        guard code == 0 else { throw TPMError(code: code) }
    }

    /// Sets the password of the chip's owner, as an administrator can.
    func setOwnerPassword() throws {
        let session = try TPMSession(tpm)
        var auth = TPM2B_AUTH()
        auth.size = 4
        withUnsafeMutableBytes(of: &auth.buffer) { $0.copyBytes(from: "word".utf8) }
        let code = Esys_HierarchyChangeAuth(session.context, 0x101, 0xFF, 0xFFF, 0xFFF, &auth)
        guard code == 0 else { throw TPMError(code: code) }
    }

    /// Removes an index, as any program that may use the chip can.
    func undefine(_ handle: UInt32) throws {
        let session = try TPMSession(tpm)
        var index: UInt32 = 0
        var code = Esys_TR_FromTPMPublic(session.context, handle, 0xFFF, 0xFFF, 0xFFF, &index)
        if code == 0 { code = Esys_NV_UndefineSpace(session.context, 0x101, index, 0xFF, 0xFFF, 0xFFF) }
        guard code == 0 else { throw TPMError(code: code) }
    }

    /// Defines an index that any number can be written to, and writes one.
    func defineOrdinary(_ handle: UInt32, _ password: [UInt8], _ number: UInt8) throws {
        let session = try TPMSession(tpm)
        var form = TPM2B_NV_PUBLIC()
        form.nvPublic.nvIndex = handle
        form.nvPublic.nameAlg = 0x0B
        form.nvPublic.attributes = 0x0204_0004
        form.nvPublic.dataSize = 8
        var auth = TPM2B_AUTH()
        auth.size = UInt16(password.count)
        withUnsafeMutableBytes(of: &auth.buffer) { $0.copyBytes(from: password) }
        var index: UInt32 = 0
        var code = Esys_NV_DefineSpace(session.context, 0x101, 0xFF, 0xFFF, 0xFFF, &auth, &form, &index)
        guard code == 0 else { throw TPMError(code: code) }
        var data = TPM2B_MAX_NV_BUFFER()
        data.size = 8
        withUnsafeMutableBytes(of: &data.buffer) { $0[7] = number }
        code = Esys_NV_Write(session.context, index, index, 0xFF, 0xFFF, 0xFFF, &data, 0)
        guard code == 0 else { throw TPMError(code: code) }
    }

    /// Frees what a killed program has left in the chip. Of a machine's chip, the kernel does so.
    func freeRemains() {
        for what in ["--transient-object", "--loaded-session", "--saved-session"] {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/tpm2_flushcontext")
            process.arguments = ["--tcti", tpm.transport, what]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try! process.run()
            process.waitForExit()
        }
    }
}
