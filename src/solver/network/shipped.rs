//! The networks that come with the program.
//!
//! They are part of the binary, packed; they take memory only once they are asked for, and are then
//! unpacked once for the whole process.

use std::sync::{Arc, OnceLock};
use std::thread;

use super::{Endgame, MultistageNetwork, NetworkError, decode};

/// The file of the network for the whole game, as `docs/TRAINING.md` tells how to make.
static GENERAL: &[u8] = include_bytes!("../../../assets/network/4x6.net");

/// The file of the network for the endgame, as the same page tells.
static ENDGAME: &[u8] = include_bytes!("../../../assets/network/endgame.net");

/// What came of unpacking.
static UNPACKED: OnceLock<Result<Arc<MultistageNetwork>, Arc<NetworkError>>> = OnceLock::new();

/// The networks, unpacked now if they have not been; this takes some tenths of a second.
///
/// # Errors
///
/// Why the networks cannot be used; it is the same every time.
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

/// The networks if they are unpacked and sound; `None` while they are not. The first call starts a
/// thread that unpacks them, and returns at once.
#[must_use]
pub fn if_ready() -> Option<Arc<MultistageNetwork>> {
    static STARTED: OnceLock<()> = OnceLock::new();
    STARTED.get_or_init(|| {
        // Without a thread to be had, the networks stay absent, and another player serves.
        let _ = thread::Builder::new()
            .name("network".to_owned())
            .spawn(wait);
    });
    UNPACKED.get().and_then(|result| result.clone().ok())
}
