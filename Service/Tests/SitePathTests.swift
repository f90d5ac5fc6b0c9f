// SPDX-License-Identifier: MIT
import Testing

@testable import InkLockService

@Suite struct SitePathTests {
    @Test(
        "Valid paths are split into components",
        arguments: [
            ("/", [], true), ("/a", ["a"], false), ("/a/b.js", ["a", "b.js"], false), ("/a/", ["a"], true),
            ("/%61%20b", ["a b"], false), ("/%C3%A4", ["ä"], false), ("/a..b", ["a..b"], false),
        ])
    func honestPathIsTakenApart(path: String, components: [String], namesFolder: Bool) {
        #expect(SitePath(percentEncoded: path)?.components == components)
        #expect(SitePath(percentEncoded: path)?.namesFolder == namesFolder)
    }

    @Test(
        "Unsafe paths are refused",
        arguments: [
            "", "a", "//", "//a", "/a//b", "/..", "/../a", "/a/../b", "/%2e%2e/a", "/%2E./a", "/.%2e/a", "/./a",
            "/.git/config",
            "/a/.env", "/%2egit", "/a%2fb", "/a%2Fb", "/..%2f..%2fa", "/a\\b", "/a%5cb", "/..%5c..%5ca", "/a%00",
            "/%00",
            "/a%0d%0aSet-Cookie:x", "/a%7f", "/a%", "/a%2", "/a%zz", "/%ff%fe", "/%c0%ae%c0%ae/a", "/%e0%80%ae",
        ])
    func pathThatCouldTrickIsRefused(path: String) {
        #expect(SitePath(percentEncoded: path) == nil)
    }
}
