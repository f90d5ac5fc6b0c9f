// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "PrivateNotes",
    platforms: [.iOS("17.0")],
    products: [
        .iOSApplication(
            name: "PrivateNotes", targets: ["PrivateNotes"], bundleIdentifier: "com.example.private-notes",
            displayVersion: "1.0", bundleVersion: "1", appIcon: .placeholder(icon: .leaf),
            accentColor: .presetColor(.indigo), supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [
                .portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown(.when(deviceFamilies: [.pad])),
            ],
            capabilities: [.faceID(purposeString: "Your face opens your notes.")],
            // Registers the URLs of notes.
            additionalInfoPlistContentFilePath: "Info.plist")
    ],
    dependencies: [.package(name: "InkLock", path: "../..")],
    targets: [
        .executableTarget(
            name: "PrivateNotes",
            dependencies: [.product(name: "InkLockUI", package: "InkLock")],
            path: "Sources")
    ]
)
