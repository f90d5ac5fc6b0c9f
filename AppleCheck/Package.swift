// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// The package with the code that all tests share. The checks build every package in one graph, and take it from the
// library.
let testSupport = Context.environment["INKLOCK_ONE_GRAPH"] == nil ? "InkLockTests" : "InkLock"

// Doubles of Apple's frameworks, and InkLock's Apple front end compiled and tested against them. See README.md.
let package = Package(
    name: "AppleCheck",
    defaultLocalization: "en",
    dependencies: [
        .package(name: "InkLock", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .target(name: "FoundationGaps"),
        .target(name: "CoreGraphics", dependencies: ["CCairo", "FoundationGaps"]),
        .target(name: "AppKit"),
        .target(name: "UIKit", dependencies: ["CoreGraphics", "FoundationGaps"]),
        .target(name: "SwiftUI", dependencies: ["UIKit"]),
        .target(name: "LocalAuthentication", dependencies: ["FoundationGaps", "Security"]),
        .target(name: "Security", dependencies: ["FoundationGaps"]),
        // Links to the sources of the root package, which omits this target without an Apple SDK.
        .target(
            name: "InkLockUI",
            dependencies: [
                "AppKit", "SwiftUI", "UIKit", "LocalAuthentication", "Security",
                .product(name: "Ink", package: "InkLock"),
                .product(name: "InkEvidence", package: "InkLock"),
                .product(name: "InkLock", package: "InkLock"),
            ],
            resources: [.process("Localizable.xcstrings"), .copy("PrivacyInfo.xcprivacy")]),
        // On Apple's platforms, CryptoKit takes the place of swift-crypto.
        .target(name: "CryptoKit", dependencies: [.product(name: "Crypto", package: "swift-crypto")]),
        // Links to the sources of the example app for Xcode.
        .executableTarget(
            name: "PrivateNotes",
            dependencies: [
                "CryptoKit", "InkLockUI", "SwiftUI",
            ]),
        .testTarget(
            name: "InkLockUITests",
            dependencies: [
                "AppKit", "CryptoKit", "InkLockUI", "PrivateNotes", .product(name: "InkEvidence", package: "InkLock"),
                .product(name: "InkTestSupport", package: testSupport),
            ],
            // Swift Testing's overlays for Apple's CoreGraphics and UIKit do not exist for the doubles.
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
    ]
)

if testSupport == "InkLockTests" {
    package.dependencies.append(.package(name: "InkLockTests", path: "../Tests"))
}
