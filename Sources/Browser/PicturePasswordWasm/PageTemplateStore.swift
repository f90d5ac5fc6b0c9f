// SPDX-License-Identifier: MIT
import PicturePassword

/// The template from the page, for the lifetime of the page, which stores it sealed.
struct PageStore: TemplateStore {
    private var template: GestureTemplate?

    init(_ template: GestureTemplate?) { self.template = template }

    func load() throws(Never) -> GestureTemplate? { template }
    mutating func save(_ template: GestureTemplate) throws(Never) { self.template = template }
    mutating func remove() throws(Never) { template = nil }
}
