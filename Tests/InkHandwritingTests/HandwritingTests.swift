// SPDX-License-Identifier: MIT
import InkGeometry
import InkHandwriting
import InkStroke
import Testing

/// SplitMix64 (Steele, Lea, Flood 2014).
private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

private let pad = InkSize(width: 600, height: 200)

private let brush = Brush(minimumWidth: 1, maximumWidth: 3.5)

private func write(_ text: String, in size: InkSize = pad) -> (strokes: [Stroke], unknown: Int) {
    Handwriting.strokes(writing: Array(text.utf8), in: size, brush: brush)
}

/// Returns whether all samples are finite and inside, times never decrease, and no stroke starts before the previous
/// one ended.
private func isSound(_ strokes: [Stroke], in size: InkSize) -> Bool {
    let frame = InkRect(size)
    var end = 0.0
    for stroke in strokes {
        guard stroke.start >= end, !stroke.points.isEmpty else { return false }
        var time = 0.0
        for point in stroke.points {
            guard point.position.isFinite, frame.contains(point.position), point.time >= time else { return false }
            time = point.time
        }
        end = stroke.start + stroke.duration
    }
    return true
}

@Suite struct HandwritingTests {
    static let alphabet = """
        ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-'&()
        éèêëáàâäãåāéíìîïóòôöõøúùûüýÿñçčćšśžźżłđßæœğşıİőűěřůňťďęą
        ÉÈÊËÁÀÂÄÃÅĀÍÌÎÏÓÒÔÖÕØÚÙÛÜÝŸÑÇČĆŠŚŽŹŻŁĐẞÆŒĞŞŐŰĚŘŮŇŤĎĘĄ’
        """

    @Test("Every supported character is written") func everyPromisedCharacterIsWritten() {
        for character in Self.alphabet where !character.isWhitespace {
            let result = write(String(character))
            #expect(result.unknown == 0 && !result.strokes.isEmpty, "\(character)")
            #expect(isSound(result.strokes, in: pad), "\(character)")
        }
    }

    @Test("Every supported mark is written with every letter") func everyMarkIsWrittenWithEveryLetter() {
        var count = 0
        for letter in Self.alphabet.unicodeScalars where letter.isASCII && !letter.properties.isWhitespace {
            for mark in 0x300...0x36F {
                let result = write("\(Character(letter))\(Character(Unicode.Scalar(UInt32(mark))!))")
                guard result.unknown == 0 else { continue }
                count += 1
                #expect(isSound(result.strokes, in: pad), "\(letter) with U+\(String(mark, radix: 16))")
            }
        }
        #expect(count > 200)
    }

