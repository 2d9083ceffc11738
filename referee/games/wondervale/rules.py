"""The rulebook of Tribes of Wondervale: Ascension Campaign 1.1, in this project's own words."""

from referee.rulebook import Interpretation, Mark, Rule, Rulebook


def _rule(number: str, title: str, statement: str, *marks: Mark) -> Rule:
    return Rule(f"WV-{number}", title, statement, marks)


RULES = (
    _rule(
        "1.1",
        "Winning",
        "A Champion at 0 health has lost, at once; the opponent wins.",
        "derive",
    ),
    _rule("1.2", "Players", "The game is for exactly two players.", "check"),
    _rule("1.3", "Deck size", "A constructed deck counts exactly 60 cards.", "check"),
    _rule(
        "1.4",
        "Copies",
        "A deck has three copies of one character name at the most; tribe cards are free.",
        "check",
    ),
    _rule("1.5", "Apprentices", "A deck has ten apprentices or more.", "check"),
    _rule(
        "1.6",
        "Preceding cards",
        "A deck with a hero or guardian also has the card it is placed upon.",
        "check",
    ),
    _rule("1.7", "Known cards", "Every card that is named is in the pinned catalog.", "check"),
    _rule("2.1", "Equal health", "Both Champions start with the same health, set once.", "check"),
    _rule("2.2", "Standard health", "The competitive standard is 250 for each.", "derive"),
    _rule("2.3", "Agreed health", "Players may agree on any whole amount above 0.", "check"),
    _rule(
        "2.4",
        "Chaos health",
        "A die of 2 to 6 sets health to 50 times the die; after a 1 the other player throws.",
        "check",
    ),
    _rule("3.1", "Opening hand", "Each player draws seven cards to begin with.", "check"),
    _rule(
        "3.2",
        "Mulligan",
        "An opening hand that holds no apprentice may be shown whole, shuffled back and "
        "replaced by seven new cards.",
        "check",
        "choice",
    ),
    _rule(
        "3.3",
        "Extra card",
        "For each hand that is drawn anew the opponent may take one more card.",
        "choice",
    ),
    _rule(
        "3.4",
        "Who begins",
        "After the hands both throw a die; the higher begins, equal dice are thrown again.",
        "check",
    ),
    _rule(
        "4.1",
        "Steps of a turn",
        "The player whose turn it is takes the steps in their printed order.",
        "check",
    ),
    _rule(
        "4.2",
        "Discard step",
        "Two cards at the most may be discarded, face up, before drawing.",
        "check",
        "choice",
    ),
    _rule(
        "4.3",
        "Draw step",
        "One card is drawn, and one more for each card just discarded; it is compulsory.",
        "check",
    ),
    _rule(
        "4.4",
        "Empty deck",
        "When a card is due and the deck is empty, the discard pile becomes the deck and the "
        "Champion takes 40; the defeat pile stays out.",
        "derive",
    ),
    _rule("4.5", "Flip step", "The player's horizontal cards turn vertical.", "derive"),
    _rule(
        "4.6",
        "Deposit step",
        "Two tribe cards at the most go from hand to the bank.",
        "check",
        "choice",
    ),
    _rule(
        "4.7",
        "Hand limit",
        "Before the turn ends the hand is discarded down to seven, neither more nor fewer.",
        "check",
    ),
    _rule("5.1", "Battle position", "The battle position holds one unit.", "check"),
    _rule("5.2", "Bench", "The bench holds seven units at the most.", "check"),
    _rule(
        "5.3",
        "Entering",
        "Apprentices enter horizontal and are not ready; tribe cards enter vertical.",
        "derive",
    ),
    _rule("5.4", "Ready units", "Only vertical units fight or are upgraded.", "check"),
    _rule(
        "5.5",
        "Through the bank",
        "Tribe cards are attached from the bank alone, during deployment.",
        "check",
    ),
    _rule(
        "5.6",
        "Cost",
        "A character is laid with as many tribe cards, of any tribe, as its value.",
        "check",
    ),
    _rule(
        "5.7",
        "Tribe bonus",
        "Each attached tribe card of the unit's own tribe gives it 10 health.",
        "derive",
    ),
    _rule(
        "5.8",
        "Capacity",
        "A unit holds no more tribe cards than the highest value among its cards.",
        "check",
    ),
    _rule(
        "5.9",
        "Attached for good",
        "Only a tribal ability moves a tribe card off a living unit.",
        "check",
    ),
    _rule(
        "6.1",
        "Deployment",
        "Any number of deployments may be made in that step, in any order, or none.",
        "check",
    ),
    _rule("6.2", "From hand", "Only apprentices are laid from hand to the bench.", "check"),
    _rule(
        "6.3",
        "Upgrading",
        "A guardian or hero is placed on the unit whose topmost card it names.",
        "check",
    ),
    _rule(
        "6.4",
        "Cost of an upgrade",
        "The bank adds just the tribe cards that are missing to the new card's value.",
        "check",
    ),
    _rule("6.5", "Kept", "An upgraded unit keeps its damage and stays ready.", "derive"),
    _rule("6.6", "Once a turn", "A unit is upgraded once a turn at the most.", "check"),
    _rule("6.7", "One of each", "A unit has one card of each level at the most.", "check"),
    _rule(
        "6.8",
        "Promotion",
        "A vertical bench unit may move to the battle position while that is open.",
        "check",
    ),
    _rule("6.9", "Topmost card", "The topmost card alone gives the unit its values.", "derive"),
    _rule(
        "6.10",
        "Defeat",
        "Damage that reaches the unit's health sends all its characters to the defeat pile.",
        "derive",
    ),
    _rule("7.1", "One action", "A turn has a swap or attacks, never both.", "check"),
    _rule("7.2", "Swap", "The battle unit changes places with a vertical bench unit.", "check"),
    _rule("7.3", "Attacker", "The unit in the battle position is the one that attacks.", "check"),
    _rule(
        "7.4",
        "Defender's choice",
        "With an open battle position and several ready units the defender names the one that "
        "enters, before any dice.",
        "check",
        "choice",
    ),
    _rule("7.5", "Only defender", "A single ready unit enters by itself.", "derive"),
    _rule(
        "7.6",
        "Direct attack",
        "After two turns, against no ready unit and with fewer than three defeats, the attack "
        "deals its power to the Champion without dice.",
        "check",
    ),
    _rule("7.7", "Combat dice", "Both throw a die; equal totals are thrown again.", "check"),
    _rule(
        "7.8",
        "Attack total",
        "Die, offense, 1 per guardian and hero, 1 if strong, less 1 if vulnerable.",
        "derive",
    ),
    _rule(
        "7.9",
        "Defense total",
        "Die, defense, 1 per guardian and hero, 1 if strong, less 1 if vulnerable.",
        "derive",
    ),
    _rule(
        "7.10",
        "Damage",
        "The higher total deals damage: the attacker its power, the defender its intellect.",
        "derive",
    ),
    _rule(
        "7.11",
        "Tribe cards of the fallen",
        "A defeated unit's tribe cards go to its owner's discard pile.",
        "derive",
    ),
    _rule(
        "7.12",
        "Taking back",
        "The owner may take one of them back to hand for each guardian and hero in the unit.",
        "check",
        "choice",
    ),
    _rule("7.13", "Solace", "The owner of a defeated unit may draw one card.", "choice"),
    _rule("7.14", "Ability", "The winning unit's tribal ability happens at once.", "derive"),
    _rule(
        "7.15",
        "Three attacks",
        "A turn has three attacks at the most, and none after a unit was defeated.",
        "check",
    ),
    _rule("8.1", "Duneward", "Draw one card, then discard one card of the hand.", "check"),
    _rule(
        "8.2",
        "Juryn",
        "Two tribe cards of the own battlefield change places, or one is replaced from hand.",
        "choice",
    ),
    _rule(
        "8.3",
        "Verdari",
        "One extra tribe card may be laid; a card may be drawn only if hand and bank have none.",
        "check",
        "choice",
    ),
    _rule(
        "8.4",
        "Aegaryn",
        "A card of the opponent's hand, picked blind, is discarded; the opponent may draw one.",
        "check",
        "choice",
    ),
    _rule("8.5", "Ascyr", "The opposing Champion takes 10.", "derive"),
    _rule(
        "8.6",
        "Abyssal",
        "A unit of the opponent takes 20, or the Champion where there is no unit.",
        "check",
        "choice",
    ),
    _rule(
        "9.1",
        "Champion battle",
        "It takes three defeated units, and no attack on a unit in the same turn.",
        "check",
    ),
    _rule("9.2", "Two battles", "A turn has two Champion battles at the most.", "check"),
    _rule(
        "9.3",
        "Champion totals",
        "Each adds the units that player has defeated to one die; the defender at least 2.",
        "derive",
    ),
    _rule(
        "9.4",
        "Champion damage",
        "The attacker deals its power to the Champion, or takes 50 itself.",
        "derive",
    ),
    _rule("9.5", "Fallen attacker", "If the attacking unit falls, the turn is over.", "derive"),
)


