//! Colours: a wooden board of its own colour, so that stones of either colour are seen on a dark and on a
//! light terminal; or none at all (NO_COLOR), where shapes and weight say the same.

use ratatui::style::{Color, Modifier, Style};

/// The styles of everything on the board.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// The board and its lines.
    pub board: Style,
    /// Black stones.
    pub black: Style,
    /// White stones.
    pub white: Style,
    /// Around the point that the keys or the mouse have chosen.
    pub cursor: Style,
    /// The stone that will capture.
    pub chosen: Style,
    /// The stones it can capture.
    pub target: Style,
    /// A stone that is not yet placed.
    pub ghost: Style,
    /// Points where a placement is illegal.
    pub illegal: Style,
    /// Points where a placement would be illegal after the one that is being considered.
    pub threatened: Style,
    /// Water that links the winner's groups.
    pub link: Style,
    /// The hint, on an empty point.
    pub hint: Style,
    /// What is less important than the rest.
    pub quiet: Style,
    /// What is more important than the rest.
    pub strong: Style,
    /// A warning.
    pub warning: Style,
    /// The marks, as characters that suit the styles.
    pub glyphs: Glyphs,
}

/// Characters for what the two themes show differently.
#[derive(Clone, Copy, Debug)]
pub struct Glyphs {
    /// A white stone.
    pub white: &'static str,
    /// The white stone that was moved last.
    pub last_white: &'static str,
    /// A stone that is not yet placed.
    pub ghost: &'static str,
    /// An illegal point.
    pub illegal: &'static str,
}

/// A black stone, and the one that was placed last.
pub const BLACK: &str = "●";
pub const LAST_BLACK: &str = "◉";

/// Numbers of the 256-colour palette, which every current terminal draws alike.
mod palette {
    use ratatui::style::Color;

    pub const WOOD: Color = Color::Indexed(180);
    pub const LINE: Color = Color::Indexed(137);
    pub const SHADE: Color = Color::Indexed(95);
    pub const BLACK: Color = Color::Indexed(232);
    pub const WHITE: Color = Color::Indexed(231);
    pub const RED: Color = Color::Indexed(160);
    pub const SOFT_RED: Color = Color::Indexed(173);
    pub const BLUE: Color = Color::Indexed(26);
    pub const GOLD: Color = Color::Indexed(178);
    pub const GREEN: Color = Color::Indexed(107);
    pub const TEAL: Color = Color::Indexed(30);
}

impl Theme {
    /// The theme of the environment: without colour if NO_COLOR is set to anything.
    pub fn from_environment() -> Self {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if no_color { Self::PLAIN } else { Self::WOOD }
    }

    /// In colour.
    pub const WOOD: Self = {
        let on_wood = Style::new().bg(palette::WOOD);
        Self {
            board: on_wood.fg(palette::LINE),
            black: on_wood.fg(palette::BLACK),
            white: on_wood.fg(palette::WHITE),
            cursor: Style::new().bg(palette::LINE).fg(palette::WHITE),
            chosen: Style::new().bg(palette::GOLD),
            target: Style::new().bg(palette::GREEN),
            ghost: Style::new().fg(palette::SHADE),
            illegal: on_wood.fg(palette::RED),
            threatened: on_wood.fg(palette::SOFT_RED),
            link: on_wood.fg(palette::BLUE),
            hint: Style::new().fg(palette::TEAL).add_modifier(Modifier::BOLD),
            quiet: Style::new().add_modifier(Modifier::DIM),
            strong: Style::new().add_modifier(Modifier::BOLD),
            warning: Style::new().fg(Color::Red),
            glyphs: Glyphs {
                white: "●",
                last_white: "◉",
                ghost: "●",
                illegal: "•",
            },
        }
    };

    /// Without colour.
    pub const PLAIN: Self = {
        // The board is dim; what lies on it is not.
        let plain = Style::new().remove_modifier(Modifier::DIM);
        let bold = plain.add_modifier(Modifier::BOLD);
        let dim = Style::new().add_modifier(Modifier::DIM);
        let reversed = plain.add_modifier(Modifier::REVERSED);
        Self {
            board: dim,
            black: plain,
            white: plain,
            cursor: bold,
            chosen: reversed.add_modifier(Modifier::BOLD),
            target: reversed,
            ghost: dim,
            illegal: plain,
            threatened: dim,
            link: bold,
            hint: bold.add_modifier(Modifier::UNDERLINED),
            quiet: dim,
            strong: bold,
            warning: bold,
            glyphs: Glyphs {
                white: "○",
                last_white: "◎",
                ghost: "◌",
                illegal: "×",
            },
        }
    };
}
