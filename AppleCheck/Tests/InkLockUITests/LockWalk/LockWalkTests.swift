// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import Testing

extension FrontEnd {
    /// Random use of a locked app on an iPhone, an iPad or a Mac, with the real lock.
    @MainActor struct LockWalkTests {
        @Test("Random use shows content only while the lock allows it, and its owner always opens it", arguments: 1...4)
        func randomUseShowsNoContentThatIsLocked(_ seed: UInt64) {
            var random = SplitMix64(seed: seed)
            var openings = 0
            let count = TestSize.count(full: 500, small: 10)
            for walk in 0..<count {
                let walker = LockWalk(seed: random.next())
                walker.walk(steps: 25)
                openings += walker.openings
                if let problem = walker.problems.first {
                    Issue.record("seed \(seed), walk \(walk): \(problem)\n\(walker.steps.joined(separator: "\n"))")
                }
            }
            #expect(openings > count, "a walk that opens nothing finds nothing")
        }
    }
}
