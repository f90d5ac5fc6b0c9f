// SPDX-License-Identifier: MIT

/// The name of a browser in the owner's list: its kind and the system, "Firefox on Linux" for example. It is coarse on
/// purpose, and contains nothing that the browser sent.
enum DeviceLabel {
    /// The most bytes of a browser's name of itself that are looked at.
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

    /// - Parameter userAgent: the field `User-Agent`; `nil` without.
    static func of(_ userAgent: String?) -> String {
        let text = String(decoding: (userAgent ?? "").utf8.prefix(byteLimit), as: UTF8.self)
        let browser = browsers.first { contains(text, $0.0) }?.1
        let system = systems.first { contains(text, $0.0) }?.1
        switch (browser, system) {
        case (let browser?, let system?): return "\(browser) on \(system)"
        case (let browser?, nil): return browser
        case (nil, let system?): return "A browser on \(system)"
        case (nil, nil): return "A browser"
        }
    }

    private static func contains(_ text: String, _ word: String) -> Bool {
        let (bytes, word) = (Array(text.utf8), Array(word.utf8))
        guard bytes.count >= word.count else { return false }
        return (0...bytes.count - word.count).contains { bytes[$0..<$0 + word.count].elementsEqual(word) }
    }
}
