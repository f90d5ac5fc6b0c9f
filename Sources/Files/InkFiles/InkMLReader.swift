// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A reader of InkML (W3C Recommendation, 20 September 2011): traces with their contexts, trace formats and brushes.
///
/// Canvas transforms and trace views are ignored. docs/SPEC.md, "InkML", specifies the interpretation of each element.
struct InkMLReader {
    private var drawing = ImportedDrawing()
    private var contexts: [FileText: InkMLContext] = ["DefaultContext": InkMLContext()]
    private var formats: [FileText: [InkMLChannel]] = [:]
    private var sources: [FileText: InkMLContext] = [:]
    private var brushes: [FileText: InkMLBrush] = ["DefaultBrush": InkMLBrush()]
    private var timestamps: [FileText: Double] = [:]
    /// The indices of the strokes of traces with an ID, for the traces that continue them.
    private var strokesByID: [FileText: Int] = [:]
    /// The milliseconds since 1970 that the drawing's clock counts from.
    private var epoch: Double?
    private var hasOffsets = false
    private var unboundedForces: [Int] = []
    private var width: Double?
    private var height: Double?
    private var traces = 0
    private var place: DrawingFileError.Place { .init(stroke: traces == 0 ? nil : traces) }

    /// Returns the drawing of an InkML file.
    /// - Complexity: O(`bytes.count`).
    static func read(_ bytes: [UInt8]) throws(DrawingFileError) -> NamedDrawing {
        let root = try XMLReader.root(of: bytes)
        guard root.name == "ink" else {
            throw .invalidContent(at: .init(), reason: "The outermost element has to be \"ink\".")
        }
        var reader = InkMLReader()
        try reader.read(root.children, in: InkMLContext())
        return try reader.finish()
    }

    private mutating func read(_ elements: [MarkupElement], in outer: InkMLContext) throws(DrawingFileError) {
        var current = outer
        for element in elements {
            switch element.name {
            case "definitions": for child in element.children { try define(child, in: current) }
            case "context": current = try define(element, in: current)
            case "brush", "traceFormat", "inkSource", "timestamp": current = try define(element, in: current)
            case "traceGroup": try read(element.children, in: try referred(element, from: current))
            case "trace": try readTrace(element, in: try referred(element, from: current))
            case "annotation":
                switch element.attributes["type"] {
                case "inklock:width": width = element.number ?? width
                case "inklock:height": height = element.number ?? height
                default: break
                }
            case "canvasTransform", "mapping": drawing.warnings.add(.ignoredTransform)
            default: break
            }
        }
    }

    /// Stores an element for references to it. Returns the context that it creates if it is a sibling of traces.
    @discardableResult
    private mutating func define(
        _ element: MarkupElement, in current: InkMLContext
    ) throws(DrawingFileError) -> InkMLContext {
        var context = current
        switch element.name {
        case "context":
            context = try referred(element, from: InkMLContext())
            for child in element.children { context = try define(child, in: context) }
            if let id = element.id { contexts[id] = context }
        case "traceFormat":
            context.channels = try InkMLContext.channels(element, at: place)
            if let id = element.id { formats[id] = context.channels }
        case "inkSource":
            for child in element.children {
                switch child.name {
                case "traceFormat": context = try define(child, in: context)
                case "sampleRate": context.sampleRate = child.number("value").flatMap { $0 > 0 ? $0 : nil }
                case "channelProperties":
                    for property in child.children {
                        switch property.attributes["channel"] {
                        case "X": context.resolutionX = InkMLResolution(property) ?? context.resolutionX
                        case "Y": context.resolutionY = InkMLResolution(property) ?? context.resolutionY
                        default: break
                        }
                    }
                default: break
                }
            }
            if let id = element.id { sources[id] = context }
        case "brush":
            let brush = InkMLBrush(element, warnings: &drawing.warnings)
            context.pen = brush
            if let id = element.id { brushes[id] = brush }
        case "timestamp":
            context.timestamp = element.number("time") ?? current.timestamp
            if let id = element.id { timestamps[id] = context.timestamp }
        case "canvasTransform", "mapping": drawing.warnings.add(.ignoredTransform)
        default: break
        }
        return context
    }

