// SPDX-License-Identifier: MIT
import Foundation
import InkStroke
import InkTestSupport
import Testing

@testable import InkFiles

/// Whatever a file holds, reading it takes time in proportion to its bytes.
///
/// The tests measure the processor time of this thread, the fastest of three runs. Four times the bytes may take at
/// most eight times as long, and at most 20 ms plus 20 µs a byte, which a slow machine keeps. Quadratic time exceeds
/// both limits by far.
@Suite struct LinearTimeTests {
    private static let sizes = TestSize.isFull ? [1 << 16, 1 << 18, 1 << 20] : [1 << 14, 1 << 16]

    /// A text of about `count` bytes that some comparison, hash or number parser may take long over.
    enum Shape: String, CaseIterable, Sendable {
        /// Two classes of combining marks in the wrong order: canonical ordering sorts them.
        case marks
        /// Marks of random classes.
        case shuffledMarks
        /// Hangul that composes.
        case jamo
        /// Letters, each of them decomposing.
        case accents
        case digits
        /// A number that needs every digit to be rounded right.
        case zeros
        case exponent
        case spaces
        case random

        func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
            var random = SplitMix64(seed: seed)
            func repeated(_ text: String) -> [UInt8] {
                let bytes = Array(text.utf8)
                return (0..<count / bytes.count).flatMap { _ in bytes }
            }
            switch self {
            case .marks:
                let half = count / 4
                return Array("a".utf8) + (0..<half).flatMap { _ in [0xCC, 0x81] }
                    + (0..<half).flatMap { _ in [0xCC, 0xA3] }
            case .shuffledMarks:
                return Array("a".utf8)
                    + (0..<count / 2).flatMap { _ in [0xCC, UInt8.random(in: 0x80...0xBF, using: &random)] }
            case .jamo: return repeated("\u{1100}\u{1161}\u{11A8}")
            case .accents: return repeated("\u{1EAD}")
            case .digits: return repeated("1234567890")
            case .zeros: return Array("0.".utf8) + repeated("0") + Array("1".utf8)
            case .exponent: return Array("1e".utf8) + repeated("9")
            case .spaces: return repeated(" ")
            case .random:
                return (0..<count).map { _ in
                    let byte = UInt8.random(in: 0x20...0xFF, using: &random)
                    return [0x22, 0x26, 0x27, 0x3C, 0x5C].contains(byte) ? 0x2E : byte
                }
            }
        }
    }

    private static let shapes: [Shape: [Int: [UInt8]]] = Dictionary(
        uniqueKeysWithValues: Shape.allCases.enumerated().map { i, shape in
            (shape, Dictionary(uniqueKeysWithValues: sizes.map { ($0, shape.bytes($0, seed: UInt64(i))) }))
        })

    private static func bytes(_ shape: Shape, _ size: Int) -> [UInt8] { shapes[shape]?[size] ?? [] }

    /// A file with § where a hostile text goes.
    private static let texts = [
        "{\"§\":[[[1,2,3]]]}", "{\"§\":1,\"strokes\":[[[1,2,3]]]}", "{\"name\":\"§\",\"strokes\":[[[1,2,3]]]}",
        "{\"path\":\"§\",\"strokes\":[]}", "{\"label\":\"§\",\"strokes\":[]}", "{\"format\":\"§\"}",
        "{\"format\":\"inklock-drawing\",\"version\":\"§\"}",
        "{\"format\":\"inklock-drawing\",\"version\":§}",
        inklock("\"model\":\"§\""), inklock("\"§\":0"), inklock("\"brush\":{\"tip\":\"§\"}"),
        inklock("\"brush\":{\"tip\":\"pen\",\"color\":\"§\"}"), inklock("\"brush\":{\"§\":1}"),
        inklock("\"start\":§"), inklock("\"channels\":[\"§\"],\"points\":[[1]]"),
        inklock("\"channels\":[\"x\",\"y\",\"time\",\"§\"],\"points\":[[1,2,3,4],[1,2,3,4]]"),
        "[{\"penColor\":\"§\",\"points\":[{\"x\":1,\"y\":2,\"time\":3}]}]",
        "[{\"compositeOperation\":\"§\",\"points\":[{\"x\":1,\"y\":2,\"time\":3}]}]",
        "[{\"points\":[{\"x\":1,\"y\":2,\"time\":3,\"§\":4}]}]", "[{\"points\":[{\"x\":§,\"y\":2,\"time\":3}]}]",
        "[[[1,2,§]]]", "§", "[1,§", "{\"a\\u0301§\":1}",
        "<§/>", "<ink §='1'/>", "<ink><trace id='§'>1 2</trace></ink>", "<ink><!--§--><trace>1 2</trace></ink>",
        "<ink><trace contextRef='#§'>1 2</trace></ink>", "<ink><trace brushRef='§'>1 2</trace></ink>",
        "<ink><trace type='§'>1 2</trace></ink>", "<ink><trace timeOffset='§'>1 2</trace></ink>",
        "<ink><trace>§</trace></ink>", "<ink><trace>1 §</trace></ink>", "<ink><trace>#§ 1</trace></ink>",
        "<ink><annotation type='§'>5</annotation><annotation type='inklock:width'>§</annotation></ink>",
        "<ink><context xml:id='§'/><trace contextRef='#§'>1 2</trace></ink>",
        traceFormat("<channel name='§'/>"), traceFormat("<channel name='F' units='§' max='§' default='§'/>"),
        "<ink><brush><brushProperty name='§' value='§'/></brush></ink>",
        "<ink><brush><brushProperty name='color' value='§'/><brushProperty name='width' value='§' units='§'/>"
            + "<brushProperty name='inklock:seed' value='§'/><brushProperty name='inklock:tip' value='§'/></brush></ink>",
        "<ink><inkSource><channelProperties><channelProperty channel='§' name='§' value='§' units='1/§'/>"
            + "</channelProperties><sampleRate value='§'/></inkSource></ink>",
        "<ink><timestamp xml:id='§' time='§'/><trace timestampRef='#§'>1 2</trace></ink>",
        "<?xml version='1.0' encoding='§'?><ink/>", "<ink>§</ink>", "<ink></§></ink>",
    ]

    private static func inklock(_ stroke: String) -> String {
        "{\"format\":\"inklock-drawing\",\"version\":1,\"size\":{\"width\":1,\"height\":1},\"strokes\":[{\(stroke)"
            + (stroke.contains("channels") ? "" : ",\"channels\":[\"x\",\"y\",\"time\"],\"points\":[[1,2,0]]") + "}]}"
    }

    private static func traceFormat(_ channel: String) -> String {
        "<ink><traceFormat><channel name='X'/><channel name='Y'/>\(channel)</traceFormat><trace>"
            + String(repeating: "1 2 3,", count: 20) + "1 2 3</trace></ink>"
    }

    /// Nanoseconds of this thread.
    private func time(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
        let start = now()
        body()
        return now() - start
    }

    private func expectLinear(_ name: @autoclosure () -> String, _ body: (Int) -> Void) {
        var last: Double?
        for size in Self.sizes {
            var fastest = Double.infinity
            var runs = 0
            repeat {
                fastest = min(fastest, time { body(size) })
                runs += 1
            } while runs < 3 && fastest > max(2e7, 4 * (last ?? 0))
            #expect(fastest < 2e7 + 20_000 * Double(size), "\(name()), \(size) bytes: \(fastest / 1e6) ms")
            if let last {
                #expect(fastest < 8 * last + 2e7, "\(name()), \(size) bytes: \(last / 1e6), \(fastest / 1e6) ms")
            }
            guard fastest < 2e9 else { return }
            last = fastest
        }
    }

    @Test("Long text in any field is read in linear time", arguments: texts)
    func textsOfEveryFieldAreReadInLinearTime(file: String) {
        let parts = file.split(separator: "§", omittingEmptySubsequences: false).map { Array($0.utf8) }
        for shape in Shape.allCases {
            expectLinear("\(shape) in \(file)") { size in
                let text = Self.bytes(shape, size).prefix(size / (parts.count - 1))
                var bytes = parts[0]
                for part in parts.dropFirst() {
                    bytes += text
                    bytes += part
                }
                do throws(DrawingFileError) {
                    _ = try DrawingFile.read(Data(bytes))
                } catch {
                    #expect(error.description.utf8.count < 500)
                }
            }
        }
    }

    @Test("Recordings are read in linear time", arguments: Shape.allCases)
    func recordingsAreReadInLinearTime(shape: Shape) {
        for member in ["path", "label", "user", "more"] {
            expectLinear("\(shape) in \(member)") { size in
                let text = String(decoding: Self.bytes(shape, size), as: UTF8.self)
                let others = ["path", "label", "user"].filter { $0 != member }.map { "\"\($0)\":\"a\"," }.joined()
                let line = "{\(others)\"\(member)\":\"\(text)\",\"strokes\":[[[1,2,3]]]}"
                let recording = try? Recording(line: Array(line.utf8))
                #expect((recording != nil) == (member == "more"))
            }
        }
    }

    @Test("Colours and file extensions are read in linear time", arguments: Shape.allCases)
    func coloursAndEndingsAreBounded(shape: Shape) {
        expectLinear("\(shape)") { size in
            let text = String(decoding: Self.bytes(shape, size), as: UTF8.self)
            #expect(SRGBColor(css: text) == nil && SRGBColor(css: "rgb(\(text))") == nil)
            #expect(DrawingFormat(fileExtension: text) == nil)
        }
    }

    /// The texts that repeat, with ^ for the number of each repetition.
    private static let repetitions: [(String, String, String)] = [
        ("{\"a\":{", "\"k^\":1,", "\"z\":1}}"), ("{", "\"k\":[],", "\"k\":[]}"), ("{", "\"k^\":[],", "\"z\":[]}"),
        ("", "{\"strokes\":[]}\n", "[]"), ("[", "[[^,2,3]],", "[[1,2,3]]]"), ("[[", "[^,2,3],", "[1,2,3]]]"),
        ("[", "{\"points\":[],\"penColor\":\"#^\"},", "{\"points\":[]}]"), ("", "[", ""), ("", "{\"a\":", ""),
        (
            "{\"format\":\"inklock-drawing\",\"version\":1,\"size\":{\"width\":1,\"height\":1},\"strokes\":[",
            "{\"channels\":[\"x\",\"y\",\"time\"],\"points\":[]},", "1]}"
        ),
        ("{\"a\":\"", "\\u0301\\u0323", "\"}"), ("{\"a\":\"", "\\ud83d", "\"}"),
        ("<ink ", "a^='^' ", "/>"), ("<ink>", "<trace xml:id='t^'>1 2</trace>", "</ink>"),
        ("<ink><trace xml:id='t'>1 2</trace>", "<trace continuation='middle' priorRef='#t'>1 2,</trace>", "</ink>"),
        ("<ink>", "<context xml:id='c^'/><trace contextRef='#c^'>1 2</trace>", "</ink>"),
        (
            "<ink><definitions>", "<brush xml:id='b^'><brushProperty name='p^' value='1'/></brush>",
            "</definitions></ink>"
        ),
        (
            "<ink>",
            "<inkSource xml:id='s^'><channelProperties><channelProperty channel='c^' name='resolution' value='1' units='1/cm'/></channelProperties></inkSource>",
            "</ink>"
        ),
        ("<ink><inkSource><traceFormat>", "<channel name='c^'/>", "</traceFormat></inkSource></ink>"),
        ("<ink>", "<![CDATA[]]>&amp;", "</ink>"), ("<ink>", "<a>", "</ink>"), ("<ink>", "<!---->", "</ink>"),
        ("<ink>", "<annotation type='inklock:width'>^</annotation>", "</ink>"),
        ("<ink><trace>", "'1'1,\"1\"1,", "1 2</trace></ink>"), ("<ink><trace>", ",", "</trace></ink>"),
    ]

    @Test("Many small parts are read in linear time", arguments: repetitions.indices)
    func manySmallThingsAreReadInLinearTime(index: Int) {
        let (start, item, end) = Self.repetitions[index]
        expectLinear("\(item)") { size in
            var bytes = Array(start.utf8)
            let parts = item.split(separator: "^", omittingEmptySubsequences: false).map { Array($0.utf8) }
            var number = 0
            while bytes.count < size {
                bytes += parts.joined(separator: Array("\(number)".utf8))
                number += 1
            }
            bytes += end.utf8
            _ = try? DrawingFile.read(Data(bytes))
        }
    }

    @Test("Many gzip members are decompressed in linear time") func manyMembersOfGzipAreUnpackedInLinearTime() throws {
        // Twenty bytes that hold nothing.
        let member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        expectLinear("members") { size in
            let file = (0..<size / member.count).flatMap { _ in member }
            #expect((try? Gzip.decompressed(file, limit: 10)) == [])
        }
    }

    @Test("Many chunks of a PNG file are read in linear time") func manyChunksOfAPictureAreReadInLinearTime() throws {
        let tiny = PlainPNG(width: 2, height: 1, depth: 8, colorType: 0, values: [[7], [9]])
        let data = PlainPNG.chunk("IDAT", PlainPNG.zlib(tiny.rows()))
        for name in ["IDAT", "teXt"] {
            let chunk = PlainPNG.chunk(name, [])
            let empty = (0..<(1 << 20) / chunk.count).map { _ in chunk }
            expectLinear(name) { size in
                let many = empty.prefix(size / chunk.count).flatMap { $0 }
                let file = PlainPNG.signature + tiny.head() + many + data + PlainPNG.chunk("IEND", [])
                #expect((try? PNGImage(decoding: file).rgba.count) == 8)
            }
        }
    }

    @Test("Compact strokes are read in linear time") func compactStrokesAreReadInLinearTime() throws {
        let brushes: [UInt8] = [0, 0, 0, 1, 2, 3, 255, 0xE8, 7, 0xE8, 7, 0, 0, 0]
        expectLinear("strokes") { size in
            let count = size / brushes.count
            var bytes: [UInt8] = Array("INKL".utf8) + [1, 1, 1] + [UInt8](repeating: 0, count: 16) + [0]
            var rest = UInt64(count)
            repeat {
                bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
                rest >>= 7
            } while rest > 0
            bytes += (0..<count).flatMap { _ in brushes }
            #expect((try? DrawingFile.read(Data(bytes))[0].drawing.strokes.count) == count)
        }
    }
}
