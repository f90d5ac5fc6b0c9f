// SPDX-License-Identifier: MIT
import CGTK
import Glibc

/// The desktop's reports about the session over D-Bus: systemd-logind's `Lock`, `LockedHint` and `PrepareForSleep`, and
/// the screen saver. Where none of them runs, nothing happens.
///
/// logind waits for the cover before it puts the machine to sleep (an inhibitor lock of the kind "delay").
@MainActor final class DesktopEvents {
    /// A closure that is called when the session is locked, the screen saver starts, or the machine goes to sleep.
    var onLock: (() -> Void)?
    /// A widget of the cover, whose frames tell when the cover has been drawn.
    weak var cover: View?
    private var subscriptions: [(bus: DBus, number: guint)] = []
    /// A Boolean value that indicates whether ``stop()`` was called, perhaps before a bus answered.
    private var isStopped = false
    private var sessionPath: String?
    private var sleepDelay: Int32 = -1
    /// The number of the delay in force. What was started for an earlier one must not end it.
    private var delayNumber = 0

    private static let logind = "org.freedesktop.login1"
    private static let savers = ["freedesktop", "gnome", "cinnamon", "mate", "xfce"].map { "org.\($0).ScreenSaver" }

    func follow() {
        Task { [weak self] in
            if let bus = await DBus.connect(G_BUS_TYPE_SYSTEM) { await self?.followLogind(bus) }
        }
        Task { [weak self] in
            if let bus = await DBus.connect(G_BUS_TYPE_SESSION) { self?.followScreenSaver(bus) }
        }
    }

    func stop() {
        isStopped = true
        for (bus, number) in subscriptions { bus.unsubscribe(number) }
        subscriptions = []
        letSleep()
    }

    isolated deinit { stop() }

    private func followLogind(_ bus: DBus) async {
        guard !isStopped else { return }
        subscribe(bus, Self.logind, "\(Self.logind).Manager", "PrepareForSleep") { [weak self] _, isStart in
            self?.sleep(isStart ?? true, bus)
        }
        subscribe(bus, Self.logind, "\(Self.logind).Session", "Lock") { [weak self] path, _ in
            self?.lock(path)
        }
        // A desktop that locks by itself tells logind afterwards.
        subscribe(
            bus, Self.logind, "org.freedesktop.DBus.Properties", "PropertiesChanged", property: "LockedHint"
        ) { [weak self] path, isLocked in
            if isLocked == true { self?.lock(path) }
        }
        // Without the path, the lock of any of the user's sessions counts.
        sessionPath = await bus.sessionPath()
        await delaySleep(bus)
    }

    /// Reports the lock of a session, if it is the app's.
    private func lock(_ path: String) { if sessionPath == nil || sessionPath == path { onLock?() } }

    private func followScreenSaver(_ bus: DBus) {
        guard !isStopped else { return }
        for name in Self.savers {
            subscribe(bus, name, name, "ActiveChanged") { [weak self] _, isActive in
                if isActive == true { self?.onLock?() }
            }
        }
    }

    private func subscribe(
        _ bus: DBus, _ sender: String, _ interface: String, _ signal: String, property: String? = nil,
        _ body: @escaping @MainActor (String, Bool?) -> Void
    ) { subscriptions.append((bus, bus.subscribe(sender, interface, signal, property: property, body))) }

    // MARK: Sleep

    private func sleep(_ isStart: Bool, _ bus: DBus) {
        guard isStart else {
            Task { [weak self] in await self?.delaySleep(bus) }
            return
        }
        onLock?()
        // The cover is in the second frame from here. A window out of sight has no frames.
        var frames = 0
        let number = delayNumber
        if let cover {
            Frames.follow(cover.widget) { [weak self] _ in
                frames += 1
                if frames > 1 { self?.letSleep(number) }
                return frames <= 1
            }
        }
        Task { [weak self] in
            try? await Task.sleep(for: .seconds(1))
            self?.letSleep(number)
        }
    }

    private func delaySleep(_ bus: DBus) async {
        guard !isStopped else { return }
        let new = await bus.delaySleep()
        letSleep()
        delayNumber += 1
        sleepDelay = new
        if isStopped { letSleep() }
    }

    /// Ends a delay, if it is still in force.
    private func letSleep(_ number: Int) { if number == delayNumber { letSleep() } }

    private func letSleep() {
        if sleepDelay >= 0 { close(sleepDelay) }
        sleepDelay = -1
    }
}
