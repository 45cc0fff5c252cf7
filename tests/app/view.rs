//! Where things are drawn, and what is out of place.

use bevy::{prelude::*, text::TextLayoutInfo, ui_widgets::Button};
use bevy_2048::app::{
    menus::card::Card,
    screen::Screen,
    view::hint::{HintArrow, HintBar, HintGroove, HintPicture},
    view::layout::{Arrangement, Layout, MARGIN},
    view::stage::{Field, Panel},
    view::tiles::{At, TileView},
};

use crate::headless::Headless;

/// As far as a thing may reach over an edge, in physical pixels: Bevy rounds
/// each node to whole ones, and glyphs have soft edges.
const ROUNDING: f32 = 1.0;

/// What is seen in one window, and what is wrong with it.
pub struct View {
    /// The game that is shown.
    pub game: Headless,
    /// The window, in physical pixels.
    pub window: Rect,
    /// What was found out of place.
    pub faults: Vec<String>,
}

/// A thing on the stage.
#[derive(Clone, Debug)]
pub struct Thing {
    /// Its node.
    pub node: Entity,
    /// What to call it.
    pub name: String,
    /// Where it is drawn, in physical pixels.
    pub place: Rect,
}

impl View {
    /// Looks at a game.
    pub fn new(game: Headless) -> Self {
        Self {
            game,
            window: Rect::default(),
            faults: Vec::new(),
        }
    }

    /// Gives the window another size, in logical pixels, and another scale.
    pub fn resize(&mut self, size: UVec2, scale: f32) {
        self.game.resize(size, scale);
        self.window = Rect::from_corners(Vec2::ZERO, size.as_vec2() * scale);
    }

    pub fn place(&self, node: Entity) -> Rect {
        let size = self
            .game
            .app
            .world()
            .get::<ComputedNode>(node)
            .expect("a node has a size")
            .size();
        Rect::from_center_size(self.game.middle(node), size)
    }

    pub fn thing(&self, node: Entity, name: impl Into<String>) -> Thing {
        let (name, place) = (name.into(), self.place(node));
        Thing { node, name, place }
    }

    pub fn the<C: Component>(&mut self, name: &str) -> Thing {
        let nodes = self.game.each::<Entity, With<C>, _>(|node| node);
        let [node] = nodes[..] else {
            panic!("there is one {name}, not {}", nodes.len());
        };
        self.thing(node, name)
    }

    /// All texts, where their ink is.
    pub fn texts(&mut self) -> Vec<Thing> {
        let texts =
            self.game
                .each::<(Entity, &Text, &TextLayoutInfo), (), _>(|(node, text, layout)| {
                    (node, text.0.clone(), ink(layout))
                });
        texts
            .into_iter()
            .filter_map(|(node, name, ink)| {
                let corner = self.place(node).min;
                let place = ink?;
                let place = Rect::from_corners(corner + place.min, corner + place.max);
                Some(Thing { node, name, place })
            })
            .collect()
    }

    pub fn buttons(&mut self) -> Vec<Thing> {
        self.game
            .each::<Entity, With<Button>, _>(|button| button)
            .into_iter()
            .map(|button| self.thing(button, "a button"))
            .collect()
    }

    pub fn parent(&self, node: Entity) -> Entity {
        self.game
            .app
            .world()
            .get::<ChildOf>(node)
            .expect("it has a parent")
            .parent()
    }

    /// The overlay that a node belongs to.
    pub fn overlay_of(&self, mut node: Entity) -> Option<Entity> {
        let world = self.game.app.world();
        loop {
            if world.get::<DespawnOnExit<Screen>>(node).is_some() {
                return Some(node);
            }
            node = world.get::<ChildOf>(node)?.parent();
        }
    }

    pub fn check_within(&mut self, thing: &Thing, name: &str, place: Rect) {
        let over = (place.min - thing.place.min)
            .max(thing.place.max - place.max)
            .max_element();
        if over > ROUNDING {
            let Thing {
                name: what,
                place: at,
                ..
            } = thing;
            self.faults.push(format!(
                "“{what}” at {at:?} reaches {over:.1} px out of {name} at {place:?}"
            ));
        }
    }

    pub fn check_apart(&mut self, things: &[Thing]) {
        for (index, one) in things.iter().enumerate() {
            for other in &things[index + 1..] {
                let shared = one.place.intersect(other.place).size().min_element();
                if shared > ROUNDING {
                    self.faults.push(format!(
                        "“{}” and “{}” share {shared:.1} px",
                        one.name, other.name
                    ));
                }
            }
        }
    }

