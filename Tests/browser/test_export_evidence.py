# SPDX-License-Identifier: MIT
"""Evidence that a browser records is evidence for the native command, and what lowers its value is told."""

import json
import re
import subprocess
import textwrap

from bench import ROOT, ask, drawing, idle, paper, recording, settle, sign, thorough, until
from hand import Hand, squiggle

RECORD = """async ([selector, given]) => {
    const pad = document.querySelector(selector);
    const { blob, signedBy, fingerprint } = await pad.toEvidence();
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return { bytes: Array.from(bytes), type: blob.type, signedBy, fingerprint };
}"""
# Binds the element to a document before the first stroke, with a key of the page's own.
BIND = """async ([kind, document, texts]) => {
    const how = kind === 'Ed25519' ? { name: kind } : { name: 'ECDSA', namedCurve: 'P-256' };
    const key = await crypto.subtle.generateKey(how, true, ['sign', 'verify']);
    const file = new File([document], 'contract.txt');
    globalThis.document.querySelector('ink-signature').bindEvidence({ document: file, texts, key, device: { model: 'Test bench' } });
    const spki = new Uint8Array(await crypto.subtle.exportKey('spki', key.publicKey));
    return btoa(String.fromCharCode(...spki));
}"""


def evidence_of(bench, page, name="signature.inkevidence"):
    found = page.evaluate(RECORD, ["ink-signature", None])
    path = bench.folder / name
    path.write_bytes(bytes(found["bytes"]))
    return path, found


def findings(bench, path, *options):
    """Returns what the native command says about evidence: verdicts and reasons by subject."""
    command = [*bench.inklock_command, "evidence", "verify", str(path), "--json", *map(str, options)]
    if not bench.inklock_command:
        bench.inklock("--version")
    done = subprocess.run(command, capture_output=True, cwd=ROOT)
    assert done.returncode in (0, 1), done.stderr.decode()
    report = json.loads(done.stdout)
    lines = report if isinstance(report, list) else report["findings"]
    return {line["subject"]: (line["verdict"], line["reason"]) for line in lines}


def reason(page, expression):
    return ask(page, f"Promise.resolve().then(() => {expression}).then(() => 'none', (error) => error.reason ?? String(error))")


def test_evidence_from_the_browser_verifies_natively(bench):
    document = bench.folder / "contract.txt"
    document.write_text("The boat is yours until September.")
    for kind in ("P-256", "Ed25519"):
        page = bench.pad("evidence")
        spki = page.evaluate(BIND, [kind, document.read_text(), ["I agree to the terms", "Ich stimme zu – ja."]])
        key = bench.folder / "key.pem"
        key.write_text("\n".join(["-----BEGIN PUBLIC KEY-----", *textwrap.wrap(spki, 64), "-----END PUBLIC KEY-----", ""]))
        sign(page)
        Hand(page).pen(squiggle(paper(page), count=200, left=0.3, right=0.7), [0.2 + 0.7 * index / 200 for index in range(201)])
        settle(page)
        path, found = evidence_of(bench, page)
        assert (found["type"], found["signedBy"]) == ("application/cbor", "page"), found["signedBy"]
        verdicts = findings(bench, path, "--document", document, "--key", key)
        failing = {subject: verdict for subject, verdict in verdicts.items() if verdict[0] != "holds"}
        assert set(failing) == {"time", "writer"}, verdicts
        shown = bench.inklock("evidence", "show", path).decode()
        for part in ("2 strokes", "I agree to the terms", "Ich stimme zu – ja.", "contract.txt", "Test bench", "mouse", found["fingerprint"]):
            assert part in shown, f"{part} is not in {shown}"


