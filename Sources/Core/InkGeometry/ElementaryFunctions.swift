// SPDX-License-Identifier: MIT

/// Sine, cosine, arc tangent, exponential and logarithm that return the same bits on every machine.
///
/// A platform's own functions may differ in the last bit, and one bit is enough to give two pictures two hashes. These
/// use only the operations that IEEE 754 defines exactly, in a fixed order and without fused multiply-add. Each reduces
/// its argument to a small interval and evaluates a polynomial there. The reductions are those of W. J. Cody and W.
/// Waite, "Software Manual for the Elementary Functions" (1980). The coefficients are the project's own minimax fits
/// (Remez exchange at 50 digits, then rounded); the largest error of each fit is given beside it.
///
/// Results are within 2 units in the last place. NaN, infinities and signed zeros follow Annex F of the C standard.
public enum ElementaryFunctions {
    /// The largest angle in radians, 2³¹, that ``sin(_:)`` and ``cos(_:)`` distinguish from zero.
    public static var angleLimit: Double { 0x1p31 }

    /// Returns the sine of an angle in radians.
    ///
    /// The result is within 2 units in the last place for |angle| ≤ 10⁶. Beyond that the absolute error grows to
    /// 2.5·10⁻⁷ at ``angleLimit``. A larger finite angle counts as zero; an infinite one gives NaN.
    public static func sin(_ angle: Double) -> Double {
        if angle.magnitude < 0x1p-27 { return angle }
        guard angle.isFinite else { return .nan }
        guard angle.magnitude <= angleLimit else { return 0 }
        let (quadrant, r, rest) = reduced(angle)
        let value = quadrant & 1 == 0 ? sinNearZero(r, rest) : cosNearZero(r, rest)
        return quadrant & 2 == 0 ? value : -value
    }

    /// Returns the cosine of an angle in radians, with the accuracy and limits of ``sin(_:)``.
    public static func cos(_ angle: Double) -> Double {
        guard angle.isFinite else { return .nan }
        guard angle.magnitude <= angleLimit else { return 1 }
        let (quadrant, r, rest) = reduced(angle)
        let value = quadrant & 1 == 0 ? cosNearZero(r, rest) : sinNearZero(r, rest)
        return (quadrant + 1) & 2 == 0 ? value : -value
    }

    /// Returns the angle of the vector (x, y) in radians, −π ... π, measured from the x axis towards y.
    public static func atan2(_ y: Double, _ x: Double) -> Double {
        if x.isNaN || y.isNaN { return .nan }
        let steep = y.magnitude > x.magnitude
        var (n, d) = steep ? (x.magnitude, y.magnitude) : (y.magnitude, x.magnitude)
        if d == .infinity { (n, d) = (n == .infinity ? 1 : 0, 1) }
        if d == 0 { d = 1 }
        if d > 0x1p1000 { (n, d) = (n * 0x1p-100, d * 0x1p-100) }
        if d < 0x1p-900 { (n, d) = (n * 0x1p100, d * 0x1p100) }

        var (angle, rest) = octantAngle(n, d)
        if steep { (angle, rest) = difference(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, angle, rest) }
        if x.sign == .minus { (angle, rest) = difference(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, angle, rest) }
        return Double(signOf: y, magnitudeOf: angle + rest)
    }

    /// Returns e raised to the power x.
    public static func exp(_ x: Double) -> Double {
        if x.isNaN { return x }
        if x > 0x1.62e42fefa39efp+9 { return .infinity }
        if x < -746 { return 0 }
        let k = rounded(x * 0x1.71547652b82fep+0)
        let high = x - k * 0x1.62e42feep-1
        let low = k * 0x1.a39ef35793c76p-33
        let r = high - low
        let rest = (high - r) - low
        // (eʳ − 1 − r) / r² for |r| ≤ ln 2 / 2 within 2⁻⁵⁶.
        var p = 0x1.af8585e7f5fb9p-26
        p = p * r + 0x1.28b048c30cd17p-22
        p = p * r + 0x1.71dddfcd2f85cp-19
        p = p * r + 0x1.a0199694228e5p-16
        p = p * r + 0x1.a01a01bae1859p-13
        p = p * r + 0x1.6c16c185a72aep-10
        p = p * r + 0x1.111111110d63cp-7
        p = p * r + 0x1.5555555550031p-5
        p = p * r + 0x1.5555555555561p-3
        p = p * r + 0x1.000000000000bp-1
        let value = 1 + (r + (r * r * p + rest))
        // Two factors, because neither 2¹⁰²⁴ nor 2⁻¹⁰⁷⁵ is a Double.
        let exponent = Int(k)
        return value * powerOfTwo(exponent >> 1) * powerOfTwo(exponent - exponent >> 1)
    }

