// SPDX-License-Identifier: MIT
import Foundation
import InkLock

/// The meaning of what fprintd reports (net.reactivated.Fprint.Device, version 1.94).
enum FingerResult: Hashable, Sendable {
    case recognised
    /// This try has ended without a match.
    case notRecognised
    /// The reader goes on, and the person has to do something.
    case waiting(FingerHint)
    case failed(OwnerError)

    /// Creates the meaning of a status of the signal `VerifyStatus`. A status that is not in the table is a failure.
    init(status: String) { self = Self.statuses[status] ?? .failed(.system(code: EPROTO)) }

    /// The meaning of each status.
    static let statuses: [String: FingerResult] = [
        "verify-match": .recognised,
        "verify-no-match": .notRecognised,
        "verify-retry-scan": .waiting(.again),
        "verify-swipe-too-short": .waiting(.tooShort),
        "verify-finger-not-centered": .waiting(.notCentred),
        "verify-remove-and-retry": .waiting(.liftFirst),
        // The reader was unplugged.
        "verify-disconnected": .failed(.unavailable),
        // A fault of the reader or of its driver, such as a reader that is too warm.
        "verify-unknown-error": .failed(.system(code: EIO)),
    ]
}

extension OwnerError {
    /// Creates an error from the name of a D-Bus error. A name that is not in the table is an error of the system.
    init(fprintd name: String) { self = Self.fprintd[name] ?? .system(code: EPROTO) }

    private static let fprint = "net.reactivated.Fprint.Error."
    private static let bus = "org.freedesktop.DBus.Error."

    /// The meaning of each error for a secret.
    static let fprintd: [String: OwnerError] = [
        // No finger is enrolled any more.
        fprint + "NoEnrolledPrints": .invalidated(.biometricsChanged),
        // There is no reader, or no fprintd.
        fprint + "NoSuchDevice": .unavailable,
        bus + "ServiceUnknown": .unavailable,
        bus + "NameHasNoOwner": .unavailable,
        bus + "FileNotFound": .unavailable,
        bus + "UnknownObject": .unavailable,
        bus + "Spawn.ExecFailed": .unavailable,
        bus + "Spawn.ServiceNotFound": .unavailable,
        // Polkit allows only users with a local session.
        fprint + "PermissionDenied": .locked(.device),
        bus + "AccessDenied": .locked(.device),
        // Another program uses the reader.
        fprint + "AlreadyInUse": .system(code: EBUSY),
        fprint + "ClaimDevice": .system(code: EBUSY),
        // fprintd or its bus does not answer in time.
        bus + "NoReply": .system(code: EAGAIN),
        bus + "Timeout": .system(code: EAGAIN),
        bus + "TimedOut": .system(code: EAGAIN),
        bus + "Disconnected": .system(code: EAGAIN),
        // The verification has ended already.
        fprint + "NoActionInProgress": .cancelled,
        fprint + "Internal": .system(code: EIO),
        fprint + "InvalidFingername": .system(code: EINVAL),
        fprint + "PrintsNotDeleted": .system(code: EIO),
        fprint + "PrintsNotDeletedFromDevice": .system(code: EIO),
    ]
}
