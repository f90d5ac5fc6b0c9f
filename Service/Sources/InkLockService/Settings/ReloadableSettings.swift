// SPDX-License-Identifier: MIT
import Synchronization

/// The settings that a running server can change without a restart.
struct ReloadableSettings: Sendable {
    var isOpenToNewAccounts = true
    var proxies = TrustedProxies.none
    /// The address for reports of vulnerabilities, or `nil` for the domain's standard mailbox.
    var securityContact: String?
    var accessLog = AccessLog.Choice.off
    var log = ServiceLog.Choices()
}

/// The current settings of a running server.
final class LiveSettings: Sendable {
    private let settings: Mutex<ReloadableSettings>

    init(_ settings: ReloadableSettings) { self.settings = Mutex(settings) }

    var current: ReloadableSettings { settings.withLock { $0 } }

    func update(_ body: (inout sending ReloadableSettings) -> Void) { settings.withLock { body(&$0) } }
}
