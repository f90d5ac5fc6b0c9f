// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI
import Testing
import UIKit

@testable import InkLockUI

@MainActor private final class Delegate: PasscodeViewControllerDelegate {
    var tried: [String] = []
    var asked = 0
    var events: [String] = []

    func passcodeViewController(
        _ controller: PasscodeViewController, check passcode: consuming SecretBytes
    ) async -> PasscodeAnswer {
        let text = passcode.withBytes { String(decoding: $0, as: UTF8.self) }
        tried.append(text)
        return text == "1379" ? .accepted : .rejected
    }
    func passcodeViewControllerAuthenticateWithBiometrics(
        _ controller: PasscodeViewController
    ) async -> PasscodeAnswer {
        asked += 1
        return .unavailable
    }
    func passcodeViewControllerDidFinish(_ controller: PasscodeViewController) { events.append("finished") }
    func passcodeViewControllerDidCancel(_ controller: PasscodeViewController) { events.append("cancelled") }
    func passcodeViewController(_ controller: PasscodeViewController, didResizeTo size: CGSize) {
        events.append("\(Int(size.width))")
    }
}

extension FrontEnd {
    @MainActor struct PasscodeViewControllerTests {
        private let delegate = Delegate()
        private let owner = UIViewController(nibName: nil, bundle: nil)

        private func present(
            _ options: PasscodeOptions = PasscodeOptions(appName: "Harbour")
        ) throws -> (PasscodeViewController, _Host<PasscodeView>) {
            let controller = PasscodeViewController(kind: .fourDigits, options: options, biometrics: .touchID)
            controller.delegate = delegate
            UIAccessibility._posted = []
            owner.present(controller, animated: true)
            let child = try #require(controller.children.first as? UIHostingController<PasscodeView>)
            child._host.render()
            return (controller, child._host)
        }

        @Test("The delegate checks passcodes and is notified after dismissal")
        func delegateChecksAndIsToldAfterTheScreenIsGone() async throws {
            let (controller, host) = try present()
            #expect(UIAccessibility._posted.map { $0.notification } == [.screenChanged])
            #expect(controller.view.accessibilityViewIsModal && controller.isModalInPresentation)
            await host.settle()
            #expect(delegate.asked == 1)
            await host.press("0000") { delegate.tried.count == 1 }
            await host.wait { host.words.contains { $0.hasPrefix("Wrong passcode") } }
            #expect(owner.presentedViewController === controller)
            await host.press("1379") { !delegate.events.isEmpty }
            #expect(delegate.tried == ["0000", "1379"] && delegate.events == ["finished"])
            #expect(owner.presentedViewController == nil)
        }

        @Test("The screen is dismissed with what it has presented") func whatWasPresentedGoesToo() throws {
            let (controller, host) = try present()
            controller.present(UIViewController(nibName: nil, bundle: nil), animated: true)
            host.tap("inklock.corner")
            #expect(delegate.events == ["cancelled"] && owner.presentedViewController == nil)
        }

        @Test("Cancelling dismisses the screen and notifies the delegate") func cancellingIsTold() throws {
            let (_, host) = try present()
            host.tap("inklock.corner")
            #expect(delegate.events == ["cancelled"] && owner.presentedViewController == nil)
        }

        @Test("Each new size is reported to the delegate once") func resizingIsToldOnce() throws {
            let (controller, _) = try present()
            controller.viewDidLayoutSubviews()
            controller.viewDidLayoutSubviews()
            controller.view.frame.size = CGSize(width: 844, height: 390)
            controller.viewDidLayoutSubviews()
            #expect(delegate.events == ["390", "844"])
        }

        @Test("The transition animates the blur effect but not its opacity")
        func transitionBlursWhatIsBehindAndNeverFadesTheBlur() throws {
            let (controller, _) = try present()
            let transition = try #require(
                controller.transitioningDelegate?.animationController(
                    forPresented: controller, presenting: owner, source: owner))
            let context = _Transition(_from: owner, to: controller)
            UIView._animations = []
            transition.animateTransition(using: context)
            #expect(context._isComplete == true && UIView._animations == [0.35])
            #expect(transition.transitionDuration(using: context) == 0.35)
            let blur = try #require(controller.view._all().compactMap { $0 as? UIVisualEffectView }.first)
            #expect(blur.effect is UIBlurEffect && blur.alpha == 1 && controller.view.alpha == 1)
            #expect(context.containerView.subviews.contains { $0 === controller.view })

            let back = _Transition(_from: controller, to: owner)
            controller.close(isPassed: true) {}
            let leaving = try #require(controller.transitioningDelegate?.animationController(forDismissed: controller))
            leaving.animateTransition(using: back)
            let scale = CGAffineTransform(scaleX: 0.9, y: 0.9)
            #expect(blur.effect == nil && controller.content.alpha == 0 && controller.content.transform == scale)
        }

