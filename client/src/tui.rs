//! The screens: model, update and view, and the loop that runs them in a terminal.

pub mod app;
mod frugal;
pub mod geometry;
pub mod keymap;
pub mod links;
pub mod message;
pub mod model;
pub mod surface;
pub mod terminal;
pub mod update;
pub mod view;
