// SPDX-License-Identifier: MIT

/// The known facts about the device and the sensor that reported the samples. An expert needs them to compare
/// signatures.
public struct EvidenceDevice: Hashable, Sendable {
    /// The device's model.
    public var model: String?
    /// The operating system with its version.
    public var system: String?
    /// The program that captured the samples, with its version: an app or a browser.
    public var software: String?
    /// The tool that touched the surface: `pen`, `finger`, `mouse`, or the sensor's own name.
    public var sensor: String?
    /// The rate in hertz at which the sensor reports samples. Above 0.
    public var samplesPerSecond: Double?
    /// The number of points per millimetre of the surface, if the display's size is known. Above 0.
    public var pointsPerMillimetre: Double?
    /// The number of steps in which the sensor measures pressure, 1...2³².
    public var pressureLevels: Int?

    public init(
        model: String? = nil, system: String? = nil, software: String? = nil, sensor: String? = nil,
        samplesPerSecond: Double? = nil, pointsPerMillimetre: Double? = nil, pressureLevels: Int? = nil
    ) {
        self.model = model
        self.system = system
        self.software = software
        self.sensor = sensor
        self.samplesPerSecond = samplesPerSecond
        self.pointsPerMillimetre = pointsPerMillimetre
        self.pressureLevels = pressureLevels
    }

    package static let measures = 1e-6...1e6
    package static let levels = 1...(1 << 32)

    private var names: [String?] { [model, system, software, sensor] }

    var isInRange: Bool {
        names.allSatisfy { ($0?.utf8.count ?? 0) <= EvidenceLimits.nameBytes }
            && [samplesPerSecond, pointsPerMillimetre].allSatisfy { $0.map { Self.measures ~= $0 } ?? true }
            && (pressureLevels.map { Self.levels ~= $0 } ?? true)
    }

    func write(to output: inout CBORWriter) {
        let measured = [samplesPerSecond, pointsPerMillimetre]
        output.map(names.count { $0 != nil } + measured.count { $0 != nil } + (pressureLevels == nil ? 0 : 1))
        for (key, name) in names.enumerated() {
            guard let name else { continue }
            output.integer(Int64(key))
            output.text(name)
        }
        for (key, measure) in measured.enumerated() {
            guard let measure else { continue }
            output.integer(Int64(names.count + key))
            output.double(measure)
        }
        if let pressureLevels {
            output.integer(6)
            output.integer(Int64(pressureLevels))
        }
    }

    init(from input: inout CBORReader) throws(CBORError) {
        self.init()
        let start = input.fault
        var left = try input.map(0...7)
        func isNext(_ key: Int64) -> Bool {
            guard left > 0, input.isKey(key) else { return false }
            left -= 1
            return true
        }
        if isNext(0) { model = try input.text(limit: EvidenceLimits.nameBytes) }
        if isNext(1) { system = try input.text(limit: EvidenceLimits.nameBytes) }
        if isNext(2) { software = try input.text(limit: EvidenceLimits.nameBytes) }
        if isNext(3) { sensor = try input.text(limit: EvidenceLimits.nameBytes) }
        if isNext(4) { samplesPerSecond = try input.double(in: Self.measures) }
        if isNext(5) { pointsPerMillimetre = try input.double(in: Self.measures) }
        if isNext(6) { pressureLevels = try input.count(in: Self.levels) }
        guard left == 0 else { throw start }
    }
}
