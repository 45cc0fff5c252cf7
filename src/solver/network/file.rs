//! The network as a file.
//!
//! It starts with the eight bytes of [`MAGIC`] and the SHA-256 digest of all that follows: the step
//! as a little-endian 32-bit float, four little-endian 64-bit lengths, and as many pieces of
//! Zstandard, one a pattern. Each piece holds the low bytes of all weights and then the high ones,
//! apart, as the high ones are nearly all alike.

use std::io::{self, Read};
use std::thread;

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{Network, PATTERNS, WEIGHTS};

/// The first bytes of a network's file; the last one is the version of the format.
pub const MAGIC: [u8; 8] = *b"2048NET\x01";

/// The weights that are decompressed in one go; the length of a table is a multiple of it.
const CHUNK: usize = 1 << 14;

/// The bytes of a SHA-256 digest.
const DIGEST: usize = 32;

/// Why a file is no network.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// It does not start as one, or is of another version.
    #[error("this is no network file of a version known here")]
    Magic,
    /// Its digest is not that of its content.
    #[error("the network file is damaged: its digest does not fit")]
    Digest,
    /// It does not have the length or the layout that its content asks for.
    #[error("the network file is damaged: its parts do not fit together")]
    Layout,
    /// The weights cannot be decompressed, or the file cannot be read.
    #[error("the network file cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// Writes a network as a file, with the Zstandard level `level` from 1 to 22.
///
/// # Errors
///
/// [`NetworkError::Io`] if compression fails, as for want of memory.
pub fn encode(network: &Network, level: i32) -> Result<Vec<u8>, NetworkError> {
    let mut body = network.step().to_le_bytes().to_vec();
    let mut pieces = Vec::new();
    for table in network.tables() {
        let low = table.iter().map(|weight| weight.to_le_bytes()[0]);
        let high = table.iter().map(|weight| weight.to_le_bytes()[1]);
        let bytes: Vec<u8> = low.chain(high).collect();
        let piece = zstd::bulk::compress(&bytes, level)?;
        body.extend((piece.len() as u64).to_le_bytes());
        pieces.push(piece);
    }
    body.extend(pieces.into_iter().flatten());
    let digest = Sha256::digest(&body);
    Ok([&MAGIC[..], &digest[..], &body].concat())
}

/// Reads a network from the bytes of a file; it takes one thread a pattern.
///
/// # Errors
///
/// [`NetworkError`] if the bytes are not those of a whole, undamaged file.
pub fn decode(file: &[u8]) -> Result<Network, NetworkError> {
    let rest = file.strip_prefix(&MAGIC).ok_or(NetworkError::Magic)?;
    let (digest, body) = rest.split_at_checked(DIGEST).ok_or(NetworkError::Layout)?;
    if Sha256::digest(body)[..] != *digest {
        return Err(NetworkError::Digest);
    }
    let (step, mut body) = body.split_first_chunk().ok_or(NetworkError::Layout)?;
    let step = f32::from_le_bytes(*step);
    let mut lengths = [0; PATTERNS];
    for length in &mut lengths {
        let (bytes, rest) = body.split_first_chunk().ok_or(NetworkError::Layout)?;
        *length = usize::try_from(u64::from_le_bytes(*bytes)).map_err(|_| NetworkError::Layout)?;
        body = rest;
    }
    let mut pieces = [&[][..]; PATTERNS];
    for (piece, length) in pieces.iter_mut().zip(lengths) {
        (*piece, body) = body.split_at_checked(length).ok_or(NetworkError::Layout)?;
    }
    let tables = thread::scope(|scope| {
        pieces
            .map(|piece| scope.spawn(|| decode_table(piece)))
            .map(|thread| {
                // A thread that panics has nothing to give, which cannot happen short of a bug.
                thread.join().unwrap_or(Err(NetworkError::Layout))
            })
    });
    let [first, second, third, fourth] = tables;
    Ok(Network::new([first?, second?, third?, fourth?], step))
}

/// The weights of one pattern.
///
/// They are written as they come out of the decompressor, and a weight of 0 not at all, so that
/// memory is taken for no more than the weights that are not 0.
fn decode_table(piece: &[u8]) -> Result<Box<[i16; WEIGHTS]>, NetworkError> {
    let table: Box<[i16]> = vec![0; WEIGHTS].into_boxed_slice();
    let Ok(mut table) = <Box<[i16; WEIGHTS]>>::try_from(table) else {
        return Err(NetworkError::Layout);
    };
    let mut bytes = zstd::stream::Decoder::new(piece)?;
    for shift in [0, 8] {
        for weights in table.chunks_mut(CHUNK) {
            let mut read = [0; CHUNK];
            bytes.read_exact(&mut read)?;
            for (weight, &byte) in weights.iter_mut().zip(&read) {
                if byte != 0 {
                    *weight |= i16::from(byte) << shift;
                }
            }
        }
    }
    match bytes.read(&mut [0])? {
        0 => Ok(table),
        _ => Err(NetworkError::Layout),
    }
}
