// SPDX-License-Identifier: MIT

/// The arrangement of the title, the marks and the keys.
public enum KeypadArrangement: UInt8, CaseIterable, Hashable, Sendable {
    /// Title and marks above four rows of three keys; "0" in the middle of the fourth.
    case portrait
    /// Title and marks beside three rows of four keys; "0" in the fourth column. For phones in landscape.
    case landscape
    /// Title and marks above three rows of four keys; for surfaces that are narrow and low.
    case compact

    /// The number of places in a row of keys.
    var columns: Double { self == .portrait ? 3 : 4 }
    /// The number of rows of keys.
    var rows: Double { self == .portrait ? 4 : 3 }
}
