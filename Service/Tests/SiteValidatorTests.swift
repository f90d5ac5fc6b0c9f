// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import Testing

@testable import InkLockService

@Suite struct SiteValidatorTests {
    private let folder: TemporaryFolder

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

    @Test("A malformed list of entity tags matches nothing", arguments: ["", ",", " , ", "\"", "W/", "\t"])
    func malformedTagListMatchesNothing(field: String) {
        #expect(!EntityTagList([field]).matches("\"a\""))
    }
}
