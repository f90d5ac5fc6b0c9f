// SPDX-License-Identifier: MIT
import Passcode
import Testing

@Suite struct PasscodeMotionTests {
    @Test("The shake starts and ends at rest without a jump") func theShakeStartsAndEndsInItsPlaceWithoutAJump() {
        let motion = PasscodeMotion.standard
        let width = 150.0
        #expect(motion.shakeOffset(at: 0, width: width) == 0)
        #expect(abs(motion.shakeOffset(at: motion.throwSeconds, width: width) + 45) < 1e-9, "30 % to the left")
        var last = 0.0
        var turns = 0
        var direction = -1.0
        for step in 1...1000 {
            let offset = motion.shakeOffset(at: Double(step) * motion.shakeSeconds / 1000, width: width)
            #expect(abs(offset) <= 45 + 1e-9 && abs(offset - last) < 1)
            if (offset - last) * direction < 0 {
                direction = -direction
                turns += 1
            }
            last = offset
        }
        #expect((3...6).contains(turns), "several swings, but not for long")
        #expect(motion.shakeOffset(at: motion.shakeSeconds, width: width) == 0)
        #expect(motion.shakeOffset(at: -1, width: width) == 0 && motion.shakeOffset(at: .nan, width: width) == 0)
    }

    @Test("No animation lasts longer than the change of a screen") func nothingLastsLongerThanAScreen() {
        let motion = PasscodeMotion.standard
        #expect(motion.shakeSeconds <= motion.screenSeconds && motion.stateSeconds <= motion.screenSeconds)
    }

    @Test("Reduced motion disables every movement") func nothingMovesUnderReducedMotion() {
        let motion = PasscodeMotion.reduced
        #expect(motion.leavingScale == 1 && motion.shakeSeconds == 0)
        for step in 0...100 { #expect(motion.shakeOffset(at: Double(step) / 100, width: 300) == 0) }
    }
}
