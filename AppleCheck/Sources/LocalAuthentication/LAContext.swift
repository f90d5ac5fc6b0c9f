// SPDX-License-Identifier: MIT
@_exported import FoundationGaps
import Security

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

/// A context that prompts on `_Device`. Replies arrive on an arbitrary thread, as the system's do.
open class LAContext: NSObject, _AuthenticationContext {
    private let lock = NSLock()
    private var isInvalid = false
    private var pending: (@Sendable (Bool, (any Error)?) -> Void)?
    private var proof: _Device.Proof?
    private var forbidsAsking = false
    private var kind = LABiometryType.none

    open var localizedFallbackTitle: String?
    open var localizedCancelTitle: String?
    open var localizedReason = ""
    open var interactionNotAllowed: Bool {
        get { lock.withLock { forbidsAsking } }
        set { lock.withLock { forbidsAsking = newValue } }
    }
    /// The kind of sensor. Available after the first evaluation of a policy.
    open var biometryType: LABiometryType { lock.withLock { kind } }

    public override init() { super.init() }

    open func canEvaluatePolicy(_ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?) -> Bool {
        let code = lock.withLock { () -> Int? in
            kind = LABiometryType(rawValue: _Device.shared.read { $0.biometry }) ?? .none
            return isInvalid ? -10 : nil
        }
        let isBiometricsOnly = policy == .deviceOwnerAuthenticationWithBiometrics
        guard let refusal = code ?? _Device.shared.refusal(isBiometricsOnly: isBiometricsOnly) else { return true }
        error?.pointee = NSError(domain: LAError.errorDomain, code: refusal)
        return false
    }

    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        precondition(!localizedReason.isEmpty, "Apple's raises an exception")
        let prompt = _Device.Prompt(
            localizedReason, fallbackTitle: localizedFallbackTitle,
            isBiometricsOnly: policy == .deviceOwnerAuthenticationWithBiometrics)
        let code = lock.withLock { () -> Int? in
            guard !isInvalid else { return -10 }
            guard !forbidsAsking else { return -1004 }
            switch _Device.shared.ask(prompt) {
            case .proven(let shown):
                proof = shown
                return nil
            case .failed(let code): return code
            case .pending:
                pending = reply
                nonisolated(unsafe) let context = self
                _Device.shared.keep(prompt, of: ObjectIdentifier(self)) { context.end($0) }
                return 0
            }
        }
        guard code != 0 else { return }
        DispatchQueue.global().async {
            reply(code == nil, code.flatMap { LAError.Code(rawValue: $0) }.map { LAError($0) })
        }
    }

    /// Ends the prompt that has been on the screen.
    private func end(_ outcome: _Device.Outcome) {
        let waiting = lock.withLock {
            if case .proven(let shown) = outcome { proof = shown }
            defer { pending = nil }
            return pending
        }
        guard let waiting else { return }
        var error: LAError?
        if case .failed(let code) = outcome { error = LAError.Code(rawValue: code).map { LAError($0) } }
        DispatchQueue.global().async { [error] in waiting(error == nil, error) }
    }

    open func invalidate() {
        _Device.shared.dismissPrompt(of: ObjectIdentifier(self))
        let waiting = lock.withLock {
            isInvalid = true
            proof = nil
            defer { pending = nil }
            return pending
        }
        if let waiting { DispatchQueue.global().async { waiting(false, LAError(.appCancel)) } }
    }

    public var _proof: _Device.Proof? { lock.withLock { proof } }
    public var _isInvalid: Bool { lock.withLock { isInvalid } }
    public func _keep(_ shown: _Device.Proof) { lock.withLock { proof = shown } }
}
