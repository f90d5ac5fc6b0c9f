// SPDX-License-Identifier: MIT
import LockFlow
import LockSearch
import Testing

/// The first steps of the search, in a debug build; `lock-search` walks all of it.
@Suite struct LockSearchTests {
    @Test("No sequence of four events violates a rule", arguments: LockSearch.initialStates.indices)
    func nothingForbiddenHappensInFourEvents(initialState: Int) {
        let search = LockSearch(from: LockSearch.initialStates[initialState], depth: 4)
        #expect(search.failure == nil)
        #expect(search.stateCount > 400)
    }
}
