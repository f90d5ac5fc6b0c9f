// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

@MainActor open class UITouch: NSObject {
    public enum TouchType: Int, Sendable { case direct, indirect, pencil, indirectPointer }
    public enum Phase: Int, Sendable { case began, moved, stationary, ended, cancelled }
    public struct Properties: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let force = Properties(rawValue: 1)
        public static let azimuth = Properties(rawValue: 2)
        public static let altitude = Properties(rawValue: 4)
        public static let location = Properties(rawValue: 8)
    }

    public var _location = CGPoint.zero
    public var _azimuth: CGFloat = 0
    public var _type = TouchType.direct
    public var _force: CGFloat = 0
    public var _altitude: CGFloat = .pi / 2
    public var _timestamp: TimeInterval = 0
    public var _phase = Phase.began
    public var _estimated: Properties = []
    public var _expecting: Properties = []
    public var _index: NSNumber?

    /// Creates a sample of a touch.
    public init(_at location: CGPoint, time: TimeInterval = 0, type: TouchType = .direct) {
        _location = location
        _timestamp = time
        _type = type
        super.init()
    }

    open func location(in view: UIView?) -> CGPoint {
        CGPoint(x: _location.x.rounded(), y: _location.y.rounded())
    }
    open func preciseLocation(in view: UIView?) -> CGPoint { _location }
    open func azimuthAngle(in view: UIView?) -> CGFloat { _azimuth }
    open var type: TouchType { _type }
    open var phase: Phase { _phase }
    open var timestamp: TimeInterval { _timestamp }
    open var force: CGFloat { _force }
    open var maximumPossibleForce: CGFloat { _type == .pencil ? 4 : 0 }
    open var altitudeAngle: CGFloat { _altitude }
    open var estimatedProperties: Properties { _estimated }
    open var estimatedPropertiesExpectingUpdates: Properties { _expecting }
    open var estimationUpdateIndex: NSNumber? { _index }
}

@MainActor open class UIEvent: NSObject {
    private let coalesced: [UITouch]?
    private let predicted: [UITouch]?
    public init(_coalesced: [UITouch]? = nil, predicted: [UITouch]? = nil) {
        coalesced = _coalesced
        self.predicted = predicted
        super.init()
    }
    open func coalescedTouches(for touch: UITouch) -> [UITouch]? { coalesced }
    open func predictedTouches(for touch: UITouch) -> [UITouch]? { predicted }
}
