"""Turns as they are really played, phase by phase."""

from events import tower_wizwar as log
from tests.games.tower_wizwar.truth.attacks import Attacks
from tests.games.tower_wizwar.truth.teller import WHOLE, TurnOver
from tests.games.tower_wizwar.truth.world import Wizard


class Turns(Attacks):
    """The wizards at their table, turn after turn."""

    def play(self) -> None:
        """Turn after turn, until the match is over."""
        self.before_the_first()
        while self.world.winner is None:
            w = self.world.wizards[self.next_seat]
            try:
                self.turn(w)
            except TurnOver:
                continue

    def before_the_first(self) -> None:
        self.next_seat = self.active

    def turn(self, w: Wizard) -> None:
        """One turn, or entrance."""
        first = self.phases(w)[0]
        for phase in self.phases(w):
            if phase not in (first, "last") and self.chance.random() < 0.15:
                continue
            self.come_to(w, phase)
            if self.chance.random() < 0.1:
                self.silent = True
            self.meanwhile(w)
            self.acts(w, phase)
            self.says(w)
            self.meanwhile(w)
        if self.chance.random() < 0.4:
            self.finish()
            self.turn_ends()
            self.enter(log.End(w.seat))
        else:
            self.next_seat = self.following(w.seat)

    def acts(self, w: Wizard, phase: str) -> None:
        """What is done in a phase."""
        match phase:
            case "draft" if not w.retreat and self.chance.random() < 0.8:
                self.draft(w)
            case "cast":
                self.orbital(w)
                for _ in range(self.chance.randint(0, 3)):
                    self.meanwhile(w)
                    self.cast(w)
                self.fetch(w)
                self.trim(w)
            case "movement":
                self.front(w)
                self.movement(w)
            case "attack":
                for _ in range(self.chance.randint(0, 3)):
                    self.meanwhile(w)
                    self.attack(w)
            case _:
                self.settle()

    def meanwhile(self, w: Wizard) -> None:
        """Now and then something happens that belongs to no phase."""
        if self.silent:
            return
        if self.chance.random() < self.busy:
            self.effect()
        if self.chance.random() < 0.1:
            self.mana()
        if self.chance.random() < 0.1:
            self.names()
        if self.chance.random() < 0.05:
            self.tally()
        if self.chance.random() < self.weary:
            self.forfeit()

    # -- phases ----------------------------------------------------------------------------------

    def says(self, w: Wizard) -> None:
        """A phase that was come to is told, where nothing else tells of it."""
        if self.silent and self.phase in WHOLE:
            self.enter(log.BeginPhase(w.seat, self.phase))  # type: ignore[arg-type]

    def come_to(self, w: Wizard, phase: str) -> None:
        """What comes before a phase is completed, the turn of the wizard before with it."""
        if w.seat != self.active:
            self.finish()
            self.turn_ends()
            self.silent = True
        while self.phase != phase:
            self.settle()
            self.step()

    def finish(self) -> None:
        """The turn goes to its end, up to the wounding."""
        while True:
            self.settle()
            if self.phase == "last":
                return
            self.step()

    def step(self) -> None:
        w = self.world.wizards[self.active]
        phases = self.phases(w)
        self.phase = phases[phases.index(self.phase) + 1]
        self.silent = True
        if self.phase == "renew":
            for thing in w.things():
                thing.expended = False
            gone = 4 if w.retreat else 3
            stays = w.retreat or w.tower() is None
            w.drain = max(0, w.drain - gone * self.steps) if stays else 0
        elif self.phase == "attack":
            self.done.pool = len(w.pool)
        elif self.phase == "last":
            self.done.stabilised = False

    def settle(self) -> None:
        """What is compulsory in the phase that is on."""
        w = self.world.wizards[self.active]
        match self.phase:
            case "sets":
                self.sets(w)
            case "fill":
                self.fill(w)
            case "stabilise" | "last":
                self.stabilise(w)
            case "draft" if w.retreat and not self.done.drafted:
                self.full_draft(w)
            case "cast":
                self.fetch(w)
                self.orbital(w)
                self.trim(w)
            case "movement":
                self.front(w)
