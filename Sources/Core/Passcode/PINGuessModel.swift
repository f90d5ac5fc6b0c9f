// SPDX-License-Identifier: MIT

/// A model of the likelihood that people choose a PIN as a passcode: a mixture of habits.
///
/// The model is the project's own. Its shares follow the results that studies of chosen PINs agree on (Bonneau,
/// Preibusch and Anderson, "A birthday present every eleven wallets?", FC 2012; Wang et al., "Understanding
/// human-chosen PINs", AsiaCCS 2017; Markert et al., "This PIN can be easily guessed", S&P 2020): dates first, then
/// runs, repeats and shapes on the keypad. The shares are set so that among PINs of four digits 1234 alone is chosen by
/// 10.7 % and the ten likeliest by 23.3 %, as in Markert's data. The model contains no list of PINs.
public struct PINGuessModel: Hashable, Sendable {
    /// The share of each pattern, by its raw value.
    private var shares: [Double]

    /// Creates a model.
    /// - Parameter shares: A share for each pattern, in the order of ``PINPattern``.
    public init(shares: [Double] = Self.shares) { self.shares = shares }

    /// The default share of each pattern, in the order of ``PINPattern``. The shares sum to 1.
    public static var shares: [Double] {
        [0.095, 0.153, 0.045, 0.020, 0.020, 0.008, 0.012, 0.050, 0.170, 0.060, 0.030, 0.015, 0.040, 0.150, 0.132]
    }

    /// Returns the likelihood of a PIN among those of its length. The likelihoods of all PINs of a length sum to about
    /// 1.
    ///
    /// - Complexity: O(digits + well-known words and numbers).
    public func likelihood(of pin: PIN) -> Double {
        var sum = 0.0
        for pattern in PINPattern.allCases { sum += shares[Int(pattern.rawValue)] * pattern.likelihood(of: pin) }
        return sum
    }

    /// Returns the most common pattern among people who choose this PIN.
    public func mainPattern(of pin: PIN) -> PINPattern {
        var best = PINPattern.random
        var most = 0.0
        for pattern in PINPattern.allCases {
            let part = shares[Int(pattern.rawValue)] * pattern.likelihood(of: pin)
            if part > most {
                best = pattern
                most = part
            }
        }
        return best
    }
}
