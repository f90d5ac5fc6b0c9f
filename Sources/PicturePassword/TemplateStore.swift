// SPDX-License-Identifier: MIT

/// Where an app keeps a template: a sealed file, a keychain item, a row of a database.
///
/// A template is as secret as the password: seal its bytes under a key of the device or the server.
public protocol TemplateStore {
    /// Why something was not read or written; `Never` for a store that cannot fail.
    associatedtype Failure: Error

    /// The template that was saved last; `nil` when there is none.
    func load() throws(Failure) -> GestureTemplate?

    /// Keeps a template instead of the one before. When it returns, the template survives a crash.
    mutating func save(_ template: GestureTemplate) throws(Failure)

    /// Forgets the template; nothing happens when there is none.
    mutating func remove() throws(Failure)
}
