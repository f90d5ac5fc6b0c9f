// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

/// Returns modules of the library. Each target names those that it imports.
func modules(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "InkLock") } }
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

// The package with the code that all tests share. The checks build every package in one graph, and take it from the
// library.
let testSupport = Context.environment["INKLOCK_ONE_GRAPH"] == nil ? "InkLockTests" : "InkLock"

// The parts of a Linux desktop that InkLock uses. A package of its own, so that users of the library do not need their
// headers.
let package = Package(
    name: "InkLockLinux",
    products: [
        .library(name: "InkLockLinux", targets: ["InkLockLinux"]),
        .library(name: "InkLockGTK", targets: ["InkLockGTK"]),
        .executable(name: "inklock-secret", targets: ["inklock-secret"]),
        .executable(name: "private-notes", targets: ["private-notes"]),
    ],
    dependencies: [
        .package(name: "InkLock", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    ],
    targets: [
        .systemLibrary(name: "CPAM", pkgConfig: "pam", providers: [.apt(["libpam0g-dev"])]),
        .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
        .systemLibrary(name: "CTSS", pkgConfig: "tss2-esys", providers: [.apt(["libtss2-dev"])]),
        .target(
            name: "InkLockLinux",
            dependencies: ["CPAM", "CSecret", "CTSS", crypto] + modules("InkLock", "LockFlow", "LockVault", "Passcode")),
        .systemLibrary(name: "CGTK", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        // Part of the program, which then needs no folder beside it.
        .target(name: "CDesktopTexts"),
        .target(
            name: "CWaylandShell", dependencies: ["CGTK"], linkerSettings: [.linkedLibrary("wayland-client")]),
        .target(
            name: "InkLockGTK",
            dependencies: ["CDesktopTexts", "CGTK", "CWaylandShell", "InkLockLinux", crypto]
                + modules(
                    "InkGeometry", "InkHandwriting", "InkLock", "InkRaster", "InkStroke", "InkTrail", "LockFlow",
                    "LockVault", "Passcode", "PicturePassword"),
            exclude: ["Wording/Localizable.xcstrings", "Wording/Desktop.xcstrings"]),
        .target(name: "CNotesPictures", path: "Examples/CNotesPictures"),
        .executableTarget(
            name: "private-notes",
            dependencies: ["CGTK", "CNotesPictures", "InkLockGTK", "InkLockLinux", crypto] + modules("Ink", "InkLock"),
            path: "Examples/PrivateNotes",
            exclude: ["Pictures"]),
        .executableTarget(
            name: "SignatureWindow", dependencies: ["CGTK", "InkLockGTK"] + modules("Ink"),
            path: "Tests/SignatureWindow"),
        .executableTarget(
            name: "DialogWindow",
            dependencies: ["CGTK", "InkLockGTK", "InkLockLinux"] + modules("LockFlow", "Passcode"),
            path: "Tests/DialogWindow"),
        .executableTarget(
            name: "inklock-secret",
            dependencies: [
                "InkLockLinux", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + modules("Passcode")),
        .testTarget(
            name: "InkLockLinuxTests",
            dependencies: [
                "CGTK", "CPAM", "CSecret", "CTSS", "InkLockGTK", "InkLockLinux", "private-notes", "inklock-secret",
                .product(name: "InkTestSupport", package: testSupport),
            ] + modules("InkGeometry", "InkLock", "InkRaster", "InkStroke", "LockFlow", "Passcode")),
    ],
    // Embeds files with `#embed`.
    cLanguageStandard: .gnu2x
)

if testSupport == "InkLockTests" {
    package.dependencies.append(.package(name: "InkLockTests", path: "../Tests"))
}
