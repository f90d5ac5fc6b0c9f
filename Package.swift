// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// The core has to compile with Embedded Swift too. This makes the native build refuse most of what
// Embedded Swift refuses; scripts/build-wasm refuses the rest.
let core: [SwiftSetting] = [.treatWarning("EmbeddedRestrictions", as: .error)]

let package = Package(
    name: "InkLock",
    defaultLocalization: "en",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .library(name: "InkGeometry", targets: ["InkGeometry"]),
        .library(name: "InkLock", targets: ["InkLock"]),
        .library(name: "LockFlow", targets: ["LockFlow"]),
        .library(name: "LockVault", targets: ["LockVault"]),
        .library(name: "Passcode", targets: ["Passcode"]),
        .library(name: "Passkey", targets: ["Passkey"]),
        .library(name: "InkStroke", targets: ["InkStroke"]),
        .library(name: "PicturePassword", targets: ["PicturePassword"]),
        .library(name: "InkRaster", targets: ["InkRaster"]),
        .library(name: "InkExport", targets: ["InkExport"]),
        .library(name: "InkFiles", targets: ["InkFiles"]),
        .library(name: "InkTestSupport", targets: ["InkTestSupport"]),
        .library(name: "PasskeySupport", targets: ["PasskeySupport"]),
        .library(name: "HostileInput", targets: ["HostileInput"]),
    ],
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")],
    targets: [
        .target(name: "InkBytes", swiftSettings: core),
        .target(name: "InkGeometry", swiftSettings: core),
        .target(name: "LockFlow", swiftSettings: core),
        .target(name: "Passcode", dependencies: ["InkGeometry"], swiftSettings: core),
        .target(name: "InkStroke", dependencies: ["InkGeometry"], swiftSettings: core),
        .target(name: "PicturePassword", dependencies: ["InkBytes", "InkStroke"], swiftSettings: core),
        .target(name: "InkRaster", dependencies: ["InkStroke"], swiftSettings: core),
        .target(name: "InkExport", dependencies: ["InkBytes", "InkRaster"], swiftSettings: core),

        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "InkFiles", dependencies: ["InkExport", "CZlib"]),

        .target(
            name: "LockVault",
            dependencies: [
                "InkBytes", "InkGeometry", "LockFlow", "Passcode", "PicturePassword",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),

        .target(
            name: "Passkey",
            dependencies: [
                "InkBytes", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .target(
            name: "InkLock",
            dependencies: [
                "InkGeometry", "LockFlow", "LockVault", "Passcode", "PicturePassword",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),

        .target(name: "CInkRuntime"),
        .target(name: "InkExchange", dependencies: ["CInkRuntime", "InkStroke"], swiftSettings: core),
        .executableTarget(name: "InkWasm", dependencies: ["InkExchange", "InkExport"], swiftSettings: core),
        .executableTarget(
            name: "InkPictureWasm", dependencies: ["InkExchange", "PicturePassword"], swiftSettings: core),
        .executableTarget(
            name: "InkPasscodeWasm", dependencies: ["InkExchange", "Passcode"], swiftSettings: core),
        .executableTarget(name: "InkLockWasm", dependencies: ["InkExchange", "LockFlow"], swiftSettings: core),
        .executableTarget(name: "InkHandwritingWasm", dependencies: ["InkExchange"], swiftSettings: core),

        .target(name: "InkTestSupport", dependencies: ["InkStroke"], path: "Tests/TestSupport"),
        .target(name: "LockSearch", dependencies: ["LockFlow"], path: "Tests/LockSearch"),
        .executableTarget(name: "lock-search", dependencies: ["LockSearch"], path: "Tests/LockSearchCommand"),
        .executableTarget(
            name: "InkVectors",
            dependencies: ["InkExchange", "InkExport", "InkRaster", "InkTestSupport", "PicturePassword"],
            path: "Vectors/Generator"),
        .executableTarget(
            name: "VaultVectors",
            dependencies: ["LockVault", "InkTestSupport", .product(name: "Crypto", package: "swift-crypto")],
            path: "Vectors/VaultGenerator"),
        .testTarget(name: "InkBytesTests", dependencies: ["InkBytes", "InkTestSupport"]),
        .testTarget(name: "InkGeometryTests", dependencies: ["InkGeometry", "InkTestSupport"]),
        .target(
            name: "VaultTrial", dependencies: ["LockVault", .product(name: "Crypto", package: "swift-crypto")],
            path: "Tests/VaultTrial"),
        .executableTarget(name: "VaultVictim", dependencies: ["VaultTrial"], path: "Tests/VaultVictim"),
        .executableTarget(
            name: "VaultHolder",
            dependencies: ["LockVault", "Passcode", .product(name: "Crypto", package: "swift-crypto")],
            path: "Tests/VaultHolder"),
        .target(
            name: "VaultSearch",
            dependencies: ["LockFlow", "LockVault", "Passcode", .product(name: "Crypto", package: "swift-crypto")],
            path: "Tests/VaultSearch"),
        .executableTarget(
            name: "vault-search", dependencies: ["VaultSearch"], path: "Tests/VaultSearchCommand"),
        .testTarget(
            name: "LockVaultTests",
            dependencies: ["LockVault", "InkTestSupport", "VaultHolder", "VaultSearch", "VaultTrial", "VaultVictim"]),
        .testTarget(name: "InkLockTests", dependencies: ["InkLock", "InkTestSupport"]),
        .testTarget(name: "LockFlowTests", dependencies: ["LockFlow", "LockSearch", "InkTestSupport"]),
        .target(
            name: "PasskeySupport",
            dependencies: [
                "Passkey", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Tests/PasskeySupport"),
        .testTarget(
            name: "PasskeyTests",
            dependencies: [
                "Passkey", "PasskeySupport", "InkTestSupport", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .testTarget(name: "InkLockWasmTests", dependencies: ["InkLockWasm", "LockFlow", "InkTestSupport"]),
        .testTarget(name: "PasscodeTests", dependencies: ["Passcode", "InkTestSupport"]),
        .testTarget(name: "InkStrokeTests", dependencies: ["InkStroke", "InkTestSupport"]),
        .testTarget(
            name: "PicturePasswordTests", dependencies: ["InkFiles", "PicturePassword", "InkTestSupport"]),
        .testTarget(
            name: "ExamplesTests", dependencies: ["InkLock", "PicturePassword", "InkStroke"], path: "Examples",
            // An app for Xcode, with a package of its own; AppleCheck compiles and runs it.
            exclude: ["PrivateNotes.swiftpm"]),
        .testTarget(name: "InkRasterTests", dependencies: ["InkRaster", "InkTestSupport"]),
        .testTarget(name: "InkExportTests", dependencies: ["InkExport", "InkTestSupport"]),
        // What scripts/fuzz drives, and the everyday tests with the committed corpus.
        .target(
            name: "HostileInput",
            dependencies: [
                "InkFiles", "LockVault", "Passkey", "PicturePassword",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Tests/HostileInput"),
        .testTarget(name: "HostileInputTests", dependencies: ["HostileInput", "InkTestSupport"]),
        .testTarget(name: "InkFilesTests", dependencies: ["InkFiles", "InkTestSupport"]),
    ]
)

// The Apple front end needs Apple's frameworks. Elsewhere AppleCheck compiles and runs its sources against doubles.
#if canImport(Darwin)
    package.products.append(.library(name: "InkLockUI", targets: ["InkLockUI"]))
    package.targets.append(
        .target(
            name: "InkLockUI",
            dependencies: [
                "InkExport", "InkFiles", "InkLock", "LockFlow", "LockVault", "Passcode", "PicturePassword",
            ],
            resources: [.process("Localizable.xcstrings")]))
#endif
