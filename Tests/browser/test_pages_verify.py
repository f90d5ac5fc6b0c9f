# SPDX-License-Identifier: MIT
"""The page that checks signed documents and evidence: what it says is what the native command says."""

import json
import os
import random
import re
import subprocess

from bench import THOROUGH, ask, drawing, recording, settle, sign, some, thorough
from notes import DESKTOP, PHONE
from test_axe import Audit
from test_export_evidence import evidence_of

SMALL = {"viewport": {"width": 320, "height": 640}}


def openssl(*arguments):
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


def signed_pdf(bench, page, kind="EC", name="Ada Lovelace", document=None, options=()):
    """Signs a document with the pad's drawing. Returns its path, the certificate and the document."""
    folder = bench.folder
    key, certificate = folder / f"{kind}.pem", folder / f"{kind}.crt"
    how = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"] if kind == "EC" else ["-newkey", "rsa:2048"]
    openssl("req", "-x509", "-utf8", *how, "-noenc", "-keyout", key, "-out", certificate, "-days", 30, "-subj", f"/CN={name}")
    strokes = folder / "drawing.json"
    strokes.write_text(json.dumps(drawing(page)))
    if document is None:
        document = folder / "contract.pdf"
        bench.inklock("render", strokes, "-o", document)
    path = folder / f"signed-{kind}.pdf"
    while path.exists():
        path = path.with_stem(f"{path.stem}-again")
    bench.inklock("sign", document, "--signature", strokes, "--at", "1,10,10,100", "--key", key, "--certificate", certificate, *options, "-o", path)
    return path, certificate, document


def open_verify(bench, **options):
    page = bench.open("/verify.html", element=None, **{"locale": "en-GB", **options})
    page.locator("html[data-ready]").wait_for()
    return page


def checked(page, path, field="#file"):
    """Gives the page a file, and returns what it says when it has checked it."""
    # The note of the file before goes.
    page.evaluate("document.querySelector('#note').textContent = ''")
    page.set_input_files(field, path)
    page.wait_for_function("() => { const { innerText } = document.querySelector('#note'); return innerText && !innerText.includes('…'); }")
    note = page.locator("#note").inner_text()
    lines = [(line.get_attribute("class"), line.inner_text().split("\n")[-1].strip()) for line in page.locator(".findings li").all()]
    return note, lines


def said(lines, verdict, words):
    return any(found == verdict and words in text for found, text in lines)


def test_verify_page_checks_evidence_of_the_browser_and_the_command(bench):
    pad = bench.pad("evidence")
    document = bench.folder / "contract.txt"
    document.write_text("The boat is yours until September.")
    ask(pad, "pad.bindEvidence({ document: new File([given], 'contract.txt'), texts: ['I agree', '\\u202e<b>x</b>'] })", document.read_text())
    sign(pad)
    path, _ = evidence_of(bench, pad)
    for options in some(({}, SMALL)):
        sent = []
        page = open_verify(bench, **options)
        page.on("request", lambda request: sent.append(request.url))
        note, lines = checked(page, path)
        assert note == "The file was checked.", note
        assert not any(verdict == "fails" for verdict, _ in lines), lines
        assert said(lines, "holds", "pixel for pixel") and said(lines, "holds", "complete and in order"), lines
        assert said(lines, "unknown", "It is not known whether the recording belongs to your document"), lines
        shown = page.locator(".told").inner_text()
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Copy", exact=True).click()
        page.get_by_role("button", name="Copied", exact=True).wait_for()
        fingerprint = page.evaluate("navigator.clipboard.readText()")
        grouped = page.locator(".fingerprint span").inner_text()
        assert re.fullmatch("[0-9a-f]{64}", fingerprint) and grouped.replace(" ", "") == fingerprint != grouped, grouped
        assert "contract.txt" in shown and "I agree" in shown and "<b>x</b>" in shown and "\u202e" not in shown, shown
        _, lines = checked(page, document, "#more-file")
        assert said(lines, "holds", "The recording belongs to this document."), lines
        other = bench.folder / "other.txt"
        other.write_text("The boat is mine.")
        _, lines = checked(page, other, "#more-file")
        assert said(lines, "fails", "The recording belongs to another document"), lines
        assert not [url for url in sent if ".wasm" not in url and ".js" not in url], sent
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"


