//! Colors: a wooden board of its own color, so that stones of either color are seen on a dark and on a light
//! terminal, in as many colors as the terminal has; or none at all, where shapes and weight say the same.

use ratatui::style::{Color, Modifier, Style};

use super::charset::Charset;

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

/// Numbers of the 256-color palette, which every current terminal draws alike.
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

/// How many colors a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// None, or none are wanted (NO_COLOR).
    None,
    /// The eight of ECMA-48.
    Eight,
    /// Those and a bright one of each.
    Sixteen,
    /// A palette of 256, or more.
    Palette,
}

impl Colors {
    /// The colors that the environment promises.
    pub fn from_environment(get: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| get(name).filter(|value| !value.is_empty());
        let term = get("TERM").unwrap_or_default();
        if set("NO_COLOR").is_some() || term.ends_with("-m") || term.starts_with("vt") {
            Self::None
        } else if set("COLORTERM").is_some() || term.contains("256color") || term.contains("direct")
        {
            Self::Palette
        } else if ["ansi", "cygwin", "cons25", "eterm", "screen.linux"].contains(&term.as_str())
            || term.ends_with("-8color")
        {
            Self::Eight
        } else if term == "linux" || term.ends_with("-16color") || term == "xterm" || term == "rxvt"
        {
            Self::Sixteen
        } else if cfg!(windows) || !term.is_empty() {
            Self::Palette
        } else {
            Self::None
        }
    }
}

impl Theme {
    /// The theme for a number of colors. Where there are few signs, the stones differ in shape too.
    pub fn new(colors: Colors, charset: Charset) -> Self {
        let mut theme = match colors {
            Colors::None => Self::PLAIN,
            Colors::Eight => Self::EIGHT,
            Colors::Sixteen => Self::SIXTEEN,
            Colors::Palette => Self::WOOD,
        };
        if charset != Charset::Unicode {
            theme.glyphs = Self::PLAIN.glyphs;
        }
        theme
    }

    /// In color.
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

    /// In eight colors: shapes tell the stones apart as well.
    pub const EIGHT: Self = {
        let on_wood = Style::new().bg(Color::Yellow);
        Self {
            board: on_wood.fg(Color::Black),
            black: on_wood.fg(Color::Black),
            white: on_wood.fg(Color::Gray),
            cursor: Style::new().bg(Color::Cyan).fg(Color::Black),
            chosen: Style::new().bg(Color::Magenta),
            target: Style::new().bg(Color::Green),
            ghost: Style::new().fg(Color::Blue),
            illegal: on_wood.fg(Color::Red),
            threatened: on_wood.fg(Color::Magenta),
            link: on_wood.fg(Color::Blue),
            hint: Style::new().fg(Color::Blue).add_modifier(Modifier::BOLD),
            quiet: Style::new(),
            strong: Style::new().add_modifier(Modifier::BOLD),
            warning: Style::new().fg(Color::Red),
            glyphs: Glyphs {
                white: "○",
                last_white: "◎",
                ghost: "◌",
                illegal: "×",
            },
        }
    };

    /// In sixteen colors: white is bright.
    pub const SIXTEEN: Self = {
        let on_wood = Style::new().bg(Color::Yellow);
        Self {
            white: on_wood.fg(Color::White),
            quiet: Style::new().fg(Color::DarkGray),
            warning: Style::new().fg(Color::LightRed),
            ..Self::EIGHT
        }
    };

    /// Without color.
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

#[cfg(test)]
mod tests {
    use super::Colors;

    fn of(variables: &[(&str, &str)]) -> Colors {
        Colors::from_environment(|name| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).to_string())
        })
    }

    #[test]
    fn the_environment_says_how_many_colors_there_are() {
        assert_eq!(of(&[("TERM", "xterm-256color")]), Colors::Palette);
        assert_eq!(
            of(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]),
            Colors::None
        );
        assert_eq!(
            of(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]),
            Colors::Palette
        );
        assert_eq!(of(&[("TERM", "linux")]), Colors::Sixteen);
        assert_eq!(
            of(&[("TERM", "linux"), ("COLORTERM", "truecolor")]),
            Colors::Palette
        );
        assert_eq!(of(&[("TERM", "xterm")]), Colors::Sixteen);
        assert_eq!(of(&[("TERM", "ansi")]), Colors::Eight);
        assert_eq!(of(&[("TERM", "vt100")]), Colors::None);
        assert_eq!(of(&[("TERM", "xterm-kitty")]), Colors::Palette);
    }
}
