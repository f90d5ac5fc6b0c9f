// SPDX-License-Identifier: MIT
@_exported import FoundationGaps

public enum LAPolicy: Int, Sendable {
    case deviceOwnerAuthenticationWithBiometrics = 1
    case deviceOwnerAuthentication = 2
}
public enum LABiometryType: Int, Sendable {
    case none = 0
    case touchID = 1
    case faceID = 2
    case opticID = 4
}

/// Scripted: a test sets what the next context answers.
open class LAContext: NSObject {
    public struct _Script: Sendable {
        public var biometry: LABiometryType
        public var canEvaluate: LAError.Code?
        public var result: Result<Bool, LAError>
        public init(
            biometry: LABiometryType = .none, canEvaluate: LAError.Code? = nil,
            result: Result<Bool, LAError> = .success(true)
        ) {
            self.biometry = biometry
            self.canEvaluate = canEvaluate
            self.result = result
        }
    }
    nonisolated(unsafe) public static var _script = _Script()
    open var localizedFallbackTitle: String?
    open var localizedCancelTitle: String?
    open private(set) var biometryType: LABiometryType = .none
    public override init() { super.init() }
    open func canEvaluatePolicy(_ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?) -> Bool {
        biometryType = Self._script.biometry
        guard let code = Self._script.canEvaluate else { return true }
        error?.pointee = LAError(code) as NSError
        return false
    }
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        precondition(!localizedReason.isEmpty)
        return try Self._script.result.get()
    }
    open func invalidate() {}
}
