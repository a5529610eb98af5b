"""What every study is written with and run by."""
