"""A thumb on the page of a table: what it taps to get an entry, and how it taps that.

Which buttons there are it has from the view, as the page has it; that the page draws them, and
where, is what is tried.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from selenium.webdriver import Chrome

from cli.venue.view import (
    AnyStep,
    Button,
    Length,
    Pick,
    Several,
    Throw,
    Turned,
    Typed,
    View,
    Way,
    Whole,
    Words,
)
from events.entry import verb
from events.event import Event
from events.notation.plan import plan_of
from referee.replay.replay import Replay
from tests.laws.players import Opened
from tests.venue.robot import (
    FEW_NUMBERS,
    Event_,
    Place,
    Wanted,
    among,
    asked_on,
    in_pairs,
    logged_by,
    on_chips,
    posted,
    values_of,
)

LIST = "main .answers > button:not(.undo)"
FOOT = "footer button"
CHIP = "main .chip"
DUE = "main .due"
PAIR = "main .dice button"
FACE = "main .answers > .face"
KEY = "main .pad .key"
FORCED = "main .forced button"


class Click(NamedTuple):
    """A button to tap.

    Attributes:
        where: the buttons among which it stands.
        at: its place among them; -1: the one of that name.
        text: what it has to say.
        typed: what is typed into the field beside it first, in as many taps.
    """

    where: str
    at: int
    text: str
    typed: str = ""

    @property
    def taps(self) -> int:
        """In how many taps."""
        return 1 + len(self.typed)


class Lost(AssertionError):
    """The page has no way to an entry."""


# -- the way to an entry -----------------------------------------------------------------------


def way(view: View, place: Place) -> list[Click]:
    """The buttons that give the event of a place, in the fewest taps.

    Raises:
        Lost: there are none.
    """
    _, _, event = place
    wanted, text = Wanted.of(event), _texts(event)
    at_hand = [each for each in view.buttons if not each.more]
    more = [each for each in view.buttons if each.more]
    opened = len(at_hand) == 1 and bool(at_hand[0].opens or at_hand[0].steps)
    ways = [
        *(
            w
            for at, b in enumerate(at_hand)
            for w in _paths(b, at, wanted, view, text, place, opened)
        ),
        *(
            [_foot("more"), *w]
            for at, b in enumerate(more)
            for w in _paths(b, at, wanted, view, text, place)
        ),
    ] or [
        [_foot("other"), *w]
        for at, b in enumerate(view.verbs)
        if b.event["type"] == verb(event)
        for w in _paths(b, at, wanted, view, text, place)
    ]
    if not ways:
        raise Lost(f"no way to {event}")
    return min(ways, key=lambda each: sum(click.taps for click in each))


def _texts(event: Event) -> dict[str, str]:
    """The fields of an event in the notation."""
    fields = plan_of(type(event)).by_name
    return {
        name: field.kind.write(getattr(event, field.attribute), str)
        for name, field in fields.items()
        if getattr(event, field.attribute) is not None
    }


def _foot(text: str) -> Click:
    return Click(FOOT, -1, text)


def _paths(
    button: Button,
    at: int,
    wanted: Wanted,
    view: View,
    text: dict[str, str],
    place: Place,
    shown: bool = False,
) -> Iterator[list[Click]]:
    """The ways through a button; ``shown``: what it opens or asks is there already."""
    first = [] if shown else [Click(LIST, at, button.label.removesuffix(" ..."))]
    for inner_at, inner in enumerate(button.opens):
        for path in _paths(inner, inner_at, wanted, view, text, place):
            yield [*first, *path]
    if not button.opens and _fits(button, wanted, view, place):
        yield first + _asked(button, wanted, view, text, place)


def _fits(button: Button, wanted: Wanted, view: View, place: Place) -> bool:
    """Whether a button gives an event; what is typed is for the server to read."""
    typed = [step for step in button.steps if isinstance(step, Typed)]
    rest = [step for step in button.steps if step not in typed]
    without = wanted._replace(told=wanted.told - {step.field for step in typed})
    bare = msgspec.structs.replace(button, steps=tuple(rest))
    return logged_by(bare, without, 0, view.lists, place) is not None


def _asked(
    button: Button, wanted: Wanted, view: View, text: dict[str, str], place: Place
) -> list[Click]:
    """What is tapped in the steps: what stands beside first, for the last answer sends."""
    clicks: list[Click] = []
    beside = [step for step in button.steps if step.optional]
    for step in beside:
        if step.field in wanted.told:
            clicks += _beside(step, wanted.full[step.field], beside, view, text)
    for step in button.steps:
        if step.optional:
            continue
        if step.later and not isinstance(step, Way) and step.field not in wanted.told:
            clicks.append(Click(LIST, -1, "later"))
        elif isinstance(step, Typed):
            clicks.append(Click(LIST, -1, "enter", text[step.field]))
        elif isinstance(step, Way):
            walked = asked_on(step, button.event, wanted, place)
            assert walked is not None
            said = [click for question in walked.said for click in _answered(*question, view)]
            clicks += said or ([Click(LIST, -1, "later")] if walked.taps else [])
        else:
            clicks += _answered(step, wanted.full[step.field], view)
    if button.steps and len(beside) == len(button.steps):
        clicks.append(Click(LIST, -1, "done"))
    return clicks


def _beside(
    step: AnyStep, value: Any, beside: Sequence[AnyStep], view: View, text: dict[str, str]
) -> list[Click]:
    """Chips that stand beside what is asked: each value, or one that asks for it."""
    place = 0
    for each in beside[: beside.index(step)]:
        shown = isinstance(each, Pick) and on_chips(each, view.lists)
        place += len(values_of(each, view.lists)) if shown else 1  # type: ignore[arg-type]
    if isinstance(step, Pick) and on_chips(step, view.lists):
        chosen = _on_list(step, value, view)
        return [chosen._replace(where=CHIP, at=place + chosen.at)]
    asked = Click(CHIP, place, step.title or step.field)
    if isinstance(step, Typed):
        return [asked, Click(LIST, -1, "enter", text[step.field])]
    return [asked, *_answered(step, value, view)]


def _answered(step: AnyStep, value: Any, view: View) -> list[Click]:
    """What is tapped to answer the step that is asked."""
    match step:
        case Pick():
            return [_on_list(step, value, view)]
        case Several():
            taken = [_on_list(step, each, view) for each in value]
            return taken if len(taken) == step.most else [*taken, Click(DUE, -1, "done")]
        case Throw():
            return _thrown(step, value)
        case Length():
            if value in step.usual:
                return [Click(LIST, step.usual.index(value), f"{value:g}")]
            return _pad(f"{value:g}")
        case Whole():
            if step.most - step.least < FEW_NUMBERS:
                return [Click(FACE, int(value) - step.least, str(value))]
            return _pad(str(value))
        case Turned():
            return [Click(LIST, -1, card) for card in value.split(step.mark)]
        case Words():
            return [Click(LIST, -1, "enter", value)]
    raise Lost(f"no way to answer {step.field}")


def _on_list(step: Pick | Several, value: Any, view: View) -> Click:
    values = values_of(step, view.lists)
    at = values.index(among(values, value))
    return Click(LIST, at, str(values[at]) if step.among else step.values[at].text)


def _pad(text: str) -> list[Click]:
    return [Click(KEY, -1, key) for key in (*text, "enter")]


def _thrown(step: Throw, value: Any) -> list[Click]:
    faces = step.faces or tuple(range(1, step.sides + 1))
    shapes = {"face": [[value]], "throw": [value], "throws": value}
    throws = shapes[step.shape] if step.shape in shapes else [[die for _, die in value]]
    fallen = [die for throw in throws for die in throw]
    clicks = [Click(FACE, faces.index(die), str(die)) for die in fallen]
    if in_pairs(step):
        clicks = [
            Click(PAIR, faces.index(own) * len(faces) + faces.index(other), f" {own}, ")
            for own, other in zip(fallen[::2], fallen[1::2], strict=True)
        ]
    return [*clicks, Click(DUE, -1, "done")] if step.open else clicks


# -- in the page -------------------------------------------------------------------------------

HEAR = """
const real = globalThis.fetch;
globalThis.heard = { posts: [], view: null };
globalThis.fetch = async (address, given) => {
  const answer = await real(address, given);
  if (String(address).endsWith('/entries')) {
    const said = await answer.clone().json();
    heard.posts.push({ status: answer.status, sent: JSON.parse(given.body), said });
  } else if (answer.ok && !given && String(address).includes('/api/matches/')) {
    heard.view = await answer.clone().json();
  }
  return answer;
};
const done = arguments[0];
real(`/api/matches/${document.body.dataset.match}`).then((a) => a.json()).then(done);
"""

TAP = """
const [clicks, at, done] = arguments;
const name = (each) =>
  (each.getAttribute('aria-label') ?? each.textContent).replace(/\\s+/g, ' ').trim();
