# SPDX-License-Identifier: MIT
"""Checks that the command is built from exactly the versions that its manifest names, and that scripts/sbom lists them.

    supply_chain.py [--manifest-only RESOLVED]

Service's manifest has to name every package of its resolution with an exact version, and no other; workflows have to
name actions by commit. The list of parts has to be CycloneDX with a part for every package, the toolchain and each
library that the command loads. It is held against CycloneDX's own schema where the environment of
`scripts/bootstrap thorough` has it. With --manifest-only nothing has to be built; RESOLVED is the file of the resolved
versions, which is Service/Package.resolved otherwise.
"""

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SERVICE = ROOT / "Service"


def run(*command):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def manifest_versions():
    """The version of each package that the manifest names; None where it is not exact."""
    manifest = json.loads(run("swift", "package", "--package-path", SERVICE, "dump-package"))
    found = {}
    for dependency in manifest["dependencies"]:
        for package in dependency.get("sourceControl", []):
            exact = package["requirement"].get("exact", [])
            found[package["identity"]] = exact[0] if len(exact) == 1 else None
    return found


def resolved_versions(path):
    pins = json.loads(path.read_text())["pins"]
    return {pin["identity"]: pin["state"].get("version") for pin in pins}


def version_faults(named, resolved):
    for identity in sorted(named.keys() | resolved.keys()):
        if identity not in named:
            yield f"Service/Package.swift does not name {identity}, which resolves to {resolved[identity]}"
        elif named[identity] is None:
            yield f"Service/Package.swift names {identity} without an exact version"
        elif identity not in resolved:
            yield f"nothing needs {identity}"
        elif named[identity] != resolved[identity]:
            yield f"{identity} resolves to {resolved[identity]}, not to {named[identity]}"


def workflow_faults():
    for path in sorted((ROOT / ".github").rglob("*.yml")):
        for action in re.findall(r"uses:\s*(\S+)", path.read_text()):
            if not action.startswith("./") and not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action):
                yield f"{path.relative_to(ROOT)} names {action} by a tag, which can be moved"


def shape_faults(bom):
    """Yields the faults against CycloneDX 1.6, in the parts of it that this list uses."""
    if (bom.get("bomFormat"), bom.get("specVersion"), bom.get("version")) != ("CycloneDX", "1.6", 1):
        yield "the list is not CycloneDX 1.6"
    if not re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bom.get("serialNumber", "")):
        yield "the list has no serial number"
    parts = [bom["metadata"]["component"], *bom["components"]]
    references = [part.get("bom-ref") for part in parts]
    if len(set(references)) != len(references):
        yield "a reference is used twice"
    for part in parts:
        if part.get("type") not in ("application", "library", "platform") or not part.get("name") or not part.get("version"):
            yield f"{part.get('bom-ref')}: no type, name or version"
        if part.get("scope", "required") not in ("required", "excluded"):
            yield f"{part['name']}: scope {part['scope']}"
        if part.get("purl", "pkg:") [:4] != "pkg:":
            yield f"{part['name']}: purl {part['purl']}"
    for edge in bom["dependencies"]:
        for reference in [edge["ref"], *edge["dependsOn"]]:
            if reference not in references:
                yield f"nothing is called {reference}"


def schema_faults(text):
    """CycloneDX's own schema, where its validator is installed; None where it is not."""
    python = ROOT / ".cache" / "thorough" / "bin" / "python"
    if not python.is_file():
        return None
    script = (
        "import sys\n"
        "from cyclonedx.schema import SchemaVersion\n"
        "from cyclonedx.validation.json import JsonStrictValidator\n"
        "error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(sys.stdin.read())\n"
        "sys.exit(str(error) if error else 0)\n")
    done = subprocess.run([python, "-c", script], input=text, capture_output=True, text=True)
    return [] if done.returncode == 0 else [f"CycloneDX's schema: {done.stderr.strip()[-500:]}"]


def content_faults(bom, resolved):
    parts = {part["name"]: part for part in bom["components"]}
    for identity, version in resolved.items():
        if parts.get(identity, {}).get("version") != version:
            yield f"the list lacks {identity} {version}"
        elif "licenses" not in parts[identity]:
            yield f"the list does not tell the licence of {identity}"
    for name in ("swift", "libsqlite3-0", "zlib1g", "libc6"):
        if parts.get(name, {}).get("scope") != "required":
            yield f"the list lacks {name}"
    for name in ("swift-crypto", "swift-nio", "hummingbird", "grdb.swift"):
        if parts.get(name, {}).get("scope") != "required":
            yield f"the list does not say that the command links {name}"


def module_faults():
    """The modules of this repository that scripts/sbom would not know as its own."""
    own = runpy.run_path(str(ROOT / "scripts" / "sbom"))["own_modules"]()
    for package in (ROOT, SERVICE, ROOT / "Documents"):
        for target in json.loads(run("swift", "package", "--package-path", package, "dump-package"))["targets"]:
            if target["type"] in ("regular", "executable") and target["name"] not in own:
                yield f"scripts/sbom does not find the module {target['name']} in a manifest"


def main():
    is_manifest_only = "--manifest-only" in sys.argv
    resolved = resolved_versions(Path(sys.argv[2]) if is_manifest_only else SERVICE / "Package.resolved")
    checks = {
        "versions": list(version_faults(manifest_versions(), resolved)), "workflows": list(workflow_faults()),
        "modules": list(module_faults()),
        # The check itself: a floating version, a missing package, another one, and one too many.
        "versions' check": [] if len(list(version_faults(
            {"a": None, "b": "1.0.0", "d": "1.0.0"}, {"a": "1.0.0", "b": "1.0.1", "c": "1.0.0"}))) == 4 else ["it finds less"],
    }
    skipped = 0
    if not is_manifest_only:
        first, second = run(ROOT / "scripts" / "sbom"), run(ROOT / "scripts" / "sbom")
        bom = json.loads(first)
        checks["list"] = list(shape_faults(bom)) + list(content_faults(bom, resolved))
        checks["list's bytes"] = [] if first == second else ["the same build gives two lists"]
        broken = bom | {"dependencies": [{"ref": "gone", "dependsOn": []}], "specVersion": "0"}
        checks["list's check"] = [] if len(list(shape_faults(broken))) == 2 else ["it finds less"]
        found = schema_faults(first)
        skipped = found is None
        if found is not None:
            checks["schema"] = found
    failed = sum(map(bool, checks.values()))
    for name, found in checks.items():
        for fault in found:
            print(f"{name}: {fault}")
    print(f"{len(checks) - failed} passed, {failed} failed" + (f", {int(skipped)} skipped" if skipped else ""))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
