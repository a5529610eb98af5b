"""Throws that are fixed before a match: digits of pi, an English text, and De Bruijn sequences."""

from __future__ import annotations

from itertools import islice

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import Use, generator

ROUNDS = 1000
QUICK_ROUNDS = 60  # rounds of sampled matches at the quick scale
ORDER, STRING = 4, 81  # De Bruijn sequences of 3**4 throws each
#: Lincoln at Gettysburg. The contest used a private letter, which is not copied here.
TEXT = """Four score and seven years ago our fathers brought forth on this continent, a new nation, conceived in
Liberty, and dedicated to the proposition that all men are created equal. Now we are engaged in a great civil war,
testing whether that nation, or any nation so conceived and so dedicated, can long endure. We are met on a great
battle-field of that war. We have come to dedicate a portion of that field, as a final resting place for those who
here gave their lives that that nation might live. It is altogether fitting and proper that we should do this. But, in
a larger sense, we can not dedicate -- we can not consecrate -- we can not hallow -- this ground. The brave men, living
and dead, who struggled here, have consecrated it, far above our poor power to add or detract. The world will little
note, nor long remember what we say here, but it can never forget what they did here. It is for us the living, rather,
to be dedicated here to the unfinished work which they who fought here have thus far so nobly advanced. It is rather
for us to be here dedicated to the great task remaining before us -- that from these honored dead we take increased
devotion to that cause for which they gave the last full measure of devotion -- that we here highly resolve that these
dead shall not have died in vain."""

Throws = NDArray[np.int8]


def pi_throws(rounds: int = ROUNDS) -> Throws:
    """Return the decimal digits of pi without zeros, modulo 3."""
    digits = _pi_digits(2 * rounds + 50)
    return np.array(list(islice((int(d) % 3 for d in digits if d != "0"), rounds)), np.int8)


def _pi_digits(count: int) -> str:
    """Compute digits of pi by Machin's formula in integers, with ten spare digits."""
    one: int = 10 ** (count + 10)

    def arctangent_of_inverse(x: int) -> int:
        term: int = one // x
        total, k = term, 1
        while term:
            term //= -x * x
            k += 2
            total += term // k
        return total

    return str(4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239)))[:count]


def text_throws(rounds: int = ROUNDS) -> Throws:
    """Return the letters of a text, from 0 for A, modulo 3; the text repeats at its end."""
    letters = [(ord(c) - ord("a")) % 3 for c in TEXT.lower() if c.isalpha()]
    return np.resize(np.array(letters, np.int8), rounds)


def de_bruijn_throws(rounds: int = ROUNDS, seed: int = 0) -> Throws:
    """Return De Bruijn sequences of length 81, sampled one after another."""
    random = generator(Use.ROSHAMBO, seed)
    strings = [de_bruijn(ORDER, random) for _ in range(-(-rounds // STRING))]
    return np.concatenate(strings)[:rounds]


def de_bruijn(order: int, random: np.random.Generator) -> Throws:
    """Return a De Bruijn sequence: a cycle of 3**order throws that has every word of `order` throws once.

    It is an Eulerian circuit found by Hierholzer's algorithm, from a random start.
    """
    words = 3 ** (order - 1)
    left = [random.permutation(3).tolist() for _ in range(words)]
    walk, path, circuit = [0], list[int](), list[int]()
    while walk:
        if left[walk[-1]]:
            throw = left[walk[-1]].pop()
            walk.append((3 * walk[-1] + throw) % words)
            path.append(throw)
        else:
            walk.pop()
            if path:
                circuit.append(path.pop())
    return np.roll(np.array(circuit[::-1], np.int8), int(random.integers(3**order)))
