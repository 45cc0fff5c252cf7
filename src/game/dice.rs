//! The random generator that decides which tile appears, and where.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Board, Cell, Rules, Tile};

/// A new tile and the cell it appears in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spawn {
    /// The cell, which was empty.
    pub cell: Cell,
    /// The tile, [`Tile::TWO`] or [`Tile::FOUR`].
    pub tile: Tile,
}

/// The number of 32-bit key stream words per spawn: two 64-bit words.
const WORDS_PER_SPAWN: u128 = 4;

/// The dice of a game: a stream of spawns determined by a seed, and the position in it.
///
/// The stream is fully specified, so other programs can reproduce it. It is the key stream of
/// `ChaCha` with 8 rounds in D. J. Bernstein's original layout: a 64-bit block counter from 0 and a
/// 64-bit nonce of 0. The 256-bit key is the seed as 8 little-endian bytes followed by 24 zero
/// bytes. Spawn `k`, counted from 0 over the whole game, reads the 16 bytes of the stream from byte
/// `16 * k` as two little-endian 64-bit words, `place` and `kind`:
///
/// - The cell is the one with index `(place * n) >> 64`, computed in 128 bits, among the `n` empty
///   cells listed row by row from the top left.
/// - The tile is a 4 if `kind < chance * 2^64`, computed without rounding, and a 2 otherwise.
///   `chance` is [`Rules::four_chance`].
///
/// Every spawn uses exactly two words. The seed and the number of spawns are therefore the whole
/// state, and a game can be returned to any earlier spawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    seed: u64,
    drawn: u64,
}

impl Dice {
    /// The stream of `seed`, at its first spawn.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, drawn: 0 }
    }

    /// The same stream, at the spawn with index `drawn`.
    #[must_use]
    pub const fn at(self, drawn: u64) -> Self {
        Self { drawn, ..self }
    }

    /// The seed, which determines the stream.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of spawns drawn so far, which is also the index of the next one.
    #[must_use]
    pub const fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Draws the next spawn for `board` without placing the tile.
    ///
    /// Returns `None` and draws nothing if the board is full.
    pub fn spawn(&mut self, board: &Board, rules: &Rules) -> Option<Spawn> {
        let [place, kind] = self.words();
        let choices = board.empty_cells().count();
        let cell = board.empty_cells().nth(pick(place, choices))?;
        let tile = if is_four(kind, rules.four_chance()) {
            Tile::FOUR
        } else {
            Tile::TWO
        };
        self.drawn = self.drawn.wrapping_add(1);
        Some(Spawn { cell, tile })
    }

    /// The two words of the next spawn.
    fn words(&self) -> [u64; 2] {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_word_pos(u128::from(self.drawn) * WORDS_PER_SPAWN);
        [stream.next_u64(), stream.next_u64()]
    }
}

/// Maps a random word to an index below `choices`.
///
/// This is the multiply-shift method of D. Lemire, "Fast random integer generation in an interval"
/// (2019), without its rejection step. For the 64 cells of the largest board the bias of 2^-58 is
/// negligible.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the index is below `choices`, a usize"
)]
fn pick(word: u64, choices: usize) -> usize {
    ((u128::from(word) * choices as u128) >> u64::BITS) as usize
}

/// Whether a word is below `chance * 2^64`: always for 1.0, never for 0.0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a probability times 2^64, rounded up, is an integer from 0 to 2^64"
)]
fn is_four(word: u64, chance: f64) -> bool {
    // Scaling by a power of two is exact, and no integer lies between a bound and its ceiling.
    u128::from(word) < (chance * 2_f64.powi(64)).ceil() as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected words come from a program that implements the documentation of [`Dice`] and
    /// shares no code with this one. That program was checked against the published key stream of
    /// the zero key.
    #[test]
    fn the_stream_matches_its_documentation() {
        for (seed, drawn, words) in [
            (0, 0, [0xd640_5f89_2fef_003e, 0xa1a5_091f_e8b8_5b7f]),
            (0, 1, [0x3b7f_9ace_c30e_842c, 0x1e1a_71ef_88e1_1b18]),
            (2048, 0, [0xadf4_737f_545e_fa0e, 0xad90_3033_83cc_8c30]),
            (2048, 5, [0x0dfc_b2f7_c687_3c52, 0x53d7_2ebe_ccee_69c6]),
            (
                u64::MAX,
                1000,
                [0x6d87_c90f_b680_93d3, 0x97e6_0e68_6666_adc4],
            ),
            (7, u64::MAX, [0xb4eb_6197_6c71_f5b8, 0xbeb9_6364_ad91_202e]),
        ] {
            assert_eq!(
                Dice::new(seed).at(drawn).words(),
                words,
                "seed {seed}, spawn {drawn}"
            );
        }
    }

    /// The expected spawns come from the same program.
    #[test]
    fn a_seed_fills_the_board_in_the_documented_order() {
        let expected = [
            (2, 2, 2),
            (0, 3, 2),
            (2, 0, 2),
            (1, 0, 4),
            (0, 2, 2),
            (0, 0, 2),
            (1, 2, 2),
            (2, 1, 2),
            (2, 3, 2),
            (0, 1, 2),
            (3, 0, 2),
            (1, 1, 2),
            (3, 2, 2),
            (3, 3, 2),
            (3, 1, 2),
            (1, 3, 2),
        ];
        let rules = Rules::default();
        let mut board = rules.empty_board();
        let mut dice = Dice::new(2048);
        for (row, column, face) in expected {
            let spawn = dice
                .spawn(&board, &rules)
                .expect("the board has an empty cell");
            assert_eq!(
                (spawn.cell, spawn.tile.face()),
                (Cell::new(row, column), face)
            );
            board.set(spawn.cell, Some(spawn.tile));
        }
        assert_eq!(dice.drawn(), 16);
        assert_eq!(dice.spawn(&board, &rules), None);
        assert_eq!(dice, Dice::new(2048).at(16));
    }

    #[test]
    fn words_map_evenly_to_all_choices() {
        for part in 0..8 {
            assert_eq!(pick(part << 61, 8) as u64, part);
            assert_eq!(pick(((part + 1) << 60) - 1, 16) as u64, part);
        }
        for choices in 1..=64 {
            assert_eq!(pick(0, choices), 0);
            assert_eq!(pick(u64::MAX, choices), choices - 1);
        }
    }

    #[test]
    fn the_chance_of_a_four_is_exact() {
        for word in [0, 1, 1 << 63, u64::MAX] {
            assert!(!is_four(word, 0.0));
            assert!(is_four(word, 1.0));
        }
        assert!(is_four((1 << 63) - 1, 0.5));
        assert!(!is_four(1 << 63, 0.5));
        assert!(is_four(0, f64::MIN_POSITIVE));
        assert!(!is_four(1, f64::MIN_POSITIVE));
        // The double nearest to 0.1 is 7205759403792794 / 2^56.
        assert!(is_four(7_205_759_403_792_794 * 256 - 1, 0.1));
        assert!(!is_four(7_205_759_403_792_794 * 256, 0.1));
    }

    #[test]
    fn one_spawn_in_ten_is_a_four() {
        let rules = Rules::default();
        let board = rules.empty_board();
        let mut dice = Dice::new(1);
        let spawns = (0..10_000).filter_map(|_| dice.spawn(&board, &rules));
        let fours = spawns.filter(|spawn| spawn.tile == Tile::FOUR).count();
        // Five standard deviations of 30 each way. The stream of a seed never changes.
        assert!(
            (850..=1150).contains(&fours),
            "{fours} fours in 10,000 spawns"
        );
    }
}