    /// Returns the context that results from an element's references and its surrounding context.
    private func referred(
        _ element: MarkupElement, from outer: InkMLContext
    ) throws(DrawingFileError) -> InkMLContext {
        var context = outer
        if let id = element.reference("contextRef") {
            guard let known = contexts[id] else { throw unresolved("contextRef") }
            context = known
            context.pen = known.pen ?? outer.pen
        }
        if let id = element.reference("inkSourceRef") {
            guard let known = sources[id] else { throw unresolved("inkSourceRef") }
            context.channels = known.channels
            context.sampleRate = known.sampleRate
            context.resolutionX = known.resolutionX
            context.resolutionY = known.resolutionY
        }
        if let id = element.reference("traceFormatRef") {
            guard let known = formats[id] else { throw unresolved("traceFormatRef") }
            context.channels = known
        }
        if let id = element.reference("brushRef") {
            guard let known = brushes[id] else { throw unresolved("brushRef") }
            context.pen = known
        }
        if let id = element.reference("timestampRef") {
            guard let known = timestamps[id] else { throw unresolved("timestampRef") }
            context.timestamp = known
        }
        return context
    }

    private func unresolved(_ attribute: StaticString) -> DrawingFileError {
        .invalidContent(at: place, reason: "a \(attribute) names nothing that comes before it.")
    }

    private mutating func readTrace(_ element: MarkupElement, in context: InkMLContext) throws(DrawingFileError) {
        traces += 1
        guard element.attributes["type"] != "penUp" else {
            drawing.warnings.add(.penInAir)
            return
        }
        var samples = try InkMLTrace(context, at: place).samples(element.text)
        let offset = element.number("timeOffset")
        var shift = 0.0
        let isTimed = context.index(of: .time) != nil || context.sampleRate != nil || offset != nil
        // Times that count from 1970 need neither a timestamp nor an offset.
        if isTimed && (samples.first?.time ?? 0) < ImportedDrawing.earliestDate {
            if let timestamp = context.timestamp, epoch == nil { epoch = timestamp }
            hasOffsets = hasOffsets || offset != nil || context.timestamp != nil
            shift = (context.timestamp ?? epoch ?? 0) - (epoch ?? 0) + (offset ?? 0)
        }
        let continued = element.attributes["continuation"]
        if continued == "middle" || continued == "end", let prior = element.reference("priorRef"),
            let index = strokesByID[prior]
        {
            var difference = shift - drawing.strokes[index].offset
            // Without times of their own, the samples follow those that were read before.
            if context.index(of: .time) == nil, let last = drawing.strokes[index].samples.last {
                difference = max(difference, last.time + context.interval)
            }
            for i in samples.indices { samples[i].time += difference }
            drawing.strokes[index].samples += samples
            if let id = element.id { strokesByID[id] = index }
            return
        }
        let pen = context.pen ?? InkMLBrush()
        let stroke = ImportedStroke(
            samples: samples, offset: shift, isTimed: isTimed, brush: pen.brush, model: pen.model, number: traces)
        if let id = element.id { strokesByID[id] = drawing.strokes.count }
        if let force = context.index(of: .force), context.channels[force].isUnboundedForce {
            unboundedForces.append(drawing.strokes.count)
        }
        drawing.strokes.append(stroke)
    }

    private mutating func finish() throws(DrawingFileError) -> NamedDrawing {
        scaleUnboundedForces()
        if hasOffsets { drawing.beginning = .init(clock: 0, date: epoch.map { $0 / 1000 }) }
        if let width, let height {
            let limit = 0...Stroke.coordinateLimit
            guard limit ~= width && limit ~= height else {
                throw .invalidContent(
                    at: .init(), reason: "The drawing's sides have to be within 0 ... 1000000 points.")
            }
            drawing.size = InkSize(width: width, height: height)
        }
        return try drawing.named(nil, at: .init())
    }

    private mutating func scaleUnboundedForces() {
        var most = 1.0
        for index in unboundedForces {
            for sample in drawing.strokes[index].samples { most = max(most, sample.pressure ?? 0) }
        }
        guard most > 1 && most.isFinite else { return }
        for index in unboundedForces {
            for i in drawing.strokes[index].samples.indices {
                if let force = drawing.strokes[index].samples[i].pressure {
                    drawing.strokes[index].samples[i].pressure = force / most
                }
            }
        }
        drawing.warnings.add(.scaledForce)
    }
}
