//! Tests of the packed boards against the moves of the rules.

#![expect(clippy::naive_bytecount, reason = "four bytes")]

use bevy_2048::game::{Board, Cell, Direction, Tile};
use bevy_2048::solver::bitboard::{Grid, MoveTables, Packed, SUM_LIMIT, Wide};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A board with these ranks, row by row.
fn board(ranks: [u8; 16]) -> Board {
    let mut board = Board::empty(4, 4).expect("4 × 4 is a valid size");
    for (place, rank) in (0..).zip(ranks) {
        board.set(Cell::new(place / 4, place % 4), Tile::from_rank(rank));
    }
    board
}

/// A random board of ranks below `ranks`, with a random fraction of empty cells.
fn random_board(rng: &mut impl Rng, ranks: u64) -> [u8; 16] {
    let filled = rng.next_u64() % 17;
    std::array::from_fn(|_| {
        let word = rng.next_u64();
        if word % 16 < filled {
            u8::try_from((word >> 32) % ranks).expect("ranks are few")
        } else {
            0
        }
    })
}

fn packed(ranks: [u8; 16]) -> Packed {
    (0..)
        .zip(ranks)
        .fold(Packed::EMPTY, |packed, (cell, rank)| {
            packed.with(cell, rank)
        })
}

fn wide(ranks: [u8; 16]) -> Wide {
    (0..)
        .zip(ranks)
        .fold(Wide::EMPTY, |wide, (cell, rank)| wide.with(cell, rank))
}

/// Asserts that all four moves of a packed board, with their gains, match the rules.
fn assert_agrees<G: Grid + Into<Board>>(grid: G, ranks: [u8; 16]) {
    let plain = board(ranks);
    let (afters, [vertical, horizontal]) = grid.moves(G::tables());
    let gains = [vertical, horizontal, vertical, horizontal];
    for ((direction, after), gain) in Direction::ALL.into_iter().zip(afters).zip(gains) {
        let slide = plain.slide(direction);
        assert_eq!(after.into(), slide.board, "{direction} on\n{plain}");
        assert_eq!(after != grid, slide.changed(), "{direction} on\n{plain}");
        assert_eq!(u128::from(gain), slide.gain, "{direction} on\n{plain}");
    }
}

#[test]
fn every_row_and_column_slides_as_in_the_rules() {
    for row in 0..=u16::MAX {
        let ranks: [u8; 4] = std::array::from_fn(|cell| (row >> (4 * cell) & 0xf) as u8);
        // Two 32768 tiles exceed the sum for which four bits per cell are exact.
        let fits = ranks.iter().filter(|&&rank| rank == 15).count() < 2;
        for at in 0..4 {
            let mut lying = [0; 16];
            lying[4 * at..4 * at + 4].copy_from_slice(&ranks);
            let mut standing = [0; 16];
            for (cell, rank) in ranks.into_iter().enumerate() {
                standing[4 * cell + at] = rank;
            }
            if fits {
                assert_agrees(packed(lying), lying);
                assert_agrees(packed(standing), standing);
            } else if at == 0 {
                assert_agrees(wide(lying), lying);
                assert_agrees(wide(standing), standing);
            }
        }
    }
}

#[test]
fn every_wide_row_of_ranks_to_nineteen_slides_as_in_the_rules() {
    for row in 0..20_u32.pow(4) {
        let mut ranks = [0; 16];
        for (cell, rank) in ranks[..4].iter_mut().enumerate() {
            *rank = u8::try_from(row / 20_u32.pow(u32::try_from(cell).expect("below 4")) % 20)
                .expect("below 20");
        }
        assert_agrees(wide(ranks), ranks);
    }
}

fn random_boards_agree(count: u32) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2048);
    for _ in 0..count {
        let ranks = random_board(&mut rng, 15);
        assert_agrees(packed(ranks), ranks);
    }
    for _ in 0..count / 10 {
        let ranks = random_board(&mut rng, 22);
        assert_agrees(wide(ranks), ranks);
    }
}

#[test]
fn random_boards_slide_as_in_the_rules() {
    random_boards_agree(100_000);
}

#[test]
#[ignore = "takes a minute in a release build"]
fn ten_million_random_boards_slide_as_in_the_rules() {
    random_boards_agree(10_000_000);
}

#[test]
fn single_moves_agree_with_all_four_at_once() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..10_000 {
        let board = packed(random_board(&mut rng, 15));
        let (afters, _) = board.moves(MoveTables::get());
        for (direction, after) in Direction::ALL.into_iter().zip(afters) {
            assert_eq!(board.slid(MoveTables::get(), direction), after);
        }
    }
}

