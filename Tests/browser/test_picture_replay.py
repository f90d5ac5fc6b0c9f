# SPDX-License-Identifier: MIT
"""The owner of a picture password can replay it at the original speed or faster."""

from bench import settle, thorough
from picture import PHONE, Fingers, define, draw_password, open_picture, press, tell, text, told


def shown(bench, attributes="", **options):
    page = open_picture(bench, f'mode="define" {attributes}', **{**PHONE, **options})
    define(page, Fingers(page))
    tell(page, "(lock.mode = 'show', 0)")
    settle(page)
    return page


def ink(page):
    """Returns the number of pixels of the trail that are not empty."""
    return tell(
        page,
        """(() => {
            const canvas = lock.shadowRoot.querySelector('[part=trail]');
            if (!canvas.width) return 0;
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let inked = 0;
            for (let at = 3; at < data.length; at += 4) if (data[at]) inked += 1;
            return inked;
        })()""",
    )


def wait_for(page, condition):
    page.wait_for_function("() => { const lock = document.querySelector('ink-picture-password'); return %s; }" % condition)


@thorough
def test_a_replay_advances_pauses_and_ends(bench):
    bench.expect_complaint("willReadFrequently")
    page = shown(bench)
    assert text(page, "title") == "Your picture password" and tell(page, "lock.replayState") is None
    # So slow that each state lasts for seconds.
    assert tell(page, "lock.replay({ speed: 0.1 })") is True
    wait_for(page, "lock.replayState.time > 0.08")
    state = tell(page, "lock.replayState")
    assert state["isPlaying"] and state["partCount"] == 3 and state["part"] == 1
    assert ink(page) > 20, "the trail is visible"
    page.get_by_role("button", name="Pause").click()
    settle(page)
    paused = tell(page, "lock.replayState")
    assert not paused["isPlaying"] and state["time"] <= paused["time"] < paused["duration"]
    settle(page)
    assert tell(page, "lock.replayState") == paused, "the replay is paused"
    page.get_by_role("button", name="Play").click()
    wait_for(page, "lock.replayState.time > %f" % paused["time"])
    page.get_by_role("button", name="Speed 4×").click()
    assert page.get_by_role("button", name="Speed 4×").get_attribute("aria-pressed") == "true"
    wait_for(page, "!lock.replayState.isPlaying")
    end = tell(page, "lock.replayState")
    assert abs(end["time"] - end["duration"]) < 1e-9 and end["part"] == 3
    assert "Part 3 of 3" in page.locator("ink-picture-password [part=replay]").inner_text()
    assert page.locator("ink-picture-password [role=status]").inner_text().strip() == "Played to the end"
    page.get_by_role("button", name="Speed 1×").click()
    assert not tell(page, "lock.replayState.isPlaying"), "a speed is chosen, and nothing plays"
    # Looked for in the page, because the replay may be over before the test looks.
    tell(
        page,
        """(() => {
            const look = () => {
                const { isPlaying, time } = lock.replayState;
                if (isPlaying && time < given) window.isRestarted = true;
                else requestAnimationFrame(look);
            };
            look();
        })()""",
        end["duration"] / 2,
    )
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("() => window.isRestarted")


@thorough
def test_faster_is_faster(bench):
    page = shown(bench)
    took = {}
    for speed in (1, 4):
        took[speed] = tell(
            page,
            """new Promise((done) => {
                lock.replay({ speed: given });
                let start = null, end = null;
                const look = (now) => {
                    const { time, isPlaying } = lock.replayState;
                    // The frame that ends the replay may come late.
                    if (!isPlaying) return done((end[1] - start[1]) / ((end[0] - start[0]) / 1000));
                    end = [now, time];
                    if (time > 0) start ??= end;
                    requestAnimationFrame(look);
                };
                requestAnimationFrame(look);
            })""",
            speed,
        )
    # Replayed seconds per second. Frames are coarse on a busy machine.
    assert 0.7 < took[1] < 1.3 and 2.8 < took[4] < 5.2, took


@thorough
def test_a_replay_is_seen_also_without_a_trail(bench):
    bench.expect_complaint("willReadFrequently")
    page = shown(bench, 'trail="none"')
    assert ink(page) == 0
    tell(page, "lock.replay()")
    # Paused immediately, because the replay may end before a slow machine takes its picture.
    wait_for(page, "lock.replayState.time > 0.15 && (lock.pauseReplay(), true)")
    settle(page)
    assert ink(page) > 20


def test_what_is_being_defined_can_be_watched_and_drawing_ends_it(bench):
    page = open_picture(bench, 'mode="define"', **PHONE)
    assert tell(page, "lock.replay()") is False, "nothing has been drawn yet"
    fingers = Fingers(page)
    draw_password(fingers)
    assert tell(page, "lock.replay()") is True
    wait_for(page, "lock.replayState.time > 0.1")
    fingers.path((0.1, 0.1), (0.3, 0.3))
    assert tell(page, "lock.replayState") is None and tell(page, "lock.partCount") == 4
    press(page, "Undo last part")
    press(page, "Next")
    assert told(page, "step") == [{"drawn": 1, "needed": 3}]


def test_no_attempt_can_be_watched(bench):
    page = shown(bench)
    tell(page, "(lock.mode = 'verify', 0)")
    assert tell(page, "lock.replay()") is False and tell(page, "lock.replayState") is None
    assert page.get_by_role("button", name="Play").count() == 0
    tell(page, "lock.toggleAttribute('debug', true)")
    assert tell(page, "lock.replay()") is True, "the page has marked the user as the owner"


def test_showing_without_a_template_says_so(bench):
    page = open_picture(bench, 'mode="show"', **PHONE)
    assert text(page, "title") == "There is no picture password to show."
    assert page.get_by_role("button").count() == 0
    assert tell(page, "lock.replay()") is False
