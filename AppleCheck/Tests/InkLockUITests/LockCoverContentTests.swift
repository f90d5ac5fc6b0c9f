// SPDX-License-Identifier: MIT
import FoundationGaps
import InkTestSupport
import LockVault
import Passcode
import Testing

@testable import InkLock
@testable import InkLockUI
@testable import LockFlow

extension FrontEnd {
    /// Tests of a cover's title, message and buttons in each state of the lock.
    struct LockCoverContentTests {
        private static let all: [UnlockMethod] = [.deviceOwner, .picture, .passcode, .recoveryCode]

        /// Returns a lock in every state that a lock can reach.
        private func locks() async throws -> [(name: String, lock: AppLock, bench: LockBench)] {
            var locks: [(String, AppLock, LockBench)] = []
            let open = LockBench()
            locks.append(("unconfigured", try await open.launch(), open))
            for failures in [0, 1, 4, 10] {
                let bench = LockBench()
                let lock = try await bench.lockedApp()
                for guess in 0..<failures {
                    bench.clock.pass(seconds: 100_000)
                    try? await lock.unlock(with: .passcode(.of("\(1111 * (guess % 9 + 1) + guess / 9)")))
                }
                locks.append(("\(failures) failures", lock, bench))
            }
            return locks
        }

        private func face(_ lock: AppLock) -> LockCoverContent {
            LockCoverContent(lock.snapshot, offeredMethods: lock.offeredMethods, lockoutSeconds: lock.lockoutSeconds)
        }

        @Test("Without a lock, the cover asks to select the window") func nothingToUnlockIsNoLock() async throws {
            let lock = try await LockBench().launch()
            #expect(face(lock) == LockCoverContent(title: .covered, message: .state(.goOn)))
        }

        @Test("A locked app offers the best method and lists the others")
        func aLockedAppOffersTheBestWayAndNamesTheOthers() async throws {
            var bench = LockBench()
            bench.settings.promptsAutomatically = false
            let lock = try await bench.lockedApp()
            var face = face(lock)
            #expect(face.title == .locked && face.message == nil && !face.countsDown)
            #expect(face.best == .passcode && face.others == [.recoveryCode])
            lock.requestUnlock()
            face = self.face(lock)
            #expect(face.presentedMethod == .passcode && face.passcodeKind == .fourDigits)
            #expect(face.best == nil && face.others == [.recoveryCode] && face.offersRecoveryCode)
            for guess in ["1111", "2222", "3333", "4444", "5555"] {
                bench.clock.pass(seconds: 100_000)
                lock.requestUnlock(with: .passcode)
                #expect(self.face(lock).message == nil)
                try? await lock.unlock(with: .passcode(.of(guess)))
            }
            bench.clock.pass(seconds: 100_000)
            lock.requestUnlock(with: .passcode)
            #expect(self.face(lock).message == .attemptsLeft(5))
        }

        @Test("The last wrong drawings are counted where the picture is shown")
        func fewDrawingsLeftAreShown() {
            func message(_ left: Int?, on method: UnlockMethod = .picture) -> LockCoverContent.Message? {
                let screen = screen(.locked, presentedMethod: method, pictureAttemptsLeft: left)
                return LockCoverContent(screen, offeredMethods: [method], lockoutSeconds: 0).message
            }
            #expect([nil, 5, 4, 3, 1].map { message($0) } == [nil, nil, nil, .attemptsLeft(3), .attemptsLeft(1)])
            #expect(message(1, on: .passcode) == nil)
        }

        @Test("A lockout counts down and then allows another attempt")
        func aLockoutCountsDownAndThenSaysSo() async throws {
            let (_, lock, bench) = try await locks()[3]
            var face = face(lock)
            #expect(face.title == .lockedOut && face.message == .tryAgain(WaitingTime(seconds: 60)!) && face.countsDown)
            #expect(face.best == .recoveryCode && face.others.isEmpty && face.presentedMethod == nil)
            bench.clock.pass(seconds: 59)
            #expect(self.face(lock).message == .tryAgain(WaitingTime(seconds: 1)!))
            bench.clock.pass(seconds: 1)
            face = self.face(lock)
            #expect(face.title == .locked && face.message == .state(.mayTryAgain))
            #expect(face.best == .passcode && face.others == [.recoveryCode])
        }