#[test]
fn boards_survive_packing_or_are_rejected() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let [mut accepted, mut rejected] = [0, 0];
    for _ in 0..10_000 {
        let plain = board(random_board(&mut rng, 18));
        let sum: u128 = plain.tiles().map(|(_, tile)| tile.face()).sum();
        if let Ok(packed) = Packed::try_from(&plain) {
            assert_eq!(Board::from(packed), plain);
            assert_eq!(u128::from(packed.sum()), sum);
            accepted += 1;
        } else {
            assert!(sum + 256 >= u128::from(SUM_LIMIT), "{plain}");
            rejected += 1;
        }
        assert_eq!(Wide::try_from(&plain).map(Board::from), Ok(plain));
    }
    assert!(accepted > 1000 && rejected > 1000);
    assert!(Packed::try_from(&Board::empty(4, 3).expect("4 × 3 is a valid size")).is_err());
    assert!(Wide::try_from(&Board::empty(5, 5).expect("5 × 5 is a valid size")).is_err());
    let mut beyond = [0; 16];
    beyond[7] = 30;
    assert!(Wide::try_from(&board(beyond)).is_err());
}

#[test]
fn spawns_fill_each_empty_cell_with_a_two_and_a_four() {
    fn check<G: Grid + Into<Board>>(grid: G, plain: &Board) {
        let expected: Vec<_> = plain.min_children().map(|(_, child)| child).collect();
        let spawned: Vec<Board> = grid.spawns().flatten().map(Into::into).collect();
        assert_eq!(spawned, expected);
        assert_eq!(grid.empty_count() as usize, plain.empty_cells().count());
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..1000 {
        let ranks = random_board(&mut rng, 15);
        check(packed(ranks), &board(ranks));
        check(wide(ranks), &board(ranks));
    }
}

#[test]
fn symmetric_returns_all_rotations_and_reflections() {
    let ranks: [u8; 16] = std::array::from_fn(|cell| u8::try_from(cell).expect("below 16"));
    let cell = |row: usize, column: usize| 4 * row + column;
    let mut expected = Vec::new();
    for swap in [false, true] {
        for down in [false, true] {
            for right in [false, true] {
                expected.push(packed(std::array::from_fn(|place| {
                    let (row, column) = (place / 4, place % 4);
                    let (row, column) = if swap { (column, row) } else { (row, column) };
                    let row = if down { 3 - row } else { row };
                    ranks[cell(row, if right { 3 - column } else { column })]
                })));
            }
        }
    }
    let mut symmetric = packed(ranks).symmetric().to_vec();
    symmetric.sort_unstable();
    expected.sort_unstable();
    assert_eq!(symmetric, expected);
}

#[test]
fn downgrading_keeps_small_boards_and_lowers_large_ones_with_a_missing_rank() {
    let mut ranks = [0; 16];
    ranks[..5].copy_from_slice(&[15, 14, 3, 1, 3]);
    assert_eq!(wide(ranks).downgraded(), packed(ranks));
    ranks[..5].copy_from_slice(&[17, 16, 12, 16, 3]);
    let mut lowered = [0; 16];
    lowered[..5].copy_from_slice(&[15, 14, 12, 14, 3]);
    assert_eq!(wide(ranks).downgraded(), packed(lowered));
    let all: [u8; 16] = std::array::from_fn(|cell| u8::try_from(cell + 2).expect("below 18"));
    assert_eq!(wide(all).downgraded().highest_rank(), 15);
    // If no rank is missing and none is above 15, the tiles keep their ranks.
    let chain: [u8; 16] = std::array::from_fn(|cell| u8::try_from(cell.min(14)).expect("below 15"));
    assert_eq!(wide(chain).downgraded_to(13), packed(chain));
}

#[test]
fn downgraded_boards_keep_their_legal_moves_and_agree_in_both_widths() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    let mut some_downgraded = 0;
    for _ in 0..20_000 {
        let ranks = random_board(&mut rng, 16);
        let plain = board(ranks);
        let downgraded = packed(ranks).downgraded_to(13);
        assert_eq!(wide(ranks).downgraded_to(13), downgraded);
        assert_eq!(
            packed(ranks).has_above(13),
            ranks.iter().any(|&rank| rank > 13)
        );
        let lowered = Board::from(downgraded);
        for direction in Direction::ALL {
            assert_eq!(
                plain.can_slide(direction),
                lowered.can_slide(direction),
                "{plain}"
            );
        }
        let highest = ranks.into_iter().max().unwrap_or(0);
        let missing = (1..highest).filter(|rank| !ranks.contains(rank)).count();
        let enough = missing >= usize::from(highest.saturating_sub(13));
        assert!(!enough || downgraded.highest_rank() <= 13, "{plain}");
        some_downgraded += u32::from(downgraded != packed(ranks));
    }
    assert!(some_downgraded > 1000, "{some_downgraded}");
}

#[test]
fn random_tiles_are_uniform_and_fours_follow_their_chance() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut ranks = [1; 16];
    (ranks[3], ranks[9]) = (0, 0);
    let before = packed(ranks);
    let mut counts = [[0_u32; 3]; 2];
    for _ in 0..10_000 {
        let after = before.with_random_tile(&mut rng, 1 << 30);
        for (count, cell) in counts.iter_mut().zip([3, 9]) {
            count[usize::from(after.rank(cell))] += 1;
        }
    }
    for [empty, twos, fours] in counts {
        assert!((4700..5300).contains(&empty), "{empty}");
        assert!((3500..4000).contains(&twos), "{twos}");
        assert!((1100..1400).contains(&fours), "{fours}");
    }
    let full = packed([1; 16]);
    assert_eq!(full.with_random_tile(&mut rng, 0), full);
}
