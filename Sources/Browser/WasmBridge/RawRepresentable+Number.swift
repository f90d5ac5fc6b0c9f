// SPDX-License-Identifier: MIT

// A case crosses to the page as its raw value. The program web-codes writes the same numbers, with the names of the
// cases, into the scripts of Web/src.

extension RawRepresentable where RawValue == UInt8 {
    /// Creates the case with a number from the page. Returns `nil` if there is none.
    public init?(number: Int32) {
        guard let code = UInt8(exactly: number) else { return nil }
        self.init(rawValue: code)
    }

    /// The number of the case.
    public var number: Int32 { Int32(rawValue) }

    /// The number of the case as the result of a call that did not succeed: −1 minus the raw value.
    public var refusal: Int32 { -1 - Int32(rawValue) }
}
