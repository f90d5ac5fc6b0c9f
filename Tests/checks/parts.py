# SPDX-License-Identifier: MIT
"""Every part of the checks, one line each, in the order in which they start: see docs/TESTING.md.

To add a part, add a line. The one that takes longest comes first among those that can start at the same time.
"""

import ctypes.util
import os
import shutil
import tempfile
from pathlib import Path

from part import QUICK, THOROUGH, Part
from stamps import ROOT

# A build folder of its own, because the flags differ from those of a plain `swift build`.
BUILDS = ".build/checks"
# A build for release compiles each module as a whole, which takes less time than a debug build, without optimisation as
# well. SwiftPM finds the tests in an index. That of the system's modules would take an eighth of the time.
# A module's interface comes from the same run of the compiler as its code, which saves an eighth.
FLAGS = (
    "--configuration release --enable-index-store -Xswiftc -index-ignore-system-modules -debug-info-format none -Xswiftc -enable-testing"
    " -Xswiftc -no-emit-module-separately-wmo -Xswiftc -Onone")
# The compiler allocates so much that this allocator saves a tenth of its time.
MIMALLOC = ctypes.util.find_library("mimalloc")
ALLOCATOR = f"LD_PRELOAD={MIMALLOC} " if MIMALLOC else ""
# One graph of the packages, so that what they share compiles once.
NATIVE, WORKSPACE = f"{BUILDS}/native/release", f"{BUILDS}/native.xcworkspace"
PACKAGES = (".", "AppleCheck", "Linux", "Service")
BUILD = (
    f"INKLOCK_ONE_GRAPH=1 SWIFT_EXEC=$INKLOCK_COMPILER {ALLOCATOR}swift build --build-tests"
    f" --multiroot-data-file {WORKSPACE} --scratch-path {BUILDS}/native {FLAGS}")
SITE = ".build-site"
PYTHON = ".cache/venv/bin/python"
# The program that scripts/inklock builds.
COMMAND = "Service/.build/release/inklock"
THOROUGH_PYTHON = "scripts/bootstrap thorough && .cache/thorough/bin/python"

PACKAGE = ("Package.swift", "Sources")
# The sources of the lock's state machine, and those of the vault and the accounts without and with pictures.
LOCK_FLOW = ("Package.swift", "Sources/Core/LockFlow")
SECRET_SOURCES = (
    "Package.swift", "Sources/Core/LockFlow/Attempts", "Sources/Core/LockFlow/RecoveryCodeText.swift", "Sources/Lock",
    "Sources/Core/InkBytes", "Sources/Core/Passcode")
VAULT_SOURCES = (*SECRET_SOURCES, *(f"Sources/Core/{name}" for name in ("InkGeometry", "InkStroke", "InkTrail", "PicturePassword")))
LOCK_SOURCES = (*LOCK_FLOW, *VAULT_SOURCES)
# The sources of drawings and their files.
INK_SOURCES = ("Package.swift", "Sources/Core/Ink*/**", "Sources/Core/PicturePassword", "Sources/Files")
NATIVE_FILES = ("Tests/**.swift", "Vectors", "Fuzz/Corpus", "Examples", "README.md", "docs")
APPLE_FILES = (*PACKAGE, "Tests/Package.swift", "Tests/TestSupport", "Tests/InkLockTests", "Tests/LockVaultTests/ManualClock.swift", "AppleCheck", "Examples", "README.md", "docs")
LINUX_FILES = (*PACKAGE, "Tests/Package.swift", "Tests/TestSupport", "Linux")
SERVICE_ONLY = ("Tests/Package.swift", "Tests/TestSupport", "Tests/PasskeySupport", "Service", "Documents", "Vectors", "Fuzz/Corpus", "Fuzz/PDF/Sources", "Web", "docs", "README.md")
SERVICE_FILES = (*PACKAGE, *SERVICE_ONLY)
INK, HANDWRITING, QUALITY, PDF, PICTURE, PASSCODE, LOCK = MODULES = tuple(
    f"Web/inklock{name}.wasm" for name in ("-signature", "-handwriting", "-quality", "-pdf", "-picture", "-passcode", "-lock"))