const until = async (what) => {
  const end = performance.now() + 10000;
  for (;;) {
    const found = what();
    if (found) return found;
    if (performance.now() > end) return undefined;
    await new Promise((go) => setTimeout(go, 4));
  }
};
const pick = ({ where, at, text }) => {
  const all = [...document.querySelectorAll(where)].filter((each) => each.checkVisibility());
  const found = at < 0 ? all.find((each) => name(each) === text) : all[at];
  return found && !found.disabled && name(found).includes(text) ? found : undefined;
};
(async () => {
  heard.posts = [];
  heard.view = null;
  for (const click of clicks) {
    const button = await until(() => pick(click));
    if (!button) return done({ lost: click });
    if (click.typed) document.querySelector('main .typed').value = click.typed;
    button.click();
  }
  const settled = await until(() => heard.view?.at >= at && !heard.view.behind &&
    document.querySelector('body > .state .mark.sent') &&
    document.querySelector('body > .log li:last-child .number')?.textContent === String(at));
  done({ settled: !!settled, posts: heard.posts, view: heard.view });
})();
"""


class Played(NamedTuple):
    """A match that was tapped.

    Attributes:
        taps: of each entry after the opening.
        posted: what the page has posted of each, as JSON.
    """

    taps: list[int]
    posted: list[Event_]


def play(driver: Chrome, opened: Opened, events: Sequence[Event]) -> Played:
    """Tap a match on the page that is open, entry by entry; its opening is logged."""
    game, match = opened.game, Replay(opened.game, opened.catalog)
    view = msgspec.convert(driver.execute_async_script(HEAR), View)
    number, taps, sent = 1, [], []
    while number < len(events):
        forced = [posted(game, each.event) for each in view.forced]
        same = 0
        while forced[same : same + 1] == [*events[number + same : number + same + 1]] != []:
            same += 1
        with_them = same == len(forced) and number + same < len(events)
        match.extend(events[len(match.events) : number + same])
        taken = way(view, (game, match.table, events[number + same])) if with_them else []
        if taken and not (same and taken[0] == _foot("other")):  # nothing goes with "other"
            clicks, logged = taken, same + 1
        elif same:
            clicks, logged = [Click(FORCED, same - 1, view.forced[same - 1].label)], same
        else:
            bare = msgspec.structs.replace(view, buttons=())
            clicks, logged = way(bare, (game, match.table, events[number])), 1
        number += logged
        told = driver.execute_async_script(TAP, [each._asdict() for each in clicks], number)
        if not told.get("settled"):
            text = driver.execute_script("return document.body.innerText")
            raise Lost(f"entry {number}, {events[number - 1]}: {clicks}: {told}; it says:\n{text}")
        taps += [0] * (logged - 1) + [sum(click.taps for click in clicks)]
        sent += [
            d["event"]
            for post in told["posts"]
            if post["status"] == 200
            for d in post["sent"]["drafts"]
        ]
        view = msgspec.convert(told["view"], View)
    return Played(taps, sent)
