// SPDX-License-Identifier: MIT

/// The sender of a request: the tokens in its cookies, its address and its label.
package struct Client: Sendable {
    var session: CookieToken?
    /// The device token from the last sign-in with this browser, to any account.
    var device: CookieToken?
    /// The token of the browser that requested a challenge.
    var ceremony: CookieToken?
    /// The address for rate limits.
    var address = Self.localAddress
    /// The browser in the owner's list of devices.
    var label = DeviceLabel()

    /// The address of requests that do not come from a network.
    static let localAddress = "local"

    package init() {}

    init(session: CookieToken?, device: CookieToken?, ceremony: CookieToken?) {
        self.session = session
        self.device = device
        self.ceremony = ceremony
    }

    /// Creates a client with the tokens of a successful sign-in.
    package init(_ signedIn: SignedIn) {
        session = signedIn.token
        device = signedIn.device
    }

    /// Creates a client that has only a device cookie.
    package init(deviceText: String) { device = CookieToken(deviceText) }
}
