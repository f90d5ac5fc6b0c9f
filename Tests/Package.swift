// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// The code that the tests of the nested packages share with the library's own. The library ships none of this package.
let package = Package(
    name: "InkLockTests",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .library(name: "InkTestSupport", targets: ["InkTestSupport"]),
        .library(name: "PasskeySupport", targets: ["PasskeySupport"]),
        .library(name: "HostileInput", targets: ["HostileInput"]),
    ],
    dependencies: [
        .package(name: "InkLock", path: ".."), .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .target(
            name: "InkTestSupport",
            dependencies: [
                .product(name: "InkGeometry", package: "InkLock"), .product(name: "InkStroke", package: "InkLock"),
            ], path: "TestSupport"),
        .target(
            name: "PasskeySupport",
            dependencies: [
                .product(name: "Passkey", package: "InkLock"), .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ], path: "PasskeySupport"),
        .target(
            name: "HostileInput",
            dependencies: [
                .product(name: "InkEvidence", package: "InkLock"), .product(name: "InkExport", package: "InkLock"),
                .product(name: "InkFiles", package: "InkLock"), .product(name: "InkGeometry", package: "InkLock"),
                .product(name: "InkStroke", package: "InkLock"), .product(name: "LockVault", package: "InkLock"),
                .product(name: "Passkey", package: "InkLock"), .product(name: "PicturePassword", package: "InkLock"),
                .product(name: "Crypto", package: "swift-crypto"),
            ], path: "HostileInput"),
    ]
)
