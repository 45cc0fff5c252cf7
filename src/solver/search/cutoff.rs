//! How far a search looks along a way of moves and spawns.

use super::{Pruning, Reduction, SpawnModel};

/// The edge beyond which a search does not look but evaluates.
pub trait Cutoff: Copy {
    /// What is left of the way to the edge, at a board after a move.
    type Remaining: Copy;

    /// A number of its own for each distance, also among those of other horizons, which is 0 only
    /// where every board lies on the edge.
    fn key(&self, remaining: Self::Remaining) -> u32;

    /// What is left after a spawn of a 2 and of a 4 and the next move, on a board with `empty` empty
    /// cells, 1 to 16; `None` if the board lies on the edge.
    ///
    /// A 4 without anything left is taken for a 2.
    fn after_spawn(
        &self,
        remaining: Self::Remaining,
        empty: u32,
    ) -> Option<[Option<Self::Remaining>; 2]>;

    /// How moves with so much left are sifted, `None` if all are searched alike.
    fn reduction(&self, _remaining: Self::Remaining) -> Option<Reduction<Self::Remaining>> {
        None
    }
}

/// As many moves on every way, of which only some follow a spawn of a 4.
///
/// Spawns after [`SpawnModel::max_fours`] 4s are taken for 2s: a way with more is too unlikely to be worth its
/// time. As the sum of a board tells how many 4s lie on the way to it, this cut-off by chance leaves
/// values independent of the order of search. Where 4s are not the rarer ones, all are followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthCutoff {
    always_four: bool,
    never_four: bool,
}

/// What is left of [`DepthCutoff`]: moves, and 4s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthRemaining {
    /// The moves to look ahead, from 0.
    pub depth: u8,
    /// The 4s that are followed.
    pub fours: u8,
}

impl DepthCutoff {
    /// The horizon for these dice.
    #[must_use]
    pub fn new(spawn_model: SpawnModel) -> Self {
        Self {
            always_four: spawn_model.four_chance() >= 1.0,
            never_four: spawn_model.four_chance() <= 0.0,
        }
    }
}

impl Cutoff for DepthCutoff {
    type Remaining = DepthRemaining;

    fn key(&self, DepthRemaining { depth, fours }: DepthRemaining) -> u32 {
        if depth == 0 {
            0
        } else {
            u32::from_le_bytes([depth, fours, 0, 0])
        }
    }

    #[inline]
    fn after_spawn(
        &self,
        DepthRemaining { depth, fours }: DepthRemaining,
        _: u32,
    ) -> Option<[Option<DepthRemaining>; 2]> {
        let depth = depth.checked_sub(1)?;
        let two = (!self.always_four).then_some(DepthRemaining { depth, fours });
        let four = if self.never_four {
            None
        } else {
            let fours = fours.checked_sub(1);
            fours.map(|fours| DepthRemaining { depth, fours })
        };
        Some([two, four])
    }
}

/// The units of [`ProbabilityCutoff`] in which a chance halves.
pub const UNITS_PER_HALVING: u16 = 4;

/// What a move takes off beside the chance of the spawn, as the number of halvings: the player has
/// a choice of about so many moves, of which each multiplies the work.
const HALVINGS_PER_MOVE: f64 = 1.25;

/// Ways as long as their chance is high enough.
///
/// What is left of a way is the logarithm of the chance down to which it is followed, in
/// `UNITS_PER_HALVING`. Where many cells are empty each spawn is unlikely, and the search is
/// shallow and wide; on a crowded board, where a game is lost or saved, the same work looks many
/// moves ahead. With the network of 2026-11, 1,500 boards of games in which 4096 was reached, and
/// the mean loss of value against a search of 350,000 boards, this choice lost 15 points with 8,000
/// boards a move where [`DepthCutoff`] lost 22 with 16,000.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbabilityCutoff {
    /// What a spawn of a 2 takes off by the number of empty cells, `None` if there is none.
    two: [Option<u16>; 17],
    /// The same for a 4.
    four: [Option<u16>; 17],
    pruning: Option<Pruning>,
}

impl ProbabilityCutoff {
    /// The horizon for these dice.
    #[must_use]
    pub fn new(spawn_model: SpawnModel) -> Self {
        let four_chance = f64::from(spawn_model.four_chance());
        Self {
            two: costs(1.0 - four_chance),
            four: costs(four_chance),
            pruning: None,
        }
    }

