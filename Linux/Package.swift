// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// The parts of a Linux desktop that InkLock uses. A package of its own, so that users of the library do not need their headers.
let package = Package(
    name: "InkLockLinux",
    products: [
        .library(name: "InkLockLinux", targets: ["InkLockLinux"]),
        .library(name: "InkLockGTK", targets: ["InkLockGTK"]),
        .executable(name: "inklock-secret", targets: ["inklock-secret"]),
        .executable(name: "private-notes", targets: ["PrivateNotes"]),
    ],
    dependencies: [
        .package(name: "InkLock", path: ".."), .package(name: "InkLockTests", path: "../Tests"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    ],
    targets: [
        .systemLibrary(name: "CPAM", pkgConfig: "pam", providers: [.apt(["libpam0g-dev"])]),
        .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
        .target(
            name: "InkLockLinux",
            dependencies: [
                "CPAM", "CSecret",
                .product(name: "InkLock", package: "InkLock"),
                .product(name: "LockFlow", package: "InkLock"),
                .product(name: "LockVault", package: "InkLock"),
                .product(name: "Passcode", package: "InkLock"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .systemLibrary(name: "CGTK", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        .target(
            name: "InkLockGTK",
            dependencies: [
                "CGTK", "InkLockLinux",
                .product(name: "Ink", package: "InkLock"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            // Part of the program, which then needs no folder beside it.
            resources: [.embedInCode("Wording/Localizable.xcstrings"), .embedInCode("Wording/Desktop.xcstrings")]),
        .executableTarget(
            name: "PrivateNotes",
            dependencies: [
                "CGTK", "InkLockGTK", "InkLockLinux",
                .product(name: "Ink", package: "InkLock"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Examples/PrivateNotes",
            resources: ["coast", "harbour", "lake", "mark"].map { .embedInCode("Pictures/\($0).svg") }),
        .executableTarget(
            name: "SignatureWindow",
            dependencies: ["CGTK", "InkLockGTK", .product(name: "Ink", package: "InkLock")],
            path: "Tests/SignatureWindow"),
        .executableTarget(
            name: "inklock-secret",
            dependencies: [
                "InkLockLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "InkLockLinuxTests",
            dependencies: [
                "InkLockGTK", "InkLockLinux", "inklock-secret",
                .product(name: "InkTestSupport", package: "InkLockTests"),
            ]),
    ]
)
