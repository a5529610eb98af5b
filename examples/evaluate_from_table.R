# Evaluates poker hands from the file rank_codes.h5 alone, with the R package hdf5r and nothing of pokerdata.
#
#     Rscript evaluate_from_table.R tables/rank_codes.h5 AsKsQsJsTs QcQdAh9s4c3d2h    (Debian: r-cran-hdf5r)
#
# A card is 4*rank + suit: rank 0..12 stands for 2..A, suit 0..3 for clubs, diamonds, hearts, spades. The answer is a
# hand strength code of 16 bits; the greater code is the stronger hand. docs/formats.md says what its bits mean.
# R counts rows and columns from 1, and hdf5r turns axes around: transitions is 13 x 26950 here.

suppressPackageStartupMessages(library(hdf5r))

load_table <- function(path) {
  file <- H5File$new(path, mode = "r")
  on.exit(file$close_all())
  names <- c("transitions", "codes_5", "codes_6", "codes_7", "flush_codes")
  sapply(names, function(name) file[[name]]$read(), simplify = FALSE)
}

evaluate <- function(table, cards) {
  size <- length(cards)
  first <- c("5" = 2380, "6" = 8555, "7" = 0)[[as.character(size)]]
  ranks <- cards %/% 4
  suits <- cards %% 4

  # Flushes aside, only the ranks count, in any order: walk the transition table card by card.
  state <- 0
  for (rank in ranks) state <- table$transitions[rank + 1, state + 1]
  code <- table[[paste0("codes_", size)]][state - first + 1]

  # For each suit, a map of its ranks, one bit each. flush_codes is 0 for fewer than five bits.
  for (suit in 0:3) code <- max(code, table$flush_codes[sum(2^ranks[suits == suit]) + 1])
  code
}

# Cards of a text such as AsKd.
parse <- function(text) {
  letters <- strsplit(text, "")[[1]]
  odd <- seq(1, length(letters), 2)
  ranks <- match(letters[odd], strsplit("23456789TJQKA", "")[[1]]) - 1
  suits <- match(letters[odd + 1], strsplit("cdhs", "")[[1]]) - 1
  if (anyNA(c(ranks, suits)) || !length(odd) %in% 5:7) stop(text, ": expected 5 to 7 cards, e.g. AsKsQsJsTs")
  4 * ranks + suits
}

words <- commandArgs(trailingOnly = TRUE)
if (length(words) < 2) stop("usage: Rscript evaluate_from_table.R tables/rank_codes.h5 HAND..., e.g. AsKsQsJsTs")
table <- load_table(words[1])
for (hand in words[-1]) cat(hand, " ", evaluate(table, parse(hand)), "\n", sep = "")
