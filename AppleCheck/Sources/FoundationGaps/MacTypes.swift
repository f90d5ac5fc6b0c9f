// SPDX-License-Identifier: MIT

// Apple's MacTypes.h declares these names in every file that imports Foundation, UIKit or SwiftUI. A public type of
// InkLock with one of them would be ambiguous there.
public struct Point {
    public var v: Int16
    public var h: Int16
}
public struct Rect {
    public var top: Int16
    public var left: Int16
    public var bottom: Int16
    public var right: Int16
}
public typealias Size = Int
