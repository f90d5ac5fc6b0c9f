// SPDX-License-Identifier: MIT

/// The likelihood of PINs that are dates and years in common notations.
enum CalendarDate {
    /// An element of a written date.
    private enum Part {
        case day, month, year, fullYear
        /// A day or a month without a leading zero, 1 to 9.
        case shortDay, shortMonth

        var digitCount: Int {
            switch self {
            case .day, .month, .year: 2
            case .fullYear: 4
            case .shortDay, .shortMonth: 1
            }
        }
    }

    /// Returns the likelihood that a person who chooses a date chooses this PIN.
    static func likelihood(ofDate pin: PIN) -> Double {
        switch pin.count {
        case 4:
            share(pin, .day, .month, 0.40) + share(pin, .month, .day, 0.35) + share(pin, .month, .year, 0.10)
                + share(pin, .shortDay, .shortMonth, .year, 0.12) + share(pin, .year, .month, 0.03)
        case 5:
            share(pin, .shortDay, .month, .year, 0.35) + share(pin, .day, .shortMonth, .year, 0.30)
                + share(pin, .shortMonth, .day, .year, 0.35)
        case 6:
            share(pin, .day, .month, .year, 0.45) + share(pin, .month, .day, .year, 0.30)
                + share(pin, .year, .month, .day, 0.10) + share(pin, .month, .fullYear, 0.07)
                + share(pin, .shortDay, .shortMonth, .fullYear, 0.05) + share(pin, .fullYear, .month, 0.03)
        case 7:
            share(pin, .shortDay, .month, .fullYear, 0.35) + share(pin, .day, .shortMonth, .fullYear, 0.30)
                + share(pin, .shortMonth, .day, .fullYear, 0.35)
        case 8:
            share(pin, .day, .month, .fullYear, 0.50) + share(pin, .month, .day, .fullYear, 0.30)
                + share(pin, .fullYear, .month, .day, 0.20)
        default: 0
        }
    }

    private static func share(_ pin: PIN, _ first: Part, _ second: Part, _ share: Double) -> Double {
        var date = Reading(pin)
        return date.reads(first) && date.reads(second) ? share * date.likelihood : 0
    }

    private static func share(
        _ pin: PIN, _ first: Part, _ second: Part, _ third: Part, _ share: Double
    ) -> Double {
        var date = Reading(pin)
        return date.reads(first) && date.reads(second) && date.reads(third) ? share * date.likelihood : 0
    }

    /// A PIN that is read from the left.
    private struct Reading {
        private let pin: PIN
        private var offset = 0
        private var day: Int?
        private var month: Int?
        private var year: Double?

        init(_ pin: PIN) { self.pin = pin }

        mutating func reads(_ part: Part) -> Bool {
            let number = pin.number(from: offset, count: part.digitCount)
            offset += part.digitCount
            switch part {
            case .day, .shortDay: day = number
            case .month, .shortMonth: month = number
            case .year: year = CalendarDate.birthYear(1900 + number) + CalendarDate.birthYear(2000 + number)
            case .fullYear: year = CalendarDate.birthYear(number)
            }
            return (1...31).contains(day ?? 1) && (1...12).contains(month ?? 1)
        }

        var likelihood: Double {
            (year ?? 1) * (day.map { CalendarDate.likelihood(day: $0, month: month ?? 1) } ?? 1.0 / 12)
        }
    }

    /// Returns the likelihood of a day. Birthdays are spread over the year; some days are common choices.
    private static func likelihood(day: Int, month: Int) -> Double {
        let last = month == 2 ? 29 : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
        guard day <= last else { return 0 }
        let usual = 1.0 / 400
        switch (day, month) {
        case (25, 12), (24, 12), (31, 12), (1, 1), (14, 2), (4, 7): return 3 * usual
        default: return day == month ? 2 * usual : day == 1 || day == 15 ? 1.2 * usual : usual
        }
    }

    /// Returns the share of people born in a year, including the birthdays of their children and their weddings.
    private static func birthYear(_ year: Int) -> Double {
        switch year {
        case 1900..<1930: 0.01 / 30
        case 1930..<1950: 0.05 / 20
        case 1950..<1960: 0.08 / 10
        case 1960..<1970: 0.13 / 10
        case 1970..<1980: 0.16 / 10
        case 1980..<1990: 0.19 / 10
        case 1990..<2000: 0.17 / 10
        case 2000..<2010: 0.12 / 10
        case 2010..<2020: 0.06 / 10
        case 2020..<2040: 0.03 / 20
        default: 0
        }
    }

    /// Returns the likelihood that a person who chooses a year chooses this one.
    static func likelihood(ofYear year: Int) -> Double {
        year == 2000 ? 0.10 : year == 1999 || year == 2001 ? 0.02 : 0.86 * birthYear(year)
    }
}
