// SPDX-License-Identifier: MIT

/// The media types of a site's files, for `Content-Type`.
enum SiteMediaType {
    /// Returns the media type for the extension of a file's name. For an unknown extension, that is
    /// `application/octet-stream`, which browsers save and never run.
    static func named(_ fileName: String) -> String {
        let parts = fileName.lowercased().split(separator: ".")
        guard parts.count > 1, let ending = parts.last else { return unknown }
        return byEnding[String(ending)] ?? unknown
    }

    /// Returns a Boolean value that indicates whether gzip makes files of that type much smaller: text and programs,
    /// not pictures or fonts.
    static func isCompressible(_ fileName: String) -> Bool {
        let type = named(fileName)
        return type.hasSuffix("charset=utf-8") || type == "application/wasm"
    }

    private static let unknown = "application/octet-stream"

    private static let byEnding = [
        "css": "text/css; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "ico": "image/x-icon",
        "inkml": "application/inkml+xml; charset=utf-8",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json; charset=utf-8",
        "map": "application/json; charset=utf-8",
        "md": "text/markdown; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "pdf": "application/pdf",
        "png": "image/png",
        "svg": "image/svg+xml; charset=utf-8",
        // TypeScript declarations; the registered meaning of .ts, a video stream, is not meant in a site of ours.
        "ts": "text/plain; charset=utf-8",
        "txt": "text/plain; charset=utf-8",
        "wasm": "application/wasm",
        "webmanifest": "application/manifest+json; charset=utf-8",
        "webp": "image/webp",
        "woff2": "font/woff2",
    ]
}
