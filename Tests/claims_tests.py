# SPDX-License-Identifier: MIT
"""Plants faults into a small repository and asks that Tests/claims.py finds each, and nothing without one."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import claims

SECURITY = """# Security

Prose promises nothing that is checked.

## The vault

- **V1** Each guess is counted
  before it is tried.
- Guesses made at once are counted one by one. **V2**

| attacker | gains | |
|---|---|---|
| thief | nothing | **T1** |

## Limits

### Of a page

- A page is seen by who looks at it.
"""

CLAIMS = """without_promises = ["Limits"]

[claims.V1]
text = "Each guess is counted before it is tried."
tests = [
    "Tests/VaultTests.swift: guessesAreCounted", "Tests/VaultTests.swift: A kill forgets nothing",
    "Tests/VaultTests.swift: words in a name", "Tests/faults/lock.toml: the count is lost",
]

[claims.V2]
text = "Guesses made at once are counted one by one."
tests = [
    "Tests/browser/pages.py: test_two_tabs", "Vectors/check.mjs", "Vectors/check.mjs: two at once", "$ scripts/fuzz 60 records",
    "$ swift run --package-path Benchmarks -c release VaultBenchmarks", "Benchmarks/Sources/Times.swift: compare",
]

[claims.T1]
text = "nothing"
tests = ["$ scripts/test"]
"""

SWIFT = r'''
@Suite struct VaultTests {
    @Test(arguments: [
        ("a)", 1), (#"b"#, 2), (#"\"#, 3), (#"("\#")("#, 4), (")\"", 5), ("\(String(repeating: ")\"", count: 6))(", 6),
    ])
    func guessesAreCounted(text: String, count: Int) {}

    @Test("A kill forgets nothing", .timeLimit(.minutes(1))) @MainActor func killed() async throws {}
    @Test func `words in a name`() {}
    @Test(.disabled("slow")) func turnedOff() {}
    // @Test func commentedOut() {}
    func helper() {}
}
'''

FILES = {
    "docs/SECURITY.md": SECURITY,
    "docs/claims.toml": CLAIMS,
    "Tests/VaultTests.swift": SWIFT,
    "Tests/faults/lock.toml": '[[fault]]\nname = "the count is lost"\n',
    "Tests/browser/pages.py": "class Pages:\n    async def test_two_tabs(self):\n        pass\n",
    "Vectors/check.mjs": "check('two at once', () => {});\n",
    "Fuzz/Corpus/records/one": "",
    "scripts/fuzz": "", "scripts/test": "node Vectors/check.mjs\n",
    "Benchmarks/Package.swift": '.executableTarget(name: "VaultBenchmarks")',
    "Benchmarks/Sources/Times.swift": "func compare() {}",
}


class ClaimsTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        for name, text in FILES.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)

    def change(self, name, old, new):
        text = (self.root / name).read_text()
        self.assertEqual(text.count(old), 1, old)
        (self.root / name).write_text(text.replace(old, new))

    def assert_found(self, *expected):
        found = claims.faults(self.root)
        self.assertEqual(len(found), len(expected), found)
        for fault, part in zip(found, expected):
            self.assertIn(part, fault)

    def test_sound_claims_are_taken(self):
        self.assert_found()

    def test_a_promise_without_a_claim(self):
        self.change("docs/SECURITY.md", "## Limits", "- **V3** Nothing else happens.\n\n## Limits")
        self.assert_found("V3 has no claim")

    def test_a_promise_without_an_identifier(self):
        self.change("docs/SECURITY.md", "## Limits", "1. Nothing else happens.\n\n## Limits")
        self.assert_found("no identifier: Nothing else happens.")
        self.change("docs/SECURITY.md", "| thief | nothing | **T1** |", "| thief | nothing | **T1** |\n| owner | all | |")
        self.assert_found("no identifier: owner", "no identifier: Nothing")

    def test_a_claim_that_nothing_promises(self):
        self.change("docs/SECURITY.md", "- Guesses made at once are counted one by one. **V2**\n", "")
        self.assert_found("V2: SECURITY.md has no such promise")

    def test_an_unknown_identifier(self):
        self.change("docs/SECURITY.md", "**V1**", "**V9**")
        self.assert_found("V9 has no claim", "V1: SECURITY.md has no such promise")

    def test_a_changed_sentence(self):
        self.change("docs/SECURITY.md", "before it is tried", "after it was tried")
        self.assert_found("V1: SECURITY.md:7 does not say: Each guess is counted before it is tried.")

    def test_a_sentence_of_another_promise(self):
        self.change("docs/claims.toml", '"nothing"', '"Guesses made at once are counted one by one."')
        self.assert_found("T1: SECURITY.md:13 does not say")

    def test_a_promise_among_the_limits(self):
        self.change("docs/SECURITY.md", "- A page", "- **V1** A page")
        self.assert_found("V1 stands in a section without promises")

    def test_an_identifier_that_is_used_twice(self):
        self.change("docs/SECURITY.md", "one by one. **V2**", "one by one. **V2**\n- **V2** Twice.")
        self.assert_found("V2 is used twice")

    def test_an_identifier_in_prose(self):
        self.change("docs/SECURITY.md", "Prose promises", "**P1** promises")
        self.assert_found("P1 stands outside of lists and tables")

    def test_missing_tests(self):
        for test in [
            "Tests/VaultTests.swift: guessesAreLost", "Tests/VaultTests.swift: helper", "Tests/VaultTests.swift: turnedOff",
            "Tests/VaultTests.swift: commentedOut", "Tests/VaultTests.swift", "Tests/GoneTests.swift: guessesAreCounted",
            "Tests/faults/lock.toml: the count is kept", "Tests/faults/lock.toml", "Tests/browser/pages.py: test_three_tabs",
            "Vectors/check.mjs: three at once", "Vectors/forgotten.mjs", "$ scripts/gone", "$ scripts/fuzz 60 nothing",
            "$ swift run --package-path Benchmarks GoneBenchmarks", "$ swift run --package-path Gone VaultBenchmarks",
            "Benchmarks/Sources/Times.swift: gone", "docs/SECURITY.md: V1", "",
        ]:
            with self.subTest(test):
                (self.root / "Vectors/forgotten.mjs").write_text("")
                (self.root / "docs/claims.toml").write_text(CLAIMS.replace('"$ scripts/test"', f'"{test}"'))
                self.assert_found("T1: ")

    def test_a_claim_without_tests_or_text(self):
        self.change("docs/claims.toml", 'tests = ["$ scripts/test"]', "tests = []")
        self.assert_found("T1: no test")
        self.change("docs/claims.toml", 'text = "nothing"', 'text = " "')
        self.assert_found("T1: no text", "T1: no test")

    def test_an_unknown_key(self):
        self.change("docs/claims.toml", '[claims.T1]\ntext = "nothing"', '[claims.T1]\ntxt = "x"\ntext = "nothing"')
        self.assert_found("T1: unknown key txt")

    def test_a_document_without_identifiers(self):
        text = SECURITY
        for name in ["**V1** ", " **V2**", " **T1** "]:
            text = text.replace(name, "")
        (self.root / "docs/SECURITY.md").write_text(text)
        self.assertIn("SECURITY.md: no promise carries an identifier", claims.faults(self.root))
        self.assertEqual(claims.faults(self.root, is_draft=True), [])
        self.change("docs/claims.toml", "before it is tried", "after it was tried")
        self.assertEqual(len(claims.faults(self.root, is_draft=True)), 1)


if __name__ == "__main__":
    run = unittest.main(exit=False, verbosity=1).result
    bad = len(run.failures) + len(run.errors)
    print(f"{run.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
