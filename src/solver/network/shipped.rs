//! The network that comes with the program.
//!
//! It is part of the binary, packed; it takes memory only once it is asked for, and is then
//! unpacked once for the whole process.

use std::sync::{Arc, OnceLock};
use std::thread;

use super::{NetworkError, Staged, decode};

/// The file of the network, as `docs/TRAINING.md` tells how to make.
static FILE: &[u8] = include_bytes!("../../../assets/network/4x6.net");

/// What came of unpacking.
static UNPACKED: OnceLock<Result<Arc<Staged>, Arc<NetworkError>>> = OnceLock::new();

/// The network, unpacked now if it has not been; this takes some tenths of a second.
///
/// # Errors
///
/// Why the network cannot be used; it is the same every time.
pub fn wait() -> Result<Arc<Staged>, Arc<NetworkError>> {
    UNPACKED
        .get_or_init(|| unpack().map(Arc::new).map_err(Arc::new))
        .clone()
}

fn unpack() -> Result<Staged, NetworkError> {
    Ok(Staged::new(decode(FILE)?, None))
}

/// The network if it is unpacked and sound; `None` while it is not. The first call starts a thread
/// that unpacks it, and returns at once.
#[must_use]
pub fn if_ready() -> Option<Arc<Staged>> {
    static STARTED: OnceLock<()> = OnceLock::new();
    STARTED.get_or_init(|| {
        // Without a thread to be had, the network stays absent, and another player serves.
        let _ = thread::Builder::new()
            .name("network".to_owned())
            .spawn(wait);
    });
    UNPACKED.get().and_then(|result| result.clone().ok())
}