INK_MODULES = (INK, HANDWRITING, QUALITY, PDF)
SERVICE_PROGRAMS = tuple(f"{NATIVE}/{name}" for name in ("inklock", "clocked-server"))
LINUX_PROGRAMS = tuple(f"{NATIVE}/{name}" for name in ("inklock-secret", "private-notes", "SignatureWindow", "DialogWindow"))
# The native tests of the lock, by their targets; the others read ink, or what reads it.
LOCK_TESTS = "InkLockTests|LockFlowTests|LockVaultTests|LockWasmTests|PasscodeTests|PasskeyTests"
LOCK_TEST_FILES = (
    *LOCK_SOURCES, "Sources/Core/InkRaster", "Sources/Files/CodeNames",
    *(f"Sources/Browser/{name}" for name in ("CWasmRuntime", "LockWasm", "WasmBridge")), "Tests/**.swift",
    "Vectors", "README.md", "docs")
# The tests of the service that read drawings and documents; those of accounts and connections do not.
DRAWINGS = "Convert|Evaluate|Evidence|EvidenceWork|HostileDocument|HostileInput|Info|Recording|Render|RenderLimit|SignedContract|SignedInk|SignedPDF|SignedPDFAttack|SignedPDFTrust|SiteAnswer|UnfinishedFile|WrongUse"
TESTS = {
    "library": f"{NATIVE}/InkLockPackageTests.xctest", "service": f"{NATIVE}/InkLockServicePackageTests.xctest",
    "linux": f"{NATIVE}/InkLockLinuxPackageTests.xctest", "apple": f"{NATIVE}/AppleCheckPackageTests.xctest",
}


def environment(tier):
    """Returns the environment of every part."""
    found = dict(os.environ)
    found.setdefault("INKLOCK_RECORDINGS", str(ROOT.parent / "shared" / "data"))
    found["INKLOCK_COMPILER"] = str(compiler())
    write_workspace(*PACKAGES)
    found["INKLOCK_CLOCKED_SERVER"] = str(ROOT / NATIVE / "clocked-server")
    found["INKLOCK_MODULES"] = str(ROOT / NATIVE / "Modules")
    found["INKLOCK_PROGRAMS"] = str(ROOT / NATIVE)
    found["INKLOCK_BROWSER_SITE"] = str(ROOT / SITE)
    if tier == THOROUGH:
        found["INKLOCK_THOROUGH"] = "1"
    if shutil.which("ccache"):
        # The packages' C, which is cryptography, compiles once for all build folders.
        found["CC"] = str(ROOT / "Tests" / "checks" / "clang")
        found["CCACHE_DIR"] = str(ROOT / ".cache" / "ccache")
    return found


def compiler():
    """Returns the path of a copy of Tests/checks/swiftc beside the toolchain's libraries, where SwiftPM seeks them."""
    toolchain = ROOT / ".cache" / "swift"
    (toolchain / "bin").mkdir(parents=True, exist_ok=True)
    # A build of another run may use what is there, and must not find half of it.
    with tempfile.TemporaryDirectory(dir=toolchain) as folder:
        libraries = Path(folder) / "lib"
        libraries.symlink_to(Path(shutil.which("swift")).resolve().parent.parent / "lib")
        libraries.replace(toolchain / "lib")
        copy = Path(shutil.copy(ROOT / "Tests" / "checks" / "swiftc", folder))
        return copy.replace(toolchain / "bin" / "swiftc")


def write_workspace(*packages):
    """Writes a workspace of packages, as Xcode has it."""
    # SwiftPM keeps the resolved versions here, and does not make the folder.
    (ROOT / WORKSPACE / "xcshareddata" / "swiftpm").mkdir(parents=True, exist_ok=True)
    lines = "".join(f'<FileRef location="absolute:{ROOT / package}"/>' for package in packages)
    (ROOT / WORKSPACE / "contents.xcworkspacedata").write_text(f'<Workspace version="1.0">{lines}</Workspace>')


def swift(package, filter=""):
    """Runs what was built, without SwiftPM, which would hold the build folder meanwhile."""
    return f"{TESTS[package]} --testing-library swift-testing {filter}".rstrip()


