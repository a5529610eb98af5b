"""RoShamBo: bots, exact expectations, Iocaine Powder compared with the published program, and teams by UCB1."""

from itertools import product

import numpy as np
import pytest

from studies import study_module

bots = study_module("roshambo", "bots")
exact = study_module("roshambo", "exact")
iocaine = study_module("roshambo", "iocaine")
losses = study_module("roshambo", "losses")
playing = study_module("roshambo", "playing")
program = study_module("roshambo", "program")
sequences = study_module("roshambo", "sequences")
table = study_module("roshambo", "table")

BY_NAME = {bot.name: bot for bot in bots.BOTS}
RULES = {name: bot.rule for name, bot in BY_NAME.items() if bot.rule is not None}


def gain(own: int, other: int) -> int:
    """Return the result by the written rules."""
    beats = {(0, 2), (1, 0), (2, 1)}  # rock scissors, paper rock, scissors paper
    return ((own, other) in beats) - ((other, own) in beats)


def test_who_beats_whom() -> None:
    for own, other in product(range(3), repeat=2):
        assert bots.won(np.int8(own), np.int8(other)) == bots.GAIN[own, other] == gain(own, other)


def test_digits_of_pi() -> None:
    digits = "31415926535897932384626433832795028841971693993751"
    expected = [int(d) % 3 for d in digits if d != "0"]
    assert sequences.pi_throws()[: len(expected)].tolist() == expected
    # the 762nd to 767th decimals are nines
    decimals = sequences._pi_digits(1000)[1:]
    assert decimals[761:767] == "999999"


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_de_bruijn_sequences(order: int) -> None:
    for seed in range(5):
        circle = sequences.de_bruijn(order, np.random.default_rng(seed)).tolist()
        assert len(circle) == 3**order
        doubled = circle * 2
        assert len({tuple(doubled[i : i + order]) for i in range(len(circle))}) == 3**order


def test_the_text_is_long_enough() -> None:
    letters = [c for c in sequences.TEXT if c.isalpha()]
    assert letters[:4] == list("Four")
    assert len(letters) >= sequences.ROUNDS
    assert sequences.text_throws()[:4].tolist() == [5 % 3, 14 % 3, 20 % 3, 17 % 3]


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_chances_are_chances(name: str) -> None:
    seat = BY_NAME[name].sit(7, np.random.default_rng(0))
    throws = np.random.default_rng(1).integers(0, 3, (2, 7, 300), dtype=np.int8)
    for n in range(300):
        chances = seat(throws[0, :, :n], throws[1, :, :n])
        assert chances.shape == (7, 3)
        assert chances.min() >= -1e-12
        assert chances.sum(axis=1) == pytest.approx(1)


def counted(own: list[int], other: list[int], name: str) -> list[float] | None:
    """Return probabilities of the counting bots from their descriptions, in plain Python; None for uniform throws."""
    n = len(own)
    if name == "Flat":
        counts = [own.count(throw) for throw in range(3)]
        rarest = [throw for throw in range(3) if counts[throw] == min(counts)]
        if len(rarest) == 3:
            return None
        return [{1: 0.8, 2: 0.45}[len(rarest)] if throw in rarest else 0.1 for throw in range(3)]
    if name == "Beat frequent":
        most = max(range(3), key=lambda throw: (other.count(throw), throw))
        return [float(throw == (most + 1) % 3) for throw in range(3)]
    assert name == "Anti-rotn"
    score = 0
    turns = [0, 0, 0]
    for i in range(n):
        score += gain(own[i], other[i])
        if i:
            turns[(other[i] - other[i - 1]) % 3] += 1
    if score < -40 or len(set(turns)) == 1:
        return None
    low, middle, high = sorted(turns)
    most, least = turns.index(high), turns.index(low)
    answers = []
    if high - middle >= middle - low:
        answers.append((other[-1] + most + 1) % 3)
    if high - middle <= middle - low:
        loses_only_to = next(x for x in range(3) if gain((other[-1] + least) % 3, x) == 1)
        answers.append(loses_only_to)
    return [answers.count(throw) / len(answers) for throw in range(3)]


@pytest.mark.parametrize("name", ["Flat", "Beat frequent", "Anti-rotn"])
def test_bots_that_count(name: str) -> None:
    random = np.random.default_rng(5)
    seat = BY_NAME[name].sit(20, random)
    own = random.integers(0, 3, (20, 250), dtype=np.int8)
    other = (own + random.choice(3, own.shape, p=(0.4, 0.4, 0.2))).astype(
        np.int8
    ) % 3  # the opponent wins on average
    for n in range(250):
        chances = seat(own[:, :n], other[:, :n])
        for row in range(20):
            expected = counted(own[row, :n].tolist(), other[row, :n].tolist(), name)
            assert chances[row] == pytest.approx(1 / 3 if expected is None else expected), (row, n)


