// SPDX-License-Identifier: MIT
// An app that imports InkLockUI needs no other module of InkLock.
@_exported import Ink
@_exported import InkEvidence
@_exported import InkLock
