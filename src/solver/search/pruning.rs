//! Late move reductions and forward pruning.

/// How the moves of one node are reduced and pruned.
///
/// The moves are ordered by the evaluation of their afterstates. The first one is searched with the
/// full effort. Another move is searched with less, and again with the full effort if it then turns
/// out better than those before it. A move that looks hopeless is not searched. This can only lower
/// the value of a node, and only if the best move was missed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reduction<L> {
    /// The search effort for moves other than the first.
    pub remaining: L,
    /// A move is hopeless if its evaluation is lower than that of the first move by more than this
    /// margin.
    pub margin: f32,
}

/// The reductions and pruning of a search by [`ProbabilityCutoff`](super::ProbabilityCutoff).
///
/// They apply to all nodes except the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// The smallest remaining effort at which moves are reduced. Nearer to the leaves the saving is
    /// smaller than the cost of ordering the moves.
    pub from: u16,
    /// How much the remaining effort is reduced for moves other than the first.
    pub reduce_by: u16,
    /// See [`Reduction::margin`].
    pub margin: f32,
}

impl Pruning {
    /// The reduction at a node with this remaining effort, or `None` if there is none.
    #[inline]
    #[must_use]
    pub fn reduction(&self, remaining: u16) -> Option<Reduction<u16>> {
        (remaining >= self.from).then(|| Reduction {
            remaining: remaining.saturating_sub(self.reduce_by),
            margin: self.margin,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_reduced_only_far_from_the_leaves() {
        let margin = 1.0;
        let pruning = Pruning {
            from: 24,
            reduce_by: 32,
            margin,
        };
        assert_eq!(pruning.reduction(23), None);
        assert_eq!(
            pruning.reduction(24),
            Some(Reduction {
                remaining: 0,
                margin
            })
        );
        assert_eq!(
            pruning.reduction(40),
            Some(Reduction {
                remaining: 8,
                margin
            })
        );
    }
}
