// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird

/// The resources that programs and researchers look for under `/.well-known/` (RFC 8615).
struct WellKnown: Sendable {
    /// The beginning of every resource's path.
    static let prefix = "/.well-known/"

    /// The address for reports of vulnerabilities, with a scheme such as `mailto:` or `https:`.
    let contact: String
    let publicOrigin: String?

    /// - Parameter contact: `nil` for the mailbox that every domain has for this (RFC 2142 §4).
    init(contact: String?, publicOrigin: String?) {
        let authority = publicOrigin.flatMap { $0.split(separator: "/").last }.flatMap { Authority(String($0)) }
        self.contact = contact ?? "mailto:security@\(authority?.host ?? "localhost")"
        self.publicOrigin = publicOrigin
    }

    /// The page of the site that changes passcodes.
    private static let settings = "/notes.html#settings"
    /// The time for which the file is valid; RFC 9116 §2.5.5 recommends less than a year.
    private static let validSeconds: TimeInterval = 180 * 86_400

    /// Returns the response to a request for a well-known path, or `nil` for every other path.
    func response(to request: Request, _ path: String) -> Response? {
        guard request.method == .get || request.method == .head else { return nil }
        switch path {
        case "/.well-known/security.txt": return .plain(.ok, securityText(at: Date()))
        case "/.well-known/change-password": return .redirect(to: Self.settings, type: .found)
        default: return nil
        }
    }

    /// Returns the text of `security.txt` (RFC 9116). It expires at the end of a day, so that the text is the same for
    /// a whole day.
    func securityText(at date: Date) -> String {
        let day = (date.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
        let expires = Date(timeIntervalSince1970: day + Self.validSeconds)
        let lines = [
            "Contact: \(contact)", "Expires: \(expires.ISO8601Format())", "Preferred-Languages: en",
            publicOrigin.map { "Canonical: \($0)/.well-known/security.txt" },
        ]
        return lines.compactMap { $0 }.joined(separator: "\n")
    }
}
