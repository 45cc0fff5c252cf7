//! The tiles on the field.
//!
//! A tile's node is in its cell as soon as the turn was played. What moves is its
//! offset, which a tween takes to zero. If the next turn comes before the tweens
//! are done, tiles that merged are despawned, tiles that were about to appear are
//! shown, and sliding tiles go on from where they are.

use bevy::prelude::*;
use bevy_tweening::{AnimCompletedEvent, AnimationSystem, TweenAnim};

use super::field::{self, Rail, Slot};
use crate::app::frame::FrameSystems;
use crate::app::messages::{
    BoardReplaced, Replacement, TileMerged, TileMoved, TileSpawned, TurnPlayed,
};
use crate::app::view::layout::{Layout, LayoutUpdate, Placing};
use crate::app::view::motion;
use crate::app::view::stage::Field;
use crate::app::view::theme::{Fill, Fonts, Ink, Swatch};
use crate::game::{Board, Cell, Motion, Tile};

/// The tile that a node shows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileView(pub Tile);

/// The cell that a node lies in.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
pub struct At(pub Cell);

/// A tile that slides into a merge and is despawned there.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Leaving;

/// The number on a tile.
#[derive(Component, Clone, Copy, Debug)]
struct Face(Tile);

/// Which node shows the tile of which cell.
#[derive(Resource, Default)]
struct TileIndex {
    /// By row and column.
    at: [[Option<Entity>; 8]; 8],
    /// Tiles on their way into a merge.
    leaving: Vec<Entity>,
    /// Tiles that have just begun to appear.
    appearing: Vec<Entity>,
}

impl TileIndex {
    fn put(&mut self, cell: Cell, entity: Entity) {
        self.at[usize::from(cell.row)][usize::from(cell.column)] = Some(entity);
    }

    fn take(&mut self, cell: Cell) -> Option<Entity> {
        self.at[usize::from(cell.row)][usize::from(cell.column)].take()
    }

    fn take_all(&mut self) -> impl Iterator<Item = Entity> {
        let taken = std::mem::take(self);
        taken
            .at
            .into_iter()
            .flatten()
            .flatten()
            .chain(taken.leaving)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TileIndex>().add_systems(
        Update,
        (
            (show_turns, show_replaced)
                .chain()
                .before(LayoutUpdate)
                .in_set(FrameSystems::Show),
            (place, fit_faces).in_set(Placing),
            drop_arrived
                .after(AnimationSystem::AnimationUpdate)
                .in_set(FrameSystems::Settle),
        ),
    );
}

/// What is needed to put tiles on the field.
#[derive(bevy::ecs::system::SystemParam)]
struct Easel<'w, 's> {
    commands: Commands<'w, 's>,
    index: ResMut<'w, TileIndex>,
    field: Single<'w, 's, Entity, With<Field>>,
    fonts: Res<'w, Fonts>,
    motion: motion::TurnMotion<'w>,
    layout: Res<'w, Layout>,
    drawn: Query<'w, 's, (&'static At, &'static UiTransform)>,
}

impl Easel<'_, '_> {
    fn moves(&self) -> bool {
        self.motion.is_on()
    }

    fn spawn(&mut self, cell: Cell, tile: Tile) -> Entity {
        let entity = self
            .commands
            .spawn((tile_node(cell, tile, &self.fonts), ChildOf(*self.field)))
            .id();
        self.index.put(cell, entity);
        entity
    }

    /// Ends the animations of the last turn before the next one begins.
    fn settle(&mut self) {
        for entity in std::mem::take(&mut self.index.leaving) {
            self.commands.entity(entity).despawn();
        }
        for entity in std::mem::take(&mut self.index.appearing) {
            self.commands
                .entity(entity)
                .remove::<TweenAnim>()
                .insert(UiTransform::IDENTITY);
        }
    }

