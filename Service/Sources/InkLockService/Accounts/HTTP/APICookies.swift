// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird

/// The service's cookies: the session, the device and, for some minutes, the browser of a passkey ceremony. Scripts
/// cannot read them, and browsers do not send them with requests from other sites (SameSite=Strict).
struct APICookies: Sendable {
    /// A Boolean value that indicates whether browsers reach the service over TLS. If so, cookies are never sent
    /// without TLS.
    let isSecure: Bool
    let lifetimes: SessionLifetimes

    /// The name prefix with which browsers accept the cookie only from this exact host (RFC 6265bis §4.1.3).
    private var prefix: String { isSecure ? "__Host-" : "" }
    var sessionName: String { "\(prefix)inklock-session" }
    var deviceName: String { "\(prefix)inklock-device" }
    var ceremonyName: String { "\(prefix)inklock-ceremony" }

    /// The maximum lifetime that browsers allow for a cookie: 400 days (RFC 6265bis §5.6.2).
    private static let deviceSeconds = 400 * 86_400

    func client(_ request: Request) -> Client {
        Client(
            session: token(sessionName, request), device: token(deviceName, request),
            ceremony: token(ceremonyName, request))
    }

    func set(_ signedIn: SignedIn, on response: inout Response) {
        set(sessionName, signedIn.token.text, seconds: Int(lifetimes.absoluteMilliseconds / 1000), on: &response)
        set(deviceName, signedIn.device.text, seconds: Self.deviceSeconds, on: &response)
    }

    func setCeremony(_ token: CookieToken, on response: inout Response) {
        set(ceremonyName, token.text, seconds: Int(ChallengeStore.lifetimeMilliseconds / 1000), on: &response)
    }

    func clearSession(on response: inout Response) { set(sessionName, "", seconds: 0, on: &response) }

    func clearDevice(on response: inout Response) { set(deviceName, "", seconds: 0, on: &response) }

    /// Returns the token of the first cookie that has this name and holds a token. Compares bytes. Other services of
    /// the host set cookies too, so a field may be as long as a connection accepts.
    private func token(_ name: String, _ request: Request) -> CookieToken? {
        let start = Array(name.utf8) + [UInt8(ascii: "=")]
        for field in request.headers[values: .cookie] {
            // An array is split faster than a string.
            for pair in Array(field.utf8).split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == 0x20 || $0 == 0x09 }
                guard pair.count == start.count + CookieToken.byteCount * 2, pair.starts(with: start)
                else { continue }
                let text = String(decoding: pair.suffix(CookieToken.byteCount * 2), as: UTF8.self)
                if let token = CookieToken(text) { return token }
            }
        }
        return nil
    }

    private func set(_ name: String, _ value: String, seconds: Int, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: value, maxAge: seconds, path: "/", secure: isSecure, httpOnly: true,
                sameSite: .strict))
    }
}
