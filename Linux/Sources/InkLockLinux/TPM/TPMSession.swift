// SPDX-License-Identifier: MIT
import CTSS
import Foundation
import LockVault
import Passcode

/// A connection to a chip, with the parent key of everything that InkLock seals. All methods block.
///
/// The parent is derived from the seed of the chip's owner, so it is the same each time until the chip is cleared.
/// Sealed data is encrypted on the bus to the chip, as protection against passive listeners. The values and passwords
/// of counters are not.
struct TPMSession: ~Copyable {
    let context: OpaquePointer
    private let transport: OpaquePointer

    private static let none = UInt32(0xFFF)
    private static let password = UInt32(0xFF)
    private static let owner = UInt32(0x101)
    private static let sha256 = UInt16(0x0B)
    private static let null = UInt16(0x10)

    /// tpm2-tss writes each response code to standard error, unless the user has chosen otherwise.
    private static let isQuiet: Void = { _ = setenv("TSS2_LOG", "all+none", 0) }()

    init(_ tpm: TPM) throws(TPMError) {
        _ = Self.isQuiet
        var transport: OpaquePointer?
        try TPMSession.check(Tss2_TctiLdr_Initialize(tpm.transport, &transport))
        var context: OpaquePointer?
        let code = Esys_Initialize(&context, transport, nil)
        guard code == 0, let context, let transport else {
            Tss2_TctiLdr_Finalize(&transport)
            throw TPMError(code: code)
        }
        self.transport = transport
        self.context = context
    }

    deinit {
        var (context, transport): (OpaquePointer?, OpaquePointer?) = (context, transport)
        Esys_Finalize(&context)
        Tss2_TctiLdr_Finalize(&transport)
    }

    fileprivate static func check(_ code: UInt32) throws(TPMError) {
        guard code == 0 else { throw TPMError(code: code) }
    }

    // MARK: Sealing

    /// Returns bytes that only this chip opens.
    func seal(_ secret: SharedSecretBytes) throws(TPMError) -> [UInt8] {
        let parent = try parent()
        defer { flush(parent) }
        let session = try session(saltedBy: parent)
        defer { flush(session) }
        var sensitive = TPM2B_SENSITIVE_CREATE()
        defer { withUnsafeMutableBytes(of: &sensitive) { explicit_bzero($0.baseAddress!, $0.count) } }
        secret.withBytes { bytes in
            sensitive.sensitive.data.size = UInt16(bytes.count)
            withUnsafeMutableBytes(of: &sensitive.sensitive.data.buffer) { $0.copyBytes(from: bytes) }
        }
        var form = TPM2B_PUBLIC()
        form.publicArea.type = 0x08
        form.publicArea.nameAlg = Self.sha256
        // Fixed to the chip and to its parent, readable with its empty password, no dictionary attack protection.
        form.publicArea.objectAttributes = 0x0000_0452
        form.publicArea.parameters.keyedHashDetail.scheme.scheme = Self.null
        var (outside, selection) = (TPM2B_DATA(), TPML_PCR_SELECTION())
        var (sealed, made): (UnsafeMutablePointer<TPM2B_PRIVATE>?, UnsafeMutablePointer<TPM2B_PUBLIC>?)
        try Self.check(
            Esys_Create(
                context, parent, session, Self.none, Self.none, &sensitive, &form, &outside, &selection, &sealed, &made,
                nil, nil, nil))
        defer { for pointer in [UnsafeMutableRawPointer(sealed), .init(made)] { Esys_Free(pointer) } }
        var bytes = [UInt8](repeating: 0, count: 2048)
        var count = 0
        let size = bytes.count
        try Self.check(Tss2_MU_TPM2B_PRIVATE_Marshal(sealed, &bytes, size, &count))
        try Self.check(Tss2_MU_TPM2B_PUBLIC_Marshal(made, &bytes, size, &count))
        return Array(bytes[..<count])
    }