def _open(number: int, question: str, default: str, *others: str) -> Interpretation:
    return Interpretation(f"WV-I {number}", question, (default, *others), default)


INTERPRETATIONS = (
    _open(1, "WV-1.6: how many copies of the preceding card?", "at_least_one", "as_many"),
    _open(
        2,
        "WV-4.4: do optional draws also rebuild the deck and cost 40?",
        "every_draw",
        "compulsory_only",
    ),
    _open(3, "WV-4.4: deck and discard pile both empty?", "damage_and_no_card", "no_damage"),
    _open(4, "WV-5.7: which tribe counts in a mixed unit?", "topmost", "card_attached_to"),
    _open(5, "May the action be skipped?", "yes", "no_if_possible"),
    _open(6, "WV-7.6: how many direct attacks a turn?", "one", "up_to_three"),
    _open(7, "WV-8.3: where may the extra tribe card go?", "unit_or_bank", "unit_only"),
    _open(
        8,
        "What of a unit that an ability defeats: does it count, and trigger another ability?",
        "counts_no_ability",
        "counts_with_ability",
        "does_not_count",
    ),
    _open(9, "WV-9.3: a tie in a Champion battle?", "reroll", "defender_wins"),
    _open(
        10,
        "WV-9.4: does a unit that falls in a Champion battle count for the defender, and may "
        "its owner draw?",
        "yes",
        "no",
    ),
    _open(11, "WV-9.5: does the hand limit still apply?", "yes", "no"),
)

RULEBOOK = Rulebook(RULES, INTERPRETATIONS)