@thorough
def test_verify_page_shows_and_names_what_the_reader_s_own_file_proves(bench):
    pad = bench.pad("evidence")
    document, other = bench.folder / "contract.txt", bench.folder / "other.txt"
    document.write_text("The boat is yours until September.")
    other.write_text("The boat is mine.")
    ask(pad, "pad.bindEvidence({ document: new File([given], 'contract.txt') })", document.read_text())
    sign(pad)
    path, _ = evidence_of(bench, pad)
    signed, certificate, _ = signed_pdf(bench, pad)
    for options in (SMALL, DESKTOP):
        page = open_verify(bench, **options)
        for file, field, words in (
            (other, path, "The recording belongs to another document, or this one was changed."), (document, path, "The recording belongs to this document."),
            (other, signed, "This is not a certificate."), (certificate, signed, "It was signed with the certificate that you chose."),
        ):
            checked(page, field)
            page.locator("#more-file").focus()
            page.locator("#more-file").scroll_into_view_if_needed()
            note, _ = checked(page, file, "#more-file")
            assert note.startswith(words), note
            settle(page)
            box = page.locator("#note").bounding_box()
            assert 0 <= box["y"] and box["y"] + box["height"] <= options["viewport"]["height"], (options, words, box)
            assert page.evaluate("document.activeElement.id") == "more-file", "the focus is lost"


@thorough
def test_verify_page_says_that_it_could_not_check_without_the_engine(bench):
    pad = bench.pad("evidence")
    sign(pad)
    path, _ = evidence_of(bench, pad)
    page = open_verify(bench)
    bench.expect_complaint("Failed to load resource")
    page.route("**/inklock-signature.wasm", lambda route: route.abort())
    note, lines = checked(page, path)
    assert note.startswith("The file could not be checked.") and not lines, (note, lines)
    assert page.locator(".signature").count() == 0
    page.unroute("**/inklock-signature.wasm")
    note, lines = checked(page, path)
    assert note == "The file was checked." and said(lines, "holds", "pixel for pixel"), (note, lines)


def test_verify_page_checks_signed_documents(bench):
    pad = bench.pad()
    sign(pad)
    path, certificate, document = signed_pdf(bench, pad)
    page = open_verify(bench)
    note, lines = checked(page, path)
    assert note == "The file was checked." and "Ada Lovelace" in page.locator(".signature h2").inner_text()
    assert not any(verdict == "fails" for verdict, _ in lines), lines
    for words in ("What was signed has not changed", "Nothing was added", "The recording was signed with the key", "The recording belongs to this document", "pixel for pixel"):
        assert said(lines, "holds", words), f"{words}: {lines}"
    assert said(lines, "unknown", "anyone can make a certificate"), lines
    _, lines = checked(page, certificate, "#more-file")
    assert said(lines, "holds", "the certificate that you chose"), lines
    rsa, other, _ = signed_pdf(bench, pad, "RSA", "Grace", document)
    page.set_input_files("#file", path)
    page.locator("#more:not([hidden])").wait_for()
    _, lines = checked(page, other, "#more-file")
    assert said(lines, "fails", "was not issued under it"), lines
    _, lines = checked(page, rsa)
    assert said(lines, "holds", "What was signed has not changed") and not any(verdict == "fails" for verdict, _ in lines), lines
    assert said(lines, "unknown", "not known whose key signed the recording"), lines

    first = path.read_bytes()
    twice, _, _ = signed_pdf(bench, pad, "EC", "Second", path)
    note, lines = checked(page, twice)
    assert page.locator(".signature").count() == 2 and not any(verdict == "fails" for verdict, _ in lines), lines
    assert said(lines, "unknown", "A later signature covers what was added"), lines
    appended = bench.folder / "appended.pdf"
    appended.write_bytes(path.read_bytes() + b"\n% more\n")
    _, lines = checked(page, appended)
    assert said(lines, "fails", "Something was added"), lines
    # Pages that were added under a signature that is none: the first signature is not covered by it.
    added = first + b"\n% other pages\n<30>"
    ranges = f"/ByteRange [0 {len(added) - 4} {len(added)} ".encode()
    rest = len(ranges) + 7
    for number, fake in enumerate((added + ranges + f"{rest:05}]\n".encode(), first + b"\n/ByteRange [0 1 2 999999999]")):
        appended.write_bytes(fake)
        checked(page, appended)
        cards = page.locator(".signature").all()
        assert len(cards) == 2, number
        for card in cards:
            assert "A check failed" in card.locator(".summary").inner_text(), f"{number}: {card.inner_text()}"
    # The ranges of a signature once more, behind what it signed.
    ranges = first[first.index(b"/ByteRange") : first.index(b"]", first.index(b"/ByteRange")) + 1]
    appended.write_bytes(first + b"\n" + ranges)
    _, lines = checked(page, appended)
    assert said(lines, "fails", "does not cover the document"), lines


