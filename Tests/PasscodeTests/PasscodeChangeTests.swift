// SPDX-License-Identifier: MIT
import Testing

@testable import Passcode

@Suite struct PasscodeChangeTests {
    private typealias Change = PasscodeChange

    /// Every event, with the passcodes reduced to those that make a difference.
    enum Event: CaseIterable {
        case enterGood, enterOther, enterWeak, enterShort
        case accepted, rejected, unavailable, chooseFour, chooseText, startOver, saved, saveFailed, saveRefused, cancel

        func send(to change: inout PasscodeChange) -> PasscodeChange.Action {
            switch self {
            case .enterGood: change.entered(Secret.bytes("584093"))
            case .enterOther: change.entered(Secret.bytes("584097"))
            case .enterWeak: change.entered(Secret.bytes("111111"))
            case .enterShort: change.entered(Secret.bytes("73"))
            case .accepted: change.currentAccepted()
            case .rejected: change.currentRejected()
            case .unavailable: change.currentUnavailable()
            case .chooseFour: change.choose(.fourDigits)
            case .chooseText: change.choose(.alphanumeric)
            case .startOver: change.startOver()
            case .saved: change.saved()
            case .saveFailed: change.saveFailed()
            case .saveRefused: change.saveRefused(.word)
            case .cancel: change.cancel()
            }
        }
    }

    /// The values that identify a state.
    private struct State: Hashable {
        let phase: PasscodeChange.Phase
        let newKind: PasscodeKind
        let held: String
    }

    private static func started(_ purpose: PasscodeChange.Purpose) -> PasscodeChange {
        PasscodeChange(purpose, currentKind: .sixDigits, offeredKinds: [.sixDigits, .alphanumeric])
    }

    /// Passcodes do not leave the machine, so states are visited by replaying the events that lead to them.
    private static func replay(_ events: [Event], _ purpose: PasscodeChange.Purpose) -> PasscodeChange {
        var change = started(purpose)
        for event in events { _ = event.send(to: &change) }
        return change
    }

    private static func state(_ events: [Event], _ purpose: PasscodeChange.Purpose) -> State {
        var change = replay(events, purpose)
        return State(phase: change.phase, newKind: change.newKind, held: Secret.text(change.takePasscode()))
    }

    /// All reachable states, each with the shortest sequence of events that leads to it.
    private static func reachable(_ purpose: PasscodeChange.Purpose) -> [State: [Event]] {
        var found = [state([], purpose): [Event]()]
        var frontier = [[Event]()]
        while !frontier.isEmpty {
            var next: [[Event]] = []
            for path in frontier {
                for event in Event.allCases {
                    let longer = path + [event]
                    let state = state(longer, purpose)
                    if found[state] == nil {
                        found[state] = longer
                        next.append(longer)
                    }
                }
            }
            frontier = next
        }
        return found
    }

    @Test("A new passcode is entered twice and saved") func aNewPasscodeIsAskedForTwiceAndSaved() {
        var change = Change(.create, currentKind: .sixDigits)
        #expect(change.prompt == .init(phase: .new, kind: .sixDigits, note: nil))
        #expect(Event.enterGood.send(to: &change) == .ask(.init(phase: .confirm, kind: .sixDigits, note: nil)))
        #expect(Event.enterGood.send(to: &change) == .save(.sixDigits))
        #expect(Secret.text(change.takePasscode()) == "584093")
        #expect(Secret.text(change.takePasscode()) == "")
        #expect(change.saved() == .close(.saved) && change.phase == .finished)
    }

    @Test("A change asks for the current passcode first") func changingAsksForTheCurrentPasscodeFirst() {
        var change = Change(.change, currentKind: .sixDigits)
        #expect(change.prompt?.phase == .current)
        #expect(change.entered(Secret.bytes("000000")) == .check, "the policy does not apply to the current passcode")
        #expect(Secret.text(change.takePasscode()) == "000000")
        #expect(change.currentRejected() == .ask(.init(phase: .current, kind: .sixDigits, note: .wrong)))
        _ = Event.enterGood.send(to: &change)
        #expect(change.currentAccepted() == .ask(.init(phase: .new, kind: .sixDigits, note: nil)))
        #expect(Secret.text(change.takePasscode()) == "", "nothing is returned unless the host is checking or saving")
    }

    @Test("A passcode that could not be checked is asked for again, and is not called wrong")
    func aFailedCheckAsksAgainWithoutAVerdict() {
        var change = Change(.change, currentKind: .sixDigits)
        #expect(change.currentUnavailable() == .none, "nothing is being checked")
        _ = Event.enterGood.send(to: &change)
        #expect(change.currentUnavailable() == .ask(.init(phase: .current, kind: .sixDigits, note: nil)))
        #expect(Event.enterGood.send(to: &change) == .check)
        #expect(change.currentAccepted() == .ask(.init(phase: .new, kind: .sixDigits, note: nil)))
    }

    @Test("A mismatch starts again with a new passcode") func aMismatchGoesBackToNew() {
        var change = Change(.create, currentKind: .sixDigits)
        _ = Event.enterGood.send(to: &change)
        #expect(Event.enterOther.send(to: &change) == .ask(.init(phase: .new, kind: .sixDigits, note: .mismatch)))
        _ = Event.enterOther.send(to: &change)
        #expect(Event.enterOther.send(to: &change) == .save(.sixDigits))
        #expect(Secret.text(change.takePasscode()) == "584097", "the first one is forgotten")
    }

