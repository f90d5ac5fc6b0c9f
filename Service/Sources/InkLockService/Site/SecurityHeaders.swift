// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird

/// Puts on every answer, errors too, the headers that keep a page to its own files and other sites out of it.
struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        }
        for field in Self.fields { response.headers[field.name] = field.value }
        return response
    }

    private static var fields: HTTPFields {
        [
            .contentSecurityPolicy: contentSecurityPolicy,
            .xContentTypeOptions: "nosniff",
            HTTPField.Name("Referrer-Policy")!: "no-referrer",
            HTTPField.Name("Cross-Origin-Opener-Policy")!: "same-origin",
            .crossOriginResourcePolicy: "same-origin",
            HTTPField.Name("Permissions-Policy")!:
                "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
        ]
    }

    /// Scripts, styles and data from the site alone, and nothing inline; the engine may be compiled; pictures may
    /// also come from what the page itself made.
    private static var contentSecurityPolicy: String {
        [
            "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
            "img-src 'self' blob: data:", "font-src 'self'", "connect-src 'self'", "manifest-src 'self'",
            "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }
}