def issued(bench, name, by=None, extensions=(), days=30):
    """Issues a certificate. Returns the paths of its key and of itself."""
    key, certificate = bench.folder / f"{name}.pem", bench.folder / f"{name}.crt"
    how = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-keyout", key, "-subj", f"/CN={name}", "-days", days]
    more = [each for extension in extensions for each in ("-addext", extension)]
    openssl("req", "-x509", *how, "-out", certificate, *(["-CA", by[1], "-CAkey", by[0]] if by else []), *more)
    return key, certificate


@thorough
def test_verify_page_follows_certificates_to_one_that_is_trusted(bench):
    pad = bench.pad()
    sign(pad)
    authority = ("basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign")
    holder = ("basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature")
    root, other = issued(bench, "root", None, authority), issued(bench, "other", None, authority)
    middle = issued(bench, "middle", root, authority)
    leaf = issued(bench, "leaf", middle, holder)
    # Of a holder who is no authority, and for another use.
    forged = issued(bench, "forged", leaf, holder)
    server = issued(bench, "server", middle, (*holder, "extendedKeyUsage=critical,serverAuth"))
    strange = issued(bench, "strange", middle, (*holder, "1.2.3.4=critical,ASN1:NULL"))
    drawn, document = bench.folder / "drawing.json", bench.folder / "contract.pdf"
    drawn.write_text(json.dumps(drawing(pad)))
    bench.inklock("render", drawn, "-o", document)
    page = open_verify(bench)
    cases = (
        ([leaf, middle], root, "holds", "was issued under the one that you chose"), ([leaf, middle], middle, "holds", "was issued under the one"),
        ([leaf], root, "fails", "was not issued under it"), ([leaf, middle], other, "fails", "was not issued under it"),
        ([forged, leaf, middle], root, "fails", "was not issued under it"), ([server, middle], root, "fails", "was not issued under it"),
        ([strange, middle], root, "fails", "was not issued under it"), ([leaf, middle], leaf, "holds", "the certificate that you chose"),
    )
    for number, (chain, trusted, verdict, words) in enumerate(cases):
        certificates, path = bench.folder / "chain.crt", bench.folder / f"case{number}.pdf"
        certificates.write_bytes(b"".join(each[1].read_bytes() for each in chain))
        arguments = ["--signature", drawn, "--at", "1,10,10,100", "--key", chain[0][0], "--certificate", certificates]
        bench.inklock("sign", document, *arguments, "-o", path)
        checked(page, path)
        _, lines = checked(page, trusted[1], "#more-file")
        assert said(lines, verdict, words), f"case {number}: {lines[:3]}"
    later = page.evaluate(
        """async ([leaf, middle, root]) => {
            const { Certificate } = await import('/demo/documents/certificate.js');
            const { pathVerdict } = await import('/demo/documents/certificate-path.js');
            const [a, b, c] = [leaf, middle, root].map((text) => Certificate.fromFile(new TextEncoder().encode(text)));
            return pathVerdict(a, [b], c, Date.now() + 40 * 86400_000);
        }""",
        [each[1].read_text() for each in (leaf, middle, root)],
    )
    assert later == "expired", later


