// SPDX-License-Identifier: MIT
import InkGeometry

/// The form that the field of a signature shows on its page, if the field is as ``PDFSigner`` writes it.
struct SignatureInk: Sendable {
    /// The flags of a field's widget: it is printed and locked, and not hidden (ISO 32000-2 §12.5.3).
    static let fieldFlags = 132

    private let contents: [UInt8]
    /// The sides of the form's box.
    private let sides: [Double]
    /// The opacities of the graphics states.
    private let opacities: [String: Double]
    /// The size of the field, upright.
    private let size: InkSize

    /// The number of bytes of the form's contents.
    var byteCount: Int { contents.count }

    /// The entries of a field that is its own only widget. It has no states, no actions, and is on no layer.
    private static let fieldEntries: Set<String> = [
        "/Type", "/Subtype", "/FT", "/T", "/V", "/F", "/Rect", "/P", "/AP",
    ]
    /// The entries of a form that is not compressed.
    private static let formEntries: Set<String> = ["/Type", "/Subtype", "/BBox", "/Matrix", "/Resources", "/Length"]
    /// The largest error in the edges of a field, which have three decimals.
    private static let tolerance = 0.001

    /// Reads the form of a field.
    /// - Parameters:
    ///   - limit: The maximum number of bytes of its contents.
    ///   - left: The number of pages and annotations that may still be visited. It is negative afterwards if there are
    ///     more.
    /// - Returns: `nil` if the page does not show exactly one form at the field, upright and undistorted.
    init?(_ field: PDFFile.Object, in file: PDFFile, limit: Int, _ left: inout Int) {
        let (page, form) = (field["/P"], field["/AP"]["/N"])
        guard Self.has(field, only: Self.fieldEntries), field["/Subtype"].isName("/Widget"),
            field["/FT"].isName("/Sig"),
            field["/F"].integer == Self.fieldFlags, Self.has(field["/AP"], only: ["/N"]), form.isStream,
            Self.isShown(field, on: page, in: file, &left)
        else { return nil }
        let dictionary = form.dictionary
        guard Self.has(dictionary, only: Self.formEntries), dictionary["/Subtype"].isName("/Form"),
            let box = Self.numbers(dictionary["/BBox"], count: 4), box[0] == 0, box[1] == 0, box[2] > 0, box[3] > 0,
            let opacities = Self.opacities(dictionary["/Resources"])
        else { return nil }
        guard let (visible, rotation) = try? PDFSigner.visibleBox(page),
            let edges = Self.numbers(field["/Rect"], count: 4),
            edges[0] >= visible[0] - Self.tolerance, edges[1] >= visible[1] - Self.tolerance,
            edges[2] <= visible[2] + Self.tolerance, edges[3] <= visible[3] + Self.tolerance,
            Self.numbers(dictionary["/Matrix"], count: 6) == SignaturePlace.matrix(rotation: rotation).map(Double.init)
        else { return nil }
        let (width, height) = (edges[2] - edges[0], edges[3] - edges[1])
        size = rotation % 180 == 0 ? InkSize(width: width, height: height) : InkSize(width: height, height: width)
        let side = SignaturePlace.leastSide / PDFSigner.unit(page)
        // The decimals of a field are coarse where the page's units are large.
        let least = max(side - 2 * Self.tolerance, side / 2)
        guard min(width, height) >= least, Self.isScaled(box, to: size),
            let count = dictionary["/Length"].integer, count <= limit, let bytes = form.streamBytes(isDecoded: false),
            (try? file.checkSound()) != nil
        else { return nil }
        (contents, sides, self.opacities) = (bytes, Array(box[2...]), opacities)
    }

    /// Returns whether the form is that of an appearance.
    func shows(_ appearance: SignatureAppearance) -> Bool {
        contents == appearance.contents && sides == appearance.sides.compactMap { Double($0) }
            && opacities.count == appearance.opacities.count
            && appearance.opacities.allSatisfy { opacities[$0.name] == Double($0.value) }
    }

    /// Returns whether readers show a widget on a page of the document.
    private static func isShown(
        _ widget: PDFFile.Object, on page: PDFFile.Object, in file: PDFFile, _ left: inout Int
    ) -> Bool {
        guard page["/Type"].isName("/Page"), let annotations = items(page["/Annots"], &left),
            annotations.count(where: { isSame($0, widget) }) == 1
        else { return false }
        return isPage(page, below: file.root["/Pages"], depth: 0, &left)
    }

    /// Returns whether a page is in a tree of pages.
    private static func isPage(
        _ page: PDFFile.Object, below node: PDFFile.Object, depth: Int, _ left: inout Int
    ) -> Bool {
        guard depth < 63, let kids = items(node["/Kids"], &left) else { return false }
        for kid in kids where isSame(kid, page) || isPage(page, below: kid, depth: depth + 1, &left) { return true }
        return false
    }

    /// Returns the items of an array, or `nil` if there are more than may be visited.
    private static func items(_ array: PDFFile.Object, _ left: inout Int) -> [PDFFile.Object]? {
        guard left >= 0 else { return nil }
        do throws(PDFError) { return try array.items(&left) } catch {
            left = -1
            return nil
        }
    }

    private static func isSame(_ object: PDFFile.Object, _ other: PDFFile.Object) -> Bool {
        object.isIndirect && other.isIndirect && object.identifier == other.identifier
            && object.generation == other.generation
    }

    /// Returns whether a box has the proportions of a field, as far as the decimals of both tell.
    private static func isScaled(_ box: [Double], to size: InkSize) -> Bool {
        abs(size.width * box[3] - size.height * box[2])
            <= 2 * tolerance * (box[2] + box[3] + size.width + size.height)
    }

    /// Returns the opacities of resources that have nothing else.
    private static func opacities(_ resources: PDFFile.Object) -> [String: Double]? {
        guard has(resources, only: ["/ExtGState"]), resources["/ExtGState"].isDictionary else { return nil }
        let states = resources["/ExtGState"]
        let names = states.keys
        // An opacity is one of 256, so that a name has at most five characters.
        guard names.count <= 256, names.allSatisfy({ $0.utf8.count <= 5 }) else { return nil }
        var opacities: [String: Double] = [:]
        for name in names {
            guard has(states[name], only: ["/ca"]), states[name]["/ca"].isNumber else { return nil }
            opacities[name] = states[name]["/ca"].number
        }
        return opacities
    }

    /// Returns whether an object is a dictionary with no entries but some.
    private static func has(_ object: PDFFile.Object, only keys: Set<String>) -> Bool {
        object.isDictionary && object.keys.allSatisfy { PDFComparison.isOne($0, of: keys) }
    }

    private static func numbers(_ array: PDFFile.Object, count: Int) -> [Double]? {
        var left = count
        guard let items = try? array.items(&left), left == 0, items.allSatisfy(\.isNumber) else { return nil }
        return items.map(\.number)
    }
}
