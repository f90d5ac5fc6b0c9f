// SPDX-License-Identifier: MIT

/// The likelihood limits that reject a given share of all PINs of a length.
///
/// The limits result from ranking all PINs of four, five and six digits by ``PINGuessModel``; `inklock guess --limits`
/// prints them. As constants they cost neither time nor memory when a user chooses a passcode.
enum RefusedShare {
    /// The shares with limits, in per cent.
    static var percents: ClosedRange<Int> { 0...20 }

    /// Returns the greatest likelihood that is not rejected, or `nil` to reject nothing.
    ///
    /// PINs of more than six digits use the limit for six digits: none may be likelier than those accepted there.
    /// - Parameters:
    ///   - percent: The share of PINs to reject, limited to ``percents``.
    ///   - count: The number of digits, at least 4.
    static func limit(percent: Int, count: Int) -> Double? {
        guard percent > 0 else { return nil }
        let limits: [Double]
        switch count {
        case 4: limits = fourDigits
        case 5: limits = fiveDigits
        default: limits = sixDigits
        }
        return limits[min(percent, percents.upperBound) - 1]
    }

    private static var fourDigits: [Double] {
        [
            8.662163e-4, 4.888277e-4, 3.839349e-4, 3.533445e-4, 3.016593e-4,
            2.508642e-4, 2.207966e-4, 2.058519e-4, 1.951246e-4, 1.829332e-4,
            1.521251e-4, 1.230652e-4, 1.026563e-4, 8.573600e-5, 7.570819e-5,
            6.851688e-5, 6.334140e-5, 5.970561e-5, 5.658038e-5, 5.453463e-5,
        ]
    }

    private static var fiveDigits: [Double] {
        [
            2.254787e-5, 1.534390e-5, 1.250664e-5, 1.087519e-5, 9.923290e-6,
            9.203167e-6, 8.661147e-6, 8.215546e-6, 7.848257e-6, 7.517638e-6,
            7.256282e-6, 7.001858e-6, 6.755381e-6, 6.541946e-6, 6.357151e-6,
            6.188109e-6, 6.039956e-6, 5.901062e-6, 5.778739e-6, 5.669429e-6,
        ]
    }

    private static var sixDigits: [Double] {
        [
            5.723579e-6, 3.602782e-6, 2.805071e-6, 2.269021e-6, 1.777719e-6,
            1.335785e-6, 1.109510e-6, 9.816193e-7, 8.621742e-7, 7.563655e-7,
            6.786523e-7, 6.167997e-7, 5.734446e-7, 5.415101e-7, 5.113971e-7,
            4.888776e-7, 4.697052e-7, 4.536240e-7, 4.387322e-7, 4.272193e-7,
        ]
    }
}