def suites(names):
    """Matches suites of tests by their names without `Tests`."""
    return rf"'\.({names})Tests(/|$)'"


OTHER_SWIFT = ("AppleCheck", "Benchmarks", "Documents", "Examples", "Fuzz", "Linux", "Service", "Tests", "Vectors")
FORMAT = "xargs -0 swift format lint --strict --parallel"


def swift_files(places):
    """Prints the names of Swift files, each with a zero behind it. Builds and tools are in hidden folders."""
    return f"find {places} -name '.?*' -prune -o -name '*.swift' -print0"


def benchmark(product):
    """Builds and runs a program that measures, and that fails where its figures do."""
    return f"swift run --configuration release --package-path Benchmarks {product}"


def trained_weights():
    """Computes the verifier's weights again, where there are recordings."""
    check = f'{NATIVE}/train-verifier "$INKLOCK_RECORDINGS" --check && echo "1 passed, 0 failed"'
    skip = 'echo "there are no recordings"; echo "0 passed, 0 failed, 1 skipped"'
    return f'if [ -d "$INKLOCK_RECORDINGS" ]; then {check}; else {skip}; fi'


def plant(name):
    return f"{PYTHON} Tests/faults/plant.py Tests/faults/{name}.toml"


def browser(words, jobs=2):
    server = f"{NATIVE}/inklock"
    return (
        f"{PYTHON} Tests/browser/run.py --jobs {jobs} --modules {words} --inklock $PWD/{server} "
        f"--server-command '{server} serve --port 0 --site Web'")


def browser_files(*others):
    """Returns the files that every page's tests read: all scripts, the tests, and the server.

    Only Private Notes uses the server's API. Other pages unlock too, but only the lock's parts run again when the lock
    changes.
    """
    return (*others, "Web", "Tests/browser", "Service/Package.swift", "Service/Sources", "Documents")


