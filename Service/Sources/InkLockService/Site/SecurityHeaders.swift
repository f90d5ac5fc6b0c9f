// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird

/// The security headers of every response, including errors. They restrict a page to the site's files and deny other
/// sites access to it.
struct SecurityHeaders: Sendable {
    let fields: HTTPFields

    /// - Parameter isSecure: A Boolean value that indicates whether browsers use TLS only. The response then sets
    ///   `Strict-Transport-Security`.
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

    /// The lifetime of `Strict-Transport-Security`: two years.
    private static let transportSecuritySeconds = 63_072_000

    /// Sets the fields of a response. Existing values are replaced.
    func apply(to response: inout Response) {
        for field in fields { response.headers[field.name] = field.value }
    }

    /// The content security policy. It allows scripts, styles and data of the site only, and nothing inline.
    /// WebAssembly may be compiled, and images may also be `blob:` and `data:` URLs. Trusted types are required; the
    /// only policy is that of the service worker of Private Notes.
    private static var contentSecurityPolicy: String {
        [
            "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
            "img-src 'self' blob: data:", "font-src 'self'", "connect-src 'self'", "manifest-src 'self'",
            "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
            "trusted-types inklock-worker",
        ].joined(separator: "; ")
    }
}
