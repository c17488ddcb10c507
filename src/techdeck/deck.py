"""The printed deck: what every card shows, and the texts of its editions."""

from typing import Final

# By the letter of a domain: the traditional suit printed small on its cards, as they rank: clubs are the lowest, spades
# the highest.  Which belongs to which is ours [DK-W04]; this is the only place that says it.
SUITS: Final[dict[str, str]] = {"K": "♣", "S": "♦", "T": "♥", "V": "♠"}
SUIT_NAMES: Final[dict[str, str]] = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}


class Print:
    """What is printed on a card."""

    def __init__(
        self, code: str, concept: str, icon: str, about: str, text: str, flag: str = "", mark: str = "",
        timing: str = "", is_start: bool = False,
    ) -> None:
        self.code: Final = code
        self.suit: Final = SUITS.get(code[-1], "")  # none on a wild card
        self.concept: Final = concept
        self.icon: Final = icon  # its name in the Lucide set
        self.about: Final = about  # what the concept is, in a sentence
        self.text: Final = text  # the effect; none on a wild card
        self.flag: Final = flag  # "copy" [DK-C01], "search" [FX-05] or ""
        self.mark: Final = mark  # where it works, if that is printed: "venture", "group" or "both" [PE-T01]
        self.timing: Final = timing  # when it works, if that is printed [PE-T02]
        self.is_start: Final = is_start  # a small S: it begins in a group deck [PP-S19]