    /// Every text lies on its parent and in the window, and apart from every
    /// other one, and so do the buttons.
    pub fn check_texts_and_buttons(&mut self) {
        let (texts, buttons) = (self.texts(), self.buttons());
        assert!(texts.len() > 8 && buttons.len() >= 3);
        for text in &texts {
            let parent = self.place(self.parent(text.node));
            self.check_within(text, "its parent", parent);
            self.check_within(text, "the window", self.window);
        }
        for button in &buttons {
            self.check_within(button, "the window", self.window);
        }
        for things in [texts, buttons] {
            let (above, below): (Vec<_>, Vec<_>) = things
                .into_iter()
                .partition(|thing| self.overlay_of(thing.node).is_some());
            self.check_apart(&above);
            self.check_apart(&below);
        }
    }

    /// The panel and the field lie in the window and apart.
    pub fn check_stage(&mut self) {
        let (panel, field) = (
            self.the::<Panel>("the panel"),
            self.the::<Field>("the field"),
        );
        self.check_within(&panel, "the window", self.window);
        self.check_within(&field, "the window", self.window);
        let mut bottom = 0.0_f32;
        for button in self.panel_buttons() {
            self.check_within(&button, "the panel", panel.place);
            bottom = bottom.max(button.place.max.y);
        }
        let edge = match self.arrangement() {
            Arrangement::Portrait => panel.place.max.y,
            Arrangement::Landscape => field.place.max.y,
        };
        if (bottom - edge).abs() > 2.0 * ROUNDING {
            self.faults
                .push(format!("the buttons end at {bottom}, and not at {edge}"));
        }
        self.check_apart(&[panel, field]);
    }

    /// The buttons that are not on a card.
    pub fn panel_buttons(&mut self) -> Vec<Thing> {
        let mut buttons = self.buttons();
        buttons.retain(|button| self.overlay_of(button.node).is_none());
        buttons
    }

    /// Which side of the board the panel is on.
    pub fn arrangement(&self) -> Arrangement {
        self.game.app.world().resource::<Layout>().arrangement
    }

    /// Tiles and slots are alike, on whole pixels, and as far from each other
    /// as from the edge of the field.
    pub fn check_tiles(&mut self) {
        let field = self.the::<Field>("the field").place;
        let board = *self.game.game().board();
        let nodes = self
            .game
            .each::<(Entity, &At), (), _>(|(node, at)| (node, at.0));
        let cells = board.cells().count();
        assert!(nodes.len() >= cells && self.game.count::<With<TileView>>() > 0);
        let size = self.place(nodes[0].0).size();
        let gap =
            (field.width() - f32::from(board.width()) * size.x) / (f32::from(board.width()) + 1.0);
        if size.x != size.y || gap < 1.0 || gap.fract() != 0.0 {
            self.faults
                .push(format!("tiles of {size} are {gap} px apart"));
        }
        let displaced = nodes.iter().find(|(node, cell)| {
            let index = Vec2::new(cell.column.into(), cell.row.into());
            let corner = field.min + gap + (size + gap) * index;
            self.place(*node) != Rect::from_corners(corner, corner + size)
        });
        if let Some((node, cell)) = displaced {
            let place = self.place(*node);
            self.faults.push(format!(
                "{cell} is at {place:?} where others are of {size} and {gap} apart"
            ));
        }
        let rows = f32::from(board.height());
        let height = rows * size.y + (rows + 1.0) * gap;
        if field.height() != height {
            self.faults.push(format!(
                "the field is {} px high, not {height}",
                field.height()
            ));
        }
    }

