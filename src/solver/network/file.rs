//! The file format of networks.
//!
//! A file starts with the eight bytes of [`MAGIC`] and the SHA-256 digest of everything that
//! follows: the step as a little-endian 32-bit float, four little-endian 64-bit lengths, and four
//! Zstandard frames of those lengths, one per pattern. A frame holds the low bytes of all weights,
//! then the high bytes. They are separated because nearly all high bytes are equal.

use std::io::{self, Read};
use std::thread;

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{Network, PATTERNS, WEIGHTS};

/// The first bytes of a network file. The last one is the version of the format.
pub const MAGIC: [u8; 8] = *b"2048NET\x01";

/// The number of weights decompressed at a time, which divides the length of a table.
const CHUNK: usize = 1 << 14;

/// The length of a SHA-256 digest in bytes.
const DIGEST: usize = 32;

/// Why a network file cannot be read or written.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file is not a network file, or has an unsupported version.
    #[error("the file is not a network file of a supported version")]
    Magic,
    /// The digest does not match the content.
    #[error("the network file is damaged: its digest does not match")]
    Digest,
    /// The lengths or the layout are inconsistent.
    #[error("the network file is damaged: its layout is inconsistent")]
    Layout,
    /// The weights cannot be decompressed, or the file cannot be read.
    #[error("the network file cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// Encodes a network as the bytes of a file.
///
/// `level` is the Zstandard level, from 1 to 22.
///
/// # Errors
///
/// [`NetworkError::Io`] if compression fails, for example because of insufficient memory.
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

/// Decodes a network from the bytes of a file, with one thread per pattern.
///
/// # Errors
///
/// [`NetworkError`] if the file is incomplete or damaged.
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
                // Only a bug makes a thread panic.
                thread.join().unwrap_or(Err(NetworkError::Layout))
            })
    });
    let [first, second, third, fourth] = tables;
    Ok(Network::new([first?, second?, third?, fourth?], step))
}

/// Decodes the weights of one pattern.
///
/// The weights are decompressed in chunks, and zeros are not written, so that pages without any
/// other weight take no memory.
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
