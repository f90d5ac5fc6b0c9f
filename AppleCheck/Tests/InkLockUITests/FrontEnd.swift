// SPDX-License-Identifier: MIT
import Testing

/// All tests run in series, because the doubles have global state as a device does: keyboard, language and clock.
@Suite(.serialized) enum FrontEnd {}
