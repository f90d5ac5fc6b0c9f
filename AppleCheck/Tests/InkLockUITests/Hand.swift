// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import SwiftUI
import UIKit

@testable import InkLockUI

/// A hand that moves a touch over a view as an iPhone reports it, with several coalesced samples per event.
@MainActor struct Hand {
    let view: UIView
    var type = UITouch.TouchType.direct
    var time = 100.0
    var step = 1.0 / 120

    init(_ view: UIView, type: UITouch.TouchType = .direct) {
        self.view = view
        self.type = type
    }

    /// Draws through points, with three samples per event.
    mutating func draw(_ points: [CGPoint]) {
        guard let first = points.first else { return }
        let touch = UITouch(_at: first, time: time, type: type)
        view.touchesBegan([touch], with: UIEvent(_coalesced: [touch]))
        for start in stride(from: 1, to: points.count, by: 3) {
            let reports = points[start..<min(start + 3, points.count)].map { point in
                time += step
                return UITouch(_at: point, time: time, type: type)
            }
            touch._location = reports[reports.count - 1]._location
            touch._timestamp = time
            view.touchesMoved([touch], with: UIEvent(_coalesced: reports))
        }
        view.touchesEnded([touch], with: UIEvent(_coalesced: [touch]))
        time += 0.3
    }

    /// Returns a loop of many samples in a box.
    static func loop(_ count: Int = 90, in box: CGRect = CGRect(x: 20, y: 20, width: 240, height: 80)) -> [CGPoint] {
        (0..<count).map { k in
            let t = Double(k) / Double(count) * 6
            return CGPoint(
                x: box.minX + box.width * CGFloat(Double(k) / Double(count)),
                y: box.midY + box.height * 0.5 * CGFloat(ElementaryFunctions.sin(t * 2)))
        }
    }
}
