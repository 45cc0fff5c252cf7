//! Moves: all tiles slide toward an edge, and equal ones merge.

use super::line::Line;
use super::{Board, Cell, Direction, Tile};

/// The effects of a move on a board, before the spawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The afterstate: the board after the move.
    pub board: Board,
    /// The tiles that changed cell or took part in a merge. They are listed line by line from the
    /// top or the left, and within a line from the edge that tiles move toward.
    pub motions: Vec<Motion>,
    /// The merges, in the order of `motions`.
    pub merges: Vec<Merge>,
    /// The sum of the faces made by merges, which the move adds to the score.
    pub gain: u128,
}

impl Slide {
    /// Whether the move changed the board. A move that does not is illegal.
    #[must_use]
    pub fn changed(&self) -> bool {
        !self.motions.is_empty()
    }
}

/// The motion of one tile during a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Motion {
    /// The cell of the tile before the move.
    pub from: Cell,
    /// The cell of the tile after the move. It equals `from` for a tile that stays and is merged
    /// into.
    pub to: Cell,
    /// The tile before the move.
    pub tile: Tile,
    /// Whether the tile took part in a merge.
    pub merged: bool,
}

/// A merge of two equal tiles into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Merge {
    /// The cells of the two tiles, the one nearer to the edge that tiles move toward first.
    pub sources: [Cell; 2],
    /// The cell of the new tile.
    pub cell: Cell,
    /// The new tile.
    pub tile: Tile,
}

impl Board {
    /// Slides all tiles toward an edge, and reports what happened to each.
    ///
    /// As in gabrielecirulli/2048, tiles are processed from the edge that they move toward, and a
    /// tile made by a merge does not merge again in the same move. [`Board::slid`] returns the same
    /// board faster, without the report.
    #[must_use]
    pub fn slide(&self, direction: Direction) -> Slide {
        let mut slide = Slide {
            board: *self,
            motions: Vec::new(),
            merges: Vec::new(),
            gain: 0,
        };
        slide.board = self.slide_with(direction, &mut slide);
        slide
    }

    /// The board after sliding all tiles toward an edge, or `None` if no tile can move.
    #[must_use]
    pub fn slid(&self, direction: Direction) -> Option<Self> {
        let board = self.slide_with(direction, &mut Unobserved);
        (board != *self).then_some(board)
    }

    /// Whether a move in this direction would change the board.
    #[must_use]
    pub fn can_slide(&self, direction: Direction) -> bool {
        self.slid(direction).is_some()
    }

    /// Whether a move in any direction would change the board.
    #[must_use]
    pub fn can_move(&self) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| self.can_slide(direction))
    }

    /// Makes a move and reports its effects. All other methods use this one.
    fn slide_with(&self, direction: Direction, effects: &mut impl Effects) -> Self {
        let mut after = self.cleared();
        for line in Line::all(self, direction) {
            let mut free = 0;
            // The tile headed for the free cell, which the next tile may merge with.
            let mut bound: Option<(Cell, Tile)> = None;
            for from in (0..line.length).map(|depth| line.cell(depth)) {
                let Some(tile) = self.get(from) else { continue };
                bound = match bound {
                    None => Some((from, tile)),
                    Some((first, twin)) if twin == tile => {
                        let to = line.cell(free);
                        after.set(to, Some(tile.doubled()));
                        effects.merged([first, from], to, tile);
                        free += 1;
                        None
                    }
                    Some((first, other)) => {
                        let to = line.cell(free);
                        after.set(to, Some(other));
                        effects.came_to_rest(first, to, other);
                        free += 1;
                        Some((from, tile))
                    }
                };
            }
            if let Some((last, tile)) = bound {
                let to = line.cell(free);
                after.set(to, Some(tile));
                effects.came_to_rest(last, to, tile);
            }
        }
        after
    }
}

/// Receives the effects of a move as they happen.
trait Effects {
    /// A tile slid or stayed, without a merge.
    fn came_to_rest(&mut self, from: Cell, to: Cell, tile: Tile);

    /// Two tiles equal to `tile` merged in `to`. The source nearer to the edge comes first.
    fn merged(&mut self, sources: [Cell; 2], to: Cell, tile: Tile);
}

/// Ignores the effects of a move, for search.
struct Unobserved;

