//! The grammar: commands, colours, vertices.

use narrows_core::{Color, Point};

/// A line sent to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpCommand {
    /// The number to repeat in the answer, as it was written.
    pub id: Option<u32>,
    /// The command's name.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Reads a line: control characters but the tab go, `#` begins a comment. `None` for a line
/// without a command, which gets no answer (section 2.3 of the specification).
#[must_use]
pub fn parse_command(line: &str) -> Option<GtpCommand> {
    let clean: String = line
        .split('#')
        .next()
        .unwrap_or_default()
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    let mut words = clean.split_whitespace().map(str::to_owned).peekable();
    let id = words.peek().and_then(|word| word.parse().ok());
    if id.is_some() {
        words.next();
    }
    let name = words.next()?;
    Some(GtpCommand {
        id,
        name,
        arguments: words.collect(),
    })
}

/// What a move names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vertex {
    /// A point.
    Point(Point),
    /// `pass`.
    Pass,
    /// `resign`.
    Resign,
}

/// Why a text is no vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a vertex is a letter without I and a number, such as C3, or pass, or resign")]
pub struct VertexError;

/// The largest number of columns and rows GTP can name: the alphabet without I.
#[must_use]
pub const fn gtp_size_limit() -> u8 {
    25
}

impl std::str::FromStr for Vertex {
    type Err = VertexError;

    fn from_str(text: &str) -> Result<Self, VertexError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        if text.eq_ignore_ascii_case("resign") {
            return Ok(Self::Resign);
        }
        let letter = text.bytes().next().ok_or(VertexError)?.to_ascii_uppercase();
        if !letter.is_ascii_uppercase() || letter == b'I' {
            return Err(VertexError);
        }
        let column = letter - b'A' - u8::from(letter > b'I');
        let digits = &text[1..];
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(VertexError);
        }
        let row: u8 = digits.parse().map_err(|_| VertexError)?;
        if row == 0 || row > gtp_size_limit() {
            return Err(VertexError);
        }
        Point::from_indices(column, row - 1)
            .map(Self::Point)
            .ok_or(VertexError)
    }
}

/// The GTP name of a point: upper case, without the letter I. Column z (the 26th) has none and
/// reads `[`; engines refuse boards that wide.
#[must_use]
pub fn vertex_name(point: Point) -> String {
    let column = point.column.index();
    let letter = char::from(b'A' + column + u8::from(column >= 8));
    format!("{letter}{}", point.row.index() + 1)
}

/// Reads `b`, `black`, `w` or `white` in any case.
#[must_use]
pub fn parse_color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// `black` or `white`.
#[must_use]
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        let command = parse_command("12 play\tblack C3 # a comment\r").unwrap();
        assert_eq!(command.id, Some(12));
        assert_eq!(command.name, "play");
        assert_eq!(command.arguments, ["black", "C3"]);
        assert_eq!(parse_command("  # only a comment"), None);
        assert_eq!(parse_command(""), None);
        assert_eq!(parse_command("7"), None);
        assert_eq!(parse_command("name").unwrap().id, None);
        assert_eq!(parse_command("\u{1}na\u{7}me").unwrap().name, "name");
    }

    #[test]
    fn vertices_skip_i() {
        for (name, column, row) in [("A1", 0, 0), ("H8", 7, 7), ("J1", 8, 0), ("Z25", 24, 24)] {
            let point = Point::from_indices(column, row).unwrap();
            assert_eq!(vertex_name(point), name);
            assert_eq!(name.to_lowercase().parse(), Ok(Vertex::Point(point)));
        }
        for bad in [
            "", "I1", "i9", "A0", "A26", "A", "AA1", "1A", "A1 ", "A+1", "é1", "[3",
        ] {
            assert_eq!(bad.parse::<Vertex>(), Err(VertexError), "{bad}");
        }
        assert_eq!("PASS".parse(), Ok(Vertex::Pass));
        assert_eq!("Resign".parse(), Ok(Vertex::Resign));
    }
}