PARTS = [
    # The parts that the others need; most need the first.
    Part("native build", BUILD, (*SERVICE_FILES, *NATIVE_FILES, "AppleCheck", "Linux", "Tests/checks/swiftc"), counts="none", tier=QUICK, limit=3600, makes=(TESTS["library"], TESTS["service"], TESTS["linux"], TESTS["apple"], *SERVICE_PROGRAMS, *LINUX_PROGRAMS)),
    Part("browser modules", "scripts/build-wasm", (*PACKAGE, "scripts/build-wasm", "wasm.toolset.json"), counts="none", tier=QUICK, makes=MODULES),
    Part("bundled site", "scripts/build-site", (*MODULES, "Web", "scripts/build-site"), ("browser modules",), counts="none", tier=QUICK, makes=(f"{SITE}/notes.html",)),

    # The longest first. Each page's tests depend on its own modules, and on the server that serves it. Browsers draw
    # without a graphics processor, which keeps both lanes busy. What only calculates gives way to what waits.
    Part("native tests: lock", swift("library", f"--filter '^({LOCK_TESTS})[.]'"), LOCK_TEST_FILES, ("native build",), counts="swift", tier=QUICK, built=NATIVE),
    Part("native tests: ink", swift("library", f"--skip '^({LOCK_TESTS}|ExamplesTests)[.]'"), (*INK_SOURCES, *VAULT_SOURCES, *NATIVE_FILES, "Tests/CAllocations"), ("native build",), counts="swift", tier=QUICK, built=NATIVE),
    # README has the examples' sources.
    Part("native tests: examples", swift("library", "--filter '^ExamplesTests[.]'"), (*PACKAGE, *NATIVE_FILES), ("native build",), counts="swift", tier=QUICK, built=NATIVE, texts=("Examples",)),
    Part("Apple front end", swift("apple"), APPLE_FILES, ("native build",), counts="swift", limit=300),
    # The tests of operation depend on secrets and accounts alone; the service's tests cover drawings.
    Part("operation", f"{PYTHON} -B Tests/operation/run.py --inklock $PWD/{NATIVE}/inklock", (*SECRET_SOURCES, "Sources/Files/CodeNames", "Service", "Tests/operation", "Tests/attacks", "docs/operating.md"), ("native build",), thorough=f"scripts/bootstrap operation && {PYTHON} -B Tests/operation/run.py --inklock $PWD/{NATIVE}/inklock", built=NATIVE),
    Part("browser: notes and their lock", browser("notes_lock,notes_settings,notes_signing_in,notes_own_photo"), browser_files(LOCK, PASSCODE, PICTURE, *VAULT_SOURCES, "Service/TestPrograms"), ("bundled site", "native build"), built=NATIVE),
    Part("browser: notes on devices", browser("notes_copy,notes_devices,notes_folders,notes_history,notes_offline,notes_outbox,notes_unreadable"), browser_files("Service/TestPrograms"), ("bundled site", "native build"), built=NATIVE),
    Part("browser: notes with ink", browser("notes_write,notes_bold,notes_photos,notes_keeping,notes_pdf"), browser_files(*INK_MODULES, PICTURE, "Service/TestPrograms"), ("bundled site", "native build"), built=NATIVE),
    Part("service tests: accounts", swift("service", f"--skip {suites(DRAWINGS)}"), (*VAULT_SOURCES, "Sources/Files", *SERVICE_ONLY), ("native build",), counts="swift", again=True, built=NATIVE),
    Part("service tests: drawings", swift("service", f"--filter {suites(DRAWINGS)}"), (*INK_SOURCES, *SERVICE_ONLY), ("native build",), counts="swift", thorough=f"scripts/bootstrap documents && {swift('service', f'--filter {suites(DRAWINGS)}')}", again=True, built=NATIVE),
    Part("browser: signature", browser("input,editing,sharpness,export,alternatives,form,hostile,pages"), browser_files(*INK_MODULES, *INK_SOURCES, "Vectors/evidence", "README.md"), ("browser modules", "native build"), built=NATIVE),
    # The simulator of a chip has been seen to wait forever for a process that was killed.
    Part("Linux desktop", swift("linux", f"--skip {suites('Widget')}"), (*LOCK_FLOW, *SECRET_SOURCES, "Tests/Package.swift", "Tests/TestSupport", "Linux"), ("native build",), counts="swift", again=True, built=NATIVE, limit=300),
    Part("other browsers", f"{PYTHON} -B Tests/browsers/run.py --smoke --inklock $PWD/{NATIVE}/inklock", (*MODULES, "Web", "Tests/browsers", "Tests/browser/requirements.txt", *SERVICE_FILES), ("browser modules", "native build"), built=NATIVE),
    Part("browser: picture password", browser("picture"), browser_files(PICTURE), ("browser modules", "native build"), built=NATIVE),
    Part("browser: lock", browser("lock"), browser_files(LOCK, PASSCODE, PICTURE), ("browser modules", "native build"), built=NATIVE),
    Part("browser: passcode", browser("passcode"), browser_files(PASSCODE), ("browser modules", "native build"), built=NATIVE),
    Part("browser: all pages", browser("elements,axe,keyboard,languages,reader"), browser_files(*MODULES, *VAULT_SOURCES, "Service/TestPrograms"), ("browser modules", "native build"), built=NATIVE),
    Part("wire", f"{PYTHON} Benchmarks/wire.py --inklock $PWD/{NATIVE}/inklock", (*MODULES, "Web", "scripts/build-site", "Service/Package.swift", "Service/Sources", "Benchmarks/wire.py"), ("bundled site", "native build"), built=NATIVE),
    Part("browser: smoke", f"{PYTHON} Tests/browser/run.py --smoke --jobs 2 --inklock ''", (*MODULES, "Web", "Tests/browser", *SERVICE_PROGRAMS), ("bundled site",), only=QUICK),
    # Debian's Python, which has the bindings of the desktop.
    Part("Linux windows", f"/usr/bin/python3 -B Linux/Tests/desktop/run.py {NATIVE} --only pixels", LINUX_FILES, ("native build",), thorough=f"scripts/bootstrap windows && /usr/bin/python3 -B Linux/Tests/desktop/run.py {NATIVE}", again=True, built=NATIVE),
    Part("Linux widgets", swift("linux", f"--filter {suites('Widget')}"), LINUX_FILES, ("native build",), counts="swift", built=NATIVE),
    Part("documentation", f"{PYTHON} Tests/documentation.py", (*PACKAGE, "Tests/documentation.py", "AppleCheck", "Documents", "Linux"), ("native build",), gives_way=True, imported=NATIVE),
    Part("Apple sources for the Mac", "AppleCheck/check-mac", APPLE_FILES, ("native build",), gives_way=True, imported=NATIVE, texts=("Sources/Apple",)),
    Part("lock search", f"{NATIVE}/lock-search 8", (*LOCK_FLOW, "Tests/LockSearch", "Tests/LockSearchCommand"), ("native build",), thorough=f"{NATIVE}/lock-search", gives_way=True, built=NATIVE),
    Part("vault search", f"{NATIVE}/vault-search 3000", (*VAULT_SOURCES, "Tests/VaultSearch", "Tests/VaultSearchCommand"), ("native build",), thorough=f"{NATIVE}/vault-search", gives_way=True, built=NATIVE),

    # Faults that the tests have to find.
    Part("planted faults: lock", plant("lock"), (*LOCK_FLOW, "Tests/LockSearch", "Tests/LockSearchCommand", "Tests/faults"), ("native build",), gives_way=True, built=NATIVE),
    Part("planted faults: lock, deep", plant("lock-deep"), (*LOCK_FLOW, "Tests/LockSearch", "Tests/LockSearchCommand", "Tests/faults"), tier=THOROUGH),
    Part("fault lists", f"{PYTHON} Tests/faults/plant.py --match Tests/faults/*.toml", ("**",), tier=QUICK),
    Part("planted faults: vault", plant("vault"), (*PACKAGE, "Tests/VaultSearch", "Tests/VaultSearchCommand", "Tests/faults"), tier=THOROUGH),
    Part("planted faults: codes", plant("codes"), (*PACKAGE, "Web/src", "Web/demo", "Tests", "Service/Sources"), tier=THOROUGH),
    Part("planted faults: service", plant("service"), (*SERVICE_FILES, "Tests/faults"), tier=THOROUGH),
    Part("planted faults: documents", plant("documents"), (*SERVICE_FILES, "Tests/faults"), tier=THOROUGH),
    Part("planted faults: evidence", plant("evidence"), (*PACKAGE, *NATIVE_FILES, "Benchmarks/VerifierTraining", "Fuzz/Corpus", "Tests/faults"), tier=THOROUGH),
    Part("planted faults: lock page", plant("lock-page"), (LOCK, PASSCODE, PICTURE, "Web", "Tests/browser", "Tests/faults"), ("browser modules",), tier=THOROUGH),
    Part("planted faults: types", plant("types"), ("Web/src", "Web/demo", "Web/notes-worker.js", "Web/package.json", "Tests/types", "Tests/faults"), tier=THOROUGH),
    Part("planted faults: Apple", plant("apple"), (*APPLE_FILES, "Tests/faults"), tier=THOROUGH),

    # One name and one number for each code, in Swift, in scripts and over HTTP.
    Part("generated codes", f"{NATIVE}/web-codes --check", (*PACKAGE, "Web/src"), ("native build",), tier=QUICK, built=NATIVE),
    Part("npm package", "node Tests/package.mjs", ("Web/src", "Web/package.json", "Web/README.md", "Tests/package.mjs"), tier=QUICK),
    Part("types", "node Tests/types/check.mjs", ("Web/src", "Web/demo", "Web/notes-worker.js", "Web/package.json", "Tests/types"), tier=QUICK, gives_way=True),
    Part("texts of codes", "node Tests/codes.mjs", ("Web/src", "Web/demo", "Web/README.md", "Web/notes.html", "Web/notes.webmanifest", "Sources/Apple/InkLockUI/Localizable.xcstrings", "Service/Sources/InkLockService/Resources/openapi.json", "Tests/codes.mjs", "Tests/codes"), tier=QUICK),

    # Private Notes without a browser: windows, devices, and what is lost between them.
    Part("notebooks", "node Tests/notes.mjs", ("Web/demo/notes", "Tests/notes.mjs", "Tests/random-numbers.mjs"), tier=QUICK, thorough="node Tests/notes.mjs 20000", gives_way=True),

    # Sessions of Private Notes without a browser: windows, unlock methods, and what is lost on the way to the service.
    Part("sessions", "node Tests/sessions/walk.mjs", ("Web/src", "Web/demo/notes", "Tests/sessions", "Tests/tabs", "Tests/random-numbers.mjs"), tier=QUICK, thorough="node Tests/sessions/walk.mjs 20000", gives_way=True),

    # The lock of a web app without a browser: tabs that are hidden, frozen and lost, clocks and storage.
    Part("tabs", "node Tests/tabs/walk.mjs", ("Web/src", LOCK, "Tests/tabs", "Tests/random-numbers.mjs"), ("browser modules",), tier=QUICK, thorough="node Tests/tabs/walk.mjs 10000", gives_way=True),

    # The same results everywhere.
    Part("vectors", "node Vectors/check.mjs", (*INK_SOURCES, "Sources/Browser", "Tests/TestSupport", "Vectors", "Web/src", INK, PICTURE), ("native build", "browser modules"), tier=QUICK, gives_way=True, built=NATIVE),
    Part("passcode vectors", "node Vectors/check-passcodes.mjs", ("Vectors", "Web/src", PASSCODE), ("browser modules",), tier=QUICK),
    Part("keypads", "node Vectors/check-keypads.mjs 3", ("Vectors", "Web/src", PASSCODE), ("browser modules",), tier=QUICK, thorough="node Vectors/check-keypads.mjs", gives_way=True),
    Part("evidence vectors", "node Vectors/check-evidence.mjs", ("Vectors",), tier=QUICK),
    Part("file vectors", "node Vectors/check-files.mjs", ("Vectors",), tier=QUICK),
    Part("vault vectors", "node Vectors/check-vault.mjs", (*VAULT_SOURCES, "Vectors", "Tests/TestSupport"), ("native build",), tier=QUICK, gives_way=True, built=NATIVE),

    Part("trained weights", trained_weights(), (*PACKAGE, "Benchmarks/VerifierTraining"), ("native build",), tier=THOROUGH),

    # Sources, documents, and what runs all this.
    Part("runner", f"{PYTHON} -B Tests/checks/selftest.py", ("Tests/checks", "Tests/browser/run.py", "README.md", "LICENSE"), tier=QUICK),
    Part("format: library", f"{swift_files('Sources')} | {FORMAT}", ("Sources", ".swift-format"), counts="one", tier=QUICK, gives_way=True),
    Part("format: others", f"{swift_files('. -path ./Sources -prune -o')} | {FORMAT}", (*(f"{folder}/**.swift" for folder in OTHER_SWIFT), "Package.swift", ".swift-format"), counts="one", tier=QUICK, gives_way=True),
    Part("language", f"{PYTHON} Tests/language.py", ("**",), tier=QUICK),
    Part("claims", f"{PYTHON} Tests/claims.py", ("docs", "Tests", "Service", "AppleCheck", "Benchmarks", "Fuzz", "Linux", "Vectors", "scripts"), tier=QUICK),
    Part("names in documents", f"{PYTHON} Tests/names.py", ("**.md", "**.swift", "Tests/names.py"), tier=QUICK),
    Part("claims' check", f"{PYTHON} Tests/claims_tests.py", ("Tests/claims.py", "Tests/claims_tests.py"), tier=QUICK),
    Part("passkey vectors", f"{PYTHON} Vectors/passkey/make.py --check", ("Vectors/passkey",)),
    Part("versions", f"{PYTHON} Tests/supply_chain.py --manifest-only {WORKSPACE}/xcshareddata/swiftpm/Package.resolved", ("Package.swift", "Service/Package.swift", "Tests/supply_chain.py", "scripts/sbom", ".github"), ("native build",)),
    # Measurements that others can repeat, at full size only.
    Part("schemathesis", f"{THOROUGH_PYTHON} Tests/schemathesis/run.py --inklock $PWD/{NATIVE}/inklock", (*SERVICE_FILES, "Tests/schemathesis"), ("native build",), tier=THOROUGH),
    Part("attacks", f"scripts/inklock --version && {PYTHON} -B Tests/attacks/run.py --inklock {COMMAND}", (*SERVICE_FILES, "Tests/attacks"), tier=THOROUGH, alone=True),
    Part("service benchmarks", f"scripts/inklock --version && {benchmark('ServiceBenchmarks')} {COMMAND}", (*SERVICE_FILES, "Benchmarks"), ("attacks",), counts="one", tier=THOROUGH, alone=True),
    Part("scale", f"{PYTHON} Benchmarks/scale.py --inklock $PWD/{NATIVE}/inklock --accounts 20000", (*SERVICE_FILES, "Benchmarks/scale.py", "Tests/operation", "Tests/attacks"), ("native build",), counts="one", tier=THOROUGH),
    Part("transactions", f"scripts/bootstrap thorough && swift build --configuration release --package-path Service --product clocked-server && scripts/inklock --version && swift build --configuration release --package-path Benchmarks --product ServiceBenchmarks && {PYTHON} Benchmarks/transactions.py --server Service/.build/release/clocked-server --inklock {COMMAND} --benchmarks Benchmarks/.build/release/ServiceBenchmarks", (*SERVICE_FILES, "Benchmarks", "Tests/operation", "Tests/attacks"), ("service benchmarks",), counts="one", tier=THOROUGH, alone=True),
    Part("static files", f"scripts/bootstrap operation thorough && {PYTHON} Benchmarks/static_files.py --inklock {COMMAND}", ("Service/Package.swift", "Service/Sources", "Benchmarks/static_files.py", "Tests/operation"), ("service benchmarks",), counts="one", tier=THOROUGH, alone=True),
    Part("vault benchmarks", benchmark("VaultBenchmarks"), (*PACKAGE, "Benchmarks"), ("service benchmarks",), counts="one", tier=THOROUGH, alone=True),
    Part("document benchmarks", benchmark("DocumentBenchmarks"), (*PACKAGE, "Documents", "Benchmarks", "Tests/Package.swift", "Tests/TestSupport"), ("vault benchmarks",), counts="one", tier=THOROUGH, alone=True),
    Part("ink instructions", f"scripts/bootstrap thorough && {PYTHON} Benchmarks/instructions.py", (*PACKAGE, "Tests/Package.swift", "Tests/TestSupport", "Benchmarks"), ("vault benchmarks",), tier=THOROUGH, alone=True),
    Part("other browsers, all paths", f"{PYTHON} -B Tests/browsers/run.py --inklock $PWD/{NATIVE}/inklock", (*MODULES, "Web", "Tests/browsers", "Tests/browser/requirements.txt", *SERVICE_FILES), ("browser modules", "native build"), tier=THOROUGH),
    Part("parts of the program", f"scripts/inklock --version && {THOROUGH_PYTHON} Tests/supply_chain.py", (*SERVICE_FILES, "Tests/supply_chain.py", "scripts/sbom"), ("native build",), tier=THOROUGH),
    Part("package", f"scripts/bootstrap packaging && {PYTHON} -B Tests/packaging/run.py", (*PACKAGE, "Service", "Documents", "Web", "scripts", "docs/operating.md", "Tests/packaging"), ("browser modules",), tier=THOROUGH),
    Part("equal builds", "scripts/reproduce", (*PACKAGE, "Service", "Documents", "scripts"), ("browser modules",), tier=THOROUGH),
    Part("fuzzing", "scripts/fuzz 60", (*PACKAGE, "Fuzz", "Tests/HostileInput", "scripts/fuzz"), tier=THOROUGH),
    Part("fuzzing requests", "scripts/fuzz 60 http", (*SERVICE_FILES, "Fuzz", "scripts/fuzz"), tier=THOROUGH),
    Part("fuzzing documents", "scripts/fuzz 60 pdf", (*PACKAGE, "Documents", "Fuzz", "scripts/fuzz"), tier=THOROUGH),

    Part("dependencies", f"{PYTHON} Tests/dependencies.py", ("Package.swift", "Tests/dependencies.py")),
]
