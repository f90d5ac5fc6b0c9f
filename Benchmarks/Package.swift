// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

let package = Package(
    name: "InkBenchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "InkLock", path: ".."),
        .package(name: "InkLockTests", path: "../Tests"),
        .package(name: "InkLockDocuments", path: "../Documents"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    ],
    targets: [
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .executableTarget(
            name: "InkBenchmarks",
            dependencies: [
                "CCairo", .product(name: "InkFiles", package: "InkLock"),
                .product(name: "InkGeometry", package: "InkLock"),
                .product(name: "InkHandwriting", package: "InkLock"),
                .product(name: "InkRaster", package: "InkLock"), .product(name: "InkStroke", package: "InkLock"),
                .product(name: "InkTrail", package: "InkLock"),
                .product(name: "InkTestSupport", package: "InkLockTests"),
                .product(name: "PicturePassword", package: "InkLock"),
            ]),
        .target(name: "Statistics"),
        .executableTarget(
            name: "VaultBenchmarks",
            dependencies: [
                "Statistics",
                .product(name: "InkTestSupport", package: "InkLockTests"),
                .product(name: "LockFlow", package: "InkLock"), .product(name: "LockVault", package: "InkLock"),
                .product(name: "Passcode", package: "InkLock"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .executableTarget(
            name: "DocumentBenchmarks",
            dependencies: [
                .product(name: "InkEvidence", package: "InkLock"),
                .product(name: "InkGeometry", package: "InkLock"),
                .product(name: "InkRaster", package: "InkLock"),
                .product(name: "InkStroke", package: "InkLock"),
                .product(name: "InkTestSupport", package: "InkLockTests"),
                .product(name: "SignedPDF", package: "InkLockDocuments"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
            ]),
        .executableTarget(
            name: "ServiceBenchmarks",
            dependencies: [
                .product(name: "LockVault", package: "InkLock"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
    ]
)
