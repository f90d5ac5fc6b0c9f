// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

/// The estimate for recorded drawings of people, in an optional folder.
@Suite(.enabled(if: Recordings.areHere, "needs the recorded drawings; set INKLOCK_RECORDINGS to their folder"))
struct StrengthRecordingsTests {
    private let picture = SaliencyMap(size: InkSize(width: 320, height: 569))

    @Test("Stronger drawings accept fewer drawings of other people")
    func strongerDrawingsAcceptFewerOfOtherPeoples() throws {
        let drawings = try Recorded.phone(every: 8)
        let probes = drawings.indices.filter { $0 % 2 == 0 }
        for (rule, most) in [
            (RasterVerifier.undirected.parameters, -0.45), (RasterVerifier.Parameters(), -0.25),
        ] {
            let verifier = RasterVerifier(rule)
            let strengths = drawings.map { Strength(of: [$0.gesture], over: picture, rule: rule).log10Guesses }
            let accepted = drawings.map { owner in
                let template = Drawn.template(owner.gesture)
                let strangers = probes.filter { drawings[$0].user != owner.user && drawings[$0].label != owner.label }
                let passing = strangers.filter { verifier.accepts(drawings[$0].gesture, for: template) }
                return Double(passing.count) / Double(strangers.count)
            }
            let correlation = Self.correlation(Self.ranks(strengths), Self.ranks(accepted))
            #expect(correlation < most)
        }
    }

    /// The hatching is fitted to half of the people and tested on the others.
    @Test("Hatching matches a third of drawings unless direction is required")
    func oneHatchingOpensAThirdOfSingleDrawingsUnlessDirectionCounts() throws {
        let drawings = try Recorded.phone(every: 4)
        let isKnown = { (drawing: Recorded) in drawing.user % 2 == 0 }
        func share(_ hatching: PictureGesture, of some: [Recorded], _ verifier: RasterVerifier) -> Double {
            let open = some.filter { verifier.accepts(hatching, for: Drawn.template($0.joined)) }
            return Double(open.count) / Double(some.count)
        }
        let known = drawings.filter(isKnown)
        let unknown = drawings.filter { !isKnown($0) }
        #expect(min(known.count, unknown.count) > 50)
        func best(_ verifier: RasterVerifier) -> Double {
            var best = (hatching: PictureGesture(), share: -1.0)
            for width in [60.0, 90, 120] {
                for height in [150.0, 180, 210] {
                    for lines in 3...4 {
                        let hatching = Self.hatching(width, height, lines: lines)
                        let share = share(hatching, of: known, verifier)
                        if share > best.share { best = (hatching, share) }
                    }
                }
            }
            return share(best.hatching, of: unknown, verifier)
        }
        #expect(best(RasterVerifier.undirected) > 0.33)
        #expect(best(RasterVerifier()) < 0.2)
    }

    private static func hatching(_ width: Double, _ height: Double, lines: Int) -> PictureGesture {
        var corners: [(Double, Double)] = []
        for line in 0..<lines {
            let y = 251 - height / 2 + height * (Double(line) + 0.5) / Double(lines)
            let (left, right) = (160 - width / 2, 160 + width / 2)
            corners += line % 2 == 0 ? [(left, y), (right, y)] : [(right, y), (left, y)]
        }
        return PictureGesture([Drawn.part(corners)])
    }

    /// Equal values get the mean of their ranks.
    private static func ranks(_ values: [Double]) -> [Double] {
        values.map { value in
            Double(values.filter { $0 < value }.count) + Double(values.filter { $0 == value }.count) / 2
        }
    }

    private static func correlation(_ a: [Double], _ b: [Double]) -> Double {
        let mean = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
        var (ab, aa, bb) = (0.0, 0.0, 0.0)
        for (x, y) in zip(a, b) {
            ab += (x - mean.0) * (y - mean.1)
            aa += (x - mean.0) * (x - mean.0)
            bb += (y - mean.1) * (y - mean.1)
        }
        return ab / (aa * bb).squareRoot()
    }
}

/// A drawing recorded with a finger on a phone, in picture units.
private struct Recorded {
    let label: String
    let user: Int
    /// The recorded drawing with its strokes, and as one path.
    let gesture: PictureGesture
    let joined: PictureGesture

    static func phone(every step: Int) throws -> [Recorded] {
        let data = try Recordings.data("mmg_plus/mmg_plus.ndjson.gz")
        let lines = try Gzip.decompressed(Array(data), limit: 100_000_000).split(separator: UInt8(ascii: "\n"))
        let drawings = try lines.compactMap { line -> Recorded? in
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            let path = try #require(object["path"] as? String)
            guard path.contains("Smartphone") else { return nil }
            let strokes = try #require(object["strokes"] as? [[[Double]]])
            // The recording's screen is 360 points wide.
            let scale = 320.0 / 360
            let fingers = strokes.filter { !$0.isEmpty }.map { rows in
                FingerPath(
                    rows.map { GesturePoint(InkPoint(x: $0[0] * scale, y: $0[1] * scale), time: $0[2] / 1000) })
            }
            let whole = FingerPath(fingers.flatMap { $0.points })
            return try Recorded(
                label: #require(object["label"] as? String), user: #require(Int(object["user"] as? String ?? "")),
                gesture: GestureParser().gesture(from: fingers),
                joined: PictureGesture([GesturePart(.path(isClosed: false), fingers: [whole])]))
        }
        return stride(from: 0, to: drawings.count, by: step).map { drawings[$0] }
    }
}
