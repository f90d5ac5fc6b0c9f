// SPDX-License-Identifier: MIT
// The modules that an app needs beside AppLock: policies, passcodes and drawings.
@_exported import LockFlow
@_exported import LockVault
@_exported import Passcode
@_exported import PicturePassword
