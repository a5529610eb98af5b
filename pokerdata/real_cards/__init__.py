"""Best responses on real cards: what a player who sees his cards wins from a strategy over a card abstraction."""
