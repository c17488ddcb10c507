"""Several people at one table, breaks in the connection, and what comes after a game."""

import json
import re
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import People
from tests.browser.line import Line
from tests.browser.people import Message, Person, Way
from tests.browser.test_playing import begin
from tests.server.play import Server


def acts(person: Person) -> list[str]:
    return [text for text in person.said if '"act"' in text]


def results(person: Person) -> list[Message]:
    return [message for message in person.heard() if message["type"] in ("done", "refused")]


def test_one_link_later_with_a_friend(people: People) -> None:
    host, friend = people.come(name="Ada"), people.come("touch", name="")
    host.go("new", "grid poker")
    host.page.get_by_role("button", name="2", exact=True).click()
    host.page.get_by_role("button", name="Open table").click()
    link = host.page.locator(".share input.field").input_value()
    friend.page.goto(link)
    friend.page.get_by_label("Your name").fill("Grace")
    friend.page.get_by_role("button", name="Sit here").tap()
    expect(host.page.locator(".list")).to_contain_text("Grace")
    host.page.get_by_role("button", name="Begin").click()
    for person in (host, friend):
        person.page.locator(".gridp").wait_for()
    assert "Grace" in host.page.locator(".seats").inner_text()
    assert "Ada" in friend.page.locator(".seats").inner_text()


DOMAINS = {"K": "Knowledge", "S": "Science", "T": "Technology", "V": "Services"}


def told(person: Person) -> list[str]:
    return [line["words"] for message in person.heard() for line in message.get("log") or ()]


def test_two_people_and_bots_trade_live(browser: Browser, tmp_path: Path) -> None:
    own = Server(tmp_path, bot_pace=8.0)  # bots that leave people the time to press something
    own.start()
    people = People(browser, own.url)
    try:
        ada, grace = people.come(), people.come("touch", name="Grace")
        code = ada.open("tech exchange", ["", "", "casual", "casual"], {"form": "live", "pause_check_at_start": False})
        ada.go(code)
        grace.go(code)
        grace.page.get_by_role("button", name="Sit here").tap()
        expect(ada.page.locator(".list")).to_contain_text("Grace")
        ada.page.get_by_role("button", name="Begin").click()

        domains = cycle(DOMAINS.values())  # two wild cards on one stock would end the trading soon

        def trades(person: Person) -> bool:
            """Whether somebody is on the floor; before that a wild card that was dealt is put on a stock."""
            if person.page.get_by_role("button", name="Knowledge", exact=True).count():
                person.press(person.page.get_by_role("button", name=next(domains), exact=True))
            return person.page.locator(".done").count() > 0

        grace.until(lambda: all([trades(ada), trades(grace)]), "trading")
        grace.press(grace.page.get_by_role("button", name="I am done"))
        ada.until(lambda: "Grace is done." in told(ada), "the done flag")
        grace.press(grace.page.get_by_role("button", name="Trade again"))
        held = [card.get_attribute("data-code") or "" for card in grace.page.locator(".dock button.card").all()]
        wanted = next(code for code in held if not code.startswith("W"))
        domain = DOMAINS[wanted[-1]]
        card = ada.page.locator(".dock button.card.can").first
        given = card.get_attribute("data-code")
        ada.press(card)
        composer = ada.page.locator(".composer fieldset")
        ada.press(composer.nth(1).get_by_role("button", name="…"))
        ada.press(composer.nth(1).get_by_role("button", name=f"any {domain}"))
        ada.press(composer.nth(2).get_by_role("button", name="Grace"))  # no bot takes it away from her
        ada.press(ada.page.get_by_role("button", name="Post the offer"))
        expect(ada.page.locator(".offer.mine")).to_contain_text("to Grace")
        expect(ada.page.locator(".composer")).to_have_count(0)
        ada.page.keyboard.press("Enter")  # nothing is left there that could be posted again
        expect(ada.page.locator(".offers .ends", has_text="Trading ends after")).to_be_visible()
        expect(ada.page.locator(".offer.mine")).to_have_count(1)
        offer = grace.page.locator(".offer", has_text="Ada")
        expect(offer).to_contain_text("to You")
        # One tap makes an offer in return: only to her, for what she gives.
        grace.press(offer.get_by_role("button", name="Counter"))
        expect(grace.page.locator(".prompt .q")).to_contain_text(f"for {given}")
        expect(grace.page.get_by_role("button", name="Post the offer")).to_be_enabled()
        grace.press(grace.page.get_by_role("button", name="Undo"))
        grace.press(grace.page.locator(".dock button.card.can").first)
        everybody = grace.page.locator(".composer").get_by_role("button", name="everybody")
        expect(everybody).to_have_attribute("aria-pressed", "true")  # another offer is not for the same one alone
        grace.press(grace.page.get_by_role("button", name="Undo"))
        grace.press(offer.locator(".ways .btn").first)
        grace.press(offer.get_by_role("button", name="Press again"))
        expect(grace.page.locator(f'.dock [data-code="{given}"]')).to_be_visible()
        expect(ada.page.locator(f'.dock [data-code="{given}"]')).to_have_count(0)
        assert "You and Grace trade." in told(ada)
        groups = [int(points) for points in ada.page.locator(".group > b").all_inner_texts()]
        assert ada.page.locator(".worth b").inner_text() == str(sum(groups))
        assert ada.faults + grace.faults == []
    finally:
        people.leave()
        own.stop()