def test_verify_page_notices_changes_anywhere(bench):
    pad = bench.pad()
    sign(pad)
    path, _, _ = signed_pdf(bench, pad, options=("--reason", "x" * 600))
    page = open_verify(bench)
    # The command tries 10,000 changes natively, and the page a sample of them.
    result = page.evaluate(
        """async ([bytes, step]) => {
            const { UncheckedError, reportsOn } = await import('/demo/verify/report.js');
            const file = Uint8Array.from(bytes);
            const missed = [];
            let tried = 0;
            const changes = [];
            for (let at = 0, seed = 7; at < file.length; at += step) {
                seed = Math.imul(seed, 1664525) + 1013904223 >>> 0;
                const [place, bit] = [at, seed >>> 29];
                changes.push([place, (changed) => { changed[place] ^= 1 << bit; }]);
            }
            // The digits of the signature in the other case.
            const text = new TextDecoder('latin1').decode(file);
            const begin = text.indexOf('/Contents<') + 10;
            changes.push(['upper case', (changed) => {
                for (let at = begin; text[at] !== '>'; at += 1) if (/[a-f]/.test(text[at])) changed[at] ^= 0x20;
            }]);
            for (const [at, change] of changes) {
                const changed = file.slice();
                change(changed);
                tried += 1;
                try {
                    const reports = await reportsOn(changed);
                    if (!reports.some(({ lines }) => lines.some(({ verdict }) => verdict === 'fails'))) missed.push(at);
                } catch (error) {
                    if (!(error instanceof UncheckedError)) missed.push(`${at}: ${error}`);
                }
            }
            return { missed, tried };
        }""",
        [list(path.read_bytes()), 37 if THOROUGH else 370],
    )
    assert result["tried"] > (300 if THOROUGH else 30) and not result["missed"], f"{result['missed'][:5]} of {result['tried']}"


def test_verify_page_finds_the_program_s_name_before_a_long_reason(bench):
    page = open_verify(bench)
    result = page.evaluate(
        """async () => {
            const { Certificate } = await import('/demo/documents/certificate.js');
            const { CMSSignature } = await import('/demo/documents/cms.js');
            const { signaturesOf } = await import('/demo/documents/pdf-signatures.js');
            const latin1 = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
            const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
            const certificate = await Certificate.make(pair, 'Ada Lovelace');
            const [room, tail] = [8000, '\\n%%EOF\\n'];
            const number = (value) => String(value).padStart(5, '0');
            const begin = `%PDF-1.7\\n1 0 obj\\n<</Prop_Build<</App<</Name/InkLock>>>>/Reason<${'0078'.repeat(600)}>`;
            const head = (from) => `${begin}/ByteRange[0 ${number(from)} ${number(from + room + 2)} ${number(tail.length)}]/Contents`;
            const start = head(head(0).length);
            const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', latin1(start + tail)));
            const structure = await CMSSignature.make(digest, pair.privateKey, certificate);
            const digits = Array.from(structure, (byte) => byte.toString(16).padStart(2, '0')).join('').padEnd(room, '0');
            const problems = async (text) => (await signaturesOf(latin1(`${start}<${text}>${tail}`)))[0].problems;
            // The version of the structure, which says nothing about what was signed.
            const other = digits.replace('020101', '020103');
            return { same: await problems(digits), other: await problems(other), isOther: other !== digits };
        }"""
    )
    assert result == {"same": [], "other": ["structure"], "isOther": True}, result


