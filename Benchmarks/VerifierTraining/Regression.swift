// SPDX-License-Identifier: MIT
import InkGeometry

/// A logistic regression with weights for examples and a penalty on large coefficients (ridge), fitted by Newton's
/// method in double precision, the same on every machine.
struct Regression {
    /// The coefficients of the features as they are, then the constant.
    private(set) var coefficients: [Double]

    /// - Parameters:
    ///   - rows: The features of all examples, row after row.
    ///   - isGenuine: The class of each example.
    ///   - weights: The weight of each example. Their sum is 1.
    ///   - penalty: The factor of the squared coefficients of standardised features.
    init(_ rows: [Float], isGenuine: [Bool], weights: [Double], penalty: Double) {
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
        for _ in 0..<30 {
            let step = Self.newtonStep(rows, isGenuine, weights, penalty, mean, deviation, solution)
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
        _ deviation: [Double], _ solution: [Double]
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
        return solved(&hessian, gradient)
    }

    /// Solves a symmetric system, given by its lower triangle, by Cholesky's decomposition.
    private static func solved(_ a: inout [Double], _ b: [Double]) -> [Double] {
        let n = b.count
        var x = b
        for j in 0..<n {
            for i in j..<n {
                var sum = a[i * n + j]
                for k in 0..<j { sum -= a[i * n + k] * a[j * n + k] }
                a[i * n + j] = i == j ? max(sum, 1e-18).squareRoot() : sum / a[j * n + j]
            }
        }
        for i in 0..<n {
            for k in 0..<i { x[i] -= a[i * n + k] * x[k] }
            x[i] /= a[i * n + i]
        }
        for i in (0..<n).reversed() {
            for k in i + 1..<max(i + 1, n) { x[i] -= a[k * n + i] * x[k] }
            x[i] /= a[i * n + i]
        }
        return x
    }

    func value(_ rows: [Float], _ row: Int) -> Double {
        let width = coefficients.count - 1
        var sum = coefficients[width]
        for k in 0..<width { sum += coefficients[k] * Double(rows[row * width + k]) }
        return sum
    }
}
