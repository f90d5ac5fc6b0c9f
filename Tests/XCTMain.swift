// SPDX-License-Identifier: MIT
import Testing

/// Runs the tests of a package on Linux, all of which use Swift Testing.
///
/// Without this file, SwiftPM looks for tests of XCTest in an index, which takes an eighth of the time of a build.
@main enum TestProgram {
    static func main() async {
        // SwiftPM runs the program for XCTest as well.
        guard CommandLine.arguments.contains("swift-testing") else { return }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
