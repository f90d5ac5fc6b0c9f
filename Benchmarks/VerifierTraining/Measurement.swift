// SPDX-License-Identifier: MIT
struct Measurement {
    let text = ""
    init(_ recordings: [Recording]) {}
}
