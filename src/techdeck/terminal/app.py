"""The program `techdeck`: play, watch, replay, look things up, and serve."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final

import typer

from techdeck import __version__
from techdeck import table as engine
from techdeck.bots import BOTS
from techdeck.chance import new_seed, seed_of
from techdeck.games import GAMES, game_meant, game_named
from techdeck.lessons import lesson_names, lesson_of
from techdeck.match import Match, resumed
from techdeck.position import BadPosition, set_up
from techdeck.record import BadRecord
from techdeck.storage import StaleRecord
from techdeck.table import Game, Table
from techdeck.telling import in_a_row, plural
from techdeck.terminal.decks import build_file, check_file, decks_named, list_presets, save_preset, show_preset
from techdeck.terminal.errors import Complaint, Left
from techdeck.terminal.home import (
    PERSON,
    Keeper,
    PositionKeeper,
    game_of,
    games_folder,
    new_name,
    players_of,
    positions_folder,
    printable,
    read_record,
    read_text,
    unfinished,
    unfinished_folder,
)
from techdeck.terminal.learning import learn
from techdeck.terminal.reference import option_value, preset_options, show_cards, show_games, show_rules
from techdeck.terminal.replaying import Watching, replay_file, watch
from techdeck.terminal.screen import Screen, wants_plain
from techdeck.terminal.session import Session, told_so_far
from techdeck.terminal.verifying import verify_file

BOT_NAMES: Final = ["Cat", "Bird", "Turtle", "Squirrel", "Rabbit", "Panda"]
LONGEST_NAME: Final = 20

app = typer.Typer(
    pretty_exceptions_enable=False, add_completion=False,
    rich_markup_mode=None if wants_plain() else "rich",
    help="Card games on the Tech Deck: five games of Ben Cheung's, in the terminal.",
)

deck_commands = typer.Typer(help="Build, check and look at decks for Gears of Industry.")
app.add_typer(deck_commands, name="deck")

PlainOption = Annotated[
    bool, typer.Option("--plain", help="Lines only: no colour, no boxes; for screen readers and pipes.")]
GameArgument = Annotated[str, typer.Argument(help="The game, such as grid-poker; 'techdeck games' lists them.")]
PlayersOption = Annotated[int, typer.Option("--players", "-p", help="How many play, bots included; 1 is a solo game.")]
BotsOption = Annotated[
    list[str] | None, typer.Option("--bots", "-b", help="The level of the bots; repeated, one for each.")]
SettingsOption = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="name=value, a variant of the rules; can be repeated.")]
RulesPresetOption = Annotated[str, typer.Option(
    "--preset", help="Options that go together, such as hard; 'techdeck games' lists them. --option changes them.")]
SeedOption = Annotated[
    str, typer.Option("--seed", help="A number, or 64 hexadecimal digits, for a deal that can be repeated.")]
VersionOption = Annotated[
    bool,
    typer.Option("--version", callback=lambda wanted: _tell_version(wanted), is_eager=True,
                 help="Say the version, and whether it is the compiled build."),
]
PeopleOption = Annotated[
    int, typer.Option("--people", help="How many people share this keyboard; they have the first seats.")]
NameOption = Annotated[
    list[str] | None, typer.Option("--name", "-n", help="Your name; with several people repeat it.")]
AdvancedOption = Annotated[
    bool, typer.Option("--advanced", help="For the advanced game: two copies of a card, and 15 market cards.")]
PresetArgument = Annotated[str, typer.Argument(help="A preset, such as merchant; 'techdeck deck list' lists them.")]
DeckFileArgument = Annotated[Path, typer.Argument(help="A deck file.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Write over a file that is there.")]
AsSeatOption = Annotated[int, typer.Option("--as-seat", help="See only what this seat sees.")]
BotNamesOption = Annotated[str, typer.Option(
    "--bots", "-b", help="Bots, with commas between them: levels such as casual, or your own as module:Class.")]
LabSeedOption = Annotated[int, typer.Option("--seed", help="A number from 0; the same seed gives the same games.")]
WorkersOption = Annotated[int, typer.Option(
    "--workers", "-w", min=0, show_default=False, help="How many processes play; usually one for each processor.")]
OnOption = Annotated[str, typer.Option("--on", help="Where to play: 'ray' for a Ray cluster; usually here.")]


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"techdeck {__version__} ({_build()})")
        raise typer.Exit()


def _build() -> str:
    """Whether the core that runs was compiled."""
    return "interpreted" if str(engine.__file__).endswith(".py") else "compiled"


@app.callback()
def _begin(context: typer.Context, plain: PlainOption = False, version: VersionOption = False) -> None:
    context.obj = plain


def _screen(context: typer.Context, plain: bool) -> Screen:
    return Screen(plain or bool(context.obj) or wants_plain())


@app.command()
def play(
    context: typer.Context, game: GameArgument = "grid-poker", players: PlayersOption = 2,
    seat: Annotated[int, typer.Option("--seat", "-s", help="The seat that is yours.")] = 1,
    people: PeopleOption = 1,
    bots: BotsOption = None, preset: RulesPresetOption = "", option: SettingsOption = None, seed: SeedOption = "",
    name: NameOption = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game you left last.")] = False,
    two: Annotated[bool, typer.Option(
        "--match", help="Two games of Cyber Defense with the roles swapped; fewer guesses win.")] = False,
    plain: PlainOption = False,
) -> None:
    """Play a game with bots, alone, or with others at the same keyboard."""
    screen = _screen(context, plain)
    if resume:
        raise typer.Exit(_go_on(screen, None))
    made = _game(game, option or [], preset)
    _check_seats(made, players, people, seat)
    mine = range(people) if people > 1 else [seat - 1]
    if people == players and bots:
        raise Complaint("All seats are taken by people, so there are no bots.")
    levels = iter(_levels(made, players - people, bots or []))
    who = [PERSON if number in mine else next(levels) for number in range(players)]
    match = Match(made, _names(who, name or []), _seed(seed))
    if two and GAMES[made.name].halves is None:
        raise Complaint(f"{made.manners.title} has no roles to swap, so there is no match of two games.")
    code = play_one(screen, match, who)
    if two and match.table.is_over:
        code = play_second(screen, match, who)
    raise typer.Exit(code)


def play_one(screen: Screen, match: Match, who: list[str]) -> int:
    return Session(screen, match, who, Keeper(unfinished_folder() / new_name(match.game.name), who)).run()


def play_second(screen: Screen, first: Match, who: list[str]) -> int:
    """The second game of a match, by the same people in the other roles, and the result of both."""
    entry = GAMES[first.game.name]
    assert entry.halves is not None, "only such games have a match"
    screen.say("The second game of the match: the roles are swapped.", style="bold")
    options = {**first.game.options, **entry.again(first.game.options, first.table.members, range(len(who)))}
    names = first.record.seats
    second = Match(game_named(first.game.name, options), names, sha256(b"second game" + first.record.seed).digest())
    code = play_one(screen, second, who)
    if second.table.is_over:
        halves = [entry.halves.half(match.table) for match in (first, second)]
        screen.say(entry.halves.told(names, *halves), style="bold")
    return code


@app.command("learn")
def learn_game(context: typer.Context, game: GameArgument = "grid-poker", plain: PlainOption = False) -> None:
    """Take a guided first game, step by step."""
    name = _game(game, []).name
    if name not in lesson_names():
        raise Complaint(f"There is no lesson for {name}; there are lessons for {in_a_row(lesson_names())}.")
    raise typer.Exit(learn(_screen(context, plain), lesson_of(name)))


@app.command("resume")
def resume_game(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="The saved game; the one you left last if none is named.")] = None,
    plain: PlainOption = False,
) -> None:
    """Go on with a game that was left."""
    raise typer.Exit(_go_on(_screen(context, plain), file))


def _go_on(screen: Screen, path: Path | None) -> int:
    if path is None:
        waiting = unfinished()
        if not waiting:
            raise Complaint("There is no game to go on with. Begin one with: techdeck play grid-poker")
        path = waiting[0]
        if len(waiting) > 1:
            screen.say(f"{plural(len(waiting) - 1, 'other unfinished game')} in {path.parent}.")
    record = read_record(path)
    game = game_of(record)
    who = players_of(path, len(record.seats))
    for level in who:
        if level != PERSON:
            _levels(game, 1, [level])
    match = resumed(game, record)
    return Session(screen, match, who, Keeper(path, who), told_so_far(game, record)).run()


@app.command("watch")
def watch_bots(
    context: typer.Context, game: GameArgument = "grid-poker", players: PlayersOption = 2, bots: BotsOption = None,
    preset: RulesPresetOption = "", option: SettingsOption = None, seed: SeedOption = "",
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every action.")] = False,
    fast: Annotated[bool, typer.Option("--fast", help="As fast as they play, in lines.")] = False,
    delay: Annotated[float, typer.Option("--delay", help="Seconds between two actions.")] = 1.0,
    as_seat: AsSeatOption = 0, plain: PlainOption = False,
) -> None:
    """Watch bots play."""
    screen = _screen(context, plain)
    made = _game(game, option or [], preset)
    _check_seats(made, players, 0, max(1, as_seat))
    if not 0 <= delay <= 60:
        raise Complaint(f"The delay is from 0 to 60 seconds, not {delay:g}.")
    if as_seat < 0:
        raise Complaint(f"There is no seat {as_seat}.")
    levels = _levels(made, players, bots or [])
    match = Match(made, _names(levels, []), _seed(seed))
    side = match.table.side_of(as_seat - 1) if as_seat else match.table.sides
    keeper = Keeper(games_folder() / new_name(made.name), levels)
    raise typer.Exit(watch(screen, match, levels, side, Watching(step, fast, delay), keeper))


@app.command("replay")
def replay_game(
    context: typer.Context, file: Annotated[Path, typer.Argument(help="A saved game.")],
    as_seat: AsSeatOption = 0,
    fast: Annotated[bool, typer.Option("--fast", help="Tell it all at once.")] = False,
    at: Annotated[int, typer.Option("--at", help="The step to begin with.")] = 0,
    plain: PlainOption = False,
) -> None:
    """Step through a game that was played."""
    if as_seat < 0:
        raise Complaint(f"There is no seat {as_seat}.")
    screen = _screen(context, plain)
    raise typer.Exit(replay_file(screen, file, as_seat, fast or not (screen.answers or _has_input()), at))


@app.command("verify")
def verify_game(
    context: typer.Context, file: Annotated[Path, typer.Argument(help="A saved game.")],
    commitment: Annotated[
        str, typer.Option("--commitment", help="What you were shown before the deal, to compare.")] = "",
    plain: PlainOption = False,
) -> None:
    """Check that a game was dealt as promised, and came out as it is written.

    It ends with 0 if all is well, 3 if the commitment does not fit the secret or is not the one you were shown, 4 if
    the seed does not follow from the secret and the players' parts, 5 if the game does not replay to its result, 6 if
    it was played by rules that this version does not have, 7 if a commitment is to be compared and there is none, and
    2 if the file is no record.
    """
    raise typer.Exit(verify_file(_screen(context, plain), file, commitment))


def _has_input() -> bool:
    """Whether steps can be read, though nobody sits there."""
    try:
        return not sys.stdin.closed and not os.path.samestat(os.fstat(sys.stdin.fileno()), os.stat(os.devnull))
    except (OSError, ValueError):
        return not sys.stdin.closed


@app.command("position")
def play_position(
    context: typer.Context, file: Annotated[Path, typer.Argument(help="A written position.")],
    seat: Annotated[int, typer.Option("--seat", "-s", help="The seat that is yours.")] = 1,
    people: PeopleOption = 1,
    bots: BotsOption = None, option: SettingsOption = None, seed: SeedOption = "0", plain: PlainOption = False,
) -> None:
    """Play on from a written position."""
    screen = _screen(context, plain)
    text = read_text(file, "position")
    first = next((line.split("#")[0].strip() for line in text.splitlines() if line.split("#")[0].strip()), "")
    made = _game(first.partition(",")[0].strip() or "?", option or [])
    try:
        table = set_up(made, text, _seed(seed))
    except (AssertionError, LookupError, TypeError, ValueError) as error:  # what a position can get wrong in any rule
        if isinstance(error, BadPosition):
            raise
        raise Complaint(f"{file} is not a position that can be played: {error}.") from None
    seats = sum(len(members) for members in table.members)
    _check_seats(made, seats, people, seat)
    mine = range(people) if people > 1 else [seat - 1]
    levels = iter(_levels(made, seats - people, bots or []))
    who = [PERSON if number in mine else next(levels) for number in range(seats)]
    raise typer.Exit(_play_on(screen, made, table, who, _seed(seed)))


def _play_on(screen: Screen, game: Game, table: Table, who: list[str], seed: bytes) -> int:
    match = Match(game, _names(who, []), seed)
    match.table, match.events = table, []
    keeper = PositionKeeper(positions_folder() / new_name(game.name, ".txt"), who)
    return Session(screen, match, who, keeper).run()


@app.command()
def cards(
    context: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(help="A card such as 9K, or 'search' and words.")] = None,
    plain: PlainOption = False,
) -> None:
    """Look at the deck, at one card, or search it."""
    show_cards(_screen(context, plain), words or [])


@app.command()
def rules(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="A page of the rulebook, such as grid-poker or deck.")],
    words: Annotated[list[str] | None, typer.Argument(help="A clause such as R34, or words to look for.")] = None,
    plain: PlainOption = False,
) -> None:
    """Read the rules of a game."""
    show_rules(_screen(context, plain), game, words or [])


@app.command()
def games(context: typer.Context, plain: PlainOption = False) -> None:
    """List the games with their options."""
    show_games(_screen(context, plain))


@deck_commands.callback(invoke_without_command=True)
def _begin_with_decks(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@deck_commands.command("list")
def list_decks(context: typer.Context, plain: PlainOption = False) -> None:
    """List the presets with their plans."""
    list_presets(_screen(context, plain))


@deck_commands.command("show")
def show_deck(context: typer.Context, preset: PresetArgument, plain: PlainOption = False) -> None:
    """Look at a preset."""
    show_preset(_screen(context, plain), preset)


@deck_commands.command("check")
def check_deck(
    context: typer.Context, file: DeckFileArgument, advanced: AdvancedOption = False, plain: PlainOption = False,
) -> None:
    """Say whether a deck file is legal, or all that is wrong with it."""
    raise typer.Exit(check_file(_screen(context, plain), file, advanced))


@deck_commands.command("save")
def save_deck(
    context: typer.Context, preset: PresetArgument, file: DeckFileArgument, force: ForceOption = False,
    plain: PlainOption = False,
) -> None:
    """Write a preset as a deck file to start from."""
    save_preset(_screen(context, plain), preset, file, force)


@deck_commands.command("build")
def build_deck(
    context: typer.Context, file: DeckFileArgument, advanced: AdvancedOption = False, force: ForceOption = False,
    plain: PlainOption = False,
) -> None:
    """Build a deck step by step, and write it as a deck file."""
    raise typer.Exit(build_file(_screen(context, plain), file, advanced, force))


@deck_commands.command("compare")
def compare_decks(
    context: typer.Context,
    decks: Annotated[list[str] | None, typer.Argument(help="Presets and deck files; all presets if none is named.")]
    = None,
    advanced: AdvancedOption = False,
    games: Annotated[int, typer.Option("--games", help="How many games each pair plays; an even number.")] = 100,
    seed: LabSeedOption = 1, workers: WorkersOption = 0, plain: PlainOption = False,
) -> None:
    """Let casual bots play decks against each other, every pair from both seats.

    \b
      techdeck deck compare
      techdeck deck compare merchant ladder mine.txt --games 200
    """
    with _lab():
        from techdeck.terminal import simulating

        found = decks_named(decks or [], advanced)
        code = simulating.compare_decks(_screen(context, plain), found, advanced, games, seed, workers)
    raise typer.Exit(code)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True}, add_help_option=False)
def measure(context: typer.Context) -> None:
    """Measure how often a bot wins: measure grid-poker --bot casual --against random."""
    from techdeck.bots import measure as measuring

    raise typer.Exit(measuring.main(context.args))


@app.command()
def simulate(
    context: typer.Context, game: GameArgument,
    games: Annotated[int, typer.Option("--games", "-g", help="How many games.")] = 1000,
    bots: BotNamesOption = "random",
    seats: Annotated[int, typer.Option(
        "--seats", show_default=False, help="How many play; usually one for each bot, or two.")] = 0,
    preset: RulesPresetOption = "", option: SettingsOption = None, seed: LabSeedOption = 1,
    first: Annotated[int, typer.Option("--first", help="The number of the first game.")] = 0,
    rotate: Annotated[bool, typer.Option(
        "--rotate", help="Play every deal once with the bots at each place, so that luck with cards cancels out.",
    )] = False,
    workers: WorkersOption = 0, on: OnOption = "",
    out: Annotated[Path | None, typer.Option("--out", help="The Parquet file; usually GAME.parquet.")] = None,
    decisions: Annotated[bool, typer.Option("--decisions", help="Also a row for each decision.")] = False,
    effects: Annotated[bool, typer.Option("--effects", help="Also a row for each use of an effect.")] = False,
    keep: Annotated[str, typer.Option(
        "--keep", help="Keep records of some games: a condition such as 'decisions > 400 and winner == 2'.")] = "",
    force: ForceOption = False, plain: PlainOption = False,
) -> None:
    """Let bots play many games, and keep a row of each in a Parquet file.

    A run that was interrupted goes on when the same command is given again. docs/simulation.md says what is in a row,
    and how to ask questions.

    \b
      techdeck simulate grid-poker --games 100000 --seats 4
      techdeck simulate tech-exchange --bots casual,casual,random --option form=live --effects
    """
    _check_where(on)
    with _lab():
        from techdeck.lab.plan import simulation
        from techdeck.terminal import simulating

        made = _game(game, option or [], preset)
        plan = simulation(
            made, seats, _names_of_bots(bots), games=games, seed=seed, first=first, rotate=rotate, keep=keep,
            decisions=decisions, effects=effects)
        file = out or Path(f"{made.name.replace(' ', '-')}.parquet")
        code = simulating.simulate(_screen(context, plain), plan, file, workers, on, force)
    raise typer.Exit(code)


@app.command()
def tournament(
    context: typer.Context,
    games: Annotated[list[str] | None, typer.Argument(help="The games; all of them if none is named.")] = None,
    bots: BotNamesOption = "",
    deals: Annotated[int, typer.Option("--deals", help="How many deals; each is played from every place.")] = 20,
    seats: Annotated[int, typer.Option("--seats", show_default=False, help="How many play; usually two.")] = 0,
    option: SettingsOption = None, seed: LabSeedOption = 1, workers: WorkersOption = 0, on: OnOption = "",
    out: Annotated[Path, typer.Option("--out", help="The folder for games, ratings and picture.")] = Path("tournament"),
    picture: Annotated[Path | None, typer.Option("--picture", help="The picture: a .svg, .png or .html file.")] = None,
    force: ForceOption = False, plain: PlainOption = False,
) -> None:
    """Let bots play against each other, every pair on the same deals, and rate them.

    \b
      techdeck tournament
      techdeck tournament grid-poker cyber-defense --bots random,casual,mybots:Clever --deals 100
    """
    _check_where(on)
    with _lab():
        from techdeck.lab.tournament import tournament as plans_of
        from techdeck.lab.tournament import usual_bots
        from techdeck.terminal import simulating

        made = [_game(name, option or []) for name in games or GAMES]
        plans = plans_of(made, _names_of_bots(bots) if bots else usual_bots(made), deals, seed, seats)
        code = simulating.hold_tournament(
            _screen(context, plain), plans, out, picture or out / "ratings.svg", workers, on, force)
    raise typer.Exit(code)


@contextmanager
def _lab() -> Iterator[None]:
    """What goes wrong in the lab, as sentences; it is brought in only when somebody wants it."""
    from techdeck.lab.plan import Refused

    try:
        yield
    except Refused as error:
        raise Complaint(str(error)) from None
    except ModuleNotFoundError as error:
        raise Complaint(f"The lab needs the package {error.name}; pip install 'techdeck[lab]' brings it.") from None


def _names_of_bots(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _check_where(on: str) -> None:
    if on not in ("", "ray"):
        raise Complaint(f"Games are played here, or on ray, not on {on!r}.")


@app.command()
def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(
        "--host", help="Where to listen: 127.0.0.1 is for this computer alone, 0.0.0.0 lets your network in.",
    )] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port; 0 takes one that is free.")] = 8484,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser when it is ready.")] = False,
    database: Annotated[str, typer.Option(
        "--database", envvar="TECHDECK_DATABASE",
        help="A file, or a URL such as postgresql://user@host/name. Without it, tables.db with your other games.",
    )] = "",
    redis: Annotated[str, typer.Option(
        "--redis", envvar="TECHDECK_REDIS",
        help="A URL such as redis://host, through which several servers with one PostgreSQL tell each other.",
    )] = "",
    public: Annotated[bool, typer.Option(
        "--public", help="People come over https, through a proxy: cookies are sent only there.")] = False,
    grace: Annotated[float, typer.Option(
        "--grace", min=0, help="Seconds until a bot plays for somebody who is away.")] = 60.0,
    bot_pace: Annotated[float, typer.Option(
        "--bot-pace", min=0, max=60, help="About how many seconds bots wait before they answer.")] = 1.0,
    bot_processes: Annotated[int, typer.Option(
        "--bot-processes", min=1, max=64, help="How many processes think for the bots.")] = 1,
    rooms_per_address: Annotated[int, typer.Option(
        "--tables-per-address", min=1, help="How many tables one address may open in an hour; more for a school.",
    )] = 20,
    clients_per_address: Annotated[int, typer.Option(
        "--connections-per-address", min=1, help="How many connections one address may have.")] = 100,
    log: Annotated[
        str, typer.Option("--log", help="How the log is written: text or json. It goes to stderr.")] = "text",
    plain: PlainOption = False,
) -> None:
    """Run a server: people play in their browsers, here or in the whole house.

    It needs nothing besides itself, keeps every game, and goes on with all tables when it is started again.

    \b
    At home, for this computer, and for phones in the same network:
      techdeck serve --open
      techdeck serve --host 0.0.0.0

    \b
    For a club, behind a web server that speaks https (docs/running-a-server.md says how):
      techdeck serve --public --database /var/lib/techdeck/tables.db --log json

    \b
    With PostgreSQL, and two servers for the same tables with Redis between them:
      techdeck serve --database postgresql://techdeck@localhost/techdeck
      techdeck serve --port 8485 --database postgresql://... --redis redis://localhost
    """
    try:
        from techdeck.server import running
        from techdeck.server.settings import Settings
    except ModuleNotFoundError as error:
        raise Complaint(f"The server needs the package {error.name}, which is not installed.") from None
    if log not in running.LOGS:
        raise Complaint(f"The log is written as {in_a_row(list(running.LOGS))}, not as {log!r}.")
    settings = Settings(
        database=running.database_url(database), redis=redis, is_public=public, grace=grace, bot_pace=bot_pace,
        bot_processes=bot_processes, rooms_per_address=rooms_per_address, clients_per_address=clients_per_address,
    )
    running.serve(settings, host, port, form=log, browser=open_browser, plain=_screen(context, plain).plain)


# What the options mean

def _game(name: str, settings: Sequence[str], preset: str = "") -> Game:
    try:
        plain = game_meant(name)
    except ValueError as error:
        raise Complaint(str(error)) from None
    values = preset_options(GAMES[plain], preset) if preset else {}
    for setting in settings:
        option, equals, value = setting.partition("=")
        if not equals:
            raise Complaint(f"An option is written name=value, not {setting!r}. 'techdeck games' lists the options.")
        key = option.strip().replace("-", "_").casefold()
        values[key] = option_value(GAMES[plain], key, value.strip())
    return game_named(plain, values)


def _check_seats(game: Game, players: int, people: int, seat: int) -> None:
    if players not in game.seats:
        raise Complaint(game.why_not_for(players))
    if not 1 <= seat <= players:
        raise Complaint(f"There is no seat {seat} at a table of {players}.")
    if not 0 <= people <= players:
        raise Complaint(f"At a table of {players} there cannot be {plural(people, 'person', 'people')}.")
    if people > 1 and seat != 1:
        raise Complaint("Several people have the first seats; --seat is for one person.")


def _levels(game: Game, count: int, wanted: Sequence[str]) -> list[str]:
    """The level of each bot: one said for all, or one for each."""
    known = BOTS.get(game.name, {})
    for level in wanted:
        if level not in known:
            raise Complaint(f"There are no {level!r} bots for {game.manners.title}; there are {in_a_row(list(known))}.")
    if not wanted:
        return ["casual" if "casual" in known else "random"] * count
    if len(wanted) == 1:
        return [wanted[0]] * count
    if len(wanted) != count:
        raise Complaint(f"There are {plural(count, 'bot')}, but {plural(len(wanted), 'level')} for them.")
    return list(wanted)


def _names(who: Sequence[str], given: Sequence[str]) -> list[str]:
    """A name for each seat: people's own, animals for bots."""
    for name in given:
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise Complaint(f"A name has 1 to {LONGEST_NAME} letters, not {name!r}.")
    people = who.count(PERSON)
    if len(given) > people:
        raise Complaint(f"There are {plural(len(given), 'name')} for {plural(people, 'person', 'people')}.")
    free = [animal for animal in BOT_NAMES if animal not in given]
    names = []
    own = iter([*given, *[f"Player {number}" for number in range(len(given) + 1, people + 1)]])
    for player in who:
        names.append(next(own).strip() if player == PERSON else free.pop(0))
    if len(set(names)) != len(names):
        raise Complaint("Two players cannot have the same name.")
    return names


