// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// One function that libFuzzer calls with bytes for the reader that the environment names. Built and run by
// scripts/fuzz.
let package = Package(
    name: "InkFuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "InkLockTests", path: "../Tests")],
    targets: [
        .executableTarget(name: "InkFuzz", dependencies: [.product(name: "HostileInput", package: "InkLockTests")])
    ]
)
