// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// Each target is one function that libFuzzer calls with bytes. Built and run by scripts/fuzz.
let package = Package(
    name: "InkFuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "InkLock", path: "..")],
    targets: [
        .executableTarget(
            name: "FuzzGestureReader",
            dependencies: [
                .product(name: "InkGeometry", package: "InkLock"), .product(name: "InkStroke", package: "InkLock"),
                .product(name: "PicturePassword", package: "InkLock"),
            ]),
        .executableTarget(
            name: "FuzzGestureBytes",
            dependencies: [.product(name: "PicturePassword", package: "InkLock")]),
    ]
)