        @Test("A screen that was presented from another one leaves it in its place")
        func theScreenBelowStaysInItsPlace() throws {
            let (lower, _) = try present()
            let upper = PasscodeSettingsViewController(.create, kind: .fourDigits)
            lower.present(upper, animated: true)
            let context = _Transition(_from: upper, to: lower)
            let leaving = try #require(upper.transitioningDelegate?.animationController(forDismissed: upper))
            leaving.animateTransition(using: context)
            #expect(upper.content.alpha == 0 && lower.content.alpha == 1)
            #expect(lower.view.superview !== context.containerView && context._isComplete == true)
        }

        @Test("Reduce Motion fades the dismissal without scaling") func lessMotionShrinksNothing() throws {
            UIAccessibility._reduceMotion = true
            defer { UIAccessibility._reduceMotion = false }
            let (controller, _) = try present()
            controller.close(isPassed: true) {}
            controller.transitioningDelegate?.animationController(forDismissed: controller)?
                .animateTransition(using: _Transition(_from: controller, to: owner))
            #expect(controller.content.transform == .identity && controller.content.alpha == 0)
        }

        @Test("An opaque style has no blur") func opaqueStylesBlurNothing() throws {
            var options = PasscodeOptions(appName: nil)
            options.style = .opaque
            let (controller, host) = try present(options)
            let blur = try #require(controller.view._all().compactMap { $0 as? UIVisualEffectView }.first)
            #expect(blur.effect == nil)
            let veil = controller.view._all().compactMap { $0.backgroundColor?.cgColor.alpha }
            #expect(veil.contains(1) && host.words.contains("Enter your passcode"))
        }

        @Test("A title view appears above the title and is hidden from VoiceOver")
        func titleViewStandsAboveTheTitle() throws {
            var options = PasscodeOptions(appName: "Harbour")
            let icon = UIView(frame: .zero)
            options.setTitleView(icon)
            let (_, host) = try present(options)
            let shown = host.render().all().first { $0.uiView === icon }
            #expect(shown?.attributes["silent"] == "1")
            let title = host.render().all().first { $0.text == "Enter your Harbour passcode" }
            #expect(Double(shown?.attributes["y"] ?? "") ?? 999 < Double(title?.attributes["y"] ?? "") ?? 0)
        }

        @Test("The settings delegate saves the new passcode") func settingsDelegateSaves() async throws {
            final class Keeper: PasscodeSettingsViewControllerDelegate {
                var saved: [String] = []
                var outcome: PasscodeChange.Outcome?
                func passcodeSettingsViewController(
                    _ controller: PasscodeSettingsViewController, check passcode: consuming SecretBytes
                ) async -> PasscodeAnswer { .accepted }
                func passcodeSettingsViewController(
                    _ controller: PasscodeSettingsViewController, save passcode: consuming SecretBytes,
                    kind: PasscodeKind
                ) async -> Bool {
                    saved.append(passcode.withBytes { String(decoding: $0, as: UTF8.self) })
                    return true
                }
                func passcodeSettingsViewController(
                    _ controller: PasscodeSettingsViewController, didFinish outcome: PasscodeChange.Outcome
                ) { self.outcome = outcome }
            }
            let keeper = Keeper()
            let controller = PasscodeSettingsViewController(.create, kind: .fourDigits)
            controller.delegate = keeper
            owner.present(controller, animated: true)
            let child = try #require(controller.children.first as? UIHostingController<PasscodeSettingsView>)
            child._host.render()
            await child._host.press("8362") { child._host.words.contains("Re-enter your passcode") }
            await child._host.press("8362") { keeper.outcome != nil }
            #expect(keeper.saved == ["8362"] && keeper.outcome == .saved && owner.presentedViewController == nil)
        }

        @Test("A settings controller of a lock needs no delegate") func aLockSaves() async throws {
            let lock = try await LockBench().launch()
            lock.startWithoutWindows()
            _ = try await lock.setUp(passcode: .of("2580"), kind: .fourDigits)
            var outcome: PasscodeChange.Outcome?
            let controller = PasscodeSettingsViewController(.change, of: lock) { outcome = $0 }
            owner.present(controller, animated: true)
            let child = try #require(controller.children.first as? UIHostingController<PasscodeSettingsView>)
            child._host.render()
            func enter(_ digits: String, until isDone: () -> Bool) async {
                for digit in digits { child._host.tap("inklock.key.\(digit)") }
                #expect(await eventually { isDone() })
            }
            await enter("2580") { child._host.words.contains { $0.hasPrefix("Choose a passcode") } }
            await enter("8362") { child._host.words.contains("Re-enter your passcode") }
            await enter("8362") { outcome != nil }
            #expect(outcome == .saved && owner.presentedViewController == nil)
            try await lock.verify(passcode: .of("8362"))
        }
    }
}
