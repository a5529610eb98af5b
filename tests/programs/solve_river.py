"""Solve a game and the spot of docs/spots.md, which has a value of 40/3 chips."""

import pokerdata


def main() -> None:
    kuhn = pokerdata.solve("kuhn", target="0.1mb")
    value: float = kuhn.values.expected_value
    print(round(value, 4))
    spot = pokerdata.Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
    solution = pokerdata.solve(spot, target="0.001%")
    out_of_position, in_position = solution.values.expected
    print(round(out_of_position, 2), round(in_position, 2))
    root = solution.at()
    print(root.hand("QsQh")["strategy"])


if __name__ == "__main__":
    main()
