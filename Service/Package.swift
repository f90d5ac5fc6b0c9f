// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

let package = Package(
    name: "InkLockService",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "inklock", targets: ["inklock"])],
    dependencies: [
        .package(name: "InkLock", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .executableTarget(name: "inklock", dependencies: ["InkLockService"]),
        .target(
            name: "InkLockService",
            dependencies: [
                .product(name: "InkFiles", package: "InkLock"),
                .product(name: "InkTestSupport", package: "InkLock"),
                .product(name: "LockFlow", package: "InkLock"),
                .product(name: "LockVault", package: "InkLock"),
                .product(name: "Passcode", package: "InkLock"),
                .product(name: "Passkey", package: "InkLock"),
                .product(name: "PicturePassword", package: "InkLock"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Resources/openapi.json")]),
        .executableTarget(
            name: "attempter",
            dependencies: [
                "InkLockService",
                .product(name: "InkTestSupport", package: "InkLock"),
                .product(name: "LockFlow", package: "InkLock"),
                .product(name: "LockVault", package: "InkLock"),
            ],
            path: "TestPrograms/Attempter"),
        .executableTarget(
            name: "clocked-server",
            dependencies: [
                "InkLockService",
                .product(name: "LockFlow", package: "InkLock"),
                .product(name: "LockVault", package: "InkLock"),
            ],
            path: "TestPrograms/ClockedServer"),
        .testTarget(
            name: "InkLockServiceTests",
            dependencies: [
                "InkLockService", "attempter", "clocked-server", "inklock",
                .product(name: "InkFiles", package: "InkLock"),
                .product(name: "InkTestSupport", package: "InkLock"),
                .product(name: "LockFlow", package: "InkLock"),
                .product(name: "LockVault", package: "InkLock"),
                .product(name: "Passkey", package: "InkLock"),
                .product(name: "PasskeySupport", package: "InkLock"),
                .product(name: "PicturePassword", package: "InkLock"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ],
            path: "Tests"),
    ]
)
