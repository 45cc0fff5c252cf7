//! Which moves a search looks at closely.

/// How a search tells, by the evaluation of the boards after each move, which move to look at closely.
///
/// The move that looks best is searched with all that is left. Another is searched with less, and
/// again with all if it then seems better than those before it; one that looks hopeless is not
/// searched at all. In chess these are late move reductions and forward pruning. A value can only
/// become lower by it, and only if the best move was passed over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reduction<L> {
    /// What is left for a move that does not look best.
    pub remaining: L,
    /// How much worse than the best a move looks that is hopeless, in the unit of the evaluation.
    pub margin: f32,
}

/// How a search by [`ProbabilityCutoff`](super::ProbabilityCutoff) sifts moves, all but those on the board in question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// The least that is left where moves are sifted; nearer to the edge there is less to save than
    /// the looks cost.
    pub from: u16,
    /// How much less is left for a move that does not look best.
    pub reduce_by: u16,
    /// As in [`Reduction::margin`].
    pub margin: f32,
}

impl Pruning {
    /// How moves with so much left are sifted, `None` if all are searched alike.
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
    fn moves_are_sifted_far_from_the_edge_alone() {
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
