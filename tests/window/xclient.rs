//! The one thing that `xdotool` cannot do everywhere: asking a window to close
//! as a window manager does, in the X11 protocol's own bytes.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;

use crate::wait::LIMIT;

const INTERN_ATOM: u8 = 16;
const SEND_EVENT: u8 = 25;
const GET_INPUT_FOCUS: u8 = 43;
const CLIENT_MESSAGE: u8 = 33;

/// Sends `WM_DELETE_WINDOW` to a window of a display of this machine.
pub fn close_window(display: u32, window: u32) -> io::Result<()> {
    let mut server = UnixStream::connect(format!("/tmp/.X11-unix/X{display}"))?;
    server.set_read_timeout(Some(LIMIT))?;
    server.set_write_timeout(Some(LIMIT))?;
    set_up(&mut server)?;
    let protocols = intern(&mut server, "WM_PROTOCOLS")?;
    let delete = intern(&mut server, "WM_DELETE_WINDOW")?;

    let mut request = vec![SEND_EVENT, 0, 11, 0];
    request.extend(window.to_le_bytes());
    request.extend(0_u32.to_le_bytes());
    // The event: words of 32 bits, for the window, of this type.
    request.extend([CLIENT_MESSAGE, 32, 0, 0]);
    for word in [window, protocols, delete, 0, 0, 0, 0] {
        request.extend(word.to_le_bytes());
    }
    server.write_all(&request)?;

    // An answer to anything sent later means that this has been carried out.
    server.write_all(&[GET_INPUT_FOCUS, 0, 1, 0])?;
    reply(&mut server).map(drop)
}

/// Introduces this client: least significant byte first, protocol 11.0, no
/// authorization.
fn set_up(server: &mut UnixStream) -> io::Result<()> {
    server.write_all(&[b'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
    let mut head = [0; 8];
    server.read_exact(&mut head)?;
    let mut rest = vec![0; usize::from(u16::from_le_bytes([head[6], head[7]])) * 4];
    server.read_exact(&mut rest)?;
    if head[0] == 1 {
        Ok(())
    } else {
        Err(io::Error::other("the X server refused the connection"))
    }
}

/// The number that the server knows a name by.
fn intern(server: &mut UnixStream, name: &str) -> io::Result<u32> {
    let padded = name.len().next_multiple_of(4);
    let [length, words] = [name.len(), 2 + padded / 4]
        .map(|number| u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes());
    let mut request = vec![
        INTERN_ATOM,
        0,
        words[0],
        words[1],
        length[0],
        length[1],
        0,
        0,
    ];
    request.extend(name.bytes());
    request.resize(8 + padded, 0);
    server.write_all(&request)?;
    let reply = reply(server)?;
    Ok(u32::from_le_bytes([
        reply[8], reply[9], reply[10], reply[11],
    ]))
}

/// A reply of the shortest kind, which is all that is asked for here.
fn reply(server: &mut UnixStream) -> io::Result<[u8; 32]> {
    let mut reply = [0; 32];
    server.read_exact(&mut reply)?;
    if reply[0] == 1 {
        Ok(reply)
    } else {
        Err(io::Error::other("the X server answered with an error"))
    }
}
