"""The answers about a league: parcels, what was taken and refused, who may publish, seasons."""

from msgspec import Struct

from cli.answers.answer import UNSET, Answer, Moment, UnsetType
from storage.league.refusal import Refusal, Refused


class LeagueMade(Answer, frozen=True, tag="referee/league-new/1"):
    """A league that was made.

    Args:
        folder: where it is.
        key_id: the id of its key.
    """

    folder: str
    key_id: str


class PublisherListed(Struct, frozen=True):
    """Who may publish.

    Args:
        publisher: the store.
        key_id: by which key.
        since: from when on.
        until: to when; null while it may.
    """

    publisher: str
    key_id: str
    since: Moment
    until: Moment | None


class Publishers(Answer, frozen=True, tag="referee/league-publisher-list/1"):
    """Who may publish in a league.

    Args:
        publishers: each store with each of its keys.
    """

    publishers: tuple[PublisherListed, ...]


class PublisherAdded(Answer, frozen=True, tag="referee/league-publisher-add/1"):
    """A store that may publish from now on.

    Args:
        publisher: the store.
        key_id: by which key.
        since: from when on.
    """

    publisher: str
    key_id: str
    since: Moment


class Doubtful(Struct, frozen=True):
    """A head that was taken after a key had ended, and is set aside.

    Args:
        match: the match.
        seq: its last entry then.
        hash: the hash of that.
        counts: the head that counts of that match, as ``seq:hash``; null where nothing does.
    """

    match: str
    seq: int
    hash: str
    counts: str | None


class LeagueSignature(Struct, frozen=True):
    """What the league has signed, such as a ruling.

    Args:
        key_id: the key of the league.
        signature: its signature.
    """

    key_id: str
    signature: str


class PublisherEnded(Answer, frozen=True, tag="referee/league-publisher-end/1"):
    """A store that may publish no longer.

    Args:
        publisher: the store.
        until: since when it may not.
        taken: what was taken of it since.
        ruling: by which that is set aside; null where nothing is.
    """

    publisher: str
    until: Moment
    taken: tuple[Doubtful, ...]
    ruling: LeagueSignature | None


class PublisherRestored(Answer, frozen=True, tag="referee/league-publisher-restore/1"):
    """What was set aside of a store, and counts again.

    Args:
        publisher: the store.
        matches: the matches that count again.
        left: those that do not: another match of that id came in meanwhile, or a longer one, or
            the parcel is not kept any more.
        ruling: by which they count; null where none does.
    """

    publisher: str
    matches: tuple[str, ...]
    left: tuple[str, ...]
    ruling: LeagueSignature | None


class SeasonListed(Struct, frozen=True):
    """What the league calls a season.

    Args:
        name: what it is called.
        game: of that game alone; empty: of all.
        since: the matches that were opened from then on.
        until: and before that.
    """

    name: str
    game: str
    since: Moment
    until: Moment


class SeasonAdded(Answer, SeasonListed, frozen=True, tag="referee/league-season-add/1"):
    """What the league calls a season from now on."""


class Seasons(Answer, frozen=True, tag="referee/league-season-list/1"):
    """The seasons of a league.

    Args:
        seasons: all, the first first.
    """

    seasons: tuple[SeasonListed, ...]


class KeyShown(Answer, frozen=True, tag="referee/league-key/1"):
    """The key of a store, where no parcel was asked for.

    Args:
        key_id: its public key, which the league wants to know.
    """

    key_id: str


class NameFound(Struct, frozen=True):
    """A match in which somebody is called by name.

    Args:
        match: the match.
        entry: the first entry with the name.
    """

    match: str
    entry: int


class SeatTells(Struct, frozen=True):
    """A seat that is called by the id or the name of somebody.

    Args:
        match: the match.
        seat: the seat.
    """

    match: str
    seat: str


class ParcelMade(Answer, frozen=True, tag="referee/league-parcel/1"):
    """A parcel that a store has made.

    Args:
        parcel: its name, the SHA-256 of its list; empty where nothing was new.
        folder: where it lies: a folder, a zip archive or an object of a bucket; empty likewise.
        matches: how many matches are in it.
        entries: how many entries they have.
        named: the matches that were left out, as a text in them has the name of somebody.
        seats: the matches that were left out, as a seat in them tells who sits there, which no
            pseudonym hides; with --told-seats, those of it.
        opted_out: how many matches were left out, as somebody in them has opted out.
        minors: how many, as a minor is in them, for whom nobody has agreed.
    """

    parcel: str
    folder: str
    matches: int
    entries: int
    named: tuple[NameFound, ...]
    seats: tuple[SeatTells, ...]
    opted_out: int
    minors: int


