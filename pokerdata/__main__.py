"""`python -m pokerdata` is the command `pokerdata`."""

from pokerdata.cli import main

raise SystemExit(main())
