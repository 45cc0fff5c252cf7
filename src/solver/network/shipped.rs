//! The networks that are shipped with the program.
//!
//! The binary contains their compressed files. They are decompressed on first use, once per
//! process.

use std::sync::{Arc, OnceLock};
use std::thread;

use super::{Endgame, MultistageNetwork, NetworkError, decode};

/// The file of the general network. `docs/TRAINING.md` describes how it was made.
static GENERAL: &[u8] = include_bytes!("../../../assets/network/4x6.net");

/// The file of the endgame network. `docs/TRAINING.md` describes how it was made.
static ENDGAME: &[u8] = include_bytes!("../../../assets/network/endgame.net");

/// The result of decompression.
static UNPACKED: OnceLock<Result<Arc<MultistageNetwork>, Arc<NetworkError>>> = OnceLock::new();

/// Returns the networks, and decompresses them first if necessary.
///
/// Decompression takes a few tenths of a second.
///
/// # Errors
///
/// [`NetworkError`] if a file cannot be decoded. Every call returns the same result.
pub fn wait() -> Result<Arc<MultistageNetwork>, Arc<NetworkError>> {
    UNPACKED
        .get_or_init(|| unpack().map(Arc::new).map_err(Arc::new))
        .clone()
}

fn unpack() -> Result<MultistageNetwork, NetworkError> {
    Ok(MultistageNetwork::new(
        decode(GENERAL)?,
        Some(Endgame::new(decode(ENDGAME)?)),
    ))
}

/// Returns the networks if they have been decompressed successfully.
///
/// This function does not block. The first call starts a thread that decompresses them.
#[must_use]
pub fn if_ready() -> Option<Arc<MultistageNetwork>> {
    static STARTED: OnceLock<()> = OnceLock::new();
    STARTED.get_or_init(|| {
        // If no thread can be started, the networks stay absent and another player is used.
        let _ = thread::Builder::new()
            .name("network".to_owned())
            .spawn(wait);
    });
    UNPACKED.get().and_then(|result| result.clone().ok())
}