    /// The same horizon for a search that sifts moves so.
    #[must_use]
    pub const fn with_pruning(self, pruning: Option<Pruning>) -> Self {
        Self { pruning, ..self }
    }

    /// The moves ahead, the first counted, that a way of the likelier spawns reaches with so much
    /// left on boards with `empty` empty cells, at least 1 and taken as at most 16.
    #[must_use]
    pub fn depth(&self, remaining: u16, empty: u32) -> u8 {
        let empty = empty.clamp(1, 16) as usize;
        let cost = self.two[empty].into_iter().chain(self.four[empty]).min();
        let further = remaining / cost.unwrap_or(u16::MAX).max(1);
        u8::try_from(further).unwrap_or(u8::MAX).saturating_add(1)
    }
}

impl Cutoff for ProbabilityCutoff {
    type Remaining = u16;

    fn key(&self, remaining: u16) -> u32 {
        u32::from(remaining) << 16
    }

    #[inline]
    fn after_spawn(&self, remaining: u16, empty: u32) -> Option<[Option<u16>; 2]> {
        let [two, four] = [self.two, self.four].map(|costs| costs[empty as usize]);
        let ends = two.or(four).is_none_or(|cost| remaining < cost);
        (!ends).then(|| [two, four].map(|cost| cost.map(|cost| remaining.saturating_sub(cost))))
    }

    #[inline]
    fn reduction(&self, remaining: u16) -> Option<Reduction<u16>> {
        self.pruning
            .and_then(|pruning| pruning.reduction(remaining))
    }
}

/// What a spawn of this chance takes off, by the number of empty cells.
fn costs(chance: f64) -> [Option<u16>; 17] {
    std::array::from_fn(|empty| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "the logarithm of a number above 1 is small, and the cast saturates"
        )]
        (chance > 0.0 && empty > 0).then(|| {
            let halvings = (empty as f64 / chance).log2() + HALVINGS_PER_MOVE;
            (halvings * f64::from(UNITS_PER_HALVING)).round() as u16
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_of_moves_ends_after_its_moves_and_leaves_out_all_but_the_first_fours() {
        let plies = DepthCutoff::new(SpawnModel::new(0.1, 1));
        let start = DepthRemaining { depth: 2, fours: 1 };
        let Some([Some(two), Some(four)]) = plies.after_spawn(start, 3) else {
            panic!("a way of two moves goes on, with a 4 allowed");
        };
        assert_eq!(two, DepthRemaining { depth: 1, fours: 1 });
        assert_eq!(four, DepthRemaining { depth: 1, fours: 0 });
        assert_eq!(
            plies.after_spawn(four, 3),
            Some([Some(DepthRemaining { depth: 0, fours: 0 }), None])
        );
        assert_eq!(
            plies.after_spawn(DepthRemaining { depth: 0, fours: 1 }, 3),
            None
        );
    }

    #[test]
    fn a_way_by_chance_is_longer_where_fewer_cells_are_empty() {
        let chance = ProbabilityCutoff::new(SpawnModel::new(0.1, 2));
        let depths: Vec<_> = (1..=16).map(|empty| chance.depth(60, empty)).collect();
        assert!(depths.is_sorted_by(|near, far| near >= far), "{depths:?}");
        assert!(depths[0] > 2 * depths[15], "{depths:?}");
        assert_eq!(chance.depth(0, 1), 1);
        // A 4 takes off more than a 2, and what is left never falls below nothing.
        let Some([Some(two), Some(four)]) = chance.after_spawn(20, 4) else {
            panic!("twenty units reach beyond a spawn in four cells");
        };
        assert!(four < two && two < 20);
    }

    #[test]
    fn dice_without_twos_or_fours_have_ways_with_the_other_alone() {
        let only_fours = ProbabilityCutoff::new(SpawnModel::new(1.0, 2));
        assert!(matches!(
            only_fours.after_spawn(40, 4),
            Some([None, Some(_)])
        ));
        let only_twos = ProbabilityCutoff::new(SpawnModel::new(0.0, 2));
        assert!(matches!(
            only_twos.after_spawn(40, 4),
            Some([Some(_), None])
        ));
    }
}
