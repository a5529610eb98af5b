"""Misbehaving bots: each is named as the cause, and no code of a bot decides how a command ends."""

import sys
import threading
from contextlib import suppress
from typing import Any

import pytest

from pokerdata.errors import MatchError
from pokerdata.games import table_rules
from pokerdata.matches.table import play_at_table
from pokerdata.players import find_player
from pokerdata.players.acpc import Dealer, connect
from pokerdata.players.session import Session

KUHN = table_rules("kuhn")


class _Nameless(type):
    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise RuntimeError("no name")


class _OddError(Exception, metaclass=_Nameless):
    @property
    def args(self) -> Any:  # type: ignore[override]
        sys.exit(0)


class _Text(str):
    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, _: object) -> bool:
        sys.exit(0)

    def __getitem__(self, _: object) -> str:
        sys.exit(0)


class Bot:
    def __init__(self, error: BaseException | None = None, answer: Any = "c") -> None:
        self.error, self.answer = error, answer

    def act(self, _: object) -> Any:
        if self.error is not None:
            raise self.error
        return self.answer


ERRORS = [SystemExit(0), GeneratorExit(), BaseException("x"), ValueError(10**5000), _OddError("a")]
ANSWERS = [None, 10**5000, "r" + "9" * 10**6, "\ud800", _Text("c"), _OddError("a")]


def at_dealer(bot: Any) -> None:
    with Dealer("kuhn", "AB", hands=5) as dealer:

        def other() -> None:
            with suppress(MatchError):
                connect(find_player("random", KUHN), KUHN, port=dealer.ports[1])

        def run() -> None:
            with suppress(MatchError):
                dealer.run()

        threads = [threading.Thread(target=one, daemon=True) for one in (other, run)]
        for thread in threads:
            thread.start()
        try:
            connect(bot, KUHN, port=dealer.ports[0])
        finally:
            for thread in threads:
                thread.join(20)


@pytest.mark.parametrize("error", ERRORS, ids=range(len(ERRORS)))
def test_exceptions_of_all_kinds(error):
    with pytest.raises(MatchError, match="failed"):
        at_dealer(Bot(error))
    session = Session(KUHN, [Bot(error)], ("you", "bot"), 1)
    session.deal()
    with pytest.raises(MatchError, match="bot failed"):
        session.act("c")
    forfeit = play_at_table([Bot(error), "random"], KUHN, deals=2).forfeit
    assert forfeit is not None
    assert forfeit.player == 0


@pytest.mark.parametrize("answer", ANSWERS, ids=range(len(ANSWERS)))
def test_answers_of_all_kinds(answer):
    with pytest.raises(ValueError) as found:
        at_dealer(Bot(answer=answer))
    assert len(str(found.value)) < 1000
    session = Session(KUHN, [Bot(answer=answer)], ("you", "bot"), 1)
    session.deal()
    assert session.act("c").history == "cc"
    assert play_at_table([Bot(answer=answer), "random"], KUHN, deals=2).forfeit is None


def test_classes_that_make_no_bot(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(
        "import sys\n"
        "class Made:\n    def __init__(self): raise GeneratorExit\n    def act(self, state): return 'c'\n"
        "class Act:\n    act = property(lambda self: sys.exit(0))\n"
        "class Any:\n    def act(self, state): return 'c'\n    def __getattr__(self, key): raise RuntimeError\n"
    )
    for name in ("Made", "Act", "Any"):
        with pytest.raises(ValueError, match=r"bots\.py, line"):
            find_player(f"{path}:{name}", KUHN, trust=True)


def test_a_bot_that_fails_as_it_is_closed(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(
        "import sys\nclass Bot:\n    def act(self, state): return 'c'\n    def close(self): sys.exit(0)\n"
    )
    with pytest.raises(MatchError, match="SystemExit"):
        play_at_table([f"{path}:Bot", "random"], KUHN, deals=2, trust=True)