class CheckpointDiffers(Struct, frozen=True):
    """A match that is not the one which a checkpoint of its tournament covers.

    Args:
        tournament: the tournament, as STORE:MATCH.
        entry: the entry of the checkpoint.
        match: the match, as STORE:MATCH.
        hash: the hash that it had by the checkpoint, which none of its entries has.
    """

    tournament: str
    entry: int
    match: str
    hash: str


class ParcelsTaken(Answer, frozen=True, tag="referee/league-take/1"):
    """What an intake came to.

    Args:
        parcels: how many parcels were looked at.
        new: how many matches were new.
        extended: how many went on.
        known: how many were in the league already.
        older: how many are shorter than what it has.
        entries: how many entries were taken.
        refused: what was not taken.
        checkpoints: what was taken and is not what the checkpoints of its tournament cover.
        waited: for how many seconds servers were waited for that were away.
    """

    parcels: int
    new: int
    extended: int
    known: int
    older: int
    entries: int
    refused: tuple[Refusal, ...]
    checkpoints: tuple[CheckpointDiffers, ...]
    waited: int


class AllRefused(Answer, frozen=True, tag="referee/league-refused/1"):
    """What a league has refused.

    Args:
        refused: each refusal, the first first.
    """

    refused: tuple[Refused, ...]


class HeadTaken(Struct, frozen=True):
    """A head that was taken.

    Args:
        seq: the last entry.
        hash: its hash.
        publisher: who sent it.
        parcel: in which parcel.
        key_id: by which key that was signed.
        taken_at: when.
        counts: whether it is not set aside.
        receipt: what the league has signed of that; null where its key is not at hand, absent where
            receipts were not asked for.
    """

    seq: int
    hash: str
    publisher: str
    parcel: str
    key_id: str
    taken_at: Moment
    counts: bool
    receipt: LeagueSignature | UnsetType | None = UNSET


class LineTold(Struct, frozen=True):
    """An entry of a match of a league.

    Args:
        seq: its number.
        played_at: when it happened.
        type: the type of the event.
        standing: how it stands: legal, on trust, illegal, or not in force.
        rule: the rule that it broke when it was logged; empty where it broke none.
        message: how it broke the rule, or what was taken on trust.
        line: what was logged; null but for judges.
        recorded_by: who has, by the id of the store; null but for judges.
    """

    seq: int
    played_at: Moment
    type: str
    standing: str
    rule: str
    message: str
    line: str | None
    recorded_by: str | None


class LeagueMatch(Answer, frozen=True, tag="referee/league-show/1"):
    """What a league holds of a match.

    Args:
        match: the match, as STORE:MATCH.
        game: the id of its game; empty where nothing was taken.
        opened_at: when it was opened; where nothing counts, when something first came for it.
        heads: every head that was taken, those that count last; the last of them is in force.
        refused: what came for it and was not taken.
        reached: with a head: the entry that it is of; null where the match does not reach it.
        record: what the league has of it, entry by entry; absent with a head.
    """

    match: str
    game: str
    opened_at: Moment
    heads: tuple[HeadTaken, ...]
    refused: tuple[Refused, ...]
    reached: int | UnsetType | None = UNSET
    record: tuple[LineTold, ...] | UnsetType = UNSET


class ReceiptChecked(Struct, frozen=True):
    """A head of a file of receipts.

    Args:
        seq: the last entry.
        hash: its hash.
        parcel: in which parcel it came.
        taken_at: when it was taken.
        key_id: whose the receipt is; null where there is none.
        signed: whether that key has signed it.
    """

    seq: int
    hash: str
    parcel: str
    taken_at: Moment
    key_id: str | None
    signed: bool


class ReceiptsChecked(Answer, frozen=True, tag="referee/league-receipt/1"):
    """What a league has signed that it has taken.

    Args:
        match: the match, as STORE:MATCH.
        heads: the heads, as the file has them.
    """

    match: str
    heads: tuple[ReceiptChecked, ...]


class ParcelTaken(Struct, frozen=True):
    """A parcel that was taken.

    Args:
        parcel: its name.
        matches: of how many matches the league has the head from it, and it counts.
        aside: of how many it is set aside.
        taken_at: when it was taken.
    """

    parcel: str
    matches: int
    aside: int
    taken_at: Moment


class PublisherStatus(Answer, frozen=True, tag="referee/league-status/1"):
    """What became of the parcels of a store.

    Args:
        publisher: the store.
        parcels: those that were taken.
        refused: what was refused.
        waiting: of a parcel that was named, the matches that are not taken yet.
        heads: of each match of the store the head that counts, as ``seq:hash``: referee league
            parcel --since takes them.
    """

    publisher: str
    parcels: tuple[ParcelTaken, ...]
    refused: tuple[Refused, ...]
    waiting: tuple[str, ...]
    heads: dict[str, str]


