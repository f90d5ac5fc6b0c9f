// SPDX-License-Identifier: MIT
import CoreGraphics
import CryptoKit
import Foundation
import InkFiles
import InkGeometry
import InkLock
import InkLockUI
import InkRaster
import InkStroke
import InkTrail
import LockVault
import Passcode
import PicturePassword
import SwiftUI
import UIKit

// The code of the articles in InkLockUI.docc. The test `articlesShowCodeThatCompiles` compares the two.

// Capture a signature

struct ContractView: View {
    @State private var drawing = Drawing()

    var body: some View { SignaturePad(drawing: $drawing) }
}

struct SketchView: View {
    @Binding var drawing: Drawing
    @Binding var isDrawing: Bool
    let photo: Bitmap

    var body: some View {
        SignaturePad(
            drawing: $drawing, brush: .pencil, background: Background(color: .white, image: photo),
            onEvent: { event in if event == .began { isDrawing = true } })
    }
}

func bitmap(decoding file: [UInt8]) throws -> Bitmap {
    let image = try PNGImage(decoding: file)
    return try image.rgba.withUnsafeBufferPointer {
        try Bitmap(width: Int32(image.width), height: Int32(image.height), rgba: $0)
    }
}

@MainActor func export(_ drawing: Drawing) throws -> (image: UIImage, png: Data, pdf: Data, svg: Data) {
    let cropped = Rendering(scale: 3, isCropped: true)
    return (
        try drawing.uiImage(cropped), try drawing.pngData(cropped), try drawing.pdfData(isCropped: true),
        try drawing.svgData(isCropped: true)
    )
}

func save(_ drawing: Drawing, to file: URL) throws {
    try DrawingFile.data(of: drawing, as: .compact).write(to: file, options: .atomic)
}

func restoredDrawing(from file: URL) throws -> Drawing? {
    try DrawingFile.read(Data(contentsOf: file)).first?.drawing
}

@MainActor func sign(in view: UIView, typed name: String?) -> SignatureView {
    let signature = SignatureView()
    signature.frame = view.bounds
    view.addSubview(signature)
    view.layoutIfNeeded()
    if let name { signature.model.write(name) }
    return signature
}

final class ContractViewController: UIViewController, SignatureViewControllerDelegate {
    private let evidence = SignatureEvidence(texts: ["I accept the contract."])
    private let key: any EvidenceSigner & Sendable
    private let store: @MainActor (Drawing, Data) -> Void

    init(key: any EvidenceSigner & Sendable, store: @escaping @MainActor (Drawing, Data) -> Void) {
        self.key = key
        self.store = store
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { fatalError("not in storyboards") }

    func sign() {
        let controller = SignatureViewController(evidence: evidence)
        controller.delegate = self
        present(UINavigationController(rootViewController: controller), animated: true)
    }

    func signatureViewController(_ controller: SignatureViewController, shouldFinish drawing: Drawing) -> Bool {
        guard let flaw = evidence.flaws().first else { return true }
        controller.navigationItem.prompt = flaw.message
        return false
    }

    func signatureViewController(_ controller: SignatureViewController, didFinish drawing: Drawing) {
        Task { store(drawing, try await evidence.finish(signer: key)) }
    }
}

struct UnlockView: View {
    let vault: Vault
    @State private var key: DataKey?
    @State private var isOpen = false

    var body: some View {
        if isOpen {
            Text("Welcome")
        } else {
            PasscodeView(kind: .sixDigits, options: PasscodeOptions(appName: "Harbour")) { passcode in
                do throws(VaultError) {
                    key = try await vault.unlock(passcode: passcode)
                } catch { return PasscodeAnswer(error) }
                return .accepted
            } onFinish: { isPassed in
                isOpen = isPassed
            }
        }
    }
}

struct PasscodeSettingsScreen: View {
    let lock: AppLock
    @Binding var isShown: Bool

    var body: some View {
        PasscodeSettingsView(.change, of: lock) { _ in isShown = false }
    }
}

final class UnlockController: UIViewController, PasscodeViewControllerDelegate {
    var vault: Vault?
    private var key: DataKey?
    private let secret = GuardedSecret("door", with: KeychainOwner(service: "com.example.harbour"))

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        var options = PasscodeOptions(appName: "Harbour")
        options.style = .translucent
        options.isScrambled = true
        let controller = PasscodeViewController(kind: .fourDigits, options: options, biometrics: .faceID)
        controller.delegate = self
        present(controller, animated: true)
    }