def test_pp_s15_every_member_of_a_team_is_asked_and_the_first_answer_counts(people: People) -> None:
    """Both see the question and their hand; when one has answered, it is gone for the other as well."""
    ada, grace = people.come(), people.come(name="Grace")
    code = ada.open("peer to peer", ["", "", "random", "random"], {"teams": "1 2 / 3 4"})
    ada.go(code)
    grace.go(code)
    grace.press(grace.page.get_by_role("button", name="Sit here").first)
    expect(ada.page.locator(".list")).to_contain_text("Grace")
    ada.press(ada.page.get_by_role("button", name="Begin"))
    question = ".prompt:not(.wait) .q:not(.bad)"

    def shown(person: Person) -> str | None:
        return person.page.locator("[data-version]").get_attribute("data-version")

    def asks(person: Person, words: str) -> bool:
        asked = person.page.locator(question)
        return asked.count() > 0 and words in asked.inner_text()

    for person in (ada, grace):  # the first venture is everybody's own
        person.until(lambda person=person: asks(person, "first card"), "a venture")  # type: ignore[misc]
        person.play(1)
    while not asks(ada, "Commit"):
        ada.until(lambda: bool(ada.look()["asks"] or ada.look()["isOver"]), "a question")
        if asks(ada, "effect"):  # one passes for both
            ada.press(ada.page.get_by_role("button", name="Pass", exact=True))
            ada.page.wait_for_timeout(400)  # a press just after the question changed is not heard
    for person in (ada, grace):
        person.until(lambda person=person: asks(person, "Commit"), "the question to the team")  # type: ignore[misc]
        expect(person.page.get_by_text("only your team sees it")).to_be_visible()
        expect(person.page.locator(".marker")).to_have_count(1)
    before = shown(grace)
    ada.page.wait_for_timeout(400)
    ada.press(ada.page.get_by_role("button", name="Pass", exact=True))
    grace.until(lambda: shown(grace) != before, "the news")
    assert "Your team commits nothing." in told(grace) or not asks(grace, "Commit")


def test_the_connection_breaks_in_mid_turn(people: People, server: Server) -> None:
    line = Line(server.port)
    person = people.come(home=line.url)
    begin(person, "grid poker")
    person.play(2)
    person.until_asked()
    before = person.look()
    log = person.page.locator(".log li").all_inner_texts()
    cards = person.page.locator(".dock button.card.can")
    line.cut()
    strip = person.page.locator(".strip:not(.good)")
    expect(strip).to_be_visible()
    # What is seen stays; nothing can be sent, however hard one presses.
    if cards.count():
        person.press(cards.first)
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".prompt .acts .btn:not(:disabled):not(.icon)")).to_have_count(0)
    line.mend()
    expect(strip).to_have_count(0, timeout=20_000)
    person.until(lambda: not person.waits)
    if len(acts(person)) == 2:
        person.until(lambda: person.look()["asks"] == before["asks"], "the same question")
        assert person.page.locator(".log li").all_inner_texts() == log
    assert person.play(2) == 2
    # Every word was said under a number of its own, and each was done once.
    done = [answer["word"] for answer in results(person) if answer["type"] == "done"]
    assert sorted(set(done)) == sorted(done)
    line.close()
    person.faults[:] = [fault for fault in person.faults if not re.search("WebSocket|ERR_", fault)]  # those of the cut


