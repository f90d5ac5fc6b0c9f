// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// The function that libFuzzer calls for `scripts/fuzz http`. A package of its own, because the service takes minutes to
// build.
let package = Package(
    name: "ServiceFuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "InkLockService", path: "../../Service")],
    targets: [
        .executableTarget(
            name: "ServiceFuzz", dependencies: [.product(name: "HostileHTTP", package: "InkLockService")])
    ]
)
