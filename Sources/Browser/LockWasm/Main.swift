// SPDX-License-Identifier: MIT

/// An entry point for native builds. In the browser it is not called.
@main enum Module { static func main() {} }
