# SPDX-License-Identifier: MIT
"""The debug view shows the verification only to the owner. Its numbers are computed here a second time."""

from bench import settle, some, thorough
from picture import (
    DESKTOP, HILL, PHONE, ROOF, TABLET, Fingers, define, draw_password, open_picture, press, tell, told,
)

RASTER, VERIFICATION = 30, 45


def raster(path):
    """Returns the squares of the rule of squares along a path: each begins where the path leaves the previous one."""
    kept = [path[0]]
    for (ax, ay), (bx, by) in zip(path, path[1:]):
        while True:
            # Small steps instead of the engine's formula.
            steps = 4000
            for k in range(steps + 1):
                x, y = ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps
                if max(abs(x - kept[-1][0]), abs(y - kept[-1][1])) >= RASTER:
                    kept.append((x, y))
                    ax, ay = x, y
                    break
            else:
                break
    return kept


def hits(path, squares):
    """Returns for each verification square whether the path meets it, not before the previous one."""
    half, at, result = VERIFICATION / 2, 0, []
    for x, y in squares:
        met = None
        for piece in range(at, len(path) - 1):
            (ax, ay), (bx, by) = path[piece], path[piece + 1]
            ways = ((ax + (bx - ax) * k / 400, ay + (by - ay) * k / 400) for k in range(401))
            if any(abs(px - x) <= half and abs(py - y) <= half for px, py in ways):
                met = piece
                break
        result.append(met is not None)
        at = at if met is None else met
    return result


def drawn(data):
    """Returns the paths of the attempt that the view shows."""
    return [[(point["x"], point["y"]) for point in finger] for finger in data["attempt"]["fingers"]]


def check_numbers(data):
    """Compares the engine's numbers with those computed from the stored paths and the attempt."""
    for index, part in enumerate(data["parts"]):
        (finger,) = part["fingers"]
        path = [(point["x"], point["y"]) for point in finger["path"]]
        attempt = drawn(data)[index]
        if part["kind"] == "tap":
            (square,) = finger["squares"]
            assert (square["x"], square["y"]) == path[0]
            inside = max(abs(attempt[0][0] - path[0][0]), abs(attempt[0][1] - path[0][1])) <= VERIFICATION / 2
            assert square["isHit"] == inside == part["matches"]
            continue
        squares = raster(path)
        assert finger["squareCount"] == len(squares) == len(finger["squares"])
        for square, (x, y) in zip(finger["squares"], squares):
            assert abs(square["x"] - x) < 0.5 and abs(square["y"] - y) < 0.5
        assert [square["isHit"] for square in finger["squares"]] == hits(
            attempt, [(square["x"], square["y"]) for square in finger["squares"]])
        assert finger["hitCount"] == sum(square["isHit"] for square in finger["squares"])
        assert finger["probeCount"] == len(raster(attempt))
        assert finger["neededCount"] / finger["squareCount"] >= 0.7 > (finger["neededCount"] - 1) / finger["squareCount"]
        assert finger["probeLimit"] <= 1.4 * finger["squareCount"] < finger["probeLimit"] + 1
        passes = finger["hitCount"] >= finger["neededCount"] and finger["probeCount"] <= finger["probeLimit"]
        assert part["matches"] == passes


def view(page):
    """Returns the drawn squares of each part, filled and outlined, and the cells of the table."""
    return tell(
        page,
        """[[...lock.shadowRoot.querySelectorAll('.debug .part')].map((part) => [
            part.querySelectorAll('.square.hit').length, part.querySelectorAll('.square:not(.hit)').length,
            part.querySelectorAll('.cell').length,
        ]), [...lock.shadowRoot.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))]""",
    )


def check_view(page, data):
    groups, rows = view(page)
    for part, (hit, missed, cells), row in zip(data["parts"], groups, rows, strict=True):
        (finger,) = part["fingers"]
        assert hit == finger["hitCount"] and hit + missed == finger["squareCount"]
        assert cells == (0 if part["kind"] == "tap" else finger["squareCount"])
        assert row[2:4] == ["1", str(finger["squareCount"])]
        assert row[4] == f"{finger['hitCount']} / {finger['neededCount']}"
        assert row[5] == f"{finger['probeCount']} / {finger['probeLimit']}"
        assert row[6] == ("matches" if part["matches"] else "does not match")


