import numpy as np

from pokerdata import combination_index, parse_cards
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION, CLASS_SIZES


def test_every_class_has_its_combinations():
    assert len(set(CLASS_NAMES)) == 169
    assert CLASS_SIZES.sum() == 1326
    for name, size in zip(CLASS_NAMES, CLASS_SIZES, strict=True):
        assert size == (6 if len(name) == 2 else 4 if name[2] == "s" else 12)


def test_a_combination_has_the_class_its_cards_spell():
    ranks = "23456789TJQKA"
    for high in range(52):
        for low in range(high):
            spelled = ranks[high // 4] + ranks[low // 4]
            if high // 4 != low // 4:
                spelled += "s" if high % 4 == low % 4 else "o"
            assert CLASS_NAMES[CLASS_OF_COMBINATION[high * (high - 1) // 2 + low]] == spelled


def test_named_corners():
    for text, number in (("As Ah", 0), ("As Ks", 1), ("As Kd", 13), ("2c 2d", 168), ("3s 2s", 155)):
        assert CLASS_OF_COMBINATION[combination_index(parse_cards(text))] == number
    assert CLASS_OF_COMBINATION.dtype == np.uint8
