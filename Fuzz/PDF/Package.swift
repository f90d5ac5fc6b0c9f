// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// The function that libFuzzer calls for `scripts/fuzz pdf`. A package of its own, because other readers need neither
// qpdf nor ASN.1.
let package = Package(
    name: "DocumentFuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "InkLockDocuments", path: "../../Documents")],
    targets: [
        .executableTarget(
            name: "DocumentFuzz", dependencies: [.product(name: "HostileDocument", package: "InkLockDocuments")])
    ]
)
