// SPDX-License-Identifier: MIT
import Testing

/// All tests, one after the other: what a device has once, its keyboard, its language, its clock, the doubles have once too.
@Suite(.serialized) enum FrontEnd {}