def test_add_react_turns_when_it_loses() -> None:
    """It turns after three losses at once, then after one in ten; and not before."""
    seat = BY_NAME["Add-react"].sit(1, np.random.default_rng(0))
    own, other = np.zeros((1, 60), np.int8), np.ones((1, 60), np.int8)  # loses every round
    likely = [int(seat(own[:, :n], other[:, :n]).argmax()) for n in range(1, 60)]
    assert likely[:9] == [1, 1, 0, 0, 0, 2, 2, 2, 1]
    even = BY_NAME["Add-react"].sit(1, np.random.default_rng(0))
    assert {int(even(own[:, :n], own[:, :n]).argmax()) for n in range(1, 60)} == {0}  # never without losses


def enumerated(first, second, rounds: int) -> tuple[float, float]:
    """Return mean and second moment over all plays of some rounds."""
    mean = square = 0.0

    def walk(n: int, own: int, other: int, chance: float, score: int) -> None:
        nonlocal mean, square
        if n == rounds:
            mean, square = mean + chance * score, square + chance * score**2
            return
        ours = first(n, np.array([own]), np.array([other]))[0]
        theirs = second(n, np.array([other]), np.array([own]))[0]
        for x, y in product(range(3), repeat=2):
            if ours[x] * theirs[y] > 0:
                walk(n + 1, x, y, chance * ours[x] * theirs[y], score + gain(x, y))

    walk(0, 0, 0, 1.0, 0)
    return mean, square


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Switch-a-lot", "Copy-drift"),
        ("20-20-60", "Add-drift"),
        ("Foxtrot", "Beat last"),
        ("Pi", "Copy-drift"),
    ],
)
def test_moments_are_those_of_all_plays(first: str, second: str) -> None:
    mean, square = enumerated(RULES[first], RULES[second], 4)
    found = exact.moments(RULES[first], RULES[second], 4)
    assert found[0] == pytest.approx(mean)
    assert found[1] ** 2 == pytest.approx(square - mean**2)


def test_moments_that_are_known() -> None:
    for name in RULES:
        mean, deviation = exact.moments(RULES["Random"], RULES[name])
        assert mean == pytest.approx(0, abs=1e-9)
        assert deviation == pytest.approx((2000 / 3) ** 0.5)
    assert exact.moments(RULES["20-20-60"], RULES["Rock"])[0] == pytest.approx(-400)
    assert exact.moments(RULES["Beat last"], RULES["Rock"]) == (1000, 0)
    pi, text = sequences.pi_throws().tolist(), sequences.text_throws().tolist()
    assert exact.moments(RULES["Pi"], RULES["Text"])[0] == sum(map(gain, pi, text))


def test_matches_are_those_of_the_moments() -> None:
    for k, (first, second) in enumerate(
        [("Switch-a-lot", "Copy-drift"), ("Beat last", "20-20-60"), ("Foxtrot", "Add-drift")]
    ):
        mean, deviation = exact.moments(RULES[first], RULES[second], 200)
        won = playing.play(BY_NAME[first], BY_NAME[second], 400, k, 200)[1]
        assert abs(won.mean() - mean) < 4 * deviation / 20
        assert won.std() == pytest.approx(deviation, rel=0.15)


def best_by_recursion(rule, rounds: int, n: int = 0, own: int = 0, other: int = 0) -> float:
    """Return the most that can be won from a bot, by plain search."""
    if n == rounds:
        return 0.0
    chances = rule(n, np.array([own]), np.array([other]))[0]
    best = -1.0 * rounds
    for x in range(3):
        after = [gain(x, y) + best_by_recursion(rule, rounds, n + 1, y, x) for y in range(3)]
        best = max(best, float(chances @ after))
    return best


@pytest.mark.parametrize("name", ["Switch-a-lot", "Copy-drift", "Add-drift", "Foxtrot", "20-20-60"])
def test_best_responses(name: str) -> None:
    assert exact.most_won(RULES[name], 4) == pytest.approx(best_by_recursion(RULES[name], 4))


def test_most_won_of_flat() -> None:
    """This agrees with all plays of a few rounds, and with matches of many rounds."""

    def walk(counts: tuple[int, ...], left: int) -> float:
        if not left:
            return 0.0
        odds = bots.flat_chances(np.array(counts))
        best = max(float(odds @ [gain(x, y) for y in range(3)]) for x in range(3))
        after = [tuple(c + (k == y) for k, c in enumerate(counts)) for y in range(3)]
        return best + float(odds @ [walk(counts, left - 1) for counts in after])

    assert exact.most_won_of_flat(7)[0] == pytest.approx(walk((0, 0, 0), 7))
    value, lost = exact.most_won_of_flat()
    assert lost < 1e-9
    expected = playing.known(BY_NAME["Flat"], 100, 3)
    assert abs(expected.mean() - value) < 4 * expected.std() / 10


