// SPDX-License-Identifier: MIT

/// From which likelihood on a row of digits is refused, so that a given share of all rows of its length is.
///
/// The limits were found by ranking all rows of four, five and six digits by ``ChoiceModel``; `inklock guess --limits` prints
/// them. Kept as numbers, they cost neither time nor memory when somebody chooses a passcode.
enum RefusedShare {
    /// The shares there are limits for, in per cent.
    static var percents: ClosedRange<Int> { 0...20 }

    /// The greatest likelihood that is not refused; `nil` to refuse nothing.
    ///
    /// Rows of more than six digits are held against the limit for six: none may be likelier than what is taken there.
    /// - Parameters:
    ///   - percent: The share of rows to refuse, limited to ``percents``.
    ///   - count: Digits, at least 4.
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
            8.609496e-4, 4.898277e-4, 3.818562e-4, 3.494880e-4, 3.012469e-4,
            2.449921e-4, 2.170618e-4, 2.040161e-4, 1.924576e-4, 1.814096e-4,
            1.507663e-4, 1.226852e-4, 9.741016e-5, 8.312624e-5, 7.517716e-5,
            6.862438e-5, 6.353590e-5, 6.010116e-5, 5.695742e-5, 5.508785e-5,
        ]
    }

    private static var fiveDigits: [Double] {
        [
            2.167621e-5, 1.507018e-5, 1.245816e-5, 1.089215e-5, 9.935892e-6,
            9.230616e-6, 8.668217e-6, 8.229445e-6, 7.885791e-6, 7.572846e-6,
            7.308767e-6, 7.060585e-6, 6.819620e-6, 6.610704e-6, 6.429446e-6,
            6.263096e-6, 6.117681e-6, 5.980551e-6, 5.866682e-6, 5.761122e-6,
        ]
    }

    private static var sixDigits: [Double] {
        [
            5.678283e-6, 3.609195e-6, 2.813274e-6, 2.276596e-6, 1.784826e-6,
            1.343298e-6, 1.119275e-6, 9.913909e-7, 8.710159e-7, 7.648605e-7,
            6.880738e-7, 6.260514e-7, 5.833708e-7, 5.509688e-7, 5.211154e-7,
            4.985514e-7, 4.795066e-7, 4.636240e-7, 4.484659e-7, 4.369611e-7,
        ]
    }
}