def test_the_server_ends_and_comes_back_in_mid_turn(browser: Browser, tmp_path: Path) -> None:
    own = Server(tmp_path)
    own.start()
    people = People(browser, own.url)
    try:
        person = people.come()
        begin(person, "grid poker")
        person.play(2)
        person.until_asked()
        before = person.look()
        own.kill()
        expect(person.page.locator(".strip")).to_be_visible()
        own.start()
        expect(person.page.locator(".strip:not(.good)")).to_have_count(0, timeout=20_000)
        person.until(lambda: person.look()["asks"] == before["asks"], "the same question")
        assert person.look()["offered"] == before["offered"]
        assert person.play(2) == 2
        assert [answer["type"] for answer in results(person)].count("refused") == 0
    finally:
        people.leave()
        own.stop()


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_chat_undo_and_hint(people: People, way: str) -> None:
    person = people.come(way)  # type: ignore[arg-type]
    begin(person, "grid poker")
    person.until_asked()
    person.page.get_by_role("button", name="Hint").click()
    # What the bot would choose, and why; and it can be done at once.
    expect(person.page.locator(".hinted")).to_have_text(re.compile(r"The computer would choose: .+\.( .+\.)?\s*"))
    expect(person.page.get_by_role("button", name="Do that")).to_be_enabled()
    if way == "mouse":
        person.page.get_by_role("tab", name="Chat").click()
    else:
        person.page.get_by_role("button", name="Chat").first.tap()
    person.page.locator(".chat .field").fill("Good luck <b>everybody</b>")
    person.page.locator(".chat form .btn").click()
    expect(person.page.locator(".chat .log")).to_contain_text("Good luck <b>everybody</b>")
    if way == "touch":
        person.page.get_by_role("button", name="Close").tap()
    for _ in range(40):  # until there is something that may be taken back, and something else is asked then
        before = answers_once(person)
        person.until_asked()
        if person.look()["offered"] != before["offered"] and takes_back(person):
            break
    else:
        raise AssertionError("nothing could be taken back")
    person.until(lambda: person.look()["asks"] == before["asks"], "the question that was taken back")


def answers_once(person: Person) -> Message:
    """Answer one question; the page as it was just before."""
    seen: list[Message] = []
    person.play(1, lambda: seen.append(person.look()))
    return seen[-1]


def takes_back(person: Person) -> bool:
    """Take back what was done last, if that is offered, and no bot comes first; whether it was."""
    back = person.page.get_by_role("button", name="Take back")
    said, heard = len(person.said), len(person.frames)
    if not back.count() or not person.could_press(back):
        return False
    person.until(lambda: not person.waits)
    is_refused = any('"type":"refused"' in frame for frame in person.frames[heard:])
    return any('"undo"' in word for word in person.said[said:]) and not is_refused


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_rules_beside_the_table(people: People, way: Way) -> None:
    """They open at what is asked now, and can be searched together with the cards."""
    person = people.come(way)
    begin(person, "grid poker")
    person.until_asked()
    if way == "touch":
        person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="Rules").first.click()
    here = person.page.locator(".book .here")
    expect(here).to_contain_text("GP-S25")
    expect(here).to_be_in_viewport()
    assert person.page.locator(".prompt").is_visible()  # the table is still there
    person.page.get_by_label("Search rules and cards").fill("royal flush")
    expect(person.page.locator(".book .rules")).to_contain_text("Royal Flush")
    expect(person.page.locator(".book .rules")).not_to_contain_text("GP-S25")
    person.page.get_by_label("Search rules and cards").fill("robotics")
    expect(person.page.locator(".book .print")).to_contain_text("Robotics")


