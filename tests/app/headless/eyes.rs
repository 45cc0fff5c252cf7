//! What is on the table, on the stage and in focus.

use bevy::{
    ecs::{
        query::{QueryFilter, ReadOnlyQueryData},
        resource::IsResource,
    },
    input_focus::InputFocus,
    math::Affine2,
    prelude::*,
    ui_widgets::Button,
};
use bevy_2048::app::{
    play::{best::BestScore, turn::CurrentGame},
    screen::Screen,
    view::tiles::{At, Leaving, TileView},
};
use bevy_2048::game::{Cell, Tile};
use bevy_tweening::TweenAnim;

use super::Headless;

impl Headless {
    /// The game that is played.
    pub fn game(&self) -> &CurrentGame {
        self.app.world().resource::<CurrentGame>()
    }

    /// The best score.
    pub fn best(&self) -> u64 {
        self.app.world().resource::<BestScore>().own
    }

    /// What lies over the board.
    pub fn screen(&self) -> Screen {
        *self.app.world().resource::<State<Screen>>().get()
    }

    /// The tiles of the board, by cell.
    pub fn tiles(&self) -> Vec<(Cell, Tile)> {
        self.game().board().tiles().collect()
    }

    /// The tiles that are shown and stay, by cell: [`Self::tiles`] if all is
    /// well.
    pub fn shown(&mut self) -> Vec<(Cell, Tile)> {
        let mut shown =
            self.each::<(&At, &TileView), Without<Leaving>, _>(|(at, view)| (at.0, view.0));
        shown.sort_by_key(|(cell, _)| (cell.row, cell.column));
        shown
    }

    /// The nodes that show tiles in a cell, with those leaving it.
    pub fn nodes_at(&mut self, cell: Cell) -> Vec<Entity> {
        self.each::<(Entity, &At), With<TileView>, _>(|(entity, at)| (entity, at.0))
            .into_iter()
            .filter_map(|(entity, at)| (at == cell).then_some(entity))
            .collect()
    }

    /// The node that shows the tile of a cell and stays.
    pub fn node_at(&mut self, cell: Cell) -> Entity {
        let staying: Vec<_> = self
            .nodes_at(cell)
            .into_iter()
            .filter(|&node| self.app.world().get::<Leaving>(node).is_none())
            .collect();
        let [node] = staying[..] else {
            panic!("{} tiles lie in {cell}", staying.len());
        };
        node
    }

    /// The middle of a node as it is drawn, in physical pixels.
    pub fn middle(&self, node: Entity) -> Vec2 {
        self.transform(node).translation
    }

    /// The scale of a node as it is drawn.
    pub fn scale(&self, node: Entity) -> f32 {
        self.transform(node).matrix2.x_axis.x
    }

    fn transform(&self, node: Entity) -> Affine2 {
        self.app
            .world()
            .get::<UiGlobalTransform>(node)
            .expect("the node is on the stage")
            .affine()
    }

    /// The number of running animations.
    pub fn tweens(&mut self) -> usize {
        self.count::<With<TweenAnim>>()
    }

    /// The number of overlays.
    pub fn overlays(&mut self) -> usize {
        self.count::<With<DespawnOnExit<Screen>>>()
    }

    /// The words on the button that has the focus; nothing else is to have it.
    pub fn focused(&self) -> Option<String> {
        let button = self.app.world().resource::<InputFocus>().get()?;
        let label = self.label(button);
        assert!(label.is_some(), "what has the focus is no button");
        label
    }

    /// The oldest button with these words.
    pub fn button(&mut self, label: &str) -> Entity {
        let buttons = self.each::<Entity, With<Button>, _>(|button| button);
        buttons
            .into_iter()
            .filter(|&button| self.label(button).as_deref() == Some(label))
            .min()
            .unwrap_or_else(|| panic!("no button says {label}"))
    }

    /// The words on a button.
    pub fn label(&self, button: Entity) -> Option<String> {
        let world = self.app.world();
        let children = world.get::<Children>(button)?;
        children
            .iter()
            .find_map(|child| Some(world.get::<Text>(child)?.0.clone()))
    }

    /// All that is written anywhere.
    pub fn texts(&mut self) -> Vec<String> {
        self.each::<&Text, (), _>(|text| text.0.clone())
    }

    /// The number of entities with some components.
    pub fn count<F: QueryFilter>(&mut self) -> usize {
        self.each::<Entity, F, _>(|_| ()).len()
    }

    /// The number of entities of every kind; resources, which are entities as
    /// well, come as they are first needed and do not count.
    pub fn entities(&mut self) -> usize {
        self.count::<Without<IsResource>>()
    }

    /// What is read of everything that a query finds.
    pub fn each<D: ReadOnlyQueryData, F: QueryFilter, T>(
        &mut self,
        read: impl FnMut(D::Item<'_, '_>) -> T,
    ) -> Vec<T> {
        let world = self.app.world_mut();
        let mut query = world.query_filtered::<D, F>();
        query.iter(world).map(read).collect()
    }
}
