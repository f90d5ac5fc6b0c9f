// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// Signed PDF documents, in a package of their own: apps that depend on InkLock get neither qpdf nor ASN.1.
let package = Package(
    name: "InkLockDocuments",
    platforms: [.macOS(.v14)],
    products: [.library(name: "SignedPDF", targets: ["SignedPDF"])],
    dependencies: [
        .package(name: "InkLock", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    ],
    targets: [
        .systemLibrary(name: "CQPDF", pkgConfig: "libqpdf", providers: [.apt(["libqpdf-dev"])]),
        .target(
            name: "SignedPDF",
            dependencies: [
                "CQPDF",
                .product(name: "InkEvidence", package: "InkLock"), .product(name: "InkGeometry", package: "InkLock"),
                .product(name: "InkRaster", package: "InkLock"), .product(name: "InkStroke", package: "InkLock"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]),
    ]
)
