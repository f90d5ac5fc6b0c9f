// SPDX-License-Identifier: MIT
import Foundation

/// The parameters that derive a key from a passcode: scrypt's cost and salt, as a PHC string without a hash,
/// `$scrypt$ln=15,r=8,p=3$salt`.
///
/// See Password Hashing Competition, "PHC string format"; base 64 (RFC 4648) without padding.
public struct PasscodeHash: Hashable, Sendable {
    /// The cost of deriving a key.
    public let cost: ScryptCost
    /// The salt, 16 random bytes.
    public let salt: [UInt8]

    static let saltLength = 16

    /// Creates parameters. Returns `nil` unless the salt has 16 bytes.
    public init?(cost: ScryptCost, salt: [UInt8]) {
        guard salt.count == Self.saltLength else { return nil }
        self.cost = cost
        self.salt = salt
    }

    init(cost: ScryptCost, random: inout some RandomNumberGenerator) {
        self.cost = cost
        salt = random.bytes(Self.saltLength)
    }

    /// The PHC string.
    public var text: String {
        let base64 = Data(salt).base64EncodedString().prefix { $0 != "=" }
        return "$scrypt$ln=\(cost.logN),r=\(cost.blockSize),p=\(cost.parallelism)$\(base64)"
    }

    /// Parses a PHC string. Returns `nil` for anything but the exact form of ``text``.
    public init?(text: some StringProtocol) {
        guard text.utf8.count <= 64 else { return nil }
        let fields = text.split(separator: "$", omittingEmptySubsequences: false)
        guard fields.count == 4, fields[0].isEmpty, fields[1] == "scrypt" else { return nil }
        let numbers = fields[2].split(separator: ",", omittingEmptySubsequences: false)
        guard numbers.count == 3, let logN = Self.number(numbers[0], "ln="),
            let blockSize = Self.number(numbers[1], "r="),
            let parallelism = Self.number(numbers[2], "p="),
            let cost = ScryptCost(logN: logN, blockSize: blockSize, parallelism: parallelism),
            let salt = Data(base64Encoded: fields[3] + "==")
        else { return nil }
        self.init(cost: cost, salt: [UInt8](salt))
        guard self.text == text else { return nil }
    }

    private static func number(_ text: some StringProtocol, _ name: String) -> UInt8? {
        text.hasPrefix(name) ? UInt8(text.dropFirst(name.count)) : nil
    }
}
