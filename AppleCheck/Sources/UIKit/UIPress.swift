// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

public struct UIKeyModifierFlags: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let shift = Self(rawValue: 1 << 17)
    public static let control = Self(rawValue: 1 << 18)
    public static let alternate = Self(rawValue: 1 << 19)
    public static let command = Self(rawValue: 1 << 20)
}

public enum UIKeyboardHIDUsage: Int, Sendable {
    case keyboardErrorUndefined = 3
    case keyboardA = 4
    case keyboard1 = 30
    case keyboardReturnOrEnter = 40
    case keyboardEscape = 41
    case keyboardDeleteOrBackspace = 42
    case keyboardTab = 43
    case keyboardDeleteForward = 76
    case keypadEnter = 88
}

@MainActor public final class UIKey: NSObject {
    public let characters: String
    public let charactersIgnoringModifiers: String
    public let modifierFlags: UIKeyModifierFlags
    public let keyCode: UIKeyboardHIDUsage
    public init(_characters: String, code: UIKeyboardHIDUsage = .keyboardErrorUndefined, flags: UIKeyModifierFlags = [])
    {
        characters = _characters
        charactersIgnoringModifiers = _characters
        keyCode = code
        modifierFlags = flags
        super.init()
    }
}

@MainActor open class UIPress: NSObject {
    public private(set) var key: UIKey?
    public init(_key: UIKey?) {
        key = _key
        super.init()
    }
}

@MainActor open class UIPressesEvent: UIEvent {}
