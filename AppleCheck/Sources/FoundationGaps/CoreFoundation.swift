// SPDX-License-Identifier: MIT
@_exported import Foundation

// Toll-free bridged on Apple's platforms; here plain aliases, so that `as CFDictionary` and `as String` are needed here
// exactly where they are there.
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFData = NSData
public typealias CFTypeRef = AnyObject
public typealias CFAllocator = NSObject
public typealias CFError = NSError
