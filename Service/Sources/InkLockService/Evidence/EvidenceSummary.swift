// SPDX-License-Identifier: MIT
import CodeNames
import Foundation
import InkEvidence

/// The statements of an evidence file about itself, without any sample. Nothing in it has been checked.
struct EvidenceSummary: Encodable {
    struct Document: Encodable {
        let name: String?
        let bytes: Int
        let sha256: String
    }

    struct Device: Encodable {
        let model, system, software, sensor: String?
        let samplesPerSecond, pointsPerMillimetre: Double?
        let pressureLevels: Int?
    }

    struct Picture: Encodable {
        let width, height: Int
        let scale: Double
        let cropped: Bool
        let sha256: String
    }

    struct Key: Encodable {
        let kind: String
        let fingerprint: String
    }

    /// The device's wall clock, as ISO 8601 in UTC.
    let begin, end: String
    let seconds: Double
    let source: String
    let width, height: Double
    let strokes, samples: Int
    let device: Device
    let document: Document?
    let texts: [String]
    /// The key to which the samples are sealed.
    let sealedTo: String?
    let picture: Picture
    let key: Key

    init(_ evidence: Evidence) {
        let opening = evidence.opening
        begin = Self.date(opening.begin)
        end = Self.date(evidence.end)
        seconds = Double(evidence.end.monotonicMilliseconds - opening.begin.monotonicMilliseconds) / 1000
        source = CodeName.of(opening.source)
        width = opening.size.width
        height = opening.size.height
        strokes = evidence.strokeCount
        samples = evidence.sampleCount
        let device = opening.device
        self.device = Device(
            model: device.model, system: device.system, software: device.software, sensor: device.sensor,
            samplesPerSecond: device.samplesPerSecond, pointsPerMillimetre: device.pointsPerMillimetre,
            pressureLevels: device.pressureLevels)
        document = opening.document.map {
            Document(name: $0.name, bytes: $0.byteCount, sha256: Hexadecimal.text($0.digest))
        }
        texts = opening.texts
        sealedTo = evidence.recipient.map { Hexadecimal.text($0) }
        let rendering = evidence.rendering
        picture = Picture(
            width: rendering.width, height: rendering.height, scale: rendering.scale, cropped: rendering.isCropped,
            sha256: Hexadecimal.text(rendering.digest))
        key = Key(
            kind: evidence.key.algorithm == -8 ? "Ed25519" : "P-256",
            fingerprint: Hexadecimal.text(evidence.key.fingerprint))
    }

    /// The lines of `inklock evidence show`.
    var text: String {
        var lines = [
            ("begun", "\(begin), as the device's own clock says"), ("took", "\(Self.number(seconds)) s"),
            (
                "drawn",
                "\(strokes) strokes, \(samples) samples, on \(Self.number(width)) × \(Self.number(height)) points"
            ),
            ("source", source == "captured" ? "recorded while it was drawn" : "read from a file later"),
        ]
        let names = [device.model, device.system, device.software].compactMap { $0 }.map(TerminalText.name)
        if !names.isEmpty { lines.append(("device", names.joined(separator: ", "))) }
        let sensor = [
            device.sensor.map(TerminalText.name), device.samplesPerSecond.map { "\(Self.number($0)) samples a second" },
            device.pressureLevels.map { "\($0) pressure levels" },
            device.pointsPerMillimetre.map { "\(Self.number($0)) points to a millimetre" },
        ].compactMap { $0 }
        if !sensor.isEmpty { lines.append(("sensor", sensor.joined(separator: ", "))) }
        if let document {
            let name = document.name.map { "\(TerminalText.name($0)), " } ?? ""
            lines.append(("document", "\(name)\(document.bytes) bytes, SHA-256 \(document.sha256)"))
        } else {
            lines.append(("document", "none"))
        }
        for text in texts { lines.append(("text", TerminalText.printable(text))) }
        lines.append(("samples", sealedTo.map { "sealed to the key \($0)" } ?? "readable by everyone"))
        lines.append(("picture", "\(picture.width) × \(picture.height) pixels, SHA-256 \(picture.sha256)"))
        lines.append(("key", "\(key.kind), fingerprint \(key.fingerprint)"))
        return lines.map { $0.padding(toLength: 10, withPad: " ", startingAt: 0) + $1 }.joined(separator: "\n")
    }

    /// Formats whole seconds, because the format rounds fractions down, which a double does not represent exactly.
    private static func date(_ clock: EvidenceClock) -> String {
        let milliseconds = ((clock.wallMilliseconds % 1000) + 1000) % 1000
        let seconds = (clock.wallMilliseconds - milliseconds) / 1000
        let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
        return text.dropLast() + String(format: ".%03dZ", milliseconds)
    }

    private static func number(_ value: Double) -> String {
        let text = String(format: "%.2f", value)
        return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
    }
}
