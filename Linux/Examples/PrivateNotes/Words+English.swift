// SPDX-License-Identifier: MIT

extension Words {
    static let english = Words(
        code: "en_GB", untitled: "New note", prompt: "Unlock Private Notes",
        enterPasscode: "Enter passcode", folderRefusedTitle: "Your notes can’t be opened",
        folderRefused:
            "Other people who use this computer can reach the folder with your notes. Allow only yourself to open it, then start Private Notes again.",
        close: "Close",
        welcomeTitle: "Notes that only you can read.",
        welcomeText: "Write in peace. Your notes are encrypted on this computer, and only you can open them.",
        begin: "Start writing", codeTitle: "Save your recovery code",
        codeText: "This code opens your notes whenever you forget your passcode. We can’t show it again.",
        copy: "Copy", copied: "Copied for one minute", kept: "I’ve saved it", next: "Continue",
        pictureTitle: "Unlock by drawing?",
        pictureText: "Pick a picture and draw on it: taps, lines, shapes. You can then also unlock with your drawing.",
        pictureExample: "For example: circle the moon, tap a window, then draw a wave.", skip: "Not now",
        coast: "The coast", harbour: "The harbour", lake: "The lake", notesLabel: "Your notes", newNote: "New note",
        search: "Search your notes", settings: "Settings", lockNow: "Lock now", emptyTitle: "No notes yet",
        emptyText: "Notes save automatically, and only you can read them.", nothingFound: "Nothing found",
        titleLabel: "Title", textLabel: "Note", textPlaceholder: "Write …", back: "All notes", saved: "Saved",
        saving: "Saving …",
        unreadable: "Your notes can’t be read, so nothing is saved. The file has not changed.",
        unwritable: "Not saved yet. Please free up some space on this computer.",
        closeUnsaved: "Close without saving",
        sign: "Sign",
        signTitle: "Sign this note", signText: "You’re signing the text as it is now.", signAction: "Sign the note",
        cancel: "Cancel", signAgain: "Sign again", removeSignature: "Remove signature",
        signedOlder: "The note was changed after it was signed.", savePDF: "Save as PDF",
        pdfFailed: "Creating the PDF failed. Please try again.", delete: "Delete", deleted: "Note deleted",
        undo: "Undo", waysTitle: "Unlock your notes", changePasscode: "Change passcode",
        drawPicture: "Draw a picture password", removePicture: "Remove the picture password",
        withDevice: "Unlock with this computer",
        withDeviceText: "With your password, or with what else opens this computer",
        withFinger: "Unlock with your finger",
        withFingerText: "Only with the fingers that this computer knows now", newCode: "New recovery code",
        failed: "That did not work. Nothing has changed.",
        signedOn: { "Signed on \($0)" }, noteCount: { $0 == 1 ? "1 note" : "\($0) notes" },
        pdfSaved: { "Saved as \($0)" },
        failures: {
            $0 == 1 ? "1 wrong attempt since you were last here" : "\($0) wrong attempts since you were last here"
        })
}
