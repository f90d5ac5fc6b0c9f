// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import PicturePassword

/// Attempts at simulated picture passwords with wrong figures in the right places, by the size of the figures.
struct SizeTrial: Encodable {
    /// The shares of passwords that attempts open.
    struct Row: Encodable {
        /// The larger sides of the figures in picture units: the smallest and the largest.
        let sides: [Double]
        /// The number of passwords.
        let passwords: Int
        /// The owner's attempt.
        let owner: Double
        /// An exact copy of both figures at half the size.
        let halfSize: Double
        /// Four attempts: scribbles of three and five lines over both figures, upright and across.
        let scribbles: Double
        /// Six attempts: two, three and five separate lines over both figures, upright and across.
        let lines: Double
        /// The same lines, with all lines of a figure drawn at the same time by a finger each.
        let fingers: Double
        /// Four attempts: a line over each figure with 4, 8, 20 or 60 taps beside it.
        let taps: Double
        /// Two other figures of the same sizes, chosen as the owner chooses.
        let otherFigures: Double
    }

    /// Passwords whose figures have one size each.
    let rows: [Row]
    /// Passwords whose figures have any size, without a minimum.
    let all: Row
    /// Those of ``all`` that an enrolment accepts.
    let enrolled: Row

    private static let sides = [30.0, 40, 50, 60, 80, 100, 115, 130, 160]
    /// The larger sides that people choose. Each is as likely as its double.
    private static let range = 30.0...195
    private static let picture = InkSize(width: 480, height: PictureFrame.shorterSide)
    private static let places = [InkPoint(x: 115, y: 160), InkPoint(x: 365, y: 160)]

    /// - Parameters:
    ///   - count: The number of passwords of each size.
    ///   - seed: A seed of all choices and drawings.
    init(_ count: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let choices = FigureChoices(map: SaliencyMap(size: Self.picture))
        rows = Self.sides.map { side in
            Self.row(side...side, (0..<count).compactMap { _ in Attempts([side, side], choices, &random) })
        }
        let chosen = (0..<count).compactMap { _ in
            let sides = Self.places.map { _ in
                exp(Double.random(in: log(Self.range.lowerBound)...log(Self.range.upperBound), using: &random))
            }
            return Attempts(sides, choices, &random)
        }
        all = Self.row(Self.range, chosen)
        enrolled = Self.row(Self.range, chosen.filter(\.isEnrolled))
    }

    private static func row(_ sides: ClosedRange<Double>, _ all: [Attempts]) -> Row {
        func share(_ isOpened: (Attempts) -> Bool) -> Double {
            Double(all.count(where: isOpened)) / Double(max(1, all.count))
        }
        return Row(
            sides: [sides.lowerBound, sides.upperBound], passwords: all.count, owner: share(\.owner),
            halfSize: share(\.halfSize), scribbles: share(\.scribbles), lines: share(\.lines),
            fingers: share(\.fingers), taps: share(\.taps), otherFigures: share(\.otherFigures))
    }

    /// The attempts that open one password of two figures, in the left and the right of the picture.
    private struct Attempts {
        /// A Boolean value that indicates whether an enrolment with the default sizes accepts the drawings.
        let isEnrolled: Bool
        let owner, halfSize, scribbles, lines, fingers, taps, otherFigures: Bool

        init?(_ sides: [Double], _ choices: FigureChoices, _ random: inout SplitMix64) {
            func figures() -> [PlannedFigure] {
                zip(sides, SizeTrial.places).map { choices.shape(side: $0, around: $1, &random) }
            }
            let own = figures()
            var hand = SimulatedHand(
                speed: SimulatedHand.meanSpeed * exp(0.3 * random.normal()), seed: random.next())
            let samples = (0..<3).map { _ in hand.draw(own, variation: 1) }
            let verifier = TrainedVerifier()
            guard let drawn = GestureTemplate(pictureDigest: [], samples: samples) else { return nil }
            let template = TrainedTemplate(drawn)
            owner = verifier.accepts(hand.draw(own, variation: 1), for: template)
            // An attacker has no variation, and the owner's speed.
            var attacker = SimulatedHand(speed: hand.speed, seed: random.next())
            func opens(_ figures: [PlannedFigure], fingers: Int = 1) -> Bool {
                verifier.accepts(attacker.draw(figures, variation: 0, fingers: fingers), for: template)
            }
            func opens(_ counts: [Int], _ attempt: (_ lines: Int, _ isUpright: Bool) -> Bool) -> Bool {
                counts.contains { lines in [false, true].contains { attempt(lines, $0) } }
            }
            halfSize = opens(own.map { $0.scaled(by: 0.5) })
            scribbles = opens([3, 5]) { lines, isUpright in
                opens(own.map { $0.scribbled(lines: lines, isUpright: isUpright) })
            }
            lines = opens([2, 3, 5]) { lines, isUpright in
                opens(own.flatMap { $0.lines(lines, isUpright: isUpright) })
            }
            fingers = opens([2, 3, 5]) { lines, isUpright in
                opens(own.flatMap { $0.lines(lines, isUpright: isUpright) }, fingers: lines)
            }
            taps = [4, 8, 20, 60].contains { taps in opens(own.flatMap { $0.tapped(taps: taps) }) }
            otherFigures = opens(figures())
            isEnrolled = Self.isEnrolled(samples)
        }

        /// Returns whether the drawings meet the rule on sizes. The other rules are left out, so that the effect of
        /// this one shows.
        private static func isEnrolled(_ samples: [PictureGesture]) -> Bool {
            let parameters = EnrolmentParameters(
                minimumPlaces: 1, minimumStrength: .weak, minimumSquares: 1, minimumExtent: 0)
            guard var enrolment = Enrolment(pictureDigest: [], verifier: TrainedVerifier(), parameters: parameters)
            else { return false }
            return samples.allSatisfy { sample in
                do throws(EnrolmentError) {
                    _ = try enrolment.add(sample)
                    return true
                } catch {
                    return error != .tooSmall
                }
            }
        }
    }
}

extension SizeTrial {
    var text: String {
        let columns = ["passwords", "owner", "half", "scribbles", "lines", "fingers", "taps", "others"]
        func line(_ name: String, _ cells: [String]) -> String {
            let name = name + String(repeating: " ", count: max(0, 28 - name.count))
            return name + cells.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
        }
        func line(_ name: String, _ row: Row) -> String {
            let shares = [
                row.owner, row.halfSize, row.scribbles, row.lines, row.fingers, row.taps, row.otherFigures,
            ]
            return line(name, ["\(row.passwords)"] + shares.map { String(format: "%.1f", $0 * 100) })
        }
        var lines = [line("larger side; opened, in %, by", columns)]
        for row in rows { lines.append(line("\(Int(row.sides[0])) picture units", row)) }
        lines.append(line("\(Int(Self.range.lowerBound)) to \(Int(Self.range.upperBound)) units", all))
        lines.append(line("those that are enrolled", enrolled))
        return lines.joined(separator: "\n")
    }
}
