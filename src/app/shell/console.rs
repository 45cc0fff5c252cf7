//! The terminal that the game was started from, on Windows.
//!
//! The program is a Windows application there, so no console opens beside its
//! window. Such a program has no output even when a terminal starts it, until
//! it attaches itself to the console of that terminal.

use std::io;
use std::os::windows::io::AsRawHandle;

use winsafe::{AttachConsole, PidParent};

/// Connects standard input, output and error with the console of the parent
/// process, if it has one.
///
/// Call it before anything is written. Nothing changes if output goes to a
/// file or a pipe: attaching could connect it with the console instead.
pub fn attach() {
    let handles = [io::stdout().as_raw_handle(), io::stderr().as_raw_handle()];
    if handles.iter().all(|handle| handle.is_null()) {
        // Started from the desktop, the parent has no console.
        let _ = AttachConsole(PidParent::Parent);
    }
}
