// SPDX-License-Identifier: MIT

/// What a request's cookies say.
package struct Client: Sendable {
    var session: CookieToken?
    /// From an earlier time that somebody signed in, to whichever account.
    var device: CookieToken?
    /// The browser that asked for a challenge.
    var ceremony: CookieToken?

    package init() {}

    init(session: CookieToken?, device: CookieToken?, ceremony: CookieToken?) {
        self.session = session
        self.device = device
        self.ceremony = ceremony
    }
}