impl Effects for Unobserved {
    fn came_to_rest(&mut self, _: Cell, _: Cell, _: Tile) {}

    fn merged(&mut self, _: [Cell; 2], _: Cell, _: Tile) {}
}

impl Effects for Slide {
    fn came_to_rest(&mut self, from: Cell, to: Cell, tile: Tile) {
        if from != to {
            self.motions.push(Motion {
                from,
                to,
                tile,
                merged: false,
            });
        }
    }

    fn merged(&mut self, sources: [Cell; 2], to: Cell, tile: Tile) {
        self.motions.extend(sources.map(|from| Motion {
            from,
            to,
            tile,
            merged: true,
        }));
        let merge = Merge {
            sources,
            cell: to,
            tile: tile.doubled(),
        };
        self.gain += merge.tile.face();
        self.merges.push(merge);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::face_rows::board;

    /// Slides the first row of a board to the right.
    fn right(row: [u128; 4]) -> (Vec<u128>, u128) {
        let slide = board(&[row, [0; 4]]).slide(Direction::Right);
        (slide.board.to_faces().swap_remove(0), slide.gain)
    }

    #[test]
    fn a_line_moves_as_in_the_original() {
        assert_eq!(right([2, 2, 2, 0]), (vec![0, 0, 2, 4], 4));
        assert_eq!(right([2, 2, 2, 2]), (vec![0, 0, 4, 4], 8));
        assert_eq!(right([0, 2, 2, 4]), (vec![0, 0, 4, 4], 4));
        assert_eq!(right([8, 8, 16, 0]), (vec![0, 0, 16, 16], 16));
        assert_eq!(right([2, 0, 0, 2]), (vec![0, 0, 0, 4], 4));
        assert_eq!(right([2, 4, 2, 4]), (vec![2, 4, 2, 4], 0));
        assert_eq!(right([2, 0, 4, 0]), (vec![0, 0, 2, 4], 0));
    }

    #[test]
    fn each_direction_slides_toward_its_edge() {
        let start = board(&[[0, 0, 0], [0, 2, 0]]);
        let at = |direction| {
            start
                .slide(direction)
                .board
                .tiles()
                .next()
                .map(|(cell, _)| cell)
        };
        assert_eq!(at(Direction::Up), Some(Cell::new(0, 1)));
        assert_eq!(at(Direction::Down), Some(Cell::new(1, 1)));
        assert_eq!(at(Direction::Left), Some(Cell::new(1, 0)));
        assert_eq!(at(Direction::Right), Some(Cell::new(1, 2)));
        assert!(!start.can_slide(Direction::Down));
        assert!(start.can_slide(Direction::Up));
    }

    #[test]
    fn a_slide_reports_motions_and_both_sources_of_a_merge() {
        let [two, four] = [Tile::TWO, Tile::FOUR];
        let slide = board(&[[2, 2, 4, 0], [4, 0, 0, 2]]).slide(Direction::Left);
        let motion = |from, to, tile, merged| Motion {
            from,
            to,
            tile,
            merged,
        };
        let [corner, next] = [Cell::new(0, 0), Cell::new(0, 1)];
        assert_eq!(
            slide.motions,
            [
                motion(corner, corner, two, true),
                motion(next, corner, two, true),
                motion(Cell::new(0, 2), next, four, false),
                motion(Cell::new(1, 3), Cell::new(1, 1), two, false),
            ]
        );
        assert_eq!(
            slide.merges,
            [Merge {
                sources: [corner, next],
                cell: corner,
                tile: four
            }]
        );
        assert_eq!(slide.gain, 4);
        assert!(slide.changed());
    }

    #[test]
    fn slide_and_slid_agree() {
        let start = board(&[[2, 2, 4], [4, 0, 2], [4, 8, 2]]);
        for direction in Direction::ALL {
            let slide = start.slide(direction);
            assert!(slide.changed());
            assert_eq!(start.slid(direction), Some(slide.board));
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let stuck = board(&[[2, 4], [4, 2]]);
        for direction in Direction::ALL {
            let slide = stuck.slide(direction);
            assert!(!slide.changed());
            assert_eq!(slide.board, stuck);
            assert_eq!(stuck.slid(direction), None);
        }
        assert!(!stuck.can_move());
        assert!(!stuck.cleared().can_move());
    }
}
