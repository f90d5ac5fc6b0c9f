// SPDX-License-Identifier: MIT

/// The likelihood of PINs of neighbouring digits on a telephone keypad: lines, corners and shapes.
enum KeypadWalk {
    /// Returns the likelihood that a person who draws on the keypad chooses this PIN.
    static func likelihood(of pin: PIN) -> Double {
        pin.count == 4 ? (1 - figures) * walk(pin) + figures * figure(pin) : walk(pin)
    }

    /// The share of people who draw a figure of four keys rather than walk along the keys.
    private static var figures: Double { 0.35 }

    /// Returns the likelihood of a square or a diamond, from any corner in either direction, or of the four corner keys
    /// in any order: 64 PINs.
    private static func figure(_ pin: PIN) -> Double {
        let share = 1.0 / 64
        var corners = 0
        for i in pin.indices where pin[i] % 2 == 1 && pin[i] != 5 {
            corners |= 1 << pin[i]
            if i == 3 && corners == 1 << 1 | 1 << 3 | 1 << 7 | 1 << 9 { return share }
        }
        var turn = 0
        for i in 0..<2 {
            let move = move(pin[i], pin[i + 1])
            let next = self.move(pin[i + 1], pin[i + 2])
            let cross = move.x * next.y - move.y * next.x
            // A quarter turn keeps the length and leaves no component in the previous direction.
            guard move.x * next.x + move.y * next.y == 0, cross != 0, abs(cross) == move.x * move.x + move.y * move.y,
                turn == 0 || turn == cross, weight(move) > 0
            else { return 0 }
            turn = cross
        }
        return pin.indices.contains { pin[$0] == 0 } ? 0 : share
    }

    /// Returns the likelihood of a walk to neighbouring keys that mostly goes straight on.
    private static func walk(_ pin: PIN) -> Double {
        guard pin.count > 1 else { return 0 }
        var product = start(pin[0])
        var before: (x: Int, y: Int)?
        for i in 1..<pin.count {
            let from = place(pin[i - 1])
            let move = move(pin[i - 1], pin[i])
            let turn = weight(move) / allWeights(pin[i - 1])
            guard turn > 0 else { return 0 }
            if let before, isKey(x: from.x + before.x, y: from.y + before.y) {
                product *= move == before ? straight + (1 - straight) * turn : (1 - straight) * turn
            } else {
                product *= turn
            }
            before = move
        }
        return product
    }

    /// The share of people who go straight on where they can.
    private static var straight: Double { 0.6 }

    /// Returns the likelihood of the first digit. Most people start in a corner or at the top.
    private static func start(_ digit: Int) -> Double {
        switch digit {
        case 1: 0.24
        case 2: 0.15
        case 3: 0.11
        case 7: 0.13
        case 9: 0.09
        case 0: 0.09
        case 5: 0.06
        case 4: 0.05
        default: 0.04
        }
    }

    private static func place(_ digit: Int) -> (x: Int, y: Int) {
        digit == 0 ? (x: 1, y: 3) : (x: (digit - 1) % 3, y: (digit - 1) / 3)
    }

    private static func move(_ from: Int, _ to: Int) -> (x: Int, y: Int) {
        (x: place(to).x - place(from).x, y: place(to).y - place(from).y)
    }

    private static func isKey(x: Int, y: Int) -> Bool {
        (0..<3).contains(x) && (0..<3).contains(y) || x == 1 && y == 3
    }

    /// Returns the weight of a move: highest to an adjacent key, lower diagonally, lowest by two keys, as from corner
    /// to corner.
    private static func weight(_ move: (x: Int, y: Int)) -> Double {
        switch (abs(move.x), abs(move.y)) {
        case (0, 0): 0
        case (0, 1), (1, 0): 1
        case (1, 1): 0.5
        case (0, 2), (2, 0), (2, 2): 0.25
        default: 0
        }
    }

    private static func allWeights(_ digit: Int) -> Double {
        var sum = 0.0
        for other in 0...9 { sum += weight(move(digit, other)) }
        return sum
    }
}
