// SPDX-License-Identifier: MIT
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import InkLockService

@Suite struct ConnectionTableTests {
    /// Opens a connection that tells when it is closed.
    private func open(
        _ table: ConnectionTable, _ client: String?, _ log: NIOLockedValueBox<[String]>, _ name: String
    ) -> ConnectionTable.ID {
        table.open(client: client) { log.withLockedValue { $0.append(name) } }
    }

    @Test("A full table closes the connection longest without progress") func longestWithoutProgressMakesRoom() {
        let (table, log) = (ConnectionTable(total: 3, perClient: 10), NIOLockedValueBox<[String]>([]))
        let first = open(table, "a", log, "first")
        _ = open(table, "b", log, "second")
        _ = open(table, "c", log, "third")
        table.progressed(first, isWorking: false)
        _ = open(table, "d", log, "fourth")
        #expect(log.withLockedValue { $0 } == ["second"])
        #expect(table.count == 3)
    }

    @Test("A client at its limit loses only its own connections") func oneClientMakesRoomForItselfOnly() {
        let (table, log) = (ConnectionTable(total: 100, perClient: 2), NIOLockedValueBox<[String]>([]))
        _ = open(table, "other", log, "other")
        for number in 1...50 { _ = open(table, "a", log, "\(number)") }
        #expect(log.withLockedValue { $0 } == (1...48).map { "\($0)" })
        // A proxy speaks for many.
        for number in 51...60 { _ = open(table, nil, log, "\(number)") }
        #expect(table.count == 13)
    }

    @Test("Connections with a request in progress are closed last") func whatIsWorkedOnGoesLast() {
        let (table, log) = (ConnectionTable(total: 2, perClient: 2), NIOLockedValueBox<[String]>([]))
        table.progressed(open(table, "a", log, "working"), isWorking: true)
        for _ in 2...20 { _ = open(table, "a", log, "idle") }
        #expect(!log.withLockedValue { $0.contains("working") })
        #expect(log.withLockedValue { $0.count } == 18)
    }

    /// With every place taken, a new connection costs no look at all the others.
    @Test("Making room in a large table is as fast as in a small one") func makingRoomCostsTheSameForAnyNumber() {
        func seconds(_ total: Int) -> Double {
            let table = ConnectionTable(total: total, perClient: total)
            for _ in 0..<total { _ = table.open(client: "a") {} }
            return RequestCostTests.seconds {
                for _ in 0..<4000 { table.progressed(table.open(client: "a") {}, isWorking: false) }
            }
        }
        let (few, many) = (seconds(100), seconds(20_000))
        #expect(many < 20 * few, "\(few) s, \(many) s")
    }

    @Test("The closing order stays correct after many updates") func ordersHoldThroughMuchProgress() {
        let (table, log) = (ConnectionTable(total: 3, perClient: 3), NIOLockedValueBox<[String]>([]))
        let ids = ["first", "second", "third"].map { open(table, "a", log, $0) }
        for _ in 0..<1000 {
            table.progressed(ids[0], isWorking: true)
            table.progressed(ids[1], isWorking: false)
            table.progressed(ids[0], isWorking: false)
        }
        for name in ["fourth", "fifth", "sixth", "seventh"] { _ = open(table, "a", log, name) }
        #expect(log.withLockedValue { $0 } == ["third", "second", "first", "fourth"])
    }

    @Test("Closed connections are removed from the table") func closedConnectionsAreForgotten() {
        let (table, log) = (ConnectionTable(total: 2, perClient: 1), NIOLockedValueBox<[String]>([]))
        for number in 1...20 { table.closed(open(table, "a", log, "\(number)")) }
        #expect(table.count == 0 && table.closedCount == 20)
        #expect(log.withLockedValue { $0.isEmpty })
    }

    @Test(
        "Connection limits stay below the file descriptor limit",
        arguments: [(256, 160), (1024, 832), (4096, 3520), (1_048_576, 4096)])
    func limitsStayBelowTheDescriptors(descriptors: Int, total: Int) {
        let limits = ConnectionLimits(descriptors: descriptors)
        #expect(limits.total == total)
        #expect(limits.hardTotal + 32 <= descriptors)
        #expect(limits.client <= total / 4)
    }
}

@Suite struct ConnectionStateTests {
    private let limits = ConnectionLimits(descriptors: 1024)
    private let start = NIODeadline.uptimeNanoseconds(1)

    private func at(_ seconds: Int64) -> NIODeadline { start + .seconds(seconds) }

    @Test("A slow or silent request head times out after ten seconds") func silentAndSlowHeadsEndAfterTenSeconds() {
        var state = ConnectionState(limits, at: start)
        for second in 1...9 as ClosedRange<Int64> {
            state.receiving(at: at(second))
            let isTooLong = state.received(1)
            #expect(!isTooLong)
            #expect(state.timeout(at: at(second), accepted: 0, unsent: 0) == .nothing)
        }
        #expect(state.timeout(at: at(10), accepted: 0, unsent: 0) == .tellAndClose)
    }

