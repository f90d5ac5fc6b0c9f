// SPDX-License-Identifier: MIT
import CAllocations
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkRaster

/// Tests how often a live stroke allocates memory.
@Suite struct AllocationTests {
    @Test(
        "A sample of a long stroke is traced and painted without allocating memory",
        .enabled("Allocations are counted with glibc only") { inklock_allocations() >= 0 })
    func liveSamplesAllocateNothing() throws {
        var hand = SyntheticHand(seed: 1, size: InkSize(width: 600, height: 200))
        let samples = hand.samples(4_000, rate: 240, noise: 0.1)
        var editor = DrawingEditor(size: InkSize(width: 600, height: 200), displayScale: 2)
        var canvas = try InkCanvas(size: InkSize(width: 600, height: 200), scale: 2)
        try editor.begin(brush: .pen)
        var allocations: [Int64] = []
        allocations.reserveCapacity(samples.count)
        for sample in samples {
            let before = inklock_allocations()
            try editor.append(sample)
            _ = canvas.paint(&editor)
            allocations.append(inklock_allocations() - before)
        }
        // A calibration: memory of this size comes from the allocator.
        let before = inklock_allocations()
        withExtendedLifetime([UInt8](repeating: 1, count: 4_000)) {}
        #expect(inklock_allocations() > before)
        // Arrays double in size, each a few times on the way to 4,000 samples.
        let late = allocations[2_000...]
        #expect(late.reduce(0, +) <= 20, "\(late.filter { $0 > 0 })")
        #expect(late.count { $0 > 0 } <= 10)
    }
}
