// SPDX-License-Identifier: MIT

extension Words {
    static let german = Words(
        code: "de_DE", untitled: "Neue Notiz", prompt: "Private Notes entsperren",
        enterPasscode: "Code eingeben", folderRefusedTitle: "Ihre Notizen lassen sich nicht öffnen",
        folderRefused:
            "Andere, die diesen Computer benutzen, können auf den Ordner mit Ihren Notizen zugreifen. Erlauben Sie nur sich selbst den Zugriff, und starten Sie Private Notes neu.",
        folderFailed:
            "Private Notes kann den Ordner für Ihre Notizen nicht verwenden. Prüfen Sie, ob auf dem Laufwerk noch Platz ist und ob Sie Zugriff auf den Ordner haben, und starten Sie Private Notes dann neu.",
        close: "Schließen",
        welcomeTitle: "Notizen, die nur Sie lesen können.",
        welcomeText:
            "Schreiben Sie in Ruhe. Ihre Notizen sind auf diesem Computer verschlüsselt, und nur Sie können sie öffnen.",
        begin: "Loslegen", codeTitle: "Wiederherstellungscode sichern",
        codeText:
            "Er öffnet Ihre Notizen, wenn Sie Ihren Code vergessen haben. Wir können ihn nicht noch einmal zeigen.",
        copy: "Kopieren", copied: "Für eine Minute kopiert", kept: "Ich habe ihn gesichert", next: "Weiter",
        pictureTitle: "Mit einer Zeichnung entsperren?",
        pictureText:
            "Wählen Sie ein Bild, und zeichnen Sie darauf: Punkte, Linien, Formen. Damit können Sie dann auch entsperren.",
        pictureExample: "Zum Beispiel: den Mond umkreisen, ein Fenster antippen, dann eine Welle zeichnen.",
        skip: "Jetzt nicht", coast: "Die Küste", harbour: "Der Hafen", lake: "Der See", notesLabel: "Ihre Notizen",
        newNote: "Neue Notiz", search: "Notizen durchsuchen", settings: "Einstellungen", lockNow: "Jetzt sperren",
        emptyTitle: "Noch keine Notizen",
        emptyText: "Notizen werden automatisch gesichert, und nur Sie können sie lesen.",
        nothingFound: "Nichts gefunden", titleLabel: "Titel", textLabel: "Notiz", textPlaceholder: "Schreiben …",
        back: "Alle Notizen", saved: "Gesichert", saving: "Wird gesichert …",
        unreadable: "Ihre Notizen sind nicht lesbar. Es wird nichts gesichert, und die Datei bleibt, wie sie ist.",
        unwritable: "Noch nicht gesichert. Bitte schaffen Sie Platz auf diesem Computer.",
        tooLarge: "Nicht gesichert: Ihre Notizen sind zu groß. Bitte löschen Sie einige davon.",
        replaced:
            "Ein anderes Programm hat die Datei Ihrer Notizen ersetzt. Ihre Notizen liegen daneben in „notes.unsaved“.",
        closeUnsaved: "Schließen, ohne zu sichern",
        startOver: "Neu beginnen",
        startOverText: "Damit werden alle Ihre Notizen endgültig gelöscht. Danach wählen Sie einen neuen Code.",
        deleteAllNotes: "Alle Notizen löschen",
        keepNotes: "Notizen behalten",
        startOverFailed: "Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal.",
        sign: "Unterschreiben", signTitle: "Diese Notiz unterschreiben",
        signText: "Sie unterschreiben den Text, wie er jetzt ist.", signAction: "Notiz unterschreiben",
        cancel: "Abbrechen", signAgain: "Neu unterschreiben", removeSignature: "Unterschrift entfernen",
        signedOlder: "Die Notiz wurde nach dem Unterschreiben geändert.", savePDF: "Als PDF sichern",
        pdfFailed: "Die PDF-Datei konnte nicht erstellt werden. Bitte versuchen Sie es noch einmal.",
        delete: "Löschen", deleted: "Notiz gelöscht", undo: "Rückgängig", unlockMethodsTitle: "Notizen entsperren",
        changePasscode: "Code ändern", drawPicture: "Bildpasswort zeichnen",
        removePicture: "Bildpasswort entfernen", withDevice: "Mit diesem Computer entsperren",
        withDeviceText: "Mit Ihrem Kennwort oder so, wie Sie sich sonst an diesem Computer anmelden",
        withFinger: "Mit dem Finger entsperren",
        withFingerText: "Nur mit den Fingerabdrücken, die jetzt auf diesem Computer eingerichtet sind",
        newCode: "Neuer Wiederherstellungscode",
        failed: "Das hat nicht funktioniert. Es hat sich nichts geändert.",
        createCode: "Neuen Code erstellen",
        codeUnsaved: "Ihr aktueller Wiederherstellungscode ist noch nicht gesichert.",
        setPasscode: "Neuen Code festlegen",
        grace: "Automatisch sperren",
        graceText:
            "Wie lange Ihre Notizen offen bleiben, wenn sie nicht mehr zu sehen sind, etwa in einem minimierten Fenster.",
        immediately: "Sofort",
        coverOnBlur: "Notizen verbergen, während ich ein anderes Fenster benutze",
        minutes: { $0 == 1 ? "1 Minute" : "\($0) Minuten" },
        signedOn: { "Unterschrieben am \($0)" }, noteCount: { $0 == 1 ? "1 Notiz" : "\($0) Notizen" },
        pdfSaved: { "Gesichert als \($0)" },
        failures: {
            $0 == 1 ? "1 falscher Versuch seit dem letzten Öffnen" : "\($0) falsche Versuche seit dem letzten Öffnen"
        },
        lastAttempt: { "Der letzte: \($0)" })
}
