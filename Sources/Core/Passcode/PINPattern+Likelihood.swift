// SPDX-License-Identifier: MIT

/// The likelihood of a PIN among people with a pattern. The numbers are the model: the project's own estimates, whose
/// only purpose is to rank PINs.
extension PINPattern {
    /// Returns the share of people with this pattern who choose this PIN rather than another of its length.
    func likelihood(of row: PIN) -> Double {
        switch self {
        case .repeats: Self.repeats(row)
        case .run: Self.run(row)
        case .doubled: Self.doubled(row)
        case .mirrored: Self.mirrored(row)
        case .groups: Self.groups(row)
        case .counting: Self.counting(row)
        case .halves: Self.halves(row)
        case .keypad: KeypadWalk.likelihood(of: row)
        case .date: CalendarDate.likelihood(ofDate: row)
        case .year: row.count == 4 ? CalendarDate.likelihood(ofYear: row.number(from: 0, count: 4)) : 0
        case .word: WellKnownPasscodes.likelihood(ofWord: row)
        case .wellKnown: WellKnownPasscodes.likelihood(ofNumber: row)
        case .nearlySimple: Self.nearlySimple(row)
        case .seeminglyRandom: Self.seeminglyRandom(row)
        case .random: Self.random(row)
        }
    }

    private static func repeats(_ row: PIN) -> Double {
        guard row.step == 0 else { return 0 }
        switch row[0] {
        case 1: return 0.58
        case 0: return 0.19
        case 7: return 0.04
        case 2, 5: return 0.03
        default: return 0.026
        }
    }

    private static func run(_ row: PIN) -> Double {
        guard let step = row.step else { return 0 }
        let first = row[0]
        switch step {
        case 0: return 0
        case 1: return 0.80 * (first == 1 ? 0.85 : first == 0 ? 0.05 : 0.0125)
        case 9: return 0.12 * (first == row.count % 10 ? 0.40 : first == 9 ? 0.25 : 0.04)
        case 2: return 0.03 * (first == 2 ? 0.50 : 0.05)
        case 8: return 0.02 * (first == 8 ? 0.40 : 0.06)
        default: return 0.005 * 0.1
        }
    }

    /// Returns the likelihood of a block of one to six digits that is used as a part. Half of the blocks are simple in
    /// themselves.
    private static func block(_ row: PIN) -> Double {
        guard row.count > 1 else { return seeminglyRandom(row) }
        return 0.30 * random(row) + 0.35 * run(row) + 0.20 * seeminglyRandom(row) + 0.15
            * KeypadWalk.likelihood(of: row)
    }

    private static func doubled(_ row: PIN) -> Double {
        // A single repeated digit does not count as a block.
        guard row.step != 0 else { return 0 }
        var sum = 0.0
        var sizes = 0.0
        for period in 2..<max(2, row.count / 2 + 1) where row.count % period == 0 {
            sizes += 1
            if row.repeats(after: period) { sum += block(row.prefix(period)) }
        }
        return sizes > 0 ? sum / sizes : 0
    }

    private static func mirrored(_ row: PIN) -> Double {
        for i in 0..<(row.count / 2) where row[i] != row[row.count - 1 - i] { return 0 }
        return row.step == 0 ? 0 : block(row.prefix((row.count + 1) / 2))
    }

    private static func groups(_ row: PIN) -> Double {
        guard row.step != 0 else { return 0 }
        var sum = 0.0
        var sizes = 0.0
        for size in 2..<max(2, row.count / 2 + 1) where row.count % size == 0 {
            sizes += 1
            var isGrouped = true
            for i in row.indices where row[i] != row[i - i % size] { isGrouped = false }
            if isGrouped { sum += block(row.every(size)) }
        }
        return sizes > 0 ? sum / sizes : 0
    }

    private static func counting(_ row: PIN) -> Double {
        guard row.count % 2 == 0 else { return 0 }
        let first = row.number(from: 0, count: 2)
        for i in 1..<(row.count / 2) where row.number(from: 2 * i, count: 2) != (first + i) % 100 { return 0 }
        return first == 10 ? 0.15 : first == 1 || first == 20 || first == 19 ? 0.08 : 0.006
    }

    private static func halves(_ row: PIN) -> Double {
        guard row.count % 2 == 0 else { return 0 }
        let half = row.count / 2
        return simple(row.prefix(half)) * simple(row.slice(from: half, count: half))
    }

    /// Returns the likelihood of a half that is simple in itself.
    private static func simple(_ row: PIN) -> Double {
        let line = 0.25 * repeats(row) + 0.35 * run(row) + 0.40 * KeypadWalk.likelihood(of: row)
        guard row.count >= 4 else { return line }
        return 0.4 * line + 0.4 * CalendarDate.likelihood(ofDate: row) + 0.2 * PINPattern.year.likelihood(of: row)
    }

    private static func nearlySimple(_ row: PIN) -> Double {
        guard row.count >= 4, row.step == nil else { return 0 }
        // One wrong digit leaves either the first pair or the second unchanged.
        return max(nearlySimple(row, pairAt: 0), nearlySimple(row, pairAt: 2))
    }

    private static func nearlySimple(_ row: PIN, pairAt start: Int) -> Double {
        let step = (row[start + 1] - row[start] + 10) % 10
        var wrong: Int?
        for i in row.indices {
            let meant = (row[start] + (i - start) * step + 100 * 10) % 10
            guard row[i] != meant else { continue }
            guard wrong == nil else { return 0 }
            wrong = i
        }
        guard let wrong else { return 0 }
        let first = (row[start] - start * step + 100 * 10) % 10
        let meant = PIN(first: first, step: step, count: row.count)
        let place = wrong == row.count - 1 ? 0.5 : 0.5 / Double(row.count - 1)
        return (0.5 * run(meant) + 0.5 * repeats(meant)) * place / 9
    }

    private static func seeminglyRandom(_ row: PIN) -> Double {
        var product = 1.0
        for i in row.indices {
            var factor = favour(row[i])
            if i > 0 {
                let distance = abs(row[i] - row[i - 1])
                factor *= distance == 0 ? 0.5 : distance == 1 ? 1.3 : 1
            }
            product *= factor
        }
        return product
    }

    /// Returns the likelihood of a digit in a PIN that is meant to look random.
    private static func favour(_ digit: Int) -> Double {
        switch digit {
        case 0: 0.105
        case 1: 0.135
        case 2: 0.130
        case 3: 0.105
        case 4: 0.090
        case 5: 0.105
        case 6: 0.075
        case 7: 0.090
        case 8: 0.085
        default: 0.080
        }
    }

    private static func random(_ row: PIN) -> Double {
        var share = 1.0
        for _ in row.indices { share /= 10 }
        return share
    }
}
