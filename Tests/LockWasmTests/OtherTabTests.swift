// SPDX-License-Identifier: MIT
import InkTestSupport
import LockFlow
import Testing
import WasmBridge

@testable import LockWasm

/// The effects of other tabs, of time and of sleep on a page. The module has one page, so the tests run serially.
@Suite(.serialized) struct OtherTabTests {
    private struct Act: Equatable {
        var code: Double
        var subject: Double
        static let uncover = code(.uncover), eraseKey = code(.eraseKey)
        static let prompt = code(.prompt), present = code(.present)

        private static func code(_ kind: LockAction.Kind) -> Double { Double(kind.number) }
    }

    private static func acts(_ byteCount: Int32) -> [Act] {
        guard let start = inkResult() else { return [] }
        return (0..<Int(byteCount) / 24).map { index in
            Act(
                code: start.loadUnaligned(fromByteOffset: 24 * index, as: Double.self),
                subject: start.loadUnaligned(fromByteOffset: 24 * index + 8, as: Double.self))
        }
    }

    private struct Walk {
        var random: SplitMix64
        var now = 1_000.0
        var wall: Double { now + 1_700_000_000_000 }

        mutating func begin(grace: Double) {
            page = Page()
            lockMethods(
                false, false, true, UnlockMethods.Choices.OwnerAuthentication.off.number, true, true, true, true)
            lockStanding(AttemptStanding.Kind.attemptsAllowed.number, 0, -1)
            let settings = (0..<3).map { _ in Bool.random(using: &random) }
            lockSettings(grace, settings[0], settings[1], settings[2], 2)
            _ = lockBegin(true, now, wall)
        }

        /// Applies a random event.
        mutating func step() {
            now += [0, 10, 900, 5_000, 70_000].randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<9, using: &random) {
            case 0: _ = lockResignedActive(now, wall)
            case 1: _ = lockEnteredBackground(now, wall)
            case 2: _ = lockWillEnterForeground(now, wall)
            case 3: _ = lockBecameActive(now, wall)
            case 4: _ = lockRequest(now, wall)
            case 5: _ = lockUnlock(-1, now, wall)
            case 6: _ = lockSubmit(UnlockMethod.passcode.number, now, wall)
            default:
                switch page.machine.state {
                case .prompting(let attempt), .verifying(let attempt):
                    _ = lockAccepted(attempt.number, Int32(attempt.method.rawValue), now, wall)
                default: _ = lockBecameActive(now, wall)
                }
            }
        }
    }

    @Test("Use of another tab never unlocks or uncovers this one", arguments: 1...40 as ClosedRange<UInt64>)
    func useOfAnotherTabOpensAndShowsNothing(seed: UInt64) {
        var walk = Walk(random: SplitMix64(seed: seed))
        walk.begin(grace: 60)
        var covered = 0
        for count in 0..<400 {
            walk.step()
            let held = page.machine.holdsKey
            let shown = page.machine.isVisible(Page.window)
            let state = page.machine.state
            walk.now += Double.random(in: 0...90_000, using: &walk.random)
            let used = Bool.random(using: &walk.random)
            let acts = Self.acts(
                used ? lockUsedElsewhere(walk.now, walk.wall) : lockTimePassed(walk.now, walk.wall))
            let codes = acts.map(\.code)
            let note: Comment = "seed \(seed), event \(count), \(state)"
            #expect(!codes.contains(Act.uncover) && !codes.contains(Act.prompt), note)
            #expect(!codes.contains(Act.present), note)
            #expect(page.machine.isVisible(Page.window) == shown, note)
            #expect(held || !page.machine.holdsKey, note)
            #expect(codes.contains(Act.eraseKey) == (held && !page.machine.holdsKey), note)
            #expect(page.machine.windows.map(\.id) == [Page.window], note)
            if case .covered = state {
                covered += 1
            } else {
                #expect(acts.isEmpty && page.machine.state == state, note)
            }
        }
        #expect(covered > 3, "seed \(seed): \(covered) times")
    }

    @Test("Use of another tab restarts the grace period, which then expires")
    func useOfAnotherTabRestartsGraceAndTimeEndsIt() throws {
        var walk = Walk(random: SplitMix64(seed: 1))
        walk.begin(grace: 60)
        lockSettings(60, true, true, false, 2)
        _ = lockWillEnterForeground(walk.now, walk.wall)
        _ = lockBecameActive(walk.now, walk.wall)
        _ = lockSubmit(UnlockMethod.passcode.number, walk.now, walk.wall)
        _ = lockAccepted(1, 3, walk.now, walk.wall)
        try #require(page.machine.isVisible(Page.window))
        _ = lockEnteredBackground(walk.now, walk.wall)
        for _ in 0..<5 {
            walk.now += 59_000
            #expect(Self.acts(lockTimePassed(walk.now, walk.wall)).isEmpty)
            _ = lockUsedElsewhere(walk.now, walk.wall)
            #expect(page.machine.holdsKey)
        }
        walk.now += 60_000
        #expect(Self.acts(lockTimePassed(walk.now, walk.wall)).contains { $0.code == Act.eraseKey })
        #expect(!page.machine.holdsKey)
        _ = lockUsedElsewhere(walk.now, walk.wall)
        #expect(page.machine.state == .locked)
    }

    @Test("An open page locks after the device slept for longer than the grace period", arguments: [0.0, 60])
    func sleepLocksAnOpenPage(grace: Double) throws {
        var walk = Walk(random: SplitMix64(seed: 1))
        walk.begin(grace: grace)
        lockSettings(grace, true, true, false, 2)
        _ = lockWillEnterForeground(walk.now, walk.wall)
        _ = lockBecameActive(walk.now, walk.wall)
        _ = lockSubmit(UnlockMethod.passcode.number, walk.now, walk.wall)
        _ = lockAccepted(1, 3, walk.now, walk.wall)
        var wall = walk.wall
        // An adjusted clock is no sleep, and the uptime while the page is shown is none either.
        for (uptime, slept) in [(0.0, 0.0), (3_600_000, 0), (0, -3_600_000), (1_000, max(2_000, 1_000 * grace))] {
            walk.now += uptime
            wall += uptime + slept
            #expect(Self.acts(lockAfterSleep(walk.now, wall)).isEmpty)
            try #require(page.machine.state == .unlocked)
        }
        // Other events read the clock too, and hide no sleep.
        wall += max(2_000, 1_000 * grace) + 1
        _ = lockView(walk.now, wall)
        #expect(Self.acts(lockAfterSleep(walk.now, wall)).contains { $0.code == Act.eraseKey })
        #expect(page.machine.state == .locked)
        // A page that is locked already has nothing to do.
        wall += 3_600_000
        #expect(Self.acts(lockAfterSleep(walk.now, wall)).isEmpty)
    }
}