def test_evidence_keeps_the_samples_as_the_device_reported_them(bench):
    page = bench.pad("evidence")
    page.evaluate(
        """() => {
            window.reported = [];
            const paper = document.querySelector('ink-signature').shadowRoot.querySelector('[part=paper]');
            const note = (event) => {
                const all = event.getCoalescedEvents?.() ?? [];
                for (const each of all.length ? all : [event]) if (each.buttons) window.reported.push([each.clientX, each.clientY, each.pressure]);
            };
            for (const name of ['pointerdown', 'pointermove']) paper.addEventListener(name, note, true);
        }"""
    )
    points = squiggle(paper(page), count=150)
    Hand(page).pen(points, [0.1 + 0.8 * index / 150 for index in range(151)])
    settle(page)
    path, found = evidence_of(bench, page)
    samples = page.evaluate(
        """async (bytes) => {
            const { readEvidence } = await import('/src/evidence-file.js');
            const { checkedEvidence } = await import('/src/evidence-check.js');
            const { strokes } = await checkedEvidence(readEvidence(Uint8Array.from(bytes)));
            return strokes.map(({ samples }) => samples);
        }""",
        found["bytes"],
    )
    reported = page.evaluate("window.reported")
    box = paper(page)
    assert len(samples) == 1 and len(samples[0]) / 6 >= len(reported) > 100, f"{len(samples[0]) / 6} of {len(reported)}"
    for at, (x, y, pressure) in enumerate(reported):
        assert abs(samples[0][6 * at] - (x - box["x"])) < 1e-6 and abs(samples[0][6 * at + 1] - (y - box["y"])) < 1e-6, at
        assert samples[0][6 * at + 3] == pressure, f"sample {at}: {samples[0][6 * at + 3]}, reported {pressure}"


def test_new_evidence_begins_the_drawing(bench):
    page = bench.pad("evidence")
    sign(page)
    ask(page, "(pad.clear(), pad.bindEvidence({}), 0)")
    sign(page)
    # A replay does not wait for the time of a stroke that is gone.
    assert [stroke["start"] for stroke in drawing(page)["strokes"]] == [0]


@thorough
def test_evidence_keeps_strokes_that_were_taken_back(bench):
    page = bench.pad("evidence")
    for left in (0.1, 0.3, 0.5):
        sign(page, left=left, right=left + 0.2)
    ask(page, "pad.undo()")
    ask(page, "pad.undo()")
    ask(page, "pad.redo()")
    ask(page, "pad.clear()")
    ask(page, "pad.undo()")
    sign(page, left=0.6, right=0.9)
    path, _ = evidence_of(bench, page)
    verdicts = findings(bench, path)
    assert verdicts["chain"][0] == verdicts["samples"][0] == verdicts["rendering"][0] == verdicts["clocks"][0] == "holds", verdicts
    shown = json.loads(bench.inklock("evidence", "show", path, "--json"))
    # Three that were drawn, one that was brought back, two after the undone clearing, and the last one.
    assert shown["strokes"] == 7 and ask(page, "pad.strokeCount") == 3, shown["strokes"]


@thorough
def test_evidence_survives_a_stroke_that_is_taken_away(bench):
    page = bench.pad("evidence")
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    hand, points = Hand(page), squiggle(paper(page))
    # A palm is taken away by the system, as the first stroke and as a later one.
    for _ in range(2):
        hand.fingers("touchStart", points[:1])
        for point in points[1:30]:
            hand.fingers("touchMove", [point])
        hand.fingers("touchCancel", [])
        settle(page)
        sign(page)
    assert not errors, errors
    path, _ = evidence_of(bench, page)
    verdicts = findings(bench, path)
    assert all(verdict[0] != "fails" for verdict in verdicts.values()), verdicts
    shown = json.loads(bench.inklock("evidence", "show", path, "--json"))
    assert shown["strokes"] == 4 and ask(page, "pad.strokeCount") == 2, shown["strokes"]


@thorough
def test_evidence_goes_on_after_it_was_asked_for(bench):
    page = bench.pad("evidence")
    sign(page)
    first, _ = evidence_of(bench, page, "first.inkevidence")
    sign(page, left=0.4)
    second, found = evidence_of(bench, page, "second.inkevidence")
    for path, strokes in ((first, 1), (second, 2)):
        assert findings(bench, path)["signature"][0] == "holds"
        assert json.loads(bench.inklock("evidence", "show", path, "--json"))["strokes"] == strokes
    assert found["signedBy"] == "element"


@thorough
def test_evidence_is_of_the_strokes_that_there_were_when_it_was_asked_for(bench):
    for clears in (False, True):
        asked_early(bench, clears)