def _seed(text: str) -> bytes:
    """:raises Complaint: if it is no seed."""
    if not text:
        return new_seed()
    try:
        if len(text) == 64:
            return seed_of(text)
        return seed_of(int(text))
    except ValueError:
        raise Complaint(f"A seed is a number from 0, or 64 hexadecimal digits, not {text!r}.") from None


EXPECTED: Final = (Complaint, BadRecord, StaleRecord, BadPosition)  # each is a sentence


def main(words: Sequence[str] | None = None) -> int:
    """Run the program; expected errors are one sentence on stderr and exit code 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = typer.main.get_command(app).main(
            args=list(sys.argv[1:] if words is None else words) or ["--help"], prog_name="techdeck",
            standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except BrokenPipeError:
        _close_stdout()
        return 1
    except (KeyboardInterrupt, Left):
        print("Goodbye.", file=sys.stderr)
        return 130
    except (typer.Abort, EOFError):
        return 1
    except EXPECTED as error:
        return _complain(str(error))
    except Exception as error:
        wrong_usage = getattr(error, "format_message", None)  # typer's own complaints have one
        if wrong_usage is None:
            raise
        return _complain(f"{wrong_usage().rstrip('.')}. 'techdeck --help' shows how.")


def _complain(sentence: str) -> int:
    words = printable(sentence.replace("\n", " "))
    print(words if words.endswith((".", "?", "!")) else f"{words}.", file=sys.stderr)
    return 2


def _close_stdout() -> None:
    """Nobody reads any more: let nothing be written when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
