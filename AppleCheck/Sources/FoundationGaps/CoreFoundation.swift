// SPDX-License-Identifier: MIT
@_exported import Foundation

// These types are toll-free bridged on Apple's platforms. Here they are aliases of classes, so that `as CFDictionary`
// and `as String` are required in the same places.
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFData = NSData
public typealias CFTypeRef = AnyObject
public typealias CFAllocator = NSObject
public typealias CFError = NSError
