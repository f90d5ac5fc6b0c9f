// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Testing

@testable import InkLockService

/// Every wrong use is one line on standard error and a status, and writes nothing.
@Suite(.blocking) struct WrongUseTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("ink.json", SampleFiles.rows.utf8)
        try folder.write("two.json", SampleFiles.two.utf8)
        try folder.write("text.json", "hello".utf8)
        try folder.write("cut.png", [0x89, 0x50, 0x4E, 0x47])
        try folder.write("flat.json", "{\"format\":\"inklock-drawing\"}".utf8)
        try folder.write("folder/file", [])
    }

    private static let choices =
        "render, convert, info, sign, verify, evidence, evaluate, attack, guess, serve, backup, restore, check, accounts, rotate-key or migrate"

    private func expect(_ line: String, _ status: Int32, says message: String) throws {
        let before = try folder.names()
        let arguments = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
        let outcome = try InkLockProcess(arguments, in: folder)
        #expect(outcome.status == status)
        #expect(outcome.errors.hasPrefix("inklock: \(message)"), "\(outcome.errors)")
        #expect(outcome.errors.filter(\.isNewline).count == 1)
        #expect(outcome.output.isEmpty)
        #expect(try folder.names() == before)
    }

    @Test(
        "Invalid arguments exit with status 64 and one line",
        arguments: [
            (
                "",
                "missing command: \(choices) (see inklock --help)\n"
            ),
            ("paint", "unknown command 'paint'; use \(choices)\n"),
            ("render -x.json -o a.png", "Unknown option '-x.json'"),
            (
                "info -x.json",
                "Missing expected argument '<input>'; a file whose name begins with - is given as ./-x.json"
            ),
            ("render ink.json -o a.png --width -1", "--width, --scale and --dpi must be above 0\n"),
            ("render ink.json -o a.png --scale -1", "--width, --scale and --dpi must be above 0\n"),
            ("render ink.json -o a.png --width --crop", "The value '--crop' is invalid for '--width <width>'"),
            ("convert two.json a.ink", "two.json: it holds dot, wave; choose with --drawing, or take --all\n"),
            ("convert two.json - --to ink --all", "--all writes several files, which standard output cannot be\n"),
            ("convert two.json a.ink --all --drawing dot", "give only one of --all and --drawing\n"),
            ("guess --people 0", "--people must be between 1 and 10000000\n"),
            ("guess --people 10000001", "--people must be between 1 and 10000000\n"),
            ("guess --seeds 1001", "--seeds must be between 1 and 1000\n"),
            ("guess --guesses -5", "--guesses must be between 1 and 1000000\n"),
            ("guess --doubt -1", "--doubt must be between 0 and 2\n"),
            ("evaluate ink.json --scale 1e12", "--scale must be between 0.000001 and 1000000\n"),
            ("evaluate ink.json --enrol 101", "--enrol must be between 1 and 100\n"),
            ("serve --origin https://INK.example", "--origin must be https:// or http:// and a host in lower case"),
            ("render", "Missing expected argument"),
            ("render ink.json", "Missing expected argument '--output <output>'"),
            ("render ink.json -o a.gif", "a.gif does not end in .png, .svg or .pdf: use --to png, svg or pdf\n"),
            ("render ink.json -o png", "png does not end in .png, .svg or .pdf: use --to png, svg or pdf\n"),
            ("render ink.json -o -", "standard output has no name to tell the format: use --to png, svg or pdf\n"),
            ("render ink.json -o a.png --to gif", "The value 'gif' is invalid for '--to <to>'"),
            ("render ink.json -o a.png --scale 2 --dpi 300", "give only one of --width, --scale and --dpi\n"),
            ("render ink.json -o a.png --width 9 --scale 2", "give only one of --width, --scale and --dpi\n"),
            ("render ink.json -o a.png --scale 0", "--width, --scale and --dpi must be above 0\n"),
            ("render ink.json -o a.png --scale=-1", "--width, --scale and --dpi must be above 0\n"),
            ("render ink.json -o a.png --scale nan", "--width, --scale and --dpi must be above 0\n"),
            ("render ink.json -o a.png --dpi inf", "--width, --scale and --dpi must be above 0\n"),
            ("render ink.json -o a.png --width 1.5", "The value '1.5' is invalid for '--width <width>'"),
            ("render ink.json -o a.svg --scale 2", "--width, --scale and --dpi are for PNG; svg has no pixels\n"),
            ("render ink.json -o a.png --scale 1000", "the picture would have over 32768 pixels on a side"),
            ("render ink.json -o a.png --scale 1e300", "the picture would have over 32768 pixels on a side"),
            ("render ink.json -o a.png --background #12", "The value '#12' is invalid for '--background <background>'"),
            ("render ink.json -o a.png --background ''", "The value '' is invalid for '--background <background>'"),
            ("render ink.json -o a.png --brush crayon", "The value 'crayon' is invalid for '--brush <brush>'"),
            ("render ink.json -o a.png --colour plaid", "The value 'plaid' is invalid for '--colour"),
            ("render ink.json -o a.png --model wavy", "The value 'wavy' is invalid for '--model <model>'"),
            ("render ink.json -o a.png --crop yes", "Unexpected argument 'yes'"),
            ("render ink.json -o a.png --croop", "Unknown option '--croop'"),
            ("convert ink.json", "Missing expected argument '<output>'"),
            ("convert ink.json a.txt", "a.txt does not end in .json, .inkml, .ink or .sdi: use --to"),
            ("convert ink.json a.png", "a.png is to be a picture: use inklock render\n"),
            ("convert ink.json -", "standard output has no name to tell the format: use --to"),
            (
                "convert ink.json a.json --to rows",
                "rows can only be read: use --to json, signature-pad, inkml, ink or iso-2007\n"
            ),
            ("convert ink.json a.json --from png", "The value 'png' is invalid for '--from <from>'"),
            ("info", "Missing expected argument '<input>'"),
            ("info ink.json more", "Unexpected argument 'more'"),
        ])
    func argumentsThatMakeNoSense(line: String, message: String) throws {
        try expect(line, 64, says: message)
    }

    @Test(
        "Invalid input exits with status 65 and one line",
        arguments: [
            ("info text.json", "text.json: "), ("info text.json --json", "text.json: "),
            ("render text.json -o a.png", "text.json: "), ("convert text.json a.ink", "text.json: "),
            ("render cut.png -o a.png", "cut.png: "), ("info flat.json", "flat.json: "), ("info -", "standard input: "),
            ("info ink.json --from inkml", "ink.json: "), ("info ink.json --from ink", "ink.json: "),
            ("info ink.json --drawing face", "ink.json: there is no drawing 'face' in it; there are 1\n"),
            ("render ink.json -o a.png --background cut.png", "cut.png: "),
            ("info /dev/zero", "/dev/zero: larger than the 256 MiB that are read\n"),
        ])
    func inputThatIsNotWhatItShouldBe(line: String, message: String) throws {
        try expect(line, 65, says: message)
    }

    @Test(
        "Unreadable input exits with status 66 and one line",
        arguments: [
            ("info none.json", "none.json: No such file or directory\n"), ("info folder", "folder: Is a directory\n"),
            ("info ink.json/a", "ink.json/a: Not a directory\n"), ("info ''", ": No such file or directory\n"),
            ("render none.json -o a.png", "none.json: No such file or directory\n"),
            ("render ink.json -o a.png --background none.png", "none.png: No such file or directory\n"),
        ])
    func inputThatCannotBeRead(line: String, message: String) throws {
        try expect(line, 66, says: message)
    }

    @Test(
        "Unwritable output exits with status 73 and one line",
        arguments: [
            ("render ink.json -o none/a.png", "none/a.png: No such file or directory\n"),
            ("render ink.json -o folder --to svg", "folder: Is a directory\n"),
            ("render ink.json -o /dev/full --to png", "/dev/full: No space left on device\n"),
            ("convert ink.json ink.json/a.ink", "ink.json/a.ink: Not a directory\n"),
        ])
    func outputThatCannotBeMade(line: String, message: String) throws {
        try expect(line, 73, says: message)
    }

    @Test(
        "A file that a command reads is not overwritten, whatever its name and whatever the command reads it for",
        arguments: [
            ("convert ink.json @", "ink.json"), ("convert - @", "ink.json"),
            ("convert two.json @ --drawing dot", "two.json"),
            ("render ink.json --to svg -o @", "ink.json"), ("render - --to pdf -o @", "ink.json"),
            ("render ink.json --to png --background back.png -o @", "back.png"),
            ("render ink.json --to svg --background back.png -o @", "back.png"),
            ("evidence create ink.json --key key.pem -o @", "ink.json"),
            ("evidence create ink.json --key key.pem -o @", "key.pem"),
            ("evidence create ink.json --key key.pem --document text.json -o @", "text.json"),
            ("evidence create ink.json --key key.pem --seal-to notary.pem -o @", "notary.pem"),
            ("evaluate rows.csv -o @", "rows.csv"), ("evaluate rows.csv -o a.csv -o @", "rows.csv"),
            ("backup --data data --passphrase-file words @", "words"),
            ("backup --data data --passphrase-file - @", "words"),
        ])
    func filesThatAreReadAreKept(line: String, name: String) throws {
        try folder.write("key.pem", Curve25519.Signing.PrivateKey().pemRepresentation.utf8)
        try folder.write("notary.pem", Curve25519.KeyAgreement.PrivateKey().publicKey.pemRepresentation.utf8)
        try folder.write("words", "a passphrase of some length".utf8)
        try folder.write("rows.csv", #"{"path":"a","label":"b","user":"1","strokes":[[[0,0,0],[9,9,9]]]}"#.utf8)
        #expect(try InkLockProcess(["render", "ink.json", "-o", "back.png"], in: folder).status == 0)
        let ending = name.split(separator: ".").dropFirst().map { ".\($0)" }.joined()
        try folder.link("link\(ending)", to: name)
        try FileManager.default.linkItem(atPath: folder.path(name), toPath: folder.path("same\(ending)"))
        let (names, bytes) = (try folder.names(), try folder.bytes(name))
        for output in [name, "./\(name)", "link\(ending)", "same\(ending)"] {
            let streamed = line.split(separator: " ").contains("-") ? " < \(name)" : ""
            let outcome = try InkLockProcess(
                shell: "exec $INKLOCK \(line.replacing("@", with: output))\(streamed)", in: folder)
            #expect(outcome.status == 64)
            #expect(
                outcome.errors
                    == "inklock: \(output): this is a file that the command reads; choose another output\n")
            #expect(outcome.output.isEmpty)
            #expect(try folder.names() == names)
            #expect(try folder.bytes(name) == bytes)
        }
    }

    @Test(
        "Help and version are not errors",
        arguments: ["--help", "help", "render --help", "convert --help", "info --help", "serve --help", "--version"])
    func helpIsNoError(line: String) throws {
        let outcome = try InkLockProcess(line.split(separator: " ").map(String.init), in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(!outcome.output.isEmpty)
    }
}