    /// Returns the natural logarithm: −∞ at zero, NaN below zero.
    public static func log(_ x: Double) -> Double {
        guard x > 0 else { return x == 0 ? -.infinity : .nan }
        guard x < .infinity else { return x }
        let isSubnormal = x < 0x1p-1022
        let bits = (isSubnormal ? x * 0x1p54 : x).bitPattern
        var exponent = Int(bits >> 52) - (isSubnormal ? 1023 + 54 : 1023)
        var m = Double(bitPattern: bits & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
        if m > 0x1.6a09e667f3bcdp+0 {
            m *= 0.5
            exponent += 1
        }
        // With s = f / (2 + f), log(1 + f) = 2 atanh(s) = 2s + s·g(s²), and 2s = f − s·f avoids the rounding error of
        // the division.
        let f = m - 1
        let s = f / (2 + f)
        let z = s * s
        // (2 atanh(s) / s − 2) / s² for m between √½ and √2 within 2⁻⁵⁷.
        var p = 0x1.2e33672eb1f1p-3
        p = p * z + 0x1.39b6d31e4bc6p-3
        p = p * z + 0x1.74656a8b19391p-3
        p = p * z + 0x1.c71c562753b9fp-3
        p = p * z + 0x1.2492493cc1389p-2
        p = p * z + 0x1.9999999985eafp-2
        p = p * z + 0x1.555555555557fp-1
        let k = Double(exponent)
        return k * 0x1.62e42feep-1 + (f - (s * (f - z * p) - k * 0x1.a39ef35793c76p-33))
    }
}

extension ElementaryFunctions {
    /// Returns the nearest whole number, ties to even, for |x| < 2⁵¹. The addition leaves no bits for a fraction.
    private static func rounded(_ x: Double) -> Double { (x + 0x1.8p52) - 0x1.8p52 }

    /// Returns 2 raised to a power between −1022 and 1023.
    private static func powerOfTwo(_ exponent: Int) -> Double {
        Double(bitPattern: UInt64(truncatingIfNeeded: 1023 + exponent) << 52)
    }

    /// Returns a + b and its exact rounding error (D. E. Knuth, "The Art of Computer Programming", volume 2, 4.2.2).
    private static func sum(_ a: Double, _ b: Double) -> (Double, Double) {
        let sum = a + b
        let kept = sum - a
        return (sum, (a - (sum - kept)) + (b - kept))
    }

    private static func difference(_ a: Double, _ aRest: Double, _ b: Double, _ bRest: Double) -> (Double, Double) {
        let (high, lost) = sum(a, -b)
        return (high, lost + (aRest - bRest))
    }

    /// Returns the angle minus the nearest multiple of π/2, as a sum of two numbers, and that multiple modulo 4.
    ///
    /// π/2 is split into 33 + 33 + 53 bits. The products with the first two parts are exact while the multiple has 20
    /// bits.
    private static func reduced(_ angle: Double) -> (quadrant: Int, Double, rest: Double) {
        let k = rounded(angle * 0x1.45f306dc9c883p-1)
        let (r, lost) = sum(angle - k * 0x1.921fb544p+0, -(k * 0x1.0b4611a6p-34))
        let (remainder, lostToo) = sum(r, -(k * 0x1.3198a2e037073p-69))
        return (Int(k) & 3, remainder, lost + lostToo)
    }

    private static func sinNearZero(_ r: Double, _ rest: Double) -> Double {
        let z = r * r
        // (sin r / r − 1) / r² for |r| ≤ π/4 within 2⁻⁵⁵.
        var p = 0x1.5dadb9b6b9609p-33
        p = p * z - 0x1.ae5ec5bff7729p-26
        p = p * z + 0x1.71de35f6e47a8p-19
        p = p * z - 0x1.a01a019cabcb5p-13
        p = p * z + 0x1.111111110fd9dp-7
        p = p * z - 0x1.555555555554cp-3
        return r + (r * z * p + rest * (1 - 0.5 * z))
    }

    private static func cosNearZero(_ r: Double, _ rest: Double) -> Double {
        let z = r * r
        // (cos r − 1 + r²/2) / r⁴ for |r| ≤ π/4 within 2⁻⁶⁰.
        var p = -0x1.8fff34f760921p-37
        p = p * z + 0x1.1eea8a4f3fdep-29
        p = p * z - 0x1.27e4f8f6a7d8dp-22
        p = p * z + 0x1.a01a019dfd97bp-16
        p = p * z - 0x1.6c16c16c15edfp-10
        p = p * z + 0x1.5555555555552p-5
        let half = 0.5 * z
        let top = 1 - half
        return top + (((1 - top) - half) + (z * z * p - r * rest))
    }

    /// Returns the arc tangent of n / d for 0 ≤ n ≤ d, as a sum of two numbers.
    ///
    /// The angle is measured from the nearest of 0, ½ and 1, so that the tangent of the remainder is at most ¼. The
    /// differences n − d/2 and n − d are exact there.
    private static func octantAngle(_ n: Double, _ d: Double) -> (Double, Double) {
        var (start, startRest, t) = (0.0, 0.0, 0.0)
        if n <= 0.25 * d {
            t = n / d
        } else if n <= 0.75 * d {
            (start, startRest) = (0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56)
            t = (n - 0.5 * d) / (d + 0.5 * n)
        } else {
            (start, startRest) = (0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55)
            t = (n - d) / (d + n)
        }
        let z = t * t
        // (atan t / t − 1) / t² for |t| ≤ ¼ within 2⁻⁵⁹.
        var p = 0x1.2115b12688867p-5
        p = p * z - 0x1.a1654ab96dfafp-5
        p = p * z + 0x1.e0cba238ca6d5p-5
        p = p * z - 0x1.110a32b6d6dbcp-4
        p = p * z + 0x1.3b137987880dfp-4
        p = p * z - 0x1.745d1625ae501p-4
        p = p * z + 0x1.c71c71c387ac4p-4
        p = p * z - 0x1.249249248f0b6p-3
        p = p * z + 0x1.999999999996cp-3
        p = p * z - 0x1.5555555555555p-2
        let (angle, lost) = sum(start, t)
        return (angle, lost + (startRest + t * z * p))
    }
}
