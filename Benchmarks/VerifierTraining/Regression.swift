// SPDX-License-Identifier: MIT
import InkGeometry

/// A logistic regression with weights for examples and a penalty on large coefficients (ridge), fitted by Newton's
/// method in double precision, the same on every machine. Some coefficients are limited to 0 and below.
struct Regression {
    /// The coefficients of the features as they are, then the constant.
    private(set) var coefficients: [Double]

    /// - Parameters:
    ///   - rows: The features of all examples, row after row.
    ///   - isGenuine: The class of each example.
    ///   - weights: The weight of each example. Their sum is 1.
    ///   - penalty: The factor of the squared coefficients of standardised features.
    ///   - isLimited: A closure that says of which features the coefficients must not be positive.
    init(
        _ rows: [Float], isGenuine: [Bool], weights: [Double], penalty: Double, isLimited: (_ feature: Int) -> Bool
    ) {
        let count = isGenuine.count
        let width = rows.count / count
        var mean = [Double](repeating: 0, count: width)
        var deviation = mean
        for i in 0..<count where weights[i] > 0 {
            for k in 0..<width { mean[k] += weights[i] * Double(rows[i * width + k]) }
        }
        for i in 0..<count where weights[i] > 0 {
            for k in 0..<width {
                let difference = Double(rows[i * width + k]) - mean[k]
                deviation[k] += weights[i] * difference * difference
            }
        }
        for k in 0..<width { deviation[k] = deviation[k].squareRoot() + 1e-6 }

        var solution = [Double](repeating: 0, count: width + 1)
        let isLimited = (0...width).map { $0 < width && isLimited($0) }
        for _ in 0..<30 {
            let step = Self.newtonStep(rows, isGenuine, weights, penalty, mean, deviation, solution, isLimited)
            var change = 0.0
            for k in 0...width {
                solution[k] += step[k]
                change = max(change, abs(step[k]))
            }
            if change < 1e-6 { break }
        }
        coefficients = solution
        for k in 0..<width {
            coefficients[k] = solution[k] / deviation[k]
            coefficients[width] -= coefficients[k] * mean[k]
        }
    }

    private static func newtonStep(
        _ rows: [Float], _ isGenuine: [Bool], _ weights: [Double], _ penalty: Double, _ mean: [Double],
        _ deviation: [Double], _ solution: [Double], _ isLimited: [Bool]
    ) -> [Double] {
        let width = mean.count
        let size = width + 1
        var gradient = [Double](repeating: 0, count: size)
        var hessian = [Double](repeating: 0, count: size * size)
        var x = [Double](repeating: 1, count: size)
        for i in 0..<isGenuine.count where weights[i] > 0 {
            var z = solution[width]
            for k in 0..<width {
                x[k] = (Double(rows[i * width + k]) - mean[k]) / deviation[k]
                z += x[k] * solution[k]
            }
            let p = 1 / (1 + ElementaryFunctions.exp(-max(-40, min(40, z))))
            let residual = weights[i] * ((isGenuine[i] ? 1 : 0) - p)
            let curvature = weights[i] * max(p * (1 - p), 1e-12)
            for k in 0..<size { gradient[k] += residual * x[k] }
            // Examples far from the threshold have next to no curvature.
            guard curvature > 1e-14 else { continue }
            hessian.withUnsafeMutableBufferPointer { hessian in
                x.withUnsafeBufferPointer { x in
                    for j in 0..<size {
                        let scaled = curvature * x[j]
                        for k in 0...j { hessian[j * size + k] += scaled * x[k] }
                    }
                }
            }
        }
        for k in 0..<width {
            gradient[k] -= 2 * penalty * solution[k]
            hessian[k * size + k] += 2 * penalty
        }
        hessian[width * size + width] += 1e-9
        for j in 0..<size { for k in 0..<j { hessian[k * size + j] = hessian[j * size + k] } }
        return solved(hessian, gradient, from: solution, isLimited)
    }

    /// Returns the step to the lowest point of a parabola by coordinate descent. A step from `solution` leads to no
    /// positive value of a limited coefficient.
    private static func solved(
        _ hessian: [Double], _ gradient: [Double], from solution: [Double], _ isLimited: [Bool]
    ) -> [Double] {
        let size = gradient.count
        var step = [Double](repeating: 0, count: size)
        for _ in 0..<20_000 {
            var change = 0.0
            for k in 0..<size {
                var slope = gradient[k]
                for j in 0..<size { slope -= hessian[k * size + j] * step[j] }
                var next = step[k] + slope / hessian[k * size + k]
                if isLimited[k] { next = min(next, -solution[k]) }
                change = max(change, abs(next - step[k]))
                step[k] = next
            }
            if change < 1e-10 { break }
        }
        return step
    }

    func value(_ rows: [Float], _ row: Int) -> Double {
        let width = coefficients.count - 1
        var sum = coefficients[width]
        for k in 0..<width { sum += coefficients[k] * Double(rows[row * width + k]) }
        return sum
    }
}
