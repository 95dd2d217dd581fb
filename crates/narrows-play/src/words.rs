//! Every sentence about a game, in one place, so that the screen and the voice agree in every front end.

use narrows_ai::level::{Level, unproven_percent};
use narrows_ai::value::Value;
use narrows_core::{AnyMove, AnyPosition, Color, GameKind, Player};

use crate::message::Thought;
use crate::seat::Seat;
use crate::session::{Manner, Session};

/// How a game ended.
pub(crate) struct GameResult {
    /// Who won: `You won`, `You lost to Level 3`, `Black won`.
    pub headline: String,
    /// Why, as a sentence.
    pub detail: String,
    /// Whether the one person at the board won; `None` if there is not exactly one.
    pub won: Option<bool>,
}

/// `1 stone`, `2 stones`.
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A message of the rules as a sentence.
pub(crate) fn sentence(message: &str) -> String {
    // A point stays lower case.
    let begins_with_point = message.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let mut letters = message.chars();
    match letters.next() {
        Some(first) if !begins_with_point => {
            format!("{}{}.", first.to_uppercase(), letters.as_str())
        }
        _ => format!("{message}."),
    }
}

/// A move as sentences write it: `c3`, `a2 x b2`.
pub(crate) fn spaced(play: AnyMove) -> String {
    play.to_string().replace('x', " x ")
}

pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// How a player is called: by level, as “You” against a computer, else by color or order.
pub(crate) fn player_name(session: &Session, player: Player, position: &AnyPosition) -> String {
    let (seat, other) = (session.seats[player], session.seats[player.other()]);
    let color = position.color_of(player).map(color_name);
    match seat {
        // Two equal levels need telling apart.
        Seat::Level(level) if other == seat => {
            format!(
                "Level {} ({})",
                level.number(),
                color.unwrap_or(player.name())
            )
        }
        Seat::Level(level) => format!("Level {}", level.number()),
        Seat::Human if !other.is_human() => "You".into(),
        Seat::Human => match color {
            Some(color) => color.into(),
            None => format!("The {} player", player.name()),
        },
    }
}

/// The line above the board, for the position on the screen.
pub(crate) fn counts(session: &Session) -> String {
    let position = session.shown_position();
    let stones = count(position.stones(), "stone", "stones");
    match position.kind() {
        GameKind::BlackNarrows => {
            let legal = position.legal_moves().len();
            format!(
                "{stones} · {} left",
                count(legal, "legal placement", "legal placements")
            )
        }
        GameKind::Narrows => {
            let stone_at = |point| position.stone_at(point);
            let black = position
                .size()
                .iter()
                .filter(|&point| stone_at(point) == Some(narrows_core::any::Stone::Black))
                .count();
            let made = count(session.shown_ply(), "move", "moves");
            format!(
                "{black} black · {} white · {made} made",
                position.stones() - black
            )
        }
    }
}

/// What a player just did: `Level 3 placed c4.`
pub(crate) fn made(who: &str, play: AnyMove) -> String {
    match play {
        AnyMove::Place(point) => format!("{who} placed {point}."),
        AnyMove::Narrows(narrows_core::narrows::Move::Swap) => format!("{who} took over Black."),
        AnyMove::Narrows(_) => format!("{who} captured {}.", spaced(play)),
    }
}

/// Who won the game that ended after so many moves, and why.
pub(crate) fn result(session: &Session, ply: usize) -> Option<GameResult> {
    let position = session.history.position(ply);
    let winner = position.outcome()?.winner;
    let name = player_name(session, winner, position);
    let human = session.seats[winner].is_human();
    let other_is_human = session.seats[winner.other()].is_human();
    let won = (human != other_is_human).then_some(human);
    let headline = match won {
        Some(false) => format!("You lost to {name}"),
        _ => format!("{name} won"),
    };
    Some(GameResult {
        headline,
        detail: why_over(session, ply),
        won,
    })
}

/// Why the game is over, as a sentence.
fn why_over(session: &Session, ply: usize) -> String {
    let position = session.history.position(ply);
    let Some(winner) = position.winning_color() else {
        let stones = count(position.stones(), "stone stands", "stones stand");
        return format!("{stones} and no placement is left.");
    };
    let mover = ply
        .checked_sub(1)
        .and_then(|before| session.history.position(before).color_to_move());
    let play = session.history.last_move(ply);
    let play = play.map_or_else(String::new, |play| format!(" {play}"));
    let name = color_name(winner);
    match mover {
        None => format!("All of {name}’s groups are linked."),
        Some(mover) if position.is_linked(winner.other()) == Some(true) => format!(
            "Both colors linked on {}’s move{play}, and the mover wins.",
            color_name(mover)
        ),
        Some(mover) if mover == winner => {
            format!("{name} linked all of its groups on its own move{play}.")
        }
        Some(mover) => format!(
            "{name}’s groups all linked on {}’s move{play}.",
            color_name(mover)
        ),
    }
}

/// Whose turn it is and what to do.
pub(crate) fn turn(session: &Session) -> String {
    let position = session.position();
    let player = position.to_move();
    let name = player_name(session, player, position);
    let color = position.color_to_move().map(color_name);
    let keys = session.manner == Manner::Keys;
    if let Some(waiting) = &session.waiting {
        let play = spaced(waiting.play);
        let again = if color.is_some() { "target" } else { "stone" };
        return if keys {
            format!("{play}: press Enter or click the {again} again to confirm.")
        } else {
            format!("{play}: tap Confirm, or the {again} again.")
        };
    }
    if let Some(chosen) = session.chosen {
        let targets = session.targets();
        return match targets.len() {
            0 => format!("{chosen} has no capture."),
            stones if keys && stones <= 6 => {
                let names: Vec<_> = targets.iter().map(ToString::to_string).collect();
                format!("{chosen} can capture {}.", names.join(", "))
            }
            stones => format!("{chosen} can capture {}.", count(stones, "stone", "stones")),
        };
    }
    let turn = match (name.as_str(), color) {
        ("You", Some(color)) => format!("Your turn with {color}"),
        ("You", None) => "Your turn".into(),
        (name, _) => format!("{name} to move"),
    };
    if session.history.plies() > 0 || session.mover() != Some(Seat::Human) {
        return format!("{turn}.");
    }
    let verb = if keys { "choose" } else { "tap" };
    match color {
        Some(_) => format!("{turn}: {verb} one of your stones."),
        None => format!("{turn}: {verb} any point."),
    }
}

/// What a level makes of the game, for itself: `proven win`, `searching, 54 %`.
pub(crate) fn verdict(level: Level, thought: &Thought, is_searching: bool) -> Option<String> {
    match thought.value {
        Value::Win => Some("proven win".into()),
        Value::Loss => Some("proven loss".into()),
        Value::Unknown if is_searching => Some(format!(
            "searching, {} %",
            unproven_percent(thought.expected)
        )),
        // The other levels look too little for a figure to mean anything.
        Value::Unknown if level == Level::UNBEATABLE => {
            Some(format!("expects {} %", unproven_percent(thought.expected)))
        }
        Value::Unknown => None,
    }
}