    func passcodeViewController(
        _ controller: PasscodeViewController, check passcode: consuming SecretBytes
    ) async -> PasscodeAnswer {
        guard let vault else { return .unavailable }
        do throws(VaultError) {
            key = try await vault.unlock(passcode: passcode)
        } catch { return PasscodeAnswer(error) }
        return .accepted
    }

    func passcodeViewControllerAuthenticateWithBiometrics(
        _ controller: PasscodeViewController
    ) async -> PasscodeAnswer {
        do throws(OwnerError) { _ = try await secret.read(message: "Open the door") } catch { return .unavailable }
        return .accepted
    }
}

struct NewPicturePassword: View {
    let picture: PasswordPicture
    let keep: @MainActor (GestureTemplate) async -> Bool
    @Binding var isShown: Bool

    var body: some View {
        PicturePasswordView(
            picture: picture, mode: .define { template in await keep(template) ? .accepted : .unavailable }
        ) { _ in isShown = false }
    }
}

struct ConfirmationView: View {
    let picture: PasswordPicture
    let onFinish: (Bool) -> Void
    @Environment(\.appLock) private var lock

    var body: some View {
        PicturePasswordView(picture: picture, mode: .verify { await verify($0) }, onFinish: onFinish)
    }

    private func verify(_ drawing: PictureGesture) async -> PictureAnswer {
        guard let lock else { return .unavailable }
        do throws(VaultError) { try await lock.verify(drawing: drawing, on: picture.digest) } catch {
            return PictureAnswer(error)
        }
        return .accepted
    }
}

@MainActor func passwordPicture(of photo: UIImage, in file: Data) -> PasswordPicture? {
    let factor = min(1, 1600 / max(photo.size.width, photo.size.height))
    let size = CGSize(width: photo.size.width * factor, height: photo.size.height * factor)
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let upright = UIGraphicsImageRenderer(size: size, format: format).image { _ in
        photo.draw(in: CGRect(origin: .zero, size: size))
    }
    return upright.cgImage.map { PasswordPicture($0, digest: Array(SHA256.hash(data: file))) }
}

struct PictureUnlockView: View {
    let picture: PasswordPicture
    let check: @MainActor (PictureGesture) async -> PictureVerdict
    @Binding var isOpen: Bool
    @State private var asksForPasscode = false

    var body: some View {
        PicturePasswordView(
            picture: picture, mode: .verify { PictureAnswer(await check($0)) }, trail: .fire,
            onUseAnotherMethod: { asksForPasscode = true }, onFinish: { isOpen = $0 })
    }
}

/// A verifier that extends the rule of squares by pace: durations may differ by one second at most.
struct PacedVerifier: GestureVerifier {
    var squares = RasterVerifier()
    var threshold: Double { squares.threshold }

    func compare(_ probe: PictureGesture, with template: GestureTemplate) -> GestureComparison<RasterMatch> {
        var comparison = squares.compare(probe, with: template)
        if abs(duration(of: template.typicalSample) - duration(of: probe)) > 1 { comparison.score = 0 }
        return comparison
    }

    private func duration(of gesture: PictureGesture) -> Double {
        gesture.parts.last?.fingers.last?.points.last?.time ?? 0
    }
}

/// A glow under each finger until it lifts.
struct GlowTrail: Trail {
    private var places: [UInt32: InkPoint] = [:]

    mutating func touch(_ finger: UInt32, at position: InkPoint, time: Double) { places[finger] = position }
    mutating func lift(_ finger: UInt32, time: Double) { places[finger] = nil }
    mutating func advance(to time: Double) {}
    mutating func clear() { places = [:] }
    var isQuiet: Bool { places.isEmpty }

    func visitSprites(_ body: (TrailSprite) -> Void) {
        let teal = SRGBColor(red: 0, green: 200, blue: 160)
        for place in places.values { body(TrailSprite(position: place, radius: 32, color: teal, blend: .over)) }
    }
}

struct PacedPicturePassword: View {
    let picture: PasswordPicture
    let keep: @MainActor (GestureTemplate) async -> Bool
    @Binding var isShown: Bool

    var body: some View {
        PicturePasswordView(
            picture: picture,
            mode: .define(verifier: PacedVerifier()) { template in await keep(template) ? .accepted : .unavailable },
            parser: GestureParser(.init(tapRadius: 14)), trail: .custom(GlowTrail())
        ) { _ in isShown = false }
    }
}

@MainActor func inspect(_ picture: PasswordPicture, _ template: GestureTemplate, _ attempt: PictureGesture) -> some View
{
    VStack {
        PictureDebugView(picture: picture, stored: template.typicalSample, attempt: attempt)
        PictureReplayView(picture: picture, gesture: attempt)
    }
}

