"""Why a card that somebody sees, and might try to choose, cannot be chosen now.

A page is told it with the question, so that no rule is written again where it is said.  A reason is a word and
numbers, which a page says in the language of its reader.  It follows from what the side knows: from cards it sees, from
where they lie, and from what is marked for all.  Where the rules give no reason of that card's own, none is told.
"""

from collections.abc import Callable, Set
from typing import Final

from techdeck.games import cyber_defense, gears_of_industry, grid_poker, peer_to_peer, tech_exchange
from techdeck.table import EMPTY, Decision, Table, Zone
from techdeck.team_effects import VENTURES
from techdeck.views import UNKNOWN, View

Reason = list[str | int]  # a word, and numbers
Why = Callable[[Table, int, int, Zone], Reason | None]  # of a table, a side, a back and where it lies


def reasons(table: Table, view: View, decision: Decision, chosen: Set[int]) -> dict[int, Reason]:
    """By back, why it cannot be chosen, where some cards can; `chosen` are those.

    People try their own cards, and those that lie beside the ones they can choose.
    """
    why = WHY.get(f"{table.game.name} {decision.verb.split(' ')[0]}")
    found: dict[int, Reason] = {}
    if why is None or not chosen:
        return found
    for zone, owner, backs in view.places():
        if (not zone.shared and owner == view.side) or not chosen.isdisjoint(backs):
            for back in backs:
                if back != EMPTY and back not in chosen and view.faces[back] != UNKNOWN:
                    reason = why(table, view.side, back, zone)
                    if reason is not None:
                        found[back] = reason
    return found


def use_in_grid_poker(table: Table, side: int, back: int, zone: Zone) -> Reason | None:
    if not (zone is grid_poker.COMPANY or zone is grid_poker.HAND):
        return None
    if zone is grid_poker.COMPANY and grid_poker.USED.get(table, table.face[back]):
        return ["used"]  # [GP-R05]
    return ["noEffect"] if table.card(back).is_wild else None


def use_in_poker(table: Table, side: int, back: int, zone: Zone) -> Reason | None:
    return ["noEffect"] if table.card(back).is_wild else None


def clear_in_grid_poker(table: Table, side: int, back: int, zone: Zone) -> Reason | None:
    return ["otherLine"] if zone is grid_poker.MARKET else None  # [GP-R38]


def use_in_cyber_defense(table: Table, side: int, back: int, zone: Zone) -> Reason | None:
    if zone is not cyber_defense.MITM or back not in zone.of(table, side):
        return None
    if not cyber_defense.may_resolve(table, side, back):
        return ["noSearch"]  # [CD-R29]
    bars = 0b11 if table.game.options["used_mark_on"] == "card" else 1 << side
    return ["used"] if cyber_defense.USED.get(table, table.face[back]) & bars else None  # [CD-R21]


def use_in_peer_to_peer(table: Table, side: int, back: int, zone: Zone) -> Reason | None:
    card, face = table.card(back), table.face[back]
    in_venture = zone in VENTURES
    if not (in_venture or zone is peer_to_peer.HAND) or back not in zone.of(table, side):
        return None
    if peer_to_peer.USED.get(table, face):
        return ["used"]  # [PP-R15]
    if peer_to_peer.REFUSED.get(table, face):
        return ["refused"]  # [PP-V17]
    if not card.timing:
        return ["noEffect"]
    if in_venture and "venture" not in card.flags:
        return ["onlyInHand"]  # [PP-R14]
    if not in_venture and "group" not in card.flags:
        return ["onlyInVenture"]
    is_once_each = table.game.options["one_venture_effect_per_player"]
    if in_venture and is_once_each and peer_to_peer.VENTURES_USED.get(table, side) >> VENTURES.index(zone) & 1:
        return ["ventureUsed"]  # [PP-V22]
    return ["timing", card.timing]  # which is all that is left [PP-R14]


def build(table: Table, side: int, back: int, zone: Zone) -> Reason | None:
    is_own = zone is gears_of_industry.HAND
    return ["onlyTechnology"] if is_own and not gears_of_industry.is_technology(table, back) else None


def enter(table: Table, side: int, back: int, zone: Zone) -> Reason | None:
    if zone is not gears_of_industry.HAND:
        return None
    if gears_of_industry.is_technology(table, back):
        return ["noTechnology"]
    able = gears_of_industry.horizontal(table, side, back)
    if gears_of_industry.can_be_paid(table, able, back):
        return None
    due, value = gears_of_industry.DUE.get(table), table.card(back).value
    return ["cannotPayToo" if due else "cannotPay", value, gears_of_industry.thirds(due + value), len(able)]


def boost(table: Table, side: int, back: int, zone: Zone) -> Reason | None:
    """[GI-R33]"""
    if zone is not gears_of_industry.FACTORY or back not in zone.of(table, side):
        return None
    if gears_of_industry.is_horizontal(table, back):
        return ["liesDown"]
    if gears_of_industry.PAID.get(table, table.face[back]):
        return ["hasPaid"]
    return ["hasBoosted"] if gears_of_industry.BOOSTED.get(table, table.face[back]) else None


def rotate(table: Table, side: int, back: int, zone: Zone) -> Reason | None:
    """Those that lie turn after paying, those that stand at the end of a turn [GI-R23, R48]."""
    if zone is not gears_of_industry.FACTORY or back not in zone.of(table, side):
        return None
    return ["onlyStanding" if gears_of_industry.is_horizontal(table, back) else "onlyLying"]


def reply(table: Table, side: int, back: int, zone: Zone) -> Reason | None:
    return ["fitsNot"] if zone is tech_exchange.HAND else None


WHY: Final[dict[str, Why]] = {
    "grid poker use": use_in_grid_poker,
    "grid poker clear": clear_in_grid_poker,
    "regular poker use": use_in_poker,
    "cyber defense use": use_in_cyber_defense,
    "peer to peer use": use_in_peer_to_peer,
    "gears of industry build": build,
    "gears of industry enter": enter,
    "gears of industry boost": boost,
    "gears of industry rotate": rotate,
    "tech exchange reply": reply,
}
