// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import Testing

@testable import InkLockService

@Suite struct SiteValidatorTests {
    private let folder: TemporaryFolder
    /// A time for entries that must not expire while a test runs, however busy the machine is.
    private let later = ContinuousClock.now + .seconds(3600)

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("a.txt", "text".utf8)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 784_111_777)], ofItemAtPath: folder.path("a.txt"))
    }

    private func get(_ headers: HTTPFields = [:]) async throws -> TestResponse {
        let site = try #require(Site(folder: folder.path))
        return try await SiteServer(site: site, host: "localhost", port: 0).application().test(.router) { client in
            try await client.execute(uri: "/a.txt", method: .get, headers: headers)
        }
    }

    @Test("Files have validators and may be cached") func fileHasValidatorsAndMayBeKept() async throws {
        let headers = try await get().headers
        #expect(headers[.lastModified] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(headers[.cacheControl] == "no-cache")
        #expect(try #require(headers[.eTag]).hasPrefix("\""))
    }

    @Test(
        "A matching entity tag gets status 304",
        arguments: ["TAG", "W/TAG", "\"other\", TAG", "\"other\" ,\tW/TAG ,\"more\"", "*"])
    func knownTagIsNotSentAgain(pattern: String) async throws {
        let tag = try #require(try await get().headers[.eTag])
        let response = try await get([.ifNoneMatch: pattern.replacingOccurrences(of: "TAG", with: tag)])
        #expect(response.status == .notModified)
        #expect(response.headers[.eTag] == tag)
        #expect(response.headers[.contentSecurityPolicy] != nil)
        #expect(response.body.readableBytes == 0)
    }

    @Test("Entity tags take precedence over dates") func otherTagCountsMoreThanTheDate() async throws {
        let response = try await get([
            .ifNoneMatch: "\"other\"", .ifModifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT",
        ])
        #expect(response.status == .ok)
        #expect(String(buffer: response.body) == "text")
    }

    @Test(
        "The If-Modified-Since condition is respected",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", HTTPResponse.Status.notModified),
            ("Sun, 06 Nov 1994 08:49:38 GMT", .notModified), ("Sun, 06 Nov 1994 08:49:36 GMT", .ok),
            ("yesterday", .ok), ("", .ok),
        ])
    func dateTellsWhetherTheFileChanged(date: String, status: HTTPResponse.Status) async throws {
        #expect(try await get([.ifModifiedSince: date]).status == status)
    }

    @Test("A changed file has a new entity tag") func changedFileHasANewTag() async throws {
        let before = try await get().headers[.eTag]
        try folder.write("a.txt", "next".utf8)
        #expect(try await get().headers[.eTag] != before)
    }

    @Test("A busy site serves the changes of its folder a second later") func changesAreNoticed() async throws {
        let site = try #require(Site(folder: folder.path))
        try await SiteServer(site: site, host: "localhost", port: 0).application().test(.router) { client in
            func body() async throws -> String? {
                let response = try await client.execute(uri: "/a.txt", method: .get)
                return response.status == .ok ? String(buffer: response.body) : nil
            }
            for _ in 0..<3 { #expect(try await body() == "text") }
            try folder.write("a.txt", "next".utf8)
            try await Task.sleep(for: RecentFiles.age)
            for _ in 0..<3 { #expect(try await body() == "next") }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("a.txt"))
            try await Task.sleep(for: RecentFiles.age)
            #expect(try await body() == nil)
        }
    }

    @Test("The memory of recent paths is bounded") func recentPathsAreBounded() throws {
        let recent = RecentFiles()
        let file = try #require(SiteFile(atRealPath: folder.path("a.txt")))
        let paths = try (0...RecentFiles.limit).map { try #require(SitePath(percentEncoded: "/\($0)")) }
        for path in paths { recent.remember(file, at: path, since: later) }
        #expect(recent[paths[0]] == nil)
        recent.remember(file, at: paths[1], since: later)
        recent.remember(file, at: paths[1], since: .now - RecentFiles.age)
        #expect(recent[paths[1]] != nil, "an earlier look replaces a later one")
        #expect(recent[try #require(paths.last)] != nil)
    }

    @Test("Two spellings of one text are two paths") func spellingsAreDifferentPaths() throws {
        let recent = RecentFiles()
        let file = try #require(SiteFile(atRealPath: folder.path("a.txt")))
        recent.remember(file, at: try #require(SitePath(percentEncoded: "/%C3%A9")), since: later)
        #expect(recent[try #require(SitePath(percentEncoded: "/%C3%A9"))] != nil)
        #expect(recent[try #require(SitePath(percentEncoded: "/e%CC%81"))] == nil)
        #expect(recent[try #require(SitePath(percentEncoded: "/%C3%A9/"))] == nil)
    }

    @Test("A malformed list of entity tags matches nothing", arguments: ["", ",", " , ", "\"", "W/", "\t"])
    func malformedTagListMatchesNothing(field: String) {
        #expect(!EntityTagList([field]).matches("\"a\""))
    }
}
