// SPDX-License-Identifier: MIT
// An app that imports this module sees the lock and its secrets.
@_exported import InkLock
@_exported import LockVault
