# Reads tables of pokerdata with the R package hdf5r and nothing of pokerdata: strength, buckets, joint counts, a
# strategy.
#
#     Rscript read_tables.R strength tables AdQc 3h4cJh                    numerator and denominator of EHS
#     Rscript read_tables.R buckets tables history5_buckets AdQc 3h4cJh    bucket on each street so far
#     Rscript read_tables.R counts tables history5_counts 4-3-4-0 0-1-2-3  deals won, tied and lost
#     Rscript read_tables.R strategy tables limit5_strategy cc/r 4-3       what is done there, and how often
#
# Debian: r-cran-hdf5r. docs/formats.md says what the numbers mean, docs/tables.md how the files are laid out. A card is
# 4*rank + suit: rank 0..12 stands for 2..A, suit 0..3 for clubs, diamonds, hearts, spades.
# R counts rows and columns from 1, and hdf5r turns axes around: n is 1326 x 134459 here.

suppressPackageStartupMessages({
  library(hdf5r)
  library(bit64)  # whole numbers above 2^53; hdf5r brings it along
})

STREETS <- c("preflop", "flop", "turn", "river")  # boards of 0, 3, 4 and 5 cards
street_of <- function(board) STREETS[c(1, NA, NA, 2, 3, 4)[length(board) + 1]]

# Files are closed when nothing refers to them any more.
open_table <- function(folder, name) H5File$new(file.path(folder, paste0(name, ".h5")), mode = "r")

# Cards of a text such as AsKd.
parse <- function(text) {
  letters <- strsplit(text, "")[[1]]
  odd <- seq(1, length.out = length(letters) %/% 2, by = 2)
  ranks <- match(letters[odd], strsplit("23456789TJQKA", "")[[1]]) - 1
  suits <- match(letters[odd + 1], strsplit("cdhs", "")[[1]]) - 1
  if (anyNA(c(ranks, suits)) || length(letters) %% 2) stop(text, ": expected cards, e.g. AsKd")
  4 * ranks + suits
}

# The place of a set of cards among those of its size: the column of hole cards, the row of a raw board.
set_index <- function(cards) sum(choose(sort(cards), seq_along(cards)))

# One number of a dataset of 8 or 16 bits, out of the file itself: every dataset is contiguous, uncompressed and
# little-endian, and begins at the offset that HDF5 tells. A program that looks up many keeps the file open.
number_at <- function(path, dataset, index) {
  size <- dataset$get_type()$get_size()
  file <- file(path, "rb")
  on.exit(close(file))
  seek(file, as.numeric(dataset$get_offset()) + index * size)
  readBin(file, "integer", size = size, signed = FALSE, endian = "little")
}

# The numerator of a metric of a hand on a board.
numerator <- function(folder, metric, hand, board) {
  street <- street_of(board)
  if (length(hand) != 2 || is.na(street) || anyDuplicated(c(hand, board)))
    stop("expected a hand of 2 cards and a board of 0, 3, 4 or 5, all of them different, e.g. AdQc 3h4cJh")
  name <- paste0(street, "_strength")
  table <- open_table(folder, name)
  if (street == "preflop") return(table[[metric]][set_index(hand) + 1])
  boards <- open_table(folder, "boards")
  row <- boards[[paste0(street, "_canonical")]][set_index(board) + 1]
  # From the raw board's suits to the canonical ones.
  suits <- boards[[paste0(street, "_permutation")]][set_index(board) + 1]
  column <- boards[["combination_maps"]][set_index(hand) + 1, suits + 1]
  if (street == "river") return(number_at(table$get_filename(), table[["n"]], row * 1326 + column))
  if (!metric %in% names(table)) metric <- "ehs2_river"  # on the turn both definitions of E[HS^2] are one
  table[[metric]][column + 1, row + 1]
}

strength <- function(folder, hand, board = "") {
  table <- open_table(folder, paste0(street_of(parse(board)), "_strength"))
  # JSON of one level: a line reads a number of it, the package jsonlite reads all.
  below <- sub('.*"ehs": ([0-9]+).*', "\\1", h5attr(table, "denominators"))
  cat(format(numerator(folder, "ehs", parse(hand), parse(board)), scientific = FALSE), " of ", below, "\n", sep = "")
}

# A sequence of buckets as a number, of which they are the digits.
sequence_number <- function(sequence, sizes) {
  value <- 0
  for (street in seq_along(sequence)) value <- value * sizes[street] + sequence[street]
  value
}

# Kinds history, uniform, minmax and percentile.
buckets <- function(folder, name, hand, board = "") {
  hand <- parse(hand)
  board <- parse(board)
  table <- open_table(folder, name)
  kind <- h5attr(table, "kind")
  if (!kind %in% c("history_buckets", "threshold_buckets") || "flop_inner_thresholds" %in% names(table))
    stop(name, ": expected buckets by thresholds, got ", kind)
  sizes <- as.numeric(h5attr(table, "buckets"))
  sequence <- as.numeric(table[["preflop_bucket"]][set_index(hand) + 1])
  for (cards in seq(3, length.out = max(length(board) - 2, 0))) {
    now <- board[1:cards]
    thresholds <- table[[paste0(street_of(now), "_thresholds")]]$read(drop = FALSE)
    # Kind history has a column for each sequence of buckets up to the street before.
    column <- if (ncol(thresholds) > 1) sequence_number(sequence, sizes) else 0
    value <- numerator(folder, h5attr(table, "metric"), hand, now)
    sequence <- c(sequence, sum(as.numeric(thresholds[, column + 1]) <= as.numeric(value)))
  }
  cat(paste(sequence, collapse = "-"), "\n", sep = "")
}

# River deals that a sequence of buckets wins, ties and loses against another.
counts <- function(folder, name, own, other) {
  table <- open_table(folder, name)
  sizes <- as.numeric(h5attr(table, "buckets"))
  at <- sapply(strsplit(c(own, other), "-"), function(b) sequence_number(as.numeric(b), sizes)) + 1
  cell <- function(dataset, row, column) as.integer64(table[[dataset]][column, row])
  won <- cell("river_wins", at[1], at[2])
  lost <- cell("river_wins", at[2], at[1])
  tied <- cell("river", at[1], at[2]) - won - lost
  cat(sprintf("won %s tied %s lost %s\n", as.character(won), as.character(tied), as.character(lost)))
}

# The actions after a history in a private state, with their probabilities.
strategy <- function(folder, name, history, state) {
  table <- open_table(folder, name)
  street <- paste0("street", 1 + lengths(regmatches(history, gregexpr("/", history))))
  part <- function(what) table[[paste0(street, what)]]
  node <- match(history, part("_history")$read())
  column <- match(state, part("_states")$read())
  if (is.na(node) || is.na(column))
    stop(name, ": expected a decision and a state on ", street, ", got '", history, "' and '", state, "'")
  first <- c(part("_first_row")$read(), part("_actions")$dims)
  rows <- (first[node] + 1):first[node + 1]
  played <- part("")[column, rows]
  names <- h5attr(table, "actions")[part("_actions")[rows] + 1]
  cat(sprintf("%s to %d %.6f\n", names, as.integer(part("_to")[rows]), played), sep = "")
}

readers <- list(strength = strength, buckets = buckets, counts = counts, strategy = strategy)
words <- commandArgs(trailingOnly = TRUE)
if (length(words) < 3 || !words[1] %in% names(readers))
  stop("usage: Rscript read_tables.R strength|buckets|counts|strategy TABLES ..., e.g. strength tables AdQc 3h4cJh")
do.call(readers[[words[1]]], as.list(words[-1]))