    @Test("A slow request body times out after thirty seconds") func bodyHasThirtySecondsHoweverItTrickles() {
        var state = ConnectionState(limits, at: start)
        let isTaken = state.receivedHead(.init(), at: at(5))
        #expect(isTaken)
        #expect(state.timeout(at: at(34), accepted: 0, unsent: 0) == .nothing)
        #expect(state.timeout(at: at(35), accepted: 0, unsent: 0) == .tellAndClose)
    }

    @Test("An idle connection closes after sixty seconds") func idleConnectionEndsAfterSixtySeconds() {
        var state = ConnectionState(limits, at: start)
        _ = state.receivedHead(.init(), at: at(1))
        state.receivedEnd(at: at(1))
        #expect(state.isWorking)
        _ = state.answerBegan(at: at(2))
        let isEnd = state.answerEnded(at: at(2))
        #expect(!isEnd)
        #expect(state.timeout(at: at(61), accepted: 100, unsent: 0) == .nothing)
        #expect(state.timeout(at: at(62), accepted: 100, unsent: 0) == .close)
        // The next head has ten seconds from its first byte.
        state.receiving(at: at(62))
        #expect(state.timeout(at: at(71), accepted: 100, unsent: 0) == .nothing)
        #expect(state.timeout(at: at(72), accepted: 100, unsent: 0) == .tellAndClose)
    }

    /// A derivation may take its time: nothing ends while the service works.
    @Test("A request in progress never times out") func workIsWaitedFor() {
        var state = ConnectionState(limits, at: start)
        _ = state.receivedHead(.init(), at: at(1))
        state.receivedEnd(at: at(1))
        for second in 2...300 as ClosedRange<Int64> {
            #expect(state.timeout(at: at(second), accepted: 0, unsent: 0) == .nothing)
        }
    }

    @Test("A slow reader stays connected but a stalled one is closed") func readersMayBeSlowButNotStandStill() {
        var state = ConnectionState(limits, at: start)
        _ = state.receivedHead(.init(), at: start)
        state.receivedEnd(at: start)
        _ = state.answerBegan(at: start)
        var accepted = 0
        for second in 1...60 as ClosedRange<Int64> {
            accepted += 4096
            #expect(state.timeout(at: at(second), accepted: accepted, unsent: 1_000_000) == .nothing)
        }
        for second in 61...69 as ClosedRange<Int64> {
            #expect(state.timeout(at: at(second), accepted: accepted, unsent: 1_000_000) == .nothing)
        }
        #expect(state.timeout(at: at(70), accepted: accepted, unsent: 1_000_000) == .close)
    }

    @Test("The number of pipelined requests is limited") func pipelinedRequestsAreLimited() {
        var state = ConnectionState(limits, at: start)
        for _ in 0..<limits.pipelined {
            let isTaken = state.receivedHead(.init(), at: start)
            #expect(isTaken)
            state.receivedEnd(at: start)
        }
        let isTaken = state.receivedHead(.init(), at: start)
        #expect(!isTaken)
        for number in 1...limits.pipelined {
            let (_, isLast) = state.answerBegan(at: start)
            #expect(isLast == (number == limits.pipelined))
            let isEnd = state.answerEnded(at: start)
            #expect(isEnd == isLast)
        }
        #expect(state.timeout(at: at(1), accepted: 0, unsent: 0) == .nothing)
        #expect(state.timeout(at: at(3), accepted: 0, unsent: 0) == .close)
    }

    @Test("The size of a request head is limited") func headsAreLimited() {
        var state = ConnectionState(limits, at: start)
        state.receiving(at: start)
        let first = state.received(limits.headBytes)
        let second = state.received(1)
        #expect(!first && second)
        // A body may be longer than a head.
        var other = ConnectionState(limits, at: start)
        other.receiving(at: start)
        _ = other.receivedHead(.init(), at: start)
        let isTooLong = other.received(1_000_000)
        #expect(!isTooLong)
    }

    /// The timer is never set to a moment that has passed for long, which would keep a core busy.
    @Test("Deadlines advance until the connection ends") func deadlinesMoveOn() {
        var state = ConnectionState(limits, at: start)
        _ = state.receivedHead(.init(keepsAlive: false), at: start)
        state.receivedEnd(at: start)
        _ = state.answerBegan(at: start)
        _ = state.answerEnded(at: start)
        var now = start
        var turns = 0
        while turns < 1000 {
            now = max(state.deadline, now + .milliseconds(250))
            turns += 1
            if state.timeout(at: now, accepted: turns, unsent: now < at(25) ? 10 : 0) != .nothing { break }
        }
        #expect(turns < 200)
    }
}