def test_most_won_above_a_floor() -> None:
    """This agrees with recursion over a few rounds."""

    def walk(score: int, left: int) -> float:
        if not left:
            return 0.0
        if score >= -2:
            return 1 + walk(score - 1, left - 1)
        return sum(walk(score + step, left - 1) for step in (-1, 0, 1)) / 3

    assert exact.most_won_above(-2, 9) == pytest.approx(walk(0, 9))
    expected = playing.known(BY_NAME["Anti-rotn"], 100, 4)
    assert 40 < expected.mean() < exact.most_won_above(-40) + 4 * expected.std() / 10


def test_who_is_blind() -> None:
    blind = {name for name, rule in RULES.items() if table.is_blind(rule)}
    assert blind == {*RULES} - {"Copy-drift", "Add-drift", "Beat last"}


def test_flat_wins_nothing_of_the_blind() -> None:
    """Sampling confirms scores that the study states without sampling."""
    for k, name in enumerate(("Pi", "Switch-a-lot")):
        won = playing.play(BY_NAME["Flat"], BY_NAME[name], 400, 10 + k, 200)[1]
        assert abs(won.mean()) < 4 * won.std() / 20
        assert table.exact(BY_NAME["Flat"], BY_NAME[name]).mean == 0
    assert table.exact(BY_NAME["Flat"], BY_NAME["Copy-drift"]) is None


def test_scores_of_both_sides() -> None:
    scores = table.simple_scores(2, 20)
    names = [bot.name for bot in bots.CONTEST]
    assert set(scores) == {(a, b) for a in names for b in names if a != b}
    for (a, b), score in scores.items():
        assert scores[b, a].mean == -score.mean
        assert scores[b, a].error == score.error


def test_throws_of_the_published_program() -> None:
    matches = program.original()["match"]
    assert program.replayed(matches, as_described=False) == (6000, 0)
    assert program.replayed(matches, as_described=True)[1] > 1000
    for match in matches:  # and the throws of its bots are possible
        own, other = (np.array([[int(c) for c in match[key]]], np.int8) for key in ("other", "own"))
        seat = BY_NAME[match["bot"]].sit(1, np.random.default_rng(0))
        chances = [seat(own[:, :n], other[:, :n])[0, own[0, n]] for n in range(1000)]
        assert min(chances) > 0.05


def guesses_by_search(own: list[int], other: list[int], chance: int, windows: bool) -> list[int]:
    """Return the guesses by the description, in plain Python."""
    found = []
    n = len(own)
    pairs = list(zip(own, other, strict=True))
    for age in iocaine.AGES:
        for throws in (own, other):
            for history in (own, other, pairs):
                best, length = None, 0
                for end in range(n - 1, max(0, n - age), -1):  # rounds before the last, the latest first
                    same = 0
                    while same < end and history[end - 1 - same] == history[n - 1 - same]:
                        same += 1
                    if same > length:
                        best, length = throws[end], same
                found.append(chance if best is None else best)
            looked = throws[-age:] if windows else throws
            found.append(max(range(3), key=lambda throw: (looked.count(throw), -throw)))
    return [*found, chance, 0]


@pytest.mark.parametrize("windows", [False, True])
def test_guesses(windows: bool) -> None:
    random = np.random.default_rng(8)
    own, other = random.integers(0, 3, (2, 4, 60), dtype=np.int8)
    other[0] = np.resize([0, 1, 1, 2], 60)
    guesses = iocaine.Guesses(4, random, windows=windows)
    for n in range(60):
        chance = random.integers(0, 3, 4, dtype=np.int8)
        found = guesses.next(own[:, :n], other[:, :n], chance)
        for row in range(4):
            expected = guesses_by_search(
                own[row, :n].tolist(), other[row, :n].tolist(), int(chance[row]), windows
            )
            assert found[row].tolist() == expected, (row, n)


def test_a_leader_and_a_team_find_the_answer_to_rock() -> None:
    for bot in (iocaine.leader("leader", iocaine.SEVEN), iocaine.team("team", iocaine.SEVEN)):
        won = playing.play(bot, BY_NAME["Rock"], 20, 1, 300)[1]
        assert won.mean() > 250
    everybody = iocaine.team("team", iocaine.EVERY)
    throws = playing.play(everybody, BY_NAME["Rock"], 3, 1, 300)[0]
    assert np.bincount(throws[0].ravel(), minlength=3).min() > 100  # it still tries each twice