# By domain and value, the wild cards last: a card's place here is its face.
GENERAL: Final[list[Print]] = [
    Print(
        "1K", "Data Mining", "pickaxe",
        about="Computers dig through huge piles of facts to find patterns that people would miss.",
        text="Look at the top 3 cards of the deck. Take 1 of them and put the others on the bottom of the deck.",
    ),
    Print(
        "2K", "Open Source", "git-fork",
        about="Programs whose code is shared, so that anyone may read it, use it and improve it.",
        text="Reveal the top 3 cards of the deck. Take 1, then the player on your left takes 1. "
        "Put the last one on the bottom.",
    ),
    Print(
        "3K", "Wikis", "book-open-text",
        about="Web pages that many volunteers write and correct together, such as an encyclopedia.",
        text="Draw 2 cards, then discard 1 card.",
    ),
    Print(
        "4K", "Statistics", "chart-pie",
        about="Counting and comparing many facts to see what is likely.",
        text="Name a domain, then reveal the top 4 cards of the deck. Take 1 card of that domain. "
        "Put the rest on the bottom.",
    ),
    Print(
        "5K", "Algorithms", "workflow",
        about="Step-by-step recipes that a computer follows to sort, count or decide.",
        text="Look at the top 5 cards of the deck and put them back in any order. Then draw 1 card and discard 1 card.",
    ),
    Print(
        "6K", "Fact Checking", "badge-check",
        about="Comparing a claim with good sources before you believe it or pass it on.",
        text="Look at 2 hidden cards of another player, in hand or face down in play. "
        "Then draw 1 card and discard 1 card.",
    ),
    Print(
        "7K", "Digital Libraries", "library",
        about="Millions of books kept as files that many people can borrow from home.",
        text="Put up to 3 cards from your hand on the bottom of the deck. Then draw that many cards.",
    ),
    Print(
        "8K", "Digital Maps", "map",
        about="Maps on a screen that show where you are and find the best way.",
        text="Exchange two neutral cards, or exchange a neutral card with the top card of the deck.",
    ),
    Print(
        "9K", "Search Engines", "search",
        about="Web tools that look through an index of billions of pages to match your words.",
        text="Reveal one of your cards. Search the deck for a card of the same domain, reveal it and take it. "
        "If you do, discard a card.",
        flag="search",
    ),
    Print(
        "10K", "Databases", "database",
        about="Neatly ordered stores of facts that can answer a question in a moment.",
        text="Name a value. Each other player who holds it reveals one. You may exchange a hand card with one of them. "
        "If none is revealed, draw 1 card and discard 1 card.",
    ),
    Print(
        "11K", "Online Courses", "graduation-cap",
        about="Lessons over the internet: learn from anywhere at your own pace.",
        text="Look at the top card of the deck. You may exchange it with a card in your hand. "
        "Then you may put the top card on the bottom of the deck.",
    ),
    Print(
        "12K", "News & Reviews", "newspaper",
        about="Reports and opinions that tell people what happened and what is good.",
        text="Draw 2 cards, then discard 2 cards.",
    ),
    Print(
        "13K", "World Wide Web", "link",
        about="Linked pages on the internet, first proposed by Tim Berners-Lee in 1989.",
        text="Reveal the top 4 cards of the deck. "
        "Put any of them on the bottom and the others back on top in any order.",
    ),
    Print(
        "1S", "Material Sciences", "gem",
        about="Finding out why stuff is hard, soft or bendy, and making new materials.",
        text="Raise or lower the value of one of your cards by up to 3 this round.",
    ),
    Print(
        "2S", "Gene Editing", "dna",
        about="Careful changes to DNA, the instructions inside living cells.",
        text="Give any domain you like to a card in play or in your hand this round.",
    ),
    Print(
        "3S", "Green Chemistry", "flask-conical",
        about="Making useful substances with less waste and less poison.",
        text="Exchange a card in your hand with any card in the discard. "
        "If the discard is empty, draw 1 card and discard 1 card.",
    ),
    Print(
        "4S", "Quantum Physics", "atom",
        about="The rules of the tiniest things, where far particles can be linked in strange ways.",
        text="Two cards swap their values this round. Each must be in play or in your hand.",
    ),
    Print(
        "5S", "Vaccines", "syringe",
        about="A harmless practice run that teaches the body to beat a germ.",
        text="Turn the value of one of your cards around this round: it becomes 14 minus its value.",
    ),
    Print(
        "6S", "Space Telescopes", "telescope",
        about="Telescopes above the air catch very old light and so look back in time.",
        text="Put up to 2 cards from the discard on top of the deck in any order. Then draw 1 card and discard 1 card.",
    ),
    Print(
        "7S", "Psychology", "brain",
        about="The science of how people think, feel and decide.",
        text="Pick another player. They choose: you draw 1 card, or you look at their whole hand.",
    ),
    Print(
        "8S", "Climate Science", "thermometer-sun",
        about="Measuring how air, sea and ice change together over many years.",
        text="Raise every neutral card's value by 1, or lower every neutral card's value by 1, this round.",
    ),
    Print(
        "9S", "Neuroscience", "brain-circuit",
        about="The study of brain and nerves; some nerve cells fire when we watch others act.",
        text="Use the last effect that another player used.",
        flag="copy",
    ),
    Print(
        "10S", "Recycling", "recycle",
        about="Turning used things into raw material for new things.",
        text="Replace a card in play with a card from the discard.",
    ),
    Print(
        "11S", "Game Theory", "chess-knight",
        about="The maths of choices whose result depends on what others choose.",
        text="You and another player each secretly pick a card from hand, then exchange the two cards.",
    ),
    Print(
        "12S", "Nanotechnology", "microscope",
        about="Building with parts a thousand times thinner than a hair.",
        text="Raise or lower the values of up to two cards by 1 this round. Each must be in play or in your hand.",
    ),
    Print(
        "13S", "AI", "bot",
        about="Programs that learn from examples and do tasks that seem to need thinking.",
        text="Replace a neutral card in play with the top card of the deck.",
    ),
    Print(
        "1T", "Internet of Things", "house-wifi",
        about="Everyday objects with sensors that talk to each other over a network.",
        text="Use the effects of two different cards in play, one after the other.",
        flag="copy",
    ),
    Print(
        "2T", "3D Printing", "printer-3d",
        about="Machines that build a solid copy of a digital model, layer by layer.",
        text="One of your cards takes the value of a card in play this round.",
    ),
    Print(
        "3T", "Smart Sensors", "radar",
        about="Small devices that feel heat, light, sound or motion and report it.",
        text="Reveal the top 3 cards of the deck and use the effect of one of them. Then put all three on the bottom.",
        flag="copy",
    ),
    Print(
        "4T", "Batteries", "battery-charging",
        about="Packs of chemicals that store energy and give it back as electricity.",
        text="Use the effect of another one of your cards. You keep that card.",
        flag="copy",
    ),
    Print(
        "5T", "Microchips", "microchip",
        about="Tiny circuits on silicon; for decades their parts doubled about every two years.",
        text="Double the value of one of your cards this round, or halve it (round up).",
    ),
    Print(
        "6T", "Drones", "drone",
        about="Flying robots that can look around or fetch small things.",
        text="Search the deck for a card of value 6 or less, reveal it and take it. If you do, discard a card.",
        flag="search",
    ),
    Print(
        "7T", "Renewable Energy", "solar-panel",
        about="Power from sun, wind and water that does not run out.",
        text="Discard a card from your hand and use its effect. Then draw 1 card.",
        flag="copy",
    ),
    Print(
        "8T", "Smartphones", "smartphone",
        about="Pocket computers with many tools in one: phone, camera, map and more.",
        text="Pick one: draw 1 card and discard 1 card; or raise or lower one of your cards by 1 this round; "
        "or look at one hidden card.",
    ),
    Print(
        "9T", "Robotics", "robot-arm",
        about="Machines with sensors and arms that work for us, such as picking and placing.",
        text="Exchange a card in your hand with a neutral card of the same domain or the same value.",
    ),
    Print(
        "10T", "Satellites", "satellite",
        about="Spacecraft that circle the Earth, relay messages and watch from above.",
        text="Each other player reveals a card from hand. Use the effect of one of these cards.",
        flag="copy",
    ),
    Print(
        "11T", "Supercomputers", "server",
        about="Thousands of processors that work together on very big sums.",
        text="Reveal two of your cards. Search the deck for a card whose value is their sum or difference, reveal it "
        "and take it. If you do, discard a card.",
        flag="search",
    ),
    Print(
        "12T", "Cloud Computing", "cloud",
        about="Using computers and storage in far-away data centers over the internet.",
        text="Use the effect of a neutral card or of a card in the discard.",
        flag="copy",
    ),
    Print(
        "13T", "Autonomous Vehicles", "car",
        about="Cars, trains and ships that sense the world and steer themselves.",
        text="Reveal the top card of the deck and use its effect. Then put it on the bottom of the deck.",
        flag="copy",
    ),
    Print(
        "1V", "E-Commerce", "shopping-cart",
        about="Buying and selling over the internet.",
        text="Each player puts a card from hand face up on the table. "
        "Starting with you, each of them takes one of these cards.",
    ),
    Print(
        "2V", "Ride Sharing", "car-taxi-front",
        about="An app that finds you a seat in another person's car.",
        text="Use the effect of a card another player controls, or of a random card in their hand. "
        "Then that player draws 1 card.",
        flag="copy",
    ),
    Print(
        "3V", "Social Media", "share-2",
        about="Places online where people show, like and share things.",
        text="Each other player reveals a card from hand. "
        "You may exchange a card in your hand with one of these cards.",
    ),
    Print(
        "4V", "Crowdfunding", "hand-coins",
        about="Many people each give a little to make an idea real.",
        text="Each other player may give you a card from hand and then draw 1 card. If nobody does, draw 1 card.",
    ),
    Print(
        "5V", "Streaming", "tv-minimal-play",
        about="Films and music that play while they arrive, with no copy to keep.",
        text="Reveal one card from the deck per player. "
        "Starting with you, each player takes one of them and, if so, discards a card.",
    ),
    Print(
        "6V", "Same-Day Delivery", "truck",
        about="Order in the morning, and the parcel is at the door in the evening.",
        text="Name a domain and give a card to another player. "
        "If you do, they give you another card of that domain or, if they have none, you draw 1 card.",
    ),
    Print(
        "7V", "Digital Payments", "credit-card",
        about="Paying with a phone or a card instead of coins.",
        text="Take a random card from another player's hand. If you do, give that player a card from your hand.",
    ),
    Print(
        "8V", "Telemedicine", "stethoscope",
        about="Seeing a doctor by video when the clinic is far away.",
        text="Starting with you, each player may discard up to 2 cards and then draws that many.",
    ),
    Print(
        "9V", "Online Gaming", "gamepad-2",
        about="Playing with and against people all over the world.",
        text="All players secretly pick a card from hand and reveal it. "
        "The player with the highest draws 2 cards and discards 1.",
    ),
    Print(
        "10V", "Home Sharing", "bed-double",
        about="Travellers stay in somebody's home instead of a hotel.",
        text="Starting with you, each player may exchange a card in hand with a neutral card of the same domain.",
    ),
    Print(
        "11V", "Cybersecurity", "shield-check",
        about="Guarding computers and secrets against thieves and vandals.",
        text="For a full round, other players' effects can't touch your cards. Draw 1 card, then discard 1 card.",
    ),
    Print(
        "12V", "Customer Support", "headset",
        about="People and chat programs that help when something does not work.",
        text="You and a player you pick each draw 1 card. Then each of you discards 1 card.",
    ),
    Print(
        "13V", "E-Government", "landmark",
        about="Public services online, from filling in forms to having your say.",
        text="All players vote for a domain; you break a tie. "
        "Starting with you, each player may discard a card of that domain and draw 2 cards.",
    ),
    Print(
        "W1", "Innovation", "lightbulb",
        about="A new idea that is put to good use.",
        text="",
    ),
    Print(
        "W2", "Disruption", "zap",
        about="A new way of doing things that turns an old business upside down.",
        text="",
    ),
]


