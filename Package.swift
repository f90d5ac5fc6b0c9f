// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

/// Returns a module of the core, which has to compile with Embedded Swift too. The setting makes the native build
/// refuse most of what Embedded Swift refuses; scripts/build-wasm refuses the rest.
///
/// A module names all modules that it imports. SwiftPM compiles it again only if one that it names has changed, and
/// what is not compiled again takes values for those of the earlier layout.
func core(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Core/\(name)",
        swiftSettings: [.treatWarning("EmbeddedRestrictions", as: .error)])
}

/// Returns the program of a WebAssembly module.
func browser(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies + ["WasmBridge"], path: "Sources/Browser/\(name)",
        swiftSettings: [.treatWarning("EmbeddedRestrictions", as: .error)])
}

let package = Package(
    name: "InkLock",
    defaultLocalization: "en",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        // Apps import Ink for drawings and their files, and InkLock for locks. Apple's platforms have InkLockUI for
        // both.
        .library(name: "Ink", targets: ["Ink"]),
        .library(name: "InkLock", targets: ["InkLock"]),
        // The modules of which they consist, and Passkey, for servers.
        .library(name: "InkGeometry", targets: ["InkGeometry"]),
        .library(name: "InkStroke", targets: ["InkStroke"]),
        .library(name: "InkHandwriting", targets: ["InkHandwriting"]),
        .library(name: "InkTrail", targets: ["InkTrail"]),
        .library(name: "InkRaster", targets: ["InkRaster"]),
        .library(name: "InkExport", targets: ["InkExport"]),
        .library(name: "InkFiles", targets: ["InkFiles"]),
        .library(name: "InkEvidence", targets: ["InkEvidence"]),
        .library(name: "Passcode", targets: ["Passcode"]),
        .library(name: "PicturePassword", targets: ["PicturePassword"]),
        .library(name: "LockFlow", targets: ["LockFlow"]),
        .library(name: "LockVault", targets: ["LockVault"]),
        .library(name: "Passkey", targets: ["Passkey"]),
        // The names of codes over HTTP, for the service.
        .library(name: "CodeNames", targets: ["CodeNames"]),
    ],
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")],
    targets: [
        core("InkBytes"),
        core("InkGeometry"),
        core("InkStroke", ["InkGeometry"]),
        core("InkHandwriting", ["InkGeometry", "InkStroke"]),
        core("InkTrail", ["InkGeometry", "InkStroke"]),
        core("InkRaster", ["InkGeometry", "InkStroke"]),
        core("InkExport", ["InkBytes", "InkGeometry", "InkRaster", "InkStroke"]),
        core("Passcode", ["InkGeometry"]),
        core("PicturePassword", ["InkBytes", "InkGeometry", "InkStroke", "InkTrail"]),
        core("LockFlow"),

        .systemLibrary(
            name: "CZlib", path: "Sources/Files/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "InkFiles",
            dependencies: ["CZlib", "InkBytes", "InkExport", "InkGeometry", "InkRaster", "InkStroke"],
            path: "Sources/Files/InkFiles"),
        .target(
            name: "Ink",
            dependencies: [
                "InkExport", "InkFiles", "InkGeometry", "InkHandwriting", "InkRaster", "InkStroke", "InkTrail",
            ], path: "Sources/Files/Ink"),

        .target(
            name: "InkEvidence",
            dependencies: [
                "InkBytes", "InkGeometry", "InkRaster", "InkStroke", .product(name: "Crypto", package: "swift-crypto"),
            ], path: "Sources/Files/InkEvidence"),

        .target(name: "CodeNames", path: "Sources/Files/CodeNames"),

        .target(
            name: "LockVault",
            dependencies: [
                "InkBytes", "InkGeometry", "LockFlow", "Passcode", "PicturePassword",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ], path: "Sources/Lock/LockVault"),
        .target(
            name: "Passkey",
            dependencies: [
                "InkBytes", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ], path: "Sources/Lock/Passkey"),
        .target(
            name: "InkLock",
            dependencies: [
                "InkGeometry", "LockFlow", "LockVault", "Passcode", "PicturePassword",
                .product(name: "Crypto", package: "swift-crypto"),
            ], path: "Sources/Lock/InkLock"),

        .target(name: "CWasmRuntime", path: "Sources/Browser/CWasmRuntime"),
        .target(
            name: "WasmBridge", dependencies: ["CWasmRuntime", "InkGeometry", "InkRaster", "InkStroke"],
            path: "Sources/Browser/WasmBridge",
            swiftSettings: [.treatWarning("EmbeddedRestrictions", as: .error)]),
        browser("SignatureWasm", ["InkExport", "InkGeometry", "InkRaster", "InkStroke"]),
        browser("PDFWasm", ["InkExport", "InkGeometry", "InkRaster", "InkStroke"]),
        browser("QualityWasm", ["InkGeometry", "InkStroke"]),
        browser("HandwritingWasm", ["InkGeometry", "InkHandwriting", "InkStroke"]),
        browser("PicturePasswordWasm", ["InkGeometry", "InkStroke", "InkTrail", "PicturePassword"]),
        browser("PasscodeWasm", ["InkGeometry", "Passcode"]),
        browser("LockWasm", ["LockFlow", "Passcode"]),
        // Writes the tables of codes that the scripts import.
        .executableTarget(
            name: "web-codes",
            dependencies: [
                "CodeNames", "InkEvidence", "InkFiles", "InkHandwriting", "InkRaster", "InkStroke", "InkTrail",
                "LockFlow", "Passcode", "PicturePassword", "WasmBridge",
            ],
            path: "Sources/Browser/WebCodes"),

        // Counts calls to the allocator.
        .target(name: "CAllocations", path: "Tests/CAllocations"),
        .target(name: "InkTestSupport", dependencies: ["InkGeometry", "InkStroke"], path: "Tests/TestSupport"),
        .target(name: "LockSearch", dependencies: ["LockFlow"], path: "Tests/LockSearch"),
        .executableTarget(name: "lock-search", dependencies: ["LockSearch"], path: "Tests/LockSearchCommand"),
        .executableTarget(
            name: "InkVectors",
            dependencies: [
                "InkExport", "InkGeometry", "InkRaster", "InkStroke", "InkTestSupport", "PicturePassword", "WasmBridge",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Vectors/Generator"),
        // Computes the weights of TrainedVerifier from recorded drawings, and measures its error rates.
        .executableTarget(
            name: "train-verifier", dependencies: ["InkFiles", "InkGeometry", "PicturePassword"],
            path: "Benchmarks/VerifierTraining"),
        .executableTarget(
            name: "VaultVectors",
            dependencies: [
                "LockFlow", "LockVault", "InkGeometry", "InkTestSupport", "Passcode", "PicturePassword",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Vectors/VaultGenerator"),
        .testTarget(name: "InkBytesTests", dependencies: ["InkBytes", "InkTestSupport"]),
        .testTarget(name: "InkGeometryTests", dependencies: ["InkGeometry", "InkTestSupport"]),
        .target(
            name: "VaultCrashSupport",
            dependencies: ["LockFlow", "LockVault", .product(name: "Crypto", package: "swift-crypto")],
            path: "Tests/VaultCrashSupport"),
        .executableTarget(
            name: "VaultCrashHelper",
            dependencies: [
                "LockFlow", "LockVault", "Passcode", "VaultCrashSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ], path: "Tests/VaultCrashHelper"),
        .executableTarget(
            name: "VaultMemoryHelper",
            dependencies: ["LockVault", "Passcode", .product(name: "Crypto", package: "swift-crypto")],
            path: "Tests/VaultMemoryHelper"),
        .target(
            name: "VaultSearch",
            dependencies: ["LockFlow", "LockVault", "Passcode", .product(name: "Crypto", package: "swift-crypto")],
            path: "Tests/VaultSearch"),
        .executableTarget(
            name: "vault-search", dependencies: ["VaultSearch"], path: "Tests/VaultSearchCommand"),
        .testTarget(
            name: "LockVaultTests",
            dependencies: [
                "LockFlow", "LockVault", "InkGeometry", "InkTestSupport", "Passcode", "PicturePassword",
                "VaultMemoryHelper",
                "VaultSearch", "VaultCrashSupport", "VaultCrashHelper",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "InkLockTests",
            dependencies: [
                "InkGeometry", "InkLock", "InkTestSupport", "LockFlow", "LockVault", "Passcode", "PicturePassword",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
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
        .testTarget(name: "LockWasmTests", dependencies: ["LockWasm", "LockFlow", "InkTestSupport", "WasmBridge"]),
        .testTarget(name: "PasscodeTests", dependencies: ["Passcode", "CodeNames", "InkGeometry", "InkTestSupport"]),
        .testTarget(name: "InkStrokeTests", dependencies: ["InkGeometry", "InkStroke", "InkTestSupport"]),
        .testTarget(
            name: "InkHandwritingTests",
            dependencies: ["InkGeometry", "InkHandwriting", "InkStroke", "InkTestSupport"]),
        .testTarget(name: "InkTrailTests", dependencies: ["InkGeometry", "InkStroke", "InkTrail", "InkTestSupport"]),
        .testTarget(
            name: "PicturePasswordTests",
            dependencies: ["InkFiles", "InkGeometry", "InkStroke", "InkTrail", "PicturePassword", "InkTestSupport"]),
        .testTarget(
            name: "ExamplesTests", dependencies: ["Ink", "InkLock", "InkTestSupport", "LockedDiary", "SignatureImage"],
            path: "Examples",
            // An app for Xcode, with a package of its own; AppleCheck compiles and runs it.
            exclude: ["LockedDiary", "PrivateNotes.swiftpm", "SignatureImage"]),
        // An app names what it imports alone. Here the modules behind it stand too, because SwiftPM compiles a program
        // again only if a module that its target names has changed.
        .executableTarget(
            name: "LockedDiary", dependencies: ["InkLock", "LockFlow", "LockVault", "Passcode", "PicturePassword"],
            path: "Examples/LockedDiary"),
        .executableTarget(
            name: "SignatureImage",
            dependencies: [
                "Ink", "InkFiles", "InkExport", "InkRaster", "InkStroke", "InkHandwriting", "InkTrail", "InkGeometry",
            ], path: "Examples/SignatureImage"),
        .testTarget(
            name: "InkRasterTests",
            dependencies: ["CAllocations", "InkGeometry", "InkRaster", "InkStroke", "InkTestSupport"]),
        .testTarget(
            name: "InkExportTests",
            dependencies: ["InkExport", "InkGeometry", "InkRaster", "InkStroke", "InkTestSupport"]),
        // scripts/fuzz drives it, and the everyday tests run it with the committed corpus.
        .target(
            name: "HostileInput",
            dependencies: [
                "InkEvidence", "InkExport", "InkFiles", "InkGeometry", "InkStroke", "LockVault", "Passkey",
                "PicturePassword",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Tests/HostileInput"),
        .testTarget(name: "HostileInputTests", dependencies: ["HostileInput", "InkTestSupport"]),
        .testTarget(
            name: "InkFilesTests",
            dependencies: [
                "CodeNames", "InkExport", "InkFiles", "InkGeometry", "InkRaster", "InkStroke", "InkTestSupport",
            ]),
        .testTarget(
            name: "InkEvidenceTests",
            dependencies: [
                "InkEvidence", "InkGeometry", "InkRaster", "InkStroke", "InkTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
    ]
)

// Other packages take the code that all tests share from InkLockTests. The checks build every package in one graph,
// where a target belongs to one package: this one.
if Context.environment["INKLOCK_ONE_GRAPH"] != nil {
    package.products += ["InkTestSupport", "PasskeySupport"].map { .library(name: $0, targets: [$0]) }
}

// For the browser, scripts/build-wasm compiles the core and its programs alone, which need no other package.
if Context.environment["INKLOCK_BROWSER"] != nil {
    package.dependencies = []
    package.products = []
    package.targets.removeAll { target in
        target.name == "web-codes"
            || !["Sources/Core/", "Sources/Browser/"].contains { target.path?.hasPrefix($0) == true }
    }
}

// The Apple front end needs Apple's frameworks. Elsewhere AppleCheck compiles and runs its sources against doubles.
#if canImport(Darwin)
    package.products.append(.library(name: "InkLockUI", targets: ["InkLockUI"]))
    package.targets.append(
        .target(
            name: "InkLockUI",
            dependencies: ["Ink", "InkEvidence", "InkLock"],
            path: "Sources/Apple/InkLockUI",
            resources: [.process("Localizable.xcstrings"), .copy("PrivacyInfo.xcprivacy")]))
#endif
