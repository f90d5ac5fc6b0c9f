// SPDX-License-Identifier: MIT

/// Who sends a request: what its cookies say, and where it comes from.
package struct Client: Sendable {
    var session: CookieToken?
    /// From the last sign-in with this browser, to whichever account.
    var device: CookieToken?
    /// The browser that asked for a challenge.
    var ceremony: CookieToken?
    /// The address that limits go by.
    var address = Self.localAddress
    /// What to call the browser in the owner's list of devices.
    var label = ""

    /// The address of requests that come through no network.
    static let localAddress = "local"

    package init() {}

    init(session: CookieToken?, device: CookieToken?, ceremony: CookieToken?) {
        self.session = session
        self.device = device
        self.ceremony = ceremony
    }

    /// The client after an answer that let it in.
    package init(_ signedIn: SignedIn) {
        session = signedIn.token
        device = signedIn.device
    }

    /// A client that has nothing but the cookie of its device.
    package init(deviceText: String) { device = CookieToken(deviceText) }
}
