// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import InkTestSupport
import Testing

@testable import InkLockService

/// Tests the costs and effects of files of unknown origin, and of names of all kinds.
@Suite(.blocking) struct HostileInputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// 400 kB that take minutes to compare as Swift compares strings.
    private static let marks =
        "a" + String(repeating: "\u{301}", count: 100_000) + String(repeating: "\u{323}", count: 100_000)

    private static let drawing =
        "{\"format\":\"inklock-drawing\",\"version\":1,\"size\":{\"width\":9,\"height\":9},\"strokes\":[{§"
        + "\"channels\":[\"x\",\"y\",\"time\"],\"points\":[[1,2,0],[3,4,1]]}]}"

    @Test(
        "Many combining marks in a file do not slow the commands down",
        arguments: [
            ("ink.json", drawing.replacing("§", with: "\"model\":\"MARKS\","), Int32(65)),
            ("ink.json", drawing.replacing("§", with: "\"MARKS\":0,"), 0),
            ("ink.json", "{\"MARKS\":[[[1,2,3]]]}", 65), ("ink.json", "{\"MARKS\":1,\"strokes\":[[[1,2,3]]]}", 0),
            ("pad.json", "[{\"penColor\":\"MARKS\",\"points\":[{\"x\":1,\"y\":2,\"time\":3}]}]", 0),
            ("ink.inkml", "<ink><trace xml:id='MARKS'>1 2</trace></ink>", 0),
            ("ink.inkml", "<ink><trace contextRef='#MARKS'>1 2</trace></ink>", 65),
        ])
    func combiningMarksCostNoTime(name: String, text: String, status: Int32) throws {
        try folder.write(name, text.replacing("MARKS", with: Self.marks).utf8)
        for arguments in [["info", name], ["convert", name, "out.ink"], ["render", name, "-o", "out.svg"]] {
            let outcome = try InkLockProcess(arguments, limitedToSeconds: 20, in: folder)
            #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.utf8.count < 1_000)
        }
    }

    @Test(
        "Many combining marks in a recording do not slow evaluation down", arguments: ["path", "label", "user", "more"])
    func combiningMarksInRecordingsCostNoTime(member: String) throws {
        let line = "{\"path\":\"p\",\"label\":\"l\",\"user\":\"u\",\"more\":\"m\",\"strokes\":[]}"
            .replacing("\"\(member)\":\"", with: "\"\(member)\":\"\(Self.marks)")
        let outcome = try InkLockProcess(["evaluate", "-"], limitedToSeconds: 20, input: line.utf8, in: folder)
        #expect(outcome.status == 65 && outcome.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test("Names printed on a terminal are escaped and shortened") func namesOnTheTerminalAreEscapedAndCut() throws {
        let names = [
            "\u{202E}gnp.exe\u{2066}\u{200B}", "\u{1B}]0;title\u{7}", "a\u{85}b\u{2028}c",
            String(repeating: "n", count: 1_000),
        ]
        let members = names.map { name in
            let escaped = name.unicodeScalars.map {
                $0.value < 0x20 ? "\\u00" + ($0.value < 16 ? "0" : "") + String($0.value, radix: 16) : String($0)
            }
            return "\"\(escaped.joined())\":[[[1,1,0]]]"
        }
        try folder.write("evil.json", "{\(members.joined(separator: ","))}".utf8)
        let list = try InkLockProcess(["render", "evil.json", "-o", "a.svg"], in: folder)
        #expect(list.status == 0 && list.errors.utf8.count < 600)
        for (name, shown) in zip(
            names, ["\\u{202e}gnp.exe\\u{2066}\\u{200b}", "\\u{1b}]0;title\\u{7}", "a\\u{85}b\\u{2028}c"])
        {
            #expect(list.errors.contains(shown))
            let info = try InkLockProcess(["info", "evil.json", "--drawing", name], in: folder)
            let text = String(decoding: info.output, as: UTF8.self)
            #expect(info.status == 0 && text.contains(shown))
            let json = try InkLockProcess(["info", "evil.json", "--json", "--drawing", name], in: folder)
            let object = try #require(JSONSerialization.jsonObject(with: json.output) as? [String: Any])
            #expect((object["name"] as? String)?.utf8.elementsEqual(name.utf8) == true)
            for output in [list.errors, text, String(decoding: json.output, as: UTF8.self)] {
                #expect(
                    !output.unicodeScalars.contains { scalar in
                        scalar != "\n"
                            && [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
                    })
            }
        }
        let long = try InkLockProcess(["info", "evil.json", "--drawing", names[3]], in: folder)
        #expect(
            String(decoding: long.output, as: UTF8.self).hasPrefix(
                "name      " + String(repeating: "n", count: 80) + "…\n"))
    }

    @Test("Names longer than 1,024 bytes are refused") func namesOfMoreThanAKilobyteAreRefused() throws {
        try folder.write("long.json", "{\"\(String(repeating: "n", count: 5_000_000))\":[[[1,1,0]]]}".utf8)
        let outcome = try InkLockProcess(["info", "long.json"], in: folder)
        #expect(
            outcome.status == 65 && outcome.errors.contains("more than 1024 bytes") && outcome.errors.utf8.count < 200)
    }

    @Test("Of several members with one name the last is used") func ofSeveralMembersOfOneNameTheLastCounts() throws {
        try folder.write("two.json", "{\"k\":[[[1,1,0]]],\"k\":[[[1,1,0],[2,2,1]]]}".utf8)
        for arguments in [["info", "two.json"], ["info", "two.json", "--drawing", "k"]] {
            let outcome = try InkLockProcess(arguments, in: folder)
            #expect(outcome.status == 0 && outcome.errors.isEmpty)
            #expect(String(decoding: outcome.output, as: UTF8.self).contains("points    2\n"))
        }
    }

    /// A shell gives the command what no Swift string can hold.
    private func shell(_ line: String) throws -> InkLockProcess {
        try InkLockProcess(shell: line, in: folder)
    }

    @Test("File names that are not UTF-8 are refused and never altered")
    func namesThatAreNotUTF8AreRefusedAndNeverReplaced() throws {
        try folder.write("ink.json", SampleFiles.rows.utf8)
        #expect(try shell("cp ink.json \"$(printf 'bad\\377.json')\"").status == 0)
        let before = try shell("ls -b").output
        for line in [
            "info \"$(printf 'bad\\377.json')\"", "render ink.json -o \"$(printf 'out\\377.png')\"",
            "convert ink.json \"$(printf 'out\\377.ink')\"", "evaluate \"$(printf 'bad\\377.json')\"",
        ] {
            let outcome = try shell("\"$INKLOCK\" \(line)")
            #expect(outcome.status == 64 && outcome.errors.contains("is not UTF-8"), "\(line): \(outcome.errors)")
        }
        #expect(try shell("ls -b").output == before)
        // A link whose target is not UTF-8 is followed to just that target.
        let linked = try shell("ln -s \"$(printf 'x\\377.svg')\" link.svg && \"$INKLOCK\" render ink.json -o link.svg")
        #expect(linked.status == 0)
        #expect(try shell("test -L link.svg && test -f \"$(printf 'x\\377.svg')\"").status == 0)
        #expect(try shell("\"$INKLOCK\" render ink.json -o link.svg && ls | wc -l").output == Data("4\n".utf8))
    }

    @Test(
        "Standard output that cannot be written is an error",
        arguments: ["--help", "--version", "info ink.json", "convert ink.json - --to json", "guess --limits"])
    func whatCannotBeWrittenIsAnError(line: String) throws {
        try folder.write("ink.json", SampleFiles.rows.utf8)
        let full = try shell("\"$INKLOCK\" \(line) > /dev/full")
        #expect(full.status == 73 && full.errors == "inklock: standard output: No space left on device\n")
        let closed = try shell("\"$INKLOCK\" \(line) >&-")
        #expect(closed.status == 73 && closed.errors == "inklock: standard output: it is closed\n")
    }

    @Test("Closed standard input is an error") func closedInputIsAnError() throws {
        let outcome = try shell("\"$INKLOCK\" info - <&-")
        #expect(outcome.status == 66 && outcome.errors == "inklock: standard input: it is closed\n")
    }

    @Test("Recordings beyond the limits are refused") func recordingsBeyondTheLimitsAreRefused() throws {
        func line(_ strokes: String) -> String {
            "{\"path\":\"p\",\"label\":\"l\",\"user\":\"u\",\"strokes\":[\(strokes)]}\n"
        }
        let long = line("[" + [String](repeating: "[0,0,0]", count: 700_000).joined(separator: ",") + "]")
        let far = line("[[0,0,0],[1e12,0,1]]")
        for (text, word) in [(long, "4 MiB"), (far, "50000 picture units")] {
            let outcome = try InkLockProcess(["evaluate", "-"], limitedToSeconds: 60, input: text.utf8, in: folder)
            #expect(outcome.status == 65 && outcome.errors.contains(word), "\(outcome.errors)")
        }
        let small = try InkLockProcess(
            ["evaluate", "-", "--scale", "1e6"], limitedToSeconds: 20, input: line("[[0,0,0],[9,9,9]]").utf8, in: folder
        )
        #expect(small.status == 65 && small.errors.contains("smaller --scale"))
        // So many people that every one would have to be compared with every other.
        let crowd = (0..<2_100).flatMap { person in
            (0..<4).map {
                "{\"path\":\"\(person)/\($0)\",\"label\":\"l\",\"user\":\"\(person)\",\"strokes\":[[[0,0,0],[99,0,9]]]}\n"
            }
        }
        let many = try InkLockProcess(
            ["evaluate", "-"], limitedToSeconds: 60, input: crowd.joined().utf8, in: folder)
        #expect(many.status == 65 && many.errors.contains("4000000 comparisons"))
    }

    /// 256 MiB and more come out of a few hundred kilobytes.
    @Test("Gzip data that expands too far is refused") func gzipThatGrowsIsRefused() throws {
        let outcome = try shell(
            "{ head -c 300000000 /dev/zero | tr '\\0' ' ' | gzip -1; } 2>/dev/null | \"$INKLOCK\" evaluate -")
        #expect(outcome.status == 65 && outcome.errors.filter { $0 == "\n" }.count == 1)
    }
}
