// SPDX-License-Identifier: MIT
@_exported import CoreGraphics
@_exported import Foundation
@_exported import FoundationGaps
@_exported import Observation
