//! Our player: whatever the arena's texts can name, level 6 by default.

use narrows_ai::arena::Contestant;
use narrows_ai::arena::spec::PlayerSpec;

pub fn contestant(text: &str) -> Contestant {
    match text.parse::<PlayerSpec>() {
        Ok(spec) => Contestant {
            name: text.into(),
            factory: spec.factory(),
        },
        Err(error) => panic!("--ours {text}: {error}"),
    }
}
