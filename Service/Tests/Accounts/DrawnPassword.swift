// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkGeometry
import PicturePassword

/// A picture password as messages carry it: a line and a tap. A shift makes it another drawing of the same.
enum DrawnPassword {
    static let picture = "garden.svg"

    static func gesture(shift: Double, elsewhere: Double = 0) -> PictureGesture {
        let path = FingerPath((0..<60).map { point($0, shift: shift, elsewhere: elsewhere) })
        let tap = FingerPath([GesturePoint(InkPoint(x: 250 + shift, y: 250 - elsewhere), time: 1)])
        return PictureGesture([
            GesturePart(.path(isClosed: false), fingers: [path]), GesturePart(.tap(count: 1), fingers: [tap]),
        ])
    }

    /// Down, a little up, and down.
    private static func point(_ index: Int, shift: Double, elsewhere: Double) -> GesturePoint {
        let i = Double(index)
        var y = i * 5
        if index >= 25 { y = 125 - (i - 25) * 2 }
        if index >= 45 { y = 85 + (i - 45) * 6 }
        if elsewhere != 0 { y = y * 0.2 + elsewhere }
        return GesturePoint(InkPoint(x: 40 + i * 3.5 + shift, y: 40 + y), time: i / 60)
    }

    static var enrolment: [String: Any] { enrolment(on: picture) }

    static func enrolment(on picture: String) -> [String: Any] {
        ["name": picture, "drawings": [0, 1, 2].map { Data(gesture(shift: $0).encoded()).base64EncodedString() }]
    }

    /// The name of a photo on its owner's device.
    static func name(ofPhoto bytes: String) -> String {
        "photo-" + SHA256.hash(data: Data(bytes.utf8)).map { String(format: "%02x", $0) }.joined()
    }

    static func drawing(shift: Double, elsewhere: Double = 0, on picture: String = picture) -> [String: Any] {
        [
            "gesture": Data(gesture(shift: shift, elsewhere: elsewhere).encoded()).base64EncodedString(),
            "pictureDigest": Data(SHA256.hash(data: Data(picture.utf8))).base64EncodedString(),
        ]
    }
}
