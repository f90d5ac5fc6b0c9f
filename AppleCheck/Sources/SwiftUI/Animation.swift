// SPDX-License-Identifier: MIT

public struct Animation: Equatable, Sendable {
    let name: String
    public static func easeOut(duration: Double) -> Animation { Animation(name: "easeOut \(duration)") }
    public static func easeInOut(duration: Double) -> Animation { Animation(name: "easeInOut \(duration)") }
    public static var `default`: Animation { Animation(name: "default") }
}
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try body()
}
public struct AnyTransition: Sendable { public static let opacity = AnyTransition() }

public struct SensoryFeedback: Equatable, Sendable {
    let name: String
    public static let success = Self(name: "success")
    public static let error = Self(name: "error")
    public static let selection = Self(name: "selection")
}

/// The time of timelines. Tests set it.
public enum _Clock { nonisolated(unsafe) public static var now = Date(timeIntervalSinceReferenceDate: 0) }

public protocol TimelineSchedule {}
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
    let paused: Bool
    public init(minimumInterval: Double? = nil, paused: Bool = false) { self.paused = paused }
}
extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
        AnimationTimelineSchedule(minimumInterval: minimumInterval, paused: paused)
    }
    public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }
}
@MainActor public struct TimelineView<Schedule: TimelineSchedule, Content: View>: _Primitive {
    let schedule: Schedule
    let content: (TimelineViewDefaultContext) -> Content
    public init(_ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content) {
        self.schedule = schedule
        self.content = content
    }
    public func _nodes(_ context: _Context) -> [_Node] {
        let node = _Node("TimelineView", content(.init(date: _Clock.now))._nodes(context))
        node.attributes["paused"] = (schedule as? AnimationTimelineSchedule).map { "\($0.paused)" }
        // Evaluates the content alone, as the system does for each date.
        node.actions["tick"] = {
            context.store.fired = []
            _ = content(.init(date: _Clock.now))._nodes(context)
            for action in context.store.fired { action() }
        }
        return [node]
    }
}
public struct TimelineViewDefaultContext { public let date: Date }