        @Test("After ten failures, only the recovery code remains")
        func afterTenFailuresOnlyTheRecoveryCodeIsLeft() async throws {
            let (_, lock, _) = try await locks()[4]
            let face = face(lock)
            #expect(face.title == .locked && face.message == .state(.recoveryRequired(.passcodeFailures)))
            #expect(face.best == .recoveryCode && face.others.isEmpty && !face.countsDown)
        }

        @Test("A message states that no unlock method is available") func whereNoWayIsLeftThatIsSaid() {
            let screen = screen(.locked)
            let face = LockCoverContent(screen, offeredMethods: [], lockoutSeconds: 0)
            #expect(face.message == .state(.noMethod) && face.best == nil && face.others.isEmpty)
        }

        @Test("Where nothing will open the vault again, the cover does not send its owner for a code")
        func aVaultThatNothingOpensIsGivenUp() async throws {
            for reason in RecoveryReason.allCases {
                let face = LockCoverContent(screen(.recoveryRequired(reason)), offeredMethods: [], lockoutSeconds: 0)
                #expect(
                    face.message
                        == .state(reason == .vaultVanished ? .recoveryRequired(.vaultVanished) : .nothingUnlocks))
                #expect(face.title == .locked && face.best == nil && face.others.isEmpty)
            }
            let bench = LockBench()
            let lock = try await bench.launch()
            lock.startWithoutWindows()
            _ = try await lock.setUp(passcode: .of("2580"), kind: .fourDigits, withRecoveryCode: false)
            lock.lockNow()
            for guess in 0..<10 {
                bench.clock.pass(seconds: 100_000)
                try? await lock.unlock(with: .passcode(.of("\(2000 + guess)")))
            }
            #expect(lock.snapshot.state == .recoveryRequired(.passcodeFailures))
            #expect(face(lock).message == .state(.nothingUnlocks))
        }

        @Test("Each state of the lock has its title, message and buttons") func eachStateHasAFaceOfItsOwn() {
            let prompt = UnlockAttempt(number: 1, method: .biometrics)
            let now = ClockReading(uptimeMilliseconds: 0, boot: BootIdentity(high: 0, low: 0), wallMilliseconds: 0)
            let expected: [(LockState, CoverContent.Title, LockCoverContent.Message?)] = [
                (.unconfigured, .covered, .state(.goOn)), (.unlocked, .covered, .state(.goOn)),
                (.covered(since: now), .covered, .state(.goOn)),
                (.locked, .locked, nil), (.prompting(prompt), .waiting(.biometrics), nil),
                (.verifying(prompt), .locked, nil),
                (.lockedOut(from: now, seconds: 61), .lockedOut, .tryAgain(WaitingTime(seconds: 61)!)),
                (.passcodeRequired(.biometricsChanged), .locked, .state(.passcodeRequired(.biometricsChanged))),
                (.passcodeRequired(.pictureFailures), .locked, .state(.passcodeRequired(.pictureFailures))),
                (.recoveryRequired(.deviceKeyChanged), .locked, .state(.recoveryRequired(.deviceKeyChanged))),
                (.wiped, .wiped, .state(.wiped)),
            ]
            for (state, title, message) in expected {
                let isTrying =
                    if case .prompting = state { true } else if case .verifying = state { true } else { false }
                let face = LockCoverContent(
                    screen(state), offeredMethods: isTrying ? [] : Self.all,
                    lockoutSeconds: title == .lockedOut ? 61 : 0)
                #expect(face.title == title && face.message == message, "\(state)")
                #expect(!face.canRetryLoading)
                let offersNothing = isTrying || title == .covered || title == .wiped
                #expect((face.best == nil) == offersNothing, "\(state)")
            }
        }

