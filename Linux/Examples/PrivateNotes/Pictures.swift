// SPDX-License-Identifier: MIT
import CGTK
import CNotesPictures
import InkLockGTK

/// The pictures of the app, which are part of the program.
@MainActor enum Pictures {
    struct Choice {
        let name: String
        let label: String
        let file: NotesPicture

        /// The bytes of the file.
        var bytes: [UInt8] { Array(UnsafeBufferPointer(start: file.start, count: file.count)) }
    }

    /// The pictures for a picture password.
    static var choices: [Choice] {
        [
            Choice(name: "coast", label: Words.shared.coast, file: notes_picture_coast()),
            Choice(name: "harbour", label: Words.shared.harbour, file: notes_picture_harbour()),
            Choice(name: "lake", label: Words.shared.lake, file: notes_picture_lake()),
        ]
    }

    /// Returns the picture of a name; `nil` if there is none.
    static func picture(_ name: String?) -> PasswordPicture? {
        choices.first { $0.name == name }.flatMap { PasswordPicture(file: $0.bytes, label: $0.label) }
    }

    /// The app's icon, as large as the lock shows it.
    static let icon: OpaquePointer? = texture(notes_picture_mark(), side: 144)

    /// Returns a drawing with a square area as a texture.
    private static func texture(_ file: NotesPicture, side: Int32) -> OpaquePointer? {
        let bytes = g_bytes_new_static(file.start, gsize(file.count))
        defer { g_bytes_unref(bytes) }
        let stream = g_memory_input_stream_new_from_bytes(bytes)
        defer { g_object_unref(stream) }
        guard let pixels = gdk_pixbuf_new_from_stream_at_scale(stream, side, side, 1, nil, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
        return gdk_texture_new_for_pixbuf(pixels)
    }
}