    /// The pictures of the arrow lie on whole pixels of the field, along its
    /// middle; the grooves in the frame around the tiles, in the middle of each
    /// edge; and each bar in its groove.
    pub fn check_hint(&mut self) {
        let field = self.the::<Field>("the field");
        let arrow = self.the::<HintArrow>("the arrow");
        if arrow.place != field.place {
            self.faults
                .push(format!("the arrow covers {:?}", arrow.place));
        }
        let pictures = self.game.each::<Entity, With<HintPicture>, _>(|node| node);
        let pictures: Vec<_> = pictures
            .into_iter()
            .map(|node| self.thing(node, "a picture of the arrow".to_owned()))
            .collect();
        self.check_apart(&pictures);
        for picture in &pictures {
            self.check_within(picture, "the field", field.place);
            if picture.place.min.fract() != Vec2::ZERO {
                self.faults
                    .push(format!("a picture is at {:?}", picture.place));
            }
        }
        let all = pictures
            .iter()
            .map(|picture| picture.place)
            .reduce(|one, other| one.union(other))
            .expect("an arrow has a picture");
        let middle = all.center() - field.place.center();
        if middle.abs().min_element() > ROUNDING {
            self.faults.push(format!("the arrow is at {all:?}"));
        }
        let grooves = self
            .game
            .each::<(Entity, &HintGroove), (), _>(|(node, groove)| (node, groove.0));
        let grooves: Vec<_> = grooves
            .into_iter()
            .map(|(node, direction)| self.thing(node, format!("groove {direction}")))
            .collect();
        assert_eq!(grooves.len(), 4);
        let cells = self.game.each::<Entity, With<At>, _>(|node| node);
        let cells = cells
            .into_iter()
            .map(|node| self.place(node))
            .reduce(|one, other| one.union(other))
            .expect("a board has cells");
        for groove in &grooves {
            self.check_within(groove, "the field", field.place);
            let shared = groove.place.intersect(cells).size().min_element();
            let middle = groove.place.center() - field.place.center();
            if shared > ROUNDING || middle.abs().min_element() > ROUNDING {
                self.faults.push(format!(
                    "the {} at {:?} is out of place in {:?} around {cells:?}",
                    groove.name, groove.place, field.place
                ));
            }
        }
        self.check_apart(&grooves);
        let bars = self
            .game
            .each::<(Entity, &HintBar, &ChildOf), (), _>(|(node, bar, parent)| {
                (node, *bar, parent.parent())
            });
        assert!(bars.len() >= 2);
        for (node, bar, groove) in bars {
            let (bar_place, groove) = (self.place(node), self.thing(groove, "the groove"));
            let thing = self.thing(node, format!("bar {}", bar.direction));
            self.check_within(&thing, "its groove", groove.place);
            let length = |place: Rect| place.size().max_element();
            let share = length(bar_place) / length(groove.place);
            let least = groove.place.size().min_element() / length(groove.place);
            if (share - bar.share.max(least)).abs() * length(groove.place) > 2.0 * ROUNDING {
                self.faults.push(format!("{share} is shown for {bar:?}"));
            }
        }
    }

    /// The card of the overlay lies in the window, in the middle of the board
    /// where it has room there, and what is on it on it.
    pub fn check_card(&mut self) {
        let overlay = self.the::<DespawnOnExit<Screen>>("the overlay");
        if overlay.place != self.window {
            self.faults
                .push(format!("the veil covers {:?} only", overlay.place));
        }
        let card = self.the::<Card>("the card");
        assert_eq!(self.game.scale(card.node), 1.0, "it is open");
        self.check_within(&card, "the window", self.window);
        let field = self.the::<Field>("the field").place;
        let middle = field.center();
        let centred = Rect::from_center_size(middle, card.place.size());
        let off = (card.place.center() - middle).abs().max_element();
        let margin = MARGIN / self.game.app.world().resource::<Layout>().pixel;
        let inside = self.window.inflate(-margin);
        let has_room = inside.contains(centred.min) && inside.contains(centred.max);
        if off > 2.0 * ROUNDING && has_room {
            let place = card.place;
            self.faults
                .push(format!("the card at {place:?} is {off} px off {field:?}"));
        }
        let padding = self
            .game
            .app
            .world()
            .get::<ComputedNode>(card.node)
            .expect("a node has a size")
            .padding;
        let inside = Rect {
            min: card.place.min + padding.min_inset,
            max: card.place.max - padding.max_inset,
        };
        let things = [self.texts(), self.buttons()].concat();
        for thing in things {
            if self.overlay_of(thing.node).is_some() {
                self.check_within(&thing, "the inside of the card", inside);
            }
        }
    }

    pub fn check_all(&mut self) {
        self.check_stage();
        self.check_tiles();
        self.check_texts_and_buttons();
    }

    pub fn check_all_and_card(&mut self) {
        self.check_all();
        self.check_card();
    }
}

/// Where the glyphs of a text are, from its corner.
fn ink(layout: &TextLayoutInfo) -> Option<Rect> {
    layout
        .glyphs
        .iter()
        .map(|glyph| Rect::from_center_size(glyph.position, glyph.atlas_info.rect.size()))
        .filter(|glyph| !glyph.is_empty())
        .reduce(|one, other| one.union(other))
}