        @Test("A refusal is shown only where nothing else states it") func refusalsAreSaidWhereNothingElseSaysThem() {
            let expected: [(LockSnapshot.Refusal, UnlockMethod?, LockCoverContent.Refusal?)] = [
                (.prompt(.denied), nil, .notRecognised), (.prompt(.locked(.sensor)), nil, .sensorLocked),
                (.prompt(.cancelled), nil, nil), (.prompt(.fallbackChosen), nil, nil),
                (.prompt(.invalidated(.biometricsChanged)), nil, .biometricsChanged),
                (.prompt(.invalidated(.devicePasscodeRemoved)), .picture, .devicePasscodeRemoved),
                (.prompt(.system(code: -50)), nil, .notPossible),
                (.prompt(.unavailable), nil, .notPossible),
                (.vault(.rejected(.attemptsAllowed)), .passcode, nil),
                (.vault(.rejected(.attemptsAllowed)), nil, .notUnlocked),
                (.vault(.rejected(.attemptsAllowed)), .recoveryCode, .wrongCode),
                (.vault(.rejected(.recoveryRequired(.passcodeFailures))), .recoveryCode, .wrongCode),
                (.vault(.malformedRecoveryCode(.length)), .recoveryCode, .incompleteCode),
                (.vault(.malformedRecoveryCode(.check)), .recoveryCode, .mistypedCode),
                (.vault(.refused(.lockedOut(seconds: 3))), nil, nil), (.vault(.cancelled), .passcode, nil),
                (.vault(.storage(.read, code: 5)), .passcode, .notPossible), (.vault(.busy), .passcode, .notPossible),
            ]
            for (refusal, presented, said) in expected {
                let face = LockCoverContent(
                    screen(.locked, presentedMethod: presented, refusal), offeredMethods: Self.all, lockoutSeconds: 0)
                #expect(face.message == said.map { .refused($0) }, "\(refusal) on \(String(describing: presented))")
            }
        }

        @Test("Every title, message and button is localised", arguments: ["en", "de"])
        func everythingHasWords(_ language: String) {
            _StringCatalog.language = language
            defer { _StringCatalog.language = "en" }
            let refusals: [LockCoverContent.Refusal] = [
                .notRecognised, .sensorLocked, .notUnlocked, .notPossible, .wrongCode, .incompleteCode, .mistypedCode,
                .biometricsChanged, .devicePasscodeRemoved,
            ]
            let recoveries: [RecoveryReason] = [
                .passcodeFailures, .devicePasscodeRemoved, .attemptsUnknown, .vaultVanished, .vaultDamaged,
                .deviceKeyChanged,
            ]
            let states: [CoverContent.Message] =
                [.goOn, .mayTryAgain, .wiped, .noMethod, .nothingUnlocks] + recoveries.map { .recoveryRequired($0) }
                + [.biometricsChanged, .devicePasscodeRemoved, .pictureFailures].map { .passcodeRequired($0) }
            let messages: [LockCoverContent.Message] =
                [.unknown, .attemptsLeft(1), .attemptsLeft(3)] + states.map { .state($0) }
                + refusals.map { .refused($0) }
            let titles: [CoverContent.Title] =
                [.covered, .locked, .lockedOut, .wiped] + UnlockMethod.allCases.map { .waiting($0) }
            var said = messages.map { Wording.message(for: $0) }
            for app in ["Harbour", nil] {
                said +=
                    titles.map { Wording.title(for: $0, of: app) }
                    + UnlockMethod.allCases.map { Wording.use($0, of: app) }
            }
            for words in said {
                #expect(!words.isEmpty && !words.contains("lock.") && !words.contains("%"), "\(words)")
            }
            #expect(Set(messages.map { Wording.message(for: $0) }).count == messages.count)
            #expect(
                Wording.title(for: .locked, of: "Harbour")
                    == (language == "de" ? "Harbour ist gesperrt" : "Harbour is locked")
            )
        }

        @Test("Until the vault is read, the cover shows the app's name or a failure")
        func contentWhileLoading() {
            let expected: [(LockSnapshot.Loading, LockCoverContent)] = [
                (.inProgress, .starting), (.failed(.storage(.read, code: 5)), .unknown),
            ]
            for (loading, content) in expected {
                let snapshot = screen(.locked, loading: loading)
                #expect(LockCoverContent(snapshot, offeredMethods: [], lockoutSeconds: 0) == content)
            }
        }

        private func screen(
            _ state: LockState, loading: LockSnapshot.Loading = .complete, presentedMethod: UnlockMethod? = nil,
            _ refusal: LockSnapshot.Refusal? = nil, pictureAttemptsLeft: Int? = nil
        ) -> LockSnapshot {
            LockSnapshot(
                loading: loading, state: state, openWindows: [],
                methods: UnlockMethods(.init(), .init(passcode: true)), deviceOwner: nil,
                presentedMethod: presentedMethod, passcodeKind: .fourDigits, passcodeAttemptsLeft: nil,
                pictureAttemptsLeft: pictureAttemptsLeft, refusal: refusal)
        }
    }
}
