// SPDX-License-Identifier: MIT
import Foundation

/// Writes bytes to standard output after their count as a 32-bit little-endian number.
func write(_ bytes: some Collection<UInt8>) {
    var data = Data()
    withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { data.append(contentsOf: $0) }
    data.append(contentsOf: bytes)
    FileHandle.standardOutput.write(data)
}

func write(_ numbers: [Double]) { write(numbers.withUnsafeBytes { Array($0) }) }

func write(_ text: String) { write(Array(text.utf8)) }
