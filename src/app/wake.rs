//! Waking the window: while nothing moves it sleeps and draws no frames, so
//! whoever has news for it from another thread, or for a later moment, wakes it.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use bevy::winit::{EventLoopProxy, EventLoopProxyWrapper, WinitUserEvent};

/// Wakes the window when it is dropped, from any thread.
///
/// Without a window system, frames come by themselves and nothing is woken.
#[derive(Clone, Debug)]
pub(in crate::app) struct Wake(Option<EventLoopProxy<WinitUserEvent>>);

impl Wake {
    /// Wakes the window whose event loop has this proxy.
    pub(in crate::app) fn new(proxy: Option<&EventLoopProxyWrapper>) -> Self {
        Self(proxy.map(|proxy| (**proxy).clone()))
    }
}

impl Drop for Wake {
    fn drop(&mut self) {
        if let Some(proxy) = &self.0 {
            // A closed window needs no waking.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    }
}

/// An alarm clock that wakes the window at a given moment.
///
/// Its thread starts with the first alarm and ends when the clock is dropped.
#[derive(Debug, Default)]
pub(in crate::app) struct Alarm(Option<Sender<Instant>>);

impl Alarm {
    /// Sets the alarm to a moment; only the moment set last counts.
    ///
    /// If the system has no thread to give, the alarm stays silent, and
    /// whatever waits for it happens in the next frame drawn for another
    /// reason.
    pub(in crate::app) fn set(&mut self, moment: Instant, proxy: Option<&EventLoopProxyWrapper>) {
        // Without a window system, nothing sleeps.
        let Some(proxy) = proxy else { return };
        if self.0.is_none() {
            let (sender, receiver) = mpsc::channel();
            let wake = Wake::new(Some(proxy));
            self.0 = thread::Builder::new()
                .name("alarm".to_owned())
                .spawn(move || ring(&receiver, &wake))
                .is_ok()
                .then_some(sender);
        }
        if let Some(sender) = &self.0 {
            // The thread lives as long as this sender.
            let _ = sender.send(moment);
        }
    }
}

/// Sleeps until the moment set last, and wakes the window then.
fn ring(moments: &Receiver<Instant>, wake: &Wake) {
    let mut next = moments.recv().ok();
    while let Some(moment) = next {
        let left = moment.saturating_duration_since(Instant::now());
        next = match moments.recv_timeout(left) {
            Ok(later) => Some(later),
            Err(RecvTimeoutError::Timeout) => {
                drop(wake.clone());
                moments.recv().ok()
            }
            Err(RecvTimeoutError::Disconnected) => None,
        };
    }
}