// A secret for the device's owner

struct Wallet: Sendable {
    let token = GuardedSecret("token", with: KeychainOwner(service: "com.example.tickets"))

    /// Adds the secret. Returns `false` without a device passcode: use the app's own passcode and a vault then.
    func keep(_ secret: consuming SecretBytes) async throws(OwnerError) -> Bool {
        do throws(OwnerError) { try await token.add(secret) } catch .unavailable { return false }
        return true
    }

    func pay() async throws(OwnerError) -> SecretBytes { try await token.read(message: "Pay for the tickets") }

    func renew(_ secret: consuming SecretBytes) async throws(OwnerError) {
        try await token.update(secret, message: "Change the card")
    }

    func forget() async throws(OwnerError) { try await token.delete() }
}

func authorization(with token: borrowing SecretBytes) -> String {
    token.withBytes { "Bearer " + String(decoding: $0, as: UTF8.self) }
}

func next(after error: OwnerError) -> String {
    switch error {
    case .cancelled: "Offer a button to try again. Do not prompt again without it."
    case .fallbackChosen: "Ask for the app's own passcode, as the fallback button says."
    case .denied: "Authentication failed. This does not count as an attempt on the vault."
    case .locked(.sensor): "The sensor is locked after too many failures. The device's passcode unlocks it."
    case .locked(.device): "The device is locked, or the app is in the background. Prompt later."
    case .invalidated(.biometricsChanged): "Biometrics have changed. Ask for the passcode, then add the secret again."
    case .invalidated(.devicePasscodeRemoved): "The device's passcode was removed, and the secret with it."
    case .invalidated(.deviceKeyRemoved): "The key of this device is gone, and the secret with it. Linux only."
    case .unavailable: "There is no passcode or no sensor. Use the app's own passcode."
    case .absent, .exists: "Add the secret first, or update the existing one."
    case .system(let code): "Report the system's error code \(code)."
    }
}

func keepForTheseFingers(_ secret: consuming SecretBytes, with owner: KeychainOwner) async throws(OwnerError) {
    try await owner.add(secret, named: "card", for: .currentBiometrics)
}

func readByFinger(with owner: KeychainOwner) async throws(OwnerError) -> SecretBytes {
    try await owner.read("card", prompt: OwnerPrompt("Show the card", fallbackTitle: "Enter Tickets Passcode"))
}

func makeLock() -> AppLock { AppLock(keychainService: "com.example.notes") }

func setUp(
    _ lock: AppLock, passcode: consuming SecretBytes, for accessControl: AccessControl
) async throws -> RecoveryCode? {
    let code = try await lock.setUp(passcode: passcode, kind: .sixDigits)
    // On a device without a passcode, the app's own passcode remains the only unlock method.
    do throws(LockSetupError) { try await lock.setDeviceOwner(accessControl) } catch .owner(.unavailable) {}
    return code
}

// Lock your app

struct BoatsView: View {
    var body: some View { Text("Three boats") }
}

struct SealedBoats: View {
    let key: DataKey
    let boat: String?

    var body: some View { Text(key.key(for: "boats") == nil ? "" : "Sealed: \(boat ?? "all")") }
}

final class BoatsController: UIViewController {
    private(set) var shown: [URL] = []
    init() { super.init(nibName: nil, bundle: nil) }
    required init?(coder: NSCoder) { nil }
    func show(_ url: URL) { shown.append(url) }
}

struct HarbourApp: App {
    @State private var lock = AppLock(keychainService: "com.example.harbour")

    var body: some Scene {
        WindowGroup { BoatsView().appLock(lock) }
    }
}

struct BoatsWindow: View {
    let lock: AppLock
    @State private var boat: String?
    @State private var setUp = SetUp.over

    var body: some View {
        LockedView(lock) { key in
            if let key, setUp == .over {
                SealedBoats(key: key, boat: boat)
            } else {
                SetUpLock(setUp: $setUp)
            }
        }
        .onOpenURL(after: lock) { url in boat = url.lastPathComponent }
    }
}

func seal(_ boats: Data, with key: DataKey) throws -> Data? {
    // There is no key once the app has locked.
    guard let seal = key.key(for: "boats") else { return nil }
    return try ChaChaPoly.seal(boats, using: seal).combined
}

enum SetUp: Hashable {
    case over
    case begun
    case code(String)
}

struct SetUpLock: View {
    @Binding var setUp: SetUp
    @Environment(\.appLock) private var lock

