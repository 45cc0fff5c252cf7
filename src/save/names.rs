//! The names of the files in the data folder.
//!
//! Each set of rules has a slot, named by [`Rules::slot_name`], with a file of each extension.

use super::last;
use crate::game::Rules;

/// The extension of the synced file.
pub(super) const SYNCED: &str = "save";

/// The extension of the quick file.
pub(super) const RECENT: &str = "recent";

/// The number of random letters and digits at the end of a temporary file's name.
const RANDOM: usize = 6;

/// The rules whose slot has this name.
fn rules(name: &str) -> Option<Rules> {
    let (rest, win) = match name.split_once("-win") {
        Some((rest, win)) => (rest, Some(win)),
        None => (name, None),
    };
    let (size, four) = match rest.split_once("-four") {
        Some((size, four)) => (size, Some(four)),
        None => (rest, None),
    };
    let (width, height) = size.split_once('x')?;
    let mut rules = Rules::new(width.parse().ok()?, height.parse().ok()?).ok()?;
    if let Some(four) = four {
        rules = rules.with_four_chance(four.parse().ok()?).ok()?;
    }
    if let Some(win) = win {
        rules = rules.with_win_tile(win.parse().ok()?).ok()?;
    }
    // Other spellings, for example with leading zeros, are not names of slots.
    (rules.slot_name() == name).then_some(rules)
}

/// The name of the file that a temporary file will replace, such as `4x4.save` for
/// `.4x4.save.Xy12Ab`. Returns `None` if `AtomicWriteFile` makes no temporary file of this name.
pub(super) fn target_of_temporary(name: &str) -> Option<&str> {
    let (target, random) = name.strip_prefix('.')?.rsplit_once('.')?;
    let is_random =
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_random.then_some(target)
}

/// Whether this is the name of a temporary file of the writer of saves, which replaces the synced
/// file of a slot or the record of the rules played last.
pub(super) fn is_temporary(name: &str) -> bool {
    target_of_temporary(name).is_some_and(|target| {
        let slot = target
            .strip_suffix(SYNCED)
            .and_then(|slot| slot.strip_suffix('.'));
        target == last::FILE || slot.is_some_and(|slot| rules(slot).is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slot_names_lead_back_to_their_rules() {
        for (width, height, four, win) in [
            (4, 4, 0.1, 2048),
            (5, 3, 0.1, 2048),
            (4, 4, 0.2, 4096),
            (4, 4, 0.0, 2048),
            (2, 8, 2.5e-7, 8),
            (8, 8, f64::MIN_POSITIVE, 1 << 65),
        ] {
            let expected = Rules::new(width, height)
                .and_then(|rules| rules.with_four_chance(four))
                .and_then(|rules| rules.with_win_tile(win))
                .expect("these rules can be chosen");
            assert_eq!(rules(&expected.slot_name()), Some(expected));
        }
        for name in [
            "",
            "4x",
            "9x4",
            "04x4",
            "4x4-",
            "4x4-four0.1",
            "4x4-four2",
            "4x4-win2048",
            "4x4-win4096-four0.2",
            "4x4-win",
            "x",
        ] {
            assert_eq!(rules(name), None, "{name}");
        }
    }

    #[test]
    fn temporary_files_of_the_writer_are_told_from_others() {
        for name in [
            ".4x4.save.Xy12Ab",
            ".5x3-four2.5e-7-win4096.save.000000",
            ".last-played.Xy12Ab",
        ] {
            assert!(is_temporary(name), "{name}");
        }
        for name in [
            "4x4.save.Xy12Ab",
            ".4x4.save.Xy12A",
            ".4x4.save.Xy12Abc",
            ".4x4.save.Xy12A-",
            ".4x4.save.",
            ".4x4.save",
            ".4x4.recent.Xy12Ab",
            ".4x4save.Xy12Ab",
            ".9x4.save.Xy12Ab",
            ".my.save.backup",
            ".save.Xy12Ab",
            ".last.Xy12Ab",
            ".last-played.save.Xy12Ab",
            "",
        ] {
            assert!(!is_temporary(name), "{name}");
        }
    }
}
