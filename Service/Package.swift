// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// The transitive packages, listed to fix their versions. The condition is never met, so nothing more is built;
// SwiftPM warns of packages that no target names.
let versionsOnly: [Target.Dependency] = [
    ("AsyncHTTPClient", "async-http-client"),
    ("Algorithms", "swift-algorithms"),
    ("SwiftASN1", "swift-asn1"),
    ("AsyncAlgorithms", "swift-async-algorithms"),
    ("Atomics", "swift-atomics"),
    ("Collections", "swift-collections"),
    ("Configuration", "swift-configuration"),
    ("StructuredFieldValues", "swift-http-structured-headers"),
    ("NIOExtras", "swift-nio-extras"),
    ("NIOHTTP2", "swift-nio-http2"),
    ("NIOSSL", "swift-nio-ssl"),
    ("NIOTransportServices", "swift-nio-transport-services"),
    ("Numerics", "swift-numerics"),
    ("ServiceContextModule", "swift-service-context"),
    ("SystemPackage", "swift-system"),
].map { .product(name: $0.0, package: $0.1, condition: .when(platforms: [.windows])) }

// The package with the code that all tests share. The checks build every package in one graph, and take it from the
// library.
let testSupport = Context.environment["INKLOCK_ONE_GRAPH"] == nil ? "InkLockTests" : "InkLock"

let package = Package(
    name: "InkLockService",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "inklock", targets: ["inklock"]),
        // For scripts/fuzz, which builds it with other flags in a package of its own.
        .library(name: "HostileHTTP", targets: ["HostileHTTP"]),
    ],
    // Exact versions, so that every build of the command has the same sources. Package.resolved is not in the
    // repository, so what these packages bring along is named too.
    dependencies: [
        .package(name: "InkLock", path: ".."),
        .package(name: "InkLockDocuments", path: "../Documents"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-algorithms", exact: "1.2.1"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
        .package(url: "https://github.com/apple/swift-atomics", exact: "1.3.0"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-structured-headers", exact: "1.7.0"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-transport-services", exact: "1.28.0"),
        .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
        .package(url: "https://github.com/apple/swift-service-context", exact: "1.5.1"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    ],
    targets: [
        .executableTarget(name: "inklock", dependencies: ["InkLockService", "WipingAllocator"]),
        .target(name: "WipingAllocator"),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // Part of the program, which then needs no folder beside it.
        .target(name: "CServiceFiles"),
        .target(
            name: "InkLockService",
            dependencies: [
                "CPostgres", "CServiceFiles",
                .product(name: "CodeNames", package: "InkLock"),
                .product(name: "InkEvidence", package: "InkLock"),
                .product(name: "InkExport", package: "InkLock"),
                .product(name: "InkFiles", package: "InkLock"),
                .product(name: "InkGeometry", package: "InkLock"),
                .product(name: "InkRaster", package: "InkLock"),
                .product(name: "InkStroke", package: "InkLock"),
                .product(name: "LockFlow", package: "InkLock"),
                .product(name: "LockVault", package: "InkLock"),
                .product(name: "Passcode", package: "InkLock"),
                .product(name: "Passkey", package: "InkLock"),
                .product(name: "PicturePassword", package: "InkLock"),
                .product(name: "SignedPDF", package: "InkLockDocuments"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ] + versionsOnly,
            exclude: ["Resources"]),
        .executableTarget(
            name: "sign-in-crash-helper",
            dependencies: [
                "InkLockService",
                .product(name: "InkTestSupport", package: testSupport),
                .product(name: "LockFlow", package: "InkLock"),
                .product(name: "LockVault", package: "InkLock"),
            ],
            path: "TestPrograms/SignInCrashHelper"),
        .executableTarget(
            name: "clocked-server",
            dependencies: [
                "InkLockService",
                .product(name: "LockFlow", package: "InkLock"),
                .product(name: "LockVault", package: "InkLock"),
            ],
            path: "TestPrograms/ClockedServer"),
        .target(
            name: "HostileHTTP",
            dependencies: ["InkLockService", .product(name: "LockVault", package: "InkLock")],
            path: "TestPrograms/HostileHTTP"),
        // Counts needless calls of close().
        .target(name: "CClosing", path: "TestPrograms/CClosing"),
        .testTarget(
            name: "InkLockServiceTests",
            // Programs that tests run are built with them, and named here they would have SwiftPM compile all tests
            // again whenever one is linked.
            dependencies: [
                "CClosing", "CServiceFiles", "HostileHTTP", "InkLockService",
                .product(name: "CodeNames", package: "InkLock"),
                .product(name: "InkEvidence", package: "InkLock"),
                .product(name: "InkFiles", package: "InkLock"),
                .product(name: "InkGeometry", package: "InkLock"),
                .product(name: "InkRaster", package: "InkLock"),
                .product(name: "InkStroke", package: "InkLock"),
                .product(name: "InkTestSupport", package: testSupport),
                .product(name: "LockFlow", package: "InkLock"),
                .product(name: "LockVault", package: "InkLock"),
                .product(name: "Passcode", package: "InkLock"),
                .product(name: "Passkey", package: "InkLock"),
                .product(name: "PasskeySupport", package: testSupport),
                .product(name: "PicturePassword", package: "InkLock"),
                .product(name: "SignedPDF", package: "InkLockDocuments"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            path: "Tests"),
    ],
    // Embeds files with `#embed`.
    cLanguageStandard: .gnu2x
)

if testSupport == "InkLockTests" {
    package.dependencies.append(.package(name: "InkLockTests", path: "../Tests"))
}