def asked_early(bench, clears):
    page = bench.pad("evidence")
    sign(page, left=0.1, right=0.4)
    # The key answers late, as one that asks its owner does; meanwhile the signer draws on, or clears the pad and signs
    # again.
    page.evaluate(
        """(clears) => {
            const { subtle } = crypto;
            const make = subtle.generateKey.bind(subtle);
            const wait = new Promise((done) => { window.goOn = done; });
            subtle.generateKey = async (...how) => (await wait, make(...how));
            const pad = document.querySelector('ink-signature');
            window.asked = pad.toEvidence().then(async ({ blob }) => Array.from(new Uint8Array(await blob.arrayBuffer())));
            if (clears) pad.clear();
        }""",
        clears,
    )
    settle(page)
    sign(page, left=0.5, right=0.9)
    page.evaluate("window.goOn()")
    path = bench.folder / "early.inkevidence"
    path.write_bytes(bytes(page.evaluate("window.asked")))
    verdicts = findings(bench, path)
    assert all(verdict[0] != "fails" for verdict in verdicts.values()), verdicts
    assert json.loads(bench.inklock("evidence", "show", path, "--json"))["strokes"] == 1


@thorough
def test_evidence_has_the_key_that_was_bound_when_it_was_asked_for(bench):
    for next_key in ("second", "undefined"):
        page = bench.pad("evidence")
        page.evaluate(
            """async () => {
                const make = () => crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
                [window.first, window.second] = [await make(), await make()];
                document.querySelector('ink-signature').bindEvidence({ key: first });
            }"""
        )
        sign(page)
        early = page.evaluate(
            f"""async () => {{
                const pad = document.querySelector('ink-signature');
                const asked = pad.toEvidence();
                pad.clear();
                pad.bindEvidence({{ key: {next_key} }});
                const {{ signedBy, fingerprint }} = await asked;
                return [signedBy, fingerprint];
            }}"""
        )
        sign(page)
        ask(page, "(pad.clear(), pad.bindEvidence({ key: first }), 0)")
        sign(page)
        signed_by, fingerprint = early
        assert signed_by == "page" and fingerprint == ask(page, "pad.toEvidence().then(({ fingerprint }) => fingerprint)"), next_key


def test_evidence_is_refused_for_what_was_not_drawn_here(bench):
    page = bench.pad("evidence")
    assert reason(page, "pad.toEvidence()") == "empty"
    sign(page)
    ask(page, "pad.fromJSON(JSON.stringify(pad))")
    assert reason(page, "pad.toEvidence()") == "not-recorded", "an opened drawing"
    ask(page, "pad.clear()")
    sign(page)
    assert reason(page, "pad.toEvidence()") == "none", "drawn again"
    ask(page, "pad.bindEvidence({ texts: ['Too late'] })")
    assert reason(page, "pad.toEvidence()") == "not-recorded", "bound after the first stroke"
    page = bench.pad()
    sign(page)
    assert reason(page, "pad.toEvidence()") == "not-recorded", "without the attribute"
    ask(page, "pad.setAttribute('evidence', '')")
    assert reason(page, "pad.toEvidence()") == "not-recorded", "set after the first stroke"
    ask(page, "pad.clear()")
    recording(page)
    sign(page)
    assert reason(page, "pad.toEvidence()") == "none", "set before the first stroke"
    page = bench.pad("evidence")
    ask(page, "pad.bindEvidence({ texts: Array(65).fill('x') })")
    sign(page)
    assert reason(page, "pad.toEvidence()") == "too-large"
    # A key of another kind, and a pair whose halves do not belong together.
    for make in ("one('ECDSA', 'P-384')", "Promise.all([one('ECDSA', 'P-256'), one('ECDSA', 'P-256')]).then(([a, b]) => ({ ...a, privateKey: b.privateKey, publicKey: a.publicKey }))"):
        page = bench.pad("evidence")
        page.evaluate(
            f"""async () => {{
                const one = (name, namedCurve) => crypto.subtle.generateKey({{ name, namedCurve }}, false, ['sign', 'verify']);
                document.querySelector('ink-signature').bindEvidence({{ key: await {make} }});
            }}"""
        )
        sign(page)
        assert reason(page, "pad.toEvidence()") == "key", make


def test_evidence_is_recorded_if_it_was_asked_for_while_the_pad_loaded(bench):
    page = bench.pad()
    page.evaluate(
        """async () => {
            const pad = document.createElement('ink-signature');
            document.querySelector('ink-signature').replaceWith(pad);
            await Promise.resolve();
            pad.toggleAttribute('evidence', true);
            await pad.ready;
        }"""
    )
    sign(page)
    assert reason(page, "pad.toEvidence()") == "none"


