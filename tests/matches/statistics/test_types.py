"""Types of players follow the rules, and stay unknown while an interval contains a boundary."""

import pytest

from pokerdata.matches.statistics import TYPE_RULES, Share, TypeRules

MANY = 100_000


def share(value, opportunities=MANY):
    return Share(round(value * opportunities), opportunities)


@pytest.mark.parametrize(
    ("vpip", "aggression", "name"),
    [
        (0.6, 0.3, "calling station"),
        (0.6, 0.6, "LAG"),
        (0.6, 0.9, "maniac"),
        (0.6, 0.75, "LAG or maniac"),
        (0.15, 0.3, "rock"),
        (0.15, 0.6, "TAG"),
        (0.15, 0.9, "TAG"),
        (0.28, 0.6, "not known (aggressive)"),
        (0.15, 0.5, "not known (tight)"),
        (0.28, 0.5, "not known"),
    ],
)
def test_types_at_a_table_of_six(vpip, aggression, name):
    assert str(TYPE_RULES.type_of({6: share(vpip)}, share(aggression))) == name


def test_few_hands_tell_nothing():
    found = TYPE_RULES.type_of({6: Share(3, 10)}, Share(4, 8))
    assert (found.name, found.looseness, found.aggression) == ("not known",) * 3
    assert str(TYPE_RULES.type_of({}, Share(0, 0))) == "not known"


def test_looseness_depends_on_the_number_of_players():
    types = [TYPE_RULES.type_of({n: share(0.35)}, share(0.6)).looseness for n in range(2, 11)]
    assert types == ["tight"] * 3 + ["loose"] * 6
    both = TYPE_RULES.type_of({2: share(0.35), 6: share(0.35)}, share(0.6))
    assert str(both) == "not known (aggressive)"
    assert TYPE_RULES.type_of({2: share(0.7), 6: Share(3, 10)}, share(0.6)).name == "LAG"
    assert list(TYPE_RULES.loose.values()) == sorted(TYPE_RULES.loose.values(), reverse=True)


def test_borders_are_parameters():
    rules = TypeRules(loose={6: 0.5}, aggressive=0.4, maniac=0.5)
    assert str(rules.type_of({6: share(0.45)}, share(0.45))) == "TAG"
    assert str(rules.type_of({6: share(0.6)}, share(0.6))) == "maniac"
    assert str(rules.type_of({3: share(0.6)}, share(0.6))) == "not known (aggressive)"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"loose": {1: 0.5}}, "loose: expected 2 to 10 players"),
        ({"loose": {6: 1.0}}, "loose, 6 players: expected a share above 0"),
        ({"aggressive": 0.0}, "aggressive: expected a share"),
        ({"maniac": 0.4}, "maniac: expected at least the border of aggressive"),
    ],
)
def test_rules_that_are_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        TypeRules(**arguments)
