//! The game tree of 2048, for search.
//!
//! At a [`Max`](NodeKind::Max) node the player slides the tiles. At a [`Min`](NodeKind::Min) node
//! the dice, or an opponent, place a 2 or a 4 in an empty cell. The same tree serves minimax and,
//! with probabilities for the placements, expectimax. A turn of the game is two plies. A child of a
//! max node, after the slide and before the spawn, is called an afterstate (M. Szubert and
//! W. Jaśkowski, "Temporal difference learning of n-tuple networks for the game 2048", 2014).
//! Boards compare with `==`. Nothing here allocates memory.

use super::{Board, Direction, Spawn, Tile};

/// The kind of a node in the game tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The player slides the tiles.
    Max,
    /// The dice place a tile. In minimax, an opponent does.
    Min,
}

impl NodeKind {
    /// The kind of the nodes one ply below.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }
}

/// One ply, which leads from a board to one of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A move at a [`NodeKind::Max`] node.
    Slide(Direction),
    /// A placement at a [`NodeKind::Min`] node.
    Place(Spawn),
}

impl Board {
    /// The legal moves, in the order of [`Direction::ALL`].
    pub fn legal_moves(&self) -> impl Iterator<Item = Direction> + '_ {
        Direction::ALL
            .into_iter()
            .filter(|&direction| self.can_slide(direction))
    }

    /// The possible placements: a 2 and then a 4 for each empty cell, row by row.
    pub fn placements(&self) -> impl Iterator<Item = Spawn> + '_ {
        self.empty_cells()
            .flat_map(|cell| [Tile::TWO, Tile::FOUR].map(|tile| Spawn { cell, tile }))
    }

    /// The afterstates, each with the move that leads to it.
    pub fn max_children(&self) -> impl Iterator<Item = (Direction, Self)> + '_ {
        Direction::ALL
            .into_iter()
            .filter_map(|direction| Some((direction, self.slid(direction)?)))
    }

    /// The boards after each placement, each with its placement.
    pub fn min_children(&self) -> impl Iterator<Item = (Spawn, Self)> + '_ {
        self.placements()
            .map(|spawn| (spawn, self.with(spawn.cell, spawn.tile)))
    }

    /// The children of a node of the given kind, each with the ply that leads to it.
    pub fn children(&self, node: NodeKind) -> impl Iterator<Item = (Ply, Self)> + '_ {
        let slides = (node == NodeKind::Max).then(|| self.max_children());
        let placements = (node == NodeKind::Min).then(|| self.min_children());
        let slides = slides
            .into_iter()
            .flatten()
            .map(|(way, child)| (Ply::Slide(way), child));
        let placements = placements.into_iter().flatten();
        slides.chain(placements.map(|(spawn, child)| (Ply::Place(spawn), child)))
    }

    /// Whether a node of the given kind has no children: no legal move, or no empty cell.
    #[must_use]
    pub fn is_terminal(&self, node: NodeKind) -> bool {
        match node {
            NodeKind::Max => !self.can_move(),
            NodeKind::Min => self.empty_cells().next().is_none(),
        }
    }

    /// Whether the game is over: the board, before a move, has no legal move.
    #[must_use]
    pub fn is_game_over(&self) -> bool {
        self.is_terminal(NodeKind::Max)
    }

    /// The move that leads from this board to the afterstate `child`, or `None` if there is none.
    ///
    /// If several moves do, it is the first in the order of [`Direction::ALL`].
    #[must_use]
    pub fn move_to(&self, child: &Self) -> Option<Direction> {
        self.max_children()
            .find_map(|(direction, board)| (board == *child).then_some(direction))
    }

    /// The mean face of all tiles, 0.0 on an empty board. A simple utility for search.
    ///
    /// It grows as tiles merge, since a merge keeps the sum and lowers the number of tiles.
    #[must_use]
    pub fn mean_tile(&self) -> f64 {
        let (sum, count) = self.tiles().fold((0.0, 0_u8), |(sum, count), (_, tile)| {
            (sum + 2_f64.powi(tile.rank().into()), count + 1)
        });
        if count == 0 {
            0.0
        } else {
            sum / f64::from(count)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Cell;
    use crate::game::face_rows::board;

    #[test]
    fn max_nodes_slide_and_min_nodes_place() {
        let start = board(&[[2, 2], [4, 0]]);
        let moves: Vec<_> = start.legal_moves().collect();
        assert_eq!(moves, [Direction::Right, Direction::Down, Direction::Left]);
        let children: Vec<_> = start.children(NodeKind::Max).collect();
        assert_eq!(
            children,
            [
                (Ply::Slide(Direction::Right), board(&[[0, 4], [0, 4]])),
                (Ply::Slide(Direction::Down), board(&[[2, 0], [4, 2]])),
                (Ply::Slide(Direction::Left), board(&[[4, 0], [4, 0]])),
            ]
        );
        let place = |tile| {
            Ply::Place(Spawn {
                cell: Cell::new(1, 1),
                tile,
            })
        };
        let children: Vec<_> = start.children(NodeKind::Min).collect();
        assert_eq!(
            children,
            [
                (place(Tile::TWO), board(&[[2, 2], [4, 2]])),
                (place(Tile::FOUR), board(&[[2, 2], [4, 4]])),
            ]
        );
    }

    #[test]
    fn max_and_min_nodes_are_terminal_for_different_reasons() {
        let full = board(&[[2, 2], [4, 8]]);
        assert!(full.is_terminal(NodeKind::Min));
        assert!(!full.is_terminal(NodeKind::Max) && !full.is_game_over());
        let stuck = board(&[[2, 4], [4, 2]]);
        assert!(stuck.is_terminal(NodeKind::Min) && stuck.is_terminal(NodeKind::Max));
        assert!(stuck.is_game_over());
        let empty = stuck.cleared();
        assert!(empty.is_game_over() && !empty.is_terminal(NodeKind::Min));
        assert_eq!(NodeKind::Max.other(), NodeKind::Min);
        assert_eq!(NodeKind::Min.other(), NodeKind::Max);
    }

    #[test]
    fn move_to_finds_the_move_of_an_afterstate() {
        let start = board(&[[2, 2], [4, 0]]);
        for (direction, child) in start.max_children() {
            assert_eq!(start.move_to(&child), Some(direction));
        }
        assert_eq!(start.move_to(&start), None);
        assert_eq!(start.move_to(&board(&[[4, 0, 0], [4, 0, 0]])), None);
    }

    #[test]
    fn the_mean_tile_is_the_sum_over_the_count() {
        let near = |board: Board, mean: f64| (board.mean_tile() - mean).abs() < 1e-12;
        assert!(near(board(&[[2, 0], [0, 0]]), 2.0));
        assert!(near(board(&[[2, 4], [8, 0]]), 14.0 / 3.0));
        assert!(near(board(&[[0, 0], [0, 0]]), 0.0));
        let mut large = board(&[[0; 8]; 8]);
        large.set(Cell::new(7, 7), Tile::from_rank(65));
        assert!(near(large, 2_f64.powi(65)));
    }
}
