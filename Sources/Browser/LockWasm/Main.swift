// SPDX-License-Identifier: MIT

/// A native build wants an entry point; in the browser nothing calls it.
@main enum Module { static func main() {} }
