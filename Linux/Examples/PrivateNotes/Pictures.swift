// SPDX-License-Identifier: MIT
import CGTK
import InkLockGTK

/// The pictures of the app, which are part of the program.
@MainActor enum Pictures {
    struct Choice {
        let name: String
        let label: String
        let file: [UInt8]
    }

    /// The pictures for a picture password.
    static var choices: [Choice] {
        [
            Choice(name: "coast", label: Words.shared.coast, file: PackageResources.coast_svg),
            Choice(name: "harbour", label: Words.shared.harbour, file: PackageResources.harbour_svg),
            Choice(name: "lake", label: Words.shared.lake, file: PackageResources.lake_svg),
        ]
    }

    /// Returns the picture of a name; `nil` if there is none.
    static func picture(_ name: String?) -> PasswordPicture? {
        choices.first { $0.name == name }.flatMap { PasswordPicture(file: $0.file, label: $0.label) }
    }

    /// The app's icon, as large as the lock shows it.
    static let icon: OpaquePointer? = texture(PackageResources.mark_svg, side: 144)

    /// Returns a drawing with a square area as a texture.
    private static func texture(_ file: [UInt8], side: Int32) -> OpaquePointer? {
        let stream = file.withUnsafeBytes { bytes in
            let copy = g_bytes_new(bytes.baseAddress, gsize(bytes.count))
            defer { g_bytes_unref(copy) }
            return g_memory_input_stream_new_from_bytes(copy)
        }
        defer { g_object_unref(stream) }
        guard let pixels = gdk_pixbuf_new_from_stream_at_scale(stream, side, side, 1, nil, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
        return gdk_texture_new_for_pixbuf(pixels)
    }
}
