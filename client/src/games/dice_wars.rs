//! Dice Wars: a map of uneven territories, named by their numbers.

mod bent_map;
pub(super) mod example;
pub mod map_layout;
pub mod map_picture;
pub mod map_widget;
pub mod words;

use dicehall_engine::games::dice_wars::{Config, Map, MapChoice, Rules};
use dicehall_engine::games::territory::View;
use dicehall_engine::{AnyRules, AnyView};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget;

use super::board::{BoardContext, GameBoard, PlaceArea, UnknownBoard};
use super::place::{Direction, Place, Typed};
use super::territory::Territories;
use super::tile::{Marked, tiles};
use crate::graphics::Scale;
use crate::graphics::theme::Look;
use map_layout::MapLayout;
use map_picture::MapPicture;
use map_widget::{MapWidget, map_size};

/// The board of a match.
#[derive(Clone, Debug)]
pub struct MapOfTerritories {
    /// The layout of the map; `None` if the map cannot be drawn.
    layout: Option<Box<MapLayout>>,
    dice: Territories,
}

/// The rules for a match on a map: the same but for the map, or the usual ones where they are those of another game.
pub fn on_map(rules: AnyRules, map: MapChoice) -> AnyRules {
    let rules = if let AnyRules::DiceWars(rules) = rules {
        rules
    } else {
        Rules::default()
    };
    AnyRules::DiceWars(Rules { map, ..rules })
}

/// The map that the rules name, unless it is still to be drawn.
pub fn map_of(rules: &AnyRules) -> Option<Map> {
    let AnyRules::DiceWars(rules) = rules else {
        return None;
    };
    rules.map.named()
}

impl MapOfTerritories {
    /// The board of a match.
    pub fn new(config: &Config, view: &View) -> Self {
        let layout = MapLayout::new(&config.map).map(Box::new);
        let places = layout.as_ref().map_or(0, |it| it.labels.len());
        Self {
            layout,
            dice: Territories::new(view, places),
        }
    }
}

impl GameBoard for MapOfTerritories {
    fn show(&mut self, view: &AnyView) {
        let places = self.places();
        if let AnyView::DiceWars(view) = view {
            self.dice.show(view, places);
        }
    }

    fn places(&self) -> usize {
        self.layout.as_ref().map_or(0, |it| it.labels.len())
    }

    fn first_cursor(&self) -> Place {
        self.layout.as_ref().map_or(Place(0), |it| it.middle())
    }

    fn name(&self, at: Place) -> String {
        at.0.to_string()
    }

    fn full_name(&self, at: Place) -> String {
        format!("#{}", at.0)
    }

    fn beside(&self, at: Place, direction: Direction) -> Option<Place> {
        let layout = self.layout.as_ref()?;
        let others = Place::all().take(self.places()).filter(|it| *it != at);
        let spots = others.filter_map(|it| Some((it, layout.spot(it)?)));
        direction.nearest(layout.spot(at)?, spots)
    }

    fn size(&self, look: Look, scale: Scale) -> Size {
        let unknown = Size::new(1, 1);
        self.layout
            .as_ref()
            .map_or(unknown, |it| match look.parts() {
                Some(_) => map_picture::size(scale, it),
                None => map_size(scale.lines(), it),
            })
    }

    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        let Some(layout) = self.layout.as_ref().filter(|_| !self.dice.cells.is_empty()) else {
            return UnknownBoard.draw(context, area, buffer);
        };
        let territories = tiles(&self.dice, context);
        if let Some(parts) = context.look.parts() {
            let picture = MapPicture {
                look: context.look,
                parts,
                scale: context.scale,
                map: layout,
                territories: &territories,
                marked: Marked::new(&self.dice, context),
            };
            return picture.draw(area, buffer);
        }
        let widget = MapWidget {
            look: context.look,
            scale: context.scale.lines(),
            map: layout,
            territories: &territories,
            focus: context.cursor.idx(),
        };
        (&widget).render(area, buffer);
        widget.places(area)
    }

    /// The meaning of one or two territory numbers, such as `12`, `12>7`, `12-7`, `12 7`.
    fn typed(&self, text: &str) -> Option<Typed> {
        let parts = text
            .split([' ', '-', '>', ',', '#'])
            .filter(|it| !it.is_empty());
        let known = |it: &str| {
            let place = Place(it.parse().ok()?);
            (place.idx() < self.places()).then_some(place)
        };
        let places: Vec<Place> = parts.map(known).collect::<Option<_>>()?;
        match places.as_slice() {
            [at] => Some(Typed::Point(*at)),
            [from, to] => Some(Typed::Move(*from, *to)),
            _ => None,
        }
    }

    fn neighbors(&self, at: Place) -> Vec<Place> {
        let neighbors = self.map().and_then(|it| it.neighbors.get(at.idx()));
        neighbors
            .into_iter()
            .flatten()
            .map(|it| (*it).into())
            .collect()
    }

    fn variant(&self, look: Look) -> String {
        self.map()
            .map_or_else(String::new, |it| look.language.on_map(&it.name))
    }

    fn map(&self) -> Option<&Map> {
        self.layout.as_ref().map(|it| &it.map)
    }

    fn dice(&self) -> Option<&Territories> {
        Some(&self.dice)
    }

    fn dice_mut(&mut self) -> Option<&mut Territories> {
        Some(&mut self.dice)
    }
}
