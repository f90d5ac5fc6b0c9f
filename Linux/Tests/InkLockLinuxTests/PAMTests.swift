// SPDX-License-Identifier: MIT
import CPAM
import Foundation
import InkLockLinux
import LockFlow
import Testing

@testable import InkLockLinux

/// Tests of authentication by PAM with stock modules.
@Suite(.serialized, .enabled(if: ServiceFolder.hasMatrix, "libpam-wrapper is not installed"))
struct PAMTests {
    let folder = ServiceFolder()
    let prompt = OwnerPrompt("Show the card")

    private func ask(
        _ service: PAMService, _ conversation: ScriptedConversation = ScriptedConversation(),
        limit: Duration = .seconds(60), threads: PAMPrompt.Threads = .shared
    ) async throws(OwnerError) {
        try await PAMPrompt(
            service, user: ServiceFolder.user, prompt, conversation, timeLimit: limit, threads: threads
        ).ask()
    }

    @Test("The right password authenticates the owner, and is asked for without echo") func rightPassword() async throws
    {
        let conversation = ScriptedConversation(.types("right horse"))
        try await ask(folder.password, conversation)
        #expect(conversation.record.questions.count == 1)
        #expect(conversation.record.secretQuestions == 1)
        #expect(conversation.record.prompts == [prompt])
        #expect(conversation.record.ends == 1)
    }

    @Test("A wrong, an empty and a longer password are refused", arguments: ["wrong", "", "right horse "])
    func wrongPassword(_ typed: String) async throws {
        let conversation = ScriptedConversation(.types(typed))
        await #expect(throws: OwnerError.denied) { try await ask(folder.password, conversation) }
        #expect(conversation.record.ends == 1)
    }

