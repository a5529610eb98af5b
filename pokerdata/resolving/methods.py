"""Ways of re-solving."""

from collections.abc import Mapping

#: Ways of re-solving -> what they do; from none to the most that is asked of the new strategy.
METHODS: Mapping[str, str] = {
    "unsafe": "both ranges by Bayes; what the opponent had before does not count",
    "gadget": "each of his hands goes on, or keeps what it had (Burch, Johanson and Bowling 2014)",
    "max-margin": "makes the smallest gain over what his hands had largest (Moravcik et al. 2016)",
}


def check_method(method: str) -> None:
    """Check the name of a way.

    Args:
        method: One of `METHODS`.

    Raises:
        ValueError: For another name.
    """
    if method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(METHODS)}, got {method!r}; e.g. 'max-margin'")
