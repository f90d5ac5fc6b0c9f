// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import InkTestSupport
import Testing

@testable import InkLockService

/// Tests the folders in which `inklock serve` keeps accounts, and those that it refuses.
@Suite(.blocking) struct ServeFolderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("site/index.html", "<p>front".utf8)
        try folder.write("site/sub/index.html", "<p>sub".utf8)
        try folder.link("alias", to: "site")
        try folder.link("into", to: "site/sub")
    }

    private func serve(_ site: String, _ data: String, _ options: String...) throws -> InkLockProcess {
        try InkLockProcess(["serve", "--port", "0", "--site", site, "--data", data] + options, in: folder)
    }

    @Test(
        "A data folder inside or around the site is refused",
        arguments: [
            ("site", "site/data"), ("site", "site"), ("site", "./site/sub/../data"), ("site", "alias/data"),
            ("alias", "site/data"),
            ("site", "into/data"), ("site", "into"), (".", "data"), (".", "./new/data"), ("site/sub", "site"),
            ("site/sub", "."),
            ("site", "/"), ("into", "site"), ("site", "site/new/deep/data"), ("site", "missing/../site/data"),
        ])
    func accountsAreNeverInTheSite(site: String, data: String) throws {
        // A missing folder before `..` exists once a server has started.
        for outcome in [try serve(site, data), try serve(site, data, "--check")] {
            #expect(outcome.status == 78)
            #expect(outcome.errors.contains("files of a site are public"), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("site/data")))
    }

    @Test("Folders next to each other do not overlap") func foldersBesideOneAnotherAreTaken() {
        for (a, b) in [("site", "site2"), ("site", "data"), ("site/sub", "site/data"), ("site", "sit")] {
            #expect(!FolderIdentity(folder.path(a)).overlaps(FolderIdentity(folder.path(b))), "\(a) \(b)")
        }
    }

    /// Visitors may not read a file that other users may not read, wherever it lies.
    @Test("Files that other users cannot read are not served") func filesThatOthersMayNotReadAreNotServed() throws {
        try folder.write("site/key", "secret".utf8)
        try folder.write("site/open", "open".utf8)
        for (mode, isServed) in [(0o600, false), (0o640, false), (0o660, false), (0o604, true), (0o644, true)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path("site/key"))
            #expect((SiteFile(atRealPath: folder.path("site/key")) != nil) == isServed, "\(String(mode, radix: 8))")
        }
    }

    /// Visitors may not read a file in a folder that other users may not enter.
    @Test("Folders that other users cannot enter are not served")
    func foldersThatOthersMayNotEnterAreNotServed() throws {
        try folder.write("site/private/deep/page.html", "secret".utf8)
        try folder.write("site/private/index.html", "secret".utf8)
        let site = try #require(Site(folder: folder.path("site")))
        func isFound(_ path: String) throws -> Bool {
            if case .missing = site.entry(at: try #require(SitePath(percentEncoded: path))) { false } else { true }
        }
        let inner = folder.path("site/private")
        for (mode, isServed) in [(0o700, false), (0o750, false), (0o754, false), (0o701, true), (0o755, true)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: inner)
            for path in ["/private/deep/page.html", "/private/", "/private"] {
                #expect(try isFound(path) == isServed, "\(path) \(String(mode, radix: 8))")
            }
        }
        // For a symbolic link, the permissions of the target's folders count.
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: inner)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("site/link.html"), withDestinationPath: "private/deep/page.html")
        #expect(try !isFound("/link.html"))
        // The site's own folder may be its owner's alone.
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("site"))
        try folder.write("site/front.html", "front".utf8)
        #expect(try isFound("/front.html"))
    }

    @Test("Only one server at a time can use a data folder") func oneServerAtATimeHasTheFolder() throws {
        let first = try RunningServer(["--site", "site", "--data", "data"], in: folder)
        let second = try serve("site", "data")
        #expect(second.status == 69 && second.errors.contains("another server"), "\(second.errors)")
        kill(first.process.processIdentifier, SIGKILL)
        first.process.waitForExit()
        let third = try RunningServer(["--site", "site", "--data", "data"], in: folder)
        #expect(third.isReady())
    }

    /// A disk that is not mounted looks like a new service.
    @Test("A start in a new folder is logged, and no other") func newFoldersAreLogged() throws {
        for isNew in [true, false] {
            let server = try RunningServer(["--site", "site", "--data", "data"], in: folder)
            kill(server.process.processIdentifier, SIGTERM)
            #expect(server.ends(within: 30))
            let lines = server.errors.split(separator: "\n")
            let count = lines.count { $0.contains(" warning inklock.accounts: folder outcome=new ") }
            #expect(count == (isNew ? 1 : 0), "\(server.errors)")
        }
    }

    /// Starts and ends a server, so that there is a folder with accounts.
    private func makeData() throws {
        let server = try RunningServer(["--site", "site", "--data", "data"], in: folder)
        kill(server.process.processIdentifier, SIGTERM)
        server.process.waitForExit()
    }

    @Test("A passphrase is not read from a terminal, which would show it") func passphraseAtATerminal() throws {
        try makeData()
        // Swift's Glibc does not declare posix_openpt, unlockpt and ptsname. These calls do the same.
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(terminal >= 0)
        defer { close(terminal) }
        var (lock, number) = (Int32(0), Int32(0))
        try #require(ioctl(terminal, 0x4004_5431, &lock) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
        let path = "/dev/pts/\(number)"
        for (file, name) in [("-", "standard input"), (path, path)] {
            for command in ["backup --data data", "restore --data new"] {
                // A command that reads it would find a passphrase and the end of the input.
                let typed = Array("graue huegel 3 laternen\n\u{4}".utf8)
                _ = typed.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
                let outcome = try InkLockProcess(
                    shell: "exec $INKLOCK \(command) --passphrase-file \(file) b.age < \(path)", in: folder)
                #expect(outcome.status == 64)
                #expect(outcome.errors == "inklock: \(name) is a terminal: name a file, or pipe the passphrase\n")
                #expect(try !folder.names().contains { ["b.age", "new"].contains($0) })
            }
        }
    }

    /// Foundation's own way to a path's folder ends the process for a name of one character.
    @Test("Paths of one character name folders and files") func pathsOfOneCharacterAreTaken() throws {
        try makeData()
        try folder.write("words", "graue huegel 3 laternen\n".utf8)
        chmod(folder.path("words"), 0o600)
        try folder.write("s.toml", "site = \"site\"\ndata = \"e\"\n".utf8)
        let arguments = "--passphrase-file words"
        for line in [
            "cp -a data d && $INKLOCK check --data d", "cp -a data é && $INKLOCK check --data é",
            "cd data && $INKLOCK check --data .", "cd data && $INKLOCK check --data ./",
            "$INKLOCK serve --check --site site --data d", "$INKLOCK serve --check --site site --data n",
            "$INKLOCK serve --check --config s.toml", "$INKLOCK accounts list --data d",
            "$INKLOCK rotate-key --status --data d", "$INKLOCK backup --data d \(arguments) o",
            "cd data && $INKLOCK backup --data . --passphrase-file ../words ../p",
            "$INKLOCK restore --data r \(arguments) o", "$INKLOCK check --data r",
            "mkdir -m 700 f && mv d/device.key f/k && cd f && $INKLOCK check --data ../d --device-key k",
        ] {
            let outcome = try InkLockProcess(shell: line, in: folder)
            #expect(outcome.status == 0, "\(line): \(outcome.status) \(outcome.errors)")
        }
    }

    @Test("A new file system's folder is no obstacle to a restore") func restoreBesideLostAndFound() throws {
        try makeData()
        try folder.write("words", "graue huegel 3 laternen\n".utf8)
        chmod(folder.path("words"), 0o600)
        for line in [
            "$INKLOCK backup --data data --passphrase-file words b.age",
            "mkdir -p new/lost+found && chmod 700 new",
            "$INKLOCK restore --data new --passphrase-file words b.age", "$INKLOCK check --data new",
        ] {
            let outcome = try InkLockProcess(shell: line, in: folder)
            #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        }
    }

    @Test("A restore that is refused renames nothing") func refusedRestoresRenameNothing() throws {
        try makeData()
        try folder.write("words", "graue huegel 3 laternen\n".utf8)
        chmod(folder.path("words"), 0o600)
        let backup = try InkLockProcess(shell: "$INKLOCK backup --data data --passphrase-file words b.age", in: folder)
        try #require(backup.status == 0, "\(backup.errors)")
        // The key lies elsewhere, and an earlier restore left its part.
        try FileManager.default.moveItem(atPath: folder.path("data/device.key"), toPath: folder.path("key"))
        try folder.write("data/device.key.part", [1])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("data")).sorted()
        #expect(names.contains("accounts.sqlite") && names.contains("reserve"))
        let outcome = try InkLockProcess(
            shell: "$INKLOCK restore --data data --passphrase-file words b.age", in: folder)
        #expect(outcome.status == 73 && outcome.errors.contains("this folder is not empty"), "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("data")).sorted() == names)
        // Restoring again completes an interrupted restore.
        for name in names where !["accounts.sqlite", "device.key.part", "serve.lock"].contains(name) {
            try FileManager.default.removeItem(atPath: folder.path("data/\(name)"))
        }
        let again = try InkLockProcess(shell: "$INKLOCK restore --data data --passphrase-file words b.age", in: folder)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try InkLockProcess(shell: "$INKLOCK check --data data", in: folder).status == 0)
    }

    private func refusal() throws -> String {
        let outcome = try serve("site", "data")
        #expect(outcome.status == 78)
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        return outcome.errors
    }

    @Test("A missing or empty database next to its key is reported")
    func missingOrEmptyDatabaseBesideItsKeyIsSaid() throws {
        try makeData()
        let database = folder.path("data/accounts.sqlite")
        try FileManager.default.removeItem(atPath: database)
        #expect(try refusal().contains("is missing or empty"))
        #expect(!FileManager.default.fileExists(atPath: database))
        try folder.write("data/accounts.sqlite", [])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: database)
        #expect(try refusal().contains("is missing or empty"))
    }

    @Test("An interrupted first start can be repeated") func interruptedFirstStartBeginsAgain() throws {
        try makeData()
        for name in ["accounts.sqlite", "accounts.sqlite-wal", "accounts.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: folder.path("data/\(name)"))
        }
        try folder.write("data/unfinished", [])
        try makeData()
        #expect(!FileManager.default.fileExists(atPath: folder.path("data/unfinished")))
    }

    @Test("A damaged database is reported") func damagedDatabaseIsSaid() throws {
        try makeData()
        let path = folder.path("data/accounts.sqlite")
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for bytes in [
            Data(repeating: 0x41, count: 10_000), whole.prefix(5000), whole.prefix(100) + Data(count: whole.count),
        ] {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: bytes)
            try file.close()
            // The write-ahead log would repair the database.
            for name in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
            let said = try refusal()
            #expect(said.contains("is damaged") || said.contains("missing or empty"), "\(said)")
            #expect(said.contains("backup"))
        }
    }

    @Test("Databases of other versions or programs are reported")
    func otherVersionsAndOtherProgramsDatabasesAreSaid() throws {
        try makeData()
        let queue = try DatabaseQueue(path: folder.path("data/accounts.sqlite"))
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 future')") }
        try queue.close()
        #expect(try refusal().contains("later version"))
        try FileManager.default.removeItem(atPath: folder.path("data/accounts.sqlite"))
        let other = try DatabaseQueue(path: folder.path("data/accounts.sqlite"))
        try other.write { try $0.execute(sql: "CREATE TABLE recipe (id)") }
        try other.close()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: folder.path("data/accounts.sqlite"))
        #expect(try refusal().contains("another program"))
    }

    @Test("A database that other users can read is refused") func filesThatOthersReachAreSaid() throws {
        try makeData()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: folder.path("data/accounts.sqlite"))
        #expect(try refusal().contains("is accessible to other users"))
    }

    #if os(Linux)
        /// Only root can give a folder away.
        @Test("Data that another user owns is refused", .enabled(if: geteuid() == 0))
        func foldersOfOtherUsersAreSaid() throws {
            try makeData()
            chown(folder.path("data"), 65_534, 65_534)
            #expect(try refusal().contains("start as that user"))
            chown(folder.path("data"), 0, 0)
            chown(folder.path("data/accounts.sqlite"), 65_534, 65_534)
            #expect(try refusal().contains("start as that user"))
        }
    #endif
}
