# Reads a few numbers of every kind of table of pokerdata that read_tables.R does not read, with the R package hdf5r and
# nothing of pokerdata.
#
#     Rscript read_each_table.R matches tables/all_matches.h5 limit5 always-call
#
# Debian: r-cran-hdf5r. docs/tables.md has what each subject is asked and answers, docs/formats.md what the numbers mean.
# R counts rows and columns from 1, and hdf5r turns axes around: what is match x agent there is agent x match here.

suppressPackageStartupMessages({
  library(hdf5r)
  library(bit64)  # whole numbers of 64 bits; hdf5r brings it along
})

# Numbers of a dataset: those at an index for each axis, and all of it.
values <- function(table, name, ...) as.numeric(table[[name]]$read(args = list(...)))
all_of <- function(table, name) array(as.numeric(table[[name]]$read()), table[[name]]$dims)

# The number of an agent or a stack among all, from 1.
place <- function(all, one) {
  found <- match(one, all)
  if (is.na(found)) stop(one, ": not in the table")
  found
}

# So many different cards of a text such as AsKd, from 0 for 2c to 51 for As.
parse_cards <- function(text, counts = 2) {
  letters <- strsplit(text, "")[[1]]
  odd <- seq(1, length.out = length(letters) %/% 2, by = 2)
  ranks <- match(letters[odd], strsplit("23456789TJQKA", "")[[1]]) - 1
  suits <- match(letters[odd + 1], strsplit("cdhs", "")[[1]]) - 1
  if (anyNA(c(ranks, suits)) || length(letters) %% 2) stop(text, ": expected cards, e.g. AsKd")
  cards <- 4 * ranks + suits
  if (!length(cards) %in% counts || anyDuplicated(cards))
    stop(text, ": expected ", paste(unique(range(counts)), collapse = " to "), " different cards")
  cards
}

# The place of a set of cards among those of its size, from 1: hole cards among combinations, a board among raw boards.
set_place <- function(cards) sum(choose(sort(cards), seq_along(cards))) + 1

