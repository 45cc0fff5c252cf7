//! Which moves a search looks at closely.

/// How a search tells, by the evaluation of the boards after each move, which move to look at closely.
///
/// The move that looks best is searched with all that is left. Another is searched with less, and
/// again with all if it then seems better than those before it; one that looks hopeless is not
/// searched at all. In chess these are late move reductions and forward pruning. A value can only
/// become lower by it, and only if the best move was passed over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sift<L> {
    /// What is left for a move that does not look best.
    pub less: L,
    /// How much worse than the best a move looks that is hopeless, in the unit of the evaluation.
    pub hopeless: f32,
}

/// How a search by [`ProbabilityCutoff`](super::ProbabilityCutoff) sifts moves, all but those on the board in question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sieve {
    /// The least that is left where moves are sifted; nearer to the edge there is less to save than
    /// the looks cost.
    pub from: u16,
    /// How much less is left for a move that does not look best.
    pub off: u16,
    /// As in [`Sift::hopeless`].
    pub hopeless: f32,
}

impl Sieve {
    /// How moves with so much left are sifted, `None` if all are searched alike.
    #[inline]
    #[must_use]
    pub fn sift(&self, left: u16) -> Option<Sift<u16>> {
        (left >= self.from).then(|| Sift {
            less: left.saturating_sub(self.off),
            hopeless: self.hopeless,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_sifted_far_from_the_edge_alone() {
        let hopeless = 1.0;
        let sieve = Sieve {
            from: 24,
            off: 32,
            hopeless,
        };
        assert_eq!(sieve.sift(23), None);
        assert_eq!(sieve.sift(24), Some(Sift { less: 0, hopeless }));
        assert_eq!(sieve.sift(40), Some(Sift { less: 8, hopeless }));
    }
}
