// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }
public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }
public protocol UITraitDefinition {}
public struct UITraitUserInterfaceStyle: UITraitDefinition {}
public struct UITraitDisplayScale: UITraitDefinition {}
public typealias UITrait = any UITraitDefinition.Type

public final class UITraitCollection: NSObject, @unchecked Sendable {
    public var userInterfaceStyle: UIUserInterfaceStyle { .light }
    public var displayScale: CGFloat { 2 }
}

public protocol UITraitChangeRegistration {}
struct _Registration: UITraitChangeRegistration {}
@MainActor public protocol UITraitEnvironment: NSObjectProtocol { var traitCollection: UITraitCollection { get } }
@MainActor public protocol UITraitChangeObservable {}
extension UITraitChangeObservable where Self: UITraitEnvironment {
    @discardableResult public func registerForTraitChanges(
        _ traits: [UITrait], handler: @escaping (Self, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration { _Registration() }
}