def test_settings_stay(people: People) -> None:
    person = people.come()
    person.go()
    person.page.get_by_role("button", name="Settings").click()
    person.page.get_by_role("button", name="Dark").last.click()
    expect(person.page.locator("html")).to_have_class(re.compile("dark"))
    person.page.get_by_role("button", name="Deutsch").click()
    expect(person.page.locator("html")).to_have_attribute("lang", "de")
    expect(person.page.get_by_role("button", name="Einstellungen")).to_be_visible()
    person.page.reload()
    expect(person.page.locator("html")).to_have_class(re.compile("dark"))
    expect(person.page.get_by_role("button", name="Einstellungen")).to_be_visible()


def check_the_deal(person: Person, code: str) -> None:
    """All is well; but neither with another secret nor with another promise than the one that was seen before."""
    person.page.get_by_role("link", name="Check the deal").click()
    expect(person.page.locator("li.good")).to_have_count(3)
    record = person.context.request.get(f"{person.home}/api/rooms/{code}/record").text()
    other = re.sub('secret = "(.)', lambda found: f'secret = "{"1" if found[1] == "0" else "0"}', record)
    person.page.route("**/record", lambda route: route.fulfill(body=other))
    person.page.evaluate(f"localStorage.setItem('techdeck promises', JSON.stringify({{'{code}': 'another'}}))")
    person.page.reload()
    expect(person.page.locator("li.bad")).to_have_count(3)
    person.page.unroute("**/record")


def test_after_the_game(people: People) -> None:
    """How the points came, a link, the deal checked; a replay with the scrubber, from other eyes too; a rematch."""
    person = people.come()
    code = begin(person, "regular poker")
    person.play()
    points = person.page.locator("dialog figure tbody tr")
    expect(points).to_have_count(3, timeout=20_000)
    shown = person.context.request.get(f"{person.home}/api/rooms/{code}").json()
    assert [int(row.locator("td").last.inner_text()) for row in points.all()] == shown["scores"]
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.get_by_role("button", name="Copy the link").click()
    expect(person.page.get_by_role("button", name="Copied")).to_be_visible()
    assert person.page.evaluate("navigator.clipboard.readText()") == f"{person.home}/#/replay/{code}"
    check_the_deal(person, code)
    person.go(code)
    person.page.get_by_role("link", name="Watch the replay").click()
    scrub = person.page.locator(".scrub input")
    scrub.wait_for()
    moments = int(scrub.get_attribute("max") or 0)
    assert moments > 5
    scrub.fill(str(moments))
    expect(person.page.locator(".scrub .num")).to_have_text(f"{moments + 1}/{moments + 1}")
    last = person.page.locator(".log li").all_inner_texts()
    scrub.focus()
    person.page.keyboard.press("Home")
    expect(person.page.locator(".scrub .num")).to_have_text(f"1/{moments + 1}")
    assert len(person.page.locator(".log li").all_inner_texts()) < len(last)
    # With all cards open no card in a hand shows its back; from one's own eyes the others' do.
    scrub.fill(str(moments // 2))
    assert person.page.locator(".hands .card.back").count() == 0
    person.page.locator(".eyes select").select_option("0")
    expect(person.page.locator(".hands .card.back").first).to_be_visible()
    person.go(code)
    person.page.get_by_role("button", name="Again with the same players").click()
    person.until(lambda: code not in person.page.url or person.page.locator("dialog a.btn.pri.big").count() > 0)
    if code in person.page.url:
        person.page.locator("dialog a.btn.pri.big").click()
    person.page.get_by_role("button", name="Begin").or_(person.page.locator(".prompt")).first.wait_for()
    assert code not in person.page.url


def test_a_seat_is_given_up_from_the_menu(people: People) -> None:
    ada = people.come()
    code = begin(ada, "grid poker")
    ada.play(1)
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Give up the seat").click()
    sure = ada.page.get_by_role("dialog", name="Give up the seat")
    expect(sure).to_contain_text("A bot plays on for you")
    sure.get_by_role("button", name="Give up the seat").click()
    ada.page.locator(".game").first.wait_for()  # the start page
    assert json.loads(ada.said[-1])["type"] == "rise"
    seat = ada.context.request.get(f"{ada.home}/api/rooms/{code}").json()["seats"][0]
    assert seat["kind"] == "bot"  # it plays on under her name
