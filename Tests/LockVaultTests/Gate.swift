// SPDX-License-Identifier: MIT

/// Holds every caller until it is opened.
actor Gate {
    private var isOpen = false
    private var count = 0
    private var held: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        count += 1
        guard !isOpen else { return }
        await withCheckedContinuation { held.append($0) }
    }

    func arrivals(_ expected: Int) async {
        while count < expected { await Task.yield() }
    }

    func open() {
        isOpen = true
        for waiter in held { waiter.resume() }
        held = []
    }
}
