// SPDX-License-Identifier: MIT

/// A store for a template, such as a sealed file, a keychain item or a row of a database.
///
/// A template is as secret as the password. Seal its bytes with a key of the device or the server.
public protocol TemplateStore: Sendable {
    /// The type of read and write errors, or `Never` for a store that cannot fail.
    associatedtype Failure: Error

    /// Returns the saved template, or `nil` if there is none.
    func load() throws(Failure) -> GestureTemplate?

    /// Saves a template in place of the previous one. When the method returns, the template survives a crash.
    mutating func save(_ template: GestureTemplate) throws(Failure)

    /// Removes the template if there is one.
    mutating func remove() throws(Failure)
}
