//! The table of a solved board, in memory and as a file.
//!
//! The file starts with [`MAGIC`], the columns and rows as one byte each, and the chance of a 4 as
//! a little-endian double. The layers follow, highest sum first: the sum in 4 bytes, the number of
//! states in 8, the states in ascending order in 8 bytes each, and their values as doubles. A sum
//! of 0 ends the file. A state has four bits per cell, the first cell lowest.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read, Write};
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::solve::{mean, sum};
use super::{Layer, State, StateSpace, StateSpaceError, solve};

/// The first bytes of a table file. The last one is the version of the format.
const MAGIC: [u8; 8] = *b"2048TAB\x01";

/// The largest number of states accepted in a layer, far above that of any solvable board.
const MOST_STATES: u64 = 1 << 28;

/// The values of all reachable states of a board.
#[derive(Clone, Debug)]
pub struct Table {
    space: StateSpace,
    four_chance: f64,
    layers: BTreeMap<u32, Layer>,
}

/// Why a table cannot be read.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file is not a table, has an unsupported version, or is inconsistent.
    #[error("the file is not a table of a supported version, or it is damaged")]
    Layout,
    /// The board size cannot be solved.
    #[error(transparent)]
    Size(#[from] StateSpaceError),
    /// The file cannot be read.
    #[error("the table cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl Table {
    /// Solves a board and keeps all values, in 16 bytes per state. Returns `None` if `stop` is set.
    #[must_use]
    pub fn solve(space: StateSpace, four_chance: f64, stop: &AtomicBool) -> Option<Self> {
        let mut layers = BTreeMap::new();
        solve(&space, four_chance, stop, |layer, _| {
            layers.insert(layer.sum, layer.clone());
        })?;
        Some(Self {
            space,
            four_chance,
            layers,
        })
    }

    /// Reads a table written by [`TableWriter`].
    ///
    /// # Errors
    ///
    /// [`TableError`] if it is incomplete or invalid.
    pub fn read(from: impl Read) -> Result<Self, TableError> {
        let mut from = BufReader::with_capacity(1 << 20, from);
        let mut head = [0; 18];
        from.read_exact(&mut head)?;
        let [magic @ .., _, _, _, _, _, _, _, _, _, _] = head;
        let chance = [10, 11, 12, 13, 14, 15, 16, 17].map(|place| head[place]);
        let four_chance = f64::from_le_bytes(chance);
        if magic != MAGIC || !(0.0..=1.0).contains(&four_chance) {
            return Err(TableError::Layout);
        }
        let space = StateSpace::new(head[8], head[9])?;
        let mut layers = BTreeMap::new();
        loop {
            let sum = u32::from_le_bytes(read_bytes(&mut from)?);
            if sum == 0 {
                return Ok(Self {
                    space,
                    four_chance,
                    layers,
                });
            }
            let count = u64::from_le_bytes(read_bytes(&mut from)?);
            if count > MOST_STATES {
                return Err(TableError::Layout);
            }
            let states: Vec<State> = (0..count)
                .map(|_| read_bytes(&mut from).map(State::from_le_bytes))
                .collect::<io::Result<_>>()?;
            let values = (0..count)
                .map(|_| read_bytes(&mut from).map(f64::from_le_bytes))
                .collect::<io::Result<_>>()?;
            if !states.is_sorted() {
                return Err(TableError::Layout);
            }
            layers.insert(
                sum,
                Layer {
                    sum,
                    states,
                    values,
                },
            );
        }
    }

    /// The state space of the board.
    #[must_use]
    pub const fn state_space(&self) -> &StateSpace {
        &self.space
    }

    /// The chance of a 4 that the board was solved for.
    #[must_use]
    pub const fn four_chance(&self) -> f64 {
        self.four_chance
    }

    /// The expected future score of optimal play from a state, or `None` if it is not reachable.
    #[must_use]
    pub fn value(&self, state: State) -> Option<f64> {
        self.layers
            .get(&sum(state))?
            .value(self.space.canonical(state))
    }

    /// The expected future score of each move including its gain, in the order of
    /// [`Direction::ALL`](crate::game::Direction), or `None` if the state is not reachable.
    #[must_use]
    pub fn move_values(&self, state: State) -> Option<[Option<f64>; 4]> {
        self.value(state)?;
        let value = |state| self.value(state).unwrap_or(0.0);
        Some(self.space.moves(state).map(|slid| {
            slid.map(|(after, gain)| {
                f64::from(gain) + mean(&self.space, after, self.four_chance, value)
            })
        }))
    }
}

/// Writes a table layer by layer, as [`solve`] produces them.
#[derive(Debug)]
pub struct TableWriter<W: Write> {
    out: W,
}

impl<W: Write> TableWriter<W> {
    /// Starts a table.
    ///
    /// # Errors
    ///
    /// Any error of the writer.
    pub fn new(mut out: W, space: &StateSpace, four_chance: f64) -> io::Result<Self> {
        out.write_all(&MAGIC)?;
        out.write_all(&[space.width(), space.height()])?;
        out.write_all(&four_chance.to_le_bytes())?;
        Ok(Self { out })
    }

    /// Writes a layer.
    ///
    /// # Errors
    ///
    /// Any error of the writer.
    pub fn add(&mut self, layer: &Layer) -> io::Result<()> {
        self.out.write_all(&layer.sum.to_le_bytes())?;
        self.out
            .write_all(&(layer.states.len() as u64).to_le_bytes())?;
        for state in &layer.states {
            self.out.write_all(&state.to_le_bytes())?;
        }
        for value in &layer.values {
            self.out.write_all(&value.to_le_bytes())?;
        }
        Ok(())
    }

    /// Ends the table and returns the writer.
    ///
    /// # Errors
    ///
    /// Any error of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.write_all(&0_u32.to_le_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }
}

fn read_bytes<const LENGTH: usize>(from: &mut impl Read) -> io::Result<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}
