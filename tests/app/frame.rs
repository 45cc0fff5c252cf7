//! The order of the systems in a frame.

use std::collections::HashSet;

use bevy::{ecs::schedule::SystemKey, prelude::*};
use bevy_2048::app::frame::FrameSystems;
use bevy_tweening::AnimationSystem;

use crate::games::classic;
use crate::headless::Headless;

/// Systems that touch the same thing in no order would play differently from
/// one frame to the next.
///
/// Only pairs of the game's own systems are looked at. Bevy's menus also touch
/// the focus, of which this game has none.
#[test]
fn what_two_systems_touch_they_touch_in_order() {
    let game = Headless::new(classic());
    let schedules = game.app.world().resource::<Schedules>();
    let graph = schedules
        .get(Update)
        .expect("the game's systems are in it")
        .graph();
    let sets = [
        FrameSystems::Input.intern(),
        FrameSystems::Choose.intern(),
        FrameSystems::Turn.intern(),
        FrameSystems::Show.intern(),
        AnimationSystem::AnimationUpdate.intern(),
        FrameSystems::Settle.intern(),
    ];
    let ours: HashSet<SystemKey> = sets
        .into_iter()
        .flat_map(|set| graph.systems_in_set(set).expect("each is configured"))
        .copied()
        .collect();
    assert!(ours.len() > 20, "{} systems are no game", ours.len());
    let torn: Vec<_> = graph
        .conflicting_systems()
        .iter()
        .filter(|(one, other, _)| ours.contains(one) && ours.contains(other))
        .collect();
    assert!(
        torn.is_empty(),
        "`--features bevy/debug` names them: {torn:?}"
    );
}
