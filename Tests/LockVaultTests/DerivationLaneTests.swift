// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow
import Passcode
import Testing

@testable import LockVault

@Suite struct DerivationLaneTests {
    private let hash = PasscodeHash(text: "$scrypt$ln=10,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA")!

    @Test("Both lanes derive the same key as the queue") func bothLanesDeriveTheSameKeyAsTheQueue() async throws {
        let queue = DerivationQueue(threads: 2)
        let input = try PasscodeInput("1234".secret)
        let expected = try await queue.derive(input, by: hash)
        for priority in DerivationQueue.Priority.allCases {
            let lane = queue.lane(priority, client: "a")
            #expect(
                try await lane.withTurn { () async throws(VaultError) in try await lane.derive(input, by: hash) }
                    == expected)
        }
    }

    /// A flood of unknown clients fills its own lane and no other.
    @Test("Unknown clients never make a known client wait for a turn", arguments: [1, 2, 4])
    func unknownClientsNeverKeepAKnownOneWaitingForATurn(threads: Int) async throws {
        let queue = DerivationQueue(threads: threads, waiting: 4, unknownWaiting: 8)
        let gate = Gate()
        let turns = 2 * max(1, threads - 1)
        let flood = (0..<turns + 8).map { client in
            Task {
                try? await queue.lane(.unknown, client: "\(client)")
                    .withTurn { () async throws(VaultError) in await gate.pass() }
            }
        }
        await gate.arrivals(turns)
        while queue.waitingCount(.unknown) < 8 { await Task.yield() }
        // All turns and waiting places are in use, so every further attempt is refused immediately.
        #expect(await refusal(of: queue.lane(.unknown, client: "late")) == .busy)
        #expect(await refusal(of: queue.lane(.known)) == nil)
        #expect(await refusal(of: queue) == nil)
        await gate.open()
        for task in flood { await task.value }
    }

    @Test("An unknown client has at most one waiting attempt") func oneUnknownClientWaitsOnceAtATime() async throws {
        let queue = DerivationQueue(threads: 1, unknownWaiting: 8)
        let gate = Gate()
        let holders = (0..<2).map { _ in
            Task {
                try? await queue.lane(.unknown).withTurn { () async throws(VaultError) in await gate.pass() }
            }
        }
        await gate.arrivals(2)
        let first = Task { await refusal(of: queue.lane(.unknown, client: "a")) }
        while queue.waitingCount(.unknown) < 1 { await Task.yield() }
        #expect(await refusal(of: queue.lane(.unknown, client: "a")) == .busy)
        let other = Task { await refusal(of: queue.lane(.unknown, client: "b")) }
        await gate.open()
        for holder in holders { await holder.value }
        #expect(await first.value == nil)
        #expect(await other.value == nil)
        #expect(await refusal(of: queue.lane(.unknown, client: "a")) == nil, "the client waits no more")
    }

    /// The queue serves waiting networks in turn, and the clients of each network in turn.
    @Test("Turns alternate between networks, then between their clients")
    func turnsGoRoundNetworksAndClients() async throws {
        let queue = TurnQueue(turns: 1, waiting: 20)
        let gate = Gate()
        let order = Order()
        let holder = Task { try? await queue.withTurn { () async throws(VaultError) in await gate.pass() } }
        await gate.arrivals(1)
        var tasks: [Task<Void, Never>] = []
        for (client, network) in [("a", "x"), ("a", "x"), ("a", "x"), ("b", "x"), ("c", "y")] {
            let party = TurnQueue.Party(client: client, network: network)
            tasks.append(
                Task { try? await queue.withTurn(of: party) { () async throws(VaultError) in order.append(client) } })
            while queue.waitingCount < tasks.count { await Task.yield() }
        }
        await gate.open()
        await holder.value
        for task in tasks { await task.value }
        #expect(order.words == ["a", "c", "b", "a", "a"])
    }

    /// If the queue is full, a client or network loses its last waiting place to one that has at least two fewer.
    @Test("A client or network with many waiting places loses some to others") func placesAreShared() async throws {
        let queue = TurnQueue(turns: 1, limits: TurnQueue.Limits(total: 4, client: 3, network: 3))
        let gate = Gate()
        let order = Order()
        let holder = Task { try? await queue.withTurn { () async throws(VaultError) in await gate.pass() } }
        await gate.arrivals(1)
        var tasks: [Task<Void, Never>] = []
        /// Each caller waits, or is refused, before the next one comes.
        func enter(_ client: String, _ network: String) async {
            let (count, refused) = (queue.waitingCount, order.words.count)
            let party = TurnQueue.Party(client: client, network: network)
            tasks.append(
                Task {
                    do throws(VaultError) {
                        try await queue.withTurn(of: party) { () async throws(VaultError) in order.append(client) }
                    } catch {
                        order.append("\(client) \(error)")
                    }
                })
            while queue.waitingCount == count && order.words.count == refused { await Task.yield() }
        }
        for client in ["a", "a", "a"] { await enter(client, "x") }
        await enter("a", "y")
        #expect(order.words == ["a busy"], "three places are one client's, wherever it is")
        await enter("b", "x")
        await enter("c", "x")
        #expect(order.words == ["a busy", "a busy", "a busy"], "b and c took places of a")
        await enter("d", "x")
        #expect(order.words.last == "d busy", "none has two more")
        await enter("e", "y")
        await enter("f", "z")
        #expect(order.words.count == 5, "f took a place of the network x: \(order.words)")
        await gate.open()
        await holder.value
        for task in tasks { await task.value }
        #expect(Set(order.words.dropFirst(5)).isSuperset(of: ["e", "f"]) && order.words.count == 9)
    }

    /// Networks with one waiting place each have none to lose, until one comes that has had fewer turns.
    @Test("In a full queue, a network that had fewer turns lately takes the place of one that had more")
    func placesGoToThoseWithFewerTurns() async throws {
        let queue = TurnQueue(turns: 1, limits: TurnQueue.Limits(total: 3))
        let order = Order()
        func enter(_ network: String) async {
            do throws(VaultError) {
                try await queue.withTurn(of: TurnQueue.Party(client: network, network: network)) {
                    () async throws(VaultError) in order.append(network)
                }
            } catch {
                order.append("\(network) \(error)")
            }
        }
        for network in ["a", "a", "a", "b", "b", "c", "c"] { await enter(network) }
        let gate = Gate()
        let holder = Task { try? await queue.withTurn { () async throws(VaultError) in await gate.pass() } }
        await gate.arrivals(1)
        var tasks: [Task<Void, Never>] = []
        for network in ["a", "b", "c", "owner", "b", "d", "a"] {
            let (count, words) = (queue.waitingCount, order.words.count)
            tasks.append(Task { await enter(network) })
            // The fourth and the sixth displace another, so the count stays.
            while queue.waitingCount == count && order.words.count == words { await Task.yield() }
        }
        #expect(order.words.dropFirst(7) == ["a busy", "b busy", "c busy", "a busy"])
        await gate.open()
        await holder.value
        for task in tasks { await task.value }
        #expect(order.words.dropFirst(11) == ["b", "owner", "d"], "the order of those that stay is as before")
    }

    /// Otherwise one network that comes for the first time could take all places at the same time.
    @Test("A network that had no turns takes no more places than another has had turns")
    func newNetworksTakeFewPlaces() async throws {
        let queue = TurnQueue(turns: 1, limits: TurnQueue.Limits(total: 4))
        let order = Order()
        func enter(_ client: String, _ network: String) async {
            do throws(VaultError) {
                try await queue.withTurn(of: TurnQueue.Party(client: client, network: network)) {
                    () async throws(VaultError) in order.append(client)
                }
            } catch {
                order.append("\(client) \(error)")
            }
        }
        for network in ["a", "b", "c", "d"] { await enter(network, network) }
        let gate = Gate()
        let holder = Task { try? await queue.withTurn { () async throws(VaultError) in await gate.pass() } }
        await gate.arrivals(1)
        var tasks: [Task<Void, Never>] = []
        for client in ["a", "b", "c", "d", "new 1", "new 2", "new 3"] {
            let (count, words) = (queue.waitingCount, order.words.count)
            tasks.append(Task { await enter(client, client.hasPrefix("new") ? "new" : client) })
            while queue.waitingCount == count && order.words.count == words { await Task.yield() }
        }
        #expect(order.words.dropFirst(4).count == 3 && order.words.suffix(2) == ["new 2 busy", "new 3 busy"])
        await gate.open()
        await holder.value
        for task in tasks { await task.value }
    }

    @Test("Old turns neither count nor take memory") func oldTurnsAreForgotten() async throws {
        let queue = TurnQueue(turns: 1, waiting: 1)
        func enter(_ network: String) async throws(VaultError) {
            try await queue.withTurn(of: TurnQueue.Party(network: network)) { () async throws(VaultError) in }
        }
        for _ in 0..<5 { try await enter("a") }
        for number in 0..<4 * TurnQueue.rememberedTurns { try await enter("\(number)") }
        #expect(queue.rememberedNetworks <= TurnQueue.rememberedTurns)
        try await enter("b")
        let gate = Gate()
        let holder = Task { try? await queue.withTurn { () async throws(VaultError) in await gate.pass() } }
        await gate.arrivals(1)
        let displaced = Task { await thrown { () async throws(VaultError) in try await enter("b") } }
        while queue.waitingCount < 1 { await Task.yield() }
        let first = Task { await thrown { () async throws(VaultError) in try await enter("a") } }
        #expect(await displaced.value == .busy)
        await gate.open()
        await holder.value
        #expect(await first.value == nil)
    }

    @Test("Background work leaves a thread free for urgent work")
    func backgroundWorkLeavesAThreadToUrgentWork() async throws {
        let threads = WorkThreads(3, background: 2)
        let hold = DispatchSemaphore(value: 0)
        let begun = Tally()
        let slow = (0..<6).map { _ in
            Task {
                try? await threads.run(isUrgent: false) { () throws(VaultError) in
                    begun.add()
                    hold.wait()
                }
            }
        }
        while begun.count < 2 { await Task.yield() }
        for _ in 0..<50 { try await threads.run { () throws(VaultError) in } }
        #expect(begun.count == 2, "background work may hold two threads")
        for _ in slow { hold.signal() }
        for task in slow { await task.value }
        #expect(begun.count == 6)
    }

    /// With one thread the urgent work is next, however much other work came before it.
    @Test("Urgent work runs next on the only thread") func urgentWorkIsNextOnTheOnlyThread() async throws {
        let threads = WorkThreads(1)
        let hold = DispatchSemaphore(value: 0)
        let begun = Tally()
        let first = Task {
            try? await threads.run(isUrgent: false) { () throws(VaultError) in
                begun.add()
                hold.wait()
            }
        }
        while begun.count < 1 { await Task.yield() }
        let slow = (0..<20).map { _ in
            Task { try? await threads.run(isUrgent: false) { () throws(VaultError) in begun.add() } }
        }
        while threads.waitingCount < slow.count { await Task.yield() }
        let seen = Task { try? await threads.run { () throws(VaultError) in begun.count } }
        while threads.waitingCount < slow.count + 1 { await Task.yield() }
        hold.signal()
        #expect(await seen.value == 1)
        await first.value
        for task in slow { await task.value }
        #expect(begun.count == 21)
    }

    private func refusal(of deriver: some Deriver) async -> VaultError? {
        await thrown { () async throws(VaultError) in
            try await deriver.withTurn { () async throws(VaultError) in }
        }
    }
}

private final class Tally: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    var count: Int { lock.withLock { number } }
    func add() { lock.withLock { number += 1 } }
}

private final class Order: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [String] = []

    var words: [String] { lock.withLock { list } }
    func append(_ word: String) { lock.withLock { list.append(word) } }
}