@thorough
def test_verify_page_does_not_check_timestamps_of_documents(bench):
    pad = bench.pad()
    sign(pad)
    path, _, _ = signed_pdf(bench, pad)
    # A structure that says of itself that it is a timestamp, in an update.
    token = bytes.fromhex("3081ee06092a864886f70d010702a081e03081dd0201033181c8" + "00" * 200 + "300d060b2a864886f70d0109100104").hex().encode()
    signed, head = path.read_bytes(), b"\n900 0 obj\n<</Type/DocTimeStamp/SubFilter/ETSI.RFC3161/ByteRange[0 %08d %08d 00000008]/Contents"
    start = len(signed + head % (0, 0))
    stamped = bench.folder / "stamped.pdf"
    stamped.write_bytes(signed + head % (start, start + len(token) + 2) + b"<" + token + b">>>endobj")
    page = open_verify(bench)
    checked(page, stamped)
    signature, timestamp = (card.inner_text() for card in page.locator(".signature").all())
    assert "This page does not check it" in timestamp and "A check failed" not in timestamp, timestamp
    assert "recording" not in timestamp, timestamp
    # The content added under an unchecked timestamp may be anything.
    assert "Something was added to the document" in signature, signature


def test_verify_page_answers_hostile_files(bench):
    page = open_verify(bench)
    seeds = bench.folder / "hostile"
    words = {
        b"": "neither a PDF", b"Hello": "neither a PDF", b"%PDF-1.7\n" + random.Random(7).randbytes(4000): "no signature",
        b"\x84pinklock-evidence\x01" + b"\x9b" + b"\xff" * 8: "damaged", b"\x84pinklock-evidence\x02": "newer version",
        b"%PDF-1.7\n" + b"/ByteRange [0 1 2 3]" * 17: "too large", b"\x84pinklock-evidence\x01" + b"\x82" * 100_000: "damaged",
    }
    for data, expected in words.items():
        seeds.write_bytes(data)
        note, lines = checked(page, seeds)
        assert expected in note and not lines, f"{data[:30]}: {note}"
    # Ranges that overlap, lie outside, or leave out more than the signature; a structure without an end.
    for ranges in ("0 10 20 99999999", "5 10 20 30", "0 40 30 10", "0 9 11 9", "0 9 3000 100"):
        seeds.write_bytes(b"%PDF-1.7\n<" + b"30" * 1490 + b">" + b"x" * 200 + f"/ByteRange [{ranges}]".encode())
        note, lines = checked(page, seeds)
        assert lines and lines[0][0] == "fails", f"{ranges}: {note} {lines}"
    # One end mark after another would take quadratic time if each was searched from the start.
    seeds.write_bytes(b"%PDF-1.7\n" + b"/ByteRange [" * 500_000 + b"/Prop_Build<<" * 200_000)
    note, _ = checked(page, seeds)
    assert "no signature" in note, note


@thorough
def test_verify_page_does_not_draw_strokes_that_would_take_long(bench):
    page = open_verify(bench)
    result = page.evaluate(
        """async () => {
            const { Replay } = await import('/demo/verify/replay.js');
            const { SignatureEngine } = await import('/src/signature-engine.js');
            const { numbersOf, pictureOf } = await import('/src/evidence-picture.js');
            const { brushTip, strokeModel } = await import('/src/signature-codes.js');
            const samples = [];
            const far = (isFar) => (isFar ? 1e6 : -1e6);
            for (let at = 0; at < 20_000; at += 1) samples.push(far(at % 2), far(at % 3), at / 1000, NaN, NaN, NaN);
            const strokes = [{ head: [brushTip.pen, 255, 1, 3, 0, strokeModel.fair, 0], samples }];
            const surface = { width: 300, height: 150 };
            const start = performance.now();
            const replay = await Replay.make(strokes, surface, { work: 4 });
            const engine = await SignatureEngine.load();
            const picture = (strokes, surface, scale) => pictureOf(engine, numbersOf(strokes, surface), { scale, isCropped: false, background: 0 });
            const refused = await picture(strokes, surface, 1).then(() => '', (error) => error.reason);
            // Short ways with wide turns.
            const turns = (count) => {
                const zigzag = Array.from({ length: count }, (_, at) => [at % 2 ? 127 : 123, 125, 0, NaN, NaN, NaN]).flat();
                return [{ head: [brushTip.marker, 255, 240, 240, 0, strokeModel.fair, 0], samples: zigzag }];
            };
            const drawn = [];
            for (const count of [20_000, 123, 122]) {
                drawn.push(await picture(turns(count), { width: 250, height: 250 }, 16).then(() => true, (error) => error.reason));
            }
            return { isDrawn: replay !== null, refused, drawn, time: performance.now() - start };
        }"""
    )
    assert not result["isDrawn"] and result["refused"] == "too-large" and result["time"] < 30_000, result
    assert result["drawn"] == ["too-large", "too-large", True], result