class ForkRuled(LeagueSignature, frozen=True, kw_only=True):
    """A ruling of the league on a fork.

    Args:
        head: the head that counts, as ``seq:hash``.
    """

    head: str


class Dispute(Answer, frozen=True, tag="referee/league-dispute/1"):
    """Both sides of a fork.

    Args:
        match: the match, as STORE:MATCH.
        heads: what was taken: those that were set aside first, the one in force last.
        forks: what was refused as another match of that id; none where a key had ended.
        ruling: what was ruled just now; null where nothing was.
    """

    match: str
    heads: tuple[HeadTaken, ...]
    forks: tuple[Refused, ...]
    ruling: ForkRuled | None


class LeaguePacket(Answer, frozen=True, tag="referee/league-packet/1"):
    """A match that was written as a packet.

    Args:
        match: the match, as STORE:MATCH.
        packet: the file.
        head: its head, as ``seq:hash``.
    """

    match: str
    packet: str
    head: str


class Tidied(Answer, frozen=True, tag="referee/league-tidy/1"):
    """What was merged and deleted.

    Args:
        before: how many files counted before.
        files: how many count now.
        moments: how many moments can be asked no longer.
        deleted: how many files were deleted that no moment needs.
        orphans: how many files were deleted that no commit and no parcel knew of.
    """

    before: int
    files: int
    moments: int
    deleted: int
    orphans: int


class LakeRefilled(Answer, frozen=True, tag="referee/league-refill/1"):
    """What was put in anew where files were lost.

    Args:
        files: how many files were gone, or could not be read.
        matches: how many matches were put in anew.
        entries: how many entries these have.
        left: the matches that were not, as their parcels are here no more.
    """

    files: int
    matches: int
    entries: int
    left: tuple[str, ...]


class KeyFound(Struct, frozen=True):
    """A key that signed a parcel.

    Args:
        publisher: the store.
        key_id: the key.
    """

    publisher: str
    key_id: str


class CatalogMade(Answer, frozen=True, tag="referee/league-catalog/1"):
    """A catalog that was made again of parcels.

    Args:
        parcels: how many parcels were taken again.
        matches: how many matches they had.
        entries: how many entries were taken.
        rulings: how many rulings on forks were applied.
        keys: whose they are; all have ended, and are to be added again.
    """

    parcels: int
    matches: int
    entries: int
    rulings: int
    keys: tuple[KeyFound, ...]


class LeagueMoved(Answer, frozen=True, tag="referee/league-move/1"):
    """A league that was copied into another.

    Args:
        folder: the folder of the other.
        matches: how many matches it has.
        entries: how many entries.
        parcels: how many parcels.
    """

    folder: str
    matches: int
    entries: int
    parcels: int


class ConsentGiven(Answer, frozen=True, tag="referee/league-person-consent/1"):
    """A code by which a league takes persons of two stores for one.

    Args:
        person: the person, as STORE:PERSON.
        until: the last day on which it counts.
        code: the code.
    """

    person: str
    until: str
    code: str


class PersonsJoined(Answer, frozen=True, tag="referee/league-person-join/1"):
    """Persons of two stores who are one from now on.

    Args:
        one: the first, as STORE:PERSON.
        other: the second.
        pseudonym: under which both are told.
    """

    one: str
    other: str
    pseudonym: str


class PersonForgotten(Answer, frozen=True, tag="referee/league-person-forget/1"):
    """What was deleted for a person.

    Args:
        person: who, as STORE:PERSON.
        matches: the matches whose entries were deleted.
        entries: how many these were.
        parcels: the parcels that were deleted.
        others: the matches that were in those parcels besides: their stores may send them anew.
    """

    person: str
    matches: tuple[str, ...]
    entries: int
    parcels: tuple[str, ...]
    others: tuple[str, ...]


class PublishedListed(Struct, frozen=True):
    """Figures that a league has published.

    Args:
        file: the file that keeps them.
        season: the season; empty for all that the league holds.
        game: the game; empty for every one.
        moment: as of when they were counted.
        figures: the statistics that had something to tell.
        differ: where they were counted again: the statistics that come to something else now; null
            where the league keeps that moment no more.
    """

    file: str
    season: str
    game: str
    moment: Moment
    figures: tuple[str, ...]
    differ: tuple[str, ...] | UnsetType | None = UNSET


class LeaguePublished(Answer, frozen=True, tag="referee/league-published/1"):
    """What a league has published, the oldest first.

    Args:
        published: each with its moment.
    """

    published: tuple[PublishedListed, ...]