    /// Returns what was sealed.
    /// - Throws: ``TPMError/isForeign`` for bytes of another chip, or that have changed.
    func unseal(_ sealed: [UInt8]) throws(TPMError) -> SharedSecretBytes {
        var (secret, form, offset) = (TPM2B_PRIVATE(), TPM2B_PUBLIC(), 0)
        // Bytes without this form were never sealed by a chip.
        guard Tss2_MU_TPM2B_PRIVATE_Unmarshal(sealed, sealed.count, &offset, &secret) == 0,
            Tss2_MU_TPM2B_PUBLIC_Unmarshal(sealed, sealed.count, &offset, &form) == 0, offset == sealed.count
        else { throw .foreign }
        let parent = try parent()
        defer { flush(parent) }
        let session = try session(saltedBy: parent)
        defer { flush(session) }
        var object = Self.none
        try Self.check(Esys_Load(context, parent, Self.password, Self.none, Self.none, &secret, &form, &object))
        defer { flush(object) }
        var data: UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>?
        try Self.check(Esys_Unseal(context, object, session, Self.none, Self.none, &data))
        guard let data else { throw .foreign }
        defer {
            explicit_bzero(data, MemoryLayout<TPM2B_SENSITIVE_DATA>.size)
            Esys_Free(data)
        }
        return withUnsafeBytes(of: &data.pointee.buffer) { bytes in
            SharedSecretBytes(SecretBytes(bytes.prefix(Int(data.pointee.size))))
        }
    }

    /// Checks that the chip's owner admits new keys.
    func checkOwner() throws(TPMError) { flush(try parent()) }

    /// Returns the handle of the parent key: an ECC key on P-256 for storage, as the TCG's templates for such keys.
    private func parent() throws(TPMError) -> UInt32 {
        var form = TPM2B_PUBLIC()
        form.publicArea.type = 0x23
        form.publicArea.nameAlg = Self.sha256
        // Fixed to the chip and its parent, made by the chip, no dictionary attack protection, restricted, for
        // decrypting.
        form.publicArea.objectAttributes = 0x0003_0472
        form.publicArea.parameters.eccDetail.symmetric.algorithm = 0x06
        form.publicArea.parameters.eccDetail.symmetric.keyBits.aes = 128
        form.publicArea.parameters.eccDetail.symmetric.mode.aes = 0x43
        form.publicArea.parameters.eccDetail.scheme.scheme = Self.null
        form.publicArea.parameters.eccDetail.curveID = 0x03
        form.publicArea.parameters.eccDetail.kdf.scheme = Self.null
        var (sensitive, outside, selection) = (TPM2B_SENSITIVE_CREATE(), TPM2B_DATA(), TPML_PCR_SELECTION())
        var handle = Self.none
        try Self.check(
            Esys_CreatePrimary(
                context, Self.owner, Self.password, Self.none, Self.none, &sensitive, &form, &outside, &selection,
                &handle, nil, nil, nil, nil))
        return handle
    }

    /// Returns a session that encrypts the first parameter of commands and responses.
    private func session(saltedBy key: UInt32) throws(TPMError) -> UInt32 {
        var symmetric = TPMT_SYM_DEF()
        symmetric.algorithm = 0x06
        symmetric.keyBits.aes = 128
        symmetric.mode.aes = 0x43
        var handle = Self.none
        try Self.check(
            Esys_StartAuthSession(
                context, key, Self.none, Self.none, Self.none, Self.none, nil, 0, &symmetric, Self.sha256, &handle))
        // It goes on after a command, and encrypts in both directions.
        let flags = UInt8(0x61)
        try Self.check(Esys_TRSess_SetAttributes(context, handle, flags, flags))
        return handle
    }

    private func flush(_ handle: UInt32) { _ = Esys_FlushContext(context, handle) }

    // MARK: Counters

    /// The state of an NV index.
    enum Index {
        case absent
        /// It is not a counter, or not one of this password.
        case foreign
        case counter(UInt64)
    }