# Every function takes an open file and what is asked, and gives a vector, or a matrix with a row for each line.
readers <- list(
  # Of 3 to 5 cards: the number of their canonical board, its cards, and how many boards it stands for.
  boards = function(table, cards) {
    cards <- parse_cards(cards, 3:5)
    street <- c("flop", "turn", "river")[length(cards) - 2]
    row <- values(table, paste0(street, "_canonical"), set_place(cards))
    of_row <- function(what, ...) values(table, paste0(street, what), ..., row + 1)
    c(row, of_row("_cards", seq_along(cards)), of_row("_orbit"))
  },
  # How likely a hand on a canonical board that is behind now is ahead in the end, and how likely it ties then.
  potential = function(table, dataset, row, combination) {
    behind <- values(table, dataset, 1:3, 3, as.numeric(combination) + 1, as.numeric(row) + 1)
    if (all(behind >= 65535) && length(unique(behind)) == 1)  # the attribute `absent`
      stop(combination, ": shares a card with the board")
    behind[1:2] / sum(behind)
  },
  # The part of the pot that a combination wins of another, all in; they share no card.
  matchups = function(table, hand, hand_of_other) {
    parse_cards(paste0(hand, hand_of_other), 4)  # no card in both
    row <- set_place(parse_cards(hand))
    column <- set_place(parse_cards(hand_of_other))
    (values(table, "wins", column, row) + values(table, "ties", column, row) / 2) / 1712304
  },
  # Immediate hand rank against one opponent and against two.
  ihr = function(table, hand) {
    hand <- set_place(parse_cards(hand))
    c(values(table, "one_opponent", hand) / (2 * 1225), values(table, "two_opponents", hand) / (6 * 690900))
  },
  # The bucket of a combination on a canonical flop or turn, as the table `boards` numbers both, and the mean EHS there.
  clusters = function(table, street, row, combination) {
    bucket <- values(table, paste0(street, "_buckets"), as.numeric(combination) + 1, as.numeric(row) + 1)
    c(bucket, values(table, paste0(street, "_strength"), bucket + 1))
  },
  # How likely each bucket of a street comes after the buckets before it, such as 4-3 on the turn.
  transitions = function(table, street, sequence) {
    sizes <- as.numeric(h5attr(table, "buckets"))
    buckets <- suppressWarnings(as.numeric(strsplit(sequence, "-")[[1]]))
    before <- match(street, c("preflop", "flop", "turn", "river")) - 1
    if (is.na(before) || length(buckets) != before || anyNA(buckets) || any(buckets < 0 | buckets >= sizes[1:before]))
      stop(sequence, ": expected a bucket of each street before the ", street, ", e.g. turn 4-3")
    number <- 0
    for (i in seq_along(buckets)) number <- number * sizes[i] + buckets[i]
    all_of(table, paste0(street, "_player"))[, number + 1]
  },
  # Chips a game that best responses win, mean of both seats, and its standard error where flops were drawn.
  real = function(table) {
    error <- if ("standard_error" %in% names(table)) values(table, "standard_error", 3) else 0
    c(mean(all_of(table, "best_response")), error)
  },
  # What an agent won of another, in units per 100 hands, and the half width of its interval.
  matches = function(table, agent, agent_against) {
    at <- c(place(h5attr(table, "agents"), agent_against), place(h5attr(table, "agents"), agent))
    c(values(table, "won", at[1], at[2]), values(table, "half_width", at[1], at[2]))
  },
  # Of each match: both agents, and chips a hand that the first won with less luck, with the standard error.
  reduced = function(table) {
    estimates <- all_of(table, "estimates")[1:2, 3, , drop = FALSE]
    names <- h5attr(table, "agents")[all_of(table, "agents") + 1]
    cbind(t(matrix(names, 2)), t(matrix(exact(estimates), 2)))
  },
  # Chips that each player has won up to the end of each hand, mean over series and orders of seats: a row for each hand.
  series = function(table) {
    parts <- all_of(table, "parts")  # players, hands, orders of seats, series
    mean <- apply(parts / 2520, c(1, 2), mean)
    matrix(apply(mean, 1, cumsum), ncol = nrow(mean))
  },
  # Chips a hand that local best response wins from an agent in both seats, and the standard error.
  lbr = function(table, agent) {
    row <- place(h5attr(table, "agents"), agent)
    c(values(table, "won", 1, row), values(table, "standard_error", 1, row))
  },
  # Chips that each agent won in all matches, a row each.
  tournament = function(table) {
    names <- h5attr(table, "agents")
    players <- all_of(table, "players")  # players, matches
    parts <- apply(all_of(table, "parts"), c(1, 4), sum)  # of players, orders of seats, deals, matches
    won <- sapply(seq_along(names), function(agent) sum(parts[players == agent - 1]))
    cbind(names, exact(won / 2520))
  },
  # How likely each action is with each state at a decision of the first street, a row of `nodes`: a row for each action.
  spot = function(table, decision) {
    name <- intersect(c("states3", "states4", "states5"), names(table))[1]
    held <- matrix(all_of(table, name), nrow = 2)[, 1]  # on the first board, by player
    nodes <- all_of(table, "nodes")  # street, node, player and actions in rows
    row <- as.numeric(decision) + 1
    states <- held[nodes[3, seq_len(row)] + 1]
    step <- ceiling(states / 16) * 16
    actions <- nodes[4, seq_len(row)]
    first <- sum((actions * step)[-row])
    sums <- matrix(values(table, "strategy", first + seq_len(actions[row] * step[row])), nrow = step[row])
    sums <- sums[seq_len(states[row]), , drop = FALSE]
    played <- sums / rowSums(sums)
    played[rowSums(sums) == 0, ] <- 1 / actions[row]
    t(played)
  },
  # By method: chips a game that local best response wins less, mean over boards and both seats.
  resolving = function(table) {
    samples <- all_of(table, "samples")  # columns, turns, methods; mass, before and after are columns 2 to 4
    less <- colMeans(matrix(samples[2, , ] * (samples[3, , ] - samples[4, , ]), dim(samples)[2]))
    cbind(h5attr(table, "methods"), exact(less))
  },
  # Mean chips that oop and ip win from the decision on, and how often each action is taken there: two lines.
  flops = function(table) {
    weights <- all_of(table, "weights") * all_of(table, "reached")
    there <- weights > 0
    mean <- function(name) as.vector(all_of(table, name)[, there, drop = FALSE] %*% weights[there]) / sum(weights)
    list(mean("ev"), mean("play"))
  },
  # How likely the small blind goes all-in, and the big blind calls it, with a stack and a class of hands.
  jam_fold = function(table, chips, class) {
    row <- place(all_of(table, "stacks"), as.numeric(chips))
    c(values(table, "jam", as.numeric(class) + 1, row), values(table, "call", as.numeric(class) + 1, row))
  },
  # Of each response: p, chips a game won from the model, and exploitability, both means of the seats.
  trade_off = function(table) {
    cbind(all_of(table, "ps"), colMeans(all_of(table, "win")), -colMeans(all_of(table, "worst")))
  }
)

exact <- function(numbers) sprintf("%.17g", numbers)

# A line for each row of what was found.
say <- function(found) {
  if (is.list(found)) return(invisible(lapply(found, say)))
  rows <- if (is.matrix(found)) found else matrix(found, nrow = 1)
  if (is.numeric(rows)) rows[] <- exact(rows)
  writeLines(apply(rows, 1, paste, collapse = " "))
}

# Prints what is asked in words: a subject, a file and more.
answer <- function(words) {
  asked <- lapply(readers, function(read) sub("_.*", "", toupper(names(formals(read))[-1])))  # hand_of_other is a hand
  if (length(words) < 2 || !words[1] %in% names(readers) || length(words) != 2 + length(asked[[words[1]]])) {
    lines <- sapply(names(asked), function(name) paste(c(name, "FILE", asked[[name]]), collapse = " "))
    stop("usage, after Rscript read_each_table.R:\n", paste0("  ", lines, collapse = "\n"))
  }
  say(do.call(readers[[words[1]]], c(list(H5File$new(words[2], mode = "r")), as.list(words[-(1:2)]))))
}

# Not where another script takes the functions by source().
if (sys.nframe() == 0) answer(commandArgs(trailingOnly = TRUE))