def test_verify_page_draws_no_more_than_it_may(bench):
    pad = bench.pad("evidence")
    sign(pad)
    path, _ = evidence_of(bench, pad)
    page = open_verify(bench)
    whole, exact, less = page.evaluate(
        """async (bytes) => {
            const { checkedEvidence } = await import('/src/evidence-check.js');
            const { readEvidence } = await import('/src/evidence-file.js');
            const evidence = readEvidence(Uint8Array.from(bytes));
            const checked = async (most) => {
                const { findings, strokes, work } = await checkedEvidence(evidence, {}, most);
                return { reason: findings.find(({ subject }) => subject === 'rendering').reason, work, hasStrokes: strokes !== null };
            };
            const whole = await checked(1);
            return [whole, await checked(whole.work), await checked(whole.work / 2)];
        }""",
        list(path.read_bytes()),
    )
    assert whole == exact and whole["reason"] == "same-pixels" and whole["hasStrokes"] and 0 < whole["work"] < 0.5, whole
    assert less == {"reason": "not-drawn", "work": 0, "hasStrokes": False}, less


@thorough
def test_verify_page_replays_no_more_of_a_document_than_it_may(bench):
    pad = bench.pad("evidence")
    sign(pad)
    path, _ = evidence_of(bench, pad)
    page = open_verify(bench)
    made, left = page.evaluate(
        """async (bytes) => {
            const { checkedEvidence } = await import('/src/evidence-check.js');
            const { readEvidence } = await import('/src/evidence-file.js');
            const { SignatureEngine } = await import('/src/signature-engine.js');
            const { numbersOf } = await import('/src/evidence-picture.js');
            const { Replay } = await import('/demo/verify/replay.js');
            const evidence = readEvidence(Uint8Array.from(bytes));
            const { strokes } = await checkedEvidence(evidence);
            const needed = (await SignatureEngine.load()).work(numbersOf(strokes, evidence.opening), { scale: Math.min(2, devicePixelRatio) });
            const room = { work: needed * 2.5 };
            const replays = await Promise.all([1, 2, 3].map(() => Replay.make(strokes, evidence.opening, room)));
            return [replays.map((replay) => replay !== null), room.work / needed];
        }""",
        list(path.read_bytes()),
    )
    assert made == [True, True, False], made
    assert abs(left - 0.5) < 1e-9, left


def test_verify_page_does_not_pass_a_signature_of_an_unknown_kind_of_key(bench):
    page = open_verify(bench)
    lines = page.evaluate(
        """async () => {
            const { Certificate } = await import('/demo/documents/certificate.js');
            const { CMSSignature } = await import('/demo/documents/cms.js');
            const { reportsOn } = await import('/demo/verify/report.js');
            const latin1 = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
            const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
            const bytes = (await Certificate.make(pair, 'Ada Lovelace')).bytes.slice();
            const curve = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
            const at = bytes.findIndex((_, start) => curve.every((byte, next) => bytes[start + next] === byte));
            bytes[at + 7] = 8; // another curve
            const [room, tail] = [8000, '\\n%%EOF\\n'];
            const number = (value) => String(value).padStart(5, '0');
            const head = (from) => `%PDF-1.7\\n/ByteRange [0 ${number(from)} ${number(from + room + 2)} ${number(tail.length)}]/Contents`;
            const start = head(head(0).length);
            const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', latin1(start + tail)));
            const structure = await CMSSignature.make(digest, pair.privateKey, new Certificate(bytes));
            const digits = Array.from(structure, (byte) => byte.toString(16).padStart(2, '0')).join('').padEnd(room, '0');
            return (await reportsOn(latin1(`${start}<${digits}>${tail}`)))[0].lines;
        }"""
    )
    assert {"table": "lines", "reason": "unknown-key", "verdict": "fails"} in lines, lines


