"""Contents of the tables; the commands in .github/workflows/tables.yaml make them first."""

import subprocess
import sys
from pathlib import Path

import h5py
import pytest
from hand_groups import bets, groups

import pokerdata


def test_aces_are_in_the_best_group() -> None:
    assert groups("As Ah") == [3]
    assert groups("As Ah", "Ac Ad 2h 7s 9c") == [3, 2, 2, 2]
    assert groups("7s 2h")[0] == 0


def test_suits_do_not_matter() -> None:
    assert groups("Ad Qc", "3h 4c Jh") == groups("As Qh", "3d 4h Jd")


def test_kings_are_bet_three_times_as_often_as_jacks() -> None:
    """This holds in every equilibrium of Kuhn poker (Kuhn 1950)."""
    assert bets("K") == pytest.approx(3 * bets("J"), abs=0.02)
    assert bets("Q") == pytest.approx(0, abs=0.02)


def test_a_missing_table_names_the_recipe(tmp_path: Path) -> None:
    with pytest.raises(pokerdata.TableError, match=r"pokerdata make -f recipes/groups\.toml groups_buckets"):
        groups("As Ah", tables=tmp_path)


def test_a_changed_table_is_found(tmp_path: Path) -> None:
    """The digests match the manifest, and flipping one bit changes the digest."""
    whole = Path("tables/groups_buckets.h5").read_bytes()
    changed = bytearray(whole)
    with h5py.File("tables/groups_buckets.h5") as file:
        changed[file["preflop_bucket"].id.get_offset()] ^= 1
    for content, code in ((whole, 0), (bytes(changed), 1)):
        (tmp_path / "groups_buckets.h5").write_bytes(content)
        verify = ["verify", "groups_buckets", "-f", "recipes/groups.toml", "--manifest", "manifest.toml"]
        done = subprocess.run([sys.executable, "-m", "pokerdata", *verify, "--tables", tmp_path], check=False)
        assert done.returncode == code