    /// Slides a tile. Its node is in the target cell at once.
    fn slide(&mut self, entity: Entity, motion: Motion) {
        let moves = self.moves();
        let mut node = self.commands.entity(entity);
        node.insert(At(motion.to));
        if motion.merged {
            node.insert((Leaving, ZIndex(0)));
        }
        if motion.from != motion.to && moves {
            let percent = 100.0 * self.layout.pitch() / self.layout.tile;
            // Even after several turns in one frame, this is where the previous
            // frame drew the tile.
            let (from, present) = self
                .drawn
                .get(entity)
                .map_or((motion.from, Vec2::ZERO), |(at, transform)| {
                    (at.0, motion::offset_of(transform))
                });
            let way = Vec2::new(
                f32::from(from.column) - f32::from(motion.to.column),
                f32::from(from.row) - f32::from(motion.to.row),
            );
            node.insert(motion::slide(present + way * percent));
        }
    }
}

/// Shows the turns of this frame, one after the other.
fn show_turns(
    mut turns: MessageReader<TurnPlayed>,
    mut moved: MessageReader<TileMoved>,
    mut merged: MessageReader<TileMerged>,
    mut spawned: MessageReader<TileSpawned>,
    mut replaced: MessageReader<BoardReplaced>,
    mut easel: Easel,
) {
    if replaced.read().count() > 0 {
        // The view starts afresh from a board that includes all turns of this
        // frame. Not all of them fit the view as it is.
        turns.clear();
        moved.clear();
        merged.clear();
        spawned.clear();
        return;
    }
    let mut moved = moved.read().peekable();
    let mut merged = merged.read().peekable();
    let mut spawned = spawned.read().peekable();
    for turn in turns.read() {
        easel.settle();
        // All tiles are taken before any is put down: the target of one may be
        // the start of another.
        let mut lifted = Vec::new();
        while let Some(fact) = moved.next_if(|fact| fact.serial == turn.serial) {
            lifted.push((easel.index.take(fact.motion.from), fact.motion));
        }
        for (entity, motion) in lifted {
            let Some(entity) = entity else { continue };
            easel.slide(entity, motion);
            if motion.merged {
                easel.index.leaving.push(entity);
            } else {
                easel.index.put(motion.to, entity);
            }
        }
        while let Some(fact) = merged.next_if(|fact| fact.serial == turn.serial) {
            let entity = easel.spawn(fact.cell, fact.tile);
            easel.commands.entity(entity).insert(ZIndex(2));
            if easel.moves() {
                easel.commands.entity(entity).insert(motion::pop());
                easel.index.appearing.push(entity);
            }
        }
        while let Some(fact) = spawned.next_if(|fact| fact.serial == turn.serial) {
            let entity = easel.spawn(fact.cell, fact.tile);
            if easel.moves() {
                easel
                    .commands
                    .entity(entity)
                    .insert(motion::appear(motion::SLIDE));
                easel.index.appearing.push(entity);
            }
        }
        if !easel.moves() {
            easel.settle();
        }
    }
}

/// Starts afresh from a board that was replaced.
fn show_replaced(
    mut replaced: MessageReader<BoardReplaced>,
    current: Res<crate::app::play::turn::CurrentGame>,
    slots: Query<(Entity, &At), With<Slot>>,
    rails: Query<Entity, With<Rail>>,
    mut easel: Easel,
) {
    let Some(last) = replaced.read().last() else {
        return;
    };
    for entity in easel.index.take_all() {
        easel.commands.entity(entity).despawn();
    }
    // This includes turns played after the replacement in the same frame.
    let board = *current.board();
    lay_field(&board, &slots, &rails, &mut easel);
    for (cell, tile) in board.tiles() {
        let entity = easel.spawn(cell, tile);
        if last.cause != Replacement::TimeTravel && easel.moves() {
            easel
                .commands
                .entity(entity)
                .insert(motion::appear(std::time::Duration::ZERO));
            easel.index.appearing.push(entity);
        }
    }
}

/// Lays the field anew for a board of another size than before.
fn lay_field(
    board: &Board,
    slots: &Query<(Entity, &At), With<Slot>>,
    rails: &Query<Entity, With<Rail>>,
    easel: &mut Easel,
) {
    let fits = slots.iter().count() == board.cells().count()
        && slots.iter().all(|(_, at)| board.contains(at.0));
    if fits {
        return;
    }
    for entity in slots.iter().map(|(entity, _)| entity).chain(rails) {
        easel.commands.entity(entity).despawn();
    }
    field::build(&mut easel.commands, *easel.field, board);
}

/// A tile at rest in its cell.
fn tile_node(cell: Cell, tile: Tile, fonts: &Fonts) -> impl Bundle {
    (
        TileView(tile),
        At(cell),
        Node {
            position_type: PositionType::Absolute,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        Fill(Swatch::Tile(tile)),
        ZIndex(1),
        Pickable::IGNORE,
        children![(
            Face(tile),
            Text::new(face(tile)),
            TextFont {
                font: fonts.bold.clone().into(),
                ..default()
            },
            TextLayout::no_wrap(),
            Ink(Swatch::TileText(tile)),
            Pickable::IGNORE,
        )],
    )
}

/// The rank from which a tile shows a power in place of eight digits and more.
pub(super) const POWERS_FROM: u8 = 24;

/// What is written on a tile.
fn face(tile: Tile) -> String {
    if tile.rank() < POWERS_FROM {
        tile.to_string()
    } else {
        format!("2^{}", tile.rank())
    }
}

/// The size of a tile's number as a share of the tile: the original's steps
/// (55, 45, 35 and 30 of 106.25) as far as the text fits.
fn face_size(tile: Tile) -> f32 {
    match face(tile).len() {
        0..=2 => 0.52,
        3 => 0.42,
        4 => 0.34,
        5 => 0.285,
        6 => 0.24,
        _ => 0.205,
    }
}

/// Puts nodes where their cells are.
fn place(layout: Res<Layout>, mut nodes: Query<(Ref<At>, &mut Node)>) {
    for (at, mut node) in &mut nodes {
        if !(at.is_changed() || layout.is_changed()) {
            continue;
        }
        let corner = layout.corner_of(at.0);
        node.left = px(corner.x);
        node.top = px(corner.y);
        node.width = px(layout.tile);
        node.height = px(layout.tile);
        node.border_radius = BorderRadius::all(layout.tile_radius());
    }
}

/// Fits numbers to their tiles.
fn fit_faces(layout: Res<Layout>, mut faces: Query<(Ref<Face>, &mut TextFont)>) {
    for (face, mut font) in &mut faces {
        if face.is_added() || layout.is_changed() {
            font.font_size = FontSize::Px(face_size(face.0) * layout.tile);
        }
    }
}

/// Despawns tiles that have slid into a merge, once the merged tile covers them.
fn drop_arrived(
    mut completed: MessageReader<AnimCompletedEvent>,
    popped: Query<(), (With<TileView>, Without<Leaving>, With<ZIndex>)>,
    mut index: ResMut<TileIndex>,
    mut commands: Commands,
) {
    for event in completed.read() {
        let entity = event.anim_entity;
        if popped.contains(entity) {
            index.appearing.retain(|&appearing| appearing != entity);
        }
    }
    if index.appearing.is_empty() {
        for entity in index.leaving.drain(..) {
            commands.entity(entity).despawn();
        }
    }
}

/// The size of the number in the middle of a tile, as a share of the tile.
///
/// A digit of the embedded bold font is at most 0.625 of the font's size wide and
/// 0.70 high, and may lie a little above or below the middle.
#[cfg(test)]
pub(super) fn number_size(tile: Tile) -> Vec2 {
    let digits = u8::try_from(face(tile).len()).expect("a handful");
    face_size(tile) * Vec2::new(f32::from(digits) * 0.625, 0.84)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_wider_than_its_tile() {
        for rank in 1..=65 {
            let tile = Tile::from_rank(rank).expect("a reachable rank");
            assert!(number_size(tile).x < 0.92, "rank {rank}");
        }
    }
}
