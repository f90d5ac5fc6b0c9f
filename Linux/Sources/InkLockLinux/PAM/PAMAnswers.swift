// SPDX-License-Identifier: MIT
import CPAM
import Foundation
import LockVault

/// The answers of a conversation in memory that PAM frees. They are overwritten if PAM does not take them over.
final class PAMAnswers {
    private var storage: UnsafeMutablePointer<pam_response>?
    private let count: Int

    /// Creates empty answers; `nil` without memory.
    init?(count: Int) {
        guard let bytes = calloc(count, MemoryLayout<pam_response>.stride) else { return nil }
        storage = bytes.bindMemory(to: pam_response.self, capacity: count)
        self.count = count
    }

    deinit {
        guard let storage else { return }
        for index in 0..<count {
            guard let answer = storage[index].resp else { continue }
            explicit_bzero(answer, strlen(answer))
            free(answer)
        }
        free(storage)
    }

    /// Copies an answer.
    /// - Returns: `false` if that was impossible. An answer with a zero byte is refused, because PAM would read a part
    ///   of it.
    func set(_ answer: SharedSecretBytes, at index: Int) -> Bool {
        guard let storage else { return false }
        return answer.withBytes { bytes in
            guard !bytes.contains(0), let copy = calloc(bytes.count + 1, 1) else { return false }
            if let start = bytes.baseAddress { memcpy(copy, start, bytes.count) }
            storage[index].resp = copy.bindMemory(to: CChar.self, capacity: bytes.count + 1)
            return true
        }
    }

    /// Returns the answers for PAM, which frees them.
    func release() -> UnsafeMutablePointer<pam_response>? {
        defer { storage = nil }
        return storage
    }
}
