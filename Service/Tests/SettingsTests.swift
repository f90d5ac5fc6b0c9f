// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import InkGeometry
import InkTestSupport
import NIOCore
import Testing

@testable import InkLockService

/// The server's settings from options, the environment and a file.
struct SettingsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(
        file: String? = nil, _ environment: [String: String] = [:], _ arguments: [Setting: SettingValue] = [:]
    ) throws -> ServerSettings {
        let path = try file.map { try folder.write("inklock.toml", $0.utf8) }
        return try SettingSources(
            arguments: SettingLayer(arguments: arguments), environment: environment, file: path
        ).read()
    }

    @Test("Options are stronger than the environment, and the environment than the file")
    func strongerSourcesWin() throws {
        let file = "port = 1\nhost = \"::1\"\norigin = \"https://a.example\"\n"
        let settings = try read(
            file: file, ["INKLOCK_PORT": "2", "INKLOCK_HOST": "::2"], [.port: .number(3)])
        #expect(settings.port == 3 && settings.host == "::2" && settings.origin == "https://a.example")
        #expect(
            settings.description == """
                host = "::2"  # from the environment
                port = 3  # from the command line
                origin = "https://a.example"  # from \(folder.path("inklock.toml"))

                """)
        let defaults = try read()
        #expect(defaults.host == "127.0.0.1" && defaults.port == 8080 && defaults.description.isEmpty)
    }

    @Test("Every setting can be set in the file and in the environment, and is printed as the file has it")
    func everySettingHasThreeNames() throws {
        let values: [Setting: (toml: String, variable: String)] = [
            .host: ("\"::1\"", "::1"), .port: ("0", "0"), .socket: ("\"a\\\\b\\u0007\\\"\"", "a\\b\u{7}\""),
            .site: ("\"site\"", "site"), .data: ("\"data\"", "data"),
            .database: ("\"postgres://db/ink\"", "postgres://db/ink"), .deviceKey: ("\"key\"", "key"),
            .storageLimit: ("40", "40"),
            .origin: ("\"https://a.example\"", "https://a.example"), .behindProxy: ("true", "true"),
            .trustedProxy: ("[\"10.0.0.0/8\", \"::1\"]", "10.0.0.0/8, ::1"), .newAccounts: ("false", "false"),
            .securityContact: ("\"tel:1\"", "tel:1"), .metrics: ("\"[::1]:9464\"", "[::1]:9464"),
            .traceEndpoint: ("\"http://[::1]:4318/v1/traces\"", "http://[::1]:4318/v1/traces"),
            .logFormat: ("\"json\"", "json"), .logLevel: ("\"debug\"", "debug"), .accessLog: ("\"clients\"", "clients"),
        ]
        #expect(Set(values.keys) == Set(Setting.allCases))
        let needed: [Setting: [Setting]] = [
            .socket: [.origin], .deviceKey: [.data], .database: [.deviceKey], .storageLimit: [.data],
            .trustedProxy: [.behindProxy],
        ]
        for setting in Setting.allCases {
            let all = [setting] + needed[setting, default: []]
            let file = try all.map { "\($0.rawValue) = \(try #require(values[$0]).toml)\n" }.joined()
            let environment = try Dictionary(
                uniqueKeysWithValues: all.map { ($0.variable, try #require(values[$0]).variable) })
            let (fromFile, fromEnvironment) = (try read(file: file), try read(environment))
            func shown(_ settings: ServerSettings) -> [String] {
                settings.description.split(separator: "\n").map { String($0.prefix { $0 != "#" }) }
            }
            #expect(shown(fromFile) == shown(fromEnvironment), "\(setting)")
            // The printed text is a file of the same settings.
            #expect(shown(try read(file: fromFile.description)) == shown(fromFile), "\(setting)")
        }
    }

    @Test(
        "A wrong setting is named as its source names it",
        arguments: [
            ("port = 65536", "port must be between 0 and 65535"), ("port = \"1\"", "port must be a number"),
            ("port = 1.5", "line 1 is not a setting"), ("port = 080", "line 1 is not a setting"),
            ("host = 1", "host must be text in quotation marks"),
            ("host = \"\"", "host must not be empty"),
            ("database = \"ink\"", "database must be a postgres:// URI, for example postgres://host/name"),
            ("database = \"postgres://u:geheim@h/d\"", "database must not have a password"),
            ("database = \"postgres://h/d\"", "database needs device-key"),
            ("data = \"a\"\ndatabase = \"postgres://h/d\"", "database takes the place of data"),
            ("data = \"a\"\nstorage-limit = 0", "storage-limit is a number of GiB, between 1 and 1048576"),
            ("data = \"a\"\nstorage-limit = 1048577", "storage-limit is a number of GiB"),
            ("storage-limit = 4", "storage-limit needs data or database"),
            ("new-accounts = \"no\"", "new-accounts must be true or false"),
            ("behind-proxy = true\ntrusted-proxy = [1]", "line 2 is not a setting"),
            ("behind-proxy = true\ntrusted-proxy = \"::1\"", "trusted-proxy must be a list of texts"),
            (
                "behind-proxy = true\ntrusted-proxy = [\"10.0.0.0/33\"]",
                "trusted-proxy is an IP address, or one with a slash and a number of bits"
            ),
            ("trusted-proxy = [\"10.0.0.1\"]", "trusted-proxy needs behind-proxy"),
            ("socket = \"a\"", "socket needs origin"),
            (
                "socket = \"a\"\nport = 1\norigin = \"https://a\"",
                "socket takes the place of host and port: give only one"
            ),
            ("device-key = \"a\"", "device-key needs data"),
            ("colour = \"red\"", "there is no setting 'colour': there are host, port, socket, "),
            ("\n[port]\nhost = 1", "line 2 is not a setting"),
            ("host = \"a\"\nhost = \"b\"", "line 2 is not a setting"),
            ("a", "line 1 is not a setting"), ("\u{0}", "line 1 is not a setting"),
            ("host = \"a\" port = 1", "line 1 is not a setting"), ("host = \"a\nb\"", "line 1 is not a setting"),
            ("host = \"\"\"a\"\"\"", "line 1 is not a setting"), ("host = \"\\x\"", "line 1 is not a setting"),
            ("host = \"\\uD800\"", "line 1 is not a setting"), ("host = 'a", "line 1 is not a setting"),
            ("host = \"a\"\r", "line 1 is not a setting"),
        ])
    func wrongSettingsInTheFileAreNamed(file: String, message: String) throws {
        let error = try #require(throws: CommandError.self) { try read(file: file) }
        #expect(error.status == .malformedInput)
        #expect(error.message.hasPrefix("\(folder.path("inklock.toml")): \(message)"), "\(error.message)")
    }

    @Test(
        "A wrong variable is named",
        arguments: [
            ("INKLOCK_PORT", "x", "must be a number"), ("INKLOCK_PORT", "-1", "must be between 0 and 65535"),
            ("INKLOCK_NEW_ACCOUNTS", "1", "must be true or false"),
            ("INKLOCK_TRUSTED_PROXY", "::1", "needs INKLOCK_BEHIND_PROXY"),
            ("INKLOCK_ORIGIN", "https://A", "must be https:// or http:// and a host in lower case"),
        ])
    func wrongVariablesAreNamed(name: String, value: String, message: String) throws {
        let error = try #require(throws: CommandError.self) { try read([name: value]) }
        #expect(error.status == .usage && error.message.hasPrefix("\(name) \(message)"), "\(error.message)")
        #expect(try read([name: ""]).description.isEmpty, "an empty variable is absent")
    }

    @Test("A file that is missing, too large or not text gives a one-line error") func unreadableFilesAreErrors() throws
    {
        for (name, bytes, status) in [
            ("missing", nil, .noInput),
            ("large", [UInt8](repeating: 0x0A, count: SettingLayer.fileLimit + 1), .malformedInput),
            ("bytes", [0xFF], .malformedInput),
        ] as [(String, [UInt8]?, CommandError.Status)] {
            if let bytes { try folder.write(name, bytes) }
            let error = try #require(throws: CommandError.self) { try SettingLayer(file: folder.path(name)) }
            #expect(error.status == status && error.message.hasPrefix("\(folder.path(name)): "))
            #expect(!error.message.contains("\n"))
        }
    }

    @Test("The file's text is read as TOML has it")
    func textsAreRead() throws {
        let text = """
            # A comment, with "quotes".

            a-1_B = "tab\\t \\u00E9 \\U0001F58B \\"\\\\ é" # and more
            b = 'C:\\new \"'\r
            c=-17
            d\t=\tfalse
            e = [ "x", # one
                'y',

            ]
            f = []
            g = ""
            """
        let found = try SettingsText.read(Array(text.utf8))
        #expect(found.map(\.key) == ["a-1_B", "b", "c", "d", "e", "f", "g"])
        #expect(
            found.map(\.value) == [
                .text("tab\t é 🖋 \"\\ é"), .text("C:\\new \""), .number(-17), .boolean(false), .texts(["x", "y"]),
                .texts([]), .text(""),
            ])
    }

    @Test("Damaged files of settings are errors, in linear time", arguments: [UInt64(1)])
    func damagedFilesAreErrors(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let valid = Array("port = 80\r\ntrusted-proxy = [\"a\\u00e9\", 'b'] # c\nx = true\ny = -1\n".utf8)
        var read = 0
        for _ in 0..<TestSize.count(full: 200_000, small: 5000) {
            var bytes = valid
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(bytes[Int.random(in: bytes.indices, using: &random)], at: index)
                }
            }
            do throws(SettingsTextError) {
                // Settings are printed as a file that reads back to the same settings.
                let found = try SettingsText.read(bytes)
                let printed = found.map { "\($0.key) = \($0.value)\n" }.joined()
                let again = try SettingsText.read(Array(printed.utf8))
                #expect(again.map(\.key) == found.map(\.key) && again.map(\.value) == found.map(\.value), "\(seed)")
                read += 1
            } catch {
                #expect((1...bytes.count).contains(error.line))
            }
        }
        #expect(read > 100, "enough of the damaged files are still files of settings")
        for part in ["[", "\n", "#", "a = [\"\",", "\""] {
            let large = String(repeating: part, count: SettingLayer.fileLimit / part.utf8.count)
            let seconds = RequestCostTests.seconds { _ = try? SettingsText.read(Array("a = \(large)".utf8)) }
            #expect(seconds < 5, "\(part)")
        }
    }

    @Test("Only settings that a running server cannot take need a restart") func restartsAreNamed() throws {
        let old = try read(file: "port = 1\n")
        let new = try read(
            file: "port = 2\nnew-accounts = false\ndata = \"d\"\nbehind-proxy = true\nsecurity-contact = \"tel:1\"\n")
        #expect(new.needingRestart(since: old) == [.port, .data])
        #expect(!new.reloadable.isOpenToNewAccounts && new.reloadable.securityContact == "tel:1")
    }

    @Test("A peer at a socket of the file system is a proxy, if there are proxies") func socketPeersAreProxies() throws
    {
        let socket = try SocketAddress(unixDomainSocketPath: "/run/x")
        let settings = try read([:], [.socket: .text("/run/x"), .origin: .text("https://a")])
        #expect(settings.isBehindProxy && settings.reloadable.proxies.trust(socket))
        #expect(!TrustedProxies.none.trust(socket))
        let named = TrustedProxies(ranges: [try #require(IPAddressRange("10.0.0.1"))])
        let other = try SocketAddress(ipAddress: "10.0.0.2", port: 1)
        #expect(named.trust(socket) && !named.trust(other))
        // An address in a field is not trusted merely because it is this machine's.
        let fields: HTTPFields = [HTTPField.Name("X-Forwarded-For")!: "203.0.113.9, 127.0.0.5"]
        #expect(settings.reloadable.proxies.client(fields, from: socket).network == "127.0.0.5")
    }
}
