//! The app, played and watched without a window system, a renderer or a sound
//! card.
#![cfg(feature = "window")]
#![expect(
    clippy::float_cmp,
    reason = "what has come to rest is exactly where it belongs"
)]

mod games;
mod headless;
mod view;

mod best;
mod ends;
mod focus;
mod frame;
mod help;
mod keys;
mod layout;
mod menu;
mod motion;
mod moves;
mod notices;
mod pad;
mod panel;
mod power;
mod question;
mod sounds;
