// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// The function that libFuzzer calls for `scripts/fuzz pdf`. A package of its own, because other readers need neither
// qpdf nor ASN.1.
let package = Package(
    name: "DocumentFuzz",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "InkLock", path: "../.."),
        .package(name: "InkLockDocuments", path: "../../Documents"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    ],
    targets: [
        .executableTarget(
            name: "DocumentFuzz",
            dependencies: [
                .product(name: "InkGeometry", package: "InkLock"), .product(name: "InkStroke", package: "InkLock"),
                .product(name: "SignedPDF", package: "InkLockDocuments"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
            ])
    ]
)