    /// Attributes of a counter: read and written with its password, without dictionary attack protection.
    private static let counterAttributes = UInt32(0x0204_0014)
    /// Attributes that the chip sets when a counter is raised for the first time.
    private static let isWritten = UInt32(0x2000_0000)

    /// Reads a counter.
    func counter(_ handle: UInt32, _ password: [UInt8]) throws(TPMError) -> Index {
        guard let index = try index(handle, password) else { return .absent }
        var form: UnsafeMutablePointer<TPM2B_NV_PUBLIC>?
        try Self.check(Esys_NV_ReadPublic(context, index, Self.none, Self.none, Self.none, &form, nil))
        defer { Esys_Free(form) }
        // An index of another kind could be written with any number.
        guard let kind = form?.pointee.nvPublic, kind.dataSize == 8, kind.authPolicy.size == 0,
            kind.attributes & ~Self.isWritten == Self.counterAttributes
        else { return .foreign }
        do throws(TPMError) {
            // The first increment sets it above all counters that this chip has ever had.
            if kind.attributes & Self.isWritten == 0 { try increment(index) }
            return .counter(try read(index))
        } catch {
            if error.isUnauthorized { return .foreign }
            throw error
        }
    }

    /// Defines a counter.
    func defineCounter(_ handle: UInt32, _ password: [UInt8]) throws(TPMError) {
        var form = TPM2B_NV_PUBLIC()
        form.nvPublic.nvIndex = handle
        form.nvPublic.nameAlg = Self.sha256
        form.nvPublic.attributes = Self.counterAttributes
        form.nvPublic.dataSize = 8
        var auth = Self.auth(password)
        var index = Self.none
        try Self.check(
            Esys_NV_DefineSpace(
                context, Self.owner, Self.password, Self.none, Self.none, &auth, &form, &index))
    }

    /// Increments a counter, and repeats the command if the chip refuses it temporarily.
    func raise(_ handle: UInt32, _ password: [UInt8], to least: UInt64) throws(TPMError) {
        guard let index = try index(handle, password) else { throw .absent }
        var value = try read(index)
        while value < least {
            try increment(index)
            value += 1
        }
    }

    /// Removes a counter. An index that is not a counter of this password stays.
    func removeCounter(_ handle: UInt32, _ password: [UInt8]) throws(TPMError) {
        guard case .counter = try counter(handle, password), let index = try index(handle, password) else { return }
        try Self.check(
            Esys_NV_UndefineSpace(context, Self.owner, index, Self.password, Self.none, Self.none))
    }

    private func index(_ handle: UInt32, _ password: [UInt8]) throws(TPMError) -> UInt32? {
        var index = Self.none
        do throws(TPMError) {
            try Self.check(Esys_TR_FromTPMPublic(context, handle, Self.none, Self.none, Self.none, &index))
        } catch {
            if error.isAbsent { return nil }
            throw error
        }
        var auth = Self.auth(password)
        try Self.check(Esys_TR_SetAuth(context, index, &auth))
        return index
    }

    private func read(_ index: UInt32) throws(TPMError) -> UInt64 {
        var data: UnsafeMutablePointer<TPM2B_MAX_NV_BUFFER>?
        try Self.check(Esys_NV_Read(context, index, index, Self.password, Self.none, Self.none, 8, 0, &data))
        defer { Esys_Free(data) }
        guard let data, data.pointee.size == 8 else { throw .absent }
        return withUnsafeBytes(of: &data.pointee.buffer) { $0.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
    }

    private func increment(_ index: UInt32) throws(TPMError) {
        try Self.check(Esys_NV_Increment(context, index, index, Self.password, Self.none, Self.none))
    }

    private static func auth(_ bytes: [UInt8]) -> TPM2B_AUTH {
        var auth = TPM2B_AUTH()
        auth.size = UInt16(bytes.count)
        withUnsafeMutableBytes(of: &auth.buffer) { $0.copyBytes(from: bytes) }
        return auth
    }
}