    var body: some View {
        if case .code(let code) = setUp {
            Text("Write this down: \(code)")
            Button("Done") { setUp = .over }
        } else {
            PasscodeSettingsView(.create, kind: .sixDigits, options: options) { _ in
                .unavailable
            } save: { passcode, kind in
                await save(passcode, kind)
            } onFinish: { _ in
            }
        }
    }

    private var options: PasscodeOptions {
        var options = PasscodeOptions()
        options.allowsCancel = false
        return options
    }

    private func save(_ passcode: consuming SecretBytes, _ kind: PasscodeKind) async -> Bool {
        guard let lock else { return false }
        setUp = .begun
        let code = try? await lock.setUp(passcode: passcode, kind: kind)
        setUp = code.map { .code($0.text) } ?? .over
        return code != nil
    }
}

struct UnlockMethodsView: View {
    let picture: PasswordPicture
    @Environment(\.appLock) private var lock
    @State private var isDrawing = false
    @State private var message = ""

    var body: some View {
        if isDrawing {
            PicturePasswordView(picture: picture, mode: .define { await save($0) }) { _ in isDrawing = false }
        } else {
            Button("Unlock with this device") { Task { await useThisDevice() } }
            Button("Draw a picture password") { isDrawing = true }
            Text(message)
        }
    }

    private func useThisDevice() async {
        do { try await lock?.setDeviceOwner(.deviceOwner) } catch { message = "That did not work. Please try again." }
    }

    private func save(_ template: GestureTemplate) async -> PictureAnswer {
        guard let lock else { return .unavailable }
        do throws(VaultError) { try await lock.setPicturePassword(template) } catch { return PictureAnswer(error) }
        return .accepted
    }
}

struct MoveFromPIN: View {
    let isRight: @MainActor (borrowing SecretBytes) -> Bool
    @Binding var setUp: SetUp
    @Environment(\.appLock) private var lock
    @State private var isTooCommon = false

    var body: some View {
        if isTooCommon {
            Text("Many people use this PIN. Please choose another one.")
            SetUpLock(setUp: $setUp)
        } else {
            PasscodeView(kind: .fourDigits, options: options) { pin in
                await move(pin)
            } onFinish: { _ in
            }
        }
    }

    private var options: PasscodeOptions {
        var options = PasscodeOptions()
        options.allowsCancel = false
        return options
    }

    private func move(_ pin: consuming SecretBytes) async -> PasscodeAnswer {
        guard let lock else { return .unavailable }
        guard isRight(pin) else { return .rejected }
        setUp = .begun
        do throws(VaultError) {
            let code = try await lock.setUp(passcode: pin, kind: .fourDigits)
            setUp = code.map { .code($0.text) } ?? .over
        } catch {
            setUp = .over
            if case .passcodeRefused = error { isTooCommon = true }
            return .unavailable
        }
        return .accepted
    }
}

struct StartOverView: View {
    let boats: URL
    @Environment(\.appLock) private var lock
    @State private var isAsking = false
    @State private var message = ""

    var body: some View {
        if isAsking {
            Text(message)
            Button("Delete all boats", role: .destructive) { Task { await startOver() } }
            Button("Cancel") { isAsking = false }
        } else {
            Button("Start over without a passcode") { isAsking = true }
        }
    }

    private func startOver() async {
        do {
            if FileManager.default.fileExists(atPath: boats.path) { try FileManager.default.removeItem(at: boats) }
            try await lock?.eraseAndStartOver()
            isAsking = false
        } catch { message = "That did not work. Please try again." }
    }
}

func lockThatMoves(folder: String) throws(VaultError) -> AppLock {
    try PrivateFolder.make(folder)
    let service = "com.example.harbour"
    let vault = Vault(
        store: FileStorage(path: folder + "/vault"), ledger: KeychainStorage("attempts", service: service),
        deviceKey: KeychainDeviceKey(service: service))
    return AppLock(vault: vault, owner: KeychainOwner(service: service), parameters: .localized())
}

final class HarbourScene: UIResponder, UIWindowSceneDelegate {
    static let lock = AppLock(keychainService: "com.example.harbour")
    var window: UIWindow?
    private var cover: LockCover?

    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
        guard let scene = scene as? UIWindowScene else { return }
        cover = LockCover(over: scene, lock: Self.lock)
        window = UIWindow(windowScene: scene)
        window?.rootViewController = BoatsController()
        window?.makeKeyAndVisible()
    }

    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        for context in contexts {
            let url = context.url
            Self.lock.whenOpen { [weak self] in
                Task { @MainActor in (self?.window?.rootViewController as? BoatsController)?.show(url) }
            }
        }
    }
}
