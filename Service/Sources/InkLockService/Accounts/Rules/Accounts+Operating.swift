// SPDX-License-Identifier: MIT
import LockVault

/// The operator's decisions about one account, in a transaction while servers may run.
extension Accounts {
    /// Disables an account. Its sessions and known devices end with the transaction; its notes stay.
    static func disable(_ account: AccountID, at now: Int64, in database: any StoreTransaction) throws {
        try database.run(
            sql: "UPDATE account SET disabledAt = coalesce(disabledAt, ?) WHERE id = ? AND isDecoy = 0",
            arguments: [now, account.bytes])
        // Sessions, tokens and ledgers go with their devices.
        try DeviceTable(database: database).forgetAll(of: account)
    }

    /// Enables an account again. Its owner signs in as on a new device.
    static func enable(_ account: AccountID, in database: any StoreTransaction) throws {
        try database.run(sql: "UPDATE account SET disabledAt = NULL WHERE id = ?", arguments: [account.bytes])
    }

    /// Sets the limits of an account's notes. `nil` stands for the service's own limit.
    static func limit(
        _ account: AccountID, notes: Int64?, bytes: Int64?, in database: any StoreTransaction
    ) throws {
        try database.run(
            sql: "UPDATE account SET noteLimit = ?, byteLimit = ? WHERE id = ?",
            arguments: [notes, bytes, account.bytes])
    }
}