    @Test(
        "An answer that PAM would read in part, or that is too long, ends the prompt",
        arguments: ["right horse\u{0}", String(repeating: "a", count: 512)])
    func answersThatPAMCannotTake(_ typed: String) async throws {
        await #expect(throws: OwnerError.cancelled) {
            try await ask(folder.password, ScriptedConversation(.types(typed)))
        }
    }

    @Test("The host's own error ends the prompt", arguments: [OwnerError.cancelled, .fallbackChosen])
    func hostEndsThePrompt(_ error: OwnerError) async throws {
        await #expect(throws: error) { try await ask(folder.password, ScriptedConversation(.fails(error))) }
    }

    @Test("A module's messages are shown") func messages() async throws {
        folder.write("Touch the key", "words")
        let conversation = ScriptedConversation()
        try await ask(
            folder.service(
                "auth required pam_echo.so file=\(folder.path)/words", "auth required pam_permit.so",
                "account required pam_permit.so"), conversation)
        #expect(
            conversation.record.messages.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } == ["Touch the key"]
        )
        #expect(conversation.record.questions.isEmpty)
    }

    @Test("The account is checked after the password") func expiredAccount() async throws {
        let service = folder.service(
            "auth required \(ServiceFolder.matrix) passdb=\(folder.path)/passwords",
            "account required pam_debug.so acct=acct_expired", name: "tests")
        await #expect(throws: OwnerError.locked(.device)) {
            try await ask(service, ScriptedConversation(.types("right horse")))
        }
        await #expect(throws: OwnerError.denied) { try await ask(service, ScriptedConversation(.types("wrong"))) }
    }

    @Test("A module that authenticates another user does not open this one's secrets") func anotherUser() async throws {
        // pam_ftp turns a user of its list into the first of the list.
        func service(_ users: String) -> PAMService {
            folder.service("auth required pam_ftp.so ignore users=\(users)", "account required pam_permit.so")
        }
        try await ask(service(ServiceFolder.user), ScriptedConversation(.types("a@example.com")))
        await #expect(throws: OwnerError.denied) {
            try await ask(service("another,\(ServiceFolder.user)"), ScriptedConversation(.types("a@example.com")))
        }
    }

    @Test("A refusing, an unknown and an unconfigured service refuse") func refusals() async throws {
        await #expect(throws: OwnerError.denied) { try await ask(folder.service("auth required pam_deny.so")) }
        let missing = folder.service("auth required /nonexistent/pam_none.so")
        let unknown = OwnerError.system(code: SystemFault.pam(PAM_MODULE_UNKNOWN).code)
        await #expect(throws: unknown) { try await ask(missing) }
        let empty = PAMService("elsewhere", folder: folder.path)
        #expect(!empty.isConfigured())
        await #expect(throws: OwnerError.self) { try await ask(empty) }
        #expect(folder.permissive.isConfigured())
    }

    /// The names of the codes in `pam_debug`'s arguments, in the order of their numbers.
    private static let names = [
        "open_err", "symbol_err", "service_err", "system_err", "buf_err", "perm_denied", "auth_err",
        "cred_insufficient", "authinfo_unavail", "user_unknown", "maxtries", "new_authtok_reqd", "acct_expired",
        "session_err", "cred_unavail", "cred_expired", "cred_err", "no_module_data", "conv_err", "authtok_err",
        "authtok_recover_err", "authtok_lock_busy", "authtok_disable_aging", "try_again", "ignore", "abort",
        "authtok_expired", "module_unknown", "bad_item", "conv_again", "incomplete",
    ]

    @Test("Every return code of PAM has a meaning, and a stack that ends with it never authenticates")
    func everyCode() async throws {
        #expect(OwnerError.pam.keys.sorted() == Array(1...31))
        #expect(Self.names.count == 31)
        for (index, name) in Self.names.enumerated() {
            let code = Int32(index + 1)
            // A stack without a verdict denies.
            let expected = code == PAM_IGNORE ? OwnerError(pam: PAM_PERM_DENIED) : OwnerError(pam: code)
            await #expect(throws: expected, "\(name)") {
                try await ask(
                    folder.service("auth required pam_debug.so auth=\(name)", "account required pam_permit.so"))
            }
        }
    }

    @Test("A code keeps its origin, and no number of PAM or of a chip becomes one of the system's") func origins() {
        for number in 1...31 as ClosedRange<Int32> {
            let fault = SystemFault.pam(number)
            #expect(SystemFault(code: fault.code) == fault)
            #expect(fault.description != String(cString: strerror(number)))
            if case .system(let code) = OwnerError(pam: number) { #expect(code == fault.code) }
        }
        #expect(OwnerError(pam: 77) == .system(code: SystemFault.pam(77).code))
        for number in [0x8B, 0x101, 0x9A2, 0x6_0001, 0xA_0008] as [UInt32] {
            #expect(SystemFault(code: SystemFault.chip(number).code) == .chip(number))
        }
        #expect(SystemFault.chip(0x9A2).description == "0x9A2")
        for number in [0, EACCES, EKEYREJECTED, 133, -1, .min, .max] {
            #expect(SystemFault(code: number) == .system(number) && SystemFault.system(number).code == number)
        }
    }

    @Test("A cancelled prompt ends immediately, whatever the host and the module do")
    func cancellation() async throws {
        let waiting = [folder.password, folder.service("auth required pam_exec.so quiet /bin/sleep 20")]
        for service in waiting {
            let conversation = ScriptedConversation(.staysSilent)
            let clock = ContinuousClock()
            let began = clock.now
            let task = Task { try await ask(service, conversation) }
            try await Task.sleep(for: .milliseconds(200))
            task.cancel()
            await #expect(throws: OwnerError.cancelled) { try await task.value }
            #expect(clock.now - began < .seconds(10))
            #expect(conversation.record.ends == 1)
        }
        // Before it begins, too.
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await ask(folder.permissive)
        }
        await #expect(throws: OwnerError.cancelled) { try await early.value }
    }

    @Test("The host's Cancel ends a prompt immediately while a module waits") func cancelledByHost() async throws {
        folder.write("Touch the key", "words")
        let service = folder.service(
            "auth required pam_echo.so file=\(folder.path)/words", "auth required pam_exec.so quiet /bin/sleep 20",
            "auth required pam_permit.so", "account required pam_permit.so")
        let conversation = ScriptedConversation(cancelsAtMessage: true)
        let clock = ContinuousClock()
        let began = clock.now
        await #expect(throws: OwnerError.cancelled) { try await ask(service, conversation) }
        #expect(clock.now - began < .seconds(10))
        #expect(conversation.record.ends == 1)
    }

    @Test("A prompt ends after its time") func timeLimit() async throws {
        let conversation = ScriptedConversation(.staysSilent)
        await #expect(throws: OwnerError.cancelled) {
            try await ask(folder.password, conversation, limit: .milliseconds(200))
        }
        #expect(conversation.record.ends == 1)
    }

    @Test("Prompts that were abandoned in a module are limited, and their threads end with it")
    func abandonedPrompts() async throws {
        let slow = folder.service("auth required pam_exec.so quiet /bin/sleep 3")
        // Other tests have theirs.
        let threads = PAMPrompt.Threads(limit: 8)
        var refused = 0
        // A thread that is late ends before it is in the module, and is not counted.
        for _ in 0..<40 where refused < 2 {
            do throws(OwnerError) { try await ask(slow, limit: .milliseconds(20), threads: threads) } catch {
                if error == .locked(.device) { refused += 1 }
            }
        }
        #expect(refused >= 2)
        let permissive = folder.permissive
        var isOpen = false
        for _ in 0..<300 where !isOpen {
            try await Task.sleep(for: .milliseconds(100))
            isOpen = (try? await ask(permissive, threads: threads)) != nil
        }
        #expect(isOpen)
    }
}
