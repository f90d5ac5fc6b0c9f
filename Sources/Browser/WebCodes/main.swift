// SPDX-License-Identifier: MIT
import Foundation

// Writes the tables of codes of Web/src. With --check it writes nothing, prints which files differ and the counts, and
// fails if there are any.

let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).appendingPathComponent("Web/src")
let isCheck = CommandLine.arguments.dropFirst().contains("--check")
var passed = 0
var failed = 0
for (name, text) in CodeModule.all.flatMap(\.files) {
    let file = folder.appendingPathComponent(name)
    if (try? Data(contentsOf: file)) == Data(text.utf8) {
        passed += 1
    } else if isCheck {
        print("Web/src/\(name) is not what Swift says: run swift run web-codes")
        failed += 1
    } else {
        try Data(text.utf8).write(to: file)
        print("Web/src/\(name)")
    }
}
// A table that no longer comes from Swift is stale too.
let generated = Set(CodeModule.all.flatMap(\.files).map(\.name))
for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
where name.contains("-codes.") && !generated.contains(name) {
    print("Web/src/\(name) is not generated any more: remove it")
    failed += 1
}
if isCheck { print("\(passed) passed, \(failed) failed") }
exit(failed == 0 ? 0 : 1)
