//! Our player: whatever the arena's texts can name, level 6 by default.

use narrows_arena::Entrant;
use narrows_arena::spec::PlayerSpec;

pub fn entrant(text: &str) -> Entrant {
    match text.parse::<PlayerSpec>() {
        Ok(spec) => Entrant::new(text, spec.factory()),
        Err(error) => panic!("--ours {text}: {error}"),
    }
}
