// SPDX-License-Identifier: MIT

/// A browser in the owner's list of devices: its kind and its system, such as Firefox and Linux. The label is
/// deliberately coarse, and contains no text from the browser.
struct DeviceLabel: Hashable, Sendable {
    /// The name of the browser's kind, or `nil` for another kind.
    var browser: String?
    /// The name of the system, or `nil` for another system.
    var system: String?

    /// The maximum number of bytes of `User-Agent` that are examined.
    private static let byteLimit = 512

    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chromium/", "Chromium"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    init(browser: String? = nil, system: String? = nil) {
        self.browser = browser
        self.system = system
    }

    /// Creates the label of a browser.
    /// - Parameter userAgent: The field `User-Agent`, or `nil` if there is none.
    init(userAgent: String?) {
        let text = String(decoding: (userAgent ?? "").utf8.prefix(Self.byteLimit), as: UTF8.self)
        browser = Self.browsers.first { Self.contains(text, $0.0) }?.1
        system = Self.systems.first { Self.contains(text, $0.0) }?.1
    }

    private static func contains(_ text: String, _ word: String) -> Bool {
        let (bytes, word) = (Array(text.utf8), Array(word.utf8))
        guard bytes.count >= word.count else { return false }
        return (0...bytes.count - word.count).contains { bytes[$0..<$0 + word.count].elementsEqual(word) }
    }
}
