// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The facts that are known when the signer begins to draw: the first block of an evidence file.
public struct EvidenceOpening: Hashable, Sendable {
    /// The origin of the samples.
    public enum Source: Int, Hashable, Sendable, CaseIterable {
        /// The program recorded them while they were drawn.
        case captured = 0
        /// The program read them from a file later.
        case imported = 1
    }

    /// 16 random bytes that distinguish this evidence from all other evidence.
    public let session: [UInt8]
    /// The origin of the samples, as the program states it.
    public var source: Source
    /// The clocks at the beginning.
    public var begin: EvidenceClock
    /// The size of the surface in points, each side 0...`Stroke.coordinateLimit`.
    public var size: InkSize
    /// The display's scale in pixels per point, 0.01...1000.
    public var displayScale: Double
    /// The device and its sensor.
    public var device: EvidenceDevice
    /// The document to be signed, or `nil` if the signature belongs to none.
    public var document: EvidenceDocument?
    /// The texts that the signer saw, such as "I agree to the terms". At most ``EvidenceLimits/texts``.
    public var texts: [String]

    /// Creates an opening.
    /// - Parameters:
    ///   - session: 16 random bytes; new ones by default.
    ///   - source: The origin of the samples.
    ///   - begin: The clocks at the beginning.
    ///   - size: The size of the surface in points.
    ///   - displayScale: The display's scale in pixels per point.
    ///   - device: The device and its sensor.
    ///   - document: The document to be signed.
    ///   - texts: The texts that the signer saw.
    public init(
        session: [UInt8] = (0..<16).map { _ in UInt8.random(in: 0...255) }, source: Source = .captured,
        begin: EvidenceClock, size: InkSize, displayScale: Double = 1, device: EvidenceDevice = EvidenceDevice(),
        document: EvidenceDocument? = nil, texts: [String] = []
    ) {
        self.session = session
        self.source = source
        self.begin = begin
        self.size = size
        self.displayScale = displayScale
        self.device = device
        self.document = document
        self.texts = texts
    }

    private static let sides = 0...Stroke.coordinateLimit
    package static let displayScales = 0.01...1000

    var isInRange: Bool {
        session.count == 16 && begin.isInRange && Self.sides ~= size.width && Self.sides ~= size.height
            && Self.displayScales ~= displayScale && device.isInRange && document?.isInRange ?? true
            && texts.count <= EvidenceLimits.texts
            && texts.allSatisfy { $0.utf8.count <= EvidenceLimits.textBytes }
    }

    func write(to output: inout CBORWriter, sealing: EvidenceSealing?) {
        output.array(8)
        output.bytes(session)
        output.integer(Int64(source.rawValue))
        begin.write(to: &output)
        output.array(3)
        for number in [size.width, size.height, displayScale] { output.double(number) }
        device.write(to: &output)
        if let document { document.write(to: &output) } else { output.null() }
        output.array(texts.count)
        for text in texts { output.text(text) }
        if let sealing { sealing.write(to: &output) } else { output.null() }
    }

    /// Reads an opening and how samples are sealed.
    static func read(
        from input: inout CBORReader
    ) throws(CBORError) -> (opening: EvidenceOpening, sealing: EvidenceSealing?) {
        _ = try input.array(8...8)
        let session = try input.bytes(16...16)
        let sourceFault = input.fault
        guard let source = Source(rawValue: try input.count(in: 0...255)) else { throw sourceFault }
        let begin = try EvidenceClock(from: &input)
        _ = try input.array(3...3)
        let size = InkSize(width: try input.double(in: sides), height: try input.double(in: sides))
        let scale = try input.double(in: displayScales)
        let device = try EvidenceDevice(from: &input)
        let document = input.isNull() ? nil : try EvidenceDocument(from: &input)
        var texts: [String] = []
        for _ in 0..<(try input.array(0...EvidenceLimits.texts)) {
            texts.append(try input.text(limit: EvidenceLimits.textBytes))
        }
        let sealing = input.isNull() ? nil : try EvidenceSealing(from: &input)
        return (
            EvidenceOpening(
                session: session, source: source, begin: begin, size: size, displayScale: scale, device: device,
                document: document, texts: texts), sealing
        )
    }
}
