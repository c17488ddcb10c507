"""Who acts for a team: a person before bots, and between people whoever is first, over real sockets."""

import asyncio
from collections.abc import Mapping

from tests.server.play import Message, Player, Server, chooser, leave, seated

TEAMS = {"teams": "1 2 / 3 4"}


async def to_the_first_commitment(players: list[Player]) -> None:
    """Everybody picks their first ventures, and nobody uses an effect."""
    while True:
        await players[0].until(lambda: any(player.question is not None for player in players))
        player = next(player for player in players if player.question is not None)
        question = player.question
        assert question is not None
        if question["verb"] == "commit":
            return
        choices = [option["choice"] for option in question["options"]]
        answer = await player.answer(question, "pass" if "pass" in choices else choices[0])
        assert answer["type"] == "done" or answer["why"] == "late", answer  # the news of others' answers is on its way


def asked_to(player: Player, verb: str) -> bool:
    return player.question is not None and player.question["verb"] == verb


def card_in(question: Message) -> str:
    """One card that can be committed alone."""
    return next(str(option["choice"]) for option in question["options"] if len(option.get("cards", [])) == 1)


def test_pp_s15_of_two_who_commit_at_once_the_first_counts_and_the_other_is_told(server: Server) -> None:
    async def run() -> None:
        players = await seated(server, "peer to peer", 4, [], {**TEAMS, "max_rounds": 1})
        ann, ben, cid, dee = players
        await to_the_first_commitment(players)
        for player in players:
            await player.until(lambda player=player: asked_to(player, "commit"))  # type: ignore[misc]
        question = ann.question
        assert question is not None
        assert question == ben.question
        card = card_in(question)
        first, second = await asyncio.gather(ann.answer(question, card), ben.answer(question, "pass"))
        assert {first["type"], second["type"]} == {"done", "refused"}
        late, name, what = (second, "Person 1", f"committed {card}") if first["type"] == "done" else (
            first, "Person 2", "passed")
        assert late["why"] == "late"
        assert late["words"] == f"{name} already {what}. Look again before you choose."
        await ann.until(lambda: ann.question is None)
        await ben.until(lambda: ben.question is None)
        for player in (cid, dee):  # nobody else hears of it
            assert asked_to(player, "commit")
        await leave(players)

    asyncio.run(run())


def test_pp_s15_a_late_answer_does_not_count_for_a_question_that_looks_the_same(server: Server) -> None:
    """Ann passes, the others do so too, and the team is asked the very same in the next window."""
    async def run() -> None:
        players = await seated(server, "peer to peer", 4, [], {**TEAMS, "max_rounds": 3})
        ann, ben, *_ = players
        found = False
        while not found and not ann.is_over:
            await ann.until(lambda: ann.is_over or any(player.question is not None for player in players))
            for player in players:
                question = player.question
                if question is None:
                    continue
                choices = [option["choice"] for option in question["options"]]
                before = ben.question
                answer = await player.answer(question, "pass" if "pass" in choices else choices[0])
                if answer["type"] != "done":
                    continue
                if player is ann and before is not None and before["turn"] == question["turn"]:
                    await ben.until(lambda question=question: ben.question is None or (  # type: ignore[misc]
                        ben.question["turn"] != question["turn"]))
                    late = await ben.answer(before, "pass")
                    assert late["type"] == "refused", late
                    assert late["words"].startswith("Person 1 already passed.")
                    found = True
        assert found
        await leave(players)

    asyncio.run(run())


async def _bots_stay_silent(server: Server, people: int, bots: list[str], options: Mapping[str, object]) -> set[str]:
    """Who was asked in vain is waited for: what was asked of the person's team, over some rounds."""
    players = await seated(server, "peer to peer", people, bots, options)
    person = players[0]
    asked = set[str]()
    for _ in range(40):
        await person.until(lambda: person.is_over or person.question is not None)
        question = person.question
        if question is None:
            break
        asked.add(f"{question['seat']} {question['verb']}")
        turn = question["turn"]
        await asyncio.sleep(0.05)  # a bot would have answered long before
        assert person.question is not None
        assert person.question["turn"] == turn
        answer = await person.answer(question, chooser(3)(question))
        assert answer["type"] == "done", answer
    await leave(players)
    return asked


def test_pp_s15_a_person_leads_a_team_of_bots_in_every_round(server: Server) -> None:
    options = {"teams": "1 2 / 3 4", "unhappy_limits": "9 9 9 9 9 9"}
    asked = asyncio.run(_bots_stay_silent(server, 1, ["casual", "random", "random"], options))
    assert {"0 commit", "1 commit"} <= asked  # the captain is the bot in every second round


def test_pp_s15_who_leaves_is_led_by_the_person_who_stays(server: Server) -> None:
    """Ann rises, so the bot in her seat leaves the team to Ben; and Ben rises, so that the bots play on."""
    async def run() -> None:
        players = await seated(server, "peer to peer", 2, ["random", "random"], {
            **TEAMS, "unhappy_limits": "9 9 9 9 9 9", "max_rounds": 4}, lets_watch=True)
        ann, ben = players
        await to_the_first_commitment(players)
        await ann.do("rise")
        verbs = set[str]()
        while not {"0 commit", "1 commit"} <= verbs:
            await ben.until(lambda: ben.is_over or ben.question is not None)
            question = ben.question
            assert question is not None, verbs
            verbs.add(f"{question['seat']} {question['verb']}")
            passes = question["verb"] in ("commit", "use")
            answer = await ben.answer(question, "pass" if passes else chooser(1)(question))
            assert answer["type"] in ("done", "refused")
        watcher = await Player(ann.guest, ann.code, -1).come()
        await ben.do("rise")
        await watcher.until(lambda: watcher.is_over)
        await leave([*players, watcher])

    asyncio.run(run())


def test_pp_v17_a_captain_acts_alone_if_a_table_wants_it_so(server: Server) -> None:
    async def run() -> None:
        players = await seated(server, "peer to peer", 4, [], {**TEAMS, "team_control": "rotating_captain"})
        await to_the_first_commitment(players)
        ann, ben = players[:2]
        await ann.until(lambda: asked_to(ann, "commit"))
        assert ben.question is None
        assert await ben.refuse("act", choice="pass", turn=None) == "not possible"
        await leave(players)

    asyncio.run(run())