    @Test("Characters differ from one another") func charactersDifferFromOneAnother() {
        var seen: [[[InkPoint]]: Character] = [:]
        for character in Self.alphabet where !character.isWhitespace && character != "ẞ" && character != "’" {
            let shape = write(String(character)).strokes.map { $0.points.map { $0.position } }
            if let twin = seen[shape] { #expect(twin == character, "\(twin) and \(character) look alike") }
            seen[shape] = character
        }
        #expect(seen.count > 150)
    }

    @Test(
        "Names are written completely and centred",
        arguments: [
            "Ada Lovelace", "The quick brown fox jumps over the lazy dog", "Zoë Müller-Łukasz", "O'Brien & Søn",
            "François Dvořák", "Şeyma Öztürk", "Nguyen Van A. (2nd)",
        ])
    func namesAreWrittenWhole(name: String) {
        let result = write(name)
        #expect(result.unknown == 0)
        #expect(isSound(result.strokes, in: pad))
        let ink = result.strokes.reduce(InkRect.empty) { $0.union($1.sampleBounds) }
        #expect(ink.width > 0.5 * pad.width || ink.height > 0.5 * pad.height)
        #expect((ink.minX + ink.maxX - pad.width).magnitude < 2, "not centred")
    }

    @Test("Joined letters are one stroke") func joinedLettersAreOneStroke() {
        #expect(write("launch").strokes.count == 1)
        #expect(write("Ada").strokes.count == 2)
        #expect(write("to go").strokes.count == 3)
    }

    @Test("Dots are single samples after the word") func dotsAreSingleSamplesAfterTheWord() {
        let strokes = write("mini").strokes
        #expect(strokes.map { $0.points.count == 1 } == [false, true, true])
        #expect(write("ï").strokes.map { $0.points.count == 1 } == [false, true, true])
        #expect(write("ı").strokes.count == 1)
        #expect(write("í").strokes.allSatisfy { $0.points.count > 1 })
    }

    @Test("Combining marks give the same ink as composed letters")
    func combiningMarksGiveTheSameInkAsComposedLetters() {
        for (apart, composed) in [("e\u{301}", "é"), ("S\u{327}", "Ş"), ("i\u{308}", "ï"), ("d\u{30C}", "ď")] {
            #expect(write(apart).strokes == write(composed).strokes, "\(composed)")
        }
        #expect(write("\u{FEFF}Ada").strokes == write("Ada").strokes)
        #expect(write("e\u{489}").unknown == 1)
    }

    @Test("Unsupported characters are counted and left out") func charactersWithoutALetterAreCountedAndLeftOut() {
        #expect(write("Ada 中文").unknown == 2)
        #expect(write("Ada[]{}~!").unknown == 6)
        #expect(write("中").strokes.isEmpty)
        #expect(write("").strokes.isEmpty && write(" \n\t").strokes.isEmpty)
        let result = Handwriting.strokes(writing: [0x41, 0xC3, 0xE2, 0x82, 0xFF, 0x62], in: pad, brush: brush)
        #expect(result.unknown == 4)
        #expect(result.strokes == write("A\u{1}b").strokes)
    }

    @Test("Only the first two hundred characters are written") func onlyTheFirstTwoHundredCharactersAreWritten() {
        let name = String(repeating: "Ada ", count: 50)
        let long = write(name + String(repeating: "中", count: 100_000))
        #expect(long.strokes == write(name).strokes && long.unknown == 0)
    }

    @Test("The pen is quicker upwards than downwards") func thePenIsQuickerUpThanDownAndSlowestInTurns() throws {
        let points = try #require(write("lll").strokes.first).points
        var up: (way: Double, time: Double) = (0, 0)
        var down: (way: Double, time: Double) = (0, 0)
        for (a, b) in zip(points, points.dropFirst()) {
            let way = a.position.distance(to: b.position)
            if b.position.y < a.position.y - 0.7 * way { up = (up.way + way, up.time + b.time - a.time) }
            if b.position.y > a.position.y + 0.7 * way { down = (down.way + way, down.time + b.time - a.time) }
            #expect(b.time - a.time < 1.0 / 119)
        }
        #expect(up.way / up.time > 1.5 * down.way / down.time)
    }

    @Test("The writing scales with the surface and is on its baseline")
    func thePlaceDependsOnTheSizeAndNotOnTheBrushColor() {
        let half = write("Ada", in: InkSize(width: 300, height: 100)).strokes.reduce(InkRect.empty) {
            $0.union($1.sampleBounds)
        }
        let whole = write("Ada").strokes.reduce(InkRect.empty) { $0.union($1.sampleBounds) }
        #expect(half.width < whole.width && half.height < whole.height)
        #expect(whole.maxY > 0.68 * pad.height && whole.maxY < 0.78 * pad.height, "not on the baseline")
    }

    @Test("Small letters are written with a thinner pen") func smallLettersAreWrittenWithAThinnerPen() throws {
        #expect(write("Ada i").strokes.allSatisfy { $0.brush.maximumWidth == brush.maximumWidth })
        let name = "Alexandra Montgomery-Whitfield"
        let (whole, half) = (write(name), write(name, in: InkSize(width: 300, height: 100)))
        #expect(whole.strokes.count == half.strokes.count && whole.strokes.contains { $0.points.count == 1 })
        for (large, small) in zip(whole.strokes, half.strokes) {
            #expect((small.brush.maximumWidth / large.brush.maximumWidth - 0.5).magnitude < 0.01)
            #expect(small.brush.minimumWidth <= small.brush.maximumWidth)
        }
        // A marker does not fill the loops of large letters.
        let marked = Handwriting.strokes(writing: Array("Ada".utf8), in: pad, brush: .marker).strokes
        let height = try #require(marked.first).sampleBounds.height
        #expect(marked.allSatisfy { $0.brush.maximumWidth < height / 6 })
    }

    @Test("Extreme sizes are safe") func extremeSizesAreSafe() {
        let sides = [1e-300, 1e-9, 0.1, 1, 3, 1e4, 1e6, 1e9, 1e300]
        for width in sides {
            for height in sides {
                let size = InkSize(width: width, height: height)
                let result = write("Zoë-Ada", in: size)
                #expect(!result.strokes.isEmpty && isSound(result.strokes, in: size), "\(width) × \(height)")
            }
        }
        for size in [
            InkSize(width: 0, height: 9), InkSize(width: 9, height: -1), InkSize(width: .nan, height: 9),
            InkSize(width: .infinity, height: 9),
        ] {
            #expect(write("Ada", in: size).strokes.isEmpty)
        }
    }

    @Test("Any bytes are safe", arguments: [1, 2] as [UInt64])
    func anyBytesAreSafe(seed: UInt64) {
        var random = Seeded(state: seed)
        let alphabet = Array(Self.alphabet.utf8)
        for round in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random) : alphabet.randomElement(using: &random)!
            }
            let result = Handwriting.strokes(writing: bytes, in: pad, brush: brush)
            #expect(result.unknown <= bytes.count && isSound(result.strokes, in: pad), "seed \(seed), round \(round)")
            if round % 100 == 0 {
                #expect(Handwriting.strokes(writing: bytes, in: pad, brush: brush).strokes == result.strokes)
            }
        }
    }

    /// A known answer. A machine with a different result would write another signature.
    @Test("Samples have the recorded values") func samplesAreTheSameOnEveryMachine() {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for stroke in write("Zoë Müller-Łukasz & Søn (0123456789)").strokes {
            for point in stroke.points {
                for value in [point.position.x, point.position.y, point.time] {
                    hash = (hash ^ value.bitPattern) &* 0x100_0000_01B3
                }
            }
        }
        #expect(hash == 0xAB43_94F2_4F67_9B01, "\(String(hash, radix: 16))")
    }
}
