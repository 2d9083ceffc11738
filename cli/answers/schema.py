"""All answers as JSON Schema."""

import re
from collections.abc import Iterable
from functools import reduce
from inspect import cleandoc
from operator import or_
from typing import Any

import msgspec
import msgspec.inspect
from msgspec import Struct
from msgspec.structs import astuple

from cli.answers import (
    anew,
    boards,
    books,
    corrected,
    explained,
    judge_questions,
    league,
    matches,
    season,
    tournament,
    venue,
    whole_log,
)
from cli.answers.answer import Problem

ANSWERS: dict[str, tuple[type[Struct], ...]] = {
    "new": (matches.Opened, matches.NotOpened),
    "log": (matches.Recorded,),
    "check": (matches.Checked, matches.MatchChecked),
    "show": (matches.Shown,),
    "options": (matches.Options,),
    "explain": (
        matches.Explained,
        judge_questions.ThingExplained,
        judge_questions.HiddenExplained,
        *explained.EXPLAINED,
    ),
    "replay": (matches.Replayed, matches.ReplayedUnder, boards.Boards),
    "rule": (matches.Ruled, judge_questions.Proposed),
    "what-if": (matches.WhatIf, corrected.CorrectionTried),
    "diff": (matches.Diff,),
    "verify": (
        whole_log.Verified,
        whole_log.Reread,
        whole_log.PacketVerified,
        whole_log.PacketRefuted,
    ),
    "rebuild": (whole_log.Rebuilt,),
    "journal": (whole_log.JournalShown,),
    "backup": (whole_log.BackedUp,),
    "head": (whole_log.HeadShown,),
    "matches": (whole_log.Matches,),
    "import": (whole_log.Imported,),
    "stats": (whole_log.FigureShown, whole_log.Statistics),
    "sql": (whole_log.Rows, whole_log.Tables),
    "games": (books.Games,),
    "rules": (books.Rules,),
    "events": (books.Events,),
    "catalog list": (books.Catalogs,),
    "catalog check": (books.CatalogChecked,),
    "catalog coverage": (books.CatalogCovered, books.UsageCovered),
    "catalog next": (books.CardsToTell,),
    "catalog notation": (books.NotationShown,),
    "catalog read": (books.CatalogRead, books.ReadersFound),
    "catalog show": (books.CatalogShown,),
    "catalog add": (books.CatalogAdded,),
    "catalog import": (books.CatalogImported,),
    "deck check": (books.DeckChecked,),
    "help": (books.Topics, books.TopicShown),
    "people list": (whole_log.People,),
    "people opt-out": (whole_log.OptedOut,),
    "people trace": (whole_log.Penalties,),
    "simulate": (books.Simulated,),
    "tournament new": (tournament.TournamentOpened,),
    "tournament import": (tournament.EventImported,),
    "tournament enter": (matches.Recorded,),
    "tournament check-in": (matches.Recorded,),
    "tournament drop": (matches.Recorded,),
    "tournament deck": (matches.Recorded,),
    "tournament propose": (tournament.RoundProposed,),
    "tournament post": (matches.Recorded,),
    "tournament start": (matches.Recorded,),
    "tournament time": (matches.Recorded,),
    "tournament repair": (matches.Recorded,),
    "tournament report": (matches.Recorded,),
    "tournament standings": (tournament.Standings, tournament.StandingsCompared),
    "tournament contests": (tournament.Contests,),
    "tournament bracket": (tournament.Bracket,),
    "tournament lists": (tournament.Lists,),
    "tournament checks": (tournament.Checks,),
    "tournament calls": (tournament.Calls,),
    "tournament game": (matches.Opened,),
    "tournament call": (tournament.BothLogged,),
    "tournament end-call": (tournament.BothLogged,),
    "tournament infraction": (tournament.BothLogged,),
    "tournament cut": (matches.Recorded,),
    "tournament simulate": (tournament.EventSimulated,),
    "tournament checkpoint": (matches.Recorded,),
    "tournament close": (matches.Recorded,),
    "tournament verify": (
        whole_log.Verified,
        whole_log.Reread,
        whole_log.PacketVerified,
        whole_log.PacketRefuted,
    ),
    "tournament ratings": (season.Rated,),
    "tournament profile": (season.ProfileShown,),
    "venue serve": (venue.VenueOpen,),
    "venue demo": (venue.VenueOpen,),
    "venue rehearse": (venue.VenueOpen, venue.Rehearsed),
    "venue floor": (venue.FloorShown,),
    "venue restore": (venue.Restored,),
    "league new": (league.LeagueMade,),
    "league publisher add": (league.PublisherAdded,),
    "league publisher end": (league.PublisherEnded,),
    "league publisher restore": (league.PublisherRestored,),
    "league publisher list": (league.Publishers,),
    "league season add": (league.SeasonAdded,),
    "league season list": (league.Seasons,),
    "league parcel": (league.ParcelMade, league.KeyShown),
    "league status": (league.PublisherStatus,),
    "league take": (league.ParcelsTaken, anew.TakenAgain),
    "league refused": (league.AllRefused,),
    "league show": (league.LeagueMatch,),
    "league receipt": (league.ReceiptsChecked,),
    "league dispute": (league.Dispute,),
    "league packet": (league.LeaguePacket,),
    "league person consent": (league.ConsentGiven,),
    "league person join": (league.PersonsJoined,),
    "league person forget": (league.PersonForgotten,),
    "league move": (league.LeagueMoved,),
    "league tidy": (league.Tidied, league.CatalogMade, league.LakeRefilled),
    "league verify": (anew.LeagueVerified, anew.LeagueReread),
    "league stats": (whole_log.FigureShown, whole_log.Statistics),
    "league publish": (league.LeaguePublished,),
    "league published": (league.LeaguePublished,),
    "league ratings": (season.Rated,),
    "league profile": (season.ProfileShown,),
    "league sql": (whole_log.Rows, whole_log.Tables),
}
"""The answers of every command that has ``--json``."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def document(commands: Iterable[str] = tuple(ANSWERS)) -> dict[str, Any]:
    """The JSON Schema of all that some commands answer, errors included.

    ``commands`` of it says which of the definitions are the answers of which command.
    """
    wanted = list(commands)
    answers = [answer for command in wanted for answer in ANSWERS[command]]
    union: Any = reduce(or_, [*answers, Problem])
    found = msgspec.json.schema(union, ref_template="#/$defs/{name}")
    for name, cls in _structs(msgspec.inspect.type_info(union), {}).items():
        _describe(found["$defs"][name], cls)
    return {
        "$schema": DIALECT,
        "title": "What referee prints with --json",
        "commands": {c: [a.__name__ for a in ANSWERS[c]] for c in wanted},
        **found,
    }


def _structs(part: Any, found: dict[str, type[Struct]]) -> dict[str, type[Struct]]:
    """The Structs that answers are made of, by their names."""
    if isinstance(part, msgspec.inspect.StructType):
        if part.cls.__name__ in found:
            return found
        found[part.cls.__name__] = part.cls
    for each in part if isinstance(part, tuple) else astuple(part):
        if isinstance(each, tuple | msgspec.inspect.Type | msgspec.inspect.Field):
            _structs(each, found)
    return found


def _describe(definition: dict[str, Any], cls: type[Struct]) -> None:
    """Give each field the words that the docstring of its class has for it."""
    described: dict[str, str] = {}
    about = ""
    for each in reversed(cls.__mro__):
        about, _, fields = cleandoc(each.__doc__ or "").partition("\n\nArgs:\n")
        for name, text in re.findall(r"^ {4}(\w+): (.*(?:\n {5,}.*)*)", fields, re.M):
            described[name] = _plain(text)
    definition["description"] = _plain(about.partition("\n\n")[0])  # of the class itself
    for name, field in definition["properties"].items():
        if name in described:  # beside what its type says of itself
            field["description"] = f"{described[name]} {field.get('description', '')}".rstrip()


def _plain(text: str) -> str:
    """Words of a docstring, in one line."""
    return " ".join(text.replace("``", "`").split())


def tag_of(answer: type[Struct]) -> str:
    """What ``schema`` holds in an answer: ``referee/``, a name and the number of its version."""
    return str(answer.__struct_config__.tag)