@thorough
def test_the_numbers_are_those_of_the_rule(bench):
    for device in some((PHONE, TABLET)):
        page = open_picture(bench, 'mode="define"', **device)
        fingers = Fingers(page)
        define(page, fingers)
        tell(page, "(lock.mode = 'verify', lock.toggleAttribute('debug', true), 0)")
        assert tell(page, "lock.debugData().attempt") is None
        # The first part matches, the second is half drawn, the third is in the wrong place.
        fingers.path(*[(x + 0.02, y - 0.02) for x, y in ROOF])
        fingers.path(*HILL[:2])
        fingers.tap(0.9, 0.25)
        press(page, "Done")
        assert len(told(page, "reject")) == 1
        data = tell(page, "lock.debugData()")
        assert [part["matches"] for part in data["parts"]] == [True, False, False]
        assert data["attempt"]["matches"] is False and data["attempt"]["partCount"] == 3
        check_numbers(data)
        check_view(page, data)
        draw_password(fingers, by=0.012)
        press(page, "Done")
        data = tell(page, "lock.debugData()")
        assert data["attempt"]["matches"] is True and all(part["matches"] for part in data["parts"])
        check_numbers(data)
        check_view(page, data)


@thorough
def test_scribbling_over_everything_is_seen_as_too_much(bench):
    page = open_picture(bench, 'mode="define"', **PHONE)
    fingers = Fingers(page)
    define(page, fingers)
    tell(page, "(lock.mode = 'verify', lock.toggleAttribute('debug', true), 0)")
    rows = [(x, 0.3 + 0.1 * k) for k in range(5) for x in ((0.05, 0.95) if k % 2 else (0.95, 0.05))]
    fingers.path(*ROOF)
    fingers.path(*rows, steps=6)
    fingers.tap(0.8, 0.2)
    press(page, "Done")
    data = tell(page, "lock.debugData()")
    part = data["parts"][1]
    assert part["fingers"][0]["hitCount"] > 1 and not part["matches"]
    assert part["fingers"][0]["probeCount"] > part["fingers"][0]["probeLimit"]
    check_numbers(data)


@thorough
def test_a_missing_part_is_shown_as_missed(bench):
    page = open_picture(bench, 'mode="define" debug', **PHONE)
    fingers = Fingers(page)
    draw_password(fingers)
    press(page, "Next")
    fingers.path(*ROOF)
    fingers.path(*HILL)
    press(page, "Next")
    assert told(page, "refuse") == [{"reason": "different"}]
    data = tell(page, "lock.debugData()")
    assert data["attempt"]["partCount"] == 2 and [part["matches"] for part in data["parts"]] == [True, True, False]
    groups, rows = view(page)
    assert [hit for hit, _, _ in groups][2] == 0 and groups[0][0] > 0
    assert [row[-1] for row in rows] == ["matches", "matches", "does not match"]


def test_the_view_is_off_by_default_and_never_during_attempts(bench):
    page = open_picture(bench, 'mode="define"', **PHONE)
    fingers = Fingers(page)
    fingers.path(*HILL)
    svg = "lock.shadowRoot.querySelector('.debug').childElementCount + lock.shadowRoot.querySelectorAll('td').length"
    assert tell(page, svg) == 0 and tell(page, "lock.debugData()") is None
    tell(page, "lock.toggleAttribute('debug', true)")
    assert tell(page, svg) > 5 and tell(page, "lock.debugData().parts.length") == 1
    tell(page, "lock.toggleAttribute('debug', false)")
    assert tell(page, svg) == 0
    page = open_picture(bench, "debug", **PHONE)
    Fingers(page).path(*HILL)
    assert tell(page, svg) == 0 and tell(page, "lock.debugData()") is None, "verified elsewhere"


@thorough
def test_the_numbers_are_told_under_the_pointer(bench):
    page = open_picture(bench, 'mode="define" debug', **DESKTOP)
    fingers = Fingers(page, mouse=True)
    fingers.path(*HILL)
    fingers.tap(0.2, 0.3)
    page.mouse.move(*fingers.place(0.62, 0.5))
    settle(page)
    squares = tell(page, "lock.debugData().parts[0].fingers[0].squareCount")
    readout = page.locator("ink-picture-password [part=readout]")
    assert readout.inner_text() == f"Part 1: open line, {squares} squares"
    page.mouse.move(*fingers.place(0.2, 0.3))
    assert readout.inner_text() == "Part 2: tap, 1 square"
    page.mouse.move(*fingers.place(0.5, 0.1))
    assert readout.is_hidden()
