// SPDX-License-Identifier: MIT

/// Common words and numbers: short lists by the project, likeliest first.
enum WellKnownPasscodes {
    /// Returns the likelihood that a person who types a word by the letters under the keys chooses this PIN.
    static func likelihood(ofWord pin: PIN) -> Double { rankShare(of: pin, in: words(pin.count)) }

    /// Returns the likelihood that a person who uses a known number chooses this PIN.
    static func likelihood(ofNumber pin: PIN) -> Double { rankShare(of: pin, in: numbers) }

    /// Returns whether lower-case ASCII letters are a common password word.
    static func isPassword(_ letters: UnsafeBufferPointer<UInt8>) -> Bool {
        var list = WordList(passwords)
        while let word = list.next() { if word.elementsEqual(letters) { return true } }
        list = WordList(words(letters.count))
        while let word = list.next() { if word.elementsEqual(letters) { return true } }
        return false
    }

    /// Returns a share by the rank among the entries of the PIN's length, proportional to 1 / (rank + 9): the first of
    /// 70 is chosen six times as often as the last. The shares of two words on the same keys add up.
    private static func rankShare(of pin: PIN, in text: StaticString) -> Double {
        var list = WordList(text)
        var place = 0.0
        var own = 0.0
        var all = 0.0
        while let word = list.next() {
            guard word.count == pin.count else { continue }
            place += 1
            let share = 1 / (place + 9)
            all += share
            if isSame(word, pin) { own += share }
        }
        return all > 0 ? own / all : 0
    }

    private static func isSame(_ word: UnsafeBufferPointer<UInt8>, _ pin: PIN) -> Bool {
        for i in word.indices where key(word[i]) != pin[i] { return false }
        return true
    }

    /// Returns the key of a lower-case letter or of a digit.
    private static func key(_ letter: UInt8) -> Int {
        switch letter {
        case 0x30...0x39: Int(letter - 0x30)
        case UInt8(ascii: "a")...UInt8(ascii: "c"): 2
        case UInt8(ascii: "d")...UInt8(ascii: "f"): 3
        case UInt8(ascii: "g")...UInt8(ascii: "i"): 4
        case UInt8(ascii: "j")...UInt8(ascii: "l"): 5
        case UInt8(ascii: "m")...UInt8(ascii: "o"): 6
        case UInt8(ascii: "p")...UInt8(ascii: "s"): 7
        case UInt8(ascii: "t")...UInt8(ascii: "v"): 8
        default: 9
        }
    }

    /// π, e, √2, the golden ratio, Fibonacci numbers, primes, squares, powers of two, emergency numbers, and numbers
    /// known from films, songs and jokes.
    private static var numbers: StaticString {
        """
        6969 696969 0007 007007 1337 3141 314159 31415926 1312 4711 0815 0420 420420 9110 911911 112112 2718 271828 1123 \
        112358 11235813 1248 124816 1414 141421 1618 161803 2357 235711 2355 1701 2112 8008 5318 8675309 9876543 110110 \
        1492 1789 1066 1871 299792 299792458 149162 1729 4242 424242 1010 3690 112233445566
        """
    }

    private static func words(_ length: Int) -> StaticString {
        switch length {
        case 4:
            """
            love baby pass home king star life john jack mama papa mike anna mary hope nick luck paul mark alex cool \
            blue lisa sara emma rose fish bear wolf lion ball game play work door lock safe open cash bank gold time moon \
            army navy girl boys dogs cats kitt lena luca finn liam noah adam ryan josh amor vida sexy xoxo beer wine
            """
        case 5:
            "angel happy money james david maria peter sarah laura julia lucky tiger music house party candy queen super"
        case 6:
            """
            secret summer friend family mother father monkey dragon soccer sister flower purple orange thomas daniel \
            michael robert george andrea sandra sophie hannah martin oliver angels cookie prince school winter spring \
            banana google access please lovely loveme my1234 ilovey ginger pepper tigger hunter ranger silver golden
            """
        case 7:
            "forever freedom charlie jessica michael welcome brother goodday rainbow chicken football monster diamond"
        case 8:
            "password iloveyou sunshine princess baseball football superman passcode computer victoria danielle elephant"
        default: ""
        }
    }

    /// Common password words besides the words above.
    private static var passwords: StaticString {
        """
        password passwort passw pass passcode passphrase motdepasse contrasena senha geheim letmein welcome willkommen \
        admin administrator root guest test testing user login hello hallo bonjour iloveyou ichliebedich schatz test \
        master trustno changeme default starwars batman superman pokemon internet computer samsung iphone android \
        abc abcd abcde abcdef qwerty qwertz azerty whatever nothing computer football baseball
        """
    }
}

/// An iterator over the words of a text, separated by spaces.
private struct WordList {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0

    init(_ text: StaticString) {
        bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    mutating func next() -> UnsafeBufferPointer<UInt8>? {
        while offset < bytes.count && bytes[offset] == UInt8(ascii: " ") { offset += 1 }
        guard offset < bytes.count else { return nil }
        let start = offset
        while offset < bytes.count && bytes[offset] != UInt8(ascii: " ") { offset += 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<offset])
    }
}