    @Test("Rejected passcodes are never confirmed") func rejectedPasscodesAreNeverConfirmed() {
        var change = Change(.create, currentKind: .sixDigits)
        #expect(
            Event.enterWeak.send(to: &change)
                == .ask(.init(phase: .new, kind: .sixDigits, note: .refused(.pattern(.repeats)))))
        #expect(
            Event.enterShort.send(to: &change)
                == .ask(.init(phase: .new, kind: .sixDigits, note: .refused(.tooShort))))
    }

    @Test("A passcode that the host's rule refuses is asked for again, with the reason")
    func theHostsRuleIsSaid() {
        // Without a policy, only the host judges.
        var change = Change(.create, currentKind: .sixDigits, policy: nil)
        #expect(Event.enterWeak.send(to: &change) == .ask(.init(phase: .confirm, kind: .sixDigits, note: nil)))
        #expect(change.saveRefused(.word) == .none, "nothing is being saved")
        #expect(Event.enterWeak.send(to: &change) == .save(.sixDigits))
        #expect(change.saveRefused(.word) == .ask(.init(phase: .new, kind: .sixDigits, note: .refused(.word))))
        #expect(Secret.text(change.takePasscode()) == "")
    }

    @Test("Only the new passcode can have another kind") func theKindChangesOnlyForTheNewPasscode() {
        var change = Change(.change, currentKind: .fourDigits, offeredKinds: [.sixDigits])
        #expect(change.choose(.sixDigits) == .none, "first the current one")
        _ = change.entered(Secret.bytes("5840"))
        _ = change.currentAccepted()
        #expect(change.choose(.sixDigits) == .ask(.init(phase: .new, kind: .sixDigits, note: nil)))
        #expect(change.choose(.alphanumeric) == .none, "not offered")
        _ = Event.enterGood.send(to: &change)
        #expect(change.choose(.fourDigits) == .ask(.init(phase: .new, kind: .fourDigits, note: nil)))
        _ = change.entered(Secret.bytes("5840"))
        #expect(change.entered(Secret.bytes("5840")) == .save(.fourDigits))
    }

    @Test("Removal requires the current passcode") func removingNeedsTheCurrentPasscode() {
        var change = Change(.remove, currentKind: .sixDigits)
        #expect(change.currentAccepted() == .none)
        _ = Event.enterGood.send(to: &change)
        #expect(change.currentAccepted() == .remove)
        #expect(Secret.text(change.takePasscode()) == "")
        #expect(change.cancel() == .none, "saving cannot be cancelled")
        #expect(change.saveFailed() == .ask(.init(phase: .current, kind: .sixDigits, note: .notSaved)))
        _ = Event.enterGood.send(to: &change)
        _ = change.currentAccepted()
        #expect(change.saved() == .close(.removed))
    }

    /// Every event in every reachable state.
    @Test("Every event has an allowed effect in every reachable state", arguments: PasscodeChange.Purpose.allCases)
    func everyEventHasAnAllowedEffectInEveryReachableState(purpose: PasscodeChange.Purpose) {
        let states = Self.reachable(purpose)
        #expect(states.count > 5 && states.count < 100)
        for path in states.values {
            for event in Event.allCases {
                var change = Self.replay(path, purpose)
                let before = (phase: change.phase, kind: change.newKind)
                let action = event.send(to: &change)
                let way: Comment = "\(purpose): \(path), then \(event)"
                switch action {
                case .none:
                    #expect(change.phase == before.phase && change.newKind == before.kind, way)
                case .ask(let prompt):
                    #expect(prompt.phase == change.phase && change.prompt?.kind == prompt.kind, way)
                    #expect(prompt.kind == (prompt.phase == .current ? .sixDigits : change.newKind), way)
                case .check:
                    #expect(before.phase == .current && purpose != .create, way)
                case .save(let kind):
                    #expect(before.phase == .confirm && purpose != .remove && kind == before.kind, way)
                    let passcode = change.takePasscode()
                    #expect(passcode.withBytes { change.policy?.refusal(of: $0, kind: kind) } == nil, way)
                case .remove:
                    #expect(before.phase == .checking && event == .accepted && purpose == .remove, way)
                case .close(let outcome):
                    #expect(change.phase == .finished && Secret.text(change.takePasscode()) == "", way)
                    #expect((outcome == .cancelled) == (event == .cancel), way)
                    #expect(outcome == .cancelled || before.phase == .saving, way)
                }
                // Only the right current passcode allows a new one.
                if purpose != .create && (before.phase == .current || before.phase == .checking) {
                    let mayGoOn = event == .accepted && before.phase == .checking
                    #expect([.current, .checking, .finished].contains(change.phase) || mayGoOn, way)
                }
                #expect(before.phase != .finished || action == .none, way)
                #expect((change.prompt == nil) == [.checking, .saving, .finished].contains(change.phase), way)
            }
        }
    }

    @Test("Every state can reach the end", arguments: PasscodeChange.Purpose.allCases)
    func everyStateCanEnd(purpose: PasscodeChange.Purpose) {
        for path in Self.reachable(purpose).values {
            var change = Self.replay(path, purpose)
            _ = change.cancel()
            _ = change.saved()
            #expect(change.phase == .finished, "\(path)")
        }
    }
}
