// SPDX-License-Identifier: MIT

@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    /// Returns the root view of a new window.
    func _window() -> AnyView
}
extension Scene { public func _window() -> AnyView { body._window() } }
extension Never: Scene {}

@resultBuilder public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
public struct WindowGroup<Content: View>: Scene {
    private let content: () -> Content
    public init(@ViewBuilder content: @escaping () -> Content) { self.content = content }
    public var body: Never { fatalError("a group of windows has no body") }
    public func _window() -> AnyView { AnyView(content()) }
}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}
extension App { public static func main() { fatalError("nothing runs an app here") } }