@thorough
def test_evidence_outlives_a_rotated_screen(bench):
    page = bench.pad("evidence")
    sign(page)
    page.set_viewport_size({"width": 420, "height": 700})
    settle(page)
    sign(page)
    path, _ = evidence_of(bench, page)
    verdicts = findings(bench, path)
    assert all(verdict[0] != "fails" for verdict in verdicts.values()), verdicts


def test_evidence_code_is_not_loaded_unless_it_is_asked_for(bench):
    for attributes, wanted in (("", False), ("evidence", True)):
        asked = []
        page = bench.pad(attributes, before=lambda page: page.on("request", lambda request: asked.append(request.url)))
        sign(page)
        loaded = [address for address in asked if re.search("evidence|quality|cbor", address)]
        assert bool(loaded) == wanted, loaded


def test_evidence_of_the_native_vectors_is_checked_alike(bench):
    page = bench.pad()
    vectors = json.loads((ROOT / "Vectors" / "evidence" / "vectors.json").read_text())
    found = page.evaluate(
        """async (vectors) => {
            const { readEvidence } = await import('/src/evidence-file.js');
            const { checkedEvidence } = await import('/src/evidence-check.js');
            const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            const keyOf = (key) => key.length === 32
                ? { algorithm: -8, x: key } : { algorithm: -7, x: key.slice(0, 32), y: key.slice(32) };
            return Promise.all(vectors.map(async ({ evidence, document, key }) => {
                const known = { document: new TextEncoder().encode(document), key: key ? keyOf(bytes(key)) : null };
                return (await checkedEvidence(readEvidence(bytes(evidence)), known)).findings;
            }));
        }""",
        vectors,
    )
    for vector, lines in zip(vectors, found):
        # Only the native command opens sealed samples.
        sealed = "recipientKey" in vector
        assert {line["subject"] for line in lines} == set(vector["findings"]), lines
        for line in lines:
            name = re.sub("-(.)", lambda found: found[1].upper(), line["reason"])
            said = f"{line['verdict']} {name}" + (f" {line['block']}" if "block" in line else "")
            recorded = vector["findings"][line["subject"]]
            expected = "unknown sealedSamples" if sealed and line["subject"] in ("samples", "rendering") else recorded
            assert said == expected, f"{vector['name']}: {line['subject']}: {said}, recorded {expected}"


def test_evidence_changed_anywhere_is_noticed_in_the_browser(bench):
    page = bench.pad()
    vector = json.loads((ROOT / "Vectors" / "evidence" / "vectors.json").read_text())[0]
    missed = page.evaluate(
        """async ({ evidence, document, key }) => {
            const { EvidenceError, readEvidence } = await import('/src/evidence-file.js');
            const { checkedEvidence } = await import('/src/evidence-check.js');
            const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            const known = { document: new TextEncoder().encode(document), key: { algorithm: -8, x: bytes(key) } };
            const file = bytes(evidence);
            const missed = [];
            for (let at = 0, seed = 1; at < file.length; at += 7) {
                seed = Math.imul(seed, 1664525) + 1013904223 >>> 0;
                const changed = file.slice();
                changed[at] ^= 1 << (seed >>> 29);
                try {
                    const { findings } = await checkedEvidence(readEvidence(changed), known);
                    if (!findings.some(({ verdict }) => verdict === 'fails')) missed.push(at);
                } catch (error) {
                    if (!(error instanceof EvidenceError)) missed.push(`${at}: ${error}`);
                }
            }
            return missed;
        }""",
        vector,
    )
    assert not missed, missed


def test_signature_quality_is_told_with_texts(bench):
    for language, sign_here, dots in (
        ("en", "Sign here", "There is no line, only dots."), ("de", "Hier unterschreiben", "Es gibt keine Linie, nur Punkte."),
        ("ja", "ここに署名", "線がなく、点だけです。"),
    ):
        page = bench.pad(f'quality lang="{language}"')
        page.evaluate(
            """() => {
                window.told = [];
                document.querySelector('ink-signature').addEventListener('ink-quality', ({ detail }) => window.told.push(detail));
            }"""
        )
        page.locator("ink-signature").get_by_text(sign_here).wait_for()
        box = paper(page)
        Hand(page).mouse([(box["x"] + 200, box["y"] + 200)] * 2)
        page.wait_for_function("() => told.length")
        told = page.evaluate("window.told.at(-1)")
        assert told["flaws"] == [{"code": "only-dots", "text": dots}] and told["strokeCount"] == 1, told
        assert re.fullmatch("[0-9a-f]{64}", told["digest"])