# The Peer-to-Peer edition: by card where and when its text works, and what it says.  A small S is a start card.
PEER_TEXTS: Final[dict[str, tuple[str, str, str]]] = {
    "1K": ("group S", "open",
           "Look at the top 2 cards of your group deck. Take 1 into your group hand and put the other on the bottom."),
    "2K": ("group S", "open", "Draw 2 group cards, then discard 1 group card."),
    "3K": ("group S", "open",
           "Draw 1 group card. Then put 1 card of your group hand on the bottom of your group deck."),
    "4K": ("both", "open",
           "Reveal the top 4 cards of your group deck. Take 1 into your group hand and put the others back on top in "
           "any order."),
    "5K": ("venture", "open",
           "Look at the top 3 cards of the customer deck and put them back in any order. Then draw 1 group card and "
           "discard 1 group card."),
    "6K": ("group", "open", "Look at the group hand of another team. Then draw 1 group card and discard 1 group card."),
    "7K": ("group", "open",
           "Put up to 3 cards of your group hand on the bottom of your group deck. Then draw that many group cards."),
    "8K": ("venture", "open", "Put the customers in the row in any order. Then draw 1 group card."),
    "9K": ("venture", "open",
           "Search your group deck for a card whose domain is in the customer row. Reveal it and take it into your "
           "group hand."),
    "10K": ("both", "open", "Exchange a card in your group hand with a card in your group discard."),
    "11K": ("group", "open", "Draw 1 group card and reveal it. If its value is 4 or less, draw 1 more."),
    "12K": ("both", "open", "Draw 2 group cards, then discard 2 group cards."),
    "13K": ("venture", "open",
            "Look at the top 4 cards of the customer deck. Put any of them on the bottom and the others back on top "
            "in any order."),
    "1S": ("group S", "open", "Raise or lower the value of a card in your group hand by 1 this round."),
    "2S": ("group S", "assist", "While assisting: give one of your committed cards any domain you like."),
    "3S": ("group", "open", "A card in your group hand takes the domain of a customer in the row this round."),
    "4S": ("both", "assist", "While assisting: raise or lower the value of one of your committed cards by up to 2."),
    "5S": ("group", "open",
           "Turn the value of a card in your group hand around this round: it becomes 14 minus its value."),
    "6S": ("group", "open", "A card in your group hand takes the value of a card in your group discard this round."),
    "7S": ("both", "assist", "While assisting: raise or lower by 1 the value of the customer your team has named."),
    "8S": ("venture", "open",
           "Raise every customer in the row by 1, or lower every customer in the row by 1, this round."),
    "9S": ("both", "open", "Use the effect of a venture card of any team. It must be one that could be used now."),
    "10S": ("group", "open", "Take a card of value 5 or less from your group discard into your group hand."),
    "11S": ("venture", "assist", "While assisting: take one of your committed cards back into your group hand."),
    "12S": ("both", "assist", "While assisting: raise or lower the values of up to two of your committed cards by 1."),
    "13S": ("group", "open",
            "A card in your group hand takes the value and the domain of a customer in the row this round."),
    "1T": ("group S", "gain",
           "After winning a customer: if its value is 6 or less, you may put it into your group discard."),
    "2T": ("group", "open", "A card in your group hand takes the value of another card in your group hand this round."),
    "3T": ("group", "open", "Put 1 card of your group hand on the bottom of your group deck. Then draw 2 group cards."),
    "4T": ("group S", "refresh",
           "At refresh: keep one other card of your group hand. It does not count toward the 4 cards of the new "
           "hand."),
    "5T": ("group", "open", "Expel a card from your group hand or your group discard. Then draw 1 group card."),
    "6T": ("both", "open",
           "Search your group deck for a card of value 6 or less, reveal it and take it into your group hand."),
    "7T": ("venture", "open", "Shuffle your group discard into your group deck. Then draw 1 group card."),
    "8T": ("venture", "refresh", "At refresh: your new group hand this round has 5 cards instead of 4."),
    "9T": ("both", "gain", "After winning a customer: you may put it into your group hand."),
    "10T": ("both", "gain", "After winning a customer: you may put it on top of your group deck."),
    "11T": ("venture", "open",
            "Exchange a card in your group hand with any card of your group deck. Then shuffle the deck."),
    "12T": ("venture", "refresh",
            "At refresh: keep up to 2 cards of your group hand. They count toward the 4 cards of the new hand."),
    "13T": ("both", "gain",
            "After winning a customer: take one of the group cards you used for it back into your group hand."),
    "1V": ("group S", "open", "Give a customer in the row any domain you like this round."),
    "2V": ("both", "open", "Exchange a customer in the row with the top card of the customer deck."),
    "3V": ("group S", "gain",
           "After winning a customer: if its value is 8 or less, you may shuffle it into your group deck."),
    "4V": ("group S", "open", "Raise or lower the value of a customer in the row by 1 this round."),
    "5V": ("venture", "new",
           "When new customers come: look at the top card of the customer deck. You may exchange it with a customer "
           "in the row."),
    "6V": ("both", "gain",
           "After winning a customer: you may put it into your group discard. If you do, draw 1 group card."),
    "7V": ("group", "open", "Lower the value of a customer in the row by up to 3 this round."),
    "8V": ("both", "open",
           "If the row has fewer than 4 customers, put an unhappy customer back at the right end of the row."),
    "9V": ("venture", "gain", "After winning a customer: draw 1 group card."),
    "10V": ("group", "open",
            "Look at the top card of the customer deck. You may exchange it with a card in your group hand."),
    "11V": ("venture", "after",
            "After the assist phase: pick a customer in the row. If it is pushed out before the next effects phase, "
            "expel it: it does not become unhappy."),
    "12V": ("both", "after",
            "After the assist phase: discard 2 group cards. If you do, expel a customer from the row."),
    "13V": ("venture", "after", "After the assist phase: discard 2 group cards. If you do, expel an unhappy customer."),
    "W1": ("", "at once",
           "Put an unhappy customer, or the leftmost customer in the row, on the bottom of the customer deck."),
    "W2": ("", "at once", "Each team may exchange a card in its group discard with a customer in the row."),
}


# The start cards whose texts the first printing had otherwise; its start decks were not even [PE-B07].
FIRST_PEER_TEXTS: Final[dict[str, tuple[str, str, str]]] = {
    "1S": ("group S", "assist", "While assisting: raise or lower the value of one of your committed cards by 1."),
    "3V": ("group S", "gain",
           "After winning a customer: if its value is 6 or less, you may shuffle it into your group deck."),
}


def _for_peers(printed: Print, texts: dict[str, tuple[str, str, str]]) -> Print:
    """The same card with the text of the Peer-to-Peer edition, in which one card copies and three search [PE-Q02]."""
    mark, timing, text = texts[printed.code]
    flag = {"9S": "copy", "9K": "search", "6T": "search", "11T": "search"}.get(printed.code, "")
    return Print(printed.code, printed.concept, printed.icon, printed.about, text, flag, mark.removesuffix(" S"),
                 timing, mark.endswith(" S"))


PEER_TO_PEER: Final[list[Print]] = [_for_peers(printed, PEER_TEXTS) for printed in GENERAL]
FIRST_PEER_TO_PEER: Final[list[Print]] = [
    _for_peers(printed, {**PEER_TEXTS, **FIRST_PEER_TEXTS}) for printed in GENERAL]
