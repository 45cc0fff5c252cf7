//! The dependencies between rooms that ARCHITECTURE.md allows, checked against
//! the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

/// The head of the table of rooms in ARCHITECTURE.md.
const HEAD: &str = "| Room | May import |";

/// What each room may import, by the room's path in the crate.
type Rooms = BTreeMap<String, BTreeSet<String>>;

/// Reads the table: a room in the first column, the rooms that it may import
/// in the second, all in backticks; `bevy` stands for Bevy and its crates.
fn rooms() -> Rooms {
    let document = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let table = document
        .split_once(HEAD)
        .expect("ARCHITECTURE.md has the table of rooms")
        .1;
    let mut rooms = Rooms::new();
    for row in table.lines().skip(2).take_while(|row| row.starts_with('|')) {
        let columns: Vec<&str> = row.trim_matches('|').split('|').collect();
        let [names, imports] = columns[..] else {
            panic!("the row {row} has two columns")
        };
        for name in quoted(names) {
            rooms.insert(name, quoted(imports).collect());
        }
    }
    rooms
}

/// The words in backticks.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The room that a path in the crate is in: the longest that it begins with.
fn room_of<'a>(rooms: &'a Rooms, path: &[String]) -> Option<&'a str> {
    (1..=path.len())
        .rev()
        .map(|length| path[..length].join("::"))
        .find_map(|prefix| rooms.get_key_value(&prefix))
        .map(|(room, _)| room.as_str())
}

/// The paths that a file names, from the root of the crate, with `bevy` for
/// those of Bevy's crates.
struct Paths {
    module: Vec<String>,
    found: BTreeSet<Vec<String>>,
}

impl Paths {
    fn add(&mut self, segments: &[String]) {
        let Some(first) = segments.first() else {
            return;
        };
        let path = match first.as_str() {
            "crate" => segments[1..].to_vec(),
            "self" => [&self.module[..], &segments[1..]].concat(),
            "super" => {
                let ups = segments.iter().take_while(|word| *word == "super").count();
                let kept = self.module.len().saturating_sub(ups);
                [&self.module[..kept], &segments[ups..]].concat()
            }
            name if name.starts_with("bevy") && name != "bevy_2048" => vec!["bevy".to_owned()],
            _ => return,
        };
        self.found.insert(path);
    }

    fn add_tree(&mut self, tree: &syn::UseTree, before: &[String]) {
        match tree {
            syn::UseTree::Path(path) => {
                let before = [before, &[path.ident.to_string()]].concat();
                self.add_tree(&path.tree, &before);
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(tree, before);
                }
            }
            syn::UseTree::Name(name) => self.add(&[before, &[name.ident.to_string()]].concat()),
            syn::UseTree::Rename(name) => self.add(&[before, &[name.ident.to_string()]].concat()),
            syn::UseTree::Glob(_) => self.add(before),
        }
    }
}

/// Whether an item is there in tests only.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|condition| condition == "test")
    })
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if is_for_tests(&item.attrs) {
            return;
        }
        if item.content.is_some() {
            self.module.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.add_tree(&item.tree, &[]);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {
        // `pub(in path)` imports nothing.
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        self.add(&words);
        visit::visit_path(self, path);
    }
}

/// The module that a file is, from the root of the crate.
fn module_of(file: &Path) -> Vec<String> {
    let inner = file.strip_prefix(root().join("src")).expect("it is inside");
    let mut module: Vec<String> = inner
        .with_extension("")
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    if module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    module
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources can be read") {
        let path = entry.expect("the sources can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The imports of a source that its room is not allowed, a sentence each.
fn violations(rooms: &Rooms, module: &[String], source: &str) -> Vec<String> {
    let Some(room) = room_of(rooms, module) else {
        return vec![format!("{} is in no room", module.join("::"))];
    };
    let file = syn::parse_file(source).expect("the source is Rust");
    let mut paths = Paths {
        module: module.to_vec(),
        found: BTreeSet::new(),
    };
    paths.visit_file(&file);
    let allowed = &rooms[room];
    paths
        .found
        .iter()
        .filter_map(|path| {
            let target = if path[..] == ["bevy"] {
                "bevy"
            } else {
                room_of(rooms, path)?
            };
            (target != room && !allowed.contains(target))
                .then(|| format!("{} imports {}", module.join("::"), path.join("::")))
        })
        .collect()
}

#[test]
fn no_room_imports_what_the_architecture_forbids() {
    let rooms = rooms();
    assert!(rooms.len() > 10, "{rooms:?}");
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let found: Vec<String> = files
        .iter()
        // The roots of the library and of the program only list modules.
        .filter(|file| !file.ends_with("src/lib.rs") && !file.ends_with("src/main.rs"))
        // Tests beside the code may look into every room.
        .filter(|file| !file.ends_with("tests.rs"))
        .flat_map(|file| {
            let source = fs::read_to_string(file).expect("the source can be read");
            violations(&rooms, &module_of(file), &source)
        })
        .collect();
    assert!(found.is_empty(), "forbidden:\n{}", found.join("\n"));
}

#[test]
fn the_rooms_lie_on_floors() {
    let mut rooms = rooms();
    while !rooms.is_empty() {
        let ground: Vec<String> = rooms
            .iter()
            .filter(|(_, imports)| imports.iter().all(|import| !rooms.contains_key(import)))
            .map(|(room, _)| room.clone())
            .collect();
        assert!(!ground.is_empty(), "these go round in circles: {rooms:?}");
        rooms.retain(|room, _| !ground.contains(room));
    }
}

#[test]
fn a_forbidden_import_is_found_in_whatever_way_it_is_written() {
    let rooms = rooms();
    let module = ["game".to_owned(), "board".to_owned()];
    for (source, is_forbidden) in [
        ("use super::cell::Cell;", false),
        ("use crate::solver::Budget;", true),
        ("use super::super::solver::Budget;", true),
        ("use crate::{game::Cell, save::{format, folder}};", true),
        ("fn f() { crate::cli::run(); }", true),
        ("fn f(_: crate::save::Saved) {}", true),
        ("use bevy::prelude::*;", true),
        (
            "#[cfg(test)] mod tests { use crate::solver::Budget; }",
            false,
        ),
    ] {
        let found = violations(&rooms, &module, source);
        assert_eq!(!found.is_empty(), is_forbidden, "{source}: {found:?}");
    }
}