@thorough
def test_signature_quality_finds_clipped_hurried_and_repeated_ones(bench):
    page = bench.pad("quality")
    box = paper(page)

    def told():
        return [flaw["code"] for flaw in ask(page, "pad.assessQuality().then(({ flaws }) => flaws)")]

    sign(page)
    assert "clipped" not in told() and "repeated" not in told(), told()
    digest = ask(page, "pad.assessQuality().then(({ digest }) => digest)")
    ask(page, "pad.earlierDigests = [given]", digest)
    assert "repeated" in told()
    asked_before = "(() => { const asked = pad.assessQuality().then(({ digest }) => digest); pad.clear(); return asked; })()"
    assert ask(page, asked_before) == digest, "the report is of the drawing of then"
    Hand(page).mouse([(box["x"] + 100, box["y"] + 30)] + [(box["x"] + 100 + 8 * at, box["y"] - 3) for at in range(40)])
    settle(page)
    assert "clipped" in told() and "repeated" not in told(), told()
    swift = {
        "format": "inklock-drawing", "version": 1, "size": {"width": 900, "height": 300},
        "strokes": [
            {
                "brush": {"tip": "pen", "color": "#000000ff", "minimumWidth": 1, "maximumWidth": 3, "seed": 0}, "model": "fair",
                "start": 0, "channels": ["x", "y", "time"], "points": [[20 + 40 * at, 150, 0.0005 * at] for at in range(20)],
            }
        ],
    }
    ask(page, "pad.fromJSON(given)", json.dumps(swift))
    assert "impossible-speed" in told(), told()
    assert told() == json.loads(bench.inklock("info", write(bench, swift), "--json"))["flaws"]


@thorough
def test_signature_quality_follows_each_change_and_is_of_the_drawing_of_then(bench):
    held = []
    page = bench.pad("quality", before=lambda page: page.route("**/inklock-quality.wasm", lambda route: held.append(route)))
    page.evaluate(
        """() => {
            window.told = [];
            document.querySelector('ink-signature').addEventListener('ink-quality', ({ detail }) => window.told.push(detail));
        }"""
    )
    for change in ("pad.clear()", "pad.fromJSON({ ...pad.toJSON(), strokes: [] })"):
        sign(page)
        ask(page, f"({change}, 0)")
    sign(page)
    until(page, lambda: held)
    ask(page, "(window.saved = JSON.stringify(pad), pad.clear(), 0)")
    with page.expect_response("**/inklock-quality.wasm") as arrived:
        held.pop().continue_()
    arrived.value.finished()
    idle(page)
    assert page.evaluate("told") == [], "the drawing is gone"
    digest = ask(page, "(pad.fromJSON(saved), pad.assessQuality().then(({ digest }) => digest))")
    page.wait_for_function("() => told.length === 1")
    assert page.evaluate("told[0].digest") == digest and page.evaluate("told[0].strokeCount") == 1
    ask(page, "(pad.earlierDigests = [given], pad.fromJSON(saved), 0)", digest)
    page.wait_for_function("() => told.length === 2 && told[1].flaws.some(({ code }) => code === 'repeated')")
    page.get_by_role("button", name="Type it instead").click()
    page.get_by_role("textbox", name="Type your name").fill("Grace")
    page.keyboard.press("Enter")
    page.wait_for_function("() => told.length === 3 && told[2].digest !== told[1].digest")
    # A drawing that was opened before the engine was there.
    page.evaluate(
        """async () => {
            const early = document.createElement('ink-signature');
            early.setAttribute('quality', '');
            early.addEventListener('ink-quality', ({ detail }) => window.told.push(detail));
            early.fromJSON(saved);
            document.body.append(early);
            await early.ready;
        }"""
    )
    page.wait_for_function("() => told.length === 4 && told[3].digest === told[0].digest")


def write(bench, drawing):
    path = bench.folder / "drawing.json"
    path.write_text(json.dumps(drawing))
    return path
