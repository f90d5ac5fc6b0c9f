// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import PicturePassword
import Testing

@testable import InkLockService

/// A new method is judged only for a client that has the recovery code, and no message makes judging dear.
@Suite(.fewAtOnce) struct RecoveryOrderTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static let wrong = "0000-0000-0000-0000-0000-0000-000"

    private static func recovery(_ code: String?, _ method: [String: Any]) -> [String: Any] {
        method.merging(["name": "ada", "recoveryCode": code ?? wrong]) { $1 }
    }

    /// A line back and forth over the whole picture, and a tap: so many points in all.
    private static func zigzag(_ points: Int, shift: Double = 0) -> Data {
        let path = (0..<max(1, points - 1)).map { index in
            let x: Double = index.isMultiple(of: 2) ? 0 : 480 + shift
            let y = 320 * Double(index) / Double(points)
            return GesturePoint(InkPoint(x: x, y: y), time: Double(index) / 120)
        }
        let tap = FingerPath([GesturePoint(InkPoint(x: 240, y: 400), time: Double(points) / 120 + 1)])
        return Data(
            PictureGesture([
                GesturePart(.path(isClosed: false), fingers: [FingerPath(path)]),
                GesturePart(.tap(count: 1), fingers: [tap]),
            ]).encoded())
    }

    private static func enrolment(_ points: [Int]) -> [String: Any] {
        [
            "picture": [
                "name": DrawnPassword.picture,
                "drawings": points.enumerated().map { zigzag($1, shift: Double($0)).base64EncodedString() },
            ]
        ]
    }

    private static var poor: [String: [String: Any]] {
        [
            "common passcode": ["passcode": ["kind": "alphanumeric", "text": "dragon99"]],
            "short passcode": ["passcode": ["kind": "numeric", "text": "40715"]],
            "one drawing": enrolment([100]), "unlike drawings": enrolment([100, 40, 3]),
            "unknown picture": ["picture": ["name": "none.svg", "drawings": [String]()]],
        ]
    }

    @Test("The recovery code is checked before the new method")
    func wrongCodeIsRefusedBeforeTheMethodIsJudged() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            let code = try await ada.create("ada")["recoveryCode"]
            let other = try #require(try await browser().create("bob")["recoveryCode"])
            for (name, method) in Self.poor {
                let malformed = try await browser().post("/api/recover", Self.recovery("x", method))
                #expect(malformed.code == "malformed-recovery-code", "\(name): \(malformed.text)")
                let refused = try await browser().post("/api/recover", Self.recovery(other, method))
                #expect(refused.code == "rejected", "\(name): \(refused.text)")
                // With the code, what is wrong with the method is told.
                let told = try await browser().post("/api/recover", Self.recovery(code, method))
                #expect(told.status == 422, "\(name): \(told.text)")
            }
        }
    }

    /// A method that is refused changes nothing: the code stays valid, sessions go on, and the owner sees no failure.
    @Test("A recovery with a refused method changes nothing") func refusedMethodChangesNothing() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            let code = try await ada.create("ada")["recoveryCode"]
            for (name, method) in Self.poor {
                let answer = try await browser().post("/api/recover", Self.recovery(code, method))
                #expect(answer.status == 422 && answer.headers[.setCookie] == nil, "\(name)")
            }
            #expect(try await ada.isSignedIn)
            let good: [String: Any] = ["passcode": ["kind": "six-digits", "text": "581936"]]
            let recovered = try await browser().post("/api/recover", Self.recovery(code, good))
            #expect(recovered.status == 200 && recovered.json["failures"] == nil, "\(recovered.text)")
            #expect(try await !ada.isSignedIn)
        }
    }

    @Test(
        "A message with too many points is refused",
        arguments: [[4001], [2000, 2001], [1500, 1500, 1001], [4000, 4000, 4000], [16_000, 1]])
    func pointsOfAMessageAreBounded(points: [Int]) async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            let code = try await ada.create("ada")["recoveryCode"]
            let enrolment = Self.enrolment(points)
            for message in [enrolment.merging(["name": "bob"]) { $1 }] {
                let answer = try await browser().post("/api/accounts", message)
                #expect(answer.status == 413 && answer.code == "too-large", "\(answer.text)")
            }
            let recovered = try await browser().post("/api/recover", Self.recovery(code, enrolment))
            #expect(recovered.status == 413, "\(recovered.text)")
            let set = try await ada.post(
                "/api/methods/picture", enrolment.merging(["proof": ["passcode": Browser.passcode]]) { $1 })
            #expect(set.status == 413, "\(set.text)")
            guard points[0] > 4000 else { return }
            let drawing: [String: Any] = ["gesture": Self.zigzag(points[0]).base64EncodedString(), "pictureDigest": ""]
            #expect(try await ada.signIn("ada", drawing).status == 413)
        }
    }

    /// The dearest enrolment that is taken, in processor time of one thread. Nothing is optimised here.
    @Test("Checking the largest enrolment is cheap") func largestEnrolmentIsCheap() throws {
        for counts in [[1333, 1333, 1333], [4000], [3000, 500, 500]] {
            let bytes = counts.enumerated().map { Self.zigzag($1, shift: Double($0)) }
            let drawings = try PictureGesture.all(in: bytes)
            let catalogue = PictureCatalogue(site: bench.site)
            let seconds = RequestCostTests.seconds {
                _ = try? NewMethod.checked(drawings: drawings, on: DrawnPassword.picture, catalogue)
            }
            #expect(seconds < 2, "\(counts): \(seconds) s")
        }
    }
}
