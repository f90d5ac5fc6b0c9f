// SPDX-License-Identifier: MIT
import Foundation

public struct LAError: Error, CustomNSError, Equatable {
    /// An error code. It accepts any number, as an enumeration declared in C does, because a system may return unknown
    /// codes.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }

        public static let authenticationFailed = Code(-1), userCancel = Code(-2), userFallback = Code(-3)
        public static let systemCancel = Code(-4), passcodeNotSet = Code(-5), biometryNotAvailable = Code(-6)
        public static let biometryNotEnrolled = Code(-7), biometryLockout = Code(-8), appCancel = Code(-9)
        public static let invalidContext = Code(-10), notInteractive = Code(-1004)
    }
    public let code: Code
    public init(_ code: Code) { self.code = code }
    public static var errorDomain: String { "com.apple.LocalAuthentication" }
    public var errorCode: Int { code.rawValue }
}
