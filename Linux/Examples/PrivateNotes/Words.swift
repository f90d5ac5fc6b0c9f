// SPDX-License-Identifier: MIT
import Foundation
import InkLockGTK

/// The texts of the app in the user's language.
struct Words: Sendable {
    var code: String
    var untitled, prompt, enterPasscode, folderRefusedTitle, folderRefused, folderFailed, close: String
    var welcomeTitle, welcomeText, begin: String
    var codeTitle, codeText, copy, copied, kept, next: String
    var pictureTitle, pictureText, pictureExample, skip: String
    var coast, harbour, lake: String
    var notesLabel, newNote, search, settings, lockNow, emptyTitle, emptyText, nothingFound: String
    var titleLabel, textLabel, textPlaceholder, back: String
    var saved, saving, unreadable, unwritable, tooLarge, replaced: String
    var closeUnsaved: String
    var startOver, startOverText, deleteAllNotes, keepNotes, startOverFailed: String
    var sign, signTitle, signText, signAction, cancel, signAgain, removeSignature, signedOlder: String
    var savePDF, pdfFailed, delete, deleted, undo: String
    var unlockMethodsTitle, changePasscode, drawPicture, removePicture, withDevice, withDeviceText, withFinger,
        withFingerText, newCode, failed: String
    var createCode, codeUnsaved, setPasscode: String
    var grace, graceText, immediately, coverOnBlur: String
    var minutes: @Sendable (Int) -> String
    var signedOn: @Sendable (String) -> String
    var noteCount: @Sendable (Int) -> String
    var pdfSaved: @Sendable (String) -> String
    var failures: @Sendable (Int) -> String
    var lastAttempt: @Sendable (String) -> String

    /// The texts by language.
    static let all = [
        "en": english, "de": german, "ar": arabic, "es": spanish, "fr": french, "it": italian, "ja": japanese,
    ]
    static let shared = all[LocalizedText.language] ?? english

    func unwritten(_ problem: NotesFile.Problem) -> String {
        switch problem {
        case .noSpace: unwritable
        case .tooLarge: tooLarge
        case .replaced: replaced
        }
    }

    func date(_ date: Date) -> String { formatted(date) { $0.dateStyle = .long } }

    /// The day and the time of day.
    func time(_ date: Date) -> String { formatted(date) { ($0.dateStyle, $0.timeStyle) = (.medium, .short) } }

    /// The time of today, otherwise the day.
    func moment(_ date: Date) -> String {
        formatted(date) {
            if Calendar.current.isDateInToday(date) { $0.timeStyle = .short } else { $0.dateStyle = .short }
        }
    }

    private func formatted(_ date: Date, _ configure: (DateFormatter) -> Void) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: code)
        configure(format)
        return format.string(from: date)
    }
}
