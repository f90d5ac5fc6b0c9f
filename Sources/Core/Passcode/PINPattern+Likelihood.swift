// SPDX-License-Identifier: MIT

/// The likelihood of a PIN among people with a pattern. The numbers are the model: the project's own estimates, whose
/// only purpose is to rank PINs.
extension PINPattern {
    /// Returns the share of people with this pattern who choose this PIN rather than another of its length.
    func likelihood(of pin: PIN) -> Double {
        switch self {
        case .repeats: Self.repeats(pin)
        case .run: Self.run(pin)
        case .doubled: Self.doubled(pin)
        case .mirrored: Self.mirrored(pin)
        case .groups: Self.groups(pin)
        case .counting: Self.counting(pin)
        case .halves: Self.halves(pin)
        case .keypad: KeypadWalk.likelihood(of: pin)
        case .date: CalendarDate.likelihood(ofDate: pin)
        case .year: pin.count == 4 ? CalendarDate.likelihood(ofYear: pin.number(from: 0, count: 4)) : 0
        case .word: WellKnownPasscodes.likelihood(ofWord: pin)
        case .wellKnown: WellKnownPasscodes.likelihood(ofNumber: pin)
        case .nearlySimple: Self.nearlySimple(pin)
        case .seeminglyRandom: Self.seeminglyRandom(pin)
        case .random: Self.random(pin)
        }
    }

    private static func repeats(_ pin: PIN) -> Double {
        guard pin.step == 0 else { return 0 }
        switch pin[0] {
        case 1: return 0.58
        case 0: return 0.19
        case 7: return 0.04
        case 2, 5: return 0.03
        default: return 0.026
        }
    }

    private static func run(_ pin: PIN) -> Double {
        guard let step = pin.step else { return 0 }
        let first = pin[0]
        switch step {
        case 0: return 0
        case 1: return 0.80 * (first == 1 ? 0.85 : first == 0 ? 0.05 : 0.0125)
        case 9: return 0.12 * (first == pin.count % 10 ? 0.40 : first == 9 ? 0.25 : 0.04)
        case 2: return 0.03 * (first == 2 ? 0.50 : 0.05)
        case 8: return 0.02 * (first == 8 ? 0.40 : 0.06)
        default: return 0.005 * 0.1
        }
    }

    /// Returns the likelihood of a block of one to six digits that is used as a part. Half of the blocks are simple in
    /// themselves.
    private static func block(_ pin: PIN) -> Double {
        guard pin.count > 1 else { return seeminglyRandom(pin) }
        let own = 0.30 * random(pin) + 0.35 * run(pin) + 0.20 * seeminglyRandom(pin)
        return own + 0.15 * KeypadWalk.likelihood(of: pin)
    }

    private static func doubled(_ pin: PIN) -> Double {
        // A single repeated digit does not count as a block.
        guard pin.step != 0 else { return 0 }
        var sum = 0.0
        var sizes = 0.0
        for period in 2..<max(2, pin.count / 2 + 1) where pin.count % period == 0 {
            sizes += 1
            if pin.repeats(after: period) { sum += block(pin.prefix(period)) }
        }
        return sizes > 0 ? sum / sizes : 0
    }

    private static func mirrored(_ pin: PIN) -> Double {
        for i in 0..<(pin.count / 2) where pin[i] != pin[pin.count - 1 - i] { return 0 }
        return pin.step == 0 ? 0 : block(pin.prefix((pin.count + 1) / 2))
    }

    private static func groups(_ pin: PIN) -> Double {
        guard pin.step != 0 else { return 0 }
        var sum = 0.0
        var sizes = 0.0
        for size in 2..<max(2, pin.count / 2 + 1) where pin.count % size == 0 {
            sizes += 1
            var isGrouped = true
            for i in pin.indices where pin[i] != pin[i - i % size] { isGrouped = false }
            if isGrouped { sum += block(pin.every(size)) }
        }
        return sizes > 0 ? sum / sizes : 0
    }

    private static func counting(_ pin: PIN) -> Double {
        guard pin.count % 2 == 0 else { return 0 }
        let first = pin.number(from: 0, count: 2)
        for i in 1..<(pin.count / 2) where pin.number(from: 2 * i, count: 2) != (first + i) % 100 { return 0 }
        return first == 10 ? 0.15 : first == 1 || first == 20 || first == 19 ? 0.08 : 0.006
    }

    private static func halves(_ pin: PIN) -> Double {
        guard pin.count % 2 == 0 else { return 0 }
        let half = pin.count / 2
        return simple(pin.prefix(half)) * simple(pin.slice(from: half, count: half))
    }

    /// Returns the likelihood of a half that is simple in itself.
    private static func simple(_ pin: PIN) -> Double {
        let line = 0.25 * repeats(pin) + 0.35 * run(pin) + 0.40 * KeypadWalk.likelihood(of: pin)
        guard pin.count >= 4 else { return line }
        return 0.4 * line + 0.4 * CalendarDate.likelihood(ofDate: pin) + 0.2 * PINPattern.year.likelihood(of: pin)
    }

    private static func nearlySimple(_ pin: PIN) -> Double {
        guard pin.count >= 4, pin.step == nil else { return 0 }
        // One wrong digit leaves either the first pair or the second unchanged.
        return max(nearlySimple(pin, pairAt: 0), nearlySimple(pin, pairAt: 2))
    }

    private static func nearlySimple(_ pin: PIN, pairAt start: Int) -> Double {
        let step = (pin[start + 1] - pin[start] + 10) % 10
        var wrong: Int?
        for i in pin.indices {
            let meant = (pin[start] + (i - start) * step + 100 * 10) % 10
            guard pin[i] != meant else { continue }
            guard wrong == nil else { return 0 }
            wrong = i
        }
        guard let wrong else { return 0 }
        let first = (pin[start] - start * step + 100 * 10) % 10
        let meant = PIN(first: first, step: step, count: pin.count)
        let place = wrong == pin.count - 1 ? 0.5 : 0.5 / Double(pin.count - 1)
        return (0.5 * run(meant) + 0.5 * repeats(meant)) * place / 9
    }

    private static func seeminglyRandom(_ pin: PIN) -> Double {
        var product = 1.0
        for i in pin.indices {
            var factor = favour(pin[i])
            if i > 0 {
                let distance = abs(pin[i] - pin[i - 1])
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

    private static func random(_ pin: PIN) -> Double {
        var share = 1.0
        for _ in pin.indices { share /= 10 }
        return share
    }
}