@thorough
def test_verify_page_replays_and_works_with_the_keyboard(bench):
    pad = bench.pad("evidence")
    sign(pad)
    sign(pad, left=0.5)
    path, _ = evidence_of(bench, pad)
    for motion in ("reduce", "no-preference"):
        page = open_verify(bench, reduced_motion=motion)
        checked(page, path)
        ink = "() => { const c = document.querySelector('.replay canvas'); const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; }"
        whole = page.evaluate(ink)
        assert whole > 500, "the drawing is not shown"
        play = page.get_by_role("button", name="Play")
        play.focus()
        page.keyboard.press("Enter")
        settle(page)
        page.get_by_role("button", name="Play").wait_for()
        assert page.evaluate(ink) == whole, "after the replay the drawing is another"
        page.keyboard.press("Enter")
        # In one call, because the replay may end between two.
        page.evaluate("() => { const button = document.activeElement; if (/Pause/.test(button.ariaLabel || button.textContent)) button.click(); }")
        settle(page)
        assert page.get_by_role("button", name="Play").count() == 1
    page = open_verify(bench)
    reached = []
    for _ in range(6):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
    assert reached[:4] == ["InkLock", "Signature pad", "Private Notes", "file"], reached


@thorough
def test_axe_finds_nothing_on_the_page_that_checks(bench):
    pad = bench.pad("evidence")
    sign(pad)
    path, _ = evidence_of(bench, pad)
    pdf, _, _ = signed_pdf(bench, pad)
    broken = bench.folder / "broken.pdf"
    broken.write_bytes(pdf.read_bytes()[:-9] + b"%%EOF    \n")
    looks = ({**PHONE, "color_scheme": "light"}, {**DESKTOP, "color_scheme": "dark"}, {**PHONE, "viewport": {"width": 320, "height": 640}})
    shots = os.environ.get("INKLOCK_SHOTS")
    for number, look in enumerate(some(looks)):
        page = open_verify(bench, **look)
        audit = Audit(page)
        for state, file in (("empty", None), ("evidence", path), ("document", pdf), ("broken", broken)):
            if file:
                checked(page, file)
            audit.look(state)
            if shots:
                page.screenshot(path=f"{shots}/verify-{number}-{state}.png", full_page=True)
        audit.end(4)


@thorough
def test_verify_page_speaks_of_dropping_only_where_that_can_be_done(bench):
    for options, is_told in ((PHONE, False), ({**DESKTOP, "has_touch": False}, True)):
        assert open_verify(bench, **options).locator("#drop > p").first.is_visible() == is_told


def test_signature_page_records_evidence_that_the_other_page_checks(bench):
    asked = []
    page = bench.open("/index.html", before=lambda page: page.on("request", lambda request: asked.append(request.url)))
    sign(page, "#pad")
    assert not [url for url in asked if "evidence" in url or "quality" in url], "without being asked"
    page.locator(".sheet summary").click()
    page.get_by_text("Record evidence").click()
    assert "sign again" in page.locator("#record-note").inner_text()
    page.get_by_role("button", name="Clear", exact=True).click()
    recording(page, "#pad")
    sign(page, "#pad")
    with page.expect_download() as download:
        page.get_by_role("button", name="Evidence").click()
    path = bench.folder / "signature.inkevidence"
    download.value.save_as(path)
    page.get_by_role("link", name="Check a signature").click()
    page.locator("html[data-ready]").wait_for()
    note, lines = checked(page, path)
    assert note == "The file was checked." and not any(verdict == "fails" for verdict, _ in lines), lines
