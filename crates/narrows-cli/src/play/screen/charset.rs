//! Which characters a terminal can show. Everything is drawn in Unicode; the finished picture is translated for
//! terminals that have less.

use ratatui::buffer::Buffer;

/// The characters of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// All of Unicode.
    Unicode,
    /// What the fonts of the Linux console have: those of the IBM PC (code page 437).
    Console,
    /// ASCII alone (`LANG=C`).
    Ascii,
}

impl Charset {
    /// The characters that the environment promises. No word about the language at all promises Unicode, which
    /// is what terminals have today.
    pub fn from_environment(get: impl Fn(&str) -> Option<String>) -> Self {
        let named = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| get(name).filter(|value| !value.is_empty()));
        let is_unicode = named.is_none_or(|name| {
            let name = name.to_ascii_lowercase();
            name.contains("utf-8") || name.contains("utf8")
        });
        match (is_unicode, get("TERM").as_deref()) {
            (false, _) => Self::Ascii,
            (true, Some("linux")) => Self::Console,
            (true, _) => Self::Unicode,
        }
    }

    /// Replaces what the terminal cannot show.
    pub fn translate(self, buffer: &mut Buffer) {
        if self == Self::Unicode {
            return;
        }
        for cell in &mut buffer.content {
            if !cell.symbol().is_ascii() {
                let symbol = self.replacement(cell.symbol());
                cell.set_symbol(symbol);
            }
        }
    }

    fn replacement(self, symbol: &str) -> &'static str {
        let console = match symbol {
            "●" => "■",
            "◉" => "◘",
            "○" | "◌" => "○",
            "◎" => "◙",
            "╭" => "┌",
            "╮" => "┐",
            "╰" => "└",
            "╯" => "┘",
            "─" => "─",
            "│" => "│",
            "┼" => "┼",
            "├" => "├",
            "┤" => "┤",
            "┬" => "┬",
            "┴" => "┴",
            "┌" => "┌",
            "┐" => "┐",
            "└" => "└",
            "┘" => "┘",
            "▸" => "►",
            "◆" => "♦",
            "•" => "•",
            "·" => "·",
            "↑" => "↑",
            "↓" => "↓",
            "←" => "←",
            "→" => "→",
            "█" => "█",
            "▐" => "▐",
            "▌" => "▌",
            "▄" => "▄",
            "▀" => "▀",
            _ => ascii(symbol),
        };
        if self == Self::Console {
            console
        } else {
            ascii(symbol)
        }
    }
}

/// The nearest sign in ASCII. Black and white stones stay apart, and so do the marks.
fn ascii(symbol: &str) -> &'static str {
    match symbol {
        "●" => "#",
        "◉" => "@",
        "○" => "o",
        "◎" => "O",
        "◌" => "?",
        "×" => "x",
        "•" => "*",
        "◆" => "$",
        "─" => "-",
        "│" => "|",
        "‹" => "<",
        "›" => ">",
        "▸" => ">",
        "★" => "*",
        "↑" => "^",
        "↓" => "v",
        "←" => "<",
        "→" => ">",
        "’" => "'",
        "…" => ".",
        "·" => "-",
        "┼" | "├" | "┤" | "┬" | "┴" | "┌" | "┐" | "└" | "┘" | "╭" | "╮" | "╰" | "╯" => {
            "+"
        }
        "█" | "▐" | "▌" | "▄" | "▀" => "#",
        "⠋" | "⠏" => "|",
        "⠙" | "⠉" => "/",
        "⠸" | "⠇" => "-",
        "⠴" | "⠦" => "\\",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::Charset;

    fn of(variables: &[(&str, &str)]) -> Charset {
        Charset::from_environment(|name| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).to_string())
        })
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        assert_eq!(of(&[]), Charset::Unicode);
        assert_eq!(of(&[("LANG", "C")]), Charset::Ascii);
        assert_eq!(of(&[("LANG", "de_DE.ISO-8859-1")]), Charset::Ascii);
        assert_eq!(of(&[("LANG", "C.UTF-8")]), Charset::Unicode);
        assert_eq!(
            of(&[("LANG", "C"), ("LC_ALL", "en_US.utf8")]),
            Charset::Unicode
        );
        assert_eq!(
            of(&[("LANG", "en_US.UTF-8"), ("LC_ALL", "POSIX")]),
            Charset::Ascii
        );
        assert_eq!(
            of(&[("LC_ALL", ""), ("LANG", "en_US.UTF-8"), ("TERM", "linux")]),
            Charset::Console
        );
    }
}
