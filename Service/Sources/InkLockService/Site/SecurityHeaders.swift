// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird

/// The headers that every answer has, errors too: they keep a page to its own files and other sites out of it.
struct SecurityHeaders: Sendable {
    let fields: HTTPFields

    /// - Parameter isSecure: whether browsers reach the service over TLS alone; then they are told to remember that.
    init(isSecure: Bool) {
        var fields: HTTPFields = [
            .contentSecurityPolicy: Self.contentSecurityPolicy,
            .xContentTypeOptions: "nosniff",
            HTTPField.Name("Referrer-Policy")!: "no-referrer",
            HTTPField.Name("Cross-Origin-Opener-Policy")!: "same-origin",
            .crossOriginResourcePolicy: "same-origin",
            HTTPField.Name("Permissions-Policy")!:
                "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
        ]
        if isSecure { fields[.strictTransportSecurity] = "max-age=\(Self.transportSecuritySeconds)" }
        self.fields = fields
    }

    /// Two years.
    private static let transportSecuritySeconds = 63_072_000

    /// Puts the fields on a response, in the place of what it has under their names.
    func apply(to response: inout Response) {
        for field in fields { response.headers[field.name] = field.value }
    }

    /// Scripts, styles and data from the site alone, and nothing inline; the engine may be compiled; pictures may
    /// also come from what the page itself made; text never becomes markup, and a script only where a page starts the
    /// service worker of Private Notes.
    private static var contentSecurityPolicy: String {
        [
            "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
            "img-src 'self' blob: data:", "font-src 'self'", "connect-src 'self'", "manifest-src 'self'",
            "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
            "trusted-types inklock-worker",
        ].joined(separator: "; ")
    }
}
