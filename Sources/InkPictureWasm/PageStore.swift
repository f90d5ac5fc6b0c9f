// SPDX-License-Identifier: MIT
import PicturePassword

/// The template that a page handed over, for as long as the page lives; the page keeps it sealed.
struct PageStore: TemplateStore {
    private var template: GestureTemplate?

    init(_ template: GestureTemplate?) { self.template = template }

    func load() throws(Never) -> GestureTemplate? { template }
    mutating func save(_ template: GestureTemplate) throws(Never) { self.template = template }
    mutating func remove() throws(Never) { template = nil }
}
